"""Names of people, seats and matches as they are written in messages."""

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import discord

from bot.match import ComputerLevel, Match, Seat, Status
from bot.rules import GAMES
from bot.text import N_, say
from cogs.shared.names import cleaned

if TYPE_CHECKING:
    from bot.client import Crux

PATIENCE = 1.0  # seconds; an autocompletion must answer within three
ASKED = 10  # names asked of Discord at a time

_MARKS = {
    "gold": "🟡", "yellow": "🟡", "silver": "⚪\ufe0f", "white": "⚪\ufe0f", "red": "🔴", "blue": "🔵",
    "green": "🟢", "orange": "🟠", "purple": "🟣", "violet": "🟣", "brown": "🟤", "black": "⚫\ufe0f",
}  # fmt: skip


def mark_of(colour: str) -> str:
    """A coloured disc for texts, with the sign that asks for colour; the colour's name always stands beside it."""
    return _MARKS.get(colour, "▫️")


LEVELS = {
    ComputerLevel.EASY: N_("easy"),
    ComputerLevel.NORMAL: N_("normal"),
    ComputerLevel.HARD: N_("hard"),
}
"""What the levels of computer players are called."""

COMPUTERS = {
    ComputerLevel.EASY: N_("🤖 easy computer"),
    ComputerLevel.NORMAL: N_("🤖 normal computer"),
    ComputerLevel.HARD: N_("🤖 hard computer"),
}


def people(seat: Seat) -> str:
    """Who plays a seat: everybody on it by name, or the computer, and in whose place it plays."""
    names = ", ".join(f"<@{person}>" for person in seat.people)
    if seat.computer is None:
        return names
    computer = say(COMPUTERS[seat.computer])
    if not names:
        return computer
    words = N_("{computer} for {people}, who resigned") if seat.resigned else N_("{computer} for {people}")
    return say(words, computer=computer, people=names)


def is_free(seat: Seat) -> bool:
    """Whether neither somebody nor a computer sits there."""
    return not seat.people and seat.computer is None


def colours_of(match: Match, seats: tuple[int, ...] | list[int]) -> str:
    """The seats by their colours: "gold and silver"."""
    return listed([match.seats[seat].colour for seat in seats])


def resigned_seats(match: Match) -> list[int]:
    """The seats that people gave up, once the match is over; a computer that played for their side did not resign."""
    if match.ending is None or match.is_host:
        return []
    given_up = (match.seats[seat] for seat in match.ending.seats)
    return [seat.number for seat in given_up if seat.computer is None or (seat.resigned and seat.people)]


def listed(parts: Sequence[object]) -> str:
    """ "gold", "3 and 4", "gold, red and silver"."""
    if len(parts) < 2:
        return "".join(map(str, parts))
    return say(N_("{first} and {last}"), first=", ".join(map(str, parts[:-1])), last=parts[-1])


ORDINALS = {1: N_("1st"), 2: N_("2nd"), 3: N_("3rd")}


def ordinal(place: int) -> str:
    """A place as it is listed: "1st". Not "1.", which Markdown takes for a list and counts on by itself."""
    return say(ORDINALS.get(place, N_("{place}th")), place=place)


class Names:
    """Display names of people who used the bot lately, cleaned, for places where Discord shows no mentions.

    Kept in memory only, at most `size` of them.
    """

    def __init__(self, size: int = 5000) -> None:
        self._size = size
        self._names: OrderedDict[tuple[int | None, int], str] = OrderedDict()

    def learn(self, guild_id: int | None, user: discord.abc.User) -> None:
        self._names[guild_id, user.id] = cleaned(user.display_name) or say(N_("somebody"))
        self._names.move_to_end((guild_id, user.id))
        while len(self._names) > self._size:
            self._names.popitem(last=False)

    def forget(self, user_id: int) -> None:
        for key in [key for key in self._names if key[1] == user_id]:
            del self._names[key]

    async def of_all(self, bot: "Crux", guild_id: int | None, people: Iterable[int]) -> dict[int, str]:
        """The people's names on this server; those not known are asked of Discord, for a moment at most."""
        unknown = [person for person in people if (guild_id, person) not in self._names]

        async def ask(person: int) -> None:
            with contextlib.suppress(discord.HTTPException):
                self.learn(guild_id, await bot.fetch_user(person))

        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await asyncio.gather(*(ask(person) for person in unknown[:ASKED]))
        return {person: self._names.get((guild_id, person), say(N_("somebody"))) for person in people}


NAMES = Names()


def whose_turn(match: Match, user_id: int) -> str:
    """Where the match stands, in a few words for this person."""
    if match.status is Status.OPEN:
        free = sum(map(is_free, match.seats))
        return say(N_("waiting for {number} more"), number=free) if free else say(N_("ready to start"))
    if match.status is Status.FROZEN:
        return say(N_("frozen"))
    if match.status is Status.RUNNING and match.is_host and match.series is not None:
        own = match.seat_of(user_id)
        plays = any(part.number - 1 in own and part.ending is None for part in match.series.parts)
        return say(N_("your turn") if plays else N_("the others still play"))
    if match.to_move is None:
        return say(N_("over"))
    if match.to_move in match.seat_of(user_id):
        return say(N_("your turn") if match.mover is None else N_("a computer plays for you"))
    return say(N_("{colour} to move"), colour=match.seats[match.to_move].colour)


def command_of(game: str) -> str:
    """The name of a game's command group, from its key."""
    return game.replace("_", "-")


def start_commands() -> str:
    """The commands that open a table, one for each game."""
    commands = [f"`/{command_of(key)} start`" for key in GAMES]
    if len(commands) == 1:
        return commands[0]
    return say(N_("{first} or {last}"), first=", ".join(commands[:-1]), last=commands[-1])
