"""Rated matches, leaderboards and profiles as people meet them."""

from bot.ratings.rating import NEW, rated
from tests.end_to_end.conftest import Player, Room, match_of


async def test_a_match_of_two_people_is_rated_and_its_end_says_what_it_was_worth(
    room: Room, ada: Player, ben: Player
) -> None:
    answer = await ada.slash("cirondo start")
    table = answer.message
    assert table is not None
    assert "**Rated**, if at least two sides have people" in table.text
    await ben.click(table, "Join")
    await ada.wait_for(lambda message: message.id == table.id and "Everyone is here" in message.text)
    await ada.click(await ada.fresh(table), "Start")
    board = await room.board(ada)
    assert f"match {match_of(board)} · rated" in board.text
    assert "Hints are off" in (await ada.slash("cirondo hint")).text
    await ada.slash("cirondo move", move="B5-C5")
    await room.board(ada, after=board)
    assert (await ada.slash("match undo")).text.startswith("This match is rated")
    await ben.click((await ben.slash("match resign")).message, "Resign")
    end = await ada.wait_for(lambda message: "has won" in message.text)
    ((winner,), (loser,)) = rated([[NEW], [NEW]], [1, 2])
    first, second = end.text.split("**2nd**")
    assert f"1000? → **{winner.shown}?** (+{winner.shown - 1000})" in first
    assert f"1000? → **{loser.shown}?** (−{1000 - loser.shown})" in second


async def test_a_match_against_computers_is_not_rated(room: Room, ada: Player) -> None:
    await ada.slash("parcheesi start", computers="easy", rated=True)
    board = await room.board(ada)
    assert "rated" not in board.text


async def test_hints_and_ratings_exclude_each_other(room: Room, ada: Player) -> None:
    assert "A rated match has no hints" in (await ada.slash("cirondo start", rated=True, hints=True)).text
    table = (await ada.slash("cirondo start", hints=True)).message
    assert table is not None
    assert "Rated" not in table.text
