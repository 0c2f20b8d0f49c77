"""A limit on how many requests this process sends to Discord, which allows 50 a second for all processes of a bot."""

import re
from types import SimpleNamespace

from aiohttp import ClientSession, TraceConfig, TraceRequestStartParams
from aiolimiter import AsyncLimiter

BURST = 0.2  # seconds whose requests may be sent at the same time
UNLIMITED = re.compile("/(interactions|webhooks|gateway)/")  # responses to interactions don't count


def pace_requests(per_second: float) -> TraceConfig:
    """Makes the client that is traced with this wait where it would send more requests than that."""
    capacity = max(1.0, per_second * BURST)
    limiter = AsyncLimiter(capacity, capacity / per_second)

    async def wait(_: ClientSession, __: SimpleNamespace, request: TraceRequestStartParams) -> None:
        if not UNLIMITED.search(f"{request.url.path}/"):
            await limiter.acquire()

    trace = TraceConfig()
    trace.on_request_start.append(wait)
    return trace
