"""Southern Cross as the end-to-end tests play it."""

from typing import Any


def position(board: str, **changes: Any) -> dict[str, Any]:
    """A position of blue, red, yellow and green, row 6 first; blue has three actions unless `changes` say otherwise."""
    options = {"order": "BRYG", "challenge": "dice", "max_turns": 0} | changes.pop("options", {})
    document: dict[str, Any] = {"game": "southern_cross", "options": options, "turn": 1, "to_move": 0, "phase": "act"}
    return document | {"actions_left": 3, "board": board.split("/"), "special": None} | changes
