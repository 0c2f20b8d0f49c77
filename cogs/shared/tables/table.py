"""The table: the message where people sit down, and its buttons."""

import asyncio
import contextlib
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

import discord
from cachetools import LRUCache
from discord import ui

from bot.contests.values.contest import Contest
from bot.match import (
    ComputerLevel,
    Match,
    NoComputersHere,
    NoSuchMatch,
    NotInThisMatch,
    NotOpen,
    Place,
    Refusal,
    Status,
    TableHasChanged,
)
from bot.match.decisions import lobby
from bot.match.decisions.decision import Decision
from bot.text import N_, say, say_plural, term
from bot.text.terms import capitalise, commas
from bot.words import colour_disc
from cogs.shared.access.links import table_link
from cogs.shared.client.carriers import CarriedChannel, Carriers, channel_of, is_carried
from cogs.shared.client.client import Client
from cogs.shared.client.clipping import clip
from cogs.shared.client.failures import REQUEST_ERRORS, insist
from cogs.shared.client.initial_responses import AlreadyResponded, InitialResponse, ResponseType
from cogs.shared.client.languages import at_place
from cogs.shared.client.per_bot import per_bot
from cogs.shared.client.refusals import ScreenRefusal
from cogs.shared.client.sent_before import sent_before
from cogs.shared.client.threads import send_to_place
from cogs.shared.interactions.clicks import Click, action, button, number_in, row, select
from cogs.shared.interactions.replies import Interaction, follow_in_public, original_id, pinging, reply
from cogs.shared.presentation.presentation import Presentation
from cogs.shared.presentation.registry import cog_for
from cogs.shared.tables.levels import level_options
from cogs.shared.tables.seal import is_sealed, seal_line
from cogs.shared.wording.labels import command_name_of, is_vacant, people
from cogs.shared.wording.ratings import is_rated, what_rated_means
from cogs.shared.wording.times import seat_remarks

SEATS_LIMIT = 2500  # characters
CACHE_SIZE = 1000  # tables whose messages are known to be up to date
UNKNOWN_MESSAGE = 10008

NO_SEAT = N_("You don't have a seat at this table. If one is free, press **Join**.")
NOT_RESERVED = N_("No seat is reserved for you at this table. If one is free, press **Join**.")


def seat_lines(match: Match) -> list[str]:
    """A line for each seat: its colour and who sits there."""
    free = say(N_("free"))
    reservations = {
        seat: say(N_("reserved for {people}"), people=commas(f"<@{person}>" for person in guests))
        for seat, guests in _reserved_for(match).items()
    }
    return [
        " · ".join(
            (
                f"{colour_disc(seat.colour)} **{term(seat.colour.capitalize())}**",
                " · ".join(filter(None, (people(seat), reservations.get(seat.number)))) or free,
                *seat_remarks(match, seat),
            )
        )
        for seat in match.seats
    ]


def _reserved_for(match: Match) -> Mapping[int, Sequence[int]]:
    """The reserved seats and for whom: those of a rematch for its people, other free ones for invited people."""
    if match.reserved_seats or match.status is not Status.OPEN:
        return match.reserved_seats
    free = (seat.number for seat in match.seats if is_vacant(seat))
    guests = (person for person in match.invited if not match.seat_of(person))
    return {seat: (guest,) for seat, guest in zip(free, guests, strict=False)}


def missing_guests(match: Match) -> list[str]:
    """People who are invited and have not sat down."""
    return [f"<@{person}>" for person in match.invited if not match.seat_of(person)]


def table_view(
    cog: Presentation, match: Match, *, computers: bool = True, contest: Contest | None = None
) -> ui.LayoutView:
    """The table as it is now, with buttons while it is open; `computers` says whether any can be added.

    `contest` is the league or tournament that it belongs to.
    """
    view = ui.LayoutView(timeout=None)
    if match.status is Status.CANCELLED:
        cancelled = N_("-# {game}: this table is cancelled. `/{command} start` opens a new one.")
        view.add_item(ui.TextDisplay(say(cancelled, game=cog.game.title, command=cog.command_name)))
        return view
    box: ui.Container[Any] = ui.Container(accent_colour=discord.Colour(0x8FA3C8))
    sentence = say(cog.pitch) if match.status is Status.OPEN else ""
    head = [f"### {_title(cog, match)}", _contest_line(contest), sentence, capitalise(cog.differences(match))]
    box.add_item(ui.TextDisplay("\n".join(filter(None, head))))
    box.add_item(ui.TextDisplay(clip("\n".join(seat_lines(match)), SEATS_LIMIT)))
    foot = _foot(match, computers=computers)
    if foot:
        box.add_item(ui.TextDisplay(foot))
    for items in _buttons(cog, match, computers=computers):
        box.add_item(row(*items))
    view.add_item(box)
    return view


def _title(cog: Presentation, match: Match) -> str:
    words = N_("{game}: open table") if match.status is Status.OPEN else N_("{game}: match {id} has begun")
    return say(words, game=cog.game.title, id=match.id)


def _contest_line(contest: Contest | None) -> str:
    """Where a match belongs: the table takes the place of the announcement that has said so."""
    if contest is None:
        return ""
    words = N_("In the league **{name}**") if contest.kind is None else N_("In the tournament **{name}**")
    return say(words, name=contest.name)


def _foot(match: Match, *, computers: bool) -> str:
    lines = []
    free = sum(map(is_vacant, match.seats))
    if match.status is Status.OPEN:
        guests = missing_guests(match)[:free]
        if guests:
            lines.append(say(N_("If a seat is reserved for you, press **Join** or **Decline**.")))
        if free > len(guests):
            lines.append(_invitation(free - len(guests), computers=computers))
        if not free:
            words = N_("All seats are taken: press **Start**.")
            if match.begins_at is not None:
                words = N_("All seats are taken. The match starts {when}.")
            lines.append(say(words, when=discord.utils.format_dt(match.begins_at or match.opened_at, "R")))
            if any(seat.computer for seat in match.seats):
                lines.append(say(N_("Until the match starts, **Join** takes over a computer's seat.")))
        if is_rated(match):
            lines.append(f"-# {what_rated_means(match)}")
    if is_sealed(match):
        lines.append(seal_line(match))
    return "\n".join(lines)


def _invitation(free: int, *, computers: bool) -> str:
    if not computers:
        return say_plural("One seat is free: press **Join**.", "{number} seats are free: press **Join**.", free)
    return say_plural(
        "One seat is free: press **Join**, or add a computer.",
        "{number} seats are free: press **Join**, or add computers.",
        free,
    )


def _buttons(cog: Presentation, match: Match, *, computers: bool) -> list[Sequence[Any]]:
    about = (match.id, 0)  # a click means the same while others sit down
    is_open = match.status is Status.OPEN
    last = []
    if match.begins_at is not None:
        last.append(button(say(N_("Wait")), "wait", about=about))
    if is_open and missing_guests(match):
        last.append(button(say(N_("Decline")), "decline_invitation", about=about))
    if is_open and any(seat.computer for seat in match.seats):
        last.append(button(say(N_("Remove a computer")), "remove_computer", about=about))
    if is_sealed(match):
        last.append(button(say(N_("How the luck is sealed")), "seal_of", about=about))
    rows = _seat_buttons(cog, match, computers=computers) if is_open else []
    return [*rows, last] if last else rows


def _seat_buttons(cog: Presentation, match: Match, *, computers: bool) -> list[Sequence[Any]]:
    """Buttons and lists for sitting down and for starting."""
    full = not any(map(is_vacant, match.seats))
    crowded = not match.terms.shared and all(seat.people for seat in match.seats)
    about = (match.id, 0)  # a click means the same while others sit down
    start = (match.id, match.version)  # except here: who starts it must have seen who plays
    rows: list[Sequence[Any]] = [
        [
            button(say(N_("Join")), "join", about=about, style="primary", disabled=crowded),
            button(say(N_("Leave")), "leave", about=about),
            button(say(N_("Start")), "begin", about=start, style="success", disabled=not full),
            button(say(N_("Rules")), "rules_of", about=about),
            button(say(N_("Cancel")), "cancel", about=about, style="danger"),
        ]
    ]
    options = [
        discord.SelectOption(
            label=term(seat.colour.capitalize()),
            value=str(seat.number),
            emoji=colour_disc(seat.colour).rstrip("\ufe0f"),
        )
        for seat in match.seats
        if (match.terms.shared or not seat.people) and seat.number not in match.reserved_seats  # a computer makes room
    ]
    if options:
        rows.append([select(say(N_("Choose a seat")), options, "sit", about=about)])
    if computers and not full:
        rows.append([select(say(N_("Add a computer")), level_options(cog.levels), "add_computer", about=about)])
    return rows


async def _public_view(bot: Client, match: Match) -> ui.LayoutView:
    """The table as it is now, in the server's language."""
    computers = (await bot.matches.servers.settings(match.place.guild_id)).computers
    is_open = match.status is Status.OPEN  # those of leagues and tournaments never are
    contest = None if is_open else await bot.contests.of_match(match.id)
    async with at_place(bot, match.place):
        return table_view(cog_for(bot, match.game), match, computers=computers, contest=contest)


async def post_table(cog: Presentation, interaction: Interaction, match: Match) -> int:
    """Posts the table and returns the message's id. It is the response itself, or a follow-up after "thinking"."""
    message_id = await _post_table(cog, interaction, match)
    Carriers.of(cog.bot).note_message(message_id, interaction)
    return message_id


async def _post_table(cog: Presentation, interaction: Interaction, match: Match) -> int:
    view = await _public_view(cog.bot, match)
    mentions = pinging(*match.invited)

    async def send() -> int | None:
        return (await interaction.response.send_message(view=view, allowed_mentions=mentions)).message_id

    first = InitialResponse.of(interaction)
    if first.response_type is None:
        with contextlib.suppress(AlreadyResponded):
            return await first.send(ResponseType.channel_message, send) or await original_id(interaction)
    return await follow_in_public(
        interaction, lambda: interaction.followup.send(view=view, allowed_mentions=mentions, wait=True)
    )


async def send_table(bot: Client, match: Match, *, called: Sequence[int] = ()) -> int:
    """Sends the table as a new message that isn't the response to a command; returns its id.

    Discord makes one message of two attempts to replace the same message. Raises ThreadLocked and
    discord.HTTPException.
    """
    nonce = f"table.{match.id}"
    if match.table_message_id is not None:  # a nonce has at most 25 characters
        nonce += f".{match.table_message_id % 10**9}"
    place = _channel_of_table(bot, match)
    view = await _public_view(bot, match)
    if match.table_message_id is None and not is_carried(match.place):
        before = await sent_before(bot, match.table_in, view)
        if before is not None:
            return before
    send = partial(place.send, view=view, nonce=nonce, allowed_mentions=pinging(*called))
    return (await send_to_place(bot, match.place, send)).id


async def update_table(bot: Client, match: Match) -> Match:
    """Updates the table's message without a click on it; returns the match as of then.

    If someone has deleted the message of an open table, it is sent again, since nobody could sit down otherwise. Raises
    discord.HTTPException.
    """
    return await _messages_of(bot).update(bot, match.id)


async def link_table(interaction: Interaction, match: Match) -> None:
    """Tells someone where an open table is, once its message exists."""
    try:
        match = await update_table(interaction.client, match)
    except (discord.NotFound, discord.Forbidden) as error:
        raise ScreenRefusal(
            "I can't post table {id} where it was opened. Use `/match cancel`, then `/{game} start` elsewhere.",
            id=match.id,
            game=command_name_of(match.game),
        ) from error
    link = table_link(match)
    await reply(interaction, say(N_("Match {id} hasn't started: [go to the table]({link})"), id=match.id, link=link))


class _TableMessages:
    """Edits tables' messages one after the other, each to the table as it is by then, and remembers the versions."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()  # those that somebody holds
        self._shown: LRUCache[int, int] = LRUCache(CACHE_SIZE)  # versions, by match

    def is_known(self, match_id: int) -> bool:
        """Whether this process has updated this table's message."""
        return match_id in self._shown

    async def show(self, click: Click, version: int) -> None:
        """Shows the table by a click on it, unless this version or a newer one was shown meanwhile."""
        match_id = click.match_id
        async with self._locks.setdefault(match_id, asyncio.Lock()):
            if self._shown.get(match_id, 0) >= version:
                return
            match = await click.bot.matches.get(match_id)
            try:
                show = partial(click.interaction.edit_original_response, view=await _public_view(click.bot, match))
                await insist(partial(show, allowed_mentions=discord.AllowedMentions.none()))
            except discord.NotFound as error:
                if error.code != UNKNOWN_MESSAGE:
                    raise
                match = await _edit(click.bot, match)  # someone has deleted the message since the click
            self._shown[match_id] = match.version

    async def update(self, bot: Client, match_id: int) -> Match:
        """Updates the table's message, as `update_table` does."""
        async with self._locks.setdefault(match_id, asyncio.Lock()):
            match = await _edit(bot, await bot.matches.get(match_id))
            self._shown[match_id] = match.version
            return match


def _channel_of_table(bot: Client, match: Match) -> discord.PartialMessageable | CarriedChannel:
    return channel_of(bot, Place(match.place.guild_id, match.table_in))


async def _edit(bot: Client, match: Match) -> Match:
    message_id = match.table_message_id
    if message_id is None:
        return match
    message = _channel_of_table(bot, match).get_partial_message(message_id)
    try:
        view = await _public_view(bot, match)
        await message.edit(view=view, allowed_mentions=discord.AllowedMentions.none())
    except discord.NotFound as error:
        if error.code != UNKNOWN_MESSAGE or match.status is not Status.OPEN:
            raise
        await bot.matches.tables.note_new_message(match.id, message_id, await send_table(bot, match))
        return await bot.matches.get(match.id)
    return match


@per_bot
def _messages_of(_bot: Client) -> _TableMessages:
    return _TableMessages()


async def _decide(click: Click, decision: Decision, seatless: str = NO_SEAT) -> None:
    """Carries out a click and shows the table; also after a refusal if its message may be outdated.

    `seatless` is the refusal for people without a seat.
    """
    await click.match()
    messages = _messages_of(click.bot)
    try:
        match = await click.act(decision)
    except Refusal as refusal:
        if isinstance(refusal, NotOpen | TableHasChanged) or not messages.is_known(click.match_id):
            with contextlib.suppress(NoSuchMatch, *REQUEST_ERRORS):
                await messages.show(click, (await click.bot.matches.get(click.match_id)).version)
        if isinstance(refusal, NotInThisMatch):
            raise ScreenRefusal(seatless) from None
        raise
    await messages.show(click, match.version)


def _message_id(click: Click) -> int | None:
    message = click.interaction.message
    return message.id if message else None


@action("join", "update")
async def join(click: Click) -> None:
    await _decide(click, lobby.join(click.user, message_id=_message_id(click)))


@action("sit", "update")
async def sit(click: Click) -> None:
    await _decide(click, lobby.join(click.user, seat=number_in(click.value), message_id=_message_id(click)))


@action("leave", "update")
async def leave(click: Click) -> None:
    await _decide(click, lobby.leave(click.user))


@action("decline_invitation", "update")
async def decline_invitation(click: Click) -> None:
    """Frees the seat reserved for the person who clicked."""
    await _decide(click, lobby.decline_invitation(click.user), NOT_RESERVED)


@action("wait", "update")
async def wait(click: Click) -> None:
    """Stops the full table from starting automatically."""
    await _decide(click, lobby.wait(click.user))


@action("cancel", "update")
async def cancel(click: Click) -> None:
    await _decide(click, lobby.cancel(click.user))


@action("add_computer", "update")
async def add_computer(click: Click) -> None:
    table = await click.match()
    if not (await click.bot.matches.servers.settings(table.place.guild_id)).computers:
        raise NoComputersHere
    await _decide(click, lobby.add_computer(click.user, click.value_as(ComputerLevel)))


@action("remove_computer", "update")
async def remove_computer(click: Click) -> None:
    """Removes the last of the computers."""
    await _decide(click, lobby.remove_computer(click.user))


@action("begin", "update")
async def begin(click: Click) -> None:
    await _decide(click, lobby.begin(click.user, seen_version=click.version, message_id=_message_id(click)))
