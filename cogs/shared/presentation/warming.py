"""Drawing what pictures of a game share before anyone waits for one of them.

The first picture of a game, or with another number of seats or another field, takes some tenths of a second of a core,
mostly for the board that is the same in all later ones. That is drawn when a table opens, while people still join, and
for the usual tables when the bot starts. All of it waits behind pictures that someone sees.
"""

import asyncio
import logging
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from bot.rules.chance import SEED_BYTES, Sealed
from cogs.shared.presentation.drawing import COMPUTERS_PLAY, draw_in_thread
from cogs.shared.presentation.presentation import Presentation

log = logging.getLogger(__name__)

_warming: set[asyncio.Task[None]] = set()


def begin_to_warm(cog: Presentation, seats: int, options: Mapping[str, object]) -> None:
    """Draws in the background what the pictures of such a match share."""
    task = asyncio.create_task(warm(cog, seats, options), name="warming")
    _warming.add(task)
    task.add_done_callback(_warming.discard)


async def warm(cog: Presentation, seats: int, options: Mapping[str, object]) -> None:
    """Draws the first board of such a match, with made-up luck, and forgets it."""
    try:
        first = cog.game.start(seats, options, Sealed(bytes(SEED_BYTES), "")).sight(None)
        await draw_in_thread(partial(cog.pictures.draw, first), COMPUTERS_PLAY)
    except Exception as error:  # whoever asks for such a picture learns what is wrong
        log.warning("A board of %s couldn't be drawn in advance: %s", cog.game.key, type(error).__name__)


def usual_tables(cogs: Sequence[Presentation]) -> Iterator[tuple[Presentation, int]]:
    """Every game with its usual numbers of seats, the smallest of each game first."""
    numbers = [[(cog, seats) for seats in cog.game.seats({}) if seats > 1] for cog in cogs]
    longest = max(map(len, numbers), default=0)
    return (own[index] for index in range(longest) for own in numbers if index < len(own))
