"""How an end looks in every game: what lost is grey, what won shines, and a large title hides none of it."""

from dataclasses import replace
from importlib import import_module
from random import Random
from typing import Any

import pytest
from PIL import ImageChops, ImageStat

from bot.rules import GAMES
from bot.rules.chance import Sealed
from bot.text import LANGUAGES, speaking
from bot.words import Course, Verdict
from bot.words.southern_cards import best_turn_text
from images import cirondo, down_under, parcheesi, southern_cards, southern_cross
from images.canvas import bursts
from images.canvas.boards import board_mask
from images.canvas.canvas import WIDTH, Area, Canvas
from images.canvas.palette import NIGHT
from images.cirondo.geometry import middle, space
from images.marks.marks import Marks, Played
from images.parcheesi.board import WHOLE
from images.parcheesi.geometry import COLOURS, nest
from images.parcheesi.geometry import middle as on_track
from images.southern_cards.drawing import scene_of_sight
from images.southern_cross.board import LARGE
from tests.images.motion.turns import card_turns
from tests.images.positions import GAME
from tests.images.southern_cross_positions import THIRD, after, position

WON = after(position(THIRD, 2, 0), "end", "roll", "roll", "c4", luck=(3, 4, 1, 5))
TEAMS = GAME.start(4, {"teams": True})


def box_of(canvas: Canvas, name: str) -> Area:
    (found,) = (box for box in canvas.boxes if box.name == name)
    return found


def brightness(canvas: Canvas, area: tuple[int, int, int, int]) -> float:
    return ImageStat.Stat(canvas.image.crop(area).convert("L")).mean[0]


@pytest.mark.sample(1, rest="thorough")
@pytest.mark.parametrize("key", GAMES)
def test_an_end_has_a_large_title_with_the_winners_emblem_beside_or_above_it(key: str) -> None:
    game: Any = import_module(f"images.{key}")
    seats = max(GAMES[key].seats({}))
    view = GAMES[key].start(seats, {}, Sealed(bytes(32), "end")).sight(None)
    running, canvas = game.paint(view), game.paint(view, Marks(verdict=Verdict("Red won", "blue resigned", (1,))))
    plate, title = box_of(canvas, "end"), box_of(canvas, "Red won")
    assert title.bottom - title.top > 28
    assert plate.left < title.left < title.right < plate.right
    emblems = [box for box in canvas.boxes if "emblem" in box.name or box.name.startswith("seat ")]
    assert any(not box.overlaps(title) and plate.carries(box) for box in emblems)
    ground = (300, canvas.image.height * 5 // 8, 400, canvas.image.height * 5 // 8 + 60)
    if key != "southern_cards":  # whose field is nobody's
        assert brightness(canvas, ground) < brightness(running, ground)


@pytest.mark.parametrize("verdict", [Verdict("Draw", "called off by agreement"), Verdict("Ended", "by a moderator")])
@pytest.mark.parametrize("key", GAMES)
def test_nothing_becomes_grey_if_nobody_has_won(key: str, verdict: Verdict) -> None:
    game: Any = import_module(f"images.{key}")
    view = GAMES[key].start(max(GAMES[key].seats({})), {}, Sealed(bytes(32), "end")).sight(None)
    looks = list[list[float]]()
    for canvas in (game.paint(view), game.paint(view, Marks(verdict=verdict))):
        middle = canvas.image.height * 5 // 8
        looks.append(ImageStat.Stat(canvas.image.crop((60, middle, 200, middle + 60)).convert("HSV")).mean[1:])
    assert looks[1] == pytest.approx(looks[0], rel=0.1)


@pytest.mark.sample(1, rest="thorough")
@pytest.mark.parametrize("key", GAMES)
def test_no_end_hides_a_piece_or_what_was_written_on_the_board(key: str) -> None:
    game: Any = import_module(f"images.{key}")
    view, marks = ended(key)
    canvas = game.paint(view, marks)
    end = import_module(f"bot.words.{key}").ending(view)
    told = [box for box in canvas.boxes if box.name == "end" or (box.kind == "text" and box.name in end.reason)]
    board = [box for box in canvas.boxes if box.kind == "piece"]
    assert board
    assert not [(one.name, other.name) for one in told for other in board if one.overlaps(other)]


def ended(key: str) -> tuple[Any, Marks]:
    """A match played at random to its end, with its last decision as marks."""
    luck, picks, game = Sealed(bytes(32), key), Random(5), GAMES[key]
    state: Any = game.start(max(game.seats({})), ENDS.get(key, {}), luck)
    last: tuple[Played, ...] = ()
    while state.to_move is not None:
        legal = state.legal()
        move = picks.choice([one for one in legal if key == "cirondo" and state.captures(one)] or legal)
        last, state = (Played.of(state, move),), state.play(move, luck)
    return state.sight(None), Marks(last=last)


ENDS = {"southern_cross": {"max_turns": 24}, "parcheesi": {"max_rolls": 40}}


@pytest.mark.parametrize("seats", [(1,), (0, 2)])
def test_what_lost_is_grey_and_what_won_keeps_its_colour(seats: tuple[int, ...]) -> None:
    canvas = cirondo.paint(TEAMS, Marks(verdict=Verdict("Over", "", seats)))
    for name, one in TEAMS.board.standing.items():
        x, y = middle(space(name))
        piece = canvas.image.crop((round(x) - 6, round(y) - 6, round(x) + 6, round(y) + 6)).convert("HSV")
        colour = TEAMS.table.colours.index(one.colour)
        if one.colour != "silver":  # which has no colour to lose
            assert (ImageStat.Stat(piece).mean[1] > 90) == (colour in seats), name


def test_whoever_wins_by_a_resignation_has_its_counters_lit() -> None:
    view = WON[0]
    canvas = southern_cross.paint(view, Marks(verdict=Verdict("Blue won", "the others resigned", (0,))))
    running = southern_cross.paint(view, Marks(verdict=Verdict("Ended")))
    for square, colour in view.counters.items():
        x, y = LARGE.middle(square)
        area = (round(x) - 20, round(y) - 20, round(x) + 20, round(y) + 20)
        bright = brightness(canvas, area) / brightness(running, area)
        assert (bright > 0.9) == (colour == "blue"), square


@pytest.mark.parametrize("colour", COLOURS)
def test_the_corner_and_the_home_of_a_winner_shine_without_a_pawn_there(colour: str) -> None:
    view: Any = GAMES["parcheesi"].start(4, {}, Sealed(bytes(32), "end")).sight(None)
    seat = view.colours.index(colour)
    canvas = parcheesi.paint(view, Marks(verdict=Verdict("Won", "the others resigned", (seat,))))
    running = parcheesi.paint(view, Marks(verdict=Verdict("Ended")))
    for other in COLOURS:
        for x, y in (nest(COLOURS.index(other)), on_track((other, "home"))):
            area = (round(x) - 12, round(y) - 12, round(x) + 12, round(y) + 12)
            assert (brightness(canvas, area) > 0.9 * brightness(running, area)) == (other == colour)


def test_the_best_turn_of_the_winner_is_told_beside_a_field_in_its_own_colours() -> None:
    turns = card_turns("zodiac")
    view, last = turns[-1]
    scored = [(one, marks) for one, marks in turns if one.last.seat != view.last.seat and one.last.roles]
    best, marks = max(scored, key=lambda one: one[0].last.points)
    course = Course(len(turns), best.last.points, (replace(marks.last[0], after=best),))
    end = Verdict("Won", "", (best.last.seat,))
    running = southern_cards.paint(view)
    canvas = southern_cards.paint(view, replace(last, verdict=end, course=course))
    title, plate = box_of(canvas, "Best turn"), box_of(canvas, "turn plate")
    assert plate.carries(title)
    for card in {card for role in best.last.roles for card in role.cards}:
        assert any(plate.carries(box) for box in canvas.boxes if box.name == f"chip {card}")
    alt = southern_cards.alt(view, replace(last, verdict=end, course=course))
    assert f" B{best_turn_text(best)[1:]}. " in alt
    cells = scene_of_sight(view, last).at
    for x, y in (cells[cell] for cell, cards in view.piles.items() if cards):
        area = (round(x) - 48, round(y) + 10, round(x) - 43, round(y) + 50)  # paper beside the pips
        assert brightness(canvas, area) == pytest.approx(brightness(running, area), rel=0.05)
    unknown = southern_cards.paint(view, replace(last, verdict=end))
    assert not [box for box in unknown.boxes if box.name == "Best turn"]


def test_no_star_is_cut_by_the_frame_and_none_lies_on_words() -> None:
    burst, plain = (
        import_module("images.parcheesi").paint(
            GAMES["parcheesi"].start(4, {}, Sealed(bytes(32), "end")).sight(None), marks
        )
        for marks in (Marks(verdict=Verdict("Red won", "", (0,))), Marks(verdict=Verdict("Red won")))
    )
    edge = (12, 0, WIDTH, 4)
    assert burst.image.crop(edge).convert("L").getextrema()[1] < 255
    assert plain.boxes


def test_rays_and_stars_beside_the_title_leave_the_board_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    view: Any = GAMES["parcheesi"].start(4, {}, Sealed(bytes(32), "end")).sight(None)
    marks = Marks(verdict=Verdict("Red won", "", (0,)))
    burst = parcheesi.draw(view, marks)
    for part in ("draw_rays", "draw_stars"):
        monkeypatch.setattr(bursts, part, lambda *_: None)
    plain = parcheesi.draw(view, marks)
    left, top, right, bottom = (round(value) for value in WHOLE[0][0])
    assert burst.crop((left, top, right, bottom)).tobytes() == plain.crop((left, top, right, bottom)).tobytes()
    assert burst.crop((left, 0, right, top)).tobytes() != plain.crop((left, 0, right, top)).tobytes()


def test_a_team_wins_in_large_letters_on_two_lines() -> None:
    alone, together = (
        cirondo.paint(TEAMS, Marks(verdict=Verdict(f"{who} won", "", seats)))
        for who, seats in (("Gold", (0,)), ("Gold and silver", (0, 2)))
    )
    titles = (box_of(alone, "Gold won"), box_of(together, "Gold and silver"))  # and "won" below
    heights = [box.bottom - box.top for box in titles]
    assert heights[0] > heights[1] >= 28


@pytest.mark.sample(6, rest="thorough")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", GAMES)
def test_how_long_how_far_ahead_and_the_best_turn_are_told_whole_in_every_language(key: str, language: str) -> None:
    view, marks = ended(key)
    words: Any = import_module(f"bot.words.{key}")
    course = Course(1_204, 36)
    with speaking(language):
        canvas: Canvas = import_module(f"images.{key}").paint(view, replace(marks, course=course))
        story = words.story(view, words.ending(view).winners, course)
    written = [box.name for box in canvas.boxes if box.kind == "text"]
    assert story
    told = story[:2] if key == "cirondo" else story  # in whose middle there is no room for more
    assert all(any(part in line for line in written) for part in told)
    assert not any("…" in line for line in written)


def test_a_long_reason_leaves_parts_of_the_story_out_from_its_end() -> None:
    reason = "because everybody else has left the server and nobody wanted to take any of the seats that became free"
    view: Any = GAMES["southern_cards"].start(3, {}, Sealed(bytes(32), "end")).sight(None)
    canvas = southern_cards.paint(
        view,
        Marks(verdict=Verdict("Gold wins", reason, (0,)), course=Course(31, 40)),
    )
    written = " ".join(box.name for box in canvas.boxes if box.kind == "text")
    assert reason in written
    assert "best turn" not in written


@pytest.mark.parametrize("title", ["Red wins", "Gold has 15,000 points", "Die beiden anderen gewinnen"])
def test_no_star_touches_letters(title: str) -> None:
    canvas = southern_cross.paint(WON[0], Marks(verdict=Verdict(title, "six counters together", (1,))))
    bare = canvas.image.copy()
    canvas.boxes = [box for box in canvas.boxes if box.kind == "text"]
    bursts.draw_stars(canvas, box_of(canvas, "six counters together").middle, ((255, 0, 0),), (), NIGHT)
    changed = ImageChops.difference(bare, canvas.image)
    assert changed.getbbox() is not None
    for box in canvas.boxes:
        around = round(box.left) - 7, round(box.top) - 7, round(box.right) + 7, round(box.bottom) + 7
        assert changed.crop(around).getbbox() is None, box.name


@pytest.mark.parametrize("game", [southern_cards, down_under])
def test_rays_in_the_head_shine_behind_the_board(game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    key = game.__name__.rpartition(".")[2]
    view = GAMES[key].start(max(GAMES[key].seats({})), {}, Sealed(bytes(32), "end")).sight(None)
    marks = Marks(verdict=Verdict("Red won", "blue resigned", (1,)))
    with_rays = game.paint(view, marks)
    monkeypatch.setattr(bursts, "draw_rays", lambda *_: None)
    rays = ImageChops.difference(with_rays.image, game.paint(view, marks).image)
    assert rays.getbbox() is not None
    assert ImageChops.multiply(rays.convert("L"), board_mask(with_rays, 0.0)).getbbox() is None
