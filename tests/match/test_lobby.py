"""The table before the start: who sits where, who may do what, and when a match begins."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match import (
    AlreadySeated,
    BadOption,
    Busy,
    Match,
    Matches,
    MatchOver,
    NoSuchMatch,
    NoSuchSeat,
    NotInThisMatch,
    NotInvited,
    NotOpen,
    NotPosted,
    NotRunning,
    NotTheOpener,
    Place,
    Refusal,
    SeatCrowded,
    SeatsEmpty,
    SeatTaken,
    Status,
    TableFull,
    TooManyInvited,
    TooManyTables,
    UnknownGame,
)
from bot.store import Store
from bot.store.queries import matches as queries
from tests.match.conftest import HERE, Begun, Clock, dump
from tests.match.toy import PLAYERS

ANNE, BERT, CLEO, DORA = PLAYERS


async def opened(matches: Matches, seats: int = 3, **more: Any) -> Match:
    return await matches.open(game="race", options={}, seats=seats, opener=ANNE, place=HERE, **more)


def people(match: Match) -> list[tuple[int, ...]]:
    return [seat.people for seat in match.seats]


class TestOpening:
    async def test_the_opener_sits_on_the_first_seat(self, matches: Matches) -> None:
        match = await opened(matches)
        assert people(match) == [(ANNE,), (), ()]
        assert [seat.colour for seat in match.seats] == ["red", "green", "blue"]
        assert (match.status, match.version, match.opener) == (Status.OPEN, 1, ANNE)
        assert match.place == HERE
        assert match.state is None

    async def test_options_that_were_not_given_have_their_defaults(self, matches: Matches) -> None:
        match = await matches.open(game="race", options={"goal": 5}, seats=2, opener=ANNE, place=HERE)
        assert dict(match.options) == {"goal": 5, "teams": False}

    @pytest.mark.parametrize(
        ("wanted", "refusal"),
        [
            ({"game": "checkers"}, UnknownGame),
            ({"options": {"speed": 3}}, BadOption),
            ({"options": {"goal": 0}}, BadOption),
            ({"seats": 9}, BadOption),
            ({"options": {"teams": True}, "seats": 2}, BadOption),
            ({"seats": 2, "invited": [BERT, CLEO]}, TooManyInvited),
        ],
    )
    async def test_what_the_game_does_not_offer_is_refused(
        self, matches: Matches, store: Store, wanted: dict[str, Any], refusal: type[Refusal]
    ) -> None:
        before = await dump(store)
        table: dict[str, Any] = {"game": "race", "options": {}, "seats": 2, "opener": ANNE, "place": HERE}
        with pytest.raises(refusal):
            await matches.open(**table | wanted)
        assert await dump(store) == before

    async def test_a_bad_option_is_named(self, matches: Matches) -> None:
        with pytest.raises(BadOption, match="speed"):
            await matches.open(game="race", options={"speed": 3}, seats=2, opener=ANNE, place=HERE)

    async def test_one_person_has_twenty_open_tables_at_most(self, matches: Matches, store: Store) -> None:
        for _ in range(20):
            last = await opened(matches)
        before = await dump(store)
        with pytest.raises(TooManyTables):
            await opened(matches)
        assert await dump(store) == before
        await matches.cancel(last.id, ANNE)
        assert (await opened(matches)).status is Status.OPEN

    async def test_the_same_interaction_opens_one_table(self, matches: Matches) -> None:
        first = await opened(matches, interaction=5)
        assert (await opened(matches, interaction=5)).id == first.id
        assert len(await matches.in_channel(20)) == 1


class TestSittingDown:
    async def test_people_take_the_first_free_seat(self, matches: Matches) -> None:
        match = await opened(matches)
        assert people(await matches.join(match.id, BERT)) == [(ANNE,), (BERT,), ()]

    async def test_people_may_choose_a_seat(self, matches: Matches) -> None:
        match = await opened(matches)
        assert people(await matches.join(match.id, BERT, seat=2)) == [(ANNE,), (), (BERT,)]

    async def test_a_shared_table_fills_the_emptiest_seat(self, matches: Matches) -> None:
        match = await opened(matches, seats=2, shared=True)
        await matches.join(match.id, BERT)
        await matches.join(match.id, CLEO)
        assert people(await matches.join(match.id, DORA, seat=0)) == [(ANNE, CLEO, DORA), (BERT,)]

    async def test_eight_people_share_a_seat_at_most(self, matches: Matches, store: Store) -> None:
        match = await opened(matches, seats=2, shared=True)
        for person in range(201, 208):
            await matches.join(match.id, person, seat=0)
        before = await dump(store)
        with pytest.raises(SeatCrowded) as refusal:
            await matches.join(match.id, BERT, seat=0)
        assert refusal.value.values == {"people": 8, "colour": "red"}
        assert await dump(store) == before
        assert people(await matches.join(match.id, BERT)) == [(ANNE, *range(201, 208)), (BERT,)]

    async def test_a_shared_table_is_full_when_every_seat_is_crowded(self, matches: Matches, store: Store) -> None:
        match = await opened(matches, seats=2, shared=True)
        for person in range(201, 216):
            match = await matches.join(match.id, person)
        assert [len(seat.people) for seat in match.seats] == [8, 8]
        before = await dump(store)
        with pytest.raises(TableFull):
            await matches.join(match.id, BERT)
        assert await dump(store) == before

    async def test_nobody_is_invited_whom_no_shared_seat_has_room_for(self, matches: Matches) -> None:
        with pytest.raises(TooManyInvited):
            await opened(matches, seats=2, shared=True, invited=range(201, 217))
        assert len((await opened(matches, seats=2, shared=True, invited=range(201, 216))).invited) == 15

    async def test_seats_are_kept_for_the_invited(self, matches: Matches) -> None:
        match = await opened(matches, seats=3, invited=[DORA])
        assert match.invited == (DORA,)
        await matches.join(match.id, BERT)
        with pytest.raises(NotInvited):
            await matches.join(match.id, CLEO)
        with pytest.raises(NotInvited):
            await matches.join(match.id, CLEO, seat=2)
        assert people(await matches.join(match.id, DORA)) == [(ANNE,), (BERT,), (DORA,)]

    async def test_whoever_leaves_has_no_seat_kept_any_more(self, matches: Matches) -> None:
        match = await opened(matches, seats=2, invited=[DORA])
        await matches.join(match.id, DORA)
        await matches.leave(match.id, DORA)
        assert people(await matches.join(match.id, BERT)) == [(ANNE,), (BERT,)]

    @pytest.mark.parametrize(
        ("who", "seat", "refusal"),
        [(ANNE, None, AlreadySeated), (CLEO, 0, SeatTaken), (CLEO, 3, NoSuchSeat), (CLEO, -1, NoSuchSeat)],
    )
    async def test_a_seat_is_taken_once(
        self, matches: Matches, store: Store, who: int, seat: int | None, refusal: type[Refusal]
    ) -> None:
        match = await opened(matches)
        before = await dump(store)
        with pytest.raises(refusal):
            await matches.join(match.id, who, seat=seat)
        assert await dump(store) == before

    async def test_a_full_table_takes_nobody(self, matches: Matches, store: Store) -> None:
        match = await opened(matches, seats=2)
        await matches.join(match.id, BERT)
        before = await dump(store)
        for seat in (None, 1):
            with pytest.raises(TableFull):
                await matches.join(match.id, CLEO, seat=seat)
        assert await dump(store) == before

    async def test_the_same_interaction_sits_down_once(self, matches: Matches) -> None:
        match = await opened(matches)
        first = await matches.join(match.id, BERT, interaction=9)
        assert (await matches.join(match.id, BERT, interaction=9)).version == first.version


class TestGettingUp:
    async def test_the_opener_hands_the_table_on(self, matches: Matches) -> None:
        match = await opened(matches)
        await matches.join(match.id, BERT, seat=2)
        await matches.join(match.id, CLEO)
        match = await matches.leave(match.id, ANNE)
        assert (match.opener, people(match)) == (BERT, [(), (CLEO,), (BERT,)])
        assert (await matches.cancel(match.id, BERT)).status is Status.CANCELLED

    async def test_an_empty_table_is_cancelled(self, matches: Matches) -> None:
        match = await opened(matches)
        match = await matches.leave(match.id, ANNE)
        assert (match.status, match.version) == (Status.CANCELLED, 2)
        with pytest.raises(NotOpen):
            await matches.join(match.id, BERT)

    async def test_somebody_may_come_back(self, matches: Matches) -> None:
        match = await opened(matches)
        await matches.join(match.id, BERT)
        await matches.leave(match.id, BERT)
        assert people(await matches.join(match.id, BERT, seat=2)) == [(ANNE,), (), (BERT,)]

    async def test_only_those_who_sit_there_get_up(self, matches: Matches, store: Store) -> None:
        match = await opened(matches, invited=[DORA])
        before = await dump(store)
        for person in (BERT, DORA):
            with pytest.raises(NotInThisMatch):
                await matches.leave(match.id, person)
        assert await dump(store) == before

    async def test_leaving_the_server_is_leaving_the_table(self, matches: Matches) -> None:
        match = await opened(matches)
        await matches.join(match.id, BERT)
        assert people(await matches.absent(match.id, BERT)) == [(ANNE,), (), ()]

    async def test_only_the_opener_cancels(self, matches: Matches, store: Store) -> None:
        match = await opened(matches)
        await matches.join(match.id, BERT)
        before = await dump(store)
        for person in (BERT, CLEO):
            with pytest.raises(NotTheOpener):
                await matches.cancel(match.id, person)
        assert await dump(store) == before

    async def test_a_running_match_is_not_left_but_resigned(self, matches: Matches, begun: Begun) -> None:
        match = await begun()
        with pytest.raises(NotOpen):
            await matches.leave(match.id, ANNE)
        with pytest.raises(NotOpen):
            await matches.cancel(match.id, ANNE)


class TestBeginning:
    async def test_a_match_begins_with_the_first_position_and_its_board(self, matches: Matches, begun: Begun) -> None:
        match = await begun(3, goal=9)
        assert match.status is Status.RUNNING
        assert match.state is not None
        assert match.state.dump()["goal"] == 9
        assert match.before is None
        assert match.to_move_people() == (ANNE,)
        assert [done.kind for done in match.recent] == ["open", "join", "join", "begin"]
        assert [(post.match_id, post.version) for post in await matches.due_posts()] == [(match.id, 4)]

    async def test_every_seat_needs_somebody(self, matches: Matches, store: Store) -> None:
        match = await opened(matches)
        await matches.table_posted(match.id, 7)
        await matches.join(match.id, BERT)
        before = await dump(store)
        with pytest.raises(SeatsEmpty):
            await matches.begin(match.id, ANNE)
        assert await dump(store) == before

    async def test_anybody_at_a_full_table_may_start_and_nobody_else(self, matches: Matches) -> None:
        match = await opened(matches, seats=2)
        await matches.table_posted(match.id, 7)
        await matches.join(match.id, BERT)
        with pytest.raises(NotInThisMatch):
            await matches.begin(match.id, CLEO)
        assert (await matches.begin(match.id, BERT)).status is Status.RUNNING

    async def test_a_match_with_a_thread_of_its_own_is_posted_below_its_table(self, matches: Matches) -> None:
        match = await matches.open(game="race", options={}, seats=2, opener=ANNE, place=HERE, own_thread=True)
        await matches.join(match.id, BERT)
        match = await matches.begin(match.id, ANNE, message_id=77)
        assert match.place.posted_in == 77
        assert [post.place.posted_in for post in await matches.due_posts()] == [77]

    async def test_it_begins_once(self, matches: Matches, begun: Begun, store: Store) -> None:
        match = await begun()
        before = await dump(store)
        with pytest.raises(NotOpen):
            await matches.begin(match.id, BERT)
        assert await dump(store) == before

    async def test_the_salt_is_the_id_of_the_tables_message(self, matches: Matches, store: Store) -> None:
        match = await opened(matches, seats=2)
        await matches.join(match.id, BERT)
        before = await dump(store)
        with pytest.raises(NotPosted):
            await matches.begin(match.id, ANNE)
        assert await dump(store) == before
        assert (await matches.begin(match.id, ANNE, message_id=4711)).salt == "4711"

    async def test_the_first_salt_counts(self, matches: Matches) -> None:
        match = await opened(matches, seats=2)
        await matches.join(match.id, BERT, message_id=11)
        match = await matches.table_posted(match.id, 12)
        assert (match.salt, match.table_message_id) == ("11", 11)
        assert (await matches.begin(match.id, ANNE, message_id=13)).salt == "11"

    async def test_nothing_is_played_before(self, matches: Matches, store: Store) -> None:
        match = await opened(matches, seats=2)
        before = await dump(store)
        for act in (matches.resign, matches.offer_draw, matches.agree, matches.decline):
            with pytest.raises(NotRunning):
                await act(match.id, ANNE)
        with pytest.raises(NotRunning):
            await matches.play(match.id, ANNE, "walk")
        with pytest.raises(NotRunning):
            await matches.repost(match.id)
        with pytest.raises(NotRunning):
            await matches.move_to(match.id, ANNE, Place(1, 99))
        assert await dump(store) == before


class TestTidying:
    async def test_tables_that_nobody_starts_are_cancelled_after_a_day(
        self, matches: Matches, clock: Clock, begun: Begun
    ) -> None:
        old = await opened(matches)
        running = await begun()
        clock.forward(timedelta(hours=24, seconds=1))
        young = await opened(matches)
        assert [match.id for match in await matches.tidy()] == [old.id]
        assert [(await matches.get(one.id)).status for one in (old, running, young)] == [
            Status.CANCELLED,
            Status.RUNNING,
            Status.OPEN,
        ]
        assert await matches.tidy() == []
        with pytest.raises(MatchOver):
            await matches.play(old.id, ANNE, "walk")

    async def test_a_table_that_fails_does_not_keep_the_others(
        self, matches: Matches, clock: Clock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        first, second, third, fourth = [(await opened(matches)).id for _ in range(4)]
        clock.forward(timedelta(days=2))
        broken: dict[int, Exception] = {first: Busy(), third: ZeroDivisionError()}
        claim = queries.claim

        async def claims(connection: AsyncConnection, match_id: int, seen: int, columns: dict[str, Any]) -> bool:
            if match_id in broken:
                raise broken[match_id]
            return await claim(connection, match_id, seen, columns)

        monkeypatch.setattr(queries, "claim", claims)
        assert [match.id for match in await matches.tidy()] == [second, fourth]
        assert [f"Table {number} can't be tidied" in caplog.text for number in (first, second, third)] == [1, 0, 1]
        broken.clear()
        assert [match.id for match in await matches.tidy()] == [first, third]


class TestFinding:
    async def test_a_match_that_does_not_exist(self, matches: Matches, store: Store) -> None:
        before = await dump(store)
        for act in (matches.join, matches.leave, matches.cancel, matches.begin, matches.resign, matches.agree):
            with pytest.raises(NoSuchMatch):
                await act(99, ANNE)
        with pytest.raises(NoSuchMatch):
            await matches.play(99, ANNE, "walk")
        for look in (matches.get, matches.log, matches.repost, matches.record, matches.fold, matches.rebuild):
            with pytest.raises(NoSuchMatch):
                await look(99)
        with pytest.raises(NoSuchMatch):
            await matches.table_posted(99, 1)
        assert await dump(store) == before

    async def test_by_person_and_place(self, matches: Matches, clock: Clock, begun: Begun) -> None:
        running = await begun()
        clock.forward(timedelta(seconds=1))
        thread = await matches.open(game="race", options={}, seats=2, opener=BERT, place=Place(1, 20, 30))
        clock.forward(timedelta(seconds=1))
        other = await matches.open(game="race", options={}, seats=2, opener=BERT, place=Place(2, 21), invited=[ANNE])
        gone = await matches.open(game="race", options={}, seats=2, opener=BERT, place=HERE)
        await matches.cancel(gone.id, BERT)

        def ids(found: list[Match]) -> list[int]:
            return [match.id for match in found]

        assert ids(await matches.of_user(BERT)) == [other.id, thread.id, running.id]
        assert ids(await matches.of_user(ANNE)) == [running.id]
        assert ids(await matches.of_user(BERT, guild_id=1)) == [thread.id, running.id]
        assert ids(await matches.of_user(BERT, channel_id=30)) == [thread.id]
        assert ids(await matches.of_user(BERT, statuses=[Status.CANCELLED])) == [gone.id]
        assert ids(await matches.in_channel(20)) == [thread.id, running.id]
        assert ids(await matches.in_channel(30)) == [thread.id]
        assert ids(await matches.in_channel(20, statuses=[Status.RUNNING])) == [running.id]


class TestInvitations:
    async def test_are_found_until_one_sits_down_or_the_table_is_gone(self, matches: Matches) -> None:
        async def found(user: int) -> list[int]:
            return [match.id for match in await matches.inviting(user, guild_id=HERE.guild_id)]

        first, second = await opened(matches, invited=[BERT, CLEO]), await opened(matches, invited=[BERT])
        await opened(matches)
        elsewhere = await matches.open(
            game="race", options={}, seats=3, opener=ANNE, place=Place(guild_id=2, channel_id=5), invited=[BERT]
        )
        assert [await found(one) for one in (ANNE, BERT, CLEO, DORA)] == [[], [second.id, first.id], [first.id], []]
        assert {match.id for match in await matches.inviting(BERT)} == {first.id, second.id, elsewhere.id}
        await matches.join(second.id, BERT, message_id=5)
        assert await found(BERT) == [first.id]
        await matches.leave(second.id, BERT)  # who gets up isn't expected any more
        assert await found(BERT) == [first.id]
        await matches.cancel(first.id, ANNE)
        assert (await found(BERT), await found(CLEO)) == ([], [])
