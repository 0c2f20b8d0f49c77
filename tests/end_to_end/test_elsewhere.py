"""Crux where it isn't a member: in direct messages between people, in groups, on servers that haven't added it."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
import pytest_asyncio

from bot.rules import GAMES
from tests.end_to_end.house import House, lived_in
from tests.end_to_end.room import Player, is_board, match_of
from tests.messages import Message
from tests.waiting import until

PLACES = ("between two", "group", "server")
WHO = dict(zip(PLACES, ("Ada", "Caro", "Dan"), strict=True))
KINDS = {1: PLACES[0], 3: PLACES[1], 0: PLACES[2]}  # by kind of channel

pytestmark = pytest.mark.thorough


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def installed(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    """A house whose people may install the bot for themselves."""
    house = House(tmp_path_factory.mktemp("installed"))
    house.settings["PEOPLE_INSTALL"] = "true"
    async with lived_in(house):
        yield house


async def enter(house: House, stack: AsyncExitStack, place: str, name: str = "Ada") -> Player:
    """Somebody in this place."""
    anywhere = await stack.enter_async_context(Player(house.url, name, channel=0))
    state = await anywhere.state()
    found = {KINDS[one["type"]]: int(one["id"]) for one in state["channels"] if "elsewhere" in one}
    there = await stack.enter_async_context(Player(house.url, name, channel=found[place]))
    assert isinstance(there, Player)
    return there


async def refused(house: House) -> list[str]:
    """What the playground has refused the bot."""
    log = await house.log()
    return [json.dumps(request)[:400] for request in log["requests"] if 400 <= request["status"] < 500]


@pytest.mark.parametrize("place", PLACES)
async def test_what_is_private_is_there_as_in_direct_messages(installed: House, place: str) -> None:
    await installed.control(clear_log=True)
    async with AsyncExitStack() as stack:
        ada = await enter(installed, stack, place, WHO[place])
        offered = await ada.state()
        (here,) = [one for one in offered["channels"] if int(one["id"]) == ada.channel]
        assert {"crux", "daily", "puzzle", "match", "profile", "privacy"} <= set(here["commands"])
        assert not {"league", "tournament", "settings", "end-match", "operator"} & set(here["commands"])
        home = await ada.slash("crux")
        assert home.ephemeral
        lesson = await ada.click((await ada.click(home.message, "Learn")).message, "b:0:0:learn_here:parcheesi")
        assert "step 1 of" in lesson.text
        assert lesson.ephemeral
        puzzle = await ada.slash("puzzle", game="cirondo")
        assert puzzle.message is not None
        assert puzzle.message.files
        daily = await ada.click((await ada.slash("daily play")).message, "Play today's")
        assert daily.message is not None
        assert daily.message.files
        assert (await ada.slash("match list")).ephemeral
        assert (await ada.slash("profile")).ephemeral
        assert not [answer for answer in ada.answers if answer.failed]
    assert not await refused(installed)


async def test_nothing_of_a_server_without_the_bot_is_stored(installed: House) -> None:
    async with AsyncExitStack() as stack:
        ada = await enter(installed, stack, "server")
        (here,) = [one for one in (await ada.state())["channels"] if int(one["id"]) == ada.channel]
        await ada.slash("crux")
        await ada.slash("daily play")
    dump = "".join(map(str, installed.rows("SELECT * FROM matches"))) + "".join(
        map(str, installed.rows("SELECT * FROM guild_settings"))
    )
    assert here["guild_id"] not in dump


async def test_without_the_permission_of_the_portal_servers_are_served_as_before(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.settings["PEOPLE_INSTALL"] = "true"
    try:
        await house.start_playground()
        await house.control(people_install=False)
        await house.start_bot()
        assert not await refused(house)
        assert any("Tick User Install under Installation" in line for line in house.output)
        async with Player(house.url, "Ada", channel=0) as ada:
            state = await ada.state()
        assert "crux" in {command["name"] for command in state["commands"]}
        assert not [channel for channel in state["channels"] if "elsewhere" in channel]
    finally:
        await house.stop()


async def play_on(mover: Player, game: str, match: int) -> bool:
    """Plays the first move that is suggested; whether there was one."""
    found = await mover.autocomplete(f"{game} move", "move", "", match=str(match))
    if not found:
        return False
    answer = await mover.slash(f"{game} move", move=found[0].value, match=str(match))
    assert not answer.failed
    return True


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("game", [key.replace("_", "-") for key in GAMES])
async def test_a_match_follows_the_clicks_of_its_players(installed: House, place: str, game: str) -> None:
    await installed.control(clear_log=True)
    async with AsyncExitStack() as stack:
        ada, ben = [await enter(installed, stack, place, name) for name in ("Ada", "Ben")]
        options = {"seats": 2} if 2 in GAMES[game.replace("-", "_")].seats({}) else {}
        opened = await ada.slash(f"{game} start", invite="Ben", computers="beginner", **options)
        table = opened.message
        assert table is not None
        assert not table.ephemeral
        await ben.click(table, "Join")
        await ada.click(table, "Start")
        board = await ada.wait_for(lambda message: is_board(message) and message.id > table.id)
        match, moves = match_of(board), 0
        assert (await ben.fresh(board)).id == board.id  # everybody there sees it
        while moves < 6:
            before = moves
            for player in (ada, ben):
                moves += await play_on(player, game, match)
            if moves == before:  # a computer's turn
                await asyncio.sleep(0.2)
        newest = await ben.wait_for(lambda message: is_board(message) and message.id > board.id)
        assert match_of(newest) == match
        await installed.until_posted()
        ended = await ada.slash("match resign", match=str(match))
        assert not ended.failed
        silent = [answer for player in (ada, ben) for answer in player.answers if answer.failed]
        assert not silent
    assert not await refused(installed)


async def begin(ada: Player, ben: Player) -> Message:
    """A match of Cirondo for two, in the middle of which are Ada and Ben: its first board."""
    table = (await ada.slash("cirondo start", seats=2)).message
    assert table is not None
    await ben.click(table, "Join")
    await ada.click(table, "Start")
    return await ada.wait_for(lambda message: is_board(message) and message.id > table.id)


async def test_a_click_after_a_death_shows_the_board_that_nobody_has_seen(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.settings["PEOPLE_INSTALL"] = "true"
    async with lived_in(house), AsyncExitStack() as stack:
        ada, ben = [await enter(house, stack, "between two", name) for name in ("Ada", "Ben")]
        board = await begin(ada, ben)
        match = match_of(board)
        await house.until_posted()
        await house.kill_bot()
        # A move that was acknowledged, with no board: it's as if the process had died in between.
        await house.start_bot()
        assert await play_on(ada, "cirondo", match)
        moved = await ben.wait_for(lambda message: is_board(message) and message.id > board.id)
        assert house.moves_of(match)
        late = await ben.click(board, "Move")  # the first board, which nobody could change any more
        assert "This board is out of date." in late.text
        assert moved.has_button("Move")


async def test_without_a_click_players_are_told_directly_and_can_be_shown_the_board(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.settings["PEOPLE_INSTALL"] = "true"
    async with lived_in(house), AsyncExitStack() as stack:
        ada, ben = [await enter(house, stack, "between two", name) for name in ("Ada", "Ben")]
        board = await begin(ada, ben)
        match = match_of(board)
        await house.until_posted()
        for answer in (*ada.answers, *ben.answers):
            await house.control(expire={"interaction": answer.interaction, "token": True})
        direct = await ben.open_direct_messages()
        apart = await stack.enter_async_context(Player(house.url, "Ada", channel=await ada.open_direct_messages()))
        choice = await apart.click((await apart.slash("match next")).message, "Move")
        while choice.message is not None and not choice.message.has_button("Confirm"):
            (select, *_) = choice.message.selects
            choice = await apart.choose(choice.message, select.custom_id, select.options[0].value)
        await apart.click(choice.message, "Confirm")
        told = await ben.wait_for(lambda message: "Show the board" in str(message.raw), channel=direct)
        assert "next click there" in told.text
        await ben.slash("match list")
        posted = await ben.wait_for(lambda message: is_board(message) and message.id > board.id)
        assert match_of(posted) == match


@pytest.mark.parametrize("arrives", [True, False])
async def test_a_board_whose_reply_was_lost_comes_once(installed: House, arrives: bool) -> None:
    """Follow-ups have no nonce. A click on the board says that it's there, any other one there brings it."""
    async with AsyncExitStack() as stack:
        ada, ben = [await enter(installed, stack, "between two", name) for name in ("Ada", "Ben")]
        board = await begin(ada, ben)
        match = match_of(board)

        def is_newer(message: Message) -> bool:
            return is_board(message) and message.id > board.id and match_of(message) == match

        await installed.until_posted()
        direct = await ben.open_direct_messages()
        await installed.control(fail={"match": r"POST /webhooks/\d+/[^/]+$", "status": 0, "after": arrives})
        assert await play_on(ada, "cirondo", match)
        await ben.wait_for(lambda message: "Show the board" in str(message.raw), channel=direct)
        await installed.until_posted()
        if arrives:
            lost = await ben.wait_for(is_newer, channel=ben.channel)
            await ben.click(lost, "Move")
            await installed.until_posted()
            noted = "SELECT message_id FROM posts WHERE match_id = ? ORDER BY id DESC LIMIT 1"
            await until(lambda: installed.rows(noted, match) == [(lost.id,)], "the note of the board")
        else:
            await ben.slash("match list")
            await ben.wait_for(is_newer, channel=ben.channel)
            await installed.until_posted()
        boards = list(filter(is_newer, await ben.messages()))
        assert len(boards) == 1
        assert await play_on(ben, "cirondo", match)
        await ada.wait_for(lambda message: is_board(message) and message.id > boards[0].id)
        await installed.control(clear_faults=True)


@pytest.mark.parametrize("options", [{"thread": True}, {}])
async def test_what_could_not_go_on_is_refused_before_it_begins(installed: House, options: dict[str, bool]) -> None:
    async with AsyncExitStack() as stack:
        dan = await enter(installed, stack, "server", "Dan")
        if not options:
            await installed.control(hush="elsewhere")
        refusal = await dan.slash("cirondo start", **options)
        assert refusal.ephemeral
        assert ("I can't open threads" if options else "only you would see the board") in refusal.text
    assert not installed.rows("SELECT 1 FROM matches WHERE status = 'open'")
