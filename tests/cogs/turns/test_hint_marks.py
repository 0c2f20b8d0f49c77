"""The places that a hint's reasons are about are marked on its picture."""

import importlib
import random
from typing import Any

import pytest

from bot.players import JUDGES, Reason
from bot.players.luck import Luck
from bot.rules import State
from cogs.cirondo import Cirondo
from cogs.down_under import DownUnder
from cogs.parcheesi import Parcheesi
from cogs.shared.commands.game_cog import GameCog
from cogs.shared.presentation.paths import NOTHING_TO_CHOOSE, compose, marks, numbers_to
from cogs.southern_cards import SouthernCards
from cogs.southern_cross import SouthernCross
from images.marks.marks import Marks

DECISIONS = 40  # random ones before moves are looked at
COGS = (Cirondo, DownUnder, Parcheesi, SouthernCards, SouthernCross)


def marked(cog: GameCog) -> tuple[State[Any], Marks]:
    """A position, and the marks of a move in it whose reasons name a place that isn't chosen with the move."""
    game, luck, source = cog.game, Luck(2), random.Random(2)
    state = game.start(game.seats({})[-1], {}, luck)
    while True:
        if state.to_move is None:
            state = game.start(game.seats({})[-1], {}, luck)
        paths = cog.paths(state)
        for _, move in paths[:: max(1, len(paths) // 8)]:
            luck = Luck(1)
            reasons: list[Reason] = JUDGES[game.key].reasons(state, move, state.play(move, luck))
            named = [place for reason in reasons for place in reason.places]
            picture_marks = marks(compose(paths, numbers_to(paths, move)), (), named)
            if picture_marks.named:
                return state, picture_marks
        for _ in range(DECISIONS):
            if state.to_move is not None:
                state = state.play(source.choice(state.legal()), luck)


@pytest.mark.thorough
@pytest.mark.sample(2)
@pytest.mark.parametrize("kind", COGS, ids=lambda kind: kind.game.key)
def test_what_a_reason_names_has_a_dashed_line_on_the_picture(kind: type[GameCog]) -> None:
    cog = kind.__new__(kind)
    state, picture_marks = marked(cog)
    paint = importlib.import_module(f"images.{kind.game.key}.drawing").paint
    names = [box.name for box in paint(state.sight(state.to_move), picture_marks).boxes]
    for place in picture_marks.named:
        assert f"named {place}" in names
        assert place in cog.pictures.alt(state.sight(state.to_move), picture_marks).partition("The hint is about: ")[2]


def test_the_places_chosen_with_the_move_are_not_marked_again() -> None:
    cog = Cirondo.__new__(Cirondo)
    state = cog.game.start(2, {}, Luck(1))
    paths = cog.paths(state)
    chosen = compose(paths, numbers_to(paths, state.legal()[0]))
    [first, second] = marks(chosen).chosen
    assert marks(chosen, (), [first, "B9", second, "B9"]).named == ("B9",)
    assert marks(NOTHING_TO_CHOOSE, (), ["B9"]).named == ("B9",)
