"""Pictures of the special round: its plates, and the throw."""

import pytest

from bot.rules.southern_cross.board import DIALS
from bot.rules.southern_cross.special import TOLERANCES
from bot.words.southern_cross import landing_of
from images.canvas.canvas import WIDTH
from images.canvas.palette import NIGHT
from images.marks.marks import Choice, Marks
from images.southern_cross import draw, paint
from images.southern_cross.board import LARGE
from images.southern_cross.rounds import challenges
from images.southern_cross.throwing import GROUND, ORIGIN, SMALL, UNIT
from tests.images.boxes import centre_of, named, starting
from tests.images.southern_cross_layout import apart, check_layout
from tests.images.southern_cross_positions import (
    ALL_THROWN,
    CROWDED,
    EMPTY,
    FOUR,
    LANE,
    MIDDLE,
    THIRD,
    after,
    numbered,
    position,
    throwing,
)

MID = position(MIDDLE, 9)


AIMS = (20, 19, 55, 3)  # targets 39 and 74, winds +8 and -8


SPECIAL = after(position(FOUR), "end", "roll", "roll", luck=(1, 5))


REMOVING = after(position(THIRD, 2, 0), "end", "roll", "roll", luck=(3, 4, 1, 5))


THROW = after(position(LANE, 5, challenge="throw"), "end", luck=AIMS)


MISSED = after(position(LANE, 5, challenge="throw"), "end", "throw 40", luck=(*AIMS, 27))


NEXT = after(position(LANE, 5, challenge="throw"), "end", "throw 40", "throw 79", luck=(*AIMS, 16, 16, 51, 17))


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
