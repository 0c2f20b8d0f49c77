"""Positions of Cirondo, and the marks with which they are drawn."""

from dataclasses import replace

from hypothesis import strategies as st

from bot.rules.cirondo import Position
from images.marks.marks import NO_MARKS, Marks, Played
from tests.images.positions import GAME, all_pieces, composed, crowded, fen, many_targets, played, shown

SEEDS = st.integers(0, 2**20)
START = GAME.start(2, {})
FOUR = GAME.start(4, {})
TEAMS = GAME.start(4, {"teams": True})
LAST_MOVE = "19.gP12./19.gP12./32./3.sP28./32./32./32./32. s 2d - - - -"  # silver has one planet left


def after(line: str, move: str) -> tuple[Position, Marks]:
    before = fen(line)
    parsed = before.parse(move)
    return before.play(parsed), Marks(last=(Played.of(before, parsed),))


def scene(seed: int) -> tuple[Position, Marks]:
    """A position and marks as the bot shows them, after a move or while one is composed."""
    state, marks = played(seed)
    return state, composed(state, marks, seed) if seed % 2 else marks


GOLDEN_SCENES: dict[str, tuple[Position, Marks]] = {
    "start": (START, NO_MARKS),
    "capture": (crowded(2, 5), Marks(last=(shown("A9-C7", crowded(2, 5)), shown("G5xH6=S", crowded(2, 5))))),
    "last-move": (fen(LAST_MOVE), Marks(last=(shown("A19-A21", fen(LAST_MOVE)),))),
    "over": after(LAST_MOVE, "D4-E5"),
    "teams": (replace(TEAMS, to_move=1, owed=(1, 2, 3)), Marks(last=(shown("B8-C8", TEAMS),))),
    "defeated": after("19.2sP6.2bP3./32./32./3.gP28./4.rP27./32./32./32. g 4d - - - -", "D4xE5"),
    "pieces": (crowded(4, 6), Marks((shown("C3-D4", crowded(4, 6)),), all_pieces(crowded(4, 6)))),
    "targets": (crowded(2, 7), Marks((), many_targets(crowded(2, 7)), ("A9",))),
}
