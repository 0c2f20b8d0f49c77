"""Which match a command means, when it was given without an id."""

import discord
from discord import app_commands

from bot.match import Match, NoSuchMatch, Place, Status
from bot.rules import GAMES
from bot.text import N_, say
from cogs.shared.answers import Asked
from cogs.shared.refusals import WhichMatch
from cogs.shared.seeing import check_may_see, first_seen
from cogs.shared.words import NAMES, command_of, start_commands, whose_turn

SUGGESTED = 25  # Discord's limit for autocompletion

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
    mine = [
        match
        for match in await matches.of_user(user, guild_id=interaction.guild_id, statuses=statuses)
        if game in (None, match.game)
    ]
    shown = [match for match in mine if not match.private]
    here = [match for match in shown if interaction.channel_id in (match.place.channel_id, match.place.thread_id)]
    groups = [here, shown, [match for match in mine if match.private]]
    if to_move:
        turns = [[match for match in group if match.to_move in match.seat_of(user)] for group in groups]
        groups = [*turns, *groups]
    for group in groups:
        if len(group) == 1:
            return group[0]
        if group:
            raise WhichMatch(
                "You have {number} matches here. Please say which with the option `match`; it lists them.",
                number=len(group),
            )
    if watching:
        others = await matches.in_channel(interaction.channel_id or 0, statuses=statuses)  # what moved last comes first
        found = await first_seen(interaction, (match for match in others if game in (None, match.game)))
        if found is not None:
            return found
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
    mine = await matches.of_user(user, guild_id=interaction.guild_id, statuses=BEGUN, with_positions=False)
    near = [match for match in mine if here in (match.place.channel_id, match.place.thread_id)]
    others = [] if near else await matches.in_channel(here, statuses=BEGUN, with_positions=False)
    found = await first_seen(interaction, (*near, *others, *mine))
    if found is not None:
        return found
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
) -> list[app_commands.Choice[str]]:
    """The person's matches on this server, for autocompletion: game, opponents, whose turn."""
    user = interaction.user.id
    found = [
        match
        for match in await interaction.client.matches.of_user(
            user, guild_id=interaction.guild_id, statuses=statuses, with_positions=False
        )
        if game in (None, match.game)
    ]
    found = found[:SUGGESTED]
    everybody = {person for match in found for seat in match.seats for person in seat.people if person != user}
    names = await NAMES.of_all(interaction.client, interaction.guild_id, everybody)
    choices = []
    for match in found:
        others = [names[person] for seat in match.seats for person in seat.people if person in names]
        if any(seat.computer for seat in match.seats):
            others.append(say(N_("computers")))
        against = say(N_("against {names}"), names=", ".join(others)) if others else say(N_("alone"))
        title = GAMES[match.game].title if match.game in GAMES else match.game
        name = f"#{match.id} · {title} · {against} · {whose_turn(match, user)}"[:100]
        if typed.strip().lower().lstrip("#") in name.lower():
            choices.append(app_commands.Choice(name=name, value=str(match.id)))
    return choices


def place_of(interaction: Asked) -> Place:
    """Where a command was given."""
    channel = interaction.channel
    if isinstance(channel, discord.Thread):
        return Place(interaction.guild_id, channel.parent_id, channel.id)
    return Place(interaction.guild_id, interaction.channel_id or 0)
