"""Playing the turns of computers in trouble, and until the bot stops."""

import asyncio
import logging
from typing import Any

import pytest

from bot.computers import driver as driving
from bot.computers.pool import NoAnswer, NoWorkers
from bot.computers.thinking import Failed, Question, choose
from bot.match import Busy, Match, Matches, NotRunning
from bot.match.decisions.decision import Decision
from bot.players import ChosenMove
from tests.computers.conftest import (
    PAUSE,
    Begin,
    Playing,
    QuickThinkers,
    adas_turn,
    after_adas_moves,
    decisions,
)
from tests.waiting import until


class TestTrouble:
    @pytest.mark.parametrize(
        ("trouble", "beginner_is_asked"),
        [(Failed("players/x.py:1 > KeyError"), True), (NoWorkers(), True), (NoAnswer(), False)],
    )
    async def test_a_match_goes_on_when_nobody_can_think(
        self, trouble: Exception, beginner_is_asked: bool, matches: Matches, begin: Begin, playing: Playing,
        thinkers: QuickThinkers, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch,
    ) -> None:  # fmt: skip
        """A beginner in this process chooses, unless the position is one where players may never return."""
        asked: list[str] = []

        def beginner(question: Question) -> ChosenMove:
            asked.append(question.level)
            return choose(question)

        monkeypatch.setattr(driving, "choose", beginner)
        thinkers.trouble = trouble
        playing()
        match = await after_adas_moves(matches, await begin("southern_cards", 2, "hard"))
        match = await adas_turn(matches, match.id)
        (_, move), *_ = [one for one in await decisions(matches, match.id) if one[0] == 1]
        errors = [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
        assert len(errors) == len(thinkers.questions)
        assert asked == ["beginner"] * len(errors) * beginner_is_asked
        assert all("Reference " in error for error in errors)
        assert move is not None
        assert not any(f" {move}" in error for error in errors)

    async def test_an_answer_that_is_not_legal_is_replaced(
        self,
        matches: Matches,
        begin: Begin,
        playing: Playing,
        thinkers: QuickThinkers,
        caplog: pytest.LogCaptureFixture,
    ) -> None:
        thinkers.answer = ChosenMove("Z9-Z10")
        playing()
        match = await adas_turn(matches, (await after_adas_moves(matches, await begin())).id)
        assert match.to_move == 0
        assert "isn't legal" in caplog.text
        assert "Z9" not in caplog.text

    async def test_a_busy_database_is_tried_again_later_without_thinking_again(
        self, matches: Matches, begin: Begin, playing: Playing, thinkers: QuickThinkers, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        tries, waited = 0, list[float]()

        async def sleep(seconds: float) -> None:
            if seconds > 0:
                waited.append(seconds)

        act = matches.act

        async def busy_at_first(match_id: int, decision: Decision) -> Match:
            nonlocal tries
            tries += 1
            if tries < 4:
                raise Busy
            return await act(match_id, decision)

        match = await after_adas_moves(matches, await begin())
        monkeypatch.setattr(matches, "act", busy_at_first)
        playing(sleep=sleep)
        await adas_turn(matches, match.id)
        assert (tries, len(thinkers.questions)) == (4, 1)
        assert waited == [1, 2, 4]

    async def test_a_busy_database_is_not_waited_for_at_the_end(
        self, matches: Matches, begin: Begin, playing: Playing, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        busy, go_on = asyncio.Event(), asyncio.Event()

        async def act(*_: object) -> Match:
            busy.set()
            await go_on.wait()
            raise Busy

        match = await after_adas_moves(matches, await begin())
        with monkeypatch.context() as patched:
            patched.setattr(matches, "act", act)
            patched.setattr(driving, "RETRY_FIRST", PAUSE)
            driver = playing()
            await busy.wait()
            closing = asyncio.create_task(driver.close())
            await until(lambda: driver.watching is None or driver.watching.done())
            go_on.set()
            await closing
        assert [match_id for match_id, _ in await matches.lists.computer_turns()] == [match.id]
        assert not driver.turns

    async def test_a_match_in_which_no_computer_is_to_move_is_left_alone_for_a_while(
        self, matches: Matches, begin: Begin, playing: Playing, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """What the list says is older than the match."""
        match = await begin()
        looks = 0

        async def outdated(limit: int = 50) -> list[Any]:
            nonlocal looks
            looks += 1
            return [(match.id, match.waiting_since)]

        read: list[int] = []
        get = matches.get

        async def noted(match_id: int) -> Match:
            read.append(match_id)
            return await get(match_id)

        monkeypatch.setattr(matches.lists, "computer_turns", outdated)
        monkeypatch.setattr(matches, "get", noted)
        monkeypatch.setattr(driving, "RETRY_FIRST", PAUSE)
        playing()
        for look in range(2, 5):
            await until(lambda look=look: looks >= look)  # type: ignore[misc]  # mypy can't infer a lambda with a default
            matches.on_turn.set()
        assert read == [match.id]

    @pytest.mark.parametrize("doing", ["get", "act"])
    @pytest.mark.parametrize("trouble", [KeyError, NotRunning])
    async def test_a_match_with_a_fault_or_a_refusal_is_not_tried_again_whenever_another_one_goes_on(
        self, matches: Matches, begin: Begin, playing: Playing, monkeypatch: pytest.MonkeyPatch,
        trouble: type[Exception], doing: str,
    ) -> None:  # fmt: skip
        monkeypatch.setattr(driving, "RETRY_FIRST", PAUSE)
        monkeypatch.setattr(driving, "RETRY_LONGEST", 0.0)  # a second delay would be none
        broken = await after_adas_moves(matches, await begin())
        do = getattr(matches, doing)
        tries: list[int] = []

        async def do_for_all_but_one(match_id: int, *more: Any) -> Any:
            if match_id == broken.id:
                tries.append(match_id)
                raise trouble
            return await do(match_id, *more)

        monkeypatch.setattr(matches, doing, do_for_all_but_one)
        playing()
        for _ in range(3):
            await adas_turn(matches, (await after_adas_moves(matches, await begin())).id)
        assert tries == [broken.id]

    async def test_a_fault_in_one_match_is_noted_without_its_text_and_holds_up_no_other(
        self, matches: Matches, begin: Begin, playing: Playing, monkeypatch: pytest.MonkeyPatch,
        caplog: pytest.LogCaptureFixture,
    ) -> None:  # fmt: skip
        monkeypatch.setattr(driving, "RETRY_FIRST", 0.001)
        broken = await after_adas_moves(matches, await begin())
        get = matches.get
        tries = 0

        async def get_all_but_one(match_id: int) -> Match:
            nonlocal tries
            if match_id == broken.id and tries < 3:
                tries += 1
                raise KeyError("the king of hearts")
            return await get(match_id)

        monkeypatch.setattr(matches, "get", get_all_but_one)
        playing()
        other = await after_adas_moves(matches, await begin())
        await adas_turn(matches, other.id)
        await until(lambda: tries == 3)
        await adas_turn(matches, broken.id)  # and it is tried again
        assert "Reference " in caplog.text
        assert "KeyError" in caplog.text
        assert "king" not in caplog.text

    async def test_a_turn_that_ends_by_an_error_of_its_own_is_noted_and_the_next_one_is_looked_for(
        self, matches: Matches, begin: Begin, playing: Playing, monkeypatch: pytest.MonkeyPatch,
        caplog: pytest.LogCaptureFixture,
    ) -> None:  # fmt: skip
        monkeypatch.setattr(driving, "LOOK_WHILE_PLAYING", PAUSE)  # it isn't time that leads to another look
        driver, lost = playing(), list[int]()
        run = driver._run

        async def lose_the_first(turn: Any) -> None:
            if not lost:
                lost.append(turn.match_id)
                raise KeyError("the king of hearts")
            await run(turn)

        monkeypatch.setattr(driver, "_run", lose_the_first)
        match = await after_adas_moves(matches, await begin())
        await adas_turn(matches, match.id)
        assert f"The turn in match {match.id} was lost: KeyError" in caplog.text
        caplog.clear()
        await driver.close()
        assert "was lost" not in caplog.text

    async def test_closing_waits_until_nobody_looks_for_turns_and_not_for_the_next_look(
        self, matches: Matches, playing: Playing, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(driving, "LOOK_AGAIN", PAUSE)
        matches.on_turn.set()
        driver = playing()
        await until(lambda: not matches.on_turn.is_set())
        watching = driver.watching
        assert watching is not None
        await driver.close()
        assert watching.done()

    async def test_after_trouble_with_the_database_it_is_left_alone_for_a_while(
        self, matches: Matches, playing: Playing, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(driving, "RETRY_FIRST", PAUSE)
        tries = 0

        async def fail(limit: int = 50) -> Any:
            nonlocal tries
            tries += 1
            await asyncio.sleep(0)
            raise OSError

        monkeypatch.setattr(matches.lists, "computer_turns", fail)
        playing()
        for _ in range(20):
            await asyncio.sleep(0)
        assert tries == 1

    async def test_looking_for_turns_goes_on_after_trouble_with_the_database(
        self, matches: Matches, begin: Begin, playing: Playing, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(driving, "RETRY_FIRST", 0.001)
        look, tries = matches.lists.computer_turns, 0

        async def fail_at_first(limit: int = 50) -> Any:
            nonlocal tries
            tries += 1
            if tries == 1:
                raise OSError
            return [None] if tries == 2 else await look(limit)

        monkeypatch.setattr(matches.lists, "computer_turns", fail_at_first)
        match = await after_adas_moves(matches, await begin())
        playing()
        assert (await adas_turn(matches, match.id)).to_move == 0


class TestStopping:
    async def test_thinking_stops_and_the_turn_waits_for_the_next_start(
        self, matches: Matches, begin: Begin, playing: Playing, thinkers: QuickThinkers
    ) -> None:
        thinkers.go_on.clear()
        driver = playing()
        match = await after_adas_moves(matches, await begin())
        await until(lambda: thinkers.questions)
        await driver.close()
        assert thinkers.given_up == 1
        assert driver.watching is not None
        assert driver.watching.done()
        assert [match_id for match_id, _ in await matches.lists.computer_turns()] == [match.id]
        thinkers.go_on.set()
        playing()
        assert (await adas_turn(matches, match.id)).to_move == 0

    async def test_what_is_being_written_is_finished(
        self, matches: Matches, begin: Begin, playing: Playing, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        begun_to_write, go_on = asyncio.Event(), asyncio.Event()
        act = matches.act

        async def slowly(match_id: int, decision: Decision) -> Match:
            begun_to_write.set()
            await go_on.wait()
            return await act(match_id, decision)

        match = await after_adas_moves(matches, await begin(seats=4))
        monkeypatch.setattr(matches, "act", slowly)
        driver = playing()
        await begun_to_write.wait()
        closing = asyncio.create_task(driver.close())
        await asyncio.sleep(0.01)
        assert not closing.done()
        go_on.set()
        await closing
        assert [seat for seat, _ in await decisions(matches, match.id)] == [0, 1]

    async def test_a_thought_is_given_up_though_the_turn_has_been_written_before(
        self, matches: Matches, begin: Begin, playing: Playing, thinkers: QuickThinkers, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        act = matches.act

        async def holding_up_the_next(match_id: int, decision: Decision) -> Match:
            thinkers.go_on.clear()
            return await act(match_id, decision)

        match = await after_adas_moves(matches, await begin(seats=4))
        monkeypatch.setattr(matches, "act", holding_up_the_next)
        driver = playing()
        await until(lambda: len(thinkers.questions) == 2)
        await driver.close()
        assert thinkers.given_up == 1
        assert [seat for seat, _ in await decisions(matches, match.id)] == [0, 1]
