"""The table before the start: who sits where, who may do what, and when a match begins."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match import (
    AlreadySeated,
    BadOption,
    Busy,
    ComputerLevel,
    Limits,
    Match,
    Matches,
    MatchOver,
    NoSuchMatch,
    NoSuchSeat,
    NotInThisMatch,
    NotInvited,
    NotOpen,
    NotRunning,
    NotTheOpener,
    Place,
    Refusal,
    SeatCrowded,
    SeatTaken,
    Status,
    TableFull,
    TableTerms,
    TooManyInvited,
    TooManyTables,
    UnknownGame,
)
from bot.match.decisions import lobby, presence, proposals, relocating, turns
from bot.match.decisions.clocks import COUNTDOWN
from bot.match.decisions.decision import Decision
from bot.match.values.errors import NotPosted, SeatsEmpty
from bot.store import Store
from bot.store.columns import MatchColumns
from bot.store.queries import matches as queries
from tests.match.conftest import HERE, Clock, StartMatch, dump
from tests.match.toy import GAMES, PLAYERS

ANNE, BERT, CLEO, DORA = PLAYERS


async def open_table(matches: Matches, seats: int = 3, *, shared: bool = False, **more: Any) -> Match:
    terms = TableTerms(game="race", seats=seats, shared=shared)
    return await matches.tables.open(terms, opener=ANNE, place=HERE, **more)


def people(match: Match) -> list[tuple[int, ...]]:
    return [seat.people for seat in match.seats]


class TestOpening:
    async def test_the_opener_sits_on_the_first_seat(self, matches: Matches) -> None:
        match = await open_table(matches)
        assert people(match) == [(ANNE,), (), ()]
        assert [seat.colour for seat in match.seats] == ["red", "green", "blue"]
        assert (match.status, match.version, match.opener) == (Status.OPEN, 1, ANNE)
        assert match.place == HERE
        assert match.state is None

    async def test_options_that_were_not_given_have_their_defaults(self, matches: Matches) -> None:
        match = await matches.tables.open(
            TableTerms(game="race", options={"goal": 5}, seats=2), opener=ANNE, place=HERE
        )
        assert dict(match.options) == {"goal": 5, "teams": False}

    @pytest.mark.parametrize(
        ("wanted", "refusal"),
        [
            ({"game": "checkers"}, UnknownGame),
            ({"options": {"speed": 3}}, BadOption),
            ({"options": {"goal": 0}}, BadOption),
            ({"seats": 9}, BadOption),
            ({"options": {"teams": True}, "seats": 2}, BadOption),
        ],
    )
    async def test_what_the_game_does_not_offer_is_refused(
        self, matches: Matches, store: Store, wanted: dict[str, Any], refusal: type[Refusal]
    ) -> None:
        before = await dump(store)
        terms = replace(TableTerms("race", seats=2), **wanted)
        with pytest.raises(refusal):
            await matches.tables.open(terms, opener=ANNE, place=HERE)
        assert await dump(store) == before

    async def test_more_people_than_seats_cannot_be_invited(self, matches: Matches, store: Store) -> None:
        before = await dump(store)
        with pytest.raises(TooManyInvited) as refusal:
            await open_table(matches, seats=2, invited=[BERT, CLEO])
        assert refusal.value.values == {"invited": 2, "free": 1}
        assert await dump(store) == before

    async def test_a_bad_option_is_named(self, matches: Matches) -> None:
        with pytest.raises(BadOption, match="speed"):
            await matches.tables.open(TableTerms(game="race", options={"speed": 3}, seats=2), opener=ANNE, place=HERE)

    async def test_one_person_has_twenty_open_tables_at_most(self, matches: Matches, store: Store) -> None:
        for _ in range(20):
            last = await open_table(matches)
        before = await dump(store)
        with pytest.raises(TooManyTables):
            await open_table(matches)
        assert await dump(store) == before
        await matches.act(last.id, lobby.cancel(ANNE))
        assert (await open_table(matches)).status is Status.OPEN

    async def test_the_same_interaction_opens_one_table(self, matches: Matches) -> None:
        first = await open_table(matches, interaction=5)
        assert (await open_table(matches, interaction=5)).id == first.id
        assert len(await matches.lists.in_channel(20)) == 1


class TestSittingDown:
    async def test_people_take_the_first_free_seat(self, matches: Matches) -> None:
        match = await open_table(matches)
        assert people(await matches.act(match.id, lobby.join(BERT))) == [(ANNE,), (BERT,), ()]

    async def test_people_may_choose_a_seat(self, matches: Matches) -> None:
        match = await open_table(matches)
        assert people(await matches.act(match.id, lobby.join(BERT, seat=2))) == [(ANNE,), (), (BERT,)]

    async def test_a_shared_table_fills_the_emptiest_seat(self, matches: Matches) -> None:
        match = await open_table(matches, seats=2, shared=True)
        await matches.act(match.id, lobby.join(BERT))
        await matches.act(match.id, lobby.join(CLEO))
        assert people(await matches.act(match.id, lobby.join(DORA, seat=0))) == [(ANNE, CLEO, DORA), (BERT,)]

    async def test_eight_people_share_a_seat_at_most(self, matches: Matches, store: Store) -> None:
        match = await open_table(matches, seats=2, shared=True)
        for person in range(201, 208):
            await matches.act(match.id, lobby.join(person, seat=0))
        before = await dump(store)
        with pytest.raises(SeatCrowded) as refusal:
            await matches.act(match.id, lobby.join(BERT, seat=0))
        assert refusal.value.values == {"people": 8, "colour": "red"}
        assert await dump(store) == before
        assert people(await matches.act(match.id, lobby.join(BERT))) == [(ANNE, *range(201, 208)), (BERT,)]

    async def test_a_shared_table_is_full_when_every_seat_is_crowded(self, matches: Matches, store: Store) -> None:
        match = await open_table(matches, seats=2, shared=True)
        for person in range(201, 216):
            match = await matches.act(match.id, lobby.join(person))
        assert [len(seat.people) for seat in match.seats] == [8, 8]
        before = await dump(store)
        with pytest.raises(TableFull):
            await matches.act(match.id, lobby.join(BERT))
        assert await dump(store) == before

    async def test_nobody_is_invited_whom_no_shared_seat_has_room_for(self, matches: Matches) -> None:
        with pytest.raises(TooManyInvited):
            await open_table(matches, seats=2, shared=True, invited=range(201, 217))
        assert len((await open_table(matches, seats=2, shared=True, invited=range(201, 216))).invited) == 15

    async def test_seats_are_kept_for_the_invited(self, matches: Matches) -> None:
        match = await open_table(matches, seats=3, invited=[DORA])
        assert match.invited == (DORA,)
        await matches.act(match.id, lobby.join(BERT))
        with pytest.raises(NotInvited):
            await matches.act(match.id, lobby.join(CLEO))
        with pytest.raises(NotInvited):
            await matches.act(match.id, lobby.join(CLEO, seat=2))
        assert people(await matches.act(match.id, lobby.join(DORA))) == [(ANNE,), (BERT,), (DORA,)]

    async def test_people_who_leave_have_no_reserved_seat(self, matches: Matches) -> None:
        match = await open_table(matches, seats=2, invited=[DORA])
        await matches.act(match.id, lobby.join(DORA))
        await matches.act(match.id, lobby.leave(DORA))
        assert people(await matches.act(match.id, lobby.join(BERT))) == [(ANNE,), (BERT,)]

    @pytest.mark.parametrize(
        ("who", "seat", "refusal"),
        [
            (ANNE, None, AlreadySeated),
            (ANNE, 0, AlreadySeated),
            (CLEO, 0, SeatTaken),
            (CLEO, 3, NoSuchSeat),
            (CLEO, -1, NoSuchSeat),
        ],
    )
    async def test_a_seat_is_taken_once(
        self, matches: Matches, store: Store, who: int, seat: int | None, refusal: type[Refusal]
    ) -> None:
        match = await open_table(matches)
        before = await dump(store)
        with pytest.raises(refusal):
            await matches.act(match.id, lobby.join(who, seat=seat))
        assert await dump(store) == before

    async def test_who_sits_already_moves_to_another_seat(self, matches: Matches) -> None:
        match = await open_table(matches, invited=[DORA])
        await matches.act(match.id, lobby.join(BERT))
        match = await matches.act(match.id, lobby.join(ANNE, seat=2))
        assert people(match) == [(), (BERT,), (ANNE,)]
        assert match.opener == ANNE
        with pytest.raises(SeatTaken):
            await matches.act(match.id, lobby.join(ANNE, seat=1))
        assert people(await matches.act(match.id, lobby.join(DORA))) == [(DORA,), (BERT,), (ANNE,)]

    async def test_who_moves_to_a_computers_seat_changes_places_with_it(self, matches: Matches) -> None:
        match = await open_table(matches, seats=2)
        await matches.act(match.id, lobby.add_computer(ANNE, ComputerLevel.HARD))
        match = await matches.act(match.id, lobby.join(ANNE, seat=1))
        assert [(seat.people, seat.computer) for seat in match.seats] == [((), ComputerLevel.HARD), ((ANNE,), None)]
        assert match.begins_at is not None

    async def test_a_shared_seat_that_others_keep_takes_no_computer(self, matches: Matches) -> None:
        match = await open_table(matches, seats=2, shared=True)
        await matches.act(match.id, lobby.join(BERT, seat=0))
        await matches.act(match.id, lobby.add_computer(ANNE, ComputerLevel.HARD))
        match = await matches.act(match.id, lobby.join(ANNE, seat=1))
        assert [(seat.people, seat.computer) for seat in match.seats] == [((BERT,), None), ((ANNE,), None)]

    async def test_a_full_table_takes_nobody(self, matches: Matches, store: Store) -> None:
        match = await open_table(matches, seats=2)
        await matches.act(match.id, lobby.join(BERT))
        before = await dump(store)
        for seat in (None, 1):
            with pytest.raises(TableFull):
                await matches.act(match.id, lobby.join(CLEO, seat=seat))
        assert await dump(store) == before

    async def test_the_same_interaction_sits_down_once(self, matches: Matches) -> None:
        match = await open_table(matches)
        first = await matches.act(match.id, lobby.join(BERT), interaction=9)
        assert (await matches.act(match.id, lobby.join(BERT), interaction=9)).version == first.version


class TestGettingUp:
    async def test_the_opener_hands_the_table_on(self, matches: Matches) -> None:
        match = await open_table(matches)
        await matches.act(match.id, lobby.join(BERT, seat=2))
        await matches.act(match.id, lobby.join(CLEO))
        match = await matches.act(match.id, lobby.leave(ANNE))
        assert (match.opener, people(match)) == (BERT, [(), (CLEO,), (BERT,)])
        assert (await matches.act(match.id, lobby.cancel(BERT))).status is Status.CANCELLED

    async def test_an_empty_table_is_cancelled(self, matches: Matches) -> None:
        match = await open_table(matches)
        match = await matches.act(match.id, lobby.leave(ANNE))
        assert (match.status, match.version) == (Status.CANCELLED, 2)
        with pytest.raises(NotOpen):
            await matches.act(match.id, lobby.join(BERT))

    async def test_someone_may_come_back(self, matches: Matches) -> None:
        match = await open_table(matches)
        await matches.act(match.id, lobby.join(BERT))
        await matches.act(match.id, lobby.leave(BERT))
        assert people(await matches.act(match.id, lobby.join(BERT, seat=2))) == [(ANNE,), (), (BERT,)]

    async def test_only_those_who_sit_there_get_up(self, matches: Matches, store: Store) -> None:
        match = await open_table(matches, invited=[DORA])
        before = await dump(store)
        for person in (BERT, DORA):
            with pytest.raises(NotInThisMatch):
                await matches.act(match.id, lobby.leave(person))
        assert await dump(store) == before

    async def test_leaving_the_server_is_leaving_the_table(self, matches: Matches) -> None:
        match = await open_table(matches)
        await matches.act(match.id, lobby.join(BERT))
        assert people(await matches.act(match.id, presence.absent(BERT))) == [(ANNE,), (), ()]

    async def test_only_the_opener_cancels(self, matches: Matches, store: Store) -> None:
        match = await open_table(matches)
        await matches.act(match.id, lobby.join(BERT))
        before = await dump(store)
        for person in (BERT, CLEO):
            with pytest.raises(NotTheOpener):
                await matches.act(match.id, lobby.cancel(person))
        assert await dump(store) == before

    async def test_a_running_match_is_not_left_but_resigned(self, matches: Matches, start_match: StartMatch) -> None:
        match = await start_match()
        with pytest.raises(NotOpen):
            await matches.act(match.id, lobby.leave(ANNE))
        with pytest.raises(NotOpen):
            await matches.act(match.id, lobby.cancel(ANNE))


class TestBeginning:
    async def test_a_match_begins_with_the_first_position_and_its_board(
        self, matches: Matches, start_match: StartMatch
    ) -> None:
        match = await start_match(3, goal=9)
        assert match.status is Status.RUNNING
        assert match.state is not None
        assert match.state.dump()["goal"] == 9
        assert match.before is None
        assert match.to_move_people() == (ANNE,)
        assert [event.kind for event in match.recent] == ["open", "join", "join", "begin"]
        assert [(post.match_id, post.version) for post in await matches.outbox.due()] == [(match.id, 4)]

    async def test_every_seat_needs_someone(self, matches: Matches, store: Store) -> None:
        match = await open_table(matches)
        await matches.tables.note_posted(match.id, 7)
        await matches.act(match.id, lobby.join(BERT))
        before = await dump(store)
        with pytest.raises(SeatsEmpty):
            await matches.act(match.id, lobby.begin(ANNE))
        assert await dump(store) == before

    async def test_anyone_at_a_full_table_may_start_and_nobody_else(self, matches: Matches) -> None:
        match = await open_table(matches, seats=2)
        await matches.tables.note_posted(match.id, 7)
        await matches.act(match.id, lobby.join(BERT))
        with pytest.raises(NotInThisMatch):
            await matches.act(match.id, lobby.begin(CLEO))
        assert (await matches.act(match.id, lobby.begin(BERT))).status is Status.RUNNING

    async def test_a_match_with_a_thread_of_its_own_is_posted_below_its_table(self, matches: Matches) -> None:
        match = await matches.tables.open(TableTerms(game="race", seats=2, own_thread=True), opener=ANNE, place=HERE)
        await matches.act(match.id, lobby.join(BERT))
        match = await matches.act(match.id, lobby.begin(ANNE, message_id=77))
        assert (match.place.posted_in, match.table_in) == (77, HERE.channel_id)
        assert [post.place.posted_in for post in await matches.outbox.due()] == [77]

    async def test_the_table_of_a_match_in_a_thread_is_there(self, matches: Matches) -> None:
        thread = replace(HERE, thread_id=4242)
        match = await matches.tables.open(TableTerms(game="race", seats=2), opener=ANNE, place=thread)
        assert (await matches.tables.note_posted(match.id, 77)).table_in == 4242

    async def test_a_message_that_is_gone_is_replaced_once_and_only_that_of_an_open_table(
        self, matches: Matches, start_match: StartMatch
    ) -> None:
        match = await open_table(matches, seats=2)
        await matches.tables.note_posted(match.id, 7)
        for gone, message, now in ((6, 8, 7), (7, 9, 9), (7, 10, 9)):
            await matches.tables.note_new_message(match.id, gone, message)
            assert (await matches.get(match.id)).table_message_id == now
        running = await start_match()
        await matches.tables.note_new_message(running.id, running.table_message_id or 0, 11)
        assert (await matches.get(running.id)).table_message_id == running.table_message_id

    async def test_it_begins_once(self, matches: Matches, start_match: StartMatch, store: Store) -> None:
        match = await start_match()
        before = await dump(store)
        with pytest.raises(NotOpen):
            await matches.act(match.id, lobby.begin(BERT))
        assert await dump(store) == before

    async def test_the_salt_is_the_id_of_the_tables_message(self, matches: Matches, store: Store) -> None:
        match = await open_table(matches, seats=2)
        await matches.act(match.id, lobby.join(BERT))
        before = await dump(store)
        with pytest.raises(NotPosted):
            await matches.act(match.id, lobby.begin(ANNE))
        assert await dump(store) == before
        assert (await matches.act(match.id, lobby.begin(ANNE, message_id=4711))).salt == "4711"

    async def test_the_first_salt_counts(self, matches: Matches) -> None:
        match = await open_table(matches, seats=2)
        await matches.act(match.id, lobby.join(BERT, message_id=11))
        match = await matches.tables.note_posted(match.id, 12)
        assert (match.salt, match.table_message_id) == ("11", 11)
        assert (await matches.act(match.id, lobby.begin(ANNE, message_id=13))).salt == "11"

    async def test_nothing_is_played_before(self, matches: Matches, store: Store) -> None:
        match = await open_table(matches, seats=2)
        before = await dump(store)
        for decision in (proposals.resign, proposals.offer_draw, proposals.agree, proposals.decline):
            with pytest.raises(NotRunning):
                await matches.act(match.id, decision(ANNE))
        with pytest.raises(NotRunning):
            await matches.act(match.id, turns.play(ANNE, "walk"))
        with pytest.raises(NotRunning):
            await matches.outbox.repost(match.id)
        with pytest.raises(NotRunning):
            await matches.act(match.id, relocating.move_to(ANNE, Place(1, 99)))
        assert await dump(store) == before


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
        assert ids(await matches.lists.of_user(BERT, channel_id=30)) == [thread.id]
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
        assert [(one.id, one.begins_at) for one in await restarted.tables.count_anew()] == [
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
        act = matches.tables._engine.act

        async def at_the_same_moment(match_id: int, decision: Decision) -> Match:
            if match_id == failing.id:
                raise RuntimeError("a fault")
            if match_id == closed.id and (await matches.get(match_id)).status is Status.OPEN:
                await act(match_id, lobby.cancel(ANNE))
                raise SeatsEmpty(empty=1)
            return await act(match_id, decision)

        monkeypatch.setattr(matches.tables._engine, "act", at_the_same_moment)
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
