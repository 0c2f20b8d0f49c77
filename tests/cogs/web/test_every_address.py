"""Every address of the page, asked by every kind of visitor about every kind of match.

An address that isn't in the tables here fails, so a new one has to say what it's about.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from sqlalchemy import select

from bot.match import Match, Place, SeriesKind, TableTerms
from bot.match.decisions import lobby, proposals
from bot.rules.chance import Sealed
from bot.store.definition import metadata
from bot.store.queries.matches import seed_of
from cogs.shared.interactions.gatekeeper import Gatekeeper
from cogs.shared.web import limits
from cogs.shared.web.server import PageServer
from tests.cogs.conftest import ANNE, BERT, Bot, part_of, played_out, solo, together
from tests.cogs.reviewing import exercise_of
from tests.cogs.servers import VIEW
from tests.cogs.web.conftest import Person, advanced, begun, on_server
from tests.databases import copy_database

CLEO, DORA, EMIL, FAY, GUS, HAL = (2**40 + number for number in range(3, 9))
PEOPLE = (ANNE, BERT, CLEO, DORA, EMIL, FAY, GUS, HAL)
ELSEWHERE = 2  # a server on which none of the matches is

PAGES = {"/", "/enter", "/{window}/", "/assets/{name}", "/api/openapi.json"}
"""What everybody gets, and which says nothing of anybody."""

DOORS = {("/api/session", "POST"), ("/api/activity/start", "POST"), ("/api/activity/session", "POST")}

OWN = {
    ("me", "GET"),
    ("matches", "GET"),
    ("offers", "GET"),
    ("rules/{game}", "GET"),
    ("rules/{game}/{number}/picture", "GET"),
    ("signs/{game}/{colour}", "GET"),
    ("settings", "POST"),
    ("daily", "POST"),
    ("session", "DELETE"),
    ("exercises/{kind}/{of}/{number}", "GET"),
    ("exercises/{kind}/{of}/{number}/choice", "GET"),
    ("exercises/{kind}/{of}/{number}/words", "GET"),
    ("exercises/{kind}/{of}/{number}/pictures/{picture}", "GET"),
    ("exercises/{kind}/{of}/{number}/acts", "POST"),
}
"""What everybody with a session gets, about themselves alone."""

EVENTS = ("events", "GET")

READ = {
    "": (200,),
    "/choice": (200, 422),  # it isn't everybody's turn
    "/words": (200,),
    "/coaching": (200,),
    "/replay/{step}": (200, 422),  # nothing is shown of hidden hands before the end
    "/replay/{step}/picture": (200, 422),
    "/pictures/{number}": (200, 404),  # a hand is its owner's
    "/review": (404, 422),  # nobody has made one
    "/review/picture": (404, 422),
    "/review/pictures/{number}": (404, 422),
}
"""What is read of a match, by its address below the match's, with what those get who may see the match."""

WRITTEN = {
    "/acts": (409, 422),
    "/review": (200, 422),  # everybody who sees a match that is over can have it reviewed
    "/review/book": (404, 422),
}
"""What is written about a match, with what those get who may see it and don't play in it."""

LINK = {"", "/api", "/card.jpg", "/picture", "/replay/{step}", "/replay/{step}/picture"}

VALUES = {"window": "", "step": "0", "number": "0", "picture": "0", "kind": "book", "of": "mine"}
VALUES |= {"game": "cirondo", "colour": "red"}
MATCH = "/{window}/api/matches/{match}"


def test_every_address_is_in_a_table(server: PageServer) -> None:
    there = {
        (resource.canonical, route.method)
        for resource in server.app().router.resources()
        for route in resource
        if route.method != "HEAD"
    }
    known = {(path, "GET") for path in PAGES} | DOORS
    known |= {(f"/{{window}}/api/{path}", method) for path, method in {*OWN, EVENTS}}
    known |= {(MATCH + path, "GET") for path in READ} | {(MATCH + path, "POST") for path in WRITTEN}
    known |= {(f"/m/{{address}}{path}", "GET") for path in LINK}
    assert there == known


@dataclass(frozen=True)
class World:
    """Matches of all kinds, by name: who plays them, and what nobody else may know."""

    bot: Bot
    server: PageServer
    client: aiohttp.ClientSession
    matches: dict[str, int]
    secrets: dict[str, str]
    exercise: int


PLAYERS = {"open": (ANNE, BERT), "hands": (ANNE, BERT), "over": (ANNE, BERT), "alone": (ANNE,), "part": (BERT,)}
PRIVATE = {"alone", "part"}
RUNNING_HANDS = ("hands", "alone", "part")


@dataclass(frozen=True)
class Made:
    """What everybody visits: the matches by name, and Anne's exercise."""

    matches: dict[str, int]
    exercise: int


async def make(bot: Bot) -> Made:
    await bot.matches.dailies.seeds.prepare()
    host = await together(bot, ANNE, BERT, series=SeriesKind.PARALLEL)
    matches = {
        "open": (await advanced(bot, await begun(bot, "cirondo", [ANNE, BERT]), 6)).id,
        "hands": (await advanced(bot, await together(bot, ANNE, BERT), 4)).id,
        "alone": (await solo(bot, ANNE)).id,
        "part": part_of(host, 1),
        "over": (await played_out(bot, (await together(bot, ANNE, BERT)).id)).id,
    }
    elsewhere = await bot.matches.tables.open(TableTerms("cirondo", seats=2), opener=FAY, place=Place(ELSEWHERE, 30))
    await bot.matches.tables.note_posted(elsewhere.id, 990)
    await bot.matches.act(elsewhere.id, lobby.join(7001))
    await bot.matches.act(elsewhere.id, lobby.begin(FAY))
    return Made(matches, (await exercise_of(bot)).id)


@pytest.fixture(scope="module")
def first_world(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Made]]:
    """A file for the database of the world that was made first, and what is in it: the others are copies of it."""
    return tmp_path_factory.mktemp("world") / "crux.db", []


@pytest.fixture
async def world(
    bot: Bot,
    server: PageServer,
    client: aiohttp.ClientSession,
    first_world: tuple[Path, list[Made]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> World:
    on_server(bot, monkeypatch, **{f"u{user}": VIEW for user in (ANNE, BERT, CLEO, EMIL, GUS, HAL)})
    for name in ("READS", "LINKS", "LOOKS"):
        monkeypatch.setattr(limits, name, (10**6, 60.0))
    first, made = first_world
    if made:
        copy_database(first, tmp_path / "crux.db")
    else:
        made.append(await make(bot))
        copy_database(tmp_path / "crux.db", first)
    secrets = {}
    async with bot.store.read() as connection:
        for name in RUNNING_HANDS:
            secrets[f"the seed of {name}"] = (await seed_of(connection, made[0].matches[name])).hex()
    return World(bot, server, client, made[0].matches, secrets, made[0].exercise)


async def visitor(world: World, kind: str) -> tuple[Person, int]:
    """A browser of this kind of visitor, and the status that it gets everywhere; 200 for who has a session."""
    bot = world.bot

    def person(user: int) -> Person:
        return Person(world.server, world.client, user)

    match kind:
        case "nobody":
            return person(DORA), 401
        case "the player to move":
            return await person(ANNE).enter(), 200
        case "the other player":
            return await person(BERT).enter(), 200
        case "a watcher":
            return await person(CLEO).enter(), 200
        case "a stranger":
            return await person(DORA).enter(), 200
        case "somebody whom the operator has blocked":
            blocked = await person(EMIL).enter()
            await bot.matches.service.block_person(EMIL)
            await Gatekeeper.of(bot).refresh()
            return blocked, 403
        case "somebody of another server":
            return await person(FAY).enter_within_discord(ELSEWHERE), 200
        case "an ended session":
            ended = await person(GUS).enter()
            await bot.matches.browsers.end(GUS)
            return ended, 401
        case "a session of somebody who is forgotten":
            forgotten = await person(HAL).enter()
            await bot.matches.people.forget(HAL)
            return forgotten, 401
        case "a player's window with a stranger's cookie":
            anne, dora = await person(ANNE).enter(), await person(DORA).enter()
            dora.window = anne.window
            return dora, 401
    raise ValueError(kind)


SEES = {
    "the player to move": lambda name: ANNE in PLAYERS[name] or name not in PRIVATE,
    "the other player": lambda name: BERT in PLAYERS[name] or name not in PRIVATE,
    "a watcher": lambda name: name not in PRIVATE,
}
KINDS = (
    *SEES,
    "nobody",
    "a stranger",
    "somebody whom the operator has blocked",
    "somebody of another server",
    "an ended session",
    "a session of somebody who is forgotten",
    "a player's window with a stranger's cookie",
)


async def contents(bot: Bot) -> dict[str, list[Any]]:
    """Everything that is stored, but when sessions were used."""
    async with bot.store.read() as connection:
        return {
            one.name: [tuple(row) for row in await connection.execute(select(one).order_by(*one.primary_key))]
            for one in metadata.sorted_tables
            if one.name != "web_sessions"
        }


def is_sentence(text: str) -> bool:
    error = json.loads(text)["error"]
    return bool(error) and error[0].isupper() and error.rstrip("*").endswith((".", "?", "!"))


def filled(path: str, **values: object) -> str:
    return re.sub(r"{(\w+)}", lambda found: str(values.get(found[1], VALUES.get(found[1], "0"))), path)


async def asked(person: Person, path: str, method: str = "GET", body: Any = None) -> tuple[int, str]:
    answer = await person.ask(path, method, **({} if body is None else {"json": body}))
    is_text = not answer.content_type.startswith("image")
    return answer.status, await answer.text() if is_text else ""


def check_says_nothing(world: World, text: str, where: str) -> None:
    """No answer names people by their ids, or says a secret."""
    for user in PEOPLE:
        assert str(user) not in text, where
    for name, secret in world.secrets.items():
        assert secret not in text, (name, where)


WISHES = [
    {"do": "resign", "key": "k" * 32, "version": 0},
    {"do": "rematch", "key": "k" * 32, "version": 0},
    {"do": "share", "key": "k" * 32, "version": 0},
    {"do": "play", "key": "k" * 32, "version": 10**6, "plan": "0", "check": "0" * 16, "direct": ""},
]


@pytest.mark.sample(6, rest="thorough")
@pytest.mark.parametrize("kind", KINDS)
async def test_what_is_asked_about_a_match_is_answered_to_those_alone_who_may_see_it(kind: str, world: World) -> None:
    """For everybody else there is none, whatever they ask; each refusal is a sentence and changes nothing."""
    person, usual = await visitor(world, kind)
    before = await contents(world.bot)
    for name, number in world.matches.items():
        sees = usual == 200 and kind in SEES and SEES[kind](name)
        for path, allowed in READ.items():
            status, text = await asked(person, filled(f"matches/{number}{path}"))
            check_says_nothing(world, text, f"{name}{path}")
            if not sees:
                assert status == (404 if usual == 200 else usual), (name, path)
            else:
                assert status in allowed, (name, path, text)
            if status != 200:
                assert not text or is_sentence(text), text
        plays = person.user in PLAYERS[name]
        for path in () if sees and plays else WRITTEN:
            for wish in WISHES if path == "/acts" else [{}]:
                status, text = await asked(person, filled(f"matches/{number}{path}"), "POST", wish)
                if not sees:
                    assert status == (404 if usual == 200 else usual), (name, path)
                else:
                    assert status in WRITTEN[path], (name, path, wish, text)
                assert status == 200 or is_sentence(text), text
                check_says_nothing(world, text, f"{name}{path}")
        status, text = await asked(person, f"events?match={number}") if not sees else (404, "")
        assert status == (404 if usual == 200 else usual)
    assert await contents(world.bot) == before


@pytest.mark.sample(3, rest="thorough")
@pytest.mark.parametrize("kind", KINDS)
async def test_lists_and_what_is_ones_own_say_nothing_of_others(kind: str, world: World) -> None:
    person, usual = await visitor(world, kind)
    own = {number for name, number in world.matches.items() if person.user in PLAYERS[name]} if usual == 200 else set()
    said = ""
    for path, method in OWN - {("daily", "POST"), ("session", "DELETE"), ("settings", "POST")}:
        for number in ("next", world.exercise) if path.startswith("exercises") else ("0",):
            status, text = await asked(person, filled(path, number=number), method, {} if method == "POST" else None)
            check_says_nothing(world, text, path)
            said += text
            if usual != 200:
                assert status == usual, path
            if usual != 200 or (number == world.exercise and person.user != ANNE):
                assert status in (usual, 422), path
                assert is_sentence(text)
    if usual == 200:
        listed = {one["id"] for one in (await person.get("matches"))["matches"]}
        hidden = set(world.matches.values()) - own
        assert not listed & hidden
        assert listed or not own
        if kind == "somebody of another server":
            assert len(listed) == 1


def dealt_anew(match: Match, own: list[int]) -> Match:
    """The match with everything dealt otherwise that this person's seat doesn't see, or that nobody sees."""
    state = match.state
    assert state is not None
    for seat in own or range(len(match.seats)):
        state = state.determinise(seat, Sealed(bytes(32), str(seat)))
    assert state != match.state
    return replace(match, state=state)


@pytest.mark.sample(1, rest="thorough")
@pytest.mark.parametrize("kind", SEES)
async def test_no_answer_depends_on_what_its_reader_cannot_see(
    kind: str, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same documents and the same pixels, whatever the others hold and whatever comes next."""
    person, _ = await visitor(world, kind)
    number = world.matches["hands"]
    paths = [filled(f"matches/{number}{path}") for path in READ if "review" not in path]
    paths += [f"matches/{number}/pictures/1", f"matches/{number}/pictures/0?still=1", "matches"]

    async def answers() -> list[tuple[int, bytes]]:
        world.server._answers._pictures.clear()
        found = [await person.ask(path) for path in paths]
        return [(one.status, await one.read()) for one in found]

    before, get = await answers(), world.bot.matches.get

    async def get_otherwise(match_id: int) -> Match:
        match = await get(match_id)
        return dealt_anew(match, match.seat_of(person.user)) if match_id == number else match

    monkeypatch.setattr(world.bot.matches, "get", get_otherwise)
    for path, one, other in zip(paths, before, await answers(), strict=True):
        assert one == other, path


def links(world: World) -> Iterator[tuple[str, bool]]:
    """Matches by name, and whether a link shows them to everybody."""
    for name in world.matches:
        yield name, name not in PRIVATE


async def test_a_link_shows_to_everybody_what_nobody_must_hide(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.bot.matches.servers.change(1, shared=True)
    guild: Any = world.bot.get_guild(1)
    guild.default_role, guild.get_thread = world_role(), lambda _: None
    guild.get_member = lambda _: None
    for name, is_shown in links(world):
        number = world.matches[name]
        address = await world.bot.matches.addresses.share(PLAYERS[name][0], number)
        for path in LINK:
            answer = await world.client.get(f"{world.server.url}/m/{address}{filled(path)}")
            text = "" if answer.content_type.startswith("image") else await answer.text()
            check_says_nothing(world, text, f"{name}{path}")
            if not is_shown:
                assert answer.status == 404, (name, path)
            elif name == "hands" and "replay" in path:
                assert answer.status == 422
            else:
                assert answer.status == 200, (name, path)


def world_role() -> Any:
    """Everybody on the server, who sees its channel."""
    return type("Role", (), {"held": VIEW})()


async def test_who_is_blocked_by_another_player_is_told_nothing_by_it(world: World) -> None:
    """A block between two people changes nothing of what either sees here, so nobody learns of it."""
    cleo = await Person(world.server, world.client, CLEO).enter()
    paths = [f"matches/{world.matches['open']}", "matches", "me"]
    before = [await asked(cleo, path) for path in paths]
    await world.bot.matches.personal_blocks.add(ANNE, CLEO)
    assert [await asked(cleo, path) for path in paths] == before


async def test_a_match_that_ends_is_shown_to_nobody_else(world: World) -> None:
    number = world.matches["alone"]
    match = await world.bot.matches.get(number)
    await world.bot.matches.act(number, proposals.resign(ANNE))
    for user, status in ((ANNE, 200), (BERT, 404), (CLEO, 404)):
        person = await Person(world.server, world.client, user).enter()
        assert (await person.ask(f"matches/{number}")).status == status
    assert match.terms.private
