"""A league as people meet it: sign-up, matches that begin by themselves, tables, and the finale."""

import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from tests.end_to_end.leagues import organised, sign_up_of
from tests.end_to_end.room import Player, Room, guild_of

pytestmark = pytest.mark.thorough

TOLD = (
    "SELECT 1 FROM league_messages m JOIN league_seasons s ON s.id = season_id JOIN leagues l ON l.id = league_id "
    "WHERE l.name = ? AND part = -3"
)


async def season_begins(room: Room, player: Player, name: str) -> None:
    """The sign-up is over, and the bot looks."""
    room.house.rows("UPDATE league_seasons SET begins_at = 0 WHERE begins_at IS NOT NULL AND began_at IS NULL")
    assert "continues in this channel" in await player.told(await player.slash("league relocate", league=name))


async def test_only_organisers_run_leagues(room: Room, ada: Player) -> None:
    await room.house.control(permissions={"channel": str(room.channel)})
    refused = await ada.slash("league create", name="Nobody's", game="cirondo")
    assert "You need the permission *Manage Server* or a role" in await ada.told(refused)
    assert "no league called" in await ada.told(await ada.slash("league join", league="Nobody's"))
    await room.house.control(permissions={"channel": str(room.channel), "allow": ["manage_guild"]})
    refused = await ada.slash("league create", name="Wrong", game="cirondo", options="speed=3")
    assert "has no option “speed”" in await ada.told(refused)


async def test_people_join_and_leave_with_buttons(room: Room, ada: Player, ben: Player) -> None:
    name = await organised(room, ada)
    shown = await sign_up_of(ada, name)
    assert "Nobody has joined yet." in shown.text
    assert "You've joined season 1" in await ben.told(await ben.click(shown, "Join"))
    assert "You're already in." in await ben.told(await ben.click(shown, "Join"))
    await ada.wait_for(lambda message: message.id == shown.id and f"**1 person**: <@{ben.id}>" in message.text)
    assert "You've left" in await ben.told(await ben.click(shown, "Leave"))
    assert "You're not in this league." in await ben.told(await ben.click(shown, "Leave"))
    asked = await ada.slash("league close", league=name)
    assert "is closed" in (await ada.click(asked.message, "Close the league")).text
    await ada.wait_for(lambda message: message.id == shown.id and "This league is closed." in message.text)


async def test_a_season_runs_by_itself_to_its_finale(
    room: Room, ada: Player, ben: Player, caro: Player, dan: Player
) -> None:
    room.refusals_allowed = True  # of a role that stands above the bot's
    async with awards(room) as (below, above, news):
        await plays_a_season(room, ada, ben, caro, dan, below, above, news)


@asynccontextmanager
async def awards(room: Room) -> AsyncIterator[tuple[str, str, str]]:
    """Two roles for champions, of which the bot may give the first, and a channel for announcements."""
    house = room.house
    below, above = [
        (await house.control(add_role={"name": f"Champion {position}", "position": position}))["add_role"]
        for position in (1, 9)
    ]
    news = (await house.control(add_channel=f"news-{room.number}", bot_permissions=["manage_roles"]))["add_channel"]
    await room.noted_settings({"champions": [int(below), int(above)], "announcements": int(news)})
    try:
        yield below, above, news
    finally:
        room.usual_settings()
        await house.control(bot_permissions=[])


async def plays_a_season(
    room: Room, ada: Player, ben: Player, caro: Player, dan: Player, below: str, above: str, news: str
) -> None:
    name = await organised(room, ada, **{"at-once": 3})
    shown = await sign_up_of(ada, name)
    for player in (ada, ben, caro, dan):
        await player.told(await player.click(shown, "Join"))
    await season_begins(room, ada, name)
    begun = (
        "SELECT match_id FROM league_matches JOIN league_seasons s ON s.id = season_id "
        "JOIN leagues l ON l.id = league_id WHERE l.name = ? AND match_id IS NOT NULL"
    )
    table = await ada.wait_for(lambda message: f"{name}: division 1 of" in message.text)
    assert "**4 people**: <@" in table.text
    assert not table.files
    assert not table.mentions
    await room.house.until(lambda: len(room.house.rows(begun, name)) == 6, "all matches")
    profile = (await ben.slash("profile", person=ada.name)).message
    assert profile is not None
    assert "Cirondo league, season 1: division 1." in profile.files[0].alt
    (last,), *others = room.house.rows(begun, name)
    ending = json.dumps({"kind": "resigned", "places": [1, 2], "scores": None, "seats": [1]})
    for (match,) in others:  # as if they had been played
        room.house.rows("UPDATE matches SET status = 'over', ending = ?, due_at = NULL WHERE id = ?", ending, match)
    await resign(room, last)
    await ada.wait_for(lambda message: f"{name}: division 1 of" in message.text and bool(message.files))
    finale = await ada.wait_for(lambda message: f"{name}: season 1 is over" in message.text)
    assert "is the champion" in finale.text
    assert f"I couldn't give the champion <@&{above}>, as it's above my own role." in finale.text
    assert f"<@&{below}>" not in finale.text
    champion = next(player for player in room.players if f"🏆 <@{player.id}> is the champion" in finale.text)
    member = await room.house.as_the_bot("GET", f"/guilds/{await guild_of(room)}/members/{champion.id}")
    assert member["roles"] == [below]
    await room.house.until(lambda: bool(room.house.rows(TOLD, name)), "the announcement of the finale")
    announced = [one for one in await ada.messages(int(news)) if name in one.text]
    assert "The season is over." in announced[0].text  # the sign-up was announced with it
    assert not announced[0].has_button("Join")
    over = next(one for one in announced if f"{name}: season 1 is over" in one.text)
    assert "couldn't give" not in over.text
    assert over.files
    assert re.search(r"drawn from the seed `[0-9a-f]{16}…`", finale.text)
    shown_seed = await ada.click(finale, "How the luck was drawn")
    assert re.search(r"`[0-9a-f]{64}`", shown_seed.text)
    following = await sign_up_of(ada, name, after=shown.id)
    assert following.has_button("Join")
    told = await ada.slash("league table", league=name)
    assert f"{name}: division 1 of season 1" in await ada.told(told)
    assert told.message is not None
    assert told.message.files
    own = await ada.told(await ada.slash("league matches", league=name))
    assert own.count("- against") == 3


async def resign(room: Room, match: int) -> None:
    """Whose turn it is resigns the match."""
    query = (
        "SELECT discord_id FROM members JOIN users u ON u.id = user_id JOIN matches m ON m.id = match_id "
        "WHERE m.id = ? AND seat = to_move"
    )
    ((user,),) = room.house.rows(query, match)
    player = next(one for one in room.players if one.id == user)
    asked = await player.slash("match resign", match=str(match))
    await player.click(asked.message, "Resign")
