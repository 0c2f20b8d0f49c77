"""What is explored in Down Under: the only good move is found, in as many positions as usual."""

import random
from collections.abc import Hashable, Mapping
from typing import Any

import pytest

from bot.players import JUDGES, LEVELS, Budget, player_for
from bot.players.budget import Meter
from bot.players.down_under.position import DownUnderPosition, position_of
from bot.players.exploring import Explorer
from bot.players.luck import Luck
from bot.players.state_position import walk_from
from bot.rules import GAMES
from tests.players.tables import at

GAME, JUDGE = GAMES["down_under"], JUDGES["down_under"]

BEST = [
    pytest.param(
        {},
        (
            "curve h8 NW · curve h7 NW · curve h9 SW · curve g7 NE · curve g8 NE · curve i8 SW · curve g9 NE · "
            "curve i7 NE · curve g10 SE · straight f8 EW · straight f9 EW · curve j7 NW · curve h10 NW · curve "
            "e8 NE · straight h11 NS · curve j8 SE"
        ),
        "curve e9 NE",
    ),
    pytest.param(
        {},
        (
            "curve h8 SW · curve h7 SE · curve g7 NE · curve h6 NE · straight g8 NS · curve i7 SW · curve f8 SE "
            "· curve i6 SW · curve g9 SW · curve i5 NW · curve f7 NW · straight h5 EW · curve f9 NE · curve g5 "
            "SE · curve f10 SW · curve g4 NW · straight e10 EW · curve f4 NE"
        ),
        "curve e7 SE",
    ),
    pytest.param(
        {},
        (
            "straight h8 NS · curve g7 SE · terminal h7 N · curve i7 NW · curve h9 SE · curve i8 SW · curve i9 "
            "NW · straight g6 NS · straight i10 NS · curve g5 NW · curve i11 SW · straight g8 EW · curve h11 SE "
            "· curve f5 NE · straight h10 NS · curve f8 NE · curve g9 NE · curve f9 SW · curve g10 SW · curve "
            "e9 NE · curve f10 NE · curve f6 SW"
        ),
        "curve f11 SE",
    ),
    pytest.param(
        {"size": "4x4"},
        (
            "curve e5 SW · curve f4 SE · curve d5 NE · curve f3 NE · straight e4 NS · curve g3 NW · curve e3 NE "
            "· curve g4 SE · curve d6 SE"
        ),
        "curve g5 SW",
    ),
]
"""Options of a match for two, its moves so far, and the only move by which its result is the best there is."""


def played(options: Mapping[str, object], texts: str) -> Any:
    state: Any = GAME.start(2, options, Luck(1))
    for text in texts.split(" · "):
        state = state.play(state.parse(text), Luck(1))
    return state


def outcome(position: DownUnderPosition, seat: int, known: dict[Hashable, int]) -> int:
    """1 where the seat wins if both play their best, -1 where it loses: by trying everything."""
    places = position.places()
    if places is not None:
        return (places[1 - seat] > places[seat]) - (places[1 - seat] < places[seat])
    key = position.key()
    if key not in known:
        own = position.to_move == seat
        known[key] = -1 if own else 1
        for move in position.moves():
            position.make(move)
            known[key] = (max if own else min)(known[key], outcome(position, seat, known))
            position.unmake()
            if known[key] == (1 if own else -1):
                break
    return known[key]


@pytest.mark.thorough
@pytest.mark.parametrize(("options", "texts", "best"), BEST)
def test_the_only_good_move_is_found(options: Mapping[str, object], texts: str, best: str) -> None:
    state = played(options, texts)
    seat = state.to_move
    for seed in range(2):
        level = LEVELS["hard"].within(Budget(positions=12_000))
        assert player_for(GAME.key, 2, options, seat, level, random.Random(seed)).choose(state.view(seat)).move == best


def test_a_proved_win_is_said_first_and_nothing_else_is_called_one() -> None:
    for case, win in ((BEST[0], True), (BEST[2], False)):  # the other one shares the first place
        options, texts, _ = case.values
        state = played(options, texts)  # type: ignore[arg-type]  # as the cases above
        level = LEVELS["hard"].within(Budget(positions=20_000))
        player = player_for(GAME.key, 2, options, state.to_move, level, random.Random(1))  # type: ignore[arg-type]
        choice = player.choose(state.view(state.to_move))
        reasons = player.reasons(state.view(state.to_move), choice.move, choice.steps, wins=choice.wins)
        assert choice.wins == win
        assert (str(reasons[0]) == "wins, whatever the other player does") == win


@pytest.mark.parametrize(("options", "texts", "best"), BEST)
def test_no_other_move_is_as_good(options: Mapping[str, object], texts: str, best: str) -> None:
    state = played(options, texts)
    position = position_of(state, Meter(Budget()))
    assert position is not None
    outcomes = {}
    for move in state.legal():
        position.make(position.encode(move))
        outcomes[state.notate(move)] = outcome(position, state.to_move, {})
        position.unmake()
    assert [text for text, found in outcomes.items() if found == max(outcomes.values())] == [best]


@pytest.mark.parametrize(
    ("seats", "options", "decisions", "positions"),
    [(2, {}, 6, 1927), (3, {}, 4, 3929), (4, {}, 12, 4110), (2, {"routes": 2}, 9, 2437)],
)
def test_a_hundred_rounds_make_the_expected_number_of_positions(
    seats: int, options: dict[str, object], decisions: int, positions: int
) -> None:
    """A change of this number is a change of what is explored: look at what has changed."""
    state = at(GAME, seats, options, decisions, seed=5)
    sides, meter = GAME.sides(seats, options), Meter(Budget())
    position = walk_from(JUDGE, state, sides, meter, 1)
    explorer = Explorer(JUDGE, position, sides, meter, 1)
    explorer.explore([position.encode(move) for move in state.legal()], 100)
    assert meter.positions == positions


@pytest.mark.parametrize(("options", "explored"), [({}, True), ({"area": "line"}, True), ({"area": "frame"}, False)])
def test_within_a_frame_hard_searches(options: Mapping[str, object], explored: bool) -> None:
    assert JUDGE.explores(GAME.start(2, options, Luck(1))) == explored
