"""Where the squares of a Parcheesi board lie in the picture.

The board is a cross. Each of its four arms has three columns of eight squares: the middle column is a home row, its
outermost square the turn-off; on the two others the track runs in and out again. Everything is measured for the lower
arm, red's, as `across` (to the right) and `down` from the middle of the board, and then turned: the track runs against
the clock, as it does on the usual board.
"""

from functools import cache

from bot.rules.parcheesi.board import COLOURS as TABLES
from bot.rules.parcheesi.board import ROW, SQUARE_NUMBERS, SQUARES, TRACK, steps_on
from images.canvas.canvas import Bounds, Point

COLOURS = tuple(colour.name for colour in TABLES[4])
"""The four colours as they follow each other around the board: that of an arm is the one whose home row lies in it."""

ENTRY = {colour.name: colour.entry for colour in TABLES[4]}
TURN_OFF = {colour.name: colour.turn_off for colour in TABLES[4]}
QUARTER = TRACK // 4  # track squares from one turn-off to the next

ROWS = 8  # squares along a column of an arm
WIDE = 96.0  # a square across its arm: two pawns fit side by side
TALL = 39.5  # a square along its arm
MITRE = 26.0  # how far the innermost squares of the track reach into the middle, where one arm meets the next
CORE = 1.5 * WIDE  # from the middle of the board to where the arms begin
HOME = CORE - MITRE  # from the middle of the board to the sides of home
HALF = CORE + ROWS * TALL  # half the board's side

CENTRE: Point = (512.0, 620.0)
STRIP = 35.0  # beside the arms, for the numbers of the squares
PLATE = ROWS * TALL - STRIP  # side of a corner's plate
NEST = 92.0  # radius of a nest

Square = tuple[str | None, str]
"""A square: its colour (None on the track) and its name."""


def on_arm(arm: int, across: float, down: float) -> Point:
    """A point of the lower arm, as measured from the middle, on another arm of the picture."""
    x, y = ((across, down), (down, -across), (-across, -down), (-down, across))[arm]
    return CENTRE[0] + x, CENTRE[1] + y


def upright(arm: int) -> bool:
    """Whether an arm runs up and down, so that its squares lie."""
    return arm % 2 == 0


@cache
def square(name: str, colour: str | None) -> Square:
    """The square of that name; `colour` says whose home row, home or nest is meant.

    ValueError if there is none.
    """
    if name.startswith("t") and name in SQUARE_NUMBERS:
        return None, name
    if colour not in COLOURS or name not in SQUARE_NUMBERS:
        raise ValueError(f"{name!r} is not a square (t1..t68, h1..h7, nest, home)")
    return colour, name


def on_way(place: Square) -> bool:
    """Whether this is a square of the track or of a home row."""
    return place[1] not in ("nest", "home")


@cache
def slot(place: Square) -> tuple[int, int, int]:
    """Where a square on the way lies: arm 0..3, column -1..1 and row 0 (innermost) .. 7.

    The track runs out on column -1 and in on column 1.
    """
    colour, name = place
    number = int(name[1:])
    if colour is not None:
        return COLOURS.index(colour), 0, ROW - number
    arm, step = divmod(number, QUARTER)
    if step == 0:
        return arm % 4, 0, ROWS - 1
    if step <= ROWS:
        return arm, 1, ROWS - step
    return (arm + 1) % 4, -1, step - ROWS - 1


def is_mitred(place: Square) -> bool:
    """Whether this is one of the squares where the track goes over from arm to arm."""
    _, column, row = slot(place)
    return column != 0 and row == 0


@cache
def middle(place: Square) -> Point:
    """The middle of a square on the way, of a nest, or of the part of home that is the colour's."""
    colour, name = place
    if name == "nest":
        return nest(COLOURS.index(colour or ""))
    if name == "home":
        return on_arm(COLOURS.index(colour or ""), 0, HOME * 0.62)
    arm, column, row = slot(place)
    down = CORE + (row + 0.5) * TALL
    return on_arm(arm, column * WIDE, down - (MITRE / 4 if is_mitred(place) else 0))


@cache
def outline(place: Square, inset: float = 0.0) -> tuple[Point, ...]:
    """The corners of a square on the way or of a colour's part of home, drawn in by `inset` pixels."""
    if place[1] == "home":
        arm, base, neck = COLOURS.index(place[0] or ""), HOME - inset, WIDE / 2 - inset
        tip = inset * 1.41
        points = [(neck, CORE - inset), (neck, base), (base - tip, base), (0, tip), (tip - base, base)]
        points += [(-neck, base), (-neck, CORE - inset)]
        return tuple(on_arm(arm, *point) for point in points)
    arm, column, row = slot(place)
    left, right = column * WIDE - WIDE / 2 + inset, column * WIDE + WIDE / 2 - inset
    top, bottom = CORE + row * TALL + inset, CORE + (row + 1) * TALL - inset
    points = [(left, top), (right, top), (right, bottom), (left, bottom)]
    if is_mitred(place):
        # The outer side leans, so an even margin along it takes a little more than `inset`.
        inner, outer = WIDE / 2 + inset, CORE - inset
        roof = HOME + inset
        lean = CORE - MITRE - 0.41 * inset
        points = [(inner, roof), (lean, roof), (outer, CORE + 0.41 * inset), (outer, bottom), (inner, bottom)]
        points = [(column * x, y) for x, y in points]
    return tuple(on_arm(arm, *point) for point in points)


def beside(place: Square, along: float) -> Point:
    """A point `along` pixels from the middle of a square on the way, along its longer side."""
    x, y = middle(place)
    return (x + along, y) if upright(slot(place)[0]) else (x, y + along)


@cache
def number_at(number: int) -> Point:
    """The middle of the number of a track square: beside its arm, or beyond the arm's end."""
    place: Square = (None, f"t{number}")
    arm, column, row = slot(place)
    if column == 0:
        return on_arm(arm, 0, HALF + (33 if arm == 2 else 23))  # at the top it clears the heads of pawns
    return on_arm(arm, column * (CORE + STRIP / 2 + 1), CORE + (row + 0.5) * TALL)


def plate(arm: int) -> Bounds:
    """The corner of the board that belongs to the colour of an arm: left, top, right, bottom."""
    (x1, y1), (x2, y2) = on_arm(arm, CORE + STRIP, CORE + STRIP), on_arm(arm, HALF, HALF)
    return min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)


def nest(arm: int) -> Point:
    """The middle of a nest."""
    left, top, right, _ = plate(arm)
    return (left + right) / 2, top + 54 + NEST


def nest_spots(arm: int) -> tuple[Point, ...]:
    """Where the four pawns of a nest stand."""
    x, y = nest(arm)
    return tuple((x + across * 41, y + down * 43) for down in (-1, 1) for across in (-1, 1))


def home_spots(arm: int, number: int, pitch: float) -> tuple[Point, ...]:
    """Where this many pawns of a colour stand at home, side by side, `pitch` pixels from one to the next."""
    return tuple(on_arm(arm, (index - (number - 1) / 2) * pitch, HOME - 21) for index in range(number))


# --- ways -------------------------------------------------------------------------------------------------------------


def way(start: Square, stop: Square, colour: str | None) -> list[Square]:
    """The squares a pawn of `colour` goes through from `start` to `stop`, both included.

    From the nest straight to the entry square. Empty if no way leads there.
    """
    if start[1] == "nest":
        return [start, stop]
    coloured = next(one for one in TABLES[4] if one.name == (stop[0] or colour))
    places, here = [start], SQUARE_NUMBERS[start[1]]
    while places[-1] != stop:
        onward = steps_on(coloured, here)
        if not onward or len(places) > TRACK + ROW + 1:
            return []
        here = onward[-1] if stop[0] else onward[0]  # both from the turn-off: along the track, or into the home row
        places.append((colour if here > TRACK else None, SQUARES[here]))
    return places


def points(places: list[Square]) -> list[Point]:
    """A way through squares as points of the picture."""
    return [middle(place) for place in places]
