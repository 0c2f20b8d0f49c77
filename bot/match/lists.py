"""Lists of matches to choose from, which cost little however many there are."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from bot.match.loaded import Loaded
from bot.match.timekeeping import Timekeeping
from bot.match.values import LIVE, Match, Place, Status
from bot.store.queries import lists
from bot.store.queries.matches import Rows


@dataclass(frozen=True, slots=True)
class Glance:
    """As much of a match as is needed to choose among many.

    `is_turn` says whether a seat of the person is to move, even if a computer stands in for them; `goes_on` whether any
    seat is, which is never so at the table of parallel matches.
    """

    id: int
    game: str
    version: int
    place: Place
    private: bool
    is_turn: bool
    goes_on: bool


class Lists(Timekeeping, ABC):
    """The part of `Matches` that shows many matches at once."""

    @abstractmethod
    def _understood(self, rows: Rows) -> Loaded: ...

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
            )
            for row in rows
        ]

    async def outlines(self, numbers: Collection[int]) -> list[Match]:
        """These matches in this order, without positions, events (`Match.recent`) and seeds."""
        async with self._store.read() as connection:
            found = await lists.outlines(connection, numbers)
        return [self._understood(rows).shown(with_positions=False) for rows in found]
