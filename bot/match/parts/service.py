"""What the operator decides for everyone: who is blocked, and what is announced."""

from dataclasses import dataclass
from datetime import datetime

from bot.match.parts.part import Dependencies, Part, notes
from bot.match.parts.people import People
from bot.match.values.match import Match
from bot.store.queries import service
from bot.store.queries.service import PERSON, SERVER


@dataclass(frozen=True, slots=True)
class Notice:
    """An announcement to everyone, in the operator's words, shown `until` then."""

    text: str
    until: datetime


@dataclass(frozen=True, slots=True)
class ServiceState:
    """The blocked people and servers, by Discord's ids and oldest block first, and the announcement."""

    people: tuple[int, ...] = ()
    servers: tuple[int, ...] = ()
    notice: Notice | None = None


class Service(Part):
    """Blocks and the announcement.

    A blocked person leaves all open tables and counts in running matches as someone who has left the server: clocks go
    on, and the others may let a computer play on. On a blocked server nobody can play, so its clocks stand still. Each
    block lasts until it is taken away, also if the person is forgotten meanwhile.
    """

    def __init__(self, dependencies: Dependencies, people: People) -> None:
        super().__init__(dependencies)
        self._people = people

    async def state(self) -> ServiceState:
        """What holds now."""
        async with self._store.read() as connection:
            blocks, row = await service.list_blocks(connection), await service.notice(connection)
        notice = None if row is None or row.until <= self._now() else Notice(row.text, row.until)
        return ServiceState(
            tuple(block.discord_id for block in blocks if block.kind == PERSON),
            tuple(block.discord_id for block in blocks if block.kind == SERVER),
            notice,
        )

    async def block_person(self, user: int) -> list[Match]:
        """Blocks a person. Returns the open tables and matches that the person has left. Raises Busy, NotWritable."""
        await self._write(service.block, PERSON, user, self._now())
        return await self._people.leave_all(user)

    async def block_server(self, guild_id: int) -> None:
        """Blocks a server. Raises Busy, NotWritable."""
        await self._write(service.block, SERVER, guild_id, self._now())

    async def unblock(self, discord_id: int) -> bool:
        """Takes the block of a person or a server away; False if there is none. Raises Busy, NotWritable."""
        async with self._writing() as connection:
            results = [await service.unblock(connection, kind, discord_id) for kind in (PERSON, SERVER)]
        return any(results)

    announce = notes(service.set_notice)

    async def take_back_notice(self) -> None:
        """Ends the announcement. Raises Busy, NotWritable."""
        await self._write(service.set_notice, None, self._now())
