"""The last turn as an animation: what moves, what stays, and that it ends as the finished picture."""

import io
from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.rules import GAMES
from bot.rules.chance import Sealed
from bot.words import Verdict
from bot.words.southern_cross import landing_of
from images import cirondo, southern_cards, southern_cross
from images.canvas.canvas import LIMIT, Area, Canvas, Point
from images.cirondo.drawing import piece_size
from images.cirondo.geometry import middle, space
from images.marks.marks import NO_MARKS, Marks, Played
from images.motion.film import (
    NARROW,
    WIDE,
    Act,
    Film,
    comes,
    drops,
    leaves,
    moving,
    shadow_of,
    spans,
    stays,
    travels,
    tumbles,
    turns,
)
from images.southern_cards.drawing import HEAD_ROOM, scene_of_sight
from images.southern_cross.board import LARGE
from images.southern_cross.throwing import flight
from tests.images.boxes import texts
from tests.images.contact_sheets.southern_cross import examples
from tests.images.motion.turns import TURNS, card_turns, turn
from tests.images.positions import fen

LOSS = 6.0  # of 255: how far a picture may be from itself on average after WebP's loss

SPRITE = Image.new("RGBA", (20, 20), (255, 255, 255, 255))
LAST = SPRITE, (100.0, 50.0)


def far(one: Image.Image, other: Image.Image) -> float:
    return max(ImageStat.Stat(ImageChops.difference(one.convert("RGB"), other.convert("RGB"))).mean)


@pytest.mark.thorough
@pytest.mark.sample(2)
@pytest.mark.parametrize("key", TURNS)
def test_it_plays_once_begins_and_ends_as_the_finished_picture_and_is_small(key: str) -> None:
    view, marks = turn(key)
    made = moving(import_module(f"images.{key}"), view, marks)
    assert made is not None
    assert len(made.data) <= LIMIT
    drawn = import_module(f"images.{key}").draw(view, marks)
    with Image.open(io.BytesIO(made.data)) as film:
        assert (film.format, film.width in (WIDE, NARROW), film.info["loop"]) == ("WEBP", True, 1)
        number = int(getattr(film, "n_frames", 1))
        assert number >= 5
        finished = drawn.resize(film.size, Image.Resampling.LANCZOS)
        for frame in (0, number - 1):
            film.seek(frame)
            assert far(film, finished) < LOSS
        film.seek(1)
        assert ImageChops.difference(film.convert("RGB"), finished).point(lambda value: 255 * (value > 90)).getbbox()


@pytest.mark.sample(1, rest="thorough")
@pytest.mark.parametrize("key", TURNS)
def test_the_turn_that_ends_a_match_is_a_film_that_leaves_no_moment_out_as_well(key: str) -> None:
    """Its whole board changes its colours twice, so it's larger than others."""
    view, marks = turn(key)
    made = moving(import_module(f"images.{key}"), view, replace(marks, verdict=Verdict("", "", (0,))))
    assert made is not None
    assert len(made.data) <= LIMIT
    with Image.open(io.BytesIO(made.data)) as film:
        assert getattr(film, "n_frames", 1) > 10  # one moment that looks like the one before is none of its own


class Sliding:
    """A game whose only piece slides from left to right in as many steps as the position says."""

    def paint(self, view: Any, marks: Marks = NO_MARKS) -> Canvas:
        canvas = Canvas(Image.new("RGB", (1024, 512), (20, 20, 40)))
        canvas.away = marks.away
        canvas.paste(Image.new("RGBA", (90, 90), (250, 40, 60, 255)), (900, 300), "piece", "square")
        return canvas

    def acts(self, view: Any, marks: Marks, boxes: Sequence[Area]) -> list[Act]:
        return [Act(travels([((0.0, 1.0), [(100, 300), (900, 300)])]), boxes[0], view["steps"])]


@pytest.mark.sample(1, rest="thorough")
@pytest.mark.parametrize(("steps", "each"), [(1, 9), (2, 9), (3, 6), (4, 6), (8, 6)])
def test_a_film_holds_between_the_steps_of_a_turn(steps: int, each: int) -> None:
    """The finished picture for a moment, then the board before the turn, the way, and the finished picture again."""
    made = moving(Sliding(), {"steps": steps}, NO_MARKS)
    assert made is not None
    assert made.suffix == "webp"
    with Image.open(io.BytesIO(made.data)) as film:
        assert film.size == (WIDE, WIDE // 2)
        times, places = [], []
        for number in range(getattr(film, "n_frames", 1)):
            film.seek(number)
            film.load()
            times.append(film.info["duration"])
            red = film.convert("RGB").getchannel("R").point(lambda value: 255 * (value > 130))
            places.append((red.getbbox() or (0,))[0])
    times[-1:] = [400, times[-1] - 400]  # the piece has arrived, and nothing else changes
    assert times == [40, 400, *([*[55] * (each - 1), 400] * steps), 55]
    assert places == [places[0], *sorted(places[1:])]
    assert places[1] < 60 < 600 < places[-1] == places[0]


def marked(canvas: Canvas) -> set[str]:
    """The marks of the last turn on a picture."""
    begin = ("to ", "from ", "way ", "spin ", "last ", "scored ", "captured on ", "tip ", "end")
    return {box.name for box in canvas.boxes if box.kind in ("mark", "panel") and box.name.startswith(begin)}


@pytest.mark.parametrize("key", TURNS)
def test_captions_and_numbers_are_those_before_the_turn_until_it_has_been_played(key: str) -> None:
    view, marks = turn(key)
    pictures, before = import_module(f"images.{key}"), marks.last[0].before
    so_far: Canvas = pictures.paint(view, replace(marks, told=before))
    plain, finished = pictures.paint(before), pictures.paint(view, marks)
    head = min(box.bottom for box in texts(plain)) + 1
    assert [box.name for box in texts(so_far) if box.top < head] == [box.name for box in texts(plain) if box.top < head]
    assert {box.name for box in texts(so_far)} != {box.name for box in texts(finished)}
    assert not marked(so_far) - marked(plain)


@pytest.mark.parametrize("key", TURNS)
def test_nobody_sees_who_wins_before_the_last_move_has_been_played(key: str) -> None:
    view, marks = turn(key)
    verdict = Verdict("All is over", "by a moderator", (0,))
    canvas = import_module(f"images.{key}").paint(view, replace(marks, verdict=verdict, told=marks.last[0].before))
    assert not [box.name for box in canvas.boxes if box.name in ("end", "All is over", "halo")]


def test_the_last_mover_is_seen_until_its_blow_has_fallen() -> None:
    """With its last move a side is out, and no longer on the final board."""
    before = fen("19.gP12./32./32./3.sP28./4.gS27./32./32./32. s 2d - - - -")
    move = next(move for move in before.legal() if not before.after(move).board.at(move.target))
    marks = Marks(last=(Played.of(before, move),))
    film = Film(cirondo, before.play(move), marks, 1024)
    at = around(middle(space(move.target)), 6)
    shown = [film.moment(share).crop(at) for share in (0.0, 1.0)]
    assert far(shown[0], shown[1]) > 20
    assert far(shown[1], film.last.crop(at)) > 20


def test_pawns_hop_from_square_to_square() -> None:
    play = travels([((0.0, 1.0), [(0.0, 100.0), (40.0, 100.0), (80.0, 100.0)])], hop=16.0)
    heights = {}
    for step in range(41):
        pose = play(step / 40, (SPRITE, (80.0, 100.0)))
        assert pose is not None
        heights[round(pose[1][0])] = pose[1][1]
    assert [heights[at] for at in (0, 40, 80)] == pytest.approx([100, 100, 100], abs=0.5)
    assert min(heights.values()) == pytest.approx(84, abs=1)


@pytest.mark.thorough
@pytest.mark.parametrize("key", TURNS)
def test_nothing_moves_if_nothing_was_played(key: str) -> None:
    assert moving(import_module(f"images.{key}"), turn(key)[0], Marks()) is None


def played(key: str, seats: int, wanted: str) -> tuple[Any, Marks]:
    """The position after the first legal move whose notation holds this text, with only that move as marks."""
    luck, picks = Sealed(bytes(32), "wanted"), Random(1)
    state: Any = GAMES[key].start(seats, {}, luck)
    while not (found := [move for move in state.legal() if wanted in state.notate(move)]):
        state = state.play(picks.choice(state.legal()), luck)
    one = Played.of(state, found[0])
    return state.play(found[0], luck).sight(None), Marks(last=(one,))


def around(at: Point, reach: float) -> tuple[int, int, int, int]:
    return round(at[0] - reach), round(at[1] - reach), round(at[0] + reach), round(at[1] + reach)


def test_a_stellar_goes_its_way_and_what_it_captures_stays_until_it_is_there() -> None:
    view, marks = played("cirondo", 2, "x")
    film, before = Film(cirondo, view, marks, 1024), cirondo.draw(marks.last[0].before)
    start, stop = (around(middle(space(name)), piece_size(space(name)[0]) / 4) for name in marks.last[0].move)
    assert far(film.moment(0).crop(start), before.crop(start)) < 15
    assert far(film.moment(0).crop(stop), before.crop(stop)) < 15
    assert far(film.moment(0.6).crop(stop), before.crop(stop)) < 15
    assert far(film.moment(0.6).crop(start), before.crop(start)) > 20


def test_a_dial_turns_with_what_lies_on_it() -> None:
    view, marks = played("southern_cross", 4, "spin C 90")
    film = Film(southern_cross, view, marks, 1024)
    dial = around(LARGE.tile_middle("C"), LARGE.dial * 0.7)
    pictures = [*(film.moment(share).crop(dial) for share in (0, 0.5)), film.last.crop(dial)]
    assert all(far(one, other) > 4 for one, other in pairwise(pictures))


@pytest.mark.sample(2)
@pytest.mark.parametrize("layout", ["classic", "gogo", "zodiac"])
def test_every_turn_of_the_cards_moves_whatever_it_takes(layout: str) -> None:
    turns = card_turns(layout)
    assert any(view.last.roles for view, _ in turns)
    for view, marks in turns:
        assert Film(southern_cards, view, marks, 400).moves


def test_no_card_drops_over_the_caption() -> None:
    heights = set()
    for view, marks in card_turns("classic"):
        film, laid = Film(southern_cards, view, marks, 1024), scene_of_sight(view, marks)
        head = (0, 0, round(HEAD_ROOM), round(laid.arrangement.felt[1]) - 6)
        assert all(far(film.moment(share).crop(head), film.moment(1).crop(head)) == 0 for share in (0.0, 0.04, 0.08))
        heights |= {laid.at[cell][1] for _, cell in view.last_placements}
    assert min(heights) < 300 < max(heights)  # in the top row, too


def test_cards_of_roles_are_taken_from_the_field_one_step_after_the_other() -> None:
    view, marks = card_turns("zodiac")[1]
    film, before = Film(southern_cards, view, marks, 1024), southern_cards.draw(marks.last[0].before)
    role, combo = view.last.roles[0].cells[1], view.last.combo[0][0].cells[-1]
    at = {cell: around(scene_of_sight(view, marks).at[cell], 20) for cell in (role, combo)}

    def as_before(share: float, cell: str) -> bool:
        return far(film.moment(share).crop(at[cell]), before.crop(at[cell])) < 20

    assert [as_before(share, combo) for share in (0.0, 0.49, 0.74)] == [True, True, False]
    assert [as_before(share, role) for share in (0.0, 0.25, 0.49)] == [True, True, False]
    assert film.steps == 4  # placed, taken, taken by the combo, refilled


def test_a_thrown_ball_flies_from_the_hand_to_where_it_landed() -> None:
    view, marks = next((view, marks) for name, view, marks in examples() if name == "throw-next")
    film = Film(southern_cross, view, marks, 1024)
    finished = southern_cross.draw(view, replace(marks, told=marks.last[0].before))
    landed = next(filter(None, map(landing_of, reversed(marks.last)))).at
    top = min(flight(landed), key=lambda at: at[1])
    share = next(share for share in (number / 100 for number in range(100)) if over(film.moment(share), finished, top))
    assert 0.2 < share < 0.7
    assert over(film.moment(0), finished, flight(landed)[0])
    assert far(film.moment(1), finished) < 0.2


def test_while_a_ball_flies_nothing_is_seen_of_the_throw_before() -> None:
    view, marks = next((view, marks) for name, view, marks in examples() if name == "throw-next")
    canvas = southern_cross.paint(view, replace(marks, told=marks.last[0].before))
    assert not {"landed", "hit", "miss"} & {box.name for box in canvas.boxes}
    assert not [box for box in texts(canvas) if "landed at" in box.name]


def over(one: Image.Image, other: Image.Image, at: Point) -> bool:
    """Whether two pictures differ at a point."""
    area = around(at, 4)
    return far(one.crop(area), other.crop(area)) > 40


def test_a_piece_on_its_way_casts_a_shadow_to_the_lower_right_and_one_that_lies_casts_none() -> None:
    view, marks = played("cirondo", 2, "-")
    film = Film(cirondo, view, marks, 1024)
    (play, last), *_ = film._cast
    pose = play(0.5, last)
    assert pose is not None
    ((shadow, at),) = shadow_of(pose, last)
    assert at[0] > pose[1][0]
    assert at[1] > pose[1][1]
    assert shadow.getchannel("A").getbbox()
    assert shadow_of(last, last) == []


class TestPlayers:
    def test_steps_follow_each_other(self) -> None:
        assert spans(2) == [(0.0, 0.5), (0.5, 1.0)]

    def test_a_way_begins_and_ends_where_it_should(self) -> None:
        play = travels([((0.0, 0.5), [(0.0, 0.0), (10.0, 0.0)]), ((0.5, 1.0), [(10.0, 0.0), (10.0, 30.0)])], 2.0)
        poses = [play(share, LAST) for share in (0.0, 0.5, 1.0)]
        assert [pose[1] for pose in poses if pose] == [(90.0, 20.0), (100.0, 20.0), (100.0, 50.0)]
        assert [pose[0].width for pose in poses if pose] == [40, 30, 20]

    def test_it_stays_until_it_is_captured(self) -> None:
        assert [stays(0.5)(share, LAST) for share in (0.0, 0.4, 0.5)] == [LAST, LAST, None]

    def test_it_comes_down_when_it_is_its_turn(self) -> None:
        play = drops((0.5, 1.0))
        assert play(0.4, LAST) is None
        assert play(1.0, LAST) == LAST
        pose = play(0.5, LAST)
        assert pose is not None
        assert (pose[0].width, pose[1][1]) == (30, 50 - 14)

    def test_it_comes_from_below_if_it_would_get_above_the_ceiling(self) -> None:
        tops = {}
        for ceiling in (20, 22):
            pose = drops((0.0, 1.0), ceiling)(0.0, LAST)
            assert pose is not None
            tops[ceiling] = pose[1][1] - pose[0].height / 2
        assert tops == {20: 50 - 14 - 15, 22: 50 + 14 - 15}

    def test_it_leaves_for_its_goal_or_comes_from_its_origin_and_is_seen_only_meanwhile(self) -> None:
        away, here = leaves((0.2, 0.8), (20.0, 10.0)), comes((0.2, 0.8), (20.0, 10.0))
        assert (away(0.1, LAST), away(0.8, LAST)) == (LAST, None)
        assert (here(0.1, LAST), here(0.8, LAST)) == (None, LAST)
        for pose in (away(0.5, LAST), here(0.5, LAST)):
            assert pose is not None
            assert pose[1] == pytest.approx((60.0, 30.0))
            assert pose[0].width < 20

    def test_a_die_shows_what_was_rolled_in_the_end(self) -> None:
        faces = [Image.new("RGBA", (20, 20), (shade, 0, 0, 255)) for shade in (10, 20, 30)]
        play = tumbles((0.0, 0.5), faces)
        pose, first = play(1.0, LAST), play(0.0, LAST)
        assert pose is not None
        assert first is not None
        assert (far(pose[0], SPRITE), pose[1]) == (0, LAST[1])
        assert first[0].getpixel((first[0].width // 2, first[0].height // 2)) != (255, 255, 255, 255)

    def test_a_disc_is_seen_only_while_it_turns(self) -> None:
        play = turns((0.0, 0.5), 90)
        assert (play(0.0, LAST), play(0.5, LAST)) == (None, None)
        assert play(0.25, LAST) is not None


@pytest.mark.thorough
def test_a_film_that_is_too_large_is_a_still(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("images.motion.film.LIMIT", 10_000)
    assert moving(cirondo, *turn("cirondo")) is None
