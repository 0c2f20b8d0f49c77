"""A person's matches: the list, one of them in a line, and the one that has waited longest for them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands, ui

from bot.match import Clock, Match, Seat, Status
from bot.rules import GAMES
from bot.text import N_, say
from cogs.shared.answers import TEXT_LIMIT, Asked, jump, tell, think
from cogs.shared.board import IN_A_ROW, turn_buttons
from cogs.shared.deciding import welcome_back
from cogs.shared.finding import ALIVE
from cogs.shared.parameters import Command
from cogs.shared.presentation import Presentation
from cogs.shared.presses import button, row
from cogs.shared.screens import screen_of
from cogs.shared.times import on_the_clock, vacations
from cogs.shared.words import command_of, is_free, people, start_commands, whose_turn

if TYPE_CHECKING:
    from bot.client import Crux

LISTED = 20  # matches in one list
LISTED_INVITATIONS = 5  # and those that somebody is asked to play, below them
LAST = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Mine:
    """A match of somebody, and in match play the game of their own that belongs to it: there the clock runs."""

    match: Match
    own: Match | None
    turn: bool

    @property
    def clock(self) -> Clock | None:
        """The time of whoever is waited for, in match play of this person."""
        return self.match.clock if self.own is None else self.own.clock

    @property
    def deadline(self) -> datetime:
        """Until when this person has time; as late as can be where no clock runs."""
        clock = self.clock
        return clock.deadline if clock is not None and clock.deadline is not None else LAST

    @property
    def since(self) -> datetime:
        """Since when it is this person's turn."""
        waiting = (self.own or self.match).waiting_since
        return waiting or self.match.started_at or self.match.opened_at


def sorted_out(found: Sequence[Match], user: int) -> list[Mine]:
    """Somebody's matches: first those in which it is their turn, the one with the least time left first."""
    parts: Mapping[int | None, Match] = {
        match.series.host: match for match in found if match.series is not None and not match.is_host
    }
    listed = []
    for match in found:
        if match.series is not None and match.series.host is not None and not match.is_host:
            continue
        own = parts.get(match.id) if match.is_host else None
        plays = match if own is None else own
        turn = plays.status is Status.RUNNING and plays.to_move in plays.seat_of(user) and plays.mover is None
        listed.append(Mine(match, own, turn))
    return sorted(listed, key=lambda mine: (not mine.turn, mine.deadline if mine.turn else LAST))


async def list_matches(interaction: Asked, statuses: Sequence[Status]) -> None:
    """Tell somebody of all their matches on this server."""
    bot, user = interaction.client, interaction.user.id
    found = await bot.matches.of_user(user, guild_id=interaction.guild_id, statuses=statuses, with_positions=False)
    inviting = await bot.matches.inviting(user, guild_id=interaction.guild_id)
    if not found and not inviting:
        await tell(interaction, say(N_("You have no match here. {commands} opens a table."), commands=start_commands()))
        return
    invitations = [_line(bot, match, user, await _invitation(bot, match)) for match in inviting[:LISTED_INVITATIONS]]
    below = _list(say(N_("### Waiting for your answer")), invitations, len(inviting), TEXT_LIMIT // 2)
    listed = sorted_out(found, user)
    own = [await match_line(bot, mine.match, user, mine.clock) for mine in listed[:LISTED]]
    above = _list(say(N_("### Your matches")), own, len(listed), TEXT_LIMIT - 100 - len(below))
    await tell(interaction, "\n".join(filter(None, (above, below))))


def _list(heading: str, lines: Sequence[str], of: int, limit: int) -> str:
    """Lines, the first ones `of` so many, below their heading; empty if there are none.

    At most `limit` characters, but for the last line, which says how many are left out.
    """
    if not lines:
        return ""
    text, shown = heading, 0
    for line in lines:
        if len(text) + len(line) > limit:
            break
        text += f"\n- {line}"  # a line too long for a phone is indented where it goes on
        shown += 1
    return text if shown == of else text + "\n" + say(N_("… and {number} more."), number=of - shown)


async def match_line(bot: "Crux", match: Match, user: int, clock: Clock | None) -> str:
    """A match in one line: who plays, whose turn it is, how much time is left, and where it is shown."""
    return _line(bot, match, user, await state_of_play(bot, match, user, clock))


def _line(bot: "Crux", match: Match, user: int, standing: str) -> str:
    title = GAMES[match.game].title if match.game in GAMES else match.game
    others = ", ".join(_other(match, seat) for seat in match.seats if not is_free(seat) and user not in seat.people)
    terms = screen_of(bot, match.game).options_in_words(match.options) if match.private else []
    return say(
        N_("**{id}** · {game} · {others} · {turn}"),
        id=match.id,
        game=" · ".join([title, *terms]),
        others=others or say(N_("alone")),
        turn=standing,
    )


async def _invitation(bot: "Crux", match: Match) -> str:
    """What somebody who doesn't play in the match is asked, and where it can be answered."""
    asked = say(N_("**You are invited**"))
    if match.proposal is not None and match.proposal.seat is not None:
        words = N_("**You are asked to play {colour}**")
        if match.proposal.accepted:
            words = N_("you play {colour} once the others agree")
        asked = say(words, colour=match.seats[match.proposal.seat].colour)
    return " · ".join(filter(None, (asked, await _where(bot, match))))


async def state_of_play(bot: "Crux", match: Match, user: int, clock: Clock | None) -> str:
    """Whose turn it is, how much time is left, and where the match is shown."""
    line = " · ".join(filter(None, (whose_turn(match, user), on_the_clock(clock))))
    if match.proposal is not None and set(match.proposal.needed) & set(match.seat_of(user)):
        line += " · " + say(N_("your answer is awaited"))
    if match.private:
        return f"{line} · " + say(N_("private: `/{command} solo` opens it"), command=command_of(match.game))
    return " · ".join(filter(None, (line, await _where(bot, match))))


async def _where(bot: "Crux", match: Match) -> str:
    """The way to the board, or to the table as long as there is none; empty where nothing was posted."""
    shown = await bot.matches.board_message(match.id)
    if shown is not None:
        place, message_id = shown
        return say(N_("[board]({link})"), link=jump(place.guild_id, place.posted_in, message_id))
    if match.table_message_id is None:
        return ""
    link = jump(match.place.guild_id, match.table_in, match.table_message_id)
    return say(N_("[table]({link})"), link=link)


def _other(match: Match, seat: Seat) -> str:
    """Who sits there, and until when they are on vacation, where the clock doesn't say it."""
    away = [] if seat.number == match.to_move else vacations(seat)
    return f"{people(seat)} ({', '.join(away)})" if away else people(seat)


# The next match


def next_commands() -> list[Command]:
    """`/match next`."""

    async def next_(interaction: Asked) -> None:
        await think(interaction)
        await show_next(interaction)

    return [
        app_commands.Command(name="next", description="The match that has waited longest for your move", callback=next_)
    ]


async def show_next(interaction: Asked) -> None:
    """The match in which it has been this person's turn for longest, with what they can do right there."""
    bot, user = interaction.client, interaction.user.id
    found = await bot.matches.of_user(user, guild_id=interaction.guild_id, statuses=ALIVE, with_positions=False)
    waiting = sorted((mine for mine in sorted_out(found, user) if mine.turn), key=lambda mine: mine.since)
    if not waiting:
        words = N_("No match waits for you just now. You will be called when it is your turn.")
        if not found:
            words = N_("No match waits for you: you have none here. {commands} opens a table.")
        await tell(interaction, say(words, commands=start_commands()))
        return
    first, *others = waiting
    match = await welcome_back(bot, await bot.matches.get(first.match.id), user)
    since = discord.utils.format_dt(first.since, "R")
    lines = [
        say(N_("### Your turn in match {id} began {when}"), id=match.id, when=since),
        await match_line(bot, match, user, first.clock),
    ]
    if others:
        words = N_("-# One more match waits for you.") if len(others) == 1 else N_("-# {number} more wait for you.")
        lines.append(say(words, number=len(others)))
    await tell(interaction, "\n".join(lines), rows=await _rows(bot, screen_of(bot, match.game), match))


async def _rows(bot: "Crux", cog: Presentation, match: Match) -> list[ui.ActionRow[Any]]:
    """The way to the board, and the buttons of the turn."""
    buttons: list[ui.Item[Any]] = []
    if match.is_host:
        buttons.append(button(say(N_("Play")), match.id, match.version, "own", style=discord.ButtonStyle.primary))
    elif match.private:
        return private_rows(cog, match)
    elif match.state is not None:
        buttons += [
            button(label, match.id, match.version, name, rest, style=discord.ButtonStyle[style])
            for label, style, name, rest in turn_buttons(cog, match, match.state)
        ]
    shown = await bot.matches.board_message(match.id)
    if shown is not None:
        place, message_id = shown
        buttons.append(ui.Button(label=say(N_("To the board")), url=jump(place.guild_id, place.posted_in, message_id)))
    return [ui.ActionRow(*buttons[start : start + IN_A_ROW]) for start in range(0, len(buttons), IN_A_ROW)]


def private_rows(cog: Presentation, match: Match) -> list[ui.ActionRow[Any]]:
    """The button that opens this very match, where no board has one."""
    if not match.private or match.state is None or match.status is not Status.RUNNING:
        return []
    opens = button(
        cog.choosing(match.state),
        match.id,
        match.version,
        "hand" if cog.game.hidden else "move",
        style=discord.ButtonStyle.primary,
    )
    return [row(opens)]
