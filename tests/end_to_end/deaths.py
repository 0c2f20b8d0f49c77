"""Bots that die at a moment which a test names."""

# The bot dies when something is about to happen for the nth time, or has just happened.
DIES = """
import os, signal
from sqlalchemy.ext.asyncio import AsyncConnection
from bot.match import Matches
from bot.match.parts.outbox import Outbox
from cogs.shared.boards.posting import Posting
from discord.http import HTTPClient
left = {times}
known = {place}
async def dies(*these, **named):
    global left
    left -= 1
    if {before} and left <= 0:
        os.kill(os.getpid(), signal.SIGKILL)
    done = await known(*these, **named)
    if left <= 0:
        os.kill(os.getpid(), signal.SIGKILL)
    return done
{place} = dies
"""

PLACES = (
    ("Matches.act", True),  # Discord has been told that the bot is thinking
    ("Matches.act", False),  # the move stands and nobody knows of it
    ("AsyncConnection.commit", True),
    ("AsyncConnection.commit", False),
    ("HTTPClient.send_message", True),
    ("HTTPClient.send_message", False),  # Discord has taken a board and the bot hasn't noted it
    ("HTTPClient.edit_message", False),
    ("Outbox.note_posted", False),
    ("Outbox.note_stripped", True),
)

AT_MOST = 25.0  # seconds until a bot that has not died by itself is killed, in which people have played all the same
