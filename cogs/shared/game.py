"""The base of every game's screens: its slash commands, its boards and the composer, built from the game itself."""

import asyncio
import contextlib
import inspect
import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, cast

import discord
from discord import app_commands
from discord.ext import commands
from PIL import Image

from bot.match import BoardHasMoved, Match, MatchOver, NotInThisMatch, NotRunning, NotYourTurn, Place, Refusal, Status
from bot.rules import Game, Option, State
from bot.text import N_, say
from cogs.shared import composer
from cogs.shared.answers import Asked, tell, think
from cogs.shared.board import PICTURE, verdict_of
from cogs.shared.composer import Composition, Path, compose
from cogs.shared.finding import find_match, match_choices
from cogs.shared.permissions import check_permissions
from cogs.shared.posting import Posting
from cogs.shared.presses import Press, action, button, row
from cogs.shared.refusals import ScreenRefusal
from cogs.shared.screens import register, screen_of
from cogs.shared.table import table_view
from cogs.shared.words import NAMES
from images.canvas import encode
from images.marks import NO_MARKS, Marks

if TYPE_CHECKING:
    from bot.client import Crux

SUGGESTIONS = 25  # Discord's limit for autocompletion
OPPONENTS = 3


class Pictures(Protocol):
    """What a game's module in `images` offers."""

    def draw(self, view: dict[str, Any], marks: Marks = ...) -> Image.Image: ...
    def alt(self, view: dict[str, Any], marks: Marks = ...) -> str: ...
    def text(self, view: dict[str, Any]) -> str: ...


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a game's rules in the bot's words, at most about 3,500 characters, perhaps with a position."""

    title: str
    words: str
    picture: Callable[[], tuple[dict[str, Any], Marks]] | None = None


class GameCog(commands.Cog):
    """One game on Discord. A game's own cog says what its commands, moves and endings are called."""

    game: ClassVar[Game[Any]]
    pictures: ClassVar[Pictures]
    description_line: ClassVar[str]  # what the command group says of the game, at most 100 characters
    option_names: ClassVar[Mapping[str, tuple[str, str]]] = {}  # an option's name and help as a command option
    rule_pages: ClassVar[Sequence[Page]]

    def __init__(self, bot: "Crux") -> None:
        self.__cog_name__ = self.game.key
        self.bot = bot
        self.group = self._build_group()

    async def cog_load(self) -> None:
        self.bot.tree.add_command(self.group)
        register(self)

    async def cog_unload(self) -> None:
        self.bot.tree.remove_command(self.group.name)

    # What a game's own cog says.

    def path(self, state: State[Any], move: Any) -> Path:
        """The steps in which a person chooses this legal move."""
        raise TypeError(f"{type(self).__name__} must say how its moves are chosen.")

    def told(self, before: State[Any], move: Any, after: State[Any], colours: Sequence[str]) -> str:
        """A move in one line of plain words."""
        raise TypeError(f"{type(self).__name__} must say how its moves are told.")

    def how_it_ended(self, match: Match) -> str:
        """Why the rules ended the match, in one line; empty if there is nothing to add to the places."""
        return ""

    # Names and words.

    @property
    def command_name(self) -> str:
        return self.game.key.replace("_", "-")

    def colour_of(self, name: str) -> int:
        """A seat colour as Discord takes it, 0xRRGGBB."""
        from images.palette import SEAT_COLOURS

        red, green, blue = SEAT_COLOURS[name]
        return red << 16 | green << 8 | blue

    def terms(self, match: Match) -> str:
        """The options of a match in words, in one line."""
        parts = [say(N_("{seats} seats"), seats=len(match.seats))]
        for option in self.game.options:
            name = self._shown(option)[0].replace("-", " ")
            value = match.options.get(option.name, option.default)
            if value is True:
                parts.append(say(N_("with {option}"), option=name))
            elif value is not False:
                parts.append(say(N_("{option}: {value}"), option=name, value=value))
            elif option.default is True:
                parts.append(say(N_("without {option}"), option=name))
        if match.shared:
            parts.append(say(N_("several people may share a seat; any of them moves")))
        if match.own_thread:
            parts.append(say(N_("in a thread of its own")))
        return " · ".join(parts)

    def happened(self, match: Match) -> str:
        """The newest move in words."""
        move = next((event.move for event in reversed(match.recent) if event.kind == "move"), None)
        if match.before is None or match.state is None or move is None:
            return ""
        colours = [seat.colour for seat in match.seats]
        line = self.told(match.before, match.before.parse(move), match.state, colours)
        return "\n".join(filter(None, (line, self.how_it_ended(match) if match.state.to_move is None else "")))

    def marks(self, match: Match) -> Marks:
        """What is marked on a board that is posted: the newest move."""
        moves = [event.move for event in match.recent if event.kind == "move" and event.move]
        return Marks(last=tuple(moves[-1:]), verdict=verdict_of(match))

    def alt(self, match: Match) -> str:
        """The picture in words, for those who can't see it."""
        return self.pictures.alt(match.state.view(None), self.marks(match)) if match.state else ""

    # Pictures.

    async def picture(self, view: dict[str, Any], marks: Marks = NO_MARKS, name: str = PICTURE) -> discord.File:
        """A board drawn off the event loop, ready to be attached."""
        encoded = await asyncio.to_thread(lambda: encode(self.pictures.draw(view, marks)))
        return discord.File(io.BytesIO(encoded.data), filename=name)

    # Commands.

    def _build_group(self) -> app_commands.Group:
        group = app_commands.Group(
            name=self.command_name,
            description=self.description_line,
            guild_only=True,
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )
        for command in (self._start_command(), self._move_command(), self._board_command(), self._rules_command()):
            group.add_command(command)
        return group

    def _shown(self, option: Option) -> tuple[str, str]:
        name, description = self.option_names.get(option.name, (option.name.replace("_", "-"), option.help))
        return name, description[:100]

    def _numbers_of_seats(self) -> tuple[int, ...]:
        """Every number of seats that some choice of options allows."""
        flags: list[dict[str, object]] = [{}]
        for option in self.game.options:
            values = (False, True) if option.type is bool else option.choices or (option.default,)
            flags = [{**chosen, option.name: value} for chosen in flags for value in values]
        return tuple(sorted({number for chosen in flags for number in self.game.seats(chosen)}))

    def _start_command(self) -> app_commands.Command[Any, ..., Any]:
        """`start` with the game's own options, each typed and explained."""
        numbers = self._numbers_of_seats()
        parameters: list[tuple[str, str, Any, str]] = []  # option, shown name, type, description
        for option in self.game.options:
            kind: Any = option.type
            if option.type is int:
                kind = app_commands.Range[int, option.min, option.max]
            parameters.append((option.name, *self._shown(option)[:1], kind, self._shown(option)[1]))
        own = {name for name, *_ in parameters}
        if len(numbers) > 1:
            parameters.insert(0, ("seats_", "seats", int, "How many seats the table has"))
        for number in range(1, min(OPPONENTS, max(numbers) - 1) + 1):
            shown = "opponent" if number == 1 else f"opponent-{number}"
            parameters.append(
                (f"opponent_{number}", shown, discord.Member, "Somebody you invite; a seat is kept for them")
            )
        parameters.append(
            ("shared_", "shared-seats", bool, "Several people may share a seat, and any of them moves (default: no)")
        )
        parameters.append(("thread_", "thread", bool, "Play in a thread of its own (default: no)"))

        async def start(interaction: Asked, **given: Any) -> None:
            chosen = {name: value for name, value in given.items() if value is not None}
            opponents = [member for name, member in chosen.items() if name.startswith("opponent_")]
            options = {name: chosen[name] for name in own & chosen.keys()}
            await self._open(
                interaction,
                options=options,
                seats=chosen.get("seats_"),
                opponents=opponents,
                shared=chosen.get("shared_", False),
                own_thread=chosen.get("thread_", False),
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
            option.name: [app_commands.Choice(name=choice, value=choice) for choice in option.choices]
            for option in self.game.options
            if option.choices
        }
        if len(numbers) > 1:
            choices["seats_"] = [app_commands.Choice(name=str(number), value=number) for number in numbers]
        shaped = app_commands.choices(**choices)(shaped)
        return app_commands.Command(
            name="start", description="Open a table: others join with a button", callback=shaped
        )

    async def _open(
        self,
        interaction: Asked,
        *,
        options: dict[str, Any],
        seats: int | None,
        opponents: list[discord.Member],
        shared: bool,
        own_thread: bool,
    ) -> None:
        NAMES.learn(interaction.guild_id, interaction.user)
        for opponent in opponents:
            if opponent.bot:
                raise ScreenRefusal(
                    "{name} is a bot and can't sit down; leave the seat free for a person.", name=opponent.mention
                )
        check_permissions(interaction, thread=own_thread)
        guests = list(dict.fromkeys(guest.id for guest in opponents if guest.id != interaction.user.id))
        allowed = self.game.seats(options)
        if seats is None:
            seats = next((number for number in allowed if number > len(guests)), allowed[-1])
        elif seats not in allowed:
            raise ScreenRefusal(
                "With these options {game} is played on {allowed} seats, not on {seats}. Leave out `seats`, or choose "
                "other options.",
                game=self.game.title,
                allowed=" / ".join(map(str, allowed)),
                seats=seats,
            )
        matches = self.bot.matches
        match = await matches.open(
            game=self.game.key,
            options=options,
            seats=seats,
            opener=interaction.user.id,
            place=place_of(interaction),
            invited=guests,
            shared=shared,
            own_thread=own_thread,
            interaction=interaction.id,
        )
        try:
            message_id = await self._post_table(interaction, match)
        except discord.HTTPException:
            await matches.cancel(match.id, interaction.user.id)  # nobody has seen this table
            raise
        await matches.table_posted(match.id, message_id)

    async def _post_table(self, interaction: Asked, match: Match) -> int:
        """The id of the table's message: the answer itself, or after it if somebody had to be asked to wait."""
        view = table_view(self, match)
        called = [discord.Object(person) for person in match.invited]
        mentions = discord.AllowedMentions(everyone=False, roles=False, users=called)
        if not interaction.response.is_done():
            with contextlib.suppress(discord.InteractionResponded):
                sent = await interaction.response.send_message(view=view, allowed_mentions=mentions)
                return sent.message_id or (await interaction.original_response()).id
        return (await interaction.followup.send(view=view, allowed_mentions=mentions, wait=True)).id

    def _move_command(self) -> app_commands.Command[Any, ..., Any]:
        @app_commands.describe(
            move="Your move; what you may play is listed as you type", match="Which match, if you have several"
        )
        async def move(interaction: Asked, move: str, match: str | None = None) -> None:
            await think(interaction)
            NAMES.learn(interaction.guild_id, interaction.user)
            found = await find_match(interaction, self.game.key, match, to_move=True)
            await self.play(interaction, found, move, seen_version=None)

        command: app_commands.Command[Any, ..., Any] = app_commands.Command(
            name="move", description="Play a move by typing it", callback=move
        )
        command.autocomplete("move")(self._suggest_moves)
        command.autocomplete("match")(self._suggest_matches)
        return command

    def _board_command(self) -> app_commands.Command[Any, ..., Any]:
        @app_commands.describe(
            text="The whole position in words, for you alone (default: no)", match="Which match, if there are several"
        )
        async def board(interaction: Asked, text: bool = False, match: str | None = None) -> None:
            await think(interaction)
            NAMES.learn(interaction.guild_id, interaction.user)
            found = await find_match(interaction, self.game.key, match, watching=True)
            if text:
                await in_words(interaction, self, found)
            else:
                await Posting.of(self.bot).show_again(interaction, found)

        command: app_commands.Command[Any, ..., Any] = app_commands.Command(
            name="board", description="Post the current board again, or read it in words", callback=board
        )
        command.autocomplete("match")(self._suggest_matches)
        return command

    def _rules_command(self) -> app_commands.Command[Any, ..., Any]:
        async def rules(interaction: Asked) -> None:
            await think(interaction)
            await self.show_rules(interaction, 0)

        return app_commands.Command(name="rules", description="How the game is played, for you alone", callback=rules)

    async def _suggest_moves(self, interaction: Asked, typed: str) -> list[app_commands.Choice[str]]:
        wanted = interaction.namespace.match
        try:
            match = await find_match(interaction, self.game.key, wanted, to_move=True)
        except Refusal:
            return []
        state = match.state
        if (
            match.status is not Status.RUNNING
            or state is None
            or state.to_move not in match.seat_of(interaction.user.id)
        ):
            return []
        texts = [state.notate(move) for move in state.legal()]
        return [app_commands.Choice(name=text, value=text) for text in narrowed(texts, typed)[:SUGGESTIONS]]

    async def _suggest_matches(self, interaction: Asked, typed: str) -> list[app_commands.Choice[str]]:
        return await match_choices(interaction, self.game.key, typed)

    # Playing.

    async def play(self, interaction: Asked, match: Match, move: str, *, seen_version: int | None) -> None:
        """Play a move that was typed or chosen, and say so privately once it stands."""
        played = await self.bot.matches.play(
            match.id, interaction.user.id, move, seen_version=seen_version, interaction=interaction.id
        )
        notation = next((event.move for event in reversed(played.recent) if event.kind == "move"), move)
        await Posting.of(self.bot).confirm(interaction, played, say(N_("You played **{move}**."), move=notation))

    async def show_composer(self, interaction: Asked, match: Match, numbers: Sequence[int]) -> None:
        """The composer where the numbers lead, as the private answer."""
        state = cast("State[Any]", match.state)
        paths = self._paths(state)
        composition = compose(paths, numbers)
        start = compose(paths, ())
        last = self.marks(match).last
        marks = composer.marks(composition, last)
        file = await self.picture(state.view(state.to_move), marks, name="choice.webp")
        await tell(
            interaction,
            self._composer_words(state, composition),
            file=file,
            alt=self.pictures.alt(state.view(state.to_move), marks),
            rows=composer.rows(match.id, match.version, composition, can_go_back=composition.numbers != start.numbers),
            colour=discord.Colour(self.colour_of(match.seats[state.to_move or 0].colour)),
            replace=True,
        )

    def _paths(self, state: State[Any]) -> list[tuple[Path, Any]]:
        return [(self.path(state, move), move) for move in state.legal()]

    def _composer_words(self, state: State[Any], composition: Composition) -> str:
        chosen = " → ".join(step.label for step in composition.chosen)
        if composition.move is not None:
            return say(
                N_("### Play {move}?\nNothing is played until you confirm."), move=state.notate(composition.move)
            )
        if chosen:
            return say(
                N_("### {chosen} → ?\nChoose what comes next; the numbers are those in the picture."), chosen=chosen
            )
        return say(N_("### Your move\nChoose from the list; the numbers are those in the picture."))

    async def show_rules(self, interaction: Asked, number: int) -> None:
        """One page of the rules, with buttons to the others."""
        page = self.rule_pages[number % len(self.rule_pages)]
        at = (0, 0)
        buttons = [
            button(
                say(other.title),
                *at,
                "rules_page",
                f"{self.game.key}.{index}",
                style=discord.ButtonStyle.primary if index == number else discord.ButtonStyle.secondary,
                disabled=index == number,
            )
            for index, other in enumerate(self.rule_pages)
        ]
        words = f"### {self.game.title} · {say(page.title)}\n{say(page.words)}"
        if self.bot.source_url:
            words += "\n-# " + say(N_("The whole rules with pictures: {address}"), address=self.bot.source_url)
        file, alt = None, ""
        if page.picture is not None:
            view, marks = page.picture()
            file, alt = await self.picture(view, marks, name="rules.webp"), self.pictures.alt(view, marks)
        rows = [row(*buttons[start : start + 5]) for start in range(0, len(buttons), 5)]
        await tell(interaction, words, file=file, alt=alt, rows=rows, replace=True)


def narrowed(texts: Sequence[str], typed: str) -> list[str]:
    """The moves that begin with what was typed, then those that contain it; signs and spaces don't count."""
    wanted = plain(typed)
    first = [text for text in texts if plain(text).startswith(wanted)]
    return first + [text for text in texts if wanted in plain(text) and not plain(text).startswith(wanted)]


def plain(text: str) -> str:
    """Letters and digits only, in lower case."""
    return "".join(sign for sign in text.lower() if sign.isalnum())


def place_of(interaction: Asked) -> Place:
    """Where a command was given."""
    channel = interaction.channel
    if isinstance(channel, discord.Thread):
        return Place(interaction.guild_id, channel.parent_id, channel.id)
    return Place(interaction.guild_id, interaction.channel_id or 0)


async def in_words(interaction: Asked, cog: GameCog, match: Match) -> None:
    """The whole position in words, privately."""
    state = cast("State[Any]", match.state)
    await tell(interaction, cog.pictures.text(state.view(None)))


def check_turn(match: Match, user_id: int) -> None:
    """Refuse everybody who can't decide now. Frozen, MatchOver, NotRunning, NotInThisMatch, NotYourTurn."""
    if match.status is Status.FROZEN:
        raise ScreenRefusal(match.frozen_because or "This match is frozen.")
    if match.status is Status.OPEN:
        raise NotRunning
    if match.status is not Status.RUNNING or match.state is None or match.state.to_move is None:
        raise MatchOver
    seats = match.seat_of(user_id)
    if not seats:
        raise NotInThisMatch
    if match.state.to_move not in seats:
        raise NotYourTurn(colour=match.seats[match.state.to_move].colour)


async def _current(press: Press) -> tuple[GameCog, Match]:
    """The match of a click by somebody who is to move, if they saw the position as it is now."""
    match = await press.bot.matches.get(press.match_id)
    if match.position_version is not None and press.version < match.position_version:
        raise BoardHasMoved(seen=press.version, now=match.position_version)
    check_turn(match, press.user)
    return screen_of(press.bot, match.game), match


@action("move", "think")
async def open_composer(press: Press) -> None:
    NAMES.learn(press.interaction.guild_id, press.interaction.user)
    cog, match = await _current(press)
    await cog.show_composer(press.interaction, match, ())


@action("step", "hold")
async def step(press: Press) -> None:
    cog, match = await _current(press)
    await cog.show_composer(press.interaction, match, composer.read(press.rest))


@action("choose", "hold")
async def choose(press: Press) -> None:
    cog, match = await _current(press)
    so_far = composer.read(press.rest.partition("/")[0])
    await cog.show_composer(press.interaction, match, (*so_far, int(press.values[0])))


@action("back", "hold")
async def go_back(press: Press) -> None:
    cog, match = await _current(press)
    state = cast("State[Any]", match.state)
    await cog.show_composer(press.interaction, match, composer.back(cog._paths(state), composer.read(press.rest)))


@action("confirm", "hold")
async def confirm(press: Press) -> None:
    cog, match = await _current(press)
    state = cast("State[Any]", match.state)
    composition = compose(cog._paths(state), composer.read(press.rest))
    await cog.play(press.interaction, match, state.notate(composition.move), seen_version=press.version)


@action("in_words", "think")
async def words(press: Press) -> None:
    match = await press.bot.matches.get(press.match_id)
    await in_words(press.interaction, screen_of(press.bot, match.game), match)


@action("rules_of", "think")
async def rules_of(press: Press) -> None:
    match = await press.bot.matches.get(press.match_id)
    await screen_of(press.bot, match.game).show_rules(press.interaction, 0)


@action("rules_page", "hold")
async def rules_page(press: Press) -> None:
    key, _, number = press.rest.partition(".")
    await screen_of(press.bot, key).show_rules(press.interaction, int(number))
