"""Reviews: how many planted blunders they find, and how often they complain about good moves.

Positions come from matches of easy computers that now and then play anything. In each a much longer search with other
randomness says what is good and whether a random move is a blunder: worse by `BLUNDER` of the judge's grains. The
review then judges both moves in the time that it takes for a decision of a long match.
"""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from bot.computers.reviewing import CLEARLY
from bot.computers.thinking import Question, appraise, choose
from bot.rules import GAMES, Game, State
from bot.rules.chance import Sealed

SECONDS = 0.12  # of a core for each search of the review, as in a match of some 150 decisions
LONGER = 4  # times as long a search decides what is a blunder
BLUNDER = 3.0
PLANTED = 100  # blunders in each game
SEATS = {"southern_cards": 2}
"""Seats that are measured; the fewest of a game that isn't named."""


@dataclass
class Found:
    """How many blunders were planted and found, and how many good moves there were and were complained about."""

    planted: int = 0
    found: int = 0
    good: int = 0
    alarms: int = 0


def measured(key: str, planted: int = PLANTED) -> Found:
    """What a review finds in one game."""
    game, source, found = GAMES[key], random.Random(11), Found()
    seats = SEATS.get(key, game.seats({})[0])
    for state in positions(game, seats, source):
        if found.planted >= planted:
            break
        _count(found, _Seen(key, seats, state, source))
    return found


class _Seen:
    """A position as its seat sees it, for several searches."""

    def __init__(self, key: str, seats: int, state: State[Any], source: random.Random) -> None:
        self.state = state
        self._given = key, seats
        self._source = source

    def question(self, seconds: float) -> Question:
        key, seats = self._given
        seat = self.state.to_move or 0
        view: Mapping[str, object] = self.state.view(seat)
        return Question(key, seats, {}, seat, "hard", seconds, view, self._source.getrandbits(60), patience=None)

    def any_move(self) -> str:
        return self.state.notate(self._source.choice(self.state.legal()))


def _count(found: Found, seen: _Seen) -> None:
    tried = seen.any_move()
    truth = appraise(seen.question(LONGER * SECONDS), tried)
    found.good += 1
    found.alarms += appraise(seen.question(SECONDS), truth.best.move).loss >= CLEARLY
    if truth.loss >= BLUNDER:
        found.planted += 1
        found.found += appraise(seen.question(SECONDS), tried).loss >= CLEARLY


def positions(game: Game[Any], seats: int, source: random.Random) -> Iterator[State[Any]]:
    """Positions with a choice, some turns apart, from one match after another."""
    while True:
        luck = Sealed(source.randbytes(32), "blunders")
        state = game.start(seats, {}, luck)
        while state.to_move is not None:
            for _ in range(source.randrange(1, 8)):
                if state.to_move is not None:
                    state = state.play(_played(game, seats, state, source), luck)
            if state.to_move is not None and len(state.legal()) > 2:
                yield state


def _played(game: Game[Any], seats: int, state: State[Any], source: random.Random) -> Any:
    if source.random() < 0.2:
        return source.choice(state.legal())
    seat = state.to_move or 0
    question = Question(game.key, seats, {}, seat, "easy", 0.02, state.view(seat), source.getrandbits(60))
    return state.parse(choose(question).move)


def main() -> None:
    """Print a table of what was measured."""
    print("| game | planted blunders found | good moves complained about |")
    print("|---|---|---|")
    for key, game in GAMES.items():
        one = measured(key)
        found, alarms = f"{one.found} of {one.planted}", f"{one.alarms} of {one.good}"
        print(
            f"| {game.title} | {found} ({one.found / one.planted:.0%}) | {alarms} ({one.alarms / one.good:.0%}) |",
            flush=True,
        )
