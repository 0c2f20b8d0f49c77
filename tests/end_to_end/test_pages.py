"""Whole matches on the page by people on phones and with a keyboard alone, while the bot dies and lines are lost."""

from contextlib import suppress
from random import Random

import pytest
from playwright.async_api import Browser
from playwright.async_api import Error as PlaywrightError

from bot.rules import GAMES
from tests.chromium import needs_chromium
from tests.end_to_end.house import House, free_port
from tests.end_to_end.phones import Surfer, link_in
from tests.end_to_end.room import enter, match_of, rented
from tests.waiting import until

pytestmark = [pytest.mark.thorough, pytest.mark.slow, needs_chromium]

STEPS = 40  # of all players, after which somebody resigns
PLAYED = 5  # acts that are certainly among them
KILLED_AT, OFFLINE_AT = (9, 25), 16  # steps at which the bot dies, and at which a line is lost


@pytest.mark.parametrize("by_keyboard", [False, True], ids=["phones", "keyboards"])
@pytest.mark.parametrize("key", GAMES)
async def test_no_move_is_lost_or_played_twice(key: str, by_keyboard: bool, own_house: House, browser: Browser) -> None:
    house, port = own_house, free_port()
    house.settings |= {"WEB_URL": f"http://127.0.0.1:{port}", "WEB_PORT": str(port)}
    await house.start_playground()
    await house.start_bot()
    async with rented(house) as (room, stack):
        room.unanswered_allowed = room.refusals_allowed = True
        seats = next(number for number in GAMES[key].seats({}) if number >= 2)
        people = [await enter((room, stack), name) for name in ("Ada", "Ben", "Caro", "Dan")[:seats]]
        board = await room.begin(*people, game=key.replace("_", "-"))
        match, picks = match_of(board), Random(f"{key}{by_keyboard}")
        surfers = []
        for person in people:
            answer = await person.click(await room.board(person), "Open the board")
            assert answer.message is not None
            link = link_in(answer.message.raw)
            surfers.append(await Surfer.open(browser, link, picks, by_keyboard=by_keyboard))

        for step in range(STEPS):
            if is_over(house, match):
                break
            mover = await until(lambda: to_move(surfers), "somebody's turn on a page")
            if step in KILLED_AT and not by_keyboard:
                await one_step_while_the_bot_dies(house, mover)
                continue
            if step == OFFLINE_AT:
                others = [one for one in surfers if one is not mover]
                for other in others:
                    await other.page.context.set_offline(True)
                await mover.go_on()
                for other in others:
                    await other.page.context.set_offline(False)
                continue
            await mover.go_on()
        if not is_over(house, match):
            mover = await until(lambda: to_move(surfers), "somebody's turn on a page")
            await mover.resign()
        if seats == 2:
            await until(lambda: is_over(house, match), "the end of the match")
        acts = house.rows(
            "SELECT COUNT(*), COUNT(DISTINCT interaction_id) FROM events "
            "WHERE match_id = ? AND kind = 'move' AND interaction_id < 0",
            match,
        )
        sent = set().union(*(surfer.keys for surfer in surfers))
        assert acts == [(len(sent), len(sent))]
        assert len(sent) > PLAYED
        assert [surfer.errors for surfer in surfers] == [[] for _ in surfers]
        for surfer in surfers:
            await surfer.page.context.close()


async def one_step_while_the_bot_dies(house: House, mover: Surfer) -> None:
    """The bot is killed before an answer has come. The page asks again until the next bot has answered."""
    chosen = await mover.chosen()
    with suppress(PlaywrightError):
        if chosen is not None:
            await chosen.tap(force=True, no_wait_after=True)
    await house.kill_bot()
    await house.start_bot()
    await mover.settled()


async def to_move(surfers: list[Surfer]) -> Surfer | None:
    for surfer in surfers:
        if await surfer.is_to_move():
            return surfer
    return None


def is_over(house: House, match: int) -> bool:
    return house.rows("SELECT status FROM matches WHERE id = ?", match) == [("over",)]
