"""Southern Cross once more, slowly: written from the rules page with dictionaries and texts, to check the engine by.

It works on position documents and canonical texts, shares nothing with the engine, and trusts what it is given.
"""

from collections.abc import Callable, Iterator
from copy import deepcopy
from itertools import combinations
from typing import Any

Document = dict[str, Any]
Square = str
Grid = dict[Square, str]  # the occupied squares and the letters of their counters
Roll = Callable[[int], int]

SQUARES = [column + row for column in "abcdef" for row in "123456"]
TILES = {
    "NW": "a6 b6 b5 a5",
    "N": "c6 d6 d5 c5",
    "NE": "e6 f6 f5 e5",
    "W": "a4 b4 b3 a3",
    "C": "c4 d4 d3 c3",
    "E": "e4 f4 f3 e3",
    "SW": "a2 b2 b1 a1",
    "S": "c2 d2 d1 c1",
    "SE": "e2 f2 f1 e1",
}
HOME = {"B": "N", "R": "E", "Y": "S", "G": "W"}
ENTRANCES = {
    "B": {"c6": "c5", "d6": "d5"},
    "R": {"f3": "e3", "f4": "e4"},
    "Y": {"c1": "c2", "d1": "d2"},
    "G": {"a3": "b3", "a4": "b4"},
}
TOLERANCE = {1: 12, 2: 9, 3: 6, 4: 4}


def grid_of(doc: Document) -> Grid:
    return {
        "abcdef"[column] + str(6 - row): letter
        for row, letters in enumerate(doc["board"])
        for column, letter in enumerate(letters)
        if letter != "."
    }


def rows_of(grid: Grid) -> list[str]:
    return ["".join(grid.get(f"{column}{row}", ".") for column in "abcdef") for row in "654321"]


def move_by(square: Square, columns: int, rows: int) -> Square | None:
    moved = chr(ord(square[0]) + columns) + chr(ord(square[1]) + rows)
    return moved if moved in SQUARES else None


def full(grid: Grid) -> list[str]:
    return [tile for tile, squares in TILES.items() if all(square in grid for square in squares.split())]


def count(grid: Grid, letter: str) -> int:
    return list(grid.values()).count(letter)


def hops(grid: Grid, square: Square) -> list[Square]:
    """Where one hop leads; `grid` is without the jumper."""
    found = []
    for way in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        over, behind = move_by(square, *way), move_by(square, 2 * way[0], 2 * way[1])
        if over in grid and behind is not None and behind not in grid:
            found.append(behind)
    return found


def jump_paths(grid: Grid, path: list[Square], before: set[Square]) -> Iterator[list[Square]]:
    """This path and all that go on from it without coming to a square twice."""
    yield path
    for square in hops(grid, path[-1]):
        if square not in before and square not in path:
            yield from jump_paths(grid, [*path, square], before)


def ways(grid: Grid, letter: str, start: str) -> tuple[dict[Square, str], dict[Square, list[Square]]]:
    """Moves and jumps from a start: the texts by destination, and the canonical paths by destination."""
    moves: dict[Square, str] = {}
    paths: list[list[Square]] = []
    if start == "base":
        for outer, inner in ENTRANCES[letter].items():
            if outer not in grid:
                moves[outer] = f"base-{outer}"
            elif inner not in grid:
                paths += jump_paths(grid, [inner], set())
    else:
        others = {square: other for square, other in grid.items() if square != start}
        for way in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            beside = move_by(start, *way)
            if beside is not None and beside not in grid:
                moves[beside] = f"{start}-{beside}"
        for landing in hops(others, start):
            paths += jump_paths(others, [landing], {start})
    best: dict[Square, list[Square]] = {}
    for path in sorted(paths, key=lambda path: (len(path), path)):
        best.setdefault(path[-1], path)
    return moves, best


def moved(grid: Grid, letter: str, start: str, target: Square) -> Grid:
    after = {square: other for square, other in grid.items() if square != start}
    after[target] = letter
    return after


def spun(grid: Grid, dial: str, amount: int) -> Grid:
    squares = TILES[dial].split()
    after = {square: letter for square, letter in grid.items() if square not in squares}
    for place, square in enumerate(squares):
        if square in grid:
            after[squares[(place + amount // 90) % 4]] = grid[square]
    return after


def actions(grid: Grid, letter: str) -> list[tuple[str, Grid]]:
    """Every action and the grid after it, whatever becomes of the tiles, in the order of `legal()`."""
    starts = ["base"] if count(grid, letter) < 6 else []
    starts += [square for square in SQUARES if grid.get(square) == letter]
    moves, jumps, spins = [], [], []
    for start in starts:
        near, far = ways(grid, letter, start)
        moves += [(near[target], moved(grid, letter, start, target)) for target in sorted(near)]
        jumps += [("x".join([start, *far[target]]), moved(grid, letter, start, target)) for target in sorted(far)]
    for dial in "NESWC":
        turned = [(f"spin {dial} {amount}", spun(grid, dial, amount)) for amount in (90, 180, 270)]
        spins += [(text, after) for text, after in turned if after != grid]
    return moves + jumps + spins


def can_be_ended(grid: Grid, letter: str, left: int) -> bool:
    """Every sequence of further actions is tried."""
    if len(full(grid)) <= 1:
        return True
    return left > 0 and any(can_be_ended(after, letter, left - 1) for _, after in actions(grid, letter))


def order_of_turn(doc: Document) -> list[int]:
    return [(doc["turn"] - 1 + later) % 4 for later in range(4)]


def challenged(doc: Document, seat: int) -> list[Square]:
    grid = grid_of(doc)
    letter = doc["options"]["order"][seat]
    return [square for square in SQUARES if square in TILES[doc["special"]["tile"]] and grid.get(square) == letter]


def legal(doc: Document) -> list[str]:
    if doc["phase"] == "act":
        grid, letter, left = grid_of(doc), doc["options"]["order"][doc["to_move"]], doc["actions_left"]
        texts = []
        if left:
            texts = [text for text, after in actions(grid, letter) if can_be_ended(after, letter, left - 1)]
        return texts + ["end"] * (len(full(grid)) <= 1)
    if doc["phase"] == "roll":
        return ["roll"]
    if doc["phase"] == "throw":
        return [f"throw {power}" for power in range(101)]
    if doc["phase"] == "remove":
        squares = challenged(doc, doc["to_move"])
        return [" ".join(["remove", *chosen]) for chosen in combinations(squares, doc["special"]["failed"])]
    return []


def groups(squares: set[Square]) -> list[set[Square]]:
    found: list[set[Square]] = []
    for square in sorted(squares):
        beside = {move_by(square, *way) for way in ((0, 1), (0, -1), (1, 0), (-1, 0))}
        touching = [group for group in found if group & beside]
        found = [group for group in found if group not in touching] + [{square}.union(*touching)]
    return found


def largest_cluster(grid: Grid, letter: str) -> int:
    off_home = {square for square, other in grid.items() if other == letter and square not in TILES[HOME[letter]]}
    return max(map(len, groups(off_home)), default=0)


def winning(grid: Grid, letter: str) -> bool:
    on_home = any(grid.get(square) == letter for square in TILES[HOME[letter]].split())
    return count(grid, letter) == 6 and not on_home and largest_cluster(grid, letter) == 6


def places(doc: Document) -> list[int]:
    grid, letters = grid_of(doc), doc["options"]["order"]
    winners = [seat for seat in order_of_turn(doc) if winning(grid, letters[seat])][:1]

    def better(one: int, other: int) -> bool:
        if winners and other in winners:
            return False
        standing = [(largest_cluster(grid, letters[seat]), count(grid, letters[seat])) for seat in (one, other)]
        return one in winners or standing[0] > standing[1]

    return [1 + sum(better(other, seat) for other in range(4)) for seat in range(4)]


def play(before: Document, text: str, roll: Roll) -> Document:
    """The document after a legal move."""
    doc = deepcopy(before)
    if doc["phase"] == "act" and text != "end":
        grid = dict(actions(grid_of(doc), doc["options"]["order"][doc["to_move"]]))[text]
        doc["board"] = rows_of(grid)
        doc["actions_left"] -= 1
    elif text == "end":
        doc["actions_left"] = 0
        if full(grid_of(doc)):
            doc["special"] = {"tile": full(grid_of(doc))[0], "waiting": [], "failed": 0, "throws": []}
            doc["special"]["waiting"] = [seat for seat in order_of_turn(doc) if challenged(doc, seat)]
            next_challenge(doc, roll)
        else:
            turn_over(doc)
    elif text == "roll":
        number = len(challenged(doc, doc["to_move"]))
        dice = [roll(6) for _ in range(number)]
        settle(doc, len([die for die in dice if not die > number]), roll)
    elif text.startswith("throw"):
        number = len(challenged(doc, doc["to_move"]))
        aim = doc["special"]["throws"].pop(0)
        landing = int(text.split()[1]) + aim["wind"] + roll(31) - 16
        if not abs(landing - aim["target"]) <= TOLERANCE[number]:
            doc["special"]["failed"] += 1
        if not doc["special"]["throws"]:
            settle(doc, doc["special"]["failed"], roll)
    else:
        send_home(doc, text.split()[1:])
        next_challenge(doc, roll)
    return doc


def settle(doc: Document, failures: int, roll: Roll) -> None:
    squares = challenged(doc, doc["to_move"])
    if 0 < failures < len(squares):
        doc["phase"] = "remove"
        doc["special"]["failed"] = failures
        return
    if failures:
        send_home(doc, squares)
    next_challenge(doc, roll)


def send_home(doc: Document, squares: list[Square]) -> None:
    doc["board"] = rows_of({square: letter for square, letter in grid_of(doc).items() if square not in squares})


def next_challenge(doc: Document, roll: Roll) -> None:
    if not doc["special"]["waiting"]:
        turn_over(doc)
        return
    doc["to_move"] = doc["special"]["waiting"].pop(0)
    doc["special"]["failed"] = 0
    doc["phase"] = "roll"
    if doc["options"]["challenge"] == "throw":
        doc["phase"] = "throw"
        for _ in challenged(doc, doc["to_move"]):
            target = 19 + roll(62)
            wind = roll(21) - 11
            doc["special"]["throws"].append({"target": target, "wind": wind})


def turn_over(doc: Document) -> None:
    grid = grid_of(doc)
    doc["special"] = None
    doc["actions_left"] = 0
    if any(winning(grid, letter) for letter in "BRYG") or doc["turn"] == doc["options"]["max_turns"]:
        doc["phase"] = "over"
        doc["to_move"] = None
        return
    doc["turn"] += 1
    doc["to_move"] = (doc["turn"] - 1) % 4
    doc["phase"] = "act"
    doc["actions_left"] = 3
