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
    picture_marks = marks(composition)
    assert picture_marks.chosen == chosen
    boxes = [box.name for box in paint(state.sight(0), picture_marks).boxes]
    assert boxes.count("chosen way") == len(chosen) - 1
    assert {f"chosen {square}" for square in chosen} <= set(boxes)


def test_ending_a_turn_and_rolling_are_confirmed_in_words() -> None:
    acting = position("....../....../....../...G../..R.../..B...")
    assert [(move.notation, move.played) for move in SCREEN.direct_moves(acting)] == [("end", "You ended your turn.")]
    assert not SCREEN.only_rolls(acting)


@pytest.mark.parametrize(
    ("left", "question"),
    [
        (2, "You have 2 actions left. End your turn without them?"),
        (1, "You have one action left. End your turn without it?"),
        (0, ""),
    ],
)
def test_a_turn_with_actions_left_is_ended_after_a_question_only(left: int, question: str) -> None:
    acting = position("....../....../....../...G../..R.../..B...", actions_left=left)
    assert [move.question for move in SCREEN.direct_moves(acting)] == [question]


def test_a_counter_is_chosen_with_all_that_it_can_reach_and_the_dials_beside_them() -> None:
    state = position("....../....../....../...G../..R.../..B...")
    paths = SCREEN.paths(state)
    first = compose(paths, ())
    assert [(step.group, step.label) for step in first.choices] == [
        ("Your counters", "Base"), ("Your counters", "c1"), ("Dials", "S"), ("Dials", "C"),
    ]  # fmt: skip
    reached = compose(paths, (1,)).choices
    assert [(step.label, step.detail) for step in reached] == [
        ("b1", ""), ("d1", ""), ("c3", "a jump"), ("e3", "a jump through c3"),
    ]  # fmt: skip


THROWING = position(
    "..RY../..BG../....../....../....../......", phase="throw", actions_left=0,
    special={"tile": "N", "waiting": [1, 2, 3], "failed": 0, "throws": [{"target": 50, "wind": 5}]},
    options={"order": "BRYG", "challenge": "throw", "max_turns": 0},
)  # fmt: skip


@pytest.mark.parametrize(("power", "steps"), [("0", "0 to 4"), ("57", "55 to 59"), ("99", "95 to 99"), ("100", "100")])
def test_a_power_is_chosen_about_and_then_exactly(power: str, steps: str) -> None:
    paths = SCREEN.paths(THROWING)
    composition = compose(paths, numbers_to(paths, THROWING.parse(power)))
    assert [step.label for step in composition.chosen] == [steps, power]
    assert marks(composition).chosen == (power,)
    assert len(compose(paths, ()).choices) == 21


@pytest.mark.parametrize(
    ("power", "others"),
    [
        ("57", {"− 5": 52, "− 1": 56, "+ 1": 58, "+ 5": 62}),
        ("2", {"− 1": 1, "+ 1": 3, "+ 5": 7}),
        ("100", {"− 5": 95, "− 1": 99}),
    ],
)
def test_a_power_is_made_a_little_smaller_or_greater(power: str, others: dict[str, int]) -> None:
    nudges = SCREEN.nudges(THROWING, THROWING.parse(power))
    assert {label: move.power for label, move in nudges} == others
    assert SCREEN.nudges(position("....../....../....../...G../..R.../..B..."), None) == []
