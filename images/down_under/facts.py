"""What a picture of Down Under needs to know about a position, and what its marks mean."""

import json
import re
from dataclasses import dataclass
from functools import lru_cache

from bot.rules import GAMES
from bot.rules.api import Document
from bot.rules.cached import cached
from bot.rules.chance import Scripted
from bot.rules.down_under import Happened, Move, Position, Route, beyond, what_happened
from bot.rules.down_under.documents import KEYS
from bot.rules.down_under.notation import cell_of
from bot.rules.down_under.tiles import ANIMALS, COLOURS, Cell
from images.marks.marks import Marks, Played


def position_of(view: Document) -> Position:
    """The position of a view or of a position document."""
    return _read(_document(view))


def _document(view: Document) -> str:
    return json.dumps({key: view[key] for key in KEYS if key in view})


@lru_cache(maxsize=64)
def _read(document: str) -> Position:
    """The position of a document, which a picture, its words and the next board's marks all ask for."""
    position = GAMES["down_under"].load(json.loads(document))
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
    """The cell that a mark names by its label; None if it isn't a label."""
    return cell_of(position.table, at)


def move_at(position: Position, at: str) -> Move | None:
    """The legal move a mark names; None if it names a cell or a kind of tile. Raises ValueError for anything else."""
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


@dataclass(frozen=True)
class Replay:
    """A decision that was played again: the position before it, the move, and the position after it."""

    before: Position
    move: Move
    after: Position

    @cached
    def happened(self) -> Happened:
        """What the decision brought about."""
        return what_happened(self.before, self.move, self.after)


def replay_of(played: Played) -> Replay | None:
    """A decision that was played, played again; None if the position before it isn't known."""
    return None if played.before is None else _replay(_document(played.before), played.move)


@lru_cache(maxsize=128)
def _replay(document: str, notation: str) -> Replay | None:
    """A decision of a position, which a picture, its words and the next boards of the same round all ask for."""
    before = _read(document)
    try:
        move = before.parse(notation)
    except ValueError:
        return None
    return Replay(before, move, after(before, move))


def changed_cells(position: Position, replay: Replay) -> list[Cell]:
    """The cells that a decision changed, its own first, as far as something lies on them."""
    cells = [replay.move.cell] if replay.move.cell is not None else []
    cells += [cell for cell in replay.after.tiles if cell not in replay.before.tiles and cell not in cells]
    return [cell for cell in cells if cell in position.tiles]


def new_cells(view: Document, marks: Marks) -> dict[int, list[tuple[Cell, int]]]:
    """What each decision before the newest turn laid or turned: its cells with the colours of their tiles, by the
    decision's id; nothing where the position before it isn't known.
    """
    cells: dict[int, list[tuple[Cell, int]]] = {}
    decisions = [*marks.earlier, *marks.last]
    for played, then in zip(decisions, [*(one.before for one in decisions[1:]), view], strict=False):
        before = played.before["tiles"] if played.before else []
        new = [tile for tile in then["tiles"] if tile not in before] if played.before and then else []
        cells[id(played)] = [((tile["x"], tile["y"]), tile["colour"]) for tile in new]
    return cells


def after(position: Position, move: Move) -> Position:
    """The position after a legal move."""
    return position.play(move, Scripted(()))
