"""What people agree on while a match runs: taking a finished move back, and who plays a seat that was left."""

import re

import discord
from discord import app_commands

from bot.match import Match, NoSuchSeat, Status, replaceable
from bot.rules import GAMES
from bot.text import N_, say
from cogs.shared.answers import Asked
from cogs.shared.clipping import OPTION, clipped
from cogs.shared.finding import find_match
from cogs.shared.posting import Posting
from cogs.shared.refusals import ScreenRefusal
from cogs.shared.screens import screen_of
from cogs.shared.solo import show_private
from cogs.shared.suggesting import SUGGESTED, Answers, Choice, Suggestions
from cogs.shared.words import NAMES

_OF_A_MATCH = re.compile(r"(\d{1,15})\.(\d{1,2})")  # as a suggestion is sent


async def undo_move(interaction: Asked, match: Match) -> None:
    """Take somebody's last move back, or ask the others whether they agree."""
    bot = interaction.client
    after = await bot.matches.undo(match.id, interaction.user.id, interaction=interaction.id)
    asked = after.proposal is not None and after.proposal.kind == "undo"
    done = say(N_("The others are asked under the board.") if asked else N_("That is taken back."))
    if after.private:
        await show_private(screen_of(bot, after.game), interaction, after, done)
        return
    await Posting.of(bot).confirm(interaction, after, done)


async def replace_player(interaction: Asked, seat: str, by: discord.Member, wanted: str | None) -> None:
    """Ask somebody to play a seat, and the others whether they agree. `seat` is its colour or a suggestion."""
    chosen = _OF_A_MATCH.fullmatch(seat.strip())
    match = await find_match(interaction, None, chosen.group(1) if chosen else wanted)
    if by.bot:
        raise ScreenRefusal(
            "{name} is a bot and can't sit down; **Computer plays** under the board lets a computer play on.",
            name=by.mention,
        )
    if chosen:
        number = int(chosen.group(2))
    else:
        named = [one.number for one in match.seats if one.colour == seat.strip().lower()]
        if not named:
            raise NoSuchSeat
        number = named[0]
    bot = interaction.client
    asked = await bot.matches.replace_player(match.id, interaction.user.id, number, by.id, interaction=interaction.id)
    NAMES.learn(interaction.guild_id, by)
    done = say(
        N_("{people} is asked under the board to play {colour}."),
        people=by.mention,
        colour=asked.seats[number].colour,
    )
    await Posting.of(bot).confirm(interaction, asked, done)


async def seat_choices(interaction: Asked, typed: str) -> list[Choice]:
    """The seats of the person's matches that somebody else could be asked to play."""
    return await Suggestions.of(interaction.client).offer(interaction, "seat", _seats_like(interaction, typed))


async def _seats_like(interaction: Asked, typed: str) -> Answers:
    bot, user, wanted = interaction.client, interaction.user.id, typed.strip().lower()
    named = str(interaction.namespace.match or "").strip().lstrip("#")
    running = bot.matches.glance(user, guild_id=interaction.guild_id, statuses=(Status.RUNNING,))
    numbers = [one.id for one in await Suggestions.of(bot).read(running) if named in ("", str(one.id))]
    choices: list[Choice] = []
    for start in range(0, len(numbers), SUGGESTED):
        outlines = await Suggestions.of(bot).read(bot.matches.outlines(numbers[start : start + SUGGESTED]))
        found = [
            (match, seat) for match in outlines for seat in match.seats if replaceable(seat) and user not in seat.people
        ]
        names = await NAMES.of_all(bot, interaction.guild_id, {person for _, seat in found for person in seat.people})
        for match, seat in found:
            title = GAMES[match.game].title if match.game in GAMES else match.game
            people = ", ".join(names[person] for person in seat.people) or say(N_("somebody"))
            name = f"{seat.colour.capitalize()} · {people} · {title} #{match.id}"
            if wanted in name.lower():
                choices.append(app_commands.Choice(name=clipped(name, OPTION), value=f"{match.id}.{seat.number}"))
        yield choices
        if len(choices) >= SUGGESTED:
            return
