"""Down Under once more, slowly: written from the rules page with names and lists, to check the engine by.

It works on position documents and on moves as they are written, shares nothing with the engine, tries every tile in
every cell, follows every path of the whole table for each of them, and trusts what it is given.
"""

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from itertools import combinations, product
from typing import Any

from tests.rules.down_under.plain_paths import (
    BACK,
    Cell,
    Document,
    Path,
    Things,
    one_colour_each,
    paths_of,
    routes,
    step,
)

DIRS = {
    "straight": ["NS", "EW"],
    "curve": ["NE", "SE", "SW", "NW"],
    "terminal": ["N", "E", "S", "W"],
}
SET = {"straight": 7, "curve": 9, "terminal": 2}
ANIMALS = {
    "straight": {"kangaroo": 2, "emu": 2, "platypus": 1, "rabbit": 2},
    "curve": {"kangaroo": 2, "emu": 2, "platypus": 2, "rabbit": 2, "dingo": 1},
}
NAMES = ["yellow", "blue", "red", "green"]
SIZES = {
    "easy": ["6x6", "7x7", "8x8"],
    "recommended": ["5x7", "6x8", "7x9"],
    "recommended2": ["", "5x9", "6x10"],
    "difficult": ["4x8", "4x10", "5x11"],
}


# ------------------------------------------------------------------------------------------------------- the document


def things_of(doc: Document) -> Things:
    return {(thing["x"], thing["y"]): thing for thing in doc["tiles"] + doc["ponds"]}


def neutral(thing: Document) -> bool:
    return "joins" not in thing and thing["colour"] is None


def is_terminal(thing: Document) -> bool:
    return thing.get("kind") == "terminal"


def extent(doc: Document) -> tuple[int, int]:
    size = doc["options"]["size"]
    width, height = (SIZES[size][doc["seats"] - 2] if size in SIZES else size).split("x")
    return int(width), int(height)


def inside(doc: Document, things: Things, cell: Cell) -> bool:
    area = doc["options"]["area"]
    if area == "open":
        return True
    width, height = extent(doc)
    if area in ("line", "frame"):
        return 0 <= cell[0] < width and 0 <= cell[1] < height
    counted = [place for place, thing in things.items() if not is_terminal(thing)] + [cell]
    columns = max(x for x, _ in counted) - min(x for x, _ in counted) + 1
    rows = max(y for _, y in counted) - min(y for _, y in counted) + 1
    return (columns <= width and rows <= height) or (columns <= height and rows <= width)


def colour_count(doc: Document) -> int:
    return int(doc["seats"] * doc["options"]["routes"])


def colours_of(doc: Document, seat: int) -> list[int]:
    return [colour for colour in range(colour_count(doc)) if colour % doc["seats"] == seat]


def hand(doc: Document, colour: int) -> Counter[tuple[str, Any]]:
    """How many tiles of a kind, and with `animals` of an animal, are left."""
    held: Counter[tuple[str, Any]] = Counter()
    for kind, number in SET.items():
        if doc["options"]["animals"] and kind in ANIMALS:
            held.update({(kind, animal): count for animal, count in ANIMALS[kind].items()})
        else:
            held[kind, None] = number
    held.subtract((tile["kind"], tile["animal"]) for tile in doc["tiles"] if tile["colour"] == colour)
    return held


def own_tiles(doc: Document, colour: int) -> list[Document]:
    return [tile for tile in doc["tiles"] if tile["colour"] == colour]


def near(cells: Any) -> list[Cell]:
    """The empty cells beside or diagonally beside these."""
    around = {(x + dx, y + dy) for x, y in cells for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    return sorted(around - set(cells))


def tile(cell: Cell, kind: str, direction: str, colour: int, animal: str | None = None) -> Document:
    return {"x": cell[0], "y": cell[1], "kind": kind, "dir": direction, "colour": colour, "animal": animal}


# ---------------------------------------------------------------------------------------------------------------- moves

Move = dict[str, Any]  # do, and what it needs


def placements(doc: Document, cells: list[Cell], kinds: list[str], colour: int) -> Iterator[Move]:
    """Every tile in hand in every cell and direction in which the table keeps to one colour on each path."""
    things = things_of(doc)
    held = hand(doc, colour)
    for cell, kind in product(cells, kinds):
        if cell in things or (kind != "terminal" and not inside(doc, things, cell)):
            continue
        animals = [animal for (of, animal), number in held.items() if of == kind and number]
        for direction in DIRS[kind] if animals else ():
            if one_colour_each(paths_of({**things, cell: tile(cell, kind, direction, colour)})):
                for animal in animals:
                    yield {"do": "place", "tile": tile(cell, kind, direction, colour, animal)}


def moves(doc: Document) -> list[Move]:
    if doc["turn"] is None:
        return []
    if doc["offer"]:
        return [{"do": "billabong", "cell": tuple(doc["offer"][0])}, {"do": "decline"}]
    if doc["pending"]:
        return extensions(doc)
    return turn_moves(doc, doc["turn"])


def turn_moves(doc: Document, seat: int) -> list[Move]:
    """What a seat may do in its turn, as far as it has not used its colours."""
    if doc["options"]["routes"] == 1:
        return [] if doc["used"] else colour_moves(doc, seat)
    for colour in range(4):
        if not own_tiles(doc, colour):
            return square_moves(doc, colour) if colour % 2 == seat else []
    if len(doc["tiles"]) == 4:
        found = [move for colour in colours_of(doc, seat) for move in colour_moves(doc, colour)]
        return [move for move in found if seat == 0 and move["tile"]["kind"] != "terminal"]
    if len(doc["used"]) == doc["options"]["tiles_per_turn"]:
        return []
    return [m for colour in colours_of(doc, seat) if colour not in doc["used"] for m in colour_moves(doc, colour)]


def colour_moves(doc: Document, colour: int) -> list[Move]:
    if not own_tiles(doc, colour):
        return first_moves(doc, colour)
    route = routes(paths_of(things_of(doc)))[colour]
    return rotations(doc, colour) if route.ring else later_moves(doc, colour, route)


def first_cells(doc: Document) -> list[Cell]:
    things = things_of(doc)
    laid = [cell for cell, thing in things.items() if not neutral(thing)]
    if doc["options"]["area"] in ("line", "frame"):
        width, height = extent(doc)
        field = [cell for cell in product(range(width), range(height)) if cell not in things]
        return [cell for cell in field if cell in near(laid)] if laid else field
    return [cell for cell in near(laid) if cell not in things] if laid else [(0, 0)]


def first_moves(doc: Document, colour: int) -> list[Move]:
    cells = first_cells(doc)
    if doc["options"]["growth"] == "both":
        return list(placements(doc, cells, ["straight", "curve"], colour))
    return [move for move in placements(doc, cells, ["terminal"], colour) if may_begin(doc, move["tile"])]


def may_begin(doc: Document, new: Document) -> bool:
    """`growth` one_end."""
    colour = new["colour"]
    if colour in (1, 3):
        leaders = [each for each in own_tiles(doc, colour - 1) if each["kind"] == "terminal"]
        if not leaders or behind(leaders[0]) != ((new["x"], new["y"]), new["dir"]):
            return False
    after = with_tile(doc, new)
    things = things_of(after)
    paths = paths_of(things)
    if any(not route.open for route in routes(paths).values()) or crowded(after):
        return False
    if colour in (0, 2) and colour + 1 < doc["seats"]:
        cell, direction = behind(new)
        fixed = doc["options"]["area"] in ("line", "frame")
        partner = tile(cell, "terminal", direction, colour + 1)
        if cell in things or (fixed and not inside(after, things, cell)):
            return False
        return one_colour_each(paths_of({**things, cell: partner})) and may_begin(after, partner)
    return True


def behind(terminal: Document) -> tuple[Cell, str]:
    back = BACK[terminal["dir"]]
    return step((terminal["x"], terminal["y"]), back), back


def square_moves(doc: Document, colour: int) -> list[Move]:
    """Every terminal that makes part of a square with those on the table."""
    found = []
    for cell in near(things_of(doc)) if doc["tiles"] else [(0, 0)]:
        for direction in "NESW":
            new = tile(cell, "terminal", direction, colour)
            terminals = [*doc["tiles"], new]
            for left, bottom in product(range(cell[0] - 1, cell[0] + 1), range(cell[1] - 1, cell[1] + 1)):
                block = list(product((left, left + 1), (bottom, bottom + 1)))
                if all((each["x"], each["y"]) in block for each in terminals) and not any(
                    step((each["x"], each["y"]), each["dir"]) in block for each in terminals
                ):
                    found.append({"do": "place", "tile": new})
                    break
    return found


def later_moves(doc: Document, colour: int, route: Path, only: tuple[Cell, str] | None = None) -> list[Move]:
    found = []
    for cell in sorted({step(end, edge) for end, edge in route.open}):
        for move in placements(doc, [cell], ["straight", "curve", "terminal"], colour):
            by = set(move["tile"]["dir"]) & set(route.leading_into(cell))
            if by and (only is None or (only[0] == cell and only[1] in by)):
                found.append(move)
    return found


def rotations(doc: Document, colour: int) -> list[Move]:
    found = []
    things = things_of(doc)
    for old in own_tiles(doc, colour):
        if old["kind"] == "terminal":
            continue
        cell = (old["x"], old["y"])
        for direction in DIRS[old["kind"]]:
            quarter = old["kind"] == "straight" or len(set(direction) & set(old["dir"])) == 1
            if direction == old["dir"] or not quarter:
                continue
            paths = paths_of({**things, cell: {**old, "dir": direction}})
            with_colour = [path for path in paths if colour in path.colours]
            if one_colour_each(paths) and len(with_colour) == 1 and len(with_colour[0].open) == 2:
                found.append({"do": "rotate", "cell": cell, "dir": direction, "colour": colour})
    return found


def extensions(doc: Document) -> list[Move]:
    """How the first of the owed extensions may be made."""
    owed = doc["pending"][0]
    pond, things = (owed["x"], owed["y"]), things_of(doc)
    route = routes(paths_of(things))[owed["colour"]]
    (join,) = things[pond]["joins"]
    for edge in join:
        if step(pond, edge) not in things:
            return later_moves(doc, owed["colour"], route, (step(pond, edge), BACK[edge]))
    return []


# ----------------------------------------------------------------------------------------------------------- billabongs


def arrivals(doc: Document) -> dict[Cell, dict[str, Any]]:
    """For each empty cell beside a tile the colour that leads in by an edge, None for an uncoloured path."""
    found: dict[Cell, dict[str, Any]] = {}
    for path in paths_of(things_of(doc)):
        for end, edge in path.open:
            colour = path.colours[0] if path.colours else None
            found.setdefault(step(end, edge), {})[BACK[edge]] = colour
    return found


def players(colours: Any) -> set[int]:
    return {colour for colour in colours if colour not in (None, "neutral")}


def crowded(doc: Document) -> list[Cell]:
    found = [
        cell
        for cell, by in arrivals(doc).items()
        if len(players(by.values())) >= 3 and inside(doc, things_of(doc), cell)
    ]
    return sorted(found, key=lambda cell: (cell[1], cell[0]))


def with_billabongs(doc: Document, colour: int) -> Document:
    while len(doc["ponds"]) < 4 and crowded(doc):
        cell = crowded(doc)[0]
        by = arrivals(doc)[cell]
        own = [edge for edge in "NESW" if edge in by and by[edge] == colour]
        free = [edge for edge in "NESW" if by.get(edge) is None]
        joins: list[str] = []
        owes = False
        if own and len(own) + len(free) == 2:
            joins = [written_pair(own + free)]
            owes = bool(free) and free[0] not in by
        doc = with_pond(doc, cell, joins)
        if owes:
            doc["pending"].append({"x": cell[0], "y": cell[1], "colour": colour})
    return doc


def written_pair(edges: list[str]) -> str:
    return next(pair for pair in ("NS", "EW", "NE", "SE", "SW", "NW") if set(pair) == set(edges))


def deadlocks(doc: Document) -> list[Cell]:
    found = []
    for cell, by in arrivals(doc).items():
        if len(by) == 4 and inside(doc, things_of(doc), cell) and len(players(by.values())) == 2:
            pairs = [[edge for edge in "NESW" if by[edge] == colour] for colour in players(by.values())]
            adjacent = all("".join(pair) in ("NE", "ES", "SW", "NW") for pair in pairs)
            no_curves = any(
                sum(number for (kind, _), number in hand(doc, colour).items() if kind == "curve") == 0
                for colour in players(by.values())
            )
            if adjacent and no_curves:
                found.append(cell)
    return sorted(found, key=lambda cell: (cell[1], cell[0]))


# ----------------------------------------------------------------------------------------------------------------- play


def by_row(entries: list[Document]) -> list[Document]:
    return sorted(entries, key=lambda entry: (entry["y"], entry["x"]))


def with_tile(doc: Document, new: Document) -> Document:
    doc = deepcopy(doc)
    kept = [each for each in doc["tiles"] if (each["x"], each["y"]) != (new["x"], new["y"])]
    doc["tiles"] = by_row([*kept, new])
    return doc


def with_pond(doc: Document, cell: Cell, joins: list[str]) -> Document:
    doc = deepcopy(doc)
    doc["ponds"] = by_row([*doc["ponds"], {"x": cell[0], "y": cell[1], "joins": joins}])
    return doc


def play(doc: Document, move: Move) -> Document:
    """The document after a move that is legal."""
    before = doc
    one_tile = doc["options"]["routes"] == 1 or doc["options"]["tiles_per_turn"] == 1 or len(doc["tiles"]) <= 4
    doc = deepcopy(doc)
    if move["do"] == "decline":
        doc["offer"].pop(0)
    elif move["do"] == "billabong":
        by = arrivals(doc)[move["cell"]]
        joins = ["NE", "SW"] if by["N"] == by["E"] else ["NW", "SE"]
        doc = with_pond(doc, move["cell"], joins)
        doc["offer"] = [cell for cell in doc["offer"][1:] if tuple(cell) in deadlocks(doc) and len(doc["ponds"]) < 4]
    else:
        if move["do"] == "place":
            new = move["tile"]
            colour = new["colour"]
        else:
            colour = move["colour"]
            new = {**things_of(doc)[move["cell"]], "dir": move["dir"]}
        if doc["pending"]:
            doc["pending"].pop(0)
        else:
            doc["used"].append(colour)
        doc = with_billabongs(with_tile(doc, new), colour)
        if len(doc["ponds"]) < 4:
            doc["offer"] = [list(cell) for cell in deadlocks(doc) if cell not in deadlocks(before)]
    if doc["offer"]:
        return doc
    while doc["pending"]:
        if extensions(doc):
            return doc
        doc["pending"].pop(0)
    if not one_tile and turn_moves(doc, doc["turn"]):
        return doc
    return next_turn(doc)


def next_turn(doc: Document) -> Document:
    doc["used"] = []
    for later in range(1, doc["seats"] + 1):
        seat = (doc["turn"] + later) % doc["seats"]
        if turn_moves(doc, seat):
            doc["turn"] = seat
            return doc
    doc["turn"] = None
    return doc


# ------------------------------------------------------------------------------------------------------------- counting


def counted(doc: Document) -> Document:
    """The keys that a view has beside the document."""
    things = things_of(doc)
    found = routes(paths_of(things))
    listed: list[Document] = []
    for colour in range(colour_count(doc)):
        path = found.get(colour)
        if path is None:
            listed.append({"length": 0, "score": 0, "open": [], "endless": False})
            continue
        score = len(path.nodes)
        if doc["options"]["animals"]:
            animals = Counter(
                things[cell]["animal"]
                for cell, edges in path.nodes
                if things[cell].get("animal") and len(edges) == 2 and set(edges).isdisjoint(things[cell]["dir"])
            )
            score += 5 * min(animals["kangaroo"], animals["emu"], animals["platypus"])
            score -= 0 if animals["dingo"] else 2 * animals["rabbit"]
        ends = sorted(path.open, key=lambda end: (end[0][1], end[0][0], "NESW".index(end[1])))
        listed.append(
            {
                "length": len(path.nodes),
                "score": score,
                "open": [[x, y, edge] for (x, y), edge in ends],
                "endless": path.ring,
            }
        )
    hands = []
    for colour in range(colour_count(doc)):
        held = hand(doc, colour)
        entry: Document = {kind: sum(held[key] for key in held if key[0] == kind) for kind in SET}
        if doc["options"]["animals"]:
            entry["animals"] = {
                shape: {animal: held[shape, animal] for animal in numbers} for shape, numbers in ANIMALS.items()
            }
        hands.append(entry)
    scores = [sum(listed[colour]["score"] for colour in colours_of(doc, seat)) for seat in range(doc["seats"])]
    return {"hands": hands, "routes": listed, "billabongs": 4 - len(doc["ponds"]), "scores": scores}


def places(doc: Document) -> list[int]:
    def rank(seat: int) -> tuple[bool, int]:
        laid = [
            not doc["options"]["animals"] or "dingo" in [each["animal"] for each in own_tiles(doc, colour)]
            for colour in colours_of(doc, seat)
        ]
        return all(laid), counted(doc)["scores"][seat]

    ranks = [rank(seat) for seat in range(doc["seats"])]
    return [1 + sum(other > mine for other in ranks) for mine in ranks]


# ---------------------------------------------------------------------------------------------------------------- setup


def lines(width: int, height: int) -> list[str]:
    """The admissible lines, sorted, by trying all of them."""
    steps = width + height - 2
    found = []
    for north in combinations(range(steps), height - 1):
        line = "".join("N" if place in north else "E" for place in range(steps))
        straight = [line[place] == line[place + 1] for place in range(steps - 1)]
        middle = len(straight) // 2 + len(straight) % 2
        if sum(straight) <= 7 and len(straight) - sum(straight) <= 9 and all(straight[middle - 2 : middle + 1]):
            found.append(line)
    return sorted(found)
