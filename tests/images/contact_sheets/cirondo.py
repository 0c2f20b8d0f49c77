"""The positions of Cirondo on its contact sheets."""

import re
from collections.abc import Iterator
from itertools import count, repeat
from typing import Any

from bot.rules import GAMES
from bot.rules.api import State
from bot.rules.chance import Scripted
from images.marks.marks import Marks, Played, Verdict
from tests.images.contact_sheets.examples import Example, Reached, numbered, played

GAME = GAMES["cirondo"]
NO_LUCK = Scripted([])


def _inward(notation: str) -> bool:
    """Captures, moons that become Solar Systems, and steps straight inward."""
    start, stop = re.split("[-x]", notation.removesuffix("=S"))
    return "x" in notation or "=S" in notation or (start[1:] == stop[1:] and start < stop)


def _after(moves: int, seats: int) -> Reached:
    """Always the same match after some moves; two moves of three press inward or capture where they can."""
    numbers = count()

    def choose(state: State[Any]) -> Any:
        number, legal = next(numbers), state.legal()
        pressing = [move for move in legal if _inward(state.notate(move))]
        pool = pressing if pressing and number % 3 else legal
        return pool[number * number * 7 % len(pool)]

    return played(GAME.start(seats, {}, NO_LUCK), repeat(choose, moves), NO_LUCK)


def examples() -> Iterator[Example]:
    """The positions to review, each with a name and marks."""
    yield "start", GAME.start(2, {}, NO_LUCK).dump(), Marks()
    state, marks = _after(9, 2)
    yield "opening", state.dump(), marks
    state, marks = _after(133, 2)
    yield "crowded-middle", state.dump(), marks
    ending = GAME.from_fen("32./11.sP20./32./7.gS24./32./32./32./2.sS29. s 2d - - - -")  # type: ignore[attr-defined]  # Cirondo's own form
    yield "two-piece-ending", ending.dump(), Marks(last=(Played("D20-D8"),))
    capture = GAME.from_fen("3.2gP7.sP6.3sP10./9.gM22./32./32./27.sM4./32./4.gM10.sM16./5.sP26. g 2d - - - -")  # type: ignore[attr-defined]  # Cirondo's own form
    after = capture.play(capture.parse("G5xH6=S"), NO_LUCK)
    yield "capture", after.dump(), Marks(last=(Played("G5xH6=S"),))
    last = GAME.from_fen("19.gP12./32./32./3.sP28./4.gS27./32./32./32. s 2d - - - -")  # type: ignore[attr-defined]  # Cirondo's own form
    yield "last-move", last.dump(), Marks(last=(Played("A31-A20"),))
    state, marks = _after(64, 4)
    yield "four-seats", state.dump(), marks
    state, marks = _after(2, 2)
    origins = (re.split("[-x]", state.notate(move))[0] for move in state.legal())
    yield "composer-piece", state.dump(), Marks(last=marks.last, choices=numbered(origins, "piece"))
    state = GAME.from_fen("11.sP7.gP12./32./32./32./8.sM23./32./32./4.gS14.sP12. g 2d - - - -")  # type: ignore[attr-defined]  # Cirondo's own form
    moves = (re.split("[-x]", state.notate(move)) for move in state.legal())
    targets = [target for origin, target in moves if origin == "H5"]
    yield "composer-target", state.dump(), Marks(choices=numbered(targets), chosen=("H5",))
    yield "composer-result", state.dump(), Marks(chosen=("H5", "A12"))
    state, marks = _after(64, 4)
    verdict = Verdict("Gold and silver won", "red and blue resigned", (0, 2))
    yield "over", state.dump(), Marks(last=marks.last, verdict=verdict)
