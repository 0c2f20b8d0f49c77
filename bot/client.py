"""The discord.py client: intents, loading the screens, registering commands, shutting down."""

import asyncio
import hashlib
import json
import logging
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules, walk_packages
from typing import Any, Protocol

import discord
import yarl
from aiohttp import ClientError, TooManyRedirects, TraceConfig
from discord import AppCommandOptionType, app_commands
from discord.ext import commands
from discord.gateway import DiscordWebSocket
from discord.http import Route
from sqlalchemy.exc import DBAPIError

from bot.clock import ClockCheck
from bot.computers.computers import Computers
from bot.computers.faults import where
from bot.contests.contests import Contests
from bot.installs import leave_foreign_server, may_be_installed, offer_to_people
from bot.lag import LagAlarm
from bot.listening import WebDoor
from bot.match import Busy, Matches, NotWritable
from bot.memory import give_back_regularly, settle
from bot.monitoring import serve_pages
from bot.pacing import pace_requests
from bot.registering import ENTRY_POINT, register
from bot.shards.leases import LeaseEnd, Leases, LeasesUnusable
from bot.store import Store, StoreBusy, log_failure, watch_writing
from bot.store.revisions import would_migrate
from bot.store.shards import Shards
from bot.store.store import BUSY_SECONDS, database_of
from bot.text import load_catalogues, speak
from bot.text.terms import amount

log = logging.getLogger(__name__)

SCREENS = "cogs"
SHUTDOWN_DEADLINE = 10.0  # seconds for what is under way when the bot is asked to stop
MOST_DIGITS = 20  # of an id of Discord
BUSY_PAUSE = 1.0  # seconds until the database is tried again
CANCELLED_EVERY = 1.0  # seconds until the connection is told again that it's over
HAND_OVER_DEADLINE = 3.0  # seconds of these until another process that waits goes on with the rest


def connect_to(api: str, gateway: str, cdn: str) -> None:
    """Points discord.py at another host for the whole process, with the addresses of a playground."""
    Route.BASE = api
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
    discord.Asset.BASE = cdn


discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody speaks here


def _without_persons(record: logging.LogRecord) -> bool:
    """Makes discord.py's log line about late or failed suggestions say what happened, not to whom."""
    if isinstance(record.msg, str) and record.msg.startswith("Ignoring exception in autocomplete"):
        error = record.exc_info[1] if record.exc_info else None
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.msg = f"No suggestions: {where(error) if error else 'for an unknown reason'}"
        record.args, record.exc_info, record.exc_text = (), None, None
    return True


logging.getLogger("discord.app_commands.tree").addFilter(_without_persons)


class Commands(app_commands.CommandTree["Crux"]):
    """The commands; each running one is counted as work under way, and speaks the language of whoever uses it."""

    async def interaction_check(self, interaction: discord.Interaction["Crux"]) -> bool:
        if not await interaction.client.takes(interaction):
            return False
        interaction.client.note_work()
        speak(str(interaction.locale))
        try:
            interaction.client.admit(interaction)
            if dict[str, Any](interaction.data or {}).get("type") == ENTRY_POINT:  # discord.py doesn't know that kind
                await interaction.client.open_entry_point(interaction)
                return False
        except Exception as refusal:
            raise app_commands.CheckFailure from refusal
        if not _are_ids(dict[str, Any](interaction.data or {}).get("options") or []):
            raise app_commands.TransformerError(None, AppCommandOptionType.string, app_commands.Transformer())
        return True


_NAMED_BY_IDS = {
    AppCommandOptionType.user.value,
    AppCommandOptionType.channel.value,
    AppCommandOptionType.role.value,
    AppCommandOptionType.mentionable.value,
    AppCommandOptionType.attachment.value,
}


def _are_ids(options: Sequence[Mapping[str, Any]]) -> bool:
    """Whether people, channels, roles and files are named by their ids. discord.py reads nothing else, and fails."""
    for one in options:
        if one.get("type") in _NAMED_BY_IDS:
            value = one.get("value")
            if not (isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) <= MOST_DIGITS):
                return False
        if not _are_ids(one.get("options") or []):
            return False
    return True


class Explain(Protocol):
    """Tells the person who clicked what went wrong and what to do next. `match_id` is the match the click was about."""

    async def __call__(
        self, interaction: discord.Interaction["Crux"], raised: BaseException, *, match_id: int | None = None
    ) -> None: ...


def admit_all(interaction: discord.Interaction["Crux"]) -> None:
    """Refuses nobody."""


async def only_log(
    interaction: discord.Interaction["Crux"], raised: BaseException, *, match_id: int | None = None
) -> None:
    """Handles an error that no screen explains."""
    log.error("Interaction %d failed: %s", interaction.id, where(raised))


async def only_acknowledge(interaction: discord.Interaction["Crux"]) -> None:
    """Handles the Entry Point command where no screen does."""
    await interaction.response.defer(ephemeral=True)


class NotDiscord(Exception):
    """Something else answers where Discord should be."""


class Crux(commands.AutoShardedBot):
    """The bot: one connection to Discord, the matches, those who play by computer, and every extension found in the
    folder of screens."""

    def __init__(
        self,
        matches: Matches,
        store: Store,
        *,
        computers: Computers | None = None,
        source_url: str = "",
        web_door: WebDoor | None = None,
        people_install: bool = False,
        shards: Shards | None = None,
        leases: Leases | None = None,
        requests_per_second: float | None = None,
        proxy: str | None = None,
    ) -> None:
        """`shards` are those to connect to; None lets Discord say how many there are, and connects to all of them.

        `web_door` is where boards can be opened in a browser, None for nowhere. With `people_install` commands are also
        for people who have installed the bot for themselves. `leases` say what this process takes; without them it
        takes everything. `proxy` is the address of one through which it connects.
        """
        extra: dict[str, Any] = {}
        if shards is not None:
            extra |= {"shard_count": shards.count, "shard_ids": sorted(shards.numbers)}
        trace = TraceConfig() if requests_per_second is None else pace_requests(requests_per_second)
        self.clock = ClockCheck()
        self.clock.listen(trace)
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=Commands,
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
            http_trace=trace,
            proxy=proxy,
            **extra,
        )
        self.matches = matches
        self.contests = Contests(matches)
        self.store = store
        self.computers = computers or Computers(matches)
        self.source_url = source_url
        self.web_door = web_door
        self._people_install = people_install
        self.web_url: str | None = None  # where boards can be opened in a browser
        self.has_activity = False  # whether they can be opened within Discord
        self.leases = leases
        self.before_closing: list[Callable[[], Awaitable[None]]] = []
        self.explain: Explain = only_log  # the screens replace it when they are loaded, and the next as well
        self.admit: Callable[[discord.Interaction[Crux]], None] = admit_all  # raises a refusal, for `explain`
        self.open_entry_point: Callable[[discord.Interaction[Crux]], Awaitable[None]] = only_acknowledge
        self.at_work: set[asyncio.Task[Any]] = set()
        self._beside: list[asyncio.Task[None]] = []  # what goes on until the end

    def note_work(self) -> None:
        """Makes the bot finish the current task before it stops, and notes whether it writes anything."""
        watch_writing()
        task = asyncio.current_task()
        if task is not None:
            self.at_work.add(task)
            task.add_done_callback(self.at_work.discard)

    @property
    def connected_shards(self) -> Shards:
        """The shards whose servers this process hears of."""
        return Shards(self.shard_count or 1, frozenset(self.shards))

    async def takes(self, interaction: discord.Interaction[Any]) -> bool:
        """Whether this process is the one that acts on an interaction. May wait while another one takes over."""
        server = leave_foreign_server(interaction) if self._people_install else None
        return self.leases is None or await self.leases.takes(interaction.guild_id or server, interaction.id)

    async def close(self) -> None:
        """Finishes what was begun, while the screens and the connection still exist."""
        if not self.is_closed():
            await self.computers.close()
            is_replaced = self.leases is not None and self.leases.ended.done()
            await self._finish_work(HAND_OVER_DEADLINE if is_replaced else SHUTDOWN_DEADLINE)
            for finish in self.before_closing:
                await self._finish(finish)
            if self.leases is not None:
                await self._leave(self.leases)
            if is_replaced:
                await self._finish_work(SHUTDOWN_DEADLINE)
        for task in self._beside:
            task.cancel()
        await super().close()

    async def _finish_work(self, deadline: float) -> None:
        if self.at_work:
            await asyncio.wait(set(self.at_work), timeout=deadline)

    @staticmethod
    async def _finish(finish: Callable[[], Awaitable[None]]) -> None:
        try:
            await finish()
        except Exception as error:  # the leases must be left and the connection closed all the same
            log.warning("Couldn't finish everything: %s", type(error).__name__)

    @staticmethod
    async def _leave(leases: Leases) -> None:
        try:
            await leases.leave()
        except Exception as error:  # the connection must be closed all the same
            log.warning("Couldn't leave the leases, which run out soon: %s", type(error).__name__)

    async def login(self, token: str) -> None:
        """Logs in. Raises NotDiscord if what answers isn't what Discord would say."""
        try:
            await super().login(token)
        except TooManyRedirects as error:
            raise NotDiscord from error
        except ClientError:
            raise
        except (LookupError, TypeError, ValueError) as error:
            if self.user is not None:  # then it was Discord, and the error is ours
                raise
            raise NotDiscord from error

    async def setup_hook(self) -> None:
        load_catalogues()
        for extension in screens():
            await self.load_extension(extension)
        await self.sync_commands_if_changed()
        self.computers.start()
        settle()
        self._catching_up = asyncio.create_task(self._catch_up(), name="catching up")
        self._beside = [
            asyncio.create_task(LagAlarm().watch(), name="lag alarm"),
            asyncio.create_task(give_back_regularly(), name="giving memory back"),
        ]

    async def _catch_up(self) -> None:
        """Continues matches that an earlier release had to freeze, if this one can play them."""
        try:
            for match in await self.matches.records.bring_up_to_date():
                log.info("%r was updated", match)
        except Exception as error:
            log_failure(
                log, error, "Some matches couldn't be updated: %s. Each is tried again when it's used", where(error)
            )

    async def sync_commands_if_changed(self) -> None:
        """Sends the command tree only if it has changed, because Discord allows few changes a day."""
        if self._people_install and may_be_installed(self.application):
            offer_to_people(self.tree)
        translator, commands = self.tree.translator, self.tree.get_commands()
        if translator is None:
            tree = [command.to_dict(self.tree) for command in commands]
        else:
            tree = [await command.get_translated_payload(self.tree, translator) for command in commands]
        digest = hashlib.sha256(json.dumps(tree, sort_keys=True, default=str).encode()).hexdigest()
        application, host = self.application_id, Route.BASE
        if application is None:
            raise RuntimeError("Discord named no application at log-in.")
        if await self.store.synced_commands(application, host) == digest:
            return
        await register(self.http, application, tree)
        await self.store.note_synced_commands(application, host, digest)

    async def on_ready(self) -> None:
        log.info("Ready on %s", amount(len(self.guilds), "server"))
        if self.leases is not None:
            self.leases.note_ready()


async def recompute_ratings(matches: Matches) -> None:
    """Computes all ratings anew if this release computes them otherwise; waits while another process does that."""
    while True:
        try:
            results = await matches.ledger.bring_up_to_date()
        except NotWritable as error:
            return log.error("Couldn't compute all ratings anew: %s That's tried again at the next start", error)
        except (Busy, StoreBusy):
            await asyncio.sleep(BUSY_PAUSE)
        else:
            if results is not None:
                log.info("Computed all ratings anew by newer rules, from %s", amount(results, "result"))
            return None


def screens() -> list[str]:
    """The extensions: every module (not package) in the folder of screens."""
    spec = find_spec(SCREENS)
    if spec is None or spec.submodule_search_locations is None:
        raise RuntimeError(f"The package {SCREENS} is not installed.")
    return [f"{SCREENS}.{module.name}" for module in iter_modules(spec.submodule_search_locations) if not module.ispkg]


def _load_screens() -> None:
    """Imports what the extensions import."""
    for module in walk_packages(import_module(SCREENS).__path__, f"{SCREENS}."):
        if module.name.count(".") > 1:  # an extension itself is loaded anew for each bot
            import_module(module.name)


async def run_bot(
    token: str,
    database_url: str,
    *,
    matches_of: Callable[[Store], Matches] = Matches,
    computers: Callable[[Matches], Computers] = Computers,
    source_url: str = "",
    web_door: WebDoor | None = None,
    people_install: bool = False,
    metrics_at: tuple[str, int] | None = None,
    shards: Shards | None = None,
    replace: bool = False,
    requests_per_second: float | None = None,
    proxy: str | None = None,
) -> None:
    """Runs until the process is asked to stop (SIGTERM, SIGINT, SIGHUP) or is replaced, then shuts down cleanly.

    `web_door` is where boards can be opened in a browser, with `people_install` commands are also for people who have
    installed the bot for themselves, `metrics_at` is the host and the port of the pages for the
    operator, `shards` are those this process serves (None: all, as many as Discord recommends), `proxy` is the address
    of a proxy on the way to Discord. With `replace` it takes over from the process that serves them now. Raises
    discord.LoginFailure for an invalid token, StoreUnusable for a database that can't be opened, PortUnusable for a
    port, LeasesUnusable if these shards can't be had or kept.
    """
    if await would_migrate(database_url):
        if replace:
            raise LeasesUnusable(
                "This release changes the tables, which the process that runs doesn't know. Stop that one, and start "
                "this one without --replace."
            )
        await see_that_nobody_works(database_url, shards)
    store = await Store.open(database_url)
    _load_screens()  # takes longer than a lease on a slow machine, so that comes before
    try:
        matches = matches_of(store)
        await recompute_ratings(matches)
        leases = Leases(store, shards, partial(_work_for, matches), replace=replace)
        matches.duty.is_sure = leases.hold
        await leases.take()
        async with AsyncExitStack() as stack:
            bot = Crux(
                matches,
                store,
                computers=computers(matches),
                source_url=source_url,
                web_door=web_door,
                people_install=people_install,
                shards=shards,
                leases=leases,
                requests_per_second=requests_per_second,
                proxy=proxy,
            )
            await stack.enter_async_context(bot)
            listening = asyncio.create_task(store.listen(partial(_look_again, matches)), name="listening")
            stack.callback(listening.cancel)
            if metrics_at is not None:
                await stack.enter_async_context(serve_pages(bot, *metrics_at))
            running = asyncio.create_task(bot.start(token))
            async with _stopping(running, leases):
                try:
                    await running
                except asyncio.CancelledError:
                    log.info("Stopping")
                    await bot.close()
        if leases.ended.done() and leases.ended.result() is LeaseEnd.LOST:
            raise LeasesUnusable(
                "Another process was started that serves the same shards, so this one has stopped. Give each process "
                "its own SHARDS, or start the other one with --replace."
            )
    finally:
        await store.close()


async def see_that_nobody_works(database_url: str, shards: Shards | None) -> None:
    """Waits until no process works on a database whose tables are about to change. Raises LeasesUnusable."""
    everything = None if shards is None else Shards(shards.count, frozenset(range(shards.count)))
    store = Store(database_of(database_url), BUSY_SECONDS)
    try:
        leases = Leases(store, everything, lambda _: None, replace=False)
        await leases.take()
        await leases.leave()
    except DBAPIError:  # the tables are so old that there are no leases yet
        log.debug("The database has no leases yet.")
    finally:
        await store.close()


def _work_for(matches: Matches, shards: Shards) -> None:
    """Lets the background work go on for other shards than before."""
    matches.duty.shards = shards
    _look_again(matches)


def _look_again(matches: Matches) -> None:
    """Lets the background work look for what is due."""
    for wake in (matches.outbox.on_post, matches.on_turn, matches.reminders.on_reminder, matches.on_end):
        wake.set()


@asynccontextmanager
async def _stopping(running: asyncio.Task[None], leases: Leases) -> AsyncIterator[None]:
    """Cancels the task when the process is asked to stop and may, when asked twice, or when nothing is left to do."""
    watching = asyncio.create_task(leases.watch(), name="leases")
    waiting: list[asyncio.Task[None]] = []
    ending: list[asyncio.Task[None]] = []

    async def end() -> None:
        while not running.done():  # discord.py swallows it while a shard connects again
            running.cancel()
            await asyncio.sleep(CANCELLED_EVERY)

    async def stop() -> None:
        await leases.may_stop()
        await end()

    def begin_to_end() -> None:
        ending.append(asyncio.create_task(end(), name="ending"))

    def on_signal() -> None:
        if waiting:
            begin_to_end()
        else:
            waiting.append(asyncio.create_task(stop(), name="stopping"))

    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        if signal.getsignal(number) is not signal.SIG_IGN:  # `nohup` has it ignored
            loop.add_signal_handler(number, on_signal)
    leases.ended.add_done_callback(lambda _: begin_to_end())
    try:
        yield
    finally:
        for task in (watching, *waiting, *ending):
            task.cancel()
