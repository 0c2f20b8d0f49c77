"""Comparing the options of tables."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from bot.rules import Game


def all_options(rules: Game[Any] | None, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options with defaults filled in."""
    return {option.name: option.default for option in (rules.options if rules else ())} | dict(options)


def texts_like(options: Mapping[str, Any], texts: Sequence[str]) -> list[str]:
    """Those of the JSON texts that stand for exactly these options, in any order."""
    return [text for text in texts if json.loads(text) == options]
