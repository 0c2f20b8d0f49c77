"""Deliberate failures, rate limits, and the log of all the bot's requests."""

from __future__ import annotations

import re
import time
from collections import Counter, deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from bot.playground.refusals import Refused
from bot.playground.storage import Json

LOGGED_REQUESTS: Final = 5000
HANGS_UP: Final = 0  # the status of a response that never comes: the connection breaks
_NUMBER: Final = re.compile(r"\d{2,}")


@dataclass(slots=True)
class Fault:
    """A fault for the next requests. `match` is searched in "METHOD /path"; `times` counts down to 0.

    `status` is 500, 403, 429 (with `retry_after` seconds) or HANGS_UP; None for a delay only. `after`: the request is
    carried out and only its response is lost, as when a connection breaks at the wrong moment.
    """

    times: int
    match: re.Pattern[str]
    status: int | None = None
    retry_after: float = 1.0
    after: bool = False
    delay: float = 0.0
    is_global: bool = False


@dataclass(slots=True)
class Window:
    started: float
    used: int = 0


@dataclass(slots=True)
class RateLimits:
    """Requests per window and channel. Discord allows about 5 messages in 5 s; by default play is not slowed down."""

    messages: int = 50
    seconds: float = 5.0
    old_edits: int = 3  # of messages older than an hour, in one channel
    old_edit_seconds: float = 60.0
    _windows: dict[str, Window] = field(default_factory=dict)

    def spend(self, bucket: str, allowed: int, seconds: float) -> dict[str, str]:
        """Headers that tell how much is left. Raises `TooFast` if nothing is."""
        now = time.monotonic()
        window = self._windows.get(bucket)
        if window is None or now - window.started >= seconds:
            window = self._windows[bucket] = Window(now)
        reset_after = max(0.0, window.started + seconds - now)
        if window.used >= allowed:
            raise TooFast(reset_after, self._headers(bucket, allowed, 0, reset_after))
        window.used += 1
        return self._headers(bucket, allowed, allowed - window.used, reset_after)

    def spend_old_edit(self, channel_id: int) -> None:
        """Counts one edit of a message older than an hour. Raises 30046 after too many."""
        try:
            self.spend(f"old {channel_id}", self.old_edits, self.old_edit_seconds)
        except TooFast as limit:
            raise Refused(30046, retry_after=limit.retry_after) from None

    def reset(self) -> None:
        self._windows.clear()

    @staticmethod
    def _headers(bucket: str, allowed: int, remaining: int, reset_after: float) -> dict[str, str]:
        return {
            "X-RateLimit-Limit": str(allowed),
            "X-RateLimit-Remaining": str(remaining),
            "X-RateLimit-Reset": f"{time.time() + reset_after:.3f}",
            "X-RateLimit-Reset-After": f"{reset_after:.3f}",
            "X-RateLimit-Bucket": bucket.split()[0],
        }


class TooFast(Exception):
    """429 by a limit (not by a fault): `retry_after` in seconds, `headers` of the bucket."""

    def __init__(self, retry_after: float, headers: Mapping[str, str]) -> None:
        super().__init__(f"retry after {retry_after:.3f} s")
        self.retry_after = retry_after
        self.headers = dict(headers)


@dataclass(slots=True)
class Log:
    requests: deque[Json] = field(default_factory=lambda: deque(maxlen=LOGGED_REQUESTS))
    refused: Counter[int] = field(default_factory=Counter)  # by Discord's code
    statuses: Counter[int] = field(default_factory=Counter)  # by HTTP status
    kinds: Counter[str] = field(default_factory=Counter)  # such as "POST /channels/N/messages with files 200"

    def add(self, method: str, path: str, status: int, code: int | None, body: Any, files: list[str]) -> None:
        entry: Json = {
            "at": time.time(),
            "method": method,
            "path": path,
            "status": status,
            "code": code,
            "body": body,
            "files": files,
        }
        self.requests.append(entry)
        self.statuses[status] += 1
        self.kinds[f"{method} {_NUMBER.sub('N', path)}{' with files' if files else ''} {status}"] += 1
        if code is not None:
            self.refused[code] += 1

    def clear(self) -> None:
        self.requests.clear()
        self.refused.clear()
        self.statuses.clear()
        self.kinds.clear()

    def counts(self) -> Json:
        """The total number of requests, including those no longer kept."""
        return {
            "refused": {str(code): times for code, times in self.refused.items()},
            "statuses": {str(status): times for status, times in self.statuses.items()},
            "kinds": dict(self.kinds),
        }

    def as_json(self) -> Json:
        return {"requests": list(self.requests)} | self.counts()


class RequestFaults:
    def __init__(self) -> None:
        self.pending: list[Fault] = []
        self.limits = RateLimits()
        self.log = Log()

    def next_for(self, method: str, path: str) -> Fault | None:
        """The first fault for this request; counts it down."""
        for fault in self.pending:
            if fault.match.search(f"{method} {path}"):
                fault.times -= 1
                if fault.times <= 0:
                    self.pending.remove(fault)
                return fault
        return None
