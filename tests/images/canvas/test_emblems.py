"""Emblems: a shape for each colour, told apart without it."""

from itertools import combinations

import pytest
from PIL import ImageChops, ImageStat

from images.canvas.canvas import Pen
from images.canvas.emblems import EMBLEMS, draw_emblem, emblem
from images.canvas.palette import NIGHT, THEMES, Theme, legible


@pytest.mark.parametrize("size", [14, 20, 40])
@pytest.mark.parametrize(("first", "second"), list(combinations(EMBLEMS, 2)))
def test_shapes_differ(first: str, second: str, size: int) -> None:
    one, two = (emblem(colour, size, NIGHT).getchannel("A") for colour in (first, second))
    common = ImageStat.Stat(ImageChops.darker(one, two)).sum[0]
    whole = ImageStat.Stat(ImageChops.lighter(one, two)).sum[0]
    assert common / whole < 0.75


@pytest.mark.parametrize("colour", EMBLEMS)
def test_an_emblem_keeps_to_its_square(colour: str) -> None:
    pen = Pen((60, 60), 4)
    draw_emblem(pen, colour, (30, 30), 20 * 0.92, NIGHT.ink)
    box = pen.reduce().getbbox()
    assert box is not None
    assert min(box[:2]) >= 10
    assert max(box[2:]) <= 50


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize("colour", EMBLEMS)
def test_an_emblem_has_the_hue_of_words_in_the_seats_colour(colour: str, theme: Theme) -> None:
    for sprite, hue in (
        (emblem(colour, 40, theme), legible(theme.seats[colour], theme)),
        (emblem(colour, 40, theme, (1, 2, 3)), (1, 2, 3)),
    ):
        paints = [paint for _, paint in sprite.getcolors(1600) or [] if isinstance(paint, tuple)]
        assert {paint for paint in paints if paint[3] == 255} == {(*hue, 255)}


def test_a_colour_without_an_emblem_is_refused() -> None:
    with pytest.raises(KeyError):
        emblem("silver", 20, NIGHT)
