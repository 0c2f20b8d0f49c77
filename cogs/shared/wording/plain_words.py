"""What the page says: sentences for Discord, with names in place of mentions, so that no id of anybody leaves."""

import re

from bot.text import N_, say
from cogs.shared.client.client import Client
from cogs.shared.wording.labels import NAMES

PERSON = re.compile(r"<@!?(\d+)>")
_CHANNEL = re.compile(r"<#\d+>")
_OTHERS = re.compile(r"<@&\d+>|<a?:(\w+):\d+>")


async def without_ids(bot: Client, guild_id: int | None, words: str) -> str:
    """The words with people by name, as Markdown that shows names as they are written."""
    people = {int(number) for number in PERSON.findall(words)}
    if people:
        names = await NAMES.lookup(bot, guild_id, people)
        words = PERSON.sub(lambda found: str(names[int(found[1])]), words)
    words = _CHANNEL.sub(lambda _: say(N_("its channel")), words)
    return _OTHERS.sub(lambda found: found[1] or "", words)
