"""Two bots on one database, each with a part of the shards.

Each is on a playground of its own, because a playground is one server, which belongs to one shard.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count

from bot.store.shards import Shards
from tests.end_to_end.house import House

ALL_REQUESTS = 50  # a second, which Discord allows a bot


@asynccontextmanager
async def two_houses(first: House, second: House) -> AsyncIterator[tuple[House, House]]:
    """Both houses, on the first one's database, with their playgrounds and bots."""
    houses = first, second
    second.address = first.address
    try:
        servers = []
        for house in houses:
            house.folder.mkdir(exist_ok=True)
            await house.start_playground()
            (guild,) = await house.as_the_bot("GET", "/users/@me/guilds")
            servers.append(int(guild["id"]))
        shards = next(
            shards
            for shards in (Shards(number, frozenset()) for number in count(2))
            if len({shards.number_of(guild) for guild in servers}) == len(houses)
        )
        for house, guild in zip(houses, servers, strict=True):
            house.settings |= {
                "SHARD_COUNT": str(shards.count),
                "SHARDS": str(shards.number_of(guild)),
                "REQUESTS_PER_SECOND": str(ALL_REQUESTS / len(houses)),
            }
            await house.start_bot()
        yield houses
    finally:
        for house in houses:
            await house.stop()
