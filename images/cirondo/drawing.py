"""The picture of a Cirondo position: the board, the stellar on it, marks, captions and numbers."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from math import dist, pi

from PIL import Image, ImageChops, ImageFilter

from bot.rules.cirondo import Move, Position
from bot.rules.cirondo.board import KIND_NAMES, SUPPLY, Stellar
from bot.rules.cirondo.notation import text_of
from bot.rules.cirondo.situation import QUIET_MOVES
from bot.text import N_, say, term
from bot.text.terms import ordinal
from bot.words import Verdict
from bot.words.cirondo import ending, move_in_short, story
from images.canvas.canvas import WIDTH, Area, Canvas, Pen, Point, along, arc, cached_sprite, length, polar, text_width
from images.canvas.frames import frame
from images.canvas.ghosts import coming, fade
from images.canvas.palette import Colour, Theme, chosen_theme, legible, mix
from images.canvas.stamps import circle, in_turn, mark_named_place, rounded, trail, warning, write_in_disc
from images.cirondo.alt_text import losses_of
from images.cirondo.board import HEIGHT, surface
from images.cirondo.geometry import (
    CENTRE,
    EDGE,
    Space,
    angle,
    height,
    middle,
    radius,
    space,
    spaces_between,
    way,
    width,
)
from images.cirondo.marks import Marks
from images.cirondo.pieces import empty_place, lost, piece
from images.marks.finale import Room, Stage, ground, halo, show_end
from images.marks.marks import NO_MARKS, Choice

Pieces = dict[Space, Stellar]
"""What stands on each space."""

LAST_MOVE = N_("for the last time")
SUPPLY_ROOM = 170.0
QUIET_ROOM = 230.0

QUIET_SHOWN = 20  # the number of quiet moves from which the picture counts them

TITLE, SMALLEST_TITLE = 300.0, 28  # room for who is to move or has won, and the smallest type for it
LAST = 262.0  # room for the newest move in the upper right corner
BELOW = (226.0, 165.0)  # room for the lines below the title, beside the board's rim

BOARD = (((CENTRE[0] - EDGE, CENTRE[1] - EDGE, CENTRE[0] + EDGE, CENTRE[1] + EDGE), EDGE),)  # what becomes grey

READY = 0.6  # opacity of the glow beneath what can move

MANY_CHOICES = 24  # with more of them, discs side by side differ
BADGE = 14.5  # radius of a choice's disc that fits the cells of every ring
BESIDE = 18.0  # radius up to which a disc beside a piece grows
BADGE_OUTLINE = 1.4
BADGE_TEXT = {1: 1.9, 2: 1.58}  # line height of a label in radii of its disc, by the label's length


@cache
def piece_size(ring: int) -> int:
    """The side of a piece's square on a ring, in pixels."""
    return round(min(height(ring), width(ring)))


@cache
def badge(ring: int) -> float:
    """The radius of a choice's disc that fills an empty space of a ring."""
    return min(height(ring), width(ring)) / 2 - 1.2


def pieces_of(position: Position) -> Pieces:
    """What stands on each space of the picture."""
    return {space(name): one for name, one in position.board.standing.items()}


def draw(position: Position, marks: Marks = NO_MARKS) -> Image.Image:
    """The board as everyone sees it: RGB, 1024 pixels wide. A pure function that returns a fresh picture."""
    return paint(position, marks).image


def paint(position: Position, marks: Marks = NO_MARKS) -> Canvas:
    """Like `draw`, with the boxes of everything drawn."""
    theme = chosen_theme()
    told, marks = marks.told or position, marks.so_far()
    end, colours = marks.verdict or ending(told), position.table.colours
    lit_seats = end.winners if end else (told.to_move or 0,)
    canvas = ground(end, BOARD, theme, surface, theme, colours, _partners(position))
    canvas.away = marks.away
    frame(canvas, tuple(theme.seats[colours[seat]] for seat in lit_seats) or (theme.line,))
    pieces = pieces_of(position)
    if not end:  # which stands in the void instead
        _supplies(canvas, told, theme)
    _round(canvas, colours, marks, pieces, theme)
    if not end:
        _last_moves(canvas, marks, pieces, theme)
    _losses(canvas, position, marks, theme)
    plan = plan_of(position, marks)
    leaving = set(map(space, plan)) if plan else set()
    if not (end or marks.choosing or marks.told):
        _ready(canvas, position, theme)
    lit = _lit(position, marks, end) if end else {}
    for place, one in pieces.items():
        if place not in lit:
            _piece(canvas, place, one, theme, fades=place in leaving)
    if end:
        _end(canvas, position, marks, end, pieces, lit, theme)
    _draw_picks(canvas, marks, pieces, theme)
    if plan:
        _coming(canvas, position, plan, theme)
    for name in marks.named:
        place = space(name)
        around = piece_size(place[0]) + 4
        mark_named_place(canvas, middle(place), (around, around), name, theme)
    _choices(canvas, marks.choices, pieces, theme)
    _captions(canvas, told, marks, end, theme)
    _strip(canvas, told, end, theme)
    return canvas


def _partners(position: Position) -> tuple[str, ...]:
    """The colour of each seat's partner, if there are teams."""
    table = position.table
    if not table.teams:
        return ()
    return tuple(table.colours[sum(table.side(seat)) - seat] for seat in range(table.seats))


def _ready(canvas: Canvas, position: Position, theme: Theme) -> None:
    """A glow beneath every stellar that can move."""
    if position.to_move is None:
        return
    hue = theme.seats[position.table.colours[position.to_move]]
    for name in dict.fromkeys(move.origin for move in position.legal()):
        place = space(name)
        canvas.paste(_glow(piece_size(place[0]), hue, READY), middle(place), name=f"ready {name}")


@cached_sprite
def _glow(size: int, hue: Colour, opacity: float) -> Image.Image:
    """A soft ring: what stands within keeps its outline."""
    ring = fade(halo(size * 0.82, hue), opacity)
    hole = circle(size * 0.42, hue, 0, (*hue, 255)).getchannel("A").filter(ImageFilter.BoxBlur(2))
    inside = Image.new("L", ring.size)
    inside.paste(hole, ((ring.width - hole.width) // 2, (ring.height - hole.height) // 2))
    ring.putalpha(ImageChops.subtract(ring.getchannel("A"), inside))
    return ring


# --- marks ------------------------------------------------------------------------------------------------------------


def plan_of(position: Position, marks: Marks) -> Move | None:
    """The chosen move, once it is complete."""
    move = Move(*marks.chosen) if marks.settled and len(marks.chosen) == 2 else None
    return move if position.is_legal(move) else None


@cached_sprite
def _flash(reach: float, lean: float, hue: Colour, theme: Theme) -> Image.Image:
    """Four rays behind a disc of radius `reach` that mark a capture.

    They point into the corners of a cell that leans by `lean`, where they touch no other piece.
    """
    tip = reach * 1.6 + 4
    pen = Pen((2 * tip + 10, 2 * tip + 10), 8)
    centre = (pen.size[0] / 2, pen.size[1] / 2)
    for paint_, more in ((theme.void, 1.6), (hue, 0.0)):
        for ray in range(4):
            turn, half = lean + pi / 4 + ray * pi / 2, (11 + more) / reach
            foot = arc(centre, reach, turn - half, turn + half)
            pen.polygon([*foot, polar(centre, tip + 2 * more, turn)], paint_)
    return pen.reduce()


def route(start: Space, stop: Space, pieces: Iterable[Space]) -> list[Space]:
    """The path of a stellar; on a ring the shorter free one."""
    ways = [spaces_between(start, stop)]
    if start[0] == stop[0]:
        ways.append(spaces_between(start, stop, clockwise=False))
    blocks = set(pieces)
    return min(ways, key=lambda places_: (any(place in blocks for place in places_[1:-1]), len(places_)))


def _trail(canvas: Canvas, start: Space, stop: Space, pieces: Iterable[Space], hue: Colour) -> None:
    """Dots along a move's path, growing towards its target; none lies on a letter of the seams."""
    reach = (piece_size(start[0]) / 2 + 6, piece_size(stop[0]) / 2 + 6)
    line = along(way(route(start, stop, pieces)), *reach)
    dots = max(1, round(length(line) / 9)) if length(line) > 4 else 0
    xs, ys = [x for x, _ in line], [y for _, y in line]
    area = Area("mark", "trail", min(xs) - 5, min(ys) - 5, max(xs) + 5, max(ys) + 5) if line else None
    letters = [box for box in canvas.boxes if box.kind == "text" and area and box.overlaps(area)]

    def hides(at: Point) -> bool:
        return any(letter.distance(at) < 5 for letter in letters)

    trail(canvas, line, hue, dots, (1.4, 1.8), (120, 135), hides=hides)


def _round(canvas: Canvas, colours: Sequence[str], marks: Marks, pieces: Pieces, theme: Theme) -> None:
    """The other seats' earlier moves: each path in the seat's colour."""
    for seat, strength, group in marks.round():
        hue = mix(theme.surface[0], legible(theme.seats[colours[seat]], theme), strength)
        for played in group:
            start, stop, notation = *map(space, played.move), text_of(played.before, played.move)
            end = piece_size(stop[0]) / 2 + 1
            _trail(canvas, start, stop, pieces, hue)
            if played.before.captures(played.move):
                flash = _flash(end, angle(stop[1]), mix(theme.surface[0], theme.capture, strength * 0.7), theme)
                canvas.paste(flash, middle(stop), name=f"captured before on {notation}")
            canvas.paste(circle(piece_size(start[0]) / 2 - 2, hue, 1.6), middle(start), name=f"{seat} from")
            canvas.paste(circle(end, hue, 2.6), middle(stop), name=f"{seat} to {notation}")


def _last_moves(canvas: Canvas, marks: Marks, pieces: Pieces, theme: Theme) -> None:
    """Rings on both ends, a trail of dots growing towards the target, a flash behind a capture."""
    for age, played in reversed(list(enumerate(reversed(marks.last)))):
        start, stop, notation = *map(space, played.move), text_of(played.before, played.move)
        strength = (1.0 if age == 0 else 0.5) * (0.5 if marks.choosing else 1.0)
        light = mix(theme.surface[0], theme.last, strength)
        begin, end = piece_size(start[0]) / 2 + 1, piece_size(stop[0]) / 2 + 1
        _trail(canvas, start, stop, pieces, light)
        if played.before.captures(played.move):
            hue = mix(theme.surface[0], theme.capture, strength)
            canvas.paste(_flash(end, angle(stop[1]), hue, theme), middle(stop), name=f"captured on {notation}")
        canvas.paste(circle(begin, light, 1.8), middle(start), name=f"from {notation}")
        canvas.paste(circle(end, light, 3.2), middle(stop), name=f"to {notation}")


def _losses(canvas: Canvas, position: Position, marks: Marks, theme: Theme) -> None:
    """What was lost, where it stood last, and whoever is out with its last move where that led."""
    losses = losses_of(position, marks)
    for before, (origin, target) in ((played.before, played.move) for played in marks.last):
        one = before.board.at(origin)
        if one and before.to_move in position.defeated and not position.board.at(target):
            losses.setdefault(target, one)
    for name, (colour, kind) in losses.items():
        place = space(name)
        canvas.paste(lost(kind, colour, piece_size(place[0]), theme), middle(place), name=f"lost {colour} {name}")


def _draw_picks(canvas: Canvas, marks: Marks, pieces: Iterable[Space], theme: Theme) -> None:
    """Strong rings on the places picked; with from and to picked, the way between them."""
    if len(marks.chosen) == 2:
        _trail(canvas, space(marks.chosen[0]), space(marks.chosen[1]), pieces, theme.choice)
    for name in marks.chosen:
        place = space(name)
        reach = piece_size(place[0]) / 2 + 1.5
        canvas.paste(circle(reach + 1.5, (*theme.choice, 70), 7), middle(place), name="glow", remember=False)
        canvas.paste(circle(reach, theme.choice, 3.5), middle(place), name=f"chosen {name}")


def _piece(canvas: Canvas, place: Space, one: Stellar, theme: Theme, *, fades: bool = False) -> None:
    sprite = piece(one.kind, one.colour, piece_size(place[0]), theme)
    canvas.paste(fade(sprite) if fades else sprite, middle(place), "piece", f"{one.colour} {one.kind}")


def _lit(position: Position, marks: Marks, end: Verdict) -> Pieces:
    """What shines at an end: the winners' stellar, and whatever moved last."""
    won = [position.table.colours[seat] for seat in end.winners]
    moved = {space(played.move.target) for played in marks.last[-1:]}
    return {place: one for place, one in pieces_of(position).items() if one.colour in won or place in moved}


def _end(
    canvas: Canvas, position: Position, marks: Marks, end: Verdict, pieces: Pieces, lit: Pieces, theme: Theme
) -> None:
    """The end in the void, with the winners' stellar shining on the grey board."""
    colours = position.table.colours
    won = [colours[seat] for seat in end.winners]

    def light() -> None:
        for place, one in lit.items():
            if one.colour in won:
                canvas.paste(_glow(piece_size(place[0]), theme.seats[one.colour], 1.0), middle(place), name="halo")
        _last_moves(canvas, marks, pieces, theme)
        _losses(canvas, position, replace(marks, earlier=()), theme)
        for place, one in lit.items():
            _piece(canvas, place, one, theme)

    def stamp(number: int, at: Point, size: int) -> None:
        canvas.paste(piece("planets", won[number], size, theme), at, "mark", f"emblem {won[number]}")

    hues = tuple(theme.seats[colour] for colour in won)
    x, y = CENTRE
    title, below = Room((x - 165, y - 146, x + 165, y + 34), "mm"), Room((x - 146, y + 36, x + 146, y + 128), "mm")
    show_end(
        canvas,
        end,
        Stage(title, below, hues, stamp, light, story(position, end.winners, marks.course)),
        theme,
    )


def _coming(canvas: Canvas, position: Position, plan: Move, theme: Theme) -> None:
    """The stellar on its target after a chosen move, on a flash if it captures."""
    stop = space(plan.target)
    size = piece_size(stop[0])
    if position.captures(plan):
        canvas.paste(_flash(size / 2 + 1, angle(stop[1]), theme.capture, theme), middle(stop), name="would capture")
    arrived = position.after(plan).board.at(plan.target)  # gone again if that was its side's last move
    if one := arrived or position.board.at(plan.origin):
        sprite = coming(piece(one.kind, one.colour, size, theme), theme.choice)
        canvas.paste(sprite, middle(stop), name=f"coming {plan.target}")


def _choices(canvas: Canvas, choices: tuple[Choice, ...], pieces: Pieces, theme: Theme) -> None:
    """A labelled disc for each choice: in the middle of an empty space, or beside a piece where it hides least."""
    letters = [box for box in canvas.boxes if box.kind == "text"]
    spots = _spots(choices, pieces, letters)
    for choice in choices:
        place = space(choice.at)
        if place in pieces:
            hue = theme.choice if choice.kind == "piece" else theme.capture
            canvas.paste(circle(piece_size(place[0]) / 2 + 0.5, hue, 2.2), middle(place), name=f"ring {choice.at}")
    for number, (choice, (spot, reach)) in enumerate(zip(choices, spots, strict=True)):
        hue = theme.capture if choice.kind == "target" and space(choice.at) in pieces else theme.choice
        hue = in_turn(hue, number, theme) if len(choices) > MANY_CHOICES else hue
        canvas.paste(circle(reach, theme.void, BADGE_OUTLINE, hue), spot, name=f"choice {choice.label}")
        write_in_disc(canvas, spot, choice.label, reach, reach * BADGE_TEXT[min(2, len(choice.label))], theme)


Spot = tuple[Point, float]
"""The centre and radius of a choice's disc."""


def _spots(choices: tuple[Choice, ...], pieces: Pieces, letters: Sequence[Area]) -> list[Spot]:
    """The places and sizes of the choices' discs.

    They touch neither each other nor a letter, hide as little as they can, and are as large as possible.
    """
    for largest in (BESIDE, (BESIDE + BADGE) / 2, BADGE):
        spots = _spread(choices, pieces, letters, largest)
        if spots:
            return spots
    # Too crowded for anything better: slightly outward of the middle for every choice, so that no two can touch.
    places = [space(choice.at) for choice in choices]
    return [(polar(CENTRE, radius(ring) + 7, angle(column)), BADGE) for ring, column in places]


def _spread(choices: tuple[Choice, ...], pieces: Pieces, letters: Sequence[Area], largest: float) -> list[Spot] | None:
    """A spot for each choice, with discs beside pieces no larger than `largest`; None if one has no room."""
    middles = [(middle(place), piece_size(place[0]) / 2) for place in pieces]
    places = [space(choice.at) for choice in choices]
    spots: dict[int, Spot] = {
        number: (middle(place), badge(place[0])) for number, place in enumerate(places) if place not in pieces
    }
    for number, place in enumerate(places):
        if number in spots:
            continue
        reach = min(badge(place[0]), largest)
        best: tuple[float, Point] | None = None
        for at, price in _candidates(place, reach):
            if dist(at, CENTRE) + reach > EDGE + 8:
                continue
            if any(dist(at, other) < reach + size + 1.5 for other, size in spots.values()):
                continue
            if any(letter.distance(at) < reach + 2 for letter in letters):
                continue
            hidden = sum(max(0.0, size + reach - dist(at, other)) ** 1.5 for other, size in middles)
            if best is None or hidden + price < best[0]:
                best = hidden + price, at
        if best is None:
            return None
        spots[number] = best[1], reach
    return [spots[number] for number in range(len(choices))]


def _candidates(place: Space, reach: float) -> Iterable[tuple[Point, float]]:
    """Spots around a piece, each with a penalty: people look first to the right of its top."""
    at, size = middle(place), piece_size(place[0]) / 2
    for share in (0.62, 0.3, 0.0):
        for step in range(16):
            yield polar(at, size + reach * share, step * pi / 8 - pi / 4), 4 * min(step, 16 - step)


# --- captions and numbers ---------------------------------------------------------------------------------------------


def _supplies(canvas: Canvas, position: Position, theme: Theme) -> None:
    """The Solar Systems in supply, in the void on their owner's side."""
    four = position.table.seats == 4
    size = 46
    for seat, colour in enumerate(position.table.colours):
        left = position.board.supply(seat) if seat not in position.defeated else 0
        for number in range(SUPPLY):
            if four:
                x = 68 * (1 if seat in (0, 3) else -1) + (number % 2 - 0.5) * 52
                y = 70 * (1 if seat in (0, 1) else -1) + (number // 2 - 0.5) * 52
            else:
                x, y = (number - 1.5) * 60, 62 * (1 if seat == 0 else -1)
            sprite = piece("solars", colour, size, theme) if number < left else empty_place(size, theme)
            canvas.paste(sprite, (CENTRE[0] + x, CENTRE[1] + y), "piece", f"supply {colour}")
    canvas.fit_text(CENTRE, say(N_("supply")), (28,), SUPPLY_ROOM, theme.faint, "Semibold", "mm")


def _captions(canvas: Canvas, position: Position, marks: Marks, end: Verdict | None, theme: Theme) -> None:
    """The corners: who is to move or has won, the newest move, the quiet moves."""
    colours, hue, warns = position.table.colours, theme.ink, False
    if end:
        named, title, below = None, term("Cirondo"), ""
    else:
        seat = position.to_move or 0
        named = colours[seat]
        title = say(N_("{colour} to move"), colour=named.capitalize())
        warns = position.count(seat) == 1
        opening = say(N_("opening with a moon")) if seat in position.owed else ""
        below = say(LAST_MOVE) if warns else opening
    if named:
        hue = theme.seats[named]
    indent = 62 if named and text_width(title, SMALLEST_TITLE) < TITLE - 62 else 0
    if named and indent:
        canvas.paste(piece("planets", named, 52, theme), (56, 48), "mark", f"emblem {named}")
    canvas.fit_text((30 + indent, 48), title, (48, 44, 40, 36, 32, SMALLEST_TITLE), TITLE - indent, legible(hue, theme))
    if warns:
        warning(canvas, (26, 93), below, theme, theme.warning)
    elif below:
        canvas.fit_text((31, 93), below, (30, 28), BELOW, theme.ink)
    if marks.last:
        words = move_in_short(marks.last[-1].before, marks.last[-1].move)
        canvas.fit_text((WIDTH - 30, 48), words, (36, 34, 32, 30, 28), LAST, theme.last, anchor="rm")
        mover = marks.last[-1].seat
        who = "" if mover is None else colours[mover].capitalize()
        words = say(N_("{colour} just played") if who else N_("just played"), colour=who)
        canvas.fit_text((WIDTH - 30, 92), words, (28,), LAST, theme.faint, "Semibold", "rm")
    if len(position.quiet) >= QUIET_SHOWN:
        words = say(N_("{number} of {limit}"), number=len(position.quiet), limit=QUIET_MOVES)
        canvas.text((30, 964), words, 34, theme.ink, "Bold")
        canvas.fit_text((30, 1000), say(N_("quiet moves")), (28,), QUIET_ROOM, theme.faint, "Semibold")


STRIP = (1034.0, HEIGHT - 18.0)  # top and bottom of the plates with numbers
_GAP = 12.0
_MARGIN = 18.0


def _strip(canvas: Canvas, position: Position, end: Verdict | None, theme: Theme) -> None:
    """A plate for each colour: its name, its state, and its numbers."""
    table, seats = position.table, position.table.seats
    wide = round((WIDTH - 2 * _MARGIN - (seats - 1) * _GAP) / seats)
    for seat, colour in enumerate(table.colours):
        left = _MARGIN + seat * (wide + _GAP)
        top, bottom = STRIP
        hue = theme.seats[colour]
        gone = seat in position.defeated
        active = seat in end.winners if end else seat == position.to_move
        size = (wide, round(bottom - top))
        plate = rounded(size, 14, theme.panel, hue if active else mix(theme.panel, hue, 0.35), 3 if active else 2)
        canvas.paste(plate, (left + size[0] / 2, top + size[1] / 2), "mark", f"plate {colour}")
        title = theme.faint if gone else legible(hue, theme)
        middle_ = top + 25
        sizes = (36, 32, 28) if seats == 2 else (32, 30, 28)
        words = term(colour.capitalize())
        end_of_name = canvas.fit_text((left + 16, middle_), words, sizes, wide * 0.62, title)
        if end:
            tag = end.place(seat)
        elif gone:
            tag = say(N_("out"))
        elif table.teams:
            tag = say(N_("with {colour}"), colour=_partners(position)[seat].capitalize())
        else:
            tag = ""
        if tag:
            tag_sizes = (32, 30, 28) if seats == 2 else (28,)
            hue = theme.ink if tag == ordinal(1) else theme.faint
            right = left + wide - 16
            canvas.fit_text((right, middle_), tag, tag_sizes, right - end_of_name - 8, hue, "Semibold", "rm")
        _numbers(canvas, position, seat, (left, top), wide, theme)


def _numbers(canvas: Canvas, position: Position, seat: int, at: Point, wide: int, theme: Theme) -> None:
    """Planets, moons and Solar Systems on the board; `at` is the plate's corner."""
    board, colour = position.board, position.table.colours[seat]
    icon, letters = (44, 42) if position.table.seats == 2 else (32, 34)
    x, y, pitch = at[0] + 14, at[1] + 68, (wide - 28) / len(KIND_NAMES)
    for kind in KIND_NAMES:
        canvas.paste(piece(kind, colour, icon, theme), (x + icon / 2, y), "piece", f"count {colour} {kind}")
        canvas.text((x + icon + 8, y), str(len(board.spaces_of(seat, kind))), letters, theme.ink, "Bold")
        x += pitch
