"""Pictures and words of Parcheesi: all of it shown, nothing clipped, nothing overlapping, and all readable back."""

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import combinations, pairwise
from math import hypot
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageStat

from bot.rules.chance import Scripted
from bot.rules.parcheesi import Position
from bot.rules.parcheesi.board import COLOURS as TABLES
from bot.rules.parcheesi.board import ROLL, SAFE, SQUARES
from bot.words.parcheesi import text
from images import parcheesi
from images.canvas.canvas import LIMIT, WIDTH, Box, Canvas, encode
from images.canvas.palette import NIGHT, contrast, lightness
from images.marks.marks import NO_MARKS, Choice, Marks, Played, Verdict
from images.marks.sentences import ALT_LIMIT
from images.parcheesi import alt, draw, paint
from images.parcheesi.board import BOARD, HEIGHT, WOOD, deep, entry_ground
from images.parcheesi.drawing import PAWN, PAWN_ABOVE, PAWN_BESIDE, PAWN_IN_NEST, standing_at
from images.parcheesi.geometry import (
    CENTRE,
    COLOURS,
    ENTRY,
    NEST,
    TALL,
    TURN_OFF,
    Square,
    middle,
    nest,
    number_at,
    on_way,
    outline,
    plate,
    slot,
    square,
    way,
)
from images.parcheesi.pieces import BROAD, paint_of, pawn
from tests.images.conftest import Golden
from tests.images.parcheesi_positions import (
    GAME,
    NO_LUCK,
    ON_WAY,
    composed,
    crowded,
    decision,
    everywhere,
    moved,
    played,
    position,
)
from tests.images.readers import read_parcheesi

SEEDS = st.integers(0, 2**20)
START = GAME.start(2, {}, NO_LUCK)
FOUR = GAME.start(4, {}, NO_LUCK)
SPREAD = ("t10 t10 t66 h5", "nest t29 t29 home", "t14 t40 t50 home", "nest nest t63 h7")
CAPTURE = moved(position(*SPREAD), (4, 3), "t10+4>t14")
DOUBLE = moved(position("t2 t30 t66 home", "nest t40 h3 h3"), (2, 2), "t66+2>t68", "t68+5>h5")
BONUS = moved(position("t30 t50 h5 home", "nest t40 t60 t60"), (6, 3), "t50+6>t56", "h5+3>home")
WON = moved(
    position("h7 home home home", "t10 h7 home home", "nest home home home", "nest t42 t43 home"), (6, 1), "h7+1>home"
)
ENDED_TURN = moved(position("t10 t30 nest home", "t40 h3 h3 nest"), (6, 4), "t10+6>t16", "t16+4>t20")
PENALTY = moved(
    position("nest nest nest nest", "nest t5 t6 h6", to_move=1, doubles=2, rolls=9, options={"triple_doubles": True}),
    (4, 4),
)
DUE = position(
    "t10 t10 t30 h1",
    "t40 t40 h3 h3",
    options={"blockade_limit": 2},
    blockades=[{"t10": 2}, {"t40": 1, "h3": 2}],
)

ALL_SQUARES: list[Square] = [square(at, None) for at in SQUARES[1:69]]
ALL_SQUARES += [square(at, colour) for colour in COLOURS for at in SQUARES[69:76]]


def scene(seed: int) -> tuple[Position, Marks]:
    """A position and marks as the bot shows them, after a move or while one is composed."""
    state, marks = played(seed)
    return state, composed(state, marks, seed) if seed % 2 else marks


def texts(canvas: Canvas) -> list[Box]:
    return [box for box in canvas.boxes if box.kind == "text"]


def named(canvas: Canvas, name: str) -> list[Box]:
    return [box for box in canvas.boxes if box.name == name]


def starting(canvas: Canvas, start: str) -> list[Box]:
    return [box for box in canvas.boxes if box.name.startswith(start)]


def centre_of(box: Box) -> tuple[float, float]:
    return (box.left + box.right) / 2, (box.top + box.bottom) / 2


def apart(first: tuple[float, float], second: tuple[float, float]) -> float:
    return hypot(first[0] - second[0], first[1] - second[1])


def gap(box: Box, at: tuple[float, float]) -> float:
    """From a point to the nearest point of a box."""
    return apart(at, (min(max(at[0], box.left), box.right), min(max(at[1], box.top), box.bottom)))


def within(inner: Box, left: float, top: float, right: float, bottom: float, slack: float = 0.0) -> bool:
    return (
        inner.left >= left - slack
        and inner.top >= top - slack
        and inner.right <= right + slack
        and inner.bottom <= bottom + slack
    )


def bounds(place: Square) -> tuple[float, float, float, float]:
    xs, ys = zip(*outline(place), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def pieces(canvas: Canvas) -> list[tuple[Box, str, str]]:
    """The pawns, each with its colour and the name of its square."""
    found = [box for box in canvas.boxes if box.kind == "piece" and not box.name.startswith("die")]
    return [(box, box.name.split()[0], box.name.split()[1]) for box in found]


def check_layout(canvas: Canvas) -> None:
    for box in canvas.boxes:
        assert within(box, 0, 0, WIDTH, HEIGHT), f"{box} leaves the picture"
    labels = texts(canvas)
    for first, second in combinations(labels, 2):
        assert not first.overlaps(second), f"{first.name} and {second.name} overlap"
    check_pawns(canvas, labels)
    check_discs(canvas, labels)
    for tray in named(canvas, "tray"):
        whole = tray.left, tray.top, tray.right, tray.bottom
        for box in [*labels, *starting(canvas, "die "), *starting(canvas, "bonus ")]:
            assert within(box, *whole) or not box.overlaps(tray), f"{box.name} runs over the edge of the tray"
        dice = starting(canvas, "die ") + starting(canvas, "bonus ")
        assert all(within(box, *whole) for box in dice)
        assert not [1 for first, second in combinations(dice, 2) if first.overlaps(second)]


def foot(pawn_: Box) -> Box:
    """What a pawn stands on: its lowest third, a little narrower than its outline."""
    top = pawn_.bottom - (pawn_.bottom - pawn_.top) / 3
    return replace(pawn_, left=pawn_.left + 2, top=top, right=pawn_.right - 2)


def check_pawns(canvas: Canvas, labels: list[Box]) -> None:
    found = pieces(canvas)
    for box, colour, at in found:
        if at == "nest":
            centre = nest(COLOURS.index(colour))
            assert apart(centre_of(box), centre) < NEST - 25
        else:
            left, top, right, bottom = bounds(square(at, colour))
            assert within(foot(box), left, top, right, bottom, slack=1), f"{box.name} stands beyond its square"
            assert box.top > top - 0.6 * TALL, f"{box.name} hides the square above"
        for label in labels:
            clear = not box.overlaps(label) or named(canvas, f"stone {at}")
            assert clear or starting(canvas, "choice "), f"{label.name} lies under {box.name}"
    for (one, *_), (two, *_) in combinations(found, 2):
        assert not foot(one).overlaps(foot(two)), f"{one.name} and {two.name} overlap"


def check_discs(canvas: Canvas, labels: list[Box]) -> None:
    discs = starting(canvas, "choice ")
    for one, two in combinations(discs, 2):
        reach = (one.right - one.left + two.right - two.left) / 2
        assert apart(centre_of(one), centre_of(two)) >= reach - 3, f"{one.name} and {two.name} overlap"
    for disc in discs:
        held = [box for box in labels if disc.name == f"choice {box.name}" and disc.overlaps(box)]
        assert len(held) == 1, f"{disc.name} has no label"
        assert disc.left < held[0].left < held[0].right < disc.right, f"{disc.name} is too narrow"
        for label in labels:
            free = gap(label, centre_of(disc)) > (disc.right - disc.left - 1) / 2
            assert label is held[0] or free, f"{disc.name} touches {label.name}"


class TestGeometry:
    """parcheesi.md, Components and geometry: one way from square to square, as on the usual board."""

    def test_no_two_squares_share_a_place(self) -> None:
        assert len(ALL_SQUARES) == 68 + 4 * 7
        assert min(apart(middle(one), middle(two)) for one, two in combinations(ALL_SQUARES, 2)) >= TALL

    def test_the_track_runs_on_without_a_leap(self) -> None:
        ring = ALL_SQUARES[:68]
        for one, two in pairwise([*ring, ring[0]]):
            shared = set(bounds_points(one)) & set(bounds_points(two))
            assert len(shared) >= 2, f"{one[1]} and {two[1]} have no side in common"

    @pytest.mark.parametrize("colour", COLOURS)
    def test_the_home_row_begins_behind_the_turn_off_and_ends_at_home(self, colour: str) -> None:
        row = [square(f"t{TURN_OFF[colour]}", None), *(square(f"h{step}", colour) for step in range(1, 8))]
        distances = [apart(middle(place), CENTRE) for place in row]
        assert distances == sorted(distances, reverse=True)
        for one, two in pairwise([*row, square("home", colour)]):
            assert len(set(bounds_points(one)) & set(bounds_points(two))) >= 2

    def test_it_runs_against_the_clock(self) -> None:
        turns = [
            (a[0] - CENTRE[0]) * (b[1] - CENTRE[1]) - (a[1] - CENTRE[1]) * (b[0] - CENTRE[0])
            for a, b in pairwise([middle(place) for place in ALL_SQUARES[:68]])
        ]
        assert all(turn < 0 for turn in turns)

    @pytest.mark.parametrize("table", TABLES[4], ids=lambda table: table.name)
    def test_a_nest_lies_beside_its_entry(self, table: Any) -> None:
        at = middle(square(f"t{ENTRY[table.name]}", None))
        distances = {colour: apart(at, nest(arm)) for arm, colour in enumerate(COLOURS)}
        assert min(distances, key=distances.__getitem__) == table.name

    def test_two_seats_sit_opposite_each_other(self) -> None:
        x, y = (sum(values) / 2 for values in zip(nest(0), nest(2), strict=True))
        assert abs(x - CENTRE[0]) < 1
        assert abs(y - CENTRE[1]) < 12

    def test_squares_are_wide_enough_for_two_pawns(self) -> None:
        for place in ALL_SQUARES:
            left, top, right, bottom = bounds(place)
            lying = slot(place)[0] % 2 == 0
            long, short = (right - left, bottom - top) if lying else (bottom - top, right - left)
            assert long >= 2 * (PAWN_BESIDE * BROAD if lying else PAWN_ABOVE)
            assert short >= 0.9 * PAWN * BROAD

    @pytest.mark.parametrize(
        ("start", "stop", "squares_between"),
        [
            ("t66", "t2", "t66 t67 t68 t1 t2"),
            ("t66", "h2", "t66 t67 t68 h1 h2"),
            ("h5", "home", "h5 h6 h7 home"),
            ("nest", "t5", "nest t5"),
            ("h5", "t5", ""),
            ("home", "t5", ""),
        ],
    )
    def test_a_pawn_goes_through_the_squares_between(self, start: str, stop: str, squares_between: str) -> None:
        found = way(square(start, "red"), square(stop, "red"), "red")
        assert " ".join(place[1] for place in found) == squares_between

    def test_only_its_own_turn_off_leads_into_a_home_row(self) -> None:
        found = way(square("t16", "red"), square("h1", "red"), "red")
        assert len(found) == 68 - 16 + 1 + 1

    @pytest.mark.parametrize("name", ["t0", "t69", "h0", "h8", "x", "t05", "T1", ""])
    def test_other_texts_are_no_squares(self, name: str) -> None:
        with pytest.raises(ValueError, match="is not a square"):
            square(name, "red")


def bounds_points(place: Square) -> list[tuple[int, int]]:
    """The corners of a square, and points along its sides, on whole pixels."""
    corners = outline(place)
    found = []
    for (x1, y1), (x2, y2) in pairwise([*corners, corners[0]]):
        found += [(round(x1 + (x2 - x1) * step / 8), round(y1 + (y2 - y1) * step / 8)) for step in range(9)]
    return found


class TestLayout:
    """Nothing leaves the picture and no two labels overlap, whatever the position."""

    @pytest.mark.thorough
    @given(seed=SEEDS)
    @settings(max_examples=12, deadline=None)
    def test_in_any_match(self, seed: int) -> None:
        check_layout(paint(*scene(seed)))

    @pytest.mark.parametrize("seed", range(8))
    def test_with_blockades_bonuses_and_choices_everywhere(self, seed: int) -> None:
        view = crowded(seed)
        own = list(dict.fromkeys(view.squares(view.to_move or 0)))
        last = moved(position(*SPREAD), (4, 3), "t10+4>t14")[1].last
        check_layout(paint(view, Marks(last)))
        check_layout(paint(view, Marks(last, everywhere(own), (own[0],))))
        check_layout(paint(view, Marks(last, everywhere([*own, "home", "nest"], 2))))

    @pytest.mark.parametrize("turn", range(4))
    def test_with_a_choice_on_every_square(self, turn: int) -> None:
        view = position(*SPREAD, to_move=turn)
        check_layout(paint(view, Marks(choices=everywhere([*ON_WAY, "nest", "home"]))))

    @pytest.mark.parametrize("times", [2, 3, 5])
    @pytest.mark.parametrize("at", ["t8", "t9", "t10", "t29", "t68", "t14", "h5", "h1", "home", "nest"])
    def test_several_choices_on_one_square_stand_side_by_side(self, at: str, times: int) -> None:
        check_layout(paint(position(*SPREAD), Marks(choices=everywhere([at], times))))

    def test_a_disc_hides_no_lone_pawn(self) -> None:
        canvas = paint(position(*SPREAD), Marks(choices=everywhere(["t14", "t63"])))
        for disc in starting(canvas, "choice "):
            for box, _, at in pieces(canvas):
                if at in ("t14", "t63"):
                    assert gap(box, centre_of(disc)) >= 13

    def test_the_numbers_of_the_squares_lie_off_the_track(self) -> None:
        labels = [box for box in texts(paint(START)) if box.name.isdigit() and box.bottom > 120]
        numbers = [box for box in labels if 1 <= int(box.name) <= 68 and gap(box, number_at(int(box.name))) < 2]
        assert {int(box.name) for box in numbers} == set(SAFE) | set(range(5, 69, 5))
        for box in numbers:
            assert box.bottom - box.top >= 18, "as tall as digits of 28 pixels"
            for place in ALL_SQUARES:
                left, top, right, bottom = bounds(place)
                assert not box.overlaps(Box("mark", "", left, top, right, bottom))

    @pytest.mark.parametrize("view", [START, FOUR, crowded(1)], ids=["two", "four", "crowded"])
    @pytest.mark.parametrize("title", ["Draw", "Yellow wins", "Red, Blue and Yellow win the whole match at last"])
    def test_verdicts_fit(self, view: Position, title: str) -> None:
        verdict = Verdict(title, "Blue resigned and so did Green, after all that", (0, 1))
        canvas = paint(view, Marks(CAPTURE[1].last, verdict=verdict))
        check_layout(canvas)
        assert title in " ".join(box.name for box in texts(canvas))

    @pytest.mark.parametrize("number", range(5))
    def test_pawns_at_home_stand_apart_in_their_own_field(self, number: int) -> None:
        pawns = [" ".join(["nest"] * (4 - number) + ["home"] * number)] * 3
        canvas = paint(position(*pawns, "nest nest nest nest", to_move=3))
        check_layout(canvas)
        assert len([1 for _, _, at in pieces(canvas) if at == "home"]) == 3 * number


class TestWhatIsShown:
    @pytest.mark.thorough
    @given(seed=SEEDS)
    @settings(max_examples=20, deadline=None)
    def test_every_pawn_stands_where_it_is(self, seed: int) -> None:
        view, marks = scene(seed)
        shown = sorted((colour, at) for _, colour, at in pieces(paint(view, marks)))
        assert shown == sorted((colour, at) for seat, colour in enumerate(view.colours) for at in view.squares(seat))

    def test_the_frame_and_a_corner_have_the_colour_of_the_seat_to_move(self) -> None:
        for seat, colour in enumerate(COLOURS):
            canvas = paint(replace(FOUR, to_move=seat))
            assert canvas.image.getpixel((WIDTH // 2, 6)) == NIGHT.seats[colour]
            assert [box.name for box in starting(canvas, "corner ")] == [f"corner {colour}"]
            left, top, right, _ = plate(seat)
            assert canvas.image.getpixel((round((left + right) / 2), round(top) + 1)) == NIGHT.seats[colour]

    @pytest.mark.parametrize(
        ("view", "words"),
        [
            (START, "Red to roll"),
            (CAPTURE[0], "Red to move"),
            (BONUS[0], "free move"),
            (position("t1 t2 t3 t4", "nest nest nest nest", doubles=1), "after a double"),
            (replace(DOUBLE[0], doubles=2), "2nd double"),
        ],
    )
    def test_the_caption_says_what_is_to_be_done(self, view: Position, words: str) -> None:
        assert named(paint(view), words)
        assert named(paint(view), f"Red to {'roll' if view.phase == 'roll' else 'move'}")

    def test_a_third_double_is_warned_of(self) -> None:
        view = position("t1 t2 t3 t4", "nest nest nest nest", doubles=2)
        assert not named(paint(view), "warning")
        limited = replace(view, table=replace(view.table, triple_doubles=True))
        assert named(paint(limited), "warning")

    def test_the_dice_show_what_is_left(self) -> None:
        dice = [box.name for box in starting(paint(*CAPTURE), "die ")]
        assert dice == ["die 4 used", "die 3 open"]

    def test_the_faces_beneath_are_shown_where_they_count(self) -> None:
        view, marks = moved(position("t2 t30 t66 home", "nest t40 h3 h3"), (2, 2), "t66+2>t68")
        expected = ["die 2 used", "die 2 open", "die 5 open", "die 5 open"]
        assert [box.name for box in starting(paint(view, marks), "die ")] == expected
        assert [box.name for box in starting(paint(view), "die ")] == expected  # without the marks as well
        view, marks = moved(position("nest t30 t66 home", "nest t40 h3 h3"), (2, 2), "t66+2>t68")
        assert [box.name for box in starting(paint(view, marks), "die ")] == ["die 2 used", "die 2 open"]

    def test_a_double_five_that_empties_the_nest_adds_no_faces(self) -> None:
        view, marks = moved(position("nest t30 t66 home", "nest t40 h3 h3"), (5, 5), "enter 5")
        assert [box.name for box in starting(paint(view, marks), "die ")] == ["die 5 used", "die 5 open"]
        view, marks = moved(position("t2 t30 t62 home", "nest t40 h3 h3"), (5, 5), "t30+2>t32", "t32+2>t34")
        assert len(starting(paint(view, marks), "die ")) == 4

    def test_the_last_roll_stays_with_who_rolled_it(self) -> None:
        canvas = paint(*ENDED_TURN)
        assert [box.name for box in starting(canvas, "die ")] == ["die 6 used", "die 4 used"]
        assert len(named(canvas, "Red")) == 2  # beside the dice and in its corner
        assert named(canvas, "Yellow to roll")

    def test_a_roll_that_nothing_can_use_is_said_so(self) -> None:
        assert named(paint(*moved(START, (6, 3))), "no move")
        assert not named(paint(*CAPTURE), "no move")

    def test_bonuses_wait_as_tokens(self) -> None:
        canvas = paint(crowded(1))
        assert named(canvas, "bonus +10")
        assert named(canvas, "+20 ×2")
        assert named(paint(*BONUS), "+10")
        assert not named(paint(*BONUS), "bonus +20")

    def test_scores_and_pawns_home_are_written_in_the_corners(self) -> None:
        canvas = paint(*CAPTURE)
        for seat, colour in enumerate(COLOURS):
            left, top, right, bottom = plate(seat)
            words = [box for box in texts(canvas) if within(box, left, top, right, bottom)]
            home = CAPTURE[0].squares(seat).count("home")
            expected = [colour.capitalize(), str(CAPTURE[0].scores[seat]), "points", "home", str(home)]
            assert [box.name for box in words] == expected
            for box in words:
                assert gap(box, nest(seat)) > NEST + 2, f"{box.name} lies over the nest"

    def test_blockades_have_a_wall_and_a_stone_between_the_pawns(self) -> None:
        canvas = paint(position(*SPREAD))
        assert {box.name for box in starting(canvas, "wall ")} == {"wall red t10", "wall blue t29"}
        for at in ("t10", "t29"):
            (stone,) = named(canvas, f"stone {at}")
            one, two = (box for box, _, where in pieces(canvas) if where == at)
            assert min(apart(centre_of(stone), centre_of(one)), apart(centre_of(stone), centre_of(two))) > 20
            assert apart(centre_of(one), centre_of(two)) > 40

    def test_ages_of_blockades_are_written_and_due_ones_stand_out(self) -> None:
        canvas = paint(DUE)
        for colour, at, age in (("red", "t10", "2"), ("yellow", "t40", "1"), ("yellow", "h3", "2")):
            place = square(at, colour)
            assert [box for box in named(canvas, age) if apart(centre_of(box), middle(place)) < 4]
            x, y = (round(value) for value in middle(place))
            red, _, blue = canvas.image.getpixel((x - 8, y))  # type: ignore[misc]  # three channels
            assert (red > 1.3 * blue) is (age == "2")

    def test_the_last_moves_are_edged_at_both_ends(self) -> None:
        canvas = paint(*DOUBLE)
        for move, start, stop in (("t66+2>t68", "t66", "t68"), ("t68+5>h5", "t68", "h5")):
            for side, at in (("from", start), ("to", stop)):
                (box,) = named(canvas, f"{side} {move}")
                assert apart(centre_of(box), middle(square(at, "red"))) < 2
        assert named(canvas, "t68 to h5")  # in words as well
        assert named(canvas, "Red just played")

    @pytest.mark.parametrize("dice", [(6, 6), (1, 2)])
    def test_the_newest_move_is_named_after_whoever_made_it(self, dice: tuple[int, int]) -> None:
        """Not after the next seat, whose dice were rolled automatically since."""
        pawns = ("nest nest nest t10", "nest nest nest t39")
        before = position(*pawns, phase="move", to_move=1, dice=(3, 4), left=(3,), rolls=9)
        rolls = before.play(before.parse("t39+3>t42"), NO_LUCK)
        after = rolls.play(ROLL, Scripted(dice))
        marks = Marks((Played.of(before, before.parse("t39+3>t42")), Played.of(rolls, ROLL, dice)))
        canvas = paint(after, marks)
        assert named(canvas, "t39 to t42")
        assert named(canvas, "Yellow just played")
        assert not named(canvas, "Red just played")

    def test_a_trail_leads_from_square_to_square(self) -> None:
        without, with_trail = draw(CAPTURE[0]), draw(*CAPTURE)
        for number in (11, 12, 13):
            x, y = (round(value) for value in middle((None, f"t{number}")))
            around = (x - 10, y - 6, x + 10, y + 6)
            assert without.crop(around).tobytes() != with_trail.crop(around).tobytes()

    def test_an_entering_pawn_comes_from_its_nest(self) -> None:
        canvas = paint(*moved(position("nest nest t20 t30", "nest nest nest nest"), (5, 2), "enter 5"))
        (box,) = named(canvas, "from enter 5")
        assert apart(centre_of(box), nest(0)) < 2

    def test_a_captured_pawn_fades_under_a_cross(self) -> None:
        canvas = paint(*CAPTURE)
        (ghost,) = named(canvas, "captured yellow")
        assert within(foot(ghost), *bounds((None, "t14")), slack=40)
        (red,) = named(canvas, "red t14")
        assert not ghost.overlaps(red)
        (ring,) = named(canvas, "back yellow")
        assert apart(centre_of(ring), nest(2)) < NEST

    def test_a_capture_is_shown_after_its_pawn_has_gone_on(self) -> None:
        canvas = paint(*moved(position(*SPREAD), (4, 3), "t10+4>t14", "t14+3>t17"))
        (ghost,) = named(canvas, "captured yellow")
        assert apart(centre_of(ghost), standing_at((None, "t14"), PAWN)) < 2

    def test_where_nothing_stood_before_nothing_is_said_to_be_captured(self) -> None:
        last = (Played(decision("t10+4>t14"), CAPTURE[0], 0),)
        assert not starting(paint(CAPTURE[0], Marks(last=last)), "captured")

    def test_a_pawn_lost_by_a_third_double_is_shown(self) -> None:
        canvas = paint(*PENALTY)
        (ghost,) = named(canvas, "captured yellow")
        assert apart(centre_of(ghost), standing_at(("yellow", "h6"), PAWN)) < 2
        assert named(canvas, "a third double")

    def test_the_winner_is_named_and_places_are_given(self) -> None:
        canvas = paint(*WON)
        assert named(canvas, "Red wins")
        assert named(canvas, "all four pawns home")
        assert canvas.image.getpixel((WIDTH // 2, 6)) == NIGHT.seats["red"]
        assert [len(named(canvas, place)) for place in ("1st", "2nd", "3rd", "4th")] == [1, 1, 1, 1]

    def test_winners_together_share_the_frame(self) -> None:
        picture = draw(START, Marks(verdict=Verdict("Draw", "agreed", (0, 1))))
        ends = picture.getpixel((WIDTH // 4, 6)), picture.getpixel((3 * WIDTH // 4, 6))
        assert ends == (NIGHT.seats["red"], NIGHT.seats["yellow"])

    def test_a_finished_seat_has_its_place_while_the_others_play_on(self) -> None:
        view = position(
            "home home home home",
            "t30 t31 t32 t33",
            "t40 t41 t42 t43",
            to_move=1,
            finished=(0,),
            options={"finish": "all"},
        )
        assert named(paint(view), "1st")

    def test_a_cap_on_rolls_is_counted(self) -> None:
        assert named(paint(position(*SPREAD, options={"max_rolls": 200})), "roll 57 of 200")
        assert not starting(paint(position(*SPREAD)), "roll ")

    def test_safe_squares_differ_in_shape_from_the_others(self) -> None:
        picture = draw(START).convert("L")

        def profile(number: int) -> Image.Image:
            x, y = (round(value) for value in middle((None, f"t{number}")))
            lying = slot((None, f"t{number}"))[0] % 2 == 0
            cell = picture.crop((x - 46, y - 18, x + 46, y + 18) if lying else (x - 18, y - 46, x + 18, y + 46))
            return cell if lying else cell.transpose(Image.Transpose.ROTATE_90)

        def variety(number: int) -> float:
            return ImageStat.Stat(profile(number)).stddev[0]

        plain = [number for number in range(1, 69) if number not in SAFE and number % 17 not in (8, 9)]
        assert min(map(variety, SAFE)) > 4 * max(map(variety, plain))

    def test_unused_colours_are_muted(self) -> None:
        picture = draw(START)
        for colour, used in (("red", True), ("blue", False), ("yellow", True), ("green", False)):
            x, y = (round(value) for value in middle((colour, "h4")))
            strongest, weakest = max(picture.getpixel((x, y))), min(picture.getpixel((x, y)))  # type: ignore[arg-type]  # three channels
            assert (strongest - weakest > 60) is used


class TestChoices:
    def test_targets_are_discs_in_the_middle_of_empty_squares(self) -> None:
        canvas = paint(position(*SPREAD), Marks(choices=(Choice("1", "t45"), Choice("2", "h3"))))
        for label, place in (("1", (None, "t45")), ("2", ("red", "h3"))):
            (disc,) = named(canvas, f"choice {label}")
            assert apart(centre_of(disc), middle(place)) < 2

    @pytest.mark.parametrize("turn", range(4))
    def test_home_rows_home_and_nest_are_those_of_the_seat_to_move(self, turn: int) -> None:
        view = position(*["nest nest t30 home"] * 1, *["nest nest nest home"] * 3, to_move=turn)
        canvas = paint(view, Marks(choices=everywhere(["h7", "home", "nest"])))
        for disc in starting(canvas, "choice "):
            x, y = centre_of(disc)
            nearest = min(
                (apart((x, y), middle((colour, at))), colour) for colour in COLOURS for at in ("h7", "home", "nest")
            )
            assert nearest[1] == COLOURS[turn]

    def test_a_capture_has_its_own_colour(self) -> None:
        canvas = paint(position(*SPREAD), Marks(choices=(Choice("1", "t14"), Choice("2", "t66"), Choice("3", "t3"))))
        for label, hue in (("1", NIGHT.capture), ("2", NIGHT.choice), ("3", NIGHT.choice)):
            (disc,) = named(canvas, f"choice {label}")
            x, y = (round(value) for value in centre_of(disc))
            assert canvas.image.getpixel((x, round(disc.top) + 4)) == hue, f"{label} at {x}, {y}"

    def test_chosen_squares_are_highlighted(self) -> None:
        canvas = paint(position(*SPREAD), Marks(chosen=("t66", "h2")))
        for at in ("t66", "h2"):
            (box,) = named(canvas, f"chosen {at}")
            assert apart(centre_of(box), middle(square(at, "red"))) < 2
        assert named(paint(START, Marks(chosen=("nest",))), "chosen nest")

    @pytest.mark.parametrize(
        "marks",
        [
            Marks(chosen=("t70",)),
            Marks(choices=(Choice("1", "h9"),)),
        ],
        ids=str,
    )
    def test_marks_off_the_board_are_refused(self, marks: Marks) -> None:
        with pytest.raises(ValueError, match="is not a"):
            draw(START, marks)


class TestPawns:
    @pytest.mark.parametrize("tall", [PAWN_BESIDE, PAWN, PAWN_IN_NEST])
    @pytest.mark.parametrize(("first", "second"), list(combinations(COLOURS, 2)))
    def test_colours_differ_in_outline(self, first: str, second: str, tall: int) -> None:
        heads = []
        for colour in (first, second):
            shape = pawn(colour, tall, NIGHT).getchannel("A")
            heads.append(shape.crop((0, 0, shape.width, tall // 2)))
        common = ImageStat.Stat(ImageChops.darker(*heads)).sum[0]
        whole = ImageStat.Stat(ImageChops.lighter(*heads)).sum[0]
        assert common / whole < 0.87

    @pytest.mark.parametrize("colour", COLOURS)
    def test_a_pawn_fills_one_square_and_its_head_is_most_of_it(self, colour: str) -> None:
        shape = pawn(colour, PAWN, NIGHT).getchannel("A").point(lambda value: 255 if value > 127 else 0)
        left, top, right, bottom = shape.getbbox() or (0, 0, 0, 0)
        assert right - left >= 0.9 * TALL
        assert 0.95 * TALL <= bottom - top <= 1.1 * TALL
        head = shape.crop((0, 0, shape.width, round(0.62 * PAWN))).getbbox() or (0, 0, 0, 0)
        assert head[2] - head[0] >= 0.5 * TALL

    def test_what_can_be_moved_and_where_it_goes_is_seen_before_anyone_chooses(self) -> None:
        view = position("nest nest t2 t20", "nest nest t40 t30", phase="move", dice=(3, 4), left=(3, 4))
        canvas, moves = paint(view), [move for move in view.legal() if move.kind not in ("roll", "skip")]
        assert {box.name for box in starting(canvas, "ready ")} == {f"ready {move.origin}" for move in moves}
        assert {box.name for box in starting(canvas, "goal ")} == {f"goal {move.target}" for move in moves}
        told = (paint(START), paint(view, Marks(chosen=("t2",))), paint(view, Marks(verdict=Verdict("Ended"))))
        assert not [box for one in told for box in starting(one, "ready ")]

    @pytest.mark.parametrize("colour", COLOURS)
    def test_a_pawn_stands_out_from_all_it_can_stand_on(self, colour: str) -> None:
        grounds = [*WOOD, BOARD[1], *(entry_ground(other, True) for other in COLOURS)]
        grounds += [deep(colour, True), deep(colour, False)]
        for ground in grounds:
            assert contrast(paint_of(colour, NIGHT), ground) >= 3.0

    @pytest.mark.parametrize("colour", COLOURS)
    def test_a_pawn_stands_out_from_its_own_home_row(self, colour: str) -> None:
        view = position("nest nest h4 h6", "nest nest h4 h6", "nest nest h4 h6", "nest nest h4 h6")
        x, y = (round(value) for value in middle((colour, "h4")))
        picture = draw(view).convert("L").crop((x - 15, y - 19, x + 15, y + 19))
        bare = draw(FOUR).getpixel((x, y))
        assert isinstance(bare, tuple)
        ground = lightness((bare[0], bare[1], bare[2])) * 2.55
        far = [value for value in picture.tobytes() if abs(value - ground) > 30]
        assert len(far) > 250


class TestPurity:
    def test_the_same_input_gives_the_same_bytes(self) -> None:
        view, marks = scene(11)
        assert encode(draw(view, marks)) == encode(draw(GAME.load(view.dump()), marks))

    def test_scribbling_on_a_picture_spoils_no_other(self) -> None:
        first = draw(START)
        kept = first.tobytes()
        first.paste((255, 0, 0), (0, 0, *first.size))
        canvas = paint(START)
        canvas.boxes.clear()
        canvas.image.paste((0, 255, 0), (0, 0, *first.size))
        assert draw(START).tobytes() == kept
        assert paint(START).boxes

    def test_threads_draw_the_same(self) -> None:
        scenes = [scene(seed) for seed in range(8)] * 2
        alone = [draw(*one).tobytes() for one in scenes[:8]]
        with ThreadPoolExecutor(6) as pool:
            together = [picture.tobytes() for picture in pool.map(lambda one: draw(*one), scenes)]
        assert together == alone * 2

    def test_the_picture_is_as_wide_as_all_and_not_too_tall(self) -> None:
        picture = draw(START)
        assert (picture.mode, picture.width) == ("RGB", 1024)
        assert 1024 <= picture.height <= 1280

    @pytest.mark.parametrize("seed", range(3))
    def test_the_fullest_boards_stay_small(self, seed: int) -> None:
        view = crowded(seed)
        for marks in (NO_MARKS, Marks(CAPTURE[1].last, everywhere([*ON_WAY, "home", "nest"]))):
            assert len(encode(draw(view, marks)).data) <= LIMIT


class TestAlt:
    """What the picture shows, for those who can't see it."""

    @given(seed=SEEDS)
    @settings(max_examples=25, deadline=None)
    def test_it_tells_who_is_to_move_the_dice_all_pawns_and_what_was_last(self, seed: int) -> None:
        view, marks = scene(seed)
        words = alt(view, marks)
        assert len(words) <= ALT_LIMIT
        called = [colour.capitalize() for colour in view.colours]
        if view.to_move is not None:
            assert f"{called[view.to_move]} to " in words
        if view.dice:
            assert f"Dice {view.dice[0]} and {view.dice[1]}" in words
            left = ", ".join(map(str, view.left)) or "nothing"
            assert f"left to use: {left}." in words
        for seat, name in enumerate(called):
            line = re.search(rf"{name}:(?: (?:finished )?\d\w\w,)? (.*?), (\d+) points?\.", words)
            assert line is not None
            assert int(line[2]) == view.scores[seat]
            assert pawns_of(line[1]) == list(view.squares(seat))
        if marks.last:
            assert any(did in words for did in ("rolls", "moves", "brings", "skips", "plays"))
        for choice in marks.choices:
            assert f"{choice.label} {choice.at}" in words

    def test_it_tells_of_captures_bonuses_and_choices(self) -> None:
        view, marks = CAPTURE
        words = alt(view, Marks(marks.last, (Choice("1", "t17"),), ("t14",)))
        assert "Free moves to play: +20." in words
        assert "Just played: Red rolls 4 and 3: t10 → t14, takes yellow's pawn and earns a free move of 20." in words
        assert "Chosen: t14. Choices: 1 t17." in words

    def test_it_tells_of_the_faces_beneath(self) -> None:
        words = alt(*moved(position("t2 t30 t66 home", "nest t40 h3 h3"), (2, 2), "t66+2>t68"))
        assert "Dice 2 and 2, and 5 twice underneath; left to use: 2, 5, 5." in words

    def test_it_tells_who_won(self) -> None:
        assert "Red wins (all four pawns home)." in alt(*WON)
        assert "Blue: 2nd," in alt(*WON)

    def test_it_tells_a_verdict_from_outside(self) -> None:
        assert "Red wins (Yellow resigned)." in alt(START, Marks(verdict=Verdict("Red wins", "Yellow resigned", (0,))))

    def test_the_fullest_board_fits(self) -> None:
        view = crowded(3)
        words = alt(view, Marks(CAPTURE[1].last * 30, everywhere(ON_WAY[:25]), ("t10",)))
        assert len(words) <= ALT_LIMIT
        assert "Chosen: t10. Choices: 1 t1, " in words
        assert "t10 → t14, takes yellow's pawn" in words


def pawns_of(words: str) -> list[str]:
    """The squares in "2 in the nest, blockade on t5, 1 home"."""
    found: list[str] = []
    for part in words.split(", "):
        if match := re.fullmatch(r"(\d) in the nest", part):
            found += ["nest"] * int(match[1])
        elif match := re.fullmatch(r"(\d) home", part):
            found += ["home"] * int(match[1])
        elif match := re.fullmatch(r"blockade on (\w+)", part):
            found += [match[1]] * 2
        else:
            found.append(part)
    return found


class TestText:
    """The complete position in words reads back to itself."""

    @given(seed=SEEDS)
    @settings(max_examples=40, deadline=None)
    def test_it_reads_back(self, seed: int) -> None:
        view = played(seed)[0]
        assert read_parcheesi(text(view)) == view.dump()

    @pytest.mark.parametrize(
        "view",
        [START, FOUR, CAPTURE[0], DOUBLE[0], BONUS[0], WON[0], DUE, PENALTY[0], crowded(1), crowded(2)],
        ids=["two", "four", "capture", "double", "bonus", "won", "due", "penalty", "crowded", "other crowd"],
    )
    def test_it_reads_back_with_every_phase_and_option(self, view: Position) -> None:
        assert read_parcheesi(text(view)) == view.dump()
        assert list(read_parcheesi(text(view))) == list(view.dump())

    def test_it_fits_into_one_message(self) -> None:
        assert len(text(crowded(2))) < 2000

    def test_it_is_written_for_people(self) -> None:
        assert text(CAPTURE[0]) == (
            "Parcheesi for 4 seats.\n"
            "Options: Red starts; the first player home wins; third doubles are played like any other; "
            "blockades can stand forever; no limit on rolls.\n"
            "Red to move.\n"
            "Dice: 4 and 3; left: 3.\n"
            "Free moves to play: 20.\n"
            "Red: 0 in the nest; t10, t14, t66, h5; 0 home; 147 points.\n"
            "Blue: 1 in the nest; blockade on t29; 1 home; 88 points.\n"
            "Yellow: 1 in the nest; t40, t50; 1 home; 86 points.\n"
            "Green: 2 in the nest; t63 (safe), h7; 0 home; 79 points.\n"
            "Partners: t10 with t14.\n"
            "Safe squares: t5, t12, t17, t22, t29, t34, t39, t46, t51, t56, t63, t68.\n"
            "Rolls so far: 58."
        )

    @pytest.mark.parametrize(
        "words",
        [
            "",
            "Chess.",
            text(START) + "\nRed is happy.",
            text(START).replace("Red: 4", "Red: 3"),
            text(START).replace("Red to roll", "Green to roll"),
            text(START).replace("Red starts", "Yellow starts"),
            text(START).replace("4 in the nest; none on the way", "3 in the nest; t69"),
        ],
    )
    def test_other_texts_are_refused(self, words: str) -> None:
        with pytest.raises(ValueError, match=r"Parcheesi|is not a square|four pawns|has no seat"):
            read_parcheesi(words)


GOLDEN_SCENES: dict[str, tuple[Position, Marks]] = {
    "start": (START, NO_MARKS),
    "capture": CAPTURE,
    "double": DOUBLE,
    "bonus": (BONUS[0], Marks(BONUS[1].last, (Choice("1", "t40"),))),
    "turn-over": ENDED_TURN,
    "penalty": PENALTY,
    "due": (DUE, Marks(choices=everywhere(["t10", "t30"]))),
    "over": WON,
    "crowded": (crowded(5), Marks(CAPTURE[1].last)),
    "everywhere": (position(*SPREAD, to_move=1), Marks(choices=everywhere([*ON_WAY, "nest", "home"]), chosen=("t29",))),
}


@pytest.mark.parametrize("name", GOLDEN_SCENES)
def test_the_picture_is_as_it_was(name: str, golden: Golden) -> None:
    golden(draw(*GOLDEN_SCENES[name]), f"parcheesi-{name}")


def test_the_public_names_are_there() -> None:
    offered: list[Any] = [getattr(parcheesi, name) for name in ("draw", "alt")]
    assert all(map(callable, offered))


def test_nest_and_home_are_not_on_the_way() -> None:
    assert [place for place in ALL_SQUARES if not on_way(place)] == []
    assert not on_way(square("nest", "red"))
