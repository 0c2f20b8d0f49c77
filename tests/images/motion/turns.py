"""Whole turns of each game, as animations show them."""

from functools import cache
from random import Random
from typing import Any

from bot.rules import GAMES
from bot.rules.chance import Recorded, Sealed
from images.marks.marks import Marks, Played

TURNS = {"cirondo": 14, "parcheesi": 40, "southern_cross": 24, "southern_cards": 8, "down_under": 7}


@cache
def turn(key: str) -> tuple[Any, Marks]:
    """A position after a whole turn, with the marks of that turn."""
    luck, picks = Sealed(bytes(32), "motion"), Random(3)
    state: Any = GAMES[key].start(max(GAMES[key].seats({})), {}, luck)
    turns, decisions = 0, list[Played]()
    while turns < TURNS[key] and state.to_move is not None:
        before, drawn = state, Recorded(luck)
        move = picks.choice(before.legal())
        state = before.play(move, drawn)
        decisions.append(Played.of(before, move, drawn.outcomes))
        if not state.same_turn(before):
            turns, last, decisions = turns + 1, decisions, []
    return state.sight(None), Marks(last=tuple(last))


def card_turns(layout: str) -> list[tuple[Any, Marks]]:
    """The turns of a match in which everyone takes the best of some moves."""
    luck, made = Sealed(bytes(32), layout), list[tuple[Any, Marks]]()
    state: Any = GAMES["southern_cards"].start(3, {"layout": layout}, luck)
    for number in range(6):
        move = max(state.legal()[number % 3 :: 3], key=lambda one: state.outcome(one).points)
        played = Played.of(state, move)
        state = state.play(move, luck)
        made.append((state.sight(None), Marks(last=(played,))))
    return made
