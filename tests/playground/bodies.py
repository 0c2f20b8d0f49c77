"""Bodies of requests to the playground."""

import json
from typing import Any

from aiohttp import FormData

from bot.playground.storage import Json
from tests.playground.conftest import Api


def command(name: str = "game", *options: Json, **more: Any) -> Json:
    return {"name": name, "description": "What it does", "type": 1, "options": list(options)} | more


def gallery(url: str, **more: Any) -> Json:
    return {"type": 12, "items": [{"media": {"url": url}} | more]}


async def posted(api: Api, body: Json, *files: tuple[str, bytes]) -> tuple[int, Json]:
    """A message with files, as multipart."""
    form = FormData(quote_fields=False)
    form.add_field("payload_json", json.dumps(body))
    for number, (name, data) in enumerate(files):
        form.add_field(f"files[{number}]", data, filename=name, content_type="application/octet-stream")
    return await api("POST", "/channels/{games}/messages", data=form)
