"""The picture of a position of Southern Cross cards: the field with its stacks, marks, captions, points, the last turn.

It shows what everyone may see: hands are only counted, even where a sight tells more of them.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from math import atan2, ceil, cos, sin

from cachetools import cached
from PIL import Image, ImageFilter

from bot.rules.southern_cards import Role, Sight
from bot.rules.southern_cards.cards import CARD_NUMBERS
from bot.rules.southern_cards.fields import SHORTEST
from bot.rules.southern_cards.sight import roles_of
from bot.text import N_, say, say_plural
from bot.words import Verdict
from bot.words.southern_cards import names, story
from images.canvas.canvas import DRAWN, SMALLEST_TEXT, SPRITES, WIDTH, Area, Canvas, Pen, Point, cached_sprite, text_box
from images.canvas.frames import frame
from images.canvas.palette import Colour, Theme, chosen_theme, legible, mix
from images.canvas.stamps import mark_named_place, rounded, warning
from images.marks.finale import Room, Stage, ground, show_end
from images.marks.marks import NO_MARKS, Choice
from images.southern_cards.alt_text import best_of, ending_of
from images.southern_cards.board import CORNER, FELT, signs, table
from images.southern_cards.cards import LEAN, card_back, card_face, edges_beneath, lay_chip, size_of, under_card
from images.southern_cards.geometry import (
    RING,
    SMALL_CARD,
    TALL,
    Scene,
    arc_between,
    on_ring,
    scene_of,
)
from images.southern_cards.glyphs import draw_eclipse, sparkle
from images.southern_cards.marks import Marks
from images.southern_cards.panels import panels
from images.southern_cards.stamps import COMBO, REACH, badge, emblem, lay_taken, plus

BADGE, SMALLEST_BADGE = 21.0, 14.0  # radius of a choice's disc, and where there is little room
COUNT = 28  # line height of a stack's number
EDGES = 3  # edges of a stack that are seen at most


def draw(sight: Sight, marks: Marks = NO_MARKS) -> Image.Image:
    """The field as everyone sees it: RGB, 1024 pixels wide. A pure function that returns a fresh picture."""
    return paint(sight, marks).image


def paint(sight: Sight, marks: Marks = NO_MARKS, *, has_turn: bool = True) -> Canvas:
    """Like `draw`, with the boxes of everything drawn. Raises ValueError if a mark names no cell of the field.

    Without `has_turn` the room of the last turn stays free.

    The sight itself says what was last placed and scored. `choices` name cells; `chosen` are cards, cells or moves.
    """
    theme = chosen_theme()
    layout, told, scene = sight.table.layout, marks.told or sight, scene_of_sight(sight, marks)
    marks = marks.so_far()
    end = ending_of(told, marks)
    seat_colours = sight.colours
    picks = _picks(sight, marks.chosen)
    felt = ((scene.arrangement.felt, CORNER),)
    canvas = ground(None, felt, theme, table, scene.arrangement, layout == "zodiac", theme)  # which is nobody's
    canvas.away = marks.away
    lit_seats = end.winners if end else (told.to_move or 0,)
    frame(canvas, tuple(theme.seats[seat_colours[seat]] for seat in lit_seats) or (theme.line,))
    for label in scene.labels:
        canvas.text(label.at, label.text, SMALLEST_TEXT, mix(theme.faint, theme.ink, 0.2), "Semibold", label.anchor)
    best = best_of(marks, end)
    quiet = best is not None and best.last != sight.last
    lay = partial(_field, canvas, sight, marks, scene, picks, theme, over=end is not None, quiet=quiet)
    if end:
        _end(canvas, sight, marks, end, lay, theme)
    else:
        lay()
        _caption(canvas, told, marks, theme)
        _deck(canvas, told, theme)
    panels(canvas, told, scene, _wanted_cells(sight, marks, picks), end, theme, best=best, has_turn=has_turn)
    return canvas


def _field(
    canvas: Canvas,
    sight: Sight,
    marks: Marks,
    scene: Scene,
    picks: list[tuple[str, str]],
    theme: Theme,
    *,
    over: bool,
    quiet: bool,
) -> None:
    """Everything on the felt. If it's `quiet`, nothing of the last turn is marked, as another one is told beside it.

    Then a field that grows shows no cell without a card either.
    Once the match is `over`, no reach waits any more, and only cards that still lie there are lit.
    """
    told, field = marks.told or sight, sight.piles
    if not (quiet and sight.layout.grows):
        _slots(canvas, scene, field, theme)
    completed = list(roles_of(sight.score_of(picks))) if marks.settled and picks and all(map(all, picks)) else []
    scored = [] if quiet or marks.choosing or marks.told else list(sight.last_roles())
    if over:
        scored = [(step, role) for step, role in scored if _lies(role, field)]
    _lines(canvas, sight, completed or scored, scene, theme)
    waiting = [] if quiet or over or marks.told else _reach(canvas, sight, scene)
    if sight.table.layout == "zodiac":
        signs(canvas, theme)
    _centre(canvas, told, scene, theme)
    _stacks(canvas, scene, field, theme)
    if not marks.told:
        _draw_marks(canvas, sight, scene, scored, picks, theme, marks, quiet=quiet)
    placed = {cell for _, cell in picks}
    for cell in dict.fromkeys(cell for _, role in completed for cell in role.cells):
        if cell in scene.at and cell not in placed:
            canvas.paste(card_edge(scene.card, theme.last, 3, 1, glow=True), scene.at[cell], name=f"completed {cell}")
    for cell in marks.named:
        if cell in scene.at:
            mark_named_place(canvas, scene.at[cell], (scene.card - 10, scene.card * TALL - 10), cell, theme, 10)
    for cell in waiting:
        _wait(canvas, scene, cell, field.get(cell, ()))
    _choices(canvas, scene, marks.choices, theme)
    _counts(canvas, scene, told.piles, theme)  # no frame strikes them through


def _lies(role: Role, field: Mapping[str, Sequence[str]]) -> bool:
    """Whether a role's cards are still the upper ones of its cells."""
    return all(field.get(cell, ())[-1:] == (card,) for cell, card in zip(role.cells, role.cards, strict=True))


def scene_of_sight(sight: Sight, marks: Marks) -> Scene:
    """Where the cells of a position lie on its picture. Raises ValueError if a mark names no cell of the field.

    Once a match is over, a field that grows has the cells that still have cards, and those of the last turn.
    """
    wanted_cells = _wanted_cells(sight, marks, _picks(sight, marks.chosen))
    field, is_over = sight.piles, ending_of(sight, marks) is not None
    if is_over and sight.layout.grows:
        last = {
            *(cell for _, cell in sight.last_placements),
            *(cell for _, role in sight.last_roles() for cell in role.cells),
        }
        field = {cell: cards for cell, cards in field.items() if cards or cell in last}
    reach = sight.existing(sight.last.reach) if sight.last and not is_over else []
    focus = wanted_cells or [cell for _, cell in sight.last_placements]
    others = tuple(cell for cell in dict.fromkeys([*reach, *wanted_cells]) if cell not in field)
    return scene_of(sight.table.layout, tuple(field), others, tuple(dict.fromkeys(focus)), is_over=is_over)


def _wanted_cells(sight: Sight, marks: Marks, picks: Sequence[tuple[str, str]]) -> list[str]:
    """The cells that can be chosen or are, and others that have to be seen."""
    cells_asked_for = [choice.at for choice in marks.choices if "@" not in choice.at]
    for cell in cells_asked_for:
        if sight.layout.cell_number(cell) is None:
            raise ValueError(f"{cell!r} is not a cell of {sight.table.layout}")
    in_sight = [one for one in marks.in_sight if sight.layout.cell_number(one) is not None]
    return [*cells_asked_for, *(cell for _, cell in picks if cell), *in_sight]


def _picks(sight: Sight, chosen: Sequence[str]) -> list[tuple[str, str]]:
    """Cards and cells that have been chosen: a card ("7H"), a cell ("b2"), or a move ("7H@b2", several with +)."""
    placements: list[tuple[str, str]] = []
    for one in chosen:
        if "@" in one:
            placements += sight.placements_of(one)
        elif one in CARD_NUMBERS:
            placements.append((one, ""))
        elif sight.layout.cell_number(one) is not None:
            placements.append(("", one))
        else:
            raise ValueError(f"{one!r} is not a card, a cell or a move")
    return placements


# --- sprites ----------------------------------------------------------------------------------------------------------


@cached_sprite
def card_edge(card: int, hue: Colour, width: float, beyond: float, glow: bool = False) -> Image.Image:
    """An edge around a card, `beyond` pixels outside it."""
    wide, tall = size_of(card)
    room = ceil(beyond + width + (12 if glow else 1))
    pen = Pen((wide + 2 * room, tall + 2 * room), 4)
    box = (room - beyond, room - beyond, room + wide + beyond, room + tall + beyond)
    outer = (box[0] - width, box[1] - width, box[2] + width, box[3] + width)
    if glow:
        pen.plate(outer, card * 0.09 + beyond + width, None, hue, width + 3)
        soft = pen.image.getchannel("A").filter(ImageFilter.GaussianBlur(6 * pen.scale))
        pen.image.paste((*hue, 0), (0, 0, *pen.image.size))
        pen.image.putalpha(soft.point(lambda value: value * 3 // 4))
    pen.plate(outer, card * 0.09 + beyond + width, None, hue, width)
    return pen.reduce()


def _reach(canvas: Canvas, sight: Sight, scene: Scene) -> list[str]:
    """Thin lines under the cards of a reach, to the cells that it waits for. Returns these."""
    runs = list(sight.reaching())
    for one, two in dict.fromkeys(pair for _, run in runs for pair in pairwise(run)):
        if one in scene.at and two in scene.at:
            _beam(canvas, _way(sight, scene, one, two), REACH, glows=False)
    return list(dict.fromkeys(waiting for waiting, _ in runs if waiting in scene.at))


def _wait(canvas: Canvas, scene: Scene, cell: str, cards: Sequence[str]) -> None:
    """A plus on a cell that a reach waits for: in the hollow, or on the lower left edge of its card."""
    (x, y), (wide, tall) = scene.at[cell], size_of(scene.card)
    at, reach = (x, y), 21
    if cards:
        is_small = scene.card < SMALL_CARD
        above = 34 if is_small and len(cards) > 1 else 0  # the number of its stack
        at, reach = (x - wide / 2 + 15, y + tall / 2 + (1 if is_small else 7) - above), 15 if is_small else 17
    canvas.paste(plus(reach), at, name=f"reach {cell}")


def _way(sight: Sight, scene: Scene, one: str, two: str) -> list[Point]:
    """From a cell to the next one in a line."""
    return arc_between(one, two) if sight.table.layout == "zodiac" else [scene.at[one], scene.at[two]]


def _beam(canvas: Canvas, way: Sequence[Point], hue: Colour, *, glows: bool = True) -> None:
    """A piece of line."""
    left, top = min(x for x, _ in way) - 14, min(y for _, y in way) - 14
    right, bottom = max(x for x, _ in way) + 14, max(y for _, y in way) + 14
    inside = tuple((round(x - left, 1), round(y - top, 1)) for x, y in way)
    sprite = _line((right - left, bottom - top), inside, hue, glows=glows)
    canvas.paste(sprite, ((left + right) / 2, (top + bottom) / 2), name="line", remember=False)


# Beams of the same form share a sprite, whatever fraction of a pixel they differ by.
@cached(SPRITES, lambda size, way, hue, *, glows: ("beam", way, hue, glows), condition=DRAWN)
def _line(size: tuple[float, float], way: Sequence[Point], hue: Colour, *, glows: bool) -> Image.Image:
    pen = Pen(size, 2)
    for step in range(5) if glows else ():
        pen.line(way, (*hue, 34), 20 - 3 * step)
    pen.line(way, hue, 5 if glows else 4)
    return pen.reduce()


# --- the field --------------------------------------------------------------------------------------------------------


@cached_sprite
def _slot(card: int, is_cell: bool, theme: Theme) -> Image.Image:
    """A hollow for a cell of the field, or a small star where it can grow to."""
    wide, tall = size_of(card)
    pen = Pen((wide, tall), 4)
    if is_cell:
        pen.plate((0, 0, wide, tall), card * 0.09, (*theme.void, 90), mix(FELT[0], theme.path, 0.6), 2)
        sparkle(pen, (wide / 2, tall / 2), card * 0.16, mix(FELT[1], theme.path, 0.4))
    else:
        pen.plate((1, 1, wide - 1, tall - 1), card * 0.09, None, mix(FELT[0], theme.path, 0.16), 1.6)
        sparkle(pen, (wide / 2, tall / 2), card * 0.1, mix(FELT[0], theme.path, 0.45))
    return pen.reduce()


def _slots(canvas: Canvas, scene: Scene, field: Mapping[str, Sequence[str]], theme: Theme) -> None:
    for cell, at in scene.at.items():
        if not field.get(cell):
            name = f"empty {cell}" if cell in field else f"growth {cell}"
            canvas.paste(_slot(scene.card, cell in field, theme), at, name=name)


def _stacks(canvas: Canvas, scene: Scene, field: Mapping[str, Sequence[str]], theme: Theme) -> None:
    """Every cell's top card on the edges of those beneath, and the number of them all."""
    wide, tall = size_of(scene.card)
    for cell, cards in field.items():
        if not cards or cell not in scene.at:
            continue
        x, y = scene.at[cell]
        edges = min(len(cards) - 1, EDGES)
        if edges:
            dark = tuple(card == "JK" for card in cards[-1 - edges : -1])
            whole, lean = under_card(dark[0], scene.card, theme), (round(LEAN[0] * edges), round(LEAN[1] * edges))
            right, bottom = x + whole.width / 2 + lean[0], y + whole.height / 2 + lean[1]
            beside, below = (edges_beneath(dark, scene.card, theme, beside=beside) for beside in (True, False))
            canvas.paste(beside, (right - beside.width / 2, bottom - beside.height / 2), remember=False)
            left = right - beside.width - below.width / 2
            canvas.paste(below, (left, bottom - below.height / 2), remember=False)
        canvas.paste(card_face(cards[-1], scene.card, theme), (x, y), name=f"{cell} {cards[-1]}", remember=False)
        right, bottom = x + wide / 2 + LEAN[0] * edges, y + tall / 2 + LEAN[1] * edges
        canvas.boxes.append(Area("piece", f"{cell} {cards[-1]}", x - wide / 2, y - tall / 2, right, bottom))


def _counts(canvas: Canvas, scene: Scene, field: Mapping[str, Sequence[str]], theme: Theme) -> None:
    """On the lower right edge of a stack the number of its cards."""
    for cell, cards in field.items():
        if len(cards) < 2 or cell not in scene.at:
            continue
        x, y = scene.at[cell]
        words = f"×{len(cards)}"
        room = ceil(text_box(words, COUNT, "Bold", "mm")[2] * 2) + 14
        at = x + scene.card / 2 - room / 2 + 3, y + scene.card * TALL / 2 + (7 if scene.card >= SMALL_CARD else 1)
        canvas.paste(rounded((room, 32), 16, FELT[1], mix(FELT[0], theme.ink, 0.6), 1.8), at, name=f"count {cell}")
        canvas.text(at, words, COUNT, theme.ink, "Bold", "mm")


def _centre(canvas: Canvas, sight: Sight, scene: Scene, theme: Theme) -> None:
    """The glow of an eclipse around the centre that is due."""
    if not sight.eclipse:
        return
    layout, field = sight.layout, sight.piles
    for cell in layout.names(sorted(layout.centre)):
        if cell not in scene.at:
            continue
        canvas.paste(card_edge(scene.card, theme.last, 5, 6, glow=True), scene.at[cell], name=f"due {cell}")
        if not field.get(cell):
            canvas.paste(_eclipse(scene.card * 1.24, theme), scene.at[cell], name=f"eclipse {cell}")


@cached_sprite
def _eclipse(side: float, theme: Theme) -> Image.Image:
    pen = Pen((side, side), 4)
    draw_eclipse(pen, (side / 2, side / 2), side * 0.4, theme.last, theme.void)
    return pen.reduce()


def _lines(canvas: Canvas, sight: Sight, roles: Sequence[tuple[int, Role]], scene: Scene, theme: Theme) -> None:
    """Under the cards a line along each of these roles; it ends in stars beyond its outer cards.

    Lines of combos lie a little aside, since they often run where one of the placement does.
    """
    for step, role in roles:
        hue = COMBO if step else theme.last
        cells = role.cells
        if len(cells) < SHORTEST or not all(cell in scene.at for cell in cells):
            continue
        if role.kind == "pegasus":
            for one, two in PEGASUS_LINES:
                _beam(canvas, [scene.at[one], scene.at[two]], hue)
            continue
        ways = [_way(sight, scene, one, two) for one, two in pairwise(cells)]
        first = _onward(scene, cells[0], cells[1])
        last = _onward(scene, cells[-1], cells[-2])
        aside = COMBO_ASIDE * min(step, 2)
        angle = atan2(scene.at[cells[-1]][1] - scene.at[cells[0]][1], scene.at[cells[-1]][0] - scene.at[cells[0]][0])
        shift = -sin(angle) * aside, cos(angle) * aside
        for way in (first, *ways, last):
            _beam(canvas, [(x + shift[0], y + shift[1]) for x, y in way], hue)
        for (x, y), cell in ((first[-1], cells[0]), (last[-1], cells[-1])):
            canvas.paste(_tip(hue), (x + shift[0], y + shift[1]), name=f"tip {cell}")


COMBO_ASIDE = 10.0
PEGASUS_LINES = (("a3", "c3"), ("c3", "c1"), ("c1", "a1"), ("a1", "a3"), ("a1", "c3"), ("a3", "c1"))


def _onward(scene: Scene, end: str, before: str) -> list[Point]:
    """How a line runs on from its last cell to a little beyond the card there."""
    (x, y), (x0, y0) = scene.at[end], scene.at[before]
    if end.startswith("z") and "z0" not in (end, before):  # along the ring
        sign = int(end[1:])
        onward = 1 if (sign - int(before[1:])) % RING == 1 else -1
        return [on_ring(sign + onward * BEYOND_ON_RING * part / 4) for part in range(5)]
    angle = atan2(y - y0, x - x0)
    out = min(
        (scene.card / 2 + 11) / max(abs(cos(angle)), 0.01), (scene.card * TALL / 2 + 11) / max(abs(sin(angle)), 0.01)
    )
    return [(x, y), (x + cos(angle) * out, y + sin(angle) * out)]


BEYOND_ON_RING = 0.4


@cached_sprite
def _tip(hue: Colour) -> Image.Image:
    """The star at the end of a line."""
    pen = Pen((28, 28), 4)
    sparkle(pen, (14, 14), 14, hue)
    pen.disc((14, 14), 4.5, hue)
    return pen.reduce()


def _draw_marks(
    canvas: Canvas,
    sight: Sight,
    scene: Scene,
    scored: Sequence[tuple[int, Role]],
    picks: Sequence[tuple[str, str]],
    theme: Theme,
    marks: Marks,
    *,
    quiet: bool,
) -> None:
    """Edges around what was scored and placed last, what is chosen.

    A card that was placed and taken is shown small on the edge around its cell.
    """
    for cell in dict.fromkeys(cell for _, role in scored for cell in role.cells):
        if cell in scene.at:
            canvas.paste(
                card_edge(scene.card, mix(FELT[0], theme.last, 0.68), 2.4, 1), scene.at[cell], name=f"scored {cell}"
            )
    if not quiet:
        for seat, strength, group in marks.round():
            hue = mix(FELT[0], legible(theme.seats[sight.colours[seat]], theme), strength)
            for cell in (cell for played in group for cell in played.move.cells):
                if cell in scene.at:
                    canvas.paste(card_edge(scene.card, hue, 3.2, 1), scene.at[cell], name=f"{seat} before {cell}")
    field = sight.piles
    for put, cell in () if quiet else sight.last_placements:
        if cell in scene.at:
            hue, width = (mix(FELT[0], theme.last, 0.5), 2.4) if marks.choosing else (theme.last, 4.5)
            canvas.paste(
                card_edge(scene.card, hue, width, 2, glow=not marks.choosing), scene.at[cell], name=f"last {cell}"
            )
            if not marks.choosing and field.get(cell, ())[-1:] != (put,):
                lay_taken(canvas, put, scene.at[cell], scene.card, is_numbered=len(field.get(cell, ())) > 1)
    for card, cell in picks:
        if cell in scene.at:
            if card:
                canvas.paste(card_face(card, scene.card, theme), scene.at[cell], name=f"chosen card {card}")
            canvas.paste(card_edge(scene.card, theme.choice, 5, 2, glow=True), scene.at[cell], name=f"chosen {cell}")


def _choices(canvas: Canvas, scene: Scene, choices: Sequence[Choice], theme: Theme) -> None:
    """A labelled disc for each choice, in the lower part of its card; several on one cell stand beside each other."""
    at_cell: dict[str, list[Choice]] = {}
    for choice in choices:
        at_cell.setdefault(choice.at, []).append(choice)
    for cell, own in at_cell.items():
        if cell not in scene.at:
            continue
        x, y = scene.at[cell]
        canvas.paste(card_edge(scene.card, theme.choice, 2.6, 1), (x, y), name=f"ring {cell}")
        reach = min(BADGE, max(SMALLEST_BADGE, scene.card / 4 - 4))
        step = 2 * reach + 8
        across = max(2, int((scene.card + 4) // step))
        rows = [own[first : first + across] for first in range(0, len(own), across)]
        for row, some in enumerate(rows):
            down = y + scene.card * TALL * 0.16 + (row - (len(rows) - 1) / 2) * step
            for column, choice in enumerate(some):
                badge(canvas, (x + (column - (len(some) - 1) / 2) * step, down), choice.label, reach, theme)


# --- the head of the picture ------------------------------------------------------------------------------------------


HEAD_ROOM = 610.0  # from the left edge to the end of the caption
HEAD = 104.0  # where the head ends


def _end(canvas: Canvas, sight: Sight, marks: Marks, end: Verdict, lay: Callable[[], None], theme: Theme) -> None:
    """The end in the head. The field, which is nobody's, keeps its colours."""
    won = [sight.colours[seat] for seat in end.winners]

    def stamp(number: int, at: Point, size: int) -> None:
        emblem(canvas, won[number], at, size // 2, theme)

    hues = tuple(theme.seats[colour] for colour in won)
    title, below = Room((32.0, 14.0, 590.0, HEAD)), Room((330.0, 14.0, WIDTH - 32.0, HEAD), "rm")
    show_end(canvas, end, Stage(title, below, hues, stamp, lay, story(sight, end.winners, marks.course)), theme)


def _caption(canvas: Canvas, sight: Sight, marks: Marks, theme: Theme) -> None:
    """At the top left: who is to move, and what that seat must consider."""
    seat_names, seat_colours = names(sight), sight.colours
    seat = sight.to_move or 0
    title, hue = say(N_("{colour} to move"), colour=seat_names[seat]), theme.seats[seat_colours[seat]]
    emblem(canvas, seat_colours[seat], (54, 47), 20, theme)
    after = sight.following
    below = say(N_("the last to hold cards") if sight.table.seats > 1 else N_("solo game"))
    if after is not None:
        below = say(N_("then {colour}"), colour=seat_names[after])
    due = sight.order[seat] or ""
    canvas.fit_text((86.0, 47), title, (46, 42, 38, 34, 30), HEAD_ROOM - 54, legible(hue, theme))
    if sight.eclipse:
        warning(canvas, (30, 91), say(N_("Total eclipse: next card to the centre")), theme, theme.last)
        return
    picks = [card for card in marks.chosen if card in CARD_NUMBERS]
    x = canvas.fit_text((33, 91), below, (28,), HEAD_ROOM, theme.faint)
    if due or picks:
        x = canvas.text((x + 26, 91), say(N_("order card") if due else N_("picked")), 28, theme.ink, "Semibold") + 12
        for card in [due] if due else picks[:4]:
            lay_chip(canvas, card, (x + 27, 91))
            x += 60


DECK_ROOM = 170.0  # for the words beside the deck


def _deck(canvas: Canvas, sight: Sight, theme: Theme) -> None:
    """At the top right: the cards left in the deck."""
    left = sight.deck
    wide = 56
    x, y = WIDTH - 72.0, 60.0
    if left:
        for depth in range(min(left, 3) - 1, -1, -1):
            canvas.paste(card_back(wide, theme), (x + 4 * depth, y + 3 * depth - 2), remember=False)
        canvas.boxes.append(Area("panel", "deck", x - wide / 2, y - 41, x + wide / 2 + 8, y + 45))
    else:
        canvas.paste(rounded(size_of(wide), 6, None, theme.line, 2), (x, y - 2), "panel", "deck")
    canvas.text((x - 46, 44), str(left), 46, theme.ink if left else theme.faint, "Bold", "rm")
    words = say_plural("card left", "cards left", left)
    canvas.fit_text((x - 46, 88), words, (28,), DECK_ROOM, theme.faint, "Semibold", "rm")
