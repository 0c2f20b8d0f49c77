"""Where places can be touched: what holds for the shapes of every game."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import combinations, pairwise
from random import Random
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageDraw

from bot.rules import GAMES
from bot.rules.chance import Sealed
from cogs.shared.presentation.paths import places_of
from cogs.shared.presentation.presentation import Presentation, Sheet
from images.canvas.shapes import Shape
from images.marks.marks import Choice, Marks
from tests.cogs.games import screen_of

LITTLE = 0.12
"""The part of the smaller of two shapes that the larger one may cover."""


OUTSIDE = 0.15
"""The part of the places of a growing field that may lie outside of the window that a picture shows of a large one."""


def positions(key: str, seed: int, moves: int) -> Iterator[Any]:
    """Positions of a match of chance in which someone chooses a move in steps."""
    game, screen, picks = GAMES[key], screen_of(key), Random(seed)
    luck = Sealed(seed.to_bytes(32, "big"), "table")
    while True:
        options = {option.name: picks.choice(option.choices) for option in game.options if option.choices}
        with suppress(ValueError):  # these don't go together
            state = game.start(picks.choice(game.seats(options)), options, luck)
            break
    for _ in range(moves):
        if state.to_move is None:
            return
        if screen.paths(state):
            yield state
        state = state.play(picks.choice(state.legal()), luck)


def sheets_of(screen: Presentation, state: Any) -> list[Sheet]:
    """The pictures on which someone chooses: the board, and the own hand in games that hide hands."""
    sight = state.sight(state.to_move)
    marks = Marks(in_sight=places_of(screen.paths(state)))
    return [screen.board_sheet(sight, marks), *([screen.hand(sight)] if screen.game.hidden else [])]


def shapes_of(screen: Presentation, state: Any) -> tuple[list[Sheet], dict[str, tuple[int, Shape]]]:
    """All pictures, and where the places of all steps are: on which picture, and in which shape."""
    sheets = sheets_of(screen, state)
    found = {
        at: (number, shape)
        for at in places_of(screen.paths(state))
        for number, sheet in enumerate(sheets)
        if (shape := sheet.shape(at)) is not None
    }
    return sheets, found


def mask(size: tuple[int, int], shape: Shape, grown: int = 0) -> Image.Image:
    image = Image.new("L", size)
    drawing = ImageDraw.Draw(image)
    drawing.polygon(shape.outline, 255)
    if grown:
        drawing.line([*shape.outline, shape.outline[0]], 255, 2 * grown)
    return image


def area(image: Image.Image) -> int:
    return sum(image.histogram()[128:])


def may_touch(one: Shape, other: Shape) -> bool:
    """Whether the boxes around two shapes have a point in common, give or take a pixel."""
    (left, right), (top, bottom) = (ends_of(one, axis) for axis in (0, 1))
    (others_left, others_right), (others_top, others_bottom) = (ends_of(other, axis) for axis in (0, 1))
    across = left <= others_right + 1 and others_left <= right + 1
    return across and top <= others_bottom + 1 and others_top <= bottom + 1


def ends_of(shape: Shape, axis: int) -> tuple[float, float]:
    values = [point[axis] for point in shape.outline]
    return min(values), max(values)


@pytest.mark.sample(5)
@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_places_are_inside_the_picture_and_apart(key: str, seed: int) -> None:
    screen = screen_of(key)
    chosen = list(positions(key, seed, 24))[::6]
    assert chosen or key == "parcheesi"
    for state in chosen:
        sheets, found = shapes_of(screen, state)
        sizes = [sheet.draw().size for sheet in sheets]
        masks = {}
        for at, (number, shape) in found.items():
            wide, tall = sizes[number]
            assert all(0 <= x <= wide and 0 <= y <= tall for x, y in shape.outline), at
            masks[at] = mask(sizes[number], shape)
        for one, other in combinations(found, 2):
            if found[one][0] == found[other][0] and may_touch(found[one][1], found[other][1]):
                both = area(ImageChops.multiply(masks[one], masks[other]))
                assert both <= LITTLE * min(area(masks[one]), area(masks[other])), (one, other)


@pytest.mark.sample(5)
@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_every_place_of_a_first_step_can_be_touched(key: str, seed: int) -> None:
    screen = screen_of(key)
    for state in positions(key, seed, 60):
        _, found = shapes_of(screen, state)
        firsts = {path[0].at for path, _ in screen.paths(state)} - {None}
        missing = firsts - found.keys()
        assert len(missing) <= OUTSIDE * len(firsts), missing


@pytest.mark.sample(5)
@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_a_shape_covers_what_the_picture_marks_for_its_place(key: str, seed: int) -> None:
    """A picture with a choice marked differs from one with another marked in both places, and hardly elsewhere."""
    screen = screen_of(key)
    for state in list(positions(key, seed, 24))[::8]:
        _, found = shapes_of(screen, state)
        sight = state.sight(state.to_move)
        here = [at for at, (number, _) in found.items() if number == 0][:3]
        for one, other in pairwise(here):
            choices = (Marks(choices=(Choice("1", at, "piece"),)) for at in (one, other))
            pictures = [screen.pictures.draw(sight, marks) for marks in choices]
            if pictures[0].size != pictures[1].size:
                continue
            changed = ImageChops.difference(*pictures).convert("L").point(lambda value: 255 * (value > 40))
            for at in (one, other):
                marked = area(ImageChops.multiply(changed, mask(changed.size, found[at][1], 6)))
                assert marked > 60, at
