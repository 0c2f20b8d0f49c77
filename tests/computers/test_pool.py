"""The worker processes: what they know, how they end, and who is next."""

import asyncio
import os
import signal
import subprocess
import sys
import tomllib
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from bot.computers import pool
from bot.computers.pool import HINTS, REVIEWS, TURNS, Closed, NoAnswer, NoWorkers, Thinkers
from bot.computers.worker import LOWEST
from bot.slots import cores
from tests.computers import work
from tests.waiting import TEST_TIMEOUT, in_time, until

ROOT = Path(__file__).parents[2]
NOW = datetime(2027, 1, 31, tzinfo=UTC)
LIMIT = TEST_TIMEOUT


@pytest.fixture
async def thinkers() -> AsyncIterator[Thinkers]:
    found = Thinkers(1)
    yield found
    await found.close()


async def ask(thinkers: Thinkers, function: Callable[[Any], Any], question: object = None, **more: Any) -> Any:
    return await thinkers.think(function, question, **{"since": NOW, "limit": LIMIT, **more})


def runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


async def noted(folder: Path, number: int = 1) -> list[int]:
    """The workers that left their number in the folder."""

    def names() -> list[str]:
        return [file.name for file in folder.iterdir()]

    await until(lambda: len(names()) >= number)
    return [int(name) for name in names()]


class TestWorkers:
    async def test_a_worker_knows_the_players_and_neither_discord_nor_the_database(self, thinkers: Thinkers) -> None:
        loaded = await ask(thinkers, work.loaded)
        assert {"bot.players", "bot.computers.thinking"} <= loaded
        strange = {"discord", "aiohttp", "sqlalchemy", "aiosqlite", "PIL", "cogs", "pydantic"}
        assert not strange & loaded
        assert not {name for name in loaded if name.startswith(("bot.match", "bot.store", "bot.client", "bot.__main"))}

    async def test_a_worker_has_the_lowest_priority_and_no_socket_of_the_bot(self, thinkers: Thinkers) -> None:
        server = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
        async with server:
            assert await ask(thinkers, work.niceness) == min(LOWEST, os.nice(0) + LOWEST)
            assert await ask(thinkers, work.sockets) == []

    async def test_workers_may_have_a_higher_priority_than_the_lowest(self) -> None:
        thinkers = Thinkers(1, priority=1)
        assert await ask(thinkers, work.niceness) == min(os.nice(0) + 1, LOWEST)
        await thinkers.close()

    async def test_nothing_is_started_before_someone_asks(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(pool, "_start_pool", lambda *_: pytest.fail("a process was started"))
        await Thinkers(1).close()

    def test_there_are_no_more_processes_than_cores(self) -> None:
        assert Thinkers().processes == Thinkers(cores() + 5).processes == cores()
        assert Thinkers(1).processes == 1

    def test_the_command_of_the_package_loads_no_discord_into_workers(self) -> None:
        """Workers load the script that the bot was started by, under another name."""
        project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
        module, function = project["project"]["scripts"]["crux"].split(":")
        probe = f"import sys; from {module} import {function}; print('discord' in sys.modules)"
        assert subprocess.check_output([sys.executable, "-c", probe], text=True, cwd=ROOT).strip() == "False"


class TestTrouble:
    async def test_a_question_that_is_cancelled_ends_its_worker_and_the_next_one_is_answered(
        self, thinkers: Thinkers, tmp_path: Path
    ) -> None:
        task = asyncio.create_task(ask(thinkers, work.note_and_hang, str(tmp_path)))
        (hanging,) = await noted(tmp_path)
        task.cancel()
        assert await ask(thinkers, work.double, 21) == 42
        await until(lambda: not runs(hanging))

    @pytest.mark.thorough
    async def test_a_worker_that_takes_too_long_is_given_up_after_a_second_try(
        self, thinkers: Thinkers, tmp_path: Path
    ) -> None:
        for number in count():  # with twice the time, until it was enough for both tries to begin
            folder = tmp_path / str(number)
            folder.mkdir()
            with pytest.raises(NoAnswer):
                await ask(thinkers, work.note_and_hang, str(folder), limit=0.2 * 2**number)
            tries = len(list(folder.iterdir()))
            assert tries <= 2
            if tries == 2:
                break
        assert await ask(thinkers, work.double, 4) == 8

    async def test_a_worker_that_dies_is_replaced_and_the_question_asked_once_more(
        self, thinkers: Thinkers, tmp_path: Path
    ) -> None:
        other = await ask(thinkers, work.die_once, str(tmp_path))
        assert [other] != await noted(tmp_path)

    async def test_two_workers_that_die_of_a_question_are_enough(self, thinkers: Thinkers, tmp_path: Path) -> None:
        with pytest.raises(NoAnswer):
            await ask(thinkers, work.die, str(tmp_path))
        assert len(await noted(tmp_path)) == 2

    async def test_a_worker_that_is_killed_while_it_rests_costs_no_answer(self, thinkers: Thinkers) -> None:
        worker = await ask(thinkers, work.who)
        os.kill(worker, signal.SIGKILL)
        assert await ask(thinkers, work.double, 3) == 6

    async def test_what_the_function_raises_passes_through_and_is_not_tried_again(self, thinkers: Thinkers) -> None:
        with pytest.raises(ValueError, match="hands"):
            await ask(thinkers, work.fail, "the king")
        assert await ask(thinkers, work.double, 3) == 6

    async def test_a_pool_that_takes_no_more_questions_is_replaced(
        self, thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refuse(*_: object, **__: object) -> None:
            raise RuntimeError("The pool is stopped")

        running = await thinkers.running()
        monkeypatch.setattr(running.pool, "schedule", refuse)
        with pytest.raises(NoAnswer):
            await ask(thinkers, work.double, 3, tries=1)
        assert await ask(thinkers, work.double, 3) == 6

    async def test_a_pool_that_breaks_and_forgets_a_question_is_replaced(
        self, thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def break_down(*_: object, **__: object) -> Future[None]:
            running.pool.stop()  # type: ignore[no-untyped-call]  # pebble leaves this one without types
            return Future()

        running = await thinkers.running()
        monkeypatch.setattr(running.pool, "schedule", break_down)
        assert await ask(thinkers, work.double, 3) == 6

    async def test_a_pool_that_works_on_and_forgets_a_question_is_replaced_after_a_while(
        self, thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(pool, "GRACE", 0.01)
        running = await thinkers.running()
        monkeypatch.setattr(running.pool, "schedule", lambda *_, **__: Future())
        with pytest.raises(NoAnswer):
            await ask(thinkers, work.double, 3, limit=0.0, tries=1)
        assert await ask(thinkers, work.double, 3) == 6

    def test_starting_workers_leaves_the_bot_the_signals_that_it_heard(self) -> None:
        heard = signal.pthread_sigmask(signal.SIG_BLOCK, ())
        pool._stop(pool._start_pool(1, LOWEST))
        assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == heard

    async def test_where_no_process_can_be_started_the_question_says_so(
        self, thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refuse(*_: int) -> None:
            raise BlockingIOError(11, "Resource temporarily unavailable")

        with monkeypatch.context() as patched:
            patched.setattr(pool, "_start_pool", refuse)
            with pytest.raises(NoWorkers):
                await ask(thinkers, work.double, 3)
        assert await ask(thinkers, work.double, 3) == 6

    async def test_where_workers_fail_as_they_start_the_question_comes_to_nothing_and_the_next_one_is_answered(
        self, thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with monkeypatch.context() as patched:
            patched.setattr(pool, "settle_in", work.cannot_settle_in)
            with pytest.raises(NoAnswer):
                await ask(thinkers, work.double, 3)
        assert await ask(thinkers, work.double, 3) == 6

    @pytest.mark.parametrize("raises", [False, True])
    async def test_of_a_pool_that_fails_as_it_starts_nothing_is_left(
        self, thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch, raises: bool
    ) -> None:
        calls: list[str] = []

        class FailingPool:
            def __init__(self, **_: object) -> None:
                calls.append("made")

            @property
            def active(self) -> bool:
                if raises:
                    raise BlockingIOError(11, "Resource temporarily unavailable")
                return False

            def stop(self) -> None:
                calls.append("stopped")

            def join(self) -> None:
                calls.append("joined")

        monkeypatch.setattr(pool, "ProcessPool", FailingPool)
        with pytest.raises(NoWorkers):
            await ask(thinkers, work.double, 3)
        assert calls == ["made", "stopped", "joined"]


class TestOrder:
    async def test_hints_come_first_then_turns_by_how_long_they_have_waited_and_reviews_last(
        self, thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        order: list[str] = []
        go_on = asyncio.Event()

        async def answer(running: object, _function: object, question: str, _limit: float) -> str:
            order.append(question)
            await go_on.wait()
            return question

        async def nothing() -> None:
            return None

        monkeypatch.setattr(thinkers, "running", nothing)  # no processes are needed for this
        monkeypatch.setattr(thinkers, "_answer", answer)
        questions = [
            asyncio.create_task(ask(thinkers, work.double, name, since=NOW + timedelta(seconds=at), rank=rank))
            for name, at, rank in [
                ("the first", 9, TURNS),
                ("a review", 0, REVIEWS),
                ("a late turn", 5, TURNS),
                ("an early turn", 1, TURNS),
                ("left", 0, TURNS),
                ("a late hint", 8, HINTS),
                ("an early hint", 7, HINTS),
            ]
        ]
        await asyncio.sleep(0)
        questions[4].cancel()
        await asyncio.sleep(0)
        assert order == ["the first"]
        assert thinkers.waiting == 5
        go_on.set()
        await asyncio.gather(*questions, return_exceptions=True)
        assert thinkers.waiting == 0
        assert order == ["the first", "an early hint", "a late hint", "an early turn", "a late turn", "a review"]


class TestClosing:
    async def test_those_who_ask_or_wait_get_an_error_and_no_worker_stays(
        self, tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        thinkers = Thinkers(1)
        hanging = asyncio.create_task(ask(thinkers, work.note_and_hang, str(tmp_path)))
        workers = await noted(tmp_path)
        waiting = asyncio.create_task(ask(thinkers, work.double, 1))
        await asyncio.sleep(0)
        await thinkers.close()
        for task in (hanging, waiting):
            with pytest.raises(Closed):
                await task
        monkeypatch.setattr(pool, "_start_pool", lambda *_: pytest.fail("a process was started"))
        with pytest.raises(Closed):
            await ask(thinkers, work.double, 1)
        await until(lambda: not any(runs(worker) for worker in workers))
        assert not caplog.records, "that no worker answers any more is meant"

    async def test_whoever_waits_for_a_worker_that_is_being_killed_hears_of_it_at_once(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(pool, "UNTIL_KILLED", 1000.0)
        thinkers = Thinkers(1)
        hanging = asyncio.create_task(ask(thinkers, work.note_and_hang, str(tmp_path)))
        await noted(tmp_path)
        waiting = asyncio.create_task(ask(thinkers, work.double, 1))
        await until(lambda: thinkers.waiting)
        hanging.cancel()
        await thinkers.close()
        with pytest.raises(Closed):
            await in_time(waiting)

    async def test_closing_waits_until_the_workers_have_ended(
        self, thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        stop, ended = pool._stop, list[object]()

        def stop_and_note(stopped: Any) -> None:
            stop(stopped)
            ended.append(stopped)

        await ask(thinkers, work.double, 1)
        monkeypatch.setattr(pool, "_stop", stop_and_note)
        await thinkers.close()
        assert len(ended) == 1

    async def test_closing_while_the_first_worker_is_being_started_leaves_none(self) -> None:
        thinkers = Thinkers(1)
        question = asyncio.create_task(ask(thinkers, work.who))
        await asyncio.sleep(0)
        await thinkers.close()
        with pytest.raises(Closed):
            await question

    @pytest.mark.parametrize("cancelled", [False, True])
    async def test_closing_while_the_first_worker_fails_to_start_asks_nothing_of_it(
        self, monkeypatch: pytest.MonkeyPatch, cancelled: bool
    ) -> None:
        starting, go_on = asyncio.Event(), asyncio.Event()

        async def fail() -> None:
            starting.set()
            await go_on.wait()
            raise BlockingIOError(11, "Resource temporarily unavailable")

        thinkers = Thinkers(1)
        monkeypatch.setattr(thinkers, "_start", fail)
        question = asyncio.create_task(ask(thinkers, work.who))
        await starting.wait()
        closing = asyncio.create_task(thinkers.close())
        if cancelled:
            task = thinkers._starting
            assert task is not None
            task.cancel()
        go_on.set()
        await closing
        with pytest.raises((NoWorkers, asyncio.CancelledError)):
            await question


# Signals are heard as the bot itself does: by its event loop.
BOT = """
import asyncio, contextlib, signal, sys
from datetime import UTC, datetime
from bot.computers.pool import Thinkers
from tests.computers import work
from tests.waiting import TEST_TIMEOUT

async def main():
    asyncio.get_running_loop().add_signal_handler(signal.SIGINT, asyncio.current_task().cancel)
    thinkers = Thinkers(2)
    try:
        given = {"since": datetime.now(UTC), "limit": TEST_TIMEOUT}
        await asyncio.gather(*(thinkers.think(work.note_and_hang, sys.argv[1], **given) for _ in "12"))
    finally:
        await thinkers.close()

with contextlib.suppress(asyncio.CancelledError):
    asyncio.run(main())
"""


class TestTheEndOfTheBot:
    """The bot is a process of its own here, with workers that never come back by themselves."""

    @pytest.fixture
    async def bot(self, tmp_path: Path) -> AsyncIterator[tuple[asyncio.subprocess.Process, list[int]]]:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", BOT, str(tmp_path), cwd=ROOT, start_new_session=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        try:
            yield process, await noted(tmp_path, min(2, cores()))
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()

    @pytest.mark.thorough
    async def test_when_the_bot_is_killed_its_workers_end_as_well(
        self, bot: tuple[asyncio.subprocess.Process, list[int]]
    ) -> None:
        process, workers = bot
        process.kill()
        await process.communicate()  # its output ends when the last process that could write to it has ended
        await until(lambda: not any(runs(worker) for worker in workers))

    @pytest.mark.thorough
    async def test_an_interrupt_from_the_keyboard_is_heard_by_the_bot_alone(
        self, bot: tuple[asyncio.subprocess.Process, list[int]]
    ) -> None:
        process, workers = bot
        os.killpg(process.pid, signal.SIGINT)
        said, _ = await process.communicate()
        assert said == b""
        await until(lambda: not any(runs(worker) for worker in workers))
