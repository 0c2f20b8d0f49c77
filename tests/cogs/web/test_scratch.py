"""Scratch boards on the page: the same boards as on Discord, for their person alone."""

from random import Random
from typing import Any

import aiohttp
import pytest

from bot.match import Match
from bot.match.decisions import proposals
from bot.rules import GAMES
from cogs.shared.web.server import PageServer
from tests.cogs.conftest import ANNE, BERT, CLEO, Bot
from tests.cogs.scratch.trying import Thinking
from tests.cogs.servers import VIEW
from tests.cogs.web.conftest import Person, advanced, begun, on_server
from tests.cogs.web.described import checked

PLIES = 4


async def tried_out(person: Person, match: Match, **wish: Any) -> str:
    """Where this person's board is, as an address of the page."""
    answer = await person.act(match.id, do="try_out", version=match.version, **wish)
    assert answer.status == 200, await answer.text()
    return f"exercises/{checked(await answer.json(), 'Done')['go']}"


async def acted(person: Person, address: str, **wish: Any) -> Any:
    answer = await person.ask(f"{address}/acts", "POST", json=wish)
    assert answer.status == 200, await answer.text()
    return checked(await answer.json(), "Tried")


async def played(person: Person, shown: Any, picks: Random) -> Any:
    """The board after a move of chance, with luck of chance."""
    choice, address = shown["choice"], shown["address"]
    if choice["direct"] and (not choice["tree"] or picks.random() < 0.3):
        wish = {"plan": "", "check": choice["check"], "direct": picks.choice(choice["direct"])["move"]}
    else:
        while not choice["complete"]:
            level, numbers = choice["tree"], []
            while isinstance(level, list):
                numbers.append(str(number := picks.randrange(len(level))))
                level = level[number][1]
            sign = "." if choice["plan"] and not choice["plan"].endswith("_") else ""
            choice = await person.get(f"{address}/choice?plan={choice['plan']}{sign}{'.'.join(numbers)}")
        wish = {"plan": choice["chosen"], "check": choice["check"]}
    done = await acted(person, address, do="play", **wish)
    while "asks" in done:
        done = await acted(person, address, **picks.choice(done["asks"]["options"])["wish"])
    return done["match"]


def ways(shown: Any) -> dict[str, dict[str, Any]]:
    return {one["label"]: {"do": one["do"], "to": one["to"]} for one in shown["actions"] if one["do"] == "go"}


@pytest.mark.sample(1, rest="thorough")
@pytest.mark.parametrize("key", GAMES)
async def test_lines_are_played_for_all_sides_and_one_goes_back_forth_and_sideways(
    key: str, bot: Bot, server: PageServer, client: aiohttp.ClientSession
) -> None:
    match = await advanced(bot, await begun(bot, key, [ANNE, BERT]), 6)
    anne, picks = await Person(server, client, ANNE).enter(), Random(key)
    start = await tried_out(anne, match)
    first = shown = checked(await anne.get(start), "Exercise")
    assert (shown["title"], shown["turn"], shown["confirms"]) == (
        f"Try it out: {GAMES[key].title}, match {match.id}",
        True,
        False,
    )
    assert list(ways(shown)) == []
    for _ in range(PLIES):
        if shown["turn"]:
            shown = checked(await played(anne, shown, picks), "Exercise")
    for picture in shown["pictures"]:
        assert (await anne.ask(picture["address"].removeprefix("api/"))).status == 200
    last = shown
    while "◀ Back" in ways(shown):
        shown = (await acted(anne, shown["address"], **ways(shown)["◀ Back"]))["match"]
    assert shown["address"] == first["address"]
    while "Forward ▶" in ways(shown):
        shown = (await acted(anne, shown["address"], **ways(shown)["Forward ▶"]))["match"]
    assert shown["address"] == last["address"]
    for number in range(20):  # until another move has begun another line
        shown = await played(anne, await anne.get(start), Random(number))
        for _ in range(PLIES):  # forced moves may have gone on from where the line begins
            if "◀ Back" in ways(shown) and not any(label.startswith("Line ") for label in ways(shown)):
                shown = (await acted(anne, shown["address"], **ways(shown)["◀ Back"]))["match"]
        if any(label.startswith("Line ") for label in ways(shown)):
            break
    beside = next(way for label, way in ways(shown).items() if label.startswith("Line "))
    assert (await acted(anne, shown["address"], **beside))["match"]["address"] != shown["address"]
    assert len((await anne.get(start))["lines"]["ends"]) > 1
    assert await bot.matches.get(match.id) == match, "nothing of it is played in the match"


async def test_a_position_is_named_and_removed(bot: Bot, server: PageServer, client: aiohttp.ClientSession) -> None:
    match = await advanced(bot, await begun(bot, "cirondo", [ANNE, BERT]), 6)
    anne = await Person(server, client, ANNE).enter()
    shown = await played(anne, await anne.get(await tried_out(anne, match)), Random(1))
    named = (await acted(anne, shown["address"], do="rename", name="The *sharp* line"))["match"]
    assert "The \\*sharp\\* line" in named["to_do"]
    assert next(one["now"] for one in named["actions"] if one["do"] == "rename") == "The *sharp* line"
    gone = await acted(anne, shown["address"], do="remove")
    assert gone["says"] == "Removed 1 position."
    assert (await anne.ask(shown["address"])).status == 422
    assert (await anne.ask(f"{gone['match']['address']}/acts", "POST", json={"do": "remove"})).status == 400


async def test_what_is_hidden_is_supposed_otherwise(
    bot: Bot, server: PageServer, client: aiohttp.ClientSession
) -> None:
    match = await advanced(bot, await begun(bot, "southern_cards", [ANNE, BERT]), 4)
    anne = await Person(server, client, ANNE).enter()
    shown = await anne.get(await tried_out(anne, match))
    assert [group["title"] for group in shown["hidden"]["groups"]] == ["What blue holds", "What comes next"]
    place = shown["hidden"]["groups"][0]["places"][0]
    other = next(one["item"] for one in shown["hidden"]["items"] if one["item"] != place["now"])
    after = (await acted(anne, shown["address"], do="suppose", at=place["at"], item=other))["match"]
    now = {one["at"]: one["now"] for one in after["hidden"]["groups"][0]["places"]}
    assert now[place["at"]] == other


async def test_what_a_computer_thinks_is_shown_as_a_move_where_it_may_say_so(
    bot: Bot, server: PageServer, client: aiohttp.ClientSession
) -> None:
    bot.computers = Thinking()
    match = await advanced(bot, await begun(bot, "cirondo", [ANNE, BERT]), 6)
    anne = await Person(server, client, ANNE).enter()
    shown = await anne.get(await tried_out(anne, match))
    assert "think" in [one["do"] for one in shown["actions"]]
    thought = await acted(anne, shown["address"], do="think")
    assert thought["says"].startswith("💡 ")
    assert thought["chosen"]["complete"]


async def test_a_board_is_its_persons_alone(
    bot: Bot, server: PageServer, client: aiohttp.ClientSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_server(bot, monkeypatch, **{f"u{CLEO}": VIEW})
    match = await advanced(bot, await begun(bot, "cirondo", [ANNE, BERT]), 6)
    anne, bert, cleo = [await Person(server, client, user).enter() for user in (ANNE, BERT, CLEO)]
    address = await tried_out(anne, match)
    for other in (bert, cleo):
        for path in ("", "/choice", "/words", "/pictures/0"):
            assert (await other.ask(f"{address}{path}")).status == 422
        for wish in ({"do": "rename", "name": "x"}, {"do": "go", "to": 1}, {"do": "remove"}, {"do": "think"}):
            assert (await other.ask(f"{address}/acts", "POST", json=wish)).status == 422
    assert (await cleo.act(match.id, do="try_out", version=0)).status == 422
    assert (await anne.get(address))["title"]


async def test_it_begins_from_a_turn_of_a_match_that_is_over(
    bot: Bot, server: PageServer, client: aiohttp.ClientSession
) -> None:
    match = await advanced(bot, await begun(bot, "cirondo", [ANNE, BERT]), 8)
    anne = await Person(server, client, ANNE).enter()
    assert (await anne.act(match.id, do="try_out", version=0, step=1)).status == 422, "it isn't over"
    match = await bot.matches.act(match.id, proposals.resign(BERT))
    assert checked(await anne.get(f"matches/{match.id}/replay/3"), "ReplayStep")["tries"]
    shown = await anne.get(await tried_out(anne, match, step=3))
    assert shown["to_do"].startswith("-# Turn 3")
    for step in ("3", True, -1):
        assert (await anne.act(match.id, do="try_out", version=0, step=step)).status == 400


async def test_a_bad_request_changes_nothing(bot: Bot, server: PageServer, client: aiohttp.ClientSession) -> None:
    match = await advanced(bot, await begun(bot, "parcheesi", [ANNE, BERT]), 0)
    anne = await Person(server, client, ANNE).enter()
    address = await tried_out(anne, match)
    before = await anne.get(address)
    for wish, status in (
        ({"do": "go", "to": "1"}, 400),
        ({"do": "go", "to": 10**9}, 422),
        ({"do": "luck", "move": "0" * 16, "luck": "1"}, 400),
        ({"do": "luck", "move": 1, "luck": ""}, 400),
        ({"do": "rename"}, 400),
        ({"do": "suppose", "at": "x", "item": "y"}, 422),
        ({"do": "answer"}, 400),
        ({"do": 7}, 400),
    ):
        assert (await anne.ask(f"{address}/acts", "POST", json=wish)).status == status, wish
    for path in ("exercises/scratch/x/1", "exercises/scratch/999999/1", f"exercises/scratch/{match.id}/999999"):
        assert (await anne.ask(path)).status in (404, 422)
    assert await anne.get(address) == before
