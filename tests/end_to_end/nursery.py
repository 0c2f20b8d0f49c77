"""Processes of the bot that start immediately: each is forked from one that has loaded all of its code.

Loading the code is most of a start, and drawing the first boards is the rest. What runs is `python -m bot` all the
same, with an environment, a folder and an output of its own. The same picture isn't encoded twice. Where nothing but
time passes, in discord.py, before another try to post and before another look at the time, it passes faster. Where the
bot gives something up because it takes too long, it has so much time that a busy machine makes no difference; a test
that wants it to give up sets the limit itself. And the bot says when it has finished with a click, so that who clicked
can wait for that instead of for some time.
"""

import asyncio
import contextlib
import json
import os
import signal
import socket
import sys
from asyncio.subprocess import DEVNULL, Process
from collections.abc import Mapping
from pathlib import Path

# Run by `python -c`, so that what the bot starts doesn't take this for its main module. One thing after the other:
# no thread may be there when it forks. What it is told is a line of JSON and the file to write to; it answers with
# the process's id, and later with that and how the process ended.
MOTHER = """
import gc, importlib, json, os, pkgutil, runpy, select, signal, socket, sys

LAYERS = 200_000_000  # bytes of pictures that many boards share, about 5 MB each
WATCH_SECONDS = 600.0  # seconds until the bot's own watch answers a click that nothing else has answered

def load():
    import bot.command_line.app, bot.playground.server, bot.text, cogs.shared, images
    for package in (cogs.shared, images):
        for found in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
            if not found.name.endswith("__main__"):
                importlib.import_module(found.name)
    bot.text.load_catalogues()
    draw()
    encode_once()
    hurry()
    have_patience()
    adjust_screens()
    say_when_finished()
    gc.collect()
    gc.freeze()

def draw():
    # What all pictures of a game share is drawn with the first one, and kept: tests play more games side by side
    # than a server does. Each bot would draw one for each number of seats when it starts.
    import images.canvas.canvas
    vars(images.canvas.canvas.LAYERS)["_Cache__maxsize"] = LAYERS
    from bot.rules import GAMES
    from bot.rules.chance import SEED_BYTES, Sealed
    for key, game in GAMES.items():
        for seats in game.seats({}):
            start = game.start(seats, {}, Sealed(bytes(SEED_BYTES), ""))
            importlib.import_module("images." + key).draw(start.sight(None))

def encode_once():
    # Many tests begin with the same board. The same picture is encoded to the same bytes, as in a hurry.
    import functools
    import cogs.shared.presentation.presentation
    encode, known = cogs.shared.presentation.presentation.encode, {}
    @functools.wraps(encode)
    def encoded(image, quickly=False):
        key = hash(image.tobytes()), image.size
        if key not in known:
            known[key] = encode(image, quickly=True)
        return known[key]
    cogs.shared.presentation.presentation.encode = encoded

def hurry():
    import asyncio, datetime, functools, types
    import discord.backoff, discord.http, discord.shard, discord.state, discord.webhook.async_
    import bot.match.parts.clocks, bot.shards.leases, bot.store.connections
    import cogs.shared.boards.posting, cogs.shared.boards.thinking, cogs.shared.boards.waiters
    bot.store.connections.SYNCHRONOUS = "OFF"  # processes die in tests, machines don't
    def sleep(seconds, *more):
        # Whole seconds are those between two tries; others are what Discord has asked for.
        return asyncio.sleep(seconds / 10 if isinstance(seconds, int) else seconds, *more)
    for module in (discord.http, discord.webhook.async_):
        module.asyncio = types.SimpleNamespace(**{**vars(asyncio), "sleep": sleep})
    discord.shard.asyncio = types.SimpleNamespace(**{**vars(asyncio), "sleep": lambda _: asyncio.sleep(0.2)})
    known = discord.state.ConnectionState.__init__
    discord.state.ConnectionState.__init__ = functools.partialmethod(known, guild_ready_timeout=0.2)
    discord.backoff.ExponentialBackoff.delay = lambda self: 0.1
    async def at_once(self, shard, *, initial=False):
        pass
    discord.Client.before_identify_hook = at_once
    bot.match.parts.clocks.LOOK_EVERY = datetime.timedelta(seconds=0.25)
    bot.shards.leases.LOOKED_EVERY /= 5
    for pause in ("RETRY_FIRST", "POLL_EVERY", "POLL_OTHERS", "MIN_POLL_PAUSE", "PREDECESSOR_POLL"):
        setattr(cogs.shared.boards.posting, pause, getattr(cogs.shared.boards.posting, pause) / 10)
    cogs.shared.boards.thinking.LOOK_EVERY /= 5
    cogs.shared.boards.waiters.LOOK_EVERY /= 5

def have_patience():
    import bot.client, bot.computers.advice, bot.computers.driver, bot.computers.reviewing
    import cogs.shared.boards.waiters, cogs.shared.wording.labels
    import cogs.shared.records.animation_queue, cogs.shared.records.file_reader
    from bot.store import Store
    Store.open.__func__.__kwdefaults__["busy_seconds"] = 300.0
    cogs.shared.boards.waiters.WAIT_FOR_BOARD = 120.0
    cogs.shared.wording.labels.NAME_LOOKUP_DEADLINE = 120.0
    bot.client.SHUTDOWN_DEADLINE = bot.computers.driver.SHUTDOWN_DEADLINE = 120.0
    limit_of = bot.computers.driver.limit_of
    bot.computers.advice.limit_of = bot.computers.driver.limit_of = lambda seconds: 10 * limit_of(seconds)
    for module in (cogs.shared.records.animation_queue, cogs.shared.records.file_reader):
        for limit in ("DEADLINE", "DRAWING_DEADLINE", "QUEUE_DEADLINE"):
            if hasattr(module, limit):
                setattr(module, limit, 10 * getattr(module, limit))
    bot.computers.reviewing.SHARE = 1  # of the little that a hint costs here, a busy machine may leave too little

def adjust_screens():
    # Each bot loads its screens anew. What they wait for, and for how long, is looked up each time.
    from discord.ext.commands.bot import BotBase
    load = BotBase.load_extension
    async def load_extension(self, name, **more):
        if name == "cogs.icons":  # a hundred uploads after each start
            return
        await load(self, name, **more)
        vars(sys.modules[name]).update({
            "cogs.clocks": {"TABLES_EVERY": 0.25},
            "cogs.contests": {"LEAST_PAUSE": 0.1, "LOOK_EVERY": 1.0},
            "cogs.housekeeping": {"ANSWER_DEADLINE": WATCH_SECONDS},
        }.get(name, {}))
    BotBase.load_extension = load_extension

def say_when_finished():
    import contextlib
    import aiohttp
    import cogs.shared.interactions.clicks
    from discord.http import Route
    known = cogs.shared.interactions.clicks.handle_click
    async def pressed(interaction):
        await known(interaction)
        address = Route.BASE.removesuffix("/api/v10") + "/web/control"
        with contextlib.suppress(aiohttp.ClientError, RuntimeError):  # the playground or the bot has ended
            async with interaction._session.post(address, json={"finished": str(interaction.id)}):
                pass
    cogs.shared.interactions.clicks.handle_click = pressed

def become(life, output):
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.environ.update(life["environment"])
    os.chdir(life["folder"])
    exec(life["first"], globals())
    sys.argv = ["bot", *life["words"]]
    runpy.run_module("bot", run_name="__main__")

def main():
    line = socket.socket(fileno=int(sys.argv[1]))
    heard, bell = os.pipe()
    os.set_blocking(bell, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(bell)
    load()
    living = set()
    while True:
        ready, _, _ = select.select([line, heard], [], [])
        if heard in ready:
            os.read(heard, 4096)
            for process in list(living):
                gone, status = os.waitpid(process, os.WNOHANG)
                if gone:
                    living.discard(process)
                    told = {"ended": process, "code": os.waitstatus_to_exitcode(status)}
                    line.sendall(json.dumps(told).encode() + b"\\n")
        if line in ready:
            data, files, _, _ = socket.recv_fds(line, 1 << 20, 1)
            if not data:
                break
            process = os.fork()
            if process == 0:
                signal.set_wakeup_fd(-1)
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                for file in (line.detach(), heard, bell):
                    os.close(file)
                return become(json.loads(data), files[0])
            living.add(process)
            os.close(files[0])
            line.sendall(json.dumps({"born": process}).encode() + b"\\n")
    for process in living:
        os.kill(process, signal.SIGKILL)

main()
"""


class Born:
    """A process that was forked, to be used like one of asyncio's. Its output is read to the end by `lines`."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.stdout = asyncio.StreamReader()
        self.ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    @property
    def returncode(self) -> int | None:
        return self.ended.result() if self.ended.done() else None

    async def wait(self) -> int:
        return await asyncio.shield(self.ended)

    def send_signal(self, how: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, how)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


class Nursery:
    """Where processes of the bot are forked. It opens with the first one; when it is closed they end with it."""

    def __init__(self) -> None:
        self._mother: Process | None = None
        self._living: dict[int, Born] = {}
        self._one_at_a_time = asyncio.Lock()

    async def _open(self) -> None:
        self._line, theirs = socket.socketpair()
        self._mother = await asyncio.create_subprocess_exec(
            *(sys.executable, "-u", "-c", MOTHER, str(theirs.fileno())), pass_fds=[theirs.fileno()], stdin=DEVNULL
        )
        theirs.close()
        reader, self._writer = await asyncio.open_unix_connection(sock=self._line)
        self._listening = asyncio.create_task(self._listen(reader))

    async def _listen(self, reader: asyncio.StreamReader) -> None:
        async for line in reader:
            told = json.loads(line)
            if "born" in told:
                born = self._living[told["born"]] = Born(told["born"])
                self._newest.set_result(born)
            else:
                self._living.pop(told["ended"]).ended.set_result(told["code"])

    async def bear(self, *words: str, folder: Path, environment: Mapping[str, str], first: str = "") -> Born:
        """A process that runs `python -m bot` with these words; `first` is Python that it runs before."""
        changed = {name: value for name, value in environment.items() if os.environ.get(name) != value}
        life = {"words": words, "folder": str(folder), "environment": changed, "first": first}
        async with self._one_at_a_time:
            if self._mother is None:
                await self._open()
            loop = asyncio.get_running_loop()
            self._newest: asyncio.Future[Born] = loop.create_future()
            ours, theirs = os.pipe()
            socket.send_fds(self._line, [json.dumps(life).encode()], [theirs])
            os.close(theirs)
            born = await self._newest
            protocol = asyncio.StreamReaderProtocol(born.stdout)
            await loop.connect_read_pipe(lambda: protocol, os.fdopen(ours, "rb"))
        return born

    async def close(self) -> None:
        if self._mother is not None:
            self._listening.cancel()
            self._writer.close()
            await self._mother.wait()


NURSERY = Nursery()
