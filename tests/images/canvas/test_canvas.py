"""The shared drawing board: caches, text, ways, the encoder."""

from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from itertools import islice, pairwise
from math import dist, pi
from threading import Event

import pytest
from PIL import Image, ImageChops, ImageStat

from images.canvas.canvas import (
    LIMIT,
    LINE,
    NARROWEST,
    SMALLEST_TEXT,
    Area,
    Canvas,
    Pen,
    along,
    arc,
    break_lines,
    bytes_of,
    cached_layer,
    cached_sprite,
    encode,
    luck,
    polar,
    space_evenly,
    star,
    text_width,
)
from images.canvas.fonts import Weight
from images.canvas.palette import NIGHT


def plain(value: int = 0) -> Image.Image:
    return Image.new("RGB", (64, 64), (value, value, value))


class TestCaches:
    def test_a_picture_is_drawn_once_even_if_several_threads_want_it(self) -> None:
        drawn = list[int]()

        @cached_sprite
        def slow(value: int) -> Image.Image:
            drawn.append(value)
            begun.set()
            assert go_on.wait(60)
            return plain(value)

        begun, go_on = Event(), Event()
        with ThreadPoolExecutor(3) as threads:
            wanted = [threads.submit(slow, 7)]
            assert begun.wait(60)
            wanted += [threads.submit(slow, 7), threads.submit(slow, 7)]
            go_on.set()
            pictures = [one.result() for one in wanted]
        assert drawn == [7]
        assert len({id(one) for one in pictures}) == 1

    def test_a_picture_takes_as_many_bytes_as_pillow_keeps(self) -> None:
        assert bytes_of(plain()) == 64 * 64 * 4
        assert bytes_of(plain().convert("L")) == 64 * 64

    def test_each_call_draws_on_a_layer_of_its_own(self) -> None:
        ground = cached_layer(lambda: Canvas(plain()))
        ground().paste(plain(255).convert("RGBA"), (32, 32))
        assert ground().image.getpixel((32, 32)) == (0, 0, 0)


class TestText:
    def test_nothing_is_too_small_to_be_read(self) -> None:
        with pytest.raises(ValueError, match="28"):
            Canvas(plain()).text((0, 32), "tiny", 27, NIGHT.ink)

    def test_no_letters_are_too_narrow_to_be_read(self) -> None:
        with pytest.raises(ValueError, match="narrow"):
            Canvas(plain()).text((0, 32), "narrow", 30, NIGHT.ink, width=NARROWEST - 0.01)

    @pytest.mark.parametrize("width", [1.0, 0.9, NARROWEST])
    def test_the_box_is_where_the_ink_is(self, width: float) -> None:
        canvas = Canvas(Image.new("RGB", (200, 64)))
        canvas.text((100, 32), "gold", 30, (255, 255, 255), anchor="mm", width=width)
        inked, box = canvas.image.getbbox(), canvas.boxes[0]
        assert inked is not None
        assert inked == pytest.approx((box.left, box.top, box.right, box.bottom), abs=2)

    def test_the_box_is_known_for_each_anchor(self) -> None:
        for anchor, edge in (("lm", "left"), ("rm", "right")):
            canvas = Canvas(Image.new("RGB", (200, 64)))
            canvas.text((100, 32), "moon", 30, (255, 255, 255), anchor=anchor)  # type: ignore[arg-type]  # a literal
            assert getattr(canvas.boxes[0], edge) == pytest.approx(100, abs=2)

    def test_the_ground_is_not_written_on(self) -> None:
        ground = plain()
        Canvas(ground).text((0, 32), "x", SMALLEST_TEXT, NIGHT.ink)
        assert ground.getbbox() is None

    @pytest.mark.parametrize(
        ("words", "widest", "lines"),
        [
            ("gold and silver", ("gold and silver",), ["gold and silver"]),
            ("gold and silver", ("gold and", "silver"), ["gold and", "silver"]),
            ("gold and silver", ("gold an", "and silver"), ["gold", "and silver"]),
            ("gold and silver", ("gold", "and", "silver"), ["gold", "and", "silver"]),
            ("gold and silver", ("gold and silver", "gold"), ["gold and silver"]),
            ("gold and silver", ("g", "and silver"), ["gold", "and silver"]),  # never an empty line
            ("gold and silver", ("gold", "and s…"), ["gold", "and s…"]),
            ("gold", ("g…",), ["g…"]),
            ("金と銀。", ("金と", "銀。"), ["金と", "銀。"]),
            ("金と銀。", ("金と銀", "銀。"), ["金と", "銀。"]),  # no line begins with a full stop
            ("Or : 15\u202f000 points", ("Or :", "15\u202f000 points"), ["Or :", "15\u202f000 points"]),
            ("Or\u202f: 15\u202f000", ("Or\u202f: 15", "15\u202f000"), ["Or\u202f:", "15\u202f000"]),
            ("", ("gold",), []),
        ],
    )
    def test_text_is_broken_between_words_and_cut_at_the_end(
        self, words: str, widest: tuple[str, ...], lines: list[str]
    ) -> None:
        assert break_lines(words, 30, "Bold", [text_width(line, 30, "Bold") for line in widest]) == lines

    @pytest.mark.parametrize(
        ("room", "lines", "size", "weight"),
        [
            ([text_width("gold and silver", 40)], ["gold and silver"], 40, "Bold"),
            ([text_width("gold and silver", 40) - 1], ["gold and silver"], 30, "Bold"),
            (
                [text_width("gold and silver", 30, "Semibold")],
                ["gold and silver"],
                30,
                "Semibold",
            ),  # in thinner letters
            ([text_width("gold and silver", 28, "Semibold")], ["gold and silver"], 28, "Semibold"),
            ([text_width("gold and silver", 30), 999], ["gold and silver"], 30, "Bold"),
            ([text_width("gold and silver", 30) - 1, 999], ["gold and", "silver"], 30, "Bold"),
        ],
    )
    def test_text_is_as_large_as_fits_then_broken_or_thinner_and_smaller(
        self, room: list[float], lines: list[str], size: int, weight: Weight
    ) -> None:
        canvas = Canvas(Image.new("RGB", (600, 120)))
        end = canvas.fit_text((10, 30), "gold and silver", (40, 30), room, NIGHT.ink)
        assert [box.name for box in canvas.boxes] == lines
        assert end == canvas.boxes[-1].right
        for number, box in enumerate(canvas.boxes):
            assert box.right - box.left == text_width(lines[number], size, weight)

    @pytest.mark.parametrize("share", [0.99, NARROWEST + 0.001])
    def test_text_that_is_still_too_wide_is_written_in_narrower_letters(self, share: float) -> None:
        canvas, room = Canvas(Image.new("RGB", (600, 120))), text_width("gold and silver", 28, "Semibold") * share
        canvas.fit_text((10, 30), "gold and silver", (40, 30), room, NIGHT.ink)
        (box,) = canvas.boxes
        assert box.name == "gold and silver"
        assert box.right - box.left == pytest.approx(room)

    def test_only_what_fits_in_no_letters_is_cut(self) -> None:
        canvas = Canvas(Image.new("RGB", (600, 120)))
        room = text_width("gold and silver", 28, "Semibold") * NARROWEST - 1
        canvas.fit_text((10, 30), "gold and silver", (40, 30), room, NIGHT.ink)
        assert [box.name for box in canvas.boxes] == ["gold and sil…"]

    def test_each_line_stands_as_far_below_the_one_before(self) -> None:
        canvas = Canvas(Image.new("RGB", (200, 200)))
        end = canvas.fit_text((190, 30), "moon moon moon", (30,), [80, 80, 80], NIGHT.ink, anchor="rm")
        assert [(box.name, box.right, box.top - canvas.boxes[0].top) for box in canvas.boxes] == [
            ("moon", end, number * LINE) for number in range(3)
        ]


class TestBoxes:
    @pytest.mark.parametrize(
        ("other", "overlaps", "carries"),
        [
            ((10, 10, 20, 20), True, True),
            ((11, 11, 19, 19), True, True),
            ((9, 10, 20, 20), True, False),
            ((10, 9, 20, 20), True, False),
            ((10, 10, 21, 20), True, False),
            ((10, 10, 20, 21), True, False),
            ((19, 19, 30, 30), True, False),
            ((20, 10, 30, 20), False, False),  # they only touch
            ((0, 10, 10, 20), False, False),
            ((10, 20, 20, 30), False, False),
            ((10, 0, 20, 10), False, False),
            ((30, 10, 40, 20), False, False),
        ],
    )
    def test_boxes_that_touch_do_not_overlap(
        self, other: tuple[int, int, int, int], overlaps: bool, carries: bool
    ) -> None:
        one, two = Area("mark", "a", 10, 10, 20, 20), Area("mark", "b", *other)
        assert (one.overlaps(two), two.overlaps(one), one.carries(two)) == (overlaps, overlaps, carries)

    def test_the_distance_of_a_point_is_that_to_the_nearest_edge(self) -> None:
        box = Area("mark", "a", 10, 20, 30, 40)
        points = ((20, 30), (10, 20), (30, 40), (5, 30), (33, 30), (20, 12), (20, 41), (7, 16))
        assert [box.distance(at) for at in points] == [0, 0, 0, 5, 3, 8, 1, 5]
        assert box.middle == (20, 30)

    def test_a_piece_that_is_away_is_left_out_but_known(self) -> None:
        canvas, sprite = Canvas(plain()), Image.new("RGBA", (10, 10), (255, 0, 0, 255))
        canvas.away = (Area("piece", "moon", 25, 25, 35, 35),)
        for name, at in (("moon", (30, 30)), ("moon", (50, 50)), ("planet", (10, 10))):
            canvas.paste(sprite, at, "piece", name)
        assert [(box.name, box.middle) for box in canvas.boxes] == [("moon", (50, 50)), ("planet", (10, 10))]
        assert canvas.left_out == {canvas.away[0]: (sprite, (30, 30))}
        assert [canvas.image.getpixel(at) for at in ((30, 30), (50, 50))] == [(0, 0, 0), (255, 0, 0)]

    def test_the_box_of_a_sprite_is_that_of_its_ink(self) -> None:
        canvas, sprite = Canvas(plain()), Image.new("RGBA", (20, 20))
        sprite.paste((255, 0, 0, 255), (2, 4, 12, 16))
        canvas.paste(sprite, (30, 40), "piece", "moon")
        canvas.paste(sprite, (30, 40), name="shadow", remember=False)
        canvas.paste(Image.new("RGBA", (8, 8)), (30, 40))
        assert canvas.boxes == [Area("piece", "moon", 22, 34, 32, 46), Area("mark", "", 26, 36, 26, 36)]


class TestShapes:
    def test_angles_run_clockwise_from_three_o_clock(self) -> None:
        assert polar((0, 0), 2, pi / 2) == pytest.approx((0, 2))

    @pytest.mark.parametrize(
        ("turn", "step", "number"), [(pi, 6.0, 7), (pi, 40.0, 2), (pi / 2, 15.0, 3), (0.0, 6.0, 2)]
    )
    def test_points_of_an_arc_are_close_enough_and_the_ends_are_there(
        self, turn: float, step: float, number: int
    ) -> None:
        points = arc((5, 5), 10, 0.0, turn, step)
        assert len(points) == number
        assert points[0] == pytest.approx((15, 5))
        assert points[-1] == pytest.approx(polar((5, 5), 10, turn))
        assert all(dist(one, other) <= step for one, other in pairwise(points))

    def test_a_star_is_pointed(self) -> None:
        points = star((0, 0), 10, 5, 4)
        assert [round(dist((0, 0), at)) for at in points] == [10, 5] * 4
        assert points[2] == pytest.approx((10, 0))
        assert points[1] == pytest.approx(polar((0, 0), 5, -pi / 4))

    def test_points_of_a_way_are_there_once(self) -> None:
        assert along([(0, 0), (10, 0), (10, 0), (20, 0)], 0, 0) == [(0, 0), (10, 0), (20, 0)]
        assert along([(0, 0), (10, 0), (20, 0)], 10, 0) == [(10, 0), (20, 0)]

    def test_luck_is_always_the_same(self) -> None:
        assert [round(value * 2147483647) for value in islice(luck(1), 3)] == [48271, 182605794, 1291394886]

    def test_an_arc_keeps_its_radius(self) -> None:
        assert all(x * x + y * y == pytest.approx(100) for x, y in arc((0, 0), 10, 0, pi))

    def test_a_star_has_one_ray_straight_up(self) -> None:
        assert star((0, 0), 10, 5, 12)[0] == pytest.approx((0, -10))

    def test_a_way_is_shortened_at_both_ends(self) -> None:
        assert along([(0, 0), (10, 0), (10, 10)], 4, 3) == [(4, 0), (10, 0), (10, 7)]

    def test_points_are_spread_evenly_along_a_way(self) -> None:
        assert space_evenly([(0, 0), (10, 0), (10, 10)], 4) == [(2.5, 0), (7.5, 0), (10, 2.5), (10, 7.5)]
        assert space_evenly([(0, 0), (10, 0)], 0) == []

    def test_a_smooth_edge_does_not_darken(self) -> None:
        pen = Pen((20, 20), 8)
        pen.disc((10, 10), 8, (250, 200, 40))
        data = pen.reduce().tobytes()
        seen = [data[i : i + 3] for i in range(0, len(data), 4) if data[i + 3] > 40]
        assert len(seen) > 150
        assert all(abs(a - b) < 12 for pixel in seen for a, b in zip(pixel, (250, 200, 40), strict=True))


class TestEncoding:
    def test_the_picture_comes_back(self) -> None:
        encoded = encode(Image.new("RGB", (300, 200), (200, 30, 30)))
        with Image.open(BytesIO(encoded.data)) as back:
            assert back.size == (300, 200)
            assert back.convert("RGB").getpixel((150, 100)) == pytest.approx((200, 30, 30), abs=4)
            assert back.format == "WEBP"
        assert encoded.suffix == "webp"

    def test_a_restless_picture_gives_way_in_quality(self) -> None:
        restless = Image.effect_noise((500, 500), 60).convert("RGB")
        out = BytesIO()
        restless.save(out, "WEBP", quality=76)
        assert out.tell() > LIMIT
        assert len(encode(restless).data) <= LIMIT
        assert len(encode(restless, quickly=True).data) <= LIMIT

    def test_made_quickly_it_is_the_same_picture_to_the_eye(self) -> None:
        ramp = Image.linear_gradient("L").resize((400, 300))
        picture = Image.merge("RGB", (ramp, ramp.transpose(Image.Transpose.FLIP_LEFT_RIGHT), ramp.rotate(180)))
        with Image.open(BytesIO(encode(picture, quickly=True).data)) as back:
            assert (back.size, back.format) == (picture.size, "JPEG")
            off = ImageStat.Stat(ImageChops.difference(back.convert("RGB"), picture)).mean
        assert max(off) < 3
        assert encode(picture, quickly=True).suffix == "jpg"
