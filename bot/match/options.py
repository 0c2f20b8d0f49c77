"""The options of a table, compared with those of another one."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from bot.rules import Game


def all_options(rules: Game[Any] | None, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options with those at their defaults."""
    return {option.name: option.default for option in (rules.options if rules else ())} | dict(options)


def texts_like(options: Mapping[str, Any], texts: Sequence[str]) -> list[str]:
    """Those of the JSON texts that say just these options, in any order."""
    return [text for text in texts if json.loads(text) == options]
