"""Which match a command means, when it was given without an id."""

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence

import discord
from discord import app_commands

from bot.match import Match, NoSuchMatch, Place, Status
from bot.rules import GAMES
from bot.text import N_, say
from cogs.shared.answers import Asked
from cogs.shared.clipping import OPTION, clipped
from cogs.shared.refusals import WhichMatch
from cogs.shared.seeing import check_may_see, first_seen
from cogs.shared.suggesting import SUGGESTED, Answers, Choice, Suggestions
from cogs.shared.words import NAMES, command_of, start_commands, whose_turn

_DIGITS = re.compile(r"\d{1,15}", re.ASCII)

ALIVE = (Status.RUNNING, Status.FROZEN)
BEGUN = (*ALIVE, Status.OVER)


async def find_match(
    interaction: Asked,
    game: str | None,
    wanted: str | None,
    *,
    to_move: bool = False,
    watching: bool = False,
    statuses: tuple[Status, ...] = ALIVE,
) -> Match:
    """The match that the person means: the one named, or their only one here, or their only one on this server.

    `to_move` prefers those in which it is their turn; `watching` lets matches of others in this channel and its threads
    count as well, if the person may be told of them.
    What is played in private counts only where nothing else fits.
    WhichMatch says what to do if that leaves none or several.
    """
    matches = interaction.client.matches
    user = interaction.user.id
    if wanted:
        return await _named(interaction, game, wanted)
    mine = await matches.glance(user, guild_id=interaction.guild_id, game=game, statuses=statuses)
    shown = [one for one in mine if not one.private]
    here = [one for one in shown if interaction.channel_id in (one.place.channel_id, one.place.thread_id)]
    groups = [here, shown, [one for one in mine if one.private]]
    if to_move:
        groups = [*([one for one in group if one.is_turn] for group in groups), *groups]
    for group in groups:
        if len(group) == 1:
            return await matches.get(group[0].id)
        if group:
            raise WhichMatch(
                "You have {number} matches here. Please say which with the option `match`; it lists them.",
                number=len(group),
            )
    if watching:
        others = await matches.in_channel(interaction.channel_id or 0, statuses=statuses, with_positions=False)
        found = await first_seen(interaction, (match for match in others if game in (None, match.game)))
        if found is not None:  # the one that moved last
            return await matches.get(found.id)
    if statuses == (Status.OPEN,):
        raise WhichMatch("You have no open table here. {commands} opens one.", commands=start_commands())
    if game is None:
        raise WhichMatch("You have no running match here. {commands} opens a table.", commands=start_commands())
    raise WhichMatch(
        "You have no running match of {game} here. `/{command} start` opens a table.",
        game=GAMES[game].title,
        command=command_of(game),
    )


async def find_past_or_present(interaction: Asked, wanted: str | None) -> Match:
    """The match that the person means, be it over or not: the one named, or the one here in which something happened
    last: their own, or else any that is played here and that they may be told of; or their newest elsewhere on this
    server. WhichMatch, NoSuchMatch.
    """
    if wanted:
        return await _named(interaction, None, wanted)
    matches, user, here = interaction.client.matches, interaction.user.id, interaction.channel_id or 0
    mine = await matches.glance(user, guild_id=interaction.guild_id, statuses=BEGUN)
    near = next((one for one in mine if here in (one.place.channel_id, one.place.thread_id)), None)
    if near is not None:
        return await matches.get(near.id)
    found = await first_seen(interaction, await matches.in_channel(here, statuses=BEGUN, with_positions=False))
    if found is not None or mine:
        return await matches.get(mine[0].id if found is None else found.id)
    raise WhichMatch("No match has been played here yet. {commands} opens a table.", commands=start_commands())


async def _named(interaction: Asked, game: str | None, wanted: str) -> Match:
    number = wanted.strip().lstrip("#")
    if not (number.isascii() and number.isdigit()) or len(number) > 15:
        raise WhichMatch("The option `match` takes a match's number, such as 12; it lists yours as you type.")
    match = await interaction.client.matches.get(int(number))
    if game not in (None, match.game) or match.place.guild_id != interaction.guild_id:
        raise NoSuchMatch(match=match.id)
    await check_may_see(interaction, match)
    return match


async def match_choices(
    interaction: Asked, game: str | None, typed: str, *, statuses: tuple[Status, ...] = ALIVE
) -> list[Choice]:
    """The person's matches on this server, for autocompletion: game, opponents, whose turn."""
    answers = _matches_like(interaction, game, typed, statuses)
    return await Suggestions.of(interaction.client).offer(interaction, "match", answers)


async def _matches_like(interaction: Asked, game: str | None, typed: str, statuses: tuple[Status, ...]) -> Answers:
    matches, user = interaction.client.matches, interaction.user.id
    found = matches.glance(user, guild_id=interaction.guild_id, game=game, statuses=statuses)
    numbers = [one.id for one in await Suggestions.of(interaction.client).read(found)]

    def label(match: Match, names: Mapping[int, str]) -> str:
        return f"{_against(match, user, names)} · {_standing(match, user)}"

    async for answer in numbered(interaction, numbers, typed, label):
        yield answer


async def _mine(_interaction: Asked, _match: Match) -> bool:
    return True


async def numbered(
    interaction: Asked,
    numbers: Sequence[int],
    typed: str,
    label: Callable[[Match, Mapping[int, str]], str],
    allowed: Callable[[Asked, Match], Awaitable[bool]] = _mine,
) -> Answers:
    """The matches among these that are `allowed` and fit what was typed: number, game and `label`.

    `label` says more of a match, given the names of its people. A number that was typed is looked for among the numbers
    before anything else is read.
    """
    NAMES.learn(interaction.guild_id, interaction.user)
    bot, wanted = interaction.client, typed.strip().lower().lstrip("#")
    if (digits := _DIGITS.match(wanted)) and (fitting := [one for one in numbers if digits[0] in str(one)]):
        fitting.sort(key=lambda one: str(one) != digits[0])  # the very one first
        others = [one for one in numbers if one not in set(fitting)] if wanted != digits[0] else []
        numbers = fitting + others
    choices: list[Choice] = []
    for start in range(0, len(numbers), SUGGESTED):
        outlines = await Suggestions.of(bot).read(bot.matches.outlines(numbers[start : start + SUGGESTED]))
        people = {person for match in outlines for seat in match.seats for person in seat.people}
        names = await NAMES.of_all(bot, interaction.guild_id, people)
        for match in outlines:
            title = GAMES[match.game].title if match.game in GAMES else match.game
            name = f"#{match.id} · {title} · {label(match, names)}"
            if wanted in name.lower() and await allowed(interaction, match):
                choices.append(app_commands.Choice(name=clipped(name, OPTION), value=str(match.id)))
        yield choices
        if len(choices) >= SUGGESTED:
            return


def _against(match: Match, user: int, names: Mapping[int, str]) -> str:
    """The other people of a match, or which match play somebody's own game belongs to."""
    if match.series is not None and match.series.host is not None and not match.is_host:
        return say(N_("your game of match {id}"), id=match.series.host)
    others = [names[person] for seat in match.seats for person in seat.people if person != user]
    if any(seat.computer for seat in match.seats):
        others.append(say(N_("computers")))
    return say(N_("against {names}"), names=", ".join(others)) if others else say(N_("alone"))


def _standing(match: Match, user: int) -> str:
    """Whose turn it is. The table of match play waits for nobody: each plays a match of their own, listed beside it."""
    own, parts = match.seat_of(user), match.series.parts if match.series is not None else ()
    if match.is_host and any(part.number - 1 in own and part.ending is None for part in parts):
        return say(N_("match play"))
    return whose_turn(match, user)


def place_of(interaction: Asked) -> Place:
    """Where a command was given."""
    channel = interaction.channel
    if isinstance(channel, discord.Thread):
        return Place(interaction.guild_id, channel.parent_id, channel.id)
    return Place(interaction.guild_id, interaction.channel_id or 0)
