"""A match as an animated WebP in full colour, in which moves move where there is room for more frames."""

from collections.abc import Callable, Iterator, Sequence
from io import BytesIO

from PIL import Image

from images.motion.animation import FRAMES, HELD, WIDTH, Frame, TooLarge, best, choose_frames, on_film, pace
from images.motion.film import Film, Filmed

BYTES = 8_000_000
"""The maximum size of a file in bytes."""

MOMENT = 50  # milliseconds of a moment between two steps
MOMENTS = 5  # between two steps, at most
QUALITIES = (70, 50, 30)
SAMPLES = 12  # pictures that are drawn beforehand to find the height of all


def moments(steps: int) -> int:
    """How many moments are shown between two of this many steps, so that there are at most `FRAMES` frames."""
    return max(0, min(MOMENTS, FRAMES // steps - 1))


def make_webp(pictures: Filmed, frames: Sequence[Frame], report: Callable[[int], None], limit: int = BYTES) -> bytes:
    """The frames as an animated WebP that loops forever, at most `limit` bytes. `report` hears the number finished."""
    samples = (pictures.paint(*frames[index]).image for index in choose_frames(len(frames), SAMPLES))
    height = max(picture.height / picture.width for picture in samples)

    def write(frames: Sequence[Frame], quality: int, height: float) -> bytes:
        reel, out = _Reel(pictures, frames, height, report), BytesIO()
        reel.save(out, "WEBP", save_all=True, duration=reel.times, loop=0, quality=quality, method=0, kmax=0)
        if out.tell() > limit:
            raise TooLarge
        return out.getvalue()

    return best(frames, QUALITIES, height, write)


class _Reel(Image.Image):
    """A picture of many frames, each of which is drawn when Pillow's writer comes to it, and then forgotten."""

    def __init__(self, pictures: Filmed, frames: Sequence[Frame], height: float, report: Callable[[int], None]) -> None:
        super().__init__()
        self._mode, self._size, self._at = "RGB", (WIDTH, round(height * WIDTH)), -1
        between = moments(len(frames))
        self.n_frames = 1 + (len(frames) - 1) * (between + 1)
        still = max(pace(len(frames)) - between * MOMENT, MOMENT)
        self.times = [still, *([MOMENT] * between + [still]) * (len(frames) - 1)]
        self.times[-1] = HELD
        self._pictures = self._draw(pictures, frames, between, report)
        self.seek(0)

    def tell(self) -> int:
        return self._at

    def seek(self, frame: int) -> None:
        """Goes on to the next frame; a writer never goes back, except to the beginning when it has finished."""
        if frame > self._at:
            self._at = frame
            self.im = next(self._pictures).im

    def _draw(
        self, pictures: Filmed, frames: Sequence[Frame], between: int, report: Callable[[int], None]
    ) -> Iterator[Image.Image]:
        for number, (sight, marks) in enumerate(frames):
            film = Film(pictures, sight, marks, WIDTH, still=not between or not number)
            for moment in range(between if number else 0):
                yield on_film(film.moment((moment + 1) / (between + 1)), self._size)
            report(number + 1)
            yield on_film(film.last, self._size)
