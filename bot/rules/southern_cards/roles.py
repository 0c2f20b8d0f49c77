"""The tables of roles, and which of them are on the field (section 6.2)."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import product
from typing import NamedTuple, Protocol

from bot.rules.southern_cards.cards import EMPTY, JOKER, RANKS, SYMBOLS, rank, suit
from bot.rules.southern_cards.fields import LONGEST, SHORTEST, Layout, Line, Run

Cards = Sequence[int]
"""The cards of a run in line order. A joker stands for any card, so only the others can rule out a role."""


def _rank_changes_by(step: int, cards: Cards) -> bool:
    """Whether the rank changes by this step from cell to cell, with king and ace as neighbours."""
    first_ranks = {(rank(card) - step * place) % len(RANKS) for place, card in enumerate(cards) if card != JOKER}
    return len(first_ranks) <= 1


def in_sequence(cards: Cards) -> bool:
    return _rank_changes_by(1, cards) or _rank_changes_by(-1, cards)


def of_one_rank(cards: Cards) -> bool:
    return _rank_changes_by(0, cards)


def of_one_suit(cards: Cards) -> bool:
    return len({suit(card) for card in cards if card != JOKER}) <= 1


def ten_to_ace(cards: Cards) -> bool:
    royal = [RANKS.index(name) for name in ("10", "J", "Q", "K", "A")]
    return any(
        all(card == JOKER or rank(card) == needed for card, needed in zip(cards, ranks, strict=True))
        for ranks in (royal, royal[::-1])
    )


def all_jokers(cards: Cards) -> bool:
    return all(card == JOKER for card in cards)


class RoleKind(NamedTuple):
    """A kind of role: a number of cards that meet all conditions."""

    cards: int
    name: str
    points: int
    conditions: tuple[Callable[[Cards], bool], ...]


KINDS = (
    RoleKind(3, "sequence", 20, (in_sequence,)),
    RoleKind(3, "set", 30, (of_one_rank,)),
    RoleKind(3, "royal_sequence", 40, (in_sequence, of_one_suit)),
    RoleKind(3, "orion", 50, (all_jokers,)),
    RoleKind(4, "hyper_sequence", 40, (in_sequence,)),
    RoleKind(4, "four_cards", 60, (of_one_rank,)),
    RoleKind(4, "hyper_royal_sequence", 80, (in_sequence, of_one_suit)),
    RoleKind(5, "straight", 80, (in_sequence,)),
    RoleKind(5, "five_cards", 120, (of_one_rank,)),
    RoleKind(5, "straight_flush", 160, (in_sequence, of_one_suit)),
    RoleKind(5, "royal_straight_flush", 200, (ten_to_ace, of_one_suit)),
)

PEGASUS, PEGASUS_POINTS = "pegasus", 400  # not a run but the corners of a field: see `is_pegasus`
POINTS = {kind.name: kind.points for kind in KINDS} | {PEGASUS: PEGASUS_POINTS}

BEST_FIRST = {
    cards: sorted((kind for kind in KINDS if kind.cards == cards), key=lambda kind: -kind.points)
    for cards in range(SHORTEST, LONGEST + 1)
}
"""The kinds of roles by their number of cards."""


def kind_of(cards: Cards) -> str | None:
    """The best role that three to five cards make in this order; None if they make none, or one of them is missing."""
    if EMPTY in cards:
        return None
    for kind in BEST_FIRST[len(cards)]:
        if all(holds(cards) for holds in kind.conditions):
            return kind.name
    return None


def _kinds_of_three() -> tuple[tuple[tuple[str | None, ...], ...], ...]:
    of_rank = [[card for card in range(JOKER) if rank(card) == each] for each in range(len(RANKS))] + [[JOKER]]
    after: dict[tuple[int, int], list[str | None]] = defaultdict(lambda: [None] * SYMBOLS)
    for ranks in product(of_rank, repeat=SHORTEST):
        if kind_of([cards[0] for cards in ranks]):  # whether it is a role at all depends only on ranks
            for one, two, three in product(*ranks):
                after[one, two][three] = kind_of((one, two, three))
    nothing = (None,) * SYMBOLS
    symbols = range(SYMBOLS)
    return tuple(
        tuple(tuple(after[one, two]) if (one, two) in after else nothing for two in symbols) for one in symbols
    )


KIND_OF_THREE = _kinds_of_three()
"""`KIND_OF_THREE[one][two][three]` is `kind_of((one, two, three))`, for any three tops."""


class Tops(Protocol):
    """The top card of each cell, EMPTY where there is none."""

    def __getitem__(self, cell: int, /) -> int: ...

    def __setitem__(self, cell: int, top: int, /) -> None: ...

    def copy(self) -> "Tops": ...


class FoundRole(NamedTuple):
    """A role on the field: its cells and its kind."""

    cells: Run
    kind: str

    @property
    def points(self) -> int:
        return POINTS[self.kind]


Roles = Sequence[FoundRole]
"""In the order of section 6.2 no. 4: by their cells' places in reading order."""


def total_points(roles: Roles) -> int:
    return sum(role.points for role in roles)


def available(layout: Layout, tops: Tops, cells: Iterable[int]) -> Mapping[Line, Roles]:
    """The roles that contain one of these cells, line by line."""
    hit: dict[Line, list[int]] = {}
    for cell in cells:
        for line, (one, two, three) in layout.triples(cell):
            if KIND_OF_THREE[tops[one]][tops[two]][tops[three]]:
                hit.setdefault(line, []).append(cell)
    return {line: on_line(layout, tops, line, through) for line, through in hit.items()} if hit else {}


def on_line(layout: Layout, tops: Tops, line: Line, cells: Collection[int]) -> Roles:
    """The roles of one line that contain one of these cells."""
    through = [layout.runs(line, cell) for cell in cells]
    roles: list[FoundRole] = []
    for run in through[0] if len(through) == 1 else set().union(*through):
        kind = KIND_OF_THREE[tops[run[0]]][tops[run[1]]][tops[run[2]]]
        if kind is not None and len(run) > SHORTEST:
            kind = _kind_of_more(tops, run)
        if kind is not None:
            roles.append(FoundRole(run, kind))
    return sorted(roles)


def _kind_of_more(tops: Tops, run: Run) -> str | None:
    """The role of four or five cells, the first three of which make one: all three consecutive ones have to."""
    cards = [tops[cell] for cell in run]
    for one, two, three in zip(cards[1:], cards[2:], cards[3:], strict=False):
        if KIND_OF_THREE[one][two][three] is None:
            return None
    return kind_of(cards)


def completing(layout: Layout, tops: Tops, cell: int, cards: Collection[int]) -> set[int]:
    """Which of these cards complete a role on a cell."""
    cards_of_roles: set[int] = set()
    for _, triple in layout.triples(cell):
        place = triple.index(cell)
        run = [tops[each] for each in triple]
        run[place] = JOKER
        if EMPTY not in run:
            for card in cards:
                run[place] = card
                one, two, three = run
                if KIND_OF_THREE[one][two][three]:
                    cards_of_roles.add(card)
    return cards_of_roles
