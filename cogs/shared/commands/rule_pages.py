"""A game's rules, on a few pages with buttons between them."""

from bot.text import N_, say
from cogs.shared.choosing.glossary import explain_words
from cogs.shared.interactions.clicks import IN_A_ROW, Click, action, button, equal_parts, number_in, row
from cogs.shared.interactions.replies import Interaction, reply
from cogs.shared.interactions.slash import Command, slash
from cogs.shared.presentation.presentation import Presentation
from cogs.shared.presentation.registry import cog_for
from cogs.shared.wording.labels import title_of


def rules_command(cog: Presentation) -> Command:
    """`rules`, which shows the first page."""

    async def rules(interaction: Interaction) -> None:
        await show_rules(cog, interaction, 0)

    return slash("rules", N_("Show the rules, only to you"), rules)


async def show_rules(cog: Presentation, interaction: Interaction, number: int, board: str = "") -> None:
    """One page of the rules, with buttons to the others, and what the words on the `board` below it mean."""
    page = cog.rule_pages[number % len(cog.rule_pages)]
    buttons = [
        button(
            say(other.title),
            "rules_page",
            f"{cog.game.key}.{index}",
            style="primary" if index == number else "secondary",
            disabled=index == number,
        )
        for index, other in enumerate(cog.rule_pages)
    ]
    words = f"### {title_of(cog.game.key)} · {say(page.title)}\n{say(page.words)}"
    words = "\n".join((words, *explain_words(cog, board, words)))
    if cog.bot.source_url:
        words += "\n-# " + say(N_("Full rules with pictures: {address}"), address=cog.bot.source_url)
    sheets = [] if page.picture is None else [cog.board_sheet(*page.picture())]
    pictures = await cog.attachments(sheets, "rules")
    rows = [row(*part) for part in equal_parts(buttons, IN_A_ROW)]
    await reply(interaction, words, pictures=pictures, rows=rows, replace=True)


@action("rules", "reply")
async def rules_of_game(click: Click) -> None:
    await show_rules(cog_for(click.bot, click.payload), click.interaction, 0)


@action("rules_of", "reply")
async def rules_of(click: Click) -> None:
    match = await click.match()
    cog = cog_for(click.bot, match.game)
    await show_rules(cog, click.interaction, 0, cog.describe_last_turns(match))


@action("rules_page", "update")
async def rules_page(click: Click) -> None:
    key, _, number = click.payload.partition(".")
    await show_rules(cog_for(click.bot, key), click.interaction, number_in(number))
