"""Whole matches by what the page offers alone: each way on leads to a move that counts, in every game."""

from random import Random
from typing import Any

import aiohttp
import pytest

from bot.match import Match
from bot.rules import GAMES
from cogs.shared.web import limits
from cogs.shared.web.choices import ASK
from cogs.shared.web.server import PageServer
from tests.cogs.conftest import ANNE, BERT, Bot
from tests.cogs.web.conftest import Person, begun

pytestmark = pytest.mark.thorough

ACTS = 60

MORE: list[tuple[str, dict[str, Any]]] = [
    ("southern_cross", {"challenge": "throw"}),
    ("southern_cards", {"layout": "ultra", "wild": True}),
    ("southern_cards", {"layout": "gogo", "wild": True, "hand": 5}),
    ("down_under", {"animals": True}),
    ("cirondo", {"teams": True}),
]
"""Options that ask for more kinds of choices than the usual ones do, or for very many."""


async def follow(person: Person, match: Match, choice: dict[str, Any], picks: Random) -> dict[str, Any]:
    """The choice at the end of a way of chance through the tree."""
    level, numbers = choice["tree"], []
    while isinstance(level, list):
        number = picks.randrange(len(level))
        step = choice["steps"][level[number][0]]
        assert step["label"]
        numbers.append(str(number))
        level = level[number][1]
    joined = "." if choice["plan"] and not choice["plan"].endswith("_") else ""
    further: dict[str, Any] = await person.get(
        f"matches/{match.id}/choice?plan={choice['plan']}{joined}{'.'.join(numbers)}"
    )
    return await follow(person, match, further, picks) if level == ASK and not further["complete"] else further


async def wish_of_chance(person: Person, match: Match, picks: Random) -> dict[str, Any]:
    """A move or a whole plan of chance, as the page sends it."""
    choice = (await person.get(f"matches/{match.id}"))["choice"]
    while not choice["confirms"] or (choice["tree"] and picks.random() < 0.5):
        if choice["direct"] and (not choice["tree"] or picks.random() < 0.3):
            return {"plan": "", "check": choice["check"], "direct": picks.choice(choice["direct"])["move"]}
        choice = await follow(person, match, choice, picks)
    confirm = picks.choice(choice["confirms"])
    return {"plan": choice["chosen"], "check": choice["check"], "direct": confirm["direct"]}


@pytest.mark.parametrize("key", GAMES)
async def test_matches_are_played_by_what_the_page_offers(
    key: str, bot: Bot, server: PageServer, client: aiohttp.ClientSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    await play(bot, server, client, monkeypatch, key, {})


@pytest.mark.parametrize(("key", "options"), MORE)
async def test_and_with_options_that_offer_more(
    key: str,
    options: dict[str, Any],
    bot: Bot,
    server: PageServer,
    client: aiohttp.ClientSession,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    await play(bot, server, client, monkeypatch, key, options)


async def play(
    bot: Bot,
    server: PageServer,
    client: aiohttp.ClientSession,
    monkeypatch: pytest.MonkeyPatch,
    key: str,
    options: dict[str, Any],
) -> None:
    monkeypatch.setattr(limits, "READS", (10**6, 60.0))
    monkeypatch.setattr(limits, "LINKS", (10**6, 60.0))
    picks, match = Random(key), await begun(bot, key, [ANNE, BERT], **options)
    people: dict[int, Person] = {}
    for number in range(ACTS):
        if match.to_move is None:
            break
        mover = match.seats[match.to_move].people[0]
        if mover not in people:
            people[mover] = await Person(server, client, mover).enter()
        wish = await wish_of_chance(people[mover], match, picks)
        answer = await people[mover].act(match.id, do="play", key=f"{number:032d}", version=match.version, **wish)
        assert answer.status == 200, await answer.text()
        after = await bot.matches.get(match.id)
        assert after.version > match.version
        match = after
