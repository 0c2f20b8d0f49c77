"""Down Under once more, slowly: which pieces of a table are connected, and where their paths are open."""

from typing import Any

Document = dict[str, Any]
Cell = tuple[int, int]
Things = dict[Cell, Document]  # what lies in a cell: an entry of `tiles` or of `ponds`
Node = tuple[Cell, str]  # a piece: its cell and its edges

STEP = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
BACK = {"N": "S", "E": "W", "S": "N", "W": "E"}


def pieces(thing: Document) -> list[tuple[str, Any]]:
    """The pieces of a tile or billabong: edges, and the colour ("neutral" for nobody's) or None for grey."""
    if "joins" in thing:
        joined = "".join(thing["joins"])
        return [(pair, None) for pair in thing["joins"]] + [(edge, None) for edge in "NESW" if edge not in joined]
    colour = "neutral" if thing["colour"] is None else thing["colour"]
    others = "".join(edge for edge in "NESW" if edge not in thing["dir"])
    if thing["kind"] == "terminal":
        back = BACK[thing["dir"]]
        return [(thing["dir"], colour), (back, None), (others.replace(back, ""), None)]
    return [(thing["dir"], colour), (others, None)]


def step(cell: Cell, edge: str) -> Cell:
    return cell[0] + STEP[edge][0], cell[1] + STEP[edge][1]


class Path:
    """Pieces that are connected, their colours and their open ends as (cell of the tile, edge)."""

    def __init__(self, nodes: set[Node], colour_of: dict[Node, Any], things: Things) -> None:
        self.nodes = nodes
        self.colours = [colour_of[node] for node in nodes if colour_of[node] is not None]
        self.open = [(cell, edge) for cell, edges in nodes for edge in edges if step(cell, edge) not in things]
        stops = sum(len(edges) == 1 for _, edges in nodes)
        self.ring = not self.open and not stops

    def leading_into(self, cell: Cell) -> list[str]:
        """The edges of a cell by which the path leads into it."""
        return [BACK[edge] for tile, edge in self.open if step(tile, edge) == cell]


def paths_of(things: Things) -> list[Path]:
    colour_of = {(cell, edges): colour for cell, thing in things.items() for edges, colour in pieces(thing)}
    at = {(cell, edge): (cell, edges) for cell, edges in colour_of for edge in edges}
    found, seen = [], set()
    for node in colour_of:
        if node in seen:
            continue
        nodes, todo = {node}, [node]
        while todo:
            cell, edges = todo.pop()
            for edge in edges:
                neighbour = at.get((step(cell, edge), BACK[edge]))
                if neighbour is not None and neighbour not in nodes:
                    nodes.add(neighbour)
                    todo.append(neighbour)
        seen |= nodes
        found.append(Path(nodes, colour_of, things))
    return found


def one_colour_each(paths: list[Path]) -> bool:
    return all(len(set(path.colours)) <= 1 for path in paths)


def routes(paths: list[Path]) -> dict[int, Path]:
    return {path.colours[0]: path for path in paths if path.colours and path.colours[0] != "neutral"}
