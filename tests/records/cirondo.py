"""Recorded matches of Cirondo: every option and every ending."""

from collections.abc import Iterator
from typing import Any

from bot.rules import State
from bot.rules.chance import Sealed
from bot.rules.record import MatchRecord, played
from tests.records.playing import Player, anything, match, pick


def hunter(state: State[Any], moves: list[str], luck: Sealed) -> str:
    """Captures whenever it can, and else likes to bring its moons in."""
    texts = [state.notate(move) for move in state.legal()]
    captures = [text for text in texts if "x" in text]
    changes = [text for text in texts if "=S" in text]
    return pick(captures or changes or texts, luck)


def waverer(state: State[Any], moves: list[str], luck: Sealed) -> str:
    """Hunts for a while, then takes its last move back as soon as it can."""
    seats = state.dump()["seats"]
    if len(moves) > 60:
        origin, target = moves[-seats].replace("=S", "").replace("x", "-").split("-")
        if (back := f"{target}-{origin}") in {state.notate(move) for move in state.legal()}:
            return back
    return hunter(state, moves, luck)


def walls() -> Iterator[str]:
    """Two players of Cirondo who agree to build themselves in until nobody can move.

    Gold's moves; silver's are the same 16 numbers on. Four moons become Solar Systems, two planets and three of these
    go to ring H, eleven moons to ring G. The fourth Solar System eats all other planets and comes back; then the last
    planet and the last moon close the wall.
    """
    for number in (13, 14, 15, 16):
        yield from (f"{ring}{number}-{inner}{number}" for ring, inner in zip("BCDEFG", "CDEFGH", strict=True))
    yield from ("B12-C12", "C12-D12", "D12-E12", "E12-F12", "A13-H6", "H13-H7", "H14-H8", "H15-H9", "A14-B15")
    for number in range(1, 12):
        yield from (f"{ring}{number}-{inner}{number}" for ring, inner in zip("BCDEF", "CDEFG", strict=True))
    yield from ("H16-B16", "B16-A17")
    yield from (f"A{number}-A{number + 1}" for number in range(17, 28))
    yield from ("A28-A31", "A31-A32", "A32-A13", "A13-H13", "H13-H10", "B15-C16", "C16-H11", "F12-G12")


def opposite(text: str) -> str:
    """The same move 16 numbers on."""
    origin, target = text.split("-")
    return "-".join(f"{space[0]}{(int(space[1:]) + 15) % 32 + 1}" for space in (origin, target))


TABLES: list[tuple[int, dict[str, bool], Player, range | list[int]]] = [
    (2, {}, anything, range(1, 7)),
    (2, {}, hunter, [*range(1, 17), 512, 616]),
    (2, {}, waverer, range(1, 5)),
    (2, {"draw_rule": False}, hunter, range(1, 7)),
    (4, {}, anything, range(1, 5)),
    (4, {}, hunter, [*range(1, 11), 96, 179]),
    (4, {}, waverer, range(1, 3)),
    (4, {"draw_rule": False}, hunter, range(1, 5)),
    (4, {"teams": True}, anything, range(1, 4)),
    (4, {"teams": True}, hunter, range(1, 9)),
    (4, {"teams": True, "draw_rule": False}, hunter, range(1, 4)),
]
"""Seats, options, players and seeds of the matches."""


def records() -> Iterator[MatchRecord]:
    for seats, options, player, seeds in TABLES:
        for seed in seeds:
            moves, _, _ = match("cirondo", seats, options, player, seed, most=4000)
            yield played("cirondo", seats, options, moves)
    yield played("cirondo", 2, {}, [text for gold in walls() for text in (gold, opposite(gold))])
    moves, _, _ = match("cirondo", 2, {}, hunter, 100, most=40)
    yield played("cirondo", 2, {}, moves, ending="resigned", places=[1, 2], resigned=[1])
    yield played("cirondo", 2, {}, moves, ending="agreed", places=[1, 1])
    moves, _, _ = match("cirondo", 4, {"teams": True}, hunter, 100, most=50)
    yield played("cirondo", 4, {"teams": True}, moves, ending="resigned", places=[2, 1, 2, 1], resigned=[0, 2])
    moves, _, _ = match("cirondo", 4, {}, hunter, 100, most=30)
    yield played("cirondo", 4, {}, moves, ending="agreed")
