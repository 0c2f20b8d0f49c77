"""Everyone has one animation at a time in the queue, and nobody's failure holds up those who wait."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from types import SimpleNamespace

import pytest

from cogs.shared.client.refusals import ScreenRefusal
from cogs.shared.records import animation_queue
from cogs.shared.records.animation_queue import FAILED, AnimationQueue
from images.motion.workshop import DONE
from tests.cogs.records.slow_queue import Slow
from tests.waiting import until


def ordering(game: str) -> Callable[[], Awaitable[Sequence[bytes]]]:
    async def ordered() -> Sequence[bytes]:
        return [game.encode()]

    return ordered


async def test_one_at_a_time_in_the_order_of_asking(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(animation_queue, "REPORT_EVERY", 3600.0)
    slow, reports = Slow(), []

    def make(person: int, game: str) -> "asyncio.Task[bytes]":
        async def tell(what: str, number: int) -> None:
            reports.append((person, what, number))

        return asyncio.create_task(slow.make(person, ordering(game), tell))

    first, second, third = make(1, "broken"), make(2, "two"), make(3, "three")
    await until(lambda: slow.begun and len(reports) == 2)
    assert slow.begun == ["broken"]
    assert reports == [(2, "waiting", 1), (3, "waiting", 2)]
    with pytest.raises(ScreenRefusal, match="still making"):
        await make(3, "four")
    third.cancel()
    fourth = make(4, "five")
    for begun in range(1, 4):
        await until(lambda begun=begun: len(slow.begun) == begun)  # type: ignore[misc]  # mypy can't infer a lambda with a default
        slow.done.release()
    with pytest.raises(ScreenRefusal, match="broken"):
        await first
    assert await second == b"two"
    assert await fourth == b"five"
    assert slow.begun == ["broken", "two", "five"]


async def test_an_animation_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(animation_queue, "DRAWING_DEADLINE", 0.01)
    slow = Slow()

    async def tell(what: str, number: int) -> None: ...

    with pytest.raises(ScreenRefusal, match="couldn't make the animation"):
        await slow.make(1, ordering("one"), tell)
    monkeypatch.setattr(animation_queue, "DRAWING_DEADLINE", 3600.0)
    slow.done.release()
    assert await slow.make(1, ordering("one"), tell) == b"one"


@pytest.mark.parametrize(
    "said",
    ["", "1\n2\n", "1\nnonsense\n", f"{DONE.decode()}99\nfilm", f"{DONE.decode()}many\n"],
    ids=["nothing", "no end", "nonsense", "too little", "no length"],
)
async def test_a_process_that_ends_without_the_animation_is_told_as_a_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str
) -> None:
    program, reports = tmp_path / "workshop", []
    program.write_text(f"#!/bin/sh\nprintf '%s' '{said}'\n")
    program.chmod(0o755)
    monkeypatch.setattr(animation_queue, "sys", SimpleNamespace(executable=str(program)))

    async def tell(what: str, number: int) -> None:
        reports.append((what, number))

    queue = AnimationQueue()
    with pytest.raises(ScreenRefusal) as refused:
        await queue.make(1, ordering("one"), tell)
    assert str(refused.value) == FAILED
    assert [number for what, number in reports if what == "drawn"] == [
        int(line) for line in said.split("\n") if line.isdigit()
    ]
    with pytest.raises(ScreenRefusal):  # the next one isn't refused because of this one, but fails again
        await queue.make(1, ordering("one"), tell)
