"""Commands for all games: a person's matches, resigning, cancelling, closing a table."""

import contextlib

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import Crux
from bot.match import ComputerLevel, Status
from bot.match.decisions import expiry, lobby, presence, proposals
from bot.text import N_, say
from cogs.shared.boards.confirmations import confirm
from cogs.shared.boards.posting import Posting
from cogs.shared.boards.seat_status import has_stand_in
from cogs.shared.choosing.match_lookup import UNFINISHED, find_match, match_choices
from cogs.shared.choosing.turn_checks import end_absence
from cogs.shared.interactions.clicks import Click, action, number_in
from cogs.shared.interactions.refusals import ScreenRefusal
from cogs.shared.interactions.replies import Interaction, defer_reply, reply
from cogs.shared.management.agreements import replace_player, seat_choices, undo_move
from cogs.shared.management.ending import ask_to_resign, offer_draw
from cogs.shared.management.moderation import end_command
from cogs.shared.management.relocating import relocate_command
from cogs.shared.people.overview import next_commands, private_rows, send_match_list, state_of_play
from cogs.shared.people.privacy import delete_command
from cogs.shared.people.reminders import reminder_commands
from cogs.shared.presentation.registry import cog_for
from cogs.shared.records.records import record_commands
from cogs.shared.tables.table import seat_lines, update_table
from cogs.shared.wording.labels import game_title

OPEN_OR_ALIVE = (Status.OPEN, *UNFINISHED)


@app_commands.allowed_contexts(guilds=True, dms=True)
@app_commands.allowed_installs(guilds=True, users=False)
class Matches(commands.GroupCog, group_name="match", group_description=N_("Your matches in all games")):
    """The commands of `/match`."""

    def __init__(self, bot: Crux) -> None:
        self.bot = bot
        if self.app_command is not None:
            for command in (
                *record_commands(),
                *next_commands(),
                *reminder_commands(),
                relocate_command(),
                delete_command("forget-me"),
            ):
                self.app_command.add_command(command)
        self._end = end_command()

    async def cog_load(self) -> None:
        self.bot.tree.add_command(self._end)

    async def cog_unload(self) -> None:
        self.bot.tree.remove_command(self._end.name)

    @app_commands.command(name="list", description=N_("List your matches and whose turn it is"))
    async def list_matches(self, interaction: Interaction) -> None:
        await defer_reply(interaction)
        await send_match_list(interaction, OPEN_OR_ALIVE)

    @app_commands.command(name="show", description=N_("Show how a match stands, only to you"))
    @app_commands.describe(match=N_("Which match, if you have several"))
    async def show(self, interaction: Interaction, match: str | None = None) -> None:
        await defer_reply(interaction)
        chosen = await find_match(interaction, None, match, watching=True, statuses=OPEN_OR_ALIVE)
        lines = [
            say(N_("### {game} · match {id}"), game=game_title(chosen), id=chosen.id),
            cog_for(self.bot, chosen.game).terms(chosen),
        ]
        lines.extend(seat_lines(chosen))
        part = chosen.own_part(interaction.user.id)
        timed = chosen if part is None else await self.bot.matches.get(part.match_id)
        standing = await state_of_play(self.bot, chosen, interaction.user.id, timed.clock)
        lines.append(standing[:1].upper() + standing[1:])
        await reply(interaction, "\n".join(lines), rows=private_rows(cog_for(self.bot, chosen.game), chosen))

    @app_commands.command(name="resign", description=N_("Resign a match, after a confirmation"))
    @app_commands.describe(match=N_("Which match, if you have several"))
    async def resign(self, interaction: Interaction, match: str | None = None) -> None:
        await defer_reply(interaction)
        await ask_to_resign(interaction, await find_match(interaction, None, match))

    @app_commands.command(name="draw", description=N_("Offer a draw, which everyone must accept"))
    @app_commands.describe(match=N_("Which match, if you have several"))
    async def draw(self, interaction: Interaction, match: str | None = None) -> None:
        await defer_reply(interaction)
        await offer_draw(interaction, await find_match(interaction, None, match))

    @app_commands.command(name="undo", description=N_("Undo your last move, or ask the others to undo a finished one"))
    @app_commands.describe(match=N_("Which match, if you have several"))
    async def undo(self, interaction: Interaction, match: str | None = None) -> None:
        await defer_reply(interaction)
        await undo_move(interaction, await find_match(interaction, None, match))

    @app_commands.command(
        name="replace", description=N_("Ask someone to take over a seat whose player has left or misses turns")
    )
    @app_commands.describe(
        seat=N_("The seat to take over; the possible ones are listed"),
        by=N_("Who should play it from now on"),
        match=N_("Which match, if you have several"),
    )
    async def replace(self, interaction: Interaction, seat: str, by: discord.Member, match: str | None = None) -> None:
        await defer_reply(interaction)
        await replace_player(interaction, seat, by, match)

    @replace.autocomplete("seat")
    async def suggest_seats(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await seat_choices(interaction, typed)

    @app_commands.command(name="cancel", description=N_("Close a table you opened that hasn't started"))
    @app_commands.describe(match=N_("Which table, if you have several"))
    async def cancel(self, interaction: Interaction, match: str | None = None) -> None:
        await defer_reply(interaction)
        chosen = await find_match(interaction, None, match, statuses=(Status.OPEN,))
        closed = await self.bot.matches.act(chosen.id, lobby.cancel(interaction.user.id), interaction=interaction.id)
        await reply(interaction, say(N_("Table {id} is closed."), id=closed.id))
        with contextlib.suppress(discord.HTTPException):  # its buttons say that it is closed
            await update_table(self.bot, closed)

    @show.autocomplete("match")
    async def suggest_any(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await match_choices(interaction, None, typed, statuses=OPEN_OR_ALIVE)

    @resign.autocomplete("match")
    @draw.autocomplete("match")
    @undo.autocomplete("match")
    @replace.autocomplete("match")
    async def suggest_running(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await match_choices(interaction, None, typed)

    @cancel.autocomplete("match")
    async def suggest_open(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await match_choices(interaction, None, typed, statuses=(Status.OPEN,))


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
    seat = number_in(click.rest)
    taken = await click.act(presence.take_over(click.user, seat, ComputerLevel.NORMAL))
    words = N_("A computer now plays {colour} until its player is back.")
    await confirm(click.interaction, taken, say(words, colour=taken.seats[seat].colour))


@action("claim", "reply")
async def claim(click: Click) -> None:
    """Makes a seat resign whose time has run out."""
    before = await click.match()
    claim_line = await click.act(expiry.claim(click.user, seen_version=click.version))
    words = N_("You've claimed {colour}'s seat.")
    colour = before.seats[before.to_move or 0].colour
    await confirm(click.interaction, claim_line, say(words, colour=colour))


@action("agree", "reply")
async def agree(click: Click) -> None:
    match = await click.match()
    if (gone := await Posting.of(click.bot).membership.note_candidate(match)) is not None:
        raise ScreenRefusal(
            "{person} has left this server, so this request no longer applies. Ask someone else with `/match replace`.",
            person=f"<@{gone}>",
        )
    agreed = await click.act(proposals.agree(click.user, seen_version=click.version))
    await confirm(click.interaction, agreed, say(N_("You agreed.")))


@action("decline", "reply")
async def decline(click: Click) -> None:
    await click.match()
    declined = await click.act(proposals.decline(click.user, seen_version=click.version))
    await confirm(click.interaction, declined, say(N_("You declined. The match goes on.")))


@action("take_seat", "reply")
async def take_seat(click: Click) -> None:
    """Accepts playing the seat that this person was asked to play."""
    await click.match()
    match = await click.act(proposals.take_seat(click.user, seen_version=click.version))
    outcome = N_("You're now in this match.") if match.seat_of(click.user) else N_("It's yours once the others agree.")
    await confirm(click.interaction, match, say(outcome))


async def setup(bot: Crux) -> None:
    await bot.add_cog(Matches(bot))
