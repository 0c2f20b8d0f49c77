"""The slash commands of a game, built from the game itself: start, move, board, rules."""

import re
from dataclasses import replace
from typing import Any

import discord
from discord import app_commands

from bot.match import ComputerLevel, Match, SeriesKind, ServerSettings, Status, TableTerms
from bot.text import N_, say
from cogs.shared.boards.confirmations import show_again
from cogs.shared.boards.solo import solo_commands
from cogs.shared.choosing.match_lookup import OPEN_OR_ALIVE, WHICH, find_match, match_command, suggest_matches
from cogs.shared.choosing.typed_moves import suggested_moves
from cogs.shared.client.refusals import ScreenRefusal, WhichMatch
from cogs.shared.commands.opening import allowed_seats, check_guest, open_table, seats_for, usually_rated
from cogs.shared.commands.rule_pages import rules_command
from cogs.shared.interactions.autocomplete import Choice
from cogs.shared.interactions.replies import Interaction
from cogs.shared.interactions.slash import Command, Parameter, command_with, everywhere, group_of, slash
from cogs.shared.lessons.lessons import learn_command
from cogs.shared.presentation.game_options import numbers_of_seats, option_parameters
from cogs.shared.presentation.presentation import Presentation
from cogs.shared.tables.table import link_table
from cogs.shared.turns.hints import may_show_hint, show_hint
from cogs.shared.turns.turn import play_typed, send_position_text
from cogs.shared.wording.labels import LEVELS
from cogs.shared.wording.times import time_options, time_parameters

GUESTS = ("invite", "invite-2", "invite-3", "invite-4")
ONE_GAME = "one"  # if `start` offers series as well
SWITCHES = {
    "own_thread": ("thread", N_("Play in a separate thread (default: no)")),
    "shared": ("shared-seats", N_("Several people can share a seat, and any of them can move (default: no)")),
    "rated": ("rated", N_("Whether the result changes ratings (default: yes, between people)")),
    "hints": ("hints", N_("Allow hints (default: yes, unless the match is rated)")),
    "coached": (
        "coaching",
        N_("Get tips before your first moves (default: yes, if you're new to the game and play computers)"),
    ),
    "automatic": ("auto-moves", N_("Play automatically where there's no choice (default: yes)")),
    "rolls": ("auto-rolls", N_("Roll the dice automatically when a turn begins (default: yes)")),
}
"""The fields of `TableTerms` that are switches of `start`, with their names and descriptions there."""

_IN_MATCH = re.compile(r"(.*\S)\s+#(\d{1,15})")


def build_group(cog: Presentation) -> app_commands.Group:
    own_commands = (*solo_commands(cog), _move(cog), _hint(cog), _board(cog))
    commands = (_start(cog), learn_command(cog), *own_commands, rules_command(cog))
    return everywhere(group_of(cog.command_name, cog.description_line, commands))


def _start(cog: Presentation) -> Command:
    """`start`: whom to play with, then the game's own options, then how the match is run."""
    numbers = numbers_of_seats(cog)
    parameters = []
    if max(numbers) > 1:
        levels = tuple((say(LEVELS[level]), str(level)) for level in cog.levels)
        words = N_("Play against computers: they take all seats, except those of invited people")
        parameters.append(Parameter("computers_", "computers", str, words, levels))
    words = N_("Invite someone and reserve a seat for them")
    guests = enumerate(GUESTS[: max(numbers) - 1], 1)
    parameters.extend(Parameter(f"guest_{number}", name_shown, discord.User, words) for number, name_shown in guests)
    if len(numbers) > 1:
        seats = tuple((str(number), number) for number in numbers)
        parameters.append(Parameter("seats_", "seats", int, N_("Number of seats"), seats))
    own_parameters = option_parameters(cog)
    own_options = {one.name for one in own_parameters}
    parameters.extend(own_parameters)
    if cog.series:
        modes = ((say(N_("one game")), ONE_GAME), *((say(words), str(kind)) for kind, words in cog.series.items()))
        parameters.append(Parameter("mode_", "mode", str, N_("Play one game, or several (default: one)"), modes))
    makes_sense = {"rated": max(numbers) > 1, "automatic": cog.game.forces, "rolls": cog.game.rolls}
    switches = [(name, *words) for name, words in SWITCHES.items() if makes_sense.get(name, True)]
    parameters.extend(Parameter(f"{name}_", name_shown, bool, words) for name, name_shown, words in switches)
    parameters.extend(time_parameters())

    async def start(interaction: Interaction, chosen: dict[str, Any]) -> None:
        await open_with(cog, interaction, chosen, options={name: chosen[name] for name in own_options & chosen.keys()})

    return command_with("start", N_("Play against computers, or open a table that others can join"), parameters, start)


async def open_with(
    cog: Presentation, interaction: Interaction, chosen: dict[str, Any], *, options: dict[str, Any]
) -> None:
    """Opens a table from the parameters of `start` that were `chosen` and the game's own `options`."""
    mode = chosen.get("mode_", ONE_GAME)
    series = None if mode == ONE_GAME else SeriesKind(mode)
    guests = [member for name, member in chosen.items() if name.startswith("guest_")]
    settings = await cog.bot.matches.servers.settings(interaction.guild_id)
    _check_hints(settings, chosen)
    move_time, on_expiry = time_options(chosen, series, settings.move_time)
    seats = chosen.get("seats_")
    for guest in guests:
        check_guest(interaction, guest.id, is_bot=guest.bot)
    invited = list(dict.fromkeys(guest.id for guest in guests))
    allowed = allowed_seats(cog, options, series)
    if seats is None:
        seats = seats_for(allowed, len(invited))
    elif seats not in allowed:
        raise ScreenRefusal(
            "With these options {game} needs {allowed} seats, not {seats}. Leave out `seats`, or choose other options.",
            game=cog.game.title,
            allowed=" / ".join(map(str, allowed)),
            seats=seats,
        )
    terms = TableTerms(
        cog.game.key,
        seats,
        options,
        series=series,
        target=cog.series_target,
        move_time=move_time,
        on_expiry=on_expiry,
        **{"coached": None} | {name: chosen[f"{name}_"] for name in SWITCHES if f"{name}_" in chosen},
    )
    computers = ComputerLevel(chosen["computers_"]) if "computers_" in chosen else None
    if "rated_" not in chosen:
        with_people = computers is None or bool(invited)
        rated = usually_rated(settings, terms, with_people=with_people) and not chosen.get("hints_", False)
        terms = replace(terms, rated=rated)
    await open_table(cog, interaction, terms, invited=invited, computers=computers)


def _check_hints(settings: ServerSettings, chosen: dict[str, Any]) -> None:
    """Refuses hints that aren't possible. Raises ScreenRefusal."""
    wants_hints = chosen.get("hints_", False) or chosen.get("coached_", False)
    if wants_hints and not settings.hints:
        raise ScreenRefusal("Hints and coaching are off on this server. Leave out `hints` and `coaching`.")
    if wants_hints and chosen.get("rated_", False):
        raise ScreenRefusal("A rated match has no hints and no coaching. Leave them out, or choose `rated:False`.")


def _move(cog: Presentation) -> Command:
    @app_commands.describe(move=N_("Your move; legal moves are listed as you type"), match=WHICH)
    async def move(interaction: Interaction, move: str, match: str | None = None) -> None:
        suggested = _IN_MATCH.fullmatch(move)
        if suggested and match is None:
            move, match = suggested.groups()
        chosen = await find_match(interaction, cog.game.key, match, to_move=True)
        await play_typed(cog, interaction, chosen, move)

    async def suggest_moves(interaction: Interaction, typed: str) -> list[Choice]:
        return await suggested_moves(cog, interaction, typed)

    matches = suggest_matches(cog.game.key, to_move=True)
    return slash("move", N_("Play a move by typing it"), move, move=suggest_moves, match=matches)


def _hint(cog: Presentation) -> Command:
    async def hint(interaction: Interaction, match: Match) -> None:
        await show_hint(cog, interaction, match)

    words = N_("Show what a strong computer would play and why, only to you")
    return match_command("hint", words, hint, game=cog.game.key, to_move=True, allowed=may_show_hint)


def _board(cog: Presentation) -> Command:
    @app_commands.describe(text=N_("Describe the whole position in words, only to you (default: no)"), match=WHICH)
    async def board(interaction: Interaction, text: bool = False, match: str | None = None) -> None:
        chosen = await find_match_or_table(interaction, cog, match)
        if chosen.status is Status.OPEN:
            await link_table(interaction, chosen)
        elif text:
            await send_position_text(interaction, cog, chosen)
        else:
            await show_again(interaction, chosen)

    matches = suggest_matches(cog.game.key, OPEN_OR_ALIVE)
    return slash("board", N_("Post the current board again, or get it in words"), board, match=matches)


async def find_match_or_table(interaction: Interaction, cog: Presentation, wanted: str | None) -> Match:
    """The match that is meant: the person's own, or their only open table, or another one here. Raises WhichMatch."""
    try:
        return await find_match(interaction, cog.game.key, wanted)
    except WhichMatch:
        tables = await cog.bot.matches.lists.of_user(
            interaction.user.id, guild_id=interaction.guild_id, statuses=OPEN_OR_ALIVE, with_positions=False
        )
        mine = [table for table in tables if table.game == cog.game.key]
        if [table.status for table in mine] == [Status.OPEN]:
            return mine[0]
        return await find_match(interaction, cog.game.key, wanted, watching=True)
