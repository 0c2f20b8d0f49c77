"""A tournament as people meet it: sign-up, rounds that begin by themselves, the bracket, and the end."""

import json
import re

import pytest

from tests.end_to_end.room import Player, Room
from tests.end_to_end.tournaments import begins, of_round, organised, sign_up_of

pytestmark = pytest.mark.thorough


async def win(room: Room, *matches: int) -> None:
    """The first seat wins all of these: the last one as the second resigns, the others as if they had been played."""
    *others, last = matches
    ending = json.dumps({"kind": "resigned", "places": [1, 2], "scores": None, "seats": [1]})
    for match in others:
        room.house.rows("UPDATE matches SET status = 'over', ending = ?, due_at = NULL WHERE id = ?", ending, match)
    query = "SELECT discord_id FROM members JOIN users u ON u.id = user_id WHERE match_id = ? AND seat = 1"
    ((user,),) = room.house.rows(query, last)
    player = next(one for one in room.players if one.id == user)
    asked = await player.slash("match resign", match=str(last))
    await player.click(asked.message, "Resign")


async def test_a_knockout_runs_by_itself_to_its_end(
    room: Room, ada: Player, ben: Player, caro: Player, dan: Player
) -> None:
    name = await organised(room, ada, kind="knockout", game="cirondo")
    shown = await sign_up_of(ada, name)
    assert "knock-out with a plate" in shown.text
    assert "Nobody has joined yet." in shown.text
    assert "You've joined" in await ben.told(await ben.click(shown, "Join"))
    assert "You're already in." in await ben.told(await ben.click(shown, "Join"))
    assert "You've left" in await ben.told(await ben.click(shown, "Leave"))
    assert "You're not in this tournament." in await ben.told(await ben.click(shown, "Leave"))
    await begins(room, name, (ada, ben, caro, dan))
    matches = await of_round(room, name, 1, 2)
    bracket = await ada.wait_for(lambda message: f"{name}: standings" in message.text and bool(message.files))
    assert not bracket.mentions
    await ada.wait_for(lambda message: f"{name}: round 1 of 2" in message.text)
    assert "is being played" in await ada.told(await ada.slash("tournament matches", tournament=name))
    await win(room, *matches)
    await ada.wait_for(lambda message: f"`/tournament table` to see how **{name}** stands" in message.text)
    await win(room, *await of_round(room, name, 2, 2))
    finale = await ada.wait_for(lambda message: f"{name} is over" in message.text)
    assert re.search(r"🏆 <@\d+> wins\.", finale.text)
    assert re.search(r"<@\d+> wins the plate\.", finale.text)
    assert re.search(r"from the seed `[0-9a-f]{16}…`", finale.text)
    told = await ada.slash("tournament table", tournament=name)
    assert f"{name}: standings" in await ada.told(told)
    assert told.message is not None
    assert told.message.files


async def test_tables_with_the_same_luck_are_private_until_the_round_is_over(
    room: Room, ada: Player, ben: Player, caro: Player, dan: Player
) -> None:
    name = await organised(room, ada, kind="swiss", game="parcheesi", duplicate=True, rounds=1)
    await begins(room, name, (ada, ben, caro, dan))
    matches = await of_round(room, name, 1, 2)
    seals = room.house.rows("SELECT commitment, salt FROM matches WHERE id IN (?, ?)", *matches)
    assert len(set(seals)) == 1
    announced = await ada.wait_for(lambda message: f"{name}: round 1 of 1" in message.text)
    assert (f"`{seals[0][0][:16]}…`" in announced.text, str(announced.id)) == (True, seals[0][1])
    query = "SELECT discord_id FROM members JOIN users u ON u.id = user_id WHERE match_id = ?"
    at_first = {user for (user,) in room.house.rows(query, matches[0])}
    inside = next(player for player in room.players if player.id in at_first)
    outside = next(player for player in room.players if player.id not in at_first)
    room.refusals_allowed = True  # Discord says who is no member of a thread
    for command in ("match show", "match replay", "match export"):
        answer = await outside.slash(command, match=str(matches[0]))
        assert (await outside.told(answer)).startswith(f"There's no match {matches[0]}."), command
    assert f"match {matches[0]}" in await inside.told(await inside.slash("match show", match=str(matches[0])))
    moved = await inside.slash("match relocate", match=str(matches[0]))
    assert "stays in its thread until the round is over" in await inside.told(moved)
    await win(room, *matches)
    finale = await ada.wait_for(lambda message: f"{name} is over" in message.text)
    assert "🏆" in finale.text
    verified = await inside.told(await inside.slash("match verify", match=str(matches[0])))
    assert f"/{announced.id})" in verified


async def test_only_organisers_run_tournaments(room: Room, ada: Player) -> None:
    await room.house.control(permissions={"channel": str(room.channel)})
    refused = await ada.slash("tournament create", name="Nobody's", kind="swiss", game="cirondo")
    assert "You need the permission *Manage Server* or a role" in await ada.told(refused)
    name = await organised(room, ada, kind="groups", game="southern_cross")
    asked = await ada.slash("tournament close", tournament=name)
    assert "is closed" in (await ada.click(asked.message, "Close the tournament")).text
    await ada.wait_for(lambda message: f"### {name}\n" in message.text and "closed" in message.text)


IN_CALENDAR = (
    "SELECT message_id FROM tournament_messages m JOIN tournaments t ON t.id = tournament_id "
    "WHERE t.name = ? AND part = -10 AND message_id > 0"
)


async def test_its_start_is_in_the_servers_calendar_and_in_a_file(room: Room, ada: Player, ben: Player) -> None:
    house = room.house

    async def names() -> list[str]:
        return [event["name"] for event in (await ada.state())["events"]]

    await house.control(bot_permissions=["create_events"])
    try:
        name = await organised(room, ada, kind="swiss", game="cirondo", rounds="3")
        await house.until(lambda: bool(house.rows(IN_CALENDAR, name)), "the event")
        assert f"{name} begins" in await names()  # beside those of other rooms
        answer = await ben.slash("tournament calendar", tournament=name)
        assert answer.message is not None
        assert [file.name for file in answer.message.files] == ["crux.ics"]
        closing = await ada.slash("tournament close", tournament=name)
        await ada.click(closing.message, "Close the tournament")
        await house.until(lambda: not house.rows(IN_CALENDAR, name), "the end of the event")
        assert f"{name} begins" not in await names()
    finally:
        await house.control(bot_permissions=[])
