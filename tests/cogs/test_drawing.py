"""Who is drawn first."""

import asyncio

import pytest

from bot.places import Places
from cogs.shared import drawing as module
from cogs.shared.drawing import CALLING, GOING_ON, WAITED_FOR, Overtaken, drawing


@pytest.fixture(autouse=True)
def one_place(monkeypatch: pytest.MonkeyPatch) -> Places:
    """A place that somebody has."""
    places = Places(0)
    monkeypatch.setattr(module, "_places", places)
    return places


async def test_what_somebody_waits_for_is_drawn_before_boards_and_those_of_computers_last(one_place: Places) -> None:
    drawn: list[str] = []
    names = {"a computer's": GOING_ON, "a board": CALLING, "asked for": WAITED_FOR, "another board": CALLING}
    tasks = [
        asyncio.create_task(drawing(lambda name=name: drawn.append(name), rank))  # type: ignore[misc]  # mypy can't infer a lambda with a default
        for name, rank in names.items()
    ]
    await asyncio.sleep(0)
    one_place.give_back()
    await asyncio.gather(*tasks)
    assert drawn == ["asked for", "a board", "another board", "a computer's"]


async def test_what_is_overtaken_while_it_waits_is_not_drawn(one_place: Places) -> None:
    wanted = True

    async def still_wanted() -> bool:
        return wanted

    task = asyncio.create_task(drawing(lambda: pytest.fail("it was drawn"), GOING_ON, still_wanted))
    await asyncio.sleep(0)
    wanted = False
    one_place.give_back()
    with pytest.raises(Overtaken):
        await task
    wanted = True
    assert await drawing(lambda: "drawn", GOING_ON, still_wanted) == "drawn"
