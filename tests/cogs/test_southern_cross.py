"""Southern Cross in words: how its actions are chosen, and what the preview of a choice shows."""

from typing import Any

import pytest

from bot.rules import GAMES
from cogs.shared.presentation.paths import compose, marks, numbers_to
from cogs.southern_cross import SouthernCross
from images.southern_cross.drawing import paint

GAME = GAMES["southern_cross"]
SCREEN = SouthernCross.__new__(SouthernCross)


def position(board: str, **changes: Any) -> Any:
    """A position in which blue acts, row 6 first."""
    options = {"order": "BRYG", "challenge": "dice", "max_turns": 0}
    document = {"game": GAME.key, "options": options, "turn": 1, "to_move": 0, "phase": "act", "actions_left": 3}
    return GAME.load(document | {"board": board.split("/"), "special": None} | changes)


@pytest.mark.parametrize(
    ("move", "chosen"),
    [
        ("c1xc3xe3", ("c1", "c3", "e3")),
        ("c1xc3", ("c1", "c3")),
        ("c1-b1", ("c1", "b1")),
    ],
)
def test_the_preview_of_a_chain_of_jumps_shows_each_landing(move: str, chosen: tuple[str, ...]) -> None:
    state = position("....../....../....../...G../..R.../..B...")
    paths = SCREEN.paths(state)
    composition = compose(paths, numbers_to(paths, state.parse(move)))
    shown = marks(composition)
    assert shown.chosen == chosen
    boxes = [box.name for box in paint(state.view(0), shown).boxes]
    assert boxes.count("chosen way") == len(chosen) - 1
    assert {f"chosen {square}" for square in chosen} <= set(boxes)


def test_ending_a_turn_and_rolling_are_told_to_their_player_in_words() -> None:
    acting = position("....../....../....../...G../..R.../..B...")
    assert [(move.notation, move.played) for move in SCREEN.direct_moves(acting)] == [("end", "You ended your turn.")]
    assert not SCREEN.only_rolls(acting)
