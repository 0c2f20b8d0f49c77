"""A table whose people each play a match of their own, alone and in private, with the same luck."""

import asyncio

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match import (
    BadOption,
    Ending,
    Host,
    Matches,
    MatchOver,
    NotInThisMatch,
    NotOver,
    NotRunning,
    Place,
    PlaysApart,
    SeriesKind,
    Status,
    TableTerms,
)
from bot.match.decisions import lobby, presence, proposals, relocating, turns
from bot.match.values.errors import NothingProposed
from bot.rules.record import replay
from bot.store import Store
from bot.store.columns import MatchColumns
from bot.store.documents import EndingDocument
from bot.store.queries import matches as queries
from tests.match.conftest import HERE, Clock, StartMatch, dump
from tests.match.parallel import own, parts, without_power_at
from tests.match.toy import PLAYERS

ANNE, BERT, CLEO, DORA = PLAYERS
PARALLEL = SeriesKind.PARALLEL


MANY, FEW, NONE = ["pick", "pick"], ["pick", "skip"], ["skip", "skip"]


class TestTheTable:
    async def test_has_no_matches_before_the_start(self, matches: Matches) -> None:
        host = await matches.tables.open(TableTerms(game="harvest", seats=3, series=PARALLEL), opener=ANNE, place=HERE)
        assert host.series is not None
        assert (isinstance(host, Host), host.terms.private) == (True, False)
        assert (host.series.kind, host.series.part, host.series.host) == (PARALLEL, 0, host.id)
        assert (host.series.parts, host.series.totals, host.series.places) == ((), (), None)
        with pytest.raises(NotRunning):
            await matches.act(host.id, proposals.resign(ANNE))
        with pytest.raises(NotRunning):
            await matches.solos.compare(host.id, ANNE)

    @pytest.mark.parametrize(
        ("game", "seats", "problem"),
        [
            ("harvest", 1, "seats: 2 to 5 can play side by side, not 1"),
            ("harvest", 6, "seats: 2 to 5 can play side by side, not 6"),
            ("race", 2, "seats: 1 can't play with these options"),
        ],
    )
    async def test_is_refused_where_it_cannot_be(self, matches: Matches, game: str, seats: int, problem: str) -> None:
        with pytest.raises(BadOption) as refusal:
            await matches.tables.open(TableTerms(game=game, seats=seats, series=PARALLEL), opener=ANNE, place=HERE)
        assert str(refusal.value.values["problem"]) == problem

    @pytest.mark.parametrize(
        ("seats", "colours"), [(2, ["red", "green"]), (5, ["red", "green", "blue", "red", "green"])]
    )
    async def test_has_the_colours_of_the_game_as_far_as_they_go(
        self, matches: Matches, seats: int, colours: list[str]
    ) -> None:
        host = await matches.tables.open(
            TableTerms(game="harvest", seats=seats, series=PARALLEL), opener=ANNE, place=HERE
        )
        assert [seat.colour for seat in host.seats] == colours

    async def test_begins_with_a_match_for_each_seat(self, matches: Matches, table: StartMatch) -> None:
        host = await table(3, series=PARALLEL, own_thread=True)
        assert (host.status, host.to_move, host.state, host.position_version) == (Status.RUNNING, None, None, None)
        assert host.place == Place(1, 20, 7000 + host.id)
        assert host.series is not None
        assert [part.number for part in host.series.parts] == [1, 2, 3]
        for seat, number in enumerate(parts(host)):
            child = await matches.get(number)
            assert child.series is not None
            assert (child.series.part, child.series.host, child.series.parts) == (seat + 1, host.id, host.series.parts)
            assert (child.status, child.terms.private, isinstance(child, Host)) == (Status.RUNNING, True, False)
            assert [(one.people, one.colour) for one in child.seats] == [((PLAYERS[seat],), host.seats[0].colour)]
            assert (child.place, child.terms.own_thread, child.opener) == (HERE, False, PLAYERS[seat])
            assert (child.salt, child.commitment, child.to_move) == (host.salt, host.commitment, 0)

    async def test_all_have_the_same_luck(self, matches: Matches, table: StartMatch) -> None:
        host = await table(3, series=PARALLEL, rounds=12)
        states = [(await matches.get(number)).state for number in parts(host)]
        assert states[0] is not None
        assert states[0] == states[1] == states[2]
        host = await own(matches, host, *[["roll", "roll", "skip"]] * 3)
        states = [(await matches.get(number)).state for number in parts(host)]
        assert states[0] == states[1] == states[2]

    async def test_shared_seats_play_together(self, matches: Matches) -> None:
        host = await matches.tables.open(
            TableTerms(game="harvest", seats=2, shared=True, series=PARALLEL), opener=ANNE, place=HERE
        )
        await matches.tables.note_posted(host.id, 5)
        for person, seat in ((DORA, 1), (CLEO, 1), (BERT, 0)):
            await matches.act(host.id, lobby.join(person, seat=seat))
        host = await matches.act(host.id, lobby.begin(ANNE))
        first, second = [await matches.get(number) for number in parts(host)]
        assert (first.seats[0].people, second.seats[0].people) == ((ANNE, BERT), (DORA, CLEO))
        await matches.act(second.id, turns.play(CLEO, "pick"))
        assert (await matches.act(second.id, turns.play(DORA, "pick"))).status is Status.OVER

    async def test_nothing_is_played_there(self, matches: Matches, table: StartMatch, store: Store) -> None:
        host = await table(series=PARALLEL)
        before = await dump(store)
        with pytest.raises(PlaysApart):
            await matches.act(host.id, turns.play(ANNE, "pick"))
        with pytest.raises(PlaysApart):
            await matches.act(host.id, turns.take_back(ANNE))
        with pytest.raises(PlaysApart):
            await matches.records.rebuild(host.id)
        with pytest.raises(NotInThisMatch):
            await matches.act(host.id, turns.play(CLEO, "pick"))
        with pytest.raises(NotOver):
            await matches.records.record(host.id)
        assert await dump(store) == before

    async def test_others_cannot_play_in_a_match(self, matches: Matches, table: StartMatch) -> None:
        host = await table(series=PARALLEL)
        for decision in (proposals.resign, proposals.offer_draw):
            with pytest.raises(NotInThisMatch):
                await matches.act(parts(host)[0], decision(BERT))
        with pytest.raises(NotInThisMatch):
            await matches.act(parts(host)[0], turns.play(BERT, "pick"))

    async def test_an_interaction_that_comes_again_begins_once(self, matches: Matches, store: Store) -> None:
        host = await matches.tables.open(TableTerms(game="harvest", seats=2, series=PARALLEL), opener=ANNE, place=HERE)
        await matches.act(host.id, lobby.join(BERT, message_id=9))
        once = await matches.act(host.id, lobby.begin(ANNE), interaction=4)
        before = await dump(store)
        assert await matches.act(host.id, lobby.begin(ANNE), interaction=4) == once
        assert await dump(store) == before

    @pytest.mark.parametrize("where", ["insert_match", "insert_member", "append", "keep_snapshot"])
    async def test_a_failure_in_the_middle_begins_nothing(
        self, matches: Matches, store: Store, monkeypatch: pytest.MonkeyPatch, where: str
    ) -> None:
        host = await matches.tables.open(TableTerms(game="harvest", seats=2, series=PARALLEL), opener=ANNE, place=HERE)
        await matches.act(host.id, lobby.join(BERT, message_id=9))
        before = await dump(store)
        genuine, called = getattr(queries, where), 0

        async def breaks(*arguments: object, **kwargs: object) -> object:
            nonlocal called
            called += 1
            if called == 2:
                raise RuntimeError("the power is gone")
            return await genuine(*arguments, **kwargs)

        with monkeypatch.context() as broken:
            broken.setattr(queries, where, breaks)
            with pytest.raises(RuntimeError):
                await matches.act(host.id, lobby.begin(ANNE))
        assert await dump(store) == before
        assert len(parts(await matches.act(host.id, lobby.begin(ANNE)))) == 2


class TestFinishing:
    async def test_the_table_notes_who_has_finished(self, matches: Matches, table: StartMatch) -> None:
        host = await own(matches, await table(3, series=PARALLEL), [], MANY)
        assert host.series is not None
        assert (host.status, host.recent[-1].kind, host.recent[-1].seat) == (Status.RUNNING, "finish", 1)
        assert [part.status for part in host.series.parts] == [Status.RUNNING, Status.OVER, Status.RUNNING]
        assert [post.match_id for post in await matches.outbox.due()] == [host.id]

    async def test_each_end_makes_a_board_due(self, matches: Matches, table: StartMatch) -> None:
        host = await table(series=PARALLEL)
        for seat, moves in enumerate((MANY, NONE)):
            (due,) = await matches.outbox.due()
            await matches.outbox.note_posted(due.id, 50 + seat)
            matches.outbox.on_post.clear()
            for move in moves:
                assert await matches.outbox.due() == []
                await matches.act(parts(host)[seat], turns.play(PLAYERS[seat], move))
            assert matches.outbox.on_post.is_set()
        (due,) = await matches.outbox.due()
        assert (due.match_id, due.new_message, due.version) == (host.id, True, (await matches.get(host.id)).version)

    async def test_the_last_one_ends_the_table_and_points_give_the_places(
        self, matches: Matches, table: StartMatch
    ) -> None:
        host = await own(matches, await table(3, series=PARALLEL), NONE, MANY, MANY)
        assert (host.status, host.ending) == (Status.OVER, Ending("played", (3, 1, 1), (0, 21, 21)))
        assert host.series is not None
        assert (host.series.over, host.series.places) == (True, (3, 1, 1))
        endings = [part.ending for part in host.series.parts]
        assert endings == [Ending("played", (1,), (score,)) for score in (0, 21, 21)]

    async def test_an_interaction_that_comes_again_finishes_once(
        self, matches: Matches, table: StartMatch, store: Store
    ) -> None:
        host = await own(matches, await table(series=PARALLEL), ["pick"], NONE)
        over = await matches.act(parts(host)[0], turns.play(ANNE, "pick"), interaction=8)
        before = await dump(store)
        assert await matches.act(parts(host)[0], turns.play(ANNE, "pick"), interaction=8) == over
        assert await dump(store) == before

    @pytest.mark.thorough
    async def test_two_that_end_at_the_same_moment_are_both_noted(
        self, matches: Matches, another: Matches, table: StartMatch
    ) -> None:
        for _ in range(4):
            host = await own(matches, await table(series=PARALLEL), ["pick"], ["skip"])
            await asyncio.gather(
                matches.act(parts(host)[0], turns.play(ANNE, "pick")),
                another.act(parts(host)[1], turns.play(BERT, "skip")),
            )
            host = await matches.get(host.id)
            assert (host.status, host.ending) == (Status.OVER, Ending("played", (1, 2), (21, 0)))
            assert [event.kind for event in await matches.records.log(host.id)][3:] == ["finish", "finish"]
            assert await matches.records.check(host.id) == []

    async def test_a_table_that_someone_else_writes_is_read_again(
        self, matches: Matches, table: StartMatch, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        host = await own(matches, await table(series=PARALLEL), ["pick"])
        genuine = queries.claim
        refused: list[int] = []

        async def first_the_table_is_taken(connection: AsyncConnection, match_id: int, *rest: object) -> bool:
            if match_id == host.id and not refused:
                refused.append(match_id)
                return False
            return await genuine(connection, match_id, *rest)  # type: ignore[arg-type]  # handed on as they came

        monkeypatch.setattr(queries, "claim", first_the_table_is_taken)
        child = await matches.act(parts(host)[0], turns.play(ANNE, "pick"))
        assert refused == [host.id]
        assert (child.status, child.version) == (Status.OVER, 4)
        assert [event.kind for event in await matches.records.log(host.id)].count("finish") == 1

    async def test_nothing_of_it_survives_alone(
        self, matches: Matches, table: StartMatch, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        host = await own(matches, await table(series=PARALLEL), ["pick"], NONE)
        before = await dump(store)
        with without_power_at(host, monkeypatch), pytest.raises(RuntimeError):
            await matches.act(parts(host)[0], turns.play(ANNE, "pick"))
        assert await dump(store) == before


class TestGivingUp:
    @pytest.mark.parametrize("way", ["resign", "offer_draw"])
    async def test_ends_ones_own_match_only(self, matches: Matches, table: StartMatch, way: str) -> None:
        host = await table(series=PARALLEL)
        child = await matches.act(parts(host)[1], getattr(proposals, way)(BERT))
        assert (child.status, child.ending) == (Status.OVER, Ending("resigned", (1,), None, (0,)))
        host = await matches.get(host.id)
        assert host.series is not None
        assert host.series.parts[1].ending == Ending("resigned", None, None, (0,))
        assert (host.status, host.recent[-1].kind, host.recent[-1].seat) == (Status.RUNNING, "finish", 1)

    async def test_works_at_the_table_as_well(self, matches: Matches, table: StartMatch, store: Store) -> None:
        host = await table(series=PARALLEL)
        given_up = await matches.act(host.id, proposals.resign(BERT), interaction=6)
        assert given_up == await matches.get(host.id)
        assert (await matches.get(parts(host)[1])).status is Status.OVER
        before = await dump(store)
        assert await matches.act(host.id, proposals.resign(BERT), interaction=6) == given_up
        with pytest.raises(MatchOver):
            await matches.act(host.id, proposals.resign(BERT))
        with pytest.raises(NotInThisMatch):
            await matches.act(host.id, proposals.resign(CLEO))
        assert await dump(store) == before

    async def test_puts_one_behind_all_others_and_who_held_out_longer_ahead(
        self, matches: Matches, store: Store
    ) -> None:
        host = await matches.tables.open(TableTerms(game="harvest", seats=4, series=PARALLEL), opener=ANNE, place=HERE)
        for person in (BERT, CLEO, DORA):
            await matches.act(host.id, lobby.join(person, message_id=3))
        host = await matches.act(host.id, lobby.begin(ANNE))
        await matches.act(parts(host)[2], proposals.resign(CLEO))
        host = await own(matches, host, [], NONE)
        await matches.act(parts(host)[0], proposals.resign(ANNE))
        host = await own(matches, host, [], [], [], MANY)
        assert host.ending == Ending("played", (3, 2, 4, 1), (0, 0, 0, 21), (0, 2))

    async def test_by_all_leaves_an_order_as_well(self, matches: Matches, table: StartMatch) -> None:
        host = await table(series=PARALLEL)
        await matches.act(host.id, proposals.resign(ANNE))
        host = await matches.act(host.id, proposals.resign(BERT))
        assert (host.status, host.ending) == (Status.OVER, Ending("played", (2, 1), (0, 0), (0, 1)))

    async def test_that_an_older_release_noted_at_no_table_is_the_earliest(
        self, matches: Matches, table: StartMatch, store: Store
    ) -> None:
        host = await table(3, series=PARALLEL)
        ended: EndingDocument = {"kind": "agreed", "places": [1], "scores": None, "seats": []}
        async with store.write() as connection:
            columns: MatchColumns = {"version": 3, "status": Status.OVER, "ending": ended, "to_move": None}
            assert await queries.claim(connection, parts(host)[1], 2, columns)
        await matches.act(parts(host)[0], proposals.resign(ANNE))
        host = await own(matches, host, [], [], MANY)
        assert host.ending == Ending("played", (2, 3, 1), (0, 0, 21), (0, 1))


class TestCallingOff:
    async def test_ends_whatever_is_still_played(self, matches: Matches, table: StartMatch) -> None:
        host = await own(matches, await table(3, series=PARALLEL), MANY)
        await matches.act(host.id, proposals.offer_draw(ANNE))
        host = await matches.act(host.id, proposals.agree(BERT))
        assert host.proposal is not None
        assert host.proposal.needed == (2,)
        host = await matches.act(host.id, proposals.agree(CLEO, seen_version=host.version))
        assert host.series is not None
        assert (host.status, host.ending) == (Status.OVER, Ending("agreed", (1, 1, 1)))
        assert (host.series.over, host.series.places) == (True, None)
        kinds = [part.ending.kind for part in host.series.parts if part.ending is not None]
        assert kinds == ["played", "agreed", "agreed"]
        with pytest.raises(MatchOver):
            await matches.act(parts(host)[1], turns.play(BERT, "pick"))
        for number in parts(host):
            assert await matches.records.check(number) == []

    async def test_can_be_declined(self, matches: Matches, table: StartMatch) -> None:
        host = await table(series=PARALLEL)
        await matches.act(host.id, proposals.offer_draw(ANNE))
        host = await matches.act(host.id, proposals.decline(BERT))
        assert (host.status, host.proposal) == (Status.RUNNING, None)

    async def test_playing_on_is_no_answer_and_a_match_has_no_proposals(
        self, matches: Matches, table: StartMatch
    ) -> None:
        host = await table(series=PARALLEL)
        await matches.act(host.id, proposals.offer_draw(ANNE))
        host = await own(matches, host, [], ["pick"])
        assert host.proposal is not None
        for decision in (proposals.agree, proposals.decline):
            with pytest.raises(NothingProposed):
                await matches.act(parts(host)[1], decision(BERT))

    async def test_the_end_of_all_matches_answers_it(self, matches: Matches, table: StartMatch) -> None:
        host = await table(series=PARALLEL)
        await matches.act(host.id, proposals.offer_draw(ANNE))
        host = await own(matches, host, MANY, NONE)
        assert (host.proposal, host.ending) == (None, Ending("played", (1, 2), (21, 0)))

    async def test_those_who_are_left_can_if_someone_is_gone(self, matches: Matches, table: StartMatch) -> None:
        host = await own(matches, await table(series=PARALLEL), MANY)
        await matches.act(host.id, presence.absent(BERT))
        assert (await matches.act(host.id, proposals.offer_draw(ANNE))).status is Status.OVER
        assert (await matches.get(parts(host)[1])).ending == Ending("agreed", (1,))


async def test_everything_is_sound_in_the_end(matches: Matches, table: StartMatch) -> None:
    host = await table(3, series=PARALLEL, rounds=3)
    await matches.act(host.id, relocating.move_to(ANNE, Place(1, 21)))
    await matches.act(host.id, presence.absent(CLEO))
    host = await own(matches, host, ["roll", "pick", "skip"], ["skip", "roll", "roll"])
    await matches.act(host.id, proposals.resign(CLEO))
    for number in (host.id, *parts(host)):
        assert await matches.records.check(number) == []
        assert (await matches.get(number)).status is Status.OVER
    with pytest.raises(MatchOver):
        await matches.act(host.id, turns.play(ANNE, "pick"))


@pytest.mark.slow
async def test_a_table_of_southern_cards(store: Store, clock: Clock, table: StartMatch) -> None:
    matches = Matches(store, clock=clock)
    host = await table(4, using=matches, game="southern_cards", series=PARALLEL, hand=1)
    first = (await matches.get(parts(host)[0])).state
    for seat, number in enumerate(parts(host)[:3]):
        match = await matches.get(number)
        assert match.state == first
        while match.to_move is not None:
            assert match.state is not None
            move = match.state.notate(match.state.legal()[-seat])
            match = await matches.act(number, turns.play(PLAYERS[seat], move))
        assert match.seed is None
    await matches.act(host.id, proposals.resign(DORA))
    host = await matches.get(host.id)
    assert host.ending is not None
    assert host.ending.scores is not None
    for seat, number in enumerate(parts(host)[:3]):
        record = await matches.records.record(number)
        assert record["result"]["scores"] == [host.ending.scores[seat]]
        replay(record)
        assert await matches.records.check(number) == []
    assert (host.ending.places or ())[3:] == (4,)
    assert host.ending.seats == (3,)
    resigned = await matches.records.record(parts(host)[3])
    assert resigned["result"] == {"places": [1], "scores": None, "ending": "resigned", "resigned": [0]}
