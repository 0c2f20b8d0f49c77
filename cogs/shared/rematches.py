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
from cogs.shared.table import send_table, show_table
from cogs.shared.words import NAMES, command_of

if TYPE_CHECKING:
    from bot.client import Crux


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
            with contextlib.suppress(discord.HTTPException):  # its buttons say how it stands
                await show_table(bot, table)
    link = jump(table.place.guild_id, table.table_in, table.table_message_id or 0)
    words = N_("You sit at the table of the rematch: [to the table]({link})")
    if table.opener == press.user:
        words = N_("The table of the rematch is open: [to the table]({link})")
    await tell(interaction, say(words, link=link))


def _waits_for_nobody(table: Match) -> bool:
    """Whether everybody else at this table is a computer."""
    people = [person for seat in table.seats for person in seat.people]
    return len(people) == 1 and not table.kept and all(seat.people or seat.computer for seat in table.seats)


async def _on_show(bot: "Crux", table: Match) -> Match:
    """The table, once its message is there and shows who sits at it.

    Everybody who comes by before sends it; Discord makes one message of that. Where it fails for good, the table is
    closed again. One that somebody has deleted is put there again.
    """
    if table.table_message_id is not None:
        with contextlib.suppress(discord.HTTPException):  # its buttons say how it stands
            return await show_table(bot, table)
        return table
    try:
        called = [person for people in table.kept.values() for person in people]
        table = await bot.matches.table_posted(table.id, await send_table(bot, table, called=called))
    except (discord.NotFound, discord.Forbidden) as error:
        await bot.matches.cancel(table.id, table.opener)  # nobody can see it
        raise ScreenRefusal(
            "The table of the rematch can't be put where the match was: that place is gone or closed to me. "
            "`/{game} start` opens one anywhere.",
            game=command_of(table.game),
        ) from error
    # Somebody may have sat down meanwhile.
    return table if table.version == 1 else await _on_show(bot, table)
