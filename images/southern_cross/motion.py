"""What moves on a board of Southern Cross: counters on their ways, dials with what lies on them, dice, thrown balls."""

from collections.abc import Sequence
from math import atan2, hypot, pi

from PIL import Image, ImageDraw

from bot.rules.southern_cross import Position, Roll, Spin
from bot.rules.southern_cross.actions import Action
from bot.rules.southern_cross.board import TILES
from images.canvas.canvas import Area, Point, arc, cached_sprite
from images.canvas.palette import Theme, chosen_theme
from images.motion.dice import rolling
from images.motion.film import Act, Journey, Span, Trajectory, spans, stays, travels, turns
from images.southern_cross.arrows import walk_way
from images.southern_cross.board import BOTTOM, LARGE, surface
from images.southern_cross.marks import Marks, Played
from images.southern_cross.pieces import counter
from images.southern_cross.plates import TRIAL
from images.southern_cross.rounds import actions, last_landing, sent_home
from images.southern_cross.throwing import flight


def acts(position: Position, marks: Marks, boxes: Sequence[Area]) -> list[Act]:
    """What moves in the last turn."""
    if position.phase == "throw" and not marks.verdict:
        return _throw(marks, boxes)
    turn_actions = actions(marks)
    times = spans(max(1, len(turn_actions) + _rolls(marks)))
    moves: list[Act] = []
    if turn_actions:
        moves = _turn(marks, turn_actions, times, boxes)
    for square, colour in sent_home(marks).items():
        sprite = counter(colour, round(LARGE.counter), chosen_theme())
        if not any(box.name.endswith(f" {square}") and box.kind == "piece" for box in boxes):
            moves.append(Act(stays(), (sprite, LARGE.middle(square))))
    if _rolls(marks):
        moves += _dice(position, marks, boxes, times[-1], len(times))
    return moves


def _throw(marks: Marks, boxes: Sequence[Area]) -> list[Act]:
    """The ball of the last throw on its way from the hand."""
    last_throw = last_landing(marks)
    ball = next((box for box in boxes if box.name == "landed"), None)
    return [Act(travels([((0.0, 1.0), flight(last_throw.at))]), ball)] if last_throw and ball else []


def _rolls(marks: Marks) -> bool:
    return any(isinstance(played.move, Roll) for played in marks.last)


def _dice(position: Position, marks: Marks, boxes: Sequence[Area], span: Span, steps: int) -> list[Act]:
    """The dice of the last roll as they roll."""
    rolled: Played = next(played for played in reversed(marks.last) if isinstance(played.move, Roll))
    colour = position.colours[rolled.before.to_move or 0]
    return rolling([box for box in boxes if box.name == f"trial {colour}"], rolled.chance, TRIAL, span, steps)


def _turn(marks: Marks, steps: Sequence[Action], times: Sequence[Span], boxes: Sequence[Area]) -> list[Act]:
    """The actions of a turn: every counter that they move, and below them the dials."""
    before: Position = marks.last[0].before
    mover = before.colours[before.active]
    standing = {square: Journey(colour, square) for square, colour in before.counters.items()}
    dials: list[Act] = []
    for action, span in zip(steps, times, strict=False):
        if not isinstance(action, Spin):
            journey = standing.pop(action.start, None) or Journey(mover, "base")
            _go(standing, journey, action.target, (span, walk_way(LARGE, action, mover)))
        else:
            dials.append(
                Act(
                    turns(span, action.amount),
                    (_disc(action.dial, chosen_theme()), LARGE.tile_middle(action.dial)),
                    len(times),
                )
            )
            fields = TILES[action.dial]
            riders = [(number, standing.pop(square, None)) for number, square in enumerate(fields)]
            for number, rider in riders:
                if rider:
                    stop = fields[(number + action.amount // 90) % 4]
                    _go(standing, rider, stop, (span, _round(action, rider.at)))
    journeys = [one for one in standing.values() if one.legs]
    pieces = {box.name: box for box in boxes if box.kind == "piece"}
    landing = [(one, pieces.get(f"{one.colour} {one.at}")) for one in journeys]
    return [*dials, *(Act(travels(one.legs), box, len(times)) for one, box in landing if box)]


def _go(standing: dict[str, Journey], journey: Journey, stop: str, leg: tuple[Span, Trajectory]) -> None:
    journey.at = stop
    journey.legs.append(leg)
    standing[stop] = journey


def _round(spin: Spin, square: str) -> list[Point]:
    """The way of a field on a dial that turns."""
    (x, y), (u, v) = LARGE.tile_middle(spin.dial), LARGE.middle(square)
    start = atan2(v - y, u - x)
    return arc((x, y), hypot(u - x, v - y), start, start + spin.amount * pi / 180)


@cached_sprite
def _disc(dial: str, theme: Theme) -> Image.Image:
    """A dial without anything on it, and with a hole where its letter stands."""
    x, y = map(round, LARGE.tile_middle(dial))
    reach, hub = round(LARGE.dial), round(LARGE.tile * 0.125)
    part = surface(theme, BOTTOM).image.crop((x - reach, y - reach, x + reach, y + reach)).convert("RGBA")
    mask = Image.new("L", (4 * part.width, 4 * part.height))
    pen = ImageDraw.Draw(mask)
    middle = 4 * reach
    pen.ellipse((0, 0, mask.width - 1, mask.height - 1), fill=255)
    pen.ellipse((middle - 4 * hub, middle - 4 * hub, middle + 4 * hub, middle + 4 * hub), fill=0)
    part.putalpha(mask.reduce(4))
    return part
