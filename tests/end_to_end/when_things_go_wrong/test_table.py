"""What is refused at the table of a match that hasn't begun."""

import asyncio
from contextlib import AsyncExitStack

import pytest

from bot.match.decisions.lobby import PEOPLE_ON_A_SEAT
from tests.end_to_end.house import House
from tests.end_to_end.room import Player, Room, enter
from tests.end_to_end.situations import Says
from tests.end_to_end.when_things_go_wrong.provoking import (
    both,
    failing,
    refusal,
    two_players,
)

pytestmark = pytest.mark.slow


async def test_full_table(room: Room, ada: Player, ben: Player, caro: Player, says: Says) -> None:
    table = await room.open_table(ada)
    answers = await both(room, ben, caro, table)
    says(await refusal(ben, answers[:1], caro, answers[1:]))
    assert (await ada.fresh(table)).button("Join").disabled


async def test_seat_taken(room: Room, ada: Player, ben: Player, caro: Player, says: Says) -> None:
    table = await room.open_table(ada, seats="4")
    answers = await both(room, ben, caro, table, seat="Silver")
    assert says(await refusal(ben, answers[:1], caro, answers[1:]))["colour"] == "silver"


async def test_seat_crowded(rented_room: tuple[Room, AsyncExitStack], room: Room, ada: Player, says: Says) -> None:
    answer = await ada.slash("cirondo start", **{"shared-seats": True})
    for number in range(PEOPLE_ON_A_SEAT):
        player = await enter(rented_room, f"Guest{number}")
        told = await player.choose(answer.message, "Choose a seat", "Gold")
    assert says(await player.told(told)) == {"people": str(PEOPLE_ON_A_SEAT), "colour": "gold"}


async def test_already_seated(room: Room, ada: Player, says: Says) -> None:
    table = await room.open_table(ada)
    says(await ada.told(await ada.click(table, "Join")))


async def test_not_invited(room: Room, ada: Player, ben: Player, caro: Player, says: Says) -> None:
    table = await room.open_table(ada, invite=ben.name)
    says(await caro.told(await caro.click(table, "Join")))
    assert f"<@{ben.id}>" in (await ben.click(table, "Join")).text


async def test_menu_of_another_message(room: Room, ada: Player, says: Says) -> None:
    table = await room.open_table(ada)
    for command in ("Review", "Position in words", "Replay from here"):
        says((await ada.on_message(command, table)).text)


async def test_not_to_be_invited(room: Room, ada: Player, ben: Player, says: Says) -> None:
    await ben.slash("privacy block", person=ada.name)
    says((await ada.slash("cirondo start", invite=ben.name)).text)
    table = await room.open_table(ben)
    assert "no free seat for you" in await ada.told(await ada.click(table, "Join"))
    assert "no profile that you can see" in (await ada.slash("profile", person=ben.name)).text


async def test_somebody_you_have_blocked(room: Room, ada: Player, ben: Player, says: Says) -> None:
    await ada.slash("privacy block", person=ben.name)
    says((await ada.slash("cirondo start", invite=ben.name)).text)
    table = await room.open_table(ben)
    says(await ada.told(await ada.click(table, "Join")))
    assert f"<@{ben.id}>" in (await ada.slash("privacy blocked")).text
    await ada.slash("privacy unblock", person=str(ben.id))
    await ada.click(table, "Join")
    await ada.wait_for(lambda message: message.id == table.id and f"· <@{ada.id}>" in message.text)


async def test_computer_on_a_reserved_seat(room: Room, ada: Player, ben: Player, says: Says) -> None:
    table = await room.open_table(ada, invite=ben.name)
    says(await ada.told(await ada.choose(table, "Add a computer", "easy")))
    assert f"<@{ben.id}>" in (await ben.click(table, "Join")).text


async def test_leaving_without_a_seat(room: Room, ada: Player, ben: Player, says: Says) -> None:
    table = await room.open_table(ada)
    says(await ben.told(await ben.click(table, "Leave")))


async def test_declining_without_an_invitation(room: Room, ada: Player, ben: Player, caro: Player, says: Says) -> None:
    table = (await ada.slash("cirondo start", invite=ben.name)).message
    assert table is not None
    says(await caro.told(await caro.click(table, "Decline")))
    declined = await ben.click(table, "Decline")
    assert "reserved for" not in declined.text
    assert not (await ada.fresh(table)).has_button("Decline")


async def test_cancel_by_somebody_else(room: Room, ada: Player, ben: Player, says: Says) -> None:
    table = await room.open_table(ada, ben)
    says(await ben.told(await ben.click(table, "Cancel")))
    says((await ben.slash("match cancel")).text)
    assert (await ada.fresh(table)).has_button("Start")


async def test_no_computer_to_remove(room: Room, ada: Player, ben: Player, says: Says) -> None:
    table = await room.open_table(ada, ben, game="parcheesi", seats="3")
    await ada.choose(table, "Add a computer", "easy")
    table = await room.shows(ada, table, "easy computer")
    answers = await both(room, ada, ben, table, "Remove a computer")
    says(await refusal(ada, answers[:1], ben, answers[1:]))


async def test_start_by_a_stranger(room: Room, ada: Player, ben: Player, caro: Player, says: Says) -> None:
    table = await room.open_table(ada, ben)
    says(await caro.told(await caro.click(table, "Start")))
    assert await room.boards() == []


async def test_start_with_empty_seats(room: Room, ada: Player, ben: Player, says: Says) -> None:
    table = await room.open_table(ada, ben)
    await room.house.control(delay={"match": "PATCH /webhooks", "seconds": 0.6, "times": 1})
    leaving = asyncio.create_task(ben.click(table, "Leave"))
    left = "SELECT 1 FROM events JOIN matches ON id = match_id WHERE kind = 'leave' AND channel_id = ?"
    await room.house.until(lambda: bool(room.house.rows(left, room.channel)), "leaving")
    says(await ada.told(await ada.click(table, "Start")))
    await leaving
    assert (await ada.wait_for(lambda message: message.id == table.id)).button("Start").disabled


async def test_start_while_somebody_sits_down(room: Room, ada: Player, ben: Player, says: Says) -> None:
    table = await room.open_table(ada)
    await ada.choose(table, "Add a computer", "easy")
    table = await ada.wait_for(lambda message: message.id == table.id and not message.button("Start").disabled)
    seen = await room.fake(("Start", table.button("Start").custom_id or ""))  # as it still is on a slow phone
    await ben.click(table, "Join")
    says(await ada.told(await ada.click(seen, "Start")))
    await ada.click(await ada.fresh(table), "Start")
    assert f"<@{ben.id}>" in (await room.board(ada)).text


async def test_table_is_closed(room: Room, ada: Player, ben: Player, says: Says) -> None:
    table = await room.open_table(ada)
    room.refusals_allowed = True
    await room.house.control(**failing(f"PATCH /channels/{room.channel}/messages/{table.id}", 403))
    await ada.slash("match cancel")
    says(await ben.told(await ben.click(table, "Join")))


async def test_no_open_table(room: Room, ada: Player, says: Says) -> None:
    says((await ada.slash("match cancel")).text)


async def test_options_that_do_not_fit(room: Room, ada: Player, says: Says) -> None:
    says((await ada.slash("cirondo start", seats="2", sides=True)).text)
    assert room.house.rows("SELECT 1 FROM matches WHERE channel_id = ?", room.channel) == []


async def test_inviting_a_bot(room: Room, ada: Player, says: Says) -> None:
    says((await ada.slash("cirondo start", invite="Crux")).text)


async def test_inviting_oneself(room: Room, ada: Player, says: Says) -> None:
    says((await ada.slash("cirondo start", invite=ada.name)).text)


async def test_inviting_somebody_from_elsewhere(room: Room, ada: Player, ben: Player, says: Says) -> None:
    await room.house.control(leave=ben.name)
    since = len(room.house.output)
    says((await ada.slash("cirondo start", invite=ben.name)).text)
    assert not room.house.said("ERROR", since=since)
    await room.house.control(join=ben.name)


async def test_too_many_invited(room: Room, ada: Player, ben: Player, caro: Player, says: Says) -> None:
    invited = {"invite": ben.name, "invite-2": caro.name}
    assert says((await ada.slash("cirondo start", seats="2", **invited)).text) == {"invited": "2", "free": "1"}


async def test_too_many_open_tables(room: Room, ada: Player, says: Says) -> None:
    for _ in range(20):
        assert (await ada.slash("cirondo start")).message is not None
    answer = await ada.slash("cirondo start")
    assert answer.ephemeral
    says(answer.text)


ONE_MATCH_EACH = "import os; os.environ['MATCHES_PER_PERSON'] = '1'"


async def test_too_many_matches(own_house: House, says: Says) -> None:
    async with two_players(own_house, ONE_MATCH_EACH) as (room, ada, ben):
        await room.begin(ada, ben)
        answer = await ada.slash("cirondo start")
        assert answer.ephemeral
        says(answer.text)


async def test_somebody_plays_too_many(own_house: House, says: Says) -> None:
    async with two_players(own_house, ONE_MATCH_EACH) as (room, ada, ben):
        table = await room.open_table(ada, ben)
        own = (await ben.slash("cirondo start", computers="easy")).message
        assert own is not None
        await ben.click(own, "Start")
        await room.board(ben)
        says(await ada.told(await ada.click(table, "Start")))
