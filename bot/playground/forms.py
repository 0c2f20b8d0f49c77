"""What the page sends: JSON objects whose values are checked as they are read."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any, Final

from aiohttp import web

from bot.playground.refusals import Refused

LARGEST_ID: Final = 2**63 - 1
"""No thing has it."""
_DIGITS: Final = len(str(LARGEST_ID))


class InvalidForm(Exception):
    """Something Discord's client wouldn't let people do; the page shows the text beside the input."""


class Form:
    """One request's values by name. Raises InvalidForm for values of another kind than asked for."""

    def __init__(self, values: Any) -> None:
        if not isinstance(values, dict):
            raise InvalidForm("A JSON object is needed.")
        self.values: dict[str, Any] = values

    def text(self, name: str, default: str | None = None) -> str:
        """Required unless there is a default, which also stands for null and an empty text."""
        value = self.values.get(name)
        if default is not None and value in (None, ""):
            return default
        if not isinstance(value, str):
            raise InvalidForm(f"{name} is a text.")
        return value

    def number(self, name: str) -> int:
        """An id."""
        return id_in(str(self.values.get(name)), name)

    def mapping(self, name: str) -> dict[str, Any]:
        """An object; empty if it isn't there."""
        value = self.values.get(name) or {}
        if not isinstance(value, dict):
            raise InvalidForm(f"{name} is an object.")
        return value

    def texts(self, name: str) -> list[str]:
        """A list, or one text; empty if it isn't there."""
        value = self.values.get(name) or []
        values = [value] if isinstance(value, str) else value
        if not isinstance(values, list) or not all(isinstance(one, str) for one in values):
            raise InvalidForm(f"{name} is a list of texts.")
        return values

    def truth(self, name: str) -> bool:
        """False if it isn't there."""
        return bool(self.values.get(name))


def refusing(
    handler: Callable[[web.Request], Awaitable[web.Response]],
) -> Callable[[web.Request], Awaitable[web.Response]]:
    """The handler whose InvalidForm is answered by 400 with words, and whose Refused by its own status."""

    async def handle(request: web.Request) -> web.Response:
        try:
            return await handler(request)
        except InvalidForm as mistake:
            return web.json_response({"error": str(mistake)}, status=400)
        except Refused as refusal:
            return web.json_response({"error": refusal.message, "code": refusal.code}, status=refusal.status)

    return handle


async def read_form(request: web.Request) -> Form:
    """Raises InvalidForm if the body isn't a JSON object in UTF-8."""
    try:
        return Form(json.loads(await request.read()))
    except (ValueError, RecursionError):
        raise InvalidForm("The request isn't JSON.") from None


def id_in(text: str, name: str) -> int:
    """An id that somebody has sent; `LARGEST_ID` for numbers beyond. Raises InvalidForm for anything but digits."""
    if not text.isdecimal():
        raise InvalidForm(f"{name} is a number.")
    return LARGEST_ID if len(text) > _DIGITS else min(int(text), LARGEST_ID)
