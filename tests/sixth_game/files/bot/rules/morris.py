"""Nine Men's Morris: three men in a row make a mill, and a mill takes a man.

In the order of docs/games/morris.md: the board, moves, what a move does, the end, moves as text, the position document.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal, Self, TypeVar

from bot.rules.api import Chance, Document, Game, IllegalMove, NotLegalHere, Option, Result, State, Unreadable
from bot.rules.reading import (
    Field,
    each,
    lookup,
    number,
    read_document,
    read_fields,
    read_object,
    read_options,
    read_seats,
)
from bot.rules.typed import quote, without_spaces

T = TypeVar("T")

COLOURS = ("gold", "blue")
MEN = 9  # of each seat
FEWEST = 3  # men that can still make a mill; a seat with fewer has lost
QUIET_MOVES = 50  # in a row without a capture are a draw; Rulings 4

# ----------------------------------------------------------------------------------------------------------- the board

LINES = tuple(
    tuple(line.split())
    for line in (
        *("a7 d7 g7", "b6 d6 f6", "c5 d5 e5", "a4 b4 c4", "e4 f4 g4", "c3 d3 e3", "b2 d2 f2", "a1 d1 g1"),
        *("a7 a4 a1", "b6 b4 b2", "c5 c4 c3", "d7 d6 d5", "d3 d2 d1", "e5 e4 e3", "f6 f4 f2", "g7 g4 g1"),
    )
)
"""The lines of three points on which a mill is made: eight across, from the top, and eight down, from the left."""

POINTS = tuple(point for line in LINES[:8] for point in line)
"""All 24 points, row by row from the top."""

NEIGHBOURS = {
    point: frozenset(
        other for line in LINES for pair in (line[:2], line[1:]) if point in pair for other in pair if other != point
    )
    for point in POINTS
}
"""The points that a man on a point can reach in one step along a line."""

MILLS = {point: tuple(frozenset(line) - {point} for line in LINES if point in line) for point in POINTS}
"""The two mills that a point belongs to, each as the other two points of its line."""

# ---------------------------------------------------------------------------------------------------------------- moves


@dataclass(frozen=True, slots=True)
class Move:
    """A man goes to `target`, from `origin` or, if that is None, from the hand, and takes the man on `captured`."""

    origin: str | None
    target: str
    captured: str | None = None


Over = Literal["men", "blocked", "quiet"]
"""How a match ends: the seat to move has two men left, or can't move, or nobody has captured for a long time."""


@dataclass(frozen=True)
class Position(State[Move]):
    """Where the men of both seats stand, and who is to move.

    `men` on the board and `in_hand` are by seat. `turn` is the seat to move, after the end the one that would be.
    `quiet` counts the moves since a man was last placed or taken.
    """

    flying: bool
    men: tuple[frozenset[str], frozenset[str]]
    in_hand: tuple[int, int]
    turn: int
    quiet: int

    @property
    def to_move(self) -> int | None:
        return None if self.over else self.turn

    def legal(self) -> list[Move]:
        return [] if self.over else list(self._moves())

    def _moves(self) -> Iterator[Move]:
        """The moves of the seat whose turn it is, by origin, target and captured man in the order of `POINTS`."""
        takeable = self.takeable
        for origin in self.origins:
            for target in self.targets(origin):
                if self.makes_mill(origin, target):
                    yield from (Move(origin, target, captured) for captured in takeable)
                else:
                    yield Move(origin, target)

    @property
    def origins(self) -> list[str] | list[None]:
        """Where a move can begin: in the hand as long as there are men in it, then on the points of the seat's men."""
        own = self.men[self.turn]
        return [None] if self.in_hand[self.turn] else [point for point in POINTS if point in own]

    def targets(self, origin: str | None) -> list[str]:
        """The empty points that a man can go to, from the hand or along a line, or anywhere if it flies."""
        own, other = self.men[self.turn], self.men[1 - self.turn]
        reach = POINTS if origin is None or (self.flying and len(own) == FEWEST) else NEIGHBOURS[origin]
        return [point for point in POINTS if point in reach and point not in own and point not in other]

    def makes_mill(self, origin: str | None, target: str) -> bool:
        """Whether a man of the seat to move that goes from `origin` to `target` completes a mill there."""
        rest = self.men[self.turn] - {origin}
        return any(mill <= rest for mill in MILLS[target])

    @property
    def takeable(self) -> list[str]:
        """The men that a mill may take: those outside mills, or any if all are in mills (Rulings 1)."""
        other = self.men[1 - self.turn]
        free = [point for point in POINTS if point in other and not any(mill <= other for mill in MILLS[point])]
        return free or [point for point in POINTS if point in other]

    # ------------------------------------------------------------------------------------------------ what a move does

    def play(self, move: Move, chance: Chance | None = None) -> Self:
        """The position after this move. `chance` is never asked."""
        if refusal := self._refusal(move):
            raise refusal
        own, other = self.men[self.turn], self.men[1 - self.turn]
        placed = move.origin is None
        return replace(
            self,
            men=self._by_seat(own - {move.origin} | {move.target}, other - {move.captured}),
            in_hand=self._by_seat(self.in_hand[self.turn] - placed, self.in_hand[1 - self.turn]),
            turn=1 - self.turn,
            quiet=0 if placed or move.captured else self.quiet + 1,
        )

    def _by_seat(self, own: T, other: T) -> tuple[T, T]:
        """What belongs to the seat to move and what to the other one, in the order of the seats."""
        return (own, other) if self.turn == 0 else (other, own)

    # --------------------------------------------------------------------------------------------------------- the end

    @cached_property
    def over(self) -> Over | None:
        """How the match has ended, None while it runs."""
        if len(self.men[self.turn]) + self.in_hand[self.turn] < FEWEST:
            return "men"
        if not any(map(self.targets, self.origins)):
            return "blocked"
        return "quiet" if self.quiet >= QUIET_MOVES else None

    @property
    def result(self) -> Result | None:
        """The seat to move has lost, unless nobody has captured for a long time: then the first place is shared."""
        if self.over is None:
            return None
        return Result((1, 1) if self.over == "quiet" else self._by_seat(2, 1))

    # --------------------------------------------------------------------------------------------------- moves as text

    def notate(self, move: Move) -> str:
        if refusal := self._refusal(move):
            raise refusal
        way = move.target if move.origin is None else f"{move.origin}-{move.target}"
        return f"{way}x{move.captured}" if move.captured else way

    def parse(self, text: str) -> Move:
        found = _MOVE.fullmatch(without_spaces(text).lower())
        if found is None:
            raise Unreadable(
                "“{text}” is not a move. Write a point such as d6, a way such as d6-f6, and x with the man you take.",
                text=quote(text),
            )
        move = Move(found["origin"], found["target"], found["captured"])
        if refusal := self._refusal(move):
            raise refusal
        return move

    def _refusal(self, move: object) -> IllegalMove | None:
        """Why a move is not legal here, for the player; None if it is."""
        if not isinstance(move, Move) or not {move.origin or move.target, move.target} <= NEIGHBOURS.keys():
            return Unreadable("There is no such point on the board.")
        if self.over:
            return NotLegalHere("The match is over.")
        if move.target in self.men[0] | self.men[1]:
            return NotLegalHere("There is a man on {point} already.", point=move.target)
        if move.origin is None and not self.in_hand[self.turn]:
            return NotLegalHere("All your men are placed. Write where from and where to, such as a1-a4.")
        if move.origin is not None and self.in_hand[self.turn]:
            return NotLegalHere(
                "You still have men to place. Write an empty point alone, such as {point}.", point=move.target
            )
        if move.origin not in self.origins:
            return NotLegalHere("You have no man on {point}.", point=move.origin)
        if move.target not in self.targets(move.origin):
            targets = ", ".join(self.targets(move.origin)) or "—"
            return NotLegalHere("The man on {point} can go to: {targets}.", point=move.origin, targets=targets)
        if not self.makes_mill(move.origin, move.target):
            if move.captured is None:
                return None
            return NotLegalHere("{point} makes no mill, so you can't take a man.", point=move.target)
        if move.captured in self.takeable:
            return None
        targets = ", ".join(self.takeable)
        if move.captured is None:
            return NotLegalHere("That makes a mill. Add the man you take: x and one of {targets}.", targets=targets)
        if move.captured in self.men[1 - self.turn]:
            return NotLegalHere("{point} is in a mill. You can take: {targets}.", point=move.captured, targets=targets)
        return NotLegalHere("There is no man to take on {point}.", point=move.captured)

    # ----------------------------------------------------------------------------------------------- position document

    def dump(self) -> Document:
        return {
            "game": "morris",
            "options": {"flying": self.flying},
            "men": {
                colour: [point for point in POINTS if point in own]
                for colour, own in zip(COLOURS, self.men, strict=True)
            },
            "in_hand": list(self.in_hand),
            "turn": self.turn,
            "quiet": self.quiet,
        }


_MOVE = re.compile(
    r"(?:(?P<origin>[a-g][1-7])(?:->|[-–—→>])?)?(?P<target>[a-g][1-7])(?:[x×:]?(?P<captured>[a-g][1-7]))?", re.ASCII
)


def _men(value: object, key: str) -> tuple[frozenset[str], ...]:
    """The points of each seat's men."""
    lists = read_object(value, key, COLOURS)
    points = each(lookup({point: point for point in POINTS}, "{value} is not a point of the board"))
    men = {colour: points(lists[colour], f"{key}.{colour}") for colour in COLOURS}
    for colour, own in men.items():
        if len(set(own)) < len(own):
            raise ValueError(f"{key}.{colour}: there are two men on one point")
    return tuple(map(frozenset, men.values()))


_FIELDS: dict[str, Field[Any]] = {
    "men": _men,
    "in_hand": each(number(0, MEN), 2),
    "turn": number(0, 1),
    "quiet": number(0, QUIET_MOVES),
}


class NineMensMorris(Game[Move]):
    key = "morris"
    title = "Nine Men's Morris"
    usual_moves = 24
    options = (Option("flying", bool, True, help="With three men left, a man may go to any empty point."),)

    def start(self, seats: int, options: Mapping[str, object], chance: Chance | None = None) -> Position:
        """The empty board, gold to move. `chance` is never asked."""
        read_seats(seats, self.seats(options))
        nobody: frozenset[str] = frozenset()
        return Position(read_options(options, self.options)["flying"], (nobody, nobody), (MEN, MEN), turn=0, quiet=0)

    def seats(self, options: Mapping[str, object]) -> tuple[int, ...]:
        read_options(options, self.options)
        return (2,)

    def colours(self, seats: int, options: Mapping[str, object]) -> tuple[str, ...]:
        return COLOURS

    def uses_chance(self, options: Mapping[str, object]) -> bool:
        return False

    def load(self, doc: Mapping[str, object]) -> Position:
        values = read_document(doc, self.key, ("game", "options", *_FIELDS))
        flying = read_options(values["options"], self.options, whole=True)["flying"]
        position = Position(flying, **read_fields(values, _FIELDS))
        (gold, blue), left, turn = position.men, position.in_hand, position.turn
        if gold & blue:
            raise ValueError(f"men.blue: {min(gold & blue)} has a gold man as well")
        # Gold places first, so blue has one man more in hand when it is blue's turn to place.
        if any(left) and left[1] - left[0] != turn:
            raise ValueError(f"in_hand: these numbers of men can't be left when it is the turn of {COLOURS[turn]}")
        for colour, own, hand in zip(COLOURS, position.men, left, strict=True):
            if len(own) + hand > MEN:
                raise ValueError(f"men.{colour}: with those in hand these are more than {MEN}")
        if len(position.men[1 - turn]) + left[1 - turn] < FEWEST:
            raise ValueError(f"men.{COLOURS[1 - turn]}: with fewer than {FEWEST} men it can't have moved")
        if any(left) and position.quiet:
            raise ValueError("quiet: men are still being placed")
        return position


game = NineMensMorris()
