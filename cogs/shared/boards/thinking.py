"""Waiting for computers before something is shown to a player of a match."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

import discord

from bot.match import Match, Status, log_failure
from bot.text import N_, say
from cogs.shared.client.client import Client
from cogs.shared.client.per_bot import per_bot
from cogs.shared.interactions.clicks import button, row
from cogs.shared.interactions.replies import Interaction, reply
from cogs.shared.presentation.presentation import Presentation, last_lines
from cogs.shared.wording.labels import people

log = logging.getLogger(__name__)

LOOK_EVERY = 0.5  # seconds
LONGEST = 14 * 60  # seconds, as Discord lets a private message be edited for fifteen minutes

Show = Callable[[Match, str], Awaitable[None]]
"""Shows a match to somebody, with what has just been played."""


@per_bot
def waiting_of(bot: Client) -> set[asyncio.Task[None]]:
    """The tasks that show a match later. They end with the bot."""
    waiting = set[asyncio.Task[None]]()

    async def stop() -> None:
        for task in tuple(waiting):
            task.cancel()

    bot.before_closing.append(stop)
    return waiting


def computer_to_move(match: Match) -> bool:
    """Whether the match waits for a computer's own seat."""
    running = match.status is Status.RUNNING and match.to_move is not None
    return running and match.seats[match.to_move or 0].computer is not None


async def show_thinking(cog: Presentation, interaction: Interaction, match: Match, intro: str, show: Show) -> None:
    """Shows a private match while a computer thinks, and calls `show` as `after_computers` does.

    A button shows the match as it is by then.
    """
    if match.state is None or match.to_move is None:
        raise ValueError(f"{match!r} waits for no computer")
    own, seat = match.seat_of(interaction.user.id)[0], match.seats[match.to_move]
    thinks = say(N_("{colour} is thinking: {people} …"), colour=seat.colour.capitalize(), people=people(seat))
    await reply(
        interaction,
        "\n".join(filter(None, (intro, thinks))),
        pictures=await cog.attachments([cog.board_sheet(match.state.sight(own), cog.marks(match))], "choice"),
        rows=[row(button(say(N_("Show the match")), "private", about=(match.id, match.version)))],
        replace=True,
    )
    after_computers(cog, match.id, show)


def after_computers(cog: Presentation, match_id: int, show: Show) -> None:
    """Calls `show` once it's a person's turn in the match or the match is over, in a task of its own.

    The wait isn't part of an interaction's work, so that the bot can stop meanwhile.
    """
    task = asyncio.create_task(_wait(cog, match_id, show), name=f"waits for the computers of match {match_id}")
    waiting = waiting_of(cog.bot)
    waiting.add(task)
    task.add_done_callback(waiting.discard)


async def _wait(cog: Presentation, match_id: int, show: Show) -> None:
    try:
        async with asyncio.timeout(LONGEST):
            match = await cog.bot.matches.get(match_id)
            while computer_to_move(match):  # it may be played by another process
                await asyncio.sleep(LOOK_EVERY)
                match = await cog.bot.matches.get(match_id)
        newest = match.trail.newest(1)  # with what computers played after it
        await show(match, last_lines(cog.describe_turns(newest)))
    except (TimeoutError, discord.NotFound):  # the message's button or `/match show` opens it again
        log.info("Couldn't show the turn in match %d", match_id)
    except Exception as error:  # its text might name what is hidden
        log_failure(log, error, "Can't show the turn in match %d: %s", match_id, type(error).__name__)
