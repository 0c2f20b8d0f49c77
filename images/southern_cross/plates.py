"""What is written beside a board: captions in the upper corners, and plates with the numbers of a colour."""

from functools import partial

from PIL import Image

from bot.rules.southern_cross import Position
from bot.rules.southern_cross.actions import ACTIONS
from bot.text import N_, say, say_plural, term
from bot.text.terms import ordinal
from bot.words.southern_cross import names
from images.canvas import palette
from images.canvas.canvas import WIDTH, Canvas, Point, text_box, text_width
from images.canvas.emblems import emblem
from images.canvas.fonts import Weight
from images.canvas.palette import Colour, Theme, mix
from images.canvas.stamps import rounded, seat_emblem
from images.motion.dice import die
from images.southern_cross.pieces import blank_die, outcome, spark
from images.southern_cross.rounds import Challenge, Trial

legible = partial(palette.legible, share=0.42)

BESIDE, APART = 8.0, 16.0  # pixels between a word and its number, and from there to the next word at least
TURN_ROOM = 380.0  # from the right edge of the caption on the turn


def task(position: Position) -> str:
    """What the seat to move has to do, in a few words."""
    if position.phase == "act":
        left = position.actions_left
        some = say_plural("{number} action left", "{number} actions left", left)
        return some if left else say(N_("no action left"))
    number, special = len(position.at_stake(position.to_move)), position.special
    if position.phase == "roll" or special is None:
        return say_plural("{number} die", "{number} dice", number)
    if position.phase == "remove":
        return say(N_("send {failed} of {number} home"), failed=special.failed, number=number)
    done = number - len(special.throws) + 1
    return say(N_("throw {done} of {number}"), done=done, number=number)


def heading(canvas: Canvas, position: Position, theme: Theme) -> None:
    """The upper corners: who is to move and what to do; the turn, and whose is the next."""
    room = 362
    colour = position.colours[position.to_move or 0]
    paint_ = legible(theme.seats[colour], theme)
    canvas.paste(emblem(colour, 44, theme, paint_), (52, 48))
    words = N_("{colour} to roll") if position.phase == "roll" else N_("{colour} to move")
    title = say(words, colour=colour.capitalize())
    canvas.fit_text((84, 48), title, (48, 44, 40, 36, 32, 28), room - 54, paint_)
    x = 31.0
    if position.phase == "act":
        for number in range(ACTIONS):
            sprite = spark(38, paint_, theme, full=number < position.actions_left)
            canvas.paste(sprite, (48 + number * 39, 96), name=f"action {number + 1}")
        x = 160.0
    canvas.fit_text((x, 96), task(position), (30, 28), room + 24 - x, theme.ink, "Semibold")
    limit = position.options.max_turns
    words = say(N_("Turn {turn} of {limit}") if limit else N_("Turn {turn}"), turn=position.turn, limit=limit)
    canvas.fit_text((WIDTH - 30, 48), words, (36, 32, 28), TURN_ROOM, theme.ink, anchor="rm")
    if not (limit and position.turn == limit):
        name = names(position)[position.turn % 4]
        hue = legible(theme.seats[position.colours[position.turn % 4]], theme)
        canvas.text((WIDTH - 30, 96), name, 30, hue, "Bold", "rm")
        begins = WIDTH - 38 - text_box(name, 30, "Bold", "lm")[2]
        left = TURN_ROOM - (WIDTH - 30 - begins)
        canvas.fit_text((begins, 96), say(N_("next turn:")), (28,), left, theme.faint, "Semibold", "rm")
    else:
        words = say(N_("the last turn"))
        canvas.fit_text((WIDTH - 30, 96), words, (28,), TURN_ROOM, theme.faint, "Semibold", "rm")


# --- plates -----------------------------------------------------------------------------------------------------------


def plate(
    canvas: Canvas, at: Point, size: tuple[int, int], hue: Colour, name: str, theme: Theme, *, strong: bool
) -> None:
    """A plate that carries a colour's numbers, bright-edged for who is to move; `at` is its upper left corner."""

    fill, line = mix(theme.panel, hue, 0.1 if strong else 0.03), hue if strong else mix(theme.panel, hue, 0.4)
    sprite = rounded(size, 14, fill, line, 3.4 if strong else 2)
    canvas.paste(sprite, (at[0] + size[0] / 2, at[1] + size[1] / 2), "mark", name)


def title(canvas: Canvas, position: Position, seat: int, at: Point, note: str, wide: int, theme: Theme) -> None:
    """A plate's first line: emblem, name, and a note on the right."""
    colour = position.colours[seat]
    hue = legible(theme.seats[colour], theme)
    seat_emblem(canvas, colour, (at[0] + 31, at[1]), 32, theme, hue)
    room = wide - 69 - (text_width(note, 28) + 8 if note else 0)
    end = canvas.fit_text((at[0] + 55, at[1]), term(colour.capitalize()), (34, 32, 30, 28), room, hue)
    if note:
        right, paint_ = at[0] + wide - 14, theme.ink if note == ordinal(1) else theme.faint
        canvas.fit_text((right, at[1]), note, (30, 28), right - end - 8, paint_, anchor="rm")


def values(canvas: Canvas, position: Position, colour: str, at: Point, room: float, theme: Theme) -> None:
    """A colour's largest cluster off home, and at the right end its counters on the grid."""
    words = say(N_("cluster")), say(N_("grid"))
    numbers = str(len(position.cluster(colour))), str(len(position.squares(colour)))
    wide = [text_width(one, 28, "Semibold") for one in words]
    free = room - APART - sum(text_width(number, 32) + BESIDE for number in numbers)
    share = min(1.0, free / sum(wide))
    end = canvas.fit_text(at, words[0], (28,), wide[0] * share, theme.faint, "Semibold")
    canvas.text((end + BESIDE, at[1]), numbers[0], 32, theme.ink, "Bold")
    right = at[0] + room
    canvas.text((right, at[1]), numbers[1], 32, theme.ink, "Bold", "rm")
    right -= text_width(numbers[1], 32) + BESIDE
    canvas.fit_text((right, at[1]), words[1], (28,), wide[1] * share, theme.faint, "Semibold", "rm")


def stands(position: Position, challenge: Challenge | None) -> str:
    """Where a seat stands in the special round, in a few words."""
    if not challenge:
        return ""
    number = len(challenge.trials)
    if challenge.stage == "waits":
        return say(N_("waits"))
    if challenge.stage == "decides":
        if position.phase == "roll":
            return say_plural("rolls, above {number}", "each above {number}", number)
        if position.phase == "remove":
            return say(N_("sends {number} home"), number=position.special.failed if position.special else 0)
        return say(N_("throws"))
    if not challenge.failed:
        return say_plural("stays", "all stay", number)
    if challenge.failed == number:
        return say_plural("went home", "all went home", number)
    return say(N_("{failed} of {number} went home"), failed=challenge.failed, number=number)


def trial(size: int, result: Trial, dice: bool, paint: Colour, theme: Theme) -> Image.Image:
    """A die or a throw of a special round."""
    if result.die:
        return die(result.die, size, "good" if result.passed else "bad", theme)
    if dice and result.passed is None:
        return blank_die(size, paint, theme)
    return outcome(size, result.passed, theme, paint)


TRIAL = 48  # the side of a die or throw on a plate
PART_SIZES, PART_ROOM = (28,), 215.0
BOLD: Weight = "Bold"
SEMIBOLD: Weight = "Semibold"


def part(
    canvas: Canvas,
    position: Position,
    seat: int,
    challenge: Challenge | None,
    at: Point,
    theme: Theme,
    *,
    beside: bool = False,
) -> None:
    """A seat's part in the special round: words, and below or beside them its dice or throws; `at` is where it begins
    on the left, in the middle of its first line.
    """
    name = position.colours[seat]
    hue = legible(theme.seats[name], theme)
    x, y = at
    if not challenge:
        canvas.fit_text(at, say(N_("not in it")), PART_SIZES, PART_ROOM, theme.faint, "Semibold")
        return
    decides = challenge.stage == "decides"
    dim = hue if decides else mix(theme.panel, hue, 0.5)
    for number, result in enumerate(challenge.trials):
        sprite = trial(TRIAL, result, position.options.challenge == "dice", dim, theme)
        canvas.paste(sprite, (x + TRIAL / 2 + number * (TRIAL + 5), y if beside else y + 46), name=f"trial {name}")
    if beside:
        x += len(challenge.trials) * (TRIAL + 5) + 9
    paint_, weight = (theme.ink, BOLD) if decides else (theme.faint, SEMIBOLD)
    canvas.fit_text((x, y), stands(position, challenge), PART_SIZES, PART_ROOM, paint_, weight)
