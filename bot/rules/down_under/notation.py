"""Moves as text, lenient in reading and canonical in writing, and why a move is refused."""

import re
from collections.abc import Iterable

from bot.rules.api import Ambiguous, IllegalMove, NotLegalHere, Unreadable, Words
from bot.rules.down_under.area import is_inside
from bot.rules.down_under.board import NOTHING
from bot.rules.down_under.options import Table
from bot.rules.down_under.placing import (
    extension_cell,
    facings_after_quarter_turn,
    first_cells,
    keeps_to_one_colour,
    loops_of,
)
from bot.rules.down_under.situation import Situation
from bot.rules.down_under.tiles import (
    ANIMALS,
    COLOURED_EDGES,
    COLOURS,
    DECLINE,
    EDGES,
    FACINGS,
    NEUTRAL,
    Cell,
    Move,
    MoveKind,
)
from bot.rules.typed import quote, without_spaces

WORDS: dict[str, MoveKind] = {
    "straight": "straight",
    "curve": "curve",
    "terminal": "terminal",
    "end": "terminal",
    "rotate": "rotate",
    "turn": "rotate",
    "billabong": "billabong",
    "pond": "billabong",
    "decline": "decline",
    "pass": "decline",
}
MOST_LISTED = 12  # moves that a refusal names

# Documents may have tiles far apart; the limits only keep reading nonsense short.
_LABEL = "(?P<column>-?[a-z]{1,99})(?P<row>-?[0-9]{1,99})"
_TILE = re.compile(
    rf"(?P<colour>{'|'.join(COLOURS)})?(?P<kind>straight|curve|terminal|end|rotate|turn)"
    rf"(?::?(?P<animal>{'|'.join(ANIMALS)}))?{_LABEL}(?P<facing>[nesw]{{1,2}})"
)
_BILLABONG = re.compile(f"(?P<kind>billabong|pond){_LABEL}")

# ------------------------------------------------------------------------------------------------------------ cells


def column_name(column: int) -> str:
    """-b, -a, a, b .. z, aa, ab ..; column 0 is a, and -1 is -a."""
    if column < 0:
        return f"-{column_name(-1 - column)}"
    name = ""
    column += 1
    while column > 0:
        column, letter = divmod(column - 1, 26)
        name = chr(ord("a") + letter) + name
    return name


def column_number(name: str) -> int:
    if name.startswith("-"):
        return -1 - column_number(name[1:])
    number = 0
    for letter in name:
        number = number * 26 + ord(letter) - ord("a") + 1
    return number - 1


def column_of(table: Table, x: int) -> str:
    """The name of a column of cells."""
    return column_name(x - table.first)


def row_of(table: Table, y: int) -> int:
    """The number of a row of cells."""
    return y - table.first + 1


def label_of(table: Table, cell: Cell) -> str:
    """The label of a cell, the same for the whole match (Rulings 27)."""
    return f"{column_of(table, cell[0])}{row_of(table, cell[1])}"


def label(position: Situation, cell: Cell) -> str:
    """The label of a cell, as in moves."""
    return label_of(position.table, cell)


def cell_of(table: Table, text: str) -> Cell | None:
    """The cell with this label; None if the text isn't a label."""
    match = re.fullmatch(_LABEL, text)
    return _cell(table, match) if match else None


def _cell(table: Table, match: re.Match[str]) -> Cell:
    return table.first + column_number(match["column"]), table.first + int(match["row"]) - 1


# ----------------------------------------------------------------------------------------------------------- writing


def text_of(position: Situation, move: Move) -> str:
    """The canonical text of a move, legal or not."""
    kind, cell, facing, colour, animal = move
    if cell is None:
        return kind
    place = label(position, cell)
    if kind == "billabong":
        return f"billabong {place}"
    if kind == "rotate":
        return f"rotate {place} {facing}"
    prefix = f"{COLOURS[colour]} " if colour is not None and position.table.routes == 2 else ""
    return f"{prefix}{kind}{f':{animal}' if animal else ''} {place} {facing}"


def write(position: Situation, move: Move) -> str:
    """The canonical text of a legal move. Raises IllegalMove if it isn't legal here."""
    if not position.is_legal(move):
        raise refusal(position, move)
    legal = position.legal()
    return text_of(position, legal[legal.index(move)])  # an equal move may contain True instead of 1


# ----------------------------------------------------------------------------------------------------------- reading


def read(position: Situation, text: object) -> Move:
    """The legal move that a text means. Raises IllegalMove, which says why there is none."""
    line = without_spaces(text)
    line = line.lower() if line.isascii() else ""
    if position.to_move is None:
        raise NotLegalHere("The match is over.")
    if WORDS.get(line) == "decline":
        return _legal(position, DECLINE)
    if match := _BILLABONG.fullmatch(line):
        return _legal(position, Move("billabong", _cell(position.table, match)))
    match = _TILE.fullmatch(line)
    kind = WORDS[match["kind"]] if match else None
    facing = _facing(kind, match["facing"]) if match and kind else None
    if match is None or kind is None or facing is None or (kind == "rotate" and match["animal"]):
        raise Unreadable(
            "“{text}” isn't a move. Write a tile, a cell and a direction, such as straight h8 NS, curve i9 NE or "
            "terminal h10 S. Or write rotate i9 SE, billabong j10 or decline.",
            text=quote(text),
        )
    cell = _cell(position.table, match)
    colour = COLOURS.index(match["colour"]) if match["colour"] else None
    fitting = [
        move
        for move in position.legal()
        if move.kind == kind
        and move.cell == cell
        and move.facing == facing
        and (colour is None or move.colour == colour)
        and (match["animal"] is None or move.animal == match["animal"])
    ]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise Ambiguous(
            "“{text}” could mean several moves: {moves}. Write one of them in full.",
            text=quote(text),
            moves=_list_moves(position, fitting),
        )
    raise refusal(position, Move(kind, cell, facing, colour, match["animal"]))


def _facing(kind: MoveKind, letters: str) -> str | None:
    """The canonical direction of a tile, from its edges in any order; None if the tile has no such direction."""
    known_move = (*FACINGS["straight"], *FACINGS["curve"]) if kind == "rotate" else FACINGS[kind]
    return next((facing for facing in known_move if sorted(facing) == sorted(letters.upper())), None)


def _legal(position: Situation, move: Move) -> Move:
    if not position.is_legal(move):
        raise refusal(position, move)
    return move


# --------------------------------------------------------------------------------------------------------- refusals


def refusal(position: Situation, move: object) -> IllegalMove:
    """Why a move isn't legal here, for the player; the reasons are in the order of the rules page."""
    seat = position.to_move
    if seat is None:
        return NotLegalHere("The match is over.")
    known_move = _as_move(move)
    if known_move is None:
        return Unreadable("This isn't a Down Under move.")
    kind, cell, _, colour, _ = known_move
    if position.offer:
        return NotLegalHere(
            "Decide about the billabong on {cell} first: {moves}.",
            cell=label(position, position.offer[0]),
            moves=_playable(position),
        )
    if kind == "decline" or kind == "billabong" or cell is None:
        return _not_legal(position, "You can't lay a billabong now.")
    table = position.table
    if colour is None:
        candidates = [own for own in table.colours_of(seat) if own not in position.used] or [*table.colours_of(seat)]
        colour = candidates[0] if len(candidates) == 1 else None
    if colour is not None and colour not in table.colours_of(seat):
        return _not_legal(position, "{colour} isn't your colour.", colour=COLOURS[colour].capitalize())
    if position.pending:
        return _why_no_extension(position, known_move, cell)
    if colour is None:
        return _not_legal(position, "Neither of your colours can lay this tile there.")
    if colour in position.used:
        return _not_legal(position, "You've already played {colour} this turn.", colour=COLOURS[colour])
    if kind == "rotate":
        return _why_no_rotation(position, known_move, cell, colour)
    if colour in position.board.rings:
        return _not_legal(position, "Your route is a ring. Turn one of your tiles instead of laying a new one.")
    if cell in position.tiles:
        return _not_legal(position, "{cell} isn't empty.", cell=label(position, cell))
    if not position.board.numbers[colour]:
        return _why_no_first_tile(position, known_move, cell, colour)
    return _why_not_there(position, known_move, cell, colour)


def _as_move(move: object) -> Move | None:
    """The move, if it can be written at all in some position."""
    if not isinstance(move, Move) or not all(isinstance(text, str) for text in (move.kind, move.facing)):
        return None
    if move.kind == "decline":
        return move if move == DECLINE else None
    cell: object = move.cell
    if not isinstance(cell, tuple) or len(cell) != 2 or any(type(place) is not int for place in cell):
        return None
    if move.kind == "billabong":
        return move
    if move.colour is not None and (type(move.colour) is not int or not 0 <= move.colour < NEUTRAL):
        return None
    if move.animal is not None and move.animal not in ANIMALS:
        return None
    facings = (*FACINGS["straight"], *FACINGS["curve"]) if move.kind == "rotate" else FACINGS.get(move.kind, ())
    return move if move.facing in facings else None


def _why_no_extension(position: Situation, move: Move, cell: Cell) -> IllegalMove:
    pond, colour = position.pending[0]
    place = extension_cell(position.board, pond)
    if place and place[0] == cell and place[1] in COLOURED_EDGES.get((move.kind, move.facing), ()):
        return _why_not_there(position, move, cell, colour)
    return _not_legal(
        position,
        "Continue out of the billabong on {pond} first, into {cell}.",
        pond=label(position, pond),
        cell=label(position, place[0]) if place else "",
    )


def _why_no_rotation(position: Situation, move: Move, cell: Cell, colour: int) -> IllegalMove:
    tile = position.tiles.get(cell)
    here = label(position, cell)
    if colour not in position.board.rings:
        return _not_legal(position, "You can turn a tile only when your route is a ring, and it isn't.")
    if tile is None or tile.colour != colour or tile.kind not in ("straight", "curve"):
        return _not_legal(position, "You have no straight or curve on {cell} to turn.", cell=here)
    if move.facing not in facings_after_quarter_turn(tile):
        return _not_legal(
            position,
            "The tile on {cell} shows {facing}, and it can be turned by a quarter only.",
            facing=tile.facing,
            cell=here,
        )
    return _not_legal(
        position, "Turning the tile on {cell} wouldn't leave your route whole with two open ends.", cell=here
    )


def _why_no_first_tile(position: Situation, move: Move, cell: Cell, colour: int) -> IllegalMove:
    table, board = position.table, position.board
    if table.routes == 2:
        return _not_legal(
            position,
            "The match begins with four terminals in a square of two by two cells, fronts facing outwards. Next comes "
            "{colour}.",
            colour=COLOURS[next(other for other in range(table.colours) if not board.numbers[other])],
        )
    if table.growth == "one_end":
        if move.kind != "terminal":
            return _not_legal(position, "Every route begins with a terminal.")
        if colour % 2:
            return _not_legal(position, "Your terminal goes back to back with {leader}'s.", leader=COLOURS[colour - 1])
    elif move.kind == "terminal":
        return _not_legal(position, "A route begins with a straight or a curve.")
    if table.fixed and not table.covers(cell):
        return _not_legal(
            position, "{cell} is outside the area, and your first tile goes inside.", cell=label(position, cell)
        )
    if cell not in first_cells(table, board):
        if not board.laid:
            return _not_legal(position, "The first tile of the match goes to {cell}.", cell=label(position, (0, 0)))
        return _not_legal(
            position, "Your first tile goes next to a tile that a player has laid, straight or diagonally."
        )
    problem = _why_no_tile(position, move, cell, colour)
    return problem or _not_legal(position, "Your first tile can't go to {cell}.", cell=label(position, cell))


def _why_not_there(position: Situation, move: Move, cell: Cell, colour: int) -> IllegalMove:
    """Why a later tile can't be laid."""
    ends = sorted({place for place, _ in position.board.ends[colour]})
    here = label(position, cell)
    if not ends:
        return _not_legal(position, "The {colour} route has no open end.", colour=COLOURS[colour], cell=here)
    if cell not in ends:
        return _not_legal(
            position,
            "The {colour} route doesn't lead into {cell}, but into {ends}.",
            colour=COLOURS[colour],
            ends=tuple(label(position, end) for end in ends),
            cell=here,
        )
    if position.opening and move.kind == "terminal":
        return _not_legal(position, "Open with a straight or a curve.")
    codes = position.board.codes(cell)
    entries = [edge for edge, code in enumerate(codes) if code == colour]
    if not any(edge in COLOURED_EDGES[move.kind, move.facing] for edge in entries):
        return _not_legal(
            position,
            "The tile's {colour} path must continue your route, which enters {cell} from {edges}.",
            colour=COLOURS[colour],
            edges=tuple(EDGES[edge] for edge in entries),
            cell=here,
        )
    problem = _why_no_tile(position, move, cell, colour)
    return problem or _not_legal(position, "This tile can't go to {cell}.", cell=here)


def _why_no_tile(position: Situation, move: Move, cell: Cell, colour: int) -> IllegalMove | None:
    """Why a tile can't be laid, apart from where the route leads: hand, area and the one-colour rule."""
    table, board = position.table, position.board
    here = label(position, cell)
    if not position.count_left(colour, move.kind):
        return _not_legal(position, "There's no {colour} {kind} left.", kind=move.kind, colour=COLOURS[colour])
    if move.animal is not None and move.animal not in board.hands[colour][move.kind]:
        return _not_legal(
            position,
            "There's no {colour} {kind} with that animal ({animal}) left.",
            kind=move.kind,
            animal=move.animal,
            colour=COLOURS[colour],
        )
    if move.kind != "terminal" and not is_inside(table, board, cell):
        return _not_legal(position, "{cell} is outside the area, where only a terminal may go.", cell=here)
    front = board.fronts.get(cell, NOTHING)
    if not keeps_to_one_colour((move.kind, move.facing), colour, board.codes(cell), loops_of(front, cell)):
        return _not_legal(position, "On {cell} this tile would connect two colours.", cell=here)
    return None


def _not_legal(position: Situation, problem: str, /, **values: object) -> IllegalMove:
    """A refusal that ends with what can be played instead."""
    return NotLegalHere("{problem} You can play: {moves}.", problem=Words(problem, values), moves=_playable(position))


def _playable(position: Situation) -> tuple[str, ...]:
    return _list_moves(position, position.legal())


def _list_moves(position: Situation, moves: Iterable[Move]) -> tuple[str, ...]:
    texts = [text_of(position, move) for move in moves]
    return (*texts[:MOST_LISTED], *(["…"] if len(texts) > MOST_LISTED else []))
