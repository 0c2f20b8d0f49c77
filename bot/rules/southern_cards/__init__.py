"""Southern Cross, the card game: cards on stacks in a small field, roles along its lines, alone or up to five.

The package reads in the order of the rules page: `cards`, `fields` (six layouts, their lines and how they grow), this
module (setup, and all of it together), `roles` (their tables, and which lie on the field), `scoring` (which of them are
taken, tricks, combos, reaches), `joint_jokers` (which may be placed together), `situation` (a turn, the end),
`sight` (what a seat may see), `supposing` (what it may suppose of the rest), `notation` (moves as text and why one is
refused), `documents` (options, positions as text).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from bot.rules.api import Chance, Document, Game
from bot.rules.reading import read_options, read_seats
from bot.rules.southern_cards import documents, notation
from bot.rules.southern_cards.cards import CARD_NUMBERS, JOKER, WILD_JOKERS, pack, strength
from bot.rules.southern_cards.fields import LAYOUTS, SEATS, Layout, Move, Table
from bot.rules.southern_cards.scoring import PlacementScore, Role, reach_name
from bot.rules.southern_cards.sight import Sight, sight
from bot.rules.southern_cards.situation import Last, Placing, Situation
from bot.rules.southern_cards.supposing import concealed, suppose

__all__ = [
    "LAYOUTS",
    "Last",
    "Layout",
    "Move",
    "PlacementScore",
    "Position",
    "Role",
    "Sight",
    "SouthernCards",
    "Table",
    "game",
    "reach_name",
]


@dataclass(frozen=True, eq=False)
class Position(Situation):
    """A `Situation` that reads and writes moves and documents."""

    notate = notation.write
    parse = notation.read
    dump = documents.document
    sight = sight
    concealed = concealed
    suppose = suppose

    def view(self, seat: int | None) -> Document:
        return documents.view(self.sight(seat))

    def play(self, move: Move, chance: Chance) -> Self:
        """The position after this turn. Doesn't use `chance`."""
        return self.after(self._legal_placing(move))

    def outcome(self, move: Move) -> PlacementScore:
        """What a legal move scores, which needs no hidden information. Raises IllegalMove if it isn't legal."""
        return self.settle(self._legal_placing(move))[0]

    def _legal_placing(self, move: Move) -> Placing:
        placing = self.placing(move)
        if placing is None or not self.allows(placing):
            raise notation.refusal(self, move)
        return placing

    def __repr__(self) -> str:
        """Only public information, as this may be logged."""
        return f"<Southern Cross cards {self.view(None)}>"

    def __reduce__(self) -> tuple[object, tuple[object, type[Self]]]:
        """Pickles and copies as the position document, without cached values."""
        return documents.read, (self.dump(), type(self))


class SouthernCards(Game[Move]):
    key = "southern_cards"
    title = "Southern Cross cards"
    usual_moves = 9
    hidden = True
    options = documents.OPTIONS

    def start(self, seats: int, options: Mapping[str, object], chance: Chance) -> Position:
        """Section 5: shuffles the pack, again while the strongest order card is shared. There is no other luck."""
        table = Table(read_seats(seats, SEATS), **read_options(options, self.options))
        layout = LAYOUTS[table.layout]
        while True:
            deck = [CARD_NUMBERS[name] for name in chance.shuffle(pack(table.layout))]
            field, deck = deck[: len(layout.start)], deck[len(layout.start) :]
            order, rest = deck[:seats], deck[seats:]
            strengths = [strength(card) for card in order]
            if seats == 1 or strengths.count(max(strengths)) == 1:
                break
        dealer = strengths.index(max(strengths))
        hands = [[card] for card in order]
        for _ in range(table.hand - 1):
            for turn in range(seats):
                hands[(dealer + turn) % seats].append(rest.pop(0))
        if table.wild:
            for hand in hands:
                hand += [JOKER] * WILD_JOKERS
        return Position(
            table,
            {cell: (card,) for cell, card in zip(layout.start, field, strict=True)},
            tuple(rest),
            tuple(tuple(sorted(hand)) for hand in hands),
            dealer=dealer,
            to_move=dealer,
            order=tuple(order) if seats > 1 else (None,),
            taken=((),) * seats,
            scores=(0,) * seats,
        )

    def seats(self, options: Mapping[str, object]) -> tuple[int, ...]:
        read_options(options, self.options)
        return SEATS

    def colours(self, seats: int, options: Mapping[str, object]) -> tuple[str, ...]:
        read_options(options, self.options)
        return Table(read_seats(seats, SEATS)).colours

    def load(self, doc: Mapping[str, object]) -> Position:
        return documents.read(doc, Position)

    def state_of_view(self, view: Mapping[str, object], seat: int) -> Position:
        """Puts the unseen cards in card order into the hands of the others, jokers first, and then into the deck."""
        return documents.read(documents.fill_view(view, seat), Position)


game = SouthernCards()
