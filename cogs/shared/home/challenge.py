"""**Challenge to a game…** in the menu of people: a table with a seat reserved for them."""

import discord

from bot.match.decisions.limits import require_channel
from bot.text import N_, say
from cogs.shared.choosing.match_lookup import place_of
from cogs.shared.client.refusals import ScreenRefusal
from cogs.shared.commands.errors import NOT_HERE
from cogs.shared.commands.opening import check_guest, open_table
from cogs.shared.home.home import game_rows, games_for_several, settings_of, usual_terms
from cogs.shared.interactions.clicks import Click, OutdatedButton, action
from cogs.shared.interactions.menus import Menu, Person, on_person
from cogs.shared.interactions.replies import Interaction, reply
from cogs.shared.interactions.slash import on_servers
from cogs.shared.presentation.registry import cog_for, cogs_of


def challenge_menu() -> Menu:
    return on_servers(on_person(N_("Challenge to a game…"), _ask_for_game))


async def _ask_for_game(interaction: Interaction, person: Person) -> None:
    check_guest(interaction, person.id, is_bot=person.bot)
    require_channel(await settings_of(interaction), place_of(interaction))
    games = games_for_several(cogs_of(interaction.client))
    words = N_("### Challenge {person}: which game?")
    await reply(interaction, say(words, person=person.mention), rows=game_rows(games, "challenge", f":{person.id}"))


@action("challenge", "none", once=True)
async def challenge(click: Click) -> None:
    """Opens a table of the usual terms with a seat reserved for the person."""
    key, _, person = click.payload.partition(":")
    guild = click.interaction.guild
    if not (person.isascii() and person.isdecimal()):
        raise OutdatedButton
    cog = cog_for(click.bot, key)
    try:
        member = None if guild is None else await guild.fetch_member(int(person))
    except discord.NotFound:
        member = None
    if member is None:
        raise ScreenRefusal(NOT_HERE)
    check_guest(click.interaction, member.id, is_bot=member.bot)
    await open_table(cog, click.interaction, await usual_terms(cog, click, 1), invited=[member.id])
