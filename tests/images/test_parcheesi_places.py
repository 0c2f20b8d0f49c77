"""Where captions, pawns and discs go on boards of Parcheesi: as they did, in every phase and on the fullest boards."""

import re
from itertools import product
from typing import Any

from PIL import Image

from bot.rules.parcheesi import Position
from bot.words.parcheesi import ending
from images.canvas.canvas import WIDTH, Canvas
from images.canvas.palette import NIGHT
from images.marks.marks import Marks
from images.parcheesi import paint
from images.parcheesi.captions import draw_caption, draw_corners, draw_just_played, draw_tray
from images.parcheesi.steps import steps
from tests.images.conftest import GOLDENS
from tests.images.outlines import Outlines, words
from tests.images.parcheesi_positions import crowded, everywhere, moved, position
from tests.kept import Keep

SPREAD = ("t10 t10 t66 h5", "nest t29 t29 home", "t14 t40 t50 home")
NO_LIMITS, LIMITS = {"triple_doubles": False}, {"triple_doubles": True, "max_rolls": 10_000}

PHASES: dict[str, dict[str, Any]] = {
    "first roll": {"phase": "roll"},
    "again": {"phase": "roll", "doubles": 1},
    "third": {"phase": "roll", "doubles": 2},
    "first double": {"phase": "move", "dice": (4, 4), "left": (4, 3, 3), "doubles": 1},
    "second double": {"phase": "move", "dice": (1, 1), "left": (6, 6), "doubles": 2},
    "third double": {"phase": "move", "dice": (6, 6), "left": (6, 6), "doubles": 3},
    "fourth double": {"phase": "move", "dice": (6, 6), "left": (6,), "doubles": 4},
    "one left": {"phase": "move", "dice": (2, 5), "left": (5,)},
    "bonus": {"phase": "bonus", "dice": (2, 5), "left": (2, 5), "bonuses": (20,)},
    "bonuses": {"phase": "bonus", "dice": (3, 3), "left": (3,), "bonuses": (10, 20, 10), "doubles": 2},
    "bonus waits": {"phase": "move", "dice": (2, 5), "left": (2,), "bonuses": (10, 10)},
}
ROLLS: tuple[tuple[tuple[str, ...], tuple[int, int], tuple[str, ...]], ...] = (
    (SPREAD, (6, 3), ()),
    (SPREAD, (4, 3), ("t10+4>t14",)),
    (SPREAD, (4, 3), ("t10+4>t14", "t14+3>t17")),
    (("nest nest nest nest", "t2 t3 t4 home"), (6, 3), ()),
    (("nest nest t20 t30", "nest nest nest nest"), (5, 2), ("enter 5",)),
    (("t2 t30 t66 home", "nest t40 h3 h3"), (2, 2), ("t66+2>t68", "t68+5>h5")),
    (("t30 t50 h5 home", "nest t40 t60 t60"), (6, 3), ("t50+6>t56", "h5+3>home")),
    (("h7 home home home", "t10 h7 home home", "nest home home home"), (6, 1), ("h7+1>home",)),
)


def with_names(canvas: Canvas, names: str) -> Canvas:
    canvas.boxes = [box for box in canvas.boxes if re.match(names, box.name)]
    return canvas


def captions(shown: Position, marks: Marks) -> Canvas:
    canvas = Canvas(Image.new("RGB", (WIDTH, 1200)))
    last, end = steps(marks), marks.verdict or ending(shown)
    if not end:
        draw_tray(canvas, shown, marks, last, NIGHT)
        draw_caption(canvas, shown, NIGHT)
        draw_just_played(canvas, shown, last, NIGHT)
    draw_corners(canvas, shown, end, NIGHT)
    return canvas


def test_captions_stand_where_they_did_in_every_phase(keep: Keep, outlines: Outlines) -> None:
    pictures = list[Canvas]()
    for number, (phase, options) in enumerate(product(PHASES.values(), (NO_LIMITS, LIMITS))):
        shown = position(*SPREAD[: 2 + number % 2], options=options, to_move=number % 2, **phase)
        pictures.append(captions(shown, Marks()))
    for begun, dice, moves in ROLLS:
        for options in (NO_LIMITS, LIMITS):
            shown, marks = moved(position(*begun, options=options), dice, *moves)
            pictures.append(captions(shown, marks))
    outlines.keep("parcheesi-captions", pictures)
    keep(words(pictures), GOLDENS / "parcheesi-captions.txt")


PICKED = (("t66", "t2"), ("t66", "t68"), ("t10", "t14"), ("t10", "t10"), ("h5", "home"), ("t66", "h2"), ("nest", "t5"))


def test_pawns_and_discs_stand_where_they_did(outlines: Outlines) -> None:
    """On full boards with blockades, with ever more choices on a square, and where a chosen move would bring one."""
    pictures, busy = list[Canvas](), ["t2", "t10", "t14", "t29", "t40", "t66", "h5", "h7", "home", "nest"]
    for seed in range(3):
        shown = crowded(seed)
        pictures.append(with_names(paint(shown), ".* (t|h|nest)|stone|wall|bonus|die|[0-9]"))
        own = sorted({at for seat in range(4) for at in shown.squares(seat) if at[0] == "t"})
        pictures.append(with_names(paint(shown, Marks(choices=everywhere(own, seed + 1))), "choice|ring"))
    for times in (1, 2, 3, 5):
        canvas = paint(position(*SPREAD), Marks(choices=everywhere(busy, times)))
        pictures.append(with_names(canvas, "choice|ring|.* (t|h)"))
    for picked in PICKED:
        canvas = paint(position(*SPREAD, "nest nest t63 h7"), Marks(chosen=picked))
        pictures.append(with_names(canvas, "coming|captured|chosen|.* (home|nest|t10|t66)"))
    outlines.keep("parcheesi-places", pictures)
