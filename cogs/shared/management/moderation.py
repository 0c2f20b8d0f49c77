"""`/end-match`: moderators of a channel can end any match there, and close any table."""

import contextlib
from collections.abc import Mapping

import discord
from discord import app_commands

from bot.contests.tournaments.meetings import Format
from bot.contests.values.contest import Contest
from bot.match import LIVE, Glance, Match, MatchOver, NoSuchMatch, Status
from bot.match.decisions import moderation
from bot.text import N_, say
from bot.text.own_words import OwnWords
from bot.text.terms import commas
from cogs.shared.access.visibility import can_see, check_can_see
from cogs.shared.boards.confirmations import confirm
from cogs.shared.choosing.match_lookup import suggest_numbered
from cogs.shared.client.failures import REQUEST_ERRORS
from cogs.shared.client.refusals import ScreenRefusal, WhichMatch
from cogs.shared.interactions.autocomplete import Choice, ChoiceLists, Suggestions
from cogs.shared.interactions.clicks import Click, action, button, row
from cogs.shared.interactions.replies import Interaction, reply
from cogs.shared.interactions.slash import Command, on_servers, slash
from cogs.shared.tables.table import update_table
from cogs.shared.wording.labels import game_title, whose_turn


def end_command() -> Command:
    """The command. Discord can hide only whole commands, so it isn't part of `/match`."""

    @app_commands.describe(match=N_("Which match or table; all on this server are listed"))
    async def end(interaction: Interaction, match: str) -> None:
        chosen = await _match_to_end(interaction, match)
        words = N_("### End match {id} ({game})?\nIt ends now for everyone, without a winner. This can't be undone.")
        if chosen.status is Status.OPEN:
            words = N_("### Cancel table {id} ({game})?\nIts players can open another.")
        elif chosen.series is not None:
            words = N_(
                "### End match {id} ({game})?\nIts whole series ends now for everyone, without a winner. "
                "This can't be undone."
            )
        label = N_("Cancel the table") if chosen.status is Status.OPEN else N_("End the match")
        ends = button(say(label), "end_match", about=(chosen.id, chosen.version), style="danger")
        contest = await interaction.client.contests.of_match(chosen.id)
        question = say(words, id=chosen.id, game=game_title(chosen))
        await reply(interaction, "\n".join(filter(None, (question, _what_follows(contest)))), rows=[row(ends)])

    words = N_("For moderators: end any match on this server, or cancel a table")
    command = on_servers(slash("end-match", words, end, match=_suggest))
    return app_commands.default_permissions(manage_messages=True)(command)


def _what_follows(contest: Contest | None) -> str:
    """What ending a match means for its league or tournament, if that still goes on."""
    if contest is None or not contest.counts:
        return ""
    match contest.kind:
        case None:
            words = N_("In the league **{name}** it won't count for anyone and won't be played again.")
        case _ if contest.decided:
            words = N_("In the tournament **{name}** its result stands already.")
        case Format.KNOCKOUT if contest.again:
            words = N_("In the tournament **{name}** it counts as drawn again, so the lot decides who goes on.")
        case Format.KNOCKOUT:
            words = N_("In the tournament **{name}** it counts as drawn, so the two play again right away.")
        case _:
            words = N_("In the tournament **{name}** it counts as drawn and isn't played again.")
    return say(words, name=contest.name)


async def _suggest(interaction: Interaction, typed: str) -> list[Choice]:
    if interaction.guild_id is None or not interaction.permissions.manage_messages:
        return []
    return await Suggestions.of(interaction.client).offer(interaction, "match", _matches_like(interaction, typed))


async def _matches_like(interaction: Interaction, typed: str) -> ChoiceLists:
    """The matches on this server that this person may see and end."""
    matches, user = interaction.client.matches, interaction.user.id
    chosen = await Suggestions.of(interaction.client).query(matches.lists.glance(guild_id=interaction.guild_id))
    numbers = [one.id for one in chosen if _is_moderator_of(interaction, one)]

    def label(match: Match, names: Mapping[int, OwnWords]) -> str:
        people = commas(names[person].plain for seat in match.seats for person in seat.people)
        return f"{people} · {whose_turn(match, user)}"

    async for answer in suggest_numbered(interaction, numbers, typed, label, can_see):
        yield answer


async def _match_to_end(interaction: Interaction, wanted: str) -> Match:
    """The match that a moderator means. Raises ScreenRefusal for everyone else, WhichMatch, NoSuchMatch, MatchOver."""
    _require_moderator(interaction)
    number = wanted.strip().lstrip("#")
    if not (number.isascii() and number.isdigit()) or len(number) > 15:
        raise WhichMatch("The option `match` takes a match's number, such as 12. It lists all matches on this server.")
    return await _endable_match(interaction, int(number))


async def _endable_match(interaction: Interaction, match_id: int) -> Match:
    match = await interaction.client.matches.get(match_id)
    await check_can_see(interaction, match)
    if match.place.guild_id != interaction.guild_id or match.terms.private or not _is_moderator_of(interaction, match):
        raise NoSuchMatch(match=match_id)
    if match.status not in LIVE:
        raise MatchOver
    return match


def _require_moderator(interaction: Interaction) -> None:
    if not interaction.permissions.manage_messages:
        raise ScreenRefusal(
            "You need the permission *Manage Messages* in this channel to end other people's matches. Leave "
            "your own with `/match resign`, or end it together with `/match draw`."
        )


def _is_moderator_of(interaction: Interaction, match: Match | Glance) -> bool:
    """Whether someone who may manage messages here may do so in the match's channel; true if that is gone."""
    here = interaction.channel
    if match.place.channel_id in (interaction.channel_id, here.parent_id if isinstance(here, discord.Thread) else None):
        return True
    channel = interaction.guild.get_channel(match.place.channel_id) if interaction.guild is not None else None
    user = interaction.user
    return channel is None or (isinstance(user, discord.Member) and channel.permissions_for(user).manage_messages)


@action("end_match", "update")
async def end_match(click: Click) -> None:
    """Ends the match; the question was private."""
    interaction, bot = click.interaction, click.bot
    _require_moderator(interaction)
    match = await _endable_match(interaction, click.match_id)
    after = await bot.matches.act(match.id, moderation.end(click.user), interaction=interaction.id)
    if after.status is Status.CANCELLED:
        await reply(interaction, say(N_("Table {id} is cancelled."), id=after.id), replace=True)
        with contextlib.suppress(*REQUEST_ERRORS):  # its buttons say that it is cancelled
            await update_table(bot, after)
        return
    await confirm(interaction, after, say(N_("Match {id} has ended."), id=after.id))
