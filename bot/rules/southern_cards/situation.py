"""A position of Southern Cross cards: what is legal, what one turn does, the end, dealing hidden cards."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, field, fields, replace
from itertools import pairwise
from typing import NamedTuple, Self

from bot.rules.api import Chance, Result, State
from bot.rules.cached import cached
from bot.rules.southern_cards.cards import CARD_NUMBERS, CARDS, EMPTY, JOKER, names, pack_jokers
from bot.rules.southern_cards.fields import LAYOUTS, Layout, Move, Table, touching
from bot.rules.southern_cards.joint_jokers import Together, is_joint
from bot.rules.southern_cards.roles import Roles, Tops, completing
from bot.rules.southern_cards.scoring import Piles, Placement, PlacementScore, Role, completed_roles, settle

Cards = tuple[int, ...]


class Last(NamedTuple):
    """The last turn, as the position document describes it (section 9)."""

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
    """The top cards of a growing field; EMPTY outside the field."""

    def __missing__(self, cell: int) -> int:
        self[cell] = EMPTY  # so that the next lookup is fast
        return EMPTY

    def copy(self) -> "_GrowingTops":
        return _GrowingTops(self)


class Placing(NamedTuple):
    """A move inside the engine: the card, and the cells in reading order."""

    card: int
    cells: tuple[int, ...]


def top_cards(layout: Layout, piles: Piles) -> Tops:
    pairs = [(cell, pile[-1] if pile else EMPTY) for cell, pile in piles.items()]
    return _GrowingTops(pairs) if layout.grows else [top for _, top in pairs]


def place(table: Table, piles: Piles, tops: Tops, placing: Placing) -> PlacementScore:
    """Places the card and takes what it completes, both on `piles` and their `tops`. Returns what that scores."""
    card, cells = placing
    for cell in cells:
        piles[cell] = (*piles.get(cell, ()), card)
        tops[cell] = card
    placement = Placement(LAYOUTS[table.layout], tops, card, cells)
    return settle(placement, piles, reaches=table.seats > 1 and len(cells) == 1)


@dataclass(frozen=True, slots=True, eq=False)
class Situation(State[Move]):
    """Everything in the position document, and nothing else.

    `piles` are the cards on each cell of the field, bottom to top, the cells in refill order; cards and cells are
    numbers as in `cards` and `fields`. Arguments are stored as they are and never changed.
    """

    table: Table
    piles: Piles
    deck: Cards
    """The cards still to be drawn, top first."""
    hands: tuple[Cards, ...]
    _: KW_ONLY
    dealer: int
    to_move: int | None = field()  # not the property of `State`
    order: tuple[int | None, ...]
    """For each seat the order card it still has to place."""
    taken: tuple[Cards, ...]
    scores: tuple[int, ...]
    eclipse: bool = False
    """Whether the next placement has to use a centre cell."""
    last: Last | None = None
    """What the last turn did; None at the start."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self._content == other._content

    def __hash__(self) -> int:
        return hash(self._content)

    @property
    def _content(self) -> tuple[object, ...]:
        """All fields; two fields with a different order of cells refill differently."""
        return (*self.piles.items(), *(getattr(self, one.name) for one in fields(self) if one.name != "piles"))

    # ------------------------------------------------------------------------------------------ what can be asked

    @property
    def hand(self) -> Cards:
        """The cards of the seat to move."""
        return () if self.to_move is None else self.hands[self.to_move]

    @property
    def due(self) -> int | None:
        """The order card that the seat to move must place now, in the first round; None later."""
        return None if self.to_move is None else self.order[self.to_move]

    @cached
    def layout(self) -> Layout:
        return LAYOUTS[self.table.layout]

    @cached
    def places(self) -> tuple[int, ...]:
        """The cells where a card may be placed, judging by position alone, in reading order."""
        if not self.layout.grows:
            return self.layout.start
        return tuple(sorted(touching(self.piles).union(self.piles))) or tuple(self.layout.centre)

    # ------------------------------------------------------------------------------------------------------ moves

    def legal(self) -> list[Move]:
        return list(self._legal)

    @cached
    def _legal(self) -> tuple[Move, ...]:
        """Single cards in card order, then two jokers, three, four; each by their cells in reading order."""
        hand, layout, places = self.hand, self.layout, self.places
        if not hand:
            return ()
        cells = tuple([cell for cell in places if cell in layout.centre]) if self.eclipse else places
        cards = sorted(set(hand)) if self.due is None else [self.due]
        if layout.name == "ultra":
            return tuple(self._moves_on_ultra(cards, cells))
        moves: list[Move] = []
        for card in cards:
            moves += layout.moves(card, cells)
        return (*moves, *(self.move(Placing(JOKER, joint)) for joint in self._joint()))

    def _moves_on_ultra(self, cards: Sequence[int], cells: tuple[int, ...]) -> list[Move]:
        """Leaves out placements that would clear the field, unless there are no others."""
        everything = [Placing(card, (cell,)) for card in cards for cell in cells]
        together = [Placing(JOKER, joint) for joint in self._joint()]
        tops = self._fresh_tops()
        taking = {Placing(card, (cell,)) for cell in cells for card in completing(self.layout, tops, cell, cards)}
        keeping = [placing for placing in everything if placing not in taking or not self.clears(placing)]
        keeping += [placing for placing in together if not self.clears(placing)]
        return [self.move(placing) for placing in keeping or everything + together]

    def _joint(self) -> list[tuple[int, ...]]:
        """The sets of cells on which several jokers may be placed, apart from `ultra`'s own rule."""
        most = self.most_jokers
        if most < 2:
            return []
        centre = self.layout.centre
        together = Together(self.layout, self._fresh_tops(), self.places)
        return [
            cells
            for jokers in range(2, most + 1)
            for cells in together.sets(jokers)
            if not self.eclipse or not centre.isdisjoint(cells)
        ]

    @property
    def most_jokers(self) -> int:
        """How many jokers the seat to move can place together: 0, 1 or more."""
        if self.due is not None:
            return int(self.due == JOKER)
        return min(self.hand.count(JOKER), self.table.most_jokers)

    def move(self, placing: Placing) -> Move:
        return Move(CARDS[placing.card], self.layout.names(placing.cells))

    def placing(self, move: object) -> Placing | None:
        """A move in the engine's form, legal or not; None if it names no card or no cells."""
        try:
            if not isinstance(move, Move) or not isinstance(move.cells, tuple):
                return None
            card = CARD_NUMBERS.get(move.card)
            cells = [self.layout.cell_number(name) for name in move.cells]
        except (AttributeError, TypeError):  # a Move of something other than texts
            return None
        order_cards = tuple([cell for cell in cells if cell is not None])
        return (
            Placing(card, order_cards) if card is not None and order_cards and len(order_cards) == len(cells) else None
        )

    def is_legal(self, move: object) -> bool:
        """Whether this is one of `legal()`; accepts anything."""
        placing = self.placing(move)
        return placing is not None and self.allows(placing)

    def allows(self, placing: Placing) -> bool:
        if not self.may_try(placing):
            return False
        return self.layout.name != "ultra" or not self.clears(placing) or self.move(placing) in self._legal

    def may_try(self, placing: Placing) -> bool:
        """Whether a placement is legal apart from `ultra`'s own rule."""
        card, cells = placing
        hand, layout, due = self.hand, self.layout, self.due
        if card not in hand or (due is not None and card != due):
            return False
        places = self.places if layout.grows else self.piles
        if any(cell not in places for cell in cells) or (self.eclipse and layout.centre.isdisjoint(cells)):
            return False
        if len(cells) == 1:
            return True
        if card != JOKER or len(cells) > self.most_jokers or any(a >= b for a, b in pairwise(cells)):
            return False
        return is_joint(self.completed_roles(placing), cells)

    def completed_roles(self, placing: Placing) -> Roles:
        """The roles that a placement would take."""
        tops = self._fresh_tops()
        for cell in placing.cells:
            tops[cell] = placing.card
        return completed_roles(Placement(self.layout, tops, *placing))

    def clears(self, placing: Placing) -> bool:
        """Whether no card would be left on the field after its roles and combos are taken."""
        return self.settle(placing)[0].cleared

    # ------------------------------------------------------------------------------------------------------- play

    @cached
    def _tops(self) -> Tops:
        return top_cards(self.layout, self.piles)

    def _fresh_tops(self) -> Tops:
        """The top card of each cell, as a copy."""
        return self._tops.copy()

    def settle(self, placing: Placing) -> tuple[PlacementScore, Piles, Tops]:
        """What a placement scores, and the field and its top cards after it."""
        piles, tops = self.piles.copy(), self._fresh_tops()
        return place(self.table, piles, tops, placing), piles, tops

    def after(self, placing: Placing) -> Self:
        """The position after this legal turn: placing, taking, drawing and refilling."""
        card, cells = placing
        seat = self._mover
        outcome, piles, tops = self.settle(placing)

        # Drawing, then refilling (section 6.6).
        hand = list(self.hands[seat])
        for _ in cells:
            hand.remove(card)
        deck = self.deck
        new_cards, deck = deck[: len(cells)], deck[len(cells) :]
        hand += new_cards
        hand.sort()
        refilled: list[int] = []
        if deck:
            refilled = [cell for cell, pile in piles.items() if not pile][: len(deck)]
            for cell, top in zip(refilled, deck, strict=False):
                piles[cell] = (top,)
                tops[cell] = top
            deck = deck[len(refilled) :]

        hands = (*self.hands[:seat], tuple(hand), *self.hands[seat + 1 :])
        taken, scores = self.taken, self.scores
        if outcome.taken:
            taken = (*taken[:seat], tuple(sorted(taken[seat] + outcome.taken)), *taken[seat + 1 :])
        if outcome.points:
            scores = (*scores[:seat], scores[seat] + outcome.points, *scores[seat + 1 :])
        order = self.order
        if order[seat] is not None:
            order = (*order[:seat], None, *order[seat + 1 :])
        names_of = self.layout.names
        after = type(self)(
            self.table,
            piles,
            deck,
            hands,
            dealer=self.dealer,
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
        vars(after)["_tops"] = tops
        if "places" in vars(self) and len(piles) == len(self.piles):  # the field has not grown
            vars(after)["places"] = self.places
        return after

    @property
    def _mover(self) -> int:
        if self.to_move is None:
            raise ValueError("The match is over: nobody is on the move.")
        return self.to_move

    @property
    def result(self) -> Result | None:
        """Section 7: places by points."""
        return places_by_points(self.scores) if self.to_move is None else None

    # ------------------------------------------------------------------------------------- ---------- the hidden

    def determinise(self, seat: int, chance: Chance) -> Self:
        """The same position for `seat`, with the deck and the other hands dealt again from the cards it can't see.

        Order cards stay in their hands, and the deck never gets more jokers than are shuffled in the setup. One shuffle
        of the unseen cards is drawn; if more jokers than that are unseen, these are left out of it, and a second
        shuffle, of them and of what the deck did not take, fills the hands.
        """
        others = [other for other in range(self.table.seats) if other != seat]
        order_cards = {other: [] if (due := self.order[other]) is None else [due] for other in others}
        unseen = Counter(self.deck)
        for other in others:
            unseen.update(self.hands[other])
            unseen.subtract(order_cards[other])
        in_hands = sum(len(self.hands[other]) - len(order_cards[other]) for other in others)
        wild = min(in_hands, max(0, unseen[JOKER] - pack_jokers(self.layout.name)))
        unseen[JOKER] -= wild
        dealt = [CARD_NUMBERS[name] for name in chance.shuffle(names(sorted(unseen.elements())))]
        deck, rest = dealt[: len(self.deck)], dealt[len(self.deck) :]
        if wild:
            rest = [CARD_NUMBERS[name] for name in chance.shuffle(names(sorted([*rest, *[JOKER] * wild])))]
        hands = list(self.hands)
        for other in others:
            missing = len(self.hands[other]) - len(order_cards[other])
            hands[other] = tuple(sorted(order_cards[other] + rest[:missing]))
            rest = rest[missing:]
        return replace(self, deck=tuple(deck), hands=tuple(hands))


def places_by_points(scores: Sequence[int]) -> Result:
    """Section 7: equal points share a place."""
    return Result(tuple(1 + sum(other > score for other in scores) for score in scores), tuple(scores))


def _next_seat(seat: int, hands: Sequence[Cards]) -> int | None:
    """The next seat in seat order that holds a card, possibly the same one; None if no hand holds any."""
    seats = len(hands)
    return next((later % seats for later in range(seat + 1, seat + 1 + seats) if hands[later % seats]), None)
