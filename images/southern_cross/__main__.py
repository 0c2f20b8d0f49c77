"""Contact sheets for the eye: `python -m images.southern_cross [folder]` writes them to docs/pictures.

Each position at full size and as a phone shows it, 400 pixels wide.
"""

import sys
from collections.abc import Iterator
from typing import Any

from bot.rules import GAMES
from bot.rules.api import State
from bot.rules.chance import Outcome, Recorded, Scripted
from images.marks import Choice, Marks, Played
from images.sheets import Example, write_sheets
from images.southern_cross import draw

GAME = GAMES["southern_cross"]


def position(rows: str, turn: int = 1, actions_left: int = 3, **options: object) -> State[Any]:
    """A turn's position; `rows` are those of the board from the top, with strokes between them."""
    return GAME.load(
        {
            "game": "southern_cross",
            "options": options,
            "turn": turn,
            "to_move": (turn - 1) % 4,
            "phase": "act",
            "actions_left": actions_left,
            "board": rows.split("/"),
            "special": None,
        }
    )


def played(state: State[Any], *moves: str, luck: tuple[Outcome, ...] = ()) -> tuple[State[Any], Marks]:
    """The position some decisions on, with these as marks."""
    chance, last = Scripted(luck), []
    for text in moves:
        before, move, noted = state, state.parse(text), Recorded(chance)
        state = state.play(move, noted)
        last.append(Played(before.notate(move), before.to_move, tuple(noted.outcomes), before.view(None)))
    return state, Marks(last=tuple(last))


def examples() -> Iterator[Example]:
    """The positions to look at, each with a name and marks."""

    def shown(name: str, found: tuple[State[Any], Marks]) -> Example:
        return name, found[0].view(None), found[1]

    yield shown("start", (position("....../....../....../....../....../......"), Marks()))
    entering = position("..B.../....../..G.../...G../....B./......")
    yield shown("entering", played(entering, "base-d6", "basexc5xc3xe3xe1"))
    middle = position("..BR../.GY..B/RRG.BB/..RBY./G.YYR./G...Y.", 9)
    yield shown("three-actions", played(middle, "spin S 90", "f5-f6", "e4-d4"))
    crowded = position(".GBB../G..BYR/GY.YRY/..BGG./RRBRBY/R.G.Y.", 38, max_turns=40)
    yield shown("crowded", played(crowded, "f5xf3xf1xd1xb1xb3xb5", "spin C 270", "d2-d1"))
    four = position("..RY../..BG../....../....../....../......")
    yield shown("special-round", played(four, "end", "roll", "roll", luck=(1, 5)))
    third = position(".GG.YY/GGGRR./.GBR../..BR../Y..RRY/B....B", 2, 0)
    yield shown("sending-home", played(third, "end", "roll", "roll", luck=(3, 4, 1, 5)))
    yield shown("win", played(third, "end", "roll", "roll", "c4", luck=(3, 4, 1, 5)))
    lane = position("....../....../..RG../..BB../....Y./......", 5, 3, challenge="throw")
    aims = (20, 19, 55, 3)
    yield shown("throw", played(lane, "end", luck=aims))
    yield shown("throw-missed", played(lane, "end", "throw 40", luck=(*aims, 27)))
    yield shown("throw-next", played(lane, "end", "throw 40", "throw 79", luck=(*aims, 16, 16, 51, 17)))
    pieces = ("base", "c6", "f5", "e4", "f4", "d3", "N", "E", "S", "W", "C")
    choices = tuple(Choice(str(number), at, "piece") for number, at in enumerate(pieces, 1))
    yield "composer-piece", middle.view(None), Marks(choices=choices)
    jumps = [move for move in map(middle.notate, middle.legal()) if move.startswith("e4")]
    targets = tuple(Choice(str(number), move[-2:]) for number, move in enumerate(jumps, 1))
    yield "composer-target", middle.view(None), Marks(choices=targets, chosen=("e4",))
    amounts = tuple(Choice(str(number), f"C {90 * number}") for number in (1, 2, 3))
    yield "composer-spin", middle.view(None), Marks(choices=amounts, chosen=("C",))


if __name__ == "__main__":
    write_sheets("southern_cross", draw, examples(), sys.argv[1:])
