"""The background work of standing orders: playing what is due, and telling people what was cancelled."""

import logging

import discord

from bot.client import Crux
from bot.match.parts import orders
from bot.match.values.orders import CANCELLED_BY_OTHERS
from bot.text import N_, say
from bot.text.terms import join_sentences
from cogs.shared.access.links import board_link
from cogs.shared.client.background import Background
from cogs.shared.client.client import Client
from cogs.shared.client.direct_messages import send_directly
from cogs.shared.client.failures import REQUEST_ERRORS, keep_working
from cogs.shared.client.languages import to_person
from cogs.shared.client.sent_before import sent_before
from cogs.shared.interactions.replies import pinging
from cogs.shared.turns.order_words import ENDS
from cogs.shared.wording.labels import game_title

log = logging.getLogger(__name__)

TELL_EVERY = 15.0  # seconds


class Orders(Background):
    """Plays what is due."""

    def __init__(self, bot: Client) -> None:
        super().__init__(bot, "standing orders", orders.LOOK_EVERY.total_seconds())

    @keep_working(log, "Couldn't look for standing orders")
    async def look(self) -> None:
        """Plays what is due, unless Discord can't be reached now."""
        cut_off = bool(self.bot.matches.clocks.cut_off)
        await self.bot.matches.orders.look(reachable=self.bot.is_ready() and not cut_off)


class CancelledOrders(Background):
    """Tells people by direct message what was cancelled."""

    def __init__(self, bot: Client) -> None:
        super().__init__(bot, "news of standing orders", TELL_EVERY)

    @keep_working(log, "Couldn't look for news of standing orders")
    async def look(self) -> None:
        """Tells people what was cancelled."""
        for row in await self.bot.matches.orders.to_tell():
            if self.stopping.is_set():
                return
            await self._tell(row.match_id, row.discord_id)

    async def _tell(self, match_id: int, user: int) -> None:
        own = await self.bot.matches.orders.of(match_id, user)
        news = [one for one in own.news if not one.seen and one.what in CANCELLED_BY_OTHERS]
        if news:
            match = await self.bot.matches.get(match_id)
            async with to_person(self.bot, user, match.place.guild_id):
                named = say(N_("**{game} · match {id}**"), game=game_title(match), id=match_id)
                link = await board_link(self.bot, match_id)
                to_board = "" if link is None else say(N_("[Go to the board]({link})."), link=link)
                words = join_sentences((named, say(ENDS[news[-1].what]), to_board))

            async def send(channel: discord.DMChannel) -> None:
                if await sent_before(self.bot, channel.id, words, news[-1].at) is None:
                    nonce = f"or.{match_id}.{news[-1].number}"
                    await channel.send(words, nonce=nonce, allowed_mentions=pinging(user))

            try:
                await send_directly(self.bot, user, send)
            except REQUEST_ERRORS as error:  # it's tried again
                log.warning("Couldn't tell of a cancelled order: %s", type(error).__name__)
                return
        await self.bot.matches.orders.note_told(match_id, user)


async def setup(bot: Crux) -> None:
    await bot.add_cog(Orders(bot))
    await bot.add_cog(CancelledOrders(bot))
