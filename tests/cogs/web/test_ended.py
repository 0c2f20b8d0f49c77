"""What the page offers when a match is over: what Discord offers there, to the same people."""

import asyncio
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot.computers.reviewing import MatchReview
from bot.match import ComputerLevel, Match, Replay, Status, TableTerms
from bot.match.decisions import lobby, proposals
from cogs.shared.web.server import PageServer
from tests.cogs.conftest import ANNE, BERT, CLEO, HERE, Bot, played_out, solo, together
from tests.cogs.discord_answers import CLOSED_TO_US, Discord, put, refusal
from tests.cogs.reviewing import Reviewing, over
from tests.cogs.servers import VIEW
from tests.cogs.web.conftest import Person, on_server
from tests.cogs.web.described import checked
from tests.waiting import until

WRITES = discord.Permissions(view_channel=True, send_messages=True)
LINK = "https://discord.com/channels/1/20/5000"


def labels(document: Any) -> list[str]:
    return [one["do"] for one in document["actions"]]


async def done(person: Person, match: int, what: str, key: str = "k" * 32) -> Any:
    answer = await person.act(match, do=what, key=key, version=0)
    assert answer.status == 200, await answer.text()
    return checked(await answer.json(), "Done")


async def test_a_rematch_opens_where_the_match_was_and_the_others_join_it(
    bot: Bot, server: PageServer, client: aiohttp.ClientSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_server(bot, monkeypatch, **{f"u{ANNE}": WRITES, f"u{BERT}": WRITES, f"u{CLEO}": WRITES})
    discord_, match = put(bot, Discord()), await over(bot)
    anne, bert, cleo = [await Person(server, client, user).enter() for user in (ANNE, BERT, CLEO)]
    assert "rematch" in labels(await anne.get(f"matches/{match.id}"))
    assert "rematch" not in labels(await cleo.get(f"matches/{match.id}"))
    says = [(await done(anne, match.id, "rematch"))["says"] for _ in range(2)]
    assert says == [f"The rematch is ready: [go to the table]({LINK})"] * 2
    assert len(discord_.sent) == 1
    assert (await cleo.act(match.id, do="rematch", version=0)).status == 422
    assert "joined the rematch" in (await done(bert, match.id, "rematch"))["says"]
    table = (await bot.matches.lists.of_user(ANNE, statuses=(Status.OPEN,)))[0]
    assert {person for seat in table.seats for person in seat.people} == {ANNE, BERT}


async def test_a_rematch_against_computers_begins_and_is_opened(
    bot: Bot, server: PageServer, client: aiohttp.ClientSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_server(bot, monkeypatch, **{f"u{ANNE}": WRITES})
    put(bot, Discord())
    terms = TableTerms("cirondo", seats=2)
    match = await bot.matches.tables.open(terms, opener=ANNE, place=HERE, computers=ComputerLevel.EASY)
    await bot.matches.tables.note_posted(match.id, 900)
    match = await bot.matches.act(match.id, lobby.begin(ANNE))
    await bot.matches.act(match.id, proposals.resign(ANNE))
    anne = await Person(server, client, ANNE).enter()
    number = int((await done(anne, match.id, "rematch"))["go"])
    assert number != match.id
    assert (await anne.get(f"matches/{number}"))["status"] == "running"
    assert (await done(anne, match.id, "rematch"))["go"] == str(number)


@pytest.mark.parametrize("rights", [VIEW, discord.Permissions.none(), None])
async def test_nobody_opens_a_rematch_where_they_could_not_write(
    rights: discord.Permissions | None,
    bot: Bot,
    server: PageServer,
    client: aiohttp.ClientSession,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    on_server(bot, monkeypatch, **{f"u{ANNE}": rights} if rights is not None else {})
    discord_, match = put(bot, Discord()), await over(bot)
    answer = await (await Person(server, client, ANNE).enter()).act(match.id, do="rematch", version=0)
    assert answer.status == 422
    assert ("You need these permissions" if rights is not None else "gone or closed") in (await answer.json())["error"]
    assert discord_.sent == {}
    assert await bot.matches.lists.of_user(ANNE, statuses=(Status.OPEN,)) == []


async def test_a_rematch_that_cannot_be_posted_is_closed_again(
    bot: Bot, server: PageServer, client: aiohttp.ClientSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_server(bot, monkeypatch, **{f"u{ANNE}": WRITES})
    discord_, match = put(bot, Discord()), await over(bot)
    discord_.fails["send"] = [refusal(CLOSED_TO_US)]
    answer = await (await Person(server, client, ANNE).enter()).act(match.id, do="rematch", version=0)
    assert (answer.status, "gone or closed to me" in await answer.text()) == (422, True)
    assert await bot.matches.lists.of_user(ANNE, statuses=(Status.OPEN,)) == []


class Slowly(Reviewing):
    """A computer that finds its losses once it's told to."""

    def __init__(self, *losses: float) -> None:
        super().__init__(*losses)
        self.goes_on = asyncio.Event()

    async def review(self, replay: Replay, person: int, report: Any) -> MatchReview:
        await report(1, len(self.losses))
        await self.goes_on.wait()
        return await super().review(replay, person, report)


async def test_a_review_is_made_once_shown_step_by_step_and_fills_the_book(
    bot: Bot, server: PageServer, client: aiohttp.ClientSession
) -> None:
    bot.computers = computer = Slowly(9.0, 8.0, 0.0)
    match = await over(bot)
    anne = await Person(server, client, ANNE).enter()
    address = f"matches/{match.id}/review"
    assert (await anne.get(f"matches/{match.id}"))["review"]
    assert (await anne.ask(address)).status == 404
    for _ in range(2):
        begun = checked(await (await anne.ask(address, "POST", json={})).json(), "Review")
        assert begun["moments"] is None
    await asyncio.sleep(0)
    assert (await anne.get(address))["words"] == "Reviewing the match: 1 of 3 decisions …"
    other = await over(bot)
    second = await anne.ask(f"matches/{other.id}/review", "POST", json={})
    assert second.status == 422
    computer.goes_on.set()

    async def made() -> Any:
        found = await anne.get(address)
        return found if found["moments"] is not None else None

    found = checked(await until(made), "Review")
    assert computer.asked == 1
    assert found["words"].count("as good as a strong computer's") == 2
    assert [one["words"].partition("\n")[0] for one in found["moments"]] == ["### Turn 1 of 6", "### Turn 2 of 6"]
    for one in (found, *found["moments"]):
        assert (await anne.ask(one["picture"].removeprefix("api/"))).status == 200
    assert (await anne.ask(f"{address}/pictures/7")).status == 404
    added = await (await anne.ask(f"{address}/book", "POST", json={})).json()
    assert added["words"] == "1 new exercise is in your book."
    assert (await bot.matches.book.page(ANNE, 0, 9)).due == 1


async def test_a_review_that_failed_says_why_and_can_be_asked_for_again(
    bot: Bot, server: PageServer, client: aiohttp.ClientSession
) -> None:
    bot.computers = Reviewing()
    match = await over(bot)
    anne = await Person(server, client, ANNE).enter()
    address = f"matches/{match.id}/review"
    for _ in range(2):
        await anne.ask(address, "POST", json={})

        async def failed() -> aiohttp.ClientResponse | None:
            answer = await anne.ask(address)
            return answer if answer.status != 200 else None

        answer = await until(failed)
        assert "nothing to decide" in (await answer.json())["error"]


async def test_only_who_sees_a_match_that_is_over_sees_a_review(
    bot: Bot, server: PageServer, client: aiohttp.ClientSession
) -> None:
    bot.computers = Reviewing(9.0)
    running, match = await together(bot, ANNE, BERT), await over(bot)
    anne, cleo = [await Person(server, client, user).enter() for user in (ANNE, CLEO)]
    assert (await anne.ask(f"matches/{running.id}/review", "POST", json={})).status == 422
    assert not (await anne.get(f"matches/{running.id}"))["review"]
    bot.get_guild = lambda _: None  # type: ignore[method-assign]  # CLEO isn't there
    for address in ("review", "review/picture", "review/pictures/0"):
        assert (await cleo.ask(f"matches/{match.id}/{address}")).status == 404
    for address in ("review", "review/book"):
        assert (await cleo.ask(f"matches/{match.id}/{address}", "POST", json={})).status == 404


async def test_a_match_is_shared_and_no_longer_shared(
    bot: Bot, server: PageServer, client: aiohttp.ClientSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await over(bot)
    channel = SimpleNamespace(permissions_for=lambda _: VIEW)
    guild = SimpleNamespace(
        id=1, default_role=None, get_channel=lambda _: channel, get_thread=lambda _: None, get_member=lambda _: None
    )
    monkeypatch.setattr(bot, "get_guild", lambda _: guild)
    bert = await Person(server, client, BERT).enter()
    assert "share" not in labels(await bert.get(f"matches/{match.id}"))
    await bot.matches.servers.change(1, shared=True)
    assert "unshare" not in labels(await bert.get(f"matches/{match.id}"))
    shared = await done(bert, match.id, "share")
    address = await bot.matches.addresses.of_match(match.id)
    assert f"{server.url}/m/{address}" in shared["says"]
    assert {"share", "unshare"} <= set(labels(shared["match"]))
    assert (await client.get(f"{server.url}/m/{address}")).status == 200
    assert "unshare" not in labels((await done(bert, match.id, "unshare"))["match"])
    assert (await client.get(f"{server.url}/m/{address}")).status == 404


async def test_a_game_played_alone_ends_with_its_points_and_the_best_ones(
    bot: Bot, server: PageServer, client: aiohttp.ClientSession
) -> None:
    match: Match = await played_out(bot, (await solo(bot, ANNE)).id)
    found = await (await Person(server, client, ANNE).enter()).get(f"matches/{match.id}")
    assert found["title"].startswith("The game is over: ")
    assert "**1st** " in found["happened"]
    assert found["replay"]


async def test_a_daily_that_is_over_can_be_practised(
    bot: Bot, server: PageServer, client: aiohttp.ClientSession
) -> None:
    await bot.matches.dailies.seeds.prepare()
    anne = await Person(server, client, ANNE).enter()
    match = (await (await anne.ask("daily", "POST", json={})).json())["match"]
    assert (await anne.act(match, do="practise", version=0)).status == 422
    assert (await anne.act(match, do="resign", version=0)).status == 200
    found = await anne.get(f"matches/{match}")
    assert (found["title"], labels(found)) == ("You gave up the daily", ["practise"])
    number = int((await done(anne, match, "practise", "p" * 32))["go"])
    assert number != match
    assert (await done(anne, match, "practise", "p" * 32))["go"] == str(number)
    assert (await anne.get(f"matches/{number}"))["turn"]
