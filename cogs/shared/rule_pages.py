"""A game's rules, a few pages with buttons from one to the other."""

import discord
from discord import app_commands

from bot.text import N_, say
from cogs.shared.answers import Asked, tell, think
from cogs.shared.parameters import Command
from cogs.shared.presentation import Presentation
from cogs.shared.presses import Press, action, button, number_in, row
from cogs.shared.screens import screen_of


def rules_command(cog: Presentation) -> Command:
    """`rules`, which shows the first page."""

    async def rules(interaction: Asked) -> None:
        await think(interaction)
        await show_rules(cog, interaction, 0)

    return app_commands.Command(name="rules", description="How the game is played, for you alone", callback=rules)


async def show_rules(cog: Presentation, interaction: Asked, number: int) -> None:
    """One page of the rules, with buttons to the others."""
    page = cog.rule_pages[number % len(cog.rule_pages)]
    at = (0, 0)
    buttons = [
        button(
            say(other.title),
            *at,
            "rules_page",
            f"{cog.game.key}.{index}",
            style=discord.ButtonStyle.primary if index == number else discord.ButtonStyle.secondary,
            disabled=index == number,
        )
        for index, other in enumerate(cog.rule_pages)
    ]
    words = f"### {cog.game.title} · {say(page.title)}\n{say(page.words)}"
    if cog.bot.source_url:
        words += "\n-# " + say(N_("The whole rules with pictures: {address}"), address=cog.bot.source_url)
    pictures = []
    if page.picture is not None:
        view, marks = page.picture()
        pictures = [(await cog.picture(view, marks, name="rules"), cog.pictures.alt(view, marks))]
    per_row = -(-len(buttons) // -(-len(buttons) // 5))  # rows of equal length look better than five and one
    rows = [row(*buttons[start : start + per_row]) for start in range(0, len(buttons), per_row)]
    await tell(interaction, words, pictures=pictures, rows=rows, replace=True)


@action("rules_of", "think")
async def rules_of(press: Press) -> None:
    match = await press.match()
    await show_rules(screen_of(press.bot, match.game), press.interaction, 0)


@action("rules_page", "hold")
async def rules_page(press: Press) -> None:
    key, _, number = press.rest.partition(".")
    await show_rules(screen_of(press.bot, key), press.interaction, number_in(number))
