"""What the bot's processes find on their machine: no threads, no other programs, few looks where nothing happens.

Everything here replaces something of the system or of a library by the same thing in the loop. The bot's own code is
as it is, besides how often it looks for work that nobody has told it of (`stretch`).
"""

import asyncio
import io
import random
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import replace
from datetime import timedelta
from functools import cache
from importlib import import_module
from typing import Any, cast

from discord.ext import commands
from PIL import Image

from bot import text
from bot.client import screens
from simulation.instead import put
from simulation.loop import PROCESS, Process, VirtualLoop

PLACE = "simulated"
DRAWS, DRAWN = 0.1, 0.1
"""How many simulations draw pictures really, and how many of theirs."""

CHECKED = 0.1
"""How many bodies of requests are checked against Discord's published description."""

POSITIONS = 3  # that computer players think about
HEARTBEATS = 1800.0  # seconds from one heartbeat on the gateway to the next

OFTEN = (
    ("bot.shards.leases", "LOOKED_EVERY", "RENEWED_EVERY", "LEASE", "STARTING", "KEPT"),
    ("bot.shards.silence", "LEASE", "GRACE", "STARTING"),
    ("bot.computers.driver", "LOOK_AGAIN"),
    ("cogs.contests", "LOOK_EVERY"),
    ("cogs.clocks", "TABLES_EVERY"),
    ("bot.match.parts.orders", "LOOK_EVERY"),
)
"""The pauses between looks for work, which are stretched where days are to pass quickly."""

LESS_OFTEN = (
    ("bot.match.parts.clocks", "LOOK_EVERY", "ASLEEP"),
    ("cogs.shared.boards.posting", "POLL_EVERY", "DEADLINES_EVERY", "BUTTONS_EVERY"),
    ("cogs.orders", "TELL_EVERY"),
    ("cogs.digests", "LOOK_EVERY"),
    ("cogs.searches", "LOOK_EVERY"),
)
"""The same for what must be done within minutes or hours: what wasn't sent is tried again while Discord mostly still
knows its nonce."""

_living: dict[int, Process] = {}


class Machine:
    """The machine on which the bot's processes run."""

    def __init__(self, loop: VirtualLoop) -> None:
        self.loop = loop
        self._born = 0

    def begin(self, name: str) -> Process:
        """A new process. What is started in a context of which it is a part belongs to it."""
        self._born += 1
        process = Process(self._born, f"{name} {self._born}")
        _living[process.number] = process
        return process

    def end(self, process: Process) -> None:
        """Kills a process, or lets go of one that has ended."""
        _living.pop(process.number, None)
        self.loop.bury(process)
        if not _living:
            _forget()


def _forget() -> None:
    """Forgets what modules keep besides the objects of a bot, as a new process does."""
    drawing: Any = import_module("cogs.shared.presentation.drawing")
    drawing._slots = drawing.FairSlots(drawing.THREADS + 1)
    drawing.HURRY._until = 0.0


class _System:
    """In place of `os`, where the bot asks which processes live."""

    @staticmethod
    def getpid() -> int:
        process = PROCESS.get()
        return 0 if process is None else process.number

    @staticmethod
    def kill(number: int, _: int) -> None:
        if number not in _living:
            raise ProcessLookupError


class HeartInLoop:
    """In place of discord.py's thread that keeps the gateway's connection alive."""

    def __init__(self, *, ws: Any, interval: float | None = None, shard_id: int | None = None, **_: Any) -> None:
        self._ws = ws
        self._interval = interval or HEARTBEATS
        ws._max_heartbeat_timeout = 3 * self._interval  # otherwise discord.py reconnects after a minute of silence
        self._beating: asyncio.Task[None] | None = None
        self._answered = True
        self.latency = 0.1

    def start(self) -> None:
        self._beating = asyncio.get_running_loop().create_task(self._beat(), name="heart")

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(self._interval)
            if not self._answered:
                await self._ws.close(4000)
                return
            self._answered = False
            await self._ws.send_heartbeat(self.get_payload())

    def get_payload(self) -> dict[str, Any]:
        return {"op": self._ws.HEARTBEAT, "d": self._ws.sequence}

    beat = get_payload

    def tick(self) -> None:
        """Something came."""

    def ack(self) -> None:
        self._answered = True

    def stop(self) -> None:
        if self._beating is not None and self._beating is not asyncio.current_task():
            self._beating.cancel()


class QuietAlarm:
    """In place of the alarm for a blocked loop: here nothing takes time while it runs."""

    async def watch(self) -> None:
        await asyncio.Event().wait()


async def _keep_memory() -> None:
    """In place of giving memory back: the bot's processes share that of the simulation."""
    await asyncio.Event().wait()


class WorkersInLoop:
    """In place of worker processes: each question is answered when it's asked."""

    active = True

    def schedule(self, function: Any, args: Sequence[Any], timeout: float) -> "Future[Any]":
        future: Future[Any] = Future()
        try:
            future.set_result(self._answer(function, *args))
        except Exception as error:
            future.set_exception(error)
        return future

    @staticmethod
    def _answer(function: Any, question: Any, *more: Any) -> Any:
        """What a worker answers, who thinks about very few positions."""
        if hasattr(question, "positions"):
            question = replace(question, positions=POSITIONS, patience=None)
        return function(question, *more)


async def _load(bot: Any, name: str) -> None:
    """In place of running an extension's module anew for each bot: its actions are registered already."""
    await import_module(name).setup(bot)


def _picture(width: int, height: int) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (width, height)).save(file, "WEBP", quality=1, method=0)
    return file.getvalue()


class _Chances:
    """What chance decides for the machine of a simulation. Nothing, before one begins."""

    of = random.Random(0)
    drawn = 0.0


def quicken_pictures() -> None:
    """Has most pictures be empty ones of the usual size. Call it before any screen is imported."""
    from images.canvas import canvas
    from images.motion import film

    stub = Image.new("RGB", (1280, 1280))
    file = _picture(1280, 1280)

    def drawn(draw: Any) -> Any:
        def instead(*given: Any, **named: Any) -> Image.Image:
            return cast("Image.Image", draw(*given, **named)) if _Chances.of.random() < _Chances.drawn else stub

        return instead

    from bot.rules import GAMES

    for game in GAMES:
        module: Any = import_module(f"images.{game}")
        put(module, draw=drawn(module.draw))
    encode = canvas.encode
    put(canvas, encode=lambda image, **named: canvas.Encoded(file, "webp") if image is stub else encode(image, **named))
    put(film, moving=lambda *_: None)


def quicken_commands() -> None:
    """Works out once what is the same for all lives of the bot: its commands in all languages."""
    from discord import app_commands

    translated: dict[str, Any] = {}

    def kept(translate: Any) -> Any:
        async def instead(self: Any, tree: Any, translator: Any) -> Any:
            if self.parent is not None:
                return await translate(self, tree, translator)
            if self.qualified_name not in translated:
                translated[self.qualified_name] = await translate(self, tree, translator)
            return translated[self.qualified_name]

        return instead

    put(text, is_complete=cache(text.is_complete))
    for kind in (app_commands.Command, app_commands.Group):
        put(kind, get_translated_payload=kept(kind.get_translated_payload))


def quicken_checks() -> None:
    """Has the simulated Discord check few bodies of requests against its published description."""
    from bot.playground import schema

    find = schema.problems
    put(schema, problems=lambda name, body: find(name, body) if _Chances.of.random() < CHECKED else [])


def settle_in() -> None:
    """Makes this process the machine of simulations, for good. Call it before any screen is imported."""
    import discord.gateway

    from bot import client, slots
    from bot.computers import pool
    from bot.shards import processes

    put(slots, cores=lambda: 2)
    quicken_pictures()
    quicken_commands()
    quicken_checks()
    put(client.Crux, load_extension=_load)
    put(client, LagAlarm=QuietAlarm, give_back_regularly=_keep_memory, settle=lambda: None)
    put(processes, os=_System, _place=lambda: PLACE, _start=lambda number: "1" if number in _living else None)
    put(pool, _start_pool=lambda *_: WorkersInLoop(), _stop=lambda _: None)
    put(discord.gateway, KeepAliveHandler=HeartInLoop)
    from cogs.shared.presentation import icons

    put(icons, _as_png=lambda _: _picture(96, 96))
    from cogs.shared.records.animation_queue import AnimationQueue

    async def draw(*_: Any) -> bytes:
        return _picture(640, 640)

    put(AnimationQueue, _draw=draw)


def begin(chance: random.Random, seldom: float, slow: float) -> None:
    """Begins a simulation in which the bot looks for work so much more seldom, and for what has less time so much."""
    _Chances.of = chance
    _Chances.drawn = DRAWN if chance.random() < DRAWS else 0.0
    slow_loops(slow)
    stretch(seldom, slow)


def slow_loops(by: float) -> None:
    """Has discord.py's loops run so much more seldom."""
    from discord.ext import tasks

    for name in screens():
        for kind in vars(import_module(name)).values():
            is_its_own = isinstance(kind, commands.CogMeta) and kind.__module__ == name
            for loop in vars(kind).values() if is_its_own else ():
                if isinstance(loop, tasks.Loop) and loop.seconds is not None:
                    pause = loop.seconds * by, (loop.minutes or 0) * by, (loop.hours or 0) * by
                    loop.change_interval(seconds=pause[0], minutes=pause[1], hours=pause[2])


def stretch(seldom: float, slow: float) -> None:
    """Has the bot look for work so much more seldom, and its processes be silent for so much longer."""
    for table, by in ((OFTEN, seldom), (LESS_OFTEN, slow)):
        for name, *pauses in table:
            module: Any = import_module(name)
            for pause in pauses:
                now = getattr(module, pause)
                seconds = now.total_seconds() if isinstance(now, timedelta) else now
                setattr(module, pause, timedelta(seconds=seconds * by) if isinstance(now, timedelta) else seconds * by)
