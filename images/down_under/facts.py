"""What a picture of Down Under has to know of a position, and what its marks name."""

import re

from bot.rules import GAMES
from bot.rules.api import Document
from bot.rules.chance import Scripted
from bot.rules.down_under import Happened, Move, Position, Route, beyond, what_happened
from bot.rules.down_under.documents import KEYS
from bot.rules.down_under.notation import labelled
from bot.rules.down_under.tiles import ANIMALS, COLOURS, Cell
from images.down_under.geometry import cell_of
from images.marks import Played


def position_of(view: Document) -> Position:
    """The position of a view or of a position document."""
    position = GAMES["down_under"].load({key: view[key] for key in KEYS if key in view})
    if not isinstance(position, Position):
        raise TypeError("the rules of Down Under make other positions than their own")
    return position


def end_cells(route: Route) -> list[Cell]:
    """The empty cells that a route leads into."""
    return list(dict.fromkeys(beyond(*end) for end in route.open))


_KIND = re.compile(
    rf"(?:(?P<colour>{'|'.join(COLOURS)}) ?)?(?P<kind>straight|curve|terminal)(?::(?P<animal>{'|'.join(ANIMALS)}))?"
)


def cell_at(position: Position, at: str) -> Cell | None:
    """The cell that a mark names by its label, None if it is no label. ValueError if there is no such cell."""
    if not re.fullmatch("[a-z]+[0-9]+", at):
        return None
    cell = cell_of(labelled(position), at)
    if cell is None:
        raise ValueError(f"{at!r} is not a cell of this table")
    return cell


def move_at(position: Position, at: str) -> Move | None:
    """The legal move that a mark names; None if it names a cell or a kind of tile. ValueError for anything else."""
    if cell_at(position, at) is not None or kind_at(at) is not None:
        return None
    try:
        return position.parse(at)
    except ValueError as refused:
        raise ValueError(f"{at!r} is not a cell, a kind of tile or a legal move") from refused


def kind_at(at: str) -> tuple[int | None, str, str | None] | None:
    """The colour, kind and animal that a mark names ("curve", "red curve", "curve:emu"); None if it isn't one."""
    match = _KIND.fullmatch(at)
    if not match:
        return None
    colour = COLOURS.index(match["colour"]) if match["colour"] else None
    return colour, match["kind"], match["animal"]


def played_cells(position: Position, played: Played) -> tuple[Move | None, list[Cell]]:
    """A decision and the cells that it changed, its own first; nothing if the position before it isn't known."""
    if played.before is None:
        return None, []
    before = position_of(played.before)
    try:
        move = before.parse(played.move)
    except ValueError:
        return None, []
    cells = [move.cell] if move.cell is not None else []
    known = before.tiles
    after = before.play(move, Scripted(()))
    cells += [cell for cell in after.tiles if cell not in known and cell not in cells]
    return move, [cell for cell in cells if cell in position.tiles]


def brought_about(played: Played) -> Happened | None:
    """What a decision brought about; None if the position before it isn't known."""
    if played.before is None:
        return None
    before = position_of(played.before)
    try:
        move = before.parse(played.move)
    except ValueError:
        return None
    return what_happened(before, move, after(before, move))


def after(position: Position, move: Move) -> Position:
    """The position after a legal move."""
    return position.play(move, Scripted(()))
