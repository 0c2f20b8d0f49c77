"""Animated GIFs: how many frames, for how long, how large, and that each frame is the picture it stands for."""

import io
from collections.abc import Sequence
from typing import Any

import pytest
from PIL import Image, ImageChops

from images.canvas.palette import NIGHT
from images.marks.marks import NO_MARKS, Marks
from images.motion import animation
from images.motion.animation import (
    BYTES,
    FRAMES,
    HELD,
    QUALITIES,
    SAMPLES,
    WIDTH,
    Frame,
    Higher,
    Quality,
    TooLarge,
    best,
    choose_frames,
    make_gif,
    on_film,
    pace,
)


def squares(view: dict[str, Any], marks: Marks = NO_MARKS) -> Image.Image:
    """A picture with a square at a place of its own; every third one is higher than the others."""
    number = view["number"]
    picture = Image.new("RGB", (1024, 700 if number % 3 else 800), (13, 17, 30))
    picture.paste((250, 40 * (number % 5), 60), (100 * (number % 9), 300, 100 * (number % 9) + 90, 390))
    return picture


def noise(view: dict[str, Any], marks: Marks = NO_MARKS) -> Image.Image:
    """A picture of which nothing stays."""
    del marks
    grain = Image.effect_noise((128, 128), 90)
    return Image.merge("RGB", (grain, grain.rotate(90), grain.rotate(180)))


def frames(number: int) -> list[Frame]:
    return [({"number": one}, NO_MARKS) for one in range(number)]


def shown(data: bytes) -> list[tuple[Image.Image, int]]:
    """The pictures that a reader shows, each with its milliseconds."""
    found: list[tuple[Image.Image, int]] = []
    with Image.open(io.BytesIO(data)) as gif:
        assert gif.format == "GIF"
        assert gif.info["loop"] == 0
        for number in range(10_000):
            try:
                gif.seek(number)
            except EOFError:
                return found
            found.append((gif.convert("RGB"), int(gif.info["duration"])))
    raise AssertionError("there is no end")


class TestChosen:
    @pytest.mark.parametrize("number", [1, 2, 299, 300, 301, 302, 599, 600, 1522, 9000])
    def test_the_first_and_the_last_are_there_and_no_more_than_there_is_room_for(self, number: int) -> None:
        found = choose_frames(number)
        assert (found[0], found[-1]) == (0, number - 1)
        assert found == sorted(set(found))
        assert len(found) <= FRAMES
        assert len(found) == number or len(found) > FRAMES // 2

    @pytest.mark.parametrize(
        ("number", "most", "indexes"),
        [
            (0, 3, []),
            (1, 3, [0]),
            (3, 3, [0, 1, 2]),
            (4, 3, [0, 1, 3]),
            (5, 3, [0, 2, 4]),
            (6, 3, [0, 2, 5]),
            (7, 4, [0, 2, 4, 6]),
            (8, 4, [0, 1, 4, 7]),
            (9, 2, [0, 8]),
        ],
    )
    def test_they_are_spread_evenly(self, number: int, most: int, indexes: list[int]) -> None:
        assert choose_frames(number, most) == indexes


class TestAnimated:
    def test_each_frame_is_its_picture(self) -> None:
        told: list[int] = []
        found = shown(make_gif(squares, frames(7), told.append))
        assert told == [1, 2, 3, 4, 5, 6, 7]
        assert [duration for _, duration in found] == [pace(7)] * 6 + [HELD]
        for number, (picture, _) in enumerate(found):
            assert picture.size == (WIDTH, 500)
            drawn = squares({"number": number})
            wanted = Image.new("RGB", picture.size, (13, 17, 30))
            wanted.paste(drawn.resize((WIDTH, round(drawn.height * WIDTH / 1024)), Image.Resampling.LANCZOS))
            inside = (100 * (number % 9) * 5 // 8 + 5, 195, 100 * (number % 9) * 5 // 8 + 50, 235)
            difference = ImageChops.difference(picture, wanted).crop(inside)
            assert max(difference.tobytes()) <= 16

    @pytest.mark.thorough
    def test_a_picture_higher_than_those_looked_at_first_is_whole(self) -> None:
        number = next(number for number in range(60) if number not in choose_frames(60, SAMPLES))

        def drawn(view: dict[str, Any], marks: Marks = NO_MARKS) -> Image.Image:
            picture = squares({"number": 1}, marks)
            return picture.resize((1024, 900)) if view["number"] == number else picture

        assert {picture.height for picture, _ in shown(make_gif(drawn, frames(60), lambda _: None))} == {562}

    def test_frames_that_are_alike_are_all_there(self) -> None:
        assert len(shown(make_gif(squares, [({"number": 1}, NO_MARKS)] * 4, lambda _: None))) == 4

    def test_one_frame_is_a_gif_as_well(self) -> None:
        assert [duration for _, duration in shown(make_gif(squares, frames(1), lambda _: None))] == [HELD]

    def test_it_always_fits(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(animation, "QUALITIES", (Quality(128, 255, 0), Quality(64, 63, 20)))
        small = len(make_gif(noise, frames(4), lambda _: None))
        made = make_gif(noise, frames(4), lambda _: None, small // 3)
        assert len(made) <= small // 3
        assert [picture.width for picture, _ in shown(made)] == [64] * 4
        tiny = make_gif(noise, frames(8), lambda _: None, small // 4)
        assert len(tiny) <= small // 4
        assert 1 < len(shown(tiny)) < 8
        with pytest.raises(TooLarge):
            make_gif(noise, frames(2), lambda _: None, 1000)

    @pytest.mark.parametrize(
        ("frames", "milliseconds"),
        [(0, 1200), (1, 1200), (75, 1200), (76, 1184), (100, 900), (299, 301), (300, 300), (301, 300), (9000, 300)],
    )
    def test_long_matches_are_shown_faster(self, frames: int, milliseconds: int) -> None:
        assert pace(frames) == milliseconds

    def test_each_quality_makes_a_smaller_file_than_the_one_before(self) -> None:
        assert BYTES <= 10_000_000
        assert [quality.width for quality in QUALITIES] == sorted((one.width for one in QUALITIES), reverse=True)


def test_the_seats_colours_stay_what_they_are_however_rare() -> None:
    """A few points of each in pictures of many other colours."""
    noise = Image.effect_noise((64, 64), 120).convert("RGB")
    for number, hue in enumerate(NIGHT.seats.values()):
        noise.putpixel((number, 0), hue)
    palette = animation.palette_of(noise, 255)
    kept = noise.quantize(palette=palette, dither=Image.Dither.NONE).convert("RGB")
    for number, hue in enumerate(NIGHT.seats.values()):
        shown = kept.getpixel((number, 0))
        assert isinstance(shown, tuple)
        assert max(abs(one - other) for one, other in zip(shown, hue, strict=True)) <= 4


class TestBest:
    """How the best quality is found in which everything fits."""

    def tried(self, number: int, fits: set[tuple[int, str]], highest: float = 0.5) -> list[tuple[int, str, float]]:
        """The number of frames, the quality and the height of each attempt."""
        attempts: list[tuple[int, str, float]] = []

        def write(some: Sequence[Frame], quality: str, height: float) -> bytes:
            attempts.append((len(some), quality, height))
            if height < highest:
                raise Higher(highest)
            if (len(some), quality) not in fits:
                raise TooLarge
            return b"made"

        assert best(frames(number), ("good", "poor"), 0.5, write) == b"made"
        return attempts

    def test_the_first_quality_that_fits_is_taken(self) -> None:
        assert self.tried(5, {(5, "good"), (5, "poor")}) == [(5, "good", 0.5)]
        assert self.tried(5, {(5, "poor"), (3, "good")}) == [(5, "good", 0.5), (5, "poor", 0.5)]

    def test_frames_are_left_out_only_if_no_quality_fits(self) -> None:
        tried = [(9, "good"), (9, "poor"), (5, "good"), (5, "poor"), (3, "good"), (3, "poor"), (2, "good")]
        assert self.tried(9, {(2, "good")}) == [(number, quality, 0.5) for number, quality in tried]

    def test_a_higher_picture_makes_the_film_higher_in_the_same_quality(self) -> None:
        assert self.tried(5, {(5, "poor")}, 0.8) == [(5, "good", 0.5), (5, "good", 0.8), (5, "poor", 0.8)]

    def test_two_frames_that_are_too_large_are_too_large(self) -> None:
        for number in (1, 2):
            with pytest.raises(TooLarge):
                self.tried(number, set())


def test_a_lower_picture_stands_at_the_top_of_a_film_and_a_higher_one_is_refused() -> None:
    picture = Image.new("RGB", (40, 20), (200, 10, 10))
    assert on_film(picture, (40, 20)) is picture
    lower = on_film(picture, (40, 21))
    assert (lower.size, lower.getpixel((39, 19)), lower.getpixel((39, 20))) == ((40, 21), (200, 10, 10), NIGHT.ground)
    with pytest.raises(Higher) as refused:
        on_film(picture, (40, 19))
    assert refused.value.height == 0.5
