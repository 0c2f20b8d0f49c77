"""The first choice of a move, right on the board that everybody sees.

It leads to the composer at the second one. Where something is hidden, only what a game marks for the board is offered
there (`Step.on_board`), which must be the same whatever the seat to move holds.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot.rules import State
from bot.text import N_, say
from cogs.shared.choosing.composer import FEW, LABEL, SELECT_SIZE
from cogs.shared.interactions.clicks import button, row, select
from cogs.shared.interactions.clipping import OPTION, clip
from cogs.shared.presentation.paths import compose
from cogs.shared.presentation.presentation import Presentation

LISTS = 3  # on one board
PLACEHOLDER = 150  # characters that Discord takes of a list's name

Choice = tuple[str, str]
"""A first choice in words, and more about it."""


@dataclass(frozen=True, slots=True)
class Pick:
    """A first choice as it reads on the board, and the numbers that lead the composer there."""

    label: str
    detail: str
    numbers: tuple[int, ...]


def picks(cog: Presentation, state: State[Any]) -> list[Pick]:
    """What can be chosen first; nothing where that would show what is hidden, or is too much for a board."""
    hidden = cog.game.hidden
    paths = cog.paths(state)
    if not paths:
        return []
    composition = compose(paths, (), asks=cog.plans_turns or hidden)
    steps = composition.on_board if hidden else composition.choices
    if len(steps) > LISTS * SELECT_SIZE:
        return []
    first = len(composition.choices) if hidden else 0
    return [
        Pick(step.alone or step.label, step.detail, (*composition.numbers, number))
        for number, step in enumerate(steps, first)
    ]


def pick_rows(match_id: int, version: int, label: str, choices: Sequence[Choice]) -> list[ui.ActionRow[Any]]:
    """A few choices as buttons, more of them in lists under this label."""
    at = (match_id, version, "pick")
    if len(choices) <= FEW:
        style = discord.ButtonStyle.primary
        return [row(*(button(clip(one, LABEL), *at, str(n), style=style) for n, (one, _) in enumerate(choices)))]
    lists = -(-len(choices) // SELECT_SIZE)
    size = -(-len(choices) // lists)  # equal ones read better than a full one and a rest
    rows = []
    for start in range(0, len(choices), size):
        part = choices[start : start + size]
        words = label
        if lists > 1:
            words = say(N_("{label}: {first} to {last}"), label=label, first=part[0][0], last=part[-1][0])
        options = [
            discord.SelectOption(label=clip(one, OPTION), value=str(n), description=clip(detail, OPTION) or None)
            for n, (one, detail) in enumerate(part, start)
        ]
        rows.append(row(select(clip(words, PLACEHOLDER), options, *at, f"/{start}")))
    return rows
