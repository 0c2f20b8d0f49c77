"""Making a position anew from the log, and giving up where others are always faster."""

from typing import Any

import pytest
from sqlalchemy import update

from bot.match import Busy, Match, Matches, MatchOver, NotRunning, Status, TableTerms
from bot.match.decisions import lobby, proposals, turns
from bot.store import Store
from bot.store.tables import snapshots
from tests.match.conftest import HERE, Clock, StartMatch, dump
from tests.match.toy import GAMES, PLAYERS

ANNE, BERT = PLAYERS[:2]


@pytest.fixture
def others_are_faster(matches: Matches, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Nothing of this process is ever written; one entry for each try."""
    tries: list[int] = []

    async def never(*_: Any, **__: Any) -> None:
        tries.append(1)

    monkeypatch.setattr(matches.dependencies.engine, "write", never)
    return tries


async def damaged(store: Store, match: Match) -> None:
    async with store.write() as connection:
        await connection.execute(update(snapshots).where(snapshots.c.match_id == match.id).values(document={"x": 1}))


async def test_a_match_with_a_damaged_position_goes_on_from_its_log(
    matches: Matches, store: Store, start_match: StartMatch
) -> None:
    match = await start_match()
    match = await matches.act(match.id, turns.play(ANNE, "walk"))
    await damaged(store, match)
    assert await matches.records.check(match.id) != []
    again = await matches.records.rebuild(match.id)
    assert (again.status, again.state, again.version) == (Status.RUNNING, match.state, match.version + 1)
    assert await matches.records.check(match.id) == []
    await matches.act(match.id, turns.play(BERT, "walk"))


async def test_what_has_no_position_to_go_on_from_is_refused(
    matches: Matches, store: Store, start_match: StartMatch
) -> None:
    opened = await matches.tables.open(TableTerms(game="race", seats=2), opener=ANNE, place=HERE)
    closed = await matches.tables.open(TableTerms(game="race", seats=2), opener=ANNE, place=HERE)
    await matches.act(closed.id, lobby.cancel(ANNE))
    over = await start_match()
    await matches.act(over.id, proposals.resign(ANNE))
    before = await dump(store)
    with pytest.raises(NotRunning):
        await matches.records.rebuild(opened.id)
    for match in (closed, over):
        with pytest.raises(MatchOver):
            await matches.records.rebuild(match.id)
    assert await dump(store) == before


async def test_rebuilding_is_left_to_a_later_try_if_the_match_goes_on_meanwhile(
    matches: Matches, another: Matches, start_match: StartMatch, others_are_faster: list[int]
) -> None:
    match = await begun_by_somebody_else(another, start_match, others_are_faster)
    with pytest.raises(Busy):
        await matches.records.rebuild(match.id)
    assert others_are_faster == [1]


@pytest.fixture
def another(store: Store, clock: Clock) -> Matches:
    """A second process."""
    return Matches(store, games=GAMES, clock=clock)


async def begun_by_somebody_else(another: Matches, start_match: StartMatch, tries: list[int]) -> Match:
    match = await start_match(using=another)
    assert tries == []
    return match


async def test_a_decision_is_tried_some_times_and_then_refused(
    matches: Matches,
    another: Matches,
    start_match: StartMatch,
    others_are_faster: list[int],
    caplog: pytest.LogCaptureFixture,
) -> None:
    match = await begun_by_somebody_else(another, start_match, others_are_faster)
    with pytest.raises(Busy):
        await matches.act(match.id, turns.play(ANNE, "walk"))
    assert (len(others_are_faster), "gave up after 8 conflicts" in caplog.text) == (8, True)
    assert await matches.get(match.id) == match


async def test_so_is_taking_a_match_over_to_newer_rules(
    matches: Matches, another: Matches, start_match: StartMatch, others_are_faster: list[int], store: Store
) -> None:
    match = await begun_by_somebody_else(another, start_match, others_are_faster)
    await damaged(store, match)
    with pytest.raises(Busy):
        await matches.get(match.id)
    assert len(others_are_faster) == 8


async def test_so_is_a_rematch_whose_table_others_keep_opening(
    matches: Matches, start_match: StartMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sqlalchemy.exc import IntegrityError

    match = await start_match()
    await matches.act(match.id, proposals.resign(ANNE))
    tries: list[int] = []

    async def there_already(*_: Any) -> int:
        tries.append(1)
        raise IntegrityError("", {}, Exception())

    monkeypatch.setattr(matches.tables, "_open_again", there_already)
    with pytest.raises(Busy):
        await matches.tables.rematch(match.id, ANNE)
    assert len(tries) == 8
