"""Rated matches: what they are worth, and that ratings follow from their results for ever."""

import asyncio
import json
import re
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from openskill.models import PlackettLuce
from sqlalchemy import text

from bot.match import (
    BadOption,
    ComputerLevel,
    Matches,
    SeriesKind,
    Status,
    TableTerms,
)
from bot.match.decisions import lobby, moderation, presence, proposals, turns
from bot.match.engine import results as settling
from bot.match.reading import rated as rated_matches
from bot.match.values.errors import RatedNoUndo
from bot.ratings import ledger as ledgers
from bot.ratings import rating
from bot.ratings.rating import NEW, Rating
from bot.store import Store
from bot.store.queries import ratings as rating_queries
from tests.match.conftest import HERE, Clock, dump
from tests.match.parts.conftest import Rate
from tests.match.toy import PLAYERS

ANNE, BERT, CLEO, DAVE = PLAYERS
DOC = Path(__file__).parents[3] / "docs" / "ratings.md"


async def lines_of(matches: Matches, *, every: bool = False) -> list[dict[str, Any]]:
    return [json.loads(line) async for line in matches.ledger.export(every=every)]


def ratings_by_openskill_alone(lines: list[dict[str, Any]]) -> str:
    """What the program in docs/ratings.md says of an export."""
    program = re.search(r"```python\n(.*?)```", DOC.read_text(encoding="utf-8"), re.DOTALL)
    assert program is not None
    text = "".join(json.dumps(line) + "\n" for line in lines)
    return subprocess.check_output([sys.executable, "-c", program[1]], input=text, text=True)


class TestAnEnd:
    async def test_it_is_worth_what_openskill_says_and_the_match_tells_it(self, matches: Matches, win: Rate) -> None:
        match = await win(ANNE, BERT)
        assert match.counts is True
        model = PlackettLuce()
        (winner,), (loser,) = model.rate([[model.rating()], [model.rating()]], ranks=[1.0, 2.0])
        assert (match.gains[0].before, match.gains[0].after) == (NEW, Rating(winner.mu, winner.sigma))
        assert match.gains[1].after == Rating(loser.mu, loser.sigma)
        assert (await matches.get(match.id)).gains == match.gains

    async def test_an_unrated_match_is_worth_nothing(self, matches: Matches, sit: Rate) -> None:
        match = await sit(ANNE, BERT, goal=1, rated=False)
        match = await matches.act(match.id, turns.play(ANNE, "walk"))
        assert (match.counts, match.gains) == (None, {})
        assert await lines_of(matches) == []

    async def test_a_win_that_was_to_be_expected_counts_for_nothing_and_says_so(
        self, matches: Matches, win: Rate, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(ledgers, "FAR", -1.0)
        monkeypatch.setattr(rating, "CERTAIN", 8.2)
        first, second, third = [await win(*pair) for pair in ((ANNE, BERT), (ANNE, BERT), (BERT, ANNE))]
        assert [(one.counts, one.expected, bool(one.gains)) for one in (first, second, third)] == [
            (True, False, True),
            (False, True, False),
            (True, False, True),
        ]
        assert await matches.ledger.check() == []
        assert [line["match"] for line in await lines_of(matches)] == [first.id, third.id]

    async def test_a_draw_is_a_shared_place(self, matches: Matches, sit: Rate) -> None:
        match = await sit(ANNE, BERT)
        for person in (ANNE, BERT):
            await matches.act(match.id, turns.play(person, "walk"))
        await matches.act(match.id, proposals.offer_draw(ANNE))
        match = await matches.act(match.id, proposals.agree(BERT))
        assert [line["places"] for line in await lines_of(matches)] == [[1, 1]]

    async def test_sides_are_teams(self, matches: Matches, sit: Rate) -> None:
        match = await sit(ANNE, BERT, CLEO, DAVE, goal=1, teams=True)
        await matches.act(match.id, turns.play(ANNE, "walk"))
        (line,) = await lines_of(matches)
        assert (line["sides"], line["places"]) == ([[1, 3], [2, 4]], [1, 2])
        assert line["after"][0][0] == line["after"][0][1]

    async def test_an_end_from_outside_has_no_result(self, matches: Matches, sit: Rate) -> None:
        match = await sit(ANNE, BERT)
        match = await matches.act(match.id, moderation.end(DAVE))
        assert (match.status, match.counts) == (Status.OVER, None)

    async def test_who_resigns_or_has_left_loses(self, matches: Matches, sit: Rate) -> None:
        match = await sit(ANNE, BERT, CLEO)
        for person in (ANNE, BERT, CLEO):
            await matches.act(match.id, turns.play(person, "walk"))
        await matches.act(match.id, proposals.resign(BERT))
        await matches.act(match.id, presence.absent(CLEO))
        match = await matches.act(match.id, proposals.resign(CLEO))
        gained = [gain.after.mu for gain in match.gains.values()]
        assert gained[0] > gained[2] > gained[1]
        assert (await lines_of(matches))[0]["places"] == [1, 3, 2]

    async def test_a_fourth_match_of_a_day_counts_for_nothing_and_says_so(
        self, matches: Matches, win: Rate, clock: Clock
    ) -> None:
        assert [(await win(*pair)).counts for pair in [(ANNE, BERT), (BERT, ANNE)] * 2] == [True] * 3 + [False]
        assert len(await lines_of(matches)) == 3
        clock.forward(timedelta(days=1))
        assert (await win(ANNE, BERT)).counts is True
        assert await matches.ledger.check() == []


class TestWhatIsRated:
    async def test_hints_and_finished_moves_are_out_of_the_question(self, matches: Matches, sit: Rate) -> None:
        match = await sit(ANNE, BERT)
        assert match.terms.rated
        assert not match.terms.allows_hints
        await matches.act(match.id, turns.play(ANNE, "walk"))
        with pytest.raises(RatedNoUndo):
            await matches.act(match.id, proposals.undo(ANNE))

    async def test_decisions_of_the_turn_going_on_can_be_undone(self, matches: Matches, sit: Rate) -> None:
        match = await sit(ANNE, BERT, game="hike")
        await matches.act(match.id, turns.play(ANNE, "step"))
        match = await matches.act(match.id, proposals.undo(ANNE))
        assert match.recent[-1].kind == "undo"

    @pytest.mark.parametrize("wrong", [{"private": True}, {"coached": True}])
    async def test_what_contradicts_a_rating_is_refused(self, sit: Rate, wrong: dict[str, bool]) -> None:
        with pytest.raises(BadOption, match="rated"):
            await sit(ANNE, BERT, **wrong)

    async def test_a_match_of_one_person_is_not_rated(self, sit: Rate) -> None:
        match = await sit(ANNE, seats=2, computers=ComputerLevel.HARD)
        assert not match.terms.rated
        assert match.terms.allows_hints

    async def test_nor_is_one_of_people_on_the_same_side_or_on_the_same_seat(self, matches: Matches, sit: Rate) -> None:
        terms = TableTerms("race", 2, {}, shared=True, rated=True)
        table = await matches.tables.open(terms, opener=ANNE, place=HERE)
        await matches.tables.note_posted(table.id, 7)
        for person in (BERT, CLEO):
            await matches.act(table.id, lobby.join(person))
        assert not (await matches.act(table.id, lobby.begin(ANNE))).terms.rated

    async def test_nor_is_one_with_computers_that_have_no_rating(self, sit: Rate) -> None:
        assert not (await sit(ANNE, BERT, seats=3, computers=ComputerLevel.HARD)).terms.rated

    async def test_computers_with_a_rating_are_opponents(
        self, matches: Matches, sit: Rate, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for module in (rated_matches, settling):
            monkeypatch.setattr(module, "fixed_ratings", lambda game: {"hard": Rating(30.0, 2.0)})
        match = await sit(ANNE, BERT, seats=3, computers=ComputerLevel.HARD, goal=1)
        match = await matches.act(match.id, turns.play(ANNE, "walk"))
        assert match.gains.keys() == {0, 1}
        assert not (await sit(ANNE, seats=3, computers=ComputerLevel.HARD)).terms.rated  # alone against them
        (line,) = await lines_of(matches)
        assert (line["sides"], line["before"][2]) == ([[1], [2], ["hard"]], [[30.0, 2.0]])
        assert ratings_by_openskill_alone([line]) == "2 ratings are right\n"
        monkeypatch.setattr(settling, "fixed_ratings", lambda game: {})  # a later release has other ratings
        assert await matches.ledger.check() == []


class TestSeries:
    async def test_one_match_after_another_counts_once_at_its_end(self, matches: Matches, sit: Rate) -> None:
        match = await sit(ANNE, BERT, game="harvest", series=SeriesKind.POINTS, target=40, rounds=2)
        while True:
            while match.to_move is not None:
                move = "pick" if match.to_move == 0 else "skip"
                match = await matches.act(match.id, turns.play(match.to_move_people()[0], move))
            assert match.series is not None
            if match.series.over:
                break
            assert match.counts is None
            match = await matches.get(match.series.parts[-1].match_id)
        assert match.series.part > 1
        assert [(line["match"], line["places"]) for line in await lines_of(matches)] == [(match.id, [1, 2])]
        assert match.gains[0].after.mu > NEW.mu
        assert await matches.ledger.check() == []

    async def test_matches_side_by_side_count_once_at_their_table(self, matches: Matches, sit: Rate) -> None:
        host = await sit(ANNE, BERT, game="harvest", series=SeriesKind.PARALLEL, rounds=1)
        for person, move in ((ANNE, "pick"), (BERT, "skip")):
            part = (await matches.get(host.id)).own_part(person)
            assert part is not None
            own = await matches.act(part.match_id, turns.play(person, move))
            assert not own.terms.allows_hints
        host = await matches.get(host.id)
        assert host.gains.keys() == {0, 1}
        assert [(line["match"], line["places"]) for line in await lines_of(matches)] == [(host.id, [1, 2])]
        assert await matches.ledger.check() == []


class TestTheLedger:
    async def some(self, matches: Matches, win: Rate, clock: Clock) -> None:
        for people in ((ANNE, BERT), (BERT, CLEO, ANNE), (CLEO, ANNE), (ANNE, BERT), (BERT, ANNE), (ANNE, BERT)):
            await win(*people)
            clock.forward(timedelta(minutes=1))

    async def test_an_export_can_be_checked_with_openskill_alone(
        self, matches: Matches, win: Rate, clock: Clock
    ) -> None:
        await self.some(matches, win, clock)
        lines = await lines_of(matches)
        assert len(lines) == 5  # one of them was the fourth of its day
        assert list(lines[0]) == ["match", "game", "at", "sides", "places", "before", "after"]
        assert lines[0]["at"] == "2026-01-02T03:04:05.000Z"
        assert ratings_by_openskill_alone(lines) == "3 ratings are right\n"
        lines[2]["after"][0][0][0] += 1e-12
        with pytest.raises(subprocess.CalledProcessError):
            ratings_by_openskill_alone(lines)

    async def test_an_export_of_every_result_says_why_some_do_not_count(
        self, matches: Matches, win: Rate, sit: Rate, clock: Clock
    ) -> None:
        await self.some(matches, win, clock)
        match = await sit(BERT, DAVE, goal=9)
        for person in (BERT, DAVE):
            await matches.act(match.id, turns.play(person, "walk"))
        await matches.act(match.id, proposals.offer_draw(BERT))
        await matches.act(match.id, proposals.agree(DAVE))
        lines = await lines_of(matches, every=True)
        assert [line["uncounted"] for line in lines] == [None] * 5 + ["often", None]
        assert lines[5]["after"] == lines[5]["before"] == [lines[4]["after"][1], lines[4]["after"][0]]
        assert [{key: line[key] for key in line if key != "uncounted"} for line in lines if not line["uncounted"]] == (
            await lines_of(matches)
        )
        for every in (False, True):
            assert ratings_by_openskill_alone(await lines_of(matches, every=every)) == "4 ratings are right\n"
        for index, wrong in ((0, "often"), (5, None), (5, "expected")):
            changed = [*lines]
            changed[index] = lines[index] | {"uncounted": wrong}
            with pytest.raises(subprocess.CalledProcessError):
                ratings_by_openskill_alone(changed)

    async def test_a_migration_to_newer_rules_has_all_of_it_computed_anew_once(
        self, matches: Matches, store: Store, win: Rate, clock: Clock
    ) -> None:
        await self.some(matches, win, clock)
        right = await dump(store)
        assert await matches.ledger.bring_up_to_date() is None
        async with store.write() as connection:
            await connection.execute(text("UPDATE ratings SET mu = 7, played_at = NULL"))
            await connection.execute(text("DELETE FROM leaderboards"))
            await connection.execute(text("INSERT INTO ratings_due VALUES ('0023')"))
        assert (await matches.ratings.leaderboard("race", 1, ANNE)).total == 0
        both = await asyncio.gather(*(one.ledger.bring_up_to_date() for one in (matches, Matches(store))))
        assert sorted(both, key=str) == [6, None]
        assert await dump(store) == right

    async def test_what_was_interrupted_begins_again(
        self, matches: Matches, store: Store, win: Rate, clock: Clock, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        await self.some(matches, win, clock)
        right = await dump(store)
        async with store.write() as connection:
            await connection.execute(text("INSERT INTO ratings_due VALUES ('0023')"))
        before = await dump(store)

        async def dies(*_: Any) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr(rating_queries, "write_standings", dies)
        with pytest.raises(KeyboardInterrupt):
            await matches.ledger.bring_up_to_date()
        monkeypatch.undo()
        assert await dump(store) == before
        assert await matches.ledger.bring_up_to_date() == 6
        assert await dump(store) == right

    @pytest.mark.thorough
    @pytest.mark.sample(3)
    @pytest.mark.parametrize(
        "damage",
        [
            "UPDATE ratings SET mu = mu + 1e-12 WHERE user_id = 1",
            "UPDATE ratings SET longest_streak = 9 WHERE user_id = 1",
            "UPDATE rating_changes SET sigma = sigma + 1e-12 WHERE user_id = 2 AND result_id = 1",
            "DELETE FROM rating_changes WHERE user_id = 2 AND result_id = 1",
            "UPDATE results SET counts = NOT counts WHERE id = 6",
            "INSERT INTO ratings (user_id, game, mu, sigma, matches, wins, streak, longest_streak) "
            "SELECT 4, game, mu, sigma, matches, wins, streak, longest_streak FROM ratings LIMIT 1",
        ],
    )
    async def test_a_check_finds_a_single_bit_and_a_rebuild_repairs_it(
        self, matches: Matches, store: Store, win: Rate, clock: Clock, damage: str
    ) -> None:
        await self.some(matches, win, clock)
        await win(DAVE, CLEO)
        assert await matches.ledger.check() == []
        right = await dump(store)
        async with store.write() as connection:
            await connection.execute(text("DELETE FROM ratings WHERE user_id = 4"))
            await connection.execute(text(damage))
        assert await matches.ledger.check() != []
        assert await matches.ledger.rebuild() == 7
        assert await matches.ledger.check() == []
        assert await dump(store) == right

    @pytest.mark.parametrize(
        "damage",
        ["UPDATE results SET places = '[2, 3]' WHERE id = 1", "UPDATE matches SET rated = false WHERE id = 1"],
    )
    async def test_a_check_finds_results_that_are_not_those_of_their_matches(
        self, matches: Matches, store: Store, win: Rate, damage: str
    ) -> None:
        await win(ANNE, BERT)
        async with store.write() as connection:
            await connection.execute(text(damage))
        assert any("didn't end as" in problem for problem in await matches.ledger.check())

    async def test_who_is_forgotten_leaves_all_lists_and_nobodys_rating_changes(
        self, matches: Matches, win: Rate, clock: Clock
    ) -> None:
        await self.some(matches, win, clock)
        before = await lines_of(matches)
        await matches.people.forget(BERT)
        assert await lines_of(matches) == before
        assert await matches.ledger.check() == []
        board = await matches.ratings.leaderboard("race", 1, ANNE)
        assert sorted(line.user for line in board.lines) == [ANNE, CLEO]
        assert board.total == 2
