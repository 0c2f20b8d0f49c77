"""Which jokers may be placed together (section 6.1): at least two connected roles, an Orion or a Pegasus.

`is_joint` is the rule, in the three parts that a refusal names: `are_enough`, `idle`, `are_connected`. `Together` lists
everything that the rule allows in a position.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from bot.rules.southern_cards.cards import EMPTY, JOKER
from bot.rules.southern_cards.fields import Layout, Line, Triple
from bot.rules.southern_cards.roles import KIND_OF_THREE, PEGASUS, FoundRole, Roles, Tops, completing, on_line
from bot.rules.southern_cards.scoring import Placement, best_by_lines, excluded_by, with_pegasus

# -------------------------------------------------------------------------------------------------------- the rule


def is_joint(roles: Roles, placed: Sequence[int]) -> bool:
    """Whether several jokers may be placed together for these roles."""
    return are_enough(roles) and not idle(roles, placed) and are_connected(roles)


def are_enough(roles: Roles) -> bool:
    return len(roles) >= 2 or any(role.kind in ("orion", PEGASUS) for role in roles)


def idle(roles: Roles, placed: Sequence[int]) -> list[int]:
    """The placed cells that are in no role."""
    return [cell for cell in placed if not any(cell in role.cells for role in roles)]


def are_connected(roles: Roles) -> bool:
    """Whether each role can be reached from any other through shared cells."""
    rest = [set(role.cells) for role in roles]
    connected_cells: set[int] = rest.pop() if rest else set()
    while rest:
        apart = [cells for cells in rest if cells.isdisjoint(connected_cells)]
        if len(apart) == len(rest):
            return False
        connected_cells = connected_cells.union(*(cells for cells in rest if not cells.isdisjoint(connected_cells)))
        rest = apart
    return True


# ----------------------------------------------------------------------------------------- all that it allows


class Together:
    """The cells that may take jokers together in one position, for many sets of cells.

    Jokers are never multiplied, so what they take is decided line by line (`best_by_lines`); and what is taken on a
    line depends only on its cells that get a joker. So it is computed once for these and cached.
    """

    def __init__(self, layout: Layout, tops: Tops, places: Sequence[int]) -> None:
        """`tops` shows the field before the placement; `places` are the cells that may take a joker."""
        self._layout = layout
        self._tops = tops
        self._places = places
        self._lines: dict[int, dict[Line, list[Triple]]] = {}
        for cell in places:
            through = self._lines[cell] = {}
            for line, triple in layout.triples(cell):
                through.setdefault(line, []).append(triple)
        self._roles_taken: dict[tuple[Line, tuple[int, ...]], Roles] = {}

    def sets(self, jokers: int) -> Iterator[tuple[int, ...]]:
        """The sets of this many places on which jokers may be placed together, in order."""
        by_itself = {cell for cell in self._places if completing(self._layout, self._tops, cell, (JOKER,))}
        helpers = {cell: self._helpers(cell, jokers) for cell in self._places}
        for cells in combinations(self._places, jokers):
            for cell in cells:
                if cell not in by_itself and helpers[cell].isdisjoint(cells):
                    break  # this one can't be part of a role
            else:
                if is_joint(self.completed_roles(cells), cells):
                    yield cells

    def _helpers(self, cell: int, jokers: int) -> set[int]:
        """The cells where another joker can make a role of three with one on this cell."""
        helpers: set[int] = set()
        for triples in self._lines[cell].values():
            for triple in triples:
                others = [other for other in triple if other != cell]
                if jokers > 2 or any(self._tops[other] != EMPTY for other in others):
                    helpers.update(others)
        return helpers

    def completed_roles(self, cells: tuple[int, ...]) -> Roles:
        """The roles that jokers on these cells take, in any order."""
        on_lines: dict[Line, tuple[int, ...]] = {}
        for cell in cells:
            for line in self._lines[cell]:
                on_lines[line] = (*on_lines.get(line, ()), cell)
        roles: list[FoundRole] = []
        for key in on_lines.items():
            taken = self._roles_taken.get(key)
            if taken is None:
                taken = self._roles_taken[key] = self._roles_on(*key)
            roles += taken
        if self._layout.name != "classic":
            return roles
        return with_pegasus(Placement(self._layout, self._with_jokers(cells), JOKER, cells), roles)

    def _roles_on(self, line: Line, cells: tuple[int, ...]) -> Roles:
        """The roles taken on a line if these of its cells get jokers."""
        tops = self._with_jokers(cells)
        for cell in cells:
            for one, two, three in self._lines[cell][line]:
                if KIND_OF_THREE[tops[one]][tops[two]][tops[three]]:
                    return best_by_lines({line: on_line(self._layout, tops, line, cells)}, excluded_by(cells))
        return ()

    def _with_jokers(self, cells: tuple[int, ...]) -> Tops:
        tops = self._tops.copy()
        for cell in cells:
            tops[cell] = JOKER
        return tops
