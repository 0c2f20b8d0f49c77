"""Parcheesi: the published mix of strategies, a yardstick in the arena."""

import random

import pytest

from bot.players.arena import contest_of, levels_within
from bot.players.parcheesi.mix import mixed_strategy
from bot.rules.parcheesi import Position
from tests.players.positions import parcheesi_moving

HOMES = ["home", "home"]


@pytest.mark.parametrize(
    ("left", "own", "other", "expected"),
    [
        # A pawn that can be captured goes to a safe square, although another one could capture.
        ([2, 6], ["t20", "t35", *HOMES], ["t18", "t41", *HOMES], {"t20+2>t22"}),
        # Nothing is in danger: it captures with the pawn behind.
        ([3, 4], ["t5", "t39", *HOMES], ["t8", "home", *HOMES], {"t5+3>t8"}),
        # Nothing to save and nothing to capture: the pawn that has come farthest goes on.
        ([3, 6], ["t5", "t39", *HOMES], ["t60", "home", *HOMES], {"t39+3>t42", "t39+6>t45"}),
    ],
)
def test_it_saves_a_pawn_then_captures_then_goes_on_with_the_first(
    left: list[int], own: list[str], other: list[str], expected: set[str]
) -> None:
    state = parcheesi_moving(left, own, other)
    assert isinstance(state, Position)
    played = {state.notate(mixed_strategy(state, random.Random(seed))) for seed in range(30)}
    assert played == expected


def test_it_plays_in_the_arena_against_the_levels() -> None:
    contest = contest_of("parcheesi", ["easy", "mix"], None, ())
    (pairing,) = contest.play(["easy", "mix"], 2, 1, levels_within(0.01))
    assert (pairing.played, pairing.unfinished) == (2, 0)


def test_other_games_know_no_such_player() -> None:
    with pytest.raises(ValueError, match="mix: not a player"):
        contest_of("cirondo", ["easy", "mix"], None, ())
