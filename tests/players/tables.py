"""Tables at which every player is tried, and what players choose there."""

import random
from collections.abc import Mapping
from typing import Any

import pytest

from bot.players import LEVELS, Budget, ChosenMove, Level, player_for
from bot.players.levels import GREEDY
from bot.players.luck import Luck
from bot.players.odds import Odds
from bot.rules import GAMES, Game, State

POSITIONS = 150  # that a decision may make in these tests

TABLES: Mapping[str, tuple[tuple[int, Mapping[str, object]], ...]] = {
    "cirondo": ((2, {}), (4, {}), (4, {"teams": True})),
    "southern_cross": ((4, {}), (4, {"challenge": "throw"})),
    "parcheesi": ((2, {}), (4, {"finish": "all"})),
    "southern_cards": ((1, {}), (2, {}), (3, {"layout": "free", "wild": True})),
    "down_under": ((2, {}), (4, {}), (2, {"routes": 2})),
}
"""Seats and options that are worth playing; games that aren't named play with their fewest seats."""


def tables_of(game: Game[Any]) -> tuple[tuple[int, Mapping[str, object]], ...]:
    """Seats and options that are played of a game."""
    return TABLES.get(game.key, ((game.seats({})[0], {}),))


PLAYED = [
    pytest.param(game, seats, options, id=f"{game.key}-{seats}-{'-'.join(map(str, options))}")
    for game in GAMES.values()
    for seats, options in tables_of(game)
]


def within(name: str, positions: int = POSITIONS) -> Level:
    return {**LEVELS, GREEDY.name: GREEDY}[name].within(Budget(positions=positions))


def at(game: Game[Any], seats: int, options: Mapping[str, object], decisions: int, seed: int) -> State[Any]:
    """A position after this many random decisions, or the last one before the end, with something to decide."""
    source, luck = random.Random(seed), Luck(seed)
    state = found = game.start(seats, options, luck)
    played = 0
    while state.to_move is not None:
        legal = state.legal()
        if len(legal) > 1:
            found = state
            if played >= decisions:
                break
        state = state.play(source.choice(legal), luck)
        played += 1
    return found


def chosen(
    game: Game[Any], seats: int, options: Mapping[str, object], state: State[Any], level: Level, seed: int = 1
) -> ChosenMove:
    seat = state.to_move
    assert seat is not None
    player = player_for(game.key, seats, options, seat, level, random.Random(seed))
    return player.choose(state.view(seat))


def said(state: State[Any], text: str, steps: int | None = None, odds: Odds | None = None) -> list[str]:
    """What is said of a move, the most telling first."""
    seat = state.to_move
    assert seat is not None
    view = state.view(seat)
    seats = view.get("seats", 4)  # only Southern Cross has no other number
    player = player_for(view["game"], seats, view["options"], seat, LEVELS["hard"], random.Random(1))
    return [str(reason) for reason in player.reasons(view, text, steps, odds=odds)]
