"""Down Under in words: what tiles, animals, moves and endings are called, and the complete position.

The complete text, which holds everything that the position does:

    Down Under for 2 seats.
    Options: size 5x7; a border that forms as you play; routes grow from both ends; one route each; no animals.
    Blue to move.
    Border: columns from f to j; rows may still move.
    Yellow: length 7, 7 points; open at h8 S into h7, i10 E into j10; left straight 3, curve 7, terminal 2.
    Tiles of yellow: straight h8 NS; curve h9 SE.
    Blue: length 0, 0 points; no tile yet; left straight 7, curve 9, terminal 2.
    Neutral tiles: terminal g7 N.
    Billabongs: h10 NE SW; j10 nothing joined.
    Billabongs left: 2.

Cells are written as in moves. Lines that have nothing to say are left out.
"""

from collections.abc import Sequence

from bot.rules.down_under import (
    COLOURS,
    EDGES,
    Changed,
    Effects,
    Move,
    Pond,
    Position,
    Route,
    Table,
    beyond,
    what_happened,
)
from bot.rules.down_under.notation import column_of, row_of
from bot.rules.down_under.tiles import ANIMALS, GREY, NEUTRAL, PATH_TILES
from bot.text import N_, NP_, say, say_plural, term
from bot.text.terms import capitalise, commas, join_list, join_sentences, semicolons
from bot.words import UNKNOWN, Course, PastDecision, Verdict, best_turn, ending_by_rules, lead, points, with_disc

Played = PastDecision[Move, Position]

KINDS = {"straight": N_("straight"), "curve": N_("curve"), "terminal": N_("terminal")}
A_KIND = {"straight": N_("a straight"), "curve": N_("a curve"), "terminal": N_("a terminal")}

ANIMAL_NAMES = {
    "kangaroo": N_("kangaroo"),
    "emu": N_("emu"),
    "platypus": N_("platypus"),
    "rabbit": N_("rabbit"),
    "dingo": N_("dingo"),
}

AREAS = {
    "floating": N_("a border that forms as you play"),
    "open": N_("no border"),
    "line": N_("a neutral line across a fixed area"),
    "frame": N_("a fixed area in a neutral frame"),
}
TO_MOVE = NP_("{seat} to move.", "{seat} to move.")
"""Whose turn it is, by the number of their colours."""

GROWTHS = {"both": N_("from both ends"), "one_end": N_("from one end, starting with a terminal")}
"""Options in words, here and on tables."""

AN_ANIMAL = {
    "kangaroo": N_("a kangaroo"),
    "emu": N_("an emu"),
    "platypus": N_("a platypus"),
    "rabbit": N_("a rabbit"),
    "dingo": N_("a dingo"),
}


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


# --- moves ------------------------------------------------------------------------------------------------------------


glossary: Sequence[str] = (
    N_("**Billabong**: a pond where routes meet. Most of them end in it, but the last one may pass through."),
    N_("**Terminal**: a tile that closes an open end of a route."),
)


def describe_move(position: Position, move: Move) -> str:
    return say(N_("{does}."), does=_move_in_words(position, move))


def _move_in_words(position: Position, move: Move) -> str:
    """Who does what where, without a full stop."""
    seat = position.to_move or 0
    values: dict[str, object] = {"seat": with_disc(COLOURS[seat])}
    if move.kind == "decline":
        return say(N_("{seat} declines the billabong on {cell}"), cell=position.label(position.offer[0]), **values)
    if move.cell is None:
        raise ValueError(f"{move} says no cell")
    values |= {"cell": position.label(move.cell), "facing": move.facing}
    if move.kind == "billabong":
        return say(N_("{seat} lays a billabong on **{cell}**"), **values)
    if move.kind == "rotate":
        tile = say(KINDS[position.tiles[move.cell].kind])
        return say(N_("{seat} turns the {tile} on **{cell}** to {facing}"), tile=tile, **values)
    values["tile"] = say(N_("{tile} {facing}"), tile=say(A_KIND[move.kind]), facing=move.facing)
    if position.table.routes == 2:
        values["tile"] = say(N_("{tile} in {colour}"), tile=values["tile"], colour=COLOURS[move.colour or 0])
    if move.animal:
        words = N_("{seat} lays {tile} with {animal} on **{cell}**")
        return say(words, animal=say(AN_ANIMAL[move.animal]), **values)
    return say(N_("{seat} lays {tile} on **{cell}**"), **values)


def describe_turn(turn: Sequence[Played]) -> str:
    return "\n".join(map(_decision, turn))


def _decision(decision: Played) -> str:
    """A decision and its effects."""
    before, move, after = decision.before, decision.move, decision.after or decision.before.after(decision.move)
    happened = what_happened(before, move, after)
    does, routes = _move_in_words(before, move), lengths(happened)
    line = say(N_("{does}: {routes}.") if routes else N_("{does}."), does=does, routes=routes)
    only = say(N_("(The only move.)")) if decision.automatic else ""
    return join_sentences((line, only, *fates(happened), *ponds(happened, after), *_course(happened, after)))


def lengths(happened: Effects) -> str:
    """The lengths of routes before and after, the colour played first: "route 5 → 7, blue's route 4 → 6"."""
    grown = [change for change in happened.changed if change.after != change.before and change.after > 1]
    grown.sort(key=lambda change: change.colour != happened.colour)
    words = {True: N_("route {before} → {after}"), False: N_("{colour}'s route {before} → {after}")}
    return commas(
        say(words[one.colour == happened.colour], colour=COLOURS[one.colour], before=one.before, after=one.after)
        for one in grown
    )


def fates(happened: Effects, untold: Changed | None = None) -> list[str]:
    """The new states of the routes, except of `untold`."""
    return [line for change in happened.changed if change != untold and (line := _fate(change))]


def ponds(happened: Effects, board: Position) -> list[str]:
    """The billabongs that were laid."""
    lines = []
    for pond in happened.ponds:
        parts = [_pond(pond, board)]
        if pond.through:
            names = join_list([term(COLOURS[colour]) for colour in pond.through])
            parts.append(
                say_plural("{colours} runs through it", "{colours} run through it", len(pond.through), colours=names)
            )
        if pond.stopped:
            names = join_list([term(COLOURS[colour]) for colour in pond.stopped])
            parts.append(say_plural("{colours} ends in it", "{colours} end in it", len(pond.stopped), colours=names))
        lines.append(say(N_("{pond}."), pond=commas(parts)))
    return lines


def _course(happened: Effects, now: Position) -> list[str]:
    """What else follows: the border, and who can't move."""
    lines = []
    if happened.columns and happened.rows:
        lines.append(say(N_("**The border is fixed.**")))
    elif happened.columns or happened.rows:
        both = now.border is not None
        lines.append(say(N_("**The border is fixed.**") if both else N_("Two sides of the border are fixed.")))
    blocked = [
        term(COLOURS[seat])
        for seat in happened.passed
        if not all(now.routes[colour].ended for colour in now.table.colours_of(seat))  # that has been told already
    ]
    if blocked:
        names = capitalise(join_list(blocked))
        lines.append(say_plural("{colours} can't move now.", "{colours} can't move now.", len(blocked), colours=names))
    return lines


def _fate(change: Changed) -> str:
    colour = COLOURS[change.colour].capitalize()
    if change.ended:
        return say(N_("**{colour}'s route has no open end left.**"), colour=colour)
    if change.endless:
        return say(N_("**{colour}'s route is a ring now.**"), colour=colour)
    return say(N_("{colour}'s ring is open again."), colour=colour) if change.freed else ""


def _pond(pond: Pond, board: Position) -> str:
    return say(N_("A billabong is on {cell}"), cell=board.label(pond.cell))


def move_in_short(position: Position, move: Move, outcome: Effects) -> str:
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


def _own_change(outcome: Effects) -> Changed | None:
    """How the length of the played route changed; None if it didn't, or has just begun."""
    changes = (one for one in outcome.changed if one.colour == outcome.colour)
    return next((one for one in changes if one.before != one.after and one.after > 1), None)


# --- the end ----------------------------------------------------------------------------------------------------------


def ending_reason(position: Position) -> str:
    table, last = position.table, ""
    if table.animals:
        without = [
            term(COLOURS[seat])
            for seat in range(table.seats)
            if not all(position.has_laid_dingo(colour) for colour in table.colours_of(seat))
        ]
        if 0 < len(without) < table.seats:
            last = say_plural(
                "{colours} ranks last for not laying a dingo.",
                "{colours} rank last for not laying a dingo.",
                len(without),
                colours=capitalise(join_list(without)),
            )
    return join_sentences((say(N_("Nobody can lay another tile.")), last))


def ending(position: Position) -> Verdict | None:
    """How the rules ended the match; None while it runs."""

    def tell(winners: tuple[int, ...]) -> tuple[str, str]:
        scores = position.scores
        best = max(scores[seat] for seat in winners)
        behind = [score for seat, score in enumerate(scores) if seat not in winners]
        by_dingo = any(score >= best for score in behind)  # those who have as many or more have not laid theirs
        seat_names = join_list([seat_name(position, seat) for seat in winners])
        if len(winners) > 1:
            words = N_("{colours} with {points} and their dingoes laid") if by_dingo else N_("{colours} with {points}")
            return say(N_("Draw")), say(words, colours=seat_names, points=points(best))
        if not by_dingo:
            words = N_("with {points}")
        elif position.table.routes == 1:
            words = N_("with {points} and its dingo laid")
        else:
            words = N_("with {points} and both dingoes")
        wins = say_plural("{colours} wins", "{colours} win", position.table.routes, colours=seat_names)
        return wins, say(words, points=points(best))

    return ending_by_rules(position.result, tell)


def gain(before: Position, after: Position, seat: int) -> int:
    """The points that a turn brought its seat."""
    return after.scores[seat] - before.scores[seat]


def story(position: Position, winners: Sequence[int], course: Course = UNKNOWN) -> list[str]:
    """ "31 tiles laid", "2 points ahead", "best turn: 8 points"; all turns are good that bring a point."""
    tiles = say_plural("{number} tile laid", "{number} tiles laid", len(position.tiles))
    return [*filter(None, (tiles, lead(position.scores, winners), best_turn(course) if course.best > 1 else ""))]


# --- positions --------------------------------------------------------------------------------------------------------


def status(route: Route) -> str:
    """The state of a route without open ends."""
    if not route.pieces:
        return say(N_("no tile yet"))
    if route.endless:
        return say(N_("a ring"))
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
        return say(N_("ring: turn a tile"))
    return ""


ROUTES = {1: N_("one route each"), 2: N_("two routes each")}
PER_TURN = {1: N_("one tile a turn"), 2: N_("two tiles a turn")}
WITH_ANIMALS = {False: N_("no animals"), True: N_("with animals")}
_ANIMAL_NUMBERS = {
    "kangaroo": NP_("{number} kangaroo", "{number} kangaroos"),
    "emu": NP_("{number} emu", "{number} emus"),
    "platypus": NP_("{number} platypus", "{number} platypuses"),
    "rabbit": NP_("{number} rabbit", "{number} rabbits"),
    "dingo": NP_("{number} dingo", "{number} dingoes"),
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
        words = f"{term(kind)} {position.count_left(colour, kind)}"
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
    table, seat = position.table, position.to_move
    lines = [
        say(N_("Down Under for {seats} seats."), seats=table.seats),
        say(N_("Options: {options}."), options=semicolons(_options_text(table))),
        say_plural(*TO_MOVE, table.routes, seat=seat_name(position, seat))
        if seat is not None
        else say(N_("Over: {who}."), who=_over_text(position)),
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
    end = ending(position)
    return commas((end.title, end.reason)) if end else say(N_("nobody has a move"))


def _options_text(table: Table) -> list[str]:
    # With one route a turn is one tile, whatever the option says.
    told = table.routes == 2 or table.tiles_per_turn == 1
    return [
        *([] if table.area == "open" else [say(N_("size {size}"), size="{}×{}".format(*table.extent))]),
        say(AREAS[table.area]),
        say(N_("routes grow {growth}"), growth=say(GROWTHS[table.growth])),
        say(ROUTES[table.routes]),
        *([say(PER_TURN[table.tiles_per_turn])] if told else []),
        say(WITH_ANIMALS[table.animals]),
    ]


def _tiles_line(position: Position, words: str, colour: int) -> list[str]:
    phrases = [
        f"{term(tile.kind)}{f':{term(tile.animal)}' if tile.animal else ''} {position.label(cell)} {tile.facing}"
        for cell, tile in sorted(position.tiles.items(), key=lambda item: (item[0][1], item[0][0]))
        if tile.colour == colour
    ]
    seat_names = COLOURS[colour] if colour < len(COLOURS) else ""
    return [say(words, colour=seat_names, tiles=semicolons(phrases))] if phrases else []
