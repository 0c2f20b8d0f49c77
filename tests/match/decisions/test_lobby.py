"""The table before the start: who sits where, who may do what, and when a match begins."""

from dataclasses import replace
from typing import Any

import pytest

from bot.match import (
    AlreadySeated,
    BadOption,
    ComputerLevel,
    Match,
    Matches,
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
from bot.match.values.errors import NotPosted, SeatsEmpty
from bot.store import Store
from tests.match.conftest import HERE, StartMatch, dump
from tests.match.tables import ANNE, BERT, CLEO, DORA, open_table


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
        assert await matches.records.check(match.id) == []

    async def test_who_takes_a_computers_seat_leaves_the_other_computers_in_the_log(self, matches: Matches) -> None:
        match = await open_table(matches, seats=3)
        for level in (ComputerLevel.HARD, ComputerLevel.EASY):
            await matches.act(match.id, lobby.add_computer(ANNE, level))
        match = await matches.act(match.id, lobby.join(BERT, seat=1))
        assert [seat.computer for seat in match.seats] == [None, None, ComputerLevel.EASY]
        assert await matches.records.check(match.id) == []

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
