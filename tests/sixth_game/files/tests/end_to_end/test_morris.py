"""Nine Men's Morris as people play it: a whole match with clicks, its record, and a match against a computer."""

import json
from pathlib import Path

from typer.testing import CliRunner

from bot.command_line.app import app
from tests.end_to_end.playing import Table
from tests.end_to_end.room import Player, Room, match_of
from tests.end_to_end.whole_match import pick

RECORDS = Path(__file__).parents[1] / "records" / "morris.jsonl"
CLICKED = 5  # moves at the end that are chosen with buttons


def shortest_match() -> list[str]:
    """The moves of the shortest recorded match that ends with two men left."""
    records = [json.loads(line) for line in RECORDS.read_text(encoding="utf-8").splitlines()]
    return min((record["moves"] for record in records if "x" in record["moves"][-1]), key=len)


async def test_a_match_is_played_to_its_end_and_its_record_is_verified(
    room: Room, ada: Player, ben: Player, tmp_path: Path
) -> None:
    board = await room.begin(ada, ben, game="morris")
    moves = shortest_match()
    for turn, move in enumerate(moves[:-CLICKED]):
        await (ada, ben)[turn % 2].slash("morris move", move=move)
    await room.house.until_posted()
    board = (await room.boards())[-1]
    for turn, move in enumerate(moves[-CLICKED:], len(moves) - CLICKED):
        player = (ada, ben)[turn % 2]
        composer = await player.click(board, "Move")
        for point in move.replace("x", "-").split("-"):
            composer = await pick(player, composer, point)
        await player.click(composer.message, "Confirm")
        board = await room.board(player, after=board)

    position = Table(match_of(board), "morris", (ada, ben)).position(room.house)
    assert position.result is not None
    assert not board.has_button("Move")
    answer = await ben.slash("match export", match=str(match_of(board)))
    assert answer.message is not None
    record = await answer.message.files[0].read()
    assert json.loads(record)["moves"] == moves
    path = tmp_path / "match.json"
    path.write_bytes(record)
    assert CliRunner().invoke(app, ["verify", str(path)]).exit_code == 0


async def test_a_computer_takes_a_seat(room: Room, ada: Player) -> None:
    await ada.slash("morris start", computers="hard")
    board = await room.board(ada)
    table = Table(match_of(board), "morris", (ada, None))
    await ada.slash("morris move", move="d6")
    await room.house.until(lambda: table.played(room.house) == 2, "the computer's move")
    hint = await ada.slash("morris hint")
    assert hint.message is not None
    assert hint.message.has_button("Confirm"), hint.text
