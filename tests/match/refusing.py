"""What is refused, and where pawns stand then."""

from collections.abc import Awaitable, Callable

import pytest

from bot.match import Match
from bot.store import Store
from tests.match.conftest import Dump, dump


async def refuse(
    store: Store, refusal: type[Exception] | tuple[type[Exception], ...], act: Callable[[], Awaitable[Match]]
) -> Exception:
    """The refusal of an act that must change nothing."""
    before: Dump = await dump(store)
    with pytest.raises(refusal) as error:
        await act()
    assert await dump(store) == before
    return error.value


def spaces(match: Match) -> list[int]:
    assert match.state is not None
    found: list[int] = match.state.dump()["spaces"]
    return found
