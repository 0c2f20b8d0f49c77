"""What a position of Parcheesi means: whose turn it is, what one play does, ages of blockades, the end and places."""

from collections.abc import Sequence
from typing import Literal, NamedTuple, Self

from bot.rules.api import Chance, Result
from bot.rules.compared import Compared
from bot.rules.parcheesi.board import (
    CAPTURE_BONUS,
    FACES,
    HOME,
    HOME_BONUS,
    NEST,
    OPPOSITE_FACES,
    SKIP,
    SQUARE_NUMBERS,
    SQUARES,
    THROW,
    TRACK,
    Colour,
    Move,
    Pairs,
    Pawns,
    Table,
    blockades,
    carried,
    moved,
    progress,
    steps_left,
)
from bot.rules.parcheesi.compulsion import Field, Rated, unused

Phase = Literal["roll", "move", "bonus", "over"]

Ages = tuple[tuple[tuple[int, int], ...], ...]
"""For each seat its blockades that have an age, as (square, age), ascending."""

PENALTY_DOUBLES = 3  # doubles in a turn that cost the leading pawn, with the option triple_doubles


class Throw(NamedTuple):
    """The throw being played: its dice, the doubles of the turn and the throws of the match, itself included."""

    dice: tuple[int, int]
    doubles: int
    rolls: int

    @property
    def is_double(self) -> bool:
        return self.dice[0] == self.dice[1]


class Situation(Compared[Move]):
    """Where all pawns stand, whose turn it is, and what is left of the throw.

    Squares are numbers as in `board`; `squares`, `partners` and `due` give them as they are written.
    """

    __slots__ = (
        "_ages",
        "_bonuses",
        "_dice",
        "_doubles",
        "_field",
        "_finished",
        "_left",
        "_moves",
        "_pairs",
        "_pawns",
        "_phase",
        "_rolls",
        "_table",
        "_turn",
    )

    def __init__(
        self,
        table: Table,
        phase: Phase,
        turn: int | None,
        pawns: tuple[Pawns, ...],
        *,
        dice: tuple[int, int] | None = None,
        left: tuple[int, ...] = (),
        bonuses: tuple[int, ...] = (),
        doubles: int = 0,
        pairs: Pairs = (),
        ages: Ages,
        finished: tuple[int, ...] = (),
        rolls: int = 0,
    ) -> None:
        self._table = table
        self._phase: Phase = phase
        self._turn = turn
        self._pawns = pawns
        self._dice = dice
        self._left = left
        self._bonuses = bonuses
        self._doubles = doubles
        self._pairs = pairs
        self._ages = ages
        self._finished = finished
        self._rolls = rolls
        self._field: Field | None = None
        self._moves: tuple[Move, ...] | None = None

    # ------------------------------------------------------------------------------------------ what can be asked

    @property
    def table(self) -> Table:
        return self._table

    @property
    def phase(self) -> Phase:
        return self._phase

    @property
    def to_move(self) -> int | None:
        return self._turn

    @property
    def pawns(self) -> tuple[Pawns, ...]:
        """For each seat the squares of its pawns, ascending."""
        return self._pawns

    @property
    def dice(self) -> tuple[int, int] | None:
        """The two dice as they were thrown; None unless their throw is being played."""
        return self._dice

    @property
    def left(self) -> tuple[int, ...]:
        """The values still to use, ascending; empty outside phase `move`."""
        return self._left

    @property
    def bonuses(self) -> tuple[int, ...]:
        """The bonuses earned in this roll and not played yet, ascending."""
        return self._bonuses

    @property
    def doubles(self) -> int:
        """The doubles thrown so far in this turn."""
        return self._doubles

    @property
    def pairs(self) -> Pairs:
        """Where the partners of this roll are now."""
        return self._pairs

    @property
    def ages(self) -> Ages:
        return self._ages

    @property
    def finished(self) -> tuple[int, ...]:
        """The seats with four pawns home, in the order in which they finished."""
        return self._finished

    @property
    def rolls(self) -> int:
        """The throws made in the match."""
        return self._rolls

    @property
    def colour(self) -> Colour:
        """The colour on the move. ValueError when the match is over."""
        return self._table.colours[self._mover]

    @property
    def own(self) -> Pawns:
        """The squares of the mover's pawns, ascending. ValueError when the match is over."""
        return self._pawns[self._mover]

    @property
    def due(self) -> tuple[str, ...]:
        """The squares of the mover's blockades that must be broken in this turn if they can be, in document order."""
        if self._turn is None:
            return ()
        return tuple(SQUARES[square] for square in self._due())

    @property
    def partners(self) -> tuple[tuple[str, str], ...]:
        """`pairs` as they are written."""
        return tuple((SQUARES[one], SQUARES[other]) for one, other in self._pairs)

    def squares(self, seat: int) -> tuple[str, ...]:
        """Where a seat's four pawns stand, in document order."""
        return tuple(SQUARES[square] for square in self._pawns[seat])

    def blockades(self, seat: int) -> tuple[str, ...]:
        """Where two pawns of a seat stand together and bar the way, in document order."""
        return tuple(SQUARES[square] for square in blockades(self._pawns[seat]))

    @property
    def field(self) -> Field:
        """What stands in the way of the seat on the move. ValueError when the match is over."""
        if self._field is None:
            self._field = Field(self._table.colours, self._mover, self._pawns)
        return self._field

    @property
    def _mover(self) -> int:
        if self._turn is None:
            raise ValueError("The match is over: nobody is on the move.")
        return self._turn

    @property
    def _content(self) -> tuple[object, ...]:
        return (
            self._pawns,
            self._phase,
            self._turn,
            self._dice,
            self._left,
            self._bonuses,
            self._doubles,
            self._pairs,
            self._ages,
            self._finished,
            self._rolls,
            self._table,
        )

    def same_turn(self, before: "Situation") -> bool:
        """Whether the same seat is still on the move: all throws of a turn belong together."""
        return self._turn is not None and self._turn == before._turn

    # ------------------------------------------------------------------------------------------------------ moves

    def legal(self) -> list[Move]:
        return list(self._legal())

    def is_legal(self, move: object) -> bool:
        """Whether this is one of `legal()`; anything else than a Move is not."""
        return isinstance(move, Move) and move in self._legal()

    def forced(self) -> Move | None:
        """The only legal use of the dice; None while there is a choice, and always for a throw or a bonus."""
        moves = self._legal() if self._phase == "move" else ()
        return moves[0] if len(moves) == 1 else None

    def possible(self) -> list[Move]:
        """The moves in phase `move` if compulsion and due blockades are set aside, in the order of `legal()`.

        What is possible and not legal is so because of compulsion (see `wasted`) or of a due blockade (see `due`).
        """
        return [move for move, _ in self._rated()]

    def wasted(self, move: Move) -> tuple[int, ...]:
        """The values that at best would remain unused after one of the `possible()` moves, ascending.

        For a move that is legal these are the values that are lost whatever its player does. ValueError for a move
        that is not possible.
        """
        for found, rating in self._rated():
            if found == move:
                return unused(self._left, rating)
        raise ValueError(f"{move} is not possible here.")

    @property
    def unusable(self) -> tuple[int, ...]:
        """The values of `left` that will be lost whatever the mover plays, ascending; empty outside phase `move`."""
        return self.wasted(self._legal()[0]) if self._phase == "move" else ()

    def home_row_instead(self, move: Move) -> Move | None:
        """The move into the home row that compulsion forbids and that a legal move passes by; None if there is none.

        That is: by this die move a pawn leaves its turn-off behind and stays on the track; it could turn off with the
        same die, but then fewer values or a lower total could be used (Worked example 9). `wasted` tells which.
        """
        if self._phase != "move" or move.kind != "walk" or SQUARE_NUMBERS[move.target] > TRACK:
            return None
        rated = self._rated()
        best = max(rating for _, rating in rated)
        for other, rating in rated:
            if other[:3] == move[:3] and SQUARE_NUMBERS[other.target] > TRACK:
                return other if rating < best and self.is_legal(move) else None
        return None

    def _legal(self) -> tuple[Move, ...]:
        if self._moves is None:
            self._moves = self._found()
        return self._moves

    def _found(self) -> tuple[Move, ...]:
        if self._turn is None:
            return ()
        if self._phase == "roll":
            return (THROW,)
        if self._phase == "bonus":
            own = self._pawns[self._turn]
            walks = (self.field.walks(own, self._pairs, bonus) for bonus in sorted(set(self._bonuses)))
            return (*(step.move for steps in walks for step in steps), SKIP)
        rated = self._rated()
        best = max(rating for _, rating in rated)
        moves = tuple([move for move, rating in rated if rating == best])
        if self._ages[self._turn]:
            due = self.due
            return tuple(move for move in moves if move.origin in due) or moves
        return moves

    def _rated(self) -> list[Rated]:
        if self._phase != "move":
            return []
        return self.field.possible(self.own, self._pairs, self._left)

    def _due(self) -> list[int]:
        limit = self._table.blockade_limit
        return [square for square, age in self._ages[self._mover] if age == limit]

    # ------------------------------------------------------------------------------------------------------- play

    def after(self, move: Move, chance: Chance) -> Self:
        """The position after this legal decision. Only `roll` draws luck: two rolls of a die."""
        if self._phase == "roll":
            return self._thrown(chance.roll(FACES), chance.roll(FACES))
        if move.kind == "skip":
            return self._end_of_roll(self._pawns, self._ages, self._finished, self._throw)
        return self._moved(move)

    @property
    def _throw(self) -> Throw:
        assert self._dice is not None  # noqa: S101 - for the type checker: dice are moved in phases move and bonus only
        return Throw(self._dice, self._doubles, self._rolls)

    def _thrown(self, one: int, other: int) -> Self:
        """Phase `roll`, step by step."""
        seat, own = self._mover, self.own
        throw = Throw((one, other), self._doubles + (one == other), self._rolls + 1)
        if is_penalty(self._table, throw.is_double, throw.doubles):
            pawns, ages = self._pawns, self._ages
            leading = leader(self.colour, own)
            if leading is not None:
                pawns = (*pawns[:seat], moved(own, leading, NEST), *pawns[seat + 1 :])
                ages = _without_age(ages, seat, leading)
            return self._end_of_turn(pawns, ages, self._finished, throw.rolls)
        return self._advance(
            self._pawns,
            self._ages,
            throw,
            left=values_of(one, other, own),
            bonuses=(),
            pairs=tuple((square, square) for square in blockades(own)),
        )

    def _moved(self, move: Move) -> Self:
        """A pawn moves; captures and bonuses happen, and what it used is used up."""
        seat, own = self._mover, self.own
        origin, target = SQUARE_NUMBERS[move.origin], SQUARE_NUMBERS[move.target]
        pawns = list(self._pawns)
        pawns[seat] = moved(own, origin, target)
        pairs = carried(self._pairs, own, origin, target) if self._pairs else ()
        assert pairs is not None  # noqa: S101 - for the type checker: the move is legal

        earned: tuple[int, ...] = (HOME_BONUS,) if target == HOME else ()
        if target <= TRACK:
            for other, theirs in enumerate(self._pawns):
                if target in theirs and other != seat:
                    pawns[other] = moved(theirs, target, NEST)
                    earned = (CAPTURE_BONUS,)
        left, bonuses = self._left, self._bonuses
        if move.kind == "bonus":
            bonuses = _without(bonuses, move.values)
        else:
            left = _without(left, move.values)
        if earned:
            bonuses = tuple(sorted(bonuses + earned))
        ages = _without_age(self._ages, seat, origin) if self._ages[seat] else self._ages

        if pawns[seat][0] == HOME:
            return self._fourth_home(tuple(pawns), ages)
        return self._advance(tuple(pawns), ages, self._throw, left=left, bonuses=bonuses, pairs=pairs)

    def _advance(
        self,
        pawns: tuple[Pawns, ...],
        ages: Ages,
        throw: Throw,
        *,
        left: tuple[int, ...],
        bonuses: tuple[int, ...],
        pairs: Pairs,
    ) -> Self:
        """Stays while something can be played; otherwise what is left is lost."""
        seat = self._mover
        own, field = pawns[seat], Field(self._table.colours, seat, pawns)
        if left and field.can_play(own, pairs, left):
            phase: Phase = "move"
        elif bonuses and any(field.can_use(own, pairs, bonus) for bonus in set(bonuses)):
            phase, left = "bonus", ()
        else:
            return self._end_of_roll(pawns, ages, self._finished, throw)
        position = type(self)(
            self._table,
            phase,
            seat,
            pawns,
            dice=throw.dice,
            left=left,
            bonuses=bonuses,
            doubles=throw.doubles,
            pairs=pairs,
            ages=ages,
            finished=self._finished,
            rolls=throw.rolls,
        )
        position._field = field
        return position

    def _fourth_home(self, pawns: tuple[Pawns, ...], ages: Ages) -> Self:
        finished = (*self._finished, self._mover)
        if is_decided(self._table, finished):
            return self._over(pawns, finished, self._rolls)
        return self._end_of_roll(pawns, ages, finished, self._throw)

    def _end_of_roll(self, pawns: tuple[Pawns, ...], ages: Ages, finished: tuple[int, ...], throw: Throw) -> Self:
        """The dice, the bonuses and the partners are gone; after a double the same seat throws again."""
        if throw.is_double and throw.rolls != self._table.max_rolls and self._turn not in finished:
            return type(self)(
                self._table,
                "roll",
                self._turn,
                pawns,
                doubles=throw.doubles,
                ages=ages,
                finished=finished,
                rolls=throw.rolls,
            )
        return self._end_of_turn(pawns, ages, finished, throw.rolls)

    def _end_of_turn(self, pawns: tuple[Pawns, ...], ages: Ages, finished: tuple[int, ...], rolls: int) -> Self:
        table, seat = self._table, self._mover
        if rolls == table.max_rolls:  # never 0 here, so a cap of 0 is none
            return self._over(pawns, finished, rolls)
        if table.blockade_limit:
            ages = _older(ages, seat, pawns[seat], table.blockade_limit)
        following = (seat + 1) % table.seats
        while following in finished:
            following = (following + 1) % table.seats
        return type(self)(table, "roll", following, pawns, ages=ages, finished=finished, rolls=rolls)

    def _over(self, pawns: tuple[Pawns, ...], finished: tuple[int, ...], rolls: int) -> Self:
        return type(self)(
            self._table, "over", None, pawns, ages=((),) * self._table.seats, finished=finished, rolls=rolls
        )

    # ---------------------------------------------------------------------------------------------------- the end

    @property
    def scores(self) -> tuple[int, ...]:
        """For each seat the sum of the progress of its pawns, 0 to 288; at any time."""
        return tuple(
            sum(progress(colour, square) for square in own)
            for colour, own in zip(self._table.colours, self._pawns, strict=True)
        )

    @property
    def result(self) -> Result | None:
        if self._phase != "over":
            return None
        scores, finished = self.scores, self._finished
        others = [score for seat, score in enumerate(scores) if seat not in finished]
        places = tuple(
            finished.index(seat) + 1 if seat in finished else len(finished) + 1 + sum(other > score for other in others)
            for seat, score in enumerate(scores)
        )
        return Result(places, scores)


def values_of(one: int, other: int, own: Pawns) -> tuple[int, ...]:
    """The values of a throw, ascending: on a double with no pawn in the nest those beneath the dice as well."""
    if one != other:
        return (one, other) if one < other else (other, one)
    if own[0] == NEST:
        return (one, one)
    beneath = OPPOSITE_FACES - one
    return (one, one, beneath, beneath) if one < beneath else (beneath, beneath, one, one)


def is_penalty(table: Table, double: bool, doubles: int) -> bool:
    """Whether a throw is the third double of its turn and is not played; `doubles` counts it already."""
    return table.triple_doubles and double and doubles >= PENALTY_DOUBLES


def leader(colour: Colour, own: Pawns) -> int | None:
    """The square of the pawn with the fewest steps left; None if all are in the nest or at home."""
    out = [square for square in own if square not in (NEST, HOME)]
    return min(out, key=lambda square: steps_left(colour, square)) if out else None


def is_decided(table: Table, finished: Sequence[int]) -> bool:
    """Whether enough seats have four pawns home for the match to end."""
    return len(finished) >= (1 if table.finish == "first" else table.seats - 1)


def _without(values: tuple[int, ...], gone: tuple[int, ...]) -> tuple[int, ...]:
    rest = list(values)
    for value in gone:
        rest.remove(value)
    return tuple(rest)


def _without_age(ages: Ages, seat: int, square: int) -> Ages:
    """A pawn has left a square: a blockade there has lost its age."""
    kept = tuple(entry for entry in ages[seat] if entry[0] != square)
    return (*ages[:seat], kept, *ages[seat + 1 :])


def _older(ages: Ages, seat: int, own: Pawns, limit: int) -> Ages:
    """The end of a seat's turn: each of its blockades is a turn older, up to the limit."""
    before = dict(ages[seat])
    now = tuple((square, min(before.get(square, 0) + 1, limit)) for square in blockades(own))
    return (*ages[:seat], now, *ages[seat + 1 :])
