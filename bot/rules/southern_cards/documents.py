"""Options (section 4), position documents, every refusal of `load` (section 9), and what a seat may see (section 10).

Refusals are ValueErrors that begin with the key they are about, such as "hands[1]: ...".
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

from bot.rules.api import Document, Option, fault
from bot.rules.reading import (
    Field,
    ascending,
    boolean,
    choice,
    each,
    fit,
    lookup,
    number,
    optional,
    read_document,
    read_fields,
    read_list,
    read_options,
    read_seats,
    record,
    refuse,
    show,
    text,
    whole_number,
    write_value,
)
from bot.rules.southern_cards.cards import CARD_NUMBERS, all_cards, names
from bot.rules.southern_cards.fields import LAYOUTS, MOST_IN_HAND, SEATS, Layout, Table, touching
from bot.rules.southern_cards.roles import POINTS
from bot.rules.southern_cards.scoring import Role
from bot.rules.southern_cards.sight import Sight, sight
from bot.rules.southern_cards.situation import Last, Situation

S = TypeVar("S", bound=Situation)

OPTIONS = (
    Option("layout", str, "classic", choices=tuple(LAYOUTS), help="The field: its size and shape, fixed or growing."),
    Option("hand", int, 3, min=1, max=MOST_IN_HAND, help="How many cards a hand holds."),
    Option("wild", bool, False, help="Every player begins with two more jokers."),
)

KEYS = (
    *("game", "options", "seats", "dealer", "to_move", "field", "deck"),
    *("hands", "order", "taken", "scores", "eclipse", "last"),
)
HIGHEST_MULTIPLIER = 25
POINT_STEP = 5  # every score is a multiple of this
NAMED_CARDS = 6  # cards of a kind that a message names

# ---------------------------------------------------------------------------------------------------------- writing


def document(position: Situation) -> Document:
    return view(sight(position, None)) | {
        "deck": names(position.deck),
        "hands": [names(hand) for hand in position.hands],
    }


def view(seen: Sight) -> Document:
    """What a seat may see, as a document in which numbers stand for the deck and the hands that it doesn't see."""
    return {
        "game": "southern_cards",
        "options": {option.name: getattr(seen.table, option.name) for option in OPTIONS},
        "seats": seen.table.seats,
        "dealer": seen.dealer,
        "to_move": seen.to_move,
        "field": [[cell, list(cards)] for cell, cards in seen.field],
        "deck": seen.deck,
        "hands": [list(seen.hand) if seat == seen.seat else number for seat, number in enumerate(seen.held)],
        "order": list(seen.order),
        "taken": [list(cards) for cards in seen.taken],
        "scores": list(seen.scores),
        "eclipse": seen.eclipse,
        "last": write_value(seen.last),
    }


def fill_view(view: Mapping[str, object], seat: int) -> Document:
    """A whole document that fits what a seat sees, made from that alone.

    Raises ValueError if the view lacks what this needs; `read` refuses the rest. Order cards are public and stay in
    their hands. Jokers go into the hands first, since with `wild` the deck may not hold them all.
    """
    hands = read_list(view.get("hands"), "hands")
    options = read_options(view.get("options"), OPTIONS)
    unseen = all_cards(options["layout"], options["wild"], len(hands))

    def take_as_seen(cards: object, key: str) -> None:
        unseen.subtract(PILE(cards, key))

    for index, cell in enumerate(read_list(view.get("field"), "field")):
        take_as_seen(read_list(cell, f"field[{index}]")[-1], f"field[{index}]")
    for index, cards in enumerate(read_list(view.get("taken"), "taken")):
        take_as_seen(cards, f"taken[{index}]")
    due = read_list(view.get("order"), "order")
    known: dict[int, list[object]] = {}  # the order cards in hands that the seat doesn't see
    for index, hand in enumerate(hands):
        if isinstance(hand, list):
            take_as_seen(hand, f"hands[{index}]")
        else:
            known[index] = [card for card in due[index : index + 1] if card is not None]
            take_as_seen(known[index], f"order[{index}]")
    rest = names(sorted((+unseen).elements(), reverse=True))  # a joker has the highest number
    whole: Document = {**view, "hands": list(hands)}
    for index, cards in known.items():
        missing = number(len(cards))(hands[index], f"hands[{index}]") - len(cards)
        whole["hands"][index] = [*cards, *rest[:missing]]
        rest = rest[missing:]
    whole["deck"] = rest
    return whole


# ---------------------------------------------------------------------------------------------------------- reading

CARD = lookup(CARD_NUMBERS, "{value} is not a card")
PILE, HAND = each(CARD), ascending(CARD)


def _score(value: object, key: str) -> int:
    score = number(0)(value, key)
    odd = score % POINT_STEP
    refuse(odd, key, "{score} is no multiple of {point_step}", score=show(score), point_step=POINT_STEP)
    return score


ROLE = record(
    Role,
    kind=choice(POINTS),
    cells=each(text),
    cards=lambda value, key: tuple(names(PILE(value, key))),
    points=whole_number,
)


@cache
def _fields(seats: int) -> dict[str, Field[Any]]:
    """The fields that depend at most on the number of seats. Doesn't check whether `last` can have led here."""
    seat = number(0, seats - 1)
    last = record(
        Last,
        seat=seat,
        move=text,
        roles=each(ROLE),
        trick=optional(text),
        multiplier=number(1, HIGHEST_MULTIPLIER),
        combo=each(each(ROLE)),
        reach=each(text),
        eclipse=boolean,
        points=number(0),
        refilled=each(text),
    )
    return {
        "dealer": seat,
        "to_move": optional(seat),
        "deck": PILE,
        "hands": each(HAND, seats),
        "order": each(optional(CARD), seats),
        "taken": each(HAND, seats),
        "scores": each(_score, seats),
        "eclipse": boolean,
        "last": optional(last),
    }


def read(doc: object, make: type[S]) -> S:
    """The position of the class `make` that a document describes. Raises ValueError if it isn't valid."""
    keys = read_document(doc, "southern_cards", KEYS)
    options = read_options(keys["options"], OPTIONS, whole=True)
    seats = read_seats(keys["seats"], SEATS)
    table = Table(seats, **options)
    piles = _field(keys["field"], LAYOUTS[table.layout])
    values = read_fields(keys, _fields(seats))
    dealer, to_move, deck, hands = (values[key] for key in ("dealer", "to_move", "deck", "hands"))

    _check_every_card(table, [*piles.values(), deck, *hands, *values["taken"]])
    refuse(deck and not all(piles.values()), "field", "a cell is empty, though the deck is not")
    for seat, hand in enumerate(hands):
        wrong, held = len(hand) > table.cap or (deck and len(hand) < table.cap), {"number": len(hand), "cap": table.cap}
        refuse(wrong, f"hands[{seat}]", "{number} cards, but it holds {cap}, and fewer only without a deck", **held)
    refuse(to_move is None and any(hands), "to_move", "null, but there are cards in a hand")
    empty = to_move is not None and not hands[to_move]
    refuse(empty, "to_move", "seat {to_move} holds no card", to_move=to_move)
    _check_order(dealer, to_move, hands, values["order"])
    refuse(values["eclipse"] and table.layout == "ultra", "eclipse", "true, but there is none on ultra")
    return make(table, piles, **values)


def _field(value: object, layout: Layout) -> dict[int, tuple[int, ...]]:
    """The cells in refill order, and the cards on them."""
    piles: dict[int, tuple[int, ...]] = {}
    for index, entry in enumerate(read_list(value, "field")):
        key = f"field[{index}]"
        first, cards = read_list(entry, key, 2)
        key, name = f"{key}[0]", text(first, f"{key}[0]")
        cell = layout.cell_number(name)
        if cell is None:
            raise fault(key, "{name} is not a cell of {name2}", name=show(name), name2=layout.name)
        refuse(cell in piles, key, "{name} is listed twice", name=name)
        if index < len(layout.start):
            here = layout.start[index]
            refuse(cell != here, key, "{name}, but here belongs {cell}", name=name, cell=layout.cell_name(here))
        elif not piles:
            centre = layout.names(layout.centre)[0]
            wrong = cell not in layout.centre
            refuse(wrong, key, "{name}, but the first cell is {value}", name=name, value=centre)
        else:
            alone = touching((cell,)).isdisjoint(piles)
            refuse(alone, key, "{name} touches no cell before it", name=name)
        piles[cell] = PILE(cards, f"field[{index}][1]")
    for cell in layout.start[len(piles) :]:
        raise fault("field", "the cell {cell} is missing", cell=layout.cell_name(cell))
    return piles


def _check_every_card(table: Table, places: Sequence[Sequence[int]]) -> None:
    """Checks that no card is missing or there twice."""
    needed = all_cards(table.layout, table.wild, table.seats)
    there = Counter(card for cards in places for card in cards)
    missing, surplus = _first_cards(needed - there), _first_cards(there - needed)
    refuse(
        missing,
        "field",
        "every card is in field, deck, hands or taken, but these are missing: {cards}",
        cards=missing,
    )
    refuse(surplus, "field", "every card is there once, but of these there are too many: {cards}", cards=surplus)


def _first_cards(cards: Counter[int]) -> tuple[str, ...]:
    in_order = names(sorted(cards.elements()))
    return (*in_order[:NAMED_CARDS], *(["…"] if len(in_order) > NAMED_CARDS else []))


def _check_order(dealer: int, to_move: int | None, hands: Sequence[Sequence[int]], order: Sequence[int | None]) -> None:
    """Checks that the seats that still owe their order card are those from the one to move around to the dealer."""
    waiting, seats = [seat for seat, card in enumerate(order) if card is not None], len(order)
    for seat in waiting:
        refuse(order[seat] not in hands[seat], f"order[{seat}]", "the seat does not hold this card")
    if waiting:
        refuse(seats == 1, "order", "there is no order card with one seat")
        due = range((dealer - to_move - 1) % seats + 1) if to_move is not None else ()
        still = sorted(((to_move or 0) + later) % seats for later in due)
        fit(waiting == still, "order", "to_move", "dealer")
