"""The seeds of the dailies; see `bot.daily.chain`."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.daily import closes_at, day_of
from bot.daily.chain import LINKS, link
from bot.daily.values import PublishedSeeds
from bot.match.parts.part import Part
from bot.match.values.errors import NoSuchDaily
from bot.store.daily_tables import DailyChainRow
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

    async def list_published(self) -> list[PublishedSeeds]:
        """What anyone may know about today's chain, and about the next one if it exists."""
        await self.publish_past()
        today = day_of(self._now())
        chains = await self._read(dailies.chains)
        result = []
        for chain in chains:
            first, links = chain.first_day, chain.links
            last = first + timedelta(days=links - 1)
            if today > last:
                continue
            newest = chain.published
            seed = None
            if newest is not None:
                seed = newest, link(chain.last_link, _number(newest, chain), links).hex()
            anchor = link(chain.last_link, 0, links).hex()
            result.append(PublishedSeeds(first, last, anchor, seed))
        return result

    async def publish_past(self) -> list[date]:
        """Publishes the seeds of the days that are over; returns those of them that somebody has begun.

        That a seed is public is stored before anyone is shown it, in the transaction that closes the day's deal. So it
        stays public, and the deal closed, when the clock is set back.
        """
        newest = newest_over(self._now())
        chains = await self._read(dailies.chains)
        if not any(_to_publish(chain, newest) for chain in chains):
            return []
        days = list[date]()
        async with self._writing() as connection:
            for chain in await dailies.chains(connection):
                day = _to_publish(chain, newest)
                if day is not None:
                    days += await dailies.note_published(connection, chain.id, day, self._now())
        return days

    async def is_public(self, connection: AsyncConnection, day: date, back: int = 0) -> bool:
        """Whether the seed of a day is published, or the link `back` days before it; link 0 always is."""
        chain = _chain_of(day, await dailies.chains(connection))
        if chain is None:
            return False
        number, published = _number(day, chain) - back, chain.published
        return number <= (0 if published is None else _number(published, chain))

    async def of(self, connection: AsyncConnection, day: date, back: int = 0) -> bytes:
        """The seed of a day, or the link `back` days before it. Secret. Raises NoSuchDaily for days without one."""
        chain = _chain_of(day, await dailies.chains(connection))
        if chain is None:
            raise NoSuchDaily(day=day)
        return link(chain.last_link, _number(day, chain) - back, chain.links)

    async def _add(self, connection: AsyncConnection, day: date) -> None:
        """Adds a chain with a link for this day, unless there is one. It continues the previous chain if it can."""
        chains = await dailies.chains(connection)
        if _chain_of(day, chains) is not None:
            return
        ends = [one.first_day + timedelta(days=one.links) for one in chains]
        first = max((end for end in ends if end <= day < end + timedelta(days=LINKS)), default=day)
        await dailies.add_chain(connection, first, LINKS, self._new_seed())


def newest_over(now: datetime) -> date:
    """The newest day whose deal is over by the time."""
    yesterday = day_of(now) - timedelta(days=1)
    return yesterday if now >= closes_at(yesterday) else yesterday - timedelta(days=1)


def _to_publish(chain: DailyChainRow, newest: date) -> date | None:
    """The newest day of a chain whose seed isn't public though its deal is over; None if there is none."""
    day = min(newest, chain.first_day + timedelta(days=chain.links - 1))
    return day if day >= chain.first_day and (chain.published is None or day > chain.published) else None


def _number(day: date, chain: DailyChainRow) -> int:
    """The number of a day's link in its chain."""
    days: int = (day - chain.first_day).days
    return days + 1


def _chain_of(day: date, chains: Iterable[DailyChainRow]) -> DailyChainRow | None:
    return next((chain for chain in chains if 1 <= _number(day, chain) <= chain.links), None)
