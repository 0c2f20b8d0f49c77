"""Tables that are full, waited at for long, looked for, or opened for invited people."""

from datetime import timedelta

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match import (
    Busy,
    ComputerLevel,
    Limits,
    Match,
    Matches,
    MatchOver,
    NoSuchMatch,
    NotInThisMatch,
    NotOpen,
    Place,
    Status,
    TableTerms,
)
from bot.match.decisions import lobby, proposals, turns
from bot.match.decisions.clocks import COUNTDOWN
from bot.match.decisions.decision import Decision
from bot.match.values.errors import SeatsEmpty
from bot.store import Store
from bot.store.columns import MatchColumns
from bot.store.queries import matches as queries
from tests.match.conftest import HERE, Clock, StartMatch, dump
from tests.match.tables import open_table
from tests.match.toy import GAMES, PLAYERS

ANNE, BERT, CLEO, DORA = PLAYERS


class TestTidying:
    async def test_tables_that_nobody_starts_are_cancelled_after_a_day(
        self, matches: Matches, clock: Clock, start_match: StartMatch
    ) -> None:
        old = await open_table(matches)
        running = await start_match()
        clock.forward(timedelta(hours=24))
        assert await matches.tables.tidy() == []
        clock.forward(timedelta(milliseconds=1))
        young = await open_table(matches)
        assert [match.id for match in await matches.tables.tidy()] == [old.id]
        assert [(await matches.get(one.id)).status for one in (old, running, young)] == [
            Status.CANCELLED,
            Status.RUNNING,
            Status.OPEN,
        ]
        assert await matches.tables.tidy() == []
        with pytest.raises(MatchOver):
            await matches.act(old.id, turns.play(ANNE, "walk"))

    async def test_a_table_that_fails_does_not_keep_the_others(
        self, matches: Matches, clock: Clock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        first, second, third, fourth = [(await open_table(matches)).id for _ in range(4)]
        clock.forward(timedelta(days=2))
        broken: dict[int, Exception] = {first: Busy(), third: ZeroDivisionError()}
        claim = queries.claim

        async def claims(connection: AsyncConnection, match_id: int, seen: int, columns: MatchColumns) -> bool:
            if match_id in broken:
                raise broken[match_id]
            return await claim(connection, match_id, seen, columns)

        monkeypatch.setattr(queries, "claim", claims)
        assert [match.id for match in await matches.tables.tidy()] == [second, fourth]
        assert [f"Can't clean up table {number} " in caplog.text for number in (first, second, third)] == [0, 0, 1]
        broken.clear()
        assert [match.id for match in await matches.tables.tidy()] == [first, third]


class TestFinding:
    async def test_a_match_that_does_not_exist(self, matches: Matches, store: Store) -> None:
        before = await dump(store)
        for decision in (lobby.join, lobby.leave, lobby.cancel, lobby.begin, proposals.resign, proposals.agree):
            with pytest.raises(NoSuchMatch):
                await matches.act(99, decision(ANNE))
        with pytest.raises(NoSuchMatch):
            await matches.act(99, turns.play(ANNE, "walk"))
        for look in (
            matches.get,
            matches.records.log,
            matches.outbox.repost,
            matches.records.record,
            matches.records.fold,
            matches.records.rebuild,
        ):
            with pytest.raises(NoSuchMatch):
                await look(99)
        with pytest.raises(NoSuchMatch):
            await matches.tables.note_posted(99, 1)
        assert await dump(store) == before

    async def test_by_person_and_place(self, matches: Matches, clock: Clock, start_match: StartMatch) -> None:
        running = await start_match()
        clock.forward(timedelta(seconds=1))
        thread = await matches.tables.open(TableTerms(game="race", seats=2), opener=BERT, place=Place(1, 20, 30))
        clock.forward(timedelta(seconds=1))
        other = await matches.tables.open(
            TableTerms(game="race", seats=2), opener=BERT, place=Place(2, 21), invited=[ANNE]
        )
        gone = await matches.tables.open(TableTerms(game="race", seats=2), opener=BERT, place=HERE)
        await matches.act(gone.id, lobby.cancel(BERT))

        def ids(found: list[Match]) -> list[int]:
            return [match.id for match in found]

        assert ids(await matches.lists.of_user(BERT)) == [other.id, thread.id, running.id]
        assert ids(await matches.lists.of_user(ANNE)) == [running.id]
        assert ids(await matches.lists.of_user(BERT, guild_id=1)) == [thread.id, running.id]
        assert ids(await matches.lists.of_user(BERT, statuses=[Status.CANCELLED])) == [gone.id]
        assert ids(await matches.lists.in_channel(20)) == [thread.id, running.id]
        assert ids(await matches.lists.in_channel(30)) == [thread.id]
        assert ids(await matches.lists.in_channel(20, statuses=[Status.RUNNING])) == [running.id]


class TestInvitations:
    async def test_are_found_until_one_sits_down_or_the_table_is_gone(self, matches: Matches) -> None:
        async def found(user: int) -> list[int]:
            return [match.id for match in await matches.lists.inviting(user, guild_id=HERE.guild_id)]

        first, second = await open_table(matches, invited=[BERT, CLEO]), await open_table(matches, invited=[BERT])
        await open_table(matches)
        elsewhere = await matches.tables.open(
            TableTerms(game="race", seats=3), opener=ANNE, place=Place(guild_id=2, channel_id=5), invited=[BERT]
        )
        assert [await found(one) for one in (ANNE, BERT, CLEO, DORA)] == [[], [second.id, first.id], [first.id], []]
        assert {match.id for match in await matches.lists.inviting(BERT)} == {first.id, second.id, elsewhere.id}
        await matches.act(second.id, lobby.join(BERT, message_id=5))
        assert await found(BERT) == [first.id]
        await matches.act(second.id, lobby.leave(BERT))  # who gets up isn't expected any more
        assert await found(BERT) == [first.id]
        await matches.act(first.id, lobby.cancel(ANNE))
        assert (await found(BERT), await found(CLEO)) == ([], [])


class TestAFullTable:
    """It begins by itself after a countdown, unless someone wants it to wait."""

    async def test_begins_once_its_countdown_is_over(self, matches: Matches, clock: Clock) -> None:
        match = await full(matches)
        assert match.begins_at == clock.now + timedelta(seconds=10)
        clock.forward(COUNTDOWN - timedelta(milliseconds=1))
        assert await matches.tables.begin_full() == []
        clock.forward(timedelta(milliseconds=1))
        (started_match,) = await matches.tables.begin_full()
        assert (started_match.id, started_match.status, started_match.begins_at) == (match.id, Status.RUNNING, None)
        assert started_match.recent[-1].kind == "begin"
        assert await matches.tables.begin_full() == []
        assert [post.match_id for post in await matches.outbox.due()] == [match.id]

    async def test_begins_a_new_countdown_after_a_restart(self, matches: Matches, store: Store, clock: Clock) -> None:
        late, waiting = await full(matches), await full(matches)
        await matches.act(waiting.id, lobby.wait(BERT))
        clock.forward(timedelta(hours=1))
        goes_on = await full(matches)  # it isn't over yet
        clock.forward(timedelta(seconds=1))
        restarted = Matches(store, games=GAMES, clock=clock)
        await restarted.clocks.tick(starting=True)
        assert [(one.id, one.begins_at) for one in await restarted.tables.restart_countdowns()] == [
            (late.id, clock.now + COUNTDOWN)
        ]
        assert await restarted.tables.begin_full() == []
        clock.forward(COUNTDOWN)
        started_matches = await restarted.tables.begin_full()
        assert [(one.id, one.status) for one in started_matches] == [
            (goes_on.id, Status.RUNNING),
            (late.id, Status.RUNNING),
        ]

    async def test_waits_on_request_until_its_seats_change(self, matches: Matches, clock: Clock) -> None:
        match = await full(matches)
        with pytest.raises(NotInThisMatch):
            await matches.act(match.id, lobby.wait(DORA))
        match = await matches.act(match.id, lobby.wait(BERT))
        assert match.begins_at is None
        assert (await matches.act(match.id, lobby.wait(BERT))).version == match.version
        clock.forward(2 * COUNTDOWN)
        assert await matches.tables.begin_full() == []
        await matches.act(match.id, lobby.leave(BERT))
        match = await matches.act(match.id, lobby.join(CLEO))
        assert match.begins_at == clock.now + COUNTDOWN
        await matches.act(match.id, lobby.begin(ANNE))
        with pytest.raises(NotOpen):
            await matches.act(match.id, lobby.wait(ANNE))

    async def test_stops_when_someone_leaves(self, matches: Matches, clock: Clock) -> None:
        match = await matches.act((await full(matches)).id, lobby.leave(BERT))
        assert match.begins_at is None
        clock.forward(2 * COUNTDOWN)
        assert await matches.tables.begin_full() == []

    async def test_may_be_full_of_computers(self, matches: Matches, clock: Clock) -> None:
        match = await open_table(matches)
        for _ in range(2):
            assert match.begins_at is None
            match = await matches.act(match.id, lobby.add_computer(ANNE, ComputerLevel.EASY))
        assert match.begins_at == clock.now + COUNTDOWN
        assert (await matches.act(match.id, lobby.remove_computer(ANNE))).begins_at is None

    async def test_with_shared_seats_waits_for_more_people(self, matches: Matches) -> None:
        match = await open_table(matches, 2, shared=True)
        assert (await matches.act(match.id, lobby.join(BERT))).begins_at is None

    async def test_that_cannot_begin_waits_for_a_button(self, matches: Matches, clock: Clock) -> None:
        match = await open_table(matches, 2)  # nobody has noted its message, so that its luck has no salt
        await matches.act(match.id, lobby.join(BERT))
        clock.forward(COUNTDOWN)
        (waits,) = await matches.tables.begin_full()
        assert (waits.status, waits.begins_at) == (Status.OPEN, None)
        assert await matches.tables.begin_full() == []

    async def test_begins_though_another_one_fails(
        self, matches: Matches, clock: Clock, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Another may have a fault, or be begun or closed at the same moment by someone who presses a button."""
        failing, closed, begins = [await full(matches) for _ in range(3)]
        act = matches.dependencies.engine.act

        async def at_the_same_moment(match_id: int, decision: Decision) -> Match:
            if match_id == failing.id:
                raise RuntimeError("a fault")
            if match_id == closed.id and (await matches.get(match_id)).status is Status.OPEN:
                await act(match_id, lobby.cancel(ANNE))
                raise SeatsEmpty(empty=1)
            return await act(match_id, decision)

        monkeypatch.setattr(matches.dependencies.engine, "act", at_the_same_moment)
        clock.forward(COUNTDOWN)
        assert [one.id for one in await matches.tables.begin_full() if one.status is Status.RUNNING] == [begins.id]

    async def test_does_not_begin_where_someone_plays_too_many(self, store: Store, clock: Clock) -> None:
        matches = Matches(store, games=GAMES, clock=clock, limits=Limits(matches_per_person=1))
        busy, waits = await full(matches), await full(matches)
        await matches.act(busy.id, lobby.begin(ANNE))
        clock.forward(COUNTDOWN)
        assert [(one.id, one.status) for one in await matches.tables.begin_full()] == [(waits.id, Status.OPEN)]


async def full(matches: Matches) -> Match:
    """A table for two at which Anne and Bert sit."""
    match = await open_table(matches, 2)
    await matches.tables.note_posted(match.id, 7000 + match.id)
    return await matches.act(match.id, lobby.join(BERT))
