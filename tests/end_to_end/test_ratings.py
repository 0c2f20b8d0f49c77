"""Rated matches, leaderboards and profiles as people meet them."""

import json

import pytest

from bot.match.reading.rated import least_moves
from bot.ratings.rating import NEW, rate
from bot.rules import GAMES
from bot.rules.chance import Scripted
from tests.end_to_end.room import Player, Room, match_of

pytestmark = pytest.mark.thorough

((_WINNER,), (_LOSER,)) = rate([[NEW], [NEW]], [1, 2])
WON, LOST = _WINNER.shown, _LOSER.shown  # after a first match
LEAST = least_moves(GAMES["cirondo"])


async def test_a_match_of_two_people_is_rated_and_its_end_says_what_it_was_worth(
    room: Room, ada: Player, ben: Player
) -> None:
    answer = await ada.slash("cirondo start")
    table = answer.message
    assert table is not None
    assert "Between people the match is rated" in table.text
    await ben.click(table, "Join")
    await ada.wait_for(lambda message: message.id == table.id and "All seats are taken" in message.text)
    await ada.click(await ada.fresh(table), "Start")
    board = await room.board(ada)
    assert f"match {match_of(board)} · rated" in board.text
    assert "Hints are off" in (await ada.slash("cirondo hint")).text
    await resign_after(LEAST, ada, ben)
    end = await ada.wait_for(lambda message: "has won" in message.text)
    first, second = end.text.split("**2nd**")
    assert f"1500? → **{WON}?** (+{WON - 1500})" in first
    assert f"1500? → **{LOST}?** (−{1500 - LOST})" in second
    assert "A question mark means that a rating is still uncertain" in end.text


async def test_a_match_that_is_resigned_at_its_beginning_is_not_rated(room: Room, ada: Player, ben: Player) -> None:
    board = await room.begin(ada, ben, rated=True)
    await ada.slash("cirondo move", move="B5-C5")
    await room.board(ada, after=board)
    assert (await ada.slash("match undo")).text.startswith("This match is rated")
    await ben.click((await ben.slash("match resign")).message, "Resign")
    end = await ada.wait_for(lambda message: "has won" in message.text)
    assert f"doesn't change ratings: it ended before each side had made {LEAST} moves." in end.text
    assert "→" not in end.text


async def test_a_match_against_computers_is_not_rated(room: Room, ada: Player) -> None:
    await ada.slash("parcheesi start", computers="easy", rated=True)
    board = await room.board(ada)
    assert "rated" not in board.text


async def test_hints_and_ratings_exclude_each_other(room: Room, ada: Player) -> None:
    assert "A rated match has no hints" in (await ada.slash("cirondo start", rated=True, hints=True)).text
    table = (await ada.slash("cirondo start", hints=True)).message
    assert table is not None
    assert "rated" not in table.text


async def resign_after(moves: int, winner: Player, loser: Player) -> None:
    """Each makes so many moves, the winner first, and then the loser resigns."""
    state = GAMES["cirondo"].start(2, {}, Scripted([]))
    for player in (winner, loser) * moves:
        move = state.legal()[0]
        await player.slash("cirondo move", move=state.notate(move))
        state = state.play(move, Scripted([]))
    await loser.click((await loser.slash("match resign")).message, "Resign")


async def resigned(room: Room, winner: Player, loser: Player) -> None:
    """A rated match that the second of these people gives up after the beginning."""
    await room.begin(winner, loser, rated=True)
    await resign_after(LEAST, winner, loser)
    await winner.wait_for(lambda message: "has won" in message.text)


async def test_the_leaderboard_lists_who_has_played_rated_matches_here(
    room: Room, ada: Player, ben: Player, caro: Player
) -> None:
    await resigned(room, ada, ben)
    text = (await ada.slash("leaderboard", game="cirondo")).text
    lines = [line for line in text.splitlines() if ada.name in line or ben.name in line]
    assert lines == [f"{ada.name} · **{WON}?** · 1 match", f"{ben.name} · **{LOST}?** · 1 match"]
    assert "You have no place at the moment." in text
    assert "A question mark means that a rating is still uncertain" in text
    room.house.rows("UPDATE leaderboards SET sigma = 6.5")
    answer = (await ada.slash("leaderboard", game="cirondo")).text
    assert f"**1st** {lines[0]}" in answer
    assert "You're 1st of " in answer
    assert "Places are for" not in answer
    assert "You're " not in (await caro.slash("leaderboard", game="cirondo")).text
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
