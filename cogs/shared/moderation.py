"""`/match end`: who keeps order in a channel can end any match there, and close any table."""

import contextlib
from collections.abc import Mapping

import discord
from discord import app_commands

from bot.match import LIVE, Glance, Match, MatchOver, NoSuchMatch, Status
from bot.rules import GAMES
from bot.text import N_, say
from cogs.shared.answers import Asked, tell, think
from cogs.shared.finding import numbered
from cogs.shared.parameters import Command
from cogs.shared.posting import Posting
from cogs.shared.presses import Press, action, button, row
from cogs.shared.refusals import ScreenRefusal, WhichMatch
from cogs.shared.seeing import check_may_see, may_see
from cogs.shared.suggesting import Answers, Choice, Suggestions
from cogs.shared.table import show_table
from cogs.shared.words import whose_turn


def end_command() -> Command:
    """The command, which stands beside the others of `/match`."""

    @app_commands.describe(match="Which match or table; all of this server are listed")
    async def end(interaction: Asked, match: str) -> None:
        await think(interaction)
        found = await _named(interaction, match)
        words = N_("### End match {id} ({game})?\nIt ends now for everybody, and nobody has won. It can't be undone.")
        if found.status is Status.OPEN:
            words = N_("### Close table {id} ({game})?\nWho sits at it can open another one.")
        elif found.series is not None:
            words = N_(
                "### End match {id} ({game})?\nThe whole series it belongs to ends now for everybody, and nobody has "
                "won. It can't be undone."
            )
        label = N_("Close the table") if found.status is Status.OPEN else N_("End the match")
        ends = button(say(label), found.id, found.version, "end_match", style=discord.ButtonStyle.danger)
        await tell(interaction, say(words, id=found.id, game=_title(found)), rows=[row(ends)])

    command: Command = app_commands.Command(
        name="end", description="For moderators: end any match of this server, or close a table", callback=end
    )
    command.autocomplete("match")(_suggest)
    return command


async def _suggest(interaction: Asked, typed: str) -> list[Choice]:
    if interaction.guild_id is None or not interaction.permissions.manage_messages:
        return []
    return await Suggestions.of(interaction.client).offer(interaction, "match", _matches_like(interaction, typed))


async def _matches_like(interaction: Asked, typed: str) -> Answers:
    """The matches of this server that this person may be told of and end."""
    matches, user = interaction.client.matches, interaction.user.id
    found = await Suggestions.of(interaction.client).read(matches.glance(guild_id=interaction.guild_id))
    numbers = [one.id for one in found if _keeps_order(interaction, one)]

    def label(match: Match, names: Mapping[int, str]) -> str:
        people = ", ".join(names[person] for seat in match.seats for person in seat.people)
        return f"{people} · {whose_turn(match, user)}"

    async for answer in numbered(interaction, numbers, typed, label, may_see):
        yield answer


def _title(match: Match) -> str:
    return GAMES[match.game].title if match.game in GAMES else match.game


async def _named(interaction: Asked, wanted: str) -> Match:
    """The match that a moderator means. ScreenRefusal for everybody else, WhichMatch, NoSuchMatch, MatchOver."""
    _require_order(interaction)
    number = wanted.strip().lstrip("#")
    if not (number.isascii() and number.isdigit()) or len(number) > 15:
        raise WhichMatch("The option `match` takes a match's number, such as 12; it lists all of this server.")
    return await _one_of_these(interaction, int(number))


async def _one_of_these(interaction: Asked, match_id: int) -> Match:
    match = await interaction.client.matches.get(match_id)
    await check_may_see(interaction, match)
    if match.place.guild_id != interaction.guild_id or match.private or not _keeps_order(interaction, match):
        raise NoSuchMatch(match=match_id)
    if match.status not in LIVE:
        raise MatchOver
    return match


def _require_order(interaction: Asked) -> None:
    if not interaction.permissions.manage_messages:
        raise ScreenRefusal(
            "Only people who may manage messages in this channel can end the matches of others. Your own you can leave "
            "with `/match resign`, or end together with `/match draw`."
        )


def _keeps_order(interaction: Asked, match: Match | Glance) -> bool:
    """Whether somebody who may manage messages here may do so where the match is; where that is gone, it is enough."""
    here = interaction.channel
    if match.place.channel_id in (interaction.channel_id, here.parent_id if isinstance(here, discord.Thread) else None):
        return True
    channel = interaction.guild.get_channel(match.place.channel_id) if interaction.guild is not None else None
    user = interaction.user
    return channel is None or (isinstance(user, discord.Member) and channel.permissions_for(user).manage_messages)


@action("end_match", "hold")
async def end_match(press: Press) -> None:
    """The match ends; the answer was asked for in private."""
    interaction, bot = press.interaction, press.bot
    _require_order(interaction)
    match = await _one_of_these(interaction, press.match_id)
    ended = await bot.matches.end(match.id, press.user, interaction=interaction.id)
    if ended.status is Status.CANCELLED:
        await tell(interaction, say(N_("Table {id} is closed."), id=ended.id), replace=True)
        with contextlib.suppress(discord.HTTPException):  # its buttons say that it is closed
            await show_table(bot, ended)
        return
    await Posting.of(bot).confirm(interaction, ended, say(N_("Match {id} is ended."), id=ended.id))
