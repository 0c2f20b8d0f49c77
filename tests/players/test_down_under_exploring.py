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
from tests.players.test_every_player import at

GAME, JUDGE = GAMES["down_under"], JUDGES["down_under"]

BEST = [
    pytest.param(
        {},
        (
            "curve b2 NW · curve b1 NW · curve b4 SW · curve a2 NE · curve b3 NE · curve d3 SW · curve b4 NE · "
            "curve d2 NE · curve b5 SE · straight a3 EW · straight b4 EW · curve f2 NW · curve d5 NW · curve a3 "
            "NE · straight e6 NS · curve g3 SE"
        ),
        "curve b4 NE",
    ),
    pytest.param(
        {},
        (
            "curve b2 SW · curve b1 SE · curve a2 NE · curve c1 NE · straight b4 NS · curve d3 SW · curve a4 SE · "
            "curve e2 SW · curve c5 SW · curve e1 NW · curve b4 NW · straight d2 EW · curve b6 NE · curve c2 SE · "
            "curve b7 SW · curve c1 NW · straight a8 EW · curve c2 NE"
        ),
        "curve b5 SE",
    ),
    pytest.param(
        {},
        (
            "straight b2 NS · curve a1 SE · terminal c2 N · curve d2 NW · curve c4 SE · curve d3 SW · curve d4 NW "
            "· straight b1 NS · straight d6 NS · curve b1 NW · curve d8 SW · straight b5 EW · curve c8 SE · curve "
            "a2 NE · straight d7 NS · curve b5 NE · curve c6 NE · curve b6 SW · curve c7 SW · curve a6 NE · curve "
            "c7 NE · curve c3 SW"
        ),
        "curve c8 SE",
    ),
    pytest.param(
        {"size": "4x4"},
        (
            "curve b2 SW · curve c1 SE · curve a3 NE · curve d1 NE · straight c3 NS · curve e2 NW · curve c2 NE · "
            "curve e3 SE · curve b5 SE"
        ),
        "curve e4 SW",
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
        position.make(position.coded(move))
        outcomes[state.notate(move)] = outcome(position, state.to_move, {})
        position.unmake()
    assert [text for text, found in outcomes.items() if found == max(outcomes.values())] == [best]


@pytest.mark.parametrize(
    ("seats", "options", "decisions", "positions"),
    [(2, {}, 6, 2438), (3, {}, 4, 4693), (4, {}, 12, 4514), (2, {"routes": 2}, 9, 2859)],
)
def test_a_hundred_rounds_make_the_expected_number_of_positions(
    seats: int, options: dict[str, object], decisions: int, positions: int
) -> None:
    """A change of this number is a change of what is explored: look at what has changed."""
    state = at(GAME, seats, options, decisions, seed=5)
    sides, meter = GAME.sides(seats, options), Meter(Budget())
    position = walk_from(JUDGE, state, sides, meter, 1)
    explorer = Explorer(JUDGE, position, sides, meter, 1)
    explorer.rated([position.coded(move) for move in state.legal()], 100)
    assert meter.positions == positions


@pytest.mark.parametrize(("options", "explored"), [({}, True), ({"area": "line"}, True), ({"area": "frame"}, False)])
def test_within_a_frame_hard_searches(options: Mapping[str, object], explored: bool) -> None:
    assert JUDGE.explores(GAME.start(2, options, Luck(1))) == explored
