"""Positions in which somebody chooses."""

from random import Random
from typing import Any

from bot.match import Match
from bot.rules import GAMES, State
from bot.rules.chance import Sealed
from cogs.shared.boards.board import BoardContent, board_content
from cogs.shared.choosing.plans import Numbers, follow
from cogs.shared.commands.game_cog import GameCog
from cogs.shared.presentation.paths import numbers_to
from cogs.shared.presentation.registry import cog_for
from tests.cogs.conftest import Bot
from tests.cogs.games import screen_of

SCREEN = screen_of("southern_cross")


def positions(key: str, seed: int, seats: int | None = None, count: int = 40, **options: Any) -> list[State[Any]]:
    """Positions of a random match in which someone is to move."""
    game, luck, choices = GAMES[key], Sealed(seed.to_bytes(32, "big"), "board"), Random(seed)
    state = game.start(seats or game.seats(options)[0], options, luck)
    states: list[State[Any]] = []
    while state.to_move is not None and len(states) < count:
        states.append(state)
        state = state.play(choices.choice(state.legal()), luck)
    return states


def of(bot: Bot, match: Match) -> tuple[GameCog, BoardContent]:
    cog: Any = cog_for(bot, match.game)
    return cog, board_content(cog, match)


def numbers_of(state: State[Any], *moves: str) -> Numbers:
    """The numbers that choose these moves one after the other."""
    numbers: Numbers = ()
    for text in moves:
        plan = follow(SCREEN, state, numbers, plans=True)
        numbers = (*plan.numbers, numbers_to(plan.paths, plan.state.parse(text)))
    return numbers
