"""How much one person and one address may ask of the page."""

from collections.abc import Callable
from ipaddress import ip_address
from time import monotonic

from aiohttp import web
from cachetools import LRUCache
from discord.app_commands import Cooldown

CACHE_SIZE = 10_000  # people, and addresses
LOOKS = 300, 60.0  # of one address at matches that everybody may see
READS = 600, 60.0  # of one person, and the seconds they are for
LINKS = 30, 60.0  # tries of one address to open a link or to use a cookie that isn't known
LAUNCHES = 300, 60.0  # of Activities from one address, which is that of Discord's proxy for everybody
ENTRIES = 20, 60.0  # of one person into Activities
STREAMS = 8
"""How many open pages of one person hear of changes at the same time."""


class TooMany(Exception):
    """Somebody has asked too often; `seconds` say when they may go on."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class RequestLimits:
    """Counts what people and addresses have asked."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._reads: LRUCache[int, Cooldown] = LRUCache(CACHE_SIZE)
        self._links: LRUCache[str, Cooldown] = LRUCache(CACHE_SIZE)
        self._launches: LRUCache[str, Cooldown] = LRUCache(CACHE_SIZE)
        self._entries: LRUCache[int, Cooldown] = LRUCache(CACHE_SIZE)
        self._looks: LRUCache[str, Cooldown] = LRUCache(CACHE_SIZE)

    def read(self, person: int) -> None:
        """Counts a request of a person that changes nothing. Raises TooMany."""
        self._count(self._reads.setdefault(person, Cooldown(*READS)))

    def try_link(self, request: web.Request) -> None:
        """Counts a request of somebody who isn't known yet. Raises TooMany."""
        self._count(self._links.setdefault(address_of(request), Cooldown(*LINKS)))

    def try_launch(self, request: web.Request) -> None:
        """Counts a request of an Activity whose person isn't known yet. Raises TooMany."""
        self._count(self._launches.setdefault(address_of(request), Cooldown(*LAUNCHES)))

    def enter(self, person: int) -> None:
        """Counts an Activity that a person has opened. Raises TooMany."""
        self._count(self._entries.setdefault(person, Cooldown(*ENTRIES)))

    def look(self, request: web.Request) -> None:
        """Counts a request of somebody who isn't known, about a match that everybody may see. Raises TooMany."""
        self._count(self._looks.setdefault(address_of(request), Cooldown(*LOOKS)))

    def _count(self, used: Cooldown) -> None:
        seconds = used.update_rate_limit(self._clock())
        if seconds is not None:
            raise TooMany(seconds)


def address_of(request: web.Request) -> str:
    """Where a request comes from: as the proxy in front says it, or, from a machine of the outside, that itself."""
    remote = request.remote or ""
    try:
        is_proxy = ip_address(remote).is_private
    except ValueError:
        return remote
    forwarded = request.headers.get("X-Forwarded-For", "") if is_proxy else ""
    return forwarded.rpartition(",")[2].strip() or remote
