"""The effects of one decision, for messages about it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

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
class Effects:
    """The effects of one decision of `seat`."""

    seat: int
    values: tuple[int, ...] = ()
    """The values that a roll gave, ascending: four on a double with an empty nest, none if the roll was not played."""
    third_double: bool = False
    """Whether the roll was the third double of its turn and was not played (option triple_doubles)."""
    sent_back: str | None = None
    """The square of the seat's own pawn that went back to the nest for a third double, None if no pawn was out."""
    captured: int | None = None
    """The seat whose pawn was captured."""
    home: bool = False
    """Whether its own pawn got home."""
    past: Move | None = None
    """If a pawn had to pass its own home row because of compulsion, the forbidden move into the home row."""
    past_unused: tuple[int, ...] = ()
    """The values that could not have been used after `past`."""
    lost: tuple[int, ...] = ()
    """The values of the roll lost with this decision, since nothing can use them."""
    lost_bonuses: tuple[int, ...] = ()
    """The bonuses lost since nothing can play them. With the fourth pawn home everything left over is lost."""
    finished: bool = False
    """Whether the seat brought its fourth pawn home."""
    needed: tuple[int, ...] = ()
    """If a roll gave nothing to play, the values of a single die that would have, ascending."""


def what_happened(before: Situation, move: Move, after: Situation, drawn: Sequence[Outcome] = ()) -> Effects:
    """What happened when `move` led from `before` to `after`, drawing these outcomes of chance.

    `move` must have been legal. `drawn` is needed for `roll`, since a roll that nothing can use leaves no trace in the
    position: exactly the two dice of this decision. Raises ValueError if they are missing, or it was nobody's turn.
    """
    seat = before.to_move
    if seat is None:
        raise ValueError("before: the match was over")
    if move.kind == "roll":
        return _of_roll(before, seat, after, drawn)
    return Effects(seat) if move.kind == "skip" else _of_pawn(before, seat, move, after)


def _of_roll(before: Situation, seat: int, after: Situation, drawn: Sequence[Outcome]) -> Effects:
    if len(drawn) != 2 or not all(isinstance(die, int) for die in drawn):
        raise ValueError("drawn: the two dice of this roll are needed")
    one, other = (die for die in drawn if isinstance(die, int))
    own, table = before.pawns[seat], before.table
    if is_penalty(table, one == other, before.doubles + (one == other)):
        leading = leader(table.colours[seat], own)
        return Effects(seat, third_double=True, sent_back=None if leading is None else SQUARES[leading])
    values = values_of(one, other, own)
    if after.phase == "move":
        return Effects(seat, values=values)
    pairs = tuple((square, square) for square in blockades(own))
    needed = tuple(value for value in range(1, FACES + 1) if before.field.can_play(own, pairs, (value,)))
    return Effects(seat, values=values, lost=values, needed=needed)


def _of_pawn(before: Situation, seat: int, move: Move, after: Situation) -> Effects:
    target = SQUARE_NUMBERS[move.target]
    theirs = (other for other, pawns in enumerate(before.pawns) if other != seat and target in pawns)
    captured = next(theirs, None) if target <= TRACK else None
    home = target == HOME
    left, bonuses = Counter(before.left), Counter(before.bonuses)
    (bonuses if move.kind == "bonus" else left).subtract(move.values)
    bonuses[CAPTURE_BONUS] += captured is not None
    bonuses[HOME_BONUS] += home
    past = before.home_row_instead(move)
    return Effects(
        seat,
        captured=captured,
        home=home,
        past=past,
        past_unused=before.wasted_values(past) if past else (),
        lost=() if after.phase == "move" else tuple(sorted(left.elements())),
        lost_bonuses=() if after.phase in ("move", "bonus") else tuple(sorted(bonuses.elements())),
        finished=seat in after.finished,
    )
