"""Whether a colour can bring all six counters together with the actions it has left, and win by that.

Every order of actions is tried in which each one leaves few enough counters out of place. That finds what a search
that follows only the best-looking actions misses. It doesn't find turns in which an action makes no progress by itself
or only moves others' counters, and doesn't mind full tiles before the turn ends.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import combinations, compress, product
from typing import NamedTuple

from bot.rules.southern_cross.actions import destinations, entries
from bot.rules.southern_cross.board import (
    ADJACENT,
    BIT,
    COLOURS,
    COUNTERS,
    DIALS,
    SIDE,
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
_WITHIN_REACH = tuple(
    sum(
        BIT[other]
        for other in range(len(BIT))
        if other in ADJACENT[square] or (other // SIDE - square // SIDE) % 2 == (other - square) % SIDE % 2 == 0
    )
    for square in range(len(BIT))
)
"""The squares that a counter on each square can ever reach with one move or jump: each hop leads two squares on."""


@lru_cache(REMEMBERED_CHANCES)
def chance_to_win(own: int, taken: int, colour: int, actions: int) -> float:
    """The probability, 0 to 1, that a colour on the squares `own` wins this turn with at most so many more actions.

    `taken` are all squares with counters. It's 1 unless counters have to pass a challenge first.
    """
    best = 0.0
    if not out_of_place(own) and not own & TILE_MASKS[COLOURS[colour].home]:
        best = _stays_together(own, taken)
    if actions == 1:
        home = TILE_MASKS[COLOURS[colour].home]
        for after, taken_after in _after_one_action(own, taken, colour, 0):
            if not after & home:
                best = max(best, _stays_together(after, taken_after))
    elif actions:
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
        if any(map(_parts(moved).__contains__, map(own.__xor__, left))):
            return moved
    return FAR


@cache
def _parts(missing: int) -> Mapping[int, int]:
    """All sets of squares that such a number of counters turn into a connected group of six, as bits.

    With the squares that one more counter may take so that one less is missing.
    """
    if missing > 1:
        return _parts_of(_parts(missing - 1))
    groups = set(BIT)
    for _ in range(COUNTERS - 1):
        groups = {group | bit for group in groups for bit in _bits(with_neighbours(group) & _GRID & ~group)}
    return _parts_of(groups) if missing else dict.fromkeys(groups, 0)


def _parts_of(larger: Iterable[int]) -> Mapping[int, int]:
    parts: dict[int, int] = {}
    for part in larger:
        for bit in _bits(part):
            parts[part ^ bit] = parts.get(part ^ bit, 0) | bit
    return parts


def _useful_targets(others: int, most: int) -> int:
    """The squares that another counter beside these may take so that at most so many of them all are out of place."""
    alone = _bits(others)
    stay = COUNTERS - most
    if any(map(_parts(most).__contains__, map(sum, combinations(alone, stay)))):
        return _GRID
    targets, completing = 0, _parts(most + 1)
    for kept in combinations(alone, stay - 1):
        targets |= completing.get(sum(kept), 0)
    return targets


class _Progress(NamedTuple):
    """What brings counters on some squares together, whatever else stands on the board.

    `spins`: the mask of each useful dial, where counters stand after its turn by where they stood, and the own squares
    then. `moves`: the square of a counter, its bit, the others, and where it would be useful. `entries`: where a
    counter from the base would be.
    """

    spins: tuple[tuple[int, Mapping[int, int], int], ...]
    moves: tuple[tuple[int, int, int, int], ...]
    entries: int


@lru_cache(REMEMBERED_CHANCES)
def _progress(own: int, most: int) -> _Progress:
    """The progress that leaves at most so many counters out of place."""
    turned = ((mask, results, own & ~mask | results[own & mask]) for mask, results in _SPINS if own & mask)
    moved = ((_NUMBERS[start], start, own ^ start) for start in _bits(own))
    useful = (
        (square, start, others, _useful_targets(others, most) & _WITHIN_REACH[square])
        for square, start, others in moved
    )
    return _Progress(
        tuple(spin for spin in turned if spin[2] != own and out_of_place(spin[2]) <= most),
        tuple(move for move in useful if move[3]),
        _useful_targets(own, most) if own.bit_count() < COUNTERS else 0,
    )


def _after_one_action(own: int, taken: int, colour: int, most: int) -> Iterator[tuple[int, int]]:
    """A colour's squares, and all squares with counters, after each action that leaves at most so many out of place."""
    spins, moves, wanted = _progress(own, most)
    for mask, results, after in spins:
        yield after, taken & ~mask | results[taken & mask]
    for square, start, others, targets in moves:
        if targets & ~taken:
            for target in _bits(targets & destinations(square, taken)):
                yield others | target, taken ^ start | target
    if wanted & ~taken:
        for target in _bits(wanted & entries(colour, taken)):
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
