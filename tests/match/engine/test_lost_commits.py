"""The connection to a PostgreSQL server is lost while it commits: what was asked for happens once, and is known to."""

from collections.abc import Callable

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match import Matches, Status, TableTerms
from bot.match.decisions import proposals, turns
from bot.match.values.errors import Busy, Unsure
from bot.store import Store, StoreBusy
from tests.match.conftest import HERE, StartMatch
from tests.match.toy import PLAYERS
from tests.postgresql import Server, needs_postgresql

pytestmark = [pytest.mark.postgres, needs_postgresql]

Lose = Callable[[bool], None]


@pytest.fixture
def address(postgresql_server: Server) -> str:
    return postgresql_server.cleared()


@pytest.fixture
def lose(monkeypatch: pytest.MonkeyPatch) -> Lose:
    """`lose(written)`: the next commit loses its connection, after or before the server has received it."""

    def lose(written: bool) -> None:
        known = AsyncConnection.commit

        async def commit(connection: AsyncConnection) -> None:
            monkeypatch.setattr(AsyncConnection, "commit", known)
            raw = (await connection.get_raw_connection()).driver_connection
            assert raw is not None
            if written:
                await raw.execute("COMMIT")
            raw.terminate()
            await known(connection)

        monkeypatch.setattr(AsyncConnection, "commit", commit)

    return lose


@pytest.mark.parametrize("written", [True, False])
class TestWhatIsAsked:
    async def test_a_move_acts_once_and_is_confirmed(
        self, matches: Matches, start_match: StartMatch, lose: Lose, written: bool
    ) -> None:
        match = await start_match(goal=12)
        matches.outbox.on_post.clear()
        lose(written)
        after = await matches.act(match.id, turns.play(PLAYERS[0], "walk"), interaction=77)
        assert after.version == match.version + 1
        assert matches.outbox.on_post.is_set()
        again = await matches.act(match.id, turns.play(PLAYERS[0], "walk"), interaction=77)
        assert again.version == after.version
        assert [post.version for post in await matches.outbox.due()] == [after.version]

    async def test_a_table_is_opened_once(self, matches: Matches, lose: Lose, written: bool) -> None:
        terms = TableTerms("race", 2)
        lose(written)
        if written:
            table = await matches.tables.open(terms, opener=PLAYERS[0], place=HERE, interaction=78)
        else:
            with pytest.raises(Busy):
                await matches.tables.open(terms, opener=PLAYERS[0], place=HERE, interaction=78)
            table = await matches.tables.open(terms, opener=PLAYERS[0], place=HERE, interaction=78)
        assert [one.id for one in await matches.lists.in_channel(HERE.channel_id)] == [table.id]

    async def test_a_rematch_is_opened_once(
        self, matches: Matches, start_match: StartMatch, lose: Lose, written: bool
    ) -> None:
        match = await start_match(goal=12)
        over = await matches.act(match.id, proposals.resign(PLAYERS[0]))
        assert over.status is Status.OVER
        lose(written)
        table = await matches.tables.rematch(match.id, PLAYERS[0], interaction=79)
        assert table.id == (await matches.tables.rematch(match.id, PLAYERS[0], interaction=80)).id
        assert table.seat_of(PLAYERS[0]) is not None


async def test_while_the_server_stays_away_nobody_is_told_that_nothing_happened(
    matches: Matches, start_match: StartMatch, lose: Lose, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await start_match(goal=12)

    async def away(_: Store) -> None:
        raise StoreBusy

    lose(True)
    monkeypatch.setattr(Store, "settle", away)
    with pytest.raises(Unsure):
        await matches.act(match.id, turns.play(PLAYERS[0], "walk"), interaction=77)
    assert (await matches.get(match.id)).version == match.version + 1
