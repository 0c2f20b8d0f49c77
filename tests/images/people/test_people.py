"""Pictures of people and their scores: where everything stands, as it did, from the smallest table to the largest."""

import re
from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest
from PIL import Image

from bot.text import LANGUAGES, speaking
from images.canvas.canvas import WIDTH, Canvas, Point
from images.canvas.fonts import drawable
from images.cirondo.icons import SIGN as CIRONDO
from images.people import advantage_graph, distribution, league, podium, profile, tournament
from images.people.plates import Standings
from images.people.profile import MOST_GAMES, Card, GameCard
from tests.images.conftest import GOLDENS
from tests.images.outlines import KINDS, Outline, Outlined, Outlines
from tests.images.people.examples import FACTS, LONG, best_of, chart_of
from tests.images.people.leagues import league_table as league_table
from tests.images.people.tournaments import bracket
from tests.images.people.tournaments import tournament_table as tournament_table
from tests.kept import Keep


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[Outline]:
    """The outlines of what is written and pasted on pictures while the test runs, in order."""
    outlines = list[Outline]()
    text, paste = Canvas.text, Canvas.paste

    def written_and_noted(canvas: Canvas, *args: Any, **kwargs: Any) -> float:
        end = text(canvas, *args, **kwargs)
        outlines.append((canvas.boxes[-1], args[3]))
        return end

    def pasted_and_noted(canvas: Canvas, *args: Any, **kwargs: Any) -> None:
        paste(canvas, *args, **kwargs)
        if kwargs.get("remember", True):
            outlines.append((canvas.boxes[-1], KINDS[canvas.boxes[-1].kind]))

    monkeypatch.setattr(Canvas, "text", written_and_noted)
    monkeypatch.setattr(Canvas, "paste", pasted_and_noted)
    return outlines


def of_tournaments() -> Iterator[Image.Image]:
    for people, rounds in ((1, 1), (16, 5), (17, 11)):
        yield tournament.draw_table(tournament_table(people, rounds))
    yield tournament.draw_table(Standings("A game", "Round 1 of 2", []))
    for sizes in ((2,), (16, 8, 2)):
        brackets = [bracket(size) for size in sizes]
        yield tournament.draw_brackets("Cirondo: knock-out", "Round 2 of 5", brackets)


def of_others() -> Iterator[Image.Image]:
    for people in (1, 2, 12):
        yield league.draw(league_table(people))
    for people in (0, 1, 2, 3, 5):
        yield podium.draw("A game: the champions", "Season 1", best_of(people))
    one = GameCard("Cirondo", CIRONDO, "1500", "1 match, 0 won", [1500])
    for games, feet in (([], []), ([one], ["One line"]), ([LONG, one] * 3, ["One line", "And another " * 12])):
        yield profile.draw(Card(7, FACTS * 2, games, feet))
    for scores in ([7], [0, 999], list(range(0, 12_000, 70))):
        yield distribution.draw(chart_of(scores, scores[-1]))
    for seats in (1, 2, 5):
        leads = [[step * (seat - 1.0) / 9 for seat in range(seats)] for step in range(12)]
        colours = ("blue", "red", "yellow", "green", "silver")[:seats]
        yield advantage_graph.draw("A game", "Season 1", leads, colours, [(3, 0), (11, seats - 1)])
    yield advantage_graph.draw("A game", "Season 1", [[0.0, 0.0], [0.0, 0.0]], ("red", "silver"), [])


@pytest.mark.thorough
def test_everything_about_people_stands_where_it_did(written: list[Outline], keep: Keep, outlines: Outlines) -> None:
    pictures = list[Outlined]()
    for picture in chain(of_others(), of_tournaments()):
        pictures.append((picture.size, list(written)))
        written.clear()
    outlines.keep("people", pictures)
    texts = dict.fromkeys(box.name for _, shown in pictures for box, _ in shown if box.kind == "text")
    keep("\n".join(text for text in texts if re.search("[a-z]", text)) + "\n", GOLDENS / "people.txt")


@pytest.mark.sample(3, rest="thorough")
@pytest.mark.parametrize("locale", LANGUAGES)
def test_texts_about_people_are_eleven_pixels_high_in_a_picture_400_pixels_wide(
    locale: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes = dict[str, int]()
    text = Canvas.text

    def noted(canvas: Canvas, at: Point, words: str, size: int, *args: Any, **kwargs: Any) -> float:
        sizes[words] = size
        return text(canvas, at, words, size, *args, **kwargs)

    monkeypatch.setattr(Canvas, "text", noted)
    with speaking(drawable(locale)):
        list(of_others())
    assert {words: size for words, size in sizes.items() if size * 400 < 10.9 * WIDTH} == {}


def test_more_people_and_games_than_there_is_room_for_are_left_out_of_the_words_as_well() -> None:
    words = tournament.alt(tournament_table(17, 3))
    assert words.count("points") == 16
    assert ". 1: " in words
    assert "; 16: " in words
    assert "; 17: " not in words
    assert profile.alt(Card(1, [], [LONG] * (MOST_GAMES + 2))).count("rating") == MOST_GAMES == 5


def test_signs_at_the_ends_of_lines_are_moved_apart() -> None:
    assert advantage_graph.move_apart([]) == []
    assert advantage_graph.move_apart([10.0, 56.0, 200.0]) == [10.0, 56.0, 200.0]
    assert advantage_graph.move_apart([10.0, 55.0, 60.0, 200.0]) == [10.0, 56.0, 102.0, 200.0]
