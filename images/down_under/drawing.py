"""The picture of a Down Under position: ground, border, tiles with every route in its colour, ends, marks, panels."""

from collections.abc import Container, Iterable, Mapping, Sequence
from itertools import groupby

from PIL import Image

from bot.rules.down_under import Move, Position, Tile, beyond
from bot.rules.down_under.notation import column_of, row_of
from bot.rules.down_under.tiles import COLOURS, GREY, Cell, Edge
from bot.text import say_plural
from bot.words import Course, Verdict
from bot.words.down_under import area_text, due, ending, move_in_short, seat_name, story
from images.canvas.canvas import SMALLEST_TEXT, WIDTH, Canvas, Point, text_box
from images.canvas.frames import frame
from images.canvas.palette import Colour, Theme, chosen_theme, legible, mix
from images.canvas.stamps import badge, mark_named_place, seat_emblem, warning
from images.down_under.geometry import MARGIN, TOP, Scene, around, box_in_sight, scene_at_end, scene_of
from images.down_under.ground import BORDER, CORNER, EARTH, border_piece, field, outer_cell, shadow, table
from images.down_under.marks import Marks
from images.down_under.open_ends import ARROW, arrow_into, name_cell
from images.down_under.panels import PanelContents, needs, overview, panels
from images.down_under.replays import new_cells
from images.down_under.table_marks import (
    Owners,
    TableMarks,
    cell_at,
    owners_of,
    path_owners,
    table_marks_of,
    weights,
    winning_colours,
)
from images.down_under.tiles import OUTWARDS, Look, plaque, soft_edge, tile_icon, tile_sprite
from images.marks.finale import Room, Stage, ground, show_end
from images.marks.marks import NO_MARKS

BADGE, SMALLEST_BADGE = 21.0, 15.0  # radius of a choice's disc, and where there is little room
CLEAR = 0.3  # how much of the ground shines through a tile that has only been chosen
ROW_ROOM = 46.0  # pixels for the number of a row
LARGEST_PLAQUE = 240  # side of a winner's emblem on an empty table
MOST_NAMED = 16  # cells for a first tile whose names are written into them


def draw(position: Position, marks: Marks = NO_MARKS) -> Image.Image:
    """The table as everyone sees it: RGB, 1024 pixels wide. A pure function that returns a fresh picture."""
    return paint(position, marks).image


def paint(position: Position, marks: Marks = NO_MARKS) -> Canvas:
    """Like `draw`, with the boxes of everything drawn. Raises ValueError if a mark names something that doesn't exist.

    `chosen` and the places of `choices` are cells ("c3") or whole moves as people type them ("curve d4 NE"). A chosen
    move is shown as if it had been played, transparent and with a bright edge; moves to choose from are on a shelf
    beside the table. `chosen` may also be a kind of tile ("curve", "red curve:emu").
    """
    theme = chosen_theme()
    told, table_marks = marks.told or position, table_marks_of(position, marks)
    then = position.after(table_marks.move) if table_marks.move else position
    scene = scene_with(position, marks)
    marks = marks.so_far()
    if marks.told:
        table_marks = table_marks_of(position, marks)
    end = marks.verdict or ending(told)
    canvas = ground(end, ((scene.arrangement.ground, CORNER),), theme, table, scene.arrangement, theme)
    canvas.away = marks.away
    frame(canvas, _frame_hues(told, end, theme) or (theme.line,))
    if not (end and end.winners):
        _cells(canvas, scene, position, then, theme)
    if position.tiles or not end:
        _coordinates(canvas, scene, position, theme)
    _border(canvas, scene, then, with_dashes=not end)
    owners = owners_of(then)
    lit = _lit(scene, position, end, table_marks) if end else {}
    _tiles(canvas, scene, position, then, owners, theme, lit)
    _round(canvas, scene, position, marks, theme)
    if not end:
        _last(canvas, scene, table_marks, theme, steps_back=marks.choosing)
    _targets(canvas, scene, told if marks.told else then, table_marks, theme)
    if not end:
        _first_places(canvas, scene, position, table_marks, theme)
    _due(canvas, scene, told, table_marks, theme)
    _picks(canvas, scene, position, then, table_marks, theme)
    for name in marks.named:
        if (cell := cell_at(position, name)) and scene.seen.holds(cell):
            mark_named_place(canvas, scene.at(cell), (scene.size - 8, scene.size - 8), name, theme, 8)
    _choices(canvas, scene, table_marks, theme)
    if end:
        _end(canvas, scene, position, end, owners, lit, table_marks, marks.course, theme)
    else:
        _caption(canvas, told, theme)
        _news(canvas, told, marks, table_marks, theme)
    room = panels(
        canvas,
        PanelContents(told, told if marks.told else then, end, table_marks.kinds),
        scene,
        table_marks.offers,
        theme,
    )
    if not scene.whole and room:
        bright = {cell: theme.last for cell, _ in table_marks.last} | dict.fromkeys(table_marks.wanted, theme.choice)
        overview(canvas, then, scene, box_in_sight(position, then), bright, room, theme)
    return canvas


def scene_with(position: Position, marks: Marks) -> Scene:
    """How a position with these marks is laid out. Raises ValueError as `paint`."""
    if marks.film:
        position, marks = marks.film, NO_MARKS
    table_marks = table_marks_of(position, marks)
    if marks.verdict or ending(position):
        return scene_at_end(position, needs(position, ()), weights(position, position, table_marks))
    then = position.after(table_marks.move) if table_marks.move else position
    return scene_of(position, then, needs(position, table_marks.offers), weights(position, then, table_marks))


# --- marks ------------------------------------------------------------------------------------------------------------


def _frame_hues(position: Position, end: Verdict | None, theme: Theme) -> tuple[Colour, ...]:
    seats = end.winners if end else (position.to_move,)
    return tuple(
        theme.seats[COLOURS[colour]] for seat in seats if seat is not None for colour in position.table.colours_of(seat)
    )


# --- the table --------------------------------------------------------------------------------------------------------


def _cells_in_sight(scene: Scene, rings: int = 0) -> Iterable[Cell]:
    box = scene.seen
    for y in range(box.bottom - rings, box.top + rings + 1):
        for x in range(box.left - rings, box.right + rings + 1):
            yield x, y


def _cells(canvas: Canvas, scene: Scene, position: Position, then: Position, theme: Theme) -> None:
    """Where tiles may be laid: soft squares; elsewhere near the tiles only a dot."""
    near, size, seen = around(position), scene.size, scene.seen
    cells = field(scene.arrangement, scene.corner, size, seen.columns, seen.rows, theme)
    looks = {
        cell: "" if cell in then.tiles else "empty" if then.is_inside(cell) else "outer" if near.holds(cell) else ""
        for cell in _cells_in_sight(scene)
    }
    for (_, kind), (*row,) in groupby(looks, lambda cell: (cell[1], looks[cell])):
        if kind == "empty":
            left, top = (row[0][0] - seen.left) * size, (seen.top - row[0][1]) * size
            box = left, top, left + len(row) * size, top + size
            canvas.image.paste(cells.crop(box), (scene.corner[0] + left, scene.corner[1] + top))
        elif kind:
            for cell in row:
                canvas.paste(outer_cell(size), scene.at(cell), remember=False)


def _coordinates(canvas: Canvas, scene: Scene, position: Position, theme: Theme) -> None:
    """The letters of the columns in sight along the ground's lower edge, and the numbers of the rows at its left.

    Only of those where tiles may come to lie, and beside what lies there.
    """
    hue, sizes = mix(theme.ink, (222, 170, 120), 0.45), (28,)
    box, near = scene.seen, around(position)
    inside = [cell for cell in _cells_in_sight(scene) if near.holds(cell) or position.is_inside(cell)]
    bottom, left = scene.corner[1] + box.rows * scene.size + 22, scene.corner[0] - 25
    for x in sorted({x for x, _ in inside}):
        middle, _ = scene.at((x, box.bottom))
        canvas.fit_text((middle, bottom), column_of(scene.table, x), sizes, scene.size - 6, hue, "Semibold", "mm")
    for y in sorted({y for _, y in inside}):
        _, middle = scene.at((box.left, y))
        canvas.fit_text((left, middle), str(row_of(scene.table, y)), sizes, ROW_ROOM, hue, "Semibold", "mm")


def _border(canvas: Canvas, scene: Scene, position: Position, *, with_dashes: bool) -> None:
    """The border just outside the area: a line where it is decided, otherwise dashes at the farthest possible place."""
    if not position.zones:
        return
    solid = {True: position.columns is not None, False: position.rows is not None}
    inside = {cell: position.is_inside(cell) for cell in _cells_in_sight(scene, 1)}
    half = scene.size / 2 + BORDER / 2 - 2
    for cell in _cells_in_sight(scene):
        if not inside[cell]:
            continue
        x, y = scene.at(cell)
        for edge, (dx, dy) in enumerate(OUTWARDS):
            upright = edge % 2 == 1
            if not inside[beyond(cell, edge)] and (solid[upright] or with_dashes):
                piece = border_piece(scene.size, upright, solid[upright])
                at = x + dx * half, y + dy * half
                canvas.paste(piece, at, name=f"border {'line' if solid[upright] else 'zone'}")


def _tiles(
    canvas: Canvas,
    scene: Scene,
    position: Position,
    then: Position,
    owners: Owners,
    theme: Theme,
    lit: Container[Cell],
) -> None:
    """All tiles and billabongs in sight but those `lit`, pieces in the colours of their routes, on their shadows."""
    half = scene.size // 2
    for cell in filter(scene.seen.holds, then.tiles):
        x, y = scene.at(cell)
        if (cell[0], cell[1] - 1) not in then.tiles:
            canvas.image.paste(lower := shadow(scene.size, below=True), (round(x) - half, round(y) + half), lower)
        if (cell[0] + 1, cell[1]) not in then.tiles:
            canvas.image.paste(right := shadow(scene.size, below=False), (round(x) + half, round(y) - half), right)
    for cell, tile in then.tiles.items():
        if scene.seen.holds(cell) and cell not in lit:
            clear = CLEAR if position.tiles.get(cell) != tile else 0.0
            sprite = _sprite(then, cell, tile, owners, scene.size, theme, clear)
            canvas.paste(sprite, scene.at(cell), "piece", _tile_name(scene, cell, tile))


def _tile_name(scene: Scene, cell: Cell, tile: Tile) -> str:
    return f"{tile.kind} {scene.label(cell)} {tile.facing}".strip()


def _sprite(
    position: Position,
    cell: Cell,
    tile: Tile,
    owners: Owners,
    size: int,
    theme: Theme,
    clear: float,
    lost: Container[int] = (),
) -> Image.Image:
    """A tile as it lies; what is on a route that has `lost` is dull."""
    own = path_owners(owners, cell, tile)

    def look(owner: int) -> Look:
        if owner in lost:
            return "dull"
        return "bright" if owner < len(position.routes) and position.routes[owner].endless else ""

    return tile_sprite(tile, own, size, theme, tuple(map(look, own)), clear)


# --- open ends --------------------------------------------------------------------------------------------------------


def _targets(canvas: Canvas, scene: Scene, position: Position, table_marks: TableMarks, theme: Theme) -> None:
    """Every cell a route leads into: an arrow for each end, and the cell's name."""
    leading: dict[Cell, list[tuple[Edge, int]]] = {}
    for colour, route in enumerate(position.routes):
        for cell, edge in route.open:
            leading.setdefault(beyond(cell, edge), []).append((edge ^ 2, colour))
    busy = {*position.tiles, *leading, *position.offer, *table_marks.cells}
    for cell, ends in leading.items():
        if not scene.seen.holds(cell) or (cell in position.offer and not table_marks.move):
            continue
        at, label = scene.at(cell), scene.label(cell)
        for edge, colour in ends:
            (dx, dy), far, name = OUTWARDS[edge], scene.size * (1 - ARROW) / 2, COLOURS[colour]
            arrow = arrow_into(scene.size, edge, theme.seats[name])
            canvas.paste(arrow, (at[0] + dx * far, at[1] + dy * far), name=f"end {name} {label}")
        if cell not in table_marks.cells:
            free = [edge for edge in range(4) if scene.seen.holds(nearby := beyond(cell, edge)) and nearby not in busy]
            name_cell(canvas, scene, at, label, [edge for edge, _ in ends], theme.ink, free)


def _first_places(canvas: Canvas, scene: Scene, position: Position, table_marks: TableMarks, theme: Theme) -> None:
    """The names of the cells where a first tile can be laid, unless there are too many of them."""
    seat = position.to_move
    if seat is None or table_marks.move or all(position.routes[own].pieces for own in position.table.colours_of(seat)):
        return
    cells = {move.cell for move in position.legal() if move.cell is not None}
    named = {beyond(*end) for route in position.routes for end in route.open}
    if len(cells) > MOST_NAMED:
        return
    for cell in cells - named - set(table_marks.cells):
        if scene.seen.holds(cell):
            hue = mix(theme.ink, EARTH[0], 0.3)
            name_cell(canvas, scene, scene.at(cell), scene.label(cell), (), hue, ())


# --- marks ------------------------------------------------------------------------------------------------------------


def _round(canvas: Canvas, scene: Scene, position: Position, marks: Marks, theme: Theme) -> None:
    """Edges around what the other seats laid before, in their colours."""
    fresh = new_cells(position, marks)
    for seat, strength, group in marks.round():
        own = position.table.colours_of(seat)
        for cell, colour in (pair for played in group for pair in fresh[id(played)]):
            if scene.seen.holds(cell):
                own_colour = COLOURS[colour if colour in own else own[0]]
                hue = mix(EARTH[0], legible(theme.seats[own_colour], theme), strength)
                edge = soft_edge(scene.size, hue, 3.2, 0)
                canvas.paste(edge, scene.at(cell), name=f"{seat} before {scene.label(cell)}")


def _last(canvas: Canvas, scene: Scene, table_marks: TableMarks, theme: Theme, *, steps_back: bool) -> None:
    """A bright edge around the last move, dimmer ones around earlier decisions of its turn."""
    for cell, rank in sorted(table_marks.last, key=lambda one: -one[1]):
        if scene.seen.holds(cell):
            newest = rank == 0 and not steps_back
            hue = theme.last if newest else mix(EARTH[0], theme.last, 0.6 if rank == 0 or not steps_back else 0.35)
            edge = soft_edge(scene.size, hue, 4.0 if newest else 2.6, 8 if newest else 0)
            canvas.paste(edge, scene.at(cell), name=f"last {scene.label(cell)}")


def _due(canvas: Canvas, scene: Scene, position: Position, table_marks: TableMarks, theme: Theme) -> None:
    """What must be decided first: an offered billabong, or the cell of an extension."""
    if table_marks.move:
        return
    for cell in position.offer:
        if not scene.seen.holds(cell):
            continue
        first = cell == position.offer[0]
        if first:
            then = position.after(Move("billabong", cell))
            pool = _sprite(then, cell, then.tiles[cell], owners_of(then), scene.size, theme, 0.35)
            canvas.paste(pool, scene.at(cell), name=f"offer {scene.label(cell)}")
        canvas.paste(
            soft_edge(scene.size, theme.warning, 3.5, 8 if first else 0),
            scene.at(cell),
            name=f"due {scene.label(cell)}",
        )
        if cell not in table_marks.cells:
            badge(canvas, scene.at(cell), "?", BADGE, theme, theme.warning)
    if position.extension and scene.seen.holds(position.extension[0]):
        cell = position.extension[0]
        canvas.paste(soft_edge(scene.size, theme.warning, 3.5, 8), scene.at(cell), name=f"due {scene.label(cell)}")


def _picks(
    canvas: Canvas, scene: Scene, position: Position, then: Position, table_marks: TableMarks, theme: Theme
) -> None:
    """Glowing edges around what has been chosen, and around everything the chosen move would change."""
    cells = list(table_marks.picks)
    if table_marks.move:
        cells += [cell for cell, tile in then.tiles.items() if position.tiles.get(cell) != tile]
        if table_marks.move.kind == "decline":
            cells.append(position.offer[0])
    for cell in dict.fromkeys(cells):
        if scene.seen.holds(cell):
            canvas.paste(
                soft_edge(scene.size, theme.choice, 4.5, 10), scene.at(cell), name=f"chosen {scene.label(cell)}"
            )


def _choices(canvas: Canvas, scene: Scene, table_marks: TableMarks, theme: Theme) -> None:
    """A labelled disc for each choice, next to each other if a cell has several. Moves are on the shelf."""
    ring_cells = dict.fromkeys([*table_marks.cells, *(one.move.cell for one in table_marks.offers if one.move.cell)])
    for cell in ring_cells:
        if scene.seen.holds(cell):
            canvas.paste(soft_edge(scene.size, theme.choice, 3.0, 0), scene.at(cell), name=f"ring {scene.label(cell)}")
    for cell, own in table_marks.cells.items():
        if not scene.seen.holds(cell):
            continue
        x, y = scene.at(cell)
        across = 1 if len(own) == 1 else 2 if len(own) <= 4 else 3
        rows = -(-len(own) // across)
        reach = min(BADGE, max(SMALLEST_BADGE, scene.size / max(across, rows) / 2 - 5))
        step = 2 * reach + 6
        for number, choice in enumerate(own):
            row, column = divmod(number, across)
            wide = min(across, len(own) - row * across)
            at = x + (column - (wide - 1) / 2) * step, y + (row - (rows - 1) / 2) * step
            badge(canvas, at, choice.label, reach, theme)


def _lit(scene: Scene, position: Position, end: Verdict, table_marks: TableMarks) -> dict[Cell, int | None]:
    """The tiles in sight that shine at an end, with the winning colour whose route they're in: those, and the last."""
    own: dict[Cell, int | None] = dict.fromkeys((cell for cell, _ in table_marks.last), None)
    for colour in winning_colours(position, end):
        own |= {piece.cell: colour for piece in position.routes[colour].pieces}
    return {cell: colour for cell, colour in own.items() if scene.seen.holds(cell) and cell in position.tiles}


def _end(
    canvas: Canvas,
    scene: Scene,
    position: Position,
    end: Verdict,
    owners: Owners,
    lit: Mapping[Cell, int | None],
    table_marks: TableMarks,
    course: Course,
    theme: Theme,
) -> None:
    """The end in the head, with the winners' routes and the last tile shining on the grey ground."""
    won = winning_colours(position, end)

    def light() -> None:
        for cell, owner in lit.items():
            if owner is not None:
                glow = soft_edge(scene.size, theme.seats[COLOURS[owner]], 4.0, 10)
                canvas.paste(glow, scene.at(cell), name="halo")
        for cell, owner in lit.items():
            lost = () if owner is None else set(range(len(position.routes))) - set(won)
            sprite_ = _sprite(position, cell, position.tiles[cell], owners, scene.size, theme, 0.0, lost)
            canvas.paste(sprite_, scene.at(cell), "piece", _tile_name(scene, cell, position.tiles[cell]))
        _last(canvas, scene, table_marks, theme, steps_back=False)
        if won and not position.tiles:
            _winners_alone(canvas, scene, won, theme)

    def stamp(number: int, at: Point, size: int) -> None:
        seat_emblem(canvas, COLOURS[won[number]], at, size, theme)

    hues = tuple(theme.seats[COLOURS[colour]] for colour in won)
    title, below = Room((32.0, 14.0, 590.0, TOP - 8.0)), Room((330.0, 14.0, WIDTH - 32.0, TOP - 8.0), "rm")
    stage = Stage(title, below, hues, stamp, light, story(position, end.winners, course))
    show_end(canvas, end, stage, theme)


def _winners_alone(canvas: Canvas, scene: Scene, won: Sequence[int], theme: Theme) -> None:
    """The winners' emblems, large in the middle of a table on which nothing lies."""
    left, top, right, bottom = scene.arrangement.ground
    step = (right - left) / len(won)
    for number, colour in enumerate(won):
        at = left + (number + 0.5) * step, (top + bottom) / 2
        side = round(min(LARGEST_PLAQUE, step * 0.7))
        canvas.paste(soft_edge(side, theme.seats[COLOURS[colour]], 4.0, 10), at, name="halo")
        canvas.paste(plaque(colour, side, theme), at, name=f"emblem {COLOURS[colour]}")


# --- the head of the picture ------------------------------------------------------------------------------------------

HEAD_ROOM = 620.0  # from the left edge to the end of the caption


def _caption(canvas: Canvas, position: Position, theme: Theme) -> None:
    """At the top left: who is to move, and what that seat must consider."""
    hue, x = theme.ink, 34.0
    seat = position.to_move or 0
    colours = position.table.colours_of(seat)
    title = say_plural("{seat} to move", "{seat} to move", len(colours), seat=seat_name(position, seat))
    below = due(position)
    for colour in colours:
        seat_emblem(canvas, COLOURS[colour], (x + 20, 47), 40, theme)
        x += 50
    if len(colours) == 1:
        hue = legible(theme.seats[COLOURS[colours[0]]], theme)
    canvas.fit_text((x + 4, 47), title, (46, 42, 38, 34, 30), HEAD_ROOM - x - 4, hue)
    if not below:
        return
    if position.offer or position.extension:
        warning(canvas, (30, 89), below, theme, theme.last)
    else:
        canvas.fit_text((35, 89), below, (28,), HEAD_ROOM - 35, theme.faint)


def _news(canvas: Canvas, position: Position, marks: Marks, table_marks: TableMarks, theme: Theme) -> None:
    """At the top right: the last move, the billabongs left, the area."""
    right = WIDTH - MARGIN - 12.0
    room = right - HEAD_ROOM - 14
    newest = marks.last[-1] if marks.last else None
    if newest and table_marks.newest:
        move = table_marks.newest.move
        words = move_in_short(position, move, table_marks.newest.happened)
        wide, end = room - 36, right
        size = next((one for one in (34, 32, 30, 28) if text_box(words, one, "Bold", "lm")[2] <= wide), SMALLEST_TEXT)
        canvas.fit_text((end, 47), words, (size,), wide, theme.last, anchor="rm")
        if newest.seat is not None:
            own = position.table.colours_of(newest.seat)
            colour = move.colour if move.colour is not None else own[0]
            begins = end - min(wide, text_box(words, size, "Bold", "lm")[2])
            seat_emblem(canvas, COLOURS[colour], (begins - 22, 47), 26, theme)
    words = area_text(position)
    x = right - text_box(words, 28, "Semibold", "lm")[2]
    canvas.text((x, 89), words, 28, theme.faint)
    x -= 14
    number = str(position.billabongs)
    canvas.text((x, 89), number, 28, theme.ink if position.billabongs else theme.faint, "Bold", "rm")
    x -= text_box(number, 28, "Bold", "lm")[2] + 22
    canvas.paste(tile_icon("billabong", 30, GREY, theme), (x, 89), "panel", "icon billabong")
