"""Lists of matches to choose from."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bot.match.parts.part import Part, asks
from bot.match.reading.publishing import publish
from bot.match.values import LIVE, Place, Proposal, Status
from bot.match.values.match import Match
from bot.store.queries import lists, matches


@dataclass(frozen=True, slots=True)
class Glance:
    """A match in a list: just enough to choose among many.

    `is_turn` says whether one of the person's seats is to move, even if a computer stands in for them; `goes_on`
    whether any seat is, which is never true at the table of parallel matches. `series` and `part` are as in `Series`.
    """

    id: int
    game: str
    version: int
    place: Place
    private: bool
    is_turn: bool
    goes_on: bool
    series: int | None = None
    part: int | None = None

    @property
    def is_host(self) -> bool:
        """Whether it is the table of parallel matches."""
        return self.part == 0


class Lists(Part):
    """Lists many matches at a time. `glance` and `outlines` are cheap however many there are."""

    async def of_user(
        self,
        user: int,
        *,
        guild_id: int | None = None,
        statuses: Sequence[Status] = LIVE,
        with_positions: bool = True,
    ) -> list[Match]:
        """The matches this person plays, most recent event first; at most 100.

        Leaves out matches that continue after the person resigned.

        Reading many positions takes long. `with_positions=False` leaves them out: `Match.state` and `before` are None,
        and a damaged position isn't noticed until the match itself is read.
        """
        return await self._list(discord_id=user, guild_id=guild_id, statuses=statuses, with_positions=with_positions)

    async def inviting(self, user: int, *, guild_id: int | None = None) -> list[Match]:
        """The open tables this person is invited to, and the matches with a proposal that they play a seat.

        Without positions, most recent event first; at most 100.
        """
        invitations = await self._list(
            invited=user,
            guild_id=guild_id,
            statuses=(Status.OPEN, Status.RUNNING),
            with_private=False,
            with_positions=False,
        )
        now = self._now()
        return [match for match in invitations if match.status is Status.OPEN or _is_asked(match.proposal, user, now)]

    async def in_channel(
        self, channel_id: int, *, statuses: Sequence[Status] = LIVE, with_positions: bool = True
    ) -> list[Match]:
        """The matches of a thread, or of a channel including its threads; otherwise as `of_user`.

        Leaves out private matches.
        """
        return await self._list(
            channel_id=channel_id, statuses=statuses, with_private=False, with_positions=with_positions
        )

    async def glance(
        self,
        user: int | None = None,
        *,
        guild_id: int | None = None,
        game: str | None = None,
        statuses: Sequence[Status] = LIVE,
    ) -> list[Glance]:
        """The matches this person plays, most recent event first; at most 1000.

        Leaves out matches that continue after the person resigned. Without `user`, all matches that aren't private.
        """
        rows = await self._read(lists.glance, statuses=statuses, discord_id=user, guild_id=guild_id, game=game)
        return [
            Glance(
                id=row.id,
                game=row.game,
                version=row.version,
                place=Place(row.guild_id, row.channel_id, row.thread_id),
                private=row.private,
                is_turn=bool(row.is_turn) and row.status == Status.RUNNING,
                goes_on=row.to_move is not None,
                series=row.series_id,
                part=row.part,
            )
            for row in rows
        ]

    async def outlines(self, numbers: Collection[int]) -> list[Match]:
        """These matches in this order, without positions, events (`Match.recent`) and seeds."""
        outlines = await self._read(matches.read, numbers, outlines=True)
        return [publish(self._reader.match_of(rows), with_positions=False) for rows in outlines]

    versions = asks(lists.versions)

    async def computer_turns(self, limit: int = 50) -> list[tuple[int, datetime]]:
        """The matches in which a computer is to move, and since when.

        The people who opened them take turns, so that nobody's matches all wait behind someone else's: first the
        longest-waiting match of each person, then the second of each, and so on. Leaves out matches that the installed
        rules can't continue, and servers that this process doesn't work for.
        """
        return await self._read(matches.of_computers, self._reader.rules_versions, limit, self._shards)

    async def _list(self, *, with_positions: bool, **filters: Any) -> list[Match]:
        async with self._store.read() as connection:
            numbers = await matches.list_numbers(connection, **filters)
            rows_of_matches = await matches.read(connection, numbers) if numbers else []
        result = []
        for match in map(self._reader.match_of, rows_of_matches):
            if match.is_outdated(looking=with_positions):
                result.append(await self._engine.get(match.id))
            else:
                result.append(await self._reader.public(match, with_positions=with_positions))
        return result


def _is_asked(proposal: Proposal | None, user: int, now: datetime) -> bool:
    """Whether an open proposal asks this person to play a seat."""
    if proposal is None or proposal.candidate != user:
        return False
    return proposal.until is None or proposal.until > now
