"""Names of people, seats and matches for messages."""

import asyncio
import contextlib
from collections.abc import Iterable, Mapping

import discord
from cachetools import LRUCache

from bot.match import ComputerLevel, Host, Match, Seat, Status
from bot.rules import GAMES
from bot.text import N_, language, name_in, say, say_plural, term
from bot.text.own_words import OwnWords
from bot.text.terms import commas
from bot.text.terms import join_list as join_list
from bot.text.terms import ordinal as ordinal
from cogs.shared.client.client import Client
from cogs.shared.client.clipping import clip
from cogs.shared.client.failures import REQUEST_ERRORS
from cogs.shared.wording.display_names import clean_name

NAME_LOOKUP_DEADLINE = 1.0  # seconds; an autocompletion must answer within three
THREAD_PLAYERS_LIMIT = 70  # characters; Discord allows 100 for the whole name of a thread
MAX_NAME_LOOKUPS = 10  # names requested from Discord at the same time

LEVELS = {
    ComputerLevel.BEGINNER: N_("beginner"),
    ComputerLevel.EASY: N_("easy"),
    ComputerLevel.NORMAL: N_("normal"),
    ComputerLevel.HARD: N_("hard"),
    ComputerLevel.EXPERT: N_("expert"),
}
"""The names of the levels of computer players."""

COMPUTERS = {
    ComputerLevel.BEGINNER: N_("🤖 beginner computer"),
    ComputerLevel.EASY: N_("🤖 easy computer"),
    ComputerLevel.NORMAL: N_("🤖 normal computer"),
    ComputerLevel.HARD: N_("🤖 hard computer"),
    ComputerLevel.EXPERT: N_("🤖 expert computer"),
}


def people(seat: Seat) -> str:
    """Who plays a seat: all its people by name, or the computer, and in whose place it plays."""
    names = commas(f"<@{person}>" for person in seat.people)
    if seat.computer is None:
        return names
    computer = say(COMPUTERS[seat.computer])
    if not names:
        return computer
    words = N_("{computer} for {people} (resigned)") if seat.resigned else N_("{computer} for {people}")
    return say(words, computer=computer, people=names)


def points(number: int) -> str:
    """ "1 point", "70 points"."""
    return say_plural("{number} point", "{number} points", number)


def is_vacant(seat: Seat) -> bool:
    """Whether neither a person nor a computer sits there."""
    return not seat.people and seat.computer is None


def colours_of(match: Match, seats: tuple[int, ...] | list[int]) -> str:
    """The colours of these seats: "gold and silver"."""
    return join_list([term(match.seats[seat].colour) for seat in seats])


def resigned_seats(match: Match) -> list[int]:
    """The seats that people resigned, once the match is over. Computers that played on don't count."""
    if match.ending is None or isinstance(match, Host):
        return []
    given_up = (match.seats[seat] for seat in match.ending.seats)
    return [seat.number for seat in given_up if seat.computer is None or (seat.resigned and seat.people)]


class NameCache:
    """Cleaned display names of people who used the bot recently, for places where Discord shows no mentions.

    Kept in memory only, at most `size` of them.
    """

    def __init__(self, size: int = 5000) -> None:
        self._names: LRUCache[tuple[int | None, int], str] = LRUCache(size)

    def learn(self, guild_id: int | None, user: discord.abc.User) -> str:
        """Remembers the person's name, and returns it."""
        name = self._names[guild_id, user.id] = clean_name(user.display_name)
        return name

    def known(self, guild_id: int | None, user_id: int) -> str:
        """The person's name on this server if it's known; nobody is asked for it."""
        return self._names.get((guild_id, user_id), "")

    def forget(self, user_id: int) -> None:
        for key in [key for key in self._names if key[1] == user_id]:
            del self._names[key]

    async def lookup(self, bot: Client, guild_id: int | None, people: Iterable[int]) -> dict[int, OwnWords]:
        """The people's names on this server; asks Discord for unknown ones, for a moment at most."""
        unknown = [person for person in people if (guild_id, person) not in self._names]

        async def fetch(person: int) -> None:
            with contextlib.suppress(*REQUEST_ERRORS):
                self.learn(guild_id, await bot.fetch_user(person))

        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(NAME_LOOKUP_DEADLINE):
                await asyncio.gather(*(fetch(person) for person in unknown[:MAX_NAME_LOOKUPS]))
        return {person: OwnWords(self._names.get((guild_id, person)) or say(N_("someone"))) for person in people}


NAMES = NameCache()


def whose_turn(match: Match, user_id: int) -> str:
    """The state of the match, in a few words for this person."""
    if match.status is Status.OPEN:
        free = sum(map(is_vacant, match.seats))
        waiting = say_plural("waiting for {number} more player", "waiting for {number} more players", free)
        return waiting if free else say(N_("ready to start"))
    if match.status is Status.FROZEN:
        return say(N_("frozen"))
    if match.status is Status.RUNNING and isinstance(match, Host):
        own = match.own_part(user_id)
        plays = own is not None and own.ending is None
        return say(N_("your turn") if plays else N_("the others are still playing"))
    if match.to_move is None:
        return say(N_("over"))
    if match.to_move in match.seat_of(user_id):
        return say(N_("your turn") if match.mover is None else N_("a computer is playing for you"))
    return say(N_("{colour} to move"), colour=match.seats[match.to_move].colour)


def game_title(match: Match) -> str:
    return title_of(match.game)


def title_of(game: str) -> str:
    """The title of a game; its key if this release doesn't know the game."""
    return term(GAMES[game].title) if game in GAMES else game


def choice_in_words(words: str) -> str:
    """The name of an option's choice in the language that is spoken; lists, such as of colours, word by word."""
    said = say(words)
    return commas(map(term, words.split(", "))) if said == words else said


def thread_name(match: Match, names: Mapping[int, OwnWords]) -> str:
    """The name of a match's thread: "Ada and Ben · Cirondo". `names` are the names of its people."""
    players = [names[person].plain for seat in match.seats for person in seat.people]
    if any(seat.computer for seat in match.seats):
        players.append(say(N_("computers")))
    return say(N_("{players} · {game}"), players=clip(join_list(players), THREAD_PLAYERS_LIMIT), game=game_title(match))


def command_name_of(game: str) -> str:
    return game.replace("_", "-")


def command_mention(*words: str) -> str:
    """A command as it's called in the language that is spoken: "`/match list`"."""
    return f"`/{' '.join(name_in(language(), word) for word in words)}`"


def start_commands() -> str:
    """The commands that open a table, one for each game."""
    return join_list([command_mention(command_name_of(key), "start") for key in GAMES], "or")
