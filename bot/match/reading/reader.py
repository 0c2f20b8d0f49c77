"""Reading matches: their rows with the installed rules, and what everyone may see of them."""

import logging
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match.reading.duty import Duty
from bot.match.reading.publishing import publish
from bot.match.reading.rated import ended_early
from bot.match.reading.shared_luck import StoredDailyMatch, StoredDuplicateMatch, StoredHost, StoredHostedMatch
from bot.match.reading.stored import Member, StoredMatch
from bot.match.values import DAILY, DUPLICATE, Gain, NotifyBy, SeriesKind
from bot.match.values.errors import NoSuchMatch
from bot.match.values.match import Match
from bot.match.values.reminder_settings import next_digest, settings_of
from bot.ratings.ledger import Uncounted
from bot.ratings.rating import Rating
from bot.rules import Game
from bot.store import Store
from bot.store.queries import matches, ratings
from bot.store.queries.matches import MemberOfMatch, Rows

log = logging.getLogger(__name__)


class Reader:
    """Reads the matches of one database under the rules of `games`.

    `duty` says for which servers this process does what is due without a click.
    """

    def __init__(self, store: Store, games: Mapping[str, Game[Any]], clock: Callable[[], datetime]) -> None:
        self._store = store
        self.games = games
        self.clock = clock
        self.duty = Duty()
        self._newer: set[int] = set()

    @property
    def rules_versions(self) -> dict[str, int]:
        """The versions of the installed rules, by game."""
        return {key: game.rules_version for key, game in self.games.items()}

    @property
    def has_met_newer_rules(self) -> bool:
        """Whether a match was read that newer rules than the installed ones hold."""
        return bool(self._newer)

    async def read(self, match_id: int) -> StoredMatch:
        """The match as it is now. Raises NoSuchMatch."""
        async with self._store.read() as connection:
            return await self.read_in(connection, match_id)

    async def read_in(self, connection: AsyncConnection, match_id: int) -> StoredMatch:
        """The match as seen in this transaction. Raises NoSuchMatch."""
        rows = await matches.read(connection, [match_id])
        if not rows:
            raise NoSuchMatch(match=match_id)
        return self.match_of(rows[0])

    def match_of(self, rows: Rows) -> StoredMatch:
        """These rows with their rules, as of now."""
        match = stored_match(rows, self.games, self.clock())
        if match.held and match.id not in self._newer:
            self._newer.add(match.id)
            log.error("Match %s is frozen, reference %s: it needs newer rules", match.id, match.reference)
        return match

    async def public(self, match: StoredMatch, *, with_positions: bool = True) -> Match:
        """The match as everyone may see it, with its seed once that may be published."""
        if match.seed_is_needed:
            return publish(match, with_positions=with_positions)
        verdict, early, gains = None, False, dict[int, Gain]()
        async with self._store.read() as connection:
            seed = await matches.seed_of(connection, match.id)
            if match.row.rated:
                verdict = await ratings.verdict(connection, match.id)
                early = await ended_early(connection, match) if verdict is None else verdict[1] == Uncounted.EARLY
                changes = {row.user_id: row for row in await ratings.changes_of(connection, match.id)}
                people = {one.seat: changes.get(one.user_row) for one in match.members if one.seat is not None}
                gains = {
                    seat: Gain(Rating(row.mu_before, row.sigma_before), Rating(row.mu, row.sigma))
                    for seat, row in people.items()
                    if row is not None
                }
        return publish(
            match,
            seed,
            with_positions=with_positions,
            counts=None if verdict is None or early else verdict[0],
            early=early,
            expected=verdict is not None and verdict[1] == Uncounted.EXPECTED,
            gains=gains,
        )


def stored_match(rows: Rows, games: Mapping[str, Game[Any]], now: datetime) -> StoredMatch:
    """The rows with their rules, as of this moment."""
    members = tuple(
        Member(
            member.id,
            member.user_id,
            member.discord_id,
            member.seat,
            member.invited,
            member.absent,
            member.vacation_until,
            member.kept_seat,
            (settings := settings_of(member.habits)).calls,
            _has_played(member, rows),
            next_digest(settings, now) if settings.calls is NotifyBy.DIGEST else None,
            settings.orders,
        )
        for member in rows.members
    )
    return _type_of(rows)(rows, games.get(rows.match.game), members, now)


def _has_played(member: MemberOfMatch, rows: Rows) -> bool:
    """Whether somebody had a seat when the match had begun already, and has none any more."""
    left_at, began_at = member.left_at, rows.match.started_at
    return member.seat is None and left_at is not None and began_at is not None and left_at >= began_at


def _type_of(rows: Rows) -> type[StoredMatch]:
    kind, part = None if rows.series is None else rows.series.series.kind, rows.match.part
    if kind == DAILY:
        return StoredDailyMatch
    if kind == DUPLICATE:
        return StoredDuplicateMatch
    if kind != SeriesKind.PARALLEL or part is None:
        return StoredMatch
    return StoredHostedMatch if part else StoredHost
