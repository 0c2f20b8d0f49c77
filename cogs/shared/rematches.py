"""Playing a match again: a button below its last board leads to a table at which everybody sits one seat further."""

import contextlib
from typing import TYPE_CHECKING

import discord

from bot.match import Match, NotOpen, SeriesKind, Status
from bot.text import N_, say
from cogs.shared.answers import jump, tell
from cogs.shared.permissions import check_permissions
from cogs.shared.presses import Press, action
from cogs.shared.refusals import ScreenRefusal
from cogs.shared.screens import screen_of
from cogs.shared.table import show_table, table_view
from cogs.shared.words import NAMES, command_of

if TYPE_CHECKING:
    from bot.client import Crux

ARCHIVED_THREAD = 50083  # it refuses messages until it is opened again


def may_be_played_again(match: Match) -> bool:
    """Whether a board offers a rematch."""
    goes_on = match.series is not None and not match.series.over
    part_of_match_play = match.series is not None and match.series.kind is SeriesKind.PARALLEL and not match.is_host
    return match.status is Status.OVER and not match.private and not goes_on and not part_of_match_play


@action("rematch", "think")
async def rematch(press: Press) -> None:
    """Open the table of a rematch, or sit down at the one that somebody else has opened."""
    bot, interaction = press.bot, press.interaction
    NAMES.learn(interaction.guild_id, interaction.user)
    await press.match()
    check_permissions(interaction)
    table = await bot.matches.rematch(press.match_id, press.user, interaction=interaction.id)
    if table.status is not Status.OPEN:
        shown = await bot.matches.board_message(table.id)
        words = say(N_("The rematch has begun: it is match {id}."), id=table.id)
        if shown is not None:
            place, message_id = shown
            link = jump(place.guild_id, place.posted_in, message_id)
            words = say(N_("The rematch has begun: [to the board]({link})."), link=link)
        await tell(interaction, words)
        return
    table = await _on_show(bot, table)
    if _waits_for_nobody(table):
        with contextlib.suppress(NotOpen):  # somebody was faster with a button of the table
            table = await bot.matches.begin(table.id, press.user)
    if table.version > 1:  # somebody has sat down since it was opened, or it has begun
        with contextlib.suppress(discord.HTTPException):  # its buttons say how it stands
            await show_table(bot, table)
    link = jump(table.place.guild_id, _shown_in(table), table.table_message_id or 0)
    words = N_("You sit at the table of the rematch: [to the table]({link})")
    if table.opener == press.user:
        words = N_("The table of the rematch is open: [to the table]({link})")
    await tell(interaction, say(words, link=link))


def _waits_for_nobody(table: Match) -> bool:
    """Whether everybody else at this table is a computer."""
    people = [person for seat in table.seats for person in seat.people]
    return len(people) == 1 and not table.kept and all(seat.people or seat.computer for seat in table.seats)


def _shown_in(table: Match) -> int:
    """The channel or thread in which the table's message is."""
    below = table.place.thread_id == table.table_message_id
    return table.place.channel_id if below else table.place.posted_in


async def _on_show(bot: "Crux", table: Match) -> Match:
    """The table, once its message is there. Whoever comes by sends it; Discord makes one message of two attempts.

    Where that fails for good, the table is closed again.
    """
    if table.table_message_id is not None:
        return table
    try:
        message_id = await _sent(bot, table)
    except (discord.NotFound, discord.Forbidden) as error:
        await bot.matches.cancel(table.id, table.opener)  # nobody can see it
        raise ScreenRefusal(
            "The table of the rematch can't be put where the match was: that place is gone or closed to me. "
            "`/{game} start` opens one anywhere.",
            game=command_of(table.game),
        ) from error
    return await bot.matches.table_posted(table.id, message_id)


async def _sent(bot: "Crux", table: Match) -> int:
    channel = bot.get_partial_messageable(table.place.posted_in, guild_id=table.place.guild_id)
    called = [discord.Object(person) for people in table.kept.values() for person in people]
    nobody_else = discord.AllowedMentions(everyone=False, roles=False, users=called)
    view, nonce = table_view(screen_of(bot, table.game), table), f"table.{table.id}"
    try:
        return (await channel.send(view=view, nonce=nonce, allowed_mentions=nobody_else)).id
    except discord.HTTPException as error:
        if error.code != ARCHIVED_THREAD:
            raise
    await bot.http.edit_channel(table.place.posted_in, archived=False)
    return (await channel.send(view=view, nonce=nonce, allowed_mentions=nobody_else)).id
