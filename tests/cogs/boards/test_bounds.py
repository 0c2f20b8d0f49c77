"""What a bot remembers doesn't grow with the number of its matches. Entries are counted, not bytes."""

import sys
from collections import deque
from collections.abc import Iterator
from typing import Any

import pytest
from cachetools import Cache

from bot.computers.computers import Computers
from bot.match import Match
from bot.match.decisions import proposals
from cogs.shared.boards import delivery
from cogs.shared.boards.delivery import Delivery
from tests.cogs.conftest import ANNE, BERT, Bot, played_out, together
from tests.cogs.discord_answers import Discord, put

OURS = ("bot", "cogs", "images")
GROWING = (dict, set, list, deque)


@pytest.fixture
def discord_(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> Discord:
    async def no_picture(*_: object) -> None:
        return None

    monkeypatch.setattr(Delivery, "picture", no_picture)
    return put(bot, Discord())


async def a_match(bot: Bot) -> Match:
    """A match that begins, is played, looked at, and over, with all its boards posted."""
    match = await together(bot, ANNE, BERT)
    await posted(bot)
    bot.posting.delivery.mute(match)
    match = await played_out(bot, match.id)
    await posted(bot)
    await bot.posting.waiters.outcome(match)
    second = await together(bot, ANNE, BERT)
    await bot.matches.act(second.id, proposals.resign(BERT))
    await posted(bot)
    return match


async def posted(bot: Bot) -> None:
    for post in await bot.matches.outbox.due():
        await bot.posting.deliver(post)


def remembered(bot: Bot) -> dict[str, int]:
    """How many entries everything has that can grow, by its place: of the bot's objects, and of our modules."""
    found: dict[str, int] = {}
    seen: set[int] = set()
    begin: list[tuple[str, Any]] = [("bot", bot)]
    begin += [(name, vars(module)) for name, module in list(sys.modules.items()) if name.split(".")[0] in OURS]
    while begin:
        place, one = begin.pop()
        if id(one) in seen or isinstance(one, (Cache, Discord)):  # bounded themselves, or the test's own
            continue
        seen.add(id(one))
        if isinstance(one, GROWING):
            found[place] = len(one)
        begin += [(f"{place}.{name}", value) for name, value in inside(one)]
    return found


def inside(one: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(one, dict):
        yield from ((str(key), value) for key, value in list(one.items())[:1000])
    elif isinstance(one, (list, tuple, deque)):
        yield from ((str(number), value) for number, value in enumerate(list(one)[:1000]))
    elif type(one).__module__.split(".")[0] in (*OURS, "tests") and not isinstance(one, type):
        yield from getattr(one, "__dict__", {}).items()
        for kind in type(one).__mro__:
            slots = getattr(kind, "__slots__", ())
            yield from ((name, getattr(one, name)) for name in slots if hasattr(one, name) and name != "__weakref__")


@pytest.mark.slow
async def test_nothing_grows_with_the_matches_that_are_over(bot: Bot, discord_: Discord) -> None:
    bot.computers = Computers(bot.matches)
    await a_match(bot)
    before = remembered(bot)
    for _ in range(3):
        await a_match(bot)
    after = remembered(bot)
    assert {place: number for place, number in after.items() if number >= before.get(place, 0) + 3} == {}
    assert len(discord_.sent) > 3


async def test_the_delivery_remembers_only_so_many_matches(
    bot: Bot, discord_: Discord, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "CACHE_SIZE", 2)
    bot.posting.delivery = Delivery(bot)
    matches = [await together(bot, ANNE, BERT) for _ in range(5)]
    for match in matches:
        bot.posting.delivery.mute(match)
    assert len(bot.posting.delivery._muted) == 2
    await posted(bot)
    assert len(bot.posting.delivery.sure_of) == 2
    assert len(discord_.sent) == 5
