"""Pictures and words of Southern Cross: all of it shown, nothing clipped, nothing overlapping, all readable back."""

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import ImageChops, ImageStat

from bot.rules.southern_cross import End, Position, Remove, Roll, Spin, Step, Throw
from bot.rules.southern_cross.board import DIALS
from bot.words import Verdict
from images import southern_cross
from images.canvas.canvas import LIMIT, WIDTH, encode
from images.canvas.palette import NIGHT
from images.marks.marks import Marks, Played
from images.southern_cross import alt, draw, paint
from images.southern_cross.board import LARGE
from images.southern_cross.geometry import HOMES, gate, neighbours, tile_of
from images.southern_cross.rounds import sent_home
from tests.images.boxes import centre_of, named, starting, texts
from tests.images.conftest import Golden
from tests.images.southern_cross_layout import apart, check_layout
from tests.images.southern_cross_positions import (
    AIMS,
    ALL_THROWN,
    EMPTY,
    GAME,
    GOLDEN_SCENES,
    LANE,
    LONG,
    MID,
    MIDDLE,
    MISSED,
    REMOVING,
    SPECIAL,
    START,
    THROW,
    WON,
    after,
    crowded,
    decision,
    everywhere,
    numbered,
    position,
    scene,
    three_actions,
    throwing,
)

SEEDS = st.integers(0, 2**20)

NEXT = after(position(LANE, 5, challenge="throw"), "end", "throw 40", "throw 79", luck=(*AIMS, 16, 16, 51, 17))


def check_labels(shown: Position, marks: Marks) -> None:
    """Arrows and rings leave coordinates and the dials' letters as they are."""
    bare, marked = paint(shown, Marks(verdict=marks.verdict)), draw(shown, marks)
    if bare.image.size != marked.size:
        bare = paint(
            shown, Marks(last=tuple(one for one in marks.last if isinstance(one.move, End | Roll | Throw | Remove)))
        )
    for label in texts(bare):
        if re.fullmatch("[a-f1-6NESWC]", label.name) and label.left > 120 and label.bottom < 900:
            around = (int(label.left), int(label.top), int(label.right) + 1, int(label.bottom) + 1)
            difference = ImageChops.difference(bare.image.crop(around), marked.crop(around))
            assert max(ImageStat.Stat(difference).mean) < 1, f"{label.name} is not as it was"


class TestLayout:
    """Nothing leaves the picture and no two labels overlap, whatever the position."""

    @pytest.mark.thorough
    @given(seed=SEEDS)
    @settings(max_examples=15, deadline=None)
    def test_in_any_match(self, seed: int) -> None:
        check_layout(paint(*scene(seed)))

    @pytest.mark.thorough
    @given(seed=SEEDS)
    @settings(max_examples=15, deadline=None)
    def test_with_three_actions_that_cross_on_a_full_board(self, seed: int) -> None:
        shown, marks = crowded(seed % 7), three_actions(seed)
        check_layout(paint(shown, marks))
        check_labels(shown, marks)

    @given(seed=SEEDS)
    @settings(max_examples=15, deadline=None)
    def test_with_choices_all_over_a_full_board(self, seed: int) -> None:
        shown = crowded(seed % 7)
        check_layout(paint(shown, everywhere(seed, shown)))

    @pytest.mark.parametrize("colour", "BRYG")
    def test_with_choices_at_every_base(self, colour: str) -> None:
        order = colour + "BRYG".replace(colour, "")
        shown = position(MIDDLE, 9, order=order)
        canvas = paint(shown, Marks(choices=numbered(["base"] * 4 + ["N", "C"])))
        check_layout(canvas)
        base = LARGE.base_middle(shown.colours[0])
        assert all(apart(disc, base) < LARGE.base + 40 for disc in starting(canvas, "choice ")[:4])

    @pytest.mark.parametrize("found", [SPECIAL, REMOVING, WON, THROW, MISSED, NEXT, ALL_THROWN], ids=lambda found: "")
    def test_in_a_special_round(self, found: tuple[Position, Marks]) -> None:
        check_layout(paint(*found))

    @pytest.mark.parametrize("shown", [START, MID, THROW[0]], ids=["start", "middle", "throw"])
    def test_long_verdicts_fit(self, shown: Position) -> None:
        verdict = Verdict("Blue, Red and Yellow win the match", "Green resigned, and all agreed at last", (0, 1, 2))
        check_layout(paint(shown, Marks(verdict=verdict)))

    @pytest.mark.parametrize(("target", "wind"), [(20, -10), (81, 10), (50, 0), (33, 1), (77, -5)])
    @pytest.mark.parametrize("stake", range(1, 5))
    def test_every_throw_fits(self, target: int, wind: int, stake: int) -> None:
        shown, marks = throwing(target, wind, stake, 100 if wind > 0 else 0, 31 if wind > 0 else 1)
        canvas = paint(shown, marks)
        check_layout(canvas)
        bucket = named(canvas, "bucket")[0]
        assert bucket.left > 24
        assert bucket.right < WIDTH - 24


class TestCaptions:
    def test_the_frame_has_the_colour_of_the_seat_to_move(self) -> None:
        for seat, colour in enumerate(START.colours):
            picture = draw(replace(START, to_move=seat, turn=seat + 1))
            assert picture.getpixel((WIDTH // 2, 6)) == NIGHT.seats[colour]
            assert picture.getpixel((6, 500)) == NIGHT.seats[colour]

    @pytest.mark.parametrize(("left", "words"), [(3, "3 actions left"), (1, "1 action left"), (0, "no action left")])
    def test_actions_left_are_shown_as_pips_and_in_words(self, left: int, words: str) -> None:
        canvas = paint(replace(MID, actions_left=left))
        assert named(canvas, words)
        bright = [
            max(canvas.image.getpixel((round(x), round(y))))  # type: ignore[arg-type]  # three numbers, as it is RGB
            for x, y in (centre_of(box) for box in starting(canvas, "action "))
        ]
        assert [value > 150 for value in bright] == [number < left for number in range(3)]

    def test_the_turn_its_limit_and_the_next_seat_are_described(self) -> None:
        canvas = paint(LONG[0])
        assert named(canvas, "Turn 38 of 40")
        assert named(canvas, "next turn:")
        assert len(named(canvas, "Yellow")) == 2  # there and on its plate
        assert named(paint(MID), "Turn 9")
        last = replace(MID, turn=40, to_move=3, options=replace(MID.options, max_turns=40))
        assert named(paint(last), "the last turn")

    def test_plates_stand_in_turn_order(self) -> None:
        shown = position(EMPTY, order="GYBR")
        canvas = paint(shown)
        plates = [starting(canvas, f"plate {colour}")[0].left for colour in ("green", "yellow", "blue", "red")]
        assert plates == sorted(plates)

    def test_plates_say_the_largest_cluster_and_the_counters_on_the_grid(self) -> None:
        canvas = paint(MID)
        for colour, cluster, grid in (("blue", 3, 5), ("red", 2, 5), ("yellow", 1, 5), ("green", 2, 4)):
            (box,) = named(canvas, f"plate {colour}")
            numbers_ = [label.name for label in texts(canvas) if label.overlaps(box) and label.name.isdigit()]
            assert numbers_ == [str(cluster), str(grid)]

    def test_the_winner_is_named_framed_and_shines(self) -> None:
        canvas = paint(*WON)
        assert named(canvas, "Red wins")
        assert named(canvas, "six counters together")
        assert canvas.image.getpixel((WIDTH // 2, 6)) == NIGHT.seats["red"]
        assert {box.name for box in starting(canvas, "won ")} == {f"won {at}" for at in WON[0].squares("red")}
        assert [len(named(canvas, rank)) for rank in ("1st", "2nd", "3rd", "4th")] == [1, 1, 1, 1]

    def test_without_a_winner_the_best_are_ahead(self) -> None:
        shown, _ = after(position("B....R/B....R/....../....../....../......", 4, 0, max_turns=4), "end")
        canvas = paint(shown)
        assert "Blue and Red are ahead" in " ".join(box.name for box in texts(canvas))
        assert not starting(canvas, "won ")
        ends = canvas.image.getpixel((WIDTH // 4, 6)), canvas.image.getpixel((3 * WIDTH // 4, 6))
        assert ends == (NIGHT.seats["blue"], NIGHT.seats["red"])

    def test_a_verdict_stands_in_place_of_the_seat_to_move(self) -> None:
        canvas = paint(MID, Marks(verdict=Verdict("Green wins", "Red resigned", (3,))))
        assert named(canvas, "Green wins")
        assert named(canvas, "Red resigned")
        assert canvas.image.getpixel((WIDTH // 2, 6)) == NIGHT.seats["green"]


class TestTheLastActions:
    def test_actions_are_numbered_in_order_and_described_in_words(self) -> None:
        canvas = paint(*LONG)
        assert [len(starting(canvas, f"number {number}")) for number in (1, 2, 3)] == [1, 1, 1]
        assert all(named(canvas, words) for words in ("f5 to b5 via f3, …, b3", "C turned 270°", "d2 to d1"))

    def test_a_move_begins_at_its_start_and_ends_before_its_counter(self) -> None:
        canvas = paint(*after(position(MIDDLE, 9), "e4-d4"))
        (way,) = named(canvas, "way 1")
        assert way.left - 6 < LARGE.middle("d4")[0] + LARGE.counter / 2 < way.left + 12
        assert way.right < LARGE.middle("e4")[0] + 14

    def test_a_jump_touches_every_landing_square_and_goes_round_the_counters(self) -> None:
        shown, marks = LONG
        canvas, plain = paint(shown, marks), draw(shown, Marks(last=marks.last[1:]))
        (way,) = named(canvas, "way 1")
        for square in ("f3", "f1", "b1", "b3"):
            assert named(canvas, f"over {square}")
        assert way.left < LARGE.middle("b1")[0]
        assert way.right > LARGE.middle("f3")[0] + LARGE.counter / 2
        assert way.bottom > LARGE.middle("d1")[1] + LARGE.counter / 2
        for jumped in ("f2", "e1", "c1", "b2", "b4", "f4"):
            x, y = (round(value) for value in LARGE.middle(jumped))
            around = (x - 18, y - 18, x + 18, y + 18)
            assert canvas.image.crop(around).tobytes() == plain.crop(around).tobytes(), f"{jumped} is hidden"

    @pytest.mark.parametrize("colour", HOMES)
    @pytest.mark.parametrize("inward", [False, True])
    def test_an_entry_comes_out_of_its_base(self, colour: str, inward: bool) -> None:
        outer = gate(colour)[0]
        letter = colour[0].upper()
        rows = [["."] * 6 for _ in range(6)]
        if inward:
            rows[6 - int(outer[1])]["abcdef".index(outer[0])] = letter
        order = letter + "BRYG".replace(letter, "")
        state = position("/".join(map("".join, rows)), order=order)
        inner = next(at for at in neighbours(outer) if tile_of(at) == tile_of(outer) and at not in gate(colour))
        shown, marks = after(state, f"basex{inner}" if inward else f"base-{outer}")
        (way,) = named(paint(shown, marks), "way 1")
        x, y = LARGE.base_middle(colour)
        reach = 110 if inward else 40
        assert way.left < x + reach
        assert way.right > x - reach
        assert way.top < y + reach
        assert way.bottom > y - reach

    @pytest.mark.parametrize("amount", [90, 180, 270])
    @pytest.mark.parametrize("dial", DIALS)
    def test_a_spin_is_an_arc_on_its_dial_with_the_amount(self, dial: str, amount: int) -> None:
        canvas = paint(MID, Marks(last=(Played.of(MID, Spin(dial, amount)),)))
        (arc,) = named(canvas, f"spin {dial}")
        (words,) = named(canvas, f"{amount}°")
        assert apart(arc, LARGE.tile_middle(dial)) < LARGE.dial
        assert apart(words, LARGE.tile_middle(dial)) < LARGE.dial + 60
        whole = arc.bottom - arc.top > 1.9 * LARGE.dial  # only three quarters reach from the top to the bottom
        assert whole is (amount == 270)

    def test_the_same_way_back_lies_beside_the_first(self) -> None:
        steps = tuple(Played.of(START, Step(*ends)) for ends in (("c3", "c4"), ("c4", "c3")))
        canvas = paint(replace(START, actions_left=1), Marks(last=steps))
        one, two = (named(canvas, f"way {number}")[0] for number in (1, 2))
        assert abs(centre_of(one)[0] - centre_of(two)[0]) > 18

    def test_counters_sent_home_leave_a_cross(self) -> None:
        assert sent_home(REMOVING[1]) == {}
        assert sent_home(WON[1]) == {"c4": "blue"}
        assert sent_home(SPECIAL[1]) == {"c5": "blue"}  # its only die failed: no decision was needed
        for shown, marks in (WON, SPECIAL):
            canvas = paint(shown, marks)
            for square in sent_home(marks):
                (cross,) = named(canvas, f"gone {square}")
                assert apart(cross, LARGE.middle(square)) < 3

    def test_little_known_decisions_show_less(self) -> None:
        moves = ("c3xc5", "spin N 90", "end", "roll", "throw 55", "remove c4 d3")
        marks = Marks(last=tuple(Played(decision(move), MID) for move in moves))
        canvas = paint(MID, marks)
        check_layout(canvas)
        assert not starting(canvas, "gone ")
        assert alt(MID, marks)


class TestPurity:
    @pytest.mark.thorough
    def test_the_same_input_gives_the_same_bytes(self) -> None:
        for shown, marks in (LONG, THROW):
            assert encode(draw(shown, marks)) == encode(draw(GAME.load(shown.dump()), marks))

    def test_scribbling_on_a_picture_spoils_no_other(self) -> None:
        for shown in (START, THROW[0]):
            first = draw(shown)
            kept = first.tobytes()
            first.paste((255, 0, 0), (0, 0, *first.size))
            canvas = paint(shown)
            canvas.boxes.clear()
            canvas.image.paste((0, 255, 0), (0, 0, *first.size))
            assert draw(shown).tobytes() == kept
            assert paint(shown).boxes

    @pytest.mark.slow
    def test_threads_draw_the_same(self) -> None:
        scenes = [scene(seed) for seed in range(6)] * 2
        alone = [draw(*one).tobytes() for one in scenes[:6]]
        with ThreadPoolExecutor(6) as pool:
            together = [picture.tobytes() for picture in pool.map(lambda one: draw(*one), scenes)]
        assert together == alone * 2

    @pytest.mark.parametrize("found", [LONG, SPECIAL, THROW], ids=["act", "special", "throw"])
    def test_the_picture_is_as_wide_as_all_and_not_too_tall(self, found: tuple[Position, Marks]) -> None:
        picture = draw(*found)
        assert (picture.mode, picture.width) == ("RGB", 1024)
        assert 1024 <= picture.height <= 1280


class TestSize:
    @pytest.mark.parametrize("seed", range(4))
    def test_the_fullest_boards_stay_small(self, seed: int) -> None:
        shown = crowded(seed)
        for marks in (three_actions(seed), everywhere(seed, shown)):
            assert len(encode(draw(shown, marks)).data) <= LIMIT

    @pytest.mark.parametrize("found", [REMOVING, WON, MISSED], ids=["remove", "won", "throw"])
    def test_special_rounds_stay_small(self, found: tuple[Position, Marks]) -> None:
        assert len(encode(draw(*found)).data) <= LIMIT


def test_the_largest_cluster_leaves_the_home_tile_out() -> None:
    shown = position("..BB../..BB../..B.../..B.../....../......")
    assert shown.cluster("blue") == ["c3", "c4"]
    assert REMOVING[0].cluster("green") == ["a5", "b5", "b6", "c5", "c6"]


@pytest.mark.parametrize("name", GOLDEN_SCENES)
def test_the_picture_is_as_it_was(name: str, golden: Golden) -> None:
    golden(draw(*GOLDEN_SCENES[name]), f"southern_cross-{name}")


def test_the_public_names_are_there() -> None:
    offered: list[Any] = [getattr(southern_cross, name) for name in ("draw", "paint", "alt")]
    assert all(map(callable, offered))
