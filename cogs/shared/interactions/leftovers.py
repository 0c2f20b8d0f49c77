"""Private messages that only say what was done, or have asked what is done now.

Each is deleted when the next one of its match comes; those that lead to a match or a lesson belong to no match yet.

Discord lets a bot delete a private message for fifteen minutes after the click or command that led to it.
"""

import contextlib

from cachetools import TTLCache

from cogs.shared.interactions.client import Client
from cogs.shared.interactions.failures import REQUEST_ERRORS
from cogs.shared.interactions.per_bot import per_bot
from cogs.shared.interactions.replies import Interaction

NO_MATCH = 0  # where the id of a match belongs
DELETABLE_FOR = 14 * 60.0  # seconds
CACHE_SIZE = 10_000  # messages

_Leftover = tuple[Interaction, int]  # the interaction that led to the message, and the message's id


@per_bot
def _of(_bot: Client) -> TTLCache[tuple[int, int], _Leftover]:
    """The leftovers by match and person."""
    return TTLCache(CACHE_SIZE, DELETABLE_FOR)


def note_leftover(interaction: Interaction, match_id: int, message_id: int) -> None:
    """Records that this private message, the response to the interaction, only says what was done in the match."""
    newest, _ = _of(interaction.client).get((match_id, interaction.user.id), (interaction, message_id))
    if newest.id <= interaction.id:
        _of(interaction.client)[match_id, interaction.user.id] = (interaction, message_id)


async def remove_leftover(interaction: Interaction, match_id: int, message_id: int | None = None) -> None:
    """Deletes the person's older private message about this match, as `message_id` or a public one replaces it."""
    key = match_id, interaction.user.id
    older, older_id = _of(interaction.client).get(key, (None, None))
    if older is None or older.id > interaction.id:  # that one is newer, although its board came first
        return
    del _of(interaction.client)[key]
    if older_id != message_id:
        with contextlib.suppress(*REQUEST_ERRORS):  # the person may have closed it
            await older.delete_original_response()
