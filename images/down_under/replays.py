"""Decisions of Down Under that were played again, for what a picture tells of them."""

from dataclasses import dataclass
from functools import lru_cache

from bot.rules.cached import cached
from bot.rules.down_under import Effects, Move, Position, what_happened
from bot.rules.down_under.tiles import GREY, Cell
from images.down_under.marks import Marks, Played


@dataclass(frozen=True)
class ReplayedDecision:
    """A decision that was played again: the position before it, the move, and the position after it."""

    before: Position
    move: Move
    after: Position

    @cached
    def happened(self) -> Effects:
        """What the decision brought about."""
        return what_happened(self.before, self.move, self.after)


def replay_of(played: Played) -> ReplayedDecision:
    """A decision that was played, played again."""
    return _replay(played.before, played.move)


@lru_cache(maxsize=128)
def _replay(before: Position, move: Move) -> ReplayedDecision:
    """A decision in a position, which a picture, its words and the next boards of the same round all ask for."""
    return ReplayedDecision(before, move, before.after(move))


def changed_cells(position: Position, replay: ReplayedDecision) -> list[Cell]:
    """The cells that a decision changed, its own first, as far as something lies on them."""
    cells = [replay.move.cell] if replay.move.cell is not None else []
    cells += [cell for cell in replay.after.tiles if cell not in replay.before.tiles and cell not in cells]
    return [cell for cell in cells if cell in position.tiles]


def new_cells(position: Position, marks: Marks) -> dict[int, list[tuple[Cell, int]]]:
    """What each decision laid or turned: its cells with the colours of their tiles, by the decision's id."""
    decisions = [*marks.earlier, *marks.last]
    return {
        id(played): [
            (cell, tile.colour)
            for cell, tile in then.tiles.items()
            if tile.colour != GREY and played.before.tiles.get(cell) != tile
        ]
        for played, then in zip(decisions, [*(one.before for one in decisions[1:]), position], strict=False)
    }
