"""How a picture of a rules page is made: from a position, perhaps with moves and a picked-up piece.

What isn't legal, or luck that doesn't fit, stops the drawing, so that the pictures tell no lies.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from PIL import Image

from bot.rules import Game
from bot.rules.api import Document, State
from bot.rules.chance import Outcome, Recorded, Scripted
from images.marks.marks import Choice, Marks, Played

WIDTH = 768
"""Pixels, the width GitHub shows in a page; every label stays readable."""
TALL = 640
"""Pixels, for pictures that are taller than wide."""
WHOLE = 1024
"""Pixels, for the picture at the top of a page."""

Draw = Callable[[], Image.Image]

Ends = Callable[[State[Any], Any], tuple[str, str]]
"""The two ends of a move, as they are picked and marked: where it begins, or a card, and where it ends."""


class Pictures(Protocol):
    """What a game's package or module in `images` offers; `draw_hand` only where something is hidden."""

    def draw(self, sight: Any, marks: Marks, /) -> Image.Image: ...
    def draw_hand(self, sight: Any, marks: Marks, /) -> Image.Image: ...


@dataclass(frozen=True, slots=True)
class Sketch:
    """What one picture shows.

    A position, the moves played from it with the luck that they draw, and what is picked then: the place where moves
    begin, or the card, whose ends are marked with numbers, or a whole placement of cards; empty, all places where moves
    begin are marked. With `hand` it is not the board but what the seat to move holds.
    """

    position: Document
    moves: Sequence[str] = ()
    luck: Sequence[Outcome] = ()
    picked: str | None = None
    width: int = WIDTH
    hand: bool = False

    def drawn(self, game: Game[Any], pictures: Pictures, ends: Ends) -> Image.Image:
        """The picture in its own width. IllegalMove or ScriptError if a move isn't possible."""
        state, chance = game.load(self.position), Scripted(self.luck)
        played = []
        for text in self.moves:
            before, noted = state, Recorded(chance)
            move = state.parse(text)
            state = state.play(move, noted)
            played.append(Played.of(before, move, noted.outcomes))
        if chance.left:
            raise ValueError(f"{game.key}: the luck {chance.left} has not been drawn")
        choices: list[Choice] = []
        if self.picked is not None:
            pairs = [ends(state, move) for move in state.legal()]
            begins = dict.fromkeys(begin for begin, _ in pairs)
            targets = [end for begin, end in pairs if begin == self.picked] if self.picked else list(begins)
            choices = [Choice(str(number), target) for number, target in enumerate(targets, 1)]
        marks = Marks(
            last=tuple(played),
            choices=tuple(choices),
            chosen=(self.picked,) if self.picked else (),
        )
        if self.hand:
            picture = pictures.draw_hand(state.sight(state.to_move), marks)
        else:
            picture = pictures.draw(state.sight(None), marks)
        size = (self.width, round(picture.height * self.width / picture.width))
        return picture.resize(size, Image.Resampling.LANCZOS)
