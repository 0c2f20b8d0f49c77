"""Moves as text, lenient in reading and canonical in writing, and why a move is refused."""

import re

from bot.rules.api import Ambiguous, IllegalMove, NotLegalHere, Unreadable, Words
from bot.rules.parcheesi.board import (
    BIT,
    CAPTURE_BONUS,
    FACES,
    HOME,
    HOME_BONUS,
    NEST,
    ROLL,
    SKIP,
    SQUARE_NUMBERS,
    SQUARES,
    SUMS,
    TRACK,
    Move,
    MoveKind,
    ways,
)
from bot.rules.parcheesi.compulsion import ENTERING
from bot.rules.parcheesi.situation import Situation
from bot.rules.typed import quote, without_spaces

_ENTER = re.compile(r"enter(?P<one>[1-6])?(?:(?<=[1-6])\+(?P<other>[1-6]))?", re.ASCII | re.IGNORECASE)
_SQUARE = r"t?[0-9]{1,3}|h[0-9]{1,3}|home|nest"
_WALK = re.compile(
    rf"(?P<origin>{_SQUARE})\+(?P<value>[0-9]{{1,3}})(?:(?:->|>|→|to)(?P<target>{_SQUARE}))?",
    re.ASCII | re.IGNORECASE,
)
_VALUES = (*range(1, FACES + 1), HOME_BONUS, CAPTURE_BONUS)


def text_of(move: Move) -> str:
    """The canonical text of a move, legal or not."""
    values = "+".join(map(str, move.values))
    if move.kind == "enter":
        return f"enter {values}"
    if move.kind in ("walk", "bonus"):
        return f"{move.origin}+{values}>{move.target}"
    return move.kind


def write(position: Situation, move: Move) -> str:
    """The canonical text of a legal move. Raises IllegalMove if it isn't legal here."""
    if not position.is_legal(move):
        raise refusal(position, move)
    legal = position.legal()
    return text_of(legal[legal.index(move)])  # an equal move may contain True instead of 1


def read(position: Situation, text: object) -> Move:
    """The legal move that a text means. Raises IllegalMove, which says why there is none."""
    line = without_spaces(text)
    if line.isascii() and line.lower() in ("roll", "skip"):
        return _legal(position, ROLL if line.lower() == "roll" else SKIP)
    if entering := _ENTER.fullmatch(line):
        return _legal(position, _entering(position, entering["one"], entering["other"]))
    walking = _WALK.fullmatch(line)
    if walking is None:
        raise Unreadable(
            "“{text}” isn't a move. Write roll, enter 5, enter 2+3, skip, or where from, how far and where to, such "
            "as t12+4>t16.",
            text=quote(text),
        )
    origin, value = _square(walking["origin"]), int(walking["value"])
    if value not in _VALUES:
        raise Unreadable("A pawn moves by a die (1 to 6) or by a free move (10 or 20), not by {value}.", value=value)
    if walking["target"] is not None:
        return _legal(position, _walk(origin, value, _square(walking["target"])))
    kind: MoveKind = "walk" if value <= FACES else "bonus"
    # Compares the kind as well: entering with a 5 goes from the nest too, but is never written like this.
    fitting = [move for move in position.legal() if move[:3] == (kind, SQUARES[origin], (value,))]
    if len(fitting) > 1:
        raise Ambiguous(
            "{origin}+{value} can go two ways: write {first} or {second}.",
            origin=SQUARES[origin],
            value=value,
            first=text_of(fitting[0]),
            second=text_of(fitting[1]),
        )
    if not fitting:
        raise _why_not(position, kind, origin, value, None)
    return fitting[0]


def _legal(position: Situation, move: Move) -> Move:
    if not position.is_legal(move):
        raise refusal(position, move)
    return move


def _entering(position: Situation, one: str | None, other: str | None) -> Move:
    """The entering move that these dice mean, legal or not; without dice, the legal one if there is any."""
    entry = SQUARES[position.colour.entry] if position.to_move is not None else ""
    if one is None:
        entering = next((move for move in position.legal() if move.kind == "enter"), None)
        return entering or Move("enter", SQUARES[NEST], (ENTERING,), entry)
    values = tuple(sorted(int(die) for die in (one, other) if die is not None))
    return Move("enter", SQUARES[NEST], values, entry)


def _walk(origin: int, value: int, target: int) -> Move:
    return Move("walk" if value <= FACES else "bonus", SQUARES[origin], (value,), SQUARES[target])


def _square(text: str) -> int:
    """A square as people write it. Raises Unreadable if there is no such square."""
    name = text.lower()
    if name in SQUARE_NUMBERS:
        return SQUARE_NUMBERS[name]
    letter, number = (name[0], name[1:]) if name[0] in "th" else ("t", name)
    name = f"{letter}{int(number)}"
    if name == "h8":  # the eighth step of the home row
        return HOME
    if name not in SQUARE_NUMBERS:
        raise Unreadable(
            "There's no square {square}. The track is t1 to t68, the home row h1 to h7, then home.", square=name
        )
    return SQUARE_NUMBERS[name]


# --------------------------------------------------------------------------------------------------------- refusals


def refusal(position: Situation, move: object) -> IllegalMove:
    """Why a move isn't legal here, for the player; the reasons are in the order of the rules page."""
    known_move = _as_move(move)
    if known_move is not None and known_move.kind == "enter":
        return _why_not_enter(position, known_move)
    if known_move is not None and known_move.kind in ("walk", "bonus"):
        origin, target = SQUARE_NUMBERS[known_move.origin], SQUARE_NUMBERS[known_move.target]
        return _why_not(position, known_move.kind, origin, known_move.values[0], target)
    problem = _other_phase(position, known_move.kind) if known_move is not None else None
    return problem or Unreadable("This isn't a Parcheesi move.")


def _as_move(move: object) -> Move | None:
    """The move, if it can be written at all in some position."""
    if not isinstance(move, Move):
        return None
    try:
        squares = move.origin in SQUARE_NUMBERS and move.target in SQUARE_NUMBERS
        if move.kind in ("roll", "skip"):
            return move if move in (ROLL, SKIP) else None
        if move.kind == "enter":
            return move if move.origin == SQUARES[NEST] and all(type(die) is int for die in move.values) else None
        (value,) = move.values
        fits = move.kind == ("walk" if value <= FACES else "bonus") and value in _VALUES and type(value) is int
    except (TypeError, ValueError):  # a Move of something other than texts and a tuple
        return None
    return move if squares and fits else None


def _other_phase(position: Situation, kind: MoveKind) -> IllegalMove | None:
    """Why a kind of move isn't played in this phase; None if it is."""
    if position.phase == "over":
        return NotLegalHere("The match is over.")
    if position.phase == "roll":
        return None if kind == "roll" else NotLegalHere("You haven't rolled yet. Play roll first.")
    if kind == "roll":
        if position.phase == "move":
            return _not_legal(position, "You've already rolled, and you still have {left} to use.", left=position.left)
        return _not_legal(position, "You've already rolled. Play or skip your free move first.")
    if position.phase == "move":
        if kind == "skip":
            return _not_legal(position, "You can skip a free move, but not your dice.")
        if kind == "bonus":
            return _not_legal(
                position, "Free moves come after the dice, and you still have {left} to use.", left=position.left
            )
        return None
    if kind == "enter":
        return _not_legal(position, "A free move can't bring a pawn out of the nest.")
    if kind == "walk":
        return _not_legal(
            position, "You've used your dice. Now play your free move of {bonuses}.", bonuses=position.bonuses
        )
    return None


def _why_not_enter(position: Situation, move: Move) -> IllegalMove:
    values = move.values
    if values != (ENTERING,) and values not in SUMS:
        return NotLegalHere(
            "A pawn comes out of the nest with a 5, or with 1 and 4 or 2 and 3 together: {moves}.",
            moves="enter 5, enter 1+4, enter 2+3",
        )
    if problem := _other_phase(position, "enter"):
        return problem
    left, entry = position.left, position.colour.entry
    if move.target != SQUARES[entry]:
        return NotLegalHere(
            "The {colour} pawns leave the nest onto {square}.", colour=position.colour.name, square=SQUARES[entry]
        )
    if position.own[0] != NEST:
        return _not_legal(position, "You have no pawns in the nest.")
    if values == (ENTERING,) and ENTERING not in left:
        if left in SUMS:
            return NotLegalHere(
                "Neither die shows a 5. Use both together to enter a pawn: write {move}.",
                move=text_of(Move("enter", values=left)),
            )
        return _not_legal(position, "You have no 5 to use, only {left}.", left=left)
    if values != (ENTERING,) and values != left:
        if tuple(sorted(position.dice or ())) == values:
            return _not_legal(position, "You can enter a pawn with both dice only while neither has been used.")
        return _not_legal(position, "The dice don't show {dice}. You have {left} to use.", dice=values, left=left)
    if not position.field.can_enter(position.own):
        return _not_legal(position, "The blockade on {square} blocks the way out of the nest.", square=SQUARES[entry])
    return _not_best(position, move)


def _why_not(position: Situation, kind: MoveKind, origin: int, value: int, target: int | None) -> IllegalMove:
    """Why a pawn can't go from `origin` by this die or bonus, to `target` if one was named."""
    if problem := _other_phase(position, kind):
        return problem
    here = SQUARES[origin]
    if value not in (position.left if kind == "walk" else position.bonuses):
        if kind == "bonus":
            return _not_legal(
                position, "You have no free move of {value}, only {bonuses}.", value=value, bonuses=position.bonuses
            )
        return _not_legal(position, "You have no {value} to use, only {left}.", value=value, left=position.left)
    if origin == HOME:
        return _not_legal(position, "Pawns never leave home.")
    if origin == NEST:
        return _not_legal(position, "A pawn leaves the nest with a 5, or with two dice that add up to 5.")
    if origin not in position.own:
        for other, theirs in enumerate(position.pawns):
            if origin in theirs and origin <= TRACK:
                return _not_legal(
                    position,
                    "The pawn on {origin} is {owner}, but it's {colour}'s turn.",
                    origin=here,
                    owner=position.table.colours[other].name,
                    colour=position.colour.name,
                )
        return _not_legal(position, "You have no pawn on {origin}.", origin=here)
    ways_to = {way[-1]: way for way in ways(position.colour, origin, value)}
    if not ways_to:
        return _not_legal(
            position,
            "Home is exactly {steps} away from {origin}, so {value} is too many.",
            origin=here,
            steps=HOME - origin,
            value=value,
        )
    if target is not None and target not in ways_to:
        return _not_legal(
            position,
            "From {origin}, {value} leads to {targets}, not to {target}.",
            origin=here,
            value=value,
            targets=tuple(SQUARES[square] for square in sorted(ways_to)),
            target=SQUARES[target],
        )
    targets = sorted(ways_to) if target is None else [target]
    for square in targets:
        if (move := _walk(origin, value, square)) in position.possible():
            return _not_best(position, move)
    return _cannot_go(position, origin, ways_to[targets[0]])


def _cannot_go(position: Situation, origin: int, way: tuple[int, ...]) -> IllegalMove:
    """What blocks a pawn on an existing way."""
    own = position.own
    target = way[-1]
    values = {"origin": SQUARES[origin], "target": SQUARES[target]}
    blockade = next((square for square in way if position.field.blocked_squares(own) & BIT[square]), None)
    if blockade is not None:
        return _not_legal(
            position,
            "The blockade on {square} blocks the way from {origin} to {target}.",
            square=SQUARES[blockade],
            **values,
        )
    if position.field.guarded_squares(own) & BIT[target]:
        return _not_legal(
            position, "{target} is a safe square that an opponent occupies, so you can't land there.", **values
        )
    # Only the partner rule is left.
    return _not_legal(
        position,
        "The pawns on {origin} and {target} were a blockade before this roll, so they can't meet again until the next "
        "one.",
        **values,
    )


def _not_best(position: Situation, move: Move) -> IllegalMove:
    """Why a possible move isn't legal: compulsion or a due blockade."""
    waste, least = position.wasted_values(move), position.wasted_values(position.legal()[0])
    if len(waste) > len(least):
        return _not_legal(
            position,
            "You must use as many dice as you can, and after {move} no pawn could use the {lost}.",
            move=text_of(move),
            lost=waste,
        )
    if waste != least:
        return _not_legal(
            position,
            "You can't use all your dice, so you must give up the lowest: {least}, not {lost}.",
            least=least,
            lost=waste,
        )
    return _not_legal(
        position,
        "Your blockade on {squares} has reached its limit of turns ({limit}), so you must break it first.",
        squares=position.due,
        limit=position.table.blockade_limit,
    )


def _not_legal(position: Situation, problem: str, /, **values: object) -> IllegalMove:
    """A refusal that ends with what can be played instead."""
    return NotLegalHere(
        "{problem} You can play: {moves}.", problem=Words(problem, values), moves=tuple(map(text_of, position.legal()))
    )
