"""Telling open pages that a match has changed, by Server-Sent Events. What has changed is asked for afterwards."""

import asyncio
import contextlib
import json

from aiohttp import web
from aiohttp_sse import EventSourceResponse, sse_response

from bot.match import Matches, NoSuchMatch, Refusal
from cogs.shared.web.limits import STREAMS, TooMany
from cogs.shared.web.visitors import NotSignedIn, Visitor, visitor_of

PING_SECONDS = 25.0  # proxies close what is silent for a minute
LOOK_SECONDS = 3.0  # how often the matches that pages show are looked at, as other processes change them as well
RETRY = 2000  # milliseconds after which a browser asks again when the connection was lost
CHECKED_EVERY = 300.0  # seconds after which an idle page hears that its session has ended
TRY_AGAIN = 60.0  # seconds after which a page that is one too many may try again


class _Stream:
    """An open page: whose it is, the match that it shows (0: none), and what it hasn't been told yet."""

    def __init__(self, request: web.Request, user: int, match_id: int) -> None:
        self.user, self.match_id = user, match_id
        self._request = request
        self.changed = asyncio.Event()
        self.matches: set[int] = set()

    @property
    def is_open(self) -> bool:
        """Whether the browser is still there."""
        transport = self._request.transport
        return transport is not None and not transport.is_closing()

    def note(self, match_id: int) -> None:
        self.matches.add(match_id)
        self.changed.set()


class Live:
    """The open pages of one bot."""

    def __init__(self) -> None:
        self._streams: set[_Stream] = set()
        self._seen: dict[int, int] = {}  # the versions of matches that pages show
        self._is_closing = False

    def tell(self, match_id: int, people: frozenset[int]) -> None:
        """A match has changed: tells the pages that show it and those of its people."""
        for stream in self._streams:
            if stream.match_id == match_id or stream.user in people:
                stream.note(match_id)

    async def look(self, matches: Matches) -> None:
        """Looks for changes that other processes have made in the matches that pages show."""
        shown = {stream.match_id for stream in self._streams} - {0}
        versions = await matches.lists.versions(shown) if shown else {}
        for match_id, version in versions.items():
            if self._seen.get(match_id, version) != version:
                self.tell(match_id, frozenset())
        self._seen = versions

    async def serve(self, request: web.Request, visitor: Visitor, match_id: int) -> web.StreamResponse:
        """Tells one page until it's closed, its session ends or the bot stops. Raises TooMany, NoSuchMatch."""
        if match_id:
            match_id = (await visitor.match(match_id)).id
        # Who goes from page to page has closed the ones before, which only find out when they have something to tell.
        if sum(one.is_open for one in self._streams if one.user == visitor.user) >= STREAMS:
            raise TooMany(TRY_AGAIN)
        stream = _Stream(request, visitor.user, match_id)
        response: EventSourceResponse
        async with sse_response(request, ping_interval=PING_SECONDS) as response:
            self._streams.add(stream)
            try:
                await response.send("{}", event="hello", retry=RETRY)
                while stream.is_open and not self._is_closing:
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(CHECKED_EVERY):
                            await stream.changed.wait()
                    stream.changed.clear()
                    changed, stream.matches = stream.matches, set()
                    try:
                        await visitor_of(visitor.bot, request)
                    except (NotSignedIn, Refusal):
                        await response.send("{}", event="over")
                        break
                    for number in sorted(changed):
                        with contextlib.suppress(NoSuchMatch):
                            match = await visitor.match(number)
                            told = json.dumps({"id": match.id, "version": match.version})
                            await response.send(told, event="match")
            except (ConnectionError, asyncio.CancelledError):
                pass
            finally:
                self._streams.discard(stream)
        return response

    def close(self) -> None:
        """Ends all streams. Browsers ask again, and find the next process."""
        self._is_closing = True
        for stream in self._streams:
            stream.changed.set()
