"""The positions of Cirondo on its contact sheets."""

from collections.abc import Iterator
from itertools import count, repeat
from typing import Any

from bot.rules.chance import Scripted
from bot.rules.cirondo import Move, Position, game
from bot.words import Verdict
from images.marks.marks import Marks
from tests.images.contact_sheets.examples import Example, Reached, numbered, played
from tests.images.positions import shown

NO_LUCK = Scripted([])


def _inward(position: Position, move: Move) -> bool:
    """Captures, moons that become Solar Systems, and steps straight inward."""
    start, stop = move
    return position.captures(move) or position.promotes(move) or (start[1:] == stop[1:] and start < stop)


def _after(moves: int, seats: int) -> Reached:
    """Always the same match after some moves; two moves of three press inward or capture where they can."""
    numbers = count()

    def choose(state: Any) -> Any:
        number, legal = next(numbers), state.legal()
        pressing = [move for move in legal if _inward(state, move)]
        pool = pressing if pressing and number % 3 else legal
        return pool[number * number * 7 % len(pool)]

    return played(game.start(seats, {}), repeat(choose, moves), NO_LUCK)


def examples() -> Iterator[Example]:
    """The positions to review, each with a name and marks."""
    yield "start", game.start(2, {}), Marks()
    state, marks = _after(9, 2)
    yield "opening", state, marks
    state, marks = _after(133, 2)
    yield "crowded-middle", state, marks
    ending = game.from_fen("32./11.sP20./32./7.gS24./32./32./32./2.sS29. s 2d - - - -")
    yield "two-piece-ending", ending, Marks(last=(shown("D20-D8", ending),))
    capture = game.from_fen("3.2gP7.sP6.3sP10./9.gM22./32./32./27.sM4./32./4.gM10.sM16./5.sP26. g 2d - - - -")
    after = capture.play(capture.parse("G5xH6=S"))
    yield "capture", after, Marks(last=(shown("G5xH6=S", after),))
    last = game.from_fen("19.gP12./32./32./3.sP28./4.gS27./32./32./32. s 2d - - - -")
    yield "last-move", last, Marks(last=(shown("A31-A20", last),))
    state, marks = _after(64, 4)
    yield "four-seats", state, marks
    state, marks = _after(2, 2)
    origins = (move.origin for move in state.legal())
    yield "composer-piece", state, Marks(last=marks.last, choices=numbered(origins, "piece"))
    state = game.from_fen("11.sP7.gP12./32./32./32./8.sM23./32./32./4.gS14.sP12. g 2d - - - -")
    targets = [move.target for move in state.legal_from("H5")]
    yield "composer-target", state, Marks(choices=numbered(targets), chosen=("H5",))
    yield "composer-result", state, Marks(chosen=("H5", "A12"))
    state, marks = _after(64, 4)
    verdict = Verdict("Gold and silver won", "red and blue resigned", (0, 2))
    yield "over", state, Marks(last=marks.last, verdict=verdict)
