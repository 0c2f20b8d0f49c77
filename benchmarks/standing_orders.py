"""Standing orders: how many days matches of Cirondo take with and without them.

The matches for two of `tests/records` that were played to their end are replayed by two people who look at their
matches at the hours of `RHYTHMS`, each day some minutes earlier or later, and stay for a quarter of an hour. They think
two minutes about a move, and answer at once what comes while they are there. With standing orders they leave lines when
they go: for the `GUESSES` moves of the other that look best, and after each of these for the one that looks best, up to
`DEEPEST` answers deep. Their answer is the one that they played in the record. An order is carried out 20 to 90 seconds
after the move that it answers.

Which moves look best is said by a quick computer. The players of the records move at random, or capture whenever they
can, so it foresees few of their moves. Therefore `COMPUTERS` matches of easy computers are recorded first and replayed
as well. How often people foresee each other's moves is unknown, so the records are replayed once more with shares of
foreseen moves that are given. All rhythms and choices are the same in every run.
"""

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import mean, median
from typing import Any

from bot.match.decisions.orders import FIRST_WAIT, LAST_WAIT
from bot.match.values.orders import DEEPEST
from bot.players import LEVELS, player_for
from bot.players.budget import Budget
from bot.rules import GAMES
from bot.rules.chance import Scripted
from bot.rules.record import Playing

RECORDS = Path(__file__).parent.parent / "tests" / "records" / "cirondo.jsonl"
RHYTHMS = ((7.5, 12.5, 20.0), (8.5, 21.5))
"""At which hours of the day the two look at their matches."""

LATE, STAYS, THINKS = 45.0, 15.0, 2.0  # minutes
GUESSES = 3
QUICK = replace(LEVELS["easy"], budget=Budget(positions=300), unsteady=0.0)
COMPUTERS, LONGEST = 12, 400  # matches of computers, and how many moves they have at most
SHARES = (0.2, 0.4, 0.6, 0.8)
DAY, HOUR = 24 * 60.0, 60.0

Foreseen = Sequence[tuple[bool, bool]]
"""For each move of a match whether it's among the `GUESSES`, and whether it is the best-looking one."""


@dataclass
class Person:
    """Somebody with a rhythm. `visits` are the minutes at which they come, in order."""

    hours: Sequence[float]
    luck: random.Random
    visits: list[float] = field(default_factory=list)
    left: int = -1  # how many of the answers of their lines are left; -1 if they have no lines
    moved_at: float = 0.0

    def come_until(self, now: float) -> None:
        """Knows all visits until then, and the one after."""
        while not self.visits or self.visits[-1] <= now:
            day = len(self.visits) // len(self.hours)
            self.visits += [day * DAY + hour * HOUR + self.luck.uniform(-LATE, LATE) for hour in self.hours]

    def is_there(self, now: float) -> bool:
        self.come_until(now)
        return any(visit <= now < visit + STAYS for visit in self.visits)

    def next_there(self, now: float) -> float:
        """When they are there the next time, which may be now."""
        self.come_until(now)
        return now if self.is_there(now) else next(visit for visit in self.visits if visit > now)

    def has_come(self, since: float, until: float) -> bool:
        self.come_until(until)
        return any(since < visit < until for visit in self.visits)


def minutes(foreseen: Foreseen, seed: int, *, orders: bool) -> float:
    """How long a match takes from its first move on, in minutes."""
    luck = random.Random(seed)
    people = [Person(hours, random.Random(luck.getrandbits(48))) for hours in RHYTHMS]
    begun = now = people[0].next_there(0.0)
    for number in range(len(foreseen)):
        mover = people[number % 2]
        if mover.has_come(mover.moved_at, now):  # they saw that the other hadn't moved yet, and thought again
            mover.left = DEEPEST
        is_expected, is_best = foreseen[number - 1] if number else (False, False)
        is_first = mover.left == DEEPEST
        by_hand = mover.next_there(now) + THINKS
        if orders and mover.left > 0 and (is_expected if is_first else is_best):
            wait = luck.uniform(FIRST_WAIT.total_seconds(), LAST_WAIT.total_seconds()) / 60
            now, mover.left = min(now + wait, by_hand), mover.left - 1
        else:
            now, mover.left = by_hand, DEEPEST
        mover.moved_at = now
    return now - begun


def foreseen_in(record: Mapping[str, Any]) -> Foreseen:
    """Which moves of a match a quick computer expects."""
    playing, flags = Playing(record), list[tuple[bool, bool]]()
    for number, step in enumerate(playing.steps()):
        seat = step.before.to_move or 0
        player = player_for("cirondo", 2, record["options"], seat, QUICK, random.Random(number))
        best = [move for move, _ in player.choose(step.before.view(seat)).ranked[:GUESSES]]
        flags.append((step.move in best, step.move in best[:1]))
    return flags


def guessed(length: int, share: float, seed: int) -> Foreseen:
    """Moves of which this share is among the guesses, and half of these the best-looking ones."""
    luck = random.Random(seed)
    return [((chance := luck.random()) < share, chance < share / 2) for _ in range(length)]


def of_computers(seed: int) -> Mapping[str, Any]:
    """The moves of a match of two easy computers, as far as it's needed of a record."""
    game, luck, moves = GAMES["cirondo"], random.Random(seed), list[str]()
    options = {option.name: option.default for option in game.options}
    level = replace(LEVELS["easy"], budget=QUICK.budget)
    players = [player_for("cirondo", 2, options, seat, level, luck) for seat in range(2)]
    state = game.start(2, options, Scripted([]))
    while (seat := state.to_move) is not None and len(moves) < LONGEST:
        moves.append(players[seat].choose(state.view(seat)).move)
        state = state.play(state.parse(moves[-1]), Scripted([]))
    return {
        "game": "cirondo",
        "rules": game.rules_version,
        "options": options,
        "seats": 2,
        "moves": moves,
        "chance": [],
    }


def records() -> Iterator[Mapping[str, Any]]:
    for line in RECORDS.read_text("utf-8").splitlines():
        record = json.loads(line)
        if record["seats"] == 2 and record["result"]["ending"] == "played":
            yield record


def _line(name: str, matches: Sequence[Foreseen]) -> str:
    """A row of the table: median days without and with standing orders."""
    days = [
        median(minutes(one, seed, orders=orders) / DAY for seed, one in enumerate(matches)) for orders in (False, True)
    ]
    share = mean(mean(expected for expected, _ in one) for one in matches)
    return f"{name:>24} {share:9.0%} {days[0]:10.1f} {days[1]:10.1f} {1 - days[1] / days[0]:8.0%}"


def main() -> None:
    matches = list(records())
    print(
        f"{len(matches)} matches, half of them with at least {median(len(one['moves']) for one in matches):.0f} moves"
    )
    print(f"{'':>24} {'foreseen':>9} {'days':>10} {'with lines':>10} {'saved':>8}")
    print(_line("records", [foreseen_in(one) for one in matches]))
    print(_line("easy computers", [foreseen_in(of_computers(seed)) for seed in range(COMPUTERS)]))
    for share in SHARES:
        guesses = [guessed(len(one["moves"]), share, seed) for seed, one in enumerate(matches)]
        print(_line("records, if foreseen", guesses))


if __name__ == "__main__":
    main()
