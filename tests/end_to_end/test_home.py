"""The front door as people meet it: /crux, a first board in one click, tables and invitations, help."""

from functools import partial

import pytest
from playwright.async_api import Browser, expect

from bot.rules import GAMES
from tests.chromium import needs_chromium, open_page
from tests.end_to_end.room import Player, Room, match_of
from tests.messages import Answer, Message

pytestmark = pytest.mark.thorough


async def invite_to(player: Player, home: Message, key: str) -> Answer:
    """The question whom to invite to this game."""
    games = await player.click(home, "Invite")
    return await player.click(games.message, f"b:0:0:home_people_here:{key}")


def _says(words: str, message: Message) -> bool:
    return words in message.text


async def home_of(player: Player, command: str = "crux") -> Message:
    """The home screen that this person asks for."""
    answer = await player.slash(command)
    assert answer.message is not None
    return await player.wait_for(lambda message: message.id == answer.message.id and bool(message.files))  # type: ignore[union-attr]  # asserted above


async def test_from_home_to_the_first_board_against_a_computer_is_one_click(room: Room, ada: Player) -> None:
    home = await home_of(ada)
    board = None
    for play in [one for one in home.buttons if ":home_computer:" in (one.custom_id or "")]:
        clicks = len(ada.asked)
        await ada.click(home, play.custom_id or "")
        board = await room.board(ada, after=board)
        assert len(ada.asked) - clicks == 1
        await room.house.until_posted()
        begun = f"match {match_of(board)} has begun"
        await ada.wait_for(partial(_says, begun))
    advice = await ada.wait_for(lambda message: message.text.startswith("🎓 "))
    assert advice.ephemeral
    tables = [message.text for message in await ada.messages() if "has begun" in message.text]
    assert len(tables) == len(GAMES)
    assert all("🤖 beginner computer" in table for table in tables)


@needs_chromium
@pytest.mark.parametrize(("width", "height"), [(1280, 900), (400, 844)])
async def test_what_is_asked_and_its_answers_are_in_sight(
    room: Room, ada: Player, browser: Browser, width: int, height: int
) -> None:
    page = await open_page(browser, viewport={"width": width, "height": height})
    await page.goto(f"{room.house.url}/?as={ada.name}#{room.channel}")
    await expect(page.get_by_role("heading", level=1)).to_have_text(f"#room-{room.number}")
    await home_of(ada)
    question = page.get_by_text("What would you like to play?")
    for one in (question, *[page.get_by_role("button", name=name, exact=True) for name in ("Parcheesi", "Help")]):
        await expect(one).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("command", ["crux", "help"])
async def test_home_is_private_and_shows_every_game_with_its_picture(room: Room, ada: Player, command: str) -> None:
    home = await home_of(ada, command)
    assert home.ephemeral
    assert len(home.files) == len(GAMES)
    for game in GAMES.values():
        assert f"### {game.title}" in home.text
        assert f"A board of {game.title}" in [file.alt for file in home.files]
    titles = [game.title for game in GAMES.values()]
    assert [one.label for one in home.buttons] == [*titles, "Invite", "Learn", "Daily challenge", "Puzzle", "Help"]
    helped = await ada.click(home, "Help")
    assert "### Commands" in helped.text
    assert helped.message is not None
    assert helped.message.ephemeral


async def test_someone_is_invited_with_a_picker(room: Room, ada: Player, ben: Player) -> None:
    home = await home_of(ada)
    asked = await invite_to(ada, home, "cirondo")
    assert "### Cirondo: who plays with you?" in asked.text
    await ada.choose(asked.message, "Invite someone", str(ben.id))
    table = await ben.wait_for(lambda message: message.has_button("Join"))
    assert table.mentions == (ben.name,)
    assert f"reserved for <@{ben.id}>" in table.text
    # Their own home leads there.
    home = await home_of(ben)
    assert "### Waiting for you" in home.text
    assert "**You're invited** · [table](" in home.text


async def test_an_open_table_is_on_the_home_screen_of_others_until_it_is_full(
    room: Room, ada: Player, ben: Player, caro: Player
) -> None:
    home = await home_of(ada)
    assert "### Tables to join here" not in home.text
    asked = await invite_to(ada, home, "cirondo")
    await ada.click(asked.message, "Open a table")
    table = await ada.wait_for(lambda message: message.has_button("Join"))
    of_ben = (await home_of(ben)).text
    assert "### Tables to join here" in of_ben
    assert "waiting for 1 more player · [table](" in of_ben
    assert "### Tables to join here" not in (await home_of(ada)).text
    await ben.click(table, "Join")
    await ada.wait_for(lambda message: message.id == table.id and "All seats are taken" in message.text)
    assert "### Tables to join here" not in (await home_of(caro)).text


async def test_a_match_waits_on_the_home_screen_of_the_player_to_move(room: Room, ada: Player, ben: Player) -> None:
    await room.begin(ada, ben)
    assert "your turn" in (await home_of(ada)).text
    assert "### Waiting for you" not in (await home_of(ben)).text


async def test_a_bot_or_oneself_is_not_invited(room: Room, ada: Player) -> None:
    home = await home_of(ada)
    asked = await invite_to(ada, home, "parcheesi")
    refused = await ada.choose(asked.message, "Invite someone", str(ada.id))
    assert "You already have a seat at your own table." in refused.text
    assert not [message for message in await ada.messages() if message.has_button("Join")]
