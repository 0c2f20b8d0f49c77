"""The pictures of the rules page of Nine Men's Morris."""

from collections.abc import Mapping

from bot.rules.api import Document
from bot.rules.morris import Move, Position, game
from docs.games.sketches import WHOLE, Sketch


def ends(position: Position, move: Move) -> tuple[str, str]:
    return move.origin or "", move.target


def _men(gold: str, blue: str) -> Document:
    """A position with these men on the board, gold to move."""
    return game.start(2, {}).dump() | {"men": {"gold": gold.split(), "blue": blue.split()}, "in_hand": [0, 0]}


PICTURES: Mapping[str, Sketch] = {
    "board": Sketch(_men("d6 d5 a7 g4 d2 b4", "b6 f6 c4 e3 d1 a1"), ("a7-d7xa1",), width=WHOLE),
    "moving": Sketch(_men("d7 d6 c5 b4 e4", "a7 b6 f6 d3 f2"), picked="d6"),
    "flying": Sketch(_men("d7 d6 c5", "a7 b6 f6 d3 f2"), picked="d6"),
}
