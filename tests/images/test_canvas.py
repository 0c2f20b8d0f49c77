"""The shared drawing board: caches, text, ways, the encoder."""

from io import BytesIO
from math import pi

import pytest
from PIL import Image, ImageChops, ImageStat

from images.caches import PictureCache, bytes_of
from images.canvas import LIMIT, Box, Canvas, Pen, along, arc, encode, polar, spaced, star
from images.palette import NIGHT


def plain(value: int = 0) -> Image.Image:
    return Image.new("RGB", (64, 64), (value, value, value))


class TestCaches:
    def setup_method(self) -> None:
        self.cache: PictureCache[Image.Image] = PictureCache(2 * 64 * 64 * 4, bytes_of)
        self.made = ""

    def get(self, name: str) -> None:
        def make() -> Image.Image:
            self.made += name
            return plain()

        self.cache.get(name, make)

    def test_a_picture_is_made_once(self) -> None:
        for _ in range(3):
            self.get("a")
        assert self.made == "a"

    def test_the_longest_unused_goes_first(self) -> None:
        for name in "abacab":
            self.get(name)
        assert self.made == "abcb"
        assert len(self.cache) == 2

    def test_a_picture_larger_than_the_limit_is_the_only_one(self) -> None:
        self.cache.limit = 1
        for name in "aab":
            self.get(name)
        assert self.made == "ab"
        assert len(self.cache) == 1


class TestText:
    def test_nothing_is_too_small_to_be_read(self) -> None:
        with pytest.raises(ValueError, match="22"):
            Canvas(plain()).text((0, 32), "tiny", 21, NIGHT.ink)

    def test_the_box_is_where_the_ink_is(self) -> None:
        canvas = Canvas(Image.new("RGB", (200, 64)))
        canvas.text((100, 32), "gold", 30, (255, 255, 255), anchor="mm")
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
        Canvas(ground).text((0, 32), "x", 22, NIGHT.ink)
        assert ground.getbbox() is None


def test_boxes_that_touch_do_not_overlap() -> None:
    assert not Box("text", "a", 0, 0, 10, 10).overlaps(Box("text", "b", 10, 0, 20, 10))
    assert Box("text", "a", 0, 0, 10, 10).overlaps(Box("text", "b", 9, 9, 20, 20))


class TestShapes:
    def test_angles_run_clockwise_from_three_o_clock(self) -> None:
        assert polar((0, 0), 2, pi / 2) == pytest.approx((0, 2))

    def test_an_arc_keeps_its_radius(self) -> None:
        assert all(x * x + y * y == pytest.approx(100) for x, y in arc((0, 0), 10, 0, pi))

    def test_a_star_has_one_ray_straight_up(self) -> None:
        assert star((0, 0), 10, 5, 12)[0] == pytest.approx((0, -10))

    def test_a_way_is_shortened_at_both_ends(self) -> None:
        assert along([(0, 0), (10, 0), (10, 10)], 4, 3) == [(4, 0), (10, 0), (10, 7)]

    def test_points_are_spread_evenly_along_a_way(self) -> None:
        assert spaced([(0, 0), (10, 0), (10, 10)], 4) == [(2.5, 0), (7.5, 0), (10, 2.5), (10, 7.5)]
        assert spaced([(0, 0), (10, 0)], 0) == []

    def test_a_smooth_edge_does_not_darken(self) -> None:
        pen = Pen((20, 20), 8)
        pen.disc((10, 10), 8, (250, 200, 40))
        data = pen.reduced().tobytes()
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
