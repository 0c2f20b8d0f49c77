"""Time: looking after what is due by it alone, and reminding people of turns whose time runs out."""

import asyncio
import contextlib
import logging
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING

import discord
from discord.ext import commands

from bot.match import Expiry, Match, Reminder, Status, timekeeping
from bot.rules import GAMES
from bot.text import N_, say
from cogs.shared.answers import jump
from cogs.shared.first_answers import TROUBLE
from cogs.shared.retiring import passes
from cogs.shared.threads import sent_to

if TYPE_CHECKING:
    from bot.client import Crux

log = logging.getLogger(__name__)

AT_ONCE = 4  # reminders being sent at the same time
PATIENCE = 10.0  # seconds for what is being sent when the bot stops
RETRY_FIRST, RETRY_LONGEST = 5.0, 600.0
TRIES = 5  # of a reminder that fails by a fault of the bot

HALF = N_("⏳ {person}, half of your time for a turn in {match} is over: you have until {date} ({when}).")
LAST_PART = N_("⏳ {person}, your time for a turn in {match} is nearly over: it ends {when}.")
THEN = {
    Expiry.COMPUTER: N_("Then a computer plays this turn for you."),
    Expiry.RESIGN: N_("Then your seat resigns."),
    Expiry.CLAIM: N_("Then the others may claim that your seat resigns."),
}
HOW = N_("-# `/match remind` changes how you are reminded.")


class Clocks(commands.Cog):
    """Calls `Matches.tick` and delivers reminders."""

    def __init__(self, bot: "Crux") -> None:
        self.bot = bot
        self._starting = True
        self._stopping = asyncio.Event()
        self._workers: list[asyncio.Task[None]] = []
        self._sending: dict[int, asyncio.Task[None]] = {}  # by the reminder's id
        self._places = asyncio.Semaphore(AT_ONCE)

    async def cog_load(self) -> None:
        await self._look()  # the time in which nobody was there is put down before anything else is due
        self._workers = [
            asyncio.create_task(self._look_again(), name="clocks"),
            asyncio.create_task(self._remind(), name="reminders"),
        ]
        self.bot.before_closing.append(self.finish)

    async def cog_unload(self) -> None:
        await self.finish()

    async def finish(self) -> None:
        """Let what is being written or sent finish; what is not begun stays due for the next start."""
        self._stopping.set()
        self.bot.matches.on_reminder.set()
        under_way = [*self._workers, *self._sending.values()]
        if under_way:
            _, late = await asyncio.wait(under_way, timeout=PATIENCE)
            for task in late:
                task.cancel()

    async def _look(self) -> None:
        try:
            await self.bot.matches.tick(starting=self._starting)
        except Exception as error:  # its text might tell what is hidden
            log.error("Could not look at the time: %s", type(error).__name__)
        else:
            self._starting = False

    async def _look_again(self) -> None:
        while not self._stopping.is_set():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(timekeeping.LOOK_EVERY.total_seconds()):
                    await self._stopping.wait()
                return
            await self._look()

    # Reminders

    async def _remind(self) -> None:
        await self._until_ready()
        wake = self.bot.matches.on_reminder
        while not self._stopping.is_set():
            wake.clear()
            try:
                for reminder in await self.bot.matches.due_reminders():
                    if reminder.id not in self._sending:
                        task = asyncio.create_task(self._send(reminder), name=f"reminder {reminder.id}")
                        self._sending[reminder.id] = task
                        task.add_done_callback(partial(self._done, reminder.id))
            except Exception as error:
                log.error("Could not look for reminders: %s", type(error).__name__)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(timekeeping.LOOK_EVERY.total_seconds()):
                    await wake.wait()

    def _done(self, number: int, _task: asyncio.Task[None]) -> None:
        del self._sending[number]

    async def _until_ready(self) -> None:
        """Until the bot is connected, or asked to stop before that."""
        ready, stop = (asyncio.create_task(one) for one in (self.bot.wait_until_ready(), self._stopping.wait()))
        _, open_ = await asyncio.wait((ready, stop), return_when=asyncio.FIRST_COMPLETED)
        for task in open_:
            task.cancel()

    async def _send(self, reminder: Reminder) -> None:
        try:
            async with self._places:
                problem, again = await self._sent(reminder)
            if problem is None:
                await self.bot.matches.reminded(reminder.id)
            else:
                retry_in = _pause(reminder) if again else None
                log.warning("Reminder %d is %s: %s", reminder.id, "tried again" if again else "given up", problem)
                await self.bot.matches.reminder_failed(reminder.id, problem, retry_in=retry_in)
        except Exception as error:  # it is due again when nobody has noted what became of it
            log.error("Reminder %d can't be noted: %s", reminder.id, type(error).__name__)

    async def _sent(self, reminder: Reminder) -> tuple[str | None, bool]:
        """What stood in the way, None if nothing did, and whether trying again may help."""
        try:
            match = await self.bot.matches.get(reminder.match_id)
            if _is_resting(match, reminder):
                return "on vacation", False
            if match.status is Status.FROZEN:  # newer rules have it: nobody can move until they are back
                return "frozen", True
            if reminder.user not in match.to_move_people():  # since it was read that the reminder is due
                return "not wanted", False
            words = await self._words(match, reminder)
            if not (reminder.private and await self._by_direct_message(reminder, words)):
                await self._in_channel(reminder, words)
        except discord.HTTPException as error:
            return f"Discord answered {error.status}, {error.code}", passes(error)
        except TROUBLE as error:
            return type(error).__name__, True
        except Exception as error:  # a fault of ours may never go away, and the turn waits for its reminder
            return type(error).__name__, reminder.attempts + 1 < TRIES
        return None, False

    async def _words(self, match: Match, reminder: Reminder) -> str:
        """The reminder. Everybody may read it: of what is played in private it names the table only."""
        number = reminder.host or match.id
        title = GAMES[match.game].title if match.game in GAMES else match.game
        line = say(
            HALF if reminder.half else LAST_PART,
            person=f"<@{reminder.user}>",
            match=say(N_("match {id} of {game}"), game=title, id=number),
            date=discord.utils.format_dt(reminder.deadline, "f"),
            when=discord.utils.format_dt(reminder.deadline, "R"),
        )
        parts = [line, say(THEN[match.on_expiry])]
        shown = await self.bot.matches.board_message(number)
        if shown is not None:
            place, message_id = shown
            link = jump(place.guild_id, place.posted_in, message_id)
            parts.append(say(N_("[To the board]({link})"), link=link))
        return " ".join(parts) + "\n" + say(HOW)

    async def _by_direct_message(self, reminder: Reminder, words: str) -> bool:
        """False where Discord doesn't let the bot write to this person."""
        try:
            channel = await self.bot.create_dm(discord.Object(reminder.user))
            await self._post(channel, reminder, words)
        except discord.HTTPException as error:
            if passes(error):
                raise
            log.info("Reminder %d goes into the channel: Discord answered %d", reminder.id, error.code)
            return False
        return True

    async def _in_channel(self, reminder: Reminder, words: str) -> None:
        place = reminder.place
        channel = self.bot.get_partial_messageable(place.posted_in, guild_id=place.guild_id)
        await sent_to(self.bot, place, partial(self._post, channel, reminder, words))

    async def _post(self, channel: discord.abc.Messageable, reminder: Reminder, words: str) -> None:
        called = discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(reminder.user)])
        await channel.send(words, nonce=reminder.nonce, allowed_mentions=called)


def _is_resting(match: Match, reminder: Reminder) -> bool:
    """Whether this person is on vacation: then the others of the seat are reminded alone."""
    return any(reminder.user in seat.on_vacation for seat in match.seats)


def _pause(reminder: Reminder) -> timedelta:
    return timedelta(seconds=min(RETRY_FIRST * 2 ** min(reminder.attempts, 20), RETRY_LONGEST))


async def setup(bot: "Crux") -> None:
    await bot.add_cog(Clocks(bot))
