"""Pictures and words of Cirondo: all of it shown, nothing clipped, nothing overlapping, and all readable back."""

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise
from math import hypot
from typing import Any

import pytest
from hypothesis import given, settings
from PIL import Image, ImageChops, ImageDraw

from bot.rules.cirondo import Move, Position
from bot.rules.cirondo.board import EMPTY, KIND_NAMES, SPACES, Board, table_for
from bot.words import Verdict
from images import cirondo
from images.canvas.canvas import LIMIT, WIDTH, Area, Canvas, encode, polar
from images.canvas.palette import NIGHT
from images.cirondo import draw, paint
from images.cirondo.board import HEIGHT
from images.cirondo.drawing import piece_size
from images.cirondo.geometry import CENTRE, EDGE, VOID, angle, inner, middle, space, spaces_between, width
from images.marks.marks import Choice, Marks
from tests.images.boxes import centre_of, gap, named, starting, texts
from tests.images.cirondo_positions import FOUR, GOLDEN_SCENES, LAST_MOVE, SEEDS, START, TEAMS, after, scene
from tests.images.conftest import Golden
from tests.images.positions import ALL_SPACES, GAME, MIDDLES, all_pieces, crowded, fen, many_targets, shown


def distance(box: Area, at: str) -> float:
    x, y = centre_of(box)
    return hypot(x - middle(space(at))[0], y - middle(space(at))[1])


def reach(disc: Area) -> float:
    """A disc's radius: its box lies on whole pixels, one more than the ink needs."""
    return (disc.right - disc.left - 1) / 2


def coordinates(canvas: Canvas) -> list[Area]:
    """The letters and numbers around the board."""
    return [label for label in texts(canvas) if re.fullmatch("[A-H]|[0-9]+", label.name) and label.bottom < 1030]


def check_layout(canvas: Canvas) -> None:
    for box in canvas.boxes:
        whole = box.left >= 0 and box.top >= 0 and box.right <= WIDTH and box.bottom <= HEIGHT
        assert whole, f"{box} leaves the picture"
    labels = texts(canvas)
    for number, first in enumerate(labels):
        for second in labels[:number]:
            assert not first.overlaps(second), f"{first.name} and {second.name} overlap"
    discs = [box for box in canvas.boxes if box.name.startswith("choice ")]
    for number, one in enumerate(discs):
        for two in discs[:number]:
            apart = hypot(centre_of(one)[0] - centre_of(two)[0], centre_of(one)[1] - centre_of(two)[1])
            assert apart >= (one.right - one.left + two.right - two.left) / 2 - 3, f"{one.name} and {two.name} overlap"
    for disc in discs:
        held = [box for box in labels if disc.name == f"choice {box.name}" and disc.overlaps(box)]
        assert len(held) == 1, f"{disc.name} has no label"
        assert disc.left < held[0].left < held[0].right < disc.right, f"{disc.name} is too narrow"
        for label in labels:
            assert label is held[0] or gap(label, centre_of(disc)) > reach(disc), f"{disc.name} touches {label.name}"


class TestGeometry:
    def test_every_space_has_a_place_of_its_own(self) -> None:
        places = list(MIDDLES.values())
        assert len(places) == 256
        closest = min(hypot(a[0] - b[0], a[1] - b[1]) for n, a in enumerate(places) for b in places[:n])
        assert closest > 30

    def test_columns_run_clockwise_from_three_o_clock(self) -> None:
        one, nine = MIDDLES["A1"], MIDDLES["A9"]
        assert one[0] > nine[0]
        assert one[1] < nine[1]

    def test_golds_home_is_the_lower_half(self) -> None:
        assert all((MIDDLES[f"A{column}"][1] > CENTRE[1]) is (column <= 16) for column in range(1, 33))

    def test_rings_fill_the_board_and_get_lower_inwards(self) -> None:
        ends = [inner(ring) for ring in range(-1, 8)]
        heights = [outside - inside for outside, inside in pairwise(ends)]
        assert (ends[0], ends[-1]) == (EDGE, VOID)
        assert heights == sorted(heights, reverse=True)

    def test_the_innermost_cells_hold_a_piece(self) -> None:
        assert width(7) >= 31.5
        assert inner(6) - inner(7) >= 32

    @pytest.mark.parametrize(
        ("start", "stop", "between"),
        [
            ("A31", "D2", ["B32", "C1"]),
            ("D2", "A31", ["C1", "B32"]),
            ("A2", "C32", ["B1"]),
            ("H5", "E5", ["G5", "F5"]),
            ("C31", "C2", ["C32", "C1"]),
        ],
    )
    def test_a_move_passes_the_spaces_of_its_line(self, start: str, stop: str, between: list[str]) -> None:
        assert spaces_between(space(start), space(stop)) == [space(at) for at in (start, *between, stop)]

    def test_a_ring_can_be_gone_round_both_ways(self) -> None:
        assert len(spaces_between(space("C31"), space("C2"), clockwise=False)) == 30

    @pytest.mark.parametrize("name", ["A0", "A33", "I1", "a1", "A01", "A1 "])
    def test_other_texts_are_no_spaces(self, name: str) -> None:
        with pytest.raises(ValueError, match="is not a space"):
            space(name)


class TestLayout:
    """Nothing leaves the picture and no two labels overlap, whatever the position."""

    @pytest.mark.slow
    @given(seed=SEEDS)
    @settings(max_examples=20, deadline=None)
    def test_in_any_match(self, seed: int) -> None:
        position, marks = scene(seed)
        check_layout(paint(position, marks))

    @pytest.mark.thorough
    @pytest.mark.sample(3)
    @pytest.mark.parametrize("seats", [2, 4])
    @pytest.mark.parametrize("seed", range(6))
    def test_with_as_many_stellar_and_choices_as_there_can_be(self, seats: int, seed: int) -> None:
        position = crowded(seats, seed)
        check_layout(paint(position, Marks((shown("A9xH2", position),), all_pieces(position), ("A9",))))
        check_layout(paint(position, Marks((shown("G5xH6=S", position),), many_targets(position))))

    @pytest.mark.sample(10)
    @pytest.mark.parametrize("target", ALL_SPACES[::5])
    def test_with_all_targets_of_a_solar_system(self, target: str) -> None:
        start = "H5" if target != "H5" else "A5"
        ring = [at for at in ALL_SPACES if at[0] == start[0] and at != start]
        choices = tuple(Choice(str(n), at) for n, at in enumerate(dict.fromkeys([*ring, target]), 1))
        check_layout(paint(replace(START, owed=()), Marks(choices=choices, chosen=(start,))))

    def test_coordinates_are_never_under_a_piece(self) -> None:
        labels = coordinates(paint(START))
        assert len(labels) == 48
        for at, middle_ in MIDDLES.items():
            for label in labels:
                apart = gap(label, middle_) - piece_size(space(at)[0]) / 2
                assert apart > 0, f"{label.name} could come under a piece on {at}"

    def test_targets_beside_the_seams_leave_the_letters_free(self) -> None:
        beside = [f"{ring}{column}" for ring in "CDEFGH" for column in (1, 16, 17, 32)]
        canvas = paint(
            replace(START, owed=()), Marks(choices=tuple(Choice(str(n), at) for n, at in enumerate(beside, 11)))
        )
        discs = [box for box in canvas.boxes if box.name.startswith("choice ")]
        assert len(discs) == 24
        for disc in discs:
            for label in coordinates(canvas):
                if label.name in "ABCDEFGH":
                    assert gap(label, centre_of(disc)) > reach(disc) + 2, f"{disc.name} touches {label.name}"

    def test_a_trail_leaves_the_letters_free(self) -> None:
        canvas = paint(START, Marks(last=(shown("A31-A3", START),)))
        letter = next(label for label in coordinates(canvas) if label.name == "A" and label.left > WIDTH / 2)
        around = (round(letter.left) - 2, round(letter.top) - 2, round(letter.right) + 2, round(letter.bottom) + 2)
        assert canvas.image.crop(around).tobytes() == draw(START).crop(around).tobytes()

    @pytest.mark.parametrize("position", [START, FOUR, TEAMS], ids=["two", "four", "teams"])
    def test_long_verdicts_fit(self, position: Position) -> None:
        verdict = Verdict("Gold and Silver win the whole match", "Red resigned and so did Blue, at last", (0,))
        check_layout(paint(position, Marks(verdict=verdict)))


class TestWhatIsShown:
    def test_the_frame_has_the_colour_of_the_seat_to_move(self) -> None:
        for seat, colour in enumerate(table_for(4, False).colours):
            picture = draw(replace(FOUR, to_move=seat, owed=()))
            assert picture.getpixel((WIDTH // 2, 6)) == NIGHT.seats[colour]

    def test_the_caption_names_the_seat_to_move(self) -> None:
        assert named(paint(replace(FOUR, to_move=3, owed=())), "Blue to move")

    def test_a_first_move_is_announced(self) -> None:
        assert "opening with a moon" in " ".join(box.name for box in texts(paint(START)))

    def test_a_last_move_is_announced_as_a_warning(self) -> None:
        canvas = paint(fen(LAST_MOVE))
        (words,), (plate,) = named(canvas, "for the last time"), named(canvas, "warning")
        assert plate.left < words.left < words.right < plate.right
        assert plate.top < words.top < words.bottom < plate.bottom
        assert canvas.image.getpixel((round(words.left) - 3, round(centre_of(plate)[1]))) == NIGHT.warning
        assert not named(paint(START), "warning")

    def test_the_newest_move_is_not_called_a_last_one(self) -> None:
        canvas = paint(START, Marks(last=(shown("A9-C7", START),)))
        assert named(canvas, "just played")
        assert not [label for label in texts(canvas) if "last" in label.name]

    def test_the_winner_is_named_and_framed(self) -> None:
        position, marks = after(LAST_MOVE, "D4-E5")
        canvas = paint(position, marks)
        assert named(canvas, "Gold wins")
        assert named(canvas, "by conquest")
        assert canvas.image.getpixel((WIDTH // 2, 6)) == NIGHT.seats["gold"]
        assert [len(named(canvas, place)) for place in ("1st", "2nd")] == [1, 1]

    def test_winners_together_share_the_frame(self) -> None:
        picture = draw(START, Marks(verdict=Verdict("Draw", "agreed", (0, 1))))
        ends = picture.getpixel((WIDTH // 4, 6)), picture.getpixel((3 * WIDTH // 4, 6))
        assert ends == (NIGHT.seats["gold"], NIGHT.seats["silver"])

    def test_a_defeated_seat_is_called_so(self) -> None:
        position, marks = after("19.2sP6.2bP3./32./32./3.gP28./4.rP27./32./32./32. g 4d - - - -", "D4xE5")
        assert len(named(paint(position, marks), "out")) == 2

    def test_partners_are_named(self) -> None:
        canvas = paint(TEAMS)
        assert all(named(canvas, f"with {partner}") for partner in ("Gold", "Red", "Silver", "Blue"))

    @pytest.mark.thorough
    @given(seed=SEEDS)
    @settings(max_examples=15, deadline=None)
    def test_every_stellar_stands_on_its_space(self, seed: int) -> None:
        position, marks = scene(seed)
        canvas = paint(position, marks)
        standing = position.board.standing
        for one in set(standing.values()):
            found = named(canvas, f"{one.colour} {one.kind}")
            assert len(found) == list(standing.values()).count(one)
            for at in (name for name, other in standing.items() if other == one):
                assert min(distance(box, at) for box in found) < 5

    def test_numbers_of_every_colour_are_written(self) -> None:
        position = crowded(2, 3)
        kept = zip(KIND_NAMES, (7, 5, 3), strict=True)
        gone = {at for kind, number in kept for at in position.board.spaces_of(0, kind)[number:]}
        cells = bytes(EMPTY if at in gone else cell for at, cell in zip(SPACES, position.board.cells, strict=True))
        position = replace(position, board=Board.of(position.table, cells))
        plate = [box.name for box in texts(paint(position)) if box.top > 1030 and box.right < WIDTH / 2]
        assert plate == ["Gold", "7", "5", "3"]

    def test_a_colour_s_numbers_stand_in_its_plate(self) -> None:
        for state in (START, FOUR):
            canvas = paint(state)
            for colour in state.table.colours:
                (plate,) = named(canvas, f"plate {colour}")
                assert sum(map(plate.carries, starting(canvas, f"count {colour} "))) == len(KIND_NAMES)

    def test_coordinates_are_large_enough_for_a_phone(self) -> None:
        assert min(label.bottom - label.top for label in coordinates(paint(START))) >= 18

    def test_the_supply_lies_in_the_void(self) -> None:
        boxes = named(paint(crowded(4, 1)), "supply red") + named(paint(START), "supply gold")
        assert len(boxes) == 8
        assert all(hypot(centre_of(box)[0] - CENTRE[0], centre_of(box)[1] - CENTRE[1]) < VOID - 20 for box in boxes)

    @pytest.mark.parametrize(("quiet", "shown"), [(19, 0), (20, 1), (99, 1)])
    def test_quiet_moves_are_counted_when_they_matter(self, quiet: int, shown: int) -> None:
        canvas = paint(replace(START, owed=(), quiet=(Move("A9", "C7"),) * quiet))
        assert len(named(canvas, f"{quiet} of 100")) == shown

    def test_the_last_move_is_ringed_at_both_ends(self) -> None:
        canvas = paint(START, Marks(last=(shown("A9-C7", START),)))
        assert distance(named(canvas, "from A9-C7")[0], "A9") < 2
        assert distance(named(canvas, "to A9-C7")[0], "C7") < 2
        assert named(canvas, "planet to C7")  # in words as well
        assert not named(canvas, "captured on A9-C7")

    def test_a_capture_leaves_a_flash(self) -> None:
        assert distance(named(paint(START, Marks(last=(shown("G5xH6=S", START),))), "captured on G5xH6=S")[0], "H6") < 2

    @pytest.mark.parametrize("target", ["A8", "B8", "D8", "F8", "H8"])
    def test_a_capture_is_clear_on_a_phone_and_without_colour(self, target: str) -> None:
        start = f"{target[0]}9"
        moved, captured = (
            draw(START, Marks(last=(shown(f"{start}{sign}{target}", START),)))
            .convert("L")
            .resize((400, 459), Image.Resampling.LANCZOS)
            for sign in "-x"
        )
        x, y = (value * 400 / WIDTH for value in MIDDLES[target])
        ring = (piece_size(space(target)[0]) / 2 + 4) * 400 / WIDTH
        brighter = ImageChops.subtract(captured, moved)
        ImageDraw.Draw(brighter).ellipse((x - ring, y - ring, x + ring, y + ring), fill=0)
        rays = brighter.point(lambda value: 255 * (value > 80))
        assert rays.histogram()[255] >= 100, "four rays of 25 points each, far brighter than the board"
        box = rays.getbbox()
        assert box is not None
        ring *= 0.87  # at the rim a ray ends over the colour of a home
        assert box[0] < x - ring < x + ring < box[2]
        assert box[1] < y - ring < y + ring < box[3]

    def test_what_can_move_glows_before_anyone_chooses(self) -> None:
        glow = {box.name for box in paint(START).boxes if box.name.startswith("ready ")}
        assert glow == {f"ready {move.origin}" for move in START.legal()}
        chosen = paint(START, Marks(chosen=("B8",)))
        assert not [box for box in chosen.boxes if box.name.startswith("ready ")]

    def test_beads_on_the_rim_have_the_partners_colours(self) -> None:
        picture, seats = draw(TEAMS), {"silver": 4, "blue": 12, "gold": 20, "red": 28}
        for colour, column in seats.items():
            x, y = polar(CENTRE, EDGE + 3.5, angle(column))
            assert picture.getpixel((round(x), round(y))) == NIGHT.seats[colour]

    @pytest.mark.parametrize("seats", [2, 4])
    def test_discs_grow_with_the_ring(self, seats: int) -> None:
        position = replace({2: START, 4: FOUR}[seats], owed=())
        choices = tuple(Choice(str(n), f"{ring}5") for n, ring in enumerate("HGFEDC", 10))
        discs = [named(paint(position, Marks(choices=choices)), f"choice {choice.label}")[0] for choice in choices]
        sizes = [reach(disc) for disc in discs]
        assert sizes == sorted(sizes)
        assert sizes[-1] > sizes[0]

    def test_a_chosen_place_is_highlighted(self) -> None:
        assert distance(named(paint(START, Marks(chosen=("B8",))), "chosen B8")[0], "B8") < 2

    def test_a_move_chosen_whole_is_drawn_as_a_way(self) -> None:
        x, y = MIDDLES["C7"]
        around = (round(x) - 12, round(y) - 12, round(x) + 12, round(y) + 12)
        one, both = (draw(START, Marks(chosen=chosen)).crop(around) for chosen in (("A9",), ("A9", "D6")))
        assert one.tobytes() != both.tobytes()

    @pytest.mark.parametrize("marks", [Marks(chosen=("Z1",)), Marks(choices=(Choice("1", "A40"),))], ids=str)
    def test_marks_off_the_board_are_refused(self, marks: Marks) -> None:
        with pytest.raises(ValueError, match="is not a"):
            draw(START, marks)


class TestPurity:
    def test_the_same_input_gives_the_same_bytes(self) -> None:
        position, marks = scene(11)
        assert encode(draw(position, marks)) == encode(draw(GAME.load(position.dump()), marks))

    def test_scribbling_on_a_picture_spoils_no_other(self) -> None:
        first = draw(START)
        kept = first.tobytes()
        first.paste((255, 0, 0), (0, 0, *first.size))
        canvas = paint(START)
        canvas.boxes.clear()
        canvas.image.paste((0, 255, 0), (0, 0, *first.size))
        assert draw(START).tobytes() == kept
        assert paint(START).boxes

    @pytest.mark.slow
    def test_threads_draw_the_same(self) -> None:
        scenes = [scene(seed) for seed in range(8)] * 3
        alone = [draw(*one).tobytes() for one in scenes[:8]]
        with ThreadPoolExecutor(6) as pool:
            together = [picture.tobytes() for picture in pool.map(lambda one: draw(*one), scenes)]
        assert together == alone * 3

    def test_the_picture_is_as_wide_as_all_and_not_too_tall(self) -> None:
        picture = draw(START)
        assert (picture.mode, picture.width) == ("RGB", 1024)
        assert 1024 <= picture.height <= 1280


class TestSize:
    @pytest.mark.thorough
    @pytest.mark.sample(2)
    @pytest.mark.parametrize("seats", [2, 4])
    @pytest.mark.parametrize("seed", range(2))
    def test_the_fullest_boards_stay_small(self, seats: int, seed: int) -> None:
        position = crowded(seats, seed)
        last = (shown("A9xH2", position),)
        for marks in (Marks(last), Marks(last, all_pieces(position)), Marks((), many_targets(position))):
            assert len(encode(draw(position, marks)).data) <= LIMIT


@pytest.mark.parametrize("name", GOLDEN_SCENES)
def test_the_picture_is_as_it_was(name: str, golden: Golden) -> None:
    golden(draw(*GOLDEN_SCENES[name]), f"cirondo-{name}")


def test_the_public_names_are_there() -> None:
    offered: list[Any] = [getattr(cirondo, name) for name in ("draw", "alt")]
    assert all(map(callable, offered))
