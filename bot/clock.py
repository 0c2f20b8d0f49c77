"""Compares this machine's clock with Discord's: boards show when a turn ends, and people read that on right clocks."""

import logging
import time
from collections.abc import Callable
from datetime import UTC
from email.utils import parsedate_to_datetime
from types import SimpleNamespace

import yarl
from aiohttp import ClientSession, TraceConfig, TraceRequestEndParams, TraceRequestStartParams
from discord.http import Route

log = logging.getLogger(__name__)

LIMIT = 60.0
"""Seconds by which the clocks may differ."""

TICK = 1.0  # seconds: Discord's `Date` has no smaller ones


class ClockCheck:
    """Looks at the `Date` of each of Discord's responses, and warns while the clocks differ by more than `LIMIT`."""

    def __init__(
        self, *, clock: Callable[[], float] = time.time, stopwatch: Callable[[], float] = time.monotonic
    ) -> None:
        self.problem: str | None = None
        """What is wrong, as a sentence for the host; None as long as the clocks agree."""
        self._clock, self._stopwatch = clock, stopwatch

    def listen(self, trace: TraceConfig) -> None:
        """Makes the client that is traced with this tell of its responses."""
        trace.on_request_start.append(self._begin)
        trace.on_request_end.append(self._end)

    async def _begin(self, _: ClientSession, context: SimpleNamespace, __: TraceRequestStartParams) -> None:
        context.began = self._stopwatch()

    async def _end(self, _: ClientSession, context: SimpleNamespace, request: TraceRequestEndParams) -> None:
        if request.url.host == yarl.URL(Route.BASE).host:
            self.compare(request.response.headers.get("Date", ""), self._stopwatch() - context.began)

    def compare(self, date: str, seconds: float) -> None:
        """Notes the `Date` of a response to a request that took so long."""
        try:
            written = parsedate_to_datetime(date)
            discords = written.replace(tzinfo=written.tzinfo or UTC).timestamp()  # one without a zone is in UTC as well
        except (ValueError, OverflowError):  # no date, or one with a number of too many digits
            return
        # Discord wrote the date between the request and now, and cut off parts of seconds.
        most = self._clock() - discords
        least = most - seconds - TICK
        if least > LIMIT or most < -LIMIT:
            self._note(least if least > 0 else -most, "ahead of" if least > 0 else "behind")
        elif self.problem is not None and least >= -LIMIT and most <= LIMIT:
            self.problem = None
            log.warning("This machine's clock agrees with Discord's again.")

    def _note(self, seconds: float, where: str) -> None:
        known = self.problem
        minutes = round(seconds / 60)
        self.problem = (
            f"This machine's clock is {minutes} minute{'s' if minutes > 1 else ''} {where} Discord's. "
            "Set it right, for example with NTP: until then people see wrong times."
        )
        if known is None:
            log.warning("%s", self.problem)
