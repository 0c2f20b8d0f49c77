"""A person's matches: the list, one of them in a line, and the one that has waited longest for them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import discord
from discord import ui

from bot.match import Clock, DailyMatch, Host, Match, Seat, Status
from bot.text import N_, say, say_plural
from bot.text.terms import commas
from cogs.shared.access.links import board_link, table_link
from cogs.shared.boards.board import turn_buttons
from cogs.shared.choosing.match_lookup import OPEN_OR_ALIVE, UNFINISHED
from cogs.shared.choosing.turn_checks import end_absence
from cogs.shared.client.client import Client
from cogs.shared.interactions.clicks import IN_A_ROW, button, on_click, row
from cogs.shared.interactions.replies import TEXT_LIMIT, Interaction, reply
from cogs.shared.presentation.presentation import Presentation
from cogs.shared.presentation.registry import cog_for
from cogs.shared.wording.labels import command_name_of, game_title, is_vacant, people, start_commands, whose_turn
from cogs.shared.wording.times import clock_line, vacation_remarks

LISTED = 20  # matches in one list
LISTED_INVITATIONS = 5  # matches someone is asked to play, below them
NO_DEADLINE = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class OwnMatch:
    """Someone's match, and for parallel matches their own game, which has the clock."""

    match: Match
    own: Match | None
    turn: bool

    @property
    def clock(self) -> Clock | None:
        """The clock of the seat to move, for parallel matches that of this person."""
        return self.match.clock if self.own is None else self.own.clock

    @property
    def deadline(self) -> datetime:
        """This person's deadline; the latest possible time if no clock runs."""
        clock = self.clock
        return clock.deadline if clock is not None and clock.deadline is not None else NO_DEADLINE

    @property
    def since(self) -> datetime:
        """Since when it is this person's turn."""
        waiting = (self.own or self.match).waiting_since
        return waiting or self.match.started_at or self.match.opened_at


def sort_matches(matches: Sequence[Match], user: int) -> list[OwnMatch]:
    """The matches of someone: first those where it is their turn, the least time left first."""
    parts = {match.host: match for match in matches if match.host is not None}
    own_matches = []
    for match in matches:
        if match.host is not None:
            continue
        own = parts.get(match.id)
        plays = match if own is None else own
        turn = plays.status is Status.RUNNING and plays.to_move in plays.seat_of(user) and plays.mover is None
        own_matches.append(OwnMatch(match, own, turn))
    return sorted(own_matches, key=lambda mine: (not mine.turn, mine.deadline if mine.turn else NO_DEADLINE))


async def send_match_list(interaction: Interaction) -> None:
    """Lists all of someone's matches on this server; in direct messages, on all servers."""
    bot, user = interaction.client, interaction.user.id
    matches = await bot.matches.lists.of_user(
        user, guild_id=interaction.guild_id, statuses=OPEN_OR_ALIVE, with_positions=False
    )
    inviting = await bot.matches.lists.inviting(user, guild_id=interaction.guild_id)
    if not matches and not inviting:
        await reply(
            interaction, say(N_("You have no matches here. Open a table with {commands}."), commands=start_commands())
        )
        return
    invitations = [await invitation_line(bot, match, user) for match in inviting[:LISTED_INVITATIONS]]
    below = bullet_list(say(N_("### Waiting for your answer")), invitations, len(inviting), TEXT_LIMIT // 2)
    own_matches = sort_matches(matches, user)
    own = [await match_line(bot, mine.match, user, mine.clock) for mine in own_matches[:LISTED]]
    above = bullet_list(say(N_("### Your matches")), own, len(own_matches), TEXT_LIMIT - 100 - len(below))
    await reply(interaction, "\n".join(filter(None, (above, below))))


def bullet_list(heading: str, lines: Sequence[str], of: int, limit: int) -> str:
    """Bullet points below their heading, `lines` being the first of a total of `of`; empty if there are none.

    At most `limit` characters, plus a last line that says how many are left out.
    """
    if not lines:
        return ""
    text, count = heading, 0
    for line in lines:
        if len(text) + len(line) > limit:
            break
        text += f"\n- {line}"  # Discord indents long lines where they continue
        count += 1
    return text if count == of else text + "\n" + say(N_("… and {number} more."), number=of - count)


async def match_line(bot: Client, match: Match, user: int, clock: Clock | None) -> str:
    """A match in one line: who plays, whose turn it is, how much time is left, and a link."""
    return _line(bot, match, user, await state_of_play(bot, match, user, clock))


def _line(bot: Client, match: Match, user: int, standing: str) -> str:
    seats = [seat for seat in match.seats if not is_vacant(seat) and user not in seat.people]
    opponents = Counter(_opponent(match, seat) for seat in seats)  # several computers of one level are one entry
    others = commas(name if number == 1 else f"{name} ×{number}" for name, number in opponents.items())
    terms = cog_for(bot, match.game).options_in_words(match.options) if match.terms.private else []
    return say(
        N_("**{id}** · {game} · {others} · {turn}"),
        id=match.id,
        game=" · ".join([game_title(match), *terms]),
        others=others or say(N_("alone")),
        turn=standing,
    )


async def invitation_line(bot: Client, match: Match, user: int) -> str:
    """A match that this person is invited to, in one line."""
    return _line(bot, match, user, await _invitation(bot, match))


async def _invitation(bot: Client, match: Match) -> str:
    """What someone who doesn't play in the match is asked, and where to answer."""
    question = say(N_("**You're invited**"))
    if match.proposal is not None and match.proposal.seat is not None:
        words = N_("**You're asked to play {colour}**")
        if match.proposal.accepted:
            words = N_("you play {colour} once the others agree")
        question = say(words, colour=match.seats[match.proposal.seat].colour)
    return " · ".join(filter(None, (question, await _link_line(bot, match))))


async def state_of_play(bot: Client, match: Match, user: int, clock: Clock | None) -> str:
    """Whose turn it is, how much time is left, and a link."""
    line = " · ".join(filter(None, (whose_turn(match, user), clock_line(clock))))
    if match.proposal is not None and set(match.proposal.needed) & set(match.seat_of(user)):
        line += " · " + say(N_("waiting for your answer"))
    if isinstance(match, DailyMatch):
        return f"{line} · " + say(N_("private: open it with `/daily play`"))
    if match.terms.private:
        words = N_("private: open it with `/{command} solo`")
        if len(match.seats) > 1:
            words = N_("private: open it with `/{command} board`")
        return f"{line} · " + say(words, command=command_name_of(match.game))
    return " · ".join(filter(None, (line, await _link_line(bot, match))))


async def _link_line(bot: Client, match: Match) -> str:
    """The link to the board, or to the table if there is no board yet; empty if nothing was posted."""
    link = await board_link(bot, match.id)
    if link is not None:
        return say(N_("[board]({link})"), link=link)
    if match.table_message_id is None:
        return ""
    return say(N_("[table]({link})"), link=table_link(match))


def _opponent(match: Match, seat: Seat) -> str:
    """Who sits there, and until when they are on vacation if the clock doesn't say it."""
    away = [] if seat.number == match.to_move else vacation_remarks(seat)
    return f"{people(seat)} ({commas(away)})" if away else people(seat)


@on_click("digest_next")
async def send_next_match(interaction: Interaction) -> None:
    """The match that has waited longest for this person, with their possible actions."""
    bot, user = interaction.client, interaction.user.id
    matches = await bot.matches.lists.of_user(
        user, guild_id=interaction.guild_id, statuses=UNFINISHED, with_positions=False
    )
    waiting = sorted((mine for mine in sort_matches(matches, user) if mine.turn), key=lambda mine: mine.since)
    if not waiting:
        words = N_("No match is waiting for you right now. I'll ping you when it's your turn.")
        if not matches:
            words = N_("You have no matches here. Open a table with {commands} to start one.")
        await reply(interaction, say(words, commands=start_commands()))
        return
    first, *others = waiting
    match = await end_absence(bot, await bot.matches.get(first.match.id), user)
    since = discord.utils.format_dt(first.since, "R")
    lines = [
        say(N_("### Your turn in match {id} began {when}"), id=match.id, when=since),
        await match_line(bot, match, user, first.clock),
    ]
    if others:
        lines.append(
            say_plural(
                "-# One more match is waiting for you.", "-# {number} more matches are waiting for you.", len(others)
            )
        )
    await reply(interaction, "\n".join(lines), rows=await match_rows(bot, cog_for(bot, match.game), match))


async def match_rows(bot: Client, cog: Presentation, match: Match) -> list[ui.ActionRow[Any]]:
    """The link to the board, and the buttons of the turn."""
    buttons: list[ui.Item[Any]] = []
    if isinstance(match, Host):
        buttons.append(button(say(N_("Play")), "own", about=(match.id, match.version), style="primary"))
    elif match.terms.private:
        return private_rows(cog, match)
    elif match.state is not None:
        buttons += [
            button(label, name, payload, about=(match.id, match.version), style=style)
            for label, style, name, payload in turn_buttons(cog, match, match.state)
        ]
    link = await board_link(bot, match.id)
    if link is not None:
        buttons.append(ui.Button(label=say(N_("Go to the board")), url=link))
    return [ui.ActionRow(*buttons[start : start + IN_A_ROW]) for start in range(0, len(buttons), IN_A_ROW)]


def private_rows(cog: Presentation, match: Match) -> list[ui.ActionRow[Any]]:
    """The button that opens this match, if it has no board."""
    if not match.terms.private or match.state is None or match.status is not Status.RUNNING:
        return []
    opens = button(
        cog.choose_label(match.state),
        "private" if len(match.seats) > 1 else "hand" if cog.game.hidden else "move",
        about=(match.id, match.version),
        style="primary",
    )
    return [row(opens)]
