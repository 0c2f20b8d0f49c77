"""Links to messages: any message, a match's newest board, its table."""

from bot.match import NOWHERE, Match
from cogs.shared.access.visibility import can_see
from cogs.shared.client.client import Client
from cogs.shared.client.initial_responses import Interaction


def message_link(guild_id: int | None, channel_id: int, message_id: int) -> str:
    return f"https://discord.com/channels/{guild_id or '@me'}/{channel_id}/{message_id}"


def channel_link(guild_id: int, channel_id: int) -> str:
    return f"https://discord.com/channels/{guild_id}/{channel_id}"


async def board_link(bot: Client, match_id: int) -> str | None:
    """The link to a match's newest board; None if nothing was posted, or everybody has a board of their own."""
    board = await bot.matches.outbox.board_message(match_id)
    if board is None:
        return None
    place, message_id = board
    if place == NOWHERE:
        return None
    return message_link(place.guild_id, place.posted_in, message_id)


async def visible_board_link(interaction: Interaction, match: Match) -> str | None:
    """The link to a match's newest board; None if nothing was posted, or the person may not see the match."""
    return await board_link(interaction.client, match.id) if await can_see(interaction, match) else None


def table_link(match: Match) -> str:
    """The link to a table's message, which must have been posted."""
    return message_link(match.place.guild_id, match.table_in, match.table_message_id or 0)
