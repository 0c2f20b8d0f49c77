"""Matches as animated WebP: every picture in full colour, moves between them, and always small enough."""

import io
from collections.abc import Sequence
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat

from images.canvas.canvas import Area, Canvas
from images.marks.marks import NO_MARKS, Marks
from images.motion import reel
from images.motion.animation import FRAMES, HELD, WIDTH, Frame, TooLarge, choose_frames, pace
from images.motion.film import Act, travels
from images.motion.reel import MOMENT, MOMENTS, SAMPLES, make_webp, moments

RED = (250, 40, 60)


class Squares:
    """A game in which a square goes to a place of its own each turn; every third picture is higher than the others."""

    def paint(self, view: dict[str, Any], marks: Marks = NO_MARKS) -> Canvas:
        number = view["number"]
        canvas = Canvas(Image.new("RGB", (1024, 700 if number % 3 else 800), (13, 17, 30)))
        canvas.away = marks.away
        canvas.paste(Image.new("RGBA", (90, 90), (*RED, 255)), (100 + 90 * number, 300), "piece", "square")
        return canvas

    def acts(self, view: dict[str, Any], marks: Marks, boxes: Sequence[Area]) -> list[Act]:
        end = 100 + 90 * view["number"]
        return [Act(travels([((0.0, 1.0), [(end - 90, 300), (end, 300)])]), boxes[0])]


def frames(number: int) -> list[Frame]:
    return [({"number": one}, NO_MARKS) for one in range(number)]


def shown(data: bytes) -> list[tuple[Image.Image, int]]:
    """The pictures that a reader shows, each with its milliseconds."""
    with Image.open(io.BytesIO(data)) as film:
        assert (film.format, film.info["loop"]) == ("WEBP", 0)
        found = []
        for number in range(getattr(film, "n_frames", 1)):
            film.seek(number)
            film.load()
            found.append((film.convert("RGB"), int(film.info["duration"])))
        return found


def squares_left(picture: Image.Image) -> int:
    """Where the square begins, in pixels of the picture."""
    box = picture.getchannel("R").point(lambda value: 255 * (value > 130)).getbbox()
    assert box is not None
    return box[0]


def test_pieces_move_between_the_pictures_and_the_last_one_stays() -> None:
    told: list[int] = []
    found = shown(make_webp(Squares(), frames(5), told.append))
    assert told == [1, 2, 3, 4, 5]
    assert len(found) == 1 + 4 * (MOMENTS + 1)
    assert {picture.size for picture, _ in found} == {(WIDTH, 500)}
    places = [squares_left(picture) for picture, _ in found]
    assert places == sorted(places)
    assert len(set(places)) > 4 * MOMENTS / 2
    assert [duration for _, duration in found[1 : MOMENTS + 2]] == [*[MOMENT] * MOMENTS, pace(5) - MOMENTS * MOMENT]
    assert found[-1][1] == HELD


def test_each_picture_is_the_one_that_was_drawn() -> None:
    found = shown(make_webp(Squares(), frames(4), lambda _: None))[:: MOMENTS + 1]
    for number, (picture, _) in enumerate(found):
        drawn = Squares().paint({"number": number}).image
        wanted = Image.new("RGB", picture.size, (13, 17, 30))
        wanted.paste(drawn.resize((WIDTH, round(drawn.height * WIDTH / 1024)), Image.Resampling.LANCZOS))
        assert max(ImageStat.Stat(ImageChops.difference(picture, wanted)).mean) < 3


@pytest.mark.parametrize("steps", [1, 2, 50, 60, 150, 151, 300])
def test_there_are_never_too_many_frames(steps: int) -> None:
    assert 1 + (steps - 1) * (moments(steps) + 1) <= FRAMES
    assert 0 <= moments(steps) <= MOMENTS


@pytest.mark.parametrize(
    ("steps", "shown_between"),
    [(1, 5), (49, 5), (50, 5), (51, 4), (60, 4), (61, 3), (100, 2), (101, 1), (150, 1), (151, 0), (300, 0), (301, 0)],
)
def test_the_longer_a_match_the_fewer_moments_are_between_its_pictures(steps: int, shown_between: int) -> None:
    assert moments(steps) == shown_between


@pytest.mark.parametrize(
    ("number", "still", "between"),
    [(1, 1200, 0), (2, 950, 5), (60, 1000, 4), (100, 800, 2), (151, 596, 0), (300, 300, 0)],
)
def test_pictures_are_shown_as_long_as_their_moments_leave_and_the_last_one_longest(
    number: int, still: int, between: int
) -> None:
    times = reel._Reel(Squares(), frames(number), 0.9, lambda _: None).times
    expected = [still, *[*[MOMENT] * between, still] * (number - 1)]
    expected[-1] = HELD
    assert times == expected


@pytest.mark.thorough
def test_a_film_is_as_wide_as_others_and_as_high_as_its_highest_picture_however_late() -> None:
    class Late(Squares):
        def paint(self, view: dict[str, Any], marks: Marks = NO_MARKS) -> Canvas:
            canvas = super().paint({"number": 1}, marks)
            if view["number"] == 13:
                canvas.image = canvas.image.resize((1024, 900))
            return canvas

    assert 13 not in choose_frames(25, SAMPLES)
    assert {picture.size for picture, _ in shown(make_webp(Late(), frames(25), lambda _: None))} == {(WIDTH, 562)}


@pytest.mark.slow
def test_it_always_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reel, "QUALITIES", (70,))
    full = make_webp(Squares(), frames(8), lambda _: None)
    assert len(shown(make_webp(Squares(), frames(8), lambda _: None, len(full) - 1))) < len(shown(full))
    with pytest.raises(TooLarge):
        make_webp(Squares(), frames(2), lambda _: None, 100)


def test_one_picture_is_a_film_as_well() -> None:
    with Image.open(io.BytesIO(make_webp(Squares(), frames(1), lambda _: None))) as film:
        assert (film.format, film.width) == ("WEBP", WIDTH)
