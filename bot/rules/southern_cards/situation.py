"""What a position of Southern Cross cards means: what is legal, what one turn does, the end, dealing anew."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple, Self

from bot.rules.api import Chance, Result
from bot.rules.compared import Compared
from bot.rules.southern_cards.cards import CARD_NUMBERS, CARDS, EMPTY, JOKER, names, pack_jokers
from bot.rules.southern_cards.fields import LAYOUTS, Layout, Move, Table, touching
from bot.rules.southern_cards.scoring import (
    Outcome,
    Piles,
    Placement,
    Role,
    Roles,
    Tops,
    completed,
    completing,
    settle,
)
from bot.rules.southern_cards.together import Together, is_joint

Cards = tuple[int, ...]


class Last(NamedTuple):
    """The last turn, as the position document tells it (section 9)."""

    seat: int
    move: str
    roles: tuple[Role, ...]
    trick: str | None
    multiplier: int
    combo: tuple[tuple[Role, ...], ...]
    reach: tuple[str, ...]
    eclipse: bool
    points: int
    refilled: tuple[str, ...]


class _GrowingTops(dict[int, int]):
    """The top cards of a growing field; there is none where it has no cell."""

    def __missing__(self, cell: int) -> int:
        self[cell] = EMPTY  # so that it is found at once the next time
        return EMPTY

    def copy(self) -> "_GrowingTops":
        return _GrowingTops(self)


class Placing(NamedTuple):
    """A move as the engine sees it: the card, and the cells in reading order."""

    card: int
    cells: tuple[int, ...]


class Situation(Compared[Move]):
    """Everything the position document says; nothing else is remembered.

    `piles` are the cards on each cell of the field, bottom to top, the cells in refill order; cards and cells are
    numbers as in `cards` and `fields`. What is given is kept and never changed.
    """

    __slots__ = (
        "_dealer",
        "_deck",
        "_eclipse",
        "_hands",
        "_last",
        "_layout",
        "_legal_moves",
        "_order",
        "_piles",
        "_places",
        "_scores",
        "_table",
        "_taken",
        "_to_move",
        "_tops",
    )

    def __init__(
        self,
        table: Table,
        piles: Piles,
        deck: Cards,
        hands: tuple[Cards, ...],
        *,
        dealer: int,
        to_move: int | None,
        order: tuple[int | None, ...],
        taken: tuple[Cards, ...],
        scores: tuple[int, ...],
        eclipse: bool = False,
        last: Last | None = None,
    ) -> None:
        self._table = table
        self._layout = LAYOUTS[table.layout]
        self._piles = piles
        self._deck = deck
        self._hands = hands
        self._dealer = dealer
        self._to_move = to_move
        self._order = order
        self._taken = taken
        self._scores = scores
        self._eclipse = eclipse
        self._last = last
        self._tops: Tops | None = None
        self._places: tuple[int, ...] | None = None
        self._legal_moves: tuple[Move, ...] | None = None

    # ------------------------------------------------------------------------------------------ what can be asked

    @property
    def table(self) -> Table:
        return self._table

    @property
    def layout(self) -> Layout:
        return self._layout

    @property
    def piles(self) -> Piles:
        """The cards on each cell, bottom to top, the cells in refill order; a fresh copy."""
        return self._piles.copy()

    @property
    def deck(self) -> Cards:
        """The cards still to be drawn, top first."""
        return self._deck

    @property
    def hands(self) -> tuple[Cards, ...]:
        return self._hands

    @property
    def dealer(self) -> int:
        return self._dealer

    @property
    def to_move(self) -> int | None:
        return self._to_move

    @property
    def order(self) -> tuple[int | None, ...]:
        """For each seat the order card that it still has to place."""
        return self._order

    @property
    def taken(self) -> tuple[Cards, ...]:
        return self._taken

    @property
    def scores(self) -> tuple[int, ...]:
        return self._scores

    @property
    def eclipse(self) -> bool:
        """Whether the next placement has to use a centre cell."""
        return self._eclipse

    @property
    def last(self) -> Last | None:
        """What the last turn did; None at the start."""
        return self._last

    @property
    def hand(self) -> Cards:
        """The cards of the seat to move."""
        return () if self._to_move is None else self._hands[self._to_move]

    @property
    def due(self) -> int | None:
        """The order card that the seat to move has to place now, in the first round; None later."""
        return None if self._to_move is None else self._order[self._to_move]

    @property
    def places(self) -> tuple[int, ...]:
        """The cells on which a card may be put, by where they lie alone, in reading order."""
        if self._places is None:
            if not self._layout.grows:
                self._places = self._layout.start
            else:
                self._places = tuple(sorted(touching(self._piles).union(self._piles))) or tuple(self._layout.centre)
        return self._places

    @property
    def _content(self) -> tuple[object, ...]:
        return (
            tuple(self._piles.items()),
            self._hands,
            self._deck,
            self._to_move,
            self._scores,
            self._taken,
            self._order,
            self._dealer,
            self._eclipse,
            self._last,
            self._table,
        )

    # ------------------------------------------------------------------------------------------------------ moves

    def legal(self) -> list[Move]:
        return list(self._legal())

    def _legal(self) -> tuple[Move, ...]:
        if self._legal_moves is None:
            self._legal_moves = tuple(self._listed())
        return self._legal_moves

    def _listed(self) -> list[Move]:
        """Single cards in card order, then two jokers, three, four; each by their cells in reading order."""
        hand, layout, places = self.hand, self._layout, self.places
        if not hand:
            return []
        cells = tuple([cell for cell in places if cell in layout.centre]) if self._eclipse else places
        cards = sorted(set(hand)) if self.due is None else [self.due]
        if layout.name == "ultra":
            return self._listed_on_ultra(cards, cells)
        moves: list[Move] = []
        for card in cards:
            moves += layout.moves(card, cells)
        return moves + [self.move(Placing(JOKER, joint)) for joint in self._joint()]

    def _listed_on_ultra(self, cards: Sequence[int], cells: tuple[int, ...]) -> list[Move]:
        """Placements that would clear the field are left out, unless all others are gone with them."""
        everything = [Placing(card, (cell,)) for card in cards for cell in cells]
        together = [Placing(JOKER, joint) for joint in self._joint()]
        tops = self._fresh_tops()
        taking = {Placing(card, (cell,)) for cell in cells for card in completing(self._layout, tops, cell, cards)}
        keeping = [placing for placing in everything if placing not in taking or not self.clears(placing)]
        keeping += [placing for placing in together if not self.clears(placing)]
        return [self.move(placing) for placing in keeping or everything + together]

    def _joint(self) -> list[tuple[int, ...]]:
        """The sets of cells on which several jokers may be placed, `ultra`'s own rule set aside."""
        most = self.most_jokers
        if most < 2:
            return []
        centre = self._layout.centre
        together = Together(self._layout, self._fresh_tops(), self.places)
        return [
            cells
            for jokers in range(2, most + 1)
            for cells in together.sets(jokers)
            if not self._eclipse or not centre.isdisjoint(cells)
        ]

    @property
    def most_jokers(self) -> int:
        """How many jokers the seat to move can place at once: 0, 1 or more."""
        if self.due is not None:
            return int(self.due == JOKER)
        return min(self.hand.count(JOKER), self._table.most_jokers)

    def move(self, placing: Placing) -> Move:
        return Move(CARDS[placing.card], self._layout.names(placing.cells))

    def placing(self, move: object) -> Placing | None:
        """What a move is to the engine, legal or not; None for what names no card or no cells."""
        try:
            if not isinstance(move, Move) or not isinstance(move.cells, tuple):
                return None
            card = CARD_NUMBERS.get(move.card)
            cells = [self._layout.cell_number(name) for name in move.cells]
        except (AttributeError, TypeError):  # a Move of something else than texts
            return None
        known = tuple([cell for cell in cells if cell is not None])
        return Placing(card, known) if card is not None and known and len(known) == len(cells) else None

    def is_legal(self, move: object) -> bool:
        """Whether this is one of `legal()`; anything may be asked."""
        placing = self.placing(move)
        return placing is not None and self.allows(placing)

    def allows(self, placing: Placing) -> bool:
        return self.may_try(placing) and not (self._layout.name == "ultra" and self.must_not_clear(placing))

    def may_try(self, placing: Placing) -> bool:
        """Whether a placement is legal if `ultra`'s own rule is set aside."""
        card, cells = placing
        hand, layout, due = self.hand, self._layout, self.due
        if card not in hand or (due is not None and card != due):
            return False
        places = self.places if layout.grows else self._piles
        if any(cell not in places for cell in cells) or (self._eclipse and layout.centre.isdisjoint(cells)):
            return False
        if len(cells) == 1:
            return True
        if card != JOKER or len(cells) > self.most_jokers or any(a >= b for a, b in pairwise(cells)):
            return False
        return is_joint(self.completed(placing), cells)

    def completed(self, placing: Placing) -> Roles:
        """The roles that a placement would take."""
        tops = self._fresh_tops()
        for cell in placing.cells:
            tops[cell] = placing.card
        return completed(Placement(self._layout, tops, *placing))

    def clears(self, placing: Placing) -> bool:
        """Whether no card would be left on the field after its roles and combos are taken."""
        return self._settled(placing)[0].cleared

    def must_not_clear(self, placing: Placing) -> bool:
        """Whether `ultra` forbids a placement that is legal otherwise: it clears the field, and another doesn't."""
        return self.clears(placing) and self.move(placing) not in self._legal()

    def outcome_of(self, placing: Placing) -> Outcome:
        """What a legal placement scores; nothing hidden is needed to know it."""
        return self._settled(placing)[0]

    # ------------------------------------------------------------------------------------------------------- play

    def _fresh_tops(self) -> Tops:
        """The top card of each cell; what is done to it is not remembered."""
        if self._tops is None:
            pairs = [(cell, pile[-1] if pile else EMPTY) for cell, pile in self._piles.items()]
            self._tops = _GrowingTops(pairs) if self._layout.grows else [top for _, top in pairs]
        return self._tops.copy()

    def _settled(self, placing: Placing) -> tuple[Outcome, Piles, Tops]:
        """What a placement scores, and the field and its top cards as they are after it."""
        card, cells = placing
        piles, tops = self._piles.copy(), self._fresh_tops()
        for cell in cells:
            piles[cell] = (*piles.get(cell, ()), card)
            tops[cell] = card
        placement = Placement(self._layout, tops, card, cells)
        outcome = settle(placement, piles, reaches=self._table.seats > 1 and len(cells) == 1)
        return outcome, piles, tops

    def after(self, placing: Placing) -> Self:
        """The position after this legal turn: placing, taking, drawing and refilling."""
        card, cells = placing
        seat = self._mover
        outcome, piles, tops = self._settled(placing)

        # Drawing, then refilling (section 6.6).
        hand = list(self._hands[seat])
        for _ in cells:
            hand.remove(card)
        deck = self._deck
        drawn, deck = deck[: len(cells)], deck[len(cells) :]
        hand += drawn
        hand.sort()
        refilled: list[int] = []
        if deck:
            refilled = [cell for cell, pile in piles.items() if not pile][: len(deck)]
            for cell, top in zip(refilled, deck, strict=False):
                piles[cell] = (top,)
                tops[cell] = top
            deck = deck[len(refilled) :]

        hands = (*self._hands[:seat], tuple(hand), *self._hands[seat + 1 :])
        taken, scores = self._taken, self._scores
        if outcome.taken:
            taken = (*taken[:seat], tuple(sorted(taken[seat] + outcome.taken)), *taken[seat + 1 :])
        if outcome.points:
            scores = (*scores[:seat], scores[seat] + outcome.points, *scores[seat + 1 :])
        order = self._order
        if order[seat] is not None:
            order = (*order[:seat], None, *order[seat + 1 :])
        names_of = self._layout.names
        after = type(self)(
            self._table,
            piles,
            deck,
            hands,
            dealer=self._dealer,
            to_move=_next_seat(seat, hands),
            order=order,
            taken=taken,
            scores=scores,
            eclipse=outcome.eclipse,
            last=Last(
                seat,
                self.move(placing).text,
                outcome.roles,
                outcome.trick,
                outcome.multiplier,
                outcome.combo,
                outcome.reach,
                outcome.eclipse,
                outcome.points,
                names_of(refilled),
            ),
        )
        after._tops = tops
        if len(piles) == len(self._piles):  # the field has not grown
            after._places = self._places
        return after

    @property
    def _mover(self) -> int:
        if self._to_move is None:
            raise ValueError("The match is over: nobody is on the move.")
        return self._to_move

    @property
    def result(self) -> Result | None:
        """Section 7: places by points."""
        if self._to_move is not None:
            return None
        scores = self._scores
        return Result(tuple(1 + sum(other > score for other in scores) for score in scores), scores)

    # ------------------------------------------------------------------------------------- ---------- the hidden

    def determinise(self, seat: int, chance: Chance) -> Self:
        """The same for `seat`, while the deck and the hands of others are dealt anew from the cards it can't see.

        Order cards stay in their hands, and the deck never gets more jokers than are shuffled in the setup. One shuffle
        of the unseen cards is drawn; if more jokers than that are unseen, these are left out of it, and a second
        shuffle, of them and of what the deck did not take, fills the hands.
        """
        others = [other for other in range(self._table.seats) if other != seat]
        known = {other: [] if (due := self._order[other]) is None else [due] for other in others}
        unseen = Counter(self._deck)
        for other in others:
            unseen.update(self._hands[other])
            unseen.subtract(known[other])
        in_hands = sum(len(self._hands[other]) - len(known[other]) for other in others)
        wild = min(in_hands, max(0, unseen[JOKER] - pack_jokers(self._layout.name)))
        unseen[JOKER] -= wild
        dealt = [CARD_NUMBERS[name] for name in chance.shuffle(names(sorted(unseen.elements())))]
        deck, rest = dealt[: len(self._deck)], dealt[len(self._deck) :]
        if wild:
            rest = [CARD_NUMBERS[name] for name in chance.shuffle(names(sorted([*rest, *[JOKER] * wild])))]
        hands = list(self._hands)
        for other in others:
            missing = len(self._hands[other]) - len(known[other])
            hands[other] = tuple(sorted(known[other] + rest[:missing]))
            rest = rest[missing:]
        return type(self)(
            self._table,
            self._piles,
            tuple(deck),
            tuple(hands),
            dealer=self._dealer,
            to_move=self._to_move,
            order=self._order,
            taken=self._taken,
            scores=self._scores,
            eclipse=self._eclipse,
            last=self._last,
        )


def _next_seat(seat: int, hands: Sequence[Cards]) -> int | None:
    """The next seat in seat order that holds a card, perhaps the same one; None if no hand holds any."""
    seats = len(hands)
    return next((later % seats for later in range(seat + 1, seat + 1 + seats) if hands[later % seats]), None)
