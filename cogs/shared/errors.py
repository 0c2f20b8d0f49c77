"""What a person reads when something can't be done, and what the log says of it."""

import contextlib
import logging
import secrets

import aiohttp
import discord
from discord import app_commands

from bot.match import BoardHasMoved, MatchOver, NoSuchMatch, Refusal
from bot.rules import GAMES, IllegalMove
from bot.text import N_, say, say_error
from cogs.shared.answers import Asked, jump, named_in, tell
from cogs.shared.refusals import next_step
from cogs.shared.words import command_of

log = logging.getLogger(__name__)

UNKNOWN_INTERACTION = 10062  # Discord has told the person already that nothing came

UNEXPECTED = N_(
    "Something went wrong on my side, and I have noted it under **{reference}**. What was played is safe: "
    "`/match list` shows your matches. If it happens again, tell whoever runs this bot that reference."
)
OUTDATED_COMMAND = N_(
    "This command has changed since your Discord loaded it. Please restart Discord (Ctrl+R on a computer) and "
    "try again."
)
DISCORD_TROUBLE = N_(
    "Discord itself has trouble just now, so I could not show you this. Nothing you played is lost; please try "
    "again in a minute. (Reference **{reference}**)"
)
ONLY_IN_SERVERS = N_("Matches are played in a server's channels: please use this command there.")


def original(error: BaseException) -> BaseException:
    """The error that discord.py wrapped."""
    while isinstance(error, app_commands.CommandInvokeError | app_commands.TransformerError) and error.__cause__:
        error = error.__cause__
    return error


async def explain(interaction: Asked, raised: BaseException, *, match_id: int | None = None) -> None:
    """Tell the person what went wrong and what to do next.

    Refusals are ordinary; everything else is logged with a reference to quote. `match_id` is the match it was about.
    """
    error = original(raised)
    if isinstance(error, discord.NotFound) and error.code == UNKNOWN_INTERACTION:
        interaction.extras["lost"] = True
        log.warning("Came too late to answer %s", _asked(interaction))
        return
    locale = str(interaction.locale)
    if isinstance(error, Refusal):
        try:
            if (
                isinstance(error, BoardHasMoved)
                and match_id is not None
                and await _shown_anew(interaction, error, match_id)
            ):
                return
            words = await _refused(interaction, error, match_id)
        except Exception:  # looking for the next step failed, but the refusal itself can be told
            log.exception("No next step for %s", _asked(interaction))
            words = say_error(error, locale)
    elif isinstance(error, IllegalMove):
        words = say_error(error, locale)
    elif isinstance(error, app_commands.NoPrivateMessage):
        words = say(ONLY_IN_SERVERS, locale)
    elif isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
        words = say(OUTDATED_COMMAND, locale)
    else:
        reference = secrets.token_hex(3).upper()
        log.error("Reference %s: %s", reference, _asked(interaction), exc_info=error)
        trouble = isinstance(error, discord.DiscordServerError | discord.RateLimited | aiohttp.ClientError | OSError)
        words = say(DISCORD_TROUBLE if trouble else UNEXPECTED, locale, reference=reference)
    try:
        await tell(interaction, words)
    except discord.HTTPException as failure:
        log.warning("Could not tell %s about it: %s", _asked(interaction), failure)


async def _shown_anew(interaction: Asked, refusal: Refusal, match_id: int | None) -> bool:
    """Show a match that is played in private as it is now, since no board does; False if it is played on boards."""
    from cogs.shared.screens import screen_of  # both build on the buttons, which need this module
    from cogs.shared.solo import show_private

    if match_id is None:
        return False
    match = await interaction.client.matches.get(match_id)
    if not match.private or not match.seat_of(interaction.user.id):
        return False
    locale = str(interaction.locale)
    words = f"{say_error(refusal, locale)} {say(N_('This is how it stands now.'), locale)}"
    await show_private(screen_of(interaction.client, match.game), interaction, match, words)
    return True


async def _refused(interaction: Asked, refusal: Refusal, match_id: int | None) -> str:
    locale = str(interaction.locale)
    words = say_error(refusal, locale)
    if isinstance(refusal, BoardHasMoved) and match_id is not None:
        from cogs.shared.posting import Posting  # which shows boards, whose buttons need this module

        await Posting.of(interaction.client).wait_for_board(match_id, refusal.now)
        shown = await interaction.client.matches.board_message(match_id)
        if shown is not None:
            place, message_id = shown
            link = jump(place.guild_id, place.posted_in, message_id)
            return f"{words} " + say(N_("[Here is the current one]({link})."), locale, link=link)
    if isinstance(refusal, MatchOver) and match_id is not None:
        match = await interaction.client.matches.get(match_id)
        if match.private and match.series is None:
            return f"{words} " + say(N_("`/{game} solo` begins a new one."), locale, game=command_of(match.game))
    step = next_step(refusal)
    if step is None:
        return words
    return f"{words} {say(step, locale, game=await _command(interaction, match_id))}"


async def _command(interaction: Asked, match_id: int | None) -> str:
    """The command group of the game it is about."""
    if match_id is not None:
        with contextlib.suppress(NoSuchMatch):
            return command_of((await interaction.client.matches.get(match_id)).game)
    if isinstance(interaction.command, app_commands.Command) and interaction.command.root_parent:
        name = interaction.command.root_parent.name
        if name.replace("-", "_") in GAMES:
            return name
    return command_of(next(iter(GAMES)))


def _asked(interaction: Asked) -> str:
    """Who asked for what, for the log: names of commands and custom ids, never what was typed into them."""
    command = interaction.command.qualified_name if interaction.command else None
    return f"interaction {interaction.id} ({command or named_in(interaction)}) in channel {interaction.channel_id}"
