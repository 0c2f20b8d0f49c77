"""A small HTTP server for the operator: `/metrics` for Prometheus, `/healthz` for whoever restarts or alerts."""

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Protocol

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from bot import metrics
from bot.clock import ClockCheck
from bot.computers.computers import Computers
from bot.listening import listen
from bot.match import Matches
from bot.store import Store, StoreBusy, StoreGone, StoreNotWritable, StoreUnsure

log = logging.getLogger(__name__)

PATIENCE = 2.0
"""Seconds that the database has to answer. Whoever asks `/healthz` waits for at most ten, as Docker does."""

AWAY = (StoreBusy, StoreNotWritable, StoreUnsure)

LONGEST_OVERDUE = timedelta(minutes=1)
"""A board that has been due for longer waits because of the bot, not because of Discord."""


class Shard(Protocol):
    """A connection to Discord."""

    def is_closed(self) -> bool:
        """Whether it is closed now."""


class MonitoredBot(Protocol):
    """What is asked of the bot."""

    matches: Matches
    store: Store
    computers: Computers
    clock: ClockCheck

    @property
    def shards(self) -> Mapping[int, Shard]:
        """The connections to Discord by number."""

    def is_ready(self) -> bool:
        """Whether the bot has ever been ready since its start."""


def is_connected(bot: MonitoredBot) -> bool:
    """Whether every shard has its connection to Discord."""
    return bot.is_ready() and not any(shard.is_closed() for shard in bot.shards.values())


async def problem(bot: MonitoredBot) -> str | None:
    """What keeps the bot from doing its work now, as a sentence; None if nothing does."""
    if not is_connected(bot):
        return "Not connected to Discord."
    try:
        async with asyncio.timeout(PATIENCE):
            await bot.store.check_writable(PATIENCE / 2)
            overdue = (await bot.matches.overviews.overview()).overdue
    except StoreGone:
        return "The database's files were moved or deleted. Put them back, or restart the bot."
    except (*AWAY, TimeoutError):
        return "The database can't be written."
    if overdue > LONGEST_OVERDUE:
        return f"A board has been due for {overdue.total_seconds():.0f} seconds."
    return None


async def expose(bot: MonitoredBot) -> bytes:
    """All metrics in Prometheus' text format. While the database is away, those of it are what they were before."""
    try:
        async with asyncio.timeout(PATIENCE):
            now = await bot.matches.overviews.overview()
    except (*AWAY, TimeoutError):
        metrics.DATABASE.set(0)
    else:
        metrics.DATABASE.set(1)
        metrics.MATCHES.clear()
        for (game, status), number in now.matches.items():
            metrics.MATCHES.labels(game, status).set(number)
        metrics.BOARDS_WAITING.set(now.boards_waiting)
        metrics.OLDEST_BOARD.set(now.overdue.total_seconds())
    metrics.GATEWAY.set(is_connected(bot))
    metrics.THINKING_WAITING.set(bot.computers.thinkers.waiting)
    return generate_latest(metrics.REGISTRY)


@asynccontextmanager
async def serve_pages(bot: MonitoredBot, host: str, port: int) -> AsyncIterator[int]:
    """Serves both pages while the context lasts, and gives the port. Raises PortUnusable.

    0 takes a free port.
    """

    async def show_metrics(_: web.Request) -> web.Response:
        return web.Response(body=await expose(bot), headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def show_health(_: web.Request) -> web.Response:
        sentence = await problem(bot)
        # The bot works with a wrong clock, and starting it again wouldn't set it.
        text = sentence or bot.clock.problem or "All is well."
        return web.Response(text=text, status=503 if sentence else 200)

    pages = web.Application()
    pages.add_routes([web.get("/metrics", show_metrics), web.get("/healthz", show_health)])
    runner = web.AppRunner(pages, access_log=None)
    await runner.setup()
    try:
        bound = await listen(runner, host, port, "METRICS")
        log.info("Metrics are at http://%s:%d/metrics", host, bound)
        yield bound
    finally:
        await runner.cleanup()
