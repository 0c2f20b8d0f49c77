"""Draw the pictures of the rules pages anew: `python -m docs.games.make_pictures`; with games behind it, only theirs.

Each picture is a position, perhaps with moves that are played before it is drawn, perhaps with something picked up
whose moves are marked then. What isn't legal, or luck that doesn't fit, stops the drawing, so that the pictures tell no
lies. The files land in `docs/games/pictures/`, named GAME-NAME.webp.
"""

import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image

import images.cirondo
import images.parcheesi
import images.southern_cross
from bot.rules import GAMES, parcheesi
from bot.rules.api import Document, State
from bot.rules.chance import Recorded, Scripted
from bot.rules.cirondo import game as cirondo
from images.canvas import encode
from images.marks import Choice, Marks, Played

FOLDER = Path(__file__).parent / "pictures"
WIDTH = 768
"""Pixels: what GitHub shows of a picture in a page; every label stays readable."""
WHOLE = 1024
"""Pixels: for the picture with which a page begins."""

DRAWERS = {
    "cirondo": images.cirondo.draw,
    "southern_cross": images.southern_cross.draw,
    "parcheesi": images.parcheesi.draw,
}


@dataclass(frozen=True, slots=True)
class Sketch:
    """What one picture shows.

    A position, the moves played from it with the luck that they draw, and what is picked then: the place where moves
    begin, whose ends are marked with numbers.
    """

    position: str | Document
    moves: Sequence[str] = ()
    luck: Sequence[int] = ()
    picked: str | None = None
    width: int = WIDTH


# ------------------------------------------------------------------------------------------------------------ Cirondo

OPENING = "16gP16sP/16gM16sM/32./32./32./32./32./32. g 2d gs - - -"
FOUR_SEATS = "8gP8rP8sP8bP/8gM8rM8sM8bM/32./32./32./32./32./32. g 4d grsb - - -"
NEAR_THE_VOID = "3.2gP7.sP6.3sP10./9.gM22./32./32./27.sM4./32./4.gM10.sM16./5.sP26. g 2d - - - -"
LAST_PLANET = "19.gP12./32./32./3.sP28./4.gS27./32./32./32. s 2d - - - -"

# The middle of a match, for the first picture that a reader of this project sees.
IN_PLAY = (
    "gP.gP.6gP.2gP2.gP.4sP.9sP./12.gM2.gPsM15./9.gM3.gM9.sM7.sM/.2gM.gM2.gP9.sMsP7.2sM4./"
    "6.gM11.sM.sM.sM7.sM./3.gM.gM2.gM15.sM3.gP3./11.gM2.gM4.gP.sM3.sM3.gP2./7.gS2.gS10.sS10. g 2d - - - -"
)

CIRONDO: Mapping[str, Sketch] = {
    "board": Sketch(IN_PLAY, ("B16xD18",), width=WHOLE),
    "start": Sketch(OPENING),
    "four": Sketch(FOUR_SEATS),
    "moon": Sketch("9.sP9.gP12./32./32./4.gM27./3.sP.sP26./32./32./32. g 2d - - - -", picked="D5"),
    "ring-h": Sketch(NEAR_THE_VOID, picked="G5"),
    "promoted": Sketch(NEAR_THE_VOID, ("G5xH6=S",)),
    "planet": Sketch("20.sP11./11.gM20./32./9.gP22./32./7.sM24./32./32. g 2d - - - -", picked="D10"),
    "solar": Sketch("11.sP7.gP12./32./32./4.gS4.gP2.sM19./32./2.sP29./32./32. g 2d - - - -", picked="D5"),
    "last-move": Sketch(LAST_PLANET, picked="D4"),
    "showdown": Sketch(LAST_PLANET, ("D4xE5",)),
    "teams": Sketch("4.gP27./5.sP26./32./32./15.rP16./15.bP16./32./32. g 4td - - - -", picked="A5"),
}

# ----------------------------------------------------------------------------------------------------- Southern Cross


def _grid(rows: str, turn: int, actions_left: int = 3, **options: object) -> Document:
    """A position of a turn's actions; `rows` are the board's from the top, with strokes between them."""
    return {
        "game": "southern_cross",
        "options": options,
        "turn": turn,
        "to_move": (turn - 1) % 4,
        "phase": "act",
        "actions_left": actions_left,
        "board": rows.split("/"),
        "special": None,
    }


ENTERING = _grid("..B.../....../..G.../...G../....B./......", 1)
BUSY = _grid("..BR../.GY..B/RRG.BB/..RBY./G.YYR./G...Y.", 9)
TURNING = _grid("..BR../..GY../....../....../....../......", 1)
CLUSTERS = _grid(".GG.YY/GGGRR./.GBR../..BR../Y..RRY/B....B", 2, 0)
LANE = _grid("....../....../..RG../..BB../....Y./......", 5, challenge="throw")

SOUTHERN_CROSS: Mapping[str, Sketch] = {
    "board": Sketch(BUSY, ("spin S 90", "f5-f6", "e4-d4"), width=WHOLE),
    "start": Sketch(_grid("....../....../....../....../....../......", 1)),
    "base": Sketch(ENTERING, picked="base"),
    "jump": Sketch(_grid("....../.R..../Y.Y.../BY..../....../......", 1), picked="a3"),
    "spin": Sketch(TURNING, picked="N"),
    "spun": Sketch(TURNING, ("spin N 90",)),
    "two-full": Sketch(_grid("....../....../GG..../RB..../R.B.../YY....", 5, 2), ("c2-b2",)),
    "special-round": Sketch(CLUSTERS, ("end",)),
    "goes-home": Sketch(CLUSTERS, ("end", "roll", "roll"), (3, 4, 1, 5)),
    "won": Sketch(CLUSTERS, ("end", "roll", "roll", "remove c4"), (3, 4, 1, 5)),
    "throw": Sketch(LANE, ("end",), (20, 19, 55, 3)),
    "thrown": Sketch(LANE, ("end", "throw 40"), (20, 19, 55, 3, 27)),
}

# ---------------------------------------------------------------------------------------------------------- Parcheesi


def _pawns(*seats: str, **other: Any) -> Document:
    """A position with the pawns of each seat as words, red to throw unless `other` says more."""
    document = GAMES["parcheesi"].start(len(seats), {}, Scripted([])).dump()
    return document | {"pawns": [own.split() for own in seats], "rolls": 57, **other}


FAR_AND_WIDE = _pawns(
    "t10 t10 t58 h3", "nest t24 t29 home", "t14 t40 t49 t49", "nest t34 t63 h6", blockades=[{}, {}, {}, {}]
)

PARCHEESI: Mapping[str, Sketch] = {
    "board": Sketch(FAR_AND_WIDE, ("roll", "t10+4>t14"), (4, 3), width=WHOLE),
    "start": Sketch(GAMES["parcheesi"].start(4, {}, Scripted([])).dump()),
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

PICTURES: Mapping[str, Mapping[str, Sketch]] = {
    "cirondo": CIRONDO,
    "southern_cross": SOUTHERN_CROSS,
    "parcheesi": PARCHEESI,
}

# ------------------------------------------------------------------------------------------------------------ drawing


def _start(key: str, position: str | Document) -> State[Any]:
    return cirondo.from_fen(position) if isinstance(position, str) else GAMES[key].load(position)


def _ends(state: State[Any], move: Any) -> tuple[str, str]:
    """The two places of a move: where it begins, and where it ends or what a dial turns by."""
    if isinstance(move, parcheesi.Move):
        return move.origin, move.target
    text = state.notate(move)
    if spun := re.fullmatch(r"spin (\w) (\d+)", text):
        return spun[1], f"{spun[1]} {spun[2]}"
    places = re.split("[-x]", text.removesuffix("=S"))
    return places[0], places[-1]


def drawn(key: str, sketch: Sketch) -> Image.Image:
    """The picture of a sketch, in its own width. IllegalMove or ScriptError if it can't come about."""
    state, chance = _start(key, sketch.position), Scripted(sketch.luck)
    played = []
    for text in sketch.moves:
        before, noted = state, Recorded(chance)
        move = state.parse(text)
        state = state.play(move, noted)
        played.append(Played(before.notate(move), before.to_move, tuple(noted.outcomes), before.view(None)))
    if chance.left:
        raise ValueError(f"{key}: the luck {chance.left} has not been drawn")
    choices: list[Choice] = []
    if sketch.picked is not None:
        ends = [_ends(state, move) for move in state.legal()]
        targets = [end for begin, end in ends if begin == sketch.picked]
        choices = [Choice(str(number), target) for number, target in enumerate(targets, 1)]
    marks = Marks(
        last=tuple(played),
        choices=tuple(choices),
        chosen=(sketch.picked,) if sketch.picked else (),
    )
    picture = DRAWERS[key](state.view(None), marks)
    size = (sketch.width, round(picture.height * sketch.width / picture.width))
    return picture.resize(size, Image.Resampling.LANCZOS)


def main(games: Sequence[str]) -> None:
    """Write the pictures of these games, of all if none is named."""
    FOLDER.mkdir(exist_ok=True)
    for key in games or PICTURES:
        for name, sketch in PICTURES[key].items():
            (FOLDER / f"{key}-{name}.webp").write_bytes(encode(drawn(key, sketch)).data)


if __name__ == "__main__":
    main(sys.argv[1:])
