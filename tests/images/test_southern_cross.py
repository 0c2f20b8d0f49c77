"""Pictures and words of Southern Cross: all of it shown, nothing clipped, nothing overlapping, all readable back."""

import re
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import combinations
from math import hypot
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageStat

from bot.rules.southern_cross import End, Position, Remove, Roll, Spin, Step, Throw
from bot.rules.southern_cross import board as rules
from bot.rules.southern_cross.board import DIALS, SQUARES, TILES
from bot.rules.southern_cross.options import Options
from bot.rules.southern_cross.special import TOLERANCES, Special, Target
from bot.words import plain
from bot.words.southern_cross import describe_turn, landing_of, text
from images import southern_cross
from images.canvas.canvas import LIMIT, WIDTH, Box, Canvas, encode
from images.canvas.emblems import EMBLEMS
from images.canvas.palette import NIGHT
from images.marks.marks import NO_MARKS, Choice, Marks, Played, Verdict
from images.marks.sentences import ALT_LIMIT
from images.southern_cross import alt, draw, paint
from images.southern_cross.board import LARGE
from images.southern_cross.geometry import HOMES, gate, neighbours, place, tile_of
from images.southern_cross.pieces import counter
from images.southern_cross.rounds import challenges, sent_home
from images.southern_cross.throwing import GROUND, ORIGIN, SMALL, UNIT
from tests.images.conftest import Golden
from tests.images.readers import read_southern_cross
from tests.images.southern_cross_positions import (
    CROWDED,
    EMPTY,
    FOUR,
    GAME,
    LANE,
    MIDDLE,
    THIRD,
    after,
    composed,
    crowded,
    decision,
    everywhere,
    numbered,
    played,
    position,
    special_round,
    three_actions,
)

SEEDS = st.integers(0, 2**20)
START = position(EMPTY)
MID = position(MIDDLE, 9)
AIMS = (20, 19, 55, 3)  # targets 39 and 74, winds +8 and -8

ENTERING = after(position("..B.../....../..G.../...G../....B./......"), "base-d6", "basexc5xc3xe3xe1")
LONG = after(position(CROWDED, 38, max_turns=40), "f5xf3xf1xd1xb1xb3xb5", "spin C 270", "d2-d1")
SPECIAL = after(position(FOUR), "end", "roll", "roll", luck=(1, 5))
REMOVING = after(position(THIRD, 2, 0), "end", "roll", "roll", luck=(3, 4, 1, 5))
WON = after(position(THIRD, 2, 0), "end", "roll", "roll", "c4", luck=(3, 4, 1, 5))
THROW = after(position(LANE, 5, challenge="throw"), "end", luck=AIMS)
MISSED = after(position(LANE, 5, challenge="throw"), "end", "throw 40", luck=(*AIMS, 27))
NEXT = after(position(LANE, 5, challenge="throw"), "end", "throw 40", "throw 79", luck=(*AIMS, 16, 16, 51, 17))
ALL_THROWN = after(
    position(LANE, 5, challenge="throw"),
    *("end", "throw 0", "throw 0", "throw 100", "throw 20"),
    luck=(*AIMS, 1, 1, 1, 11, 31, 5, 11, 16),
)
"""Every colour's last chance: Blue and Red miss all, Green hits; the next turn has begun."""


def scene(seed: int) -> tuple[Position, Marks]:
    """A position and marks as the bot shows them, after a move or while one is composed."""
    state, marks = played(seed)
    return state, composed(state, marks, seed) if seed % 2 else marks


def texts(canvas: Canvas) -> list[Box]:
    return [box for box in canvas.boxes if box.kind == "text"]


def named(canvas: Canvas, name: str) -> list[Box]:
    return [box for box in canvas.boxes if box.name == name]


def starting(canvas: Canvas, name: str) -> list[Box]:
    return [box for box in canvas.boxes if box.name.startswith(name)]


def centre_of(box: Box) -> tuple[float, float]:
    return (box.left + box.right) / 2, (box.top + box.bottom) / 2


def apart(box: Box, at: tuple[float, float]) -> float:
    x, y = centre_of(box)
    return hypot(x - at[0], y - at[1])


def round_gap(first: Box, second: Box) -> float:
    """The gap between two discs or plates with round ends."""
    one, two = (first.bottom - first.top) / 2, (second.bottom - second.top) / 2
    (x, y), (u, v) = centre_of(first), centre_of(second)
    flat = (first.right - first.left) / 2 - one + (second.right - second.left) / 2 - two
    return hypot(max(0.0, abs(x - u) - flat), y - v) - one - two


def label_gap(disc: Box, label: Box) -> float:
    """The gap between a disc or plate with round ends and a text."""
    reach = (disc.bottom - disc.top) / 2
    x, y = centre_of(disc)
    u, v = min(max(x, label.left), label.right), min(max(y, label.top), label.bottom)
    return hypot(max(0.0, abs(u - x) - ((disc.right - disc.left) / 2 - reach)), v - y) - reach


def check_layout(canvas: Canvas) -> None:
    height = canvas.image.height
    for box in canvas.boxes:
        whole = box.left >= 0 and box.top >= 0 and box.right <= WIDTH and box.bottom <= height
        assert whole, f"{box} leaves the picture"
    labels = texts(canvas)
    for first, second in combinations(labels, 2):
        assert not first.overlaps(second), f"{first.name} and {second.name} overlap"
    signs = starting(canvas, "choice ") + [box for box in starting(canvas, "number ") if box.kind == "mark"]
    for first, second in combinations(signs, 2):
        assert round_gap(first, second) > -2.5, f"{first} and {second} overlap"
    for sign in signs:
        label = sign.name.split(" ", 1)[1]
        held = [box for box in labels if box.left >= sign.left and box.right <= sign.right and box.overlaps(sign)]
        assert label in [box.name for box in held], f"{sign.name} has no label"
        for box in labels:
            assert box in held or label_gap(sign, box) > -1, f"{sign.name} touches {box.name}"


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


class TestGeometry:
    def test_columns_run_to_the_right_and_rows_upwards(self) -> None:
        a1, f6 = LARGE.middle("a1"), LARGE.middle("f6")
        assert a1[0] < f6[0]
        assert a1[1] > f6[1]

    def test_squares_of_a_column_and_of_a_row_lie_in_line(self) -> None:
        assert len({round(LARGE.middle(square)[0], 3) for square in SQUARES}) == 6
        assert len({round(LARGE.middle(square)[1], 3) for square in SQUARES}) == 6

    def test_counters_of_a_dial_lie_on_it_and_leave_its_letter_free(self) -> None:
        for dial in DIALS:
            for square in TILES[dial]:
                out = hypot(*(a - b for a, b in zip(LARGE.middle(square), LARGE.tile_middle(dial), strict=True)))
                assert out + LARGE.counter * 0.46 < LARGE.dial
                assert out - LARGE.counter / 2 > LARGE.tile * 0.108

    def test_a_base_touches_the_outer_squares_of_its_home_tile(self) -> None:
        assert {colour: gate(colour) for colour in HOMES} == {
            "blue": ("c6", "d6"),
            "red": ("f4", "f3"),
            "yellow": ("d1", "c1"),
            "green": ("a3", "a4"),
        }
        for layout in (LARGE, SMALL):
            for colour in HOMES:
                near = sorted(SQUARES, key=lambda at: apart_of(layout.middle(at), layout.base_middle(colour)))[:2]
                assert set(near) == set(gate(colour))

    def test_counters_of_a_base_do_not_overlap(self) -> None:
        for layout in (LARGE, SMALL):
            for colour in HOMES:
                for first, second in combinations(layout.rests(colour), 2):
                    assert apart_of(first, second) >= layout.resting

    def test_neighbours_share_a_side(self) -> None:
        assert neighbours("a1") == ["a2", "b1"]
        assert set(neighbours("c3")) == {"c4", "d3", "c2", "b3"}

    def test_tiles_hold_every_square_once(self) -> None:
        assert sorted(square for squares in TILES.values() for square in squares) == list(SQUARES)
        assert tile_of("d5") == "N"

    @pytest.mark.parametrize("at", ["g1", "a7", "NW", "N 45", "spin N 90", "end", ""])
    def test_other_places_are_refused(self, at: str) -> None:
        with pytest.raises(ValueError, match="is not a place"):
            place(at)
        with pytest.raises(ValueError, match="is not a place"):
            draw(MID, Marks(choices=(Choice("1", at),)))


def apart_of(first: tuple[float, float], second: tuple[float, float]) -> float:
    return hypot(first[0] - second[0], first[1] - second[1])


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


def throwing(target: int, wind: int, stake: int, power: int, roll: int) -> tuple[Position, Marks]:
    """Blue's second of `stake` + 1 throws is to be made, or with four its last; the first one is over."""
    cells = ("B" * stake + "RYG")[:4]
    rows = f"....../....../..{cells[:2]}../..{cells[2:]}../....../......"
    shown = replace(position(rows, 1, 0, challenge="throw"), phase="throw")
    waiting = [seat for seat, letter in enumerate("BRYG") if seat and letter in cells]
    before = replace(shown, special=Special("C", tuple(waiting), throws=(Target(target, wind),) * stake))
    return before, Marks(last=(Played.of(before, End()), Played.of(before, Throw(power), (roll,))))


class TestTheBoard:
    @pytest.mark.thorough
    @given(seed=SEEDS)
    @settings(max_examples=20, deadline=None)
    def test_every_counter_lies_on_its_square_or_in_its_base(self, seed: int) -> None:
        shown, marks = scene(seed)
        layout = SMALL if shown.phase == "throw" else LARGE
        canvas = paint(shown, marks)
        assume(not named(canvas, "end"))  # its plate covers some
        for square, colour in shown.counters.items():
            (box,) = named(canvas, f"{colour} {square}")
            assert apart(box, layout.middle(square)) < 3
        for colour in HOMES:
            assert len(named(canvas, f"{colour} base")) == shown.in_base(colour)

    def test_coordinates_stand_beside_their_squares(self) -> None:
        canvas = paint(START)
        for square in ("a1", "f6", "c3"):
            (column,) = [box for box in texts(canvas) if box.name == square[0] and box.top > 860]
            (row,) = [box for box in texts(canvas) if box.name == square[1] and box.right < 160]
            assert abs(centre_of(column)[0] - LARGE.middle(square)[0]) < 3
            assert abs(centre_of(row)[1] - LARGE.middle(square)[1]) < 3

    def test_dials_have_their_letters_and_corner_tiles_none(self) -> None:
        canvas = paint(START)
        for tile in TILES:
            assert len(named(canvas, tile)) == (tile in DIALS)

    @pytest.mark.parametrize(("first", "second"), list(combinations(EMBLEMS, 2)))
    def test_counters_differ_in_a_grey_print(self, first: str, second: str) -> None:
        size = round(LARGE.resting)
        one, two = (grey(counter(colour, size, NIGHT)) for colour in (first, second))
        assert ImageStat.Stat(ImageChops.difference(one, two)).mean[0] > 12

    def test_a_cluster_is_linked_off_home_only(self) -> None:
        off, at_home = LARGE.middle("e4"), LARGE.middle("c6")
        linked = draw(position("....../....../....BB/....../....../......"))
        apart_ = draw(position("....../....../....B./....../....../.....B"))
        home = draw(position("..BB../....../....../....../....../......"))
        middle = (round((off[0] + LARGE.middle("f4")[0]) / 2), round(off[1]))
        assert linked.getpixel(middle) != apart_.getpixel(middle)
        middle = (round((at_home[0] + LARGE.middle("d6")[0]) / 2), round(at_home[1]))
        assert home.getpixel(middle) == draw(START).getpixel(middle)

    @pytest.mark.parametrize("tile", TILES)
    def test_a_full_tile_shines(self, tile: str) -> None:
        rows = [["."] * 6 for _ in range(6)]
        for square, letter in zip(TILES[tile], "BRYG", strict=True):
            rows[6 - int(square[1])]["abcdef".index(square[0])] = letter
        state = position("/".join(map("".join, rows)))
        canvas = paint(state)
        (glow,) = starting(canvas, "constellation ")
        assert glow.name == f"constellation {tile}"
        assert named(canvas, f"Constellation on {tile}")
        special, _ = after(state, "end")
        assert named(paint(special), f"Special round on {tile}")
        assert brightness(draw(special), glow) > brightness(canvas.image, glow) + 3

    def test_an_unfinished_tile_does_not(self) -> None:
        assert not starting(paint(MID), "constellation ")


def grey(sprite: Image.Image) -> Image.Image:
    ground = Image.new("RGB", sprite.size, NIGHT.surface[0])
    ground.paste(sprite, (0, 0), sprite)
    return ground.convert("L")


def brightness(picture: Image.Image, box: Box) -> float:
    around = (int(box.left), int(box.top), int(box.right), int(box.bottom))
    return float(ImageStat.Stat(picture.crop(around).convert("L")).mean[0])


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
        assert named(canvas, "Blue and Red are ahead")
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


class TestChoices:
    def test_every_choice_has_a_disc_at_its_place(self) -> None:
        state = position(MIDDLE, 9)
        pieces = ("base", "c6", "f5", "e4", "f4", "d3", "d4", "N", "E", "S", "W", "C")
        canvas = paint(state, Marks(choices=numbered(pieces)))
        check_layout(canvas)
        for number, at in enumerate(pieces, 1):
            (disc,) = named(canvas, f"choice {number}")
            if at == "base":
                middle, reach = LARGE.base_middle("blue"), LARGE.base + 40
            elif at in DIALS:
                middle, reach = LARGE.tile_middle(at), LARGE.dial
            else:
                middle, reach = LARGE.middle(at), 52.0
            assert apart(disc, middle) < reach
        assert starting(canvas, "ring ")

    @pytest.mark.parametrize("dial", DIALS)
    def test_amounts_stand_round_their_dial(self, dial: str) -> None:
        canvas = paint(MID, Marks(choices=numbered(f"{dial} {amount}" for amount in (90, 180, 270)), chosen=(dial,)))
        check_layout(canvas)
        x, y = LARGE.tile_middle(dial)
        right, below, left = (centre_of(named(canvas, f"choice {number}")[0]) for number in (1, 2, 3))
        assert right[0] > x + 80
        assert below[1] > y + 80
        assert left[0] < x - 80
        assert all(named(canvas, words) for words in ("90°", "180°", "270°"))
        assert named(canvas, f"chosen {dial}")

    @pytest.mark.parametrize("count", range(1, 10))
    @pytest.mark.parametrize("square", ["c3", "a6", "f1"])
    @pytest.mark.parametrize("rows", [EMPTY, CROWDED])
    def test_several_choices_of_a_square_stand_beside_each_other(self, rows: str, square: str, count: int) -> None:
        canvas = paint(position(rows), Marks(choices=numbered([square] * count)))
        check_layout(canvas)
        near = 60 if count < 6 else 100
        assert all(apart(disc, LARGE.middle(square)) < near for disc in starting(canvas, "choice "))

    def test_what_was_chosen_is_ringed_and_joined(self) -> None:
        for start, stop in (("e4", "d4"), ("d3", "f3"), ("base", "d6"), ("base", "d5"), ("f4", "b2")):
            canvas = paint(MID, Marks(chosen=(start, stop)))
            assert named(canvas, f"chosen {start}")
            assert named(canvas, f"chosen {stop}")
            assert named(canvas, "chosen way")
        canvas = paint(MID, Marks(chosen=("N", "N 90")))
        assert named(canvas, "chosen N")
        assert named(canvas, "chosen N 90")
        assert not named(canvas, "chosen way")

    def test_powers_are_chosen_over_the_lane(self) -> None:
        shown, marks = THROW
        canvas = paint(shown, Marks(marks.last, numbered(["0", "50", "52", "100"]), ("39",)))
        check_layout(canvas)
        for number, power in enumerate((0, 50, 52, 100), 1):
            (disc,) = named(canvas, f"choice {number}")
            assert abs(centre_of(disc)[0] - (ORIGIN + UNIT * power)) < 3
        assert named(canvas, "chosen 39")
        with pytest.raises(ValueError, match="is not a power"):
            draw(shown, Marks(choices=(Choice("1", "c3"),)))


class TestTheSpecialRound:
    def test_dice_are_shown_on_the_plate_of_their_owner(self) -> None:
        canvas = paint(*REMOVING)
        for colour, count in (("blue", 2), ("red", 2), ("yellow", 0), ("green", 0)):
            dice = named(canvas, f"trial {colour}")
            assert len(dice) == count
            (box,) = named(canvas, f"plate {colour}")
            assert all(box.left < die.left < die.right < box.right for die in dice)
            assert all(box.top < die.top < die.bottom < box.bottom for die in dice)
        assert named(canvas, "all stay")
        assert named(canvas, "sends 1 home")
        assert len(named(canvas, "not in it")) == 2

    def test_it_says_who_waits_and_who_rolls(self) -> None:
        canvas = paint(*SPECIAL)
        assert [len(named(canvas, words)) for words in ("went home", "stays", "waits")] == [1, 1, 1]
        assert named(canvas, "1 die")
        assert named(canvas, "rolls, above 1")

    def test_what_is_at_stake_is_ringed(self) -> None:
        assert {box.name for box in starting(paint(*REMOVING), "at stake")} == {"at stake c3", "at stake c4"}

    def test_everyones_throws_are_still_shown_when_the_next_turn_begins(self) -> None:
        shown, marks = ALL_THROWN
        assert shown.phase == "act"
        story = challenges(shown, marks)
        results = {seat: [trial.passed for trial in part.trials] for seat, part in story.items()}
        assert results == {0: [False, False], 1: [False], 3: [True]}
        canvas = paint(shown, marks)
        assert len(starting(canvas, "trial ")) == 4
        assert {box.name for box in starting(canvas, "gone ")} == {"gone c3", "gone d3", "gone c4"}

    def test_without_the_last_decisions_the_position_tells_what_failed(self) -> None:
        shown, _ = MISSED
        (first, second) = challenges(shown)[0].trials
        assert (first.passed, second.passed) == (False, None)
        check_layout(paint(shown))
        check_layout(paint(REMOVING[0]))


class TestTheThrow:
    @pytest.mark.parametrize("stake", range(1, 5))
    @pytest.mark.parametrize("target", [20, 50, 81])
    def test_the_bucket_stands_at_the_target_and_is_as_wide_as_a_hit(self, stake: int, target: int) -> None:
        canvas = paint(*throwing(target, 0, stake, 0, 1))
        bucket, zone = named(canvas, "bucket")[0], named(canvas, "zone")[0]
        for box in (bucket, zone):
            assert abs(centre_of(box)[0] - (ORIGIN + UNIT * target)) < 3
            assert abs(box.right - box.left - 2 * TOLERANCES[stake] * UNIT) < 9

    def test_the_scale_has_a_number_for_every_ten(self) -> None:
        canvas = paint(*THROW)
        for mark in range(0, 101, 10):
            labels = [box for box in named(canvas, str(mark)) if box.top > GROUND]
            assert any(abs(centre_of(box)[0] - (ORIGIN + UNIT * mark)) < 3 for box in labels)

    def test_the_sock_shows_the_winds_direction_and_strength(self) -> None:
        pole = centre_of(named(paint(*throwing(50, 0, 2, 0, 1)), "pole")[0])[0]
        reaches = []
        for wind in (-10, -5, 0, 5, 10):
            sock = named(paint(*throwing(50, wind, 2, 0, 1)), "sock")[0]
            reaches.append(sock.right - pole if wind > 0 else sock.left - pole)
        assert reaches == sorted(reaches)
        assert reaches[0] < -130
        assert reaches[-1] > 130

    @pytest.mark.parametrize("wind", [-10, -3, 0, 3, 10])
    def test_streaks_are_as_many_and_as_long_as_the_wind_is_strong(self, wind: int) -> None:
        streaks = named(paint(*throwing(50, wind, 2, 0, 1)), "streak")
        assert len(streaks) == abs(wind)
        assert all(box.right - box.left > 15 * abs(wind) for box in streaks)

    def test_the_range_and_whose_throw_it_is_are_described(self) -> None:
        canvas = paint(*MISSED)
        assert named(canvas, "medium: within 9")
        assert named(canvas, "throw 2 of 2")
        assert named(canvas, "Blue to move")
        assert len(named(canvas, "trial blue")) == 2

    def test_a_miss_is_shown_where_it_landed(self) -> None:
        shown, marks = MISSED
        found = landing_of(marks.last[-1])
        assert found is not None
        assert (found.at, found.target, found.hit) == (59, 39, False)
        canvas = paint(shown, marks)
        assert named(canvas, "Blue threw 40, landed at 59: 20 too far")
        for name in ("landed", "miss"):
            assert abs(centre_of(named(canvas, name)[0])[0] - (ORIGIN + UNIT * 59)) < 3
        assert named(canvas, "last bucket")

    def test_the_last_throw_of_the_one_before_is_still_shown(self) -> None:
        canvas = paint(*NEXT)
        assert named(canvas, "Blue threw 79, landed at 71: a hit")
        assert named(canvas, "hit")
        assert canvas.image.getpixel((WIDTH // 2, 6)) == NIGHT.seats["red"]

    def test_the_board_beside_it_shows_what_is_at_stake(self) -> None:
        canvas = paint(*THROW)
        for square in ("c3", "d3"):
            assert apart(named(canvas, f"at stake {square}")[0], SMALL.middle(square)) < 3


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


class TestAlt:
    """What the picture shows, for those who can't see it."""

    @given(seed=SEEDS)
    @settings(max_examples=40, deadline=None)
    def test_it_tells_who_is_to_move_and_where_everything_stands(self, seed: int) -> None:
        shown, marks = scene(seed)
        words = alt(shown, marks)
        assert len(words) <= ALT_LIMIT
        if shown.to_move is not None:
            assert f"{shown.colours[shown.to_move].capitalize()} to " in words
        for colour in HOMES:
            line = re.search(rf"{colour.capitalize()}: ((?:[a-f][1-6](?:, )?)+|none)", words)
            assert line is not None
            assert (line[1].split(", ") if line[1] != "none" else []) == shown.squares(colour)
        if marks.last and not isinstance(marks.last[-1].move, End):
            assert plain(describe_turn(marks.last[-1:])).partition(" ")[2].rstrip(".") in words

    def test_it_tells_the_actions_left_and_who_is_next(self) -> None:
        assert "Turn 9. Blue to move, 3 actions left; next is Red." in alt(MID)

    def test_it_tells_the_actions_played(self) -> None:
        assert (
            "Just played: Red jumps from f5 to b5 via f3, f1, d1, b1 and b3, turns C by 270° and moves from d2 to d1."
            in alt(*LONG)
        )

    def test_it_tells_a_full_tile(self) -> None:
        assert "Full: C." in alt(position(THIRD, 2, 0))

    def test_it_tells_a_special_round_with_its_dice(self) -> None:
        words = alt(*REMOVING)
        assert "Blue to send home 1 of c3, c4." in words
        assert "Special round on C. " in words
        assert "Red rolls 3 and 4. All stay. Blue rolls 1 and 5. One counter is lost." in words
        assert "Special round on N: Green waits (1 in it)." in alt(*SPECIAL)
        assert "Blue rolls 1. c5 goes home." in alt(*SPECIAL)

    def test_it_tells_a_throw_in_numbers(self) -> None:
        words = alt(*THROW)
        assert (
            "Blue to throw, 1 of 2: target at 39, wind +8 (plus carries further), a hit within 9 (medium). "
            "Then target 74, wind -8." in words
        )
        assert "lands on 59 and misses the bucket at 39." in alt(*MISSED)

    def test_it_tells_who_won_and_the_places(self) -> None:
        assert "Red wins (six counters together). Places: Blue 4th, Red 1st, Yellow 3rd, Green 2nd." in alt(*WON)
        verdict = Marks(verdict=Verdict("Green wins", "Red resigned", (3,)))
        assert "Green wins (Red resigned)." in alt(MID, verdict)

    @pytest.mark.parametrize("seed", range(6))
    def test_the_fullest_board_with_choices_fits(self, seed: int) -> None:
        shown = crowded(seed)
        choices = everywhere(seed, shown).choices
        marks = Marks(three_actions(seed).last, choices, ("c3",))
        words = alt(shown, marks)
        assert len(words) <= ALT_LIMIT
        assert "Chosen: c3." in words
        assert all(f"{choice.label} {choice.at}" in words for choice in choices)

    def test_no_number_of_choices_is_too_many(self) -> None:
        choices = numbered(["base"] * 200)
        words = alt(crowded(1), Marks(last=LONG[1].last * 9, choices=choices))
        assert len(words) <= ALT_LIMIT
        assert "Yellow: " in words


class TestText:
    """The complete position in words reads back to itself."""

    @given(seed=SEEDS)
    @settings(max_examples=40, deadline=None)
    def test_it_reads_back(self, seed: int) -> None:
        shown = played(seed)[0]
        assert read_southern_cross(text(shown)) == shown.dump()

    @pytest.mark.parametrize(
        "found", [LONG, SPECIAL, REMOVING, WON, THROW, MISSED, NEXT, ALL_THROWN], ids=lambda found: ""
    )
    def test_it_reads_back_in_every_phase(self, found: tuple[Position, Marks]) -> None:
        assert read_southern_cross(text(found[0])) == found[0].dump()

    @given(
        order=st.permutations("BRYG"),
        limit=st.integers(0, 10000),
        throws=st.lists(st.tuples(st.integers(20, 81), st.integers(-10, 10)), min_size=1, max_size=4),
        seed=SEEDS,
    )
    @settings(max_examples=30, deadline=None)
    def test_it_reads_back_whatever_the_options_and_aims(
        self, order: Iterable[str], limit: int, throws: list[tuple[int, int]], seed: int
    ) -> None:
        shown = crowded(seed % 5)
        shown = replace(shown, options=Options("".join(order), "throw", limit))
        tile = next(tile for tile, squares in TILES.items() if any(at in shown.counters for at in squares))
        mover = next(seat for seat, colour in enumerate(shown.colours) if set(shown.squares(colour)) & set(TILES[tile]))
        special = Special(tile, (0, 2)[: seed % 3], seed % 4, tuple(Target(*throw) for throw in throws))
        shown = replace(shown, phase="throw", to_move=mover, actions_left=0, special=special)
        assert read_southern_cross(text(shown)) == shown.dump()

    def test_it_is_written_for_people(self) -> None:
        assert text(MISSED[0]) == (
            "Southern Cross. Order: Blue, Red, Yellow, Green. Special rounds by throws. No turn limit.\n"
            "Turn 5: Blue throws.\n"
            "Blue: c3, d3; 4 in base; largest cluster 2.\n"
            "Red: c4; 5 in base; largest cluster 1.\n"
            "Yellow: e2; 5 in base; largest cluster 1.\n"
            "Green: d4; 5 in base; largest cluster 1.\n"
            "Full tile: C.\n"
            "Special round on C: Blue, then Red, Green.\n"
            "Misses so far: 1. Throws to make: target 74 with wind -8."
        )
        assert "Turn 9: Blue acts, 3 actions left.\n" in text(MID)
        assert "\nTo go home: 1 of c3, c4." in text(REMOVING[0])
        assert "Turn 2 was the last: Red wins, six counters together.\n" in text(WON[0])

    @pytest.mark.parametrize(
        "words",
        ["", "Chess.", text(MID) + "\nBlue is happy.", text(MID).replace("Order: Blue, Red", "Order: Blue, Blue")],
    )
    def test_other_texts_are_refused(self, words: str) -> None:
        with pytest.raises(ValueError, match="Southern Cross"):
            read_southern_cross(words)


class TestAgreement:
    """What the pictures work out for themselves is what the rules say."""

    @given(seed=SEEDS)
    @settings(max_examples=30, deadline=None)
    def test_on_clusters(self, seed: int) -> None:
        shown = crowded(seed) if seed % 2 else played(seed)[0]
        for colour in HOMES:
            number = rules.largest_cluster(shown.cells, ord(colour[0].upper()))
            assert len(shown.cluster(colour)) == number

    @given(seed=SEEDS)
    @settings(max_examples=30, deadline=None)
    def test_on_who_failed_and_went_home(self, seed: int) -> None:
        shown, marks = special_round(seed)
        begun = marks.last[0].before
        gone = sent_home(marks)
        assert {at: found for at, found in begun.counters.items() if at not in gone} == shown.counters
        if shown.special:
            assert challenges(shown, marks)[shown.to_move or 0].failed == shown.special.failed
            waiting = [seat for seat, part in challenges(shown, marks).items() if part.stage == "waits"]
            assert waiting == list(shown.special.waiting)


def test_the_largest_cluster_leaves_the_home_tile_out() -> None:
    shown = position("..BB../..BB../..B.../..B.../....../......")
    assert shown.cluster("blue") == ["c3", "c4"]
    assert REMOVING[0].cluster("green") == ["a5", "b5", "b6", "c5", "c6"]


GOLDEN_SCENES: dict[str, tuple[Position, Marks]] = {
    "start": (START, NO_MARKS),
    "entering": ENTERING,
    "long-jump": LONG,
    "special-round": SPECIAL,
    "removing": REMOVING,
    "won": WON,
    "throw": THROW,
    "missed": MISSED,
    "all-thrown": ALL_THROWN,
    "choices": (crowded(3), Marks(choices=numbered(["base", "c6", "b2", *DIALS]))),
    "amounts": (MID, Marks(choices=numbered(f"E {amount}" for amount in (90, 180, 270)), chosen=("E",))),
}


@pytest.mark.parametrize("name", GOLDEN_SCENES)
def test_the_picture_is_as_it_was(name: str, golden: Golden) -> None:
    golden(draw(*GOLDEN_SCENES[name]), f"southern_cross-{name}")


def test_the_public_names_are_there() -> None:
    offered: list[Any] = [getattr(southern_cross, name) for name in ("draw", "paint", "alt")]
    assert all(map(callable, offered))
