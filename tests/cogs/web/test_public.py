"""A match at an address of its own: shown to everybody as long as its server, its place and its people want that."""

import hashlib
import io
import re
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from PIL import Image

from bot.match import Audience, Match, NotInThisMatch, Privacy
from bot.rules import GAMES
from cogs.shared.interactions.gatekeeper import Gatekeeper
from cogs.shared.web import limits, sharing
from cogs.shared.web.cards import card_of
from cogs.shared.web.public import PATH
from cogs.shared.web.server import HEADERS, PageServer
from tests.cogs.conftest import ANNE, BERT, CLEO, HERE, Asking, Bot, played_out, together
from tests.cogs.servers import VIEW
from tests.cogs.web.conftest import advanced, begun
from tests.cogs.web.described import checked

ROUTES = ("", "/api", "/card.jpg", "/picture", "/replay/0", "/replay/0/picture")
NOBODY = discord.Permissions.none()


def on_public_server(
    bot: Bot, monkeypatch: pytest.MonkeyPatch, held: discord.Permissions = VIEW, thread: Any = None
) -> None:
    """The match's server, on which everybody has these rights in the channel."""
    channel = SimpleNamespace(permissions_for=lambda _: held)
    guild = SimpleNamespace(
        id=1, default_role=None, get_channel=lambda _: channel, get_thread=lambda _: thread, get_member=lambda _: None
    )
    monkeypatch.setattr(bot, "get_guild", lambda _: guild)


async def shared(bot: Bot, monkeypatch: pytest.MonkeyPatch, match: Match) -> str:
    """The match's address, where its server wants that."""
    on_public_server(bot, monkeypatch)
    assert match.place.guild_id is not None
    await bot.matches.servers.change(match.place.guild_id, shared=True)
    return await bot.matches.addresses.share(match.seats[0].people[0], match.id)


async def statuses(server: PageServer, client: aiohttp.ClientSession, address: str) -> set[int]:
    return {(await client.get(f"{server.url}/m/{address}{route}")).status for route in ROUTES}


async def test_all_routes_are_tried_here(server: PageServer) -> None:
    there = {one.canonical for one in server.app().router.resources() if one.canonical.startswith("/m/")}
    assert there == {"/m/{address}" + route.replace("/0", "/{step}") for route in ROUTES}
    assert PATH.startswith("/m/")


@pytest.mark.sample(1, rest="thorough")
@pytest.mark.parametrize("key", GAMES)
async def test_a_finished_match_is_shown_to_everybody(
    key: str, bot: Bot, server: PageServer, client: aiohttp.ClientSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await advanced(bot, await begun(bot, key, [ANNE, BERT]), 6)
    address = await shared(bot, monkeypatch, match)
    answer = await client.get(f"{server.url}/m/{address}")
    html = await answer.text()
    assert answer.status == 200
    assert f'content="{server.url}/m/{address}/card.jpg"' in html
    assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
    card = await client.get(f"{server.url}/m/{address}/card.jpg")
    with Image.open(io.BytesIO(await card.read())) as picture:
        assert picture.size == (1200, 630)
    found = await (await client.get(f"{server.url}/m/{address}/api")).json()
    checked(found, "Shown")
    assert found["status"] == "running"
    assert found["replay"] == (not GAMES[key].hidden)
    said = html + str(found)
    assert not re.search(rf"\b({ANNE}|{BERT})\b", said)


async def test_the_seal_can_be_checked_when_the_match_is_over(
    bot: Bot, server: PageServer, client: aiohttp.ClientSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await together(bot, ANNE, BERT)
    address = await shared(bot, monkeypatch, match)
    seal = (await (await client.get(f"{server.url}/m/{address}/api")).json())["seal"]
    assert seal == {"commitment": match.commitment, "seed": None}
    match = await played_out(bot, match.id)
    seal = (await (await client.get(f"{server.url}/m/{address}/api")).json())["seal"]
    assert hashlib.sha256(bytes.fromhex(seal["seed"])).hexdigest() == seal["commitment"]
    assert await statuses(server, client, address) == {200}


@pytest.mark.parametrize("key", [key for key in GAMES if GAMES[key].hidden])
async def test_hidden_hands_are_shown_once_it_is_over(
    key: str, bot: Bot, server: PageServer, client: aiohttp.ClientSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await advanced(bot, await begun(bot, key, [ANNE, BERT]), 6)
    address = await shared(bot, monkeypatch, match)
    assert match.state is not None
    public = await (await client.get(f"{server.url}/m/{address}/picture")).read()
    assert (await client.get(f"{server.url}/m/{address}/replay/3")).status == 422
    hands = [match.state.sight(seat) for seat in range(2)]
    for hand in hands:
        assert hand != match.state.sight(None)
    assert public


async def test_it_is_gone_at_once_when_somebody_no_longer_wants_it(
    bot: Bot, server: PageServer, client: aiohttp.ClientSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await played_out(bot, (await together(bot, ANNE, BERT)).id)
    address = await shared(bot, monkeypatch, match)

    async def is_shown() -> bool:
        found = await statuses(server, client, address)
        assert found in ({200}, {404}), found
        return found == {200}

    assert await is_shown()
    await bot.matches.servers.change(1, shared=False)
    assert not await is_shown()
    await bot.matches.servers.change(1, shared=True)
    assert await is_shown()
    on_public_server(bot, monkeypatch, NOBODY)
    assert not await is_shown()
    monkeypatch.setattr(bot, "get_guild", lambda _: None)  # the server has thrown the bot out
    assert not await is_shown()
    on_public_server(bot, monkeypatch)
    await bot.matches.service.block_server(1)
    await Gatekeeper.of(bot).refresh()
    assert not await is_shown()
    await bot.matches.service.unblock(1)
    await Gatekeeper.of(bot).refresh()
    assert await is_shown()
    await bot.matches.people.forget(BERT)
    assert not await is_shown()
    assert await bot.matches.addresses.of_match(match.id) is None


async def test_private_matches_and_threads_are_never_shown(
    bot: Bot, server: PageServer, client: aiohttp.ClientSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    private = await begun(bot, "cirondo", [ANNE, BERT], private=True)
    assert await statuses(server, client, await shared(bot, monkeypatch, private)) == {404}
    public = await begun(bot, "cirondo", [ANNE, BERT])
    address = await shared(bot, monkeypatch, public)
    moved = SimpleNamespace(
        place=SimpleNamespace(guild_id=1, channel_id=HERE.channel_id, thread_id=77), table_message_id=5
    )
    for thread, is_open in ((None, False), (True, False), (False, True)):
        on_public_server(
            bot, monkeypatch, thread=thread if thread is None else SimpleNamespace(is_private=lambda t=thread: t)
        )
        guild: Any = bot.get_guild(1)
        assert sharing._is_open_to_all(guild, moved) == is_open  # type: ignore[arg-type]  # all of a match that is used
    assert (await client.get(f"{server.url}/m/{address}/api")).status == 200


async def test_who_shows_their_profile_to_nobody_is_not_named(
    bot: Bot, server: PageServer, client: aiohttp.ClientSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fetch_user(user: int) -> Any:
        return SimpleNamespace(id=user, display_name={ANNE: "Annegret", BERT: "Bertram"}[user])

    monkeypatch.setattr(bot, "fetch_user", fetch_user)
    match = await begun(bot, "cirondo", [ANNE, BERT])
    address = await shared(bot, monkeypatch, match)
    await bot.matches.ratings.set_privacy(BERT, Privacy(Audience.NOBODY))
    said = await (await client.get(f"{server.url}/m/{address}/api")).text()
    assert "Annegret" in said
    assert "Bertram" not in said


async def test_the_card_names_who_has_won_and_nobody_after_a_draw(bot: Bot) -> None:
    match = await played_out(bot, (await begun(bot, "southern_cards", [ANNE, BERT])).id)
    assert match.ending is not None
    assert match.ended_at is not None
    for places, won in (((2, 1), [True, False]), ((1, 1), [False, False])):
        card = await card_of(bot, replace(match, ending=replace(match.ending, places=places)))
        assert [seat.won for seat in card.seats] == won
        assert card.seats[0].colour == match.seats[places.index(1)].colour
        assert card.day == f"{match.ended_at.day} {match.ended_at:%B %Y}"


async def test_share_gives_players_the_link_and_stop_sharing_ends_it(
    bot: Bot, server: PageServer, client: aiohttp.ClientSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await played_out(bot, (await together(bot, ANNE, BERT)).id)
    on_public_server(bot, monkeypatch)
    without_link = Asking(bot, ANNE)
    assert "Save this picture" in await without_link.click(sharing.share, match.id)
    assert without_link.labels == []
    address = await shared(bot, monkeypatch, match)
    asking = Asking(bot, BERT)
    assert f"{server.url}/m/{address}" in await asking.click(sharing.share, match.id)
    assert asking.labels == ["Stop sharing"]
    with pytest.raises(NotInThisMatch):
        await bot.matches.addresses.end(CLEO, match.id)
    await Asking(bot, BERT).click(sharing.unshare, match.id)
    assert await statuses(server, client, address) == {404}


async def test_nobody_can_guess_an_address(
    bot: Bot, server: PageServer, client: aiohttp.ClientSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await begun(bot, "cirondo", [ANNE, BERT])
    address = await shared(bot, monkeypatch, match)
    assert len(address) == 22
    assert await bot.matches.addresses.share(BERT, match.id) == address
    with pytest.raises(NotInThisMatch):
        await bot.matches.addresses.share(CLEO, match.id)
    for other in ("A" * 22, address[::-1], address[:-1], str(match.id), f"{address}="):
        assert await statuses(server, client, other) == {404}
    monkeypatch.setattr(limits, "LOOKS", (3, 60.0))
    server._limits._looks.clear()
    assert [(await client.get(f"{server.url}/m/{'A' * 22}")).status for _ in range(4)] == [404, 404, 404, 429]
