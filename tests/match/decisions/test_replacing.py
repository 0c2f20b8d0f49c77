"""Someone else plays the seat of a person who is gone."""

from datetime import timedelta
from functools import partial

import pytest
from sqlalchemy import update

from bot.match import (
    AlreadyProposed,
    ComputerLevel,
    Match,
    Matches,
    MatchOver,
    NoSuchSeat,
    NotInThisMatch,
    NotReplaceable,
    PlaysAlready,
    PlaysApart,
    SeriesKind,
    Status,
)
from bot.match.decisions import moderation, presence, proposals, turns
from bot.match.decisions.agreements import WAITS, lapse
from bot.match.decisions.decision import Decision
from bot.match.values.errors import (
    AskedSomebodyElse,
    FillsAlone,
    HasResigned,
    NotAbandoned,
    NothingProposed,
    OwnRequestOpen,
    PlaysThereToo,
)
from bot.store import Store
from bot.store.tables import seats
from tests.match.conftest import Clock, StartMatch
from tests.match.parallel import parts
from tests.match.played import play_moves
from tests.match.refusing import refuse
from tests.match.toy import PLAYERS, RaceGame, games

ANNE, BERT, CLEO, DORA = PLAYERS
NEW, STRANGER, ORGANISER = 201, 999, 998


async def left_by_cleo(matches: Matches, start_match: StartMatch, *, computer: bool = False) -> Match:
    """A race of three in which it is Cleo's turn, who has left the server."""
    match = await play_moves(matches, await start_match(3), "walk", "walk")
    match = await matches.act(match.id, presence.absent(CLEO))
    return await matches.act(match.id, presence.take_over(BERT, 2, ComputerLevel.EASY)) if computer else match


@pytest.mark.thorough
@pytest.mark.parametrize("computer", [False, True])
@pytest.mark.parametrize("candidate_first", [False, True])
async def test_it_is_done_once_the_others_have_agreed_and_the_new_one_is_ready(
    matches: Matches, start_match: StartMatch, store: Store, clock: Clock, computer: bool, candidate_first: bool
) -> None:
    match = await left_by_cleo(matches, start_match, computer=computer)
    with_proposal = await matches.act(match.id, proposals.replace_player(ANNE, 2, NEW), interaction=3)
    proposal = with_proposal.proposal
    assert proposal is not None
    assert (proposal.kind, proposal.seat, proposal.candidate, proposal.accepted) == ("replace", 2, NEW, False)
    assert (proposal.by, proposal.agreed, proposal.needed) == (ANNE, (0,), (1,))
    assert proposal.until == clock.now + timedelta(days=3)
    await refuse(store, AskedSomebodyElse, lambda: matches.act(match.id, proposals.take_seat(STRANGER)))
    await refuse(store, NotInThisMatch, lambda: matches.act(match.id, proposals.agree(NEW)))
    await refuse(store, NotInThisMatch, lambda: matches.act(match.id, proposals.decline(STRANGER)))
    await refuse(store, AlreadyProposed, lambda: matches.act(match.id, proposals.replace_player(BERT, 2, STRANGER)))
    await refuse(store, OwnRequestOpen, lambda: matches.act(match.id, proposals.agree(ANNE)))
    if candidate_first:
        half = await matches.act(match.id, proposals.take_seat(NEW))
        assert half.proposal is not None
        assert (half.proposal.accepted, half.proposal.needed) == (True, (1,))
        assert await matches.act(match.id, proposals.take_seat(NEW)) == half
        after = await matches.act(match.id, proposals.agree(BERT))
    else:
        half = await matches.act(match.id, proposals.agree(BERT))
        assert half.proposal is not None
        assert (half.proposal.accepted, half.proposal.needed) == (False, ())
        after = await matches.act(match.id, proposals.take_seat(NEW))
    assert (after.proposal, after.seats[2].people, after.seats[2].computer, after.seats[2].absent) == (
        None, (NEW,), None, False,
    )  # fmt: skip
    assert (after.recent[-1].kind, after.recent[-1].seat, after.recent[-1].note) == ("seat", 2, "replaced")
    assert (await matches.lists.computer_turns(), after.to_move_people()) == ([], (NEW,))
    assert [post.new_message for post in await matches.outbox.due()] == [True]
    assert await matches.records.check(match.id) == []
    await refuse(store, NotInThisMatch, lambda: matches.act(match.id, turns.play(CLEO, "walk")))
    assert await matches.lists.of_user(CLEO) == []
    assert (await play_moves(matches, after, "walk")).to_move == 0
    async with store.read() as connection:
        assert str(NEW) not in str((await connection.exec_driver_sql("SELECT data FROM events")).all())


async def test_playing_on_leaves_it_on_the_table_and_declining_takes_it_off(
    matches: Matches, start_match: StartMatch, clock: Clock
) -> None:
    match = await left_by_cleo(matches, start_match, computer=True)
    for user in (NEW, ANNE, BERT):
        await matches.act(match.id, proposals.replace_player(ANNE, 2, NEW))
        declined = await matches.act(match.id, proposals.decline(user))
        assert (declined.proposal, declined.seats[2].people) == (None, (CLEO,))
    with_proposal = await matches.act(match.id, proposals.replace_player(ANNE, 2, NEW))
    with_proposal = await matches.act(match.id, turns.play_computer("walk", seen_version=with_proposal.version))
    with_proposal = await play_moves(matches, with_proposal, "walk", "walk")
    assert with_proposal.proposal is not None
    clock.forward(WAITS["replace"] + timedelta(seconds=1))
    with pytest.raises(NothingProposed):
        await matches.act(match.id, proposals.take_seat(NEW))
    lapsed = await matches.act(match.id, Decision("lapse", lapse))
    assert (lapsed.proposal, lapsed.recent[-1].note) == (None, "lapsed")


@pytest.mark.parametrize("computer", [False, True])
async def test_it_is_off_when_someone_of_the_seat_is_back_or_acts(
    matches: Matches, start_match: StartMatch, computer: bool
) -> None:
    match = await left_by_cleo(matches, start_match, computer=computer)
    await matches.act(match.id, proposals.replace_player(ANNE, 2, NEW))
    back = await matches.act(match.id, presence.absent(CLEO, gone=False))
    assert (back.proposal, back.seats[2].people, back.seats[2].computer) == (None, (CLEO,), None)
    await matches.act(match.id, presence.absent(CLEO))
    await matches.act(match.id, proposals.replace_player(ANNE, 2, NEW))
    acts = await matches.act(match.id, turns.play(CLEO, "walk"))
    assert (acts.proposal, acts.seats[2].absent) == (None, False)
    assert await matches.records.check(match.id) == []


async def test_it_is_off_when_the_one_who_was_asked_is_forgotten(matches: Matches, start_match: StartMatch) -> None:
    match = await left_by_cleo(matches, start_match)
    await matches.act(match.id, proposals.replace_player(ANNE, 2, NEW))
    await matches.people.forget(NEW)
    assert (await matches.get(match.id)).proposal is None


@pytest.mark.parametrize("ready", [False, True])
async def test_it_is_off_when_the_one_who_was_asked_leaves_the_server(
    matches: Matches, start_match: StartMatch, store: Store, ready: bool
) -> None:
    match = await left_by_cleo(matches, start_match)
    await refuse(store, NotInThisMatch, lambda: matches.act(match.id, presence.absent(NEW)))
    await matches.act(match.id, proposals.replace_player(ANNE, 2, NEW))
    if ready:
        await matches.act(match.id, proposals.take_seat(NEW))
    await refuse(store, NotInThisMatch, lambda: matches.act(match.id, presence.absent(NEW, gone=False)))
    await refuse(store, NotInThisMatch, lambda: matches.act(match.id, presence.absent(STRANGER)))
    left = await matches.act(match.id, presence.absent(NEW))
    assert (left.proposal, left.seats[2].people, left.seats[2].absent) == (None, (CLEO,), True)
    assert (left.recent[-1].kind, left.recent[-1].seat, left.recent[-1].note) == ("decline", None, "left")
    assert [post.version for post in await matches.outbox.due()] == [left.version]
    await refuse(store, NothingProposed, lambda: matches.act(match.id, proposals.agree(BERT)))
    await matches.act(match.id, proposals.replace_player(ANNE, 2, STRANGER))  # the seat is open to others
    await matches.act(match.id, proposals.take_seat(STRANGER))
    assert (await matches.act(match.id, proposals.agree(BERT))).seats[2].people == (STRANGER,)
    assert await matches.records.check(match.id) == []


async def test_it_is_off_also_while_the_match_is_frozen(
    matches: Matches, start_match: StartMatch, store: Store, clock: Clock
) -> None:
    match = await left_by_cleo(matches, start_match)
    await matches.act(match.id, proposals.replace_player(ANNE, 2, NEW))
    await matches.act(match.id, proposals.take_seat(NEW))
    frozen = Matches(store, games=games(RaceGame(2, readable=False)), clock=clock)
    assert (await frozen.get(match.id)).status is Status.FROZEN
    await frozen.people.forget(NEW)
    assert (await frozen.get(match.id)).proposal is None
    again = Matches(store, games=games(RaceGame(3)), clock=clock)
    assert (await again.get(match.id)).status is Status.RUNNING
    assert await again.records.check(match.id) == []


async def test_nobody_is_kept_by_a_candidate_who_is_gone(
    matches: Matches, start_match: StartMatch, store: Store, clock: Clock
) -> None:
    """Older rules leave a match of newer ones alone, also where someone is forgotten meanwhile."""
    match = await left_by_cleo(matches, start_match)
    await matches.act(match.id, proposals.replace_player(ANNE, 2, NEW))
    await matches.act(match.id, proposals.take_seat(NEW))
    newer = Matches(store, games=games(RaceGame(2)), clock=clock)
    await newer.get(match.id)
    await matches.people.forget(NEW)
    await newer.people.forget(BERT)  # whom alone it waited for
    left = await newer.get(match.id)
    assert [seat.absent for seat in left.seats] == [False, True, True]
    with pytest.raises(OwnRequestOpen):
        await newer.act(match.id, proposals.agree(ANNE))
    assert (await newer.act(match.id, proposals.decline(ANNE))).proposal is None
    assert await newer.records.check(match.id) == []


async def test_the_seat_of_someone_who_was_forgotten_can_be_taken(matches: Matches, start_match: StartMatch) -> None:
    match = await start_match(3)
    await matches.people.forget(BERT)
    await matches.act(match.id, proposals.replace_player(ANNE, 1, NEW))
    await matches.act(match.id, proposals.take_seat(NEW))
    after = await matches.act(match.id, proposals.agree(CLEO))
    assert [seat.people for seat in after.seats] == [(ANNE,), (NEW,), (CLEO,)]
    assert (await play_moves(matches, after, "walk", "walk", "walk")).to_move == 0
    assert await matches.records.check(match.id) == []


async def test_a_person_who_leaves_was_the_last_one_to_ask(matches: Matches, start_match: StartMatch) -> None:
    match = await play_moves(matches, await start_match(4), "walk", "walk")
    await matches.act(match.id, presence.absent(CLEO))
    await matches.act(match.id, proposals.replace_player(ANNE, 2, NEW))
    await matches.act(match.id, proposals.take_seat(NEW))
    await matches.act(match.id, proposals.agree(DORA))
    after = await matches.act(match.id, presence.absent(BERT))
    assert (after.proposal, after.seats[2].people, after.seats[1].absent) == (None, (NEW,), True)
    assert await matches.records.check(match.id) == []


class TestNoSideFillsAnOpponentsSeatAlone:
    """Somebody could put a second account of their own there, see its hand and let it resign."""

    @pytest.mark.parametrize("computer", [False, True])
    async def test_one_of_two_can_not_ask_anybody(
        self, matches: Matches, start_match: StartMatch, store: Store, computer: bool
    ) -> None:
        match = await start_match(2)
        await matches.act(match.id, presence.absent(BERT))
        if computer:
            await matches.act(match.id, presence.take_over(ANNE, 1, ComputerLevel.EASY))
        await refuse(store, FillsAlone, lambda: matches.act(match.id, proposals.replace_player(ANNE, 1, NEW)))

    async def test_a_side_of_two_can_not_ask_anybody_while_the_other_side_is_gone(
        self, matches: Matches, start_match: StartMatch, store: Store
    ) -> None:
        match = await start_match(4, teams=True)
        for person in (BERT, DORA):
            await matches.act(match.id, presence.absent(person))
        await refuse(store, FillsAlone, lambda: matches.act(match.id, proposals.replace_player(ANNE, 1, NEW)))

    async def test_one_at_a_table_of_parallel_matches_can_not(
        self, matches: Matches, table: StartMatch, store: Store
    ) -> None:
        host = await table(2, series=SeriesKind.PARALLEL, rounds=1)
        await matches.act(host.id, presence.absent(BERT))
        await refuse(store, FillsAlone, lambda: matches.act(host.id, proposals.replace_player(ANNE, 1, NEW)))

    async def test_it_is_off_when_the_only_other_one_leaves(self, matches: Matches, start_match: StartMatch) -> None:
        match = await left_by_cleo(matches, start_match)
        await matches.act(match.id, proposals.replace_player(ANNE, 2, NEW))
        await matches.act(match.id, proposals.take_seat(NEW))
        after = await matches.act(match.id, presence.absent(BERT))
        assert (after.proposal, after.seats[2].people, after.seats[1].absent) == (None, (CLEO,), True)
        assert await matches.records.check(match.id) == []

    async def test_it_is_off_when_a_computer_takes_over_for_the_only_other_one(
        self, matches: Matches, start_match: StartMatch, store: Store
    ) -> None:
        match = await left_by_cleo(matches, start_match)
        await matches.act(match.id, proposals.replace_player(ANNE, 2, NEW))
        async with store.write() as connection:
            await connection.execute(update(seats).where(seats.c.number == 1).values(missed=2))
        after = await matches.act(match.id, presence.take_over(ANNE, 1, ComputerLevel.EASY))
        assert (after.proposal, after.seats[2].people) == (None, (CLEO,))

    async def test_it_is_off_when_the_one_who_was_asked_comes_after_the_only_other_one_has_left(
        self, matches: Matches, start_match: StartMatch
    ) -> None:
        match = await left_by_cleo(matches, start_match)
        await matches.act(match.id, proposals.replace_player(ANNE, 2, NEW))
        await matches.act(match.id, presence.absent(BERT))
        after = await matches.act(match.id, proposals.take_seat(NEW))
        assert (after.proposal, after.seats[2].people) == (None, (CLEO,))
        assert (after.recent[-1].kind, after.recent[-1].note) == ("decline", "lapsed")

    async def test_who_has_played_in_a_match_can_not_play_another_seat_there(
        self, matches: Matches, start_match: StartMatch, store: Store
    ) -> None:
        """They know a hand that the other seats may not know."""
        match = await left_by_cleo(matches, start_match)
        await matches.act(match.id, proposals.replace_player(ANNE, 2, NEW))
        await matches.act(match.id, proposals.take_seat(NEW))
        await matches.act(match.id, proposals.agree(BERT))
        await matches.act(match.id, presence.absent(BERT))
        for candidate in (CLEO, NEW):
            await refuse(
                store,
                PlaysAlready,
                partial(matches.act, match.id, proposals.replace_player(ANNE, 1, candidate)),
            )
            await refuse(
                store, PlaysAlready, partial(matches.act, match.id, proposals.appoint(ORGANISER, 1, candidate))
            )


class TestAppointing:
    """In leagues and tournaments those who run them decide who plays on."""

    async def test_it_is_done_once_the_new_one_is_ready_whatever_the_players_say(
        self, matches: Matches, start_match: StartMatch, store: Store
    ) -> None:
        match = await left_by_cleo(matches, start_match)
        await matches.act(match.id, proposals.offer_draw(ANNE))
        asked = await matches.act(match.id, proposals.appoint(ORGANISER, 2, NEW))
        assert asked.proposal is not None
        assert (asked.proposal.candidate, asked.proposal.needed, asked.proposal.kind) == (NEW, (), "replace")
        for decide in (proposals.agree, proposals.decline):
            for person in (ANNE, BERT):
                await refuse(store, NothingProposed, partial(matches.act, match.id, decide(person)))
        after = await matches.act(match.id, proposals.take_seat(NEW))
        assert after.seats[2].people == (NEW,)
        assert await matches.records.check(match.id) == []

    async def test_it_is_off_when_the_new_one_declines_or_the_player_is_back(
        self, matches: Matches, start_match: StartMatch
    ) -> None:
        match = await left_by_cleo(matches, start_match)
        await matches.act(match.id, proposals.appoint(ORGANISER, 2, NEW))
        assert (await matches.act(match.id, proposals.decline(NEW))).proposal is None
        await matches.act(match.id, proposals.appoint(ORGANISER, 2, NEW))
        assert (await matches.act(match.id, turns.play(CLEO, "walk"))).proposal is None

    async def test_another_one_can_be_chosen(self, matches: Matches, start_match: StartMatch, store: Store) -> None:
        match = await left_by_cleo(matches, start_match)
        await matches.act(match.id, proposals.appoint(ORGANISER, 2, NEW))
        await matches.act(match.id, proposals.appoint(ORGANISER, 2, STRANGER))
        await refuse(store, AskedSomebodyElse, lambda: matches.act(match.id, proposals.take_seat(NEW)))
        assert (await matches.act(match.id, proposals.take_seat(STRANGER))).seats[2].people == (STRANGER,)

    async def test_the_seat_must_be_abandoned_as_for_a_computer(
        self, matches: Matches, start_match: StartMatch, store: Store
    ) -> None:
        match = await start_match(2)
        for missed in (0, 1):
            async with store.write() as connection:
                await connection.execute(update(seats).where(seats.c.number == 1).values(missed=missed))
            await refuse(store, NotAbandoned, lambda: matches.act(match.id, proposals.appoint(ORGANISER, 1, NEW)))
        async with store.write() as connection:
            await connection.execute(update(seats).where(seats.c.number == 1).values(missed=2))
        assert (await matches.act(match.id, proposals.appoint(ORGANISER, 1, NEW))).proposal is not None

    async def test_who_plays_in_it_can_not_decide_and_nobody_appoints_themselves(
        self, matches: Matches, start_match: StartMatch, store: Store
    ) -> None:
        match = await left_by_cleo(matches, start_match)
        for organiser, candidate in ((ANNE, NEW), (CLEO, NEW), (NEW, NEW)):
            await refuse(
                store, PlaysThereToo, partial(matches.act, match.id, proposals.appoint(organiser, 2, candidate))
            )


async def test_who_is_asked_finds_the_match_as_long_as_it_can_be_answered(
    matches: Matches, start_match: StartMatch, clock: Clock
) -> None:
    async def found(user: int) -> list[int]:
        return [one.id for one in await matches.lists.inviting(user, guild_id=1)]

    match = await left_by_cleo(matches, start_match)
    assert await found(NEW) == []
    with_proposal = await matches.act(match.id, proposals.replace_player(ANNE, 2, NEW))
    (seen,) = await matches.lists.inviting(NEW, guild_id=1)
    assert (seen.id, seen.proposal, seen.state) == (match.id, with_proposal.proposal, None)
    assert [await found(one) for one in (ANNE, BERT, CLEO, STRANGER)] == [[], [], [], []]
    assert await matches.lists.inviting(NEW, guild_id=2) == []
    await matches.act(match.id, proposals.decline(NEW))
    assert await found(NEW) == []
    await matches.act(match.id, proposals.offer_draw(ANNE))  # another proposal
    assert await found(NEW) == []
    await matches.act(match.id, proposals.decline(ANNE))
    await matches.act(match.id, proposals.replace_player(ANNE, 2, STRANGER))
    assert (await found(NEW), await found(STRANGER)) == ([], [match.id])
    clock.forward(WAITS["replace"])
    assert await found(STRANGER) == []
    await matches.act(match.id, proposals.replace_player(ANNE, 2, NEW))
    await matches.act(match.id, proposals.agree(BERT))
    await matches.act(match.id, proposals.take_seat(NEW))
    assert await found(NEW) == []  # plays


async def test_refusals(matches: Matches, start_match: StartMatch, store: Store) -> None:
    match = await play_moves(matches, await start_match(4), "walk")
    await matches.act(match.id, proposals.resign(DORA))

    async def ask(match_id: int, user: int, seat: int, candidate: int) -> Match:
        return await matches.act(match_id, proposals.replace_player(user, seat, candidate))

    await refuse(store, NotReplaceable, lambda: ask(match.id, ANNE, 1, NEW))
    await refuse(store, NotReplaceable, lambda: ask(match.id, ANNE, 0, NEW))
    await refuse(store, HasResigned, lambda: ask(match.id, ANNE, 3, NEW))
    await refuse(store, NoSuchSeat, lambda: ask(match.id, ANNE, 4, NEW))
    await matches.act(match.id, presence.absent(CLEO))
    await refuse(store, NotInThisMatch, lambda: ask(match.id, STRANGER, 2, NEW))
    await refuse(store, NotInThisMatch, lambda: ask(match.id, DORA, 2, NEW))
    for playing in (ANNE, BERT, CLEO, DORA):
        await refuse(store, PlaysAlready, partial(ask, match.id, ANNE, 2, playing))
    await matches.act(match.id, moderation.end(ANNE))
    await refuse(store, MatchOver, lambda: ask(match.id, ANNE, 2, NEW))


async def test_side_by_side_the_new_one_plays_that_seats_own_match(
    matches: Matches, table: StartMatch, store: Store
) -> None:
    host = await table(3, series=SeriesKind.PARALLEL, rounds=2)
    cleos, berts = parts(host)[2], parts(host)[1]
    await matches.act(cleos, turns.play(CLEO, "pick"))
    await matches.act(host.id, presence.absent(CLEO))
    await matches.act(host.id, presence.take_over(ANNE, 2, ComputerLevel.EASY))
    await refuse(store, NotReplaceable, lambda: matches.act(berts, proposals.replace_player(BERT, 0, NEW)))
    await matches.act(host.id, proposals.replace_player(ANNE, 2, NEW))
    await matches.act(host.id, proposals.take_seat(NEW))
    after = await matches.act(host.id, proposals.agree(BERT))
    assert (after.seats[2].people, after.seats[2].computer) == ((NEW,), None)
    child = await matches.act(cleos, turns.play(NEW, "pick"))
    assert (child.seats[0].people, child.status, await matches.lists.computer_turns()) == ((NEW,), Status.OVER, [])
    for number in (host.id, *parts(host)):
        assert await matches.records.check(number) == []
    await refuse(store, PlaysApart, lambda: matches.act(host.id, proposals.undo(NEW)))


async def test_side_by_side_it_is_off_when_the_seats_match_has_ended(matches: Matches, table: StartMatch) -> None:
    host = await table(3, series=SeriesKind.PARALLEL, rounds=1)
    await matches.act(host.id, presence.absent(BERT))
    await matches.act(host.id, presence.take_over(ANNE, 1, ComputerLevel.EASY))
    await matches.act(host.id, proposals.replace_player(ANNE, 1, NEW))
    child = await matches.get(parts(host)[1])
    await matches.act(child.id, turns.play_computer("pick", seen_version=child.version))
    assert (await matches.get(host.id)).proposal is None


async def test_in_a_series_the_new_one_plays_the_next_match_as_well(matches: Matches, table: StartMatch) -> None:
    first = await table(2, series=SeriesKind.POINTS, rounds=1)
    await matches.act(first.id, presence.absent(BERT))
    await matches.act(first.id, proposals.appoint(ORGANISER, 1, NEW))
    await matches.act(first.id, proposals.take_seat(NEW))
    for user in (ANNE, NEW):
        await matches.act(first.id, turns.play(user, "skip"))
    (second,) = await matches.lists.of_user(NEW, statuses=(Status.RUNNING,))
    assert [seat.people for seat in second.seats] == [(ANNE,), (NEW,)]
