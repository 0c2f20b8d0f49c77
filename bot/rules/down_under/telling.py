"""The effects of one decision, for messages about it."""

from dataclasses import dataclass

from bot.rules.down_under.situation import Owed, Situation
from bot.rules.down_under.tiles import PLACEMENTS, Cell, Move, rows_first


@dataclass(frozen=True, slots=True)
class Changed:
    """A route that has changed: its length before and after, and its new state.

    - `bent`: its open ends have changed.
    - `ended`: nothing can extend it any more; `endless`: its two ends have met; `freed`: it is no longer endless.
    """

    colour: int
    before: int
    after: int
    bent: bool = False
    ended: bool = False
    endless: bool = False
    freed: bool = False


@dataclass(frozen=True, slots=True)
class Pond:
    """A billabong that was laid: whose routes now run through it, and whose end in it."""

    cell: Cell
    joins: tuple[str, ...]
    through: tuple[int, ...]
    stopped: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Happened:
    """The effects of one decision of `seat`.

    - `colour`: the colour that was played, None for an answer to an offer.
    - `extension`: it was an extension out of a billabong, which isn't one of the turn's tiles; `rotation`: a rotation.
    - `changed`: the routes that are different now, by colour.
    - `ponds`: the billabongs that were laid, by y and x: automatically, or by the answer.
    - `accepted`, `declined`: the cell of the offer that was answered like that.
    - `offered`: the cells where a billabong is newly offered; `owed` the extensions newly owed; `dropped` owed
      extensions that can no longer be made.
    - `columns`, `rows`: first and last column or row of the area, if this decided them.
    - `again`: whether the turn goes on; `next_seat` the next seat (the same one if all others were skipped), None if
      the turn goes on or the match is over; `passed` the seats that were skipped.
    - `over`: whether the match is over.
    """

    seat: int
    move: Move
    colour: int | None = None
    extension: bool = False
    rotation: bool = False
    changed: tuple[Changed, ...] = ()
    ponds: tuple[Pond, ...] = ()
    accepted: Cell | None = None
    declined: Cell | None = None
    offered: tuple[Cell, ...] = ()
    owed: tuple[Owed, ...] = ()
    dropped: tuple[Owed, ...] = ()
    columns: tuple[int, int] | None = None
    rows: tuple[int, int] | None = None
    again: bool = False
    next_seat: int | None = None
    passed: tuple[int, ...] = ()
    over: bool = False


def what_happened(before: Situation, move: Move, after: Situation) -> Happened:
    """What happened when `move`, which must have been legal, led from `before` to `after`.

    Raises ValueError if it was nobody's turn.
    """
    seat = before.to_move
    if seat is None:
        raise ValueError("before: the match was over")
    seats = before.table.seats
    placed, answered = move.kind in PLACEMENTS, move.kind in ("billabong", "decline")
    extension = placed and bool(before.pending)
    waiting = before.pending[1:] if extension else before.pending
    ponds = _ponds(before, after)
    owed = tuple(one for one in after.pending if one not in before.pending)
    again = after.same_turn(before)
    following = None if again else after.to_move
    between = range(1, seats if following is None else (following - seat - 1) % seats + 1)
    return Happened(
        seat,
        move,
        move.colour,
        extension=extension,
        rotation=move.kind == "rotate",
        changed=_changes(before, after),
        ponds=ponds,
        accepted=before.offer[0] if move.kind == "billabong" else None,
        declined=before.offer[0] if move.kind == "decline" else None,
        offered=() if answered else after.offer,
        owed=owed,
        dropped=tuple(one for one in waiting if one not in after.pending),
        columns=after.columns if before.columns is None else None,
        rows=after.rows if before.rows is None else None,
        again=again,
        next_seat=following,
        passed=() if again or after.to_move is None else tuple((seat + later) % seats for later in between),
        over=after.to_move is None,
    )


def _changes(before: Situation, after: Situation) -> tuple[Changed, ...]:
    return tuple(
        Changed(
            colour,
            old.length,
            new.length,
            bent=old.open != new.open,
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
                tuple(after.tiles[cell].facing.split()),
                through=tuple(dict.fromkeys(colour for colour, kind in pieces if kind == "billabong")),
                stopped=tuple(dict.fromkeys(colour for colour, kind in pieces if kind == "stub")),
            )
        )
    return tuple(ponds)
