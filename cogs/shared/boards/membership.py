"""Players who have left the server. Without the privileged members intent, the bot must look them up."""

import asyncio
import contextlib
from collections.abc import Iterable

import discord
from cachetools import TTLCache

from bot.match import Host, Match, NotInThisMatch, Status
from bot.match.decisions import presence
from cogs.shared.client.client import Client

CACHE_SECONDS = 6 * 3600.0  # seconds until a player's membership is checked again
CACHE_SIZE = 10_000  # players known to be on their server
TYPING_SECONDS = 60.0  # seconds until suggestions and leaderboards ask anew whether a player has left
LOOK_DEADLINE = 1.0  # seconds that a leaderboard waits for the answers

UNKNOWN_MEMBER, UNKNOWN_USER = 10007, 10013


def _needed_people(match: Match) -> tuple[int, ...]:
    """The people the match can't continue without. In parallel matches nobody else would notice who has left.

    The candidate for a seat comes first, so that they don't get the seat if they have left.
    """
    candidate = () if match.proposal is None or match.proposal.candidate is None else (match.proposal.candidate,)
    if isinstance(match, Host):
        here = tuple(person for seat in match.seats for person in seat.people if person not in seat.away)
        return candidate + here
    return candidate + match.to_move_people()


class Membership:
    """Checks whether players are still on the server of their match."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self._members: TTLCache[tuple[int, int], bool] = TTLCache(CACHE_SIZE, CACHE_SECONDS)
        self._while_typing: TTLCache[tuple[int, int], bool] = TTLCache(CACHE_SIZE, TYPING_SECONDS)

    async def note_absences(self, match: Match) -> bool:
        """Records which of the people this match needs have left the server.

        Returns whether Discord was asked, which takes so long that the match may have changed.
        """
        guild_id = match.place.guild_id
        if guild_id is None or match.status is not Status.RUNNING:
            return False
        has_asked = False
        for person in _needed_people(match):
            if (guild_id, person) in self._members:
                continue
            has_asked = True
            has_left = await self._has_left(guild_id, person)
            if has_left:
                await self.note_candidate(match)  # before they get the seat because nobody else has to agree
                with contextlib.suppress(NotInThisMatch):  # they may no longer be a candidate
                    await self.bot.matches.act(match.id, presence.absent(person))
            elif has_left is False:
                self._members[guild_id, person] = True
        return has_asked

    def look_again(self, match: Match) -> None:
        """The next board of the match asks who is there, even if they were there some hours ago."""
        for person in _needed_people(match):
            self._members.pop((match.place.guild_id or 0, person), None)

    async def note_absences_on(self, match: Match, seat: int) -> None:
        """Records which people of a seat have left the server, even if they were there some hours ago."""
        guild_id = match.place.guild_id
        if guild_id is None or match.status is not Status.RUNNING:
            return
        for person in match.seats[seat].people:
            if person not in match.seats[seat].away and await self._has_left(guild_id, person):
                with contextlib.suppress(NotInThisMatch):  # they have just been replaced
                    await self.bot.matches.act(match.id, presence.absent(person))

    async def have_left(self, match: Match, seat: int) -> bool:
        """Whether everyone on a seat has left the server, also since someone last looked for them.

        For suggestions: it records nothing, and asks for a person at most once a minute.
        """
        guild_id = match.place.guild_id
        if guild_id is None:
            return False
        for person in match.seats[seat].people:
            key = guild_id, person
            if person in match.seats[seat].away:
                continue
            if key not in self._while_typing:
                self._while_typing[key] = bool(await self._has_left(guild_id, person))
            if not self._while_typing.get(key, False):
                return False
        return True

    async def look(self, guild_id: int, people: Iterable[int]) -> dict[int, bool]:
        """Whether each of these people has left the server, as far as Discord says so in time. Asks once a minute."""

        async def ask(person: int) -> None:
            has_left = await self._has_left(guild_id, person)
            if has_left is not None:
                self._while_typing[guild_id, person] = has_left

        unknown = [person for person in people if (guild_id, person) not in self._while_typing]
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LOOK_DEADLINE):
                await asyncio.gather(*map(ask, unknown))
        looked = {person: self._while_typing.get((guild_id, person)) for person in people}
        return {person: has_left for person, has_left in looked.items() if has_left is not None}

    async def note_candidate(self, match: Match) -> int | None:
        """Records that the candidate for a seat has left the server; returns the candidate, None if nobody has left.

        Call it before others agree, because the last one of them gives the seat away.
        """
        proposal, guild_id = match.proposal, match.place.guild_id
        if proposal is None or proposal.candidate is None or not proposal.accepted or guild_id is None:
            return None
        if not await self._has_left(guild_id, proposal.candidate):
            return None
        with contextlib.suppress(NotInThisMatch):  # the proposal has been withdrawn
            await self.bot.matches.act(match.id, presence.absent(proposal.candidate))
        return proposal.candidate

    async def _has_left(self, guild_id: int, person: int) -> bool | None:
        """Whether someone has left the server; None if Discord doesn't say."""
        try:
            await self.bot.http.get_member(guild_id, person)
        except discord.NotFound as error:
            return True if error.code in (UNKNOWN_MEMBER, UNKNOWN_USER) else None
        except discord.HTTPException:
            return None
        return False
