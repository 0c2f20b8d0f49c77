"""The slash commands of a game, built from the game itself: start, move, board, rules."""

import contextlib
import inspect
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.match import Match, Refusal, Status
from bot.rules import Option
from bot.text import N_, say
from cogs.shared.answers import Asked, think
from cogs.shared.finding import find_match, match_choices, place_of
from cogs.shared.permissions import check_permissions
from cogs.shared.posting import Posting
from cogs.shared.refusals import ScreenRefusal
from cogs.shared.table import table_view
from cogs.shared.turn import in_words
from cogs.shared.words import NAMES

if TYPE_CHECKING:
    from cogs.shared.game import GameCog

SUGGESTIONS = 25  # Discord's limit for autocompletion
GUESTS = 3

Command = app_commands.Command[Any, ..., Any]

_IN_MATCH = re.compile(r"(.*\S)\s+#(\d{1,15})")


def build_group(cog: "GameCog") -> app_commands.Group:
    """The game's command group."""
    group = app_commands.Group(
        name=cog.command_name,
        description=cog.description_line,
        guild_only=True,
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
    )
    for command in (_start(cog), _move(cog), _board(cog), _rules(cog)):
        group.add_command(command)
    return group


def shown_option(cog: "GameCog", option: Option) -> tuple[str, str]:
    """An option's name and help as people see them."""
    name, description = cog.option_names.get(option.name, (option.name.replace("_", "-"), option.help))
    return name, description[:100]


def _numbers_of_seats(cog: "GameCog") -> tuple[int, ...]:
    """Every number of seats that some choice of options allows."""
    flags: list[dict[str, object]] = [{}]
    for option in cog.game.options:
        values = (False, True) if option.type is bool else option.choices or (option.default,)
        flags = [{**chosen, option.name: value} for chosen in flags for value in values]
    return tuple(sorted({number for chosen in flags for number in cog.game.seats(chosen)}))


def _start(cog: "GameCog") -> Command:
    """`start` with the game's own options, each typed and explained."""
    numbers = _numbers_of_seats(cog)
    parameters: list[tuple[str, str, Any, str]] = []  # option, shown name, type, description
    for option in cog.game.options:
        kind: Any = app_commands.Range[int, option.min, option.max] if option.type is int else option.type
        name, description = shown_option(cog, option)
        parameters.append((option.name, name, kind, description))
    own = {name for name, *_ in parameters}
    if len(numbers) > 1:
        parameters.insert(0, ("seats_", "seats", int, "How many seats the table has"))
    for number in range(1, min(GUESTS, max(numbers) - 1) + 1):
        shown = "invite" if number == 1 else f"invite-{number}"
        parameters.append((f"guest_{number}", shown, discord.Member, "Somebody you invite; a seat is kept for them"))
    parameters.append(
        ("shared_", "shared-seats", bool, "Several people may share a seat, and any of them moves (default: no)")
    )
    parameters.append(("thread_", "thread", bool, "Play in a thread of its own (default: no)"))
    if cog.game.forces:
        parameters.append(
            ("automatic_", "auto-moves", bool, "What leaves no choice is played by itself, and shown (default: yes)")
        )

    async def start(interaction: Asked, **given: Any) -> None:
        chosen = {name: value for name, value in given.items() if value is not None}
        await _open(
            cog,
            interaction,
            options={name: chosen[name] for name in own & chosen.keys()},
            seats=chosen.get("seats_"),
            guests=[member for name, member in chosen.items() if name.startswith("guest_")],
            shared=chosen.get("shared_", False),
            own_thread=chosen.get("thread_", False),
            automatic=chosen.get("automatic_", True),
        )

    keyword = inspect.Parameter.KEYWORD_ONLY
    start.__signature__ = inspect.Signature(  # type: ignore[attr-defined]  # read by discord.py to build the options
        [
            inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD),
            *(
                inspect.Parameter(
                    name, keyword, default=None, annotation=kind | None if isinstance(kind, type) else kind
                )
                for name, _, kind, _ in parameters
            ),
        ]
    )
    shaped = app_commands.describe(**{name: text for name, _, _, text in parameters})(start)
    shaped = app_commands.rename(**{name: shown for name, shown, _, _ in parameters})(shaped)
    choices: dict[str, list[app_commands.Choice[Any]]] = {
        option.name: [
            app_commands.Choice(name=cog.choice_names.get(option.name, {}).get(choice, choice), value=choice)
            for choice in option.choices
        ]
        for option in cog.game.options
        if option.choices
    }
    if len(numbers) > 1:
        choices["seats_"] = [app_commands.Choice(name=str(number), value=number) for number in numbers]
    shaped = app_commands.choices(**choices)(shaped)
    return app_commands.Command(name="start", description="Open a table: others join with a button", callback=shaped)


async def _open(
    cog: "GameCog",
    interaction: Asked,
    *,
    options: dict[str, Any],
    seats: int | None,
    guests: list[discord.Member],
    shared: bool,
    own_thread: bool,
    automatic: bool,
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
    invited = list(dict.fromkeys(guest.id for guest in guests))
    allowed = cog.game.seats(options)
    if seats is None:
        seats = next((number for number in allowed if number > len(invited)), allowed[-1])
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
        interaction=interaction.id,
    )
    try:
        message_id = await _post_table(cog, interaction, match)
    except Exception:
        await matches.cancel(match.id, interaction.user.id)  # nobody has seen this table
        raise
    await matches.table_posted(match.id, message_id)


async def _post_table(cog: "GameCog", interaction: Asked, match: Match) -> int:
    """The id of the table's message: the answer itself, or after it if somebody had to be asked to wait."""
    view = table_view(cog, match)
    called = [discord.Object(person) for person in match.invited]
    mentions = discord.AllowedMentions(everyone=False, roles=False, users=called)
    if not interaction.response.is_done():
        with contextlib.suppress(discord.InteractionResponded):
            sent = await interaction.response.send_message(view=view, allowed_mentions=mentions)
            return sent.message_id or (await interaction.original_response()).id
    return (await interaction.followup.send(view=view, allowed_mentions=mentions, wait=True)).id


def _move(cog: "GameCog") -> Command:
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
        await cog.play(interaction, found, move, seen_version=None)

    async def suggest_moves(interaction: Asked, typed: str) -> list[app_commands.Choice[str]]:
        return await _suggested(cog, interaction, typed)

    command: Command = app_commands.Command(name="move", description="Play a move by typing it", callback=move)
    command.autocomplete("move")(suggest_moves)
    command.autocomplete("match")(_suggest_matches(cog))
    return command


async def _suggested(cog: "GameCog", interaction: Asked, typed: str) -> list[app_commands.Choice[str]]:
    """The legal moves of the person that fit what was typed; of several matches with each one's number."""
    user, wanted = interaction.user.id, interaction.namespace.match
    matches = cog.bot.matches
    if wanted:
        try:
            mine = [await find_match(interaction, cog.game.key, wanted)]
        except Refusal:
            return []
    else:
        mine = [
            match
            for match in await matches.of_user(user, guild_id=interaction.guild_id, statuses=(Status.RUNNING,))
            if match.game == cog.game.key
        ]
    several = len(mine) > 1
    here = (interaction.channel_id,)
    mine.sort(key=lambda match: (match.place.posted_in,) != here)
    found: list[tuple[str, str]] = []  # what is shown, what is sent
    at_last: list[tuple[str, str]] = []  # what needs no choosing, such as End turn: nobody should take it unawares
    for match in mine:
        state = match.state
        if match.status is not Status.RUNNING or state is None or state.to_move not in match.seat_of(user):
            continue
        at_once = {one.notation: one.label for one in cog.at_once(state)}
        told = dict(at_once)
        told |= {state.notate(move): path[-1].detail for path, move in cog.paths(state)}
        for text in narrowed(sorted(told, key=lambda text: not told[text]), typed):
            name = f"{text} · {told[text]}" if told[text] else text
            if several:
                name += " · " + say(N_("match {id}"), id=match.id)
            entry = (name[:100], f"{text} #{match.id}" if several else text)
            (at_last if text in at_once else found).append(entry)
    shown = found[: max(SUGGESTIONS - len(at_last), 0)] + at_last
    return [app_commands.Choice(name=name, value=value) for name, value in shown[:SUGGESTIONS]]


def _board(cog: "GameCog") -> Command:
    @app_commands.describe(
        text="The whole position in words, for you alone (default: no)", match="Which match, if there are several"
    )
    async def board(interaction: Asked, text: bool = False, match: str | None = None) -> None:
        await think(interaction)
        NAMES.learn(interaction.guild_id, interaction.user)
        found = await find_match(interaction, cog.game.key, match, watching=True)
        if text:
            await in_words(interaction, cog, found)
        else:
            await Posting.of(cog.bot).show_again(interaction, found)

    command: Command = app_commands.Command(
        name="board", description="Post the current board again, or read it in words", callback=board
    )
    command.autocomplete("match")(_suggest_matches(cog))
    return command


def _rules(cog: "GameCog") -> Command:
    async def rules(interaction: Asked) -> None:
        await think(interaction)
        await cog.show_rules(interaction, 0)

    return app_commands.Command(name="rules", description="How the game is played, for you alone", callback=rules)


def _suggest_matches(cog: "GameCog") -> Any:
    async def suggest(interaction: Asked, typed: str) -> list[app_commands.Choice[str]]:
        return await match_choices(interaction, cog.game.key, typed)

    return suggest


def narrowed(texts: Sequence[str], typed: str) -> list[str]:
    """The moves that begin with what was typed, then those that contain it; signs and spaces don't count."""
    wanted = plain(typed)
    first = [text for text in texts if plain(text).startswith(wanted)]
    return first + [text for text in texts if wanted in plain(text) and not plain(text).startswith(wanted)]


def plain(text: str) -> str:
    """Letters and digits only, in lower case."""
    return "".join(sign for sign in text.lower() if sign.isalnum())
