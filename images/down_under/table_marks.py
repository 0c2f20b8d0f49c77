"""The marks of a picture in terms of the table, and the colours of pieces on it."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.rules.down_under import Move, Position, beyond
from bot.rules.down_under.notation import cell_of
from bot.rules.down_under.tiles import (
    ANIMALS,
    COLOURS,
    GREY,
    NEUTRAL,
    PATH_TILES,
    SHAPE_AT,
    SHAPES,
    STOP,
    Cell,
    Tile,
    TilePiece,
)
from bot.words import Verdict
from images.down_under.marks import Marks
from images.down_under.panels import Offer
from images.down_under.replays import ReplayedDecision, changed_cells, replay_of
from images.marks.marks import Choice

Owners = Mapping[tuple[Cell, TilePiece], int]
"""The colour of each piece's path, if it has one."""


@dataclass(frozen=True, slots=True)
class TableMarks:
    """The marks in terms of the table.

    `last`: the cells of the last decisions with their rank, 0 for the newest. `newest`: the newest decision. `cells`:
    choices by cell. `offers`: choices that are whole moves. `picks`, `move`, `kinds`: the chosen cells, move and
    kinds of tiles. `in_sight`: other cells that have to be seen.
    """

    last: tuple[tuple[Cell, int], ...]
    newest: ReplayedDecision | None
    cells: Mapping[Cell, tuple[Choice, ...]]
    offers: tuple[Offer, ...]
    picks: tuple[Cell, ...]
    move: Move | None
    kinds: tuple[tuple[int | None, str, str | None], ...]
    in_sight: tuple[Cell, ...]

    @property
    def wanted(self) -> tuple[Cell, ...]:
        """The cells of choices, made or to be made, and others that have to be seen."""
        cells = [*self.cells, *self.picks, *self.in_sight, *(one.move.cell for one in self.offers if one.move.cell)]
        if self.move and self.move.cell:
            cells.append(self.move.cell)
        return tuple(dict.fromkeys(cells))


def cell_at(position: Position, at: str) -> Cell | None:
    """The cell that a mark names by its label; None if it isn't a label."""
    return cell_of(position.table, at)


def kind_at(at: str) -> tuple[int | None, str, str | None] | None:
    """The colour, kind and animal that a mark names ("curve", "red curve", "curve:emu"); None if it isn't one."""
    what, _, animal = at.partition(":")
    *colour, kind = what.split(" ")
    if kind not in PATH_TILES or (animal and animal not in ANIMALS) or not set(colour).issubset(COLOURS):
        return None
    return (COLOURS.index(colour[0]) if colour else None), kind, animal or None


def move_at(position: Position, at: str) -> Move | None:
    """The legal move a mark names; None if it names a cell or a kind of tile. Raises ValueError for anything else."""
    if cell_at(position, at) is not None or kind_at(at) is not None:
        return None
    try:
        return position.parse(at)
    except ValueError as refused:
        raise ValueError(f"{at!r} is not a cell, a kind of tile or a legal move") from refused


def table_marks_of(position: Position, marks: Marks) -> TableMarks:
    last: dict[Cell, int] = {}
    newest: ReplayedDecision | None = None
    for rank, played in enumerate(reversed(marks.last)):
        replay = replay_of(played)
        newest = replay if rank == 0 else newest
        for cell in changed_cells(position, replay):
            last.setdefault(cell, min(rank, 1))
    cells: dict[Cell, tuple[Choice, ...]] = {}
    offers: list[Offer] = []
    for choice in marks.choices:
        place = cell_at(position, choice.at)
        if place is not None:
            cells[place] = (*cells.get(place, ()), choice)
        elif choosable := move_at(position, choice.at):
            offers.append(_offer(position, choice.label, choosable))
        else:
            raise ValueError(f"{choice.at!r} is not a cell or a move")
    picks: list[Cell] = []
    kinds: list[tuple[int | None, str, str | None]] = []
    chosen: Move | None = None
    for at in marks.chosen:
        place, kind = cell_at(position, at), kind_at(at)
        if place is not None:
            picks.append(place)
        elif kind is not None:
            kinds.append(kind)
        else:
            chosen = move_at(position, at)
    in_sight = tuple(one for at in marks.in_sight if (one := cell_at(position, at)) is not None)
    return TableMarks(tuple(last.items()), newest, cells, tuple(offers), tuple(picks), chosen, tuple(kinds), in_sight)


def _offer(position: Position, label: str, move: Move) -> Offer:
    """A move to choose from, with its tile."""
    if move.cell is None:
        return Offer(label, move)
    then = position.after(move)
    tile = then.tiles[move.cell]
    return Offer(label, move, position.label(move.cell), tile, path_owners(owners_of(then), move.cell, tile))


def weights(position: Position, then: Position, table_marks: TableMarks) -> dict[Cell, int]:
    """Which cells matter most, if there isn't room for all."""
    weights = dict.fromkeys(position.tiles, 1)
    seat = position.to_move
    for colour, route in enumerate(then.routes):
        own = seat is not None and position.table.seat_of(colour) == seat
        for cell in (beyond(*one) for one in route.open):
            weights[cell] = weights.get(cell, 0) + (70 if own else 25)
    for cell in (*position.offer, *((position.extension[0],) if position.extension else ())):
        weights[cell] = weights.get(cell, 0) + 2000
    for cell, rank in table_marks.last:
        weights[cell] = weights.get(cell, 0) + (400 if rank == 0 else 100)
    for cell in table_marks.wanted:
        weights[cell] = weights.get(cell, 0) + 1000
    return weights


def path_owners(owners: Owners, cell: Cell, tile: Tile) -> tuple[int, ...]:
    """The colours of the paths that a tile's pieces are on, in the order of SHAPES."""
    return tuple(owners.get((cell, shape), GREY) for shape in SHAPES[tile[:2]])


def owners_of(position: Position) -> dict[tuple[Cell, TilePiece], int]:
    """The colour of every piece that is on a path with one, the neutral colour included."""
    ends: dict[tuple[Cell, TilePiece], int] = {}
    for colour, route in enumerate(position.routes):
        for piece in route.pieces:
            tile = position.tiles[piece.cell]
            ends[piece.cell, SHAPE_AT[tile[:2]][piece.edges[0]]] = colour
    for cell, tile in position.tiles.items():
        if tile.colour != NEUTRAL:
            continue
        shape = SHAPES[tile[:2]][0]
        ends[cell, shape] = NEUTRAL
        for edge in shape[:2]:
            if edge == STOP:
                continue
            for place, _, entered in position.board.walk(cell, edge):
                if (place, entered) in ends:
                    break
                ends[place, entered] = NEUTRAL
    return ends


def winning_colours(position: Position, end: Verdict) -> list[int]:
    """The colours of the seats in first place."""
    return [colour for seat in end.winners for colour in position.table.colours_of(seat)]
