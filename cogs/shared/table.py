"""The table: one message on which people sit down, and its buttons."""

import contextlib
from collections import OrderedDict
from collections.abc import Awaitable, Mapping, Sequence
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import discord
from discord import ui

from bot.match import (
    ComputerLevel,
    Match,
    NoSuchMatch,
    NotInThisMatch,
    NotOpen,
    Refusal,
    Status,
    TableHasChanged,
)
from bot.match.locks import Locks
from bot.text import N_, say
from cogs.shared.answers import Asked, jump, tell
from cogs.shared.clipping import clipped
from cogs.shared.first_answers import TROUBLE, AlreadyAnswered, FirstAnswer, Kind
from cogs.shared.presentation import Presentation
from cogs.shared.presses import Press, action, button, number_in, row, select
from cogs.shared.refusals import ScreenRefusal
from cogs.shared.screens import screen_of
from cogs.shared.threads import sent_to
from cogs.shared.times import remarks
from cogs.shared.words import LEVELS, command_of, is_free, mark_of, people

if TYPE_CHECKING:
    from bot.client import Crux

SEATS_LIMIT = 2500  # characters
REMEMBERED = 1000  # tables whose messages are known to be up to date
UNKNOWN_MESSAGE = 10008

LEVELS_EXPLAINED = {
    ComputerLevel.EASY: N_("Plays for what it sees at once, and overlooks some of it"),
    ComputerLevel.NORMAL: N_("Knows what matters and plans its turn, but not what comes back"),
    ComputerLevel.HARD: N_("Looks as far ahead as a few seconds let it"),
}


def seat_lines(match: Match) -> list[str]:
    """A line for each seat: its colour and who sits there."""
    free = say(N_("free"))
    kept = {
        seat: say(N_("kept for {people}"), people=", ".join(f"<@{person}>" for person in guests))
        for seat, guests in _kept(match).items()
    }
    return [
        " · ".join(
            (
                f"{mark_of(seat.colour)} **{seat.colour.capitalize()}**",
                " · ".join(filter(None, (people(seat), kept.get(seat.number)))) or free,
                *remarks(match, seat),
            )
        )
        for seat in match.seats
    ]


def _kept(match: Match) -> Mapping[int, Sequence[int]]:
    """The seats that are kept, and for whom: those of a rematch for its people, other free ones for invited people."""
    if match.kept or match.status is not Status.OPEN:
        return match.kept
    free = (seat.number for seat in match.seats if is_free(seat))
    guests = (person for person in match.invited if not match.seat_of(person))
    return {seat: (guest,) for seat, guest in zip(free, guests, strict=False)}


def expected(match: Match) -> list[str]:
    """The people who are invited and have not sat down."""
    return [f"<@{person}>" for person in match.invited if not match.seat_of(person)]


def table_view(cog: Presentation, match: Match) -> ui.LayoutView:
    """The table as it is now; with buttons as long as it is open."""
    view = ui.LayoutView(timeout=None)
    box: ui.Container[Any] = ui.Container(accent_colour=discord.Colour(0x8FA3C8))
    box.add_item(ui.TextDisplay("\n".join([f"### {_title(cog, match)}", cog.terms(match)])))
    if match.status is not Status.CANCELLED:
        box.add_item(ui.TextDisplay(clipped("\n".join(seat_lines(match)), SEATS_LIMIT)))
    foot = _foot(cog, match)
    if foot:
        box.add_item(ui.TextDisplay(foot))
    if match.status is Status.OPEN:
        for items in _buttons(match):
            box.add_item(row(*items))
    view.add_item(box)
    return view


def _title(cog: Presentation, match: Match) -> str:
    match match.status:
        case Status.OPEN:
            return say(N_("{game}: a table is open"), game=cog.game.title)
        case Status.CANCELLED:
            return say(N_("{game}: this table is closed"), game=cog.game.title)
        case _:
            return say(N_("{game}: match {id} has begun"), game=cog.game.title, id=match.id)


def _foot(cog: Presentation, match: Match) -> str:
    lines = []
    free = sum(map(is_free, match.seats))
    if match.status is Status.OPEN:
        guests = expected(match)[:free]
        if guests:
            lines.append(say(N_("A seat is kept for {people}: press **Join**."), people=", ".join(guests)))
        if free > len(guests):
            number = free - len(guests)
            more = N_("One seat is free for anybody: press **Join**, or add a computer.")
            if number > 1:
                more = N_("{number} seats are free: press **Join**, or add computers.")
            lines.append(say(more, number=number))
        if not free:
            lines.append(say(N_("Everybody is here: press **Start**.")))
            if any(seat.computer for seat in match.seats):
                lines.append(say(N_("Whoever presses **Join** before gets a computer's seat.")))
    elif match.status is Status.CANCELLED:
        lines.append(say(N_("`/{command} start` opens a new one."), command=cog.command_name))
    if cog.game.uses_chance(match.options):
        lines.append(say(N_("-# All luck is sealed in advance: `{seal}`"), seal=match.commitment))
    return "\n".join(lines)


def _buttons(match: Match) -> list[Sequence[Any]]:
    full = not any(map(is_free, match.seats))
    computers = any(seat.computer for seat in match.seats)
    crowded = full and not computers and not match.shared
    at = (match.id, 0)  # whoever clicks while others sit down means the same as a moment ago
    start = (match.id, match.version)  # but for this: who starts it has seen who plays
    rows: list[Sequence[Any]] = [
        [
            button(say(N_("Join")), *at, "join", style=discord.ButtonStyle.primary, disabled=crowded),
            button(say(N_("Leave")), *at, "leave"),
            button(say(N_("Start")), *start, "begin", style=discord.ButtonStyle.success, disabled=not full),
            button(say(N_("Rules")), *at, "rules_of"),
            button(say(N_("Cancel")), *at, "cancel", style=discord.ButtonStyle.danger),
        ]
    ]
    if match.shared or len(match.seats) > 2:
        options = [
            discord.SelectOption(
                label=seat.colour.capitalize(), value=str(seat.number), emoji=mark_of(seat.colour).rstrip("\ufe0f")
            )
            for seat in match.seats
            if (match.shared or not seat.people) and seat.number not in match.kept  # a computer makes room
        ]
        if options:
            rows.append([select(say(N_("Choose a seat")), options, *at, "sit")])
    if not full:
        levels = [
            discord.SelectOption(
                label=say(label), value=str(level), description=say(LEVELS_EXPLAINED[level]), emoji="🤖"
            )
            for level, label in LEVELS.items()
        ]
        rows.append([select(say(N_("Add a computer")), levels, *at, "add_computer")])
    if computers:
        rows.append([button(say(N_("Remove a computer")), *at, "remove_computer")])
    return rows


async def post_table(cog: Presentation, interaction: Asked, match: Match) -> int:
    """The id of the table's message: the answer itself, or after it if somebody had to be asked to wait."""
    view = table_view(cog, match)
    called = [discord.Object(person) for person in match.invited]
    mentions = discord.AllowedMentions(everyone=False, roles=False, users=called)

    async def send() -> int | None:
        return (await interaction.response.send_message(view=view, allowed_mentions=mentions)).message_id

    first = FirstAnswer.of(interaction)
    if first.given is None:
        with contextlib.suppress(AlreadyAnswered):
            return await first.send(Kind.channel_message, send) or (await interaction.original_response()).id
    return (await interaction.followup.send(view=view, allowed_mentions=mentions, wait=True)).id


async def send_table(bot: "Crux", match: Match, *, called: Sequence[int] = ()) -> int:
    """Send the table as a message of its own, where it isn't the answer to a command; gives its id.

    Of two attempts in place of the same message Discord makes one. ThreadLocked and discord.HTTPException.
    """
    nonce = f"table.{match.id}"
    if match.table_message_id is not None:  # a nonce has 25 characters at most
        nonce += f".{match.table_message_id % 10**9}"
    place = bot.get_partial_messageable(match.table_in, guild_id=match.place.guild_id)
    people = [discord.Object(person) for person in called]
    sent = await sent_to(
        bot,
        match.place,
        lambda: place.send(
            view=table_view(screen_of(bot, match.game), match),
            nonce=nonce,
            allowed_mentions=discord.AllowedMentions(everyone=False, roles=False, users=people),
        ),
    )
    return sent.id


async def show_table(bot: "Crux", match: Match) -> Match:
    """Bring the table's message up to date, where it isn't the answer to a click; gives the match as it is then.

    If somebody has deleted the message of an open table, it is put there again: nobody could sit down otherwise.
    discord.HTTPException.
    """
    message_id = match.table_message_id
    if message_id is None:
        return match
    message = bot.get_partial_messageable(match.table_in, guild_id=match.place.guild_id).get_partial_message(message_id)
    try:
        await message.edit(
            view=table_view(screen_of(bot, match.game), match), allowed_mentions=discord.AllowedMentions.none()
        )
    except discord.NotFound as error:
        if error.code != UNKNOWN_MESSAGE or match.status is not Status.OPEN:
            raise
        await bot.matches.table_posted_again(match.id, message_id, await send_table(bot, match))
        return await bot.matches.get(match.id)
    return match


async def lead_to_table(interaction: Asked, match: Match) -> None:
    """Tell somebody where an open table is, once its message is there."""
    try:
        match = await show_table(interaction.client, match)
    except (discord.NotFound, discord.Forbidden) as error:
        raise ScreenRefusal(
            "I can't post table {id} where it was opened. Use `/match cancel`, then `/{game} start` elsewhere.",
            id=match.id,
            game=command_of(match.game),
        ) from error
    link = jump(match.place.guild_id, match.table_in, match.table_message_id or 0)
    await tell(interaction, say(N_("Match {id} hasn't started: [to the table]({link})"), id=match.id, link=link))


class _Edits:
    """What the messages of tables show, as far as clicks have changed it, so that only the newest of it is sent."""

    def __init__(self) -> None:
        self._locks = Locks()
        self._shown: OrderedDict[int, int] = OrderedDict()  # versions, by match

    def knows(self, match_id: int) -> bool:
        """Whether a click has brought this table's message up to date."""
        return match_id in self._shown

    async def show(self, press: Press, version: int) -> None:
        """Show the table as it is now, unless this version or a newer one was shown meanwhile."""
        match_id = press.match_id
        async with self._locks.of(match_id):
            if self._shown.get(match_id, 0) >= version:
                return
            match = await press.bot.matches.get(match_id)
            try:
                await press.interaction.edit_original_response(
                    view=table_view(screen_of(press.bot, match.game), match),
                    allowed_mentions=discord.AllowedMentions.none(),
                )
            except discord.NotFound as error:
                if error.code != UNKNOWN_MESSAGE:
                    raise
                match = await show_table(press.bot, match)  # somebody has deleted the message since the click
            self._shown[match_id] = match.version
            self._shown.move_to_end(match_id)
            while len(self._shown) > REMEMBERED:
                self._shown.popitem(last=False)


_edits: "WeakKeyDictionary[Crux, _Edits]" = WeakKeyDictionary()


async def _act(press: Press, decision: Awaitable[Match]) -> None:
    """Do what was clicked and show the table; after a refusal where its message may have missed something."""
    edits = _edits.setdefault(press.bot, _Edits())
    try:
        match = await decision
    except Refusal as refusal:
        if isinstance(refusal, NotOpen | TableHasChanged) or not edits.knows(press.match_id):
            with contextlib.suppress(NoSuchMatch, *TROUBLE, discord.HTTPException):
                await edits.show(press, (await press.bot.matches.get(press.match_id)).version)
        raise
    await edits.show(press, match.version)


def _message_id(press: Press) -> int | None:
    message = press.interaction.message
    return message.id if message else None


@action("join", "hold")
async def join(press: Press) -> None:
    await press.match()
    matches, table = press.bot.matches, _message_id(press)
    await _act(press, matches.join(press.match_id, press.user, interaction=press.interaction.id, message_id=table))


@action("sit", "hold")
async def sit(press: Press) -> None:
    await press.match()
    matches, table, seat = press.bot.matches, _message_id(press), number_in(press.value)
    await _act(
        press, matches.join(press.match_id, press.user, seat=seat, interaction=press.interaction.id, message_id=table)
    )


@action("leave", "hold")
async def leave(press: Press) -> None:
    await press.match()
    try:
        await _act(press, press.bot.matches.leave(press.match_id, press.user, interaction=press.interaction.id))
    except NotInThisMatch:
        raise ScreenRefusal("You don't sit at this table. **Join** takes a seat.") from None


@action("cancel", "hold")
async def cancel(press: Press) -> None:
    await press.match()
    await _act(press, press.bot.matches.cancel(press.match_id, press.user, interaction=press.interaction.id))


@action("add_computer", "hold")
async def add_computer(press: Press) -> None:
    """A computer sits down on a free seat."""
    await press.match()
    level = press.value_of(ComputerLevel)
    matches = press.bot.matches
    await _act(press, matches.add_computer(press.match_id, press.user, level, interaction=press.interaction.id))


@action("remove_computer", "hold")
async def remove_computer(press: Press) -> None:
    """The computer on the last of the seats that computers have gets up."""
    await press.match()
    matches = press.bot.matches
    await _act(press, matches.remove_computer(press.match_id, press.user, interaction=press.interaction.id))


@action("begin", "hold")
async def begin(press: Press) -> None:
    await press.match()
    matches, table, seen = press.bot.matches, _message_id(press), press.version
    begun = matches.begin(
        press.match_id, press.user, seen_version=seen, interaction=press.interaction.id, message_id=table
    )
    await _act(press, begun)
