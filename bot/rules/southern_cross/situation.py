"""A position of Southern Cross: whose turn it is, actions, special rounds, the ends of turn and match."""

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, replace
from typing import Literal, Self, assert_never

from bot.rules.api import Chance, Result, State
from bot.rules.cached import cached
from bot.rules.southern_cross.actions import (
    ACTIONS,
    ROLL,
    THROWS,
    End,
    Jump,
    Move,
    Remove,
    Roll,
    Spin,
    Step,
    Throw,
    after,
    list_decisions,
    removals,
)
from bot.rules.southern_cross.board import (
    BIT,
    COLOURS,
    COUNTERS,
    EMPTY,
    EMPTY_GRID,
    LETTER_OF,
    SEATS,
    SQUARE_NUMBERS,
    SQUARES,
    Colour,
    cluster,
    full_tile_names,
    has_winning_cluster,
    in_tile,
    largest_cluster,
)
from bot.rules.southern_cross.options import Options
from bot.rules.southern_cross.special import Special, count_failed_dice, misses, targets

Phase = Literal["act", "roll", "throw", "remove", "over"]


@dataclass(frozen=True, slots=True)
class Situation(State[Move]):
    """Everything in the position document, and nothing else.

    `cells` is the grid as in `board`. The possible decisions are listed once, on first use.
    """

    options: Options
    _: KW_ONLY
    cells: bytes = EMPTY_GRID
    turn: int = 1
    """The number of the current turn, from 1; when the match is over, of the last one."""
    to_move: int | None = 0
    phase: Phase = "act"
    actions_left: int = ACTIONS
    special: Special | None = None

    # ------------------------------------------------------------------------------------------ queries

    @property
    def active(self) -> int:
        """The seat whose turn it is."""
        return (self.turn - 1) % SEATS

    def letter(self, seat: int) -> int:
        """The byte for a seat's colour in a grid."""
        return ord(self.options.order[seat])

    def colour(self, seat: int) -> Colour:
        return COLOURS[self.letter(seat)]

    def sight(self, seat: int | None) -> Self:
        return self

    @property
    def colours(self) -> tuple[str, ...]:
        """The names of the seats' colours, in turn order."""
        return tuple(self.colour(seat).name for seat in range(SEATS))

    @cached
    def counters(self) -> dict[str, str]:
        """The colour on each square that holds a counter, in the order of the squares."""
        return {square: COLOURS[cell].name for square, cell in zip(SQUARES, self.cells, strict=True) if cell != EMPTY}

    def squares(self, colour: str) -> list[str]:
        """The squares of a colour's counters."""
        return [square for square, other in self.counters.items() if other == colour]

    def in_base(self, colour: str) -> int:
        """How many counters of a colour lie in its base."""
        return COUNTERS - len(self.squares(colour))

    def cluster(self, colour: str) -> list[str]:
        """The squares of a colour's largest cluster, the first by name of several."""
        group = cluster(self.cells, LETTER_OF[colour])
        return [square for square, bit in zip(SQUARES, BIT, strict=True) if group & bit]

    @property
    def full_tiles(self) -> list[str]:
        """The tiles whose four squares all hold a counter."""
        return full_tile_names(self.cells)

    def at_stake(self, seat: int | None) -> list[str]:
        """In a special round, the squares of a seat's counters in the constellation."""
        if self.special is None or seat is None:
            return []
        return [SQUARES[square] for square in in_tile(self.cells, self.special.tile, self.letter(seat))]

    @property
    def challenged_squares(self) -> list[int]:
        """In a special round, the squares of the constellation with a counter of the seat to move, ascending."""
        if self.special is None or self.to_move is None:
            return []
        return in_tile(self.cells, self.special.tile, self.letter(self.to_move))

    # ------------------------------------------------------------------------------------------------------ moves

    def legal(self) -> list[Move]:
        return list(self._legal)

    @cached
    def _legal(self) -> tuple[Move, ...]:
        match self.phase:
            case "act":
                return list_decisions(self.cells, self.letter(self.active), self.actions_left)
            case "roll":
                return (ROLL,)
            case "throw":
                return THROWS
            case "remove":
                return removals(self.challenged_squares, 0 if self.special is None else self.special.failed)
            case "over":
                return ()
            case _:
                assert_never(self.phase)

    def forced(self) -> Move | None:
        """The roll of the dice. All other phases leave a choice, and a turn never ends automatically."""
        return ROLL if self.phase == "roll" else None

    def find_legal(self, move: object) -> Move | None:
        """The legal move that equals this one, if there is one; accepts anything."""
        moves = self._legal
        for legal in moves:  # usually it is one of these objects, and comparing takes longer
            if legal is move:
                return legal
        return next((legal for legal in moves if type(legal) is type(move) and legal == move), None)

    def after(self, move: Move, chance: Chance) -> Self:
        """The position after one of the legal moves."""
        match move:
            case Step() | Jump() | Spin():
                return type(self)(
                    self.options,
                    cells=after(self.cells, move, self.letter(self.active)),
                    turn=self.turn,
                    to_move=self.to_move,
                    actions_left=self.actions_left - 1,
                )
            case End():
                return self._end_turn(chance)
            case Roll():
                return self._roll_dice(chance)
            case Throw():
                return self._throw(move.power, chance)
            case Remove():
                return self._remove([SQUARE_NUMBERS[square] for square in move.squares], chance)
            case _:
                assert_never(move)

    # ---------------------------------------------------------------------------------------------- special rounds

    def in_turn_order(self) -> list[int]:
        """All seats, starting with the active one."""
        return [(self.active + later) % SEATS for later in range(SEATS)]

    def _end_turn(self, chance: Chance) -> Self:
        """Section 5.2: the seat ends its turn."""
        full = full_tile_names(self.cells)
        if not full:
            return self._turn_over(self.cells)
        [tile] = full
        participants = [seat for seat in self.in_turn_order() if in_tile(self.cells, tile, self.letter(seat))]
        return self._challenge(self.cells, tile, participants, chance)

    def _challenge(self, cells: bytes, tile: str, participants: Sequence[int], chance: Chance) -> Self:
        """Section 5.3: starts the challenge of the first of these participants; without any the turn is over."""
        if not participants:
            return self._turn_over(cells)
        seat, *waiting = participants
        number = len(in_tile(cells, tile, self.letter(seat)))
        throws = targets(number, chance) if self.options.challenge == "throw" else ()
        return type(self)(
            self.options,
            cells=cells,
            turn=self.turn,
            to_move=seat,
            phase="throw" if throws else "roll",
            actions_left=0,
            special=Special(tile, tuple(waiting), throws=throws),
        )

    def _round(self) -> Special:
        if self.special is None:
            raise AssertionError("this phase belongs to a special round")
        return self.special

    def _roll_dice(self, chance: Chance) -> Self:
        """Section 5.4: every die must be higher than the number of counters."""
        return self._apply_failures(count_failed_dice(len(self.challenged_squares), chance), chance)

    def _throw(self, power: int, chance: Chance) -> Self:
        """Section 5.5: one throw."""
        special = self._round()
        throw, *still = special.throws
        failures = special.failed + misses(power, throw, len(self.challenged_squares), chance)
        if not still:
            return self._apply_failures(failures, chance)
        return self._in_challenge("throw", Special(special.tile, special.waiting, failures, tuple(still)))

    def _apply_failures(self, failures: int, chance: Chance) -> Self:
        """Section 5.3: the result of this many failures of the seat to move."""
        squares, special = self.challenged_squares, self._round()
        if 0 < failures < len(squares):
            return self._in_challenge("remove", Special(special.tile, special.waiting, failures))
        return self._remove(squares if failures else [], chance)

    def _in_challenge(self, phase: Phase, special: Special) -> Self:
        """The position in a challenge, in which the seat that has just decided decides again."""
        return replace(self, phase=phase, special=special)

    def _remove(self, squares: Sequence[int], chance: Chance) -> Self:
        """The counters on these squares go home, and the next participant's challenge begins."""
        cells = bytearray(self.cells)
        for square in squares:
            cells[square] = EMPTY
        special = self._round()
        return self._challenge(bytes(cells), special.tile, special.waiting, chance)

    # ---------------------------------------------------------------------------------------------------- the end

    def _turn_over(self, cells: bytes) -> Self:
        """Section 5.6."""
        if self.turn == self.options.max_turns or any(has_winning_cluster(cells, colour) for colour in COLOURS):
            return type(self)(self.options, cells=cells, turn=self.turn, to_move=None, phase="over", actions_left=0)
        return type(self)(self.options, cells=cells, turn=self.turn + 1, to_move=self.turn % SEATS)

    @property
    def result(self) -> Result | None:
        """Section 6."""
        if self.phase != "over":
            return None
        letters = [self.letter(seat) for seat in range(SEATS)]
        standings = [(largest_cluster(self.cells, colour), self.cells.count(colour)) for colour in letters]
        winner = next((seat for seat in self.in_turn_order() if has_winning_cluster(self.cells, letters[seat])), None)
        return Result(
            tuple(
                1
                if seat == winner
                else 1 + sum(other == winner or standings[other] > standings[seat] for other in range(SEATS))
                for seat in range(SEATS)
            )
        )

    # --------------------------------------------------------------------------------------------- turns and undo

    def same_turn(self, before: "Situation") -> bool:
        """All actions, the end and the whole special round belong to one turn."""
        return self.turn == before.turn and self.phase != "over"

    def may_take_back(self, before: "Situation") -> bool:
        """Actions only: the end of a turn stands."""
        return self.same_turn(before) and self.phase == before.phase == "act"
