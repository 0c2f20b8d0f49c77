"""The picture of a Parcheesi position: the board, the pawns on it, dice, bonuses, marks, captions and numbers."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import dist
from typing import Literal

from PIL import Image

from bot.rules.parcheesi import Position
from bot.rules.parcheesi.notation import text_of
from bot.words import Course, Verdict
from bot.words.parcheesi import ending, story
from images.canvas.canvas import SMALLEST_TEXT, WIDTH, Canvas, Pen, Point, along, cached_sprite, length, polar
from images.canvas.frames import frame
from images.canvas.ghosts import coming, fade
from images.canvas.palette import Colour, Theme, chosen_theme, legible, mix
from images.canvas.stamps import circle, mark_named_place, seat_emblem, trail, write_in_disc
from images.marks.finale import Room, Stage, ground, halo, show_end
from images.marks.marks import NO_MARKS, Choice
from images.parcheesi.board import HEIGHT, SPOT, WHOLE, own_part, surface
from images.parcheesi.captions import draw_caption, draw_corners, draw_just_played, draw_light_corner, draw_tray
from images.parcheesi.geometry import (
    CENTRE,
    COLOURS,
    HOME,
    NEST,
    TALL,
    Square,
    beside,
    home_spots,
    middle,
    nest,
    nest_spots,
    on_arm,
    on_way,
    outline,
    points,
    slot,
    square,
    upright,
    way,
)
from images.parcheesi.marks import Marks
from images.parcheesi.pieces import BROAD, foot_shadow, ghost, paint_of, pawn, slab, wall
from images.parcheesi.steps import BoardStep, PawnMove, blockades, plan_of, sent_back_before, standing, step, steps

PAWN = 42  # heights of pawns in pixels: that of a square
PAWN_BESIDE = 42  # of a pawn that shares its square with another one, a disc or a ghost
PAWN_ABOVE = 40  # the same where the two stand one above the other
PAWN_BETWEEN = 34  # that of a pawn between two discs
PAWN_AGED = 38  # of two with the age of their blockade between them
PAWN_AT_HOME = 42
PAWN_IN_NEST = 58

BAR = 24, 11  # what joins the two pawns of a blockade that has no age

BADGE = 14.5  # radius of a choice's disc beside pawns
BADGE_ALONE = 18.0
BADGE_TEXT = {1: 1.8, 2: 1.55}  # line height of a label in radii of its disc, by the label's length
NEXT_TO = 33.0  # from a lone pawn to each of two discs beside it
NAMED = 60.0  # diameter of the ring around a square that a hint names
GOAL = 11.0  # radius of the dot where a pawn can go
GIVES_WAY = 17.0  # how far a lone pawn moves aside for one disc
GIVEN_WAY = 26.5  # from the middle of the square to that disc


Pieces = dict[Square, tuple[str, int]]


def draw(position: Position, marks: Marks = NO_MARKS) -> Image.Image:
    """The board as everyone sees it: RGB, 1024 pixels wide. A pure function that returns a fresh picture."""
    return paint(position, marks).image


def paint(position: Position, marks: Marks = NO_MARKS) -> Canvas:
    """Like `draw`, with the boxes of everything drawn. Raises ValueError if a mark is neither square nor move."""
    theme = chosen_theme()
    told, marks = marks.told or position, marks.so_far()
    end = marks.verdict or ending(told)
    seat_colours = position.colours
    lit_seats = end.winners if end else (told.to_move or 0,)
    canvas = ground(end, WHOLE, theme, surface, theme, seat_colours)
    canvas.away = marks.away
    frame(canvas, tuple(theme.seats[seat_colours[seat]] for seat in lit_seats) or (theme.line,))
    last_steps = steps(marks)
    pawns = standing(position)
    picks = _squares(position, marks.chosen)
    choices = _squares(position, [choice.at for choice in marks.choices])
    if not end:
        for seat in lit_seats:
            draw_light_corner(canvas, seat_colours[seat], theme)
    for seat, strength, group in marks.round():
        _round(canvas, seat, [step(played) for played in group], strength, theme)
    if not end:
        _last_moves(canvas, last_steps, theme, 0.45 if marks.choosing else 1.0)
    plan = plan_of(position, marks)
    walls = blockades(told, plan)
    _walls(canvas, told, walls, theme)
    if not (end or marks.choosing or marks.told):
        _ready(canvas, position, pawns, theme)
    _draw_picks(canvas, picks, seat_colours[position.to_move or 0], theme)
    _rings(canvas, marks.choices, choices, pawns, seat_colours[position.to_move or 0], theme)
    sendings = [*last_steps, *sent_back_before(marks)]
    figures = _figures(canvas, position, sendings, pawns, choices, plan, theme)
    won = [seat_colours[seat] for seat in end.winners] if end else []
    moved = [one.stop for one in last_steps[-1:]] if end else []
    lit = {place: here for place, here in figures.items() if place in moved or any(one in won for one, _ in here)}
    grey = {place: here for place, here in figures.items() if place not in lit}
    _pawns(canvas, position, grey, choices, plan, theme, [colour for colour in COLOURS if colour not in won])
    _stones(canvas, told, walls, choices, theme)
    for name, place in zip(marks.named, _squares(position, marks.named), strict=True):
        mark_named_place(canvas, middle(place), (NAMED, NAMED), name, theme)
    _choices(canvas, marks.choices, choices, pawns, seat_colours[position.to_move or 0], theme)
    if end:
        _end(canvas, position, last_steps, lit, end, marks.course, theme)
    else:
        draw_tray(canvas, told, marks, last_steps, theme)
        draw_caption(canvas, told, theme)
        draw_just_played(canvas, told, last_steps, theme)
    draw_corners(canvas, told, end, theme)
    return canvas


def _squares(position: Position, names_: Iterable[str]) -> list[Square]:
    """The squares that marks name; home rows, home and nest are those of the seat to move."""
    return [square(name, position.colours[position.to_move or 0]) for name in names_]


# --- marks ------------------------------------------------------------------------------------------------------------


def _edge(
    canvas: Canvas, place: Square, inset: float, hue: Colour, width: float, name: str, *, glow: bool = False
) -> None:
    """A line along the inside of a square's edge."""
    corners = outline(place, inset)
    left, top = min(x for x, _ in corners) - 4, min(y for _, y in corners) - 4
    right, bottom = max(x for x, _ in corners) + 4, max(y for _, y in corners) + 4
    # Squares of the same form share a sprite.
    shape = tuple((round(x - left, 3), round(y - top, 3)) for x, y in corners)
    sprite = _edge_line((round(right - left, 3), round(bottom - top, 3)), shape, hue, width, glow)
    canvas.paste(sprite, ((left + right) / 2, (top + bottom) / 2), name=name)


@cached_sprite
def _edge_line(
    size: tuple[float, float], shape: tuple[Point, ...], hue: Colour, width: float, glow: bool
) -> Image.Image:
    pen = Pen(size, 8)
    if glow:
        pen.polygon(shape, (*hue, 46))
        pen.outline(shape, (*hue, 90), width + 3.5)
    pen.outline(shape, hue, width)
    return pen.reduce()


def _trail(canvas: Canvas, places: list[Square], hue: Colour) -> None:
    """Dots along a path, growing towards its end."""
    if not places:
        return
    first = NEST + 8 if places[0][1] == "nest" else 20
    line = along(points(places), first, 46 if places[-1][1] == "home" else 20)
    dots = max(1, round(length(line) / 10.25)) if length(line) > 8 else 0
    trail(canvas, line, hue, dots, (1.8, 2.0), (135, 120))


def _round(canvas: Canvas, seat: int, moves_before: Sequence[BoardStep], strength: float, theme: Theme) -> None:
    """Another seat's earlier moves: their paths in its colour."""
    for one in moves_before:
        if one.start is None or one.stop is None:
            continue
        hue = mix(theme.surface[0], legible(paint_of(one.colour, theme), theme), strength)
        _trail(canvas, way(one.start, one.stop, one.colour), hue)
        _edge(canvas, one.stop, 3.0, hue, 2.6, f"{seat} to {text_of(one.move)}")


def _last_moves(canvas: Canvas, last_steps: Sequence[BoardStep], theme: Theme, strength: float) -> None:
    """For each move its path and an edge around both its ends; the newest is the brightest."""
    moves = [one for one in last_steps if one.start and one.stop]
    for back, one in reversed(list(enumerate(reversed(moves)))):
        if one.start is None or one.stop is None:
            continue
        hue = mix(theme.surface[0], theme.last, strength * (1.0 if back == 0 else 0.5))
        _trail(canvas, way(one.start, one.stop, one.colour), hue)
        if on_way(one.start):
            _edge(canvas, one.start, 2.2, hue, 1.6, f"from {text_of(one.move)}")
        else:
            canvas.paste(circle(NEST + 4, hue, 2), nest(COLOURS.index(one.colour)), name=f"from {text_of(one.move)}")
        if on_way(one.stop):
            _edge(canvas, one.stop, 2.2, hue, 3.2, f"to {text_of(one.move)}")
        else:
            _edge(canvas, one.stop, 3.0, hue, 2.4, f"to {text_of(one.move)}")


def _walls(canvas: Canvas, position: Position, walls: Mapping[Square, str], theme: Theme) -> None:
    """Round two pawns on one square a wall, and a bar from one to the other."""
    for place, colour in walls.items():
        stone = _stone(place[1] in position.due_of(position.colours.index(colour)), theme)
        sprite = wall(stone, upright(slot(place)[0]), theme)
        canvas.paste(sprite, middle(place), name=f"wall {colour} {place[1]}")


def _stones(
    canvas: Canvas, position: Position, walls: Mapping[Square, str], busy: Sequence[Square], theme: Theme
) -> None:
    """Between the two pawns of a blockade the stone with its age, or if that doesn't count a bar of their colour.

    While there are choices, which have numbers as well, there are bars alone, and none where a choice's disc lies.
    """
    for place, colour in walls.items():
        if place in busy:
            continue
        seat = position.colours.index(colour)
        if turns := 0 if busy else position.age(seat, place[1]):
            stone, size = _stone(place[1] in position.due_of(seat), theme), (40 if turns > 9 else 30, 28)
        else:
            stone, size = paint_of(colour, theme), BAR if upright(slot(place)[0]) else BAR[::-1]
        canvas.paste(slab(size, stone, theme), middle(place), name=f"stone {place[1]}")
        if turns:
            canvas.text(middle(place), str(turns), SMALLEST_TEXT, theme.void, "Bold", "mm")


def _stone(due: bool, theme: Theme) -> Colour:
    """What blockades are built of; one that must be broken now stands out."""
    return theme.warning if due else mix(theme.ink, theme.faint, 0.35)


Look = Literal["stands", "leaves", "comes", "gone"]
Figures = dict[Square, list[tuple[str, Look]]]
"""What stands on each square of the track."""


def _figures(
    canvas: Canvas,
    position: Position,
    last_steps: Sequence[BoardStep],
    pawns: Pieces,
    choices: Sequence[Square],
    plan: PawnMove | None,
    theme: Theme,
) -> Figures:
    """Everything on the squares of the track: pawns, fading captured ones, and the chosen move.

    A ring marks a captured pawn in its nest.
    """
    figures: Figures = {place: [(colour, "stands")] * number for place, (colour, number) in pawns.items()}
    plan_ends = {plan.start, plan.stop} if plan else set()
    for one in last_steps:
        if one.sent_back is None:
            continue
        colour, place = one.sent_back
        here = figures.get(place, [])
        if place not in choices and place not in plan_ends and len(here) < 2:
            figures[place] = [(colour, "gone"), *here]
        lying = position.squares(position.colours.index(colour)).count("nest")
        if lying:
            spot = nest_spots(COLOURS.index(colour))[lying - 1]
            canvas.paste(circle(SPOT + 1, theme.capture, 3), spot, name=f"back {colour}")
    if plan:
        if plan.start in figures:
            figures[plan.start][-1] = plan.colour, "leaves"
        if on_way(plan.stop):
            here = [(plan.capture, "gone")] if plan.capture else figures.get(plan.stop, [])[:1]
            figures[plan.stop] = [*here, (plan.colour, "comes")]
    return figures


def _pawns(
    canvas: Canvas,
    position: Position,
    figures: Figures,
    choices: Sequence[Square],
    plan: PawnMove | None,
    theme: Theme,
    resting: Sequence[str],
) -> None:
    """All pawns on the track, and those in nests and at home of the colours `resting`, farthest first.

    A lone one makes room for what shares its square: one or two discs, or a ghost.
    """
    for place, here in sorted(figures.items(), key=lambda one: middle(one[0])[1]):
        tall, shifts = PAWN, [0.0]
        if len(here) == 2:
            aged = not choices and any(position.age(seat, place[1]) for seat in range(len(position.colours)))
            tall, shifts = _two(place, aged)
        elif choices.count(place) == 1:
            tall, shifts = PAWN_BESIDE, [-GIVES_WAY]
        elif place in choices:
            tall = PAWN_BETWEEN
        for shift, (colour, look) in zip(shifts, here, strict=True):
            _figure(canvas, standing_at(place, tall, shift), colour, tall, look, place[1], theme)
    for seat, colour in enumerate(position.colours):
        if colour not in resting:
            continue
        arm, mine = COLOURS.index(colour), plan if plan and plan.colour == colour else None
        lying = position.squares(seat).count("nest")
        for number, spot in enumerate(nest_spots(arm)[:lying], 1):
            leaves = mine and mine.start[1] == "nest" and number == lying
            at = spot[0], spot[1] - 8
            _figure(canvas, at, colour, PAWN_IN_NEST, "leaves" if leaves else "stands", "nest", theme)
        number = position.squares(seat).count("home")
        arrives = bool(mine and mine.stop[1] == "home")
        for index, spot in enumerate(home_spots(arm, number + arrives, 1 + PAWN_AT_HOME * _breadth(arm))):
            _figure(canvas, spot, colour, PAWN_AT_HOME, "stands" if index < number else "comes", "home", theme)


def _end(
    canvas: Canvas,
    position: Position,
    last_steps: Sequence[BoardStep],
    lit: Figures,
    end: Verdict,
    course: Course,
    theme: Theme,
) -> None:
    """The end in the head, with the winners' part of the board shining and all their pawns, and the last move."""
    won = [position.colours[seat] for seat in end.winners]

    def light() -> None:
        for colour in won:
            canvas.paste(halo(HOME * 0.5, theme.seats[colour]), CENTRE, name="halo")
            part, middle_ = own_part(COLOURS.index(colour), theme, position.colours)
            canvas.paste(part, middle_, name=f"part {colour}")
            draw_light_corner(canvas, colour, theme)
        _last_moves(canvas, last_steps, theme, 1.0)
        _pawns(canvas, position, lit, (), None, theme, won)

    def stamp(number: int, at: Point, size: int) -> None:
        colour = won[number]
        seat_emblem(canvas, colour, at, size, theme)

    hues = tuple(theme.seats[colour] for colour in won)
    title, below = Room((36.0, 14.0, 590.0, 124.0)), Room((330.0, 16.0, WIDTH - 36.0, 122.0), "rm")
    stage = Stage(title, below, hues, stamp, light, story(position, end.winners, course))
    show_end(canvas, end, stage, theme)


def _breadth(arm: int) -> float:
    """How much room a pawn at home takes in its row, in shares of its height."""
    return BROAD if upright(arm) else 1.0


def _figure(canvas: Canvas, at: Point, colour: str, tall: int, look: Look, where: str, theme: Theme) -> None:
    if look == "gone":
        canvas.paste(ghost(colour, tall, theme), at, name=f"captured {colour}")
    elif look == "comes":
        canvas.paste(coming(pawn(colour, tall, theme), theme.choice), at, name=f"coming {where}")
    else:
        sprite, name = pawn(colour, tall, theme), f"{colour} {where}"
        if look == "stands":
            foot = at[0] + tall * 0.09, at[1] + tall * 0.42
            canvas.paste(foot_shadow(tall), foot, name=name, remember=False)
        canvas.paste(fade(sprite) if look == "leaves" else sprite, at, "piece", name)


def _two(place: Square, aged: bool) -> tuple[int, list[float]]:
    """How tall two pawns on one square are, and how far from its middle, where the age of a blockade takes room."""
    if aged:
        return PAWN_AGED, [-29.5, 29.5]
    return (PAWN_BESIDE, [-25.5, 25.5]) if upright(slot(place)[0]) else (PAWN_ABOVE, [-26.0, 26.0])


def standing_at(place: Square, tall: int, along: float = 0.0) -> Point:
    """The middle of a pawn whose foot stands on a square, `along` pixels from its middle along the longer side."""
    x, y = beside(place, along)
    return x, y - max(0.0, tall - TALL) * (0.8 if upright(slot(place)[0]) else 0.2)


def _ready(canvas: Canvas, position: Position, pawns: Pieces, theme: Theme) -> None:
    """What can be moved: an edge of light around each such pawn's square or nest, and a dot where it can go.

    The dot lies beside a pawn that stands there.
    """
    if position.to_move is None or position.phase == "roll":
        return
    colour = position.colours[position.to_move]
    hue = mix(legible(theme.seats[colour], theme), theme.ink, 0.35)
    moves = [move for move in position.legal() if move.kind not in ("roll", "skip")]
    for name in dict.fromkeys(move.origin for move in moves):
        place = square(name, colour)
        if on_way(place):
            _edge(canvas, place, 2.6, hue, 2.4, f"ready {name}", glow=True)
        else:
            canvas.paste(circle(NEST + 1, hue, 3), middle(place), name="ready nest")
    for name in dict.fromkeys(move.target for move in moves):
        place = square(name, colour)
        at = beside(place, NEXT_TO) if place in pawns else middle(place)
        fill = theme.capture if pawns.get(place, (colour, 0))[0] != colour else hue
        canvas.paste(circle(GOAL, theme.void, 3, fill), at, name=f"goal {name}")


def _draw_picks(canvas: Canvas, places: Sequence[Square], colour: str, theme: Theme) -> None:
    """Strong edges around the places picked; with from and to picked, the way between them."""
    if len(places) == 2 and places[0][1] != "home" and places[1][1] != "nest":
        _trail(canvas, way(places[0], places[1], colour), theme.choice)
    for place in places:
        if place[1] == "nest":
            at = nest(COLOURS.index(colour))
            canvas.paste(circle(NEST + 2, (*theme.choice, 80), 9), at, name="glow", remember=False)
            canvas.paste(circle(NEST + 1, theme.choice, 4), at, name="chosen nest")
        else:
            _edge(canvas, place, 2.5, theme.choice, 3.4, f"chosen {place[1]}", glow=True)


def _rings(
    canvas: Canvas, choices: Sequence[Choice], places: Sequence[Square], pawns: Pieces, colour: str, theme: Theme
) -> None:
    """An edge around each place that can be chosen, beneath the pawns."""
    for choice, place in zip(choices, places, strict=True):
        hue = _choice_hue(choice, place, pawns, colour, theme)
        if on_way(place):
            _edge(canvas, place, 2.6, hue, 2.2, f"ring {choice.at}")
        elif place[1] == "nest":
            canvas.paste(circle(NEST + 1, hue, 3), middle(place), name="ring nest")
        else:
            _edge(canvas, place, 3.5, hue, 2.2, "ring home")


def _choices(
    canvas: Canvas, choices: Sequence[Choice], places: Sequence[Square], pawns: Pieces, colour: str, theme: Theme
) -> None:
    """A labelled disc for each choice: in the middle of an empty square, beside a pawn, between two."""
    spots = _spots(canvas, places, pawns)
    for choice, place, (spot, reach) in zip(choices, places, spots, strict=True):
        hue = _choice_hue(choice, place, pawns, colour, theme)
        canvas.paste(circle(reach, theme.void, 1.6, hue), spot, name=f"choice {choice.label}")
        write_in_disc(canvas, spot, choice.label, reach, reach * BADGE_TEXT[min(2, len(choice.label))], theme)


def _choice_hue(choice: Choice, place: Square, pawns: Pieces, colour: str, theme: Theme) -> Colour:
    captures = choice.kind == "target" and pawns.get(place, (colour, 0))[0] != colour
    return theme.capture if captures else theme.choice


Spot = tuple[Point, float]
"""Middle and radius of a choice's disc."""


def _spots(canvas: Canvas, places: Sequence[Square], pawns: Pieces) -> list[Spot]:
    """The places and sizes of the choices' discs. They touch neither each other nor a text."""
    texts = [box for box in canvas.boxes if box.kind == "text"]
    spots: dict[int, Spot] = {}
    without_room: list[int] = []
    for place in dict.fromkeys(places):
        numbers = [number for number, other in enumerate(places) if other == place]
        usual = _usual(place, len(numbers), pawns.get(place, ("", 0))[1])
        spots |= dict(zip(numbers, usual, strict=False))
        without_room += numbers[len(usual) :]
    for number in without_room:
        spots[number] = next(
            (spot, BADGE)
            for spot in _around(middle(places[number]))
            if all(dist(spot, other) >= BADGE + reach + 2 for other, reach in spots.values())
            and all(box.distance(spot) > BADGE + 2 for box in texts)
        )
    return [spots[number] for number in range(len(places))]


def _usual(place: Square, number: int, pawns: int) -> list[Spot]:
    """The spots that a square has for `number` discs, given the pawns on it; perhaps fewer than asked for."""
    if place[1] == "nest":
        return [((x, y), 17.0) for x, y in _row(middle(place), number, 37, lying=True)][:4]
    if place[1] == "home":
        arm = COLOURS.index(place[0] or "")
        centre = on_arm(arm, 0, HOME * 0.5)
        reach = 17.0 if number < 3 else BADGE
        return [(at, reach) for at in _row(centre, number, 2 * reach + 3, lying=upright(arm))][:3]
    if pawns == 2:
        return [(middle(place), BADGE)]
    if pawns == 1 and number == 1:
        return [(beside(place, GIVEN_WAY), 17.0)]
    if pawns == 1:
        return [(beside(place, shift), BADGE) for shift in (-NEXT_TO, NEXT_TO)]
    reach = BADGE_ALONE if number < 3 else BADGE
    lying = upright(slot(place)[0])
    return [(at, reach) for at in _row(middle(place), min(number, 3), 40 if number < 3 else 31, lying=lying)]


def _row(centre: Point, number: int, pitch: float, *, lying: bool) -> Iterator[Point]:
    """`number` points in a row, to the right or downwards, with `centre` in their middle."""
    for index in range(number):
        shift = (index - (number - 1) / 2) * pitch
        yield (centre[0] + shift, centre[1]) if lying else (centre[0], centre[1] + shift)


def _around(centre: Point) -> Iterator[Point]:
    """Points farther and farther from a place, none outside the board."""
    for ring in range(4, 200):
        for turn in range(12):
            x, y = polar(centre, 6.0 * ring, turn * 0.5236)
            if 30 < x < WIDTH - 30 and 160 < y < HEIGHT - 30:
                yield x, y
