"""`/operator`: for the application's owner, or the admins and developers of its team.

Discord shows the command only to those who manage a server, and in direct messages to everyone. So each command and
each click asks who it is. Nothing that only some players may see is shown here either.
"""

import contextlib
from collections.abc import Sequence
from datetime import timedelta
from importlib.metadata import version

import discord
from discord import app_commands

from bot.match import LIVE, Match, MatchOver, Overview, Status
from bot.match.decisions import moderation
from bot.match.matches import utc_now
from bot.rules import GAMES
from bot.text import N_, say, say_plural
from bot.text.own_words import OwnWords
from bot.words import with_disc
from cogs.shared.client.clipping import OPTION, clip
from cogs.shared.client.failures import REQUEST_ERRORS
from cogs.shared.client.refusals import ScreenRefusal
from cogs.shared.interactions.autocomplete import MAX_CHOICES, Choice
from cogs.shared.interactions.clicks import Click, action, button, number_in, options, row, select
from cogs.shared.interactions.gatekeeper import Gatekeeper
from cogs.shared.interactions.replies import Interaction, reply
from cogs.shared.interactions.slash import LARGEST_ID, everywhere, group_of, slash
from cogs.shared.tables.table import update_table
from cogs.shared.wording.display_names import clean_name
from cogs.shared.wording.labels import game_title, people, title_of
from cogs.shared.wording.times import from_now

LONGEST_NOTICE = 120  # characters; Discord allows 128 for a status
HOURS = 24  # for which something is announced, unless the operator says otherwise
LONGEST = 7 * 24  # hours
MOST_DIGITS = 19  # of an id of Discord

COUNTED = {
    Status.OPEN: N_("{number} open"),
    Status.RUNNING: N_("{number} running"),
    Status.FROZEN: N_("{number} frozen"),
    Status.OVER: N_("{number} over"),
    Status.CANCELLED: N_("{number} cancelled"),
}


def operator_group() -> app_commands.Group:
    async def status(interaction: Interaction) -> None:
        await _require_operator(interaction)
        await _show_status(interaction)

    @app_commands.describe(number=N_("The match's number"))
    async def match(interaction: Interaction, number: app_commands.Range[int, 1]) -> None:
        await _require_operator(interaction)
        await _show_match(interaction, await interaction.client.matches.get(number))

    @app_commands.describe(person=N_("Who may no longer use the bot"), server=N_("Where the bot no longer answers"))
    async def block(interaction: Interaction, person: discord.User | None = None, server: str | None = None) -> None:
        await _require_operator(interaction)
        if (person is None) == (server is None):
            raise ScreenRefusal("Choose either a person or a server.")
        if person is not None:
            await _block_person(interaction, person)
        else:
            await _block_server(interaction, _id(server or ""))

    @app_commands.describe(who=N_("Who is blocked; all are listed"))
    async def unblock(interaction: Interaction, who: str) -> None:
        await _require_operator(interaction)
        await _unblock(interaction, _id(who))

    @app_commands.describe(
        text=N_("What everyone should read; leave it out to end the announcement"),
        hours=N_("For how long (default: a day)"),
    )
    async def announce(
        interaction: Interaction,
        text: app_commands.Range[str, 1, LONGEST_NOTICE] | None = None,
        hours: app_commands.Range[int, 1, LONGEST] = HOURS,
    ) -> None:
        await _require_operator(interaction)
        await _announce(interaction, text, timedelta(hours=hours))

    commands = (
        slash("status", N_("Show how many matches there are, and which are frozen"), status),
        slash("match", N_("End a match for everyone, or thaw a frozen one"), match),
        slash("block", N_("Refuse a person or a server from now on"), block, server=suggest_servers),
        slash("unblock", N_("Let a person or a server use the bot again"), unblock, who=suggest_blocked),
        slash("announce", N_("Announce something to everyone, such as maintenance"), announce),
    )
    nobody = discord.Permissions.none()
    return everywhere(group_of("operator", N_("For the operator of this bot"), commands, default_permissions=nobody))


async def _require_operator(interaction: Interaction) -> None:
    """Raises ScreenRefusal for everyone else."""
    if not await interaction.client.is_owner(interaction.user):
        raise ScreenRefusal("Only the operator of this bot can use this command.")


def _id(text: str) -> int:
    """An id of Discord. Raises ScreenRefusal."""
    if not (text.isascii() and text.isdigit()) or len(text) > MOST_DIGITS or int(text) > LARGEST_ID:
        raise ScreenRefusal("Choose one from the list, or type its ID on Discord.")
    return int(text)


# Seeing


async def _show_status(interaction: Interaction) -> None:
    bot = interaction.client
    now, state = await bot.matches.overviews.overview(), await bot.matches.service.state()
    lines = [say(N_("### Crux {version}"), version=version("crux-bot"))]
    lines += [_count_matches(now, game) for game in GAMES if any(key == game for key, _ in now.matches)]
    lines += [
        say_plural(
            "**{number}** server, latency {latency} ms",
            "**{number}** servers, latency {latency} ms",
            len(bot.guilds),
            latency=round(bot.latency * 1000),
        ),
        say(
            N_("Boards waiting: **{number}**, overdue by {seconds} s at most"),
            number=now.boards_waiting,
            seconds=round(now.overdue.total_seconds()),
        ),
        say(N_("Computers' turns, hints and reviews waiting: **{number}**"), number=bot.computers.thinkers.waiting),
        say(
            N_("Blocked people: **{people}**, servers: **{servers}**"),
            people=len(state.people),
            servers=len(state.servers),
        ),
    ]
    if state.notice is not None:
        when = discord.utils.format_dt(state.notice.until, "R")
        lines.append(say(N_("Announced, ends {when}: {notice}"), when=when, notice=state.notice.text))
    lines += [
        say(
            N_("🧊 Match **{id}** ({game}) is frozen, reference **{reference}**: {why}"),
            id=match.id,
            game=title_of(match.game),
            reference=match.reference,
            why=match.why,
        )
        for match in now.frozen[:MAX_CHOICES]
    ]
    await reply(interaction, "\n".join(lines), rows=_frozen_rows(now))


def _count_matches(now: Overview, game: str) -> str:
    numbers = {status: now.matches.get((game, status), 0) for status in COUNTED}
    parts = [say(COUNTED[status], number=number) for status, number in numbers.items() if number]
    return f"**{title_of(game)}**: {' · '.join(parts)}"


def _frozen_rows(now: Overview) -> Sequence[discord.ui.ActionRow[discord.ui.LayoutView]]:
    labels = {match.id: say(N_("Match {id}"), id=match.id) for match in now.frozen[:MAX_CHOICES]}
    return [row(select(say(N_("Frozen matches")), options(labels), "operator_match"))] if labels else []


# One match


async def _show_match(interaction: Interaction, match: Match) -> None:
    lines = [
        say(N_("### Match {id} ({game})"), id=match.id, game=game_title(match)),
        say(COUNTED_ONE[match.status]),
        say(N_("In {channel}, opened {when}"), channel=f"<#{match.place.posted_in}>", when=from_now(match.opened_at)),
        *(f"{with_disc(seat.colour)}: {people(seat) or '–'}" for seat in match.seats),
    ]
    if match.frozen_because is not None:
        lines.append(say(N_("Reference **{reference}**"), reference=match.frozen_reference))
    if match.status in LIVE:
        lines.append(say(N_("-# Ending it is final: nobody wins, and its whole series ends too.")))
    ends = [button(say(N_("End the match")), "operator_end", about=(match.id, match.version), style="danger")]
    thaws = [button(say(N_("Thaw it")), "operator_thaw", about=(match.id, match.version))]
    buttons = [*(thaws if match.status is Status.FROZEN else ()), *(ends if match.status in LIVE else ())]
    await reply(interaction, "\n".join(lines), rows=[row(*buttons)] if buttons else [])


COUNTED_ONE = {
    Status.OPEN: N_("An open table"),
    Status.RUNNING: N_("Running"),
    Status.FROZEN: N_("🧊 Frozen"),
    Status.OVER: N_("Over"),
    Status.CANCELLED: N_("Cancelled before its start"),
}


@action("operator_match", "reply")
async def choose_match(click: Click) -> None:
    await _require_operator(click.interaction)
    await _show_match(click.interaction, await click.bot.matches.get(number_in(click.value)))


@action("operator_end", "reply")
async def end(click: Click) -> None:
    await _require_operator(click.interaction)
    if (await click.bot.matches.get(click.match_id)).status not in LIVE:
        raise MatchOver
    match = await click.act(moderation.end(click.user))
    await _update_tables(click.interaction, [match])
    await reply(click.interaction, say(N_("Match {id} has ended."), id=match.id))


@action("operator_thaw", "reply")
async def thaw(click: Click) -> None:
    """Makes the position of a frozen match anew from its log, so that it goes on."""
    await _require_operator(click.interaction)
    try:
        match = await click.bot.matches.records.rebuild(click.match_id)
    except ValueError:  # its text may tell what is hidden
        raise ScreenRefusal(
            "The log of match {id} can't be replayed, so it stays frozen. `python -m bot check {id}` says why.",
            id=click.match_id,
        ) from None
    await reply(click.interaction, say(N_("Match {id} goes on."), id=match.id))


# Blocks


async def _block_person(interaction: Interaction, person: discord.User) -> None:
    if person.bot or await interaction.client.is_owner(person):
        raise ScreenRefusal("Bots and operators can't be blocked.")
    tables = await interaction.client.matches.service.block_person(person.id)
    await Gatekeeper.of(interaction.client).refresh()
    await _update_tables(interaction, tables)
    words = say_plural(
        "{person} is blocked and has left {number} table or match.",
        "{person} is blocked and has left {number} tables and matches.",
        len(tables),
        person=f"<@{person.id}>",
    )
    await reply(interaction, words)


async def _block_server(interaction: Interaction, guild_id: int) -> None:
    await interaction.client.matches.service.block_server(guild_id)
    await Gatekeeper.of(interaction.client).refresh()
    await reply(
        interaction, say(N_("{server} is blocked. Its clocks are stopped."), server=_server(interaction, guild_id))
    )


async def _unblock(interaction: Interaction, blocked: int) -> None:
    name = f"<@{blocked}>" if await interaction.client.matches.people.is_blocked(blocked) else None
    lifted = await interaction.client.matches.service.unblock(blocked)
    await Gatekeeper.of(interaction.client).refresh()
    words = N_("{who} is no longer blocked.") if lifted else N_("{who} isn't blocked.")
    await reply(interaction, say(words, who=name or _server(interaction, blocked)))


async def _update_tables(interaction: Interaction, matches: Sequence[Match]) -> None:
    """Shows at tables that haven't started who has left."""
    for match in matches:
        if match.status in (Status.OPEN, Status.CANCELLED):
            with contextlib.suppress(*REQUEST_ERRORS):
                await update_table(interaction.client, match)


def _server(interaction: Interaction, guild_id: int) -> OwnWords:
    guild = interaction.client.get_guild(guild_id)
    return OwnWords(str(guild_id)) if guild is None else _name_of(guild)


def _name_of(guild: discord.Guild) -> OwnWords:
    """The server's name, or its id if nothing of it can be seen."""
    return OwnWords(clean_name(guild.name, OPTION) or str(guild.id))


async def suggest_servers(interaction: Interaction, typed: str) -> list[Choice]:
    if not await interaction.client.is_owner(interaction.user):
        return []
    named = [guild for guild in interaction.client.guilds if typed.lower() in f"{guild.name} {guild.id}".lower()]
    return [Choice(name=_name_of(guild).plain, value=str(guild.id)) for guild in named[:MAX_CHOICES]]


async def suggest_blocked(interaction: Interaction, typed: str) -> list[Choice]:
    if not await interaction.client.is_owner(interaction.user):
        return []
    state = await interaction.client.matches.service.state()
    named = {one: say(N_("Person {id}"), id=one) for one in state.people}
    named |= {one: say(N_("Server {server}"), server=_server(interaction, one).plain) for one in state.servers}
    fitting = [(one, name) for one, name in named.items() if typed.lower() in f"{name} {one}".lower()]
    return [Choice(name=clip(name, OPTION), value=str(one)) for one, name in fitting[:MAX_CHOICES]]


# Announcing


async def _announce(interaction: Interaction, text: str | None, time: timedelta) -> None:
    service, until = interaction.client.matches.service, utc_now() + time
    if text is None:
        await service.take_back_notice()
        words = say(N_("The announcement has ended."))
    else:
        await service.announce(" ".join(text.split()), until)
        words = say(N_("Everyone can read it now. It ends {when}."), when=discord.utils.format_dt(until, "R"))
    await Gatekeeper.of(interaction.client).refresh()
    await Gatekeeper.of(interaction.client).show_status()
    await reply(interaction, words)
