"""The cards (section 2 of the rules page): their names, their order, the pack of each layout.

Inside the engine a card is its number in card order: 0 to 51 for A to K of S, H, D and C, then the joker. All jokers
have the same number, and so do the two copies of a card on `gogo`, so equal cards can't be told apart (Rulings 28).
"""

from collections import Counter

SUITS = "SHDC"
SIGNS = dict(zip(SUITS, "♠♥♦♣", strict=True))
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")

CARDS = (*(f"{rank}{suit}" for suit in SUITS for rank in RANKS), "JK")
"""The names of the cards, in card order."""

CARD_NUMBERS = {name: card for card, name in enumerate(CARDS)}

JOKER = CARD_NUMBERS["JK"]
EMPTY = len(CARDS)  # for a cell without a card
SYMBOLS = EMPTY + 1  # what may be on top of a cell: any card, or none

DECKS = {"gogo": 2}  # of 52 cards with their two jokers, shuffled together; every other layout has one
DECK_JOKERS = 2
WILD_JOKERS = 2  # additional jokers for each seat with `wild`, never shuffled


def rank(card: int) -> int:
    """The rank of a card that is no joker, 0 (ace) to 12 (king)."""
    return card % len(RANKS)


def suit(card: int) -> int:
    return card // len(RANKS)


def names(cards: tuple[int, ...] | list[int]) -> list[str]:
    return [CARDS[card] for card in cards]


def pack_jokers(layout: str) -> int:
    """The number of jokers that are shuffled."""
    return DECK_JOKERS * DECKS.get(layout, 1)


def pack(layout: str) -> list[str]:
    """The cards that are shuffled."""
    return [*CARDS[:JOKER] * DECKS.get(layout, 1), *[CARDS[JOKER]] * pack_jokers(layout)]


def all_cards(layout: str, wild: bool, seats: int) -> Counter[int]:
    """Every card of a match: the pack, and the jokers that begin in the hands."""
    cards = Counter(CARD_NUMBERS[name] for name in pack(layout))
    if wild:
        cards[JOKER] += WILD_JOKERS * seats
    return cards


def strength(card: int) -> tuple[int, int]:
    """The strength that decides who deals: joker, A K Q .. 2, equal ranks S, H, D, C (section 5)."""
    if card == JOKER:
        return len(RANKS) + 1, 0
    return rank(card) or len(RANKS), -suit(card)


def with_sign(card: str) -> str:
    """A card that's no joker with the sign of its suit instead of the letter: "Q♠"."""
    return card[:-1] + SIGNS[card[-1]]
