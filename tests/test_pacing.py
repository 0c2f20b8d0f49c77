"""How many requests a process sends at the same time, of those that Discord allows all processes together."""

import asyncio
from types import SimpleNamespace

import pytest
from aiohttp import ClientSession, TraceRequestStartParams
from multidict import CIMultiDict
from yarl import URL

from bot.pacing import pace_requests
from tests.waiting import in_time

BOARD, RESPONSE = (
    "https://discord.com/api/v10/channels/1/messages",
    "https://discord.com/api/v10/interactions/1/t/callback",
)


async def sent_at_once(monkeypatch: pytest.MonkeyPatch, per_second: float, url: str, requests: int) -> int:
    """How many of these requests needn't wait. The clock stands still meanwhile."""
    loop = asyncio.get_running_loop()
    now = loop.time()
    monkeypatch.setattr(loop, "time", lambda: now)
    async with ClientSession() as session:
        trace = pace_requests(per_second)
        trace.freeze()
        params = TraceRequestStartParams("POST", URL(url), CIMultiDict())
        sending = [
            asyncio.create_task(trace.on_request_start.send(session, SimpleNamespace(), params))
            for _ in range(requests)
        ]
        for _ in range(10):
            await asyncio.sleep(0)
        at_once = sum(task.done() for task in sending)
        for task in sending:
            task.cancel()
    return at_once


async def test_a_few_requests_are_sent_at_once_and_the_others_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    assert await sent_at_once(monkeypatch, 50, BOARD, 30) == 10
    assert await sent_at_once(monkeypatch, 0.1, BOARD, 30) == 1


async def test_responses_to_interactions_do_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    assert await sent_at_once(monkeypatch, 0.1, RESPONSE, 30) == 30


async def test_whoever_waits_is_sent_later() -> None:
    async with ClientSession() as session:
        trace = pace_requests(1000)
        trace.freeze()
        params = TraceRequestStartParams("POST", URL(BOARD), CIMultiDict())
        sending = [trace.on_request_start.send(session, SimpleNamespace(), params) for _ in range(300)]
        await in_time(asyncio.gather(*sending))
