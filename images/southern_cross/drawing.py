"""The picture of a Southern Cross position: the board with its captions and plates, or the scene of a throw."""

from PIL import Image

from bot.rules.southern_cross import Jump, Position, Spin, Step
from bot.text import N_, say, term
from bot.text.terms import commas
from bot.words import Ending
from bot.words.southern_cross import action_text, ending
from images.canvas.canvas import WIDTH, Canvas, Pen, Point, cached_sprite
from images.canvas.emblems import emblem
from images.canvas.frames import frame
from images.canvas.palette import NIGHT, Colour, Theme
from images.marks.endings import ending_of
from images.marks.finale import Stage, halo, show_end
from images.marks.marks import NO_MARKS
from images.southern_cross.board import BOTTOM, LARGE, surface
from images.southern_cross.marks import Marks
from images.southern_cross.pieces import STARLIGHT, counter
from images.southern_cross.plates import heading, legible, part, plate, title, values
from images.southern_cross.rounds import Challenge, actions, challenges
from images.southern_cross.stage import draw_cluster, set_up
from images.southern_cross.throwing import paint_throw
from images.southern_cross.ways import fading

STRIP_TOP = BOTTOM + 14
PLATE = 102  # height of a colour's plate
ROUND_PLATE = 200  # and in a special round
MARGIN = 18
GAP = 14


def draw(position: Position, marks: Marks = NO_MARKS, theme: Theme = NIGHT) -> Image.Image:
    """The board as everyone sees it: RGB, 1024 pixels wide. A pure function that returns a fresh picture."""
    return paint(position, marks, theme).image


def paint(position: Position, marks: Marks = NO_MARKS, theme: Theme = NIGHT) -> Canvas:
    """Draws a position as `draw` does, and returns the boxes of everything that was drawn as well."""
    if position.phase == "throw" and not marks.verdict:
        return paint_throw(position, marks, theme)
    end = ending_of(marks, ending(position))
    story = challenges(position, marks)
    tall = ROUND_PLATE if story else PLATE
    canvas = surface(theme, STRIP_TOP + (ROUND_PLATE if marks.film else tall) + MARGIN)
    canvas.away = marks.away
    hues = [theme.seats[colour] for colour in position.colours]
    lit_seats = end.winners if end else (position.to_move or 0,)
    frame(canvas, tuple(hues[seat] for seat in lit_seats) or (theme.line,))
    set_up(canvas, LARGE, position, marks, end.winners if end else (), theme)
    if end:
        _end(canvas, position, end, theme)
    _captions(canvas, position, marks, end, theme)
    _strip(canvas, position, end, story, tall, theme)
    return canvas


def _end(canvas: Canvas, position: Position, end: Ending, theme: Theme) -> None:
    """The end over the dimmed board, on which the winners' clusters shine."""
    won = [position.colours[seat] for seat in end.winners]
    clusters = [(colour, square) for colour in won for square in position.cluster(colour)]
    size = round(LARGE.counter)

    def light() -> None:
        for colour, square in clusters:
            glow = halo(size * 0.85, theme.seats[colour])
            canvas.paste(glow, LARGE.middle(square), name="halo", remember=False)
        for colour in won:
            draw_cluster(canvas, LARGE, position, colour, theme, won=True)
        for colour, square in clusters:
            canvas.paste(counter(colour, size, theme), LARGE.middle(square), name=f"{colour} {square}", remember=False)

    def stamp(number: int, at: Point, size: int) -> None:
        hue = legible(theme.seats[won[number]], theme)
        canvas.paste(emblem(won[number], size, theme, hue), at, name=f"emblem of {won[number]}")

    room = (60.0, 130.0, WIDTH - 60.0, BOTTOM - 20.0)
    hues = tuple(theme.seats[colour] for colour in won)
    lit = [LARGE.middle(square) for _, square in clusters]
    show_end(canvas, end, Stage((9, 9, WIDTH - 9, STRIP_TOP - 6), room, hues, stamp, light, lit), theme)


FULL_ROOM = 420.0  # for the line about full tiles
ACTION_LINE = 29  # from line to line of what was played: four of them fit between the board's corner and the plates


# --- captions in the corners ------------------------------------------------------------------------------------------


def _captions(canvas: Canvas, position: Position, marks: Marks, end: Ending | None, theme: Theme) -> None:
    if end:
        canvas.text((32, 48), term("Southern Cross"), 46, theme.ink, "Bold")
    else:
        heading(canvas, position, theme)
    turn_actions = actions(marks)
    first = BOTTOM - 4 - ACTION_LINE * (len(turn_actions) - 1)
    for number, action in enumerate(turn_actions):
        paint_ = fading(len(turn_actions) - 1 - number, theme)
        y = first + ACTION_LINE * number
        if not marks.choosing:  # the numbers on the board are those of the choices then
            canvas.text((31, y), str(number + 1), 26, paint_, "Black")
        canvas.fit_text((56, y), action_text(action), (28, 26, 24, 22), 336, paint_, "Semibold")
    mover = next((played.seat for played in marks.last if isinstance(played.move, Step | Jump | Spin)), None)
    if not marks.choosing and mover is not None:
        colour = position.colours[mover]
        hue = legible(theme.seats[colour], theme)
        canvas.paste(emblem(colour, 24, theme, hue), (39, first - ACTION_LINE), name=f"emblem of {colour}")
        words = say(N_("{colour} played"), colour=colour.capitalize())
        canvas.fit_text((56, first - ACTION_LINE), words, (26, 24, 22), 336, hue)
    full = [position.special.tile] if position.special else position.full_tiles
    if full:
        words = N_("Constellation on {tiles}") if len(full) == 1 else N_("Full tiles {tiles}")
        if position.special:
            words = N_("Special round on {tiles}")
        whole = say(words, tiles=commas(full))
        canvas.fit_text((WIDTH - 30, BOTTOM - 62), whole, (30, 28, 26, 24, 22), FULL_ROOM, STARLIGHT, anchor="rm")


# --- plates -----------------------------------------------------------------------------------------------------------


@cached_sprite
def _arrowhead(size: int, hue: Colour) -> Image.Image:
    pen = Pen((size, size), 6)
    pen.polygon([(size * 0.2, 0), (size * 0.85, size / 2), (size * 0.2, size)], hue)
    return pen.reduce()


def _strip(
    canvas: Canvas, position: Position, end: Ending | None, story: dict[int, Challenge], tall: int, theme: Theme
) -> None:
    """A plate for each colour in turn order: its cluster and counters, and its part in the special round."""
    wide = round((WIDTH - 2 * MARGIN - 3 * GAP) / 4)
    for seat, colour in enumerate(position.colours):
        left, top = MARGIN + seat * (wide + GAP), STRIP_TOP
        hue = theme.seats[colour]
        strong = seat in end.winners if end else seat == position.to_move
        plate(canvas, (left, top), (wide, tall), hue, f"plate {colour}", theme, strong=strong)
        if seat:
            canvas.paste(_arrowhead(13, theme.faint), (left - GAP / 2, top + 32), name="then", remember=False)
        title(canvas, position, seat, (left, top + 32), end.place(seat) if end else "", wide, theme)
        values(canvas, position, colour, (left + 16, top + 74), wide - 30, theme)
        if story:
            part(canvas, position, seat, story.get(seat), (left + 16, top + 116), theme)
