"""Playing alone and in private: a game's `solo` and `best` commands, and matches that are never posted.

Such a match lives in private messages alone. Any of them can be closed: `solo`, or for a part of a match play the
button below its board, opens it again.
"""

import contextlib
from collections.abc import Awaitable, Callable
from typing import Any

import discord

from bot.match import Ending, Match, MatchOver, NotInThisMatch, NotOver, Part, Status
from bot.text import N_, say
from cogs.shared.answers import Asked, tell, think
from cogs.shared.composer import show_composer
from cogs.shared.deciding import welcome_back
from cogs.shared.endings import CALLED_OFF, ENDED
from cogs.shared.finding import place_of
from cogs.shared.game_options import numbers_of_seats, option_parameters
from cogs.shared.parameters import Command, Parameter, command_with
from cogs.shared.permissions import check_permissions
from cogs.shared.presentation import Presentation
from cogs.shared.presses import Press, action, button, row
from cogs.shared.screens import screen_of
from cogs.shared.table import post_table, show_table
from cogs.shared.words import NAMES, mark_of, ordinal, people

BEST = 10  # games in the list of one's best
BEST_SHOWN = 3  # of them after a game


def solo_commands(cog: Presentation) -> list[Command]:
    """`solo` and `best`, where the game can be played alone."""
    return [_solo(cog), _best(cog)] if 1 in numbers_of_seats(cog) else []


def _solo(cog: Presentation) -> Command:
    parameters = option_parameters(cog)
    own = {one.name for one in parameters}
    parameters.append(
        Parameter("thread_", "thread", bool, "In a thread of its own, where others can watch (default: for you alone)")
    )

    async def solo(interaction: Asked, chosen: dict[str, Any]) -> None:
        NAMES.learn(interaction.guild_id, interaction.user)
        options = {name: chosen[name] for name in own & chosen.keys()}
        if chosen.get("thread_", False):
            await _begin_in_thread(cog, interaction, options)
            return
        await solo_with(cog, interaction, options)

    return command_with(
        "solo", "Play alone, for you alone to see; goes on with the game you have begun", parameters, solo
    )


def _best(cog: Presentation) -> Command:
    parameters = option_parameters(cog)

    async def best(interaction: Asked, chosen: dict[str, Any]) -> None:
        await think(interaction)
        options = cog.full_options(chosen)
        lines = await _best_lines(cog, interaction.user.id, options, BEST)
        terms = " · ".join(cog.options_in_words(options)) or say(N_("the usual options"))
        title = say(N_("### Your best games alone: {game}\n-# {terms}"), game=cog.game.title, terms=terms)
        nothing = say(N_("None yet. `/{command} solo` begins one."), command=cog.command_name)
        await tell(interaction, "\n".join([title, *(lines or [nothing])]))

    return command_with("best", "Your best games played alone, for you alone", parameters, best)


async def _running(cog: Presentation, interaction: Asked, options: dict[str, Any]) -> Match | None:
    """The newest game that this person plays alone; if options were given, one with them."""
    mine = await cog.bot.matches.of_user(interaction.user.id, statuses=(Status.RUNNING, Status.FROZEN))
    wanted = cog.full_options(options)
    for match in mine:
        plain = match.private and match.series is None and match.game == cog.game.key
        if plain and (not options or dict(match.options) == wanted):
            return match
    return None


async def solo_with(cog: Presentation, interaction: Asked, options: dict[str, Any]) -> None:
    """Go on with the game that this person plays alone with these options, any if there are none, or begin one."""
    running = await _running(cog, interaction, options)
    if running is None:
        await begin_solo(cog, interaction, options)
    else:
        await think(interaction)
        await show_private(cog, interaction, running, say(N_("Your game goes on where you left it.")))


async def begin_solo(cog: Presentation, interaction: Asked, options: dict[str, Any]) -> None:
    """Begin a game that only its player sees. Its private message is the table: its id is the salt of the luck."""

    async def seal(match: Match) -> int:
        return await tell(interaction, say(N_("### {game}: you play alone\n{seal}"), game=title, seal=_seal(match)))

    title = cog.game.title
    begun = await _begun_alone(cog, interaction, options, seal, private=True)
    await show_private(cog, interaction, begun, _seal(begun))


def _seal(match: Match) -> str:
    return say(N_("-# All luck is sealed in advance: `{seal}`"), seal=match.commitment)


async def _begin_in_thread(cog: Presentation, interaction: Asked, options: dict[str, Any]) -> None:
    """Begin a game of one's own that others may watch."""

    async def table(match: Match) -> int:
        return await post_table(cog, interaction, match)

    check_permissions(interaction, thread=True)
    begun = await _begun_alone(cog, interaction, options, table, own_thread=True)
    with contextlib.suppress(discord.HTTPException):  # its buttons say that it has begun
        await show_table(cog.bot, begun)


async def _begun_alone(
    cog: Presentation,
    interaction: Asked,
    options: dict[str, Any],
    show: Callable[[Match], Awaitable[int]],
    *,
    private: bool = False,
    own_thread: bool = False,
) -> Match:
    """A new game with a single seat; `show` shows that it is sealed, and gives the id of that message."""
    matches = cog.bot.matches
    match = await matches.open(
        game=cog.game.key,
        options=options,
        seats=1,
        opener=interaction.user.id,
        place=place_of(interaction),
        private=private,
        own_thread=own_thread,
        interaction=interaction.id,
    )
    try:
        message_id = await show(match)
    except Exception:
        await matches.cancel(match.id, interaction.user.id)  # nobody has seen it
        raise
    await matches.table_posted(match.id, message_id)
    return await matches.begin(match.id, interaction.user.id)


async def show_private(cog: Presentation, interaction: Asked, match: Match, done: str = "") -> None:
    """A private match for somebody who plays in it: the choice of the next move, or how it ended.

    NotInThisMatch; NotRunning, MatchOver if it never began.
    """
    if not match.seat_of(interaction.user.id):
        raise NotInThisMatch
    match = await welcome_back(cog.bot, match, interaction.user.id)
    if match.status in (Status.OVER, Status.FROZEN):
        await _show_ended(cog, interaction, match, done)
    else:
        await show_composer(cog, interaction, match, (), done)


async def _show_ended(cog: Presentation, interaction: Asked, match: Match, done: str) -> None:
    lines = [line for line in (done, await _verdict(cog, match)) if line]
    buttons = []
    if match.series is None:
        lines += await _best_lines(cog, interaction.user.id, dict(match.options), BEST_SHOWN)
        if match.seed is not None and cog.game.uses_chance(match.options):
            words = N_("-# match {id} · the seal is open: seed `{seed}`, salt `{salt}`")
            lines.append(say(words, id=match.id, seed=match.seed, salt=match.salt))
        buttons.append(button(say(N_("New game")), match.id, 0, "solo_again", style=discord.ButtonStyle.primary))
    elif match.series.host is not None and match.status is Status.OVER:
        host = await cog.bot.matches.get(match.series.host)
        below = N_("What the others have made stands below; the table compares when all have ended.")
        lines.append(say(below if host.status is Status.RUNNING else N_("Everybody is through:")))
        lines += await _compared(cog, interaction, match.series.host)
    if match.state is not None:
        if match.status is Status.OVER and (match.series is None or match.series.over):
            buttons.append(button(say(N_("Replay")), match.id, match.version, "replay_of"))
        buttons.append(button(say(N_("In words")), match.id, match.version, "in_words"))
    pictures = []
    if match.state is not None:
        view, marks = match.state.view(None), cog.marks(match)
        pictures = [(await cog.picture(view, marks, name="end"), cog.pictures.alt(view, marks))]
    await tell(interaction, "\n".join(lines), pictures=pictures, rows=[row(*buttons)] if buttons else [], replace=True)


async def _verdict(cog: Presentation, match: Match) -> str:
    """How a game played alone ended, and how good that was."""
    ending = match.ending
    if ending is None:
        return match.frozen_because or ""
    if ending.kind == "agreed":
        return f"### {say(CALLED_OFF)}"
    if ending.kind == "ended":
        return f"### {say(ENDED)}"
    if ending.kind != "played" or ending.scores is None:
        return say(N_("### You have given this game up"))
    points = ending.scores[0]
    place = number = 1
    with contextlib.suppress(NotOver):  # what several have played together is among nobody's best
        place, number = await cog.bot.matches.rank_of(match.id)
    if number == 1:
        return say(N_("### The game is over: {points} points"), points=points)
    if place == 1:
        return say(N_("### The game is over: {points} points, your best of {number}"), points=points, number=number)
    words = N_("### The game is over: {points} points, place {place} among your {number} games")
    return say(words, points=points, place=place, number=number)


async def _best_lines(cog: Presentation, user: int, options: dict[str, Any], limit: int) -> list[str]:
    """One's best games with these options, a line each."""
    found = await cog.bot.matches.best(user, cog.game.key, options, limit=limit)
    line = N_("**{place}** {points} points · {when}")
    return [
        say(
            line,
            place=ordinal(1 + sum(other.score > one.score for other in found)),
            points=one.score,
            when=discord.utils.format_dt(one.ended_at, "d"),
        )
        for one in found
    ]


# Match play: everybody has the same luck, each plays alone, and the table compares.


def own_part(match: Match, user: int) -> Part | None:
    """The part of a match play that this person plays alone; None before its start and for everybody else.

    None also for any other match: a part of its series would be played by others as well, who hold hands of their own.
    """
    if match.series is None or not match.is_host:
        return None
    own = match.seat_of(user)
    return next((part for part in match.series.parts if part.number - 1 in own), None)


def score_line(match: Match, seat: int, ending: Ending) -> str:
    """What somebody has made in a match play."""
    sitting = match.seats[seat]
    if ending.scores is not None:
        made = say(N_("{points} points"), points=ending.scores[0])
    else:
        made = say(N_("called off") if ending.kind in ("agreed", "ended") else N_("given up"))
    return f"{mark_of(sitting.colour)} {people(sitting) or sitting.colour} · {made}"


async def _compared(cog: Presentation, interaction: Asked, host_id: int) -> list[str]:
    """What everybody has made who is through, for somebody who may know it."""
    host = await cog.bot.matches.get(host_id)
    ended = dict(await cog.bot.matches.compare(host_id, interaction.user.id))
    lines = []
    for seat in host.seats:
        if seat.number in ended:
            lines.append(score_line(host, seat.number, ended[seat.number]))
        else:
            lines.append(say(N_("{mark} {people} · still playing"), mark=mark_of(seat.colour), people=people(seat)))
    return lines


@action("own", "think")
async def open_own(press: Press) -> None:
    """Somebody's own game of a match play."""
    NAMES.learn(press.interaction.guild_id, press.interaction.user)
    host = await press.match()
    part = own_part(host, press.user)
    if part is None:
        raise MatchOver if host.status is not Status.RUNNING and host.seat_of(press.user) else NotInThisMatch
    await show_private(screen_of(press.bot, host.game), press.interaction, await press.bot.matches.get(part.match_id))


@action("compare", "think")
async def compare(press: Press) -> None:
    """What all have made so far who are through with their games of a match play."""
    host = await press.match()
    if not host.is_host:
        raise NotInThisMatch
    cog = screen_of(press.bot, host.game)
    lines = await _compared(cog, press.interaction, host.id)
    await tell(press.interaction, "\n".join([say(N_("### Match play {id} so far"), id=host.id), *lines]))


@action("solo_again", "self")
async def solo_again(press: Press) -> None:
    """Another game by the same options; one that has been begun goes on, so that none is forgotten."""
    match = await press.match()
    await solo_with(screen_of(press.bot, match.game), press.interaction, dict(match.options))
