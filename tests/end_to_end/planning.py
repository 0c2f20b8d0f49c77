"""What people do who plan ahead, or look for opponents beyond their server."""

from tests.end_to_end.room import Player
from tests.messages import Message


async def plan(player: Player, board: Message, *moves: tuple[str, str]) -> Message:
    """A line chosen with the composer below the board; the private message that shows it."""
    shown = (await player.click(board, "More")).message
    shown = (await player.click(shown, "Plan ahead")).message
    shown = (await player.click(shown, "If …, then …")).message
    for move in moves:
        for step in move:
            assert shown is not None
            shown = await _choose(player, shown, step)
    shown = (await player.click(shown, "Save the line")).message
    assert shown is not None
    assert shown.ephemeral
    return shown


async def _choose(player: Player, message: Message, label: str) -> Message:
    for button in message.buttons:
        if button.label.split(" · ")[-1] == label:
            return (await player.click(message, button.custom_id or "")).message or message
    for select in message.selects:
        for option in select.options:
            if option.label.split(" · ")[-1] == label:
                return (await player.choose(message, select.custom_id, option.value)).message or message
    return message  # the only choice, which is made already


async def look(player: Player, game: str) -> None:
    """Looks for an opponent, in direct messages."""
    player.channel = await player.open_direct_messages()
    offered = await player.slash("match find")
    assert "Who sees what" in offered.text
    shown = await player.click(offered.message, game)
    assert not shown.failed


async def told(player: Player, words: str) -> Message:
    return await player.wait_for(lambda message: words in message.text and not message.ephemeral)
