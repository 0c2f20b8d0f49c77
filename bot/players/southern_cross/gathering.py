"""Whether a colour can bring all six counters together with the actions it has left, and win by that.

Every order of actions is tried in which each one leaves few enough counters out of place. That finds what a search
that follows only the best-looking actions misses. It doesn't find turns in which an action makes no progress by itself
or only moves others' counters, and doesn't mind full tiles before the turn ends.
"""

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from itertools import combinations, compress, product

from bot.rules.southern_cross.actions import destinations, entries
from bot.rules.southern_cross.board import (
    BIT,
    COLOURS,
    COUNTERS,
    DIALS,
    TILE_MASKS,
    TILE_SQUARES,
    full_tiles,
    with_neighbours,
)

STAYS = (1.0, 5 / 6, 4 / 9, 1 / 8, 1 / 81)
"""The probability that all of this many counters pass their challenge by dice."""
FAR = 3  # counters out of place, or more
REMEMBERED = 1 << 14  # results
REMEMBERED_CHANCES = 1 << 12

_GRID = sum(BIT)
_NUMBERS = {bit: square for square, bit in enumerate(BIT)}


@lru_cache(REMEMBERED_CHANCES)
def chance_to_win(own: int, taken: int, colour: int, actions: int) -> float:
    """The probability, 0 to 1, that a colour on the squares `own` wins this turn with at most so many more actions.

    `taken` are all squares with counters. It's 1 unless counters have to pass a challenge first.
    """
    best = 0.0
    if not out_of_place(own) and not own & TILE_MASKS[COLOURS[colour].home]:
        best = _stays_together(own, taken)
    if actions:
        for after, taken_after in _after_one_action(own, taken, colour, actions - 1):
            if best == 1:
                break
            best = max(best, chance_to_win(after, taken_after, colour, actions - 1))
    return best


def _stays_together(own: int, taken: int) -> float:
    """The probability that no counter on these squares goes home if the turn ends; 0 if it can't end."""
    full = full_tiles(taken)
    if len(full) > 1:
        return 0.0
    return STAYS[(own & full[0]).bit_count()] if full else 1.0


@lru_cache(REMEMBERED)
def out_of_place(own: int) -> int:
    """How many counters of a colour have to move for all six to be together, if each could go anywhere; `FAR` at most.

    Counters in the base are out of place as well.
    """
    missing = COUNTERS - own.bit_count()
    for moved in range(missing, FAR):
        left = map(sum, combinations(_bits(own), moved - missing))
        if not _parts(moved).isdisjoint(map(own.__xor__, left)):
            return moved
    return FAR


@cache
def _parts(missing: int) -> frozenset[int]:
    """All sets of squares that such a number of counters turn into a connected group of six, as bits."""
    if missing:
        return frozenset(part ^ bit for part in _parts(missing - 1) for bit in _bits(part))
    groups = set(BIT)
    for _ in range(COUNTERS - 1):
        groups = {group | bit for group in groups for bit in _bits(with_neighbours(group) & _GRID & ~group)}
    return frozenset(groups)


def _after_one_action(own: int, taken: int, colour: int, most: int) -> Iterator[tuple[int, int]]:
    """A colour's squares, and all squares with counters, after each action that leaves at most so many out of place."""
    for mask, results in _SPINS:
        turned = own & mask
        if turned and turned != results[turned]:
            after = own ^ turned ^ results[turned]
            if out_of_place(after) <= most:
                yield after, taken & ~mask | results[taken & mask]
    for start in _bits(own):
        others = own ^ start
        if out_of_place(others) <= most + 1:
            for target in _bits(destinations(_NUMBERS[start], taken)):
                if out_of_place(others | target) <= most:
                    yield others | target, taken ^ start | target
    if own.bit_count() < COUNTERS and out_of_place(own) <= most + 1:
        for target in _bits(entries(colour, taken)):
            if out_of_place(own | target) <= most:
                yield own | target, taken | target


def _spins() -> Iterator[tuple[int, Mapping[int, int]]]:
    """Each spin as the mask of its tile, and where counters stand after it by where they stood."""
    for dial in DIALS:
        places = [BIT[square] for square in TILE_SQUARES[dial]]
        for quarters in range(1, len(places)):
            turned = places[quarters:] + places[:quarters]
            yield (
                TILE_MASKS[dial],
                {
                    sum(compress(places, stand)): sum(compress(turned, stand))
                    for stand in product((False, True), repeat=len(places))
                },
            )


_SPINS = tuple(_spins())


def _bits(squares: int) -> list[int]:
    """Each of the squares alone."""
    alone = []
    while squares:
        alone.append(squares & -squares)
        squares &= squares - 1
    return alone
