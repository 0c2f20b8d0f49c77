"""The pictures of Parcheesi's rules page."""

from collections.abc import Mapping
from typing import Any

from bot.rules.api import Document
from bot.rules.chance import Scripted
from bot.rules.parcheesi import Move, Position, game
from docs.games.sketches import WHOLE, Sketch


def ends(position: Position, move: Move) -> tuple[str, str]:
    return move.origin, move.target


def _pawns(*seats: str, **other: Any) -> Document:
    """A position with the pawns of each seat as words, red to roll unless `other` says more."""
    document = game.start(len(seats), {}, Scripted([])).dump()
    return document | {"pawns": [own.split() for own in seats], "rolls": 57, **other}


FAR_AND_WIDE = _pawns(
    "t10 t10 t58 h3", "nest t24 t29 home", "t14 t40 t49 t49", "nest t34 t63 h6", blockades=[{}, {}, {}, {}]
)

PICTURES: Mapping[str, Sketch] = {
    "board": Sketch(FAR_AND_WIDE, ("roll", "t10+4>t14"), (4, 3), width=WHOLE),
    "start": Sketch(game.start(4, {}, Scripted([])).dump()),
    "entering": Sketch(_pawns("nest nest nest t20", "nest nest t40 t50"), ("roll",), (2, 3), picked="nest"),
    "turn-off": Sketch(_pawns("t66 home home home", "nest nest t20 t50"), ("roll",), (4, 1), picked="t66"),
    "bonus": Sketch(
        _pawns("nest nest nest t7", "nest nest nest t9"), ("roll", "t7+2>t9", "t9+2>t11"), (2, 2), picked="t11"
    ),
    "blockade": Sketch(_pawns("nest nest nest t10", "nest nest t16 t16"), ("roll",), (6, 3), picked="t10"),
    "partners": Sketch(_pawns("nest nest t10 t10", "nest nest t40 t50"), ("roll", "t10+3>t13"), (3, 3), picked="t13"),
    "fourteen": Sketch(_pawns("t7 t8 home home", "nest nest t40 t50"), ("roll",), (2, 2)),
    "past-home": Sketch(_pawns("t68 home home home", "nest nest t20 t50"), ("roll",), (4, 4), picked="t68"),
    "over": Sketch(
        _pawns("h7 home home home", "t10 h7 home home", "nest home home home", "nest t42 t43 home"),
        ("roll", "h7+1>home"),
        (6, 1),
    ),
}
