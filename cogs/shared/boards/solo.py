"""Playing in private: a game's `solo` and `best` commands, and matches that are never posted.

Such a match exists only in private messages, which can be closed. `solo` opens it again; for one of several parallel
matches, so does the button below the table's board.
"""

import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import discord

from bot.match import (
    DailyMatch,
    Ending,
    Host,
    Match,
    MatchOver,
    NotInThisMatch,
    NotOver,
    Status,
    TableTerms,
)
from bot.match.decisions import lobby
from bot.match.decisions.decision import Decision
from bot.text import N_, group_digits, say, say_error, say_plural, term
from bot.words import Course, Verdict, colour_disc
from cogs.shared.access.permissions import check_permissions, existing_channels
from cogs.shared.boards.daily_result import show_daily_result
from cogs.shared.boards.thinking import computer_to_move, show_thinking
from cogs.shared.choosing.composer import show_composer
from cogs.shared.choosing.match_lookup import place_of
from cogs.shared.choosing.turn_checks import end_absence
from cogs.shared.client.failures import REQUEST_ERRORS
from cogs.shared.interactions.clicks import Click, action, button, row
from cogs.shared.interactions.replies import Interaction, defer_reply, reply
from cogs.shared.interactions.slash import Command, Parameter, command_with
from cogs.shared.presentation.courses import course_of
from cogs.shared.presentation.game_options import numbers_of_seats, option_parameters
from cogs.shared.presentation.presentation import Presentation
from cogs.shared.presentation.registry import cog_for
from cogs.shared.tables.seal import opened_line, shorten
from cogs.shared.tables.table import post_table, update_table
from cogs.shared.wording.endings import CALLED_OFF, ENDED, outcome
from cogs.shared.wording.labels import ordinal, people, points

BEST = 10  # games in the list of a person's best
BEST_SHOWN = 3  # how many of them are shown after a game


def solo_commands(cog: Presentation) -> list[Command]:
    """`solo` and `best`, if the game can be played alone."""
    return [_solo(cog), _best(cog)] if 1 in numbers_of_seats(cog) else []


def _solo(cog: Presentation) -> Command:
    parameters = option_parameters(cog)
    own = {one.name for one in parameters}
    parameters.append(
        Parameter(
            "thread_", "thread", bool, N_("Play in a thread where others can watch (default: no, only you can see it)")
        )
    )

    async def solo(interaction: Interaction, chosen: dict[str, Any]) -> None:
        options = {name: chosen[name] for name in own & chosen.keys()}
        if chosen.get("thread_", False):
            await _begin_in_thread(cog, interaction, options)
            return
        await continue_or_start_solo(cog, interaction, options)

    return command_with("solo", N_("Play alone, or continue your solo game; only you can see it"), parameters, solo)


def _best(cog: Presentation) -> Command:
    parameters = option_parameters(cog)

    async def best(interaction: Interaction, chosen: dict[str, Any]) -> None:
        await defer_reply(interaction)
        options = cog.full_options(chosen)
        lines = await _best_lines(cog, interaction.user.id, options, BEST)
        terms = " · ".join(cog.options_in_words(options)) or say(N_("the usual options"))
        title = say(N_("### Your best solo games: {game}\n-# {terms}"), game=cog.game.title, terms=terms)
        nothing = say(N_("None yet. Start one with `/{command} solo`."), command=cog.command_name)
        await reply(interaction, "\n".join([title, *(lines or [nothing])]))

    return command_with("best", N_("Show your best solo games, only to you"), parameters, best)


async def _running_game(cog: Presentation, interaction: Interaction, options: dict[str, Any]) -> Match | None:
    """The newest game that this person plays alone; if options were given, with those."""
    mine = await cog.bot.matches.lists.of_user(interaction.user.id, statuses=(Status.RUNNING, Status.FROZEN))
    wanted_options = cog.full_options(options)
    for match in mine:
        alone = match.series is None and len(match.seats) == 1 and not isinstance(match, DailyMatch)
        plain = match.terms.private and alone and match.game == cog.game.key
        if plain and (not options or dict(match.options) == wanted_options):
            return match
    return None


async def continue_or_start_solo(cog: Presentation, interaction: Interaction, options: dict[str, Any]) -> None:
    """Continues the game that this person plays alone with these options (any if empty), or begins one."""
    running = await _running_game(cog, interaction, options)
    if running is None:
        await start_solo(cog, interaction, options)
    else:
        await defer_reply(interaction)
        await show_private(cog, interaction, running, say(N_("Your game continues where you left off.")))


async def start_solo(cog: Presentation, interaction: Interaction, options: dict[str, Any]) -> None:
    """Begins a game that only its player sees. Its private message is the table, whose id is the salt of the luck."""

    async def seal(match: Match) -> int:
        return await reply(interaction, say(N_("### {game}: solo game\n{seal}"), game=title, seal=seal_line(match)))

    title = term(cog.game.title)
    terms = TableTerms(game=cog.game.key, options=options, seats=1, private=True)
    match = await open_and_begin(interaction, terms, seal, lobby.begin(interaction.user.id))
    await show_private(cog, interaction, match, seal_line(match))


def seal_line(match: Match) -> str:
    """The line that announces the seal of a private match's luck."""
    return say(N_("-# All luck was sealed in advance: {seal}"), seal=shorten(match.commitment))


async def _begin_in_thread(cog: Presentation, interaction: Interaction, options: dict[str, Any]) -> None:
    """Begins a solo game that others may watch."""

    check_permissions(interaction, thread=True)
    terms = TableTerms(game=cog.game.key, options=options, seats=1, own_thread=True)
    match = await open_and_begin(
        interaction, terms, partial(post_table, cog, interaction), lobby.begin(interaction.user.id)
    )
    with contextlib.suppress(*REQUEST_ERRORS):  # its buttons say that it has begun
        await update_table(cog.bot, match)


async def open_and_show(
    interaction: Interaction, terms: TableTerms, show: Callable[[Match], Awaitable[int]], **seats: Any
) -> Match:
    """Opens a table, which `show` posts or announces with its seal; that returns the id of the message.

    `seats` are the other options of `Tables.open`. Raises whatever that raises.
    """
    matches = interaction.client.matches
    match = await matches.tables.open(
        terms,
        opener=interaction.user.id,
        place=place_of(interaction),
        existing=existing_channels(interaction),
        interaction=interaction.id,
        **seats,
    )
    try:
        message_id = await show(match)
    except Exception:
        await matches.act(match.id, lobby.cancel(interaction.user.id))  # nobody has seen it
        raise
    return await matches.tables.note_posted(match.id, message_id)


async def open_and_begin(
    interaction: Interaction, terms: TableTerms, show: Callable[[Match], Awaitable[int]], begin: Decision, **seats: Any
) -> Match:
    """Opens and begins a match of one person; otherwise as `open_and_show`."""
    match = await open_and_show(interaction, terms, show, **seats)
    return await interaction.client.matches.act(match.id, begin)


async def show_private(cog: Presentation, interaction: Interaction, match: Match, intro: str = "") -> None:
    """A private match for one of its players: the choice of the next move, or how it ended.

    Raises NotInThisMatch; NotRunning, MatchOver if it never began.
    """
    if not match.seat_of(interaction.user.id):
        raise NotInThisMatch
    match = await end_absence(cog.bot, match, interaction.user.id)
    if match.status in (Status.OVER, Status.FROZEN) and isinstance(match, DailyMatch):
        await show_daily_result(cog, interaction, match, intro)
    elif match.status in (Status.OVER, Status.FROZEN):
        await _show_ended(cog, interaction, match, intro)
    elif computer_to_move(match):
        await show_thinking(cog, interaction, match, intro, partial(show_private, cog, interaction))
    else:
        await show_composer(cog, interaction, match, intro=intro)


@dataclass(frozen=True, slots=True)
class PrivateEnd:
    """How a private match ended, for one of its players: in words, and what the picture says (None: what it does).

    `course` is how it went.
    """

    words: str
    verdict: Verdict | None
    course: Course


async def describe_private_end(cog: Presentation, user: int, match: Match) -> PrivateEnd:
    """The same of a match that is over or frozen, and no daily."""
    rank = await _rank(cog, match)
    course = await course_of(cog, match, player=user)
    lines = [_ending_line(cog, match, *rank)]
    if match.series is None:
        if is_solo(match):
            lines += await _best_lines(cog, user, dict(match.options), BEST_SHOWN)
            if course.best > 0:
                lines.append(say(N_("Your best turn: {turn}"), turn=cog.words.describe_turn(course.best_turn)))
        if opened := opened_line(match):
            lines.append(say(N_("-# match {id} · {opened}"), id=match.id, opened=opened))
    elif match.series.host is not None and match.status is Status.OVER:
        host = await cog.bot.matches.get(match.series.host)
        below = N_("The board compares the scores once everyone has finished. So far:")
        lines.append(say(below if host.status is Status.RUNNING else N_("Everyone has finished:")))
        lines += await _comparison(cog, user, match.series.host)
    return PrivateEnd("\n".join(filter(None, lines)), verdict_on(match, *rank), course)


async def _show_ended(cog: Presentation, interaction: Interaction, match: Match, intro: str) -> None:
    end = await describe_private_end(cog, interaction.user.id, match)
    buttons = []
    if is_solo(match):
        buttons.append(button(say(N_("New game")), "solo_again", about=(match.id, 0), style="primary"))
    elif match.series is None and match.status is Status.OVER:
        buttons.append(button(say(N_("Review")), "review_of", about=(match.id, match.version)))
    if match.state is not None:
        if match.status is Status.OVER and (match.series is None or match.series.over):
            buttons.append(button(say(N_("Replay")), "replay_of", about=(match.id, match.version)))
        buttons.append(button(say(N_("In words")), "in_words", about=(match.id, match.version)))
    if match.series is None and opened_line(match):
        buttons.append(button(say(N_("How the luck is sealed")), "seal_of", about=(match.id, match.version)))
    sheets = [] if match.state is None else [cog.end_sheet(match, end.verdict, end.course)]
    pictures = await cog.attachments(sheets, "end")
    words = "\n".join(filter(None, (intro, end.words)))
    await reply(interaction, words, pictures=pictures, rows=[row(*buttons)] if buttons else [], replace=True)


def is_solo(match: Match) -> bool:
    """Whether one person plays it for points, not against computers and not beside others."""
    return match.series is None and len(match.seats) == 1


async def _rank(cog: Presentation, match: Match) -> tuple[int, int]:
    """The rank of a solo game among those of its player, and their number; parallel matches aren't ranked."""
    with contextlib.suppress(NotOver):
        if is_solo(match):
            return await cog.bot.matches.solos.rank_of(match.id)
    return 1, 1


def verdict_on(match: Match, place: int, number: int) -> Verdict | None:
    """What the picture says of a solo game that was played to its end."""
    ending = match.ending
    if not is_solo(match) or ending is None or ending.kind != "played" or ending.scores is None:
        return None
    words = N_("number {place} of your {number} games") if place > 1 else N_("your best of {number} games")
    rank = say(words if number > 1 else N_("the solo game is over"), place=place, number=number)
    score = ending.scores[0]
    title = say_plural("{points} points", "{points} points", score, points=group_digits(score))
    return Verdict(title, rank, (0,))


def _ending_line(cog: Presentation, match: Match, place: int, number: int) -> str:
    """How a private match ended, and how good that was of a solo game."""
    ending = match.ending
    if ending is None:
        return say_error(match.frozen_because) if match.frozen_because else ""
    if len(match.seats) > 1:
        return "\n".join(filter(None, (f"### {outcome(match)}", cog.reason(match))))
    if ending.kind == "agreed":
        return f"### {say(CALLED_OFF)}"
    if ending.kind == "ended":
        return f"### {say(ENDED)}"
    if ending.kind != "played" or ending.scores is None:
        return say(N_("### You gave up this game"))
    score = points(ending.scores[0])
    if number == 1:
        return say(N_("### The game is over: {points}"), points=score)
    if place == 1:
        return say(N_("### The game is over: {points}, your best of {number} games"), points=score, number=number)
    words = N_("### The game is over: {points}, number {place} of your {number} games")
    return say(words, points=score, place=place, number=number)


async def _best_lines(cog: Presentation, user: int, options: dict[str, Any], limit: int) -> list[str]:
    """The person's best games with these options, a line each."""
    games = await cog.bot.matches.solos.best(user, cog.game.key, options, limit=limit)
    line = N_("**{place}** {points} · {date}")
    return [
        say(
            line,
            place=ordinal(1 + sum(other.score > one.score for other in games)),
            points=points(one.score),
            date=discord.utils.format_dt(one.ended_at, "d"),
        )
        for one in games
    ]


# Parallel matches: everyone plays alone with the same luck, and the table compares


def score_line(match: Match, seat: int, ending: Ending) -> str:
    """What someone scored in parallel matches."""
    sitting = match.seats[seat]
    if ending.scores is not None:
        result = points(ending.scores[0])
    else:
        result = say(N_("called off") if ending.kind in ("agreed", "ended") else N_("given up"))
    return f"{colour_disc(sitting.colour)} {people(sitting) or term(sitting.colour)} · {result}"


async def _comparison(cog: Presentation, user: int, host_id: int) -> list[str]:
    """The scores of everyone who has finished, for someone who may know them."""
    host = await cog.bot.matches.get(host_id)
    endings = dict(await cog.bot.matches.solos.compare(host_id, user))
    lines = []
    for seat in host.seats:
        if seat.number in endings:
            lines.append(score_line(host, seat.number, endings[seat.number]))
        else:
            lines.append(say(N_("{mark} {people} · still playing"), mark=colour_disc(seat.colour), people=people(seat)))
    return lines


@action("own", "reply")
async def open_own(click: Click) -> None:
    """Opens the person's own game of several parallel matches."""
    host = await click.match()
    part = host.own_part(click.user)
    if part is None:
        raise MatchOver if host.status is not Status.RUNNING and host.seat_of(click.user) else NotInThisMatch
    await show_private(cog_for(click.bot, host.game), click.interaction, await click.bot.matches.get(part.match_id))


@action("private", "update")
async def show_again(click: Click) -> None:
    """Shows a private match as it is now, in place of the message that was clicked on."""
    match = await click.match()
    await show_private(cog_for(click.bot, match.game), click.interaction, match)


@action("compare", "reply")
async def compare(click: Click) -> None:
    """The scores so far of everyone who has finished their game of the parallel matches."""
    host = await click.match()
    if not isinstance(host, Host):
        raise NotInThisMatch
    cog = cog_for(click.bot, host.game)
    lines = await _comparison(cog, click.user, host.id)
    await reply(click.interaction, "\n".join([say(N_("### Match play {id} so far"), id=host.id), *lines]))


@action("solo_again", "none")
async def solo_again(click: Click) -> None:
    """Another game with the same options, or the one already running, so that none is forgotten."""
    match = await click.match()
    await continue_or_start_solo(cog_for(click.bot, match.game), click.interaction, dict(match.options))
