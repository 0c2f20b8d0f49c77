"""Moves as text, lenient in reading and canonical in writing, and why a move is refused (section 8).

Nothing here reveals a hidden card, except whether the seat to move holds the card it was asked to place.
"""

import re
from collections.abc import Iterable
from itertools import pairwise

from bot.rules.api import IllegalMove, NotLegalHere, Unreadable
from bot.rules.southern_cards.cards import CARDS, JOKER, SIGNS
from bot.rules.southern_cards.fields import Layout, Move
from bot.rules.southern_cards.joint_jokers import are_connected, are_enough, idle
from bot.rules.southern_cards.situation import Placing, Situation
from bot.rules.typed import quote, without_spaces

SUIT_SIGNS = {sign: suit for suit, sign in SIGNS.items()}
_CARD = rf"(?:(?P<rank>10|[A2-9TJQK])(?P<suit>[SHDC{''.join(SUIT_SIGNS)}])|(?P<joker>JK|JOKER))"
_INTEGER = "(?:0|-?[1-9][0-9]{0,8})"
_PLANE_CELL = rf"(?P<bracket>\()?(?P<x>{_INTEGER}),(?P<y>{_INTEGER})(?(bracket)\))"
_NAMED_CELL = "(?P<cell>[A-Z][0-9]{1,3})"
_FLAGS = re.ASCII | re.IGNORECASE
_PART = {
    grows: re.compile(rf"(?:{_CARD}[@:>]?|(?P<more>))(?:{cell})", _FLAGS)
    for grows, cell in ((False, _NAMED_CELL), (True, _PLANE_CELL))
}
_UNSEEN = dict.fromkeys(map(ord, "\ufe0e\ufe0f"))  # they select the form of a suit, as text or as a picture
_MINUS = str.maketrans({"−": "-"})


def write(position: Situation, move: Move) -> str:
    """The canonical text of a legal move. Raises IllegalMove if it isn't legal here."""
    if not position.is_legal(move):
        raise refusal(position, move)
    return move.text


def read(position: Situation, text: object) -> Move:
    """The legal move that a text means. Raises IllegalMove, which says why there is none."""
    move = _read(position.layout, text)
    if not position.is_legal(move):
        raise refusal(position, move)
    return move


def _read(layout: Layout, text: object) -> Move:
    """The move that a text means, legal or not; its cells in reading order."""
    line = without_spaces(text).translate(_UNSEEN)
    if layout.grows:
        line = line.translate(_MINUS)
    cards: list[str] = []
    cells: list[int] = []
    for place, part in enumerate(line.split("+")):
        match = _PART[layout.grows].fullmatch(part)
        if match is None or (match["more"] is not None and place == 0):
            raise Unreadable(
                "“{text}” isn't a move. Write a card and a cell, such as {single}, or several jokers, such as {joint}.",
                text=quote(text),
                single=f"7H@{'1,-1' if layout.grows else layout.cell_name(layout.start[0])}",
                joint="JK@-1,1+JK@1,1" if layout.grows else Move("JK", layout.names(layout.start[:2])).text,
            )
        cards.append(cards[0] if match["more"] is not None else _card(match))
        cells.append(_cell(layout, f"{match['x']},{match['y']}" if layout.grows else match["cell"].lower()))
    if len(cards) > 1 and any(card != CARDS[JOKER] for card in cards):
        raise Unreadable(
            "You can place several cards together only if they're all jokers, and {card} isn't.",
            card=next(card for card in cards if card != CARDS[JOKER]),
        )
    cells.sort()
    for one, other in pairwise(cells):
        if one == other:
            raise Unreadable("Each joker needs its own cell, and {cell} is named twice.", cell=layout.cell_name(one))
    return Move(cards[0], layout.names(cells))


def _card(match: re.Match[str]) -> str:
    if match["joker"]:
        return CARDS[JOKER]
    rank = match["rank"].upper()
    return f"{'10' if rank == 'T' else rank}{SUIT_SIGNS.get(match['suit'], match['suit'].upper())}"


def _cell(layout: Layout, name: str) -> int:
    number = layout.cell_number(name)
    if number is None:
        if layout.grows:
            raise Unreadable("There's no cell {cell}: no field grows that far.", cell=name)
        raise Unreadable("There's no cell {cell} here. The field is {cells}.", cell=name, cells=_extent(layout))
    return number


def _extent(layout: Layout) -> str:
    """The cells of a fixed field in a few words."""
    if layout.name == "zodiac":
        return "z0–z12"
    lowest, highest = sorted(map(layout.cell_name, layout.start))[:: len(layout.start) - 1]
    return f"{lowest}–{highest}"


# --------------------------------------------------------------------------------------------------------- refusals


def refusal(position: Situation, move: object) -> IllegalMove:
    """Why a move isn't legal here, for the player."""
    if position.to_move is None:
        return NotLegalHere("The match is over.")
    placing = position.placing(move)
    if placing is None:
        return Unreadable("This isn't a Southern Cross cards move.")
    card, cells = placing
    layout, due = position.layout, position.due
    if due is not None and (card != due or len(cells) > 1):
        return NotLegalHere("In the first round you must place your order card, {card}.", card=CARDS[due])
    if len(cells) > 1:
        problem = _why_not_together(position, placing)
        if problem is not None:
            return problem
    if card not in position.hand:
        return NotLegalHere("You don't hold {card}.", card=CARDS[card])
    for cell in cells:
        if cell not in position.places:
            return NotLegalHere(
                "{cell} is too far away. Place the card on the field or on a cell that touches it.",
                cell=layout.cell_name(cell),
            )
    if position.eclipse and layout.centre.isdisjoint(cells):
        return NotLegalHere(
            "After a total eclipse the next card must go in the centre: {cells}.",
            cells=_cell_names(layout, layout.centre),
        )
    if len(cells) > 1:
        problem = _why_no_roles(position, placing)
        if problem is not None:
            return problem
    return NotLegalHere("{move} would clear the field, which isn't allowed on ultra.", move=position.move(placing).text)


def _why_not_together(position: Situation, placing: Placing) -> IllegalMove | None:
    """Why this many cards can't be placed together, whatever they complete."""
    card, cells = placing
    if card != JOKER:
        return NotLegalHere(
            "You can place several cards together only if they're all jokers, and {card} isn't.", card=CARDS[card]
        )
    if any(one >= other for one, other in pairwise(cells)):
        return Unreadable("Each joker needs its own cell. Write the cells in reading order.")
    most = position.table.most_jokers
    if len(cells) > most:
        return NotLegalHere(
            "You can place at most {most} jokers together at this table, not {number}.", most=most, number=len(cells)
        )
    if len(cells) > position.hand.count(JOKER):
        return NotLegalHere("You don't hold {number} jokers.", number=len(cells))
    return None


def _why_no_roles(position: Situation, placing: Placing) -> IllegalMove | None:
    """Why several jokers can't be placed for the roles they complete."""
    roles = position.completed_roles(placing)
    useless = idle(roles, placing.cells)
    if not roles:
        return NotLegalHere(
            "Several jokers together must complete two connected roles, an Orion or a Pegasus. These complete nothing."
        )
    if useless:
        return NotLegalHere(
            "Every joker you place must be part of what you complete. The one on {cell} isn't.",
            cell=position.layout.cell_name(useless[0]),
        )
    if not are_enough(roles):
        return NotLegalHere(
            "Several jokers together must complete two connected roles, an Orion or a Pegasus. These complete only "
            "one role, {cells}.",
            cells=_cell_names(position.layout, roles[0].cells),
        )
    if not are_connected(roles):
        return NotLegalHere(
            "Several jokers together must complete connected roles, and some of these don't share a cell."
        )
    return None


def _cell_names(layout: Layout, cells: Iterable[int]) -> tuple[str, ...]:
    return tuple(layout.names(sorted(cells)))
