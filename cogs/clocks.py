"""Time: whatever is due, where no time goes by, tables that start automatically, and reminders of turns."""

import asyncio
import logging
from collections.abc import Awaitable
from functools import partial

import discord
from discord.ext import commands

from bot.client import Crux
from bot.match import Announced, Match, Reminder, ReminderMessage, Status, log_failure
from bot.match.parts import clocks
from cogs.shared.boards.reminding import reminder_text
from cogs.shared.client.carriers import is_carried
from cogs.shared.client.client import Client
from cogs.shared.client.direct_messages import send_directly
from cogs.shared.client.failures import NETWORK_ERRORS, comes, every, is_temporary, keep_working, retry_pause
from cogs.shared.client.languages import in_public, to_person
from cogs.shared.client.sent_before import sent_before
from cogs.shared.client.threads import send_to_place
from cogs.shared.interactions.replies import pinging
from cogs.shared.tables.table import update_table

log = logging.getLogger(__name__)

CONCURRENT_REMINDERS = 4  # reminders being sent at the same time
STOP_DEADLINE = 10.0  # seconds for what is being sent when the bot stops
RETRY_FIRST = 5.0  # seconds until a failed reminder is sent again
TABLES_EVERY = 1.0  # seconds between checks for full tables that start automatically
MAX_ATTEMPTS = 5  # for a reminder that fails because of a bug


class Clocks(commands.Cog):
    """Calls `Clocks.tick` and delivers reminders."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self._starting = True
        self._is_ready = False
        self._missed_servers = False  # whether one has come or gone while the database couldn't be written
        self._stopping = asyncio.Event()
        self.workers: list[asyncio.Task[None]] = []
        self.sending: dict[int, asyncio.Task[None]] = {}  # by the reminder's id
        self._showing: set[asyncio.Task[None]] = set()
        self._slots = asyncio.Semaphore(CONCURRENT_REMINDERS)

    async def cog_load(self) -> None:
        await self.tick()  # records the downtime before anything else counts as due
        self.workers = [
            asyncio.create_task(self._tick_regularly(), name="clocks"),
            asyncio.create_task(self._begin_full_tables(), name="full tables"),
            asyncio.create_task(self._remind_regularly(), name="reminders"),
        ]
        self.bot.before_closing.append(self.finish)

    async def cog_unload(self) -> None:
        await self.finish()

    async def finish(self) -> None:
        """Lets running writes and deliveries finish; everything else stays due for the next start."""
        self._stopping.set()
        self.bot.matches.reminders.on_reminder.set()
        under_way = [*self.workers, *self._showing, *self.sending.values()]
        if under_way:
            _, late = await asyncio.wait(under_way, timeout=STOP_DEADLINE)
            for task in late:
                task.cancel()

    @keep_working(log, "Couldn't check the clocks")
    async def tick(self) -> None:
        unreachable = not self._is_ready or bool(self.bot.matches.clocks.cut_off)
        if self._missed_servers:  # before anything is due where nobody can play
            await self._note_all_servers()
            self._missed_servers = False
        await self.bot.matches.clocks.tick(starting=self._starting or unreachable)
        self._starting = self._starting and not self.bot.matches.duty.has_begun

    async def _tick_regularly(self) -> None:
        while not await comes(self._stopping, clocks.LOOK_EVERY.total_seconds()):
            await self.tick()

    async def _begin_full_tables(self) -> None:
        await self._wait_until_ready()
        self._is_ready = True
        look = self.bot.matches.tables.restart_countdowns

        @keep_working(log, "Couldn't begin full tables")
        async def begin() -> None:
            nonlocal look
            for match in await look():  # Discord may take long to show one
                task = asyncio.create_task(self.show_table(match), name=f"table {match.id}")
                self._showing.add(task)
                task.add_done_callback(self._showing.discard)
            look = self.bot.matches.tables.begin_full

        await every(TABLES_EVERY, begin, stop=self._stopping)

    async def show_table(self, match: Match) -> None:
        try:
            await update_table(self.bot, match)
        except Exception as error:  # its buttons say what became of it
            log.info("Couldn't show what became of table %d: %s", match.id, type(error).__name__)

    # Where nobody can play

    @commands.Cog.listener()
    async def on_shard_disconnect(self, shard: int) -> None:
        """Nobody can reach the bot until it's back, so no time goes by."""
        self.bot.matches.clocks.cut_off.add(shard)

    @commands.Cog.listener()
    async def on_shard_connect(self, shard: int) -> None:
        self.bot.matches.clocks.cut_off.discard(shard)

    @commands.Cog.listener()
    async def on_shard_resumed(self, shard: int) -> None:
        self.bot.matches.clocks.cut_off.discard(shard)

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Compares the servers with those that the bot was on before."""
        await self._note(self._note_all_servers())

    async def _note_all_servers(self) -> None:
        here = [guild.id for guild in self.bot.guilds if not guild.unavailable]
        await self.bot.matches.clocks.note_servers(here, self.bot.connected_shards)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        await self._note(self.bot.matches.clocks.leave_server(guild.id))

    @commands.Cog.listener()
    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """Discord has an outage that concerns this server: nobody can play there."""
        await self._note(self.bot.matches.clocks.leave_server(guild.id))

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self._note(self.bot.matches.clocks.return_to_server(guild.id))

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        await self._note(self.bot.matches.clocks.return_to_server(guild.id))

    async def _note(self, writing: Awaitable[None]) -> None:
        """Notes servers; if that fails, all are compared before the next look at the clocks."""
        try:
            await writing
        except Exception as error:
            self._missed_servers = True
            words = "Couldn't note a server that the bot isn't on, or is on again: %s"
            log_failure(log, error, words, type(error).__name__)

    # Reminders

    async def _remind_regularly(self) -> None:
        await self._wait_until_ready()
        pause, wake = clocks.LOOK_EVERY.total_seconds(), self.bot.matches.reminders.on_reminder
        await every(pause, self._send_due_reminders, wake=wake, stop=self._stopping)

    @keep_working(log, "Couldn't check for reminders")
    async def _send_due_reminders(self) -> None:
        for reminder in await self.bot.matches.reminders.due():
            if reminder.id not in self.sending:
                task = asyncio.create_task(self.send(reminder), name=f"reminder {reminder.id}")
                self.sending[reminder.id] = task
                task.add_done_callback(partial(self._forget, reminder.id))

    def _forget(self, number: int, _task: asyncio.Task[None]) -> None:
        del self.sending[number]

    async def _wait_until_ready(self) -> None:
        """Waits until the bot is connected and it's this process's turn, or it is asked to stop."""

        async def wait() -> None:
            await self.bot.wait_until_ready()
            await self.bot.matches.duty.wait_until_begun()

        ready, stop = (asyncio.create_task(one) for one in (wait(), self._stopping.wait()))
        _, open_ = await asyncio.wait((ready, stop), return_when=asyncio.FIRST_COMPLETED)
        for task in open_:
            task.cancel()

    async def send(self, reminder: Reminder) -> None:
        """Sends a reminder and records the outcome; logs what goes wrong."""
        try:
            async with self._slots:
                message, problem, again = await self._try_to_send(reminder)
            if problem is None:
                await self.bot.matches.reminders.note_delivered(reminder.id, message)
            else:
                retry_in = retry_pause(reminder.attempts, RETRY_FIRST) if again else None
                log.warning("Reminder %d is %s: %s", reminder.id, "tried again" if again else "given up", problem)
                await self.bot.matches.reminders.note_failed(reminder.id, problem, retry_in=retry_in)
        except Exception as error:  # it is due again if its fate wasn't recorded
            log_failure(log, error, "Can't mark reminder %d as sent: %s", reminder.id, type(error).__name__)

    async def _try_to_send(self, reminder: Reminder) -> tuple[ReminderMessage | None, str | None, bool]:
        """The message; the problem, None if there was none; and whether retrying may help."""
        sent: list[ReminderMessage] = []

        async def send(channel: discord.DMChannel | discord.PartialMessageable) -> None:
            words = await reminder_text(self.bot, match, reminder)
            if (tried_at := reminder.tried_at) and (before := await sent_before(self.bot, channel.id, words, tried_at)):
                sent.append(ReminderMessage(channel.id, before, tried_at))  # it may announce another end by now
                return
            message = await channel.send(words, nonce=reminder.nonce, allowed_mentions=pinging(reminder.user))
            sent.append(ReminderMessage(channel.id, message.id, reminder.deadline))

        try:
            match = await self.bot.matches.get(reminder.match_id)
            if any(reminder.user in seat.on_vacation for seat in match.seats):  # only the others are reminded
                return None, "on vacation", False
            if match.status is Status.FROZEN:  # newer rules hold it: nobody can move until they are back
                return None, "frozen", True
            if reminder.user not in match.to_move_people():  # the match may have moved on since it was read
                return None, "not wanted", False
            place = reminder.place
            carried = is_carried(place)
            async with to_person(self.bot, reminder.user, place.guild_id):
                directly = (reminder.private or carried) and await send_directly(self.bot, reminder.user, send)
            if carried and not directly:
                return None, "no direct messages", False
            if not directly:
                channel = self.bot.get_partial_messageable(place.posted_in, guild_id=place.guild_id)
                async with in_public(self.bot, place.guild_id):
                    await send_to_place(self.bot, place, partial(send, channel))
        except discord.HTTPException as error:
            return None, f"Discord answered {error.status}, {error.code}", is_temporary(error)
        except NETWORK_ERRORS as error:
            return None, type(error).__name__, True
        except Announced:  # it stays due while the database is away
            raise
        except Exception as error:  # a bug may never go away, and the turn waits for its reminder
            return None, type(error).__name__, reminder.attempts + 1 < MAX_ATTEMPTS
        (message,) = sent
        return message, None, False


async def setup(bot: Crux) -> None:
    await bot.add_cog(Clocks(bot))
