"""The process that makes an animation of a match, so that players don't have to wait.

`python -m images.motion.workshop` reads a line of JSON for each frame, and writes its progress and then the file.
"""

import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from importlib import import_module
from typing import Any, BinaryIO, Literal, get_args

from bot.rules import GAMES
from bot.text import language, speaking
from images.canvas.fonts import drawable
from images.marks.marks import Choice, Marks, Played, Verdict
from images.motion.animation import Frame, animated
from images.motion.reel import filmed

Format = Literal["webp", "gif"]
FORMATS: tuple[str, ...] = get_args(Format)

DONE = b"done "
"""Begins the line before the file, which ends with its size."""


def order(game: str, frames: Sequence[Frame], kind: Format) -> Iterator[bytes]:
    """The worker's input: game, number of frames, format and the language that is spoken, then one line per frame."""
    yield _line({"game": game, "frames": len(frames), "format": kind, "language": language()})
    for view, marks in frames:
        yield _line({"view": view, "marks": asdict(marks)})


def _line(document: Mapping[str, Any]) -> bytes:
    return json.dumps(document, separators=(",", ":")).encode() + b"\n"


def _decisions(documents: Sequence[Mapping[str, Any]]) -> tuple[Played, ...]:
    return tuple(Played(**{**one, "chance": tuple(one["chance"])}) for one in documents)


def _marks(document: Mapping[str, Any]) -> Marks:
    verdict = document["verdict"]
    return Marks(
        last=_decisions(document["last"]),
        earlier=_decisions(document["earlier"]),
        choices=tuple(Choice(**one) for one in document["choices"]),
        chosen=tuple(document["chosen"]),
        verdict=None if verdict is None else Verdict(**{**verdict, "seats": tuple(verdict["seats"])}),
    )


def work(orders: BinaryIO, out: BinaryIO) -> None:
    """Runs the worker: writes a line with the number of finished frames each time, then `DONE`, a size and the file."""
    head = json.loads(orders.readline())
    if head["game"] not in GAMES:
        raise ValueError(f"There is no game {head['game']!r}.")
    if head["format"] not in FORMATS:
        raise ValueError(f"There is no format {head['format']!r}.")
    pictures = import_module(f"images.{head['game']}")
    lines = [json.loads(orders.readline()) for _ in range(head["frames"])]
    film = lines[-1]["view"]
    frames = [(line["view"], replace(_marks(line["marks"]), film=film)) for line in lines]

    def report(number: int) -> None:
        out.write(b"%d\n" % number)
        out.flush()

    make = partial(filmed, pictures) if head["format"] == "webp" else partial(animated, pictures.draw)
    with speaking(drawable(head["language"])):
        file = make(frames, report)
    out.write(DONE + b"%d\n" % len(file))
    out.write(file)
    out.flush()


if __name__ == "__main__":
    if hasattr(os, "nice"):  # not on Windows
        os.nice(10)  # players go first
    work(sys.stdin.buffer, sys.stdout.buffer)
