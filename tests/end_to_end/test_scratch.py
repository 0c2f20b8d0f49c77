"""Scratch boards as people meet them: in servers and elsewhere, with what is hidden, names, and kills in between."""

from typing import Any

import pytest

from tests.end_to_end.deaths import DIES
from tests.end_to_end.house import House
from tests.end_to_end.room import Player, Room, enter, match_of, rented
from tests.messages import Message

pytestmark = pytest.mark.thorough


async def more(player: Player, board: Message) -> Message:
    """The scratch board, from **More** below a board."""
    shown = await player.click(board, "More")
    tried = await player.click(shown.message, "Try it out")
    assert tried.message is not None
    assert tried.message.ephemeral
    return tried.message


async def first_move(player: Player, shown: Message) -> Message:
    """The board after the first choices of each step."""
    where = shown.text.splitlines()[1]
    while shown.text.splitlines()[1] == where and not shown.has_button("At random"):
        choices = [one for one in shown.buttons if ":scratch_step:" in (one.custom_id or "")]
        if choices:
            answer = await player.click(shown, choices[0].custom_id or "")
        elif shown.selects and ":scratch_choose:" in shown.selects[0].custom_id:
            answer = await player.choose(shown, shown.selects[0].custom_id, shown.selects[0].options[0].value)
        else:
            answer = await player.click(
                shown, next(one.custom_id or "" for one in shown.buttons if ":scratch_now:" in (one.custom_id or ""))
            )
        assert answer.message is not None
        shown = answer.message
    return shown


async def test_one_tries_out_lines_names_them_and_finds_them_in_the_review(
    room: Room, ada: Player, ben: Player
) -> None:
    board = await room.begin(ada, ben)
    match = match_of(board)
    shown = await more(ben, board)  # it isn't his turn
    assert f"### Try it out: Cirondo, match {match}" in shown.text
    (picture,) = shown.files
    assert picture.alt
    shown = await first_move(ben, shown)
    assert "· move 1" in shown.text
    shown = await first_move(ben, shown)
    form = await ben.click(shown, "Name")
    named = await ben.submit(form.modal, {"Name": "My plan"})
    assert not named.failed
    shown = await ben.wait_for(lambda message: message.id == shown.id and "· move 2 · My plan" in message.text)
    lines = await ben.click(shown, "All lines")
    assert "“**My plan**”" in lines.text
    back = await ben.click(lines.message, "Back to the board")
    earlier = await ben.click(back.message, "◀ Back")
    assert "· move 1" in earlier.text
    thought = await ben.click(earlier.message, "What a computer thinks")
    assert thought.message is not None
    told = thought.message.id
    said = await ben.wait_for(
        lambda message: message.id == told and "💡" in message.text and "Play this?" in message.text
    )
    assert "A strong computer would play this" in said.text
    assert room.house.rows("SELECT count(*) FROM events WHERE match_id = ? AND kind = 'move'", match) == [(0,)]
    await ada.click((await ada.slash("match resign")).message, "Resign")
    over = await ben.wait_for(lambda message: message.has_button("Review"))
    replay = await ben.click(over, "Replay")
    begun = await ben.click(replay.message, "Try it out")
    assert "-# Turn 0" in begun.text or "-# Board" in begun.text


@pytest.mark.parametrize("game", ["parcheesi", "southern_cards", "southern_cross", "down_under"])
async def test_every_game_has_it_and_nothing_is_refused(room: Room, ada: Player, game: str) -> None:
    await ada.slash(f"{game.replace('_', '-')} start", computers="easy")
    board = await ada.wait_for(
        lambda message: message.has_button("More") and (message.has_button("Try it out") or True)
    )
    shown = await more(ada, board)
    for _ in range(5):
        shown = await first_move(ada, shown)
        while shown.has_button("At random"):
            answer = await ada.click(shown, "4")
            assert answer.message is not None
            shown = answer.message
    assert "· move " in shown.text
    if shown.has_button("What's hidden"):
        hidden = await ada.click(shown, "What's hidden")
        assert hidden.message is not None
        chooser = hidden.message.selects[-1]
        items = await ada.choose(hidden.message, chooser.custom_id, chooser.options[0].value)
        assert items.message is not None
        chooser = items.message.selects[0]
        supposed = await ada.choose(items.message, chooser.custom_id, chooser.options[-1].value)
        assert "💭" in supposed.text


async def test_a_kill_in_the_middle_leaves_what_was_there_and_every_button_working(own_house: House) -> None:
    house = own_house
    await house.start_playground()
    await house.start_bot()
    async with rented(house) as (room, stack):
        room.unanswered_allowed = True
        ada, ben = [await enter((room, stack), name) for name in ("Ada", "Ben")]
        board = await room.begin(ada, ben)
        shown = await more(ada, board)
        shown = await first_move(ada, shown)
        kept = _kept(house)
        for before in (True, False):
            await house.kill_bot()
            await house.start_bot(
                first=DIES.format(place="AsyncConnection.commit", before=before, times=1), may_die=True
            )
            steps = [one.custom_id for one in shown.buttons if ":scratch_step:" in (one.custom_id or "")]
            pressed: dict[str, Any] = {"message": str(shown.id), "custom_id": steps[0] if steps else ""}
            if not steps:
                chooser = shown.selects[0]
                pressed |= {"custom_id": chooser.custom_id, "values": [chooser.options[0].value]}
            await ada._post("components", pressed | {"locale": "en-US"})
            await house.bot_ended()
            now = _kept(house)
            assert now[: len(kept)] == kept
            await house.start_bot()
            again = await first_move(ada, shown)  # the same buttons
            assert "· move 2" in again.text
            assert len(_kept(house)) == len(kept) + 1  # it's there once, whether it was written or not
            removed = await ada.click(again, "Remove")
            assert removed.message is not None
            shown = removed.message
            assert _kept(house) == kept
        assert not house.faults()


def _kept(house: House) -> list[tuple[Any, ...]]:
    return house.rows("SELECT id, parent, tried FROM scratch_positions ORDER BY id")
