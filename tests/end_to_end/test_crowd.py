"""A hundred people at the same time: each is answered, and one of them is first."""

import asyncio
import re
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest
import pytest_asyncio

from bot.match.decisions.lobby import PEOPLE_ON_A_SEAT
from tests.end_to_end.house import House
from tests.end_to_end.room import Player, Room, assert_everyone_was_answered_once, enter, match_of, rented
from tests.end_to_end.whole_match import pick, tells
from tests.messages import Answer, CannotDo, Message
from tests.waiting import in_time

pytestmark = pytest.mark.thorough

CROWD = 100
SHARED: dict[str, Any] = {"shared-seats": True}


@pytest_asyncio.fixture(loop_scope="session")
async def crowd(room: Room, ada: Player) -> AsyncIterator[list[Player]]:
    """A hundred people whose pages are open, in a room with someone who waits for them."""
    async with gathered(room) as crowd:
        yield crowd


@asynccontextmanager
async def gathered(room: Room) -> AsyncIterator[list[Player]]:
    """A hundred people in this room, whose pages are open."""
    names = [f"{number} of room {room.number}" for number in range(CROWD)]
    for name in names:
        await room.house.control(add_person=name)
    async with AsyncExitStack() as stack:
        crowd = [Player(room.house.url, name, channel=room.channel) for name in names]
        await asyncio.gather(*(stack.enter_async_context(person) for person in crowd))
        room.players += crowd
        yield crowd


async def test_a_hundred_people_click_at_the_same_time(room: Room, ada: Player, crowd: list[Player]) -> None:
    house = room.house
    table = await room.open_table(ada, **SHARED)
    people = [ada, *crowd]

    # As many sit down as there are places; the others are told so.
    answers = await asyncio.gather(*(press(person, table, "Join") for person in crowd))
    seats = seated(room)
    assert Counter(seats.values()) == {0: PEOPLE_ON_A_SEAT, 1: PEOPLE_ON_A_SEAT}
    standing = zip(crowd, answers, strict=True)
    told = [await person.told(answer) for person, answer in standing if answer and person.id not in seats]
    assert all(text.startswith("Every seat at this table is taken. You can watch") for text in told)

    table = await ada.wait_for(lambda now: now.id == table.id and all(f"<@{one}>" in now.text for one in seats))

    # All start it at the same time, and it starts once.
    await asyncio.gather(*(press(person, table, "Start") for person in people))
    board = await room.board(ada)
    await house.until_posted()
    assert len(house.rows("SELECT 1 FROM events WHERE match_id = ? AND kind = 'begin'", match_of(board))) == 1
    assert [one.id for one in await room.boards()] == [board.id]

    # Everyone on the first seat is about to confirm a move, and everyone else clicks, too.
    first = [person for person in people if seats.get(person.id) == 0]
    composers = await asyncio.gather(*(person.click(board, "Move") for person in first))
    moves = ["B5-C5", "B6-C6"]
    for step in range(2):
        composers = await asyncio.gather(
            *(
                pick(person, composer, moves[number % 2].split("-")[step])
                for number, (person, composer) in enumerate(zip(first, composers, strict=True))
            )
        )
    confirmed = (press(one, composer.message, "Confirm") for one, composer in zip(first, composers, strict=True))
    clicked = (press(person, board, "Move") for person in people if person not in first)
    typed = (person.slash("cirondo move", move="B5-C5") for person in first)
    answers = await asyncio.gather(*confirmed, *clicked, *typed)
    (played,) = house.moves_of(match_of(board))
    said = Counter(answer.text.split("\n")[0] for answer in answers if answer)
    assert sum(said.values()) == len(answers)
    done = [text for text in said if text.startswith("Played: ") and tells(text, played)]
    assert [said.pop(text) for text in done] == [1]  # with a link to the board, if that is out as fast
    for text in said:
        assert re.match(r"You aren't playing in this match|It's \w+'s turn|This board is out of date", text), text
    new = await room.board(ada, after=board)
    await house.until_posted()
    assert [one.id for one in await room.boards()] == [board.id, new.id]
    assert new.text.count(played[:2]) > 0


async def press(person: Player, message: Message | None, label: str) -> Answer | None:
    """Click a button that was there a moment ago; None if it is gone by now."""
    assert message is not None
    body = {"message": str(message.id), "custom_id": message.button(label).custom_id}
    try:
        person.answers.append(await person.act("components", body, message))
    except CannotDo:
        return None
    return person.answers[-1]


def seated(room: Room) -> dict[int, int]:
    """The seats of everyone who sits at a table in this room, by Discord id."""
    query = """
        SELECT users.discord_id, members.seat FROM members JOIN users ON users.id = members.user_id
        JOIN matches ON matches.id = members.match_id WHERE matches.channel_id = ? AND members.seat IS NOT NULL"""
    return dict(room.house.rows(query, room.channel))


@pytest.mark.slow
async def test_a_hundred_people_click_while_two_bots_serve_them(own_house: House) -> None:
    """Both receive each click. One of them answers it."""
    house = own_house
    await house.start_playground()
    await house.start_bot()
    async with rented(house) as rent:
        room = rent[0]
        ada = await enter(rent, "Ada")
        table = await room.open_table(ada, **SHARED)
        async with gathered(room) as crowd:
            before = await house.start_another("--replace")
            await house.until(lambda: house.rows("SELECT 1 FROM leases WHERE ready") != [], "a second bot")
            pressed = []
            for person in crowd:  # some before the moment at which the second one takes over, and some after it
                pressed.append(asyncio.create_task(press(person, table, "Join")))
                await asyncio.sleep(0.02)
            answers = await asyncio.gather(*pressed)
            assert await in_time(before.wait()) == 0
            assert None not in answers
            seats = seated(room)
            assert Counter(seats.values()) == {0: PEOPLE_ON_A_SEAT, 1: PEOPLE_ON_A_SEAT}
            acted = [number for (number,) in house.rows("SELECT interaction_id FROM events WHERE kind = 'join'")]
            assert len(acted) == len(set(acted)) == len(seats) - 1
            await assert_everyone_was_answered_once(room)
