"""The effects of one decision, for messages about it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.rules.chance import Outcome
from bot.rules.parcheesi.board import (
    CAPTURE_BONUS,
    FACES,
    HOME,
    HOME_BONUS,
    SQUARE_NUMBERS,
    SQUARES,
    TRACK,
    Move,
    blockades,
)
from bot.rules.parcheesi.situation import Situation, is_penalty, leader, values_of


@dataclass(frozen=True, slots=True)
class Captured:
    """A pawn sent back to its nest: its owner and its square."""

    seat: int
    square: str


@dataclass(frozen=True, slots=True)
class Happened:
    """The effects of one decision of `seat`.

    - `dice`: the two dice, for a roll; `values` the values they gave, ascending (four on a double with an empty nest;
      none if the roll was not played).
    - `third_double`: the roll was the third double of its turn and was not played (option triple_doubles); `sent_back`
      is the square of the seat's own pawn that went back to the nest for it, None if no pawn was out.
    - `captured`: the pawn it captured; `home`: whether its pawn got home; `earned`: the bonus for either, 20, 10 or 0.
    - `past`: if a pawn had to pass its own home row because of compulsion, the forbidden move into the home row;
      `past_unused` the values that could not have been used after it.
    - `lost`: the values of the roll lost with this decision, since nothing can use them; `lost_bonuses` the bonuses
      lost since nothing can play them; `given_up` the bonuses that were skipped. With the fourth pawn home everything
      left over is lost.
    - `needed`: if a roll gave nothing to play, the values of a single die that would have, ascending.
    - `finished`: whether the seat brought its fourth pawn home.
    - `again`: whether the same seat rolls again now, for a double; `over`: whether the match is over.
    - `next_seat`: the seat whose turn begins; None if the turn goes on or the match is over.
    """

    seat: int
    dice: tuple[int, int] | None = None
    values: tuple[int, ...] = ()
    third_double: bool = False
    sent_back: str | None = None
    captured: Captured | None = None
    home: bool = False
    earned: int = 0
    past: Move | None = None
    past_unused: tuple[int, ...] = ()
    lost: tuple[int, ...] = ()
    lost_bonuses: tuple[int, ...] = ()
    given_up: tuple[int, ...] = ()
    finished: bool = False
    again: bool = False
    over: bool = False
    next_seat: int | None = None
    needed: tuple[int, ...] = ()


def what_happened(before: Situation, move: Move, after: Situation, drawn: Sequence[Outcome] = ()) -> Happened:
    """What happened when `move` led from `before` to `after`, drawing these outcomes of chance.

    `move` must have been legal. `drawn` is needed for `roll`, since a roll that nothing can use leaves no trace in the
    position: exactly the two dice of this decision. Raises ValueError if they are missing, or it was nobody's turn.
    """
    seat = before.to_move
    if seat is None:
        raise ValueError("before: the match was over")
    if move.kind == "roll":
        happened = _of_roll(before, seat, after, drawn)
    elif move.kind == "skip":
        happened = Happened(seat, given_up=before.bonuses)
    else:
        happened = _of_pawn(before, seat, move, after)
    passed = after.to_move is not None and after.to_move != seat
    return replace(
        happened,
        again=after.phase == "roll" and not passed,
        over=after.phase == "over",
        next_seat=after.to_move if passed else None,
    )


def _of_roll(before: Situation, seat: int, after: Situation, drawn: Sequence[Outcome]) -> Happened:
    if len(drawn) != 2 or not all(isinstance(die, int) for die in drawn):
        raise ValueError("drawn: the two dice of this roll are needed")
    one, other = (die for die in drawn if isinstance(die, int))
    own, table = before.pawns[seat], before.table
    if is_penalty(table, one == other, before.doubles + (one == other)):
        leading = leader(table.colours[seat], own)
        return Happened(
            seat, dice=(one, other), third_double=True, sent_back=None if leading is None else SQUARES[leading]
        )
    values = values_of(one, other, own)
    if after.phase == "move":
        return Happened(seat, dice=(one, other), values=values)
    pairs = tuple((square, square) for square in blockades(own))
    needed = tuple(value for value in range(1, FACES + 1) if before.field.can_play(own, pairs, (value,)))
    return Happened(seat, dice=(one, other), values=values, lost=values, needed=needed)


def _of_pawn(before: Situation, seat: int, move: Move, after: Situation) -> Happened:
    target = SQUARE_NUMBERS[move.target]
    captured = next(
        (
            Captured(other, move.target)
            for other, theirs in enumerate(before.pawns)
            if other != seat and target <= TRACK and target in theirs
        ),
        None,
    )
    home = target == HOME
    earned = CAPTURE_BONUS if captured else HOME_BONUS if home else 0
    left, bonuses = Counter(before.left), Counter(before.bonuses)
    (bonuses if move.kind == "bonus" else left).subtract(move.values)
    if earned:
        bonuses[earned] += 1
    past = before.home_row_instead(move)
    return Happened(
        seat,
        captured=captured,
        home=home,
        earned=earned,
        past=past,
        past_unused=before.wasted(past) if past else (),
        lost=() if after.phase == "move" else tuple(sorted(left.elements())),
        lost_bonuses=() if after.phase in ("move", "bonus") else tuple(sorted(bonuses.elements())),
        finished=seat in after.finished,
    )
