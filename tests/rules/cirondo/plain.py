"""Cirondo once more, slowly: written from the rules page with dictionaries and coordinates, to check the engine by.

It works on position documents, shares nothing with the engine, and trusts what it is given.
"""

from copy import deepcopy
from typing import Any

Space = tuple[int, int]  # ring 0 (A) to 7 (H), number 1 to 32
Piece = tuple[int, str]  # seat, "planets" | "moons" | "solars"
Document = dict[str, Any]

COLOURS = {2: ("gold", "silver"), 4: ("gold", "red", "silver", "blue")}
POWER = {"moons": 1, "planets": 2, "solars": 3}
ARCS = [(1, 1), (-1, -1), (1, -1), (-1, 1)]


def read(space: str) -> Space:
    return "ABCDEFGH".index(space[0]), int(space[1:])


def write(space: Space) -> str:
    return "ABCDEFGH"[space[0]] + str(space[1])


def add(space: Space, step: Space) -> Space | None:
    ring, number = space[0] + step[0], (space[1] + step[1] - 1) % 32 + 1
    return (ring, number) if 0 <= ring < 8 else None


def pieces(doc: Document) -> dict[Space, Piece]:
    return {
        read(space): (seat, kind)
        for seat, colour in enumerate(COLOURS[doc["seats"]])
        for kind, spaces in doc["pieces"][colour].items()
        for space in spaces
    }


def side(doc: Document, seat: int) -> int:
    return seat % 2 if doc["options"]["teams"] else seat


def sides_left(doc: Document) -> list[int]:
    return sorted({side(doc, seat) for seat in range(doc["seats"]) if seat not in doc["defeated"]})


def count(doc: Document, of_side: int) -> int:
    return sum(side(doc, seat) == of_side for seat, _ in pieces(doc).values())


def slides(doc: Document, start: Space, steps: list[Space]) -> set[Space]:
    board = pieces(doc)
    seat = board[start][0]
    found: set[Space] = set()
    for step in steps:
        space = add(start, step)
        while space is not None and space != start:
            if space in board:
                if side(doc, board[space][0]) != side(doc, seat):
                    found.add(space)
                break
            found.add(space)
            space = add(space, step)
    return found


def targets(doc: Document, start: Space) -> set[Space]:
    board = pieces(doc)
    seat, kind = board[start]
    if seat in doc["owed"]:
        inward = add(start, (1, 0))
        return {inward} if kind == "moons" and inward is not None and inward not in board else set()
    if kind == "planets":
        return slides(doc, start, ARCS)
    if kind == "solars":
        return slides(doc, start, [*ARCS, (1, 0), (-1, 0), (0, 1), (0, -1)])
    found = set()
    for step in ((1, 0), (1, 1), (1, -1)):
        space = add(start, step)
        if space is None or (space[0] == 7 and list(board.values()).count((seat, "solars")) == 4):
            continue
        if (
            (space not in board)
            if step == (1, 0)
            else (space in board and side(doc, board[space][0]) != side(doc, seat))
        ):
            found.add(space)
    return found


def seat_moves(doc: Document, seat: int) -> list[tuple[str, str]]:
    return [
        (write(start), write(target))
        for start, piece in sorted(pieces(doc).items())
        if piece[0] == seat
        for target in sorted(targets(doc, start))
    ]


def legal(doc: Document) -> list[tuple[str, str]]:
    return [] if doc["to_move"] is None else seat_moves(doc, doc["to_move"])


def put(doc: Document, board: dict[Space, Piece]) -> None:
    for seat, colour in enumerate(COLOURS[doc["seats"]]):
        for kind in POWER:
            doc["pieces"][colour][kind] = [write(space) for space in sorted(board) if board[space] == (seat, kind)]


def defeat(doc: Document, of_side: int) -> None:
    doc["defeated"] += [seat for seat in range(doc["seats"]) if side(doc, seat) == of_side]
    put(doc, {space: piece for space, piece in pieces(doc).items() if side(doc, piece[0]) != of_side})


def end_test(doc: Document) -> bool:
    left = sides_left(doc)
    if len(left) == 1:
        doc["over"] = "conquest"
    elif all(count(doc, each) == 1 for each in left):
        doc["over"] = "showdown"
    return doc["over"] is not None


def play(before: Document, move: tuple[str, str], history: list[str]) -> Document:
    """The document after a move. `history` holds one text for each position since the last reset and is kept up."""
    doc = deepcopy(before)
    board = pieces(doc)
    start, target = read(move[0]), read(move[1])
    seat, kind = board.pop(start)
    captured = board.get(target)
    board[target] = (seat, "solars" if kind == "moons" and target[0] == 7 else kind)
    put(doc, board)
    doc["owed"] = [each for each in doc["owed"] if each != seat]
    doc["to_move"] = None
    settle(doc, seat, captured)
    if not doc["options"]["draw_rule"]:
        return doc
    if captured or kind == "moons" or doc["defeated"] != before["defeated"]:
        doc["quiet"] = []
        history.clear()
    else:
        doc["quiet"].append(f"{move[0]}-{move[1]}")
    if doc["over"] is None:
        history.append(f"{doc['to_move']} {sorted(pieces(doc).items())}")
        if history.count(history[-1]) == 3:
            doc["over"] = "repetition"
        elif len(doc["quiet"]) == 100:
            doc["over"] = "quiet"
        if doc["over"]:
            doc["to_move"] = None
    return doc


def settle(doc: Document, mover: int, captured: Piece | None) -> None:
    """Steps 2 to 5 of one play."""
    if captured and count(doc, side(doc, captured[0])) == 0:
        defeat(doc, side(doc, captured[0]))
    if end_test(doc):
        return
    if count(doc, side(doc, mover)) == 1:
        defeat(doc, side(doc, mover))
        if end_test(doc):
            return
    passed: list[int] = []
    seat = mover
    while True:
        seat = (seat + 1) % doc["seats"]
        if seat in doc["defeated"] or not any(piece[0] == seat for piece in pieces(doc).values()):
            continue
        if seat_moves(doc, seat):
            doc["to_move"] = seat
            return
        if count(doc, side(doc, seat)) == 1:
            defeat(doc, side(doc, seat))
            if end_test(doc):
                return
            passed = []
        elif seat in passed:
            doc["over"] = "blocked"
            return
        else:
            passed.append(seat)


def places(doc: Document) -> list[int]:
    found = []
    for seat in range(doc["seats"]):
        if seat in doc["defeated"]:
            found.append(2 if doc["options"]["teams"] else doc["seats"] - doc["defeated"].index(seat))
        elif doc["over"] == "showdown":
            powers = {side(doc, owner): POWER[kind] for owner, kind in pieces(doc).values()}
            found.append(1 + sum(power > powers[side(doc, seat)] for power in powers.values()))
        else:
            found.append(1)
    return found
