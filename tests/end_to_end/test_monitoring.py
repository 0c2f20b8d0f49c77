"""What whoever runs the bot sees of it."""

import re

import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.end_to_end.room import Player, Room
from tests.waiting import until

pytestmark = pytest.mark.thorough


async def figures(room: Room) -> dict[tuple[str, str], float]:
    """Each figure by its name and its labels' values."""
    async with room.house.session.get(f"{room.house.metrics_url}/metrics") as answer:
        text = await answer.text()
    assert not re.search(r"(?<![\d.])\d{17}", text), "an id of a person, a channel or a server"
    return {
        (sample.name, " ".join(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


async def test_figures_tell_what_happens_and_to_nobody_whom(room: Room, ada: Player, ben: Player) -> None:
    before = await figures(room)
    board = await room.begin(ada, ben)
    await ada.slash("cirondo move", move="B5-C5")
    await room.board(ben, after=board)
    boards = ("crux_board_delay_seconds_count", "")

    async def posted() -> bool:
        return (await figures(room))[boards] >= before.get(boards, 0) + 2

    await until(posted)
    after = await figures(room)

    def grew(name: str, labels: str = "") -> bool:
        return after.get((name, labels), 0) > before.get((name, labels), 0)

    assert grew("crux_first_response_seconds_count", "application_command")
    assert grew("crux_first_response_seconds_count", "component")
    assert grew("crux_transaction_seconds_count", "read")
    assert grew("crux_transaction_seconds_count", "write")
    assert grew("crux_picture_seconds_count")
    assert grew("crux_matches", "cirondo running")


async def test_a_bot_that_works_is_healthy(room: Room, ada: Player) -> None:
    async def healthy() -> bool:
        async with room.house.session.get(f"{room.house.metrics_url}/healthz") as answer:
            return (answer.status, await answer.text()) == (200, "All is well.")

    await until(healthy)
