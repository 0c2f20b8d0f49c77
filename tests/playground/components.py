"""Components as bots send them, and what is read from a refusal of them."""

from __future__ import annotations

from typing import Any

from bot.playground.storage import Json

V2 = 1 << 15


def v2(*components: Json, **more: Any) -> Json:
    return {"flags": V2, "components": list(components)} | more


def text(words: str = "words") -> Json:
    return {"type": 10, "content": words}


def row(*children: Json) -> Json:
    return {"type": 1, "components": list(children)}


def button(custom_id: str | None = "a", **more: Any) -> Json:
    return {"type": 2, "style": 1, "label": "Press"} | ({"custom_id": custom_id} if custom_id else {}) | more


def select(*values: str, **more: Any) -> Json:
    options = [{"label": value, "value": value} for value in values or ("1", "2")]
    return {"type": 3, "custom_id": "s", "options": options} | more


def places(errors: Json, path: str = "") -> set[str]:
    """The places that an `errors` tree names: ``components.0.label``."""
    found = {path} if "_errors" in errors else set()
    for key, branch in errors.items():
        if key != "_errors":
            found |= places(branch, f"{path}.{key}" if path else key)
    return found


def form(*components: Json, **more: Any) -> Json:
    return {"type": 9, "data": {"custom_id": "f", "title": "Form", "components": list(components)} | more}
