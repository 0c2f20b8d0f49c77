"""A position of Parcheesi: whose turn it is, what one play does, ages of blockades, the end and places."""

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from typing import Literal, NamedTuple, Self

from bot.rules.api import Chance, Result, State
from bot.rules.cached import cached
from bot.rules.parcheesi.board import (
    CAPTURE_BONUS,
    FACES,
    HOME,
    HOME_BONUS,
    NEST,
    OPPOSITE_FACES,
    ROLL,
    SKIP,
    SQUARE_NUMBERS,
    SQUARES,
    TRACK,
    Colour,
    Move,
    Pairs,
    Pawns,
    Table,
    blockades,
    carry_partners,
    move_pawn,
    progress,
    steps_left,
)
from bot.rules.parcheesi.compulsion import Obstacles, RatedMove, unused_values

Phase = Literal["roll", "move", "bonus", "over"]

Ages = tuple[tuple[tuple[int, int], ...], ...]
"""For each seat its blockades that have an age, as (square, age), ascending."""

PENALTY_DOUBLES = 3  # doubles in a turn that send the leading pawn back, with the option triple_doubles


class Roll(NamedTuple):
    """The roll being played: its dice, and the doubles of the turn and the rolls of the match including it."""

    dice: tuple[int, int]
    doubles: int
    rolls: int

    @property
    def is_double(self) -> bool:
        return self.dice[0] == self.dice[1]


@dataclass(frozen=True, slots=True)
class Situation(State[Move]):
    """The squares of all pawns, whose turn it is, and what is left of the roll.

    Squares are numbers as in `board`; `squares` and `due` return them as text.
    """

    table: Table
    phase: Phase
    to_move: int | None = field()  # not the property of `State`
    pawns: tuple[Pawns, ...]
    """For each seat the squares of its pawns, ascending."""
    _: KW_ONLY
    dice: tuple[int, int] | None = None
    """The two dice as rolled; None unless their roll is being played."""
    left: tuple[int, ...] = ()
    """The values still to use, ascending; empty outside phase `move`."""
    bonuses: tuple[int, ...] = ()
    """The bonuses earned in this roll and not yet played, ascending."""
    doubles: int = 0
    """The doubles rolled so far in this turn."""
    pairs: Pairs = ()
    """The current squares of the partners of this roll."""
    ages: Ages
    finished: tuple[int, ...] = ()
    """The seats with four pawns home, in the order in which they finished."""
    rolls: int = 0
    """The rolls made in the match."""

    @property
    def colour(self) -> Colour:
        """The colour to move. Raises ValueError when the match is over."""
        return self.table.colours[self._mover]

    @property
    def own(self) -> Pawns:
        """The squares of the mover's pawns, ascending. Raises ValueError when the match is over."""
        return self.pawns[self._mover]

    @property
    def due(self) -> tuple[str, ...]:
        """The squares of the mover's blockades that must be broken this turn if possible, in document order."""
        return () if self.to_move is None else self.due_of(self.to_move)

    def sight(self, seat: int | None) -> Self:
        return self

    @property
    def colours(self) -> tuple[str, ...]:
        """The names of the seats' colours, in order."""
        return tuple(colour.name for colour in self.table.colours)

    def age(self, seat: int, square: str) -> int:
        """For how many of its owner's turns a blockade has stood; 0 if that isn't counted or it is new."""
        return dict(self.ages[seat]).get(SQUARE_NUMBERS[square], 0)

    def due_of(self, seat: int) -> tuple[str, ...]:
        """The squares of a seat's blockades that have stood as long as they may, in document order."""
        return tuple(SQUARES[square] for square, age in self.ages[seat] if age == self.table.blockade_limit)

    def squares(self, seat: int) -> tuple[str, ...]:
        """The squares of a seat's four pawns, in document order."""
        return tuple(SQUARES[square] for square in self.pawns[seat])

    def blockades(self, seat: int) -> tuple[str, ...]:
        """The squares of a seat's blockades, in document order."""
        return tuple(SQUARES[square] for square in blockades(self.pawns[seat]))

    @cached
    def field(self) -> Obstacles:
        """What blocks the seat to move. Raises ValueError when the match is over."""
        return Obstacles(self.table.colours, self._mover, self.pawns)

    @property
    def _mover(self) -> int:
        if self.to_move is None:
            raise ValueError("The match is over: nobody is on the move.")
        return self.to_move

    def same_turn(self, before: "Situation") -> bool:
        """Whether the same seat is still to move: all rolls of a turn belong together."""
        return self.to_move is not None and self.to_move == before.to_move

    # ------------------------------------------------------------------------------------------------------ moves

    def legal(self) -> list[Move]:
        return list(self._legal)

    def is_legal(self, move: object) -> bool:
        """Whether this is one of `legal()`; False for anything other than a Move."""
        return isinstance(move, Move) and move in self._legal

    def forced(self) -> Move | None:
        """The only legal use of the dice; None while there is a choice, and always for a roll or a bonus."""
        moves = self._legal if self.phase == "move" else ()
        return moves[0] if len(moves) == 1 else None

    def possible(self) -> list[Move]:
        """The moves in phase `move` apart from compulsion and due blockades, in the order of `legal()`.

        A move that is possible but not legal breaks the rule of compulsion (see `wasted_values`) or of a due blockade
        (see `due`).
        """
        return [move for move, _ in self._rated_moves()]

    def wasted_values(self, move: Move) -> tuple[int, ...]:
        """The values that remain unused at best after one of the `possible()` moves, ascending.

        For a legal move, these are lost whatever its player does. Raises ValueError for a move that isn't possible.
        """
        for legal_move, rating in self._rated_moves():
            if legal_move == move:
                return unused_values(self.left, rating)
        raise ValueError(f"{move} is not possible here.")

    def home_row_instead(self, move: Move) -> Move | None:
        """The move into the home row that compulsion forbids and that a legal move passes by; None if there is none.

        That is: with this die the pawn passes its turn-off and stays on the track; it could turn off with the same die,
        but then fewer values or a lower total could be used (Worked example 9). `wasted_values` tells which.
        """
        if self.phase != "move" or move.kind != "walk" or SQUARE_NUMBERS[move.target] > TRACK:
            return None
        rated_moves = self._rated_moves()
        best = max(rating for _, rating in rated_moves)
        for other, rating in rated_moves:
            if other[:3] == move[:3] and SQUARE_NUMBERS[other.target] > TRACK:
                return other if rating < best and self.is_legal(move) else None
        return None

    @cached
    def _legal(self) -> tuple[Move, ...]:
        if self.to_move is None:
            return ()
        if self.phase == "roll":
            return (ROLL,)
        if self.phase == "bonus":
            own = self.pawns[self.to_move]
            walks = (self.field.walks(own, self.pairs, bonus) for bonus in sorted(set(self.bonuses)))
            return (*(step.move for steps in walks for step in steps), SKIP)
        rated_moves = self._rated_moves()
        best = max(rating for _, rating in rated_moves)
        moves = tuple([move for move, rating in rated_moves if rating == best])
        if self.ages[self.to_move]:
            due = self.due
            return tuple(move for move in moves if move.origin in due) or moves
        return moves

    def _rated_moves(self) -> list[RatedMove]:
        if self.phase != "move":
            return []
        return self.field.possible(self.own, self.pairs, self.left)

    # ------------------------------------------------------------------------------------------------------- play

    def after(self, move: Move, chance: Chance) -> Self:
        """The position after this legal decision. Only `roll` draws luck: two rolls of a die."""
        if self.phase == "roll":
            return self._play_roll(chance.roll(FACES), chance.roll(FACES))
        if move.kind == "skip":
            return self._end_of_roll(self.pawns, self.ages, self.finished, self._roll)
        return self._play_move(move)

    @property
    def _roll(self) -> Roll:
        assert self.dice is not None  # noqa: S101 - for the type checker: dice are moved in phases move and bonus only
        return Roll(self.dice, self.doubles, self.rolls)

    def _play_roll(self, one: int, other: int) -> Self:
        """Phase `roll`, step by step."""
        seat, own = self._mover, self.own
        roll = Roll((one, other), self.doubles + (one == other), self.rolls + 1)
        if is_penalty(self.table, roll.is_double, roll.doubles):
            pawns, ages = self.pawns, self.ages
            leading = leader(self.colour, own)
            if leading is not None:
                pawns = (*pawns[:seat], move_pawn(own, leading, NEST), *pawns[seat + 1 :])
                ages = _without_age(ages, seat, leading)
            return self._end_of_turn(pawns, ages, self.finished, roll.rolls)
        return self._advance(
            self.pawns,
            self.ages,
            roll,
            left=values_of(one, other, own),
            bonuses=(),
            pairs=tuple((square, square) for square in blockades(own)),
        )

    def _play_move(self, move: Move) -> Self:
        """Moves a pawn, with captures and bonuses, and removes what it used."""
        seat, own = self._mover, self.own
        origin, target = SQUARE_NUMBERS[move.origin], SQUARE_NUMBERS[move.target]
        pawns = list(self.pawns)
        pawns[seat] = move_pawn(own, origin, target)
        pairs = carry_partners(self.pairs, own, origin, target) if self.pairs else ()
        assert pairs is not None  # noqa: S101 - for the type checker: the move is legal

        new_bonuses: tuple[int, ...] = (HOME_BONUS,) if target == HOME else ()
        if target <= TRACK:
            for other, theirs in enumerate(self.pawns):
                if target in theirs and other != seat:
                    pawns[other] = move_pawn(theirs, target, NEST)
                    new_bonuses = (CAPTURE_BONUS,)
        left, bonuses = self.left, self.bonuses
        if move.kind == "bonus":
            bonuses = _without(bonuses, move.values)
        else:
            left = _without(left, move.values)
        if new_bonuses:
            bonuses = tuple(sorted(bonuses + new_bonuses))
        ages = _without_age(self.ages, seat, origin) if self.ages[seat] else self.ages

        if pawns[seat][0] == HOME:
            finished = (*self.finished, seat)
            if is_decided(self.table, finished):
                return self._over(tuple(pawns), finished, self.rolls)
            return self._end_of_roll(tuple(pawns), ages, finished, self._roll)
        return self._advance(tuple(pawns), ages, self._roll, left=left, bonuses=bonuses, pairs=pairs)

    def _advance(
        self,
        pawns: tuple[Pawns, ...],
        ages: Ages,
        roll: Roll,
        *,
        left: tuple[int, ...],
        bonuses: tuple[int, ...],
        pairs: Pairs,
    ) -> Self:
        """Stays while something can be played; otherwise the rest is lost."""
        seat = self._mover
        own, field = pawns[seat], Obstacles(self.table.colours, seat, pawns)
        if left and field.can_play(own, pairs, left):
            phase: Phase = "move"
        elif bonuses and any(field.can_use(own, pairs, bonus) for bonus in set(bonuses)):
            phase, left = "bonus", ()
        else:
            return self._end_of_roll(pawns, ages, self.finished, roll)
        position = type(self)(
            self.table,
            phase,
            seat,
            pawns,
            dice=roll.dice,
            left=left,
            bonuses=bonuses,
            doubles=roll.doubles,
            pairs=pairs,
            ages=ages,
            finished=self.finished,
            rolls=roll.rolls,
        )
        vars(position)["field"] = field
        return position

    def _end_of_roll(self, pawns: tuple[Pawns, ...], ages: Ages, finished: tuple[int, ...], roll: Roll) -> Self:
        """The dice, the bonuses and the partners are gone; after a double the same seat rolls again."""
        if roll.is_double and roll.rolls != self.table.max_rolls and self.to_move not in finished:
            again = type(self)(self.table, "roll", self.to_move, pawns, ages=ages, finished=finished, rolls=roll.rolls)
            return replace(again, doubles=roll.doubles)
        return self._end_of_turn(pawns, ages, finished, roll.rolls)

    def _end_of_turn(self, pawns: tuple[Pawns, ...], ages: Ages, finished: tuple[int, ...], rolls: int) -> Self:
        table, seat = self.table, self._mover
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
            self.table, "over", None, pawns, ages=((),) * self.table.seats, finished=finished, rolls=rolls
        )

    # ---------------------------------------------------------------------------------------------------- the end

    @property
    def scores(self) -> tuple[int, ...]:
        """For each seat the total progress of its pawns, 0 to 288, at any time."""
        return tuple(
            sum(progress(colour, square) for square in own)
            for colour, own in zip(self.table.colours, self.pawns, strict=True)
        )

    @property
    def result(self) -> Result | None:
        if self.phase != "over":
            return None
        scores, finished = self.scores, self.finished
        others = [score for seat, score in enumerate(scores) if seat not in finished]
        places = tuple(
            finished.index(seat) + 1 if seat in finished else len(finished) + 1 + sum(other > score for other in others)
            for seat, score in enumerate(scores)
        )
        return Result(places, scores)


def values_of(one: int, other: int, own: Pawns) -> tuple[int, ...]:
    """The values of a roll, ascending: on a double without a pawn in the nest, those of the opposite faces as well."""
    if one != other:
        return (one, other) if one < other else (other, one)
    if own[0] == NEST:
        return (one, one)
    beneath = OPPOSITE_FACES - one
    return (one, one, beneath, beneath) if one < beneath else (beneath, beneath, one, one)


def is_penalty(table: Table, double: bool, doubles: int) -> bool:
    """Whether a roll is the third double of its turn and isn't played; `doubles` includes it."""
    return table.triple_doubles and double and doubles >= PENALTY_DOUBLES


def leader(colour: Colour, own: Pawns) -> int | None:
    """The square of the pawn with the fewest steps left; None if all are in the nest or at home."""
    out = [square for square in own if square not in (NEST, HOME)]
    return min(out, key=lambda square: steps_left(colour, square)) if out else None


def is_decided(table: Table, finished: Sequence[int]) -> bool:
    """Whether enough seats have four pawns home for the match to end."""
    return len(finished) >= (1 if table.finish == "first" else table.seats - 1)


def _without(values: tuple[int, ...], used: tuple[int, ...]) -> tuple[int, ...]:
    rest = list(values)
    for value in used:
        rest.remove(value)
    return tuple(rest)


def _without_age(ages: Ages, seat: int, square: int) -> Ages:
    """Removes the age of a blockade that a pawn has left."""
    others = tuple(entry for entry in ages[seat] if entry[0] != square)
    return (*ages[:seat], others, *ages[seat + 1 :])


def _older(ages: Ages, seat: int, own: Pawns, limit: int) -> Ages:
    """At the end of a seat's turn, makes each of its blockades a turn older, up to the limit."""
    before = dict(ages[seat])
    now = tuple((square, min(before.get(square, 0) + 1, limit)) for square in blockades(own))
    return (*ages[:seat], now, *ages[seat + 1 :])
