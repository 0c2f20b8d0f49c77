"""Recorded matches of Parcheesi: every option and every ending."""

from collections.abc import Iterator
from typing import Any

from bot.rules import State
from bot.rules.chance import Sealed
from bot.rules.record import MatchRecord, played
from tests.records.playing import Player, anything, match, pick


def runner(state: State[Any], moves: list[str], luck: Sealed) -> str:
    """Goes home or into the home row, captures for the bonus, comes in, and never gives a bonus up."""
    texts = [state.notate(move) for move in state.legal()]
    useful = [text for text in texts if text != "skip"]
    home = [text for text in useful if ">h" in text]
    entering = [text for text in useful if text.startswith("enter")]
    theirs = {square for own in state.dump()["pawns"] for square in own}
    meeting = [text for text in useful if text.partition(">")[2] in theirs]
    return pick(home or meeting or entering or useful or texts, luck)


def waller(state: State[Any], moves: list[str], luck: Sealed) -> str:
    """Builds blockades and leaves them standing as long as it may; comes home when nothing else is left to do."""
    document = state.dump()
    own = document["pawns"][document["turn"]]
    texts = [state.notate(move) for move in state.legal()]
    building = [text for text in texts if text.partition(">")[2] in own]
    breaking = [text for text in texts if own.count(text.partition("+")[0]) == 2 and "+" in text]
    quiet = [text for text in texts if text not in breaking and text != "skip"]
    homeward = [text for text in texts if ">h" in text]
    return pick(building or homeward or quiet or texts, luck)


EVERYTHING = {"first": "high_roll", "finish": "all", "triple_doubles": True, "blockade_limit": 2, "max_rolls": 400}

TABLES: list[tuple[int, dict[str, Any], Player, range]] = [
    *((seats, {}, runner, range(1, 5)) for seats in (2, 3, 4)),
    *((seats, {}, waller, range(1, 3)) for seats in (2, 3, 4)),
    *((seats, {"max_rolls": 150}, anything, range(1, 3)) for seats in (2, 3, 4)),
    *((seats, {"finish": "all"}, runner, range(1, 4)) for seats in (2, 3, 4)),
    *((seats, {"first": "high_roll", "triple_doubles": True}, runner, range(1, 4)) for seats in (2, 3, 4)),
    *((seats, {"blockade_limit": limit}, waller, range(1, 2)) for seats in (2, 3, 4) for limit in (1, 3)),
    *((seats, EVERYTHING, player, range(1, 2)) for seats in (2, 3, 4) for player in (anything, runner, waller)),
    *((seats, {"max_rolls": cap}, runner, range(1, 2)) for seats in (2, 3, 4) for cap in (1, 30, 90)),
]
"""Seats, options, players and seeds of the matches."""


def records() -> Iterator[MatchRecord]:
    for seats, options, player, seeds in TABLES:
        for seed in seeds:
            moves, luck, _ = match("parcheesi", seats, options, player, seed, most=6000)
            yield played("parcheesi", seats, options, moves, luck)
    moves, luck, _ = match("parcheesi", 2, {}, runner, 100, most=60)
    yield played("parcheesi", 2, {}, moves, luck, ending="resigned", places=[1, 2], resigned=[1])
    moves, luck, _ = match("parcheesi", 2, {}, waller, 101, most=80)
    yield played("parcheesi", 2, {}, moves, luck, ending="resigned", places=[2, 1], resigned=[0])
    moves, luck, _ = match("parcheesi", 4, {"first": "high_roll"}, runner, 100, most=50)
    yield played("parcheesi", 4, {"first": "high_roll"}, moves, luck, ending="agreed")
    moves, luck, _ = match("parcheesi", 3, {}, runner, 100, most=90)
    yield played("parcheesi", 3, {}, moves, luck, ending="agreed", places=[1, 1, 1])
