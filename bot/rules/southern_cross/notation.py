"""Moves as text, forgiving on the way in and canonical on the way out, and why a move is refused (section 7)."""

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
    after,
    can_hop,
    reach,
    spin_changes,
)
from bot.rules.southern_cross.board import (
    ADJACENT,
    BIT,
    COLOURS,
    COLUMNS,
    COUNTERS,
    DIALS,
    EMPTY,
    SIDE,
    SQUARE_NUMBERS,
    SQUARES,
    TILE_SQUARES,
    TILES,
    full_tile_names,
    occupied,
)
from bot.rules.southern_cross.situation import Situation
from bot.rules.typed import quoted, without_spaces

# ---------------------------------------------------------------------------------------------------------- writing


def written(position: Situation, move: Move) -> str:
    """The canonical text of a legal move. IllegalMove if it is not legal here."""
    legal = position.known(move)
    if legal is None:
        raise refusal(position, move)
    return text_of(legal)


def text_of(move: Move) -> str:
    """The canonical text of a move, wherever it may be legal."""
    match move:
        case Step(start, target):
            return f"{start}-{target}"
        case Jump(start, path):
            return "x".join((start, *path))
        case Spin(dial, amount):
            return f"spin {dial} {amount}"
        case End():
            return "end"
        case Roll():
            return "roll"
        case Throw(power):
            return f"throw {power}"
        case Remove(squares):
            return " ".join(("remove", *squares))
        case _:
            assert_never(move)


def _all(texts: Sequence[str]) -> str:
    return ", ".join(texts) or "—"


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

# What is nearly a move, for a better answer than that it can't be read.
_NEARLY_SPIN = re.compile(rf"(?:spin)?(?P<dial>nw|ne|sw|se|{_DIAL})(?P<amount>[-+]?[0-9]{{1,4}})?(?P<way>c?cw)?")
_NEARLY_PATH = re.compile(
    r"(?:move|jump|remove)?(?:base|home|[a-z][0-9])(?:(?:->|[-x>,+]|to|and)?(?:base|home|[a-z][0-9]))*"
)


def read(position: Situation, text: object) -> Move:
    """The legal move that a text means. IllegalMove says why there is none."""
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
            if found := _REMOVE.fullmatch(plain):
                return _removal(position, _SQUARE.findall(found["squares"]))
        case "over":
            pass
        case _:
            assert_never(position.phase)
    raise _not_now(position, text, plain)


def _power(plain: str) -> int | None:
    """The power of a throw; None if this is no throw."""
    found = _THROW.fullmatch(plain)
    if found is None:
        return None
    power = int(found["power"])
    if power > GREATEST_POWER:
        raise NotLegalHere(
            "A throw has a power from 0 to {most}, and {power} is more.", most=GREATEST_POWER, power=power
        )
    return power


def _removal(position: Situation, squares: Sequence[str]) -> Move:
    """The choice of these squares, in any order, if it is legal."""
    challenged = [SQUARES[square] for square in position.challenged]
    special = position.special
    failed = 0 if special is None else special.failed
    values = {
        "tile": "" if special is None else special.tile,
        "colour": COLOURS[position.cells[SQUARE_NUMBERS[challenged[0]]]].name,
        "squares": _all(challenged),
    }
    for square in squares:
        if square not in challenged:
            raise NotLegalHere(
                "{square} holds none of the {colour} counters on {tile}. Choose among {squares}.",
                square=SQUARES[SQUARE_NUMBERS[square]],
                **values,
            )
        if squares.count(square) > 1:
            raise NotLegalHere("{square} is named twice; name each counter that goes home once.", square=square)
    if len(squares) != failed:
        raise NotLegalHere(
            "{failed} of the {number} {colour} counters on {tile} go home, not {given}. Choose among {squares}.",
            failed=failed,
            number=len(challenged),
            given=len(squares),
            **values,
        )
    return Remove(tuple(sorted(squares)))


def _read_action(position: Situation, text: object, plain: str) -> Move:
    """What a text means in phase `act`."""
    if plain in _ENDS:
        if position.known(END) is None:
            raise _too_many_full(position)
        return END
    if found := _SPIN.fullmatch(plain):
        dial, amount = found["dial"][0].upper(), int(found["amount"])
        if found["minus"] and found["way"]:
            raise Unreadable(
                "“{text}” says the way twice: write a minus, or cw or ccw, such as spin {dial} -90.",
                text=quoted(text),
                dial=dial,
            )
        return _spin(position, dial, (-amount if found["way"] == "ccw" else amount) % 360)
    if found := _PATH.fullmatch(plain):
        start = BASE if found["start"] in ("base", "home") else found["start"]
        return _go(position, start, _SQUARE.findall(found["targets"]))
    raise _not_now(position, text, plain)


def _spin(position: Situation, dial: str, amount: int) -> Move:
    """The spin of a dial, if it is legal."""
    _check_actions_left(position)
    spin = Spin(dial, amount)
    if not spin_changes(position.cells, spin):
        raise _changes_nothing(position, spin)
    return _allowed(position, spin)


def _go(position: Situation, start: str, targets: Sequence[str]) -> Move:
    """The move or jump from a start by these squares, if it is legal; a jump on its canonical path."""
    _check_actions_left(position)
    _check_start(position, start)
    if len(targets) > 1:
        _check_hops(position, start, targets)
    action = reach(position.cells, position.letter(position.active), start).get(targets[-1])
    if action is None:
        raise _unreachable(position, start, targets[-1])
    return _allowed(position, action)


def _allowed(position: Situation, action: Action) -> Move:
    """The action, unless it would fill too many tiles."""
    if position.known(action) is None:
        raise _fills_too_many(position, action)
    return action


# ------------------------------------------------------------------------------------------------- why it is refused


def refusal(position: Situation, move: object) -> IllegalMove:
    """Why a move is not legal here, for the player."""
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
                return _too_many_full(position)
            case Remove(squares) if position.phase == "remove":
                instead = _removal(position, squares)
            case Step() | Jump() | Spin() | End() | Roll() | Throw() | Remove():
                text = text_of(move)
                return _not_now(position, text, "".join(text.split()).lower())
            case _:
                return Unreadable("This is not a move of Southern Cross.")
    except IllegalMove as reason:
        return reason
    except (AttributeError, KeyError, TypeError, ValueError):  # a move of something else than squares, dials or numbers
        return Unreadable("This is not a move of Southern Cross.")
    return NotLegalHere("This is played as {move}.", move=text_of(instead))


def _check_actions_left(position: Situation) -> None:
    if not position.actions_left:
        raise NotLegalHere("All three actions of this turn have been taken. Write end.")


def _check_start(position: Situation, start: str) -> None:
    """That there is a counter to move or jump with."""
    own = position.letter(position.active)
    colour = COLOURS[own].name
    if start == BASE:
        if position.cells.count(own) == COUNTERS:
            raise NotLegalHere("All six {colour} counters are on the grid; none is left in the base.", colour=colour)
        return
    at_start = position.cells[SQUARE_NUMBERS[start]]
    if at_start == EMPTY:
        raise NotLegalHere(
            "There is no counter on {start}. The {colour} counters are in: {starts}.",
            start=start,
            colour=colour,
            starts=_all(
                [BASE] * (position.cells.count(own) < COUNTERS)
                + [SQUARES[square] for square, letter in enumerate(position.cells) if letter == own]
            ),
        )
    if at_start != own:
        raise NotLegalHere(
            "The counter on {start} is {owner}, but it is the turn of {colour}.",
            start=start,
            owner=COLOURS[at_start].name,
            colour=colour,
        )


def _check_hops(position: Situation, start: str, targets: Sequence[str]) -> None:
    """That each hop of a jump is possible (5.1); its path need not be the canonical one."""
    in_the_way = occupied(position.cells)
    here = start
    for target in targets:
        landing = SQUARE_NUMBERS[target]
        if here == BASE:
            entrances = position.colour(position.active).entrances
            over = next((outer for outer, inner in entrances if inner == landing), None)
            if over is None:
                (outer, inner), (other_outer, other_inner) = entrances
                raise NotLegalHere(
                    "A jump from the base begins over {outer} to {inner} or over {other_outer} to {other_inner}.",
                    outer=SQUARES[outer],
                    inner=SQUARES[inner],
                    other_outer=SQUARES[other_outer],
                    other_inner=SQUARES[other_inner],
                )
            if not in_the_way & BIT[over] or in_the_way & BIT[landing]:
                raise _no_hop(here, target, over, in_the_way)
        else:
            square = SQUARE_NUMBERS[here]
            if here == start:
                in_the_way &= ~BIT[square]  # the jumper is in the air (Rulings 9)
            if not can_hop(square, landing, in_the_way):
                raise _no_hop(here, target, _between(square, landing), in_the_way)
        here = target
    if here == start:
        raise NotLegalHere("A jump may not end where it began, and this one ends on {start} again.", start=start)


def _between(square: int, landing: int) -> int | None:
    """The square in the middle of two that are two apart in a straight line; None if they are not."""
    return next((over for over in ADJACENT[square] if over in ADJACENT[landing] and _straight(square, landing)), None)


def _straight(square: int, other: int) -> bool:
    return square // SIDE == other // SIDE or square % SIDE == other % SIDE


def _no_hop(here: str, target: str, over: int | None, in_the_way: int) -> IllegalMove:
    """Why a hop is not possible."""
    if here != BASE and SQUARE_NUMBERS[target] in ADJACENT[SQUARE_NUMBERS[here]]:
        return NotLegalHere(
            "{here} and {target} are neighbours, and several single steps are not one move: play them one by one.",
            here=here,
            target=target,
        )
    if over is None:
        return NotLegalHere(
            "No hop leads from {here} to {target}: a hop goes straight over one counter to the square behind it.",
            here=here,
            target=target,
        )
    if not in_the_way & BIT[over]:
        return NotLegalHere(
            "There is no counter on {over} to hop over from {here} to {target}.",
            over=SQUARES[over],
            here=here,
            target=target,
        )
    return NotLegalHere(
        "{target} is taken, and the hop from {here} over {over} needs an empty square to land on.",
        target=target,
        here=here,
        over=SQUARES[over],
    )


def _unreachable(position: Situation, start: str, target: str) -> IllegalMove:
    """Why a counter can't go from a start to a target; the sentence ends with where it can go."""
    legal = position.legal()
    values = {
        "start": start,
        "target": target,
        "targets": _all([move.target for move in legal if isinstance(move, Step | Jump) and move.start == start]),
    }
    landing = SQUARE_NUMBERS[target]
    if target == start:
        return NotLegalHere(
            "{start} is where the counter stands already. From {start} it can go to: {targets}.", **values
        )
    if position.cells[landing] != EMPTY:
        return NotLegalHere(
            "{start} can't go to {target}: a counter stands there. From {start} it can go to: {targets}.", **values
        )
    if start == BASE:
        (outer, _), (other_outer, _) = position.colour(position.active).entrances
        return NotLegalHere(
            "{start} can't go to {target}: a counter leaves its base onto {outer} or {other_outer}, or jumps over one"
            " of them that is occupied. From {start} it can go to: {targets}.",
            outer=SQUARES[outer],
            other_outer=SQUARES[other_outer],
            **values,
        )
    square = SQUARE_NUMBERS[start]
    over = _between(square, landing)
    if over is not None:
        return NotLegalHere(
            "{start} can't jump to {target}: there is no counter on {over} to hop over."
            " From {start} it can go to: {targets}.",
            over=SQUARES[over],
            **values,
        )
    if abs(square // SIDE - landing // SIDE) == abs(square % SIDE - landing % SIDE) == 1:
        return NotLegalHere(
            "{start} can't go to {target}: they touch only at a corner. From {start} it can go to: {targets}.", **values
        )
    return NotLegalHere(
        "{start} can't go to {target}: it is no neighbour, and no chain of hops leads there."
        " From {start} it can go to: {targets}.",
        **values,
    )


def _changes_nothing(position: Situation, spin: Spin) -> IllegalMove:
    """Why a spin would leave every square as it was."""
    contents = {position.cells[square] for square in TILE_SQUARES[spin.dial]}
    if contents == {EMPTY}:
        return NotLegalHere("{tile} is empty, so that turning it changes nothing.", tile=spin.dial)
    if len(contents) == 1:
        return NotLegalHere(
            "{tile} holds four {colour} counters, so that turning it changes nothing.",
            tile=spin.dial,
            colour=COLOURS[contents.pop()].name,
        )
    return NotLegalHere(
        "Opposite squares of {tile} hold the same, so that turning it by 180 degrees changes nothing; 90 and 270 do.",
        tile=spin.dial,
    )


def _fills_too_many(position: Situation, action: Action) -> IllegalMove:
    """Why an action leads to too many full tiles (5.1, At most one full tile)."""
    left = position.actions_left - 1
    now = full_tile_names(position.cells)
    values = {
        "move": text_of(action),
        "tiles": _all(full_tile_names(after(position.cells, action, position.letter(position.active)))),
        "left": left,
        "moves": _all([text_of(move) for move in position.legal()]),
    }
    if len(now) > 1:
        return NotLegalHere(
            "{move} would leave {tiles} full, and the turn could no longer be ended with at most one full tile."
            " You can play: {moves}.",
            **values,
        )
    if left:
        return NotLegalHere(
            "{move} would leave {tiles} full, and the actions left after it ({left}) can't bring that down to the one"
            " full tile with which a turn may end.",
            **values,
        )
    return NotLegalHere(
        "{move} would leave {tiles} full, and a turn may end with one full tile only. With the last action of the turn"
        " you can fill a tile if you open the other one.",
        **values,
    )


def _too_many_full(position: Situation) -> IllegalMove:
    """Why the turn can't be ended now."""
    return NotLegalHere(
        "{tiles} are full, and a turn may end with one full tile only. First open one of them: {moves}.",
        tiles=_all(full_tile_names(position.cells)),
        moves=_all([text_of(move) for move in position.legal()]),
    )


def _not_now(position: Situation, text: object, plain: str) -> IllegalMove:
    """Why this text is no move in the present phase."""
    values: dict[str, object] = {"text": quoted(text)}
    is_move = _is_some_move(plain)
    special, seat = position.special, position.to_move
    if special is None or seat is None:
        if is_move:
            return NotLegalHere(
                "“{text}” belongs to a special round, and none is going on: one begins when a turn is ended with a full"
                " tile. Take an action or write end.",
                **values,
            )
        return _nearly(plain) or Unreadable(
            "“{text}” is not a move. Write for example base-c6, c3-c4, c3xc5xe5, spin N 90 or end.", **values
        )
    values |= {"tile": special.tile, "colour": position.colour(seat).name, "number": len(position.challenged)}
    if position.phase == "roll":
        if is_move:
            return NotLegalHere(
                "“{text}” is no move now: in the special round on {tile}, {colour} rolls its dice ({number})."
                " Write roll.",
                **values,
            )
        return Unreadable("“{text}” is not a move. In the special round on {tile}, {colour} writes roll.", **values)
    if position.phase == "throw":
        values |= {"target": special.throws[0].target, "wind": special.throws[0].wind, "most": GREATEST_POWER}
        if is_move:
            return NotLegalHere(
                "“{text}” is no move now: in the special round on {tile}, {colour} throws at {target} with wind {wind}."
                " Write throw and a power from 0 to {most}, such as throw 55.",
                **values,
            )
        return Unreadable(
            "“{text}” is not a throw. Write throw and a power from 0 to {most}, such as throw 55.", **values
        )
    values |= {"failed": special.failed, "example": text_of(position.legal()[0])}
    if is_move:
        return NotLegalHere(
            "“{text}” is no move now: in the special round on {tile}, {colour} chooses which of its counters go home"
            " ({failed} of {number}). Write for example {example}.",
            **values,
        )
    return Unreadable(
        "“{text}” names no counters. {failed} of the {number} {colour} counters on {tile} go home:"
        " write for example {example}.",
        **values,
    )


def _is_some_move(plain: str) -> bool:
    """Whether a text has the form of a move in some phase; a bare number or bare squares of a removal do not count."""
    return (
        plain in (*_ENDS, *_ROLLS)
        or any(form.fullmatch(plain) for form in (_SPIN, _PATH))
        or (plain.startswith("throw") and _THROW.fullmatch(plain) is not None)
        or (plain.startswith("remove") and _REMOVE.fullmatch(plain) is not None)
    )


def _nearly(plain: str) -> IllegalMove | None:
    """What is wrong with a text that is nearly an action; None if it is not even that."""
    spin = _NEARLY_SPIN.fullmatch(plain)
    if spin is not None and _PLACE.fullmatch(plain) and plain[0] in COLUMNS:
        spin = None  # rather a square than a dial
    places = _PLACE.findall(plain) if spin is None and _NEARLY_PATH.fullmatch(plain) else []
    for place in places:
        if place not in ("base", "home") and place not in SQUARE_NUMBERS:
            return Unreadable("{square} is no square: columns are a to f, rows are 1 to 6.", square=place)
    if len(places) == 1:
        return Unreadable("From {start} to where? Write start and target, such as c3-c4.", start=places[0])
    if any(place in ("base", "home") for place in places[1:]):
        return NotLegalHere("No counter goes back to its base by choice; only a failed challenge sends it there.")
    if spin is not None:
        if spin["dial"].upper() in TILES and spin["dial"].upper() not in DIALS:
            return Unreadable(
                "Tile {tile} has no dial: only N, E, S, W and C can be turned.", tile=spin["dial"].upper()
            )
        dial = spin["dial"][0].upper()
        if spin["amount"] is None:
            return Unreadable(
                "Turn {dial} by how much? Dials turn clockwise by 90, 180 or 270 degrees: write spin {dial} 90.",
                dial=dial,
            )
        return Unreadable(
            "A dial turns by 90, 180 or 270 degrees, and {amount} is none of these: write spin {dial} 90.",
            amount=spin["amount"],
            dial=dial,
        )
    return None
