"""The first choice of a move, on the board that everyone sees.

It leads to the composer at the second choice. In a game with hidden information, only what the game marks for the board
is offered there (`Step.on_board`), which must be the same whatever the seat to move holds.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot.rules import State
from bot.text import N_, say
from cogs.shared.choosing.composer import FEW, LABEL, SELECT_SIZE
from cogs.shared.client.clipping import OPTION, clip
from cogs.shared.interactions.clicks import button, equal_parts, row, select
from cogs.shared.presentation.icons import emoji_of
from cogs.shared.presentation.paths import compose
from cogs.shared.presentation.presentation import Presentation

LISTS = 3  # on one board
PLACEHOLDER = 150  # the maximum length of a list's placeholder

Choice = tuple[str, str, str]
"""A first choice in words, details about it, and its icon."""


@dataclass(frozen=True, slots=True)
class Pick:
    """A first choice as the board words it, and the numbers that lead the composer there."""

    label: str
    detail: str
    icon: str
    numbers: tuple[int, ...]


def picks(cog: Presentation, state: State[Any]) -> list[Pick]:
    """The first choices; empty if they would reveal hidden information or are too many for a board."""
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
        Pick(step.alone or step.label, step.detail, step.icon, (*composition.numbers, number))
        for number, step in enumerate(steps, first)
    ]


def pick_rows(match_id: int, version: int, label: str, choices: Sequence[Choice]) -> list[ui.ActionRow[Any]]:
    """A few choices as buttons, more of them as lists with this label."""
    about = (match_id, version)
    if len(choices) <= FEW:
        return [
            row(
                *(
                    button(clip(one, LABEL), "pick", str(n), about=about, style="primary", emoji=emoji_of(icon))
                    for n, (one, _, icon) in enumerate(choices)
                )
            )
        ]
    rows = []
    parts = equal_parts(list(enumerate(choices)), SELECT_SIZE)
    for part in parts:
        words, (start, (first, *_)), (_, (last, *_)) = label, part[0], part[-1]
        if len(parts) > 1:
            words = say(N_("{label}: {first} to {last}"), label=label, first=first, last=last)
        options = [
            discord.SelectOption(
                label=clip(one, OPTION),
                value=str(n),
                description=clip(detail, OPTION) or None,
                emoji=emoji_of(icon),
            )
            for n, (one, detail, icon) in part
        ]
        rows.append(row(select(clip(words, PLACEHOLDER), options, "pick", f"/{start}", about=about)))
    return rows
