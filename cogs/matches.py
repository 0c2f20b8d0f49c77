"""What all games share: a person's matches, resigning, calling off, closing a table."""

import contextlib
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.match import BoardHasMoved, ComputerLevel, Match, MatchOver, NotInThisMatch, NotRunning, Status
from bot.rules import GAMES
from bot.text import N_, say
from cogs.shared.agreements import replace_player, seat_choices, undo_move
from cogs.shared.answers import Asked, tell, think
from cogs.shared.board import is_stood_in_for
from cogs.shared.deciding import welcome_back
from cogs.shared.finding import ALIVE, find_match, match_choices
from cogs.shared.habits import habit_commands
from cogs.shared.moderation import end_command
from cogs.shared.moving import move_command
from cogs.shared.overview import list_matches, next_commands, private_rows, state_of_play
from cogs.shared.posting import Posting
from cogs.shared.presses import Button, Press, action, button, number_in, row
from cogs.shared.records import past_commands
from cogs.shared.refusals import ScreenRefusal
from cogs.shared.screens import screen_of
from cogs.shared.solo import own_part, show_private
from cogs.shared.table import seat_lines, show_table
from cogs.shared.words import NAMES, people

if TYPE_CHECKING:
    from bot.client import Crux

OPEN_OR_ALIVE = (Status.OPEN, *ALIVE)


@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True, users=False)
class Matches(commands.GroupCog, group_name="match", group_description="Your matches, whatever the game"):
    """The commands of `/match`."""

    def __init__(self, bot: "Crux") -> None:
        self.bot = bot
        if self.app_command is not None:
            for command in (*past_commands(), *next_commands(), *habit_commands(), move_command(), end_command()):
                self.app_command.add_command(command)

    @app_commands.command(name="list", description="All your matches on this server: whose turn it is, and where")
    async def list_matches(self, interaction: Asked) -> None:
        await think(interaction)
        await list_matches(interaction, OPEN_OR_ALIVE)

    @app_commands.command(name="show", description="Where a match stands, for you alone")
    @app_commands.describe(match="Which match, if you have several")
    async def show(self, interaction: Asked, match: str | None = None) -> None:
        await think(interaction)
        found = await find_match(interaction, None, match, watching=True, statuses=OPEN_OR_ALIVE)
        title = GAMES[found.game].title if found.game in GAMES else found.game
        lines = [
            say(N_("### {game} · match {id}"), game=title, id=found.id),
            screen_of(self.bot, found.game).terms(found),
        ]
        lines.extend(seat_lines(found))
        part = own_part(found, interaction.user.id)
        timed = found if part is None else await self.bot.matches.get(part.match_id)
        standing = await state_of_play(self.bot, found, interaction.user.id, timed.clock)
        lines.append(standing[:1].upper() + standing[1:])
        await tell(interaction, "\n".join(lines), rows=private_rows(screen_of(self.bot, found.game), found))

    @app_commands.command(name="resign", description="Give up a match; you are asked once more before it counts")
    @app_commands.describe(match="Which match, if you have several")
    async def resign(self, interaction: Asked, match: str | None = None) -> None:
        await think(interaction)
        await _ask_to_resign(interaction, await find_match(interaction, None, match))

    @app_commands.command(name="draw", description="Offer to call a match off as a draw; everybody must agree")
    @app_commands.describe(match="Which match, if you have several")
    async def draw(self, interaction: Asked, match: str | None = None) -> None:
        await think(interaction)
        NAMES.learn(interaction.guild_id, interaction.user)
        found = await find_match(interaction, None, match)
        if len(found.seats) == 1:  # nobody else has to agree, so it would end without a question
            await _ask_to_resign(interaction, found)
            return
        if _is_alone(found, interaction.user.id):
            calls_off = button(
                say(N_("Call off")), found.id, found.version, "call_off", style=discord.ButtonStyle.danger
            )
            words = N_("### Call match {id} off?\nYou play against computers alone: it ends now, as a draw.")
            await tell(interaction, say(words, id=found.id), rows=[row(calls_off)])
            return
        offered = await self.bot.matches.offer_draw(found.id, interaction.user.id, interaction=interaction.id)
        done = (
            say(N_("The match is called off."))
            if offered.status is Status.OVER
            else say(N_("Your offer stands; the others are asked under the board."))
        )
        await Posting.of(self.bot).confirm(interaction, offered, done)

    @app_commands.command(name="undo", description="Take your last move back; a finished one once the others agree")
    @app_commands.describe(match="Which match, if you have several")
    async def undo(self, interaction: Asked, match: str | None = None) -> None:
        await think(interaction)
        NAMES.learn(interaction.guild_id, interaction.user)
        await undo_move(interaction, await find_match(interaction, None, match))

    @app_commands.command(
        name="replace", description="Ask somebody else to play for a seat whose player has left or lets turns pass"
    )
    @app_commands.describe(
        seat="Whose seat; those that can be given away are listed",
        by="Who is to play it from here on",
        match="Which match, if you have several",
    )
    async def replace(self, interaction: Asked, seat: str, by: discord.Member, match: str | None = None) -> None:
        await think(interaction)
        NAMES.learn(interaction.guild_id, interaction.user)
        await replace_player(interaction, seat, by, match)

    @replace.autocomplete("seat")
    async def suggest_seats(self, interaction: Asked, typed: str) -> list[app_commands.Choice[str]]:
        return await seat_choices(interaction, typed)

    @app_commands.command(name="cancel", description="Close a table that you opened and that has not started")
    @app_commands.describe(match="Which table, if you have several")
    async def cancel(self, interaction: Asked, match: str | None = None) -> None:
        await think(interaction)
        found = await find_match(interaction, None, match, statuses=(Status.OPEN,))
        closed = await self.bot.matches.cancel(found.id, interaction.user.id, interaction=interaction.id)
        await tell(interaction, say(N_("Table {id} is closed."), id=closed.id))
        with contextlib.suppress(discord.HTTPException):  # its buttons say that it is closed
            await show_table(self.bot, closed)

    @app_commands.command(name="forget-me", description="Have everything deleted by which Crux knows you")
    async def forget_me(self, interaction: Asked) -> None:
        await think(interaction)
        await tell(
            interaction,
            say(
                N_(
                    "### Shall Crux forget you?\nYour Discord id is deleted everywhere. Your seats in running matches "
                    "become empty, which can't be taken back; finished matches stay without your name."
                )
            ),
            rows=[row(button(say(N_("Forget me")), 0, 0, "forget_me", style=discord.ButtonStyle.danger))],
        )

    @show.autocomplete("match")
    async def suggest_any(self, interaction: Asked, typed: str) -> list[app_commands.Choice[str]]:
        return await match_choices(interaction, None, typed, statuses=OPEN_OR_ALIVE)

    @resign.autocomplete("match")
    @draw.autocomplete("match")
    @undo.autocomplete("match")
    @replace.autocomplete("match")
    async def suggest_running(self, interaction: Asked, typed: str) -> list[app_commands.Choice[str]]:
        return await match_choices(interaction, None, typed)

    @cancel.autocomplete("match")
    async def suggest_open(self, interaction: Asked, typed: str) -> list[app_commands.Choice[str]]:
        return await match_choices(interaction, None, typed, statuses=(Status.OPEN,))


async def _ask_to_resign(interaction: Asked, match: Match) -> None:
    check_can_resign(match, interaction.user.id)
    await tell(interaction, resign_question(match, interaction.user.id), rows=[row(_resign_button(match))])


def _resign_button(match: Match) -> Button:
    label = N_("Give up") if len(match.seats) == 1 or match.is_host else N_("Resign")
    return button(say(label), match.id, match.version, "resign", style=discord.ButtonStyle.danger)


def resign_question(match: Match, user_id: int) -> str:
    """What is asked before somebody gives up, and who is concerned beside them."""
    host = match.id if match.is_host else match.series.host if match.series is not None else None
    if host is not None:
        words = N_("### Give your game of match {id} up?\nIt ends now, and you are placed behind all who play theirs.")
        return say(words, id=host)
    if len(match.seats) == 1:
        return say(N_("### Give match {id} up?\nIt ends now and does not count among your best."), id=match.id)
    own = match.seat_of(user_id)
    game = GAMES.get(match.game)
    sides = game.sides(len(match.seats), match.options) if game else ()
    partners = [seat for side in sides for seat in side if set(own) & set(side) and seat not in own]
    partners = [seat for seat in partners if match.seats[seat].computer is None and not match.seats[seat].absent]
    words = N_("### Resign match {id}?\nIt counts as a defeat and can't be taken back.")
    staying = [match.seats[seat] for side in sides if not set(own) & set(side) for seat in side]
    staying = [seat for seat in staying if not seat.resigned]
    several = sum(not match.seats[side[0]].resigned for side in sides) > 2
    if several and any(seat.people for seat in staying):  # otherwise it ends the match
        words = N_(
            "### Resign match {id}?\nA computer plays your seat on, and you are placed behind all who play to the end. "
            "It can't be taken back."
        )
    lines = [say(words, id=match.id)]
    sharing = [person for seat in own for person in match.seats[seat].people if person != user_id]
    if sharing:
        names = ", ".join(f"<@{person}>" for person in sharing)
        lines.append(say(N_("{people} on the same seat lose with you."), people=names))
    if partners:
        names = ", ".join(people(match.seats[seat]) for seat in partners)
        lines.append(say(N_("It counts once {people} agrees, who is on your side."), people=names))
    return "\n".join(lines)


def check_can_resign(match: Match, user_id: int) -> None:
    """Refuse before the question is asked what the answer would be refused for.

    NotRunning, MatchOver, NotInThisMatch.
    """
    if match.status is Status.OPEN:
        raise NotRunning
    if match.status in (Status.OVER, Status.CANCELLED):
        raise MatchOver
    if not match.seat_of(user_id):
        raise NotInThisMatch
    part = own_part(match, user_id)
    if part is not None and part.ending is not None:
        raise MatchOver


def _is_alone(match: Match, user: int) -> bool:
    """Whether this person plays against computers only, so that nobody else is asked for anything."""
    own = match.seat_of(user)
    return bool(own) and all(seat.computer is not None for seat in match.seats if seat.number not in own)


@action("call_off", "hold")
async def call_off(press: Press) -> None:
    """End a match against computers, which nobody else has to agree to."""
    match = await press.match()
    if match.status is Status.RUNNING and not _is_alone(match, press.user):  # somebody has come back meanwhile
        raise BoardHasMoved(seen=press.version, now=match.version)
    ended = await press.bot.matches.offer_draw(press.match_id, press.user, interaction=press.interaction.id)
    await Posting.of(press.bot).confirm(press.interaction, ended, say(N_("The match is called off.")))


@action("im_back", "think")
async def im_back(press: Press) -> None:
    """Somebody plays again for whom a computer has played."""
    match = await press.match()
    if not any(is_stood_in_for(match.seats[seat]) for seat in match.seat_of(press.user)):
        raise ScreenRefusal("No computer plays for you in this match.")
    back = await welcome_back(press.bot, match, press.user)
    await Posting.of(press.bot).confirm(press.interaction, back, say(N_("Welcome back: you play again.")))


@action("take_over", "think")
async def take_over(press: Press) -> None:
    """Let a computer play a seat that nobody is left on."""
    await press.match()
    seat = number_in(press.rest)
    taken = await press.bot.matches.take_over(
        press.match_id, press.user, seat, ComputerLevel.NORMAL, interaction=press.interaction.id
    )
    words = N_("A computer plays {colour} on, until its player is back.")
    await Posting.of(press.bot).confirm(press.interaction, taken, say(words, colour=taken.seats[seat].colour))


@action("claim", "think")
async def claim(press: Press) -> None:
    """Have a seat resign whose time is over."""
    before = await press.match()
    claimed = await press.bot.matches.claim(
        press.match_id, press.user, seen_version=press.version, interaction=press.interaction.id
    )
    words = N_("You have claimed: {colour}'s time was over.")
    colour = before.seats[before.to_move or 0].colour
    await Posting.of(press.bot).confirm(press.interaction, claimed, say(words, colour=colour))


@action("give_up", "think")
async def give_up(press: Press) -> None:
    """Ask once more, as below a private game nobody else is asked."""
    await _ask_to_resign(press.interaction, await press.match())


@action("resign", "hold")
async def resign(press: Press) -> None:
    await press.match()
    resigned = await press.bot.matches.resign(press.match_id, press.user, interaction=press.interaction.id)
    if resigned.private:
        await show_private(screen_of(press.bot, resigned.game), press.interaction, resigned)
        return
    if resigned.is_host:
        done = say(N_("You have given your game up."))
    elif resigned.status is Status.OVER:
        done = say(N_("You have resigned."))
    elif not resigned.seat_of(press.user):
        done = say(N_("You have resigned; a computer plays your seat on."))
    else:
        done = say(N_("You would like to resign; the other seats of your side are asked under the board."))
    await Posting.of(press.bot).confirm(press.interaction, resigned, done)


@action("forget_me", "hold")
async def forget_me(press: Press) -> None:
    await press.bot.matches.forget(press.user)
    NAMES.forget(press.user)
    await tell(press.interaction, say(N_("Crux has forgotten you.")), replace=True)


@action("agree", "think")
async def agree(press: Press) -> None:
    match, posting = await press.match(), Posting.of(press.bot)
    if (gone := await posting.note_candidate(match)) is not None:
        raise ScreenRefusal(
            "{person} has left this server, so nobody can agree to that any more. `/match replace` asks somebody else.",
            person=f"<@{gone}>",
        )
    agreed = await press.bot.matches.agree(
        press.match_id, press.user, seen_version=press.version, interaction=press.interaction.id
    )
    await posting.confirm(press.interaction, agreed, say(N_("You have agreed.")))


@action("decline", "think")
async def decline(press: Press) -> None:
    await press.match()
    declined = await press.bot.matches.decline(
        press.match_id, press.user, seen_version=press.version, interaction=press.interaction.id
    )
    await Posting.of(press.bot).confirm(press.interaction, declined, say(N_("You have declined; the match goes on.")))


@action("take_seat", "think")
async def take_seat(press: Press) -> None:
    """Somebody is ready to play the seat that they were asked to play."""
    await press.match()
    match = await press.bot.matches.take_seat(
        press.match_id, press.user, seen_version=press.version, interaction=press.interaction.id
    )
    done = N_("You play in this match now.") if match.seat_of(press.user) else N_("It is yours once the others agree.")
    await Posting.of(press.bot).confirm(press.interaction, match, say(done))


async def setup(bot: "Crux") -> None:
    await bot.add_cog(Matches(bot))
