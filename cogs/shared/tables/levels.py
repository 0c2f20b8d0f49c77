"""The choice of a computer's level, wherever one can be added."""

from collections.abc import Iterable

import discord

from bot.match import ComputerLevel
from bot.text import N_, say
from cogs.shared.wording.labels import LEVELS

LEVELS_EXPLAINED = {
    ComputerLevel.BEGINNER: N_("Plays the first good move it sees, and misses some"),
    ComputerLevel.EASY: N_("Plans its own turn, but misses many moves"),
    ComputerLevel.NORMAL: N_("Looks ahead, but can miss moves"),
    ComputerLevel.HARD: N_("Plays well and is hard to beat"),
    ComputerLevel.EXPERT: N_("Plays as well as it can and takes its time"),
}


def level_options(levels: Iterable[ComputerLevel]) -> list[discord.SelectOption]:
    """The options of a select for these levels; their values are those of `ComputerLevel`."""
    return [
        discord.SelectOption(
            label=say(LEVELS[level]), value=str(level), description=say(LEVELS_EXPLAINED[level]), emoji="🤖"
        )
        for level in levels
    ]
