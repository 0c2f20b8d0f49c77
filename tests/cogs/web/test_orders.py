"""The board in the browser says nothing of standing orders to anybody else; online-go.com's API once did."""

from typing import Any

import aiohttp

from bot.match.decisions import turns
from cogs.shared.web.server import PageServer
from tests.cogs.conftest import ANNE, BERT, Bot
from tests.cogs.web.conftest import Person, begun


async def test_nothing_there_changes_with_an_order_and_nobody_is_told(
    bot: Bot, server: PageServer, client: aiohttp.ClientSession
) -> None:
    match = await begun(bot, "cirondo", (ANNE, BERT))
    people = [await Person(server, client, user).enter() for user in (ANNE, BERT)]

    async def shown(number: int) -> list[Any]:
        return [[await person.get(f"matches/{number}"), await person.get("matches")] for person in people]

    told: list[int] = []
    bot.matches.on_change.append(lambda number, _people: told.append(number))
    bot.matches.dependencies.engine.on_post.clear()
    before = await shown(match.id)
    await bot.matches.orders.plan(match.id, BERT, ["B5-C5", "B21-C21"], seen_version=match.version)
    await bot.matches.orders.switch(match.id, BERT, "single", on=True)
    assert await shown(match.id) == before
    assert told == []
    assert not bot.matches.dependencies.engine.on_post.is_set()

    moved = await bot.matches.act(match.id, turns.play(ANNE, "B5-C5"))
    assert (await bot.matches.orders.of(match.id, BERT)).waits is not None
    waiting = await shown(match.id)
    await bot.matches.orders.drop(match.id, BERT)
    assert await shown(match.id) == waiting, "whether something is about to be played or not"
    assert await bot.matches.get(match.id) == moved
    assert told == [match.id]
