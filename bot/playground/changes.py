"""The difference between two versions of a message, so that pages that show the older one need only that."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any


def changes(before: Any, after: Any, path: tuple[str | int, ...] = ()) -> Iterator[list[Any]]:
    """The steps from one JSON value to another, in order: `[path, value]` sets a key or an index, `[path]` removes it.

    A path leads from the outermost value to the place, as in `["components", 0, "content"]`. A list grows by setting
    the index after its last one, and shrinks from its end. A value inside that is
    shorter than the steps to it is set as a whole.
    """
    if before == after:
        return
    steps = list(_steps(before, after, path))
    whole = [list(path), after]
    yield from steps if not path or len(json.dumps(steps)) <= len(json.dumps([whole])) else [whole]


def _steps(before: Any, after: Any, path: tuple[str | int, ...]) -> Iterator[list[Any]]:
    if isinstance(before, dict) and isinstance(after, dict) and before.get("type") == after.get("type"):
        yield from ([[*path, key]] for key in before if key not in after)
        for key, value in after.items():
            yield from changes(before[key], value, (*path, key)) if key in before else [[[*path, key], value]]
    elif isinstance(before, list) and isinstance(after, list):
        yield from ([[*path, index]] for index in range(len(before) - 1, len(after) - 1, -1))
        for index, value in enumerate(after):
            here = (*path, index)
            yield from changes(before[index], value, here) if index < len(before) else [[list(here), value]]
    else:
        yield [list(path), after]
