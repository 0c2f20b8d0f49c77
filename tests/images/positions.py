"""Cirondo positions to draw: from matches played at random, and crowded ones made up."""

import re
from dataclasses import dataclass, field, replace
from random import Random

from bot.rules.chance import Scripted
from bot.rules.cirondo import Move, Position, game
from bot.rules.cirondo.board import (
    EMPTY,
    KIND_NAMES,
    MOON,
    PLANET,
    SOLAR,
    SPACE_NUMBERS,
    SPACES,
    Board,
    seat_of,
    stellar,
    table_for,
)
from images.cirondo.geometry import COLUMNS, RINGS, middle, space
from images.marks.marks import Choice, Marks, Played

GAME = game
NO_LUCK = Scripted([])
ALL_SPACES = [f"{ring}{column}" for ring in RINGS for column in range(1, COLUMNS + 1)]

MIDDLES = {at: middle(space(at)) for at in ALL_SPACES}


fen = GAME.from_fen


@dataclass(frozen=True, eq=False)
class Unknown(Position):
    """The position before a move of which nothing is known but its text."""

    text: str = field(kw_only=True)

    def captures(self, move: Move) -> bool:
        return "x" in self.text

    def promotes(self, move: Move) -> bool:
        return self.text.endswith("=S")


def shown(text: str, after: Position, seat: int | None = None) -> Played:
    """A move that led here, possible or not, of what stands on its target now."""
    origin, target = split(text)
    cells, (start, stop) = bytearray(after.board.cells), (SPACE_NUMBERS[origin], SPACE_NUMBERS[target])
    piece = cells[stop] or stellar(seat or 0, PLANET)
    cells[start] = stellar(seat_of(piece), MOON) if piece and text.endswith("=S") else piece
    cells[stop] = EMPTY
    before = Unknown(Board.of(after.table, bytes(cells)), draw_rule=True, to_move=seat, text=text)
    return Played(Move(origin, target), before, seat)


def played(seed: int) -> tuple[Position, Marks]:
    """A match of 0 to 300 moves with luck's own options and moves; captures are taken oftener than not."""
    luck = Random(seed)
    seats = luck.choice((2, 4))
    options = {"teams": seats == 4 and luck.random() < 0.5, "draw_rule": luck.random() < 0.7}
    state = GAME.start(seats, options)
    last: tuple[Played, ...] = ()
    eager = luck.random() < 0.7
    for _ in range(luck.choice((0, 1, 3, 20, 80, 160, 300))):
        legal = state.legal()
        if not legal:
            break
        captures = [move for move in legal if state.captures(move)]
        move = luck.choice(captures if captures and eager else legal)
        last = (Played.of(state, move),)
        state = state.play(move)
    return state, Marks(last=last)


def split(notation: str) -> tuple[str, str]:
    """From and to of a canonical move."""
    start, stop = re.split("[-x]", notation.removesuffix("=S"))
    return start, stop


def composed(state: Position, marks: Marks, seed: int) -> Marks:
    """The marks of a composer's preview: all pieces that can move, or all targets of one of them."""
    luck = Random(seed)
    moves = state.legal()
    if not moves:
        return marks
    origins = list(dict.fromkeys(start for start, _ in moves))
    if luck.random() < 0.5:
        return Marks(marks.last, tuple(Choice(str(n), at, "piece") for n, at in enumerate(origins, 1)))
    chosen = luck.choice(origins)
    targets = [stop for start, stop in moves if start == chosen]
    return Marks(marks.last, tuple(Choice(str(n), at, "target") for n, at in enumerate(targets, 1)), (chosen,))


def crowded(seats: int, seed: int) -> Position:
    """As many stellar as there can be, all of one seat's choosable at the same time, anywhere on the board."""
    luck = Random(seed)
    free = ALL_SPACES.copy()
    luck.shuffle(free)
    share = COLUMNS // seats
    table, cells = table_for(seats, False), bytearray(len(SPACES))
    for seat in range(seats):
        for kind, number in ((MOON, share - 4), (PLANET, share), (SOLAR, 4)):
            fitting = [at for at in free if kind != MOON or at[0] not in "AH"][:number]
            free = [at for at in free if at not in fitting]
            for at in fitting:
                cells[SPACE_NUMBERS[at]] = stellar(seat, kind)
    return Position(Board.of(table, bytes(cells)), draw_rule=True, to_move=0, quiet=(Move("A1", "B2"),) * 57)


def without(position: Position, *seats: int) -> Position:
    """A position without the stellar of these seats."""
    cells = bytes(piece if piece and seat_of(piece) not in seats else EMPTY for piece in position.board.cells)
    return replace(position, board=Board.of(position.table, cells))


def all_pieces(position: Position, seat: int = 0) -> tuple[Choice, ...]:
    """Every stellar of a seat as a choice."""
    own = [at for kind in KIND_NAMES for at in position.board.spaces_of(seat, kind)]
    return tuple(Choice(str(number), at, "piece") for number, at in enumerate(own, 1))


def many_targets(position: Position, number: int = 52) -> tuple[Choice, ...]:
    """Ring H and other spaces as targets, taken ones included."""
    own = {at for kind in KIND_NAMES for at in position.board.spaces_of(0, kind)}
    targets = [at for at in reversed(ALL_SPACES) if at not in own][:number]
    return tuple(Choice(str(n), at, "target") for n, at in enumerate(targets, 1))
