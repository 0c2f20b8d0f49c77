"""Which servers belong to which shards, in Python and in the database."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import BigInteger, column, create_engine, literal, select
from sqlalchemy.dialects import postgresql

from bot.store.shards import EVERYTHING, NOTHING, Shards
from bot.store.tables import posts

COUNTS = st.integers(1, 20)


@given(st.integers(0, 2**63 - 1), COUNTS)
def test_every_server_has_one_shard_as_discord_says(guild: int, count: int) -> None:
    shard = Shards(count, frozenset()).number_of(guild)
    assert shard == (guild >> 22) % count
    assert [Shards(count, frozenset({number})).include(guild) for number in range(count)].count(True) == 1


def test_direct_messages_have_the_first_shard() -> None:
    assert Shards(3, frozenset({0})).include(None)
    assert not Shards(3, frozenset({1, 2})).include(None)


@given(st.none() | st.integers(0, 2**63 - 1), COUNTS, st.sets(st.integers(0, 19)))
def test_the_database_agrees(guild: int | None, count: int, numbers: set[int]) -> None:
    shards = Shards(count, frozenset(number for number in numbers if number < count))
    with create_engine("sqlite://").connect() as connection:
        condition = shards.have(literal(guild, BigInteger))
        assert bool(connection.scalar(select(condition))) == shards.include(guild)


def test_a_query_about_everything_stays_what_it_is() -> None:
    query = select(posts.c.id)
    assert EVERYTHING.among(query, posts.c.guild_id) is query
    assert "false" in str(NOTHING.among(query, posts.c.guild_id).compile(dialect=postgresql.dialect()))  # type: ignore[no-untyped-call]


@pytest.mark.parametrize("shards", [Shards(4, frozenset({1, 3})), Shards(4, frozenset(range(4)))], ids=str)
def test_postgresql_divides_large_numbers(shards: Shards) -> None:
    written = str(select(shards.have(column("guild_id", BigInteger))).compile(dialect=postgresql.asyncpg.dialect()))  # type: ignore[no-untyped-call]
    assert ">>" not in written
