"""Recorded matches of each game, for tests that replay or tell them."""

import json
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent


@cache
def lines_of(game: str) -> list[str]:
    """The records of a game, each as its line of the file."""
    return (FOLDER / f"{game}.jsonl").read_text(encoding="utf-8").splitlines()


@cache
def records_of(game: str) -> list[dict[str, Any]]:
    """The records of a game; nobody may change them."""
    return [json.loads(line) for line in lines_of(game)]
