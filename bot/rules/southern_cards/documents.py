"""Options (section 4), position documents, every refusal of `load` (section 9), and what a seat may see (section 10).

Refusals are ValueErrors that begin with the key they are about, such as "hands[1]: ...".
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from bot.rules.api import Document, Option
from bot.rules.reading import read_boolean, read_choice, read_list, read_number, read_object, read_options, shown
from bot.rules.southern_cards.cards import CARD_NUMBERS, CARDS, all_cards, names
from bot.rules.southern_cards.fields import LAYOUTS, MOST_IN_HAND, MOST_SEATS, Layout, Table, touching
from bot.rules.southern_cards.scoring import POINTS, Role
from bot.rules.southern_cards.situation import Last, Situation

S = TypeVar("S", bound=Situation)

V = TypeVar("V")

OPTIONS = (
    Option("layout", str, "classic", choices=tuple(LAYOUTS), help="The field: its size and shape, fixed or growing."),
    Option("hand", int, 3, min=1, max=MOST_IN_HAND, help="How many cards a hand holds."),
    Option("wild", bool, False, help="Every player begins with two more jokers."),
)

KEYS = (
    *("game", "options", "seats", "dealer", "to_move", "field", "deck"),
    *("hands", "order", "taken", "scores", "eclipse", "last"),
)
LAST_KEYS = (
    *("seat", "move", "roles", "trick", "multiplier"),
    *("combo", "reach", "eclipse", "points", "refilled"),
)
ROLE_KEYS = ("kind", "cells", "cards", "points")
HIGHEST_MULTIPLIER = 25
POINT_STEP = 5  # every score is a multiple of it
SHOWN = 6  # cards of a kind that a message names

# ---------------------------------------------------------------------------------------------------------- writing


def document(position: Situation) -> Document:
    """The position document."""
    table, layout, last = position.table, position.layout, position.last
    return {
        "game": "southern_cards",
        "options": {option.name: getattr(table, option.name) for option in OPTIONS},
        "seats": table.seats,
        "dealer": position.dealer,
        "to_move": position.to_move,
        "field": [[layout.cell_name(cell), names(pile)] for cell, pile in position.piles.items()],
        "deck": names(position.deck),
        "hands": [names(hand) for hand in position.hands],
        "order": [None if card is None else CARDS[card] for card in position.order],
        "taken": [names(cards) for cards in position.taken],
        "scores": list(position.scores),
        "eclipse": position.eclipse,
        "last": None
        if last is None
        else {
            "seat": last.seat,
            "move": last.move,
            "roles": _roles_written(last.roles),
            "trick": last.trick,
            "multiplier": last.multiplier,
            "combo": [_roles_written(step) for step in last.combo],
            "reach": list(last.reach),
            "eclipse": last.eclipse,
            "points": last.points,
            "refilled": list(last.refilled),
        },
    }


def _roles_written(roles: Sequence[Role]) -> list[Document]:
    return [
        {"kind": role.kind, "cells": list(role.cells), "cards": list(role.cards), "points": role.points}
        for role in roles
    ]


def view(position: Situation, seat: int | None) -> Document:
    """What a seat may see; None is a spectator, who sees no hand."""
    seen = document(position)
    seen["deck"] = len(position.deck)
    for other, hand in enumerate(position.hands):
        if other != seat:
            seen["hands"][other] = len(hand)
    return seen


def filled(view: Mapping[str, object], seat: int) -> Document:
    """A whole document that fits what a seat sees, made of nothing else.

    ValueError where the view is wrong in what is needed for it; the rest is for `read` to refuse. Order cards
    lie open and stay in their hands. Jokers go into the hands first, since with `wild` the deck may not hold them all.
    """
    hands = read_list(view.get("hands"), "hands")
    options = read_options(view.get("options"), OPTIONS)
    unseen = all_cards(options["layout"], options["wild"], len(hands))

    def seen(cards: object, key: str) -> None:
        unseen.subtract(_each(cards, key, _card))

    for index, cell in enumerate(read_list(view.get("field"), "field")):
        seen(read_list(cell, f"field[{index}]")[-1], f"field[{index}]")
    for index, cards in enumerate(read_list(view.get("taken"), "taken")):
        seen(cards, f"taken[{index}]")
    due = read_list(view.get("order"), "order")
    known: dict[int, list[object]] = {}  # the order cards in hands that are not seen
    for index, hand in enumerate(hands):
        if isinstance(hand, list):
            seen(hand, f"hands[{index}]")
        else:
            known[index] = [card for card in due[index : index + 1] if card is not None]
            seen(known[index], f"order[{index}]")
    rest = names(sorted((+unseen).elements(), reverse=True))  # a joker has the highest number
    whole: Document = {**view, "hands": list(hands)}
    for index, cards in known.items():
        missing = read_number(hands[index], f"hands[{index}]", len(cards)) - len(cards)
        whole["hands"][index] = [*cards, *rest[:missing]]
        rest = rest[missing:]
    whole["deck"] = rest
    return whole


# ------------------------------------------------------------------------------------------------ values, one by one


def _each(value: object, key: str, read: Callable[[object, str], V]) -> tuple[V, ...]:
    return tuple(read(each, f"{key}[{index}]") for index, each in enumerate(read_list(value, key)))


def _one_per_seat(value: object, key: str, seats: int, read: Callable[[object, str], V]) -> tuple[V, ...]:
    listed = _each(value, key, read)
    if len(listed) != seats:
        raise ValueError(f"{key}: there are {len(listed)} entries for {seats} seats")
    return listed


def _text(value: object, key: str) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{key}: {shown(value)} is not a text")
    return value


def _card(value: object, key: str) -> int:
    card = CARD_NUMBERS.get(value) if isinstance(value, str) else None
    if card is None:
        raise ValueError(f"{key}: {shown(value)} is not a card")
    return card


def _cards(value: object, key: str) -> tuple[int, ...]:
    return _each(value, key, _card)


def _sorted_cards(value: object, key: str) -> tuple[int, ...]:
    return tuple(sorted(_cards(value, key)))


def checked_seats(seats: object) -> int:
    """A number of seats that can play; ValueError for anything else."""
    if type(seats) is not int or not 1 <= seats <= MOST_SEATS:
        raise ValueError(f"seats: {shown(seats)} can't play; it must be 1 to {MOST_SEATS}")
    return seats


# ---------------------------------------------------------------------------------------------------------- reading


def read(doc: object, make: type[S]) -> S:
    """The position of the class `make` that a document describes; ValueError if it is none."""
    keys = read_object(doc, "", KEYS)
    if not isinstance(keys["game"], str) or keys["game"] != "southern_cards":
        raise ValueError(f"game: {shown(keys['game'])} is not 'southern_cards'")
    options = read_options(read_object(keys["options"], "options", tuple(option.name for option in OPTIONS)), OPTIONS)
    seats = checked_seats(keys["seats"])
    table = Table(seats, **options)
    dealer = read_number(keys["dealer"], "dealer", 0, seats - 1)
    to_move = None if keys["to_move"] is None else read_number(keys["to_move"], "to_move", 0, seats - 1)
    piles = _field(keys["field"], LAYOUTS[table.layout])
    deck = _cards(keys["deck"], "deck")
    hands = _one_per_seat(keys["hands"], "hands", seats, _sorted_cards)
    order = _one_per_seat(
        keys["order"], "order", seats, lambda value, key: None if value is None else _card(value, key)
    )
    taken = _one_per_seat(keys["taken"], "taken", seats, _sorted_cards)
    scores = _one_per_seat(keys["scores"], "scores", seats, _score)
    eclipse = read_boolean(keys["eclipse"], "eclipse")
    last = None if keys["last"] is None else _last(keys["last"], seats)

    _check_every_card(table, [*piles.values(), deck, *hands, *taken])
    if deck and not all(piles.values()):
        raise ValueError("field: a cell is empty, though the deck is not")
    _check_hands(table, deck, hands)
    if to_move is None and any(hands):
        raise ValueError("to_move: null, but there are cards in a hand")
    if to_move is not None and not hands[to_move]:
        raise ValueError(f"to_move: seat {to_move} holds no card")
    _check_order(dealer, to_move, hands, order)
    if eclipse and table.layout == "ultra":
        raise ValueError("eclipse: true, but there is none on ultra")
    return make(
        table,
        piles,
        deck,
        hands,
        dealer=dealer,
        to_move=to_move,
        order=order,
        taken=taken,
        scores=scores,
        eclipse=eclipse,
        last=last,
    )


def _score(value: object, key: str) -> int:
    score = read_number(value, key, 0)
    if score % POINT_STEP:
        raise ValueError(f"{key}: {shown(score)} is no multiple of {POINT_STEP}")
    return score


def _field(value: object, layout: Layout) -> dict[int, tuple[int, ...]]:
    """The cells in refill order, and the cards on them."""
    piles: dict[int, tuple[int, ...]] = {}
    for index, each in enumerate(read_list(value, "field")):
        key = f"field[{index}]"
        listed = read_list(each, key)
        if len(listed) != 2:
            raise ValueError(f"{key}: a cell and the list of its cards are needed")
        name = _text(listed[0], f"{key}[0]")
        cell = layout.cell_number(name)
        if cell is None:
            raise ValueError(f"{key}[0]: {shown(name)} is not a cell of {layout.name}")
        if cell in piles:
            raise ValueError(f"{key}[0]: {name} is listed twice")
        if index < len(layout.start):
            if cell != layout.start[index]:
                raise ValueError(f"{key}[0]: {name}, but here belongs {layout.cell_name(layout.start[index])}")
        elif not piles:
            if cell not in layout.centre:
                raise ValueError(f"{key}[0]: {name}, but the first cell is {layout.names(layout.centre)[0]}")
        elif touching((cell,)).isdisjoint(piles):
            raise ValueError(f"{key}[0]: {name} touches no cell before it")
        piles[cell] = _cards(listed[1], f"{key}[1]")
    if len(piles) < len(layout.start):
        raise ValueError(f"field: the cell {layout.cell_name(layout.start[len(piles)])} is missing")
    return piles


def _check_every_card(table: Table, places: Sequence[Sequence[int]]) -> None:
    """No card is missing and none is there twice."""
    needed = all_cards(table.layout, table.wild, table.seats)
    there = Counter(card for cards in places for card in cards)
    for wrong, what in ((needed - there, "missing"), (there - needed, "too many")):
        if wrong:
            listed = names(sorted(wrong.elements()))
            cards = ", ".join(listed[:SHOWN]) + (", …" if len(listed) > SHOWN else "")
            raise ValueError(f"field: every card is in field, deck, hands or taken, once; {what}: {cards}")


def _check_hands(table: Table, deck: Sequence[int], hands: Sequence[Sequence[int]]) -> None:
    for seat, hand in enumerate(hands):
        if len(hand) > table.cap:
            raise ValueError(f"hands[{seat}]: {len(hand)} cards, but a hand holds {table.cap} at most")
        if deck and len(hand) < table.cap:
            raise ValueError(f"hands[{seat}]: {len(hand)} cards, but while there is a deck a hand holds {table.cap}")


def _check_order(dealer: int, to_move: int | None, hands: Sequence[Sequence[int]], order: Sequence[int | None]) -> None:
    """The seats that have not placed their order card yet are those from the one to move on round to the dealer."""
    waiting = [seat for seat, card in enumerate(order) if card is not None]
    for seat in waiting:
        if order[seat] not in hands[seat]:
            raise ValueError(f"order[{seat}]: the seat does not hold this card")
    if not waiting:
        return
    seats = len(order)
    if seats == 1:
        raise ValueError("order: there is no order card with one seat")
    if to_move is None:
        raise ValueError("order: nobody has an order card left at the end")
    still = sorted((to_move + later) % seats for later in range((dealer - to_move - 1) % seats + 1))
    if waiting != still:
        raise ValueError(f"order: exactly the seats {', '.join(map(str, still))} may have their order cards left")


def _last(value: object, seats: int) -> Last:
    """The last turn; whether it can have led here is not asked."""
    keys = read_object(value, "last", LAST_KEYS)
    return Last(
        seat=read_number(keys["seat"], "last.seat", 0, seats - 1),
        move=_text(keys["move"], "last.move"),
        roles=_each(keys["roles"], "last.roles", _role),
        trick=None if keys["trick"] is None else _text(keys["trick"], "last.trick"),
        multiplier=read_number(keys["multiplier"], "last.multiplier", 1, HIGHEST_MULTIPLIER),
        combo=_each(keys["combo"], "last.combo", lambda step, key: _each(step, key, _role)),
        reach=_each(keys["reach"], "last.reach", _text),
        eclipse=read_boolean(keys["eclipse"], "last.eclipse"),
        points=read_number(keys["points"], "last.points", 0),
        refilled=_each(keys["refilled"], "last.refilled", _text),
    )


def _role(value: object, key: str) -> Role:
    keys = read_object(value, key, ROLE_KEYS)
    return Role(
        kind=read_choice(keys["kind"], f"{key}.kind", tuple(POINTS)),
        cells=_each(keys["cells"], f"{key}.cells", _text),
        cards=tuple(names(_cards(keys["cards"], f"{key}.cards"))),
        points=read_number(keys["points"], f"{key}.points"),
    )
