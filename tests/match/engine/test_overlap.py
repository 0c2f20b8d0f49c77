"""Two processes serve the same match for a while: what both receive acts once, and both know of it."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.match import Match, Matches, Refusal, TableFull, TableTerms
from bot.match.decisions import lobby, turns
from bot.match.decisions.lobby import PEOPLE_ON_A_SEAT
from bot.store import Store
from bot.store.queries import matches as queries
from tests.match.conftest import HERE, Clock
from tests.match.toy import GAMES, PLAYERS

CROWD = range(3000, 3100)


@pytest.fixture
async def both(address: str, store: Store, clock: Clock) -> AsyncIterator[tuple[Matches, Matches]]:
    async with await Store.open(address) as other:
        yield Matches(store, games=GAMES, clock=clock), Matches(other, games=GAMES, clock=clock)


async def interactions(match: Match, store: Store) -> list[int]:
    """Those that have acted on the match."""
    async with store.read() as connection:
        log = await queries.log(connection, match.id)
    assert [row.number for row in log] == list(range(1, len(log) + 1))
    return [row.interaction_id for row in log if row.interaction_id is not None]


@pytest.mark.thorough
async def test_clicks_of_a_hundred_people_that_reach_both_act_once(store: Store, both: tuple[Matches, Matches]) -> None:
    table = await both[0].tables.open(TableTerms("race", 4, shared=True), opener=PLAYERS[0], place=HERE)

    async def clicks(person: int, matches: Matches) -> bool:
        try:
            match = await matches.act(table.id, lobby.join(person), interaction=person)
        except TableFull:
            return False
        return match.seat_of(person) is not None

    seated = await asyncio.gather(*(clicks(person, matches) for person in CROWD for matches in both))
    assert seated[::2] == seated[1::2]  # both say the same
    assert sum(seated[::2]) == 4 * PEOPLE_ON_A_SEAT - 1
    acted = await interactions(table, store)
    assert len(acted) == len(set(acted)) == sum(seated[::2])


async def test_moves_of_a_hundred_people_for_one_seat_are_one_move(store: Store, both: tuple[Matches, Matches]) -> None:
    table = await both[0].tables.open(TableTerms("race", 2, {"goal": 1000}), opener=PLAYERS[0], place=HERE)
    await both[0].tables.note_posted(table.id, 7000)
    await both[0].act(table.id, lobby.join(PLAYERS[1]))
    match = await both[0].act(table.id, lobby.begin(PLAYERS[0]))

    async def clicks(number: int, matches: Matches) -> bool:
        try:
            await matches.act(match.id, turns.play(PLAYERS[0], "walk"), interaction=number)
        except Refusal:
            return False
        return True

    played = await asyncio.gather(*(clicks(number, matches) for number in CROWD for matches in both))
    (first,) = await interactions(match, store)
    assert [number for number, done in zip(CROWD, played[::2], strict=True) if done] == [first]
    assert played[::2] == played[1::2]
