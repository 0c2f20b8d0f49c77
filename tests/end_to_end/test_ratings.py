"""Rated matches, leaderboards and profiles as people meet them."""

import json
import re

import pytest

from bot.ratings.rating import NEW, rate
from tests.end_to_end.conftest import Player, Room, match_of

((_WINNER,), (_LOSER,)) = rate([[NEW], [NEW]], [1, 2])
WON, LOST = _WINNER.shown, _LOSER.shown  # after a first match


@pytest.mark.thorough
async def test_a_match_of_two_people_is_rated_and_its_end_says_what_it_was_worth(
    room: Room, ada: Player, ben: Player
) -> None:
    answer = await ada.slash("cirondo start")
    table = answer.message
    assert table is not None
    assert "Between people the match is rated" in table.text
    await ben.click(table, "Join")
    await ada.wait_for(lambda message: message.id == table.id and "Everyone is here" in message.text)
    await ada.click(await ada.fresh(table), "Start")
    board = await room.board(ada)
    assert f"match {match_of(board)} · rated" in board.text
    assert "Hints are off" in (await ada.slash("cirondo hint")).text
    await ada.slash("cirondo move", move="B5-C5")
    await room.board(ada, after=board)
    assert (await ada.slash("match undo")).text.startswith("This match is rated")
    await ben.slash("cirondo move", move="B21-C21")
    await ben.click((await ben.slash("match resign")).message, "Resign")
    end = await ada.wait_for(lambda message: "has won" in message.text)
    first, second = end.text.split("**2nd**")
    assert f"1000? → **{WON}?** (+{WON - 1000})" in first
    assert f"1000? → **{LOST}?** (−{1000 - LOST})" in second


async def test_a_match_against_computers_is_not_rated(room: Room, ada: Player) -> None:
    await ada.slash("parcheesi start", computers="easy", rated=True)
    board = await room.board(ada)
    assert "rated" not in board.text


async def test_hints_and_ratings_exclude_each_other(room: Room, ada: Player) -> None:
    assert "A rated match has no hints" in (await ada.slash("cirondo start", rated=True, hints=True)).text
    table = (await ada.slash("cirondo start", hints=True)).message
    assert table is not None
    assert "rated" not in table.text


async def resigned(room: Room, winner: Player, loser: Player) -> None:
    """A rated match that the second of these people gives up after both have moved."""
    board = await room.begin(winner, loser, rated=True)
    await winner.slash("cirondo move", move="B5-C5")
    await room.board(winner, after=board)
    await loser.slash("cirondo move", move="B21-C21")
    await loser.click((await loser.slash("match resign")).message, "Resign")
    await winner.wait_for(lambda message: "has won" in message.text)


async def test_the_leaderboard_lists_who_has_played_rated_matches_here(
    room: Room, ada: Player, ben: Player, caro: Player
) -> None:
    await resigned(room, ada, ben)
    text = (await ada.slash("leaderboard", game="cirondo")).text
    lines = [line for line in text.splitlines() if ada.name in line or ben.name in line]
    assert [re.sub(r"^\*\*\w+\*\* ", "", line) for line in lines] == [
        f"{ada.name} · **{WON}?** · 1 match",
        f"{ben.name} · **{LOST}?** · 1 match",
    ]
    assert "You're " in text
    assert caro.name not in text
    everywhere = await ada.slash("leaderboard", game="cirondo", where="all")
    assert ada.name not in everywhere.text
    profile = await ada.slash("profile")
    asked = await ada.click(profile.message, "Who can see this")
    await ada.choose(asked.message, "Leaderboards of all servers", "Leaderboards of all servers list me")
    assert ada.name in (await ada.slash("leaderboard", game="cirondo", where="all")).text
    await ada.choose(asked.message, "Who can see your profile", "Only me, and I'm on no leaderboard")
    for where in ("here", "all"):
        assert ada.name not in (await ben.slash("leaderboard", game="cirondo", where=where)).text


async def test_a_profile_is_a_card_that_only_those_see_who_may(
    room: Room, ada: Player, ben: Player, caro: Player
) -> None:
    await resigned(room, ada, ben)
    seen = (await ben.slash("profile", person=ada.name)).message
    assert seen is not None
    assert seen.ephemeral
    assert not seen.has_button("Who can see this")
    (picture,) = seen.files
    assert f"Cirondo: rating {WON}?, 1 match, 1 won" in picture.alt
    assert "You against them: 1 lost" in picture.alt
    assert await picture.read()
    hidden = "has no profile that you can see"
    assert hidden in (await ada.slash("profile", person=caro.name)).text  # who has never played
    asked = await ada.click((await ada.slash("profile")).message, "Who can see this")
    await ada.choose(asked.message, "Who can see your profile", "People I've played with")
    assert hidden not in (await ben.slash("profile", person=ada.name)).text
    assert hidden in (await caro.slash("profile", person=ada.name)).text


async def test_a_person_sees_exports_and_deletes_what_is_stored_about_them(
    room: Room, ada: Player, ben: Player
) -> None:
    assert (await ada.slash("privacy show")).text == "Crux knows nothing about you."
    await resigned(room, ada, ben)
    assert (
        "- The tables and matches you were invited to, joined or left: **1**" in (await ada.slash("privacy show")).text
    )
    exported = (await ada.slash("privacy export")).message
    assert exported is not None
    assert exported.ephemeral
    (file,) = exported.files
    document = json.loads(await file.read())
    assert document["person"][0]["discord_id"] == ada.id
    assert document["fields"].keys() >= document["ratings"][0].keys()
    asked = await ada.slash("privacy delete")
    assert (await ada.click(asked.message, "Forget me")).text == "Crux has forgotten you."
    assert (await ada.slash("privacy show")).text == "Crux knows nothing about you."
