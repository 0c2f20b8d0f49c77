"""The text beside the field: the seats, the last turn role by role, the overview of a field that is cut."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from PIL import Image

from bot.rules.southern_cards import Last, Role, Sight, reach_name
from bot.rules.southern_cards.fields import LONGEST
from bot.rules.southern_cards.roles import KINDS, PEGASUS, PEGASUS_POINTS
from bot.rules.southern_cards.scoring import ECLIPSE_POINTS, reach_points
from bot.text import N_, group_digits, say
from bot.words import Verdict
from bot.words.southern_cards import reach_title, title
from images.canvas.canvas import (
    LINE,
    NARROWEST,
    SMALLEST_TEXT,
    Bounds,
    Canvas,
    Pen,
    Point,
    cached_sprite,
    text_box,
    text_width,
)
from images.canvas.palette import Colour, Theme, mix
from images.southern_cards.cards import CHIP, SUIT_COLOURS, lay_chip
from images.southern_cards.geometry import ELLIPSE, Scene, grid, on_ring
from images.southern_cards.seats import PAD, draw_seats, seats_tall
from images.southern_cards.stamps import COMBO, REACH, emblem, plate, plus

GAP = 12.0  # between plates
SEATS_WIDE = 384.0  # width of the seats' plate where the panels lie side by side
OVERVIEW_WIDE = 206.0
TITLE, ROW, LOW_ROW, CHIPS = 50.0, 41.0, 36.0, 42.0  # heights of the parts of the last turn
ICON, BESIDE_ICON, BEFORE_POINTS = 32, 5.0, 7.0  # side of an icon, and from it and to the points of its row


def panels(
    canvas: Canvas,
    sight: Sight,
    scene: Scene,
    wanted_cells: Sequence[str],
    end: Verdict | None,
    theme: Theme,
    *,
    best: Sight | None = None,
    has_turn: bool = True,
) -> None:
    """Everything beside the field; `wanted_cells` are those that can be chosen or are.

    With `best`, which is seen right after the best turn of a match, that is told in place of the last turn. Without
    `has_turn` the room stays free.
    """
    left, top, right, bottom = scene.arrangement.panels
    if scene.arrangement.name == "beside":
        draw_seats(canvas, sight, end, (left, top, right, top + seats_tall(sight.table.seats)), theme)
    else:
        draw_seats(canvas, sight, end, (left, top, left + SEATS_WIDE, bottom), theme)
        if scene.window:
            _overview(canvas, sight, scene, wanted_cells, (right - OVERVIEW_WIDE, top, right, bottom), theme)
    if has_turn:
        heading = say(N_("Best turn")) if best else ""
        _turn(canvas, best or sight, turn_box(sight, scene), theme, heading)


def turn_box(sight: Sight, scene: Scene) -> Bounds:
    """The room of the last turn."""
    left, top, right, bottom = scene.arrangement.panels
    if scene.arrangement.name == "beside":
        return left, top + seats_tall(sight.table.seats) + GAP, right, bottom
    return left + SEATS_WIDE + GAP, top, right - (OVERVIEW_WIDE + GAP if scene.window else 0), bottom


# --- the last turn ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Row:
    """One thing that scored: its words, longer and shorter, its points, and what it is.

    `combo` is the number of the step of a combo, `sum` what a trick's points are added up of.
    """

    words: str
    points: int
    short: str = ""
    combo: int = 0
    role: Role | None = None
    trick: bool = False
    reach: bool = False
    name: str = ""
    sum: str = ""
    short_sum: str = ""

    @property
    def chips(self) -> tuple[str, ...]:
        """The cards that can be shown: those of a role of up to five."""
        return self.role.cards if self.role and len(self.role.cards) <= LONGEST else ()


def _rows(sight: Sight, last: Last, grouped: bool) -> list[Row]:
    """What the last turn scored, line by line."""
    rows: list[Row] = []
    if grouped:
        kinds = Counter((min(step, 1), role.kind, role.points) for step, role in sight.last_roles())
        for (combo, kind, points), times in kinds.items():
            words = f"{times} × {title(kind)}" if times > 1 else title(kind)
            rows.append(Row(words, points * times, _short(words), combo))
    else:
        for step, role in sight.last_roles():
            words = title(role.kind)
            rows.append(Row(words, role.points, _short(words), step, role))
    placement = [row for row in rows if not row.combo]
    rest = [row for row in rows if row.combo]
    if last.trick and last.trick != "pegasus":
        factor = f" ×{last.multiplier}" if last.multiplier > 1 else ""
        single = [role.points for role in last.roles]
        row = Row(title(last.trick) + factor, sum(single) * last.multiplier, trick=True)
        if last.multiplier > 1:
            whole = f"({' + '.join(map(str, single))}){factor}"
            row = replace(row, name=title(last.trick), sum=whole, short_sum=f"{sum(single)}{factor}")
        placement.append(row)
    rows = placement + rest
    if last.reach:
        reach = len(last.reach)
        words = title("southern_cross") if reach_name(reach) == "southern_cross" else reach_title(reach)
        rows.append(Row(words, reach_points(reach), reach=True))
    if last.eclipse:
        rows.append(Row(say(N_("Total eclipse")), ECLIPSE_POINTS, trick=True))
    return rows


def _short(words: str) -> str:
    """The name of a role where there is little room for it."""
    return words.replace(say(N_("sequence")), say(N_("seq.")))


LOOSEST = 16.0  # more than their own height that rows have at most, where there is nothing else below them
INLINE = 470.0  # a column at least so wide has a role's cards on the line of its name
Spots = list[tuple[int, float]]


def _turn(canvas: Canvas, sight: Sight, box: Bounds, theme: Theme, heading: str = "") -> None:
    """A turn below its heading: who placed what, the roles with their points and cards, trick, combos, reach, eclipse.

    With much to tell it goes into two columns where there is room for them, then without the cards, then roles of one
    kind together.
    """
    left, top, right, bottom = box[0] + PAD, box[1] + 8, box[2] - PAD, box[3] - 8
    inline = right - left > INLINE
    top += LINE if heading and not inline else 0
    last = sight.last
    most = 2 if inline or bottom - top < 400 else 1
    plain, grouped = (_rows(sight, last, together) if last else [] for together in (False, True))
    rows, chips, columns, tall, spots = grouped, False, most, ROW, Spots()
    for rows, chips, columns, tall in (
        *((plain, True, 1, ROW), (plain, True, most, ROW), (plain, False, most, ROW)),
        *((grouped, False, most, ROW), (grouped, False, most, LOW_ROW)),
    ):
        wide = (right - left - (columns - 1) * 28) / columns
        heights = [_tall(row, chips and wide < INLINE, wide) + tall - ROW for row in rows]
        spots = _spots(heights, columns, bottom - top - TITLE)
        if len(spots) == len(rows) and (not chips or columns == 1 or wide >= 5 * CHIP[0]):
            break
    lowest = max((y + own for (_, y), own in zip(spots, heights, strict=False)), default=ROW)
    left_over = bottom - top - TITLE - lowest
    if most == 1 and (reference := _reference_height(sight, left_over - GAP)):
        _reference(canvas, sight, (box[0], box[3] - reference, box[2], box[3]), theme)
        box = (*box[:3], box[3] - reference - GAP)
        left_over -= reference + GAP
    loose = min(LOOSEST, left_over / max(1, len(rows))) if columns == 1 else 0.0
    size = SMALLEST_TEXT + round(loose * 0.4) if inline else SMALLEST_TEXT
    plate(canvas, box, theme, name="turn plate")
    if last is None:
        words = say(N_("Nothing placed yet"))
        canvas.fit_text((left, top + 26), words, (28,), right - left, theme.faint, "Semibold")
        return
    begins = left
    if heading:
        end = canvas.fit_text(
            (left, box[1] + 34 if inline else box[1] + 26), heading, (28,), right - left, theme.faint, "Semibold"
        )
        begins = end + 14 if inline else left
    _title(canvas, sight, last, begins, right, top + 26, theme)
    top += TITLE
    if not rows:
        words = say(N_("no role, no reach") if sight.table.seats > 1 else N_("no role"))
        canvas.fit_text((left, top + 22 + loose / 2), words, (size, 28), right - left, theme.faint, "Semibold")
    for number, (row, (column, y)) in enumerate(zip(rows, spots, strict=False)):
        x, down = left + column * (wide + 28), top + y - (ROW - tall) / 2 + (number + 0.5) * loose
        _row(canvas, sight, row, (x, down, x + wide), size, chips, theme)


def _spots(heights: list[float], columns: int, room: float) -> Spots:
    """The column of each row and where it begins there, of the first ones as far as they fit."""
    spots = Spots()
    column, y = 0, 0.0
    for tall in heights:
        if y + tall > room:
            column, y = column + 1, 0.0
        if column >= columns or tall > room:
            break
        spots.append((column, y))
        y += tall
    return spots


def _tall(row: Row, beneath: bool, wide: float) -> float:
    """The height of a row of this width, with a role's cards beneath its name or not."""
    points = text_width(group_digits(row.points), SMALLEST_TEXT)
    words = row.name if beneath and row.sum else row.short or row.words
    fits = _fits(words, wide if beneath and row.sum else wide - points - BEFORE_POINTS)
    return ROW + (0 if fits else LINE) + (CHIPS if beneath and (row.chips or row.sum) else 0)


LENGTHS = {"classic": 3, "shishi": 4}
REFERENCE_ROW, CARDS_ROW, ROOMY_ROW = 29.5, 70.0, 140.0  # heights of a role in the list: alone, with cards, at most
LIST_LETTERS = 34  # line height at most, in rows that are higher by LOOSE than their letters
LOOSE = 8.0
LIST_EDGES = 18.0  # above and below the list
EXAMPLES = {
    kind: cards.split()
    for kind, cards in (
        *(("sequence", "5S 6H 7D"), ("set", "8S 8H 8D"), ("royal_sequence", "5H 6H 7H"), ("orion", "JK JK JK")),
        *(("hyper_sequence", "3C 4D 5H 6S"), ("four_cards", "9S 9H 9D 9C"), ("hyper_royal_sequence", "7C 8C 9C 10C")),
        (PEGASUS, "JK JK JK JK"),
    )
}
"""Cards of each role, for layouts where there is room to show them."""


def _kinds(sight: Sight) -> list[tuple[str, int]]:
    """The roles that can be made on this field, with their points."""
    longest = LENGTHS.get(sight.table.layout, LONGEST)
    possible = sorted((kind for kind in KINDS if kind.cards <= longest), key=lambda kind: (kind.points, -kind.cards))
    kinds = [(kind.name, kind.points) for kind in possible]
    if sight.table.layout == "classic":
        kinds.append((PEGASUS, PEGASUS_POINTS))  # worth more than all others
    return kinds


def _reference_height(sight: Sight, room: float) -> float:
    """The height of the list of roles in a room, as tall as it may become; 0 if it doesn't fit."""
    kinds = len(_kinds(sight))
    row = (room - LIST_EDGES) / kinds
    return LIST_EDGES + kinds * min(row, ROOMY_ROW) if row >= REFERENCE_ROW else 0


def _reference(canvas: Canvas, sight: Sight, box: Bounds, theme: Theme) -> None:
    """What each role is worth, where there is room for it, and cards that make it where there is more."""
    plate(canvas, box, theme, name="roles plate")
    last_kinds, kinds = {role.kind for _, role in sight.last_roles()}, _kinds(sight)
    row = (box[3] - box[1] - LIST_EDGES) / len(kinds)
    cards = row >= CARDS_ROW
    whole = box[2] - box[0] - 2 * PAD - GAP
    most = min(LIST_LETTERS, int(row - LOOSE - (CHIPS if cards else 0)))
    size = next(
        (
            size
            for size in range(most, SMALLEST_TEXT, -1)
            if all(
                text_width(title(kind), size, "Semibold") * NARROWEST + text_width(str(points), size) <= whole
                for kind, points in kinds
            )
        ),
        SMALLEST_TEXT,
    )
    for place, (kind, points) in enumerate(kinds):
        y = box[1] + LIST_EDGES / 2 + row * (place + 0.5) - (CHIPS / 2 if cards else 0)
        hue = theme.last if kind in last_kinds else theme.faint
        canvas.text((box[2] - PAD, y), str(points), size, hue, "Bold", "rm")
        narrow = min(1.0, (whole - text_width(str(points), size)) / text_width(title(kind), size, "Semibold"))
        canvas.text((box[0] + PAD, y), title(kind), size, hue, "Semibold", width=max(NARROWEST, narrow))
        for number, card in enumerate(EXAMPLES[kind] if cards else ()):
            spot = box[0] + PAD + CHIP[0] / 2 + number * (CHIP[0] + 3), y + CHIPS - 2
            lay_chip(canvas, card, spot)


def _title(canvas: Canvas, sight: Sight, last: Last, left: float, right: float, y: float, theme: Theme) -> None:
    """Who placed which card where, and all points of the turn."""
    emblem(canvas, sight.colours[last.seat], (left + 14, y), 13, theme)
    put = sight.last_placements
    x = left + 36
    if put:
        lay_chip(canvas, put[0][0], (x + CHIP[0] / 2, y))
        x += CHIP[0] + 10
    points = f"+{group_digits(last.points)}" if last.points else "0"
    begins = right - text_box(points, 34, "Bold", "lm")[2]
    canvas.text((right, y), points, 34, theme.last if last.points else theme.faint, "Bold", "rm")
    cells = " ".join(cell for _, cell in put) or last.move
    if len(put) > 1 and text_box(cells, SMALLEST_TEXT, "Bold", "lm")[2] > begins - x - 12:
        cells = f"×{len(put)}"
    canvas.fit_text((x, y), cells, (30, 28), begins - x - 12, theme.ink)


def _fits(words: str, room: float) -> bool:
    """Whether the smallest and narrowest letters bring a text into this room."""
    return text_width(words, SMALLEST_TEXT, "Semibold") * NARROWEST <= room


def _row(
    canvas: Canvas, sight: Sight, row: Row, at: tuple[float, float, float], size: int, chips: bool, theme: Theme
) -> None:
    """One row from `at[0]` to `at[2]`, its top at `at[1]`, in letters of this size if they fit."""
    x, top, right = at
    y = top + ROW / 2
    beneath = chips and right - x < INLINE
    hue = COMBO if row.combo else REACH if row.reach else theme.last
    begins, words, role = x, row.words, row.role
    points = group_digits(row.points)
    ends = right - text_width(points, size) - BEFORE_POINTS
    has_icon = row.reach or (role and len(sight.existing(role.cells)) == len(role.cells) > 1)
    if has_icon and any(_fits(some, ends - x - ICON - BESIDE_ICON) for some in (words, row.short) if some):
        begins = x + ICON + BESIDE_ICON
        if role:
            _icon(canvas, sight, role, (x + ICON / 2, y), hue, theme)
        else:
            canvas.paste(plus(ICON / 2), (x + ICON / 2, y), name="icon")
    down = y + _tall(row, beneath, right - x) - ROW  # the last line
    if beneath and row.sum:
        canvas.fit_text((x, y), row.name, (SMALLEST_TEXT,), _rooms(row.name, right - x, right - x), hue)
        canvas.text((right, down - 6), points, SMALLEST_TEXT, hue, "Bold", "rm")
        room = ends - x
        fits = text_width(row.sum, SMALLEST_TEXT, "Semibold") <= room
        canvas.text((x, down - 6), row.sum if fits else row.short_sum, SMALLEST_TEXT, theme.faint)
        return
    bright = row.trick or row.reach
    canvas.text((right, y), points, size, hue if bright else theme.ink, "Bold", "rm")
    beside = row.chips if chips and not beneath else ()
    wide, room = len(beside) * (CHIP[0] + 3), ends - begins
    if beside and not _fits(words, room - wide - 14):
        beside = ()
    if beside:
        room -= wide + 14
    if not _fits(words, room):
        words = row.short or words
    rooms = _rooms(words, room, right - x)
    end = canvas.fit_text((begins, y), words, (size, SMALLEST_TEXT), rooms, hue if bright else theme.ink)
    if not chips or not row.chips:
        return
    if beneath:
        step = min(CHIP[0] + 3, (right - x - CHIP[0]) / max(1, len(row.chips) - 1))
        for place, card in enumerate(row.chips):
            lay_chip(canvas, card, (x + CHIP[0] / 2 + place * step, down - 4))
    elif beside:
        first = min(max(end + 14, begins + 236), ends - wide) + CHIP[0] / 2
        for place, card in enumerate(beside):
            lay_chip(canvas, card, (first + place * (CHIP[0] + 3), y))


def _rooms(words: str, room: float, whole: float) -> tuple[float, ...]:
    """The room for words in one line, or in two where they need them."""
    return (room,) if _fits(words, room) else (room, whole)


def _shares(sight: Sight, cells: Sequence[str]) -> tuple[tuple[Point, ...], tuple[Point, ...]]:
    """Where the cells of a role and those of the field lie in a square from 0 to 1."""
    layout = sight.table.layout
    if layout == "zodiac":
        ring = {cell: on_ring(int(cell[1:]), float(cell != "z0")) for cell, _ in sight.field}
        (left, top), (wide, tall) = on_ring(0, 0.0), ELLIPSE
        spots = {cell: (0.5 + (x - left) / wide / 2, 0.5 + (y - top) / tall / 2) for cell, (x, y) in ring.items()}
        return tuple(spots[cell] for cell in cells), tuple(spots.values())
    places = [grid(layout, cell) for cell in cells]
    whole = [grid(layout, cell) for cell, _ in sight.field] if layout in ("classic", "shishi", "gogo") else places
    left, top = min(x for x, _ in whole), min(y for _, y in whole)
    span = max(2, max(x for x, _ in whole) - left, max(y for _, y in whole) - top)
    right, bottom = max(x for x, _ in whole), max(y for _, y in whole)
    aside, down = (span - (right - left)) / 2, (span - (bottom - top)) / 2
    squares = [(x, y) for x in range(span + 1) for y in range(span + 1)]
    return (
        tuple(((x - left + aside) / span, (y - top + down) / span) for x, y in places),
        tuple((x / span, y / span) for x, y in squares),
    )


def _icon(canvas: Canvas, sight: Sight, role: Role, at: Point, hue: Colour, theme: Theme) -> None:
    """A tiny field with the line of a role."""
    way, dots = (tuple((round(x, 3), round(y, 3)) for x, y in points) for points in _shares(sight, role.cells))
    canvas.paste(_line_icon(way, dots, role.kind != PEGASUS, hue, theme), at, name="icon")


@cached_sprite
def _line_icon(way: tuple[Point, ...], dots: tuple[Point, ...], joined: bool, hue: Colour, theme: Theme) -> Image.Image:
    pen = Pen((ICON, ICON), 8)

    def spot(share: Point) -> Point:
        return 4 + share[0] * (ICON - 8), 4 + share[1] * (ICON - 8)

    for dot in dots:
        pen.disc(spot(dot), 2.0, mix(theme.panel, theme.path, 0.75))
    if joined:
        pen.line([spot(share) for share in way], hue, 3.4)
    for share in way:
        pen.disc(spot(share), 3.4, hue)
    return pen.reduce()


# --- the overview of a large field ------------------------------------------------------------------------------------


def _overview(
    canvas: Canvas, sight: Sight, scene: Scene, wanted_cells: Sequence[str], box: Bounds, theme: Theme
) -> None:
    """A map of the whole field: a spot for each top card, its choices, and the part that the picture shows."""
    plate(canvas, box, theme, name="overview plate")
    layout = sight.table.layout
    field = sight.piles
    places = {cell: grid(layout, cell) for cell in field}
    left, top = min(x for x, _ in places.values()), min(y for _, y in places.values())
    columns = max(x for x, _ in places.values()) - left + 1
    rows = max(y for _, y in places.values()) - top + 1
    wide, tall = box[2] - box[0] - 24, box[3] - box[1] - 60
    step = min(16.0, wide / columns, tall / rows)
    pen = Pen((wide, tall), 2)
    off_x, off_y = (wide - step * columns) / 2, (tall - step * rows) / 2
    last = {cell for _, cell in sight.last_placements}

    def spot(x: int, y: int) -> Point:
        return off_x + (x - left) * step, off_y + (y - top) * step

    for cell, place in places.items():
        (x, y), inset, cards = spot(*place), step * 0.1, field[cell]
        hue = theme.line
        if cards:
            hue = theme.last if cards[-1] == "JK" else _MAP[cards[-1][-1]]
        hue = theme.choice if cell in wanted_cells else theme.ink if cell in last else hue
        pen.plate((x + inset, y + inset, x + step - inset, y + step - inset), step * 0.2, hue)
    if scene.window:
        first_x, last_x, first_y, last_y = scene.window
        (x, y), (right, bottom) = spot(first_x, first_y), spot(last_x + 1, last_y + 1)
        view_box = max(0.0, x - 2), max(0.0, y - 2), min(wide, right + 2), min(tall, bottom + 2)
        pen.plate(view_box, 3, None, theme.ink, 2)
    canvas.lay(pen, (box[0] + 12, box[1] + 12))
    words = say(N_("{number} out of sight"), number=len(scene.unseen))
    middle, room = (box[0] + box[2]) / 2, box[2] - box[0] - 12
    canvas.fit_text((middle, box[3] - 24), words, (28,), room, theme.faint, "Semibold", "mm")


_MAP: dict[str, Colour] = {suit: mix(hue, (255, 255, 255), 0.35) for suit, hue in SUIT_COLOURS.items()}
