"""Everything that is described is asked for with whatever fits the description: answers keep to it, and none fails."""

import asyncio
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest
from hypothesis import HealthCheck, given, settings

from bot.computers.errors import NoHintNow
from bot.computers.thinking import Advice
from cogs.shared.web import limits
from cogs.shared.web.server import PageServer
from tests.cogs.conftest import ANNE, BERT, Bot, played_out, together
from tests.cogs.reviewing import Reviewing
from tests.cogs.scratch.trying import Thinking
from tests.cogs.web.conftest import Person, advanced, begun
from tests.cogs.web.described import OPENAPI

schemathesis: Any = pytest.importorskip("schemathesis", reason="not installed: make install")
pytest.importorskip("schemathesis.specs.openapi.checks")

pytestmark = pytest.mark.thorough

EXAMPLES = 12  # of each address
KEPT = ("not_a_server_error", "status_code_conformance", "response_schema_conformance")
LOGS_OUT = ("/{window}/api/session", "delete")
ENDLESS = ("/{window}/api/events", "get")


def ask_everything(server: PageServer, person: Person, matches: list[int]) -> None:
    """Asks for each address, half of the time about matches that there are."""
    kept = [schemathesis.checks.CHECKS.get_one(name) for name in KEPT]
    headers = {"Cookie": f"crux={person.cookie}", "Origin": server.url}
    schema = schemathesis.openapi.from_dict(OPENAPI)
    for result in schema.get_all_operations():
        operation = result.ok()
        if (operation.path, operation.method) in (LOGS_OUT, ENDLESS):
            continue

        @settings(max_examples=EXAMPLES, deadline=None, database=None, suppress_health_check=list(HealthCheck))
        @given(case=operation.as_strategy())
        def ask(case: Any) -> None:
            path = case.path_parameters or {}
            if "window" in path:
                path["window"] = person.window
            if "match" in path and path["match"] % 2:
                path["match"] = matches[path["match"] // 2 % len(matches)]
            answer = case.call(base_url=server.url, headers=headers)
            case.validate_response(answer, checks=kept)

        ask()


async def nothing_better(*_: object) -> Advice:
    raise NoHintNow(reference="ABCDEF")


async def test_answers_keep_to_the_description(
    bot: Bot, server: PageServer, client: aiohttp.ClientSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "READS", (10**6, 60.0))
    monkeypatch.setattr(limits, "LINKS", (10**6, 60.0))
    await bot.matches.dailies.seeds.prepare()
    bot.computers = SimpleNamespace(reviewer=Reviewing(9.0), consider=Thinking().consider, advise=nothing_better)
    running = await advanced(bot, await begun(bot, "cirondo", [ANNE, BERT]), 6)
    over = await played_out(bot, (await together(bot, ANNE, BERT)).id)
    anne = await Person(server, client, ANNE).enter()
    await asyncio.to_thread(ask_everything, server, anne, [running.id, over.id])
