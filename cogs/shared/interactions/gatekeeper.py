"""What the operator has decided for everyone: who is refused, and what is announced; and how much one person may do.

Decided for each interaction without asking the database: what other processes decide counts within half a minute.
"""

import contextlib
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from enum import Enum

import discord
from cachetools import LRUCache
from discord import app_commands

from bot.client import Crux
from bot.match import Announced, Limits, Refusal, ServiceState
from bot.match.matches import utc_now
from bot.text import N_
from cogs.shared.client.client import Client
from cogs.shared.client.failures import NETWORK_ERRORS
from cogs.shared.client.per_bot import per_bot
from cogs.shared.client.refusals import ScreenRefusal

CACHE_SIZE = 10_000  # people whose latest actions are counted
HOUR, MINUTE = 3600.0, 60.0  # seconds
DOUBLE_CLICK = timedelta(seconds=3)
"""A second click on the same button within this time is ignored."""

# Blocked people may still have themselves forgotten, and operators may unblock the server that they are on.
OPEN_TO_ALL = ("privacy", "button forget_me", "operator", "button operator_")


YOU_ARE_BLOCKED = N_("The operator of this bot has blocked you. Write to them if you think that's a mistake.")
SERVER_IS_BLOCKED = N_("The operator of this bot has blocked this server. You can play on other servers.")


class Blocked(ScreenRefusal):
    """The operator has blocked the person, or the server."""


class LimitReached(ScreenRefusal):
    """The person has done this as often as one person may for now."""


class Allowance(Enum):
    """What one person may do only so often: the limit's name, the seconds it is for, and the refusal."""

    ACTION = (
        "actions_per_minute",
        MINUTE,
        N_("You've reached the limit of commands and clicks ({limit} a minute). Continue {when}."),
    )
    HINT = ("hints_per_hour", HOUR, N_("You've reached the limit of hints ({limit} an hour). Ask again {when}."))
    ANIMATION = (
        "animations_per_hour",
        HOUR,
        N_("You've reached the limit of animations ({limit} an hour). Try again {when}."),
    )
    FILE = ("files_per_hour", HOUR, N_("You've reached the limit of files ({limit} an hour). Try again {when}."))


class Gatekeeper:
    """The people and servers of one bot: who is blocked, who has done too much, and the announcement to all."""

    def __init__(self, bot: Client, *, clock: Callable[[], datetime] = utc_now) -> None:
        self._bot = bot
        self._clock = clock
        self._state = ServiceState()
        self._shown: str | None = None  # the announcement that is the status on Discord
        self._used: LRUCache[tuple[Allowance, int], app_commands.Cooldown] = LRUCache(CACHE_SIZE)
        self._clicked: LRUCache[tuple[int | str | None, ...], datetime] = LRUCache(CACHE_SIZE)

    @staticmethod
    @per_bot
    def of(bot: Client) -> "Gatekeeper":
        return Gatekeeper(bot)

    async def refresh(self) -> None:
        """Reads what the operator has decided."""
        self._state = await self._bot.matches.service.state()

    @property
    def notice(self) -> str | None:
        """The announcement that everyone is to read now, in the operator's words."""
        notice = self._state.notice
        return None if notice is None or notice.until <= self._clock() else notice.text

    async def show_status(self, *, anew: bool = False) -> None:
        """Makes the announcement the bot's status on Discord, if that is another one or is to be shown `anew`."""
        notice = self.notice
        if self._bot.is_ready() and (notice != self._shown or (anew and notice is not None)):
            with contextlib.suppress(discord.DiscordException, *NETWORK_ERRORS):  # tried again in a moment
                await self._bot.change_presence(activity=None if notice is None else discord.CustomActivity(notice))
                self._shown = notice

    def admit(self, interaction: discord.Interaction[Crux], name: str) -> None:
        """Counts an interaction, named after its command or button. Raises Blocked, LimitReached."""
        if not name.startswith(OPEN_TO_ALL):
            self.check_blocks(interaction.user.id, interaction.guild_id)
        if interaction.type is not discord.InteractionType.autocomplete:
            self.take(Allowance.ACTION, interaction.user.id)

    def check_blocks(self, person: int, server: int | None) -> None:
        """Raises Blocked for a person, or on a server, that the operator has blocked."""
        if person in self._state.people:
            raise Blocked(YOU_ARE_BLOCKED)
        if server in self._state.servers:
            raise Blocked(SERVER_IS_BLOCKED)

    def require(self, what: Allowance, person: int) -> app_commands.Cooldown:
        """Checks that this person may do something now, without counting it. Raises LimitReached."""
        limits: Limits = self._bot.matches.limits
        name, seconds, sentence = what.value
        limit, now = getattr(limits, name), self._clock().timestamp()
        used = self._used.get((what, person)) or app_commands.Cooldown(limit, seconds)
        self._used[what, person] = used
        if not used.get_tokens(now):
            seconds_left = used.get_retry_after(now)
            when = discord.utils.format_dt(datetime.fromtimestamp(now + seconds_left + 1, UTC), "R")
            raise LimitReached(sentence, limit=limit, when=when)
        return used

    def take(self, what: Allowance, person: int) -> None:
        """Counts something that this person may do only so often. Raises LimitReached."""
        self.require(what, person).update_rate_limit(self._clock().timestamp())

    @contextlib.contextmanager
    def counting(self, what: Allowance, person: int) -> Iterator[None]:
        """Counts the same, unless it's refused meanwhile or the database is away. Raises LimitReached."""
        used = self.require(what, person)
        used.update_rate_limit(self._clock().timestamp())
        try:
            yield
        except (Refusal, Announced):
            now = self._clock().timestamp()
            if used.get_tokens(now) < used.rate:  # otherwise another hour has begun
                used.update_rate_limit(now, tokens=-1)
            raise

    def repeats(self, click: discord.Interaction[Crux], custom_id: str, values: Sequence[str]) -> bool:
        """Whether the same person did the same on the same message just before. Notes the click."""
        same = (click.user.id, None if click.message is None else click.message.id, custom_id, *values)
        before, now = self._clicked.get(same), discord.utils.snowflake_time(click.id)
        self._clicked[same] = now
        return before is not None and abs(now - before) < DOUBLE_CLICK


def with_notice(bot: Client, words: str, limit: int) -> str:
    """These words with the operator's announcement below them, if there is one and both are short enough."""
    notice = Gatekeeper.of(bot).notice
    noted = words if notice is None else "\n".join(filter(None, (words, f"-# 📣 {notice}")))
    return noted if len(noted) <= limit else words
