"""The picture of a position of Nine Men's Morris."""

from collections.abc import Sequence
from functools import partial
from math import dist, pi

from PIL import Image

from bot.rules.morris import COLOURS, LINES, MEN, POINTS, QUIET_MOVES, Move, Position
from bot.words import Verdict
from bot.words.morris import describe_turn, ending, men, move_in_short, story, to_move
from images.canvas.canvas import (
    WIDTH,
    Area,
    Canvas,
    Pen,
    Point,
    along,
    cached_layer,
    cached_sprite,
    polar,
    shaded_square,
    sky,
    space_evenly,
)
from images.canvas.frames import frame
from images.canvas.icons import SIDE, Icons, in_square
from images.canvas.material import rimmed
from images.canvas.palette import NIGHT, Theme, chosen_theme, legible, lightness, mix
from images.canvas.shapes import Circle, Shape
from images.canvas.stamps import badge, circle, plate
from images.marks.finale import Room, Stage, ground, halo, show_end
from images.marks.marks import NO_MARKS, Choice
from images.marks.marks import Marks as AnyMarks
from images.marks.sentences import choice_sentences, longest_that_fits, played_sentence
from images.motion.film import Act, drops, spans, travels

Marks = AnyMarks[Move, Position]

HEIGHT = 1158
BOARD = (70, 138, 954, 978)  # the plate that the lines are on: left, top, right, bottom
STEP = 113  # pixels from one column or row to the next
MAN = 41  # radius of a man
REACH = 54  # pixels around a point where it can be touched
DOTS = 18  # pixels from one dot of a move's way to the next
BADGE = 23  # radius of a choice's disc
QUIET_SHOWN = 20  # moves without a capture from which on the picture counts them

# ------------------------------------------------------------------------------------------------------------ positions


def at(point: str) -> Point:
    """Where a point lies in the picture: `at("d4")`, the middle of the board, is (512, 545)."""
    return 512 + ("abcdefg".index(point[0]) - 3) * STEP, 545 - (int(point[1]) - 4) * STEP


def shape(_position: Position, place: str, _marks: Marks = NO_MARKS) -> Shape | None:
    """The part of the picture where a point is touched."""
    return Circle(at(place), REACH) if place in POINTS else None


# ---------------------------------------------------------------------------------------------------------- the picture


def draw(position: Position, marks: Marks = NO_MARKS) -> Image.Image:
    """The board as everyone sees it: RGB, 1024 pixels wide."""
    return paint(position, marks).image


def paint(position: Position, marks: Marks = NO_MARKS) -> Canvas:
    """As `draw`, with the boxes of everything that was drawn, for tests."""
    theme = chosen_theme()
    told, marks = marks.told or position, marks.so_far()
    end = marks.verdict or ending(told)
    canvas = ground(end, ((BOARD, 36),), theme, _board, theme)
    canvas.away = marks.away
    shown = end.winners if end else (told.turn,)
    frame(canvas, tuple(theme.seats[COLOURS[seat]] for seat in shown) or (theme.line,))
    _last_move(canvas, marks, theme)
    for colour, own in zip(COLOURS, position.men, strict=True):
        for point in own:
            canvas.paste(man(colour, MAN, theme), at(point), "piece", f"{colour} {point}")
    for point in marks.chosen:
        canvas.paste(circle(MAN + 5, theme.choice, 5), at(point), name=f"chosen {point}")
    for choice in marks.choices:
        _choice(canvas, choice, choice.at in position.men[0] | position.men[1], theme)
    if end:
        _end(canvas, position, marks, end, theme)
    _captions(canvas, told, marks, end, theme)
    for seat in range(2):
        _numbers(canvas, told, seat, seat in shown, theme)
    return canvas


@cached_layer
def _board(theme: Theme) -> Canvas:
    """What is the same in all pictures: sky, plate, lines, coordinates and the game's name."""
    pen = Pen((WIDTH, HEIGHT), 3, "RGB")
    pen.image.paste(sky((WIDTH, HEIGHT), 3, theme, lambda x, y: y < BOARD[1] or y > BOARD[3]))
    pen.plate(BOARD, 36, theme.surface[0], theme.line, 3)
    for size, tone in ((3, 0.35), (2, 0.7), (1, 1.0)):  # the squares grow lighter towards the middle
        reach = size * STEP
        box = (512 - reach, 545 - reach, 512 + reach, 545 + reach)
        pen.plate(box, 0, mix(theme.surface[0], theme.surface[1], tone))
    for line in LINES:
        pen.line((at(line[0]), at(line[2])), theme.path, 6)
    for point in POINTS:
        pen.disc(at(point), 15, theme.path)
        pen.disc(at(point), 9, theme.void)
    canvas = Canvas(pen.reduce())
    for column, letter in enumerate("abcdefg"):
        canvas.text((512 + (column - 3) * STEP, BOARD[3] - 28), letter, 30, theme.faint, anchor="mm")
    for row in range(1, 8):
        canvas.text((BOARD[0] + 26, 545 - (row - 4) * STEP), str(row), 30, theme.faint, anchor="mm")
    for number, words in enumerate(("Nine", "Men's", "Morris")):
        canvas.text((512, 508 + number * 36), words, 34, theme.faint, "Light", "mm")
    return canvas


@cached_sprite
def man(colour: str, radius: int, theme: Theme) -> Image.Image:
    """A man: a turned disc that is lit from the upper left."""
    hue = theme.seats[colour]
    edge = mix(hue, theme.ink, 0.7) if lightness(hue) < 48 else mix(theme.void, hue, 0.1)
    pen, shape = Pen((2 * radius + 2, 2 * radius + 2), 4), Pen((2 * radius + 2, 2 * radius + 2), 4)
    middle = (radius + 1, radius + 1)
    pen.disc(middle, radius, edge)
    shape.disc(middle, radius - radius / 13, edge)
    face = shaded_square(mix(hue, theme.ink, 0.3), mix(hue, theme.void, 0.4), pen.image.width)
    pen.image.paste(face, (0, 0), shape.image.getchannel("A"))
    for share in (0.66, 0.36):
        pen.ring(middle, radius * share, (*mix(hue, theme.void, 0.55), 190), radius / 13)
    return rimmed(pen.reduce(), theme)


def icon_of(colour: str) -> str:
    """The name of a man's icon."""
    return f"man_{colour}"


def _icon(colour: str) -> Image.Image:
    return in_square(man(colour, SIDE // 2, NIGHT))


ICONS: Icons = {icon_of(colour): partial(_icon, colour) for colour in COLOURS}


@cached_sprite
def _rays(theme: Theme) -> Image.Image:
    """What is left of a man who was taken."""
    pen = Pen((92, 92), 4)
    for turn in range(8):
        pen.line((polar((46, 46), reach, (turn + 0.5) * pi / 4) for reach in (22, 42)), theme.capture, 7)
    return pen.reduce()


def _last_move(canvas: Canvas, marks: Marks, theme: Theme) -> None:
    """A ring around the man that went, dots along its way, and rays where a man was taken."""
    if not marks.last:
        return
    move = marks.last[-1].move
    if move.origin:
        way = along((at(move.origin), at(move.target)), 22, MAN + 6)
        for dot in space_evenly(way, round(dist(*way) / DOTS)):
            canvas.paste(circle(4, theme.last, 0, theme.last), dot, name="trail", remember=False)
        canvas.paste(circle(18, theme.last, 4), at(move.origin), name=f"from {move.origin}")
    canvas.paste(circle(MAN + 4, theme.last, 6), at(move.target), name=f"to {move.target}")
    if move.captured:
        canvas.paste(_rays(theme), at(move.captured), name=f"captured on {move.captured}")


def acts(position: Position, marks: Marks, boxes: Sequence[Area]) -> list[Act]:
    """What moves in the last turn: a man goes to its target, or is placed there."""
    made: list[Act] = []
    for played in marks.last[-1:]:
        (span,), origin, target = spans(1), played.move.origin, at(played.move.target)
        play = travels([(span, (at(origin), target))]) if origin else drops(span)
        made += [Act(play, box) for box in boxes if box.kind == "piece" and box.distance(target) == 0]
    return made


def _choice(canvas: Canvas, choice: Choice, on_a_man: bool, theme: Theme) -> None:
    """A labelled disc: on an empty point in its middle, on a man at its edge."""
    x, y = at(choice.at)
    hue = theme.capture if on_a_man and choice.kind == "target" else theme.choice
    if on_a_man:
        canvas.paste(circle(MAN + 3, hue, 4), (x, y), name=f"ring {choice.at}")
        x, y = x + 30, y - 30
    badge(canvas, (x, y), choice.label, BADGE, theme, hue, two=1.45)


def _captions(canvas: Canvas, position: Position, marks: Marks, end: Verdict | None, theme: Theme) -> None:
    """On top: who is to move, and the last move."""
    if end is None:
        colour = COLOURS[position.turn]
        hue = legible(theme.seats[colour], theme)
        canvas.fit_text((34, 50), f"{colour.capitalize()} to move", (48, 44, 40), 560, hue)
        below = "placing a man" if position.in_hand[position.turn] else ""
        if position.quiet >= QUIET_SHOWN:
            below = f"{position.quiet} of {QUIET_MOVES} moves without a capture"
        if below:
            canvas.fit_text((35, 98), below, (32, 30, 28), 640, theme.ink, "Semibold")
    if marks.last and end is None:
        canvas.text((WIDTH - 34, 50), move_in_short(marks.last[-1].move), 38, theme.last, "Bold", "rm")
        canvas.text((WIDTH - 34, 98), "just played", 28, theme.faint, anchor="rm")


def _end(canvas: Canvas, position: Position, marks: Marks, end: Verdict, theme: Theme) -> None:
    """The board grey, the winners' men and the last move lit, and the end in the head."""
    shown = [(COLOURS[seat], point) for seat in end.winners for point in position.men[seat]]

    def light() -> None:
        for colour, point in shown:
            canvas.paste(halo(MAN + 14, theme.seats[colour]), at(point), name="halo")
        _last_move(canvas, marks, theme)
        for colour, point in shown:
            canvas.paste(man(colour, MAN, theme), at(point), name=f"{colour} {point}")

    def stamp(number: int, middle: Point, size: int) -> None:
        colour = COLOURS[end.winners[number]]
        canvas.paste(man(colour, size // 2, theme), middle, name=f"emblem of {colour}")

    hues = tuple(theme.seats[COLOURS[seat]] for seat in end.winners)
    title, below = Room((34, 14, 600, 124)), Room((330, 14, WIDTH - 34, 124), "rm")
    show_end(
        canvas,
        end,
        Stage(title, below, hues, stamp, light, story(position, end.winners, marks.course)),
        theme,
    )


def _numbers(canvas: Canvas, position: Position, seat: int, active: bool, theme: Theme) -> None:
    """A seat's plate below the board: its name, its men on the board, and those still in its hand."""
    hue, left, wide = theme.seats[COLOURS[seat]], 18 + 500 * seat, 488
    outline = hue if active else mix(theme.panel, hue, 0.35)
    plate(canvas, (left, 998, left + wide, 1138), theme, (outline,), f"plate {COLOURS[seat]}")
    canvas.text((left + 20, 1034), COLOURS[seat].capitalize(), 40, legible(hue, theme), "Bold")
    canvas.text((left + wide - 20, 1034), f"{len(position.men[seat])} on the board", 30, theme.ink, anchor="rm")
    for number in range(position.in_hand[seat]):
        canvas.paste(man(COLOURS[seat], 17, theme), (left + 38 + number * 37, 1100), "piece", f"hand {COLOURS[seat]}")
    if position.in_hand[seat] == 0:
        lost = MEN - len(position.men[seat])
        canvas.text((left + 20, 1100), f"{lost or 'none'} lost", 30, theme.faint)
    else:
        canvas.text((left + wide - 20, 1100), "to place", 28, theme.faint, anchor="rm")


# ------------------------------------------------------------------------------------------------------------- in words


def alt(position: Position, marks: Marks = NO_MARKS) -> str:
    """What the picture shows, in at most 1,024 characters."""
    end = marks.verdict or ending(position)
    lines = ["Board of Nine Men's Morris.", end.sentence if end else to_move(position)]
    lines.append(played_sentence(marks.last, describe_turn))
    return longest_that_fits([*lines, *words, *men(position)] for words in choice_sentences(marks))
