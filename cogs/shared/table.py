"""The table: one message on which people sit down, and its buttons."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import discord
from discord import ui

from bot.match import Match, Seat, Status
from bot.text import N_, say
from cogs.shared.answers import Asked
from cogs.shared.presses import Press, action, button, row, select
from cogs.shared.screens import screen_of
from cogs.shared.words import mark_of

if TYPE_CHECKING:
    from cogs.shared.game import GameCog

SEAT_FREE = N_("free")
SEAT_KEPT = N_("kept for {people}")


def people(seat: Seat) -> str:
    """Everybody on a seat, by name."""
    return ", ".join(f"<@{person}>" for person in seat.people)


def seat_lines(match: Match) -> list[str]:
    """A line for each seat: its colour and who sits there."""
    waiting = [person for person in match.invited if not match.seat_of(person)]
    lines = []
    for seat in match.seats:
        if seat.people:
            who = people(seat)
        elif waiting and not match.shared:
            who = say(SEAT_KEPT, people=f"<@{waiting.pop(0)}>")
        else:
            who = say(SEAT_FREE)
        lines.append(f"{mark_of(seat.colour)} **{seat.colour.capitalize()}** · {who}")
    return lines


def table_view(cog: "GameCog", match: Match) -> ui.LayoutView:
    """The table as it is now; with buttons as long as it is open."""
    view = ui.LayoutView(timeout=None)
    box: ui.Container[Any] = ui.Container(accent_colour=discord.Colour(0x8FA3C8))
    box.add_item(ui.TextDisplay("\n".join([f"### {_title(cog, match)}", cog.terms(match)])))
    box.add_item(ui.TextDisplay("\n".join(seat_lines(match))))
    foot = _foot(cog, match)
    if foot:
        box.add_item(ui.TextDisplay(foot))
    if match.status is Status.OPEN:
        for items in _buttons(match):
            box.add_item(row(*items))
    view.add_item(box)
    return view


def _title(cog: "GameCog", match: Match) -> str:
    match match.status:
        case Status.OPEN:
            return say(N_("{game}: a table is open"), game=cog.game.title)
        case Status.CANCELLED:
            return say(N_("{game}: this table is closed"), game=cog.game.title)
        case _:
            return say(N_("{game}: match {id} has begun"), game=cog.game.title, id=match.id)


def _foot(cog: "GameCog", match: Match) -> str:
    lines = []
    free = sum(not seat.people for seat in match.seats)
    if match.status is Status.OPEN:
        if free:
            lines.append(
                say(N_("{free} seats are free: press **Join**."), free=free)
                if free > 1
                else say(N_("One seat is free: press **Join**."))
            )
        else:
            lines.append(say(N_("Everybody is here: press **Start**.")))
    elif match.status is Status.CANCELLED:
        lines.append(say(N_("`/{command} start` opens a new one."), command=cog.command_name))
    if cog.game.uses_chance:
        lines.append(say(N_("-# All luck is sealed in advance: `{seal}`"), seal=match.commitment))
    return "\n".join(lines)


def _buttons(match: Match) -> list[Sequence[Any]]:
    full = all(seat.people for seat in match.seats)
    at = (match.id, match.version)
    rows: list[Sequence[Any]] = [
        [
            button(say(N_("Join")), *at, "join", style=discord.ButtonStyle.primary, disabled=full and not match.shared),
            button(say(N_("Leave")), *at, "leave"),
            button(say(N_("Start")), *at, "begin", style=discord.ButtonStyle.success, disabled=not full),
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
            if match.shared or not seat.people
        ]
        if options:
            rows.append([select(say(N_("Choose a seat")), options, *at, "sit")])
    return rows


async def _show(press: Press, match: Match) -> None:
    await press.interaction.edit_original_response(
        view=table_view(screen_of(press.bot, match.game), match), allowed_mentions=discord.AllowedMentions.none()
    )


def _message_id(interaction: Asked) -> int | None:
    return interaction.message.id if interaction.message else None


@action("join", "hold")
async def join(press: Press) -> None:
    match = await press.bot.matches.join(
        press.match_id, press.user, interaction=press.interaction.id, message_id=_message_id(press.interaction)
    )
    await _show(press, match)


@action("sit", "hold")
async def sit(press: Press) -> None:
    match = await press.bot.matches.join(
        press.match_id,
        press.user,
        seat=int(press.values[0]),
        interaction=press.interaction.id,
        message_id=_message_id(press.interaction),
    )
    await _show(press, match)


@action("leave", "hold")
async def leave(press: Press) -> None:
    await _show(press, await press.bot.matches.leave(press.match_id, press.user, interaction=press.interaction.id))


@action("cancel", "hold")
async def cancel(press: Press) -> None:
    await _show(press, await press.bot.matches.cancel(press.match_id, press.user, interaction=press.interaction.id))


@action("begin", "hold")
async def begin(press: Press) -> None:
    match = await press.bot.matches.begin(
        press.match_id, press.user, interaction=press.interaction.id, message_id=_message_id(press.interaction)
    )
    await _show(press, match)
