"""Commands for all games: a person's matches, resigning, cancelling, closing a table."""

import contextlib

from discord import app_commands

from bot.client import Crux
from bot.match import ComputerLevel, Match, Status
from bot.match.decisions import expiry, lobby, presence, proposals
from bot.text import N_, say
from bot.text.terms import capitalise
from cogs.shared.boards.confirmations import confirm
from cogs.shared.boards.posting import Posting
from cogs.shared.boards.seat_status import has_stand_in
from cogs.shared.choosing.match_lookup import OPEN_OR_ALIVE, match_command, suggest_matches
from cogs.shared.choosing.turn_checks import end_absence
from cogs.shared.client.failures import REQUEST_ERRORS
from cogs.shared.client.refusals import ScreenRefusal
from cogs.shared.interactions.clicks import Click, action, number_in
from cogs.shared.interactions.replies import Interaction, reply
from cogs.shared.interactions.slash import everywhere, group_of, slash
from cogs.shared.management.agreements import find_undoable, may_undo, replace_player, seat_choices, undo_move
from cogs.shared.management.ending import ask_to_resign, offer_draw
from cogs.shared.management.moderation import end_command
from cogs.shared.management.relocating import relocate_command
from cogs.shared.people.overview import private_rows, send_match_list, send_next_match, state_of_play
from cogs.shared.people.privacy import delete_command
from cogs.shared.people.reminders import reminder_commands
from cogs.shared.people.searching import find_command
from cogs.shared.presentation.registry import cog_for
from cogs.shared.records.records import record_commands
from cogs.shared.tables.table import seat_lines, update_table
from cogs.shared.turns.orders import send_orders
from cogs.shared.wording.labels import game_title


def match_group() -> app_commands.Group:
    resigning = N_("Resign a match, after a confirmation")
    undoing = N_("Undo your last move, or ask the others to undo a finished one")
    commands = (
        slash("list", N_("List your matches and whose turn it is"), send_match_list),
        slash("next", N_("Show the match that has waited longest for your move"), send_next_match),
        find_command(),
        match_command("show", N_("Show how a match stands, only to you"), show, statuses=OPEN_OR_ALIVE, watching=True),
        match_command("resign", resigning, ask_to_resign),
        match_command("draw", N_("Offer a draw, which everyone must accept"), offer_draw),
        match_command("undo", undoing, undo_move, find=find_undoable, to_move=True, allowed=may_undo),
        match_command("plan", N_("Plan ahead: have moves played for you, also while you're away"), send_orders),
        slash(
            "replace",
            N_("Ask someone to take over a seat whose player has left or misses turns"),
            replace_player,
            seat=seat_choices,
            match=suggest_matches(),
        ),
        match_command(
            "cancel",
            N_("Cancel a table you opened that hasn't started"),
            cancel,
            which=N_("Which table, if you have several"),
            statuses=(Status.OPEN,),
        ),
        *record_commands(),
        *reminder_commands(),
        relocate_command(),
        delete_command("forget-me"),
    )
    return everywhere(group_of("match", N_("Your matches in all games"), commands))


async def show(interaction: Interaction, match: Match) -> None:
    """How a match stands: its terms, its seats and whose turn it is."""
    bot, user = interaction.client, interaction.user.id
    cog, part = cog_for(bot, match.game), match.own_part(user)
    own_match = match if part is None else await bot.matches.get(part.match_id)
    standing = await state_of_play(bot, match, user, own_match.clock)
    lines = [
        say(N_("### {game} · match {id}"), game=game_title(match), id=match.id),
        cog.terms(match),
        *seat_lines(match),
        capitalise(standing),
    ]
    await reply(interaction, "\n".join(lines), rows=private_rows(cog, match))


async def cancel(interaction: Interaction, match: Match) -> None:
    bot = interaction.client
    table = await bot.matches.act(match.id, lobby.cancel(interaction.user.id), interaction=interaction.id)
    await reply(interaction, say(N_("Table {id} is cancelled."), id=table.id))
    with contextlib.suppress(*REQUEST_ERRORS):  # its buttons say that it is cancelled
        await update_table(bot, table)


@action("im_back", "reply")
async def end_own_absence(click: Click) -> None:
    """Lets someone take their seat back from a computer."""
    match = await click.match()
    if not any(has_stand_in(match.seats[seat]) for seat in match.seat_of(click.user)):
        raise ScreenRefusal("No computer is playing for you in this match.")
    back = await end_absence(click.bot, match, click.user)
    await confirm(click.interaction, back, say(N_("Welcome back! It's your seat again.")))


@action("take_over", "reply")
async def take_over(click: Click) -> None:
    """Lets a computer play a seat whose players have left."""
    await click.match()
    seat = number_in(click.payload)
    match = await click.act(presence.take_over(click.user, seat, ComputerLevel.NORMAL))
    words = N_("A computer now plays {colour} until its player is back.")
    await confirm(click.interaction, match, say(words, colour=match.seats[seat].colour))


@action("claim", "reply")
async def claim(click: Click) -> None:
    """Makes a seat resign whose time has run out."""
    before = await click.match()
    match = await click.act(expiry.claim(click.user, seen_version=click.version))
    words = N_("You've claimed {colour}'s seat.")
    colour = before.seats[before.to_move or 0].colour
    await confirm(click.interaction, match, say(words, colour=colour))


@action("agree", "reply")
async def agree(click: Click) -> None:
    match = await click.match()
    if (absentee := await Posting.of(click.bot).membership.note_candidate(match)) is not None:
        raise ScreenRefusal(
            "{person} has left this server, so this request no longer applies. Ask someone else with `/match replace`.",
            person=f"<@{absentee}>",
        )
    match_now = await click.act(proposals.agree(click.user, seen_version=click.version))
    await confirm(click.interaction, match_now, say(N_("You agreed.")))


@action("decline", "reply")
async def decline(click: Click) -> None:
    before = await click.match()
    match = await click.act(proposals.decline(click.user, seen_version=click.version))
    agreed = before.proposal.agreed if before.proposal is not None else ()
    withdrawn = not set(agreed).isdisjoint(before.seat_of(click.user))
    words = (
        N_("You've withdrawn your request. The match goes on.") if withdrawn else N_("You declined. The match goes on.")
    )
    await confirm(click.interaction, match, say(words))


@action("take_seat", "reply")
async def take_seat(click: Click) -> None:
    """Accepts playing the seat that this person was asked to play."""
    await click.match()
    match = await click.act(proposals.take_seat(click.user, seen_version=click.version))
    outcome = N_("You're now in this match.") if match.seat_of(click.user) else N_("It's yours once the others agree.")
    await confirm(click.interaction, match, say(outcome))


async def setup(bot: Crux) -> None:
    bot.tree.add_command(match_group())
    bot.tree.add_command(end_command())
