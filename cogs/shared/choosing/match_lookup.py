"""Which match a command without a number means."""

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial

import discord
from discord import app_commands

from bot.match import Glance, Match, NoSuchMatch, Place, Status
from bot.rules import GAMES
from bot.text import N_, say
from bot.text.own_words import OwnWords
from bot.text.terms import commas
from cogs.shared.access.visibility import can_see, check_can_see, first_visible
from cogs.shared.client.clipping import OPTION, clip
from cogs.shared.client.refusals import WhichMatch
from cogs.shared.interactions.autocomplete import MAX_CHOICES, Choice, ChoiceLists, Suggestions
from cogs.shared.interactions.replies import Interaction
from cogs.shared.interactions.slash import Command, Suggest, slash
from cogs.shared.wording.labels import NAMES, command_name_of, game_title, start_commands, whose_turn

WHICH = N_("Which match, if you have several")

_DIGITS = re.compile(r"\d{1,15}", re.ASCII)

Fits = Callable[[int], Awaitable[bool]]
"""Whether a command can do anything with the match of this number."""

Allowed = Callable[[Interaction, Match], Awaitable[bool]]
"""Whether a command can do anything with this match, as far as its outline says (`Lists.outlines`)."""

FOUND = "match"  # among the extras of an interaction

UNFINISHED = (Status.RUNNING, Status.FROZEN)
STARTED = (*UNFINISHED, Status.OVER)
OPEN_OR_ALIVE = (Status.OPEN, *UNFINISHED)


async def find_match(
    interaction: Interaction,
    game: str | None,
    wanted: str | None,
    *,
    to_move: bool = False,
    watching: bool = False,
    statuses: tuple[Status, ...] = UNFINISHED,
) -> Match:
    """The match that the person means: the one they named, or their only one here, or their only one on this server.

    A match whose boards are posted right here goes before those in threads of this channel.
    `to_move` prefers matches where it is their turn; `watching` includes other people's matches in this channel and its
    threads, if the person may see them. Private matches count only if nothing else fits. Raises WhichMatch, which says
    what to do, if there are none or several.
    """
    matches = interaction.client.matches
    user = interaction.user.id
    if wanted:
        return await _match_by_number(interaction, game, wanted)
    own = await matches.lists.glance(user, guild_id=interaction.guild_id, game=game, statuses=statuses)
    public = [one for one in own if not one.private]
    right_here = [one for one in public if interaction.channel_id == one.place.posted_in]
    here = [one for one in public if interaction.channel_id in (one.place.channel_id, one.place.thread_id)]
    groups = [right_here, here, public, [one for one in own if one.private]]
    if to_move:
        groups = [*([one for one in group if one.is_turn] for group in groups), *groups]
    for group in groups:
        if len(group) == 1:
            return remember(interaction, await matches.get(group[0].id))
        if group:
            raise WhichMatch(
                "You have {number} matches here. Choose one with the option `match`, which lists them.",
                matches=[one.id for one in group],
                number=len(group),
            )
    if watching:
        others = await matches.lists.in_channel(interaction.channel_id or 0, statuses=statuses, with_positions=False)
        visible = await first_visible(interaction, (match for match in others if game in (None, match.game)))
        if visible is not None:  # the one with the newest event
            return remember(interaction, await matches.get(visible.id))
    if statuses == (Status.OPEN,):
        raise WhichMatch("You have no open table here. Open one with {commands}.", commands=start_commands())
    if game is None:
        raise WhichMatch("You have no running match here. Open a table with {commands}.", commands=start_commands())
    raise WhichMatch(
        "You have no running match of {game} here. Open a table with `/{command} start`.",
        game=GAMES[game].title,
        command=command_name_of(game),
    )


async def find_any_match(
    interaction: Interaction, wanted: str | None, *, over: bool = False, fits: Fits | None = None
) -> Match:
    """The match that the person means, running or finished: the one they named, or the most recent one here.

    That is one of their own, otherwise any they may see here, otherwise their most recent one elsewhere on this server.
    With `over`, a running one only if there's no finished one; with `fits`, one for whose number that returns false
    only if there's no other. Raises WhichMatch, NoSuchMatch.
    """
    if wanted:
        return await _match_by_number(interaction, None, wanted)
    attempts: list[tuple[tuple[Status, ...], Fits]] = [(STARTED, _any_number)]
    if fits is not None:
        attempts.insert(0, (STARTED, fits))
    if over:
        attempts.insert(0, ((Status.OVER,), fits or _any_number))
    for statuses, condition in attempts:
        number = await _most_recent(interaction, statuses, condition)
        if number is not None:
            return await interaction.client.matches.get(number)
    raise WhichMatch("No match has been played here yet. Open a table with {commands}.", commands=start_commands())


async def _any_number(_number: int) -> bool:
    return True


async def _most_recent(interaction: Interaction, statuses: tuple[Status, ...], fits: Fits) -> int | None:
    lists, here = interaction.client.matches.lists, interaction.channel_id or 0
    own = await lists.glance(interaction.user.id, guild_id=interaction.guild_id, statuses=statuses)
    for one in own:
        if here in (one.place.channel_id, one.place.thread_id) and await fits(one.id):
            return one.id
    for match in await lists.in_channel(here, statuses=statuses, with_positions=False):
        if await can_see(interaction, match) and await fits(match.id):
            return match.id
    for one in own:
        if await fits(one.id):
            return one.id
    return None


async def _match_by_number(interaction: Interaction, game: str | None, wanted: str) -> Match:
    number = wanted.strip().lstrip("#")
    if not (number.isascii() and number.isdigit()) or len(number) > 15:
        raise WhichMatch("The option `match` takes a match's number, such as 12. It lists your matches as you type.")
    match = await interaction.client.matches.get(int(number))
    if game not in (None, match.game) or interaction.guild_id not in (None, match.place.guild_id):
        raise NoSuchMatch(match=match.id)
    await check_can_see(interaction, match)
    return remember(interaction, match)


def remember(interaction: Interaction, match: Match) -> Match:
    """Notes which match was found for an interaction, and returns it."""
    interaction.extras[FOUND] = match.id
    return match


def found_match(interaction: Interaction) -> int | None:
    """The match that `find_match` has found for this interaction, or that its option `match` named."""
    return interaction.extras.get(FOUND)


def match_command(
    name: str,
    description: str,
    answer: Callable[[Interaction, Match], Awaitable[None]],
    *,
    which: str = WHICH,
    game: str | None = None,
    find: Callable[[Interaction, str | None], Awaitable[Match]] | None = None,
    statuses: tuple[Status, ...] = UNFINISHED,
    to_move: bool = False,
    watching: bool = False,
    allowed: Allowed | None = None,
) -> Command:
    """A command about the match that its option `match` names; `which` describes the option.

    `find` reads the option in place of `find_match`; only `allowed` matches are suggested. The others are as for that
    and for `match_choices`.
    """

    @app_commands.describe(match=which)
    async def about_match(interaction: Interaction, match: str | None = None) -> None:
        if find is not None:
            chosen = await find(interaction, match)
        else:
            terms = {"to_move": to_move, "watching": watching}
            chosen = await find_match(interaction, game, match, statuses=statuses, **terms)
        await answer(interaction, chosen)

    return slash(
        name, description, about_match, match=suggest_matches(game, statuses, to_move=to_move, allowed=allowed)
    )


def suggest_matches(
    game: str | None = None,
    statuses: tuple[Status, ...] = UNFINISHED,
    *,
    to_move: bool = False,
    allowed: Allowed | None = None,
) -> Suggest:
    """Suggests what `match_choices` returns."""

    async def suggest(interaction: Interaction, typed: str) -> list[Choice]:
        return await match_choices(interaction, game, typed, statuses=statuses, to_move=to_move, allowed=allowed)

    return suggest


async def match_choices(
    interaction: Interaction,
    game: str | None,
    typed: str,
    *,
    statuses: tuple[Status, ...] = UNFINISHED,
    to_move: bool = False,
    allowed: Allowed | None = None,
) -> list[Choice]:
    """The person's matches on this server, for autocompletion: game, opponents, whose turn.

    Parallel matches are one entry: the table, or with `to_move` the person's own game. Only `allowed` ones are listed.
    """
    answers = _matches_like(interaction, game, typed, statuses, to_move=to_move, allowed=allowed or _always)
    return await Suggestions.of(interaction.client).offer(interaction, "match", answers)


async def _matches_like(
    interaction: Interaction,
    game: str | None,
    typed: str,
    statuses: tuple[Status, ...],
    *,
    to_move: bool,
    allowed: Allowed,
) -> ChoiceLists:
    matches, user = interaction.client.matches, interaction.user.id
    visible = matches.lists.glance(user, guild_id=interaction.guild_id, game=game, statuses=statuses)
    numbers = [
        one.id for one in _one_of_each_series(await Suggestions.of(interaction.client).query(visible), to_move=to_move)
    ]

    async for answer in suggest_numbered(interaction, numbers, typed, partial(_label, user), allowed):
        yield answer


def _one_of_each_series(own: Sequence[Glance], *, to_move: bool) -> list[Glance]:
    """These matches, with only the table or, with `to_move`, the person's own game of parallel matches."""
    tables = {one.series for one in own if one.is_host}
    own_games = {one.series for one in own if one.series in tables and not one.is_host}
    return [one for one in own if one.series not in own_games or one.is_host is not to_move]


async def choices_among(interaction: Interaction, numbers: Sequence[int]) -> list[Choice]:
    """At most 25 of these matches, as `match_choices` writes them."""
    choices: Sequence[Choice] = ()
    async for answer in suggest_numbered(interaction, numbers, "", partial(_label, interaction.user.id)):
        choices = answer
    return list(choices[:MAX_CHOICES])


def _label(user: int, match: Match, names: Mapping[int, OwnWords]) -> str:
    return f"{_opponents(match, user, names)} · {_turn_in_words(match, user)}"


async def _always(_interaction: Interaction, _match: Match) -> bool:
    return True


async def suggest_numbered(
    interaction: Interaction,
    numbers: Sequence[int],
    typed: str,
    label: Callable[[Match, Mapping[int, OwnWords]], str],
    allowed: Allowed = _always,
) -> ChoiceLists:
    """Those of these matches that are `allowed` and fit what was typed: number, game and `label`.

    `label` returns more about a match, given the names of its people. A typed number is searched among the numbers
    before anything else is read.
    """
    bot, wanted = interaction.client, typed.strip().lower().lstrip("#")
    if (digits := _DIGITS.match(wanted)) and (fitting := [one for one in numbers if digits[0] in str(one)]):
        fitting.sort(key=lambda one: str(one) != digits[0])  # the exact match first
        others = [one for one in numbers if one not in set(fitting)] if wanted != digits[0] else []
        numbers = fitting + others
    choices: list[Choice] = []
    for start in range(0, len(numbers), MAX_CHOICES):
        outlines = await Suggestions.of(bot).query(bot.matches.lists.outlines(numbers[start : start + MAX_CHOICES]))
        people = {person for match in outlines for seat in match.seats for person in seat.people}
        names = await NAMES.lookup(bot, interaction.guild_id, people)
        for match in outlines:
            name = f"#{match.id} · {game_title(match)} · {label(match, names)}"
            if wanted in name.lower() and await allowed(interaction, match):
                choices.append(app_commands.Choice(name=clip(name, OPTION), value=str(match.id)))
        yield choices
        if len(choices) >= MAX_CHOICES:
            return


def _opponents(match: Match, user: int, names: Mapping[int, OwnWords]) -> str:
    """The other people in a match, or which parallel matches someone's own game belongs to."""
    if match.host is not None:
        return say(N_("your game in match {id}"), id=match.host)
    others = [names[person].plain for seat in match.seats for person in seat.people if person != user]
    if any(seat.computer for seat in match.seats):
        others.append(say(N_("computers")))
    return say(N_("against {names}"), names=commas(others)) if others else say(N_("alone"))


def _turn_in_words(match: Match, user: int) -> str:
    """Whose turn it is. A table of parallel matches waits for nobody: each person's own game is listed beside it."""
    own = match.own_part(user)
    if own is not None and own.ending is None:
        return say(N_("match play"))
    return whose_turn(match, user)


def place_of(interaction: Interaction) -> Place:
    """Where a command was given."""
    channel = interaction.channel
    if isinstance(channel, discord.Thread):
        return Place(interaction.guild_id, channel.parent_id, channel.id)
    return Place(interaction.guild_id, interaction.channel_id or 0)
