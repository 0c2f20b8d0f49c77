"""Positions of Nine Men's Morris in tests."""

from typing import Any

from bot.rules.morris import Position, game


def at(gold: str, blue: str, *, hands: tuple[int, int] = (0, 0), turn: int = 0, **more: Any) -> Position:
    """A position with these men on the board, gold to move unless said otherwise."""
    men = {"gold": gold.split(), "blue": blue.split()}
    options = {"flying": more.pop("flying", True)}
    document = {"game": "morris", "options": options, "men": men, "in_hand": [*hands], "turn": turn, "quiet": 0}
    return game.load(document | more)


def after(position: Position, *moves: str) -> Position:
    for move in moves:
        position = position.play(position.parse(move))
    return position
