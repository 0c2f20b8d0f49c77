"""Cirondo positions to draw: from matches played at random, and crowded ones made up."""

import re
from random import Random
from typing import Any

from bot.rules import GAMES
from bot.rules.api import Document, State
from bot.rules.chance import Scripted
from bot.rules.cirondo.board import table_for
from images.cirondo.geometry import COLUMNS, RINGS, middle, space
from images.marks.marks import Choice, Marks, Played

GAME = GAMES["cirondo"]
NO_LUCK = Scripted([])
ALL_SPACES = [f"{ring}{column}" for ring in RINGS for column in range(1, COLUMNS + 1)]

MIDDLES = {at: middle(space(at)) for at in ALL_SPACES}


def fen(line: str) -> State[Any]:
    """A state from its one-line form."""
    state: State[Any] = GAME.from_fen(line)  # type: ignore[attr-defined]  # a form that only Cirondo has
    return state


def played(seed: int) -> tuple[State[Any], Marks]:
    """A match of 0 to 300 moves with luck's own options and moves; captures are taken oftener than not."""
    luck = Random(seed)
    seats = luck.choice((2, 4))
    options = {"teams": seats == 4 and luck.random() < 0.5, "draw_rule": luck.random() < 0.7}
    state: State[Any] = GAME.start(seats, options, NO_LUCK)
    last = ""
    eager = luck.random() < 0.7
    for _ in range(luck.choice((0, 1, 3, 20, 80, 160, 300))):
        legal = state.legal()
        if not legal:
            break
        captures = [move for move in legal if "x" in state.notate(move)]
        move = luck.choice(captures if captures and eager else legal)
        last = state.notate(move)
        state = state.play(move, NO_LUCK)
    return state, Marks(last=(Played(last),) if last else ())


def split(notation: str) -> tuple[str, str]:
    """From and to of a canonical move."""
    start, stop = re.split("[-x]", notation.removesuffix("=S"))
    return start, stop


def composed(state: State[Any], marks: Marks, seed: int) -> Marks:
    """The marks of a composer's preview: all pieces that can move, or all targets of one of them."""
    luck = Random(seed)
    moves = [split(state.notate(move)) for move in state.legal()]
    if not moves:
        return marks
    origins = list(dict.fromkeys(start for start, _ in moves))
    if luck.random() < 0.5:
        return Marks(marks.last, tuple(Choice(str(n), at, "piece") for n, at in enumerate(origins, 1)))
    chosen = luck.choice(origins)
    targets = [stop for start, stop in moves if start == chosen]
    return Marks(marks.last, tuple(Choice(str(n), at, "target") for n, at in enumerate(targets, 1)), (chosen,))


def crowded(seats: int, seed: int) -> Document:
    """As many stellar as there can be, all of one seat's choosable at the same time, anywhere on the board."""
    luck = Random(seed)
    free = ALL_SPACES.copy()
    luck.shuffle(free)
    share = COLUMNS // seats
    pieces: dict[str, dict[str, list[str]]] = {}
    for colour in table_for(seats, False).colours:
        pieces[colour] = {"planets": [], "moons": [], "solars": []}
        for kind, number in (("moons", share - 4), ("planets", share), ("solars", 4)):
            fitting = [at for at in free if kind != "moons" or at[0] not in "AH"][:number]
            free = [at for at in free if at not in fitting]
            pieces[colour][kind] = sorted(fitting, key=ALL_SPACES.index)
    return {
        "game": "cirondo",
        "seats": seats,
        "options": {"teams": False, "draw_rule": True},
        "pieces": {
            colour: dict(sorted(kinds.items(), key=lambda item: item[0] != "planets"))
            for colour, kinds in pieces.items()
        },
        "to_move": 0,
        "owed": [],
        "quiet": ["A1-B2"] * 57,
        "defeated": [],
        "over": None,
    }


def all_pieces(view: Document, seat: int = 0) -> tuple[Choice, ...]:
    """Every stellar of a seat as a choice."""
    own = [at for kinds in view["pieces"][table_for(view["seats"], False).colours[seat]].values() for at in kinds]
    return tuple(Choice(str(number), at, "piece") for number, at in enumerate(own, 1))


def many_targets(view: Document, number: int = 52) -> tuple[Choice, ...]:
    """Ring H and other spaces as targets, taken ones included."""
    own = {at for kinds in view["pieces"]["gold"].values() for at in kinds}
    targets = [at for at in reversed(ALL_SPACES) if at not in own][:number]
    return tuple(Choice(str(n), at, "target") for n, at in enumerate(targets, 1))
