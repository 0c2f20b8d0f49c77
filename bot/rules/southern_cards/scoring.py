"""What a placement scores: roles, which of them are taken, tricks, combos, reaches (sections 6.2 to 6.5).

Read in this order: `kind_of` says what role the cards of a run make; `available` finds the roles that a placement
completes; `chosen` picks those that are taken; `trick_of` names the trick and its multiplier; `settle` does all of it,
removes the cards, and goes on with combos, total eclipse and reaches.

Most placements complete nothing, and that is found out quickly: every role of four or five cards holds a role of three
of its neighbouring cells, so only the runs of three through the placed cells are looked up, in a table made once.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import NamedTuple, Protocol

from bot.rules.southern_cards.cards import CARDS, EMPTY, JOKER, RANKS, SYMBOLS, rank, suit
from bot.rules.southern_cards.fields import LAYOUTS, LONGEST, SHORTEST, Layout, Line, Run, Triple

# ------------------------------------------------------------------------------------------------------------ roles

POINTS = {
    "sequence": 20,
    "set": 30,
    "royal_sequence": 40,
    "orion": 50,
    "hyper_sequence": 40,
    "four_cards": 60,
    "hyper_royal_sequence": 80,
    "straight": 80,
    "five_cards": 120,
    "straight_flush": 160,
    "royal_straight_flush": 200,
    "pegasus": 400,
}
"""The kinds of roles, and their points."""

SEQUENCES = {3: "sequence", 4: "hyper_sequence", 5: "straight"}
EQUALS = {3: "set", 4: "four_cards", 5: "five_cards"}
FLUSHES = {3: "royal_sequence", 4: "hyper_royal_sequence", 5: "straight_flush"}
TEN, ACE = RANKS.index("10"), RANKS.index("A")


def kind_of(cards: Sequence[int]) -> str | None:
    """The best role that three to five cards make in this order; None if they make none, or one of them is missing."""
    if EMPTY in cards:
        return None
    length = len(cards)
    held = [(place, card) for place, card in enumerate(cards) if card != JOKER]
    if length == SHORTEST and not held:
        return "orion"
    # A sequence is told by the rank of its first card, which every card that is no joker has to agree about.
    rising = {(rank(card) - place) % len(RANKS) for place, card in held}
    falling = {(rank(card) + place) % len(RANKS) for place, card in held}
    kinds = []
    if len(rising) <= 1 or len(falling) <= 1:
        kinds.append(SEQUENCES[length])
        if len({suit(card) for _, card in held}) <= 1:
            kinds.append(FLUSHES[length])
            if length == LONGEST and (rising <= {TEN} or falling <= {ACE}):
                kinds.append("royal_straight_flush")
    if len({rank(card) for _, card in held}) <= 1:
        kinds.append(EQUALS[length])
    return max(kinds, key=POINTS.__getitem__, default=None)


KINDS = (None, *POINTS)


def _table_of_three() -> bytes:
    """For any three tops the place of their role in KINDS, at `one` * SYMBOLS**2 + `two` * SYMBOLS + `three`."""
    table = bytearray(SYMBOLS**SHORTEST)
    of_rank = [[card for card in range(JOKER) if rank(card) == each] for each in range(len(RANKS))] + [[JOKER]]
    for ranks in product(of_rank, repeat=SHORTEST):
        if kind_of([cards[0] for cards in ranks]):  # whether it is a role at all is a matter of ranks alone
            for one, two, three in product(*ranks):
                table[(one * SYMBOLS + two) * SYMBOLS + three] = KINDS.index(kind_of((one, two, three)))
    return bytes(table)


OF_THREE = _table_of_three()

CORNERS = (0, 2, 6, 8)  # a3 c3 a1 c1, where the jokers of a Pegasus show


class Tops(Protocol):
    """The top card of each cell, EMPTY where there is none."""

    def __getitem__(self, cell: int, /) -> int: ...

    def __setitem__(self, cell: int, top: int, /) -> None: ...

    def copy(self) -> "Tops": ...


class Found(NamedTuple):
    """A role on the field: where it lies and what it is."""

    cells: Run
    kind: str

    @property
    def points(self) -> int:
        return POINTS[self.kind]


Roles = Sequence[Found]
"""In the order of section 6.2 no. 4: by their cells' places in reading order."""


def available(layout: Layout, tops: Tops, cells: Iterable[int]) -> Mapping[Line, Roles]:
    """The roles that contain one of these cells, line by line."""
    hit: dict[Line, list[int]] = {}
    for cell in cells:
        for line, (one, two, three) in layout.triples(cell):
            if OF_THREE[(tops[one] * SYMBOLS + tops[two]) * SYMBOLS + tops[three]]:
                hit.setdefault(line, []).append(cell)
    return {line: on_line(layout, tops, line, through) for line, through in hit.items()} if hit else {}


def on_line(layout: Layout, tops: Tops, line: Line, cells: Iterable[int]) -> Roles:
    """The roles of one line that contain one of these cells."""
    runs = {run for cell in cells for run in layout.runs(line, cell)}
    kinds = ((run, kind_at(tops, run)) for run in runs)
    return sorted(Found(run, kind) for run, kind in kinds if kind is not None)


def kind_at(tops: Tops, run: Run) -> str | None:
    """The role that the tops of a run make. Every three neighbours of a longer one have to make a role themselves."""
    cards = [tops[cell] for cell in run]
    one, two, *more = cards
    kind = 0
    for three in more:
        kind = OF_THREE[(one * SYMBOLS + two) * SYMBOLS + three]
        if not kind:
            return None
        one, two = two, three
    return KINDS[kind] if len(run) == SHORTEST else kind_of(cards)


def completing(layout: Layout, tops: Tops, cell: int, cards: Collection[int]) -> set[int]:
    """Which of these cards complete a role on a cell."""
    found: set[int] = set()
    for _, triple in layout.triples(cell):
        place = triple.index(cell)
        shown = [tops[each] for each in triple]
        shown[place] = JOKER
        if EMPTY not in shown:
            for card in cards:
                shown[place] = card
                one, two, three = shown
                if OF_THREE[(one * SYMBOLS + two) * SYMBOLS + three]:
                    found.add(card)
    return found


# ----------------------------------------------------------------------------------------- which of them are taken

Excludes = Callable[[Found, Found], bool]


def excluded_by(placed: Sequence[int]) -> Excludes:
    """When two roles of one line exclude each other after these cells were placed (section 6.2)."""

    def excludes(one: Found, other: Found) -> bool:
        shared = set(one.cells) & set(other.cells)
        return not shared.issubset(placed) or len(shared) in (len(one.cells), len(other.cells))

    return excludes


def share_a_cell(one: Found, other: Found) -> bool:
    """When two roles of one line exclude each other in a combo step (section 6.4)."""
    return not set(one.cells).isdisjoint(other.cells)


def maximal_sets(roles: Roles, excludes: Excludes) -> list[Roles]:
    """Every set of roles of one line without exclusion to which no other of them could be added."""
    if len(roles) == 1:
        return [roles]
    numbers = range(len(roles))
    goes_with = [
        {other for other in numbers if other != one and not excludes(roles[one], roles[other])} for one in numbers
    ]

    def grown(taken: list[int], candidates: set[int], refused: set[int]) -> Iterator[list[int]]:
        # Every set is found once: what has been tried as the next role is refused in the sets that follow.
        if not candidates and not refused:
            yield taken
        for role in sorted(candidates):
            yield from grown([*taken, role], candidates & goes_with[role], refused & goes_with[role])
            candidates = candidates - {role}
            refused = refused | {role}

    return [[roles[number] for number in sorted(taken)] for taken in grown([], set(numbers), set())]


def preference(points: int, roles: Roles) -> tuple[int, int, int, list[Run]]:
    """What decides between maximal sets: the smallest comes first (section 6.2, 1 to 4)."""
    return -points, len(roles), -sum(len(role.cells) for role in roles), sorted(role.cells for role in roles)


def _added_up(roles: Roles) -> tuple[int, int, int, list[Run]]:
    return preference(sum(role.points for role in roles), roles)


def best_by_lines(lines: Mapping[Line, Roles], excludes: Excludes) -> Roles:
    """The roles taken when points are only added up: then every line may be decided by itself."""
    return sorted(role for roles in lines.values() for role in min(maximal_sets(roles, excludes), key=_added_up))


def chosen(layout: Layout, tops: Tops, card: int, placed: Sequence[int], lines: Mapping[Line, Roles]) -> Roles:
    """The roles that a placement takes, of all that are available."""
    if card == JOKER:  # no multiplier is above 1
        return best_by_lines(lines, excluded_by(placed))
    choices = [maximal_sets(roles, excluded_by(placed)) for roles in lines.values()]
    sets: Iterator[Roles] = ([role for roles in one_each for role in roles] for one_each in product(*choices))

    def best(roles: Roles) -> tuple[int, int, int, list[Run]]:
        _, multiplier = trick_of(Placement(layout.name, tops, card, placed, roles))
        return preference(multiplier * sum(role.points for role in roles), roles)

    taken = min(sets, key=best)
    return sorted(taken)


def with_pegasus(layout: Layout, tops: Tops, card: int, placed: Sequence[int], roles: Roles) -> Roles:
    """The same roles with the Pegasus in place of its six lines, if it has been completed (section 6.2)."""
    if (
        layout.name != "classic"
        or card != JOKER
        or any(tops[corner] != JOKER for corner in CORNERS)
        or not any(cell in CORNERS for cell in placed)
        or any(tops[cell] == EMPTY for cell in layout.start)
    ):
        return roles
    middle = [role for role in roles if not any(corner in role.cells for corner in CORNERS)]
    return sorted([Found(layout.start, "pegasus"), *middle])


# ----------------------------------------------------------------------------------------------------------- tricks


class Placement(NamedTuple):
    """What the trick of a placement depends on; `roles` are the roles taken."""

    layout: str
    tops: Tops
    card: int
    placed: Sequence[int]
    roles: Roles

    @property
    def with_joker(self) -> bool:
        return self.card == JOKER or any(self.tops[cell] == JOKER for role in self.roles for cell in role.cells)

    @property
    def sum(self) -> int:
        return sum(role.points for role in self.roles)

    @property
    def middles(self) -> list[int]:
        """The centre cells that were placed."""
        centre = LAYOUTS[self.layout].centre
        return [cell for cell in self.placed if cell in centre]


class Special(NamedTuple):
    """A trick with a name of its own: every condition that is given must hold.

    `layouts` it is for; from `least` to `most` roles; whether with a joker among placed cards and roles; a role of the
    kind `kind` among them; a centre cell placed, and one that lies in every role; how many jokers were placed; the
    number of cards of every role; the sum of the roles' points.
    """

    trick: str
    multiplier: int
    layouts: tuple[str, ...]
    least: int
    most: int
    with_joker: bool | None = None
    kind: str | None = None
    on_centre: bool = False
    centre_in_all: bool = False
    jokers_placed: int | None = None
    joker_placed: bool = False
    length: int | None = None
    sum: int | None = None

    def fits(self, done: Placement) -> bool:
        roles = done.roles
        jokers = len(done.placed) if done.card == JOKER else 0
        return (
            self.least <= len(roles) <= self.most
            and done.layout in self.layouts
            and (self.kind is None or any(role.kind == self.kind for role in roles))
            and (self.with_joker is None or done.with_joker is self.with_joker)
            and (not self.on_centre or bool(done.middles))
            and (not self.centre_in_all or any(all(middle in role.cells for role in roles) for middle in done.middles))
            and (self.jokers_placed is None or jokers == self.jokers_placed)
            and (not self.joker_placed or jokers > 0)
            and (self.length is None or all(len(role.cells) == self.length for role in roles))
            and (self.sum is None or done.sum == self.sum)
        )


MANY = 99  # more roles than any placement can complete

SPECIAL_TRICKS = (
    Special("pegasus", 1, ("classic",), 1, MANY, kind="pegasus"),
    Special("zodiac_cross", 1, ("zodiac",), 6, 6, joker_placed=True, on_centre=True),
    Special("supernova", 10, ("zodiac",), 5, MANY, with_joker=False, on_centre=True),
    Special("queen_of_empire", 25, ("gogo",), 4, 4, with_joker=False, on_centre=True, length=5, sum=600),
    Special("nirvana", 25, ("gogo",), 4, 4, with_joker=False, on_centre=True, length=5),
    Special("ultimate_grand_cross", 9, ("classic",), 4, 4, with_joker=False, sum=110),
    Special("grand_cross", 9, ("classic", "shishi"), 4, 4, with_joker=False),
    Special("southern_cross", 1, ("classic", "shishi"), 4, 4, with_joker=True, centre_in_all=True),
    Special("saturn", 1, ("classic",), 5, 5, jokers_placed=2),
)
"""In the order in which they are tried (section 6.3)."""

BY_NUMBER = ("double", "triple", "quadruple", "quintuple", "sextuple", "septuple", "octuple")
"""The tricks of two roles, three, and so on; then `multiple`. Without a joker `extra_` stands before it."""


def trick_of(done: Placement) -> tuple[str | None, int]:
    """The name of the trick, None for none, and the multiplier of the sum of the roles."""
    for special in SPECIAL_TRICKS:
        if special.fits(done):
            return special.trick, special.multiplier
    number = len(done.roles)
    if number < 2:
        return None, 1
    name = BY_NUMBER[number - 2] if number - 2 < len(BY_NUMBER) else "multiple"
    return (name, 1) if done.with_joker else (f"extra_{name}", number)


# ------------------------------------------------------------------------------------------------- jokers together


def is_joint(roles: Roles, placed: Sequence[int]) -> bool:
    """Whether several jokers may be placed together for these roles (section 6.1)."""
    return are_enough(roles) and not idle(roles, placed) and are_connected(roles)


def are_enough(roles: Roles) -> bool:
    return len(roles) >= 2 or any(role.kind in ("orion", "pegasus") for role in roles)


def idle(roles: Roles, placed: Sequence[int]) -> list[int]:
    """The placed cells that lie in no role."""
    return [cell for cell in placed if not any(cell in role.cells for role in roles)]


def are_connected(roles: Roles) -> bool:
    """Whether one can go from any role to any other by cells that two of them share."""
    rest = [set(role.cells) for role in roles]
    reached: set[int] = rest.pop() if rest else set()
    while rest:
        apart = [cells for cells in rest if cells.isdisjoint(reached)]
        if len(apart) == len(rest):
            return False
        reached = reached.union(*(cells for cells in rest if not cells.isdisjoint(reached)))
        rest = apart
    return True


# ----------------------------------------------------------------------------------------------- reach and eclipse

REACH_POINTS, MOST_REACHES = 5, 8
ECLIPSE_POINTS = 50
REACHES = ((1, "normal"), (2, "double"), (3, "triple"), (6, "super"), (7, "rainbow"))
"""The names of reaches by the number of their cells, each up to its number; more are a Southern Cross reach."""


def reach_name(cells: int) -> str:
    """The name of a reach of so many cells, 1 or more, as it is shown: `southern_cross` for 8 and more."""
    return next((name for most, name in REACHES if cells <= most), "southern_cross")


def _fitting(distance: int) -> tuple[bytes, ...]:
    """For each card which other tops make a reach with it from a cell so far away in the line."""

    def fits(card: int, other: int) -> bool:
        if JOKER in (card, other) or other == EMPTY:
            return False
        apart = (rank(card) - rank(other)) % len(RANKS)
        return apart in (0, distance, len(RANKS) - distance)

    return tuple(bytes(fits(card, other) for other in range(SYMBOLS)) for card in range(len(CARDS)))


FITTING = (b"", _fitting(1), _fitting(2))


def reach_cells(layout: Layout, tops: Tops, cell: int, card: int) -> list[int]:
    """The cells on which some card would complete three with this one, in reading order."""
    near, far = FITTING[1][card], FITTING[2][card]
    reached: list[int] = []
    for other, distance, cells in layout.neighbours(cell):
        if near[tops[other]] if distance == 1 else far[tops[other]]:
            reached.extend(cells)
    return sorted(set(reached))


# --------------------------------------------------------------------------------------------------- the whole turn


class Role(NamedTuple):
    """A role that was taken: its cells in line order, their cards before they were removed, its points in the table."""

    kind: str
    cells: tuple[str, ...]
    cards: tuple[str, ...]
    points: int


class Outcome(NamedTuple):
    """All that a placement scores.

    `roles` those of the placement itself; its `trick` and `multiplier`; `combo` the roles of each combo step; `reach`
    the reach cells in reading order; `eclipse` whether it cleared the field for points; `points` all together; `taken`
    the cards that leave the field; `cleared` whether no card is left on the field after roles were taken.
    """

    roles: tuple[Role, ...]
    trick: str | None
    multiplier: int
    combo: tuple[tuple[Role, ...], ...]
    reach: tuple[str, ...]
    eclipse: bool
    points: int
    taken: tuple[int, ...]
    cleared: bool


Piles = dict[int, tuple[int, ...]]
"""The cards on each cell of a field, bottom to top; the cells in refill order."""


def settle(layout: Layout, piles: Piles, tops: Tops, card: int, placed: Sequence[int], *, reaches: bool) -> Outcome:
    """What follows from a placement that `piles` and `tops` already show, up to drawing; it removes the cards there."""
    lines = available(layout, tops, placed)
    if not lines:
        reach = layout.names(reach_cells(layout, tops, placed[0], card)) if reaches and card != JOKER else ()
        return Outcome((), None, 1, (), reach, False, REACH_POINTS * min(len(reach), MOST_REACHES), (), False)
    roles = completed(layout, tops, card, placed, lines)
    trick, multiplier = trick_of(Placement(layout.name, tops, card, placed, roles))
    points = multiplier * sum(role.points for role in roles)
    taken: list[int] = []
    told = _told(layout, tops, roles)
    combo: list[tuple[Role, ...]] = []
    while changed := _removed(piles, tops, roles, taken):
        lines = available(layout, tops, changed)
        if not lines:
            break
        roles = best_by_lines(lines, share_a_cell)
        points += sum(role.points for role in roles)
        combo.append(_told(layout, tops, roles))
    cleared = not any(piles.values())
    eclipse = cleared and layout.name != "ultra"
    return Outcome(
        told, trick, multiplier, tuple(combo), (), eclipse, points + ECLIPSE_POINTS * eclipse, tuple(taken), cleared
    )


def completed(
    layout: Layout, tops: Tops, card: int, placed: Sequence[int], lines: Mapping[Line, Roles] | None = None
) -> Roles:
    """The roles that a placement takes; `lines` are those available, if they are known already."""
    lines = available(layout, tops, placed) if lines is None else lines
    return with_pegasus(layout, tops, card, placed, chosen(layout, tops, card, placed, lines)) if lines else ()


def _removed(piles: Piles, tops: Tops, roles: Roles, taken: list[int]) -> list[int]:
    """Takes the top card of every cell of these roles; the cells that show another card now."""
    changed = []
    for cell in {cell for role in roles for cell in role.cells}:
        pile = piles[cell][:-1]
        taken.append(tops[cell])
        piles[cell] = pile
        tops[cell] = pile[-1] if pile else EMPTY
        if pile:
            changed.append(cell)
    return changed


def _told(layout: Layout, tops: Tops, roles: Roles) -> tuple[Role, ...]:
    return tuple(
        [
            Role(role.kind, layout.names(role.cells), tuple([CARDS[tops[cell]] for cell in role.cells]), role.points)
            for role in roles
        ]
    )


class Together:
    """Which cells may take jokers together in one position, asked for many sets of cells.

    Jokers are never multiplied, so what they take is decided line by line (`best_by_lines`); and what is taken on a
    line depends only on those of its cells that get a joker. So it is worked out once for these, and kept.
    """

    def __init__(self, layout: Layout, tops: Tops, places: Sequence[int]) -> None:
        """`tops` shows the field before the placement."""
        self._layout = layout
        self._tops = tops
        self._places = places
        self._lines: dict[int, dict[Line, list[Triple]]] = {}
        for cell in places:
            through = self._lines[cell] = {}
            for line, triple in layout.triples(cell):
                through.setdefault(line, []).append(triple)
        self._bits: dict[int, int] = {}
        self._taken: dict[tuple[Line, tuple[int, ...]], list[tuple[int, str]]] = {}

    def sets(self, jokers: int) -> Iterator[tuple[int, ...]]:
        """The sets of so many places on which jokers may be placed together, in order."""
        by_itself = {cell for cell in self._places if completing(self._layout, self._tops, cell, (JOKER,))}
        helpers = {cell: self._helpers(cell, jokers) for cell in self._places}
        for cells in combinations(self._places, jokers):
            for cell in cells:
                if cell not in by_itself and helpers[cell].isdisjoint(cells):
                    break  # this one can't be part of a role
            else:
                if self.allows(cells):
                    yield cells

    def _helpers(self, cell: int, jokers: int) -> set[int]:
        """The cells on which another joker can make a role of three with one on this cell."""
        helpers: set[int] = set()
        for triples in self._lines[cell].values():
            for triple in triples:
                others = [other for other in triple if other != cell]
                if jokers > 2 or any(self._tops[other] != EMPTY for other in others):
                    helpers.update(others)
        return helpers

    def allows(self, cells: tuple[int, ...]) -> bool:
        """The same as `is_joint` of the completed roles: all roles with one cell in common are connected anyway."""
        on_lines: dict[Line, tuple[int, ...]] = {}
        for cell in cells:
            for line in self._lines[cell]:
                on_lines[line] = (*on_lines.get(line, ()), cell)
        reached = dict.fromkeys(cells, 0)  # for each joker all cells of its roles, as bits
        number, orion = 0, False
        for key in on_lines.items():
            taken = self._taken.get(key)
            if taken is None:
                taken = self._taken[key] = self._taken_on(*key)
            for bits, kind in taken:
                number += 1
                orion = orion or kind == "orion"
                for cell in key[1]:
                    if bits & self._bit(cell):
                        reached[cell] |= bits
        if self._layout.name == "classic" and with_pegasus(self._layout, self._with_jokers(cells), JOKER, cells, ()):
            return True
        if not all(reached.values()) or not (number >= 2 or orion):
            return False
        first, *rest = reached.values()
        while joined := [bits for bits in rest if bits & first]:
            rest = [bits for bits in rest if not bits & first]
            for bits in joined:
                first |= bits
        return not rest

    def _bit(self, cell: int) -> int:
        return self._bits.setdefault(cell, 1 << len(self._bits))

    def _taken_on(self, line: Line, cells: tuple[int, ...]) -> list[tuple[int, str]]:
        """The roles taken on a line when these of its cells get jokers: their cells as bits, and their kinds."""
        tops = self._with_jokers(cells)
        if not any(
            OF_THREE[(tops[one] * SYMBOLS + tops[two]) * SYMBOLS + tops[three]]
            for cell in cells
            for one, two, three in self._lines[cell][line]
        ):
            return []
        roles = best_by_lines({line: on_line(self._layout, tops, line, cells)}, excluded_by(cells))
        return [(sum(self._bit(cell) for cell in role.cells), role.kind) for role in roles]

    def _with_jokers(self, cells: tuple[int, ...]) -> Tops:
        tops = self._tops.copy()
        for cell in cells:
            tops[cell] = JOKER
        return tops
