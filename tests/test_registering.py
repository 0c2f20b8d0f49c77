"""Which commands the bot sends to Discord: its own, and those that Discord has made."""

from typing import Any

import pytest
from discord.http import Route

from bot.registering import register

OURS = {"name": "match", "description": "All matches", "type": 1}


class Discord:
    """Lists these commands, and notes what it's sent."""

    def __init__(self, *listed: dict[str, Any]) -> None:
        self.listed, self.sent = list(listed), list[Any]()

    async def request(self, route: Route, *, params: dict[str, str]) -> list[dict[str, Any]]:
        assert (route.method, route.path, params) == (
            "GET",
            "/applications/{application_id}/commands",
            {"with_localizations": "true"},
        )
        return self.listed

    async def bulk_upsert_global_commands(self, application: int, payload: list[dict[str, Any]]) -> None:
        assert application == 7
        self.sent = payload


def command(name: str, kind: int | None, **more: Any) -> dict[str, Any]:
    added = {"application_id": "7", "version": "12", "name_localized": name}
    return {"id": "11", "name": name} | ({} if kind is None else {"type": kind}) | added | more


@pytest.mark.parametrize("kind", [4, 5, 77])
async def test_what_discord_has_made_is_sent_back_as_it_is(kind: int) -> None:
    names = {"it": "avvia"}
    discord: Any = Discord(command("launch", kind, handler=2, name_localizations=names), command("old", 1))
    await register(discord, 7, [OURS])
    kept = {"id": "11", "name": "launch", "type": kind, "handler": 2, "name_localizations": names}
    assert discord.sent == [OURS, kept]


@pytest.mark.parametrize("kind", [None, 1, 2, 3])
async def test_of_the_kinds_that_the_bot_makes_there_are_only_its_own(kind: int | None) -> None:
    discord: Any = Discord(command("old", kind))
    await register(discord, 7, [OURS])
    assert discord.sent == [OURS]
