"""The seeds of the dailies; see `bot.daily.chain`."""

from collections.abc import Iterable
from datetime import date, timedelta

from sqlalchemy import RowMapping
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.daily import closes_at, day_of
from bot.daily.chain import LINKS, link
from bot.daily.values import PublishedSeeds
from bot.match.errors import NoSuchDaily
from bot.match.parts.part import Part
from bot.store.queries import dailies

AHEAD = timedelta(days=30)
"""How long before a chain's first day its first link is published."""


class DailySeeds(Part):
    """The chains of seeds."""

    async def prepare(self) -> None:
        """Makes sure there are seeds for today and some time ahead."""
        today = day_of(self._now())
        chains = await self._read(dailies.chains)
        missing = [day for day in (today, today + AHEAD) if _chain_of(day, chains) is None]
        if missing:
            async with self._writing() as connection:
                for day in missing:
                    await self._add(connection, day)

    async def published(self) -> list[PublishedSeeds]:
        """What anyone may know about today's chain, and about the next one if it exists."""
        now = self._now()
        chains = await self._read(dailies.chains)
        result = []
        for chain in chains:
            first, links = chain["first_day"], chain["links"]
            last = first + timedelta(days=links - 1)
            if day_of(now) > last:
                continue
            newest = day_of(now) - timedelta(days=1 if now >= closes_at(day_of(now) - timedelta(days=1)) else 2)
            seed = link(chain["last_link"], _number(newest, chain), links).hex() if newest >= first else None
            anchor = link(chain["last_link"], 0, links).hex()
            result.append(PublishedSeeds(first, last, anchor, None if seed is None else (newest, seed)))
        return result

    async def of(self, connection: AsyncConnection, day: date, back: int = 0) -> bytes:
        """The seed of a day, or the link `back` days before it. Secret. Raises NoSuchDaily for days without one."""
        chain = _chain_of(day, await dailies.chains(connection))
        if chain is None:
            raise NoSuchDaily(day=day)
        return link(chain["last_link"], _number(day, chain) - back, chain["links"])

    async def _add(self, connection: AsyncConnection, day: date) -> None:
        """Adds a chain with a link for this day, unless there is one. It continues the previous chain if it can."""
        chains = await dailies.chains(connection)
        if _chain_of(day, chains) is not None:
            return
        ends = [one["first_day"] + timedelta(days=one["links"]) for one in chains]
        first = max((end for end in ends if end <= day < end + timedelta(days=LINKS)), default=day)
        await dailies.add_chain(connection, first, LINKS, self._new_seed())


def _number(day: date, chain: RowMapping) -> int:
    """The number of a day's link in its chain."""
    days: int = (day - chain["first_day"]).days
    return days + 1


def _chain_of(day: date, chains: Iterable[RowMapping]) -> RowMapping | None:
    return next((chain for chain in chains if 1 <= _number(day, chain) <= chain["links"]), None)
