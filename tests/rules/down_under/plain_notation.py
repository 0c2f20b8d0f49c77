"""Down Under once more, slowly: how moves are written."""

from tests.rules.down_under.plain import NAMES, Move, extent, things_of
from tests.rules.down_under.plain_paths import Cell, Document

LETTERS = "abcdefghijklmnopqrstuvwxyz"
COLUMNS = [*LETTERS, *(one + other for one in LETTERS for other in LETTERS)]


def labels(doc: Document) -> dict[Cell, str]:
    """The labels of all cells near the tiles and near (0, 0)."""
    options = doc["options"]
    terminals_first = options["growth"] == "one_end" or options["routes"] == 2
    before = {
        "floating": max(extent(doc)) + (doc["seats"] if terminals_first else 0),
        "open": 13,
        "line": 1,
        "frame": 2,
    }[options["area"]]
    reach = 2 + max((abs(place) for cell in things_of(doc) for place in cell), default=0)
    columns = dict(enumerate(COLUMNS)) | {-1 - number: "-" + name for number, name in enumerate(COLUMNS)}
    return {
        (x, y): f"{columns[x + before]}{y + before + 1}"
        for x in range(-reach, reach + 1)
        for y in range(-reach, reach + 1)
    }


def written(doc: Document, move: Move) -> str:
    if move["do"] == "decline":
        return "decline"
    label = labels(doc)
    if move["do"] == "billabong":
        return f"billabong {label[move['cell']]}"
    if move["do"] == "rotate":
        return f"rotate {label[move['cell']]} {move['dir']}"
    new = move["tile"]
    colour = f"{NAMES[new['colour']]} " if doc["options"]["routes"] == 2 else ""
    animal = f":{new['animal']}" if new["animal"] else ""
    return f"{colour}{new['kind']}{animal} {label[new['x'], new['y']]} {new['dir']}"
