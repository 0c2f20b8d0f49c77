"""A match that someone ends who keeps order in its channel."""

import pytest

import bot.rules
from bot.match import Matches, MatchOver, SeriesKind, Status, TableTerms, verify
from bot.match.decisions import moderation, proposals, turns
from bot.rules.record import replay
from bot.store import Store
from tests.match.conftest import HERE, Clock, StartMatch
from tests.match.played import play_moves
from tests.match.refusing import refuse
from tests.match.toy import GAMES, PLAYERS, RaceGame, games

ANNE, BERT = PLAYERS[:2]
MODERATOR = 900


async def test_nobody_has_won_and_the_record_says_that_it_was_called_off(
    matches: Matches, start_match: StartMatch, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot.rules, "GAMES", GAMES)
    match = await play_moves(matches, await start_match(), "walk", "roll")
    await matches.act(match.id, proposals.offer_draw(ANNE))
    ended_match = await matches.act(match.id, moderation.end(MODERATOR), interaction=4)
    assert await matches.act(match.id, moderation.end(MODERATOR), interaction=4) == ended_match
    assert (ended_match.status, ended_match.to_move, ended_match.proposal) == (Status.OVER, None, None)
    assert ended_match.ending is not None
    assert (ended_match.ending.kind, ended_match.ending.places, ended_match.ending.scores) == ("ended", None, None)
    assert (ended_match.recent[-1].kind, ended_match.recent[-1].seat) == ("end", None)
    assert [post.version for post in await matches.outbox.due()] == [ended_match.version]
    assert await matches.records.check(match.id) == []
    record = await matches.records.export(match.id)
    assert (record["result"]["ending"], record["result"]["places"], record["result"]["resigned"]) == (
        "agreed",
        None,
        [],
    )
    assert replay(record) == ended_match.state
    assert verify(record).wrong == ()
    assert (await matches.records.replay(match.id)).last == 2
    await refuse(store, MatchOver, lambda: matches.act(match.id, moderation.end(MODERATOR)))
    async with store.read() as connection:
        assert str(MODERATOR) not in str((await connection.exec_driver_sql("SELECT * FROM events")).all())


async def test_a_table_is_closed(matches: Matches, store: Store) -> None:
    table = await matches.tables.open(TableTerms(game="race", seats=2), opener=ANNE, place=HERE)
    assert [match.id for match in await matches.lists.glance(guild_id=1)] == [table.id]
    assert (await matches.act(table.id, moderation.end(MODERATOR))).status is Status.CANCELLED
    assert await matches.lists.glance(guild_id=1) == await matches.lists.glance(guild_id=2) == []
    await refuse(store, MatchOver, lambda: matches.act(table.id, moderation.end(MODERATOR)))


async def test_a_match_that_waits_for_other_rules_can_be_ended(
    matches: Matches, start_match: StartMatch, store: Store, clock: Clock
) -> None:
    match = await play_moves(matches, await start_match(), "walk")
    broken = Matches(store, games=games(RaceGame(2, readable=False)), clock=clock)
    assert (await broken.get(match.id)).status is Status.FROZEN
    ended_match = await broken.act(match.id, moderation.end(MODERATOR))
    assert (ended_match.status, ended_match.frozen_because) == (Status.OVER, None)
    assert await broken.lists.computer_turns() == []


async def test_all_of_a_series_ends(matches: Matches, table: StartMatch) -> None:
    points = await table(2, series=SeriesKind.POINTS, rounds=1)
    ended_match = await matches.act(points.id, moderation.end(MODERATOR))
    assert ended_match.series is not None
    assert (ended_match.series.over, ended_match.series.places, len(ended_match.series.parts)) == (True, None, 1)
    host = await table(3, series=SeriesKind.PARALLEL, rounds=1)
    assert host.series is not None
    first, *others = host.series.parts
    await matches.act(first.match_id, turns.play(ANNE, "pick"))
    ended_match = await matches.act(host.id, moderation.end(MODERATOR))
    kinds = [(await matches.get(part.match_id)).ending for part in host.series.parts]
    assert [ending.kind for ending in kinds if ending is not None] == ["played", "ended", "ended"]
    assert ended_match.series is not None
    assert ended_match.series.over
    for part in (first, *others):
        assert await matches.records.check(part.match_id) == []
    assert await matches.records.check(host.id) == []
    assert await matches.lists.glance(guild_id=1) == []
    host = await table(2, series=SeriesKind.PARALLEL, rounds=1)
    assert host.series is not None
    ended_match = await matches.act(host.series.parts[1].match_id, moderation.end(MODERATOR))
    assert (ended_match.status, (await matches.get(host.id)).status) == (Status.OVER, Status.OVER)
