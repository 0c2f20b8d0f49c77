"""The words of pictures, and where everything is on them, as they were; see tests/kept.py."""

import itertools
import json
from collections.abc import Iterator
from importlib import import_module
from random import Random
from typing import Any

import pytest

from bot.rules import GAMES
from bot.rules.chance import Recorded, Sealed
from images.marks.marks import Marks, Played
from tests.images.cirondo_positions import GOLDEN_SCENES as CIRONDO
from tests.images.conftest import GOLDENS, words_of
from tests.images.contact_sheets.examples import Example
from tests.images.outlines import Outlines, words
from tests.images.parcheesi_positions import GOLDEN_SCENES as PARCHEESI
from tests.images.southern_cards_positions import GOLDEN_SCENES as SOUTHERN_CARDS
from tests.images.southern_cross_positions import GOLDEN_SCENES as SOUTHERN_CROSS
from tests.images.variants import variants
from tests.kept import Keep

POSITIONS = 16  # at least, of each game, whose outlines are kept
SCENES: dict[str, dict[str, Any]] = {
    "cirondo": CIRONDO,
    "parcheesi": PARCHEESI,
    "southern_cross": SOUTHERN_CROSS,
    "southern_cards": SOUTHERN_CARDS,
}


def matches_of(key: str) -> Iterator[Example]:
    """Positions of matches played at random, with each number of seats and each option once."""
    game = GAMES[key]
    kinds = list(variants(game))
    for number, (seats, options) in zip(range(max(POSITIONS, len(kinds))), itertools.cycle(kinds)):
        luck, picks = Sealed(bytes(32), f"layout {number}"), Random(number)
        state: Any = game.start(seats, options, luck)
        last, goes_on = list[Played](), False
        for _ in range(7 * number % 90):
            if state.to_move is None:
                break
            before, drawn = state, Recorded(luck)
            move = picks.choice(before.legal())
            state = before.play(move, drawn)
            one = Played.of(before, move, drawn.outcomes)
            last, goes_on = [*last, one] if goes_on else [one], state.same_turn(before)
        yield f"{number}: {seats} seats, {options}", state.sight(None), Marks(last=tuple(last))


@pytest.mark.parametrize("key", [*SCENES, "down_under"])
def test_the_words_of_pictures_are_as_they_were(key: str, keep: Keep) -> None:
    pictures = import_module(f"images.{key}")
    examples: Iterator[Example] = import_module(f"tests.images.contact_sheets.{key}").examples()
    scenes = [*((f"{name} kept", *scene) for name, scene in SCENES.get(key, {}).items()), *examples]
    told = {name: [pictures.alt(view, marks), words_of(key).text(view)] for name, view, marks in scenes}
    keep(json.dumps(told, ensure_ascii=False, indent=1) + "\n", GOLDENS / f"{key}-words.json")


@pytest.mark.thorough
@pytest.mark.parametrize("key", [*SCENES, "down_under"])
def test_everything_is_where_it_was_on_pictures(key: str, keep: Keep, outlines: Outlines) -> None:
    paint = import_module(f"images.{key}").paint
    pictures = [paint(view, marks) for _, view, marks in matches_of(key)]
    outlines.keep(f"{key}-outlines", pictures)
    keep(words(pictures), GOLDENS / f"{key}-written.txt")
