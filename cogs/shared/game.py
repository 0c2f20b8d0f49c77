"""The base of every game's screens: its slash commands, its boards and the composer, built from the game itself."""

import asyncio
import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

import discord
from discord.ext import commands
from PIL import Image

from bot.match import Match
from bot.rules import Game, IllegalMove, State
from bot.text import N_, say
from cogs.shared import composer
from cogs.shared.answers import Asked, tell
from cogs.shared.board import PICTURE, verdict_of
from cogs.shared.commands import build_group, shown_option
from cogs.shared.composer import Composition, Path, compose
from cogs.shared.posting import Posting
from cogs.shared.presses import button, row
from cogs.shared.screens import register
from cogs.shared.turn import check_position, sealed
from cogs.shared.words import command_of
from images.canvas import encode
from images.marks import NO_MARKS, Marks, Played
from images.palette import SEAT_COLOURS

if TYPE_CHECKING:
    from bot.client import Crux


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
        self.bot = bot
        self.group = build_group(self)

    async def cog_load(self) -> None:
        self.bot.tree.add_command(self.group)
        register(self)

    async def cog_unload(self) -> None:
        self.bot.tree.remove_command(self.group.name)

    # What a game's own cog says.

    def path(self, state: State[Any], move: Any) -> Path:
        """The steps in which a person chooses this legal move."""
        raise TypeError(f"{type(self).__name__} must say how its moves are chosen.")

    def paths(self, state: State[Any]) -> list[tuple[Path, Any]]:
        """Every legal move with its path, in the order in which the choices are to be numbered."""
        return [(self.path(state, move), move) for move in state.legal()]

    def said(self, state: State[Any], move: Any, colours: Sequence[str]) -> str:
        """A legal move in one plain sentence. Everybody reads it, so it may use only what `state.view(None)` shows."""
        raise TypeError(f"{type(self).__name__} must say its moves in words.")

    def aftermath(self, before: State[Any], move: Any, after: State[Any], colours: Sequence[str]) -> str:
        """What else the move brought about, as far as everybody may know it; empty if nothing."""
        return ""

    def how_it_ended(self, match: Match) -> str:
        """Why the rules ended the match, in one line; empty if there is nothing to add to the places."""
        return ""

    # Names and words.

    @property
    def command_name(self) -> str:
        return command_of(self.game.key)

    def colour_of(self, name: str) -> int:
        """A seat colour as Discord takes it, 0xRRGGBB."""
        red, green, blue = SEAT_COLOURS[name]
        return red << 16 | green << 8 | blue

    def terms(self, match: Match) -> str:
        """In one line what was agreed on at the table, as far as it is not the usual."""
        parts = [say(N_("{seats} seats"), seats=len(match.seats)), *self.unusual(match)]
        if match.shared:
            parts.append(say(N_("several people may share a seat; any of them moves")))
        if match.own_thread:
            parts.append(say(N_("in a thread of its own")))
        return " · ".join(parts)

    def unusual(self, match: Match) -> list[str]:
        """The game's options that are not at their defaults, in words."""
        parts = []
        for option in self.game.options:
            name = shown_option(self, option)[0].replace("-", " ")
            value = match.options.get(option.name, option.default)
            if value == option.default:
                continue
            if isinstance(value, bool):
                parts.append(say(N_("with {option}") if value else N_("without {option}"), option=name))
            else:
                parts.append(say(N_("{option}: {value}"), option=name, value=value))
        return parts

    def happened(self, match: Match) -> str:
        """The newest move in words; nothing if it was played under rules that hold no longer."""
        newest = next((event for event in reversed(match.recent) if event.kind in ("move", "rebase")), None)
        if match.before is None or match.state is None or newest is None or newest.move is None:
            return ""
        colours = [seat.colour for seat in match.seats]
        try:
            move = match.before.parse(newest.move)
        except IllegalMove:
            return ""
        told = (
            self.said(match.before, move, colours),
            self.aftermath(match.before, move, match.state, colours),
        )
        lines = [" ".join(filter(None, told))]
        if match.state.to_move is None:
            lines.append(self.how_it_ended(match))
        return "\n".join(filter(None, lines))

    def marks(self, match: Match) -> Marks:
        """What is marked on a board that is posted: the newest move, and an end that the position doesn't know of."""
        newest = next((event for event in reversed(match.recent) if event.kind in ("move", "rebase")), None)
        last = (Played(newest.move),) if newest is not None and newest.move is not None else ()
        return Marks(last=last, verdict=verdict_of(match))

    def alt(self, match: Match) -> str:
        """The picture in words, for those who can't see it."""
        return self.pictures.alt(match.state.view(None), self.marks(match)) if match.state else ""

    # Pictures.

    async def picture(self, view: dict[str, Any], marks: Marks = NO_MARKS, name: str = PICTURE) -> discord.File:
        """A board drawn off the event loop, ready to be attached."""
        encoded = await asyncio.to_thread(lambda: encode(self.pictures.draw(view, marks)))
        return discord.File(io.BytesIO(encoded.data), filename=name)

    # Playing.

    async def play(self, interaction: Asked, match: Match, move: str, *, seen_version: int | None) -> None:
        """Play a move that was typed or chosen, and say so privately once it stands."""
        played = await self.bot.matches.play(
            match.id, interaction.user.id, move, seen_version=seen_version, interaction=interaction.id
        )
        notation = next((event.move for event in reversed(played.recent) if event.kind == "move"), move)
        await Posting.of(self.bot).confirm(
            interaction, played, say(N_("You played **{move}** in match {id}."), move=notation, id=match.id)
        )

    async def show_composer(self, interaction: Asked, match: Match, numbers: Sequence[int]) -> None:
        """The composer where the numbers lead, as the private answer."""
        state = check_position(match)
        paths = self.paths(state)
        composition = compose(paths, numbers)
        start = compose(paths, ())
        last = self.marks(match).last
        marks = composer.marks(composition, last)
        file = await self.picture(state.view(state.to_move), marks, name="choice.webp")
        await tell(
            interaction,
            self._composer_words(match, state, composition),
            file=file,
            alt=self.pictures.alt(state.view(state.to_move), marks),
            rows=composer.rows(
                match.id,
                match.version,
                composition,
                confirms="" if composition.move is None else sealed(state.notate(composition.move)),
                can_go_back=composition.numbers != start.numbers,
            ),
            colour=discord.Colour(self.colour_of(match.seats[state.to_move or 0].colour)),
            replace=True,
        )

    def _composer_words(self, match: Match, state: State[Any], composition: Composition) -> str:
        chosen = " → ".join(step.label for step in composition.chosen)
        if composition.move is not None:
            return say(
                N_("### Play {move}?\n{said} Nothing is played until you confirm."),
                move=state.notate(composition.move),
                said=self.said(state, composition.move, [seat.colour for seat in match.seats]),
            )
        if chosen:
            return say(
                N_("### {chosen} → ?\nChoose what comes next; the numbers are those in the picture."), chosen=chosen
            )
        return say(N_("### Your move\nChoose below; the numbers are those in the picture."))

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
