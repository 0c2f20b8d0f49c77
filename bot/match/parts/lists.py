"""Lists of matches to choose from."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bot.match.engine import Engine
from bot.match.match import Match
from bot.match.publishing import publish
from bot.match.reader import Reader
from bot.match.values import LIVE, Place, Proposal, Status
from bot.store import Store
from bot.store.queries import lists, matches


@dataclass(frozen=True, slots=True)
class Glance:
    """As much of a match as is needed to choose among many.

    `is_turn` says whether a seat of the person is to move, even if a computer stands in for them; `goes_on` whether any
    seat is, which is never so at the table of parallel matches. `series` and `part` are numbers as in `Series`.
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


class Lists:
    """Shows many matches at once. `glance` and `outlines` cost little however many there are."""

    def __init__(self, store: Store, reader: Reader, engine: Engine) -> None:
        self._store = store
        self._reader = reader
        self._engine = engine

    async def of_user(
        self,
        user: int,
        *,
        guild_id: int | None = None,
        channel_id: int | None = None,
        statuses: Sequence[Status] = LIVE,
        with_positions: bool = True,
    ) -> list[Match]:
        """The matches this person plays, the one with the newest event first; at most 100.

        Left out are those that go on after the person has resigned.

        Reading many positions takes long. `with_positions=False` leaves them out: `Match.state` and `before` are None,
        and that a match's position is damaged shows only when the match itself is looked at.
        """
        return await self._listed(
            discord_id=user,
            guild_id=guild_id,
            channel_id=channel_id,
            statuses=statuses,
            with_positions=with_positions,
        )

    async def inviting(self, user: int, *, guild_id: int | None = None) -> list[Match]:
        """The open tables that this person is invited to, and the matches in which the proposal has them play a seat.

        Without their positions, the one with the newest event first; at most 100.
        """
        invitations = await self._listed(
            invited=user,
            guild_id=guild_id,
            statuses=(Status.OPEN, Status.RUNNING),
            with_private=False,
            with_positions=False,
        )
        now = self._reader.clock()
        return [match for match in invitations if match.status is Status.OPEN or _is_asked(match.proposal, user, now)]

    async def in_channel(
        self, channel_id: int, *, statuses: Sequence[Status] = LIVE, with_positions: bool = True
    ) -> list[Match]:
        """The matches of a channel, those in its threads included, or of a thread; otherwise as `of_user`.

        Private matches are nowhere to be seen.
        """
        return await self._listed(
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
        """The matches this person plays, the one with the newest event first; at most 1000.

        Left out are those that go on after the person has resigned. Without `user` it is all matches but private ones.
        """
        async with self._store.read() as connection:
            rows = await lists.glance(connection, statuses=statuses, discord_id=user, guild_id=guild_id, game=game)
        return [
            Glance(
                id=row["id"],
                game=row["game"],
                version=row["version"],
                place=Place(row["guild_id"], row["channel_id"], row["thread_id"]),
                private=row["private"],
                is_turn=bool(row["is_turn"]) and row["status"] == Status.RUNNING,
                goes_on=row["to_move"] is not None,
                series=row["series_id"],
                part=row["part"],
            )
            for row in rows
        ]

    async def outlines(self, numbers: Collection[int]) -> list[Match]:
        """These matches in this order, without positions, events (`Match.recent`) and seeds."""
        async with self._store.read() as connection:
            outlines = await lists.outlines(connection, numbers)
        return [publish(self._reader.stored(rows), with_positions=False) for rows in outlines]

    async def computer_turns(self, limit: int = 50) -> list[tuple[int, datetime]]:
        """The matches in which a computer is to move, and since when.

        Those who opened them take turns, so that nobody's matches stand behind all of somebody else's: first comes
        what has waited longest of each of them, then the second of each, and so on.
        Those that the installed rules can't go on with are left out.
        """
        async with self._store.read() as connection:
            return await matches.of_computers(connection, self._reader.rules_versions, limit)

    async def _listed(self, *, with_positions: bool, **wanted: Any) -> list[Match]:
        async with self._store.read() as connection:
            numbers = await matches.listed(connection, **wanted)
            rows_of_matches = await matches.read(connection, numbers) if numbers else []
        listed = []
        for stored in map(self._reader.stored, rows_of_matches):
            if stored.outdated(looking=with_positions):
                listed.append(await self._engine.get(stored.id))
            else:
                listed.append(await self._reader.public(stored, with_positions=with_positions))
        return listed


def _is_asked(proposal: Proposal | None, user: int, now: datetime) -> bool:
    """Whether this person is to play a seat by a proposal that can still be agreed to."""
    if proposal is None or proposal.candidate != user:
        return False
    return proposal.until is None or proposal.until > now
