"""Moves as text, lenient in reading and canonical in writing, and why a move is refused (section 7)."""

import re
from collections.abc import Sequence
from typing import assert_never

from bot.rules.api import IllegalMove, NotLegalHere, Unreadable
from bot.rules.southern_cross.actions import (
    AMOUNTS,
    BASE,
    END,
    GREATEST_POWER,
    ROLL,
    THROWS,
    Action,
    End,
    Jump,
    Move,
    Remove,
    Roll,
    Spin,
    Step,
    Throw,
    reach,
    spin_changes,
    text_of,
)
from bot.rules.southern_cross.board import (
    COLOURS,
    COLUMNS,
    DIALS,
    SQUARE_NUMBERS,
    SQUARES,
    TILES,
)
from bot.rules.southern_cross.refusals import (
    changes_nothing,
    check_actions_left,
    check_hops,
    check_start,
    fills_too_many,
    list_texts,
    too_many_full,
    unreachable,
)
from bot.rules.southern_cross.situation import Situation
from bot.rules.typed import quote, without_spaces

# ---------------------------------------------------------------------------------------------------------- writing


def write(position: Situation, move: Move) -> str:
    """The canonical text of a legal move. Raises IllegalMove if it isn't legal here."""
    legal = position.find_legal(move)
    if legal is None:
        raise refusal(position, move)
    return text_of(legal)


# ---------------------------------------------------------------------------------------------------------- reading

_SIGNS = str.maketrans({"–": "-", "—": "-", "−": "-", "×": "x", "°": None})
_SQUARE = re.compile(r"[a-f][1-6]")
_PATH = re.compile(r"(?:move|jump)?(?P<start>base|home|[a-f][1-6])(?P<targets>(?:(?:->|[-x>,]|to)?[a-f][1-6])+)")
_DIAL = r"north|east|south|west|cent(?:re|er)|[neswc]"
_SPIN = re.compile(rf"(?:spin)?(?P<dial>{_DIAL})(?P<amount>(?P<minus>-)?(?:90|180|270))(?P<way>c?cw)?")
_REMOVE = re.compile(r"(?:remove)?(?P<squares>[a-f][1-6](?:(?:[,+]|and)?[a-f][1-6])*)")
_THROW = re.compile(r"(?:throw)?(?P<power>[0-9]{1,3})")
_ENDS = ("end", "endturn", "done", "pass")
_ROLLS = ("roll", "rolldice")

_PLACE = re.compile(r"base|home|[a-z][0-9]")

# What is almost a move, for a better error than that it can't be read.
_NEARLY_SPIN = re.compile(rf"(?:spin)?(?P<dial>nw|ne|sw|se|{_DIAL})(?P<amount>[-+]?[0-9]{{1,4}})?(?P<way>c?cw)?")
_NEARLY_PATH = re.compile(
    r"(?:move|jump|remove)?(?:base|home|[a-z][0-9])(?:(?:->|[-x>,+]|to|and)?(?:base|home|[a-z][0-9]))*"
)


def read(position: Situation, text: object) -> Move:
    """The legal move that a text means. Raises IllegalMove, which says why there is none."""
    if position.to_move is None:
        raise NotLegalHere("The match is over.")
    plain = without_spaces(text).translate(_SIGNS).lower()
    match position.phase:
        case "act":
            return _read_action(position, text, plain)
        case "roll":
            if plain in _ROLLS:
                return ROLL
        case "throw":
            if (power := _power(plain)) is not None:
                return THROWS[power]
        case "remove":
            if match := _REMOVE.fullmatch(plain):
                return _removal(position, _SQUARE.findall(match["squares"]))
        case "over":
            pass
        case _:
            assert_never(position.phase)
    raise _not_now(position, text, plain)


def _power(plain: str) -> int | None:
    """The power of a throw; None if this isn't a throw."""
    match = _THROW.fullmatch(plain)
    if match is None:
        return None
    power = int(match["power"])
    if power > GREATEST_POWER:
        raise NotLegalHere("A throw's power is 0 to {most}, and {power} is too high.", most=GREATEST_POWER, power=power)
    return power


def _removal(position: Situation, squares: Sequence[str]) -> Move:
    """The choice of these squares, in any order, if it is legal."""
    challenged = [SQUARES[square] for square in position.challenged_squares]
    special = position.special
    failed = 0 if special is None else special.failed
    values = {
        "tile": "" if special is None else special.tile,
        "colour": COLOURS[position.cells[SQUARE_NUMBERS[challenged[0]]]].name,
        "squares": list_texts(challenged),
    }
    for square in squares:
        if square not in challenged:
            raise NotLegalHere(
                "{square} has no {colour} counter on {tile}. Choose from {squares}.",
                square=SQUARES[SQUARE_NUMBERS[square]],
                **values,
            )
        if squares.count(square) > 1:
            raise NotLegalHere("{square} is named twice. Name each counter that goes home once.", square=square)
    if len(squares) != failed:
        raise NotLegalHere(
            "{failed} of the {number} {colour} counters on {tile} must go home, not {given}. Choose from {squares}.",
            failed=failed,
            number=len(challenged),
            given=len(squares),
            **values,
        )
    return Remove(tuple(sorted(squares)))


def _read_action(position: Situation, text: object, plain: str) -> Move:
    """The action that a text means in phase `act`."""
    if plain in _ENDS:
        if position.find_legal(END) is None:
            raise too_many_full(position)
        return END
    if match := _SPIN.fullmatch(plain):
        dial, amount = match["dial"][0].upper(), int(match["amount"])
        if match["minus"] and match["way"]:
            raise Unreadable(
                "“{text}” gives the direction twice. Write a minus, or cw or ccw, such as spin {dial} -90.",
                text=quote(text),
                dial=dial,
            )
        return _spin(position, dial, (-amount if match["way"] == "ccw" else amount) % 360)
    if match := _PATH.fullmatch(plain):
        start = BASE if match["start"] in ("base", "home") else match["start"]
        return _go(position, start, _SQUARE.findall(match["targets"]))
    raise _not_now(position, text, plain)


def _spin(position: Situation, dial: str, amount: int) -> Move:
    """The spin of a dial, if it is legal."""
    check_actions_left(position)
    spin = Spin(dial, amount)
    if not spin_changes(position.cells, spin):
        raise changes_nothing(position, spin)
    return _check_allowed(position, spin)


def _go(position: Situation, start: str, targets: Sequence[str]) -> Move:
    """The legal move or jump from a start by these squares, if any; a jump on its canonical path."""
    check_actions_left(position)
    check_start(position, start)
    if len(targets) > 1:
        check_hops(position, start, targets)
    action = reach(position.cells, position.letter(position.active), start).get(targets[-1])
    if action is None:
        raise unreachable(position, start, targets[-1])
    return _check_allowed(position, action)


def _check_allowed(position: Situation, action: Action) -> Move:
    """The action, unless it would fill too many tiles."""
    if position.find_legal(action) is None:
        raise fills_too_many(position, action)
    return action


# ------------------------------------------------------------------------------------------------- why it is refused


def refusal(position: Situation, move: object) -> IllegalMove:
    """Why a move isn't legal here, for the player."""
    try:
        if position.to_move is None:
            return NotLegalHere("The match is over.")
        match move:
            case Step(start, target) if position.phase == "act":
                instead = _go(position, start, (target,))
            case Jump(start, path) if position.phase == "act" and path:
                instead = _go(position, start, path)
            case Spin(dial, amount) if position.phase == "act" and dial in DIALS and amount in AMOUNTS:
                instead = _spin(position, dial, amount)
            case End() if position.phase == "act":
                return too_many_full(position)
            case Remove(squares) if position.phase == "remove":
                instead = _removal(position, squares)
            case Step() | Jump() | Spin() | End() | Roll() | Throw() | Remove():
                text = text_of(move)
                return _not_now(position, text, "".join(text.split()).lower())
            case _:
                return Unreadable("This isn't a Southern Cross move.")
    except IllegalMove as reason:
        return reason
    except (AttributeError, KeyError, TypeError, ValueError):  # a move of something else than squares, dials or numbers
        return Unreadable("This isn't a Southern Cross move.")
    return NotLegalHere("Play this as {move}.", move=text_of(instead))


def _not_now(position: Situation, text: object, plain: str) -> IllegalMove:
    """Why this text isn't a move in the current phase."""
    values: dict[str, object] = {"text": quote(text)}
    is_move = _is_some_move(plain)
    special, seat = position.special, position.to_move
    if special is None or seat is None:
        if is_move:
            return NotLegalHere(
                "“{text}” is only for special rounds, which begin when a turn ends with a full tile. Take an "
                "action or write end.",
                **values,
            )
        return _nearly(plain) or Unreadable(
            "“{text}” isn't a move. Write, for example, base-c6, c3-c4, c3xc5xe5, spin N 90 or end.", **values
        )
    values |= {"tile": special.tile, "colour": position.colour(seat).name, "number": len(position.challenged_squares)}
    if position.phase == "roll":
        if is_move:
            return NotLegalHere(
                "“{text}” isn't possible now: {colour} must roll in the special round on {tile}. Write roll.",
                **values,
            )
        return Unreadable(
            "“{text}” isn't a move. In the special round on {tile}, {colour} must roll. Write roll.", **values
        )
    if position.phase == "throw":
        values |= {"target": special.throws[0].target, "wind": special.throws[0].wind, "most": GREATEST_POWER}
        if is_move:
            return NotLegalHere(
                "“{text}” isn't possible now: {colour} must throw at {target} with wind {wind} in the "
                "special round on {tile}. Write throw and a power from 0 to {most}, such as throw 55.",
                **values,
            )
        return Unreadable(
            "“{text}” isn't a throw. Write throw and a power from 0 to {most}, such as throw 55.", **values
        )
    values |= {"failed": special.failed, "example": text_of(position.legal()[0])}
    if is_move:
        return NotLegalHere(
            "“{text}” isn't possible now: {colour} must choose which counters go home from {tile} ({failed} "
            "of {number}). Write, for example, {example}.",
            **values,
        )
    return Unreadable(
        "“{text}” doesn't name counters. {failed} of the {number} {colour} counters on {tile} go home. "
        "Write, for example, {example}.",
        **values,
    )


def _is_some_move(plain: str) -> bool:
    """Whether a text has the form of a move in some phase; a bare number or bare squares of a removal don't count."""
    return (
        plain in (*_ENDS, *_ROLLS)
        or any(form.fullmatch(plain) for form in (_SPIN, _PATH))
        or (plain.startswith("throw") and _THROW.fullmatch(plain) is not None)
        or (plain.startswith("remove") and _REMOVE.fullmatch(plain) is not None)
    )


def _nearly(plain: str) -> IllegalMove | None:
    """What is wrong with a text that is almost an action; None if it isn't even that."""
    spin = _NEARLY_SPIN.fullmatch(plain)
    if spin is not None and _PLACE.fullmatch(plain) and plain[0] in COLUMNS:
        spin = None  # a square rather than a dial
    places = _PLACE.findall(plain) if spin is None and _NEARLY_PATH.fullmatch(plain) else []
    for place in places:
        if place not in ("base", "home") and place not in SQUARE_NUMBERS:
            return Unreadable("{square} isn't a square. Columns are a to f, rows are 1 to 6.", square=place)
    if len(places) == 1:
        return Unreadable("Where should {start} go? Write start and target, such as c3-c4.", start=places[0])
    if any(place in ("base", "home") for place in places[1:]):
        return NotLegalHere("You can't move a counter back to its base. Only a failed challenge sends it there.")
    if spin is not None:
        if spin["dial"].upper() in TILES and spin["dial"].upper() not in DIALS:
            return Unreadable(
                "Tile {tile} has no dial. Only N, E, S, W and C can be turned.", tile=spin["dial"].upper()
            )
        dial = spin["dial"][0].upper()
        if spin["amount"] is None:
            return Unreadable(
                "How far should {dial} turn? Dials turn clockwise by 90, 180 or 270 degrees. Write, for "
                "example, spin {dial} 90.",
                dial=dial,
            )
        return Unreadable(
            "A dial turns by 90, 180 or 270 degrees, not by {amount}. Write, for example, spin {dial} 90.",
            amount=spin["amount"],
            dial=dial,
        )
    return None
