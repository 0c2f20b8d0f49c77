"""Reviews: how many planted blunders they find, and how often they complain about good moves.

Positions come from matches of easy computers that now and then play anything. In each a much longer search with other
randomness says what is good, and whether one of some random moves is a blunder: worse by `BLUNDER` of the judge's
grains, also in a second such search. The review then judges both moves in the time that it takes for a decision of a
long match.

`python -m benchmarks.blunders southern_cross --planted 100 --seed 12` measures one game.
"""

import argparse
import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from bot.computers.reviewing import LEVEL
from bot.computers.thinking import CLEARLY, Question, appraise, choose, grain_of, worth_of
from bot.players.arena import wilson
from bot.rules import GAMES, Game, State
from bot.rules.chance import Sealed

SECONDS = 0.12  # of a core for each search of the review, as in a match of some 150 decisions
LONGER = 4  # times as long a search decides what is a blunder
BLUNDER = 3.0
TRIED = 3  # random moves in a position, at most, until one is a blunder
PLANTED = 100  # blunders in each game
SEED = 11
SEATS = {"southern_cards": 2}
"""Seats that are measured; the fewest of a game that isn't named."""


@dataclass
class Found:
    """How many blunders were planted and found, and how many good moves there were and were complained about."""

    planted: int = 0
    found: int = 0
    good: int = 0
    alarms: int = 0

    def row(self, title: str) -> str:
        """A row of the table, with 95 % intervals."""
        return f"| {title} | {_share(self.found, self.planted)} | {_share(self.alarms, self.good)} |"


def measured(key: str, planted: int = PLANTED, *, seed: int = SEED, seconds: float = SECONDS) -> Found:
    """What a review finds in one game, in so many seconds for a search."""
    game, source, found = GAMES[key], random.Random(seed), Found()
    seats = SEATS.get(key, game.seats({})[0])
    for state in positions(game, seats, source):
        if found.planted >= planted:
            break
        _count(found, _Seen(key, seats, state, seconds, source))
    return found


class _Seen:
    """A position as its seat sees it, for several searches."""

    def __init__(self, key: str, seats: int, state: State[Any], seconds: float, source: random.Random) -> None:
        self.key = key
        self.state = state
        self._seats = seats
        self._seconds = seconds
        self._source = source

    def question(self, longer: float = 1.0) -> Question:
        seat = self.state.to_move or 0
        view: Mapping[str, object] = self.state.view(seat)
        drawn = self._source.getrandbits(60)
        return Question(
            self.key, self._seats, {}, seat, LEVEL, longer * self._seconds, view, drawn, patience=None
        )  # fmt: skip

    def blunder(self, best: str) -> str | None:
        """A random move that is a blunder compared with the best one, or None if none of a few is."""
        asked = self.question(LONGER)
        worth, least = worth_of(asked, best), BLUNDER * grain_of(asked)
        legal = self.state.legal()
        for move in self._source.sample(legal, min(TRIED, len(legal))):
            tried = self.state.notate(move)
            if tried != best and worth - worth_of(asked, tried) >= least:
                again = self.question(LONGER)
                return tried if worth_of(again, best) - worth_of(again, tried) >= least else None
        return None


def _count(found: Found, seen: _Seen) -> None:
    best = choose(seen.question(LONGER)).move
    found.good += 1
    found.alarms += appraise(seen.question(), best).loss >= CLEARLY
    blunder = seen.blunder(best)
    if blunder is not None:
        found.planted += 1
        found.found += appraise(seen.question(), blunder).loss >= CLEARLY


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


def _share(some: int, all_of_them: int) -> str:
    low, high = wilson(some, all_of_them)
    return f"{some} of {all_of_them} ({some / max(1, all_of_them):.1%}; {low:.0%} to {high:.0%})"


def main(keys: Iterable[str] = GAMES, planted: int = PLANTED, seed: int = SEED, seconds: float = SECONDS) -> None:
    """Print a table of what was measured."""
    print("| game | planted blunders found | good moves complained about |")
    print("|---|---|---|")
    for key in keys:
        print(measured(key, planted, seed=seed, seconds=seconds).row(GAMES[key].title), flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*", choices=[*GAMES], default=[*GAMES])
    parser.add_argument("--planted", type=int, default=PLANTED)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--seconds", type=float, default=SECONDS, help="CPU time for a search")
    given = parser.parse_args()
    main(given.games, given.planted, given.seed, given.seconds)
