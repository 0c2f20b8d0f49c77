"""The picture of a Southern Cross position: the board with its captions and plates, or the scene of a throw."""

from collections.abc import Sequence
from dataclasses import replace

from PIL import Image

from bot.rules.southern_cross import Jump, Position, Spin, Step
from bot.rules.southern_cross.board import COUNTERS
from bot.text import N_, say
from bot.text.terms import commas
from bot.words import Verdict
from bot.words.southern_cross import action_text, ending, story
from images.canvas.canvas import SMALLEST_TEXT, WIDTH, Area, Canvas, Pen, Point, Shape, cached_sprite
from images.canvas.emblems import emblem
from images.canvas.frames import frame
from images.canvas.ghosts import fade
from images.canvas.palette import Colour, Theme, chosen_theme
from images.marks.finale import Room, Stage, ground, halo, show_end
from images.marks.marks import NO_MARKS
from images.southern_cross.arrows import draw_arrows, draw_numbers, fading
from images.southern_cross.board import BOTTOM, LARGE, surface
from images.southern_cross.geometry import HOMES
from images.southern_cross.marks import Marks
from images.southern_cross.pieces import STARLIGHT, counter
from images.southern_cross.plates import heading, legible, part, plate, title, values
from images.southern_cross.rounds import Challenge, actions, challenges
from images.southern_cross.stage import draw_cluster, set_up
from images.southern_cross.throwing import paint_throw

STRIP_TOP = BOTTOM + 14
PLATE = 102  # height of a colour's plate
ROUND_PLATE = 200  # and in a special round
MARGIN = 18
GAP = 14


def _board() -> tuple[Shape, ...]:
    """What becomes grey at an end: the bases and the grid."""
    (x, y), half, base = LARGE.centre, LARGE.grid / 2 + LARGE.rim, LARGE.base
    bases = [LARGE.base_middle(colour) for colour in HOMES]
    grid = (x - half, y - half, x + half, y + half), 24.0
    return *(((u - base, v - base, u + base, v + base), base) for u, v in bases), grid


BOARD = _board()


def draw(position: Position, marks: Marks = NO_MARKS) -> Image.Image:
    """The board as everyone sees it: RGB, 1024 pixels wide. A pure function that returns a fresh picture."""
    return paint(position, marks).image


def paint(position: Position, marks: Marks = NO_MARKS) -> Canvas:
    """Draws a position as `draw` does, and returns the boxes of everything that was drawn as well."""
    theme = chosen_theme()
    if position.phase == "throw" and not marks.verdict:
        if marks.told:  # only the last throw is played
            return paint_throw(marks.last[-1].before, replace(marks, last=marks.last[:-1]), theme)
        return paint_throw(position, marks, theme)
    tall = ROUND_PLATE if marks.film or challenges(position, marks) else PLATE
    told, marks = marks.told or position, marks.so_far()
    end = marks.verdict or ending(told)
    canvas = ground(end, BOARD, theme, surface, theme, STRIP_TOP + tall + MARGIN)
    canvas.away, labels = marks.away, list(canvas.boxes)
    hues = [theme.seats[colour] for colour in position.colours]
    lit_seats = end.winners if end else (told.to_move or 0,)
    frame(canvas, tuple(hues[seat] for seat in lit_seats) or (theme.line,))
    set_up(canvas, LARGE, position, marks, end, theme)
    if end:
        _end(canvas, position, marks, end, labels, theme)
    _captions(canvas, told, marks, end, theme)
    _strip(canvas, told, end, challenges(told, marks), tall, theme)
    return canvas


def _end(canvas: Canvas, position: Position, marks: Marks, end: Verdict, labels: Sequence[Area], theme: Theme) -> None:
    """The end in the upper corners, with the winners' counters shining on the grey board, and the last turn's ways."""
    won = [position.colours[seat] for seat in end.winners]
    shining = [(colour, square) for square, colour in position.counters.items() if colour in won]
    moved = {action.target for action in actions(marks) if not isinstance(action, Spin)}
    size = round(LARGE.counter)

    def light() -> None:
        known, canvas.boxes = canvas.boxes, list(labels)  # which the numbers of the last turn keep clear of
        for colour, square in shining:
            glow = halo(size * 0.8, theme.seats[colour])
            canvas.paste(glow, LARGE.middle(square), name="halo")
        for colour in won:
            draw_cluster(canvas, LARGE, position, colour, theme, won=True)
        for square, colour in position.counters.items():
            if colour in won or square in moved:
                sprite = counter(colour, size, theme)
                canvas.paste(sprite, LARGE.middle(square), "piece", f"{colour} {square}")
        for colour in won:
            resting = counter(colour, round(LARGE.resting), theme)
            for at in LARGE.rests(colour)[: position.in_base(colour)]:
                canvas.paste(resting, at, "piece", f"{colour} base")
        draw_numbers(canvas, LARGE, position, marks, draw_arrows(canvas, LARGE, position, marks, theme), theme)
        canvas.boxes = [*known, *canvas.boxes[len(labels) :]]

    def stamp(number: int, at: Point, size: int) -> None:
        hue = legible(theme.seats[won[number]], theme)
        canvas.paste(emblem(won[number], size, theme, hue), at, name=f"emblem of {won[number]}")

    x, _ = LARGE.centre
    title, below = (
        Room((30.0, 14.0, x - LARGE.base - 20, 116.0)),
        Room((x + LARGE.base + 20, 14.0, WIDTH - 30, 116.0), "rm"),
    )
    hues = tuple(theme.seats[colour] for colour in won)
    show_end(canvas, end, Stage(title, below, hues, stamp, light, story(position, end.winners, marks.course)), theme)


FULL_ROOM = 420.0  # for the line about full tiles
ACTION_LINE = 29  # from line to line of what was played: four of them fit between the board's corner and the plates


# --- captions in the corners ------------------------------------------------------------------------------------------


def _captions(canvas: Canvas, position: Position, marks: Marks, end: Verdict | None, theme: Theme) -> None:
    if not end:
        heading(canvas, position, theme)
    turn_actions = actions(marks)
    first = BOTTOM - 4 - ACTION_LINE * (len(turn_actions) - 1)
    for number, action in enumerate(turn_actions):
        paint_ = fading(len(turn_actions) - 1 - number, theme)
        y = first + ACTION_LINE * number
        canvas.text((31, y), str(number + 1), SMALLEST_TEXT, paint_, "Black")
        canvas.fit_text((56, y), action_text(action), (28,), 336, paint_, "Semibold")
    mover = next((played.seat for played in marks.last if isinstance(played.move, Step | Jump | Spin)), None)
    if mover is not None:
        colour = position.colours[mover]
        hue = legible(theme.seats[colour], theme)
        canvas.paste(emblem(colour, 24, theme, hue), (39, first - ACTION_LINE), name=f"emblem of {colour}")
        words = say(N_("{colour} played"), colour=colour.capitalize())
        canvas.fit_text((56, first - ACTION_LINE), words, (28,), 336, hue)
    full = [position.special.tile] if position.special else position.full_tiles
    if full:
        words = N_("Constellation on {tiles}") if len(full) == 1 else N_("Full tiles {tiles}")
        if position.special:
            words = N_("Special round on {tiles}")
        whole = say(words, tiles=commas(full))
        canvas.fit_text((WIDTH - 30, BOTTOM - 62), whole, (30, 28), FULL_ROOM, STARLIGHT, anchor="rm")


# --- plates -----------------------------------------------------------------------------------------------------------


@cached_sprite
def _arrowhead(size: int, hue: Colour) -> Image.Image:
    pen = Pen((size, size), 6)
    pen.polygon([(size * 0.2, 0), (size * 0.85, size / 2), (size * 0.2, size)], hue)
    return pen.reduce()


def _strip(
    canvas: Canvas, position: Position, end: Verdict | None, told: dict[int, Challenge], tall: int, theme: Theme
) -> None:
    """A plate for each colour in turn order: its cluster and counters, and its part in the special round."""
    wide = round((WIDTH - 2 * MARGIN - 3 * GAP) / 4)
    for seat, colour in enumerate(position.colours):
        left, top = MARGIN + seat * (wide + GAP), STRIP_TOP
        hue = theme.seats[colour]
        strong = seat in end.winners if end else seat == position.to_move
        plate(canvas, (left, top), (wide, tall), hue, f"plate {colour}", theme, strong=strong)
        if seat and not end:
            canvas.paste(_arrowhead(13, theme.faint), (left - GAP / 2, top + 32), name="then", remember=False)
        title(canvas, position, seat, (left, top + 32), end.place(seat) if end else "", wide, theme)
        values(canvas, position, colour, (left + 16, top + 74), wide - 30, theme)
        if told:
            part(canvas, position, seat, told.get(seat), (left + 16, top + 116), theme)
        elif tall == ROUND_PLATE:  # in a film, which has room for special rounds
            _counters(canvas, position, colour, (left + wide / 2, top + 150), (wide - 28) / COUNTERS, theme)


def _counters(canvas: Canvas, position: Position, colour: str, at: Point, step: float, theme: Theme) -> None:
    """A colour's counters side by side, those faded that rest in its base."""
    for number in range(COUNTERS):
        sprite = counter(colour, round(step * 0.94), theme)
        rests = number >= len(position.squares(colour))
        x = at[0] + (number - (COUNTERS - 1) / 2) * step
        canvas.paste(fade(sprite) if rests else sprite, (x, at[1]), name=f"counter of {colour}")
