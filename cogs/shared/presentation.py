"""What is shown of a game on Discord: its positions, moves and options in words, and its boards as pictures."""

import io
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol

import discord
from PIL import Image

from bot.match import Decision, Match, SeriesKind
from bot.rules import Game, Option, State
from bot.rules.chance import Outcome
from bot.text import N_, say
from cogs.shared.answers import Picture
from cogs.shared.drawing import HURRY, WAITED_FOR, drawing, others_wait
from cogs.shared.endings import verdict_of
from cogs.shared.paths import Path
from cogs.shared.times import terms_of_time
from cogs.shared.words import command_of
from images.canvas import Encoded, encode
from images.marks import NO_MARKS, Marks, Played
from images.palette import SEAT_COLOURS

if TYPE_CHECKING:
    from bot.client import Crux

TOLD_LIMIT = 1300  # characters of what a board tells of the last turns; the board has place for few more


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


@dataclass(frozen=True, slots=True)
class Sheet:
    """One picture of a private message: how it is drawn, and what it shows in words."""

    draw: Callable[[], Image.Image]
    alt: str


@dataclass(frozen=True, slots=True)
class AtOnce:
    """A move without anything to choose: a button right on the board, such as Roll."""

    label: str
    notation: str
    style: Literal["primary", "secondary", "success", "danger"] = "primary"


def newest_lines(text: str, limit: int = TOLD_LIMIT) -> str:
    """The text without as many of its first lines as are too much, at least its last line."""
    lines = text.split("\n")
    kept = len(lines)
    while kept > 1 and len("\n".join(lines[-kept:])) > limit:
        kept -= 1
    return text if kept == len(lines) else "\n".join(["…", *lines[-kept:]])


def newest_turn(turns: Sequence[Sequence[Decision]]) -> Sequence[Sequence[Decision]]:
    """Of several turns the newest in which somebody decided, be it a computer, with those that followed by themselves.

    More than that in one picture could not be told apart.
    """
    for index in range(len(turns) - 1, -1, -1):
        if not all(decision.automatic for decision in turns[index]):
            return turns[index:]
    return turns


class Presentation:
    """One game in words and pictures. A game's own cog says what its commands, moves and endings are called.

    Boards, tables, the composer and the commands take it as an argument, so it imports none of them.
    """

    bot: "Crux"
    game: ClassVar[Game[Any]]
    pictures: ClassVar[Pictures]
    description_line: ClassVar[str]  # what the command group says of the game, at most 100 characters
    option_names: ClassVar[Mapping[str, tuple[str, str]]] = {}  # an option's name and help as a command option
    choice_names: ClassVar[Mapping[str, Mapping[str, str]]] = {}  # an option's values as people read them
    series: ClassVar[
        Mapping[SeriesKind, str]
    ] = {}  # what can be made of several games, in words, where that is offered
    series_target: ClassVar[int] = 1000  # points that end a series of games
    rule_pages: ClassVar[Sequence[Page]]

    # What a game's own cog says.

    def path(self, state: State[Any], move: Any) -> Path:
        """The steps in which a person chooses this legal move."""
        raise TypeError(f"{type(self).__name__} must say how its moves are chosen.")

    def paths(self, state: State[Any]) -> list[tuple[Path, Any]]:
        """Every legal move that is chosen in steps, with its path, in the order in which choices are to be numbered.

        A move may have several paths.
        """
        at_once = {one.notation for one in self.at_once(state)}
        return [(self.path(state, move), move) for move in state.legal() if state.notate(move) not in at_once]

    def at_once(self, state: State[Any]) -> list[AtOnce]:
        """The legal moves that need no choosing; each is a button right on the board."""
        return []

    def choosing(self, state: State[Any]) -> str:
        """What the button is called that leads to choosing a move."""
        return say(N_("Move"))

    def to_do(self, state: State[Any], colours: Sequence[str]) -> str:
        """What the seat to move has to do now, in one line, where it isn't always the same. Everybody reads it."""
        return ""

    def said(self, state: State[Any], move: Any, colours: Sequence[str]) -> str:
        """A legal move in one plain sentence. Everybody reads it, so it may use only what `state.view(None)` shows."""
        raise TypeError(f"{type(self).__name__} must say its moves in words.")

    def aftermath(self, before: State[Any], move: Any, after: State[Any], colours: Sequence[str]) -> str:
        """What else the move brought about, as far as everybody may know it; empty if nothing."""
        return ""

    def told(self, decision: Decision, colours: Sequence[str]) -> str:
        """One decision and what it brought about, in words for everybody."""
        move = decision.before.parse(decision.move)
        told = (
            self.said(decision.before, move, colours),
            self.aftermath(decision.before, move, decision.after, colours),
        )
        return " ".join(filter(None, told))

    def turn_in_words(self, turn: Sequence[Decision], colours: Sequence[str]) -> str:
        """The decisions of a turn, or some of them, in words for everybody."""
        return "\n".join(filter(None, (self.told(decision, colours) for decision in turn)))

    def turns_in_words(self, turns: Sequence[Sequence[Decision]], colours: Sequence[str]) -> str:
        """Several turns in words for everybody, the oldest first."""
        return "\n".join(filter(None, (self.turn_in_words(turn, colours) for turn in turns)))

    def preview(self, state: State[Any], move: Any) -> str:
        """What a legal move would bring about, for the person who is about to play it; empty where that is plain."""
        return ""

    def opening(self, match: Match, chance: Sequence[Outcome]) -> str:
        """How the match begins, if luck had a part in it that everybody may know; `chance` is what it gave."""
        return ""

    def standing(self, state: State[Any], seat: int) -> str:
        """How a seat stands, in a few words for everybody; empty where the game knows no such thing."""
        return ""

    def how_it_ended(self, match: Match) -> str:
        """Why the rules ended the match, in one line; empty if there is nothing to add to the places."""
        return ""

    def clash(self, options: Mapping[str, Any]) -> str:
        """Why no number of seats can play with these options, without a full stop; empty to say it as the rules do."""
        return ""

    # What only one seat may see.

    def sheets(self, view: dict[str, Any], marks: Marks) -> list[Sheet]:
        """The pictures by which the person who sees this view chooses a move."""
        return [Sheet(lambda: self.pictures.draw(view, marks), self.pictures.alt(view, marks))]

    def hand(self, view: dict[str, Any]) -> Sheet:
        """What the seat whose own view this is holds in secret; for games that hide something (`Game.hidden`)."""
        raise TypeError(f"{type(self).__name__} must show what its game hides.")

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
        seats = say(N_("one seat") if len(match.seats) == 1 else N_("{seats} seats"), seats=len(match.seats))
        parts = [seats, *self.unusual(match)]
        if match.series is not None and match.series.kind in self.series:
            parts.append(say(self.series[match.series.kind]))
        if match.shared:
            parts.append(say(N_("several people may share a seat; any of them moves")))
        if match.own_thread:
            parts.append(say(N_("in a thread of its own")))
        if not match.hints:
            parts.append(say(N_("without hints")))
        parts += terms_of_time(match)
        return " · ".join(parts)

    def unusual(self, match: Match) -> list[str]:
        """The options that are not at their defaults, in words."""
        parts = []
        if self.game.forces and not match.automatic:
            parts.append(say(N_("nothing is played by itself")))
        return parts + self.options_in_words(match.options)

    def full_options(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """These options with the others at their defaults."""
        return {option.name: given.get(option.name, option.default) for option in self.game.options}

    def shown_option(self, option: Option) -> tuple[str, str]:
        """An option's name and help as people see them."""
        name, description = self.option_names.get(option.name, (option.name.replace("_", "-"), option.help))
        return name, description[:100]

    def options_in_words(self, options: Mapping[str, Any]) -> list[str]:
        """Those of the game's options that are not at their defaults."""
        parts = []
        for option in self.game.options:
            name = self.shown_option(option)[0].replace("-", " ")
            value = options.get(option.name, option.default)
            shown = self.choice_names.get(option.name, {}).get(str(value), value)
            if value == option.default:
                continue
            if isinstance(value, bool):
                parts.append(say(N_("with {option}") if value else N_("without {option}"), option=name))
            else:
                parts.append(say(N_("{option}: {value}"), option=name, value=shown))
        return parts

    def happened(self, match: Match) -> str:
        """What was played last in words: the turn going on and the one before it, or the one that has just ended."""
        if match.state is None:
            return ""
        shown = match.trail.newest(2 if match.trail.going_on else 1)
        colours = [seat.colour for seat in match.seats]
        lines = [self.turns_in_words(shown, colours)]
        if match.state.to_move is None:
            lines.append(self.how_it_ended(match))
        return newest_lines("\n".join(filter(None, lines)))

    def marks(self, match: Match) -> Marks:
        """What is marked on a board that is posted: the newest turn, and an end that the position doesn't know of."""
        last = tuple(
            Played(decision.move, decision.seat, decision.chance, decision.before.view(None))
            for turn in newest_turn(match.trail.newest(1))
            for decision in turn
        )
        return Marks(last=last, verdict=verdict_of(match))

    def alt(self, match: Match) -> str:
        """The picture in words, for those who can't see it."""
        return self.pictures.alt(match.state.view(None), self.marks(match)) if match.state else ""

    # Pictures.

    async def attached(self, sheets: Sequence[Sheet], name: str) -> list[Picture]:
        """The pictures of a private message, drawn off the event loop; the second is called `name` 2, and so on."""

        def drawn() -> list[Encoded]:
            return [encode(sheet.draw()) for sheet in sheets]

        files = [
            discord.File(io.BytesIO(encoded.data), filename=f"{name}{number if number > 1 else ''}.{encoded.suffix}")
            for number, encoded in enumerate(await drawing(drawn, WAITED_FOR), 1)
        ]
        return [(file, sheet.alt) for file, sheet in zip(files, sheets, strict=True)]

    async def picture(self, view: dict[str, Any], marks: Marks = NO_MARKS, *, name: str) -> discord.File:
        """A board drawn off the event loop, ready to be attached as `name` and an ending."""
        encoded = await self.encoded(view, marks)
        return discord.File(io.BytesIO(encoded.data), filename=f"{name}.{encoded.suffix}")

    async def encoded(
        self,
        view: dict[str, Any],
        marks: Marks = NO_MARKS,
        rank: int = WAITED_FOR,
        wanted: Callable[[], Awaitable[bool]] | None = None,
        *,
        late: bool = False,
    ) -> Encoded:
        """A board drawn off the event loop; `rank`, `wanted` and Overtaken as for `drawing`.

        A board that nobody has asked for is encoded quickly while there is much to draw, as with one that is `late`.
        """

        def drawn() -> Encoded:
            quickly = rank != WAITED_FOR and HURRY.lasts(begins=late or others_wait())
            return encode(self.pictures.draw(view, marks), quickly=quickly)

        return await drawing(drawn, rank, wanted)
