"""Playing the turns of computers."""

import asyncio
import logging
import pickle
from dataclasses import replace
from itertools import islice
from types import SimpleNamespace
from typing import Any

import pytest

from bot.computers import driver as driving
from bot.computers.advice import Advisor
from bot.computers.computers import Computers
from bot.computers.pool import NoAnswer, Thinkers
from bot.computers.thinking import Question, choose
from bot.match import ComputerLevel, Match, Matches, Status, TableTerms
from bot.match.decisions import lobby, proposals, turns
from bot.players import ChosenMove
from bot.store import Store
from bot.store.queries import matches as queries
from tests.computers.conftest import (
    ADA,
    BEN,
    HERE,
    PAUSE,
    POSITIONS,
    Begin,
    Playing,
    QuickThinkers,
    adas_turn,
    after_adas_moves,
    decisions,
)
from tests.waiting import until


def test_the_delay_between_retries_doubles_up_to_ten_minutes() -> None:
    assert list(islice(driving.growing_delays(), 12)) == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600]


def test_a_question_may_take_five_times_as_long_as_it_costs_and_a_while_more() -> None:
    assert (driving.limit_of(0), driving.limit_of(2)) == (20, 30)


class TestTurns:
    @pytest.mark.parametrize(("game", "seats"), [("cirondo", 4), ("parcheesi", 3), ("southern_cross", 4)])
    async def test_all_computers_in_a_row_play_until_it_is_a_persons_turn(
        self, game: str, seats: int, matches: Matches, begin: Begin, playing: Playing
    ) -> None:
        playing()
        match = await begin(game, seats)
        match = await after_adas_moves(matches, match)
        match = await adas_turn(matches, match.id)
        seated = [seat for seat, _ in await decisions(matches, match.id)]
        assert set(seated) == set(range(seats))
        assert await matches.records.check(match.id) == []

    async def test_a_computer_that_begins_begins(self, matches: Matches, begin: Begin, playing: Playing) -> None:
        while (match := await begin("southern_cards", 4)).to_move == 0:  # who begins is a matter of luck
            continue
        playing()
        assert (await adas_turn(matches, match.id)).to_move == 0

    async def test_a_decision_without_a_choice_is_no_question(
        self, matches: Matches, begin: Begin, playing: Playing, thinkers: QuickThinkers
    ) -> None:
        playing()
        match = await after_adas_moves(matches, await adas_turn(matches, (await begin("parcheesi", 2)).id))
        await adas_turn(matches, match.id)
        rolled = [move for seat, move in await decisions(matches, match.id) if seat == 1 and move == "roll"]
        assert rolled
        views = [question.view for question in thinkers.questions]
        assert all("roll" not in str(view.get("phase")) for view in views)

    async def test_several_matches_are_played_side_by_side(
        self, matches: Matches, begin: Begin, playing: Playing, thinkers: QuickThinkers
    ) -> None:
        thinkers.go_on.clear()
        playing()
        ids = [(await after_adas_moves(matches, await begin())).id for _ in range(3)]
        await until(lambda: len(thinkers.questions) == 3)
        thinkers.go_on.set()
        for match_id in ids:
            assert (await adas_turn(matches, match_id)).to_move == 0

    async def test_turns_that_another_process_left_are_found(
        self, url: str, matches: Matches, begin: Begin, playing: Playing, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(driving, "LOOK_AGAIN", 0.02)
        match = await begin()
        playing()
        async with await Store.open(url) as another:
            await after_adas_moves(Matches(another), match)
        assert (await adas_turn(matches, match.id)).to_move == 0

    async def test_two_processes_may_play_for_the_same_computers(
        self, url: str, matches: Matches, begin: Begin, playing: Playing, caplog: pytest.LogCaptureFixture
    ) -> None:
        async with await Store.open(url) as another:
            other = playing(matches=Matches(another))
            playing()
            match = await begin(seats=4)
            for _ in range(4):
                match = await adas_turn(matches, (await after_adas_moves(matches, match)).id)
            await other.close()
        seats = [seat for seat, _ in await decisions(matches, match.id)]
        assert seats == [number % 4 for number in range(len(seats))]
        assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []

    async def test_real_workers_play(self, matches: Matches, begin: Begin) -> None:
        computers = Computers(matches, seconds=0.05, processes=1, pause=0.0)
        computers.start()
        try:
            match = await after_adas_moves(matches, await begin("southern_cards", 2, "hard"))
            assert (await adas_turn(matches, match.id)).to_move == 0
            match = await matches.get(match.id)
            advice = await computers.advise(match, 0, ADA)
            assert match.state is not None
            assert advice.move in {match.state.notate(move) for move in match.state.legal()}
        finally:
            await computers.close()


class TestFairness:
    async def test_someone_with_many_matches_holds_up_nobody_elses_for_more_than_the_thought_going_on(
        self, matches: Matches, begin: Begin, playing: Playing, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(driving, "AT_ONCE", 4)
        thinkers, go_on, questions = Thinkers(1), asyncio.Event(), list[int]()

        async def nothing() -> None:
            return None

        async def answer(_running: object, function: Any, question: Question, _limit: float) -> Any:
            questions.append(question.seats)
            await go_on.wait()
            return function(replace(question, positions=POSITIONS))

        monkeypatch.setattr(thinkers, "running", nothing)  # no processes are needed for this
        monkeypatch.setattr(thinkers, "_answer", answer)
        for _ in range(8):
            await after_adas_moves(matches, await begin(seats=2))
        playing(thinkers=thinkers)
        await until(lambda: questions)
        bens = await matches.tables.open(
            TableTerms(game="cirondo", seats=4), opener=BEN, place=HERE, computers=ComputerLevel.EASY
        )
        bens = await matches.act(bens.id, lobby.begin(BEN, message_id=7000 + bens.id))
        assert bens.state is not None
        await matches.act(bens.id, turns.play(BEN, bens.state.notate(bens.state.legal()[0])))
        await until(lambda: BEN in thinkers._places._waiting)
        go_on.set()
        await until(lambda: len(questions) > 1)
        assert questions[:2] == [2, 4]

    async def test_a_hint_is_thought_about_for_the_person_who_asked(
        self, matches: Matches, begin: Begin, playing: Playing, thinkers: QuickThinkers
    ) -> None:
        playing()
        match = await adas_turn(matches, (await after_adas_moves(matches, await begin())).id)
        await Advisor(thinkers, seconds=0.05).advise(match, 0, BEN)
        assert thinkers.people == [ADA, BEN]


class TestWhatAWorkerIsTold:
    async def test_what_the_seat_sees_and_nothing_that_decides_luck_or_names_people(
        self, store: Store, matches: Matches, begin: Begin, playing: Playing, thinkers: QuickThinkers
    ) -> None:
        thinkers.go_on.clear()
        playing()
        match = await after_adas_moves(matches, await begin("southern_cards", 2, "normal"))
        await until(lambda: thinkers.questions)
        (question,) = thinkers.questions
        assert match.state is not None
        assert question.view == match.state.view(1)
        assert question.view != match.state.view(0)
        assert (question.seat, question.level, question.seats) == (1, "normal", 2)
        async with store.read() as connection:
            seed = await queries.seed_of(connection, match.id)
        assert match.salt is not None
        sent = pickle.dumps(question)
        assert seed not in sent
        for secret in (seed.hex(), match.salt, str(ADA)):
            assert secret.encode() not in sent
        assert ADA.to_bytes(4, "little") not in sent

    async def test_each_thought_has_a_source_of_its_own(
        self, matches: Matches, begin: Begin, playing: Playing, thinkers: QuickThinkers
    ) -> None:
        playing()
        match = await after_adas_moves(matches, await begin(seats=4))
        await adas_turn(matches, match.id)
        assert len({question.source for question in thinkers.questions}) == len(thinkers.questions) == 3


class TestPauses:
    @pytest.mark.thorough
    async def test_a_turn_waits_a_moment_less_within_a_turn_and_not_where_nothing_is_to_be_chosen(
        self, matches: Matches, begin: Begin, playing: Playing, thinkers: QuickThinkers
    ) -> None:
        pauses: list[tuple[int, float, int]] = []

        async def sleep(seconds: float) -> None:
            pauses.append((len(await decisions(matches, match.id)), seconds, len(thinkers.questions)))

        match = await begin("southern_cross", 4)
        for _ in range(3):
            match = await after_adas_moves(matches, match)
            driver = playing(pause=PAUSE, sleep=sleep)
            match = await adas_turn(matches, match.id)
            await driver.close()
        seats = [seat for seat, _ in await decisions(matches, match.id)]
        found = {1.0: 0, driving.WITHIN_A_TURN: 0, 0.0: 0}
        asked_before = 0
        for number, seconds, questions in pauses:
            chosen, asked_before = questions > asked_before, questions
            share = next(one for one in sorted(found) if seconds <= PAUSE * one)
            assert seconds > PAUSE * share - 100
            # A seat may also be the next to begin a turn right after it has decided in another's.
            within = {driving.WITHIN_A_TURN if chosen else 0.0} if seats[number] == seats[number - 1] else set()
            assert share in {1.0, *within}
            found[share] += 1
        assert all(found.values())

    async def test_the_time_that_a_turn_has_waited_counts(
        self, matches: Matches, begin: Begin, playing: Playing, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        pauses: list[float] = []

        async def sleep(seconds: float) -> None:
            pauses.append(seconds)

        match = await after_adas_moves(matches, await begin())
        ((_, since),) = await matches.lists.computer_turns()

        class Later:
            @staticmethod
            def now(_: object) -> Any:
                return since.fromtimestamp(since.timestamp() + PAUSE + 60, since.tzinfo)

        monkeypatch.setattr(driving, "datetime", Later)
        playing(pause=PAUSE, sleep=sleep)
        await adas_turn(matches, match.id)
        assert len(pauses) == 1
        assert pauses[0] <= 0


class TestMovingOn:
    async def test_thinking_stops_when_the_match_ends(
        self, matches: Matches, begin: Begin, playing: Playing, thinkers: QuickThinkers, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(driving, "LOOK_WHILE_PLAYING", 0.02)
        thinkers.go_on.clear()
        playing()
        match = await after_adas_moves(matches, await begin())
        await until(lambda: thinkers.questions)
        await matches.act(match.id, proposals.resign(ADA))
        await until(lambda: thinkers.given_up)

    async def test_a_look_that_finds_as_many_turns_as_it_may_drops_none_of_the_others_and_begins_no_more(
        self, matches: Matches, begin: Begin, playing: Playing, thinkers: QuickThinkers, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(driving, "LOOKED_AT", 2)
        monkeypatch.setattr(driving, "LOOK_WHILE_PLAYING", 0.02)
        thinkers.go_on.clear()
        first, second, third = [await after_adas_moves(matches, await begin()) for _ in range(3)]
        found = [(first, second), (second, third), (second, third)]
        looks = 0

        async def look(limit: int) -> list[Any]:
            nonlocal looks
            looks += 1
            return [(match.id, match.waiting_since) for match in found[min(looks, len(found)) - 1]][:limit]

        monkeypatch.setattr(matches.lists, "computer_turns", look)
        driver = playing()
        await until(lambda: looks > len(found))
        assert set(driver.turns) == {first.id, second.id}
        assert (len(thinkers.questions), thinkers.given_up) == (2, 0)

    async def test_a_move_for_another_position_is_thrown_away_in_silence(
        self, url: str, matches: Matches, begin: Begin, playing: Playing, thinkers: QuickThinkers,
        caplog: pytest.LogCaptureFixture,
    ) -> None:  # fmt: skip
        thinkers.go_on.clear()
        playing()
        match = await after_adas_moves(matches, await begin())
        await until(lambda: thinkers.questions)
        assert match.state is not None
        await matches.act(
            match.id, turns.play_computer(match.state.notate(match.state.legal()[0]), seen_version=match.version)
        )
        thinkers.go_on.set()
        await until(lambda: not any(task.get_name().startswith("computers of match") for task in asyncio.all_tasks()))
        assert [seat for seat, _ in await decisions(matches, match.id)] == [0, 1]
        assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


class TestDraws:
    """A computer takes an offered draw unless it is ahead, also when it isn't to move."""

    @pytest.mark.parametrize("ahead", [False, True])
    async def test_an_offer_is_answered(
        self, matches: Matches, begin: Begin, playing: Playing, monkeypatch: pytest.MonkeyPatch, ahead: bool
    ) -> None:
        monkeypatch.setattr(driving, "is_ahead", lambda _question: ahead)
        playing()
        match = await matches.act((await begin(seats=4)).id, proposals.offer_draw(ADA))
        match = await self.answered(matches, match.id)
        assert (match.status is Status.OVER) is not ahead
        assert [one.kind for one in match.recent[-3:]].count("agree") == (0 if ahead else 3)
        assert await matches.records.check(match.id) == []

    async def test_each_computer_goes_by_what_its_own_seat_sees(
        self, matches: Matches, begin: Begin, playing: Playing, thinkers: QuickThinkers, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(driving, "is_ahead", lambda _question: False)
        while (match := await begin("southern_cards", 3)).to_move != 0:  # who begins is a matter of luck
            continue
        playing()
        assert match.state is not None
        await matches.act(match.id, proposals.offer_draw(ADA))
        await self.answered(matches, match.id)
        questions = [
            (one.seat, one.view) for one in thinkers.questions
        ]  # also about matches in which a computer has begun
        assert all((seat, match.state.view(seat)) in questions for seat in (1, 2))

    async def test_a_computer_that_can_not_think_declines(
        self, matches: Matches, begin: Begin, playing: Playing, thinkers: QuickThinkers
    ) -> None:
        thinkers.trouble = NoAnswer()
        playing()
        match = await matches.act((await begin()).id, proposals.offer_draw(ADA))
        assert (await self.answered(matches, match.id)).recent[-1].kind == "decline"

    async def answered(self, matches: Matches, match_id: int) -> Match:
        """The match once no offer waits any more."""

        async def found() -> Match | None:
            match = await matches.get(match_id)
            return match if match.proposal is None else None

        match = await until(found, "an answer")
        assert isinstance(match, Match)
        return match


async def test_a_computer_without_hope_offers_to_resign(
    matches: Matches, begin: Begin, playing: Playing, thinkers: QuickThinkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    def give_up(question: Question) -> ChosenMove:
        return replace(choose(question), hopeless=True)

    monkeypatch.setattr(driving, "choose", give_up)
    playing()
    match = await begin()
    for _ in range(turns.CONCEDES_AFTER):
        assert match.proposal is None
        match = await adas_turn(matches, (await after_adas_moves(matches, match)).id)
    assert match.proposal is not None
    assert match.proposal.kind == "concede"


@pytest.mark.parametrize(
    ("before", "after", "goes_on"),
    [
        ((2, "turn 5"), (2, "turn 5"), True),
        ((2, "turn 5"), (3, "turn 5"), False),
        ((2, "turn 5"), (2, "turn 6"), False),
        ((2, "turn 5"), (2, None), False),
        ((2, None), (2, "turn 5"), False),
    ],
)
def test_a_computer_goes_on_while_its_own_seat_is_to_move_in_the_same_turn(
    before: tuple[int, str | None], after: tuple[int, str | None], goes_on: bool
) -> None:
    """Turns that several seats share go on as well, but each of these computers begins anew."""

    class Turn(str):
        def same_turn(self, other: str) -> bool:
            return self == other

    one, other = (
        SimpleNamespace(to_move=seat, state=None if turn is None else Turn(turn)) for seat, turn in (before, after)
    )
    assert driving._goes_on(one, other) is goes_on  # type: ignore[arg-type]  # all of matches that is asked for
