"""Where discs, numbers and ways go on boards of Southern Cross: as they did, however crowded the board is."""

from collections.abc import Iterable
from itertools import cycle, product

from PIL import Image, ImageDraw

from bot.rules.southern_cross import Jump, Position, Spin, Step
from images.canvas.canvas import Canvas, Point
from images.canvas.palette import NIGHT
from images.marks.marks import Choice, Marks
from images.southern_cross import arrows, choosing, paint, throwing
from images.southern_cross.board import LARGE
from images.southern_cross.choosing import Spot, choice_spots, fixed_spots
from images.southern_cross.throwing import SMALL
from tests.images.conftest import GOLDENS
from tests.images.outlines import Outlines
from tests.images.southern_cross_positions import (
    CROWDED,
    EMPTY,
    MIDDLE,
    after,
    crowded,
    everywhere,
    numbered,
    position,
    three_actions,
)
from tests.kept import Keep

AMOUNTS = [f"{dial} {amount}" for dial in "CNESW" for amount in (90, 180, 270)]
LONG = after(position(CROWDED, 38, max_turns=40), "f5xf3xf1xd1xb1xb3xb5", "spin C 270", "d2-d1")
AT = ("a6", "c3", "f4")
COUNTS = (1, 4, 9, 14)


def point(at: Point) -> str:
    return f"{at[0]:.1f},{at[1]:.1f}"


def spot_in_words(spot: Spot) -> str:
    return f"{point(spot.at)} {spot.reach:g}{spot.words}"


def discs(canvas: Canvas, shown: Position, choices: tuple[Choice, ...]) -> str:
    spots = choice_spots(canvas, LARGE, shown, choices, fixed_spots(LARGE, shown, choices))
    return "; ".join(map(spot_in_words, spots))


def test_discs_of_choices_stand_where_they_did(keep: Keep) -> None:
    """Some of one square or more, all over full boards, and at dials, amounts and bases."""
    lines = list[str]()
    boards = {name: position(rows, 9) for name, rows in zip("ECM", (EMPTY, CROWDED, MIDDLE), strict=True)}
    scenes = {name: (paint(shown), shown) for name, shown in boards.items()} | {
        "three actions": (paint(*LONG), LONG[0])
    }
    for (name, (canvas, shown)), square, count in product(scenes.items(), AT, COUNTS):
        lines.append(f"{name} {square} {count}: {discs(canvas, shown, numbered([square] * count))}")
    for name, (canvas, shown) in scenes.items():
        for places in (
            AT * 3,
            ["base"] * 5 + ["C", "N", "E", "S", "W"],
            AMOUNTS,
        ):
            lines.append(f"{name}: {discs(canvas, shown, numbered(places))}")
    for seed in range(4):
        shown = crowded(seed)
        marks = everywhere(seed, shown)
        lines.append(f"everywhere {seed}: {discs(paint(shown, Marks(marks.last)), shown, marks.choices)}")
    keep("\n".join(lines) + "\n", GOLDENS / "southern_cross-discs.txt")


def test_numbers_of_actions_stand_where_they_did(keep: Keep) -> None:
    lines = list[str]()
    for seed in range(8):
        for box in paint(crowded(seed % 7), three_actions(seed)).boxes:
            if box.name.startswith("number "):
                lines.append(f"{seed} {box.name}: {box.left:.1f} {box.top:.1f} {box.right:.1f} {box.bottom:.1f}")
    keep("\n".join(lines) + "\n", GOLDENS / "southern_cross-numbers.txt")


WALKS = (
    *(move for at in ("c6", "d6", "d5", "c1", "f3", "a4") for move in (Step("base", at), Jump("base", (at,)))),
    *(Step(start, stop) for start, stop in (("a1", "a2"), ("d4", "c4"), ("f6", "e6"), ("c3", "c2"))),
    *(Jump(start, (stop,)) for start, stop in (("a1", "a3"), ("d4", "b4"), ("f6", "d6"), ("c3", "c1"))),
    Jump("f5", ("f3", "f1", "d1", "b1", "b3", "b5")),
)


PICKED = (
    *(("base", "d6"), ("base", "d5"), ("base", "b2"), ("c3", "c4")),
    *(("c3", "e3"), ("c3", "c3"), ("c3", "f5"), ("f4", "b2")),
)


PANEL = (512, 640)


def panel(ways_: Iterable[list[Point]]) -> Image.Image:
    """Ways over a board of half the size, each in a colour of its own."""
    image = Image.new("RGB", PANEL)
    pen, hues = ImageDraw.Draw(image), cycle(((255, 255, 255), (255, 90, 90), (90, 160, 255), (90, 220, 110)))
    for way, hue in zip(ways_, hues, strict=False):
        pen.line([(round(x / 2), round(y / 2)) for x, y in way], fill=hue)
    return image


def test_ways_of_counters_go_where_they_did(outlines: Outlines) -> None:
    """Those of actions beside each other, of spins, of what has been picked, and of throws."""
    panels = list[Image.Image]()
    for layout, colour in product((LARGE, SMALL), ("blue", "red", "yellow", "green")):
        walks = [walk for walk in WALKS if walk.start == "base" or colour == "blue"]
        panels.append(panel(arrows.walk_way(layout, walk, colour, lane) for walk in walks for lane in (0.0, -14.0)))
    for layout in (LARGE, SMALL):
        spins = product("CN", (90, 180, 270), (0.0, 11.0))
        panels.append(panel(arrows.spin_way(layout, Spin(dial, degrees), inward) for dial, degrees, inward in spins))
    for colour in ("blue", "green"):
        panels.append(panel(choosing._chosen_way(LARGE, start, stop, colour) for start, stop in PICKED))
    panels.append(panel(throwing.flight(distance) for distance in (-30, 0, 1, 39, 50, 99, 130)))
    wide, high = PANEL
    sheet = Image.new("RGB", (4 * wide, -(-len(panels) // 4) * high))
    for number, one in enumerate(panels):
        sheet.paste(one, (number % 4 * wide, number // 4 * high))
    outlines.check(sheet, "southern_cross-ways")


def test_actions_between_the_same_places_go_beside_each_other() -> None:
    step, back = Step("a1", "a2"), Step("a2", "a1")
    jump, spin = Jump("a1", ("a3",)), Spin("C", 90)
    assert arrows.lanes_of([step]) == [0.0]
    assert arrows.lanes_of([step, back]) == [-11.0, 11.0]
    assert arrows.lanes_of([step, spin, back, step]) == [-22.0, 0.0, 0.0, 22.0]
    assert arrows.lanes_of([jump] * 4) == [0.0, -14.0, 12.0, 0.0]
    assert arrows.lanes_of([spin, Spin("N", 90), spin, spin]) == [0.0, 0.0, 11.0, 22.0]


def test_the_newest_action_is_the_brightest() -> None:
    ages = [arrows.fading(age, NIGHT) for age in range(5)]
    assert ages[0] == NIGHT.last
    assert len(set(ages[:4])) == 4
    assert ages[3] == ages[4]
