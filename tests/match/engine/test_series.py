"""Matches one after the other, until a seat has enough points over all of them."""

import hashlib
from collections.abc import Sequence
from datetime import timedelta

import pytest

from bot.match import (
    BadOption,
    Ending,
    Host,
    Match,
    Matches,
    MatchOver,
    Place,
    SeriesKind,
    SeriesMatch,
    Status,
    TableTerms,
)
from bot.match.decisions import lobby, presence, proposals, relocating, turns
from bot.rules import GAMES as INSTALLED
from bot.rules.chance import Recorded, Sealed
from bot.rules.record import replay
from bot.store import Store
from tests.match.conftest import HERE, Clock, StartMatch, dump
from tests.match.toy import GAMES, PLAYERS, Harvest, HarvestGame, games

ANNE, BERT, CLEO = PLAYERS[:3]
POINTS = SeriesKind.POINTS


async def play_moves(matches: Matches, match: Match, moves: Sequence[str]) -> Match:
    """The match after these moves of the player to move, one for each round."""
    for move in moves:
        match = await matches.act(match.id, turns.play(match.to_move_people()[0], move))
    return match


async def end_match(matches: Matches, match: Match, *gathering: int) -> Match:
    """The match at its end: these seats pick every card, the others none."""
    while match.to_move is not None:
        move = "pick" if match.to_move in gathering else "skip"
        match = await matches.act(match.id, turns.play(match.to_move_people()[0], move))
    return match


async def following(matches: Matches, match: Match) -> Match:
    assert match.series is not None
    return await matches.get(match.series.parts[-1].match_id)


def scores(match: Match) -> tuple[int, ...]:
    assert match.ending is not None
    assert match.ending.scores is not None
    return match.ending.scores


async def test_a_match_outside_of_a_series_has_none(table: StartMatch) -> None:
    match = await table()
    assert (match.series, isinstance(match, Host)) == (None, False)


async def test_the_first_match_is_part_one(table: StartMatch) -> None:
    match = await table(series=POINTS, target=500)
    series = match.series
    assert series is not None
    assert (series.kind, series.target, series.part, series.host) == (POINTS, 500, 1, None)
    assert series.parts == (SeriesMatch(match.id, 1, Status.RUNNING, None),)
    assert (series.totals, series.over, series.places) == ((0, 0), False, None)


async def test_a_target_that_ends_nothing_is_refused(table: StartMatch) -> None:
    with pytest.raises(BadOption, match="target"):
        await table(series=POINTS, target=0)


class TestTheNextMatch:
    async def test_it_begins_with_the_end_of_the_one_before(self, matches: Matches, table: StartMatch) -> None:
        first = await end_match(matches, await table(3, series=POINTS, rain=True), 1)
        assert first.series is not None
        assert [part.status for part in first.series.parts] == [Status.OVER, Status.RUNNING]
        second = await following(matches, first)
        assert second.series is not None
        assert (second.series.part, second.series.parts) == (2, first.series.parts)
        assert (second.status, second.to_move, second.position_version) == (Status.RUNNING, 0, 2)
        assert [event.kind for event in await matches.records.log(second.id)] == ["open", "begin"]

    async def test_it_has_the_same_table(self, matches: Matches, clock: Clock) -> None:
        opened = await matches.tables.open(
            TableTerms(
                game="hike", options={"goal": 1}, seats=2, shared=True, own_thread=True, automatic=False, series=POINTS
            ),
            opener=BERT,
            place=HERE,
        )
        await matches.tables.note_posted(opened.id, 77)
        for person, seat in ((CLEO, 1), (ANNE, 0)):
            await matches.act(opened.id, lobby.join(person, seat=seat))
        await matches.act(opened.id, lobby.begin(BERT))
        await matches.act(opened.id, presence.absent(ANNE))
        first = await matches.act(opened.id, turns.play(BERT, "step"))
        second = await following(matches, first)
        for same in ("terms", "place", "opener", "commitment"):
            assert getattr(second, same) == getattr(first, same), same
        assert second.seats == first.seats
        assert (second.seats[0].people, second.seats[0].away) == ((BERT, ANNE), (ANNE,))
        assert (second.place, second.table_message_id) == (Place(1, 20, 77), 77)
        assert second.seats[1].colour == "green"

    async def test_it_goes_where_the_one_before_was_moved_to(self, matches: Matches, table: StartMatch) -> None:
        first = await table(series=POINTS)
        elsewhere = Place(1, 21, 30)
        await matches.act(first.id, relocating.move_to(BERT, elsewhere))
        second = await following(matches, await end_match(matches, first, 0))
        assert second.place == elsewhere
        back = await following(
            matches, await end_match(matches, await matches.act(second.id, relocating.leave_thread()), 0)
        )
        assert back.place == Place(1, 21)

    async def test_both_boards_are_posted_the_older_one_first(self, matches: Matches, table: StartMatch) -> None:
        first = await end_match(matches, await table(series=POINTS), 0)
        second = await following(matches, first)
        assert [post.match_id for post in await matches.outbox.due()] == [first.id, second.id]

    async def test_private_ones_are_followed_by_private_ones(self, matches: Matches, table: StartMatch) -> None:
        first = await end_match(matches, await table(1, series=POINTS, private=True), 0)
        assert (await following(matches, first)).terms.private
        assert await matches.outbox.due() == []

    async def test_an_interaction_that_comes_again_begins_nothing(
        self, matches: Matches, table: StartMatch, store: Store
    ) -> None:
        match = await play_moves(matches, await table(series=POINTS), ["pick", "skip", "pick"])
        once = await matches.act(match.id, turns.play(BERT, "skip"), interaction=5)
        before = await dump(store)
        assert await matches.act(match.id, turns.play(BERT, "skip"), interaction=5) == once
        assert await dump(store) == before

    async def test_it_is_there_together_with_the_end(
        self, matches: Matches, table: StartMatch, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        match = await play_moves(matches, await table(series=POINTS), ["pick", "skip", "pick"])
        before = await dump(store)

        def breaks(*_: object) -> None:
            raise ZeroDivisionError

        with monkeypatch.context() as broken:
            broken.setattr(HarvestGame, "start", breaks)
            with pytest.raises(ZeroDivisionError):
                await matches.act(match.id, turns.play(BERT, "skip"))
        assert await dump(store) == before

    async def test_rules_that_refuse_it_end_the_series(self, matches: Matches, table: StartMatch, store: Store) -> None:
        match = await play_moves(matches, await table(series=POINTS), ["pick", "skip", "pick"])
        stricter = Matches(store, games=games(HarvestGame(2, strict=True)))
        last = await stricter.act(match.id, turns.play(BERT, "skip"))
        assert last.series is not None
        assert (last.status, last.series.over, last.series.places) == (Status.OVER, True, (1, 2))
        assert len((await dump(store))["matches"]) == 1


class TestTheEnd:
    async def test_points_are_counted_over_all_matches(self, matches: Matches, table: StartMatch) -> None:
        first = await end_match(matches, await table(series=POINTS), 0)
        second = await end_match(matches, await following(matches, first), 1)
        third = await following(matches, second)
        points = [scores(match) for match in (first, second)]
        sums = tuple(map(sum, zip(*points, strict=True)))
        for number, totals in ((first.id, points[0]), (second.id, sums), (third.id, sums)):
            series = (await matches.get(number)).series
            assert series is not None
            assert (series.totals, series.over) == (totals, False)

    async def test_it_comes_when_a_seat_has_enough(self, matches: Matches, table: StartMatch) -> None:
        match = await end_match(matches, await table(series=POINTS, target=60), 1)
        while match.series is not None and not match.series.over:
            assert max(match.series.totals) < 60
            match = await end_match(matches, await following(matches, match), 1)
        assert match.series is not None
        assert match.series.totals[1] >= 60
        assert match.series.places == (2, 1)
        assert len(match.series.parts) == match.series.part == 3

    async def test_exactly_the_target_is_enough(self, matches: Matches, table: StartMatch) -> None:
        match = await end_match(matches, await table(1, series=POINTS, target=21), 0)  # one picks the 10 and the 11
        assert match.series is not None
        assert (match.series.totals, match.series.over) == ((21,), True)

    async def test_equal_points_share_a_place(self, matches: Matches, table: StartMatch) -> None:
        match = await table(3, series=POINTS, target=1, rounds=1)
        match = await end_match(matches, match, 1)
        assert match.series is not None
        assert (match.series.over, match.series.places) == (True, (2, 1, 2))

    async def test_no_further_match_begins(self, matches: Matches, table: StartMatch, store: Store) -> None:
        match = await end_match(matches, await table(series=POINTS, target=1), 0)
        assert len((await dump(store))["matches"]) == 1
        with pytest.raises(MatchOver):
            await matches.act(match.id, turns.play(ANNE, "pick"))

    async def test_giving_up_ends_the_series(self, matches: Matches, table: StartMatch) -> None:
        first = await end_match(matches, await table(series=POINTS), 0)
        second = await matches.act((await following(matches, first)).id, proposals.resign(ANNE))
        assert second.series is not None
        assert second.ending == Ending("resigned", (2, 1), None, (0,))
        assert (second.series.over, second.series.places) == (True, (2, 1))
        assert (second.series.totals, len(second.series.parts)) == (scores(first), 2)

    async def test_a_draw_calls_the_series_off(self, matches: Matches, table: StartMatch) -> None:
        match = await table(series=POINTS)
        await matches.act(match.id, proposals.offer_draw(ANNE))
        match = await matches.act(match.id, proposals.agree(BERT))
        assert match.series is not None
        assert (match.status, match.series.over, match.series.places) == (Status.OVER, True, None)

    @pytest.mark.parametrize("way", ["cancel", "leave", "tidy"])
    async def test_a_table_that_is_closed_ends_it(self, matches: Matches, clock: Clock, way: str) -> None:
        match = await matches.tables.open(TableTerms(game="harvest", seats=2, series=POINTS), opener=ANNE, place=HERE)
        assert match.series is not None
        assert not match.series.over
        if way == "tidy":
            clock.forward(timedelta(days=2))
            await matches.tables.tidy()
        else:
            await matches.act(match.id, getattr(lobby, way)(ANNE))
        match = await matches.get(match.id)
        assert match.series is not None
        assert (match.status, match.series.over, match.series.places) == (Status.CANCELLED, True, None)
        assert match.seed is not None


class TestLuck:
    async def test_the_seed_is_sealed_until_the_series_is_over(self, matches: Matches, table: StartMatch) -> None:
        first = await end_match(matches, await table(series=POINTS, target=40), 0)
        assert first.seed is None
        second = await end_match(matches, await following(matches, first), 0)
        assert second.series is not None
        assert second.series.over
        first = await matches.get(first.id)
        assert first.seed == second.seed is not None
        assert hashlib.sha256(bytes.fromhex(first.seed or "")).hexdigest() == first.commitment == second.commitment

    @pytest.mark.thorough
    async def test_each_match_can_be_drawn_again_with_its_own_salt(self, matches: Matches, table: StartMatch) -> None:
        match = await table(series=POINTS, target=700, rounds=10)
        parts = [match]
        while match.series is not None and not match.series.over:
            match = await end_match(matches, match, 0)
            if match.series is not None and not match.series.over:
                match = await following(matches, match)
                parts.append(match)
        assert len(parts) == 4
        seed = bytes.fromhex(match.seed or "")
        salt = f"{7000 + parts[0].id}"
        assert [part.salt for part in parts] == [salt, f"{salt}.2", f"{salt}.3", f"{salt}.4"]
        piles = set()
        for part in parts:
            assert part.state is not None
            luck = Recorded(Sealed(seed, part.salt or ""))
            start = GAMES["harvest"].start(2, part.options, luck)
            assert isinstance(start, Harvest)
            piles.add(start.pile)
            begin = next(event for event in await matches.records.log(part.id) if event.kind == "begin")
            assert list(begin.chance) == luck.outcomes
            assert await matches.records.check(part.id) == []
        assert len(piles) == 4

    async def test_an_ended_match_is_past_while_the_series_goes_on(self, matches: Matches, table: StartMatch) -> None:
        first = await end_match(matches, await table(series=POINTS), 0)
        begin = next(event for event in await matches.records.log(first.id) if event.kind == "begin")
        assert len(begin.chance) == 1


class TestPeople:
    async def test_a_person_who_left_is_away_in_the_next_match_and_back_by_acting(
        self, matches: Matches, table: StartMatch
    ) -> None:
        match = await play_moves(matches, await table(series=POINTS), ["pick", "skip", "pick"])
        await matches.act(match.id, presence.absent(ANNE))
        second = await following(matches, await matches.act(match.id, turns.play(BERT, "skip")))
        assert second.seats[0].away == (ANNE,)
        assert (await matches.act(second.id, turns.play(ANNE, "pick"))).seats[0].away == ()

    async def test_a_forgotten_person_keeps_an_empty_seat(self, matches: Matches, table: StartMatch) -> None:
        match = await play_moves(matches, await table(series=POINTS), ["pick", "skip", "pick"])
        await matches.people.forget(ANNE)
        second = await following(matches, await matches.act(match.id, turns.play(BERT, "skip")))
        assert (second.seats[0].people, second.seats[0].absent, second.opener) == ((), True, 0)
        assert (await matches.act(second.id, proposals.offer_draw(BERT))).status is Status.OVER

    async def test_lists_have_every_match(self, matches: Matches, table: StartMatch) -> None:
        first = await end_match(matches, await table(series=POINTS), 0)
        second = await following(matches, first)
        assert [one.id for one in await matches.lists.of_user(BERT)] == [second.id]
        assert [one.id for one in await matches.lists.of_user(BERT, statuses=[Status.OVER])] == [first.id]
        assert [one.id for one in await matches.lists.in_channel(20)] == [second.id]


@pytest.mark.slow
async def test_two_matches_of_southern_cards(store: Store, clock: Clock, table: StartMatch) -> None:
    matches = Matches(store, clock=clock)
    match = await table(3, using=matches, game="southern_cards", series=POINTS, layout="classic", hand=1, target=10**6)
    for _ in range(2):
        while match.to_move is not None:
            assert match.state is not None
            move = match.state.notate(match.state.legal()[0])
            match = await matches.act(match.id, turns.play(match.to_move_people()[0], move))
        record = await matches.records.record(match.id)
        assert replay(record).result is not None
        assert await matches.records.check(match.id) == []
        ended_match, match = match, await following(matches, match)
        assert match.game in INSTALLED
    assert match.series is not None
    points = [scores(await matches.get(part.match_id)) for part in match.series.parts[:2]]
    assert match.series.totals == tuple(map(sum, zip(*points, strict=True)))
    assert ended_match.seed is None
    await matches.act(match.id, proposals.offer_draw(ANNE))
    await matches.act(match.id, proposals.agree(BERT))
    await matches.act(match.id, proposals.agree(CLEO))
    assert (await matches.get(ended_match.id)).seed is not None
