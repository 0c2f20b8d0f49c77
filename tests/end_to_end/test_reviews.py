"""The review of a match as people meet it."""

import pytest

from tests.end_to_end.room import Player, Room, match_of

MOVES = ["B4-C4", "B21-C21", "B2-C2", "A32xB1", "A3-D6"]
"""Silver takes a planet, and gold doesn't take back."""


@pytest.mark.slow
async def test_a_review_tells_the_moments_that_mattered(room: Room, ada: Player, ben: Player) -> None:
    match = match_of(await room.begin(ada, ben))
    for number, move in enumerate(MOVES):
        player = (ada, ben)[number % 2]
        await player.told(await player.slash("cirondo move", move=move))
    assert "isn't over yet" in await ada.told(await ada.slash("match review", match=str(match)))
    await ben.click((await ben.slash("match resign")).message, "Resign")
    board = await ada.wait_for(lambda message: message.has_button("Review"))

    review = await ada.click(board, "Review")
    assert review.message is not None
    number = review.message.id
    shown = await ada.wait_for(lambda message: message.id == number and message.has_button("Replay"))
    assert shown.ephemeral
    assert f"### Review of match {match}, Cirondo" in shown.text
    assert "choices as good as a strong computer's" in shown.text
    (graph,) = shown.files
    assert graph.alt.startswith("A graph of who was ahead over 5 turns.")
    assert room.house.rows("SELECT count(*) FROM reviews WHERE match_id = ?", match) == [(1,)]
    moment = next(one.label for one in shown.buttons if one.label.endswith("turn 5"))

    await ada.click(shown, moment)
    shown = await ada.wait_for(lambda message: message.id == number and message.has_button("Back to the review"))
    assert "### Turn 5 of 5" in shown.text
    assert "Played: " in shown.text
    assert "Better: " in shown.text
    await ada.click(shown, "Back to the review")
    await ada.wait_for(lambda message: message.id == number and message.has_button("Replay"))

    await ada.click(await ada.wait_for(lambda message: message.has_button("Review")), "Review")
    reviewed = await ada.wait_for(lambda message: message.ephemeral and message.has_button("Into my book"))
    book = await ada.click(reviewed, "Into my book")
    assert "new exercise" in book.text
    asked = await ada.click(book.message, "Practise")
    assert "### Cirondo: from your book" in asked.text
    assert "What was better?" in asked.text
    assert str(ben.id) not in asked.text
    answer = await ada.click(asked.message, "Show the answer")
    assert "Better: " in answer.text
    assert "It comes back <t:" in answer.text
    assert room.house.rows("SELECT count(*) FROM progress WHERE match_id = ?", match) == [(2,)]
