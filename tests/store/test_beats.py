"""When a bot last ran on a database, by which its absence is counted for each shard."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.store.queries import reminding
from bot.store.shards import EVERYTHING, Shards
from tests.databases import open_new

MONDAY = datetime(2026, 3, 2, tzinfo=UTC)
TUESDAY = MONDAY + timedelta(days=1)


def shards(count: int, *numbers: int) -> Shards:
    return Shards(count, frozenset(numbers))


@pytest.mark.parametrize(
    ("beats", "asks", "last"),
    [
        ([], EVERYTHING, {}),
        ([(MONDAY, EVERYTHING), (TUESDAY, EVERYTHING)], EVERYTHING, {0: TUESDAY}),
        ([(MONDAY, EVERYTHING)], shards(2, 0, 1), {0: MONDAY, 1: MONDAY}),  # it has more shards from now on
        ([(MONDAY, shards(2, 0, 1))], EVERYTHING, {0: MONDAY}),
        ([(MONDAY, shards(2, 0, 1)), (TUESDAY, shards(2, 1))], shards(2, 0, 1), {0: MONDAY, 1: TUESDAY}),
        ([(MONDAY, shards(2, 0))], shards(2, 1), {1: MONDAY}),
        ([(MONDAY, EVERYTHING), (TUESDAY, shards(2, 0))], shards(2, 0, 1), {0: TUESDAY, 1: TUESDAY}),
    ],
)
async def test_a_shard_that_was_never_served_was_away_as_long_as_the_whole_bot(
    address: str, beats: list[tuple[datetime, Shards]], asks: Shards, last: dict[int, datetime]
) -> None:
    async with open_new(address) as store, store.write() as connection:
        for at, served in beats:
            await reminding.beat(connection, at, served)
        assert await reminding.last_beats(connection, asks) == last
