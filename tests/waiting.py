"""How tests wait: for what happens, however long a busy machine takes over it.

No test's result depends on how long something takes. `TEST_TIMEOUT` ends a test that waits for what never happens, with
a sentence about what was missing.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

T = TypeVar("T")

TEST_TIMEOUT = 300.0  # seconds


async def until(
    happened: Callable[[], Any], what: str = "what the test waits for", *, within: float = TEST_TIMEOUT
) -> Any:
    """The result of `happened` as soon as it's true; it may have to be awaited. It's asked again and again: nobody
    announces such things here.

    `within`: seconds, for benchmarks, which may fail on a slow machine. TimeoutError says `what` did not happen.
    """
    try:
        async with asyncio.timeout(within):
            while True:
                found = happened()
                if isinstance(found, Awaitable):
                    found = await found
                if found:
                    return found
                await asyncio.sleep(0.01)
    except TimeoutError:
        raise TimeoutError(f"{what} did not happen within {within:.0f} s") from None


async def in_time(awaited: Awaitable[T]) -> T:
    """What was awaited; TimeoutError if it doesn't come."""
    return await asyncio.wait_for(awaited, TEST_TIMEOUT)
