"""The calendar of the playground's guild: what Discord refuses there, and what pages are shown."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.person import Person
from tests.playground.conftest import Api

NOW = datetime.now(UTC)


def event(**changed: Any) -> dict[str, Any]:
    return {
        "name": "Cup begins",
        "privacy_level": 2,
        "entity_type": 3,
        "entity_metadata": {"location": "#games"},
        "scheduled_start_time": (NOW + timedelta(days=1)).isoformat(),
        "scheduled_end_time": (NOW + timedelta(days=2)).isoformat(),
    } | changed


def path(api: Api, number: str = "") -> str:
    return f"/guilds/{api.playground.world.guild_id}/scheduled-events{number and '/'}{number}"


async def test_events_are_made_changed_and_deleted_by_a_bot_that_may(api: Api, ada: Person) -> None:
    assert (await api("POST", path(api), event()))[1]["code"] == 50013
    await ada.control(bot_permissions=["create_events"])
    _, made = await api("POST", path(api), event())
    assert made["creator_id"] == str(api.playground.world.bot_id)
    await api("PATCH", path(api, made["id"]), {"name": "Cup begins later"})
    assert [one["name"] for one in (await api("GET", path(api)))[1]] == ["Cup begins later"]
    assert [one["name"] for one in (await ada.state())["events"]] == ["Cup begins later"]
    assert (await api("DELETE", path(api, made["id"])))[0] == 204
    for method in ("PATCH", "DELETE"):
        assert (await api(method, path(api, made["id"]), {}))[1]["code"] == 10070


@pytest.mark.parametrize(
    "changed",
    [
        {"name": "x" * 101},
        {"name": " "},
        {"description": "x" * 1001},
        {"entity_metadata": {"location": "x" * 101}},
        {"entity_type": 2},
        {"scheduled_start_time": (NOW - timedelta(days=1)).isoformat()},
        {"scheduled_end_time": None},
        {"scheduled_end_time": (NOW + timedelta(hours=1)).isoformat()},
    ],
)
async def test_what_discord_refuses(api: Api, ada: Person, changed: dict[str, Any]) -> None:
    await ada.control(bot_permissions=["create_events"])
    assert (await api("POST", path(api), event(**changed)))[1]["code"] == 50035
    assert (await api("GET", path(api)))[1] == []


async def test_there_are_a_hundred_at_most(api: Api, ada: Person) -> None:
    await ada.control(bot_permissions=["create_events"])
    for _ in range(100):
        await api("POST", path(api), event())
    assert (await api("POST", path(api), event()))[1]["code"] == 30038
