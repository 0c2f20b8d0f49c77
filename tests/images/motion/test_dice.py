"""Dice: as many pips as the face says, and states that differ without colour."""

from itertools import combinations
from typing import get_args

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageStat

from images.canvas.canvas import Area
from images.canvas.palette import NIGHT
from images.motion.dice import DieState, die, rolling

STATES: tuple[DieState, ...] = get_args(DieState)
FACES = range(1, 7)


def grey(value: int, state: DieState, size: int) -> Image.Image:
    ground = Image.new("RGB", (size, size), NIGHT.surface[0])
    sprite = die(value, size, state, NIGHT)
    ground.paste(sprite, (0, 0), sprite)
    return ground.convert("L")


def spots(picture: Image.Image, least: int) -> int:
    """How many dark spots of at least `least` points lie on the light face."""
    marked = picture.point(lambda value: 255 * (value < 100))
    ImageDraw.floodfill(marked, (0, 0), 128)  # what lies around the die
    found = 0
    for y in range(marked.height):
        for x in range(marked.width):
            if marked.getpixel((x, y)) == 255:
                ImageDraw.floodfill(marked, (x, y), 64)
                found += marked.histogram()[64] >= least
                marked = marked.point(lambda value: 0 if value == 64 else value)
    return found


@pytest.mark.parametrize("value", FACES)
def test_a_face_has_as_many_pips_as_it_counts(value: int) -> None:
    assert spots(grey(value, "open", 72), 60) == value


@pytest.mark.parametrize("value", FACES)
def test_pips_stay_apart_on_a_phone(value: int) -> None:
    shown = grey(value, "open", 64).resize((25, 25), Image.Resampling.LANCZOS).resize((100, 100))
    assert spots(shown, 20) == value


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("size", [28, 47, 96])
def test_a_die_fills_its_square_and_no_more(state: DieState, size: int) -> None:
    sprite = die(6, size, state, NIGHT)
    assert sprite.size == (size, size)
    assert sprite.mode == "RGBA"
    box = sprite.getbbox()
    assert box is not None
    assert min(box[2] - box[0], box[3] - box[1]) >= size - 2


@pytest.mark.parametrize(("first", "second"), list(combinations(STATES, 2)))
def test_states_differ_in_a_grey_print(first: DieState, second: DieState) -> None:
    for value in FACES:
        one, two = grey(value, first, 48), grey(value, second, 48)
        assert ImageStat.Stat(ImageChops.difference(one, two)).mean[0] > 10


def test_a_die_is_drawn_once() -> None:
    assert die(3, 60, "open", NIGHT) is die(3, 60, "open", NIGHT)


def test_there_is_no_seven() -> None:
    with pytest.raises(KeyError):
        die(7, 60, "open", NIGHT)


def test_dice_roll_over_the_same_faces_each_time_and_end_on_what_was_rolled() -> None:
    boxes = [Area("piece", "die 3", 0, 0, 60, 60), Area("piece", "die 5", 70, 0, 130, 60)]
    once, again = (rolling(boxes, (3, 5), 60, (0.0, 1.0), 1) for _ in range(2))
    assert [act.last for act in once] == boxes
    rolled = die(3, 60, "open", NIGHT), (30.0, 30.0)
    for one, other in zip(once, again, strict=True):
        poses = [act.play(share, rolled) for share in (0.1, 0.5, 1.0) for act in (one, other)]
        looks = [pose[0].tobytes() for pose in poses if pose]
        assert looks[::2] == looks[1::2]
        assert looks[-1] == rolled[0].tobytes()
        assert len(set(looks)) == 3
