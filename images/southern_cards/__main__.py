"""Contact sheets for the eye: `python -m images.southern_cards [folder]` writes them to docs/pictures.

Each position at full size and as a phone shows it, 400 pixels wide.
"""

import sys
from collections.abc import Iterator, Sequence
from typing import Any

from bot.rules import GAMES
from bot.rules.api import State
from bot.rules.chance import Recorded, Scripted, Sealed
from bot.rules.southern_cards import LAYOUTS
from images.marks import Choice, Marks
from images.sheets import Example, write_sheets
from images.southern_cards import draw, draw_hand

GAME = GAMES["southern_cards"]
NO_LUCK = Scripted([])


def after(turns: int, seats: int, salt: str, **options: object) -> State[Any]:
    """A match some turns on, always the same one; its players often take the best of some moves."""
    state: State[Any] = GAME.start(seats, options, Recorded(Sealed(bytes(32), salt)))
    for number in range(turns):
        legal = state.legal()
        if not legal:
            break
        some = legal[number % 3 :: 3] or legal
        move = max(some, key=lambda one: state.outcome(one).points)  # type: ignore[attr-defined]  # this game's own
        if options.get("layout") in ("free", "ultra") and number % 3 == 0:  # wander, so that the field grows
            move = legal[-1 - number * 7 % max(1, len(legal) // 5)]
        state = state.play(move, NO_LUCK)
    return state


def examples() -> Iterator[Example]:
    """The positions to look at, each with a name and marks."""
    for layout, seats in zip(LAYOUTS, (1, 3, 5, 4, 2, 5), strict=True):
        for name, turns in (("early", 1), ("middle", 14), ("late", 34)):
            state = after(turns, seats, layout, layout=layout)
            yield f"{layout}-{name}", state.view(None), Marks()
    state = after(6, 4, "composer", hand=5, wild=True)
    cells = [cell for cell, _ in state.view(None)["field"]]
    choices = tuple(Choice(str(number), cell) for number, cell in enumerate(cells, 1))
    yield "composer", state.view(None), Marks((), choices, ("JK",))


def main(arguments: Sequence[str]) -> None:
    write_sheets("southern_cards", draw, examples(), list(arguments))
    hands = [after(turns, 4, "hand", hand=cards, wild=wild) for turns, cards, wild in ((2, 3, False), (9, 5, True))]
    shown = [(state, state.to_move) for state in hands if state.to_move is not None]
    write_sheets(
        "southern_cards",
        draw_hand,
        [(f"hand-{number}", state.view(seat), Marks()) for number, (state, seat) in enumerate(shown, 1)],
        list(arguments),
    )


if __name__ == "__main__":
    main(sys.argv[1:])
