"""What is marked on pictures of all kinds of matches, and what moves in their films, as it was; see tests/kept.py."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module
from itertools import islice
from random import Random
from typing import Any

import pytest

from bot.rules import GAMES
from bot.rules.api import State
from bot.rules.chance import Sealed
from bot.rules.southern_cards import Move
from bot.words import Verdict
from images.canvas.canvas import Canvas
from images.marks.marks import Marks, Played
from images.motion.film import Film, Pose
from tests.images import (
    down_under_positions,
    parcheesi_positions,
    positions,
    southern_cards_positions,
    southern_cross_positions,
)
from tests.images.conftest import GOLDENS
from tests.images.contact_sheets.examples import Reached, played
from tests.images.outlines import GONE, Outlined, Outlines, words
from tests.images.variants import VARIANTS
from tests.kept import Keep

pytestmark = pytest.mark.thorough

COMPOSED: dict[str, Callable[[Any, Marks, int], Marks]] = {
    "cirondo": positions.composed,
    "parcheesi": parcheesi_positions.composed,
    "southern_cross": southern_cross_positions.composed,
    "southern_cards": lambda state, _, seed: southern_cards_positions.composed(state, seed),
    "down_under": lambda state, _, seed: down_under_positions.composed(state, seed),
}
"""For each game the marks of what can be chosen, or was."""

POSITIONS = 10  # at least, of each game
SHARES = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)  # moments of films


def reached(key: str) -> Iterator[tuple[str, Reached]]:
    """Positions of matches played at random, with each number of seats and each option once."""
    kinds = [(seats, options) for game, seats, options in VARIANTS if game == key]
    for number in range(max(POSITIONS, len(kinds))):
        seats, options = kinds[number % len(kinds)]
        luck, picks = Sealed(bytes(32), f"marks {number}"), Random(number)

        def pick(state: State[Any], picks: Random = picks) -> Any:
            return picks.choice(state.legal())

        start = GAMES[key].start(seats, options, luck)
        yield f"{number}: {seats} seats, {options}", played(start, [pick] * (11 * number % 80 + 1), luck)


def sentences(alt: str) -> list[str]:
    return [f"{one}." for one in alt.removesuffix(".").split(". ")]


@pytest.mark.parametrize("key", COMPOSED)
def test_marks_are_where_they_were_and_described_as_they_were(key: str, keep: Keep, outlines: Outlines) -> None:
    """Those of a whole round, and instead those of choices, of what was chosen, and of what a hint is about."""
    pictures, told, marked = import_module(f"images.{key}"), dict[str, None](), list[Outlined]()
    for number, (_, (state, marks)) in enumerate(reached(key)):
        view, composed = state.sight(None), COMPOSED[key](state, marks, number)
        places = [choice.at for choice in composed.choices if re.fullmatch(r"\w\d+|[\d,-]+", choice.at)]
        hinted = replace(composed, named=tuple(places[: number % 3]))
        size = pictures.paint(view, marks).image.size
        before, after = (outlines.of(pictures.paint(view, one)) for one in (marks, hinted))
        gone = [(box, GONE) for box, ink in before if (box, ink) not in after]
        marked.append((size, [*gone, *(one for one in after if one not in before)]))
        told |= dict.fromkeys(sentences(pictures.alt(view, marks)) + sentences(pictures.alt(view, hinted)))
    outlines.keep(f"{key}-marks", marked)
    keep("\n".join(told) + "\n", GOLDENS / f"{key}-marks.txt")


ENDS = (
    Verdict("Draw", "called off by agreement"),
    Verdict("Called off"),
    Verdict("Won", "by all that was played", (0,)),
    Verdict("Both won together", "", (0, 1)),
    Verdict("All of them share the first place", "the only one who could still play has left", (0, 1, 2)),
)


@pytest.mark.usefixtures("no_bursts")
@pytest.mark.parametrize("key", COMPOSED)
def test_ends_are_written_where_they_were(key: str, keep: Keep, outlines: Outlines) -> None:
    pictures, told, ends = import_module(f"images.{key}"), dict[str, None](), list[Canvas]()
    for number, (name, (state, marks)) in enumerate(islice(reached(key), 0, None, 2)):
        view = state.sight(None)
        end = ENDS[number % len(ENDS)]
        end = replace(end, winners=end.winners[: int(name.partition(": ")[2].split()[0])])
        canvas = pictures.paint(view, replace(marks, verdict=end))
        canvas.boxes = canvas.boxes[next(index for index, box in enumerate(canvas.boxes) if box.name == "end") :]
        ends.append(canvas)
        told |= dict.fromkeys(sentences(pictures.alt(view, replace(marks, verdict=end)))[:3])
    outlines.keep(f"{key}-ends", ends)
    keep("\n".join(told) + "\n" + words(ends), GOLDENS / f"{key}-ends.txt")


def filmed(key: str) -> Iterator[tuple[str, Any, Marks]]:
    """Turns, and those of cards that score most."""
    yield from ((name, state.sight(None), marks) for name, (state, marks) in reached(key))
    if key == "southern_cards":
        for name, view in southern_cards_positions.SCENES.items():
            if view.last:
                yield name, view, Marks(last=(Played(Move("JK", ("b2",)), view),))


@pytest.mark.parametrize("key", COMPOSED)
def test_everything_moves_in_films_as_it_did(key: str, keep: Keep) -> None:
    """Where the middle of each piece is at some moments, and how large it is then."""
    pictures, lines = import_module(f"images.{key}"), list[str]()
    for name, view, marks in filmed(key):
        film = Film(pictures, view, marks, 64)
        lines.append(f"# {name}, {film.steps} steps")
        for play, last in film._cast:
            poses = [play(share, last) for share in SHARES]
            lines.append("; ".join(map(pose_in_words, poses)))
    keep("\n".join(lines) + "\n", GOLDENS / f"{key}-films.txt")


def pose_in_words(pose: Pose | None) -> str:
    if pose is None:
        return "-"
    sprite, (x, y) = pose
    return f"{x:.1f} {y:.1f} {sprite.width}x{sprite.height}"
