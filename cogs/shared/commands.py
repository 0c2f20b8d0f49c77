"""The slash commands of a game, built from the game itself: start, move, board, rules."""

import contextlib
import re
from datetime import timedelta
from typing import Any

import discord
from discord import app_commands

from bot.match import PARALLEL_SEATS, BadOption, ComputerLevel, Expiry, Match, NotOpen, SeriesKind, Status
from bot.text import say
from cogs.shared.answers import Asked, think
from cogs.shared.finding import ALIVE, find_match, match_choices, place_of
from cogs.shared.game_options import numbers_of_seats, option_parameters
from cogs.shared.hints import show_hint
from cogs.shared.parameters import Command, Parameter, command_with
from cogs.shared.permissions import check_permissions
from cogs.shared.playing import play
from cogs.shared.posting import Posting
from cogs.shared.presentation import Presentation
from cogs.shared.refusals import ScreenRefusal, WhichMatch
from cogs.shared.rule_pages import rules_command
from cogs.shared.solo import solo_commands
from cogs.shared.table import lead_to_table, post_table, show_table
from cogs.shared.times import chosen_times, time_parameters
from cogs.shared.turn import in_words
from cogs.shared.typed_moves import suggested_moves
from cogs.shared.words import LEVELS, NAMES

GUESTS = 4
ONE_GAME = "one"  # where `start` offers series as well

_IN_MATCH = re.compile(r"(.*\S)\s+#(\d{1,15})")


def build_group(cog: Presentation) -> app_commands.Group:
    """The game's command group."""
    group = app_commands.Group(
        name=cog.command_name,
        description=cog.description_line,
        guild_only=True,
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
    )
    for command in (_start(cog), *solo_commands(cog), _move(cog), _hint(cog), _board(cog), rules_command(cog)):
        group.add_command(command)
    return group


def _start(cog: Presentation) -> Command:
    """`start` with the game's own options."""
    numbers = numbers_of_seats(cog)
    parameters = option_parameters(cog)
    own = {one.name for one in parameters}
    if len(numbers) > 1:
        seats = tuple((str(number), number) for number in numbers)
        parameters.insert(0, Parameter("seats_", "seats", int, "How many seats the table has", seats))
    if cog.series:
        modes = (("one game", ONE_GAME), *((say(words), str(kind)) for kind, words in cog.series.items()))
        parameters.append(Parameter("mode_", "mode", str, "One game, or what is made of several (default: one)", modes))
    for number in range(1, min(GUESTS, max(numbers) - 1) + 1):
        shown = "invite" if number == 1 else f"invite-{number}"
        parameters.append(
            Parameter(f"guest_{number}", shown, discord.Member, "Somebody you invite; a seat is kept for them")
        )
    if max(numbers) > 1:
        levels = tuple((say(shown), str(level)) for level, shown in LEVELS.items())
        parameters.append(
            Parameter("computers_", "computers", str, "Computers take all seats that nobody is invited to", levels)
        )
    parameters.append(
        Parameter(
            "shared_", "shared-seats", bool, "Several people may share a seat, and any of them moves (default: no)"
        )
    )
    parameters.append(Parameter("thread_", "thread", bool, "Play in a thread of its own (default: no)"))
    parameters.append(Parameter("hints_", "hints", bool, "Players may ask for hints (default: yes)"))
    parameters.extend(time_parameters())
    if cog.game.forces:
        help_ = "What leaves no choice is played by itself, and shown (default: yes)"
        parameters.append(Parameter("automatic_", "auto-moves", bool, help_))

    async def start(interaction: Asked, chosen: dict[str, Any]) -> None:
        mode = chosen.get("mode_", ONE_GAME)
        series = None if mode == ONE_GAME else SeriesKind(mode)
        await _open(
            cog,
            interaction,
            options={name: chosen[name] for name in own & chosen.keys()},
            seats=chosen.get("seats_"),
            series=series,
            guests=[member for name, member in chosen.items() if name.startswith("guest_")],
            shared=chosen.get("shared_", False),
            own_thread=chosen.get("thread_", False),
            automatic=chosen.get("automatic_", True),
            hints=chosen.get("hints_", True),
            computers=ComputerLevel(chosen["computers_"]) if "computers_" in chosen else None,
            time=chosen_times(chosen, series),
        )

    return command_with("start", "Open a table: others join with a button", parameters, start)


async def _open(
    cog: Presentation,
    interaction: Asked,
    *,
    options: dict[str, Any],
    seats: int | None,
    series: SeriesKind | None,
    guests: list[discord.Member],
    shared: bool,
    own_thread: bool,
    automatic: bool,
    hints: bool,
    computers: ComputerLevel | None,
    time: tuple[timedelta | None, Expiry],
) -> None:
    NAMES.learn(interaction.guild_id, interaction.user)
    for guest in guests:
        if guest.bot:
            raise ScreenRefusal(
                "{name} is a bot and can't sit down; leave the seat free for a person.", name=guest.mention
            )
        if guest.id == interaction.user.id:
            raise ScreenRefusal("You sit at your own table anyway; invite somebody else, or leave the seat free.")
    check_permissions(interaction, thread=own_thread)
    move_time, on_expiry = time
    invited = list(dict.fromkeys(guest.id for guest in guests))
    try:
        allowed = tuple(PARALLEL_SEATS) if series is SeriesKind.PARALLEL else cog.game.seats(options)
    except ValueError as error:
        raise BadOption(problem=cog.clash(options) or str(error).rstrip(".")) from error
    if seats is None:
        seats = next((number for number in allowed if number > max(len(invited), 1)), allowed[-1])
    elif seats not in allowed:
        raise ScreenRefusal(
            "With these options {game} is played on {allowed} seats, not on {seats}. Leave out `seats`, or choose "
            "other options.",
            game=cog.game.title,
            allowed=" / ".join(map(str, allowed)),
            seats=seats,
        )
    matches = cog.bot.matches
    match = await matches.open(
        game=cog.game.key,
        options=options,
        seats=seats,
        opener=interaction.user.id,
        place=place_of(interaction),
        invited=invited,
        shared=shared,
        own_thread=own_thread,
        automatic=automatic,
        hints=hints,
        computers=computers,
        series=series,
        target=cog.series_target,
        move_time=move_time,
        on_expiry=on_expiry,
        interaction=interaction.id,
    )
    try:
        message_id = await post_table(cog, interaction, match)
    except Exception:
        await matches.cancel(match.id, interaction.user.id)  # nobody has seen this table
        raise
    await matches.table_posted(match.id, message_id)
    if computers is not None and not invited and not shared:  # there is nobody to wait for
        with contextlib.suppress(NotOpen, discord.HTTPException):  # somebody was faster with a button of the table
            await show_table(cog.bot, await matches.begin(match.id, interaction.user.id))


def _move(cog: Presentation) -> Command:
    @app_commands.describe(
        move="Your move; what you may play is listed as you type", match="Which match, if you have several"
    )
    async def move(interaction: Asked, move: str, match: str | None = None) -> None:
        await think(interaction)
        NAMES.learn(interaction.guild_id, interaction.user)
        suggested = _IN_MATCH.fullmatch(move)
        if suggested and match is None:
            move, match = suggested.groups()
        found = await find_match(interaction, cog.game.key, match, to_move=True)
        await play(cog, interaction, found, move, seen_version=None)

    async def suggest_moves(interaction: Asked, typed: str) -> list[app_commands.Choice[str]]:
        return await suggested_moves(cog, interaction, typed)

    command: Command = app_commands.Command(name="move", description="Play a move by typing it", callback=move)
    command.autocomplete("move")(suggest_moves)
    command.autocomplete("match")(_suggest_matches(cog))
    return command


def _hint(cog: Presentation) -> Command:
    @app_commands.describe(match="Which match, if you have several")
    async def hint(interaction: Asked, match: str | None = None) -> None:
        await think(interaction)
        NAMES.learn(interaction.guild_id, interaction.user)
        found = await find_match(interaction, cog.game.key, match, to_move=True)
        await show_hint(cog, interaction, found)

    command: Command = app_commands.Command(
        name="hint", description="What the hard computer would play for you, and why; for you alone", callback=hint
    )
    command.autocomplete("match")(_suggest_matches(cog))
    return command


def _board(cog: Presentation) -> Command:
    @app_commands.describe(
        text="The whole position in words, for you alone (default: no)", match="Which match, if there are several"
    )
    async def board(interaction: Asked, text: bool = False, match: str | None = None) -> None:
        await think(interaction)
        NAMES.learn(interaction.guild_id, interaction.user)
        found = await _begun_or_open(interaction, cog, match)
        if found.status is Status.OPEN:
            await lead_to_table(interaction, found)
        elif text:
            await in_words(interaction, cog, found)
        else:
            await Posting.of(cog.bot).show_again(interaction, found)

    command: Command = app_commands.Command(
        name="board", description="Post the current board again, or read it in words", callback=board
    )
    command.autocomplete("match")(_suggest_matches(cog, (Status.OPEN, *ALIVE)))
    return command


async def _begun_or_open(interaction: Asked, cog: Presentation, wanted: str | None) -> Match:
    """The match that is meant: the person's own one, or their only open table, or else another one here. WhichMatch."""
    try:
        return await find_match(interaction, cog.game.key, wanted)
    except WhichMatch:
        tables = await cog.bot.matches.of_user(
            interaction.user.id, guild_id=interaction.guild_id, statuses=(Status.OPEN, *ALIVE), with_positions=False
        )
        mine = [table for table in tables if table.game == cog.game.key]
        if [table.status for table in mine] == [Status.OPEN]:
            return mine[0]
        return await find_match(interaction, cog.game.key, wanted, watching=True)


def _suggest_matches(cog: Presentation, statuses: tuple[Status, ...] = ALIVE) -> Any:
    async def suggest(interaction: Asked, typed: str) -> list[app_commands.Choice[str]]:
        return await match_choices(interaction, cog.game.key, typed, statuses=statuses)

    return suggest
