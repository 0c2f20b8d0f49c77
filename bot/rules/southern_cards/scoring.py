"""What a placement scores, in the order of the rules page, sections 6.2 to 6.5.

Which of the roles on the field (`roles`) a placement takes (`completed_roles`), the Pegasus, tricks (`TRICKS`), combos,
total eclipse and reaches; `settle` at the end does all of it.

Most placements complete nothing, which is quick to find out: every role of four or five cards contains a role of three
consecutive cells, so only the runs of three through the placed cells are looked up in a table.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from bot.rules.southern_cards.cards import CARDS, EMPTY, JOKER, RANKS, SYMBOLS, rank
from bot.rules.southern_cards.fields import LAYOUTS, LONGEST, Layout, Line, Run
from bot.rules.southern_cards.roles import PEGASUS, FoundRole, Roles, Tops, available, total_points

# ------------------------------------------------------------------------- which of them a placement takes: section 6.2


class Placement(NamedTuple):
    """One card placed on one cell, or jokers placed on several; `tops` includes them."""

    layout: Layout
    tops: Tops
    card: int
    cells: Sequence[int]


Excludes = Callable[[FoundRole, FoundRole], bool]


def excluded_by(placed: Sequence[int]) -> Excludes:
    """Whether two roles of one line exclude each other after placing these cells."""

    def excludes(one: FoundRole, other: FoundRole) -> bool:
        shared = set(one.cells) & set(other.cells)
        return not shared.issubset(placed) or len(shared) in (len(one.cells), len(other.cells))

    return excludes


def share_a_cell(one: FoundRole, other: FoundRole) -> bool:
    """Whether two roles of one line exclude each other in a combo step (section 6.4)."""
    return not set(one.cells).isdisjoint(other.cells)


def maximal_sets(roles: Roles, excludes: Excludes) -> list[Roles]:
    """Every set of roles of one line without exclusion to which no other role could be added."""
    if len(roles) == 1:
        return [roles]
    numbers = range(len(roles))
    goes_with = [
        {other for other in numbers if other != one and not excludes(roles[one], roles[other])} for one in numbers
    ]

    def extend(choose_roles: list[int], candidates: set[int], excluded: set[int]) -> Iterator[list[int]]:
        # Each set is found once: a role that has been tried next is excluded from the sets that follow.
        if not candidates and not excluded:
            yield choose_roles
        for role in sorted(candidates):
            yield from extend([*choose_roles, role], candidates & goes_with[role], excluded & goes_with[role])
            candidates = candidates - {role}
            excluded = excluded | {role}

    return [[roles[number] for number in sorted(choose_roles)] for choose_roles in extend([], set(numbers), set())]


def preference(roles: Roles, multiplier: int = 1) -> tuple[int, int, int, list[Run]]:
    """Sorts maximal sets: the smallest comes first (1 to 4)."""
    return (
        -multiplier * total_points(roles),
        len(roles),
        -sum(len(role.cells) for role in roles),
        sorted(role.cells for role in roles),
    )


def best_on_line(roles: Roles, excludes: Excludes) -> Roles:
    """The roles taken of those of one line if points are simply added up."""
    return roles if len(roles) == 1 else min(maximal_sets(roles, excludes), key=preference)


def best_by_lines(lines: Mapping[Line, Roles], excludes: Excludes) -> Roles:
    """The roles taken if points are simply added up: then each line can be decided by itself."""
    return sorted(role for roles in lines.values() for role in best_on_line(roles, excludes))


def choose_roles(placement: Placement, lines: Mapping[Line, Roles]) -> Roles:
    """The roles that a placement takes, out of all available; the Pegasus isn't part of this choice."""
    excludes = excluded_by(placement.cells)
    if placement.card == JOKER:  # no multiplier is above 1
        return best_by_lines(lines, excludes)
    choices = [maximal_sets(roles, excludes) for roles in lines.values()]
    sets: Iterator[Roles] = ([role for roles in one_each for role in roles] for one_each in product(*choices))
    best = min(sets, key=lambda roles: preference(roles, trick_of(placement, roles).multiplier))
    return sorted(best)


# ---------------------------------------------------------------------------------------------- Pegasus: section 6.2

CLASSIC = LAYOUTS["classic"]
CORNERS = tuple(cell for cell in CLASSIC.start if CLASSIC.cell_name(cell) in ("a3", "c3", "a1", "c1"))


def is_pegasus(placement: Placement) -> bool:
    """Whether a joker was placed on a corner, all corners now show jokers, and no cell is empty."""
    layout, tops, card, cells = placement
    return (
        layout is CLASSIC
        and card == JOKER
        and any(cell in CORNERS for cell in cells)
        and all(tops[corner] == JOKER for corner in CORNERS)
        and all(tops[cell] != EMPTY for cell in layout.start)
    )


def with_pegasus(placement: Placement, roles: Roles) -> Roles:
    """These roles with the Pegasus, if it was completed, in place of those on the six lines through corners."""
    if not is_pegasus(placement):
        return roles
    middle = [role for role in roles if not any(corner in role.cells for corner in CORNERS)]
    return sorted([FoundRole(CLASSIC.start, PEGASUS), *middle])


def completed_roles(placement: Placement) -> Roles:
    """The roles that a placement takes, including the Pegasus."""
    lines = available(placement.layout, placement.tops, placement.cells)
    return with_pegasus(placement, choose_roles(placement, lines)) if lines else ()


# ----------------------------------------------------------------------------------------------- tricks: section 6.3

Condition = Callable[[Placement, Roles], bool]
"""A trick's condition on a placement and the roles it takes."""


def on(*layouts: str) -> Condition:
    return lambda placement, roles: placement.layout.name in layouts


def of_roles(*numbers: int) -> Condition:
    return lambda placement, roles: len(roles) in numbers


def of_points(points: int) -> Condition:
    """A condition on the sum of the roles before it is multiplied."""
    return lambda placement, roles: total_points(roles) == points


def places_joker(placement: Placement, roles: Roles) -> bool:
    return placement.card == JOKER


def places_two_jokers(placement: Placement, roles: Roles) -> bool:
    return placement.card == JOKER and len(placement.cells) == 2


def with_joker(placement: Placement, roles: Roles) -> bool:
    """Whether a joker was placed or is in one of the roles."""
    return placement.card == JOKER or any(placement.tops[cell] == JOKER for role in roles for cell in role.cells)


def no_joker(placement: Placement, roles: Roles) -> bool:
    return not with_joker(placement, roles)


def on_centre(placement: Placement, roles: Roles) -> bool:
    return not placement.layout.centre.isdisjoint(placement.cells)


def on_centre_of_all(placement: Placement, roles: Roles) -> bool:
    """Whether one of the placed centre cells is in every role."""
    placed = placement.layout.centre.intersection(placement.cells)
    return any(all(cell in role.cells for role in roles) for cell in placed)


def all_of_five_cards(placement: Placement, roles: Roles) -> bool:
    return all(len(role.cells) == LONGEST for role in roles)


def has_pegasus(placement: Placement, roles: Roles) -> bool:
    return any(role.kind == PEGASUS for role in roles)


class Trick(NamedTuple):
    """The name for several roles taken together, None if there is none, and the multiplier of their sum."""

    name: str | None
    multiplier: int


NO_TRICK = Trick(None, 1)

TRICKS: tuple[tuple[Trick, tuple[Condition, ...]], ...] = (
    (Trick("pegasus", 1), (has_pegasus,)),
    (NO_TRICK, (of_roles(0, 1),)),
    (Trick("zodiac_cross", 1), (on("zodiac"), of_roles(6), places_joker, on_centre)),
    (Trick("supernova", 10), (on("zodiac"), of_roles(5, 6), no_joker, on_centre)),  # no more than six lines meet there
    (Trick("queen_of_empire", 25), (on("gogo"), of_roles(4), no_joker, on_centre, all_of_five_cards, of_points(600))),
    (Trick("nirvana", 25), (on("gogo"), of_roles(4), no_joker, on_centre, all_of_five_cards)),
    (Trick("ultimate_grand_cross", 9), (on("classic"), of_roles(4), no_joker, of_points(110))),
    (Trick("grand_cross", 9), (on("classic", "shishi"), of_roles(4), no_joker)),
    (Trick("southern_cross", 1), (on("classic", "shishi"), of_roles(4), with_joker, on_centre_of_all)),
    (Trick("saturn", 1), (on("classic"), of_roles(5), places_two_jokers)),
)
"""The first trick whose conditions are all met applies; otherwise one by the number of roles."""

BY_NUMBER = ("double", "triple", "quadruple", "quintuple", "sextuple", "septuple", "octuple")
"""The tricks of two roles, three, and so on; then `multiple`. Without a joker, the name begins with `extra_`."""


def trick_of(placement: Placement, roles: Roles) -> Trick:
    for trick, conditions in TRICKS:
        if all(holds(placement, roles) for holds in conditions):
            return trick
    number = len(roles)
    name = BY_NUMBER[number - 2] if number - 2 < len(BY_NUMBER) else "multiple"
    return Trick(name, 1) if with_joker(placement, roles) else Trick(f"extra_{name}", number)


# ---------------------------------------------------------------------------------- removing and combos: section 6.4

Piles = dict[int, tuple[int, ...]]
"""The cards on each cell of a field, bottom to top; the cells in refill order."""


def remove(piles: Piles, tops: Tops, cells: Iterable[int]) -> list[int]:
    """Removes the top card of each of these cells and returns the cards."""
    cards = []
    for cell in cells:
        *left, top = piles[cell]
        cards.append(top)
        piles[cell] = tuple(left)
        tops[cell] = left[-1] if left else EMPTY
    return cards


# -------------------------------------------------------------------------------- total eclipse and reach: section 6.5

ECLIPSE_POINTS = 50
REACH_POINTS, MOST_REACHES = 5, 8
REACHES = ((1, "normal"), (2, "double"), (3, "triple"), (6, "super"), (7, "rainbow"))
"""The names of reaches by the number of their cells, each up to its number; more are a Southern Cross reach."""


def reach_name(cells: int) -> str:
    """The name of a reach of this many cells, 1 or more, as shown: `southern_cross` for 8 and more."""
    return next((name for most, name in REACHES if cells <= most), "southern_cross")


def _fitting(card: int, distance: int) -> tuple[bool, ...]:
    """For each top, whether it makes a reach with this card at this distance in the line."""

    def fits(top: int) -> bool:
        if top in (JOKER, EMPTY):
            return False
        apart = (rank(card) - rank(top)) % len(RANKS)
        return apart in (0, distance, len(RANKS) - distance)

    return tuple(fits(top) for top in range(SYMBOLS))


NEAR = tuple(_fitting(card, 1) for card in range(JOKER))
FAR = tuple(_fitting(card, 2) for card in range(JOKER))


def reach_cells(placement: Placement) -> list[int]:
    """The cells on which some card would complete three with the single one placed, in reading order."""
    layout, tops, card, (cell,) = placement
    near, far = NEAR[card], FAR[card]
    reach: list[int] = []
    for other, distance, cells in layout.neighbours(cell):
        if near[tops[other]] if distance == 1 else far[tops[other]]:
            reach.extend(cells)
    return sorted(set(reach))


def reach_points(cells: int) -> int:
    return REACH_POINTS * min(cells, MOST_REACHES)


# --------------------------------------------------------------------------------------------------- the whole turn


class Role(NamedTuple):
    """A role that was taken: its cells in line order, their cards before they were removed, its points."""

    kind: str
    cells: tuple[str, ...]
    cards: tuple[str, ...]
    points: int


class PlacementScore(NamedTuple):
    """Everything a placement scores.

    `roles` are those of the placement itself; its `trick` and `multiplier`; `combo` the roles of each combo step;
    `reach` the reach cells in reading order; `eclipse` whether it cleared the field for points; `points` the total;
    `taken` the cards that leave the field; `cleared` whether no card is left on the field after roles were taken.
    """

    roles: tuple[Role, ...] = ()
    trick: str | None = None
    multiplier: int = 1
    combo: tuple[tuple[Role, ...], ...] = ()
    reach: tuple[str, ...] = ()
    eclipse: bool = False
    points: int = 0
    taken: tuple[int, ...] = ()
    cleared: bool = False


def settle(placement: Placement, piles: Piles, *, reaches: bool) -> PlacementScore:
    """The outcome of a placement, before drawing. It is already on `piles`; what it takes is removed there."""
    layout, tops, card, _ = placement
    roles = completed_roles(placement)
    if not roles:
        reach = layout.names(reach_cells(placement)) if reaches and card != JOKER else ()
        return PlacementScore(reach=reach, points=reach_points(len(reach)))

    trick, multiplier = trick_of(placement, roles)
    points = multiplier * total_points(roles)
    first = _name_roles(layout, tops, roles)
    taken: list[int] = []
    combo: list[tuple[Role, ...]] = []
    while True:
        cells = {cell for role in roles for cell in role.cells}
        taken += remove(piles, tops, cells)
        uncovered = [cell for cell in cells if piles[cell]]
        roles = best_by_lines(available(layout, tops, uncovered), share_a_cell)
        if not roles:
            break
        points += total_points(roles)
        combo.append(_name_roles(layout, tops, roles))

    cleared = not any(piles.values())
    eclipse = cleared and layout.name != "ultra"
    points += ECLIPSE_POINTS * eclipse
    return PlacementScore(
        first,
        trick,
        multiplier,
        tuple(combo),
        eclipse=eclipse,
        points=points,
        taken=tuple(taken),
        cleared=cleared,
    )


def _name_roles(layout: Layout, tops: Tops, roles: Roles) -> tuple[Role, ...]:
    return tuple(
        [
            Role(role.kind, layout.names(role.cells), tuple([CARDS[tops[cell]] for cell in role.cells]), role.points)
            for role in roles
        ]
    )
