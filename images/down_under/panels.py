"""Beside or below the ground: every colour's length, points, ends and remaining tiles, the tiles to choose from, a map.

A seat's colours share a plate; with two routes it says their points together. With animals a small table says how many
of each are on the route and how many are left on straights and curves.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from PIL import Image

from bot.rules.down_under import Box, Move, Position
from bot.rules.down_under.board import Route
from bot.rules.down_under.tiles import ANIMAL_TILES, ANIMALS, COLOURS, NEUTRAL, Cell, Tile
from bot.text import N_, say, term
from bot.text.terms import commas
from bot.words import Verdict
from bot.words.down_under import status
from images.canvas.canvas import SMALLEST_TEXT, Bounds, Canvas, Pen, cached_sprite, text_box, text_width
from images.canvas.palette import Colour, Theme, legible, mix
from images.canvas.stamps import badge, plate, rounded, seat_emblem
from images.down_under.animals import animal_sprite
from images.down_under.geometry import GAP, SIDE, Needs, Scene
from images.down_under.ground import EARTH, RIM
from images.down_under.tiles import BARK, BASALT, FENCE, OUTWARDS, WATER, tile_icon, tile_sprite

PLAIN, NARROW, BROAD = 122.0, 216.0, 150.0  # heights of a colour's block: without animals, with them, with room too
ROOMY = 440.0  # from this width on a block with animals is BROAD
HEAD = 48.0  # height of the line that says what two routes have together
PAD = 14.0
LEAST, LEAST_ZOO = 230.0, 280.0  # width that a colour's block needs at least, without and with animals
MAP, SMALLEST_MAP = 240.0, 240.0  # width of the map beside other panels, and the height it asks for
HIGHEST = 1148.0  # of a column of panels
SHELF, LARGE_SHELF = 84.0, 108.0  # from tile to tile on the shelf, and where there are only a few
FEW = {True: 8, False: 4}  # tiles on a shelf of the whole width, and on a narrow one

WIDE = 984.0  # of the panels below the ground

ICON = 32
LARGER = 1.35  # how much larger blocks may be where a column has room


@dataclass(frozen=True, slots=True)
class Offer:
    """A move that can be chosen: its label and the label of its cell, the tile as it would lie, its paths' colours."""

    label: str
    move: Move
    cell: str = ""
    tile: Tile | None = None
    owners: tuple[int, ...] = ()


# --- room -------------------------------------------------------------------------------------------------------------


def _block(position: Position, wide: float) -> float:
    if not position.table.animals:
        return PLAIN
    return BROAD if wide >= ROOMY else NARROW


def _columns(position: Position, wide: float) -> int:
    """How many seats fit side by side."""
    seats = position.table.seats
    least = LEAST_ZOO if position.table.animals else LEAST
    most = next(number for number in range(seats, 0, -1) if (wide + GAP) / number - GAP >= least or number == 1)
    return 2 if seats == 4 and most == 3 else most


def _rows(position: Position, wide: float) -> float:
    """The height of all seats in so much room."""
    columns = _columns(position, wide)
    return -(-position.table.seats // columns) * (_group(position, (wide + GAP) / columns - GAP) + GAP) - GAP


def _group(position: Position, wide: float) -> float:
    """The height of a seat's plate."""
    if position.table.routes == 1:
        return _block(position, wide)
    if wide >= ROOMY and not position.table.animals:
        return HEAD + PLAIN
    return HEAD + 2 * _block(position, wide)


def _step(offers: Sequence[Offer], wide: float) -> float:
    return LARGE_SHELF if len(offers) <= FEW[wide >= ROOMY] else SHELF


def _shelf(offers: Sequence[Offer], wide: float, step: float = 0) -> float:
    """The height of the shelf; its tiles lie `step` apart, or as far as they do by themselves."""
    if not offers:
        return 0.0
    step = step or _step(offers, wide)
    rows = -(-len(offers) // _across(wide, step))
    return rows * (step + (26 if _names_cells(offers) else 0)) + 2 * 8


def _across(wide: float, step: float) -> int:
    return int((wide - 20) // step)


def _names_cells(offers: Sequence[Offer]) -> bool:
    """Whether the tiles to choose from go to several cells, so that these must be said."""
    return len({one.cell for one in offers if one.cell}) > 1


def needs(position: Position, offers: Sequence[Offer]) -> Needs:
    """The room the panels need."""
    beside, below, with_map = (_rows(position, wide) for wide in (SIDE, WIDE, WIDE - MAP - GAP))
    if offers:
        below += GAP + _shelf(offers, WIDE)
        with_map += GAP + _shelf(offers, WIDE - MAP - GAP)
        least = _group(position, SIDE) + GAP + _shelf(offers, SIDE)
        beside = max(least, min(beside + GAP + _shelf(offers, SIDE), HIGHEST))
    return Needs(beside, below, max(with_map, SMALLEST_MAP))


# --- the panels -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PanelContents:
    """The contents of the panels: the position, the one after a chosen move, the end, kinds chosen."""

    now: Position
    then: Position
    end: Verdict | None
    picks: tuple[tuple[int | None, str, str | None], ...]


def panels(
    canvas: Canvas, standing: PanelContents, scene: Scene, offers: Sequence[Offer], theme: Theme
) -> Bounds | None:
    """Draw the panels. Returns the room left for a map, or None if it is too small."""
    left, top, right, bottom = scene.arrangement.panels
    room: Bounds | None = None
    if not scene.whole and not scene.arrangement.beside:
        room = right - MAP, top, right, bottom
        right -= MAP + GAP
    wide = right - left
    seats = list(range(standing.now.table.seats))
    columns = _columns(standing.now, wide)
    own = (wide + GAP) / columns - GAP
    tall = _group(standing.now, own)
    step = _step(offers, wide)
    if offers and scene.arrangement.beside:
        # Choosing a tile comes before seeing everyone's numbers.
        if len(seats) * (tall + GAP) + _shelf(offers, wide) > bottom - top and standing.now.to_move is not None:
            seats = [standing.now.to_move]
        while step > 62 and len(seats) * (tall + GAP) + _shelf(offers, wide, step) > bottom - top:
            step -= 2
    grow = 1.0
    if scene.arrangement.beside and not offers and not standing.now.table.animals and scene.whole:
        grow = max(1.0, ((bottom - top + GAP) / len(seats) - GAP) / tall)
        tall *= grow
    for number, seat in enumerate(seats):
        x = left + number % columns * (own + GAP)
        y = top + number // columns * (tall + GAP)
        _seat(canvas, standing, seat, (x, y, x + own, y + tall), grow, theme)
    rows = -(-len(seats) // columns)
    top += rows * (tall + GAP)
    if offers:
        box = (left, top, right, top + _shelf(offers, wide, step))
        _offers(canvas, offers, box, step, theme)
        top = box[3] + GAP
    if room is None and not scene.whole and bottom - top >= 110:
        return left, top, right, bottom
    return room


def _seat(canvas: Canvas, standing: PanelContents, seat: int, box: Bounds, grow: float, theme: Theme) -> None:
    position = standing.now
    colours = position.table.colours_of(seat)
    hues = tuple(theme.seats[COLOURS[colour]] for colour in colours)
    active = seat in standing.end.winners if standing.end else seat == position.to_move
    plate(canvas, box, theme, hues if active else (), f"seat {seat} plate")
    left, top, right, bottom = box
    place = _place(standing, seat)
    if len(colours) == 1:
        _colour(canvas, standing, colours[0], box, place, grow, theme)
        return
    if place:
        canvas.text((left + PAD, top + 27), place, 30, theme.ink, "Bold")
    else:
        canvas.text((left + PAD, top + 27), say(N_("together")), SMALLEST_TEXT, theme.faint)
    _number(canvas, (right - PAD, top + 27), position.scores[seat], standing.then.scores[seat], 150.0, theme)
    top += (HEAD - 4) * grow
    beside = right - left >= ROOMY and not position.table.animals
    for number, colour in enumerate(colours):
        if beside:
            half = (right - left) / 2
            inner = (left + number * half, top, left + (number + 1) * half, bottom)
        else:
            tall = _block(position, right - left) * grow
            inner = (left, top + number * tall, right, top + (number + 1) * tall)
        _colour(canvas, standing, colour, inner, "", grow, theme)


def _place(standing: PanelContents, seat: int) -> str:
    end = standing.end
    return end.place(seat) if end and (end.places or len(end.winners) < standing.now.table.seats) else ""


def _number(
    canvas: Canvas, at: tuple[float, float], now: int, then: int, room: float, theme: Theme, largest: int = 38
) -> None:
    """A number at its right end, with what it becomes by the chosen move; where that is too long, only with that."""
    wordings = (str(now),) if now == then else (f"{now}→{then}", f"→{then}")
    looks = product(wordings, range(largest, SMALLEST_TEXT - 1, -3))
    fitting = ((words, size) for words, size in looks if text_box(words, size, "Bold", "lm")[2] <= room)
    words, size = next(fitting, (wordings[-1], SMALLEST_TEXT))
    canvas.text(at, words, size, theme.ink if now == then else theme.choice, "Bold", "rm")


def _colour(
    canvas: Canvas, standing: PanelContents, colour: int, box: Bounds, place: str, grow: float, theme: Theme
) -> None:
    """The block of one colour, `grow` times as tall as it must be; with animals 1."""
    position = standing.now
    left, top, right, _ = box
    route, then = position.routes[colour], standing.then.routes[colour]
    name = COLOURS[colour]
    hue = legible(theme.seats[name], theme)
    animals = position.table.animals
    broad = animals and right - left >= ROOMY
    end = left + (right - left) * 0.44 if broad else right
    larger = min(grow, LARGER)
    head, begins = top + 28 * grow, left + PAD + 38 * larger
    seat_emblem(canvas, name, (left + PAD + 14 * larger, head), round(30 * larger), theme)
    sizes = [round(size * larger) for size in (32, 30, 28)]
    x = canvas.fit_text((begins, head), term(name.capitalize()), sizes, (end - left) * NAME_SHARE, hue)
    now, later = (position.score(colour), standing.then.score(colour)) if animals else (route.length, then.length)
    _number(canvas, (end - PAD, head), now, later, end - PAD - x - 6, theme, round(38 * larger))
    if place and animals and not broad:
        canvas.text((x + 12, head), place, 28, theme.ink, "Bold")
    elif place:
        down = 126 if broad else 100 * grow
        canvas.text((end - PAD, top + down), place, 28, theme.ink, "Bold", "rm")
    if not animals:
        room = right - left - 2 * PAD - (52 if place else 0)
        _hand(canvas, standing, colour, (left + PAD, top + 63 * grow, right - PAD), round(ICON * larger), theme)
        _ends(canvas, position, then, (left + PAD, top + 100 * grow), room, theme)
        return
    line = top + 63
    state, mark = status(then) if then.pieces else "", _count_width(position, colour, "terminal")
    words = say(N_("length {length}"), length=then.length)
    room = right - PAD - mark - 8 - left - PAD
    if (
        state
        and not broad
        and text_width(words, SMALLEST_TEXT, "Semibold") + 10 + text_width(state, SMALLEST_TEXT, "Semibold") > room
    ):
        words, state = commas((state, str(then.length))), ""  # the word that says that a route is dead must not be cut
    canvas.text((left + PAD, line), words, SMALLEST_TEXT, theme.faint if then.length == route.length else theme.choice)
    if broad:
        _ends(canvas, position, then, (left + PAD, top + 94), end - left - PAD, theme)
        _count(canvas, standing, colour, "terminal", (left + PAD, top + 126), theme)
        _zoo(canvas, standing, colour, (end + 8, top + 10, right - PAD), theme)
        return
    _count(canvas, standing, colour, "terminal", (right - PAD - mark, line), theme)
    if state:
        x = left + PAD + text_box(words, SMALLEST_TEXT, "Semibold", "lm")[2] + 10
        canvas.fit_text((x, line), state, (28,), right - PAD - mark - 8 - x, theme.last)
    _zoo(canvas, standing, colour, (left + PAD, top + 82, right - PAD), theme)


def _count_width(position: Position, colour: int, kind: str) -> float:
    return ICON + 6 + text_box(str(position.count_left(colour, kind)), 28, "Bold", "lm")[2]


def _count(
    canvas: Canvas,
    standing: PanelContents,
    colour: int,
    kind: str,
    at: tuple[float, float],
    theme: Theme,
    icon: int = ICON,
) -> None:
    """A tile's icon with the number left; `at` is the middle of its left end."""
    number = standing.now.count_left(colour, kind)
    canvas.paste(tile_icon(kind, icon, colour, theme), (at[0] + icon / 2, at[1]), "panel", f"icon {kind}")
    if _is_picked(standing, colour, kind, None):
        _ring(canvas, (at[0] - 3, at[1] - 20, at[0] + _count_width(standing.now, colour, kind) + 5, at[1] + 20), theme)
    canvas.text((at[0] + icon + 6, at[1]), str(number), SMALLEST_TEXT, theme.ink if number else theme.faint, "Bold")


def _is_picked(standing: PanelContents, colour: int, kind: str, animal: str | None) -> bool:
    seat = standing.now.to_move
    own = seat is not None and colour in standing.now.table.colours_of(seat)
    return any(
        own and which in (None, colour) and (kind, animal) == rest
        for which, *pair in standing.picks
        for rest in [tuple(pair)]
    )


def _ring(canvas: Canvas, box: Bounds, theme: Theme) -> None:
    ring = rounded((box[2] - box[0], box[3] - box[1]), 8, (*theme.choice, 60), theme.choice, 2.6)
    canvas.paste(ring, ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2), name="picked")


def _hand(
    canvas: Canvas, standing: PanelContents, colour: int, at: tuple[float, float, float], icon: int, theme: Theme
) -> None:
    """How many tiles of each kind are left."""
    left, line, right = at
    step = (right - left) / 3
    for number, kind in enumerate(("straight", "curve", "terminal")):
        _count(canvas, standing, colour, kind, (left + number * step, line), theme, icon)


def _ends(canvas: Canvas, position: Position, route: Route, at: tuple[float, float], room: float, theme: Theme) -> None:
    """Where a route can go on, or what has become of it."""
    state = status(route)
    if state:
        hue = theme.faint if not route.pieces else theme.last
        x = at[0]
        if route.pieces:
            canvas.paste(_status_icon(route.endless, theme), (at[0] + 15, at[1]), name="status")
            x += 38
        canvas.fit_text((x, at[1]), state, (28,), at[0] + room - x, hue, "Semibold")
        return
    cells = [position.label(cell) for cell in route.ahead]
    x = at[0]
    for word in ("→", *cells) if cells else ():
        wide = text_box(word, SMALLEST_TEXT, "Semibold", "lm")[2]
        if x + wide > at[0] + room:
            break
        x = canvas.text((x, at[1]), word, SMALLEST_TEXT, theme.faint if word == "→" else theme.ink) + 12


@cached_sprite
def _status_icon(endless: bool, theme: Theme) -> Image.Image:
    """Two loops for an endless route, a bar for one that has ended."""
    pen = Pen((30, 20), 4)
    if endless:
        pen.ring((9, 10), 6, theme.last, 3)
        pen.ring((21, 10), 6, theme.last, 3)
    else:
        pen.line([(2, 10), (23, 10)], theme.last, 3.4)
        pen.line([(25, 2), (25, 18)], theme.last, 4.4)
    return pen.reduce()


ZOO_HEAD, ZOO_ROW = 36.0, 30.0
NAME_SHARE = 0.52  # of the block of a colour, for its name


def _zoo(canvas: Canvas, standing: PanelContents, colour: int, at: tuple[float, float, float], theme: Theme) -> None:
    """The animals: how many are on the route, and how many are left on straights and curves."""
    left, top, right = at
    position = standing.now
    first = 72.0
    step = (right - left - first) / 5
    middles = [left + first + (number + 0.5) * step for number in range(5)]
    for animal, x in zip(ANIMALS, middles, strict=True):
        icon = animal_sprite(animal, 36 if step > 38 else 33, mix(theme.faint, theme.ink, 0.5), theme.panel)
        canvas.paste(icon, (x, top + 17), "panel", f"icon {animal}")
    then = standing.then.routes[colour].animals
    hand = position.hand(colour)
    rows: list[tuple[str, Mapping[str | None, int]]] = [("", {animal: then[animal] for animal in ANIMALS})]
    rows += [(kind, hand[kind]) for kind in ANIMAL_TILES]
    for number, (kind, counts) in enumerate(rows):
        y = top + ZOO_HEAD + (number + 0.5) * ZOO_ROW
        if kind:
            canvas.paste(tile_icon(kind, 28, colour, theme), (left + 14, y), "panel", f"icon {kind}")
            if _is_picked(standing, colour, kind, None):
                _ring(canvas, (left - 3, y - 16, left + 68, y + 16), theme)
            canvas.text((left + 34, y), str(position.count_left(colour, kind)), SMALLEST_TEXT, theme.ink, "Bold")
        else:
            canvas.fit_text((left, y), say(N_("route")), (28,), first - 6, theme.faint, "Semibold")
        for animal, x in zip(ANIMALS, middles, strict=True):
            count = counts.get(animal, 0)
            if kind and _is_picked(standing, colour, kind, animal):
                _ring(canvas, (x - step / 2 + 1, y - 15, x + step / 2 - 1, y + 15), theme)
            hue = theme.last if not kind else theme.ink
            if kind and animal == "dingo":
                hue = theme.warning  # until it is laid its owner comes behind everyone who has laid his
            words = str(count) if count else "·"
            canvas.text((x, y), words, SMALLEST_TEXT, hue if count else theme.line, "Bold", "mm")


# --- tiles to choose from ---------------------------------------------------------------------------------------------


def _offers(canvas: Canvas, offers: Sequence[Offer], box: Bounds, step: float, theme: Theme) -> None:
    """A shelf with the tiles to choose from, each as it would lie, under its label."""
    plate(canvas, box, theme, (theme.choice,), "shelf plate")
    left, top, right, _ = box
    across = _across(right - left, step)
    named = _names_cells(offers)
    row = step + (26 if named else 0)
    size = round(step - 22)
    used = min(across, len(offers)) * step
    begins = left + (right - left - used) / 2 if len(offers) >= across else left + 10
    for number, one in enumerate(offers):
        x = begins + (number % across + 0.5) * step
        y = top + 8 + number // across * row + step / 2
        if one.tile:
            canvas.paste(tile_sprite(one.tile, one.owners, size, theme), (x + 5, y + 5), "panel", f"offer {one.label}")
        else:
            canvas.paste(_crossed(size, theme), (x + 5, y + 5), "panel", "offer decline")
        badge(canvas, (x - size / 2 + 5, y - size / 2 + 7), one.label, 16 if step < LARGE_SHELF else 18, theme)
        if named and one.cell:
            canvas.text((x + 5, y + size / 2 + 20), one.cell, SMALLEST_TEXT, theme.ink, "Bold", "mm")


@cached_sprite
def _crossed(size: int, theme: Theme) -> Image.Image:
    """A pool crossed out: no billabong."""
    pen = Pen((size, size), 4)
    pen.disc((size / 2, size / 2), size * 0.42, mix(WATER[1], theme.panel, 0.35))
    for sign in (0.3, -0.3):
        pen.line([(size * 0.2, size * (0.5 - sign)), (size * 0.8, size * (0.5 + sign))], theme.capture, size * 0.09)
    return pen.reduce()


# --- the map ----------------------------------------------------------------------------------------------------------


def overview(
    canvas: Canvas,
    position: Position,
    scene: Scene,
    whole: Box,
    bright: Mapping[Cell, Colour],
    box: Bounds,
    theme: Theme,
) -> None:
    """A map of everything on the table: every piece of a route in its colour, and what the picture shows of it.

    The areas in which tiles may still come to lie have an outline.
    """
    left, top, right, bottom = box
    wide, tall = right - left - 2 * PAD, bottom - top - 2 * PAD
    step = min(wide / whole.columns, tall / whole.rows, 16.0)
    plate(canvas, box, theme, name="overview plate")
    pen = Pen((wide, tall), 3)
    off = (wide - whole.columns * step) / 2, (tall - whole.rows * step) / 2

    def corner(cell: Cell) -> tuple[float, float]:
        return off[0] + (cell[0] - whole.left) * step, off[1] + (whole.top - cell[1]) * step

    pen.plate((0, 0, wide, tall), 3, EARTH[1])
    for cell, tile in position.tiles.items():
        x, y = corner(cell)
        hue = WATER[0] if tile.kind == "billabong" else mix(BASALT[1], BARK, 0.3)
        pen.plate((x + 0.4, y + 0.4, x + step - 0.4, y + step - 0.4), 0, hue)
    # A square of its colour for each tile, and the route's line through all its pieces.
    for colour, route in enumerate(position.routes):
        hue = theme.seats[COLOURS[colour]]
        for piece in route.pieces:
            x, y = corner(piece.cell)
            middle = x + step / 2, y + step / 2
            for edge in piece.edges:
                dx, dy = OUTWARDS[edge]
                pen.line([middle, (middle[0] + dx * step / 2, middle[1] + dy * step / 2)], hue, step * 0.4)
            pen.disc(middle, step * 0.2, hue)
    for cell, tile in position.tiles.items():
        if tile.colour == NEUTRAL:
            x, y = corner(cell)
            pen.disc((x + step / 2, y + step / 2), step * 0.24, FENCE[0])
    for cell, hue in bright.items():
        if whole.holds(cell):
            x, y = corner(cell)
            pen.plate((x, y, x + step, y + step), 1, None, hue, max(1.6, step * 0.16))
    for zone in position.zones:
        x, y = corner((zone.left, zone.top))
        shape = max(0.0, x), max(0.0, y), min(wide, x + zone.columns * step), min(tall, y + zone.rows * step)
        pen.plate(shape, 1, None, FENCE[0], 2)
    x, y = corner((scene.seen.left, scene.seen.top))
    right, bottom = x + scene.seen.columns * step + 1, y + scene.seen.rows * step + 1
    pen.plate((max(0.0, x - 1), max(0.0, y - 1), min(wide, right), min(tall, bottom)), 2, None, theme.ink, 2)
    pen.plate((0, 0, wide, tall), 3, None, mix(EARTH[1], RIM, 0.5), 1)
    canvas.lay(pen, (left + PAD, top + PAD))
