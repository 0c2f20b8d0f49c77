"""Contact sheets for the eye: positions at full size and as a phone shows them."""

from collections.abc import Callable, Iterable
from itertools import takewhile
from pathlib import Path
from typing import Any, Literal, Protocol

from PIL import Image

from bot.rules.api import Chance, Document, State
from bot.rules.chance import Recorded
from images.canvas import WIDTH
from images.marks import Choice, Marks, Played
from images.palette import NIGHT

PHONE = 400
_BORDER = 24
_FOLDER = Path(__file__).parents[1] / "docs" / "pictures"

Example = tuple[str, Document, Marks]
"""A name, a position and its marks."""

Reached = tuple[State[Any], Marks]
"""A position, and what was played since its seat to move played last as marks."""


def numbered(places: Iterable[str], kind: Literal["piece", "target"] = "target") -> tuple[Choice, ...]:
    """These places as choices, numbered from 1, each once."""
    return tuple(Choice(str(number), at, kind) for number, at in enumerate(dict.fromkeys(places), 1))


def played(state: State[Any], moves: Iterable[str | Callable[[State[Any]], Any]], chance: Chance) -> Reached:
    """The position after these moves, with the newest turn and the round before it as marks.

    A move is a text, or chosen by a function.
    """
    turns: list[list[Played]] = []
    goes_on = False
    for move in moves:
        if state.to_move is None:
            break
        before, luck = state, Recorded(chance)
        chosen = before.parse(move) if isinstance(move, str) else move(before)
        state = before.play(chosen, luck)
        one = Played(before.notate(chosen), before.to_move, tuple(luck.outcomes), before.view(None))
        turns = [*turns[:-1], [*turns[-1], one]] if goes_on else [*turns, [one]]
        goes_on = state.same_turn(before)
    newest = turns[-1] if turns else []
    others = list(takewhile(lambda turn: turn[0].seat != state.to_move, reversed(turns)))
    earlier = [one for turn in reversed(others[1:]) for one in turn] if state.to_move is not None else []
    return state, Marks(last=tuple(newest), earlier=tuple(earlier))


class Draw(Protocol):
    """How a game draws a position."""

    def __call__(self, view: Document, marks: Marks, /) -> Image.Image: ...


def sheet(picture: Image.Image) -> Image.Image:
    """A picture at full size and beside it as on a phone."""
    small = picture.resize((PHONE, picture.height * PHONE // WIDTH), Image.Resampling.LANCZOS)
    page = Image.new("RGB", (WIDTH + PHONE + 3 * _BORDER, picture.height + 2 * _BORDER), NIGHT.void)
    page.paste(picture, (_BORDER, _BORDER))
    page.paste(small, (WIDTH + 2 * _BORDER, _BORDER))
    return page


def write_sheets(game: str, draw: Draw, examples: Iterable[Example], arguments: list[str]) -> None:
    """Write a sheet for each example into the folder that the arguments name, or into docs/pictures."""
    folder = Path(arguments[0]) if arguments else _FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for name, view, marks in examples:
        path = folder / f"{game}-{name}.webp"
        sheet(draw(view, marks)).save(path, "WEBP", quality=86, method=4)
        print(f"{path}: {path.stat().st_size / 1000:.0f} KB")  # noqa: T201  # a command's answer
