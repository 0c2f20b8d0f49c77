"""What a seat may suppose of the deck and of the other hands, of which it sees nothing."""

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeVar

from bot.rules.api import Concealed, Quoted, fault
from bot.rules.reading import refuse
from bot.rules.southern_cards.cards import CARD_NUMBERS, CARDS, JOKER, names, pack_jokers
from bot.rules.southern_cards.situation import Cards, Situation

S = TypeVar("S", bound=Situation)

DECK = "deck"


def concealed(position: Situation, seat: int) -> Concealed:
    """The cards of the other hands but for order cards, which are public, and of the deck from the top."""
    places = {place: (owner, CARDS[card]) for place, owner, card in _places(position, seat)}
    return Concealed(places, tuple(names(sorted({CARD_NUMBERS[card] for _, card in places.values()}))))


def _places(position: Situation, seat: int) -> Iterator[tuple[str, int | None, int]]:
    for other, hand in enumerate(position.hands):
        if other != seat:
            yield from ((f"{other}.{at}", other, card) for at, card in enumerate(_hidden(hand, position.order[other])))
    yield from ((f"{DECK}.{at}", None, card) for at, card in enumerate(position.deck))


def _hidden(hand: Cards, due: int | None) -> list[int]:
    """A hand without the order card that is still due."""
    hidden = list(hand)
    if due is not None:
        hidden.remove(due)
    return hidden


def suppose(position: S, seat: int, place: str, item: str) -> S:
    """Exchanges the card in a place with another one of what the seat doesn't see.

    The deck never gets more jokers than are shuffled in the setup. Raises ValueError.
    """
    places = {name: card for name, _, card in _places(position, seat)}
    refuse(place not in places, "place", "{place} isn't hidden", place=Quoted(place))
    others = [other for other, card in places.items() if card == CARD_NUMBERS.get(item)]
    if not others:
        raise fault("item", "{item} is nowhere that you can't see", item=Quoted(item))
    if place in others:
        return position
    whose = place.partition(".")[0]  # within a hand, an exchange changes nothing
    others.sort(key=lambda other: (other.partition(".")[0] == whose) == (whose != DECK))
    most = max(pack_jokers(position.layout.name), position.deck.count(JOKER))
    for other in others:
        dealt = {**places, place: places[other], other: places[place]}
        deck = tuple(card for name, card in dealt.items() if name.startswith(DECK))
        if deck.count(JOKER) <= most:
            break
    else:
        raise fault("item", "the deck never holds so many jokers")
    hands = list(position.hands)
    for owner, due in enumerate(position.order):
        if owner != seat:
            held = [card for name, card in dealt.items() if name.startswith(f"{owner}.")]
            hands[owner] = tuple(sorted([*held, *([] if due is None else [due])]))
    return replace(position, deck=deck, hands=tuple(hands))
