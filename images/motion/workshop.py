"""The process that makes an animation of a match, so that players don't have to wait.

`python -m images.motion.workshop` reads a line of JSON and pickled frames, and writes its progress and then the file.
"""

import json
import os
import pickle
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from importlib import import_module
from typing import BinaryIO, Literal, get_args

from bot.rules import GAMES
from bot.text import language, speaking
from images.canvas.fonts import drawable
from images.canvas.palette import THEMES, chosen_theme, drawing_in
from images.motion.animation import Frame, make_gif
from images.motion.reel import make_webp

Format = Literal["webp", "gif"]
FORMATS: tuple[str, ...] = get_args(Format)

DONE = b"done "
"""Begins the line before the file, which ends with its size."""


def order(game: str, frames: Sequence[Frame], kind: Format) -> Iterator[bytes]:
    """The worker's input: a line with the game, the format, the language that is spoken and the theme, then frames."""
    head = {"game": game, "format": kind, "language": language(), "theme": chosen_theme().name}
    yield json.dumps(head).encode() + b"\n"
    yield pickle.dumps(tuple(frames))


def work(orders: BinaryIO, out: BinaryIO) -> None:
    """Runs the worker: writes a line with the number of finished frames each time, then `DONE`, a size and the file."""
    head = json.loads(orders.readline())
    if head["game"] not in GAMES:
        raise ValueError(f"There is no game {head['game']!r}.")
    if head["format"] not in FORMATS:
        raise ValueError(f"There is no format {head['format']!r}.")
    pictures = import_module(f"images.{head['game']}")
    ordered: Sequence[Frame] = pickle.loads(orders.read())  # noqa: S301 - the bot's own process wrote it
    film, _ = ordered[-1]
    frames = [(sight, replace(marks, film=film)) for sight, marks in ordered]

    def report(number: int) -> None:
        out.write(b"%d\n" % number)
        out.flush()

    make = partial(make_webp, pictures) if head["format"] == "webp" else partial(make_gif, pictures.draw)
    with speaking(drawable(head["language"])), drawing_in(THEMES[head["theme"]]):
        file = make(frames, report)
    out.write(DONE + b"%d\n" % len(file))
    out.write(file)
    out.flush()


if __name__ == "__main__":
    if hasattr(os, "nice"):  # not on Windows
        os.nice(10)  # players go first
    work(sys.stdin.buffer, sys.stdout.buffer)
