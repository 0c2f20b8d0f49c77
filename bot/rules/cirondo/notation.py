"""Moves as text, lenient in reading and canonical in writing, and why a move is refused."""

import re

from bot.rules.api import IllegalMove, NotLegalHere, Unreadable, Words
from bot.rules.cirondo.board import (
    EMPTY,
    FIRST_ARC_INWARD,
    INNERMOST,
    INWARD,
    MOON,
    PLANET,
    SECOND_ARC_INWARD,
    SOLAR,
    SPACE_NUMBERS,
    SPACES,
    SUPPLY,
    Move,
    along_one_line,
    beyond,
    kind_of,
    move_between,
    ring_of,
    seat_of,
)
from bot.rules.cirondo.situation import Situation
from bot.rules.typed import quote, without_spaces

_MOVE = re.compile(
    r"(?P<origin>[A-H]0?(?:[1-9]|[12][0-9]|3[0-2]))"
    r"(?:->|[-x:>×–—→])?"
    r"(?P<target>[A-H]0?(?:[1-9]|[12][0-9]|3[0-2]))"
    r"(?P<promoted>=S)?",
    re.ASCII | re.IGNORECASE,
)


def write(position: Situation, move: Move) -> str:
    """The canonical text of a legal move. Raises IllegalMove if it isn't legal here."""
    if not position.is_legal(move):
        raise refusal(position, move)
    return text_of(position, move)


def text_of(position: Situation, move: Move) -> str:
    """The canonical text of a move, legal or not."""
    sign, promoted = "x" if position.captures(move) else "-", "=S" if position.promotes(move) else ""
    return f"{move.origin}{sign}{move.target}{promoted}"


def read(position: Situation, text: object) -> Move:
    """The legal move that a text means. Raises IllegalMove, which says why there is none."""
    match = _MOVE.fullmatch(without_spaces(text))
    if match is None:
        raise Unreadable(
            "“{text}” isn't a move. Write where from and where to, such as B5-C5. Rings are A to H, numbers 1 to 32.",
            text=quote(text),
        )
    move = move_between(_space(match["origin"]), _space(match["target"]))
    if not position.is_legal(move):
        raise refusal(position, move)
    if match["promoted"] and not position.promotes(move):
        raise NotLegalHere(
            "{move} doesn't make a Solar System: only a moon that enters ring H becomes one. Leave out =S.",
            move=write(position, move),
        )
    return move


def refusal(position: Situation, move: object) -> IllegalMove:
    """Why a move isn't legal here, for the player; the reasons are in the order of the rules page."""
    try:
        origin, target = (SPACE_NUMBERS[space] for space in move) if isinstance(move, Move) else (None, None)
    except (KeyError, TypeError):  # a Move of something other than two spaces
        origin = target = None
    if origin is None or target is None:
        return Unreadable("This isn't a Cirondo move.")
    board, seat = position.board, position.to_move
    if seat is None:
        return NotLegalHere("The match is over.")
    table, piece = board.table, board.cells[origin]
    if piece == EMPTY:
        return NotLegalHere("There's nothing on {origin}.", origin=SPACES[origin])
    if seat_of(piece) != seat:
        return NotLegalHere(
            "The stellar on {origin} is {owner}, but it's {colour}'s turn.",
            origin=SPACES[origin],
            owner=table.colours[seat_of(piece)],
            colour=table.colours[seat],
        )
    if seat in position.owed:
        moves = [write(position, legal) for legal in position.legal()]
        return NotLegalHere(
            "Your first move must take a moon one space straight inward: {first} to {last}.",
            first=moves[0],
            last=moves[-1],
        )
    return NotLegalHere(
        "{problem} From {origin} it can go to: {targets}.",
        problem=_why_not_there(position, origin, target),
        origin=SPACES[origin],
        targets=tuple(legal.target for legal in position.legal_from(SPACES[origin])) or ("—",),
    )


def _why_not_there(position: Situation, origin: int, target: int) -> Words:
    """Why an own stellar can't go to a space."""
    board = position.board
    cells, table = board.cells, board.table
    at_target, seat, kind = cells[target], seat_of(cells[origin]), kind_of(cells[origin])
    values = {"origin": SPACES[origin], "target": SPACES[target]}
    if kind == MOON:
        if ring_of(target) == INNERMOST == ring_of(origin) + 1 and board.solars[seat] >= SUPPLY:
            return Words(
                "All four {colour} Solar Systems are on the board, so no {colour} moon can enter ring H.",
                {"colour": table.colours[seat]},
            )
        if target == beyond(origin, INWARD):
            return Words("{target} is occupied, and a moon never captures straight ahead.", values)
        if target in (beyond(origin, FIRST_ARC_INWARD), beyond(origin, SECOND_ARC_INWARD)):
            return Words("A moon moves diagonally only to capture, and there's no opponent on {target}.", values)
        return Words("A moon moves one space inward: straight to an empty space, or diagonally to capture.")
    if at_target != EMPTY and table.side_of[seat_of(at_target)] == table.side_of[seat]:
        return Words("Your own side is on {target}.", values)
    if along_one_line(origin, target, orthogonal=kind == SOLAR):
        return Words("The way from {origin} to {target} is blocked.", values)
    if kind == PLANET:
        return Words("A planet slides only along its two arcs, and {target} is on neither.", values)
    return Words(
        "A Solar System slides only along its radius, its two arcs or its ring, and {target} is on none of them.",
        values,
    )


def _space(text: str) -> int:
    return SPACE_NUMBERS[f"{text[0].upper()}{int(text[1:])}"]
