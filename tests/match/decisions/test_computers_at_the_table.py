"""Computers at the table: which seats they take, and who takes theirs."""

from collections.abc import Awaitable, Callable

import pytest

from bot.match import (
    AlreadySeated,
    ComputerLevel,
    Match,
    Matches,
    NoComputer,
    NoSuchSeat,
    NotInThisMatch,
    NotInvited,
    NotOpen,
    Refusal,
    SeatTaken,
    Status,
    TableFull,
    TableTerms,
)
from bot.match.decisions import lobby, presence
from bot.match.values.errors import SeatsEmpty, SeatsReserved
from bot.players import LEVELS
from bot.store import Store
from tests.match.conftest import HERE, StartMatch, dump
from tests.match.played import levels
from tests.match.refusing import refuse
from tests.match.toy import PLAYERS

ANNE, BERT, CLEO, DORA = PLAYERS


STRANGER = 999


EASY, NORMAL, HARD = ComputerLevel.EASY, ComputerLevel.NORMAL, ComputerLevel.HARD


def test_the_levels_are_those_of_the_players() -> None:
    assert [level.value for level in ComputerLevel] == list(LEVELS)


class TestTheTable:
    @pytest.mark.parametrize(
        ("seats", "invited", "expected"),
        [
            (2, [], [None, HARD]),
            (4, [], [None, HARD, HARD, HARD]),
            (4, [BERT], [None, None, HARD, HARD]),
            (1, [], [None]),
        ],
    )
    async def test_computers_sit_where_neither_the_opener_nor_the_invited_do(
        self, matches: Matches, seats: int, invited: list[int], expected: list[ComputerLevel | None]
    ) -> None:
        match = await matches.tables.open(
            TableTerms(game="harvest" if seats == 1 else "race", seats=seats),
            opener=ANNE,
            place=HERE,
            invited=invited,
            computers=HARD,
        )
        assert levels(match) == expected
        assert await matches.records.check(match.id) == []

    @pytest.mark.sample(6)
    @pytest.mark.parametrize(
        ("computers", "invited", "user", "wanted", "expected"),
        [
            # A free seat comes first, otherwise a computer makes room.
            ([3], [], CLEO, None, 1),
            ([1, 2], [], CLEO, None, 3),
            ([1, 2, 3], [], CLEO, None, 1),
            ([1, 2, 3], [], CLEO, 2, 2),
            ([3], [], CLEO, 3, 3),
            # Seats are kept for the invited; a computer keeps nobody out.
            ([1, 2, 3], [BERT, DORA], CLEO, None, 1),
            ([2, 3], [BERT], CLEO, None, 2),
            ([2, 3], [BERT], CLEO, 1, 1),
            ([3], [BERT, DORA], CLEO, None, 3),
            ([3], [BERT, DORA], BERT, None, 1),
            ([1, 2, 3], [BERT, DORA], BERT, None, 1),
            ([2, 3], [BERT, DORA, 105], CLEO, None, NotInvited),
            ([2, 3], [BERT, DORA, 105], CLEO, 3, NotInvited),
            ([1, 2, 3], [BERT, DORA, 105], CLEO, None, NotInvited),
            ([1, 2, 3], [BERT, DORA, 105], BERT, 3, 3),
            # As without computers.
            ([1], [], CLEO, 4, NoSuchSeat),
            ([1], [], CLEO, 0, SeatTaken),
            ([1], [], ANNE, None, AlreadySeated),
        ],
    )
    async def test_someone_sits_down(
        self,
        matches: Matches,
        store: Store,
        computers: list[int],
        invited: list[int],
        user: int,
        wanted: int | None,
        expected: int | type[Refusal],
    ) -> None:
        match = await matches.tables.open(TableTerms(game="race", seats=4), opener=ANNE, place=HERE, invited=invited)
        for seat in computers:
            await matches.act(match.id, lobby.add_computer(ANNE, EASY, seat=seat))
        if isinstance(expected, int):
            match = await matches.act(match.id, lobby.join(user, seat=wanted))
            assert match.seat_of(user) == [expected]
            assert levels(match) == [EASY if seat in computers and seat != expected else None for seat in range(4)]
            assert await matches.records.check(match.id) == []
        else:
            await refuse(store, expected, lambda: matches.act(match.id, lobby.join(user, seat=wanted)))

    async def test_everyone_invited_finds_a_seat_however_many_computers_there_are(self, matches: Matches) -> None:
        guests = [BERT, CLEO, DORA]
        match = await matches.tables.open(TableTerms(game="race", seats=4), opener=ANNE, place=HERE, invited=guests)
        for seat in (1, 2, 3):
            await matches.act(match.id, lobby.add_computer(ANNE, HARD, seat=seat))
        for guest in guests:
            match = await matches.act(match.id, lobby.join(guest))
        assert (levels(match), [seat.people for seat in match.seats]) == ([None] * 4, [(one,) for one in PLAYERS])

    async def test_one_takes_no_seat_that_an_invited_person_will_need(self, matches: Matches, store: Store) -> None:
        match = await matches.tables.open(TableTerms(game="race", seats=3), opener=ANNE, place=HERE, invited=[BERT])
        match = await matches.act(match.id, lobby.add_computer(ANNE, HARD))
        assert levels(match) == [None, None, HARD]
        await refuse(store, SeatsReserved, lambda: matches.act(match.id, lobby.add_computer(ANNE, HARD)))
        await matches.act(match.id, lobby.decline_invitation(BERT))
        assert levels(await matches.act(match.id, lobby.add_computer(ANNE, HARD))) == [None, HARD, HARD]

    async def test_at_a_shared_table_nobody_sits_with_a_computer(self, matches: Matches) -> None:
        match = await matches.tables.open(
            TableTerms(game="race", seats=2, shared=True), opener=ANNE, place=HERE, computers=EASY
        )
        match = await matches.act(match.id, lobby.join(BERT))
        assert ([seat.people for seat in match.seats], levels(match)) == ([(ANNE,), (BERT,)], [None, None])
        assert (await matches.act(match.id, lobby.join(CLEO))).seats[0].people == (ANNE, CLEO)

    async def test_one_sits_down_on_the_first_free_seat_and_its_level_can_be_changed(
        self, matches: Matches, store: Store
    ) -> None:
        match = await matches.tables.open(TableTerms(game="race", seats=3), opener=ANNE, place=HERE)
        match = await matches.act(match.id, lobby.add_computer(ANNE, EASY), interaction=5)
        assert await matches.act(match.id, lobby.add_computer(ANNE, EASY), interaction=5) == match
        assert levels(match) == [None, EASY, None]
        match = await matches.act(match.id, lobby.add_computer(ANNE, HARD))
        assert levels(match) == [None, EASY, HARD]
        match = await matches.act(match.id, lobby.add_computer(ANNE, NORMAL, seat=1))
        assert levels(match) == [None, NORMAL, HARD]
        before = await dump(store)
        assert await matches.act(match.id, lobby.add_computer(ANNE, NORMAL, seat=1)) == match
        assert await dump(store) == before
        assert [(event.kind, event.seat) for event in match.recent[1:]] == [("seat", 1), ("seat", 2), ("seat", 1)]
        assert await matches.records.check(match.id) == []

    async def test_one_goes_the_last_one_first(self, matches: Matches, store: Store) -> None:
        match = await matches.tables.open(TableTerms(game="race", seats=4), opener=ANNE, place=HERE, computers=EASY)
        match = await matches.act(match.id, lobby.remove_computer(ANNE), interaction=5)
        assert await matches.act(match.id, lobby.remove_computer(ANNE), interaction=5) == match
        assert levels(match) == [None, EASY, EASY, None]
        match = await matches.act(match.id, lobby.remove_computer(ANNE, seat=1))
        assert levels(match) == [None, None, EASY, None]
        await refuse(store, NoComputer, lambda: matches.act(match.id, lobby.remove_computer(ANNE, seat=1)))
        await refuse(store, NoComputer, lambda: matches.act(match.id, lobby.remove_computer(ANNE, seat=0)))
        await refuse(store, NoSuchSeat, lambda: matches.act(match.id, lobby.remove_computer(ANNE, seat=-1)))
        await refuse(store, NoSuchSeat, lambda: matches.act(match.id, lobby.remove_computer(ANNE, seat=4)))
        await matches.act(match.id, lobby.remove_computer(ANNE))
        await refuse(store, NoComputer, lambda: matches.act(match.id, lobby.remove_computer(ANNE)))
        assert await matches.records.check(match.id) == []

    @pytest.mark.parametrize(
        ("user", "seat", "refusal"),
        [
            (STRANGER, None, NotInThisMatch),
            (CLEO, 1, NotInThisMatch),
            (ANNE, 2, NoSuchSeat),
            (ANNE, -1, NoSuchSeat),
            (ANNE, 0, SeatTaken),
            (ANNE, None, TableFull),
        ],
    )
    async def test_one_can_not_sit_everywhere(
        self, matches: Matches, store: Store, user: int, seat: int | None, refusal: type[Refusal]
    ) -> None:
        match = await matches.tables.open(
            TableTerms(game="race", seats=2),
            opener=ANNE,
            place=HERE,
            computers=EASY,
            invited=[CLEO] if user == CLEO else (),
        )
        await refuse(store, refusal, lambda: matches.act(match.id, lobby.add_computer(user, EASY, seat=seat)))

    async def test_a_table_that_has_begun_is_as_it_is(
        self, matches: Matches, store: Store, against: StartMatch
    ) -> None:
        match = await against(2)
        await refuse(store, NotOpen, lambda: matches.act(match.id, lobby.add_computer(ANNE, HARD, seat=2)))
        await refuse(store, NotOpen, lambda: matches.act(match.id, lobby.remove_computer(ANNE)))
        await refuse(store, NotOpen, lambda: matches.act(match.id, lobby.join(CLEO)))
        await refuse(store, NotInThisMatch, lambda: matches.act(match.id, presence.take_over(STRANGER, 2, HARD)))

    @pytest.mark.parametrize("act", ["add", "remove"])
    async def test_people_who_do_not_sit_there_have_no_say_in_it(
        self, matches: Matches, store: Store, act: str
    ) -> None:
        match = await matches.tables.open(TableTerms(game="race", seats=3), opener=ANNE, place=HERE)
        await matches.act(match.id, lobby.add_computer(ANNE, EASY))
        acts: dict[str, Callable[[], Awaitable[Match]]] = {
            "add": lambda: matches.act(match.id, lobby.add_computer(STRANGER, EASY)),
            "remove": lambda: matches.act(match.id, lobby.remove_computer(STRANGER)),
        }
        await refuse(store, NotInThisMatch, acts[act])

    async def test_it_begins_as_soon_as_someone_or_a_computer_sits_on_each_seat(
        self, matches: Matches, store: Store
    ) -> None:
        match = await matches.tables.open(TableTerms(game="race", seats=3), opener=ANNE, place=HERE)
        await matches.tables.note_posted(match.id, 5)
        await matches.act(match.id, lobby.add_computer(ANNE, EASY, seat=2))
        assert str(await refuse(store, SeatsEmpty, lambda: matches.act(match.id, lobby.begin(ANNE)))).startswith(
            "Seats that are still empty: 1. The match can start once they're all taken."
        )
        await matches.act(match.id, lobby.join(BERT))
        assert (await matches.act(match.id, lobby.begin(BERT))).status is Status.RUNNING

    async def test_computers_alone_keep_no_table(self, matches: Matches) -> None:
        match = await matches.tables.open(TableTerms(game="race", seats=3), opener=ANNE, place=HERE, computers=EASY)
        await matches.act(match.id, lobby.join(BERT, seat=1))
        match = await matches.act(match.id, lobby.leave(ANNE))
        assert (match.opener, levels(match), match.seats[0].people) == (BERT, [None, None, EASY], ())
        assert (await matches.act(match.id, lobby.leave(BERT))).status is Status.CANCELLED

    @pytest.mark.parametrize("hints", [True, False])
    async def test_a_table_says_whether_hints_may_be_asked_for(self, matches: Matches, hints: bool) -> None:
        match = await matches.tables.open(TableTerms(game="race", seats=2, hints=hints), opener=ANNE, place=HERE)
        assert (await matches.get(match.id)).terms.hints is hints
