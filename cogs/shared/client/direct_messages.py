"""Direct messages, which people can refuse."""

import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

import discord

from bot.match import Busy
from cogs.shared.client.client import Client
from cogs.shared.client.failures import is_temporary
from cogs.shared.client.languages import Languages

log = logging.getLogger(__name__)


async def send_directly(bot: Client, person: int, send: Callable[[discord.DMChannel], Awaitable[object]]) -> bool:
    """Sends someone a direct message with `send`; returns False if Discord doesn't let the bot write to them.

    The person's language is stored before: whoever sends this again, after a death, must write it in the same.

    Raises discord.HTTPException for temporary failures.
    """
    with suppress(Busy):
        await Languages.of(bot).save()
    try:
        await send(await bot.create_dm(discord.Object(person)))
    except discord.HTTPException as error:
        if is_temporary(error):
            raise
        log.info("Couldn't send a direct message: Discord answered %d", error.code)
        return False
    return True
