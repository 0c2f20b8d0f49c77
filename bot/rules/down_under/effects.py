"""The effects of one decision, for messages about it."""

from dataclasses import dataclass

from bot.rules.down_under.situation import Situation
from bot.rules.down_under.tiles import Cell, Move, rows_first


@dataclass(frozen=True, slots=True)
class Changed:
    """A route that has changed: its length before and after, and its new state.

    - `ended`: nothing can extend it any more; `endless`: its two ends have met; `freed`: it is no longer endless.
    """

    colour: int
    before: int
    after: int
    ended: bool = False
    endless: bool = False
    freed: bool = False


@dataclass(frozen=True, slots=True)
class Pond:
    """A billabong that was laid: whose routes now run through it, and whose end in it."""

    cell: Cell
    through: tuple[int, ...]
    stopped: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Effects:
    """The effects of one decision.

    - `colour`: the colour that was played, None for an answer to an offer.
    - `changed`: the routes that are different now, by colour.
    - `ponds`: the billabongs that were laid, by y and x: automatically, or by the answer.
    - `columns`, `rows`: first and last column or row of the area, if this decided them.
    - `passed`: the seats that were skipped when the turn ended.
    - `over`: whether the match is over.
    """

    colour: int | None = None
    changed: tuple[Changed, ...] = ()
    ponds: tuple[Pond, ...] = ()
    columns: tuple[int, int] | None = None
    rows: tuple[int, int] | None = None
    passed: tuple[int, ...] = ()
    over: bool = False


def what_happened(before: Situation, move: Move, after: Situation) -> Effects:
    """What happened when `move`, which must have been legal, led from `before` to `after`.

    Raises ValueError if it was nobody's turn.
    """
    seat, following = before.to_move, after.to_move
    if seat is None:
        raise ValueError("before: the match was over")
    passed: tuple[int, ...] = ()
    if following is not None and not after.same_turn(before):
        seats = before.table.seats
        passed = tuple((seat + later) % seats for later in range(1, (following - seat - 1) % seats + 1))
    return Effects(
        move.colour,
        changed=_changes(before, after),
        ponds=_ponds(before, after),
        columns=after.columns if before.columns is None else None,
        rows=after.rows if before.rows is None else None,
        passed=passed,
        over=following is None,
    )


def _changes(before: Situation, after: Situation) -> tuple[Changed, ...]:
    return tuple(
        Changed(
            colour,
            old.length,
            new.length,
            ended=new.ended and not old.ended,
            endless=new.endless and not old.endless,
            freed=old.endless and not new.endless,
        )
        for colour, (old, new) in enumerate(zip(before.routes, after.routes, strict=True))
        if (old.length, old.open, old.endless) != (new.length, new.open, new.endless)
    )


def _ponds(before: Situation, after: Situation) -> tuple[Pond, ...]:
    laid = [cell for cell, tile in after.tiles.items() if tile.kind == "billabong" and cell not in before.tiles]
    ponds = []
    for cell in sorted(laid, key=rows_first):
        pieces = [
            (colour, piece.kind)
            for colour, route in enumerate(after.routes)
            for piece in route.pieces
            if piece.cell == cell
        ]
        ponds.append(
            Pond(
                cell,
                through=tuple(dict.fromkeys(colour for colour, kind in pieces if kind == "billabong")),
                stopped=tuple(dict.fromkeys(colour for colour, kind in pieces if kind == "stub")),
            )
        )
    return tuple(ponds)
