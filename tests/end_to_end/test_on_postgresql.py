"""A whole match of each game, by a bot whose database is on a PostgreSQL server."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.end_to_end.house import House, lived_in
from tests.end_to_end.room import enter, match_of, rented
from tests.end_to_end.test_crowd import test_a_hundred_people_click_while_two_bots_serve_them  # noqa: F401
from tests.end_to_end.test_down_under import test_a_match_is_played_by_clicks_and_typing_to_its_end  # noqa: F401
from tests.end_to_end.test_parcheesi import test_a_match_is_played_by_rolls_and_clicks_up_to_its_limit_of_rolls  # noqa: F401
from tests.end_to_end.test_southern_cards import test_three_play_from_the_order_cards_to_the_places  # noqa: F401
from tests.end_to_end.test_southern_cross import (
    test_a_match_is_played_by_every_way_of_acting_up_to_its_limit_of_turns,  # noqa: F401
)
from tests.end_to_end.test_updates import test_people_play_on_through_updates_without_a_gap  # noqa: F401
from tests.end_to_end.test_whole_match import test_a_match_is_played_by_typing_to_its_end  # noqa: F401
from tests.postgresql import Server, needs_postgresql, started

pytestmark = [pytest.mark.postgres, needs_postgresql]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def house(tmp_path_factory: pytest.TempPathFactory, postgresql_server: Server) -> AsyncIterator[House]:
    """In place of the house where the other tests are."""
    async with lived_in(House(tmp_path_factory.mktemp("house"), server=postgresql_server)) as house:
        yield house


@pytest_asyncio.fixture(loop_scope="session")
async def own_house(tmp_path: Path, postgresql_server: Server) -> AsyncIterator[House]:
    """In place of the house of a test that breaks it."""
    house = House(tmp_path, server=postgresql_server)
    try:
        yield house
        await house.assert_logs_lead_to_positions()
    finally:
        await house.stop()


async def test_a_server_that_crashes_and_comes_back_loses_no_move(tmp_path: Path) -> None:
    with started({"synchronous_commit": "on"}) as server:
        async with lived_in(House(tmp_path, server=server)) as house, rented(house) as rent:
            ada, ben = await enter(rent, "Ada"), await enter(rent, "Ben")
            board = await rent[0].begin(ada, ben)
            await ada.slash("cirondo move", move="B5-C5")
            await house.until_posted()
            server.crash()
            answer = await ben.slash("cirondo move", move="B21-C21")
            assert "Played" not in answer.text
            server.start()
            answer = await ben.slash("cirondo move", move="B21-C21")
            assert answer.text.startswith("Played: ")
            await house.until_posted()
            query = "SELECT move FROM events WHERE match_id = ? AND kind = 'move' ORDER BY number"
            assert house.rows(query, match_of(board)) == [("B5-C5",), ("B21-C21",)]
