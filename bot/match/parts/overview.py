"""What the operator asks about all matches together."""

from dataclasses import dataclass
from datetime import timedelta

from bot.match.parts.part import Part
from bot.store.queries import overview


@dataclass(frozen=True, slots=True)
class FrozenMatch:
    """A match that this release can't continue, with the `reference` that the log has."""

    id: int
    game: str
    reference: str
    why: str


@dataclass(frozen=True, slots=True)
class Overview:
    """All matches, and the queued boards of the servers this process works for, at one moment.

    `matches` is the number by game key and status. `overdue` is for how long the oldest queued board has been due:
    zero unless the worker that posts boards is behind, as a board that Discord refuses for now becomes due later.
    """

    matches: dict[tuple[str, str], int]
    frozen: tuple[FrozenMatch, ...]
    boards_waiting: int
    overdue: timedelta


class Overviews(Part):
    """Looks over all matches."""

    async def overview(self) -> Overview:
        """All matches as they are now. Reads every match, so ask a few times a minute at most."""
        async with self._store.read() as connection:
            counts = await overview.matches_by_status(connection)
            frozen = await overview.list_frozen(connection)
            waiting, first = await overview.boards_waiting(connection, self._shards)
        now = self._now()
        return Overview(
            matches={(game, status): number for game, status, number in counts},
            frozen=tuple(FrozenMatch(row.id, row.game, row.frozen["reference"], row.frozen["why"]) for row in frozen),
            boards_waiting=waiting,
            overdue=max(now - (first or now), timedelta()),
        )
