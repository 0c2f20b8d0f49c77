"""Matches with the same luck: parallel matches and their table, those of a daily, and those of a tournament's round."""

from functools import cached_property

from bot.match.reading.series_state import ending_of
from bot.match.reading.stored import StoredMatch
from bot.match.values import Ending, Series, Status
from bot.match.values.errors import MatchOver, NotFinished, NotInThisMatch, NotRunning
from bot.match.values.match import DailyMatch, DuplicateMatch, Host, HostedMatch


class StoredHost(StoredMatch):
    """The table of parallel matches, the *host*. It has no position and needs no rules to continue."""

    needs_rules = False
    published_as = Host

    @cached_property
    def series(self) -> Series:
        """The series as seen from its table."""
        series = self._series()
        if series is None:
            raise RuntimeError(f"{self!r} has no series")
        return series

    @property
    def can_be_shown(self) -> bool:
        return True

    def own_match(self, user: int) -> int:
        """The number of this person's own match. Raises NotRunning, MatchOver, NotInThisMatch."""
        member = self.seated_member(user)
        if member is None or member.seat is None:
            raise NotInThisMatch
        if not self.series.parts:
            raise NotRunning if self.status is Status.OPEN else MatchOver
        return self.series.parts[member.seat].match_id

    def awaits(self, seat: int) -> bool:
        """Whether this seat's players still play their match."""
        return self.series.parts[seat].status in (Status.RUNNING, Status.FROZEN)

    def has_finished(self, seat: int) -> bool:
        """Whether this seat's match has ended."""
        return self.series.parts[seat].ending is not None

    def endings_for(self, user: int) -> tuple[tuple[int, Ending], ...]:
        """The seats and how their matches ended, if the user may know; see `Solos.compare`."""
        if not self.series.over:
            member = self.seated_member(user)
            if member is None or member.seat is None:
                raise NotInThisMatch
            if not self.series.parts:
                raise NotRunning
            if self.awaits(member.seat):
                raise NotFinished
        parts = () if self.rows.series is None else self.rows.series.parts
        endings = [(one.part - 1, ending_of(one.ending)) for one in parts if one.part > 0]
        return tuple((seat, ending) for seat, ending in endings if ending is not None)


class StoredWithSharedLuck(StoredMatch):
    """A match that shares its luck with others: all of them must end before its luck is shown."""

    @property
    def luck_is_shared(self) -> bool:
        return self.seed_is_needed


class StoredHostedMatch(StoredWithSharedLuck):
    """One of several parallel matches, played by one seat's players alone."""

    published_as = HostedMatch

    @property
    def others_wait(self) -> bool:
        """Always true: the others of the table, who play their own matches."""
        return True

    @property
    def seat_at_the_table(self) -> int:
        """The seat at the table that this match belongs to."""
        if self.row.part is None:
            raise RuntimeError(f"{self!r} has no table")
        return self.row.part - 1

    @property
    def table_id(self) -> int:
        series = self.series
        if series is None or series.host is None:
            raise RuntimeError(f"{self!r} has no table")
        return series.host


class StoredDailyMatch(StoredWithSharedLuck):
    """One of the matches of a day's deal."""

    published_as = DailyMatch


class StoredDuplicateMatch(StoredWithSharedLuck):
    """A table of a tournament's round whose tables all have the same luck."""

    published_as = DuplicateMatch
