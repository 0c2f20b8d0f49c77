"""What holds for the pictures of every game."""

import io
from dataclasses import replace
from importlib import import_module
from itertools import combinations
from random import Random
from typing import Any

import pytest
from PIL import Image

from bot.rules import GAMES
from bot.rules.chance import Sealed
from bot.text.terms import join_list
from bot.words import Verdict
from images.canvas.canvas import LIMIT, WIDTH, Canvas, encode
from images.canvas.palette import READABLE, SEAT_COLOURS, Colour, contrast, lightness, luminance
from images.marks.marks import Marks, Played
from images.motion import workshop
from images.motion.animation import Frame
from images.motion.workshop import Format, order, work
from tests.images.conftest import words_of
from tests.images.variants import VARIANTS

RIM = 3  # pixels of a picture's edge outside its frame


def longest(names: Any, number: int) -> str:
    """As many names as take the most room."""
    return max(map(join_list, combinations(names, number)), key=len)


def verdicts(colours: tuple[str, ...], side: int) -> list[Verdict]:
    """The ends that a picture can be told of: one side wins, all that are left share the first place, or nobody won."""
    told = [Verdict("Ended", "by a moderator"), Verdict("Draw", "called off by agreement")]
    if len(colours) == 1:
        return [*told, Verdict("Given up"), Verdict("Called off")]
    for number in range(side, len(colours), side):
        reason = f"{longest(colours, number)} resigned"
        told += [Verdict(f"{longest(colours, side).capitalize()} won", reason, (0,)), Verdict("Draw", reason, (0, 1))]
    return told


@pytest.mark.sample(6)
@pytest.mark.usefixtures("no_bursts")
@pytest.mark.parametrize(("key", "seats", "options"), VARIANTS)
def test_the_end_is_written_in_full(key: str, seats: int, options: dict[str, Any]) -> None:
    """Every end with the usual options, the longest one with each of the others."""
    game, paint = GAMES[key], import_module(f"images.{key}").paint
    first = game.start(seats, options, Sealed(bytes(32), "table")).sight(None)
    told = verdicts(game.colours(seats, options), len(game.sides(seats, options)[0]))
    for verdict in [max(told, key=lambda one: len(one.title + one.reason))] if options else told:
        canvas = paint(first, Marks(verdict=verdict))
        written = " ".join(box.name for box in canvas.boxes if box.kind == "text")
        assert verdict.title in written
        assert verdict.reason in written
        texts = [box for box in canvas.boxes if box.kind == "text"]
        assert all(box.left >= 0 and box.right <= canvas.image.width for box in texts)
        assert not any(one.overlaps(other) for one, other in combinations(texts, 2))


@pytest.mark.sample(2, rest="thorough")
@pytest.mark.parametrize("key", GAMES)
def test_a_dark_rim_keeps_the_frame_from_the_light_ground_of_a_page(key: str) -> None:
    """A frame of any seat is bright; where it met white, as in Discord's light theme, it would glare or be lost."""
    game, paint = GAMES[key], import_module(f"images.{key}").paint
    seats = max(game.seats({}))
    first = game.start(seats, {}, Sealed(bytes(32), "table")).sight(None)
    for seat in range(seats):
        picture = paint(first, Marks(verdict=Verdict("Over", "", (seat,)))).image
        wide, tall = picture.size
        rims = [(0, 0, wide, RIM), (0, tall - RIM, wide, tall), (0, 0, RIM, tall), (wide - RIM, 0, wide, tall)]
        for rim in rims:
            mean = picture.crop(rim).convert("RGB").resize((1, 1), Image.Resampling.BOX).getpixel((0, 0))
            assert isinstance(mean, tuple)
            assert lightness((int(mean[0]), int(mean[1]), int(mean[2]))) < 25


@pytest.mark.parametrize("key", GAMES)
def test_seats_have_colours_that_all_games_share(key: str) -> None:
    for seats in GAMES[key].seats({}):
        assert set(GAMES[key].colours(seats, {})) <= set(SEAT_COLOURS)


@pytest.mark.sample(5)
@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("moves", [0, 20, 60])
def test_a_picture_is_as_wide_as_all_others_and_small_enough_and_has_words(key: str, moves: int) -> None:
    game, pictures, picks, luck = GAMES[key], import_module(f"images.{key}"), Random(moves), Sealed(bytes(32), "table")
    state = game.start(max(game.seats({})), {}, luck)
    marks = Marks()
    for _ in range(moves):
        if state.to_move is None:
            break
        move, before = picks.choice(state.legal()), state
        marks = Marks(last=(Played.of(before, move),))
        state = before.play(move, luck)
    picture = pictures.draw(state.sight(None), marks)
    assert (picture.mode, picture.width) == ("RGB", WIDTH)
    assert len(encode(picture).data) <= LIMIT
    assert 0 < len(pictures.alt(state.sight(None), marks)) <= 1024
    assert words_of(key).text(state.sight(None))


@pytest.mark.parametrize("key", GAMES)
def test_names_of_seats_can_be_read_where_they_are_drawn(key: str) -> None:
    game = GAMES[key]
    seats = max(game.seats({}))
    drawn: Canvas = import_module(f"images.{key}").paint(game.start(seats, {}, Sealed(bytes(32), "table")).sight(None))
    names = {name for colour in game.colours(seats, {}) for name in (colour, colour.capitalize())}
    texts = [box for box in drawn.boxes if box.kind == "text" and names & set(box.name.split())]
    assert texts
    for box in texts:
        area = round(box.left), round(box.top), round(box.right) + 1, round(box.bottom) + 1
        written = drawn.image.crop(area).convert("RGB")
        pixels: list[Colour] = list(zip(*(band.tobytes() for band in written.split()), strict=True))
        sides = sorted(pixels[: written.width] + pixels[-written.width :], key=luminance)
        assert max(contrast(shade, sides[written.width]) for shade in set(pixels)) >= READABLE, box.name


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize(("kind", "writer"), [("webp", "make_webp"), ("gif", "make_gif")])
def test_an_animation_is_made_of_what_is_ordered(
    key: str, kind: Format, writer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is drawn in the other process is the same."""
    drawn: list[Frame] = []

    def made(_draw: object, ordered: list[Frame], _told: object) -> bytes:
        drawn.extend(ordered)
        return kind.encode()

    monkeypatch.setattr(workshop, writer, made)
    game = GAMES[key]
    state = game.start(game.seats({})[0], {}, Sealed(bytes(32), "any"))
    marks = Marks(last=(Played.of(state, state.legal()[0], (3, ["a"])),), verdict=Verdict("Over", "agreed", (0,)))
    out = io.BytesIO()
    work(io.BytesIO(b"".join(order(key, [(state.sight(None), marks)], kind))), out)
    assert out.getvalue() == b"done %d\n%s" % (len(kind), kind.encode())
    assert drawn == [(state.sight(None), replace(marks, film=state.sight(None)))]
