"""How a game presents itself on Discord: its positions, moves and options in words, and its boards as pictures."""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, ClassVar, Protocol

from PIL import Image

from bot.match import ComputerLevel, Match, PlayedMove, SeriesKind
from bot.match.values.terms import POINTS
from bot.rules import Game, Option
from bot.rules.chance import Outcome, Scripted
from bot.text import N_, language, name_in, say, say_plural
from bot.text.terms import join_sentences
from bot.words import UNKNOWN, Course, GameWords, Verdict
from cogs.shared.client.client import Client
from cogs.shared.interactions.clicks import Style
from cogs.shared.interactions.replies import Picture
from cogs.shared.presentation.drawing import HURRY, REQUESTED, as_file, draw_in_thread, has_backlog
from cogs.shared.presentation.paths import Path
from cogs.shared.presentation.supposed import SupposedWords
from cogs.shared.wording.endings import verdict_of
from cogs.shared.wording.labels import choice_in_words, command_name_of
from cogs.shared.wording.ratings import is_rated
from cogs.shared.wording.times import time_terms
from images.canvas.canvas import Encoded, encode
from images.canvas.icons import Icons
from images.canvas.palette import SEAT_COLOURS
from images.canvas.shapes import Shape
from images.canvas.signs import Sign
from images.marks.marks import Marks, Played
from images.motion.film import Filmed, M, V, moving

HISTORY_LIMIT = 1300  # the maximum length of a board's text on the last turns


class Pictures(Filmed[M, V], Protocol[M, V]):
    """What a game's module in `images` provides, for its own moves and what seats see of its positions."""

    def draw(self, sight: V, marks: Marks[M, V] = ...) -> Image.Image: ...
    def alt(self, sight: V, marks: Marks[M, V] = ...) -> str: ...
    def shape(self, sight: V, at: str, marks: Marks[M, V] = ...) -> Shape | None: ...


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a game's rules in the bot's words, at most about 3,500 characters, possibly with a position."""

    title: str
    words: str
    picture: Callable[[], tuple[Any, Marks]] | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """One picture for one person: how to draw it, its alt text, and how to animate it, if it should move.

    `shape` says where the place of a step (`PathStep.at`) can be touched on it; None for places that aren't there.
    """

    draw: Callable[[], Image.Image]
    alt: str
    animate: Callable[[], Encoded | None] = lambda: None
    shape: Callable[[str], Shape | None] = lambda _: None


@dataclass(frozen=True, slots=True)
class DirectMove:
    """A move without anything to choose: a button on the board, such as Roll.

    `played` confirms it to its player: "You ended your turn." A `question` is asked before it is played.
    """

    label: str
    notation: str
    played: str
    style: Style = "primary"
    question: str = ""


def last_lines(text: str, limit: int = HISTORY_LIMIT) -> str:
    """The text without the first lines that are too much, but with at least its last line."""
    lines = text.split("\n")
    count = len(lines)
    while count > 1 and len("\n".join(lines[-count:])) > limit:
        count -= 1
    return text if count == len(lines) else "\n".join(["…", *lines[-count:]])


def newest_turn(turns: Sequence[Sequence[PlayedMove]]) -> Sequence[Sequence[PlayedMove]]:
    """The newest turn with a decision of a person or a computer, and the automatic decisions after it.

    More than that in one picture would be confusing.
    """
    for index in range(len(turns) - 1, -1, -1):
        if not all(decision.automatic for decision in turns[index]):
            return turns[index:]
    return turns


def round_before(match: Match, newest: Sequence[Sequence[PlayedMove]]) -> Sequence[Sequence[PlayedMove]]:
    """The turns before the newest ones, since the seat to move last played."""
    turns = match.trail.turns
    if match.to_move is None or not newest or newest[0][0].seat == match.to_move:
        return ()
    end = start = len(turns) - len(newest)
    while start and turns[start - 1][0].seat != match.to_move:
        start -= 1
    return turns[start:end]


def played_marks(decisions: Iterable[PlayedMove]) -> tuple[Played, ...]:
    """The marks for these decisions, as a spectator sees them."""
    return tuple(
        Played(
            one.before.parse(one.move),
            one.before.sight(None),
            one.seat,
            one.chance,
            one.after.sight(None),
            one.automatic,
        )
        for one in decisions
    )


class Presentation:
    """One game in words and pictures. A game's own cog supplies the names of commands, moves and endings.

    Boards, tables, the composer and the commands take it as an argument, so it imports none of them.
    """

    bot: Client
    game: ClassVar[Game[Any]]
    pictures: ClassVar[Pictures]
    words: ClassVar[GameWords]
    description_line: ClassVar[str]  # the description of the command group, at most 100 characters
    pitch: ClassVar[str]  # what players do in the game and how they win, in one sentence
    minutes: ClassVar[int]  # about how long a game takes if everyone moves right away
    levels: ClassVar[Sequence[ComputerLevel]] = tuple(ComputerLevel)  # of computers, where they differ in the game
    option_names: ClassVar[Mapping[str, tuple[str, str]]] = {}  # an option's name and help as a command option
    choice_names: ClassVar[Mapping[str, Mapping[str, str]]] = {}  # an option's values in words
    series: ClassVar[Mapping[SeriesKind, str]] = {}  # names of the kinds of series, if they are offered
    series_target: ClassVar[int] = POINTS  # the points that end a series of games
    rule_pages: ClassVar[Sequence[Page]]
    notation_words: ClassVar[Sequence[str]] = ()  # words of the notation that other languages have words for: `T_`
    icons: ClassVar[Icons] = {}  # what draws them, by name
    sign: ClassVar[Sign]  # what stands for the game where there is little room
    order_names: ClassVar[Mapping[str, str]] = {  # what can be ordered for all turns, by its name in the rules
        "roll": N_("Roll at the start of my turn"),
        "single": N_("Play the only legal move"),
        "end": N_("End my turn when no action is left"),
    }
    supposed: ClassVar[SupposedWords] = SupposedWords()  # how luck and hidden things are said on scratch boards
    plans_turns: ClassVar[bool] = False  # whether the decisions of a turn are chosen one by one and confirmed together

    # To be implemented by each game's cog. `position` is one of its game, and `move` is legal there.

    def path(self, position: Any, move: Any) -> Path:
        """The steps in which people choose this legal move."""
        raise TypeError(f"{type(self).__name__} must say how its moves are chosen.")

    def paths(self, position: Any) -> list[tuple[Path, Any]]:
        """Every legal move that is chosen in steps, with its path, in the order in which choices are numbered.

        A move may have several paths.
        """
        direct_moves = {one.notation for one in self.direct_moves(position)}
        return [
            (self.path(position, move), move) for move in position.legal() if position.notate(move) not in direct_moves
        ]

    def direct_moves(self, position: Any) -> list[DirectMove]:
        """The legal moves that need no choice; each is a button on the board."""
        return []

    def only_rolls(self, position: Any) -> bool:
        """Whether rolling dice is all that the seat to move can do."""
        return False

    def choose_label(self, position: Any) -> str:
        """The label of the button that leads to choosing a move."""
        return say(N_("Move"))

    def pick_label(self, position: Any) -> str:
        """The label of the list on the board from which the first step of a move is chosen."""
        return say(N_("Choose a move"))

    def to_do(self, position: Any, colours: Sequence[str]) -> str:
        """What the seat to move has to do now, in one line, if it isn't always the same. Everyone sees it."""
        return ""

    def describe_move(self, position: Any, move: Any) -> str:
        """A move in one sentence, for everyone."""
        return self.words.describe_move(position.sight(None), move)

    def describe_following(self, position: Any, moves: Sequence[str]) -> str:
        """All of these moves but the first, one after the other; none but the last may draw luck."""
        sentences = []
        for before, text in pairwise(moves):
            position = position.play(position.parse(before), Scripted([]))
            sentences.append(self.describe_move(position, position.parse(text)))
        return join_sentences(sentences)

    def describe_turn(self, turn: Sequence[PlayedMove]) -> str:
        """Some or all decisions of a turn, in words for everyone."""
        return self.words.describe_turn(played_marks(turn))

    def describe_turns(self, turns: Sequence[Sequence[PlayedMove]]) -> str:
        """Several turns in words for everyone, the oldest first."""
        return "\n".join(filter(None, (self.describe_turn(turn) for turn in turns)))

    def nudges(self, position: Any, move: Any) -> Sequence[tuple[str, Any]]:
        """Moves close to one that is about to be confirmed, each with its button's label: "−1"; at most five."""
        return ()

    def question(self, position: Any, move: Any) -> str:
        """The question before a typed move that gives up something for good; empty for most moves."""
        text = position.notate(move)
        return next((one.question for one in self.direct_moves(position) if one.notation == text), "")

    def preview(self, position: Any, move: Any) -> str:
        """The effects of a legal move, for the person about to play it; empty if they are obvious."""
        return ""

    def opening(self, match: Match, chance: Sequence[Outcome]) -> str:
        """How the match begins, if public luck had a part in it; `chance` has its outcomes."""
        return ""

    def standing(self, position: Any, seat: int) -> str:
        """A seat's standing, in a few words for everyone; empty if the game has no such thing."""
        return ""

    def ending_reason(self, position: Any) -> str:
        """Why the rules ended the match, in one line; empty if the places say enough."""
        return self.words.ending_reason(position.sight(None))

    def option_conflict(self, options: Mapping[str, Any]) -> str:
        """Why no number of seats can play with these options, without a full stop; empty to use the rules' words."""
        return ""

    # Information for one seat only.

    def choice_pictures(self, sight: Any, marks: Marks) -> list[Sheet]:
        """The pictures for choosing a move, for the person with this sight."""
        return [self.board_sheet(sight, marks)]

    def board_sheet(self, sight: Any, marks: Marks) -> Sheet:
        """The board, for the person with this sight."""
        return Sheet(
            lambda: self.pictures.draw(sight, marks),
            self.pictures.alt(sight, marks),
            shape=lambda at: self.pictures.shape(sight, at, marks),
        )

    def moving_sheet(self, sight: Any, marks: Marks) -> Sheet:
        """The board for the person with this sight, with its last turn as an animation unless many pictures wait."""
        sheet = self.board_sheet(sight, marks)
        return replace(sheet, animate=lambda: None if has_backlog() else moving(self.pictures, sight, marks))

    def end_sheet(self, match: Match, verdict: Verdict | None = None, course: Course = UNKNOWN) -> Sheet:
        """The board of a finished match, with its last turn as an animation unless many pictures wait.

        `verdict` replaces what the position says about the end; `course` is how the match went.
        """
        marks = self.marks(match, course)
        marks = replace(marks, verdict=verdict or marks.verdict)
        return self.moving_sheet(match.state and match.state.sight(None), marks)

    def hand(self, sight: Any) -> Sheet:
        """The secret hand of the seat with this sight; for games with hidden information (`Game.hidden`)."""
        raise TypeError(f"{type(self).__name__} must show what its game hides.")

    def hand_in_words(self, sight: Any) -> str:
        """The secret hand of the seat with this sight, in one short line."""
        raise TypeError(f"{type(self).__name__} must say what its game hides.")

    # Names and words.

    @property
    def command_name(self) -> str:
        return command_name_of(self.game.key)

    def colour_of(self, name: str) -> int:
        """A seat colour in Discord's form, 0xRRGGBB."""
        red, green, blue = SEAT_COLOURS[name]
        return red << 16 | green << 8 | blue

    def terms(self, match: Match) -> str:
        """The table's terms in one line: seats, time, and everything unusual."""
        seats = say_plural("{number} seat", "{number} seats", len(match.seats))
        return " · ".join(filter(None, (seats, self.differences(match))))

    def differences(self, match: Match) -> str:
        """The table's time and everything unusual about its terms in one line."""
        return " · ".join([*self._differences(match), *time_terms(match)])

    def _differences(self, match: Match) -> list[str]:
        parts = self.unusual_terms(match)
        if match.series is not None and match.series.kind in self.series:
            parts.append(say(self.series[match.series.kind]))
        if match.terms.shared:
            parts.append(say(N_("shared seats")))
        if match.terms.own_thread:
            parts.append(say(N_("in its own thread")))
        if is_rated(match):
            parts.append(say(N_("rated")))
        elif not match.terms.hints:
            parts.append(say(N_("no hints")))
        if match.terms.coached:
            parts.append(say(N_("with coaching")))
        return parts

    def unusual_terms(self, match: Match) -> list[str]:
        """The options that are not at their defaults, in words."""
        parts = []
        if self.game.forces and not match.terms.automatic:
            parts.append(say(N_("no automatic moves")))
        if self.game.rolls and not match.terms.rolls:
            parts.append(say(N_("players roll the dice")))
        return parts + self.options_in_words(match.options)

    def full_options(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """These options with defaults filled in."""
        return {option.name: options.get(option.name, option.default) for option in self.game.options}

    def name_and_help(self, option: Option) -> tuple[str, str]:
        """An option's name and help as people see them."""
        name, description = self.option_names.get(option.name, (option.name.replace("_", "-"), option.help))
        return name, description[:100]

    def options_in_words(self, options: Mapping[str, Any]) -> list[str]:
        """Those of the game's options that are not at their defaults."""
        parts = []
        for option in self.game.options:
            name = name_in(language(), self.name_and_help(option)[0]).replace("-", " ")
            value = options.get(option.name, option.default)
            names = self.choice_names.get(option.name, {})
            words = choice_in_words(names[str(value)]) if str(value) in names else value
            if value == option.default:
                continue
            if isinstance(value, bool):
                parts.append(say(N_("with {option}") if value else N_("without {option}"), option=name))
            else:
                parts.append(say(N_("{option}: {value}"), option=name, value=words))
        return parts

    def describe_last_turns(self, match: Match) -> str:
        """The last turns in words: the current one and the one before it, or the one that has just ended."""
        if match.state is None:
            return ""
        turns = match.trail.newest(2 if match.trail.going_on else 1)
        lines = [self.describe_turns(turns)]
        if match.state.to_move is None:
            lines.append(self.reason(match))
        return last_lines("\n".join(filter(None, lines)))

    def reason(self, match: Match) -> str:
        """Why the rules ended the match; empty if people or the clock ended it."""
        if match.state is None or match.ending is None or match.ending.kind != "played":
            return ""
        return self.ending_reason(match.state)

    def marks(self, match: Match, course: Course = UNKNOWN) -> Marks:
        """The marks of a posted board: everything since the seat to move last played, most of all the newest turn.

        Includes an end that the position doesn't know about; `course` is how a match that has ended went.
        """
        newest = newest_turn(match.trail.newest(1))
        last = played_marks(decision for turn in newest for decision in turn)
        earlier = played_marks(decision for turn in round_before(match, newest) for decision in turn)
        return Marks(last=last, earlier=earlier, verdict=verdict_of(match), course=course)

    def alt(self, match: Match) -> str:
        """The alt text of the picture."""
        return self.pictures.alt(match.state.sight(None), self.marks(match)) if match.state else ""

    # Pictures.

    async def attachments(self, sheets: Sequence[Sheet], name: str) -> list[Picture]:
        """The pictures of a private message, drawn off the event loop; the second is called `name` 2, and so on."""

        def draw() -> list[Encoded]:
            return [sheet.animate() or encode(sheet.draw()) for sheet in sheets]

        if not sheets:
            return []
        files = [
            as_file(encoded, f"{name}{number if number > 1 else ''}")
            for number, encoded in enumerate(await draw_in_thread(draw, REQUESTED), 1)
        ]
        return [(file, sheet.alt) for file, sheet in zip(files, sheets, strict=True)]

    async def draw_board(
        self,
        board: Callable[[], tuple[Any, Marks]],
        rank: int,
        wanted: Callable[[], Awaitable[bool]],
        *,
        late: bool,
        animated: bool,
    ) -> Encoded:
        """A board to post, drawn off the event loop; `rank`, `wanted` and Superseded as for `draw_in_thread`.

        `board` gives the position as spectators see it and its marks, off the event loop as well. It is encoded fast
        while many pictures wait, or if it is `late`; otherwise the last turn moves if `animated`.
        """

        def draw() -> Encoded:
            sight, marks = board()
            quickly = HURRY.is_on(begins=late or has_backlog())
            if animated and not quickly and (film := moving(self.pictures, sight, marks)):
                return film
            return encode(self.pictures.draw(sight, marks), quickly=quickly)

        return await draw_in_thread(draw, rank, wanted)
