"""What a picture of Southern Cross has to know of a position, and of what was played."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.rules import GAMES
from bot.rules.api import Document
from bot.rules.chance import Scripted
from bot.rules.southern_cross.board import BIT, COLOURS, COUNTERS, EMPTY, SQUARES, cluster, full_tile_names, in_tile
from bot.rules.southern_cross.special import SCATTER_OFFSET, TOLERANCES
from bot.text import term
from images.marks.marks import NO_MARKS, Marks, Played
from images.southern_cross.geometry import Amount, Other, Walk, decision


def letter(colour: str) -> int:
    """The byte that stands for a colour in a grid."""
    return ord(colour[0].upper())


def cells(view: Document) -> bytes:
    """The grid as the rules keep it."""
    rows = reversed(view["board"])
    return "".join(map("".join, zip(*rows, strict=True))).encode("ascii")


def colours(view: Document) -> tuple[str, ...]:
    """The colours of the seats, in turn order."""
    return tuple(COLOURS[ord(letter)].name for letter in view["options"]["order"])


def names(view: Document) -> tuple[str, ...]:
    """The colours of the seats as they are written."""
    return tuple(term(colour.capitalize()) for colour in colours(view))


def active(view: Document) -> int:
    """The seat whose turn it is."""
    return int(view["turn"] - 1) % 4


def counters(view: Document) -> dict[str, str]:
    """The colour on each square that holds a counter, in the order of the squares' names."""
    return {square: COLOURS[cell].name for square, cell in zip(SQUARES, cells(view), strict=True) if cell != EMPTY}


def own(view: Document, colour: str) -> list[str]:
    """The squares on which a colour stands."""
    return [square for square, other in counters(view).items() if other == colour]


def in_base(view: Document, colour: str) -> int:
    """How many counters of a colour lie in its base."""
    return COUNTERS - len(own(view, colour))


def largest_cluster(view: Document, colour: str) -> list[str]:
    """The largest connected group of a colour's counters off its home tile, the first by name of several."""
    group = cluster(cells(view), letter(colour))
    return [square for square, bit in zip(SQUARES, BIT, strict=True) if group & bit]


def full_tiles(view: Document) -> list[str]:
    """The tiles whose four squares all hold a counter."""
    return full_tile_names(cells(view))


def at_stake(view: Document, seat: int) -> list[str]:
    """The squares of a seat's counters in the tile of the special round, in the order of their names."""
    return [SQUARES[square] for square in in_tile(cells(view), view["special"]["tile"], letter(colours(view)[seat]))]


@dataclass(frozen=True, slots=True)
class Landing:
    """Where a throw came down, as a distance from the line it was made at."""

    seat: int
    power: int
    target: int
    wind: int
    tolerance: int
    at: int

    @property
    def off(self) -> int:
        """How far beyond the target, negative if short of it."""
        return self.at - self.target

    @property
    def hit(self) -> bool:
        return abs(self.off) <= self.tolerance


def plan_of(view: Document, marks: Marks) -> Document | None:
    """The position that the chosen action leads to, once it is whole."""
    if not marks.settled or view["phase"] != "act" or len(marks.chosen) < 2:
        return None
    state = GAMES["southern_cross"].load(view)
    start, *way = marks.chosen
    chosen = {f"spin {way[-1]}", f"{start}-{way[-1]}" if len(way) == 1 else "", "x".join(marks.chosen)}
    for move in state.legal():
        if state.notate(move) in chosen:
            return state.play(move, Scripted(())).view(None)
    return None


def landing(played: Played) -> Landing | None:
    """Where a throw landed; None if the decision was no throw, or too little is known of it."""
    move = decision(played.move)
    before = played.before
    if not isinstance(move, Other) or move.kind != "throw" or not before or before["phase"] != "throw":
        return None
    if not played.chance or not isinstance(played.chance[0], int):
        return None
    first, seat = before["special"]["throws"][0], before["to_move"]
    at = move.power + first["wind"] + played.chance[0] + SCATTER_OFFSET
    return Landing(seat, move.power, first["target"], first["wind"], TOLERANCES[len(at_stake(before, seat))], at)


def last_landing(marks: Marks) -> Landing | None:
    """Where the last throw landed, if there was one."""
    return next(filter(None, map(landing, reversed(marks.last))), None)


def actions(marks: Marks) -> list[Walk | Amount]:
    """The actions among what was played last, oldest first."""
    decisions = (decision(played.move) for played in marks.last)
    return [one for one in decisions if not isinstance(one, Other)]


def sent_home(marks: Marks) -> dict[str, str]:
    """The squares from which counters went home in the decisions played last, and their colours."""
    home: dict[str, str] = {}
    for played in marks.last:
        move, before = decision(played.move), played.before
        if not isinstance(move, Other) or not before or not before["special"]:
            continue
        seat = before["to_move"]
        stake = at_stake(before, seat)
        squares: Iterable[str] = move.squares
        if move.kind == "roll" and played.chance:
            failed = [value for value in played.chance if isinstance(value, int) and value <= len(stake)]
            squares = stake if len(failed) == len(stake) else ()
        elif (throw := landing(played)) and len(before["special"]["throws"]) == 1:
            squares = stake if before["special"]["failed"] + (not throw.hit) == len(stake) else ()
        home |= dict.fromkeys(squares, colours(before)[seat])
    return home


@dataclass(frozen=True, slots=True)
class Trial:
    """One die or one throw of a special round. `passed` is None while it is still to come; `die` what a die showed."""

    passed: bool | None
    die: int | None = None


@dataclass(frozen=True, slots=True)
class Challenge:
    """A seat's part in the special round: its dice or throws, and where it stands."""

    trials: tuple[Trial, ...]
    stage: str  # "waits", "decides" or "done"

    @property
    def failed(self) -> int:
        return sum(trial.passed is False for trial in self.trials)


def challenges(view: Document, marks: Marks = NO_MARKS) -> dict[int, Challenge]:
    """The part of each participant of the special round that goes on or was part of what was played last, by seat.

    Without the decisions played last, participants who had already finished are left out.
    """
    trials: dict[int, list[Trial]] = {}
    for played in marks.last:
        move, before = decision(played.move), played.before
        seat = before["to_move"] if before else played.seat
        if not isinstance(move, Other) or seat is None:
            continue
        if move.kind == "roll" and played.chance:
            dice = [value for value in played.chance if isinstance(value, int)]
            trials[seat] = [Trial(value > len(dice), value) for value in dice]
        elif throw := landing(played):
            trials.setdefault(seat, []).append(Trial(throw.hit))
    story = {seat: Challenge(tuple(made), "done") for seat, made in trials.items()}
    special = view["special"]
    if not special:
        return story
    mover = view["to_move"]
    stake = len(at_stake(view, mover))
    made = trials.get(mover, [])
    if view["phase"] == "throw":
        done = stake - len(special["throws"])
        if len(made) != done:
            made = [Trial(number >= special["failed"]) for number in range(done)]
    if view["phase"] == "remove" and len(made) != stake:
        made = [Trial(number >= special["failed"]) for number in range(stake)]
    if view["phase"] == "roll":
        made = []
    story[mover] = Challenge((*made, *[Trial(None)] * (stake - len(made))), "decides")
    for seat in special["waiting"]:
        story[seat] = Challenge((Trial(None),) * len(at_stake(view, seat)), "waits")
    return story
