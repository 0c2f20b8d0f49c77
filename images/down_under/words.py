"""A position of Down Under in words: the picture's alt text, and the complete text.

The complete text, which holds everything that the view does:

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

from bot.rules.api import Document
from bot.rules.down_under import EDGES, Changed, Happened, Move, Position, Route, beyond
from bot.rules.down_under.notation import column_name, labelled
from bot.rules.down_under.tiles import ANIMALS, COLOURS, GREY, NEUTRAL, PATH_TILES
from images import endings
from images.down_under.facts import brought_about, changed_cells, position_of, replayed
from images.endings import Ended
from images.marks import NO_MARKS, Marks, Played
from images.sentences import ORDINALS, counted, listed, longest_that_fits, picked, round_told, with_room_for

# --- the position and its end -----------------------------------------------------------------------------------------


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
    """How the match ended; None while it runs."""

    def tell(winners: tuple[int, ...]) -> tuple[str, str]:
        scores = position.scores
        best = max(scores[seat] for seat in winners)
        points = f"with {counted(best, 'point')}"
        if any(score >= best for seat, score in enumerate(scores) if seat not in winners):
            points += " and its dingo laid"  # which those have not done who have as many or more
        called = listed([seat_name(position, seat) for seat in winners])
        if len(winners) > 1:
            return "Draw", f"{called} {points}"
        return f"{called} {'win' if position.table.routes == 2 else 'wins'}", points

    return endings.ended(marks, lambda: position.result, tell)


def status(route: Route) -> str:
    """The state of a route without open ends."""
    if not route.pieces:
        return "no tile yet"
    if route.endless:
        return "endless"
    return "" if route.open else "ended"


def due(position: Position) -> str:
    """What the seat to move must consider besides laying a tile; empty at the end."""
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


# --- what was played --------------------------------------------------------------------------------------------------


def move_in_short(position: Position, move: Move, happened: Happened) -> str:
    """The effect of a decision in few words for a caption: "curve, route 5 → 7"."""
    if move.cell is None:
        return "no billabong"
    words = f"{move.animal} {move.kind}" if move.animal else move.kind
    if move.kind == "rotate":
        words = f"{position.tiles[move.cell].kind} turned"
    own = _own_change(happened)
    return f"{words}, route {own.before} → {own.after}" if own else f"{words} on {position.label(move.cell)}"


def _own_change(happened: Happened) -> Changed | None:
    """How the length of the played route changed; None if it didn't, or has just begun."""
    changes = (one for one in happened.changed if one.colour == happened.colour)
    return next((one for one in changes if one.before != one.after and one.after > 1), None)


def _move_told(position: Position, move: Move, happened: Happened) -> str:
    """A decision with its cell as the table labels it now: "laid a curve on c3, route 5 to 7"."""
    if move.cell is None:
        return "laid no billabong"
    cell = position.label(move.cell)
    if move.kind == "rotate":
        words = f"turned the {position.tiles[move.cell].kind} on {cell}"
    else:
        words = f"laid a {move.kind}{f' with a {move.animal}' if move.animal else ''} on {cell}"
    own = _own_change(happened)
    return f"{words}, route {own.before} to {own.after}" if own else words


# --- the alt text -----------------------------------------------------------------------------------------------------


def _kinds(position: Position, colour: int) -> str:
    return ", ".join(counted(position.left(colour, kind), kind) for kind in PATH_TILES)


def _route_told(position: Position, colour: int, *, hands: bool) -> str:
    route = position.routes[colour]
    parts = []
    if route.pieces:
        length = f"length {route.length}"
        if position.table.animals:
            length += f", {counted(position.score(colour), 'point')}"
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
    """A route's cells from one end to the other."""
    cells = [position.label(piece.cell) for piece in position.routes[colour].pieces]
    return f"{name(colour)} runs {' '.join(cells)}."


def _head(position: Position, marks: Marks) -> list[str]:
    end, table = ended(position, marks), position.table
    lines = [f"Down Under for {table.seats}, area {area_told(position)}."]
    if end:
        lines.append(end.sentence)
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
        done = replayed(played)
        if not done:
            continue
        move, cells = done[1], changed_cells(position, done)
        words = _move_told(position, move, brought_about(done))
        who = f"{seat_name(position, played.seat)} " if played.seat is not None else ""
        ponds = [position.label(cell) for cell in cells if position.tiles[cell].kind == "billabong"]
        if ponds and move.kind != "billabong":
            words += f", which brought a billabong to {listed(ponds)}"
        parts.append(who + words)
    return [f"Just played: {'; '.join(parts)}."] if parts else []


def _before(position: Position, played: Played) -> str:
    done = replayed(played)
    return _move_told(position, done[1], brought_about(done)) if done else ""


def alt(view: Document, marks: Marks = NO_MARKS) -> str:
    """What the picture shows, in at most 1,024 characters.

    Who is to move or has won, the border, every route with its length and open ends, the last move, what is chosen and
    can be chosen, the tiles left, the routes' cells. If that is too long, the end of this list is dropped first, and
    the longest route's cells before the shorter ones'.
    """
    position = position_of(view)
    colours = range(position.table.colours)
    head, last, choices = _head(position, marks), _last_told(position, marks), picked(marks)
    ponds = [position.label(cell) for cell, tile in position.tiles.items() if tile.kind == "billabong"]
    water = [f"Billabongs: {f'in {listed(ponds)}, ' if ponds else ''}{position.billabongs} left."]
    ways = [_tiles_told(position, colour) for colour in colours if position.routes[colour].pieces]
    ways.sort(key=len)
    tries = [(True, number, choices[0], last) for number in range(len(ways), -1, -1)]
    tries += [(False, 0, some, told) for told in (last, []) for some in choices]

    def routes(hands: bool) -> list[str]:
        return [_route_told(position, colour, hands=hands) for colour in colours]

    whole = longest_that_fits(
        [*head, *told, *routes(hands), *water, *some, *ways[:number]] for hands, number, some, told in tries
    )
    called = [seat_name(position, seat) for seat in range(view["seats"])]
    return with_room_for(whole, round_told(marks, called, lambda played: _before(position, played)))


# --- the complete text ------------------------------------------------------------------------------------------------

_ROUTES = {1: "one route each", 2: "two routes each"}
_PER_TURN = {1: "one tile a turn", 2: "two tiles a turn"}
_ANIMALS = {False: "no animals", True: "with animals"}


def _border_told(position: Position) -> str:
    """The border as far as it is decided. It may lie beyond the labelled cells."""
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
        f"{name(colour)}: length {route.length}, {counted(position.score(colour), 'point')}; {state}; "
        f"left {_hand_told(position, colour)}."
    )


def text(view: Document) -> str:
    """The complete position, a line for each fact. See the top of this module."""
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
