"""The cards (section 2 of the rules page): their names, their order, the pack of each layout.

Inside the engine a card is its number in card order: 0 to 51 for A to K of S, H, D and C, then the joker. All jokers
are one number, and so are the two copies of a card on `gogo`, so that equal cards can't be told apart (Rulings 28).
"""

from collections import Counter

SUITS = "SHDC"
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")

CARDS = (*(f"{rank}{suit}" for suit in SUITS for rank in RANKS), "JK")
"""The names of the cards, in card order."""

CARD_NUMBERS = {name: card for card, name in enumerate(CARDS)}

JOKER = CARD_NUMBERS["JK"]
EMPTY = len(CARDS)  # stands where a cell holds no card
SYMBOLS = EMPTY + 1  # what may lie on top of a cell: any card, or none

DECKS = {"gogo": 2}  # of 52 cards with their two jokers, in one pack; every other layout has one
DECK_JOKERS = 2
WILD_JOKERS = 2  # more for each seat with `wild`, never shuffled


def rank(card: int) -> int:
    """The rank of a card that is no joker, 0 (ace) to 12 (king)."""
    return card % len(RANKS)


def suit(card: int) -> int:
    return card // len(RANKS)


def names(cards: tuple[int, ...] | list[int]) -> list[str]:
    return [CARDS[card] for card in cards]


def pack_jokers(layout: str) -> int:
    """How many jokers are shuffled."""
    return DECK_JOKERS * DECKS.get(layout, 1)


def pack(layout: str) -> list[str]:
    """What is passed to `shuffle`."""
    return [*CARDS[:JOKER] * DECKS.get(layout, 1), *[CARDS[JOKER]] * pack_jokers(layout)]


def all_cards(layout: str, wild: bool, seats: int) -> Counter[int]:
    """Every card of a match: the pack, and the jokers that begin in the hands."""
    cards = Counter(CARD_NUMBERS[name] for name in pack(layout))
    if wild:
        cards[JOKER] += WILD_JOKERS * seats
    return cards


def strength(card: int) -> tuple[int, int]:
    """What decides who deals: a joker above A K Q .. 2, equal ranks S above H above D above C (section 5)."""
    if card == JOKER:
        return len(RANKS) + 1, 0
    return rank(card) or len(RANKS), -suit(card)
