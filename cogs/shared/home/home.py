"""The home screen: the games with ways to start, matches that wait for the person, tables to join, and help.

It is a private message that fits one screen; on a phone, its end does: what is asked and what waits stand there, above
the buttons. Discord allows 40 components in one, including nested ones, which is enough for five games.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from discord import ui

from bot.match import ComputerLevel, ServerSettings, Status, TableTerms
from bot.match.decisions.limits import require_channel
from bot.match.values.errors import NotInThisChannel
from bot.text import N_, say, say_error, term
from cogs.shared.access.permissions import existing_channels
from cogs.shared.access.visibility import can_see
from cogs.shared.choosing.match_lookup import UNFINISHED, place_of
from cogs.shared.client.carriers import is_elsewhere
from cogs.shared.client.refusals import ScreenRefusal
from cogs.shared.commands.errors import NOT_HERE
from cogs.shared.commands.opening import MAX_GUESTS, allowed_seats, check_guest, open_table, seats_for, usually_rated
from cogs.shared.home.daily import daily_button
from cogs.shared.home.help import help_text
from cogs.shared.home.plan import next_for, suggest_again
from cogs.shared.home.thumbnails import thumbnail
from cogs.shared.interactions.clicks import (
    IN_A_ROW,
    Button,
    Click,
    Style,
    action,
    button,
    equal_parts,
    number_in,
    people_select,
    row,
)
from cogs.shared.interactions.leftovers import NO_MATCH, close_question, note_leftover
from cogs.shared.interactions.replies import Interaction, reply
from cogs.shared.interactions.slash import Command, everywhere, slash
from cogs.shared.people.overview import bullet_list, invitation_line, match_line, sort_matches
from cogs.shared.presentation.game_options import numbers_of_seats
from cogs.shared.presentation.presentation import Presentation
from cogs.shared.presentation.registry import cog_for, cogs_of
from cogs.shared.puzzles.puzzles import puzzles_button
from cogs.shared.wording.labels import is_vacant, join_list
from cogs.shared.wording.times import time_options

GAMES_PER_PAGE = 5  # if there is only one page
GAMES_ON_SEVERAL_PAGES = 4  # on each of several pages, as a button leads to the next
LISTED = 5  # matches below each heading
LIST_LIMIT = 1200  # the maximum length of each list; with the games' own words it fits into Discord's 4,000
LEVEL = ComputerLevel.BEGINNER  # of the computers a newcomer plays against


def home_commands() -> list[Command]:
    """`/crux` and `/help`, the first commands for newcomers."""

    async def show(interaction: Interaction) -> None:
        await show_home(interaction)

    words = N_("Start here: the games, your matches, open tables and help")
    return [everywhere(slash("crux", words, show)), everywhere(slash("help", words, show))]


async def show_home(interaction: Interaction, page: int = 0, *, replace: bool = False) -> None:
    """Shows the home screen with this page of the games. The interaction must have been acknowledged."""
    cogs = cogs_of(interaction.client)
    size = GAMES_PER_PAGE if len(cogs) <= GAMES_PER_PAGE else GAMES_ON_SEVERAL_PAGES
    pages = [cogs[start : start + size] for start in range(0, len(cogs), size)]
    games = pages[page % len(pages)]
    pictures = [await thumbnail(cog) for cog in games]
    settings = await settings_of(interaction)
    barred = _where_to_play(interaction, settings)
    is_asked = interaction.guild_id is not None or is_elsewhere(interaction)
    can_begin = is_asked and not barred
    ways_to_play = _ways_to_play(games) if can_begin and settings.computers else []
    sections = [_section(cog, picture.filename) for cog, picture in zip(games, pictures, strict=True)]
    foot = [button(say(N_("Learn")), "home_learn"), daily_button(), puzzles_button()]
    foot.append(button(say(N_("Help")), "home_help"))
    if can_begin and games_for_several(cogs):
        foot.insert(0, button(say(N_("Invite")), "home_guests", style="secondary" if ways_to_play else "primary"))
    if len(pages) > 1:
        foot.append(button(say(N_("More games")), "home_page", str((page + 1) % len(pages))))
    greeting = N_("## What would you like to play?\nPlay right away, or turn by turn over days: Crux pings you.")
    if not is_asked:
        greeting = N_(
            "## The games\nTo start a match, use `/crux` in a channel of your server. `/match list` shows your matches."
        )
    plan = await next_for(interaction, can_begin=can_begin and settings.computers)
    offered = {
        one.custom_id
        for part in plan
        if isinstance(part, ui.ActionRow)
        for one in part.children
        if isinstance(one, Button)
    }
    foot = [one for one in foot if one.custom_id not in offered]  # Discord takes no message that has a button twice
    words = [say(greeting), barred, await _waiting(interaction), await _joinable(interaction)]
    text = "\n".join(filter(None, words))
    # Right above the answers, because Discord shows the end of a long message.
    question: list[ui.Item[Any]] = [ui.TextDisplay(text)] if is_asked else []
    await reply(
        interaction,
        "" if is_asked else text,
        rows=[*sections, *question, *plan, *ways_to_play, *(row(*part) for part in equal_parts(foot, IN_A_ROW))],
        shown_in_rows=pictures,
        replace=replace,
    )


async def settings_of(interaction: Interaction) -> ServerSettings:
    settings = await interaction.client.matches.servers.settings(interaction.guild_id)
    return settings.among(existing_channels(interaction))


def _where_to_play(interaction: Interaction, settings: ServerSettings) -> str:
    """Where tables are opened, if they aren't here."""
    try:
        require_channel(settings, place_of(interaction))
    except NotInThisChannel as refusal:
        return say_error(refusal)
    return ""


def _section(cog: Presentation, picture: str) -> ui.Section[Any]:
    """A game in three lines, with its picture."""
    title = term(cog.game.title)
    words = "\n".join([f"### {title}", say(cog.pitch), f"-# {facts(cog)}"])
    image = ui.Thumbnail[Any](f"attachment://{picture}", description=say(N_("A board of {game}"), game=title))
    return ui.Section(ui.TextDisplay(words), accessory=image)


def facts(cog: Presentation) -> str:
    """About how long a game takes, for how many players it is, and whether it involves luck."""
    luck = N_("some luck") if cog.game.uses_chance({}) else N_("no luck")
    length = say(N_("about {minutes} min"), minutes=cog.minutes)
    return " · ".join([length, players(numbers_of_seats(cog)), say(luck)])


def players(numbers: Sequence[int]) -> str:
    """ "2 to 4 players", "2 or 4 players", "4 players"."""
    first, last = numbers[0], numbers[-1]
    if len(numbers) > 2 and last - first == len(numbers) - 1:
        return say(N_("{first} to {last} players"), first=first, last=last)
    return say(N_("{numbers} players"), numbers=join_list(numbers, "or"))


def games_for_several(cogs: Sequence[Presentation]) -> list[Presentation]:
    """Those of the games that aren't for one person only."""
    return [cog for cog in cogs if cog.game.seats({})[-1] > 1]


def _ways_to_play(cogs: Sequence[Presentation]) -> list[ui.Item[Any]]:
    """A button for each game that plays a computer right away."""
    if not (several := games_for_several(cogs)):
        return []
    return [ui.TextDisplay(say(N_("**Play a computer now**"))), *game_rows(several, "home_computer", style="primary")]


def game_rows(
    cogs: Sequence[Presentation], name: str, rest: str = "", *, style: Style = "secondary"
) -> list[ui.Item[Any]]:
    """Rows with a button for each game, which performs this action; `rest` follows the game's key in its payload."""
    buttons = [button(term(cog.game.title), name, cog.game.key + rest, style=style) for cog in cogs]
    return [row(*part) for part in equal_parts(buttons, IN_A_ROW)]


# Matches waiting for the person, and tables to join


async def _waiting(interaction: Interaction) -> str:
    """The matches on this server that wait for the person's move or answer."""
    bot, user = interaction.client, interaction.user.id
    matches = await bot.matches.lists.of_user(
        user, guild_id=interaction.guild_id, statuses=UNFINISHED, with_positions=False
    )
    inviting = await bot.matches.lists.inviting(user, guild_id=interaction.guild_id)
    turns = [mine for mine in sort_matches(matches, user) if mine.turn]
    lines = [await match_line(bot, mine.match, user, mine.clock) for mine in turns[:LISTED]]
    lines += [await invitation_line(bot, match, user) for match in inviting[: LISTED - len(lines)]]
    return bullet_list(say(N_("### Waiting for you")), lines, len(turns) + len(inviting), LIST_LIMIT)


async def _joinable(interaction: Interaction) -> str:
    """The open tables in this channel with a free seat for the person, if they can see them."""
    bot, user = interaction.client, interaction.user.id
    tables = await bot.matches.lists.in_channel(
        interaction.channel_id or 0, statuses=(Status.OPEN,), with_positions=False
    )
    free = []
    for table in tables:
        reserved = sum(not table.seat_of(person) for person in table.invited)
        seats = sum(is_vacant(seat) and seat.number not in table.reserved_seats for seat in table.seats)
        involved = table.seat_of(user) or user in table.invited
        if seats > reserved and not involved and await can_see(interaction, table):
            free.append(table)
    lines = [await match_line(bot, table, user, None) for table in free[:LISTED]]
    return bullet_list(say(N_("### Tables to join here")), lines, len(free), LIST_LIMIT)


# Buttons


@action("home_page", "update")
async def home_page(click: Click) -> None:
    await show_home(click.interaction, number_in(click.payload), replace=True)


@action("home_computer", "none", once=True)
async def home_computer(click: Click) -> None:
    cog = cog_for(click.bot, click.payload)
    await open_table(cog, click.interaction, await usual_terms(cog, click, with_people=False), computers=LEVEL)


@action("home_coached", "none", once=True)
async def home_coached(click: Click) -> None:
    """Starts a match against computers, with coaching also for those who know the game."""
    cog = cog_for(click.bot, click.payload)
    terms = replace(await usual_terms(cog, click, with_people=False), coached=True)
    await open_table(cog, click.interaction, terms, computers=LEVEL)


@action("home_guests", "reply")
async def home_guests(click: Click) -> None:
    """Asks to which game people are to be invited."""
    games = games_for_several(cogs_of(click.bot))
    await reply(click.interaction, say(N_("### Which game?")), rows=game_rows(games, "home_people_here"))


@action("home_learn", "reply")
async def home_learn(click: Click) -> None:
    """Asks which game to learn."""
    words = N_("### Which game would you like to learn?\nA lesson takes a few minutes. Only you see it.")
    await reply(click.interaction, say(words), rows=game_rows(cogs_of(click.bot), "learn_here"))


@action("home_people", "reply")
async def home_people(click: Click) -> None:
    await _ask_for_people(click, replace=False)


@action("home_people_here", "update")
async def home_people_here(click: Click) -> None:
    await _ask_for_people(click, replace=True)


async def _ask_for_people(click: Click, *, replace: bool) -> None:
    """Asks whom to invite, or whether to open a table for everyone; with `replace` in place of the message."""
    cog = cog_for(click.bot, click.payload)
    require_channel(await settings_of(click.interaction), place_of(click.interaction))
    words = N_("### {game}: who plays with you?\nInvite people from this server, or open a table that anyone can join.")
    guests = min(MAX_GUESTS, allowed_seats(cog, {})[-1] - 1)
    invite = people_select(say(N_("Invite someone")), guests, "home_invite", cog.game.key)
    table = button(say(N_("Open a table")), "home_table", cog.game.key)
    words, choices = say(words, game=cog.game.title), [row(invite), row(table)]
    asked = await reply(click.interaction, words, rows=choices, replace=replace)
    note_leftover(click.interaction, NO_MATCH, asked)


@action("home_invite", "none", once=True)
async def home_invite(click: Click) -> None:
    """Opens a table with seats reserved for the chosen people."""
    cog = cog_for(click.bot, click.payload)
    resolved = dict[str, Any](click.interaction.data or {}).get("resolved", {})
    for person in click.values:
        if person not in resolved.get("members", {}) and not is_elsewhere(click.interaction):
            raise ScreenRefusal(NOT_HERE)
        check_guest(click.interaction, int(person), is_bot=resolved["users"][person].get("bot", False))
    invited = [int(person) for person in click.values]
    await open_table(cog, click.interaction, await usual_terms(cog, click, len(invited)), invited=invited)
    await close_question(click.interaction, say(N_("The table is open.")))


@action("home_table", "none", once=True)
async def home_table(click: Click) -> None:
    cog = cog_for(click.bot, click.payload)
    await open_table(cog, click.interaction, await usual_terms(cog, click))
    await close_question(click.interaction, say(N_("The table is open.")))


@action("home_help", "reply")
async def home_help(click: Click) -> None:
    await reply(click.interaction, help_text(click.bot.source_url), rows=await suggest_again(click.interaction))


async def usual_terms(cog: Presentation, click: Click, guests: int = 0, *, with_people: bool = True) -> TableTerms:
    """A table with this server's default options that has room for that many guests."""
    settings = await click.bot.matches.servers.settings(click.interaction.guild_id)
    move_time, on_expiry = time_options({}, None, settings.move_time)
    seats = seats_for(allowed_seats(cog, {}), guests)
    terms = TableTerms(
        cog.game.key,
        seats,
        {},
        coached=None,
        target=cog.series_target,
        move_time=move_time,
        on_expiry=on_expiry,
    )
    return replace(terms, rated=usually_rated(settings, terms, with_people=with_people))
