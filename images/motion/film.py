"""The last turn as a short animation that plays once.

A game says in its `acts` what moves on a picture, and when. The first frame is the finished picture, because where
animations are off it is all that people see; others hardly notice it. The board as it was before the turn follows, then
what moved, step by step, and in the end the finished picture. Captions, numbers, marks and an end come only then
(`marks.told`), so that nobody knows the result before the deed.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from io import BytesIO
from itertools import accumulate, pairwise
from math import ceil, dist, floor, inf
from typing import Any, Protocol

from PIL import Image, ImageFilter
from typing_extensions import TypeVar

from images.canvas.canvas import LIMIT, Area, Canvas, Encoded, Point
from images.marks.marks import Marks

WIDE, NARROW = 768, 640
"""Widths of an animation in pixels: the usual one, and where it would else be too large."""

FRAME = 55  # milliseconds of a frame
FIRST, BEFORE = 40, 400  # milliseconds of the finished picture at the beginning, and of the board before the turn
HOLD = 400  # milliseconds between two steps
FRAMES, FEWEST, MOST = 9, 6, 18  # frames of a step if it is the only one, of one at least, and of all if there is room
BEST = WIDE, 76
OTHERS = (WIDE, 60, 0.84), (NARROW, 60, 0.68), (NARROW, 44, 0.59), (NARROW, 30, 0.5), (NARROW, 16, 0.41)
"""Widths and WebP qualities, and to which share of the best film's size the others usually lead. Of those the first
that should be small enough is tried, then the next: encoding takes long. Moments are never left out, as films would
jump.
"""

DARK, LIFT, BLUR, COARSE = 130, 7.0, 4.0, 4
"""A piece's shadow on its way: its darkness, 0 to 255, how far it lies aside in pixels, how soft its edge is, and to
which part of its size it is drawn."""

RISE, GROWTH = 0.7, 0.5
"""How far from its place a piece begins to drop and how much larger it is then, as shares of its size."""

_MARGIN = 4  # pixels around a changed part that its reduction needs

REDUCING = Image.Resampling.HAMMING
"""How frames are reduced: three times as fast as the filter of stills, and nearly as sharp."""

Pose = tuple[Image.Image, Point]
"""A sprite and its centre on the picture."""

PoseAt = Callable[[float, Pose], Pose | None]
"""Says how a sprite looks at a share of the film, 0 to 1, given its last pose; None while it isn't to be seen."""

Span = tuple[float, float]
"""Where a step begins and ends, as shares of the film."""

Trajectory = Sequence[Point]


@dataclass(frozen=True, slots=True)
class Act:
    """Something that moves. `last` is its last pose, or the box of the piece on the finished picture that it becomes.

    Such a piece isn't on the board until then. `steps` is how many steps the turn has.
    """

    play: PoseAt
    last: Pose | Area
    steps: int = 1


M = TypeVar("M", contravariant=True, default=Any)
V = TypeVar("V", contravariant=True, default=Any)


class Filmed(Protocol[M, V]):
    """What a game's module provides for films."""

    def paint(self, sight: V, marks: Marks[M, V] = ...) -> Canvas: ...
    def acts(self, sight: V, marks: Marks[M, V], boxes: Sequence[Area]) -> Sequence[Act]: ...


@dataclass(slots=True)
class Journey:
    """A piece of the last turn: its colour, the name of the place where it is, and its ways so far."""

    colour: str
    at: str
    legs: list[tuple[Span, Trajectory]] = field(default_factory=list)


# --- what can be played -----------------------------------------------------------------------------------------------


def spans(steps: int) -> list[Span]:
    """The times of this many steps, one after the other."""
    return [(number / steps, (number + 1) / steps) for number in range(steps)]


def _within(share: float, span: Span) -> float:
    """How far a step has come, 0 to 1: slow at its ends."""
    progress = min(1.0, max(0.0, (share - span[0]) / (span[1] - span[0])))
    return progress * progress * (3 - 2 * progress)


def _on(way: Trajectory, share: float) -> Point:
    """The point at a share of a way."""
    return _step_on(way, share)[0]


def _step_on(way: Trajectory, share: float) -> tuple[Point, float]:
    """The point at a share of a way, and how far it is from one point of the way to the next, 0 to 1."""
    ends = list(accumulate((dist(a, b) for a, b in pairwise(way)), initial=0.0))
    at = share * ends[-1]
    for (a, b), (begin, end) in zip(pairwise(way), pairwise(ends), strict=True):
        if at <= end and end > begin:
            part = (at - begin) / (end - begin)
            return (a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part), part
    return way[-1], 1.0


def _scale(sprite: Image.Image, scale: float) -> Image.Image:
    if scale == 1:
        return sprite
    size = max(1, round(sprite.width * scale)), max(1, round(sprite.height * scale))
    return sprite.resize(size, Image.Resampling.BILINEAR)


def travels(legs: Sequence[tuple[Span, Trajectory]], scale: float = 1.0, hop: float = 0.0) -> PoseAt:
    """Goes along its ways, one after the other; at first it is `scale` times as large as in the end.

    It slides, or hops so many pixels high from each point of a way to the next.

    If the last way ends beside the last pose, all are shifted to end there.
    """

    def play(share: float, last: Pose) -> Pose:
        sprite, (x, y) = last
        end = legs[-1][1][-1]
        span, way = next((leg for leg in legs if share <= leg[0][1]), legs[-1])
        at, part = _step_on(way, _within(share, span))
        high = hop * 4 * part * (1 - part)
        progress = _within(share, (legs[0][0][0], legs[-1][0][1]))
        return _scale(sprite, scale + (1 - scale) * progress), (at[0] + x - end[0], at[1] + y - end[1] - high)

    return play


def stays(until: float = 1.0) -> PoseAt:
    """Stands in its place until then."""
    return lambda share, last: last if share < until else None


def leaves(span: Span, goal: Point) -> PoseAt:
    """Stands in its place, then goes to this point, smaller and smaller, and is gone."""

    def play(share: float, last: Pose) -> Pose | None:
        if share >= span[1]:
            return None
        sprite, at = last
        progress = _within(share, span)
        return _scale(sprite, 1 - 0.75 * progress), _on((at, goal), progress)

    return play


def comes(span: Span, origin: Point) -> PoseAt:
    """Comes from this point to its place, small at first; not to be seen before."""

    def play(share: float, last: Pose) -> Pose | None:
        if share < span[0]:
            return None
        sprite, at = last
        progress = _within(share, span)
        return _scale(sprite, 0.25 + 0.75 * progress), _on((origin, at), progress)

    return play


def drops(span: Span, ceiling: float = -inf) -> PoseAt:
    """Comes down onto its place, towards the viewer at first; not to be seen before.

    It comes from above, or from below where it would else get above the `ceiling`, a height on the picture.
    """

    def play(share: float, last: Pose) -> Pose | None:
        if share < span[0]:
            return None
        sprite, (x, y) = last
        above = y - sprite.height * (RISE + (1 + GROWTH) / 2) >= ceiling
        left = 1 - _within(share, span)
        return _scale(sprite, 1 + GROWTH * left), (x, y + sprite.height * RISE * left * (-1 if above else 1))

    return play


def tumbles(span: Span, faces: Sequence[Image.Image]) -> PoseAt:
    """A die that hops and rolls over these faces before it shows the one that was rolled."""

    def play(share: float, last: Pose) -> Pose:
        sprite, (x, y) = last
        left = 1 - min(1.0, max(0.0, (share - span[0]) / (span[1] - span[0])))
        face = faces[int(left * 5.99) % len(faces)] if left > 0.15 else sprite
        hop = abs((left * 3) % 1 * 2 - 1) * left
        picture = face.rotate(300 * left, Image.Resampling.BICUBIC, expand=True)
        return picture, (x, y + sprite.height * 0.25 * (hop - left))

    return play


def turns(span: Span, degrees: float) -> PoseAt:
    """Turns clockwise by this angle until it lies as in the end; seen only meanwhile."""

    def play(share: float, last: Pose) -> Pose | None:
        if not span[0] < share < span[1]:
            return None
        sprite, at = last
        return sprite.rotate(degrees * (1 - _within(share, span)), Image.Resampling.BICUBIC), at

    return play


def shadow_of(pose: Pose, last: Pose) -> list[Pose]:
    """The shadow of a piece on its way, if it is: the nearer it is to the viewer, the farther to the lower right."""
    (sprite, (x, y)), (lying, end) = pose, last
    if dist((x, y), end) < 1:
        return []
    high = max(0.0, sprite.height / lying.height - 1) * lying.height
    room = round(4 * BLUR)
    coarse = (sprite.width + 2 * room) // COARSE + 1, (sprite.height + 2 * room) // COARSE + 1
    shape = Image.new("L", coarse)
    alpha = sprite.getchannel("A").resize(
        (max(1, sprite.width // COARSE), max(1, sprite.height // COARSE)), Image.Resampling.BOX
    )
    shape.paste(alpha.point(lambda value: value * DARK // 255), (room // COARSE, room // COARSE))
    soft = shape.filter(ImageFilter.BoxBlur(BLUR / COARSE))
    shadow = Image.new("RGBA", (coarse[0] * COARSE, coarse[1] * COARSE))
    shadow.putalpha(soft.resize(shadow.size, Image.Resampling.BILINEAR))
    return [(shadow, (x + LIFT + 0.6 * high, y + LIFT + 1.2 * high))]


# --- the film ---------------------------------------------------------------------------------------------------------


class Film:
    """A finished picture `wide` pixels wide, and the moments on the way there; none of those if it is `still`."""

    def __init__(self, pictures: Filmed, sight: Any, marks: Marks, wide: int, *, still: bool = False) -> None:
        canvas = pictures.paint(sight, marks)
        self._whole = self._empty = canvas.image
        acts = () if still else pictures.acts(sight, marks, canvas.boxes)
        self.steps = max((act.steps for act in acts), default=1)
        self._cast: list[tuple[PoseAt, Pose]] = []
        if acts:
            before = replace(marks, away=tuple(act.last for act in acts if isinstance(act.last, Area)))
            poses = pictures.paint(sight, before).left_out
            told = marks.last[0].before if marks.last else None
            self._empty = pictures.paint(sight, replace(before, told=told)).image
            for act in acts:
                pose = poses.get(act.last) if isinstance(act.last, Area) else act.last
                if pose:
                    self._cast.append((act.play, pose))
        self.reduce(wide)

    def reduce(self, wide: int) -> None:
        """Makes everything so many pixels wide."""
        size = wide, round(self._whole.height * wide / self._whole.width)
        self.last = self._whole.resize(size, REDUCING)
        self._ground = self.last if self._empty is self._whole else self._empty.resize(size, REDUCING)

    @property
    def moves(self) -> bool:
        """Whether anything moves."""
        return bool(self._cast)

    def moment(self, share: float) -> Image.Image:
        """The picture at a share of the film, 0 to 1."""
        whole, small, areas = self._empty.copy(), self._ground.copy(), list[tuple[int, int, int, int]]()
        for play, last in self._cast:
            if pose := play(share, last):
                for sprite, (x, y) in [*shadow_of(pose, last), pose]:
                    left, top = round(x - sprite.width / 2), round(y - sprite.height / 2)
                    whole.paste(sprite, (left, top), sprite)
                    areas.append((left, top, left + sprite.width, top + sprite.height))
        for area in areas:
            self._renew(whole, area, small)
        return small

    def _renew(self, whole: Image.Image, area: tuple[int, int, int, int], small: Image.Image) -> None:
        """Brings a part of the whole picture into the reduced one."""
        across, down = whole.width / small.width, whole.height / small.height
        left, top = max(0, floor(area[0] / across) - _MARGIN), max(0, floor(area[1] / down) - _MARGIN)
        right = min(small.width, ceil(area[2] / across) + _MARGIN)
        bottom = min(small.height, ceil(area[3] / down) + _MARGIN)
        if left < right and top < bottom:
            source = left * across, top * down, right * across, bottom * down
            part = whole.resize((right - left, bottom - top), REDUCING, source)
            small.paste(part, (left, top))


def moving(pictures: Filmed, sight: Any, marks: Marks) -> Encoded | None:
    """The last turn as an animated WebP, at most `LIMIT` bytes; None if nothing moves or it would be larger."""
    film = Film(pictures, sight, marks, WIDE)
    if not film.moves:
        return None
    each = max(FEWEST, min(FRAMES, MOST // film.steps))
    number = each * film.steps
    times = [FIRST, BEFORE, *(HOLD if step % each == 0 else FRAME for step in range(1, number + 1)), FRAME]
    rest, least = list[Image.Image](), 1.0
    for wide, quality, share in ((*BEST, 1.0), *OTHERS):
        if share > least:
            continue
        if not rest or film.last.width != wide:
            film.reduce(wide)
            rest = [*(film.moment(step / number) for step in range(number + 1)), film.last]
        out = BytesIO()
        # No key frames after the first, so that only what changes is stored.
        film.last.save(
            out, "WEBP", save_all=True, append_images=rest, duration=times, loop=1, quality=quality, method=2, kmax=0
        )
        if out.tell() <= LIMIT:
            return Encoded(out.getvalue(), "webp")
        least = min(least, share * LIMIT / out.tell())
    return None
