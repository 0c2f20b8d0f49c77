"""How well a colour's counters stand on their own: on the grid, off their home tile and close together."""

from functools import lru_cache

from bot.rules.southern_cross.board import BIT, COLOURS, SIDE, TILE_MASKS, largest_group

ON_GRID = 6.0  # points for a counter on the grid
OFF_HOME = 2.0  # more for one that is off its home tile
CLUSTER = (0.0, 0.0, 2.0, 5.0, 9.0, 15.0, 30.0)  # points for the largest cluster, by its size
APART = 0.9  # points lost per square of distance between a counter and the middle of its colour
REMEMBERED = 1 << 14  # standings

_PLACES = tuple(((square // SIDE, square % SIDE), BIT[square]) for square in range(SIDE * SIDE))


@lru_cache(REMEMBERED)
def evaluate_colour(own: int, colour: int) -> float:
    """The standing of a colour with these squares, on its own."""
    away = own & ~TILE_MASKS[COLOURS[colour].home]
    worth = ON_GRID * own.bit_count() + OFF_HOME * away.bit_count() + CLUSTER[largest_group(away).bit_count()]
    return worth - APART * apart(own)


def apart(own: int) -> int:
    """The sum of the distances of counters on these squares from their middle, along columns and rows."""
    places = [place for place, bit in _PLACES if own & bit]
    if not places:
        return 0
    columns, rows = sorted([place[0] for place in places]), sorted([place[1] for place in places])
    column, row = columns[len(columns) // 2], rows[len(rows) // 2]
    return sum([abs(x - column) + abs(y - row) for x, y in places])
