"""Match play of the toy games: everybody plays a match of their own with the same luck."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match import Match, Matches
from bot.match.decisions import turns
from bot.store.queries import matches as queries
from bot.store.tables import EventRow
from tests.match.toy import PLAYERS


def parts(host: Match) -> list[int]:
    """The matches of the seats."""
    assert host.series is not None
    return [part.match_id for part in host.series.parts]


async def own(matches: Matches, host: Match, *moves: Sequence[str]) -> Match:
    """The table after each seat has played these moves in its own match."""
    for seat, theirs in enumerate(moves):
        for move in theirs:
            await matches.act(parts(host)[seat], turns.play(PLAYERS[seat], move))
    return await matches.get(host.id)


async def places(matches: Matches, host: Match) -> tuple[int, ...] | None:
    series = (await matches.get(host.id)).series
    assert series is not None
    return series.places


@contextmanager
def without_power_at(host: Match, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Meanwhile no event can be written at this table."""
    genuine = queries.append

    async def breaks(connection: AsyncConnection, event: EventRow) -> None:
        if event.match_id == host.id:
            raise RuntimeError("the power is gone")
        await genuine(connection, event)

    with monkeypatch.context() as broken:
        broken.setattr(queries, "append", breaks)
        yield
