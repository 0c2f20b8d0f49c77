"""What a picture of Parcheesi shows: pawns, dice, moves, choices and ends."""

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from PIL import Image, ImageChops, ImageStat

from bot.rules.chance import Scripted
from bot.rules.parcheesi import Position
from bot.rules.parcheesi.board import ROLL, SAFE
from bot.words import Verdict
from images.canvas.canvas import WIDTH
from images.canvas.palette import NIGHT, contrast, lightness
from images.marks.marks import Choice, Marks, Played
from images.parcheesi import draw, paint
from images.parcheesi.board import BOARD, WOOD, deep, entry_ground
from images.parcheesi.drawing import PAWN, PAWN_BESIDE, PAWN_IN_NEST, standing_at
from images.parcheesi.geometry import COLOURS, NEST, TALL, middle, nest, plate, slot, square
from images.parcheesi.pieces import paint_of, pawn
from tests.images.boxes import apart, centre_of, gap, named, starting, texts
from tests.images.parcheesi_layout import bounds, foot, pieces, within
from tests.images.parcheesi_positions import (
    BONUS,
    CAPTURE,
    DOUBLE,
    DUE,
    ENDED_TURN,
    FOUR,
    NO_LUCK,
    PENALTY,
    SEEDS,
    SPREAD,
    START,
    WON,
    crowded,
    decision,
    everywhere,
    moved,
    position,
    scene,
)


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

    @pytest.mark.parametrize(
        ("own", "chosen", "stand"),
        [
            ("t10 t10 t13 h5", ("t10", "t14"), []),
            ("t10 t10 t13 h5", ("t10", "t13"), ["t13"]),
            ("t10 t10 t13 h5", ("t13", "t14"), ["t10"]),
            ("t10 t10 t13 h5", ("t13",), ["t10", "t13"]),
            ("t10 t30 h3 h5", ("h3", "home"), []),
        ],
    )
    def test_a_chosen_move_shows_the_blockades_that_stand_after_it(
        self, own: str, chosen: tuple[str, ...], stand: list[str]
    ) -> None:
        canvas = paint(position(own, "nest t20 t21 home"), Marks(chosen=chosen))
        assert [box.name for box in starting(canvas, "stone ")] == [f"stone {at}" for at in stand]
        assert [box.name for box in starting(canvas, "wall ")] == [f"wall red {at}" for at in stand]

    def test_between_pawns_whose_blockade_has_no_age_lies_a_bar_of_their_colour(self) -> None:
        canvas = paint(position(*SPREAD))
        for colour, at, lies in (("red", "t10", False), ("blue", "t29", True)):
            (bar,) = named(canvas, f"stone {at}")
            assert (bar.right - bar.left > bar.bottom - bar.top) is lies
            x, y = (round(value) for value in middle(square(at, colour)))
            assert canvas.image.getpixel((x, y)) == paint_of(colour, NIGHT)

    def test_ages_of_blockades_are_written_and_due_ones_stand_out(self) -> None:
        canvas = paint(DUE)
        for colour, at, age in (("red", "t10", "2"), ("yellow", "t40", "1"), ("yellow", "h3", "2")):
            place = square(at, colour)
            assert [box for box in named(canvas, age) if apart(centre_of(box), middle(place)) < 4]
            x, y = (round(value) for value in middle(place))
            red, _, blue = canvas.image.getpixel((x - 8, y))  # type: ignore[misc]  # three channels
            assert (red > 1.3 * blue) is (age == "2")

    def test_no_ages_are_written_beside_the_numbers_of_choices(self) -> None:
        canvas = paint(DUE, Marks(choices=(Choice("7", "t10", "piece"),)))
        assert not named(canvas, "2")
        assert [box.name for box in starting(canvas, "stone ")] == ["stone t40", "stone h3"]

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
        for number in (11, 12):  # on 13 lies the dot of a goal
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
