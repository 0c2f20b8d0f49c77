"""What people are told about errors, and what is logged."""

import contextlib
import logging
from typing import Any

import discord
from discord import app_commands

from bot.computers.faults import reference, where
from bot.match import (
    BoardHasMoved,
    Busy,
    EventKind,
    MatchOver,
    NoSuchMatch,
    NotWritable,
    Refusal,
    Status,
    StoreBusy,
    Unsure,
    act_of,
    has_written,
    log_failure,
)
from bot.metrics import ERRORS
from bot.rules import GAMES, IllegalMove
from bot.text import N_, say, say_error
from bot.text.terms import join_sentences
from cogs.shared.access.links import board_link
from cogs.shared.boards.posting import Posting
from cogs.shared.boards.solo import show_private
from cogs.shared.choosing.match_lookup import found_match
from cogs.shared.choosing.match_picker import match_picker
from cogs.shared.client.failures import NETWORK_ERRORS, REQUEST_ERRORS
from cogs.shared.client.initial_responses import UNKNOWN_INTERACTION, InitialResponse
from cogs.shared.client.refusals import WhichMatch, next_step
from cogs.shared.commands.outages import outage_text
from cogs.shared.interactions.clicks import action_of
from cogs.shared.interactions.replies import Interaction, reply
from cogs.shared.presentation.icons import note_refusal
from cogs.shared.presentation.registry import cog_for
from cogs.shared.wording.labels import command_name_of

log = logging.getLogger(__name__)

UNEXPECTED = N_(
    "Something went wrong on my side. {outcome} If it happens again, tell the bot's operator this "
    "reference: **{reference}**."
)
OUTDATED_COMMAND = N_(
    "This command has changed since your Discord loaded it. Please restart Discord (Ctrl+R on a "
    "computer) and try again."
)
DISCORD_TROUBLE = N_(
    "Discord is having trouble, so I couldn't show you everything. {outcome} (Reference **{reference}**)"
)
NOT_WRITABLE = N_("{refusal} {outcome} Please tell the bot's operator.")
PICK_MATCH = N_("You have {number} matches here. Choose one from the list.")
NOT_SUCH_A_VALUE = N_("One of the options can't have that value. Choose what is listed, or leave it out.")
NOT_HERE = N_("That person isn't on this server. Choose someone who is.")

# The result of a command or click about which nothing else is known.
MOVE_PLAYED = N_("Your move was played. The board will show it.")
REQUEST_DONE = N_("Your request went through.")
NOTHING_PLAYED = N_("Nothing was played.")
NOTHING_CHANGED = N_("Nothing was changed.")
OUTCOME_UNKNOWN = N_("It may have been done, so look before you repeat it.")

MOVES = frozenset({"confirm", "confirm_plan", "now"})  # the buttons that play one

CURRENT_POSITION = N_("This is the current position.")
SERVER_ONLY = N_("Matches are played in a server's channels. Please use this command there.")


def original(error: BaseException) -> BaseException:
    """The error wrapped by discord.py."""
    wrapping = app_commands.CommandInvokeError | app_commands.TransformerError | app_commands.CheckFailure
    while isinstance(error, wrapping) and error.__cause__:
        error = error.__cause__
    return error


async def explain(interaction: Interaction, raised: BaseException, *, match_id: int | None = None) -> None:
    """Tells the person what went wrong and what to do next.

    Refusals are normal; everything else is logged with a reference to quote. `match_id` is the match it was about.
    Once the bot has closed its connection nobody can be told anything, and that is what went wrong.
    """
    if interaction.client.is_closed():
        log.warning("The bot has stopped before %s was answered", _log_name(interaction))
        return
    try:
        error = original(raised)
        words = await _explanation(interaction, error, match_id)
        if words is None:
            return
        rows: list[Any] = []
        if isinstance(error, WhichMatch) and (rows := await match_picker(interaction, error)):
            words = say(PICK_MATCH, number=len(error.matches))
        await reply(interaction, words, rows=rows, insistent=True)
    except REQUEST_ERRORS as failure:
        log.warning("Couldn't answer %s: %s", _log_name(interaction), type(failure).__name__)
    except Exception as failure:  # nothing else would log this
        log_failure(log, failure, "Couldn't explain the outcome of %s: %s", _log_name(interaction), where(failure))


async def _explanation(interaction: Interaction, error: BaseException, match_id: int | None) -> str | None:
    """The message; None if nothing can be sent, or everything has been said."""
    if isinstance(error, discord.NotFound) and error.code == UNKNOWN_INTERACTION:
        InitialResponse.of(interaction).too_late = True
        log.warning("Too late to answer %s", _log_name(interaction))
        return None
    if isinstance(error, StoreBusy | Unsure) or (type(error) is Busy and has_written()):
        return outage_text(interaction, unsure=isinstance(error, Unsure))
    if isinstance(error, NotWritable):
        or_else = NOTHING_PLAYED if _plays(interaction) else NOTHING_CHANGED
        return say(NOT_WRITABLE, refusal=say_error(error), outcome=await _outcome(interaction, or_else))
    if isinstance(error, Refusal):
        try:
            if (
                isinstance(error, BoardHasMoved)
                and match_id is not None
                and await _show_again(interaction, error, match_id)
            ):
                return None
            return await _refusal_text(interaction, error, match_id)
        except Exception as failure:  # the search for a next step failed, but the refusal itself can be shown
            log_failure(log, failure, "No next step for %s: %s", _log_name(interaction), where(failure))
            return say_error(error)
    if isinstance(error, IllegalMove):
        return say_error(error)
    if isinstance(error, app_commands.NoPrivateMessage):
        return say(SERVER_ONLY)
    if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
        return say(OUTDATED_COMMAND)
    if isinstance(error, app_commands.TransformerError) and error.type is discord.AppCommandOptionType.user:
        return say(NOT_HERE)
    if isinstance(error, app_commands.TransformerError):
        return say(NOT_SUCH_A_VALUE)
    number, name = reference(), _log_name(interaction)
    detail = f" ({error})" if isinstance(error, discord.HTTPException) else ""  # which of our fields it means
    without_icons = isinstance(error, discord.HTTPException) and note_refusal(error)  # so the next answer is taken
    if without_icons or isinstance(error, (discord.DiscordServerError, *NETWORK_ERRORS)):
        log.warning("Reference %s: %s: Discord is away: %s%s", number, name, type(error).__name__, detail)
        outcome = await _outcome(interaction, or_else=N_("Nothing was played. Please try again in a minute."))
        return say(DISCORD_TROUBLE, outcome=outcome, reference=number)
    ERRORS.labels(type(error).__name__).inc()
    log.error("Reference %s: %s: %s%s", number, name, where(error), detail)
    return say(UNEXPECTED, outcome=await _outcome(interaction), reference=number)


async def _outcome(interaction: Interaction, or_else: str = NOTHING_PLAYED) -> str:
    """What has happened so far; `or_else` if that is nothing."""
    try:
        act = await act_of(interaction.client.store, interaction.id)
    except Exception as error:
        log_failure(log, error, "Can't read the outcome of %s: %s", _log_name(interaction), where(error))
        return say(OUTCOME_UNKNOWN if has_written() else or_else)
    return say(or_else if act is None else MOVE_PLAYED if act is EventKind.MOVE else REQUEST_DONE)


async def _show_again(interaction: Interaction, refusal: Refusal, match_id: int) -> bool:
    """Shows a private match as it is now, since no board does; False if the match has boards."""
    match = await interaction.client.matches.get(match_id)
    if not match.terms.private or not match.seat_of(interaction.user.id):
        return False
    words = join_sentences((say_error(refusal), say(CURRENT_POSITION)))
    await show_private(cog_for(interaction.client, match.game), interaction, match, words)
    return True


async def _refusal_text(interaction: Interaction, refusal: Refusal, match_id: int | None) -> str:
    words = say_error(refusal)
    if isinstance(refusal, BoardHasMoved) and match_id is not None:
        await Posting.of(interaction.client).waiters.wait_for_board(match_id, refusal.now)
        link = await board_link(interaction.client, match_id)
        if link is not None:
            return join_sentences((words, say(N_("[Go to the current one]({link})."), link=link)))
    if isinstance(refusal, MatchOver) and match_id is not None:
        matches = interaction.client.matches
        match = await matches.get(match_id)
        host = None if match.series is None else match.series.host
        if host is not None and (await matches.get(host)).status is Status.RUNNING:
            return say(N_("Your game is over. The board compares the scores once everyone has finished."))
        if match.terms.private and match.series is None and len(match.seats) == 1:
            new = say(N_("Start a new one with `/{game} solo`."), game=command_name_of(match.game))
            return join_sentences((words, new))
    step = next_step(refusal)
    if step is None:
        return words
    return join_sentences((words, say(step, game=await _command(interaction, match_id))))


async def _command(interaction: Interaction, match_id: int | None) -> str:
    """The command group of the match's game."""
    match_id = found_match(interaction) if match_id is None else match_id
    if match_id is not None:
        with contextlib.suppress(NoSuchMatch):
            return command_name_of((await interaction.client.matches.get(match_id)).game)
    if isinstance(interaction.command, app_commands.Command) and interaction.command.root_parent:
        name = interaction.command.root_parent.name
        if name.replace("-", "_") in GAMES:
            return name
    return command_name_of(next(iter(GAMES)))


def _plays(interaction: Interaction) -> bool:
    """Whether a move was asked for."""
    if interaction.command is not None:
        return interaction.command.name == "move"
    return action_of(interaction).removeprefix("button ") in MOVES


def _log_name(interaction: Interaction) -> str:
    """What was requested, for the log: the name of a command or of a button's action.

    Never what was typed or chosen, as a custom id may name a card that nobody else sees, nor who asked.
    """
    command = interaction.command.qualified_name if interaction.command else None
    return f"interaction {interaction.id} ({command or action_of(interaction)}) in channel {interaction.channel_id}"
