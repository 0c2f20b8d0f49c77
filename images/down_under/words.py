"""A position of Down Under in words: the picture's alt text, and the complete text.

The complete text, which holds everything that the position does:

    Down Under for 2 seats.
    Options: size 5x7; a border that forms as you play; routes grow from both ends; one route each; no animals.
    Blue to move.
    In the position document, a1 is (-7, -7).
    Border: columns from f to j; rows may still move.
    Yellow: length 7, 7 points; open at h8 S into h7, i10 E into j10; left straight 3, curve 7, terminal 2.
    Tiles of yellow: straight h8 NS; curve h9 SE.
    Blue: length 0, 0 points; no tile yet; left straight 7, curve 9, terminal 2.
    Neutral tiles: terminal g7 N.
    Billabongs: h10 NE SW; j10 nothing joined.
    Billabongs left: 2.

Cells are written as in moves. Lines that have nothing to say are left out.
"""

from bot.rules.down_under import EDGES, Changed, Happened, Move, Position, Route, Table, beyond
from bot.rules.down_under.notation import column_of, row_of
from bot.rules.down_under.tiles import ANIMALS, COLOURS, GREY, NEUTRAL, PATH_TILES
from bot.text import N_, NP_, say, say_plural, term
from bot.text.terms import commas, join_list, ordinal, semicolons
from images.down_under.marks import Marks, Played
from images.down_under.replays import changed_cells, replay_of
from images.marks import endings
from images.marks.endings import Ending
from images.marks.marks import NO_MARKS
from images.marks.sentences import choice_sentences, longest_that_fits, points, round_sentence, with_room_for

AREAS = {
    "floating": N_("a border that forms as you play"),
    "open": N_("no border"),
    "line": N_("a neutral line across a fixed area"),
    "frame": N_("a fixed area in a neutral frame"),
}
GROWTHS = {"both": N_("from both ends"), "one_end": N_("from one end, starting with a terminal")}
"""Options in words, here and on tables."""

AN_ANIMAL = {
    "kangaroo": N_("a kangaroo"),
    "emu": N_("an emu"),
    "platypus": N_("a platypus"),
    "rabbit": N_("a rabbit"),
    "dingo": N_("a dingo"),
}

# --- the position and its end -----------------------------------------------------------------------------------------


def name(colour: int) -> str:
    return term(COLOURS[colour].capitalize())


def seat_name(position: Position, seat: int) -> str:
    """The colours of a seat: "Yellow", or "Yellow and Red"."""
    return join_list([name(colour) for colour in position.table.colours_of(seat)])


def area_text(position: Position) -> str:
    """The area in a few letters: "5×7", "5×7 or 7×5", "open"."""
    table = position.table
    if table.area == "open":
        return say(N_("open"))
    wide, tall = table.extent
    if table.area == "floating":
        zones = position.zones
        if position.border:
            wide, tall = position.border.columns, position.border.rows
        elif wide != tall and len(zones) != 1:
            low, high = min(wide, tall), max(wide, tall)
            return join_list([f"{low}×{high}", f"{high}×{low}"], "or")
        elif wide != tall:
            # It lies in one direction already; in which, what lies on it tells.
            box = position.board.box
            if box and (box.columns > wide or box.rows > tall):
                wide, tall = tall, wide
    return f"{wide}×{tall}"


def ending_of(position: Position, marks: Marks = NO_MARKS) -> Ending | None:
    """How the match ended; None while it runs."""

    def tell(winners: tuple[int, ...]) -> tuple[str, str]:
        scores = position.scores
        best = max(scores[seat] for seat in winners)
        behind = [score for seat, score in enumerate(scores) if seat not in winners]
        by_dingo = any(score >= best for score in behind)  # those who have as many or more have not laid theirs
        seat_names = join_list([seat_name(position, seat) for seat in winners])
        if len(winners) > 1:
            words = N_("{colours} with {points} and its dingo laid") if by_dingo else N_("{colours} with {points}")
            return say(N_("Draw")), say(words, colours=seat_names, points=points(best))
        words = N_("with {points} and its dingo laid") if by_dingo else N_("with {points}")
        wins = say_plural("{colours} wins", "{colours} win", position.table.routes, colours=seat_names)
        return wins, say(words, points=points(best))

    return endings.find_ending(marks, position.result, tell)


def status(route: Route) -> str:
    """The state of a route without open ends."""
    if not route.pieces:
        return say(N_("no tile yet"))
    if route.endless:
        return say(N_("endless"))
    return "" if route.open else say(N_("ended"))


def due(position: Position) -> str:
    """What the seat to move must consider besides laying a tile; empty at the end."""
    seat, table = position.to_move, position.table
    if seat is None:
        return ""
    if position.offer:
        return say(N_("a billabong in {cell}?"), cell=position.label(position.offer[0]))
    if position.extension:
        cell, _ = position.extension
        return say(N_("out of the billabong into {cell}"), cell=position.label(cell))
    own = table.colours_of(seat)
    missing = next((colour for colour in own if not position.routes[colour].pieces), None)
    if missing is not None:
        if table.routes == 2:
            return say(N_("first terminal of {colour}"), colour=COLOURS[missing])
        return say(N_("first terminal") if table.growth == "one_end" else N_("first tile"))
    if position.opening:
        return say(N_("opening: one straight or curve"))
    if table.tiles_due == 2:
        left = [COLOURS[colour] for colour in own if colour not in position.used]
        words = N_("second tile: {colour}") if position.used and left else N_("a tile of each colour")
        return say(words, colour=left[0] if left else "")
    if any(position.routes[colour].endless for colour in own):
        return say(N_("endless route: turn a tile"))
    return ""


# --- what was played --------------------------------------------------------------------------------------------------


def move_in_short(position: Position, move: Move, outcome: Happened) -> str:
    """The effect of a decision in few words for a caption: "curve, route 5 → 7"."""
    if move.cell is None:
        return say(N_("no billabong"))
    if move.kind == "rotate":
        tile = say(N_("{kind} turned"), kind=position.tiles[move.cell].kind)
    else:
        tile = say(N_("{animal} {kind}") if move.animal else N_("{kind}"), animal=move.animal, kind=move.kind)
    own = _own_change(outcome)
    if own is None:
        return say(N_("{tile} on {cell}"), tile=tile, cell=position.label(move.cell))
    return say(N_("{tile}, route {before} → {after}"), tile=tile, before=own.before, after=own.after)


def _own_change(outcome: Happened) -> Changed | None:
    """How the length of the played route changed; None if it didn't, or has just begun."""
    changes = (one for one in outcome.changed if one.colour == outcome.colour)
    return next((one for one in changes if one.before != one.after and one.after > 1), None)


def _move_text(position: Position, move: Move, outcome: Happened) -> str:
    """A decision: "laid a curve on h8, route 5 to 7"."""
    if move.cell is None:
        return say(N_("laid no billabong"))
    cell = position.label(move.cell)
    if move.kind == "rotate":
        does = say(N_("turned the {kind} on {cell}"), kind=position.tiles[move.cell].kind, cell=cell)
    else:
        words = N_("laid a {kind} with {animal} on {cell}") if move.animal else N_("laid a {kind} on {cell}")
        animal = say(AN_ANIMAL[move.animal]) if move.animal else ""
        does = say(words, kind=move.kind, animal=animal, cell=cell)
    own = _own_change(outcome)
    if own is None:
        return does
    return say(N_("{does}, route {before} to {after}"), does=does, before=own.before, after=own.after)


# --- the alt text -----------------------------------------------------------------------------------------------------


def _kinds(position: Position, colour: int) -> str:
    return commas(say_plural(*_NUMBERS[kind], position.left(colour, kind)) for kind in PATH_TILES)


_NUMBERS = {
    "straight": NP_("{number} straight", "{number} straights"),
    "curve": NP_("{number} curve", "{number} curves"),
    "terminal": NP_("{number} terminal", "{number} terminals"),
}


def _route_text(position: Position, colour: int, *, hands: bool) -> str:
    route = position.routes[colour]
    parts = []
    if route.pieces:
        words = N_("length {length}, {points}") if position.table.animals else N_("length {length}")
        parts.append(say(words, length=route.length, points=points(position.score(colour))))
    if status(route):
        parts.append(status(route))
    else:
        ends = [say(_FROM[end[1] ^ 2], cell=position.label(beyond(*end))) for end in route.open]
        parts.append(say(N_("open into {ends}"), ends=join_list(ends)))
    if hands:
        parts.append(say(N_("left {tiles}"), tiles=_kinds(position, colour)))
    return say(N_("{seat}: {standing}."), seat=name(colour), standing=semicolons(parts))


_FROM = (
    N_("{cell} from the north"),
    N_("{cell} from the east"),
    N_("{cell} from the south"),
    N_("{cell} from the west"),
)


def _tiles_text(position: Position, colour: int) -> str:
    """A route's cells from one end to the other."""
    cells = [position.label(piece.cell) for piece in position.routes[colour].pieces]
    return say(N_("{colour} runs {cells}."), colour=name(colour), cells=" ".join(cells))


def _head(position: Position, marks: Marks) -> list[str]:
    end, table = ending_of(position, marks), position.table
    lines = [say(N_("Down Under for {seats}, area {area}."), seats=table.seats, area=area_text(position))]
    if end:
        lines.append(end.sentence)
    elif position.to_move is not None:
        task = due(position)
        words = N_("{seat} to move, {task}.") if task else N_("{seat} to move.")
        lines.append(say(words, seat=seat_name(position, position.to_move), task=task))
    border = position.border
    if border:
        first, last = (border.left, border.bottom), (border.right, border.top)
        lines.append(say(N_("Border: {start} to {stop}."), start=position.label(first), stop=position.label(last)))
    if end and end.places:
        places = [f"{seat_name(position, seat)} {ordinal(place)}" for seat, place in enumerate(end.places)]
        lines.append(say(N_("Places: {places}."), places=commas(places)))
    return lines


def _last_text(position: Position, marks: Marks) -> list[str]:
    parts = []
    for played in marks.last:
        replay = replay_of(played)
        move, cells = replay.move, changed_cells(position, replay)
        words = _move_text(position, move, replay.happened)
        ponds = [position.label(cell) for cell in cells if position.tiles[cell].kind == "billabong"]
        if ponds and move.kind != "billabong":
            words = say(N_("{does}, which brought a billabong to {cells}"), does=words, cells=join_list(ponds))
        if played.seat is not None:
            words = say(N_("{seat} {did}"), seat=seat_name(position, played.seat), did=words)
        parts.append(words)
    return [say(N_("Just played: {move}."), move=semicolons(parts))] if parts else []


def _before(position: Position, played: Played) -> str:
    return _move_text(position, played.move, replay_of(played).happened)


def alt(position: Position, marks: Marks = NO_MARKS) -> str:
    """What the picture shows, in at most 1,024 characters.

    Who is to move or has won, the border, every route with its length and open ends, the last move, what is chosen and
    can be chosen, the tiles left, the routes' cells. If that is too long, the end of this list is dropped first, and
    the longest route's cells before the shorter ones'.
    """
    colours = range(position.table.colours)
    head, last, choices = _head(position, marks), _last_text(position, marks), choice_sentences(marks)
    ponds = [position.label(cell) for cell, tile in position.tiles.items() if tile.kind == "billabong"]
    words = N_("Billabongs: in {cells}, {number} left.") if ponds else N_("Billabongs: {number} left.")
    water = [say(words, cells=join_list(ponds), number=position.billabongs)]
    ways = [_tiles_text(position, colour) for colour in colours if position.routes[colour].pieces]
    ways.sort(key=len)
    tries = [(True, number, choices[0], last) for number in range(len(ways), -1, -1)]
    tries += [(False, 0, some, phrases) for phrases in (last, []) for some in choices]

    def routes(hands: bool) -> list[str]:
        return [_route_text(position, colour, hands=hands) for colour in colours]

    whole = longest_that_fits(
        [*head, *phrases, *routes(hands), *water, *some, *ways[:number]] for hands, number, some, phrases in tries
    )
    seat_names = [seat_name(position, seat) for seat in range(position.table.seats)]
    return with_room_for(whole, round_sentence(marks, seat_names, lambda played: _before(position, played)))


# --- the complete text ------------------------------------------------------------------------------------------------

_ROUTES = {1: N_("one route each"), 2: N_("two routes each")}
_PER_TURN = {1: N_("one tile a turn"), 2: N_("two tiles a turn")}
_ANIMALS = {False: N_("no animals"), True: N_("with animals")}
_ANIMAL_NUMBERS = {
    "kangaroo": NP_("{number} kangaroo", "{number} kangaroos"),
    "emu": NP_("{number} emu", "{number} emus"),
    "platypus": NP_("{number} platypus", "{number} platypuses"),
    "rabbit": NP_("{number} rabbit", "{number} rabbits"),
    "dingo": NP_("{number} dingo", "{number} dingos"),
}


def _border_text(position: Position) -> str:
    """The border as far as it is decided."""
    table, phrases = position.table, []
    if columns := position.columns:
        first, last = (column_of(table, x) for x in columns)
        phrases.append(say(N_("columns from {first} to {last}"), first=first, last=last))
    if rows := position.rows:
        low, high = (row_of(table, y) for y in rows)
        phrases.append(say(N_("rows from {first} to {last}"), first=low, last=high))
    if not columns:
        phrases.append(say(N_("columns may still move")))
    if not rows:
        phrases.append(say(N_("rows may still move")))
    return say(N_("Border: {parts}."), parts=semicolons(phrases))


def _hand_text(position: Position, colour: int) -> str:
    hand, parts = position.hand(colour), []
    for kind in PATH_TILES:
        words = f"{term(kind)} {position.left(colour, kind)}"
        animals = [f"{term(animal)} {hand[kind][animal]}" for animal in ANIMALS if hand[kind].get(animal)]
        parts.append(f"{words} ({commas(animals)})" if animals else words)
    return commas(parts)


def _ways_text(position: Position, colour: int) -> str:
    route = position.routes[colour]
    state = status(route)
    if not state:
        ends = [
            say(
                N_("{cell} {side} into {next}"),
                cell=position.label(cell),
                side=EDGES[edge],
                next=position.label(beyond(cell, edge)),
            )
            for cell, edge in route.open
        ]
        state = say(N_("open at {ends}"), ends=commas(ends))
    animals = [
        say_plural(*_ANIMAL_NUMBERS[animal], route.animals[animal]) for animal in ANIMALS if route.animals[animal]
    ]
    parts = [
        say(N_("length {length}, {points}"), length=route.length, points=points(position.score(colour))),
        state,
        *([say(N_("on the route {animals}"), animals=commas(animals))] if animals else []),
        say(N_("left {tiles}"), tiles=_hand_text(position, colour)),
    ]
    return say(N_("{seat}: {standing}."), seat=name(colour), standing=semicolons(parts))


def text(position: Position) -> str:
    """The complete position, a line for each fact. See the top of this module."""
    table, seat = position.table, position.to_move
    lines = [
        say(N_("Down Under for {seats} seats."), seats=table.seats),
        say(N_("Options: {options}."), options=semicolons(_options_text(table))),
        say(N_("{seat} to move."), seat=seat_name(position, seat))
        if seat is not None
        else say(N_("Over: {who}."), who=_over_text(position)),
        say(N_("In the position document, a1 is ({x}, {y})."), x=table.first, y=table.first),
    ]
    if position.used:
        colours_used = commas(term(COLOURS[colour]) for colour in position.used)
        lines.append(say(N_("Played this turn: {colours}."), colours=colours_used))
    if position.offer:
        lines.append(say(N_("Billabong offered: {cells}."), cells=commas(map(position.label, position.offer))))
    if position.pending:
        extensions = [
            say(N_("{colour} out of {cell}"), colour=COLOURS[one.colour], cell=position.label(one.cell))
            for one in position.pending
        ]
        lines.append(say(N_("Extensions owed: {extensions}."), extensions=commas(extensions)))
    if table.area != "open" and position.tiles:
        lines.append(_border_text(position))
    for colour in range(table.colours):
        lines.append(_ways_text(position, colour))
        lines += _tiles_line(position, N_("Tiles of {colour}: {tiles}."), colour)
    lines += _tiles_line(position, N_("Neutral tiles: {tiles}."), NEUTRAL)
    nothing = say(N_("nothing joined"))
    ponds = [
        f"{position.label(cell)} {tile.facing or nothing}"
        for cell, tile in position.tiles.items()
        if tile.colour == GREY
    ]
    if ponds:
        lines.append(say(N_("Billabongs: {ponds}."), ponds=semicolons(ponds)))
    lines.append(say(N_("Billabongs left: {number}."), number=position.billabongs))
    return "\n".join(lines)


def _over_text(position: Position) -> str:
    end = ending_of(position)
    return commas((end.title, end.reason)) if end else say(N_("nobody has a move"))


def _options_text(table: Table) -> list[str]:
    # With one route a turn is one tile, whatever the option says.
    told = table.routes == 2 or table.tiles_per_turn == 1
    return [
        say(N_("size {size}"), size=table.size),
        say(AREAS[table.area]),
        say(N_("routes grow {growth}"), growth=say(GROWTHS[table.growth])),
        say(_ROUTES[table.routes]),
        *([say(_PER_TURN[table.tiles_per_turn])] if told else []),
        say(_ANIMALS[table.animals]),
    ]


def _tiles_line(position: Position, words: str, colour: int) -> list[str]:
    phrases = [
        f"{term(tile.kind)}{f':{term(tile.animal)}' if tile.animal else ''} {position.label(cell)} {tile.facing}"
        for cell, tile in sorted(position.tiles.items(), key=lambda item: (item[0][1], item[0][0]))
        if tile.colour == colour
    ]
    seat_names = COLOURS[colour] if colour < len(COLOURS) else ""
    return [say(words, colour=seat_names, tiles=semicolons(phrases))] if phrases else []
