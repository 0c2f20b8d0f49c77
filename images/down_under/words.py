"""A position of Down Under in words: the picture's alt text, and the complete text that reads back to the view.

The complete text (`read(text(view)) == view` for every view):

    Down Under for 2 seats.
    Options: size 5x7; area floating; growth both; one route each; two tiles a turn; no animals.
    Blue to move.
    Labels: a1 is (-1, -2).
    Border: columns from b to h; rows may still move.
    Yellow: length 7, 7 points; open at c3 S into c2, d5 E into e5; left straight 3, curve 7, terminal 2.
    Tiles of yellow: straight c3 NS; curve c4 SE.
    Blue: length 0, 0 points; no tile yet; left straight 7, curve 9, terminal 2.
    Neutral tiles: terminal b2 N.
    Billabongs: c5 NE SW; e5 nothing joined.
    Billabongs left: 2.

Cells are written as in moves; `Labels` says where the first one lies on the grid of the position document. Lines that
have nothing to say are left out.
"""

import re
from collections.abc import Sequence
from typing import Any

from bot.rules import GAMES
from bot.rules.api import Document
from bot.rules.down_under import EDGES, Box, Move, Position, Route, beyond
from bot.rules.down_under.documents import KEYS
from bot.rules.down_under.notation import column_name, labelled
from bot.rules.down_under.options import SEATS
from bot.rules.down_under.tiles import ANIMALS, COLOURS, GREY, NEUTRAL, PATH_TILES, Cell
from images.down_under.geometry import cell_of
from images.endings import Ended, ended_by, listed, winners_of
from images.marks import NO_MARKS, Marks, Played

ALT_LIMIT = 1024
"""Characters of alt text that Discord takes."""

ORDINALS = ("1st", "2nd", "3rd", "4th")


# --- what a view says -------------------------------------------------------------------------------------------------


def position_of(view: Document) -> Position:
    """The position of a view or of a position document."""
    found = GAMES["down_under"].load({key: view[key] for key in KEYS if key in view})
    if not isinstance(found, Position):
        raise TypeError("the rules of Down Under make other positions than their own")
    return found


def name(colour: int) -> str:
    return COLOURS[colour].capitalize()


def seat_name(position: Position, seat: int) -> str:
    """The colours of a seat: "Yellow", or "Yellow and Red"."""
    return listed([name(colour) for colour in position.table.colours_of(seat)])


def area_told(position: Position) -> str:
    """The area in a few letters: "5×7", "5×7 or 7×5", "open"."""
    table = position.table
    if table.area == "open":
        return "open"
    wide, tall = table.extent
    if table.area == "floating":
        zones = position.zones
        if position.border:
            wide, tall = position.border.columns, position.border.rows
        elif wide != tall and len(zones) != 1:
            return f"{min(wide, tall)}×{max(wide, tall)} or {max(wide, tall)}×{min(wide, tall)}"
        elif wide != tall:
            # It lies in one direction already; in which, what lies on it tells.
            box = position.board.box
            if box and (box.columns > wide or box.rows > tall):
                wide, tall = tall, wide
    return f"{wide}×{tall}"


def ended(position: Position, marks: Marks = NO_MARKS) -> Ended | None:
    """How the match ended, by the marks or by the rules, which decide the places; None while it runs."""
    if marks.verdict:
        return ended_by(marks)
    result = position.result
    if result is None:
        return None
    winners = winners_of(result)
    best = max(position.scores[seat] for seat in winners)
    points = f"with {_points(best)}"
    if any(place > 1 and position.scores[seat] >= best for seat, place in enumerate(result.places)):
        points += " and its dingo laid"  # which those have not done who have as many or more
    if len(winners) > 1:
        told = listed([seat_name(position, seat) for seat in winners])
        return Ended("Draw", f"{told} {points}", winners, result.places)
    wins = "win" if position.table.routes == 2 else "wins"
    return Ended(f"{seat_name(position, winners[0])} {wins}", points, winners, result.places)


def _points(score: int) -> str:
    return f"{score} point" if score == 1 else f"{score} points"


def status(route: Route) -> str:
    """What has become of a route, if it can't be told by its open ends."""
    if not route.pieces:
        return "no tile yet"
    if route.endless:
        return "endless"
    return "" if route.open else "ended"


def end_cells(route: Route) -> list[Cell]:
    """The empty cells that a route leads into."""
    return list(dict.fromkeys(beyond(*end) for end in route.open))


def due(position: Position) -> str:
    """What the seat to move has to mind, beyond laying a tile; empty at the end."""
    seat, table = position.to_move, position.table
    if seat is None:
        return ""
    if position.offer:
        return f"a billabong in {position.label(position.offer[0])}?"
    if position.extension:
        cell, _ = position.extension
        return f"out of the billabong into {position.label(cell)}"
    own = table.colours_of(seat)
    missing = next((colour for colour in own if not position.routes[colour].pieces), None)
    if missing is not None:
        kind = "terminal" if table.routes == 2 or table.growth == "one_end" else "tile"
        return f"first {kind}{f' of {COLOURS[missing]}' if table.routes == 2 else ''}"
    if position.opening:
        return "opening: one straight or curve"
    if table.tiles_due == 2:
        left = [COLOURS[colour] for colour in own if colour not in position.used]
        return f"second tile: {left[0]}" if position.used and left else "a tile of each colour"
    if any(position.routes[colour].endless for colour in own):
        return "endless route: turn a tile"
    return ""


# --- marks ------------------------------------------------------------------------------------------------------------

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
    """The colour, kind and animal that a mark names ("curve", "red curve", "curve:emu"); None if it is no such."""
    found = _KIND.fullmatch(at)
    if not found:
        return None
    colour = COLOURS.index(found["colour"]) if found["colour"] else None
    return colour, found["kind"], found["animal"]


def played_cells(position: Position, played: Played) -> tuple[Move | None, list[Cell]]:
    """A decision and the cells that it changed, its own first; nothing if nobody knows what came before it."""
    if played.before is None:
        return None, []
    before = position_of(played.before)
    try:
        move = before.parse(played.move)
    except ValueError:
        return None, []
    cells = [move.cell] if move.cell is not None else []
    known = before.tiles
    after = before.play(move, _NO_LUCK)
    cells += [cell for cell in after.tiles if cell not in known and cell not in cells]
    return move, [cell for cell in cells if cell in position.tiles]


class _Luckless:
    """Chance where none is used: a decision of Down Under draws no luck."""

    def roll(self, sides: int = 6) -> int:
        raise ValueError("a decision of Down Under rolls nothing")

    def shuffle(self, items: Sequence[str]) -> list[str]:
        raise ValueError("a decision of Down Under shuffles nothing")


_NO_LUCK = _Luckless()


def after(position: Position, move: Move) -> Position:
    """The position after a legal move."""
    return position.play(move, _NO_LUCK)


def move_told(position: Position, move: Move) -> str:
    """A decision in the labels that the table has now: "curve c3 NE", "billabong c4"."""
    if move.cell is None:
        return move.kind
    animal = f":{move.animal}" if move.animal else ""
    return " ".join(filter(None, (f"{move.kind}{animal}", position.label(move.cell), move.facing)))


# --- the alt text -----------------------------------------------------------------------------------------------------


def _kinds(position: Position, colour: int) -> str:
    return ", ".join(f"{position.left(colour, kind)} {kind}s" for kind in PATH_TILES)


def _route_told(position: Position, colour: int, *, hands: bool) -> str:
    route = position.routes[colour]
    parts = []
    if route.pieces:
        length = f"length {route.length}"
        if position.table.animals:
            length += f", {_points(position.score(colour))}"
        parts.append(length)
    if status(route):
        parts.append(status(route))
    else:
        ends = [f"{position.label(beyond(*end))} from the {_SIDES[end[1] ^ 2]}" for end in route.open]
        parts.append(f"open into {listed(ends)}")
    if hands:
        parts.append(f"left {_kinds(position, colour)}")
    return f"{name(colour)}: {'; '.join(parts)}."


_SIDES = ("north", "east", "south", "west")


def _tiles_told(position: Position, colour: int) -> str:
    """Where a route runs: its cells from one end to the other."""
    cells = [position.label(piece.cell) for piece in position.routes[colour].pieces]
    return f"{name(colour)} runs {' '.join(cells)}."


def _head(position: Position, marks: Marks) -> list[str]:
    end, table = ended(position, marks), position.table
    lines = [f"Down Under for {table.seats}, area {area_told(position)}."]
    if end:
        lines.append(f"{end.title}: {end.reason}." if end.reason else f"{end.title}.")
    elif position.to_move is not None:
        task = due(position)
        lines.append(f"{seat_name(position, position.to_move)} to move{f', {task}' if task else ''}.")
    border = position.border
    if border:
        lines.append(
            f"Border: {position.label((border.left, border.bottom))} to {position.label((border.right, border.top))}."
        )
    if end and end.places:
        placed = [f"{seat_name(position, seat)} {ORDINALS[place - 1]}" for seat, place in enumerate(end.places)]
        lines.append(f"Places: {', '.join(placed)}.")
    return lines


def _last_told(position: Position, marks: Marks) -> list[str]:
    parts = []
    for played in marks.last:
        move, cells = played_cells(position, played)
        words = move_told(position, move) if move else played.move
        who = f"{seat_name(position, played.seat)} " if played.seat is not None else ""
        ponds = [position.label(cell) for cell in cells if position.tiles[cell].kind == "billabong"]
        if ponds and not (move and move.kind == "billabong"):
            words += f" with a billabong in {listed(ponds)}"
        parts.append(who + words)
    return [f"Just played: {'; '.join(parts)}."] if parts else []


def _picked(marks: Marks) -> list[str]:
    lines = [f"Chosen: {', '.join(marks.chosen)}."] if marks.chosen else []
    if marks.choices:
        lines.append("Choices: " + ", ".join(f"{choice.label} {choice.at}" for choice in marks.choices) + ".")
    return lines


def alt(view: Document, marks: Marks = NO_MARKS) -> str:
    """What the picture shows, in at most 1,024 characters.

    Who is to move or has won, the border, every route with its length and where it is open, what was played last, what
    is chosen and can be chosen, the tiles left, where the routes run. If all that is too long, what stands last in this
    list goes first, the longest route's way before the shorter ones'.
    """
    position = position_of(view)
    colours = range(position.table.colours)
    head, last, picked = _head(position, marks), _last_told(position, marks), _picked(marks)
    ponds = [position.label(cell) for cell, tile in position.tiles.items() if tile.kind == "billabong"]
    water = [f"Billabongs: {f'in {listed(ponds)}, ' if ponds else ''}{position.billabongs} left."]
    ways = [_tiles_told(position, colour) for colour in colours if position.routes[colour].pieces]
    ways.sort(key=len)
    choices: tuple[list[str], ...] = (picked, picked[: bool(marks.chosen)], [])
    tries = [(True, number, choices[0], last) for number in range(len(ways), -1, -1)]
    tries += [(False, 0, some, told) for told in (last, []) for some in choices]
    whole = ""
    for hands, number, some, told in tries:
        routes = [_route_told(position, colour, hands=hands) for colour in colours]
        whole = " ".join([*head, *told, *routes, *water, *some, *ways[:number]])
        if len(whole) <= ALT_LIMIT:
            return whole
    return whole[:ALT_LIMIT]


# --- the complete text ------------------------------------------------------------------------------------------------

_ROUTES = {1: "one route each", 2: "two routes each"}
_PER_TURN = {1: "one tile a turn", 2: "two tiles a turn"}
_ANIMALS = {False: "no animals", True: "with animals"}


def _border_told(position: Position) -> str:
    """The border as far as it is decided. It may lie beyond the cells that have labels."""
    corner = labelled(position)
    told = []
    if columns := position.columns:
        low, high = (number - corner.left for number in columns)
        first = column_name(low) if low >= 0 else f"{-low} left of a"
        told.append(f"columns from {first} to {column_name(high)}")
    if rows := position.rows:
        low, high = (number - corner.bottom + 1 for number in rows)
        told.append(f"rows from {low} to {high}")
    told += [f"{word} may still move" for word, found in (("columns", columns), ("rows", rows)) if not found]
    return f"Border: {'; '.join(told)}."


def _hand_told(position: Position, colour: int) -> str:
    hand, parts = position.hand(colour), []
    for kind in PATH_TILES:
        words = f"{kind} {position.left(colour, kind)}"
        animals = [f"{animal} {number}" for animal, number in hand[kind].items() if animal and number]
        parts.append(f"{words} ({', '.join(sorted(animals, key=_animal_order))})" if animals else words)
    return ", ".join(parts)


def _animal_order(words: str) -> int:
    return ANIMALS.index(words.split()[0])


def _ways_told(position: Position, colour: int) -> str:
    route = position.routes[colour]
    state = status(route)
    if not state:
        ends = [
            f"{position.label(cell)} {EDGES[edge]} into {position.label(beyond(cell, edge))}"
            for cell, edge in route.open
        ]
        state = f"open at {', '.join(ends)}"
    animals = [f"{route.animals[animal]} {animal}" for animal in ANIMALS if route.animals[animal]]
    state += f"; on the route {', '.join(animals)}" if animals else ""
    return (
        f"{name(colour)}: length {route.length}, {_points(position.score(colour))}; {state}; "
        f"left {_hand_told(position, colour)}."
    )


def text(view: Document) -> str:
    """The complete position, a line for each thing that matters; `read` turns it back. See the top of this module."""
    position = position_of(view)
    table, options = position.table, view["options"]
    corner = labelled(position)
    seat = position.to_move
    lines = [
        f"Down Under for {table.seats} seats.",
        f"Options: size {options['size']}; area {options['area']}; growth {options['growth'].replace('_', ' ')}; "
        f"{_ROUTES[options['routes']]}; {_PER_TURN[options['tiles_per_turn']]}; {_ANIMALS[options['animals']]}.",
        f"{seat_name(position, seat)} to move." if seat is not None else f"Over: {_over_told(position)}.",
        f"Labels: a1 is ({corner.left}, {corner.bottom}).",
    ]
    if position.used:
        lines.append(f"Played this turn: {', '.join(COLOURS[colour] for colour in position.used)}.")
    if position.offer:
        lines.append(f"Billabong offered: {', '.join(map(position.label, position.offer))}.")
    if position.pending:
        owed = [f"{COLOURS[one.colour]} out of {position.label(one.cell)}" for one in position.pending]
        lines.append(f"Extensions owed: {', '.join(owed)}.")
    if table.area != "open" and position.tiles:
        lines.append(_border_told(position))
    for colour in range(table.colours):
        lines.append(_ways_told(position, colour))
        lines += _tiles_line(position, f"Tiles of {COLOURS[colour]}", colour)
    lines += _tiles_line(position, "Neutral tiles", NEUTRAL)
    ponds = [
        f"{position.label(cell)} {tile.facing or 'nothing joined'}"
        for cell, tile in position.tiles.items()
        if tile.colour == GREY
    ]
    if ponds:
        lines.append(f"Billabongs: {'; '.join(ponds)}.")
    lines.append(f"Billabongs left: {position.billabongs}.")
    return "\n".join(lines)


def _over_told(position: Position) -> str:
    end = ended(position)
    return f"{end.title} {end.reason}" if end else "nobody has a move"


def _tiles_line(position: Position, title: str, colour: int) -> list[str]:
    told = [
        f"{tile.kind}{f':{tile.animal}' if tile.animal else ''} {position.label(cell)} {tile.facing}"
        for cell, tile in sorted(position.tiles.items(), key=lambda item: (item[0][1], item[0][0]))
        if tile.colour == colour
    ]
    return [f"{title}: {'; '.join(told)}."] if told else []


_HEAD = re.compile(r"Down Under for (\d) seats\.")
_OPTIONS = re.compile(r"Options: size (\w+); area (\w+); growth ([a-z ]+); ([a-z ]+); ([a-z ]+); ([a-z ]+)\.")
_LABELS = re.compile(r"Labels: a1 is \((-?\d{1,9}), (-?\d{1,9})\)\.")
_TURN = re.compile(r"(Yellow|Blue|Red|Green)(?: and \w+)? to move\.")
_USED = re.compile(r"Played this turn: (.+)\.")
_OFFERED = re.compile(r"Billabong offered: (.+)\.")
_OWED = re.compile(r"Extensions owed: (.+)\.")
_TILES = re.compile(r"(?:Tiles of (yellow|blue|red|green)|Neutral tiles): (.+)\.")
_TILE = re.compile(r"(straight|curve|terminal)(?::(\w+))? ([a-z]+\d+) ([NESW]{1,2})")
_PONDS = re.compile(r"Billabongs: (.+)\.")
_TOLD = re.compile(r"(?:Over|Border|Yellow|Blue|Red|Green|Billabongs left): .+\.")
"""Lines that only tell what follows from the others."""


def read(words: str) -> Document:
    """The view that `text` was given; lines that only tell what follows from others may be left out.

    ValueError if some line is not what `text` writes about this position.
    """
    lines = [line for line in words.splitlines() if line]
    head = _HEAD.fullmatch(lines[0]) if lines else None
    options = _OPTIONS.fullmatch(lines[1]) if len(lines) > 1 else None
    labels = next(filter(None, map(_LABELS.fullmatch, lines)), None)
    if not head or int(head[1]) not in SEATS or not options or not labels:
        raise ValueError(f"{lines[:2]} do not begin a position of Down Under")
    corner = int(labels[1]), int(labels[2])
    document: dict[str, Any] = {
        "game": "down_under",
        "seats": int(head[1]),
        "options": {
            "size": options[1],
            "area": options[2],
            "growth": options[3].replace(" ", "_"),
            "routes": _key(_ROUTES, options[4]),
            "tiles_per_turn": _key(_PER_TURN, options[5]),
            "animals": _key(_ANIMALS, options[6]),
        },
        "turn": None,
        "used": [],
        "offer": [],
        "pending": [],
        "tiles": [],
        "ponds": [],
    }
    for line in lines[2:]:
        if not (_read_turn(document, line, corner) or _read_table(document, line, corner) or _LABELS.fullmatch(line)):
            raise ValueError(f"{line!r} says nothing about a position of Down Under")
    view = position_of(document).view(None)
    whole = text(view).splitlines()
    if wrong := next((line for line in lines if line not in whole), None):
        raise ValueError(f"{wrong!r} does not go together with the rest of this position of Down Under")
    return view


def _key(told: dict[Any, str], words: str) -> Any:
    found = next((key for key, value in told.items() if value == words), None)
    if found is None:
        raise ValueError(f"{words!r} is not an option of Down Under")
    return found


def _cell(corner: Cell, label: str) -> Cell:
    wide = Box(*corner, corner[0] + 999, corner[1] + 999)
    cell = cell_of(wide, label)
    if cell is None:
        raise ValueError(f"{label!r} is not a cell")
    return cell


def _read_turn(document: dict[str, Any], line: str, corner: Cell) -> bool:
    """What the turn is at."""
    if found := _TURN.fullmatch(line):
        document["turn"] = COLOURS.index(found[1].lower())
    elif found := _USED.fullmatch(line):
        document["used"] = [_colour(word) for word in found[1].split(", ")]
    elif found := _OFFERED.fullmatch(line):
        document["offer"] = [list(_cell(corner, label)) for label in found[1].split(", ")]
    elif found := _OWED.fullmatch(line):
        for owed in found[1].split(", "):
            colour, _, label = owed.partition(" out of ")
            x, y = _cell(corner, label)
            document["pending"].append({"x": x, "y": y, "colour": _colour(colour)})
    else:
        return False
    return True


def _colour(word: str) -> int:
    if word not in COLOURS:
        raise ValueError(f"{word!r} is not a colour of Down Under")
    return COLOURS.index(word)


def _read_table(document: dict[str, Any], line: str, corner: Cell) -> bool:
    """What lies on the table."""
    if found := _TILES.fullmatch(line):
        for told in found[2].split("; "):
            tile = _TILE.fullmatch(told)
            if not tile:
                raise ValueError(f"{told!r} is not a tile")
            x, y = _cell(corner, tile[3])
            colour = COLOURS.index(found[1]) if found[1] else None
            document["tiles"].append(
                {"x": x, "y": y, "kind": tile[1], "dir": tile[4], "colour": colour, "animal": tile[2]}
            )
    elif found := _PONDS.fullmatch(line):
        for told in found[1].split("; "):
            label, _, joins = told.partition(" ")
            x, y = _cell(corner, label)
            document["ponds"].append({"x": x, "y": y, "joins": [] if joins == "nothing joined" else joins.split()})
    else:
        return _TOLD.fullmatch(line) is not None
    return True
