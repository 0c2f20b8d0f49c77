"""What a person reads when something can't be done, and what the log says of it."""

import contextlib
import logging

import discord
from discord import app_commands

from bot.computers.faults import reference, where
from bot.match import BoardHasMoved, EventKind, MatchOver, NoSuchMatch, NotWritable, Refusal, act_of
from bot.rules import GAMES, IllegalMove
from bot.text import N_, say, say_error
from cogs.shared.answers import Asked, jump, tell
from cogs.shared.first_answers import TROUBLE, UNKNOWN_INTERACTION, FirstAnswer
from cogs.shared.posting import Posting
from cogs.shared.presses import action_of
from cogs.shared.refusals import next_step
from cogs.shared.screens import screen_of
from cogs.shared.solo import show_private
from cogs.shared.words import command_of

log = logging.getLogger(__name__)

UNEXPECTED = N_(
    "Something went wrong on my side. {outcome} If it happens again, tell the person who runs this bot the reference "
    "**{reference}**."
)
OUTDATED_COMMAND = N_(
    "This command has changed since your Discord loaded it. Please restart Discord (Ctrl+R on a computer) and "
    "try again."
)
DISCORD_TROUBLE = N_(
    "Discord has trouble right now, so I couldn't show you everything. {outcome} (Reference **{reference}**)"
)
NOT_WRITABLE = N_("{refusal} {outcome} Please tell the person who runs this bot.")
NOT_HERE = N_("That person isn't on this server. Choose somebody who is.")

# What has come of the command or click of which nothing else can be told.
PLAYED = N_("Your move was played, and the board will show it.")
DONE = N_("What you asked for was done.")
NOTHING = N_("Nothing was played.")
UNKNOWN = N_("`/match list` shows whether your move was played.")

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
    try:
        words = await _words(interaction, original(raised), match_id)
        if words is not None:
            await tell(interaction, words)
    except (discord.HTTPException, *TROUBLE) as failure:
        log.warning("Could not tell %s about it: %s", _asked(interaction), type(failure).__name__)
    except Exception:  # of this nobody else would take note
        log.exception("Could not explain what became of %s", _asked(interaction))


async def _words(interaction: Asked, error: BaseException, match_id: int | None) -> str | None:
    """What is to be told; None if nothing can be, or everything was."""
    locale = str(interaction.locale)
    if isinstance(error, discord.NotFound) and error.code == UNKNOWN_INTERACTION:
        FirstAnswer.of(interaction).lost = True
        log.warning("Came too late to answer %s", _asked(interaction))
        return None
    if isinstance(error, NotWritable):
        return say(NOT_WRITABLE, locale, refusal=say_error(error, locale), outcome=await _outcome(interaction))
    if isinstance(error, Refusal):
        try:
            moved = isinstance(error, BoardHasMoved) and match_id is not None
            if moved and await _shown_anew(interaction, error, match_id):
                return None
            return await _refused(interaction, error, match_id)
        except Exception:  # looking for the next step failed, but the refusal itself can be told
            log.exception("No next step for %s", _asked(interaction))
            return say_error(error, locale)
    if isinstance(error, IllegalMove):
        return say_error(error, locale)
    if isinstance(error, app_commands.NoPrivateMessage):
        return say(ONLY_IN_SERVERS, locale)
    if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
        return say(OUTDATED_COMMAND, locale)
    if isinstance(error, app_commands.TransformerError) and error.type is discord.AppCommandOptionType.user:
        return say(NOT_HERE, locale)
    number = reference()
    said = f" ({error})" if isinstance(error, discord.HTTPException) else ""  # which of our fields it means
    log.error("Reference %s: %s: %s%s", number, _asked(interaction), where(error), said)
    if isinstance(error, (discord.DiscordServerError, *TROUBLE)):
        outcome = await _outcome(interaction, or_else=N_("Nothing was played. Please try again in a minute."))
        return say(DISCORD_TROUBLE, locale, outcome=outcome, reference=number)
    return say(UNEXPECTED, locale, outcome=await _outcome(interaction), reference=number)


async def _outcome(interaction: Asked, or_else: str = NOTHING) -> str:
    """What has come of it by now; `or_else` where that is nothing."""
    locale = str(interaction.locale)
    try:
        act = await act_of(interaction.client.store, interaction.id)
    except Exception as error:
        log.error("What became of %s can't be read: %s", _asked(interaction), where(error))
        return say(UNKNOWN, locale)
    return say(or_else if act is None else PLAYED if act is EventKind.MOVE else DONE, locale)


async def _shown_anew(interaction: Asked, refusal: Refusal, match_id: int | None) -> bool:
    """Show a match that is played in private as it is now, since no board does; False if it is played on boards."""
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
    """What was asked for, for the log: the name of a command or of a button's action.

    Never what was typed or chosen, as a custom id may name a card that nobody else sees, nor who asked.
    """
    command = interaction.command.qualified_name if interaction.command else None
    return f"interaction {interaction.id} ({command or action_of(interaction)}) in channel {interaction.channel_id}"
