"""Who sees what on the page: each address says nothing of a match to those who may not see it."""

import json
import re

import aiohttp
import pytest

from bot.match import SeriesKind, TableTerms
from bot.match.decisions import lobby
from bot.store.queries.matches import seed_of
from cogs.shared.presentation.registry import cog_for
from cogs.shared.web.server import PageServer
from tests.cogs.conftest import ANNE, BERT, CLEO, HERE, Bot, solo, together
from tests.cogs.servers import NONE, VIEW
from tests.cogs.web.conftest import Person, on_server


def routes(match: int) -> dict[str, str]:
    """All addresses that say something of a match."""
    at = f"matches/{match}"
    return {
        "match": at,
        "choice": f"{at}/choice",
        "words": f"{at}/words",
        "step": f"{at}/replay/0",
        "step picture": f"{at}/replay/0/picture",
        "board": f"{at}/pictures/0",
        "hand": f"{at}/pictures/1",
        "events": f"events?match={match}",
    }


PLAYS, WATCHES, HIDDEN, AWAY = "plays", "watches", "doesn't see the channel", "isn't on the server"


BROWSER, ACTIVITY = "in a browser", "within Discord"


@pytest.mark.sample(6, rest="thorough")
@pytest.mark.parametrize("door", [BROWSER, ACTIVITY])
@pytest.mark.parametrize("private", [False, True])
@pytest.mark.parametrize("viewer", [PLAYS, WATCHES, HIDDEN, AWAY, None])
async def test_each_address_shows_a_match_only_to_those_who_may_see_it(
    viewer: str | None,
    private: bool,
    door: str,
    bot: Bot,
    server: PageServer,
    client: aiohttp.ClientSession,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A private match is its people's alone; any other also theirs who see the channel. For others there is none."""
    on_server(bot, monkeypatch, **{f"u{CLEO}": VIEW if viewer == WATCHES else NONE} if viewer != AWAY else {})
    match = await (solo(bot, ANNE) if private else together(bot, ANNE, BERT))
    user = ANNE if viewer == PLAYS else CLEO
    person = Person(server, client, user)
    if viewer is not None:
        await (person.enter(match.id) if door == BROWSER else person.enter_within_discord(1))
    sees = viewer == PLAYS or (viewer == WATCHES and not private)
    for name, route in routes(match.id).items():
        if name == "events" and sees:
            continue
        status = (await person.ask(route)).status
        if viewer is None:
            assert status == 401, name
        elif not sees:
            assert status == 404, name
        elif name in ("choice", "hand") and viewer == WATCHES:
            assert status in (404, 422), name
        else:
            assert status in (200, 422), name
    wish = {"do": "resign", "version": match.version}
    if viewer != PLAYS:
        assert (await person.act(match.id, **wish)).status == (401 if viewer is None else 404 if not sees else 422)
        assert (await bot.matches.get(match.id)).version == match.version


@pytest.mark.parametrize("door", [BROWSER, ACTIVITY])
async def test_an_answer_names_no_person_by_id_no_seed_and_no_hand_of_others(
    door: str, bot: Bot, server: PageServer, client: aiohttp.ClientSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_server(bot, monkeypatch, **{f"u{CLEO}": VIEW})
    match = await together(bot, ANNE, BERT)
    cog = cog_for(bot, match.game)
    async with bot.store.read() as connection:
        seed = (await seed_of(connection, match.id)).hex()
    assert match.state is not None
    hands = {seat: cog.hand_in_words(match.state.sight(seat)).partition(": ")[2] for seat in range(2)}
    alts = {seat: cog.hand(match.state.sight(seat)).alt for seat in range(2)}
    for user, own in ((ANNE, 0), (BERT, 1), (CLEO, None)):
        person = await Person(server, client, user).enter(match.id)
        if door == ACTIVITY:
            await person.enter_within_discord(1)
        said = ""
        for name, route in routes(match.id).items():
            if name != "events":
                answer = await person.ask(route)
                said += "" if answer.content_type.startswith("image") else await answer.text()
        said += json.dumps(await person.get("matches")) + json.dumps(await person.get("me"))
        heard = json.loads(json.dumps(said))
        assert not re.search(f"{ANNE}|{BERT}|{CLEO}|{seed}", said)
        for seat, hand in hands.items():
            if seat != own:
                assert hand not in heard
                assert alts[seat] not in heard
        pictures = (await person.get(f"matches/{match.id}"))["pictures"]
        assert len(pictures) == (1 if own is None else 2)


async def test_a_table_is_no_board_yet(bot: Bot, server: PageServer, client: aiohttp.ClientSession) -> None:
    table = await bot.matches.tables.open(TableTerms("cirondo", seats=2), opener=ANNE, place=HERE)
    await bot.matches.tables.note_posted(table.id, 900)
    anne = await Person(server, client, ANNE).enter()
    assert (await anne.ask(f"matches/{table.id}")).status == 422
    await bot.matches.act(table.id, lobby.cancel(ANNE))
    assert (await anne.ask(f"matches/{table.id}")).status == 404


async def test_games_in_a_series_of_ones_own_are_opened_for_each(
    bot: Bot, server: PageServer, client: aiohttp.ClientSession
) -> None:
    host = await together(bot, ANNE, BERT, series=SeriesKind.PARALLEL)
    anne, bert = [await Person(server, client, user).enter(host.id) for user in (ANNE, BERT)]
    own, other = [(await one.get(f"matches/{host.id}"))["id"] for one in (anne, bert)]
    assert own != other
    assert (await anne.ask(f"matches/{other}")).status == 404
