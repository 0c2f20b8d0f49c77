"""Private messages about a match, its choices and what was done: each is deleted when the next one comes.

And questions that led to a public message, which then say so.

Discord lets a bot delete a private message for fifteen minutes after the click or command that led to it.
"""

import contextlib

from cachetools import TTLCache

from cogs.shared.client.client import Client
from cogs.shared.client.failures import REQUEST_ERRORS
from cogs.shared.client.per_bot import per_bot
from cogs.shared.interactions.replies import Interaction, PrivateMessage, delete_reply

NO_MATCH = 0  # in place of a match's id: a question from which a match is opened
DELETABLE_FOR = 14 * 60.0  # seconds
CACHE_SIZE = 10_000  # messages

_Leftover = tuple[Interaction, int]  # the interaction that led to the message, and the message's id


@per_bot
def leftovers_of(_bot: Client) -> TTLCache[tuple[int, int], _Leftover]:
    """The leftovers by match and person."""
    return TTLCache(CACHE_SIZE, DELETABLE_FOR)


def note_leftover(interaction: Interaction, match_id: int, message_id: int) -> None:
    """Records that this private message, the response to the interaction, is the person's about the match."""
    newest, _ = leftovers_of(interaction.client).get((match_id, interaction.user.id), (interaction, message_id))
    if newest.id <= interaction.id:
        leftovers_of(interaction.client)[match_id, interaction.user.id] = (interaction, message_id)


async def close_question(interaction: Interaction, words: str) -> None:
    """Says `words` in place of the person's newest question of NO_MATCH, which has been answered in public."""
    older, _ = leftovers_of(interaction.client).pop((NO_MATCH, interaction.user.id), (None, 0))
    if older is not None:
        with contextlib.suppress(*REQUEST_ERRORS):  # the person may have closed it
            await older.edit_original_response(view=PrivateMessage(words))


async def replace_leftover(interaction: Interaction, match_id: int, message_id: int) -> None:
    """Deletes the person's older private message about this match, as `message_id` replaces it."""
    older, older_id = leftovers_of(interaction.client).get((match_id, interaction.user.id), (interaction, message_id))
    note_leftover(interaction, match_id, message_id)
    if older_id != message_id and older.id <= interaction.id:  # otherwise that one is newer, although it came first
        with contextlib.suppress(*REQUEST_ERRORS):  # the person may have closed it
            await delete_reply(older, older_id)
