"""Rematches: a button below the last board leads to a table where everyone sits one seat further on."""

import contextlib

import discord

from bot.match import NOWHERE, Match, NotOpen, Status
from bot.match.decisions import lobby
from bot.text import N_, say
from cogs.shared.access.links import table_link, visible_board_link
from cogs.shared.access.permissions import check_kind, check_permissions, existing_channels
from cogs.shared.client.client import Client
from cogs.shared.client.failures import REQUEST_ERRORS
from cogs.shared.client.refusals import ScreenRefusal
from cogs.shared.interactions.clicks import Click, action
from cogs.shared.interactions.replies import reply
from cogs.shared.tables.table import send_table, update_table
from cogs.shared.wording.labels import command_name_of

CLOSED = N_(
    "I can't open the rematch where the match was: that channel is gone or closed to me. Open a new table anywhere "
    "with `/{game} start`."
)


def offers_rematch(match: Match) -> bool:
    """Whether a board offers a rematch."""
    goes_on = match.series is not None and not match.series.over
    is_seen = not match.terms.private and match.place != NOWHERE
    return match.status is Status.OVER and is_seen and not goes_on and match.host is None


@action("rematch", "reply")
async def rematch(click: Click) -> None:
    """Opens the table of a rematch, or joins the one that someone else has opened."""
    interaction = click.interaction
    match = await click.match()
    check_permissions(interaction)
    check_kind(interaction, thread=match.terms.own_thread)
    table = await click.bot.matches.tables.rematch(
        click.match_id, click.user, existing=existing_channels(interaction), interaction=interaction.id
    )
    if table.status is not Status.OPEN:
        link = await visible_board_link(interaction, table)
        words = say(N_("The rematch has begun: match {id}."), id=table.id)
        if link is not None:
            words = say(N_("The rematch has begun: [go to the board]({link})."), link=link)
        await reply(interaction, words)
        return
    await reply(interaction, rematch_in_words(await begun_or_shown(click.bot, table, click.user), click.user))


async def begun_or_shown(bot: Client, table: Match, user: int) -> Match:
    """The table of a rematch, with its message; it begins if everyone else there is a computer.

    Raises ScreenRefusal if it can't be shown where the match was.
    """
    table = await _with_message(bot, table)
    if _only_computers_besides(table):
        with contextlib.suppress(NotOpen):  # someone was faster with a button of the table
            table = await bot.matches.act(table.id, lobby.begin(user))
            with contextlib.suppress(*REQUEST_ERRORS):  # its buttons show its state
                await update_table(bot, table)
    return table


def rematch_in_words(table: Match, user: int) -> str:
    """Where the table of a rematch is that this person has opened or joined."""
    words = N_("You've joined the rematch: [go to the table]({link})")
    if table.opener == user:
        words = N_("The rematch is ready: [go to the table]({link})")
    return say(words, link=table_link(table))


def _only_computers_besides(table: Match) -> bool:
    """Whether everyone else at this table is a computer."""
    people = [person for seat in table.seats for person in seat.people]
    return len(people) == 1 and not table.reserved_seats and all(seat.people or seat.computer for seat in table.seats)


async def _with_message(bot: Client, table: Match) -> Match:
    """The table, once its message exists and is up to date.

    Everyone who gets here before that sends it; Discord makes one message of these. If it fails for good, the table is
    closed again. A deleted message is sent again.
    """
    if table.table_message_id is not None:
        with contextlib.suppress(*REQUEST_ERRORS):  # its buttons show its state
            return await update_table(bot, table)
        return table
    try:
        people_called = [person for people in table.reserved_seats.values() for person in people]
        table = await bot.matches.tables.note_posted(table.id, await send_table(bot, table, called=people_called))
    except (discord.NotFound, discord.Forbidden) as error:
        await bot.matches.act(table.id, lobby.cancel(table.opener))  # nobody can see it
        raise ScreenRefusal(CLOSED, game=command_name_of(table.game)) from error
    # Someone may have sat down meanwhile.
    return table if table.version == 1 else await _with_message(bot, table)
