"""The positions of Parcheesi on its contact sheets."""

from collections.abc import Iterator
from itertools import count, repeat
from typing import Any

from bot.rules.api import State
from bot.rules.chance import Scripted, Sealed
from bot.rules.parcheesi import game
from images.marks.marks import Marks
from tests.images.contact_sheets.examples import Example, Reached, numbered, played
from tests.images.parcheesi_positions import position


def _after(decisions: int, seats: int, salt: str) -> Reached:
    """Always the same match after some decisions."""
    numbers, luck = count(), Sealed(bytes(32), salt)

    def choose(state: State[Any]) -> Any:
        number, legal = next(numbers), state.legal()
        return legal[number * number * 7 % len(legal)]

    return played(game.start(seats, {}, luck), repeat(choose, decisions), luck)


def _rolled(state: State[Any], dice: tuple[int, int], *moves: str) -> Reached:
    """A roll and the moves after it."""
    return played(state, ("roll", *moves), Scripted(dice))


def examples() -> Iterator[Example]:
    """The positions to review, each with a name and marks."""
    yield "start", game.start(2, {}, Scripted([])), Marks()
    state, marks = _after(60, 3, "opening")
    yield "opening", state, marks
    state, marks = _after(260, 4, "middle")
    yield "middle", state, marks
    pawns: tuple[str, ...] = ("t10 t10 t66 h5", "nest t29 t29 home", "t14 t40 t50 home", "nest nest t63 h7")
    state, marks = _rolled(position(*pawns), (4, 3), "t10+4>t14")
    yield "capture", state, marks
    pawns = ("t2 t30 t66 home", "nest t40 h3 h3")
    state, marks = _rolled(position(*pawns), (2, 2), "t66+2>t68", "t68+5>h5")
    yield "double", state, marks
    state, marks = _rolled(position("t30 t50 h5 home", "nest t40 t60 t60"), (6, 3), "t50+6>t56", "h5+3>home")
    yield "bonus", state, Marks(marks.last, numbered(move.target for move in state.legal() if move.target))
    pawns = ("t5 t5 t68 t68", "t17 t17 t22 t22", "t34 t34 t39 t39", "t51 t51 t56 t56")
    ages = [{"t5": 2, "t68": 1}, {"t17": 1, "t22": 2}, {"t34": 2, "t39": 2}, {"t51": 1, "t56": 1}]
    options = {"blockade_limit": 2, "max_rolls": 200}
    state, marks = _rolled(position(*pawns, blockades=ages, options=options), (2, 2))
    yield "composer-piece", state, Marks(marks.last, numbered(("t5", "t68"), "piece"))
    pawns = ("nest t66 t66 home", "nest nest t3 t4", "t7 t60 h2 home", "t2 t12 t20 home")
    state, marks = _rolled(position(*pawns), (4, 5))
    targets = [move.target for move in state.legal() if move.origin == "t66"]
    yield "composer-target", state, Marks(marks.last, numbered(targets), ("t66",))
    yield "composer-result", state, Marks(marks.last, chosen=("t66", "t2"))
    pawns = ("h7 home home home", "t10 h7 home home", "nest home home home", "nest t42 t43 home")
    state, marks = _rolled(position(*pawns), (6, 1), "h7+1>home")
    yield "over", state, marks
