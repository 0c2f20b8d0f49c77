"""Positions of Southern Cross to test with, and how tests reach them."""

import random
from collections.abc import Sequence
from typing import Any

import pytest

from bot.rules import IllegalMove
from bot.rules.api import fill
from bot.rules.chance import Outcome, Scripted
from bot.rules.southern_cross import Position, game
from tests.rules.southern_cross import plain
from tests.rules.trying import NO_LUCK, Document

EMPTY = "....../....../....../....../....../......"
# Red's entry on f4 fills E while NE is full, and nothing of red can leave E right away: a spin has to prepare it.
PREPARED = "....GB/....YB/..RGB./....BB/....BG/......"
# Blue's entry on c6 fills N while C is full, and blue has no way to open one of them in two actions.
NEVER = "YG.RYB/Y.GY.B/..GRB./G.GRB./....../....Y."
TWO_COLUMNS = "/".join(["B..R.."] * 6)  # of example 8: a winning cluster of blue and one of red


def start(**options: object) -> Position:
    return game.start(4, options, NO_LUCK)


def document(board: str, turn: int = 1, left: int = 3, **options: object) -> Document:
    """A position of phase `act`; rows are separated by a stroke, row 6 first."""
    return {
        "game": "southern_cross",
        "options": options,
        "turn": turn,
        "to_move": (turn - 1) % 4,
        "phase": "act",
        "actions_left": left,
        "board": board.split("/"),
        "special": None,
    }


def at(board: str, turn: int = 1, left: int = 3, **options: object) -> Position:
    return game.load(document(board, turn, left, **options))


def after(state: Position, *texts: str, luck: Sequence[Outcome] = ()) -> Position:
    """The position after these moves, which draw exactly this luck."""
    script = Scripted(luck)
    for text in texts:
        state = state.play(state.parse(text), script)
    assert script.left == ()
    return state


def board(state: Position) -> str:
    return "/".join(state.dump()["board"])


def waiting(state: Position) -> list[int]:
    found: list[int] = state.dump()["special"]["waiting"]
    return found


def refused(state: Position, text: str) -> str:
    """What the player is told."""
    with pytest.raises(IllegalMove) as refusal:
        state.parse(text)
    assert str(refusal.value) == fill(refusal.value.sentence, refusal.value.values)
    return str(refusal.value)


def ending(rows: str, turn: int, **options: object) -> Position:
    """The position after the end of a turn in which no tile is full."""
    return after(at(rows, turn, 0, **options), "end")


ROLLING = after(at("..BB../..RY../....../....../....../......"), "end")


REMOVING = after(ROLLING, "roll", luck=[1, 6])


THROWING = after(at("..BR../..YG../....../....../....../......", 1, 0, challenge="throw"), "end", luck=[31, 16])


OVER = ending(TWO_COLUMNS, 7)


def weird_position(luck: random.Random) -> Document | None:
    """A position of phase `act` such as no match may ever reach, some tiles of it full; None if it is refused."""
    letters = [letter for letter in "BRYG" for _ in range(luck.choice((0, 1, 3, 5, 6, 6)))]
    luck.shuffle(letters)
    fill = luck.sample(list(plain.TILES), luck.choice((0, 1, 1, 2, 2, 2, 3)))
    squares = [square for tile in fill for square in plain.TILES[tile].split()]
    others = luck.sample(plain.SQUARES, len(plain.SQUARES))
    if luck.random() < 0.3:
        others.sort(key=lambda square: square[0])  # as dense as can be
    squares += [square for square in others if square not in squares]
    turn = luck.randint(1, 9)
    options: dict[str, Any] = {
        "order": "".join(luck.sample("BRYG", 4)),
        "challenge": luck.choice(("dice", "throw")),
        "max_turns": luck.choice((0, 0, turn, turn + 2)),
    }
    grid = dict(zip(squares, letters, strict=False))
    doc = document("/".join(plain.rows_of(grid)), turn, luck.randint(0, 3), **options)
    left, full = doc["actions_left"], len(plain.full(grid))
    impossible = (
        (left == 3 and (full > 1 or any(plain.winning(grid, letter) for letter in "BRYG")))
        or (left == 2 and full > 2)
        or not plain.can_be_ended(grid, options["order"][doc["to_move"]], left)
    )
    if impossible:
        with pytest.raises(ValueError, match=r"^(board|actions_left): "):
            game.load(doc)
        return None
    return doc
