"""Computers that play on for those who have left, in matches of a series."""

import pytest

from bot.match import (
    ComputerLevel,
    Ending,
    Matches,
    MatchOver,
    NotAbsent,
    NotOver,
    SeriesKind,
    Status,
)
from bot.match.decisions import presence, proposals, turns
from bot.store import Store
from tests.match.conftest import StartMatch
from tests.match.played import due, levels, play_moves
from tests.match.refusing import refuse
from tests.match.tables import left
from tests.match.toy import PLAYERS

ANNE, BERT, CLEO, DORA = PLAYERS


EASY, NORMAL, HARD = ComputerLevel.EASY, ComputerLevel.NORMAL, ComputerLevel.HARD


class TestPointsSeries:
    async def test_computers_sit_in_the_next_match_as_well(self, matches: Matches, against: StartMatch) -> None:
        match = await against(1, 3, game="harvest", series=SeriesKind.POINTS, target=1000, rounds=1, level=HARD)
        matches.on_turn.clear()
        match = await play_moves(matches, match, "pick", "pick", "pick")
        assert match.series is not None
        following = await matches.get(match.series.parts[1].match_id)
        assert (following.status, levels(following), following.to_move_people()) == (
            Status.RUNNING,
            [None, HARD, HARD],
            (ANNE,),
        )
        assert following.terms.hints
        assert await matches.records.check(following.id) == []

    async def test_those_who_play_for_someone_who_is_away_go_along(self, matches: Matches, table: StartMatch) -> None:
        match = await left(matches, await table(2, series=SeriesKind.POINTS, rounds=1), ANNE)
        match = await matches.act(match.id, presence.take_over(BERT, 0, EASY))
        matches.on_turn.clear()
        match = await play_moves(matches, match, "pick", "pick")
        assert match.series is not None
        following = await matches.get(match.series.parts[1].match_id)
        assert (levels(following), following.seats[0].away) == ([EASY, None], (ANNE,))
        assert (await due(matches), matches.on_turn.is_set()) == ([following.id], True)
        following = await matches.act(following.id, turns.play(ANNE, "pick"))
        assert levels(following) == [None, None]
        assert await matches.records.check(following.id) == []

    async def test_it_ends_with_a_match_in_which_someone_has_resigned(
        self, matches: Matches, table: StartMatch
    ) -> None:
        match = await table(3, series=SeriesKind.POINTS, rounds=1)
        match = await matches.act(match.id, proposals.resign(ANNE))
        match = await play_moves(matches, match, "pick", "skip", "pick")
        assert match.ending is not None
        assert match.series is not None
        assert (match.ending.kind, match.ending.seats, match.series.over) == ("played", (0,), True)
        assert match.series.places == match.ending.places == (3, 2, 1)
        assert match.seed is not None

    async def test_in_its_end_those_who_resigned_are_behind_whatever_they_had(
        self, matches: Matches, table: StartMatch
    ) -> None:
        match = await play_moves(matches, await table(3, series=SeriesKind.POINTS, rounds=1), "pick", "pick", "skip")
        assert match.series is not None
        match = await matches.get(match.series.parts[1].match_id)
        match = await matches.act(match.id, proposals.resign(ANNE))
        match = await play_moves(matches, match, "pick", "skip", "skip")
        assert match.series is not None
        assert match.series.totals[0] > match.series.totals[1] > match.series.totals[2] == 0
        assert match.series.places == (3, 1, 2)


class TestParallelSeries:
    async def test_a_computer_plays_a_private_match_of_its_own_to_its_end(
        self, matches: Matches, against: StartMatch
    ) -> None:
        host = await against(1, 3, game="harvest", series=SeriesKind.PARALLEL, rounds=1, level=NORMAL)
        assert host.series is not None
        own, *others = [await matches.get(part.match_id) for part in host.series.parts]
        assert (levels(host), own.to_move_people()) == ([None, NORMAL, NORMAL], (ANNE,))
        assert [(levels(one), one.terms.private, one.seats[0].people) for one in others] == [([NORMAL], True, ())] * 2
        assert sorted(await due(matches)) == [one.id for one in others]
        assert matches.on_turn.is_set()
        for one in others:
            await matches.act(one.id, turns.play_computer("pick", seen_version=one.version))
        assert [one.kind for one in await matches.records.log(host.id)] == ["open", "begin", "finish", "finish"]
        assert {post.match_id for post in await matches.outbox.due()} == {host.id}
        await matches.act(own.id, turns.play(ANNE, "pick"))
        host = await matches.get(host.id)
        assert host.ending is not None
        assert host.series is not None
        assert (host.ending.kind, host.ending.seats, host.series.over) == ("played", (), True)
        for one in (host, own, *others):
            assert await matches.records.check(one.id) == []

    async def test_giving_up_leaves_the_computers_to_finish(self, matches: Matches, against: StartMatch) -> None:
        host = await against(1, 2, game="harvest", series=SeriesKind.PARALLEL, rounds=1)
        host = await matches.act(host.id, proposals.resign(ANNE))
        assert host.status is Status.RUNNING
        (number,) = await due(matches)
        await matches.act(number, turns.play_computer("pick", seen_version=(await matches.get(number)).version))
        host = await matches.get(host.id)
        assert host.ending is not None
        assert (host.ending.places, host.ending.seats) == ((2, 1), (0,))

    async def test_calling_it_off_ends_the_matches_of_computers_as_well(
        self, matches: Matches, against: StartMatch
    ) -> None:
        host = await against(1, 3, game="harvest", series=SeriesKind.PARALLEL)
        host = await matches.act(host.id, proposals.offer_draw(ANNE))
        assert host.ending == Ending("agreed", (1, 1, 1), None, ())
        assert host.series is not None
        assert {part.status for part in host.series.parts} == {Status.OVER}
        assert await due(matches) == []

    @pytest.mark.parametrize("back", ["table", "own match", "play"])
    async def test_a_computer_plays_on_for_someone_who_is_away_until_they_are_back(
        self, matches: Matches, table: StartMatch, back: str
    ) -> None:
        host = await table(2, series=SeriesKind.PARALLEL)
        assert host.series is not None
        number = host.series.parts[0].match_id
        await left(matches, host, ANNE)
        host = await matches.act(host.id, presence.take_over(BERT, 0, HARD))
        child = await matches.get(number)
        assert (levels(host), levels(child), await due(matches)) == ([HARD, None], [HARD], [number])
        assert matches.on_turn.is_set()
        await matches.act(number, turns.play_computer("pick", seen_version=child.version))
        if back == "table":
            await matches.act(host.id, presence.absent(ANNE, gone=False))
        elif back == "own match":
            await matches.act(number, presence.absent(ANNE, gone=False))
        else:
            await matches.act(number, turns.play(ANNE, "pick"))
        host, child = await matches.get(host.id), await matches.get(number)
        assert (levels(host), levels(child), host.seats[0].away, child.seats[0].away) == ([None, None], [None], (), ())
        assert await due(matches) == []
        assert [await matches.records.check(one.id) for one in (host, child)] == [[], []]

    async def test_what_a_computer_has_played_in_is_nobodys_best(
        self, matches: Matches, table: StartMatch, store: Store
    ) -> None:
        host = await table(2, series=SeriesKind.PARALLEL)
        assert host.series is not None
        first, second = (part.match_id for part in host.series.parts)
        await left(matches, host, ANNE)
        await matches.act(host.id, presence.take_over(BERT, 0, HARD))
        child = await play_moves(matches, await matches.get(first), "pick")
        await matches.act(child.id, turns.play(ANNE, "pick"))
        assert await matches.solos.best(ANNE, "harvest", {}) == []
        with pytest.raises(NotOver):
            await matches.solos.rank_of(first)
        await matches.act(second, turns.play(BERT, "pick"))
        match = await matches.act(second, turns.play(BERT, "pick"))
        assert [one.match_id for one in await matches.solos.best(BERT, "harvest", {})] == [match.id]

    async def test_nobody_takes_over_what_has_ended(self, matches: Matches, table: StartMatch, store: Store) -> None:
        host = await table(3, series=SeriesKind.PARALLEL, rounds=1)
        assert host.series is not None
        await matches.act(host.series.parts[0].match_id, turns.play(ANNE, "pick"))
        await left(matches, host, ANNE)
        await refuse(store, MatchOver, lambda: matches.act(host.id, presence.take_over(BERT, 0, HARD)))
        await refuse(store, NotAbsent, lambda: matches.act(host.id, presence.take_over(BERT, 2, HARD)))
