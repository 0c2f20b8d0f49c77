"""What a seat may see of a position (section 10 of the rules page)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.rules.api import Result
from bot.rules.cached import cached
from bot.rules.southern_cards.cards import CARD_NUMBERS, CARDS, JOKER, names
from bot.rules.southern_cards.fields import LAYOUTS, Layout, Table
from bot.rules.southern_cards.scoring import FAR, NEAR, PlacementScore, Role
from bot.rules.southern_cards.situation import Last, Placing, Situation, place, places_by_points, top_cards

Placements = list[tuple[str, str]]
"""Cards with the cells on which they are placed."""


@dataclass(frozen=True)
class Sight:
    """Everything but the deck and the hands of others, of which only the numbers are known. Cards are their names."""

    table: Table
    seat: int | None
    """Whose sight it is; None is a spectator, who sees no hand."""
    dealer: int
    to_move: int | None
    field: tuple[tuple[str, tuple[str, ...]], ...]
    """The cells in refill order, and the cards on each, bottom to top."""
    deck: int
    hand: tuple[str, ...]
    held: tuple[int, ...]
    """How many cards each seat holds."""
    order: tuple[str | None, ...]
    """For each seat the order card it still has to place."""
    taken: tuple[tuple[str, ...], ...]
    scores: tuple[int, ...]
    eclipse: bool
    last: Last | None

    @property
    def colours(self) -> tuple[str, ...]:
        return self.table.colours

    @property
    def layout(self) -> Layout:
        return LAYOUTS[self.table.layout]

    @cached
    def piles(self) -> dict[str, tuple[str, ...]]:
        """The cards on each cell."""
        return dict(self.field)

    @property
    def following(self) -> int | None:
        """The seat that moves after the one to move, if everyone keeps a card; None if there is no other."""
        if self.to_move is None:
            return None
        later = ((self.to_move + step) % self.table.seats for step in range(1, self.table.seats))
        return next((seat for seat in later if self.held[seat]), None)

    @property
    def result(self) -> Result | None:
        return places_by_points(self.scores) if self.to_move is None else None

    def placements_of(self, move: str) -> Placements:
        """The cards of a move with their cells. Raises ValueError if it isn't a move on this field."""
        found = [(card, cell) for card, _, cell in (part.partition("@") for part in move.split("+"))]
        if any(card not in CARD_NUMBERS or self.layout.cell_number(cell) is None for card, cell in found):
            raise ValueError(f"{move!r} is not a move on this field")
        return found

    def score_of(self, placements: Placements) -> PlacementScore:
        """What placing this card, or these jokers together, scores on the field, legal or not."""
        number = self.layout.cell_number
        field = ((number(cell), cards) for cell, cards in self.field)
        piles = {cell: tuple(CARD_NUMBERS[card] for card in cards) for cell, cards in field if cell is not None}
        cells = sorted(cell for _, name in placements if (cell := number(name)) is not None)
        placing = Placing(CARD_NUMBERS[placements[0][0]], tuple(cells))
        return place(self.table, piles, top_cards(self.layout, piles), placing)

    @cached
    def last_placements(self) -> Placements:
        """The cards of the last turn with their cells; none of an invented turn that can't be read."""
        try:
            return self.placements_of(self.last.move) if self.last else []
        except ValueError:
            return []

    def existing(self, cells: Sequence[str]) -> list[str]:
        """Those of the cells that exist in the layout: nobody checks the last turn of an invented position."""
        return [cell for cell in cells if self.layout.cell_number(cell) is not None]

    def reaching(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Each cell that the last turn's reach waits for, with a run of three through it, in line order."""
        placed = [(CARD_NUMBERS[card], self.layout.cell_number(cell)) for card, cell in self.last_placements]
        if not self.last or not self.last.reach or len(placed) != 1:
            return
        ((card, here),) = placed
        for _, triple in self.layout.triples(here) if here is not None and card != JOKER else ():
            place, names = triple.index(here), self.layout.names(triple)
            for other in {0, 1, 2} - {place}:
                waiting, cards = names[3 - place - other], self.piles.get(names[other], ())
                fitting = NEAR if abs(other - place) == 1 else FAR
                if cards and waiting in self.last.reach and fitting[card][CARD_NUMBERS[cards[-1]]]:
                    yield waiting, names

    def last_roles(self) -> Iterator[tuple[int, Role]]:
        """The roles of the last turn, as in `roles_of`."""
        return roles_of(self.last)


def roles_of(turn: Last | PlacementScore | None) -> Iterator[tuple[int, Role]]:
    """A turn's roles: 0 and a role of the placement, the number of its step and one of a combo."""
    if turn:
        for step, roles in enumerate([turn.roles, *turn.combo]):
            for role in roles:
                yield step, role


def sight(position: Situation, seat: int | None) -> Sight:
    """What a seat may see; None is a spectator."""
    return Sight(
        position.table,
        seat,
        position.dealer,
        position.to_move,
        tuple((position.layout.cell_name(cell), tuple(names(pile))) for cell, pile in position.piles.items()),
        len(position.deck),
        () if seat is None else tuple(names(position.hands[seat])),
        tuple(map(len, position.hands)),
        tuple(None if card is None else CARDS[card] for card in position.order),
        tuple(tuple(names(cards)) for cards in position.taken),
        position.scores,
        position.eclipse,
        position.last,
    )
