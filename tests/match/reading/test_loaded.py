"""A match as it is read: its position is read once for all that look at it, and never taken for another one."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import select, update

from bot.match import Match, Matches
from bot.match.decisions import turns
from bot.match.reading.stored import StoredMatch
from bot.rules import State
from bot.store import Store
from bot.store.postgresql import AsText
from bot.store.tables import snapshots
from tests.match.conftest import Clock, StartMatch
from tests.match.toy import PLAYERS, Race, RaceGame, games

ANNE, BERT = PLAYERS[:2]


class CountingGame(RaceGame):
    """The race, which counts how often a position is read; under its second version the goal is one space farther."""

    reads = 0

    def load(self, doc: Mapping[str, Any]) -> Race:
        self.reads += 1
        state = super().load(doc)
        return replace(state, goal=state.goal + self.rules_version - 1)


@pytest.fixture
def game() -> CountingGame:
    return CountingGame()


@pytest.fixture
def counting_matches(store: Store, clock: Clock, game: CountingGame) -> Matches:
    return Matches(store, games=games(game), clock=clock)


async def read(matches: Matches, match: Match) -> StoredMatch:
    """The match as it is in the database now, with nothing of it read yet."""
    return await matches.dependencies.reader.read(match.id)


async def damage(store: Store, document: object) -> None:
    async with store.write() as connection:
        await connection.execute(update(snapshots).values(document=document))


async def test_a_position_is_read_once_for_all_that_look_at_it(
    counting_matches: Matches, game: CountingGame, start_match: StartMatch
) -> None:
    match = await start_match(using=counting_matches)
    match = await counting_matches.act(match.id, turns.play(ANNE, "walk"))
    state, reads = (await read(counting_matches, match)).state, game.reads
    for _ in range(3):
        assert (await read(counting_matches, match)).state == (await counting_matches.get(match.id)).state == state
    assert game.reads == reads
    match = await counting_matches.act(match.id, turns.play(BERT, "walk"))
    assert (await read(counting_matches, match)).state not in (None, state)
    assert game.reads > reads


async def test_a_damaged_text_is_never_taken_for_the_position_that_was_there(
    counting_matches: Matches, store: Store, start_match: StartMatch
) -> None:
    match = await start_match(using=counting_matches)
    good: State[Any] | None = (await read(counting_matches, match)).state
    assert good is not None
    document = good.dump()
    for damaged in ({**document, "to_move": 1}, {"game": "race"}, [1, 2]):
        await damage(store, damaged)
        for _ in range(2):
            loaded = await read(counting_matches, match)
            assert (loaded.state, loaded.unreadable is None) == (None, False), damaged
    await damage(store, document)
    loaded = await read(counting_matches, match)
    assert (loaded.state, loaded.unreadable) == (good, None)


async def test_what_could_not_be_read_is_tried_again(
    counting_matches: Matches, store: Store, game: CountingGame, start_match: StartMatch
) -> None:
    match = await start_match(using=counting_matches)
    async with store.write() as connection:  # another text of the same position, which nobody has read yet
        document = await connection.scalar(select(AsText(snapshots.c.document)))
        await connection.exec_driver_sql(f"UPDATE snapshots SET document = '{document} '")  # noqa: S608 - the test's own
    game.readable = False
    assert (await read(counting_matches, match)).state is None
    game.readable = True
    assert (await read(counting_matches, match)).state == match.state


async def test_other_rules_read_a_position_anew(
    counting_matches: Matches, store: Store, clock: Clock, game: CountingGame, start_match: StartMatch
) -> None:
    match = await start_match(using=counting_matches, goal=20)
    newer = Matches(store, games=games(CountingGame(2)), clock=clock)

    async def goal(matches: Matches) -> int:
        state = (await read(matches, match)).state
        assert isinstance(state, Race)
        return state.goal

    assert [await goal(counting_matches), await goal(newer), await goal(counting_matches)] == [20, 21, 20]
    game.rules_version = 2
    assert await goal(counting_matches) == 21
