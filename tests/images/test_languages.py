"""Pictures and their alt texts in every language: nothing is cut or left in English, and no letter is an empty box."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from bot.rules import GAMES
from bot.rules.chance import Sealed
from bot.text import ENGLISH, LANGUAGES, say, speaking
from bot.words import Verdict
from images.canvas import fonts
from images.canvas.canvas import Canvas, break_lines
from images.canvas.fonts import drawable, east_asian_face, font
from images.marks.marks import NO_MARKS, Marks, Played
from images.marks.sentences import ALT_LIMIT
from images.people import distribution, league, podium, profile
from images.people.plates import Standings
from images.southern_cards.icons import SIGN
from tests.images.captions import check_texts, in_languages
from tests.images.conftest import words_of
from tests.languages import EVERY_LANGUAGE, english_in

MOVES = 14  # at random, after which most captions have something to say


MOST_SAID: dict[str, dict[str, Any]] = {
    "cirondo": {"teams": True},
    "parcheesi": {"triple_doubles": True, "max_rolls": 1000},
    "southern_cards": {"layout": "gogo"},
    "southern_cross": {"challenge": "throw", "max_turns": 1000},
    "down_under": {"animals": True},
}
LONGEST_MATCH = 300  # decisions of a match whose pictures are looked at


@cache
def played(key: str) -> tuple[Any, Marks]:
    """A position of a game as everyone sees it, with marks for the last decisions."""
    game, luck, choices = GAMES[key], Sealed(bytes(32), "languages"), random.Random(key)
    state = game.start(max(game.seats({})), {}, luck)
    last: list[Played] = []
    while state.to_move is not None and len(last) < MOVES:
        move = choices.choice(state.legal())
        last.append(Played.of(state, move))
        state = state.play(move, luck)
    return state.sight(None), Marks(last=tuple(last[-1:]), earlier=tuple(last[-3:-1]))


def written(canvas: Canvas) -> list[str]:
    return [box.name for box in canvas.boxes if box.kind == "text"]


def is_drawn(sign: str, words: str) -> bool:
    face = font(40, "Bold", words)
    return sign.isspace() or bytes(face.getmask(sign)) != bytes(face.getmask("\uffff"))


@pytest.mark.sample(2)
@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("locale", EVERY_LANGUAGE)
def test_a_picture_is_in_its_language(locale: str, key: str, made_up: Path) -> None:
    view, marks = played(key)
    pictures: Any = import_module(f"images.{key}")
    drawing: Any = import_module(f"images.{key}.drawing" if hasattr(pictures, "__path__") else f"images.{key}")
    with speaking(drawable(locale)):
        draws = [drawing.paint(view, marks), drawing.paint(view, Marks(verdict=Verdict(say("Draw"))))]
        texts = [pictures.alt(view, marks), words_of(key).text(view)]
    assert len(texts[0]) <= ALT_LIMIT
    shown = [words for canvas in draws for words in written(canvas)]
    assert english_in([*shown, *texts], drawable(locale), made_up) == []
    assert [words for words in shown if not all(is_drawn(sign, words) for sign in words)] == []
    for canvas in draws:
        check_texts(canvas)


@pytest.mark.parametrize("key", GAMES)
def test_what_is_cached_speaks_no_language(key: str, made_up: Path) -> None:
    """A picture in one language is the same after one in another."""
    view, marks = played(key)
    pictures: Any = import_module(f"images.{key}")
    before = pictures.draw(view, NO_MARKS)
    with speaking(EVERY_LANGUAGE[-1]):
        other = pictures.draw(view, marks)
    assert other.tobytes() != before.tobytes()
    assert pictures.draw(view, NO_MARKS).tobytes() == before.tobytes()


@pytest.mark.parametrize("locale", EVERY_LANGUAGE)
def test_other_pictures_are_in_their_language(locale: str, made_up: Path) -> None:
    with speaking(locale):
        card = profile.Card(1, [(say("Matches"), "12")], [])
        rows = [league.LeagueTableRow(1, 1, 3, 2, {}), league.LeagueTableRow(2, 2, 1, 2, {}, gone=True)]
        alts = [
            profile.alt(card),
            distribution.alt(distribution.DistributionChart("A", SIGN, "B", "", [10, 20], 10)),
            league.alt(Standings("A", "B", rows)),
            podium.alt("A", "B", [podium.Best(1, "C")]),
            podium.alt("A", "B", []),
        ]
    assert english_in(alts, locale, made_up) == []


def test_without_a_font_pictures_are_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    with no_fonts(monkeypatch):
        assert {locale: drawable(locale) for locale in ("it", "ja", "ko", "zh-CN")} == {
            "it": "it",
            "ja": ENGLISH,
            "ko": ENGLISH,
            "zh-CN": ENGLISH,
        }


def test_a_language_whose_letters_no_font_has_is_english_in_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    for locale, name in (("th", "ไทย"), ("hi", "हिन्दी"), ("ru", "Русский"), ("el", "Ελληνικά")):
        monkeypatch.setitem(LANGUAGES, locale, name)
    assert [drawable(one) for one in ("th", "hi", "ru", "el")] == [ENGLISH, ENGLISH, "ru", "el"]


def test_each_east_asian_language_has_its_own_face_of_a_collection(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    collection = tmp_path / "NotoSansCJK-Bold.ttc"
    collection.touch()
    with no_fonts(monkeypatch) as patch:
        patch.setattr(fonts, "COLLECTIONS", (collection,))
        faces = [east_asian_face(one) for one in ("ja", "ko", "zh-CN", "zh-TW")]
    assert faces == [(collection, number) for number in range(4)]


@contextmanager
def no_fonts(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """As on a machine without any font for East Asian languages."""
    caches = (east_asian_face, drawable)
    for cached in caches:
        cached.cache_clear()
    with monkeypatch.context() as patch:
        patch.setattr(fonts, "find_spec", lambda _: None)
        patch.setattr(fonts, "COLLECTIONS", ())
        patch.setattr(fonts, "JAPANESE_FONTS", ())
        yield patch
    for cached in caches:
        cached.cache_clear()


def test_japanese_is_broken_between_characters_and_not_before_its_full_stop() -> None:
    wide = font(30, "Bold", "駒").getlength("駒")
    assert break_lines("駒を動かす。", 30, "Bold", (2.5 * wide, 9 * wide)) == ["駒を", "動かす。"]
    assert break_lines("駒を動。", 30, "Bold", (3.5 * wide, 9 * wide)) == ["駒を", "動。"]


@pytest.mark.skipif(east_asian_face("ja") is None, reason="no font has Japanese characters")
def test_japanese_and_korean_are_written_with_a_font_that_has_them() -> None:
    for words in ("駒盤役場札手番勝敗サイコロ、。「」", "말판차례점수주사위"):
        assert [sign for sign in words if not is_drawn(sign, words)] == []


@cache
def match_of(key: str) -> list[tuple[Any, Marks]]:
    """The positions of a random match with the most seats, as everyone sees them, with marks for the pictures."""
    game, luck, choices = GAMES[key], Sealed(bytes(32), "captions"), random.Random(key)
    options = MOST_SAID.get(key, {})
    state = game.start(max(game.seats(options)), options, luck)
    found: list[tuple[Any, Marks]] = []
    last: list[Played] = []
    while state.to_move is not None and len(found) < LONGEST_MATCH:
        move = choices.choice(state.legal())
        last.append(Played.of(state, move))
        state = state.play(move, luck)
        found.append((state.sight(None), Marks(last=tuple(last[-1:]), earlier=tuple(last[-4:-1]))))
    return found


@pytest.mark.sample(3)
@in_languages(sample="some")
@pytest.mark.parametrize("key", GAMES)
def test_what_is_written_during_a_match_fits(key: str, locale: str, *, widest: bool) -> None:
    drawing = import_module(f"images.{key}.drawing")
    positions = match_of(key)
    step = len(positions) // (5 if widest or locale == ENGLISH else 60) or 1
    with speaking(locale):
        firsts = {getattr(view, "phase", None): (view, marks) for view, marks in reversed(positions)}
        for view, marks in [*positions[::step], *firsts.values()]:
            check_texts(drawing.paint(view, marks))
