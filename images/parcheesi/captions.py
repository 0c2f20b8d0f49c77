"""Captions of a Parcheesi board: who is to move, dice and bonuses, the newest move, the numbers of the seats."""

from collections.abc import Sequence
from math import ceil

from bot.rules.parcheesi import Position
from bot.text import N_, NC_, say, say_plural, term
from bot.text.terms import commas, ordinal
from bot.words import Verdict
from bot.words.parcheesi import move_in_short
from images.canvas.canvas import SMALLEST_TEXT, WIDTH, Canvas, Point, text_box, text_width
from images.canvas.palette import Colour, Theme, legible, mix
from images.canvas.stamps import rounded, seat_emblem, warning
from images.motion.dice import DieState, die
from images.parcheesi.board import lit_corner
from images.parcheesi.geometry import COLOURS, PLATE, plate
from images.parcheesi.marks import Marks
from images.parcheesi.steps import BoardStep, values

TRAY = (282.0, 20.0, 742.0, 114.0)  # left, top, right, bottom of the room for what holds the dice


DIE, DIE_BENEATH = 64, 56


JUST_PLAYED = 250.0  # room for the newest move
DOUBLES = {2: N_("2nd double"), 3: N_("3rd double")}  # in a row
NAME_ROOM, HOME_ROOM = 170.0, 90.0


def draw_caption(canvas: Canvas, position: Position, theme: Theme) -> None:
    """At the top on the left: who is to move."""
    phase, again = position.phase, position.doubles
    colour, warns = position.colours[position.to_move or 0], ""
    hue = legible(theme.seats[colour], theme)
    seat_emblem(canvas, colour, (50, 48), 40, theme)
    title = say(N_("{colour} to roll") if phase == "roll" else N_("{colour} to move"), colour=colour.capitalize())
    doubled = [say(N_("after a double"))] if phase == "roll" and again else []
    parts = [say(N_("free move"))] if phase == "bonus" else doubled
    if again > 1 and phase != "roll":
        parts.append(say(DOUBLES.get(again, N_("{number}th double")), number=again))
    below = commas(parts)
    if position.table.triple_doubles and again == 2 and phase == "roll":
        warns = say(N_("third double: pawn goes back"))
    room = _tray_box(canvas)[0] - 16 - 30
    canvas.fit_text((80, 48), title, (44, 40, 36, 32, 28), room - 50, hue)
    if warns:
        warning(canvas, (26, 94), warns, theme, theme.warning, fine=8)
    elif below:
        canvas.fit_text((31, 94), below, (30, 28), room, theme.ink)


def _tray_box(canvas: Canvas) -> tuple[float, float]:
    """Where what holds the dice begins and ends, or would at most."""
    tray = next((box for box in canvas.boxes if box.name == "tray"), None)
    return (tray.left, tray.right) if tray else (TRAY[0], TRAY[2])


def draw_tray(canvas: Canvas, position: Position, marks: Marks, last_steps: Sequence[BoardStep], theme: Theme) -> None:
    """At the top in the middle: the dice and the bonuses, or the last roll of those before."""
    rolled = next((one for one in reversed(last_steps) if one.dice), None)
    if position.dice:
        _live_dice(canvas, position, marks, theme)
    elif rolled and rolled.dice:
        words = term(rolled.colour.capitalize())
        below = say(N_("a third double") if rolled.sent_back else N_("rolled this"))
        wide = max(text_box(words, 32, "Bold", "lm")[2], text_box(below, SMALLEST_TEXT, "Semibold", "lm")[2])
        hue = theme.seats[rolled.colour]
        x, line = _tray_ground(canvas, 2 * DIE + 12 + 22 + wide, hue, theme)
        for value in rolled.dice:
            canvas.paste(die(value, DIE, "used", theme), (x + DIE / 2, line), "piece", f"die {value} used")
            x += DIE + 12
        canvas.text((x + 10, line - 19), words, 32, legible(hue, theme), "Bold")
        canvas.text((x + 10, line + 19), below, SMALLEST_TEXT, theme.faint)


def _tray_ground(canvas: Canvas, room: float, hue: Colour, theme: Theme) -> Point:
    """Draw a plate for things that are `room` pixels wide, and return the middle of their left end."""
    left, top, right, bottom = TRAY
    size = (room + 2 * (bottom - top - DIE) / 2 + 4, bottom - top)

    centre = (left + right) / 2, (top + bottom) / 2
    ground = rounded((ceil(size[0]), size[1]), 20, (*theme.panel, 235), mix(theme.panel, hue, 0.6), 2, fine=8)
    canvas.paste(ground, centre, "panel", "tray")
    return centre[0] - room / 2, centre[1]


def _live_dice(canvas: Canvas, position: Position, marks: Marks, theme: Theme) -> None:
    """The roll that is being played, what is used of it dimmed, and the bonuses that wait.

    Beyond a line the faces beneath, where they count.
    """
    faces = values(position, marks)
    used = list(faces)
    for value in position.left:
        used.remove(value)
    bonuses = sorted(set(position.bonuses), reverse=True)
    tokens = [(f"+{bonus}", position.bonuses.count(bonus)) for bonus in bonuses]
    room = 2 * DIE + 12 + (2 * DIE_BENEATH + 41 if len(faces) == 4 else 0) + (24 + _TOKEN[0] if tokens else 0)
    x, line = _tray_ground(canvas, room, theme.seats[position.colours[position.to_move or 0]], theme)
    for number, value in enumerate(faces):
        if number == 2:
            canvas.paste(rounded((3, 56), 1.5, theme.line, fine=8), (x + 3.5, line), name="divider", remember=False)
            x += 19
        state: DieState = "used" if value in used else "open"
        if value in used:
            used.remove(value)
        size = DIE if number < 2 else DIE_BENEATH
        canvas.paste(die(value, size, state, theme), (x + size / 2, line), "piece", f"die {value} {state}")
        x += size + (12 if number < 2 else 10)
    for number, (words, times) in enumerate(tokens):
        y = line + (number - (len(tokens) - 1) / 2) * (_TOKEN[1] + 4)
        _token(canvas, (x + 12, y), words, times, theme, lit=position.phase == "bonus")


_TOKEN = (108, 40)


def _token(canvas: Canvas, at: Point, words: str, times: int, theme: Theme, *, lit: bool) -> None:
    """A bonus that waits; `at` is the middle of its left end."""
    wide, tall = _TOKEN

    ground = rounded(_TOKEN, tall / 2, theme.last if lit else theme.void, theme.last, 2.4, fine=8)
    canvas.paste(ground, (at[0] + wide / 2, at[1]), "panel", f"bonus {words}")
    whole = f"{words} ×{times}" if times > 1 else words
    canvas.text((at[0] + wide / 2, at[1]), whole, 28, theme.void if lit else theme.last, "Bold", "mm")


def draw_just_played(canvas: Canvas, position: Position, last_steps: Sequence[BoardStep], theme: Theme) -> None:
    """At the top on the right: the newest move."""
    cap = position.table.max_rolls
    title, newest = _newest(position, last_steps)
    below = say(N_("roll {number} of {limit}"), number=position.rolls, limit=cap) if cap else ""
    if newest and not cap:
        below = say(N_("{colour} just played"), colour=newest.colour.capitalize())
    x = WIDTH - 30
    room = min(JUST_PLAYED, x - _tray_box(canvas)[1] - 16)
    if title:
        canvas.fit_text((x, 48), title, (36, 34, 32, 30, 28), room, theme.last, anchor="rm")
    if below:
        canvas.fit_text((x, 94), below, (28,), room, theme.faint, anchor="rm")


def _newest(position: Position, last_steps: Sequence[BoardStep]) -> tuple[str, BoardStep | None]:
    """The newest move in short, and the step that it is; while a roll is being played, that before the roll."""
    newest = last_steps[-1] if last_steps else None
    if newest is None:
        return "", None
    if newest.move.kind != "roll":
        return _in_short(newest), newest
    if newest.sent_back:
        return say(N_("pawn goes back")), newest
    if not position.dice:
        return say(N_("no move")), newest
    move = next((one for one in reversed(last_steps) if one.move.kind != "roll"), None)
    return ("", None) if move is None else (_in_short(move), move)


def _in_short(step: BoardStep) -> str:
    return move_in_short(step.move, takes=step.sent_back is not None)


def draw_light_corner(canvas: Canvas, colour: str, theme: Theme) -> None:
    left, top, right, bottom = plate(COLOURS.index(colour))
    sprite = lit_corner(theme.seats[colour])
    canvas.paste(sprite, ((left + right) / 2, (top + bottom) / 2), name=f"corner {colour}")


def draw_corners(canvas: Canvas, position: Position, end: Verdict | None, theme: Theme) -> None:
    """In the corner of each seat its name, its place if it has one, its score, and how many of its pawns are home."""
    for seat, colour in enumerate(position.colours):
        left, top, right, _ = plate(COLOURS.index(colour))
        lost = end and end.winners and seat not in end.winners
        hue = theme.faint if lost else legible(theme.seats[colour], theme)
        ends = canvas.fit_text((left + 20, top + 31), term(colour.capitalize()), (38, 34, 30), NAME_ROOM, hue)
        place = ""
        if end:
            place = end.place(seat)
        elif seat in position.finished:
            place = ordinal(position.finished.index(seat) + 1)
        if place:
            room = right - 20 - ends - 8
            canvas.fit_text((right - 20, top + 31), place, (36, 32, 28), room, theme.ink, anchor="rm")
        y = top + PLATE - 26
        x = canvas.text((left + 20, y), str(position.scores[seat]), 34, theme.ink, "Bold") + 8
        home, number = say(NC_("below a number of pawns", "home")), str(position.squares(seat).count("home"))
        size = SMALLEST_TEXT
        begins = right - 20 - text_box(home, size, "Semibold", "lm")[2]
        room = begins - 8 - text_width(number, 34) - 10 - x
        words = say_plural("point", "points", position.scores[seat])
        canvas.fit_text((x, y), words, (28,), room, theme.faint, "Semibold")
        canvas.text((begins, y), home, size, theme.faint)
        canvas.text((begins - 8, y), number, 34, theme.ink, "Bold", "rm")
