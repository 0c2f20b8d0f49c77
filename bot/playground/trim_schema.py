"""Cut Discord's published API description down to what the playground checks requests against.

    python -m bot.playground.trim_schema openapi.json

`openapi.json` is the file `specs/openapi.json` of https://github.com/discord/discord-api-spec (MIT licence). Written
is ``discord-api.json`` beside this module, with the request bodies in `BODIES`, every schema they need, and nothing
else. Two things are changed, because the server itself is more forgiving than its description: ids may be numbers as
well as strings, and descriptions of fields are left out.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Final

TARGET: Final = Path(__file__).with_name("discord-api.json")

# The schemas used by name; see `bot.playground.schema`.
BODIES: Final = (
    "MessageCreateRequest",
    "MessageEditRequestPartial",
    "IncomingWebhookRequestPartial",
    "IncomingWebhookUpdateRequestPartial",
    "CreateMessageInteractionCallbackRequest",
    "UpdateMessageInteractionCallbackRequest",
    "ModalInteractionCallbackRequest",
    "LaunchActivityInteractionCallbackRequest",
    "ApplicationCommandAutocompleteCallbackRequest",
    "ApplicationCommandUpdateRequest",
    "CreateTextThreadWithMessageRequest",
    "CreateTextThreadWithoutMessageRequest",
    "UpdateThreadRequestPartial",
    "CreatePrivateChannelRequest",
    "ExternalScheduledEventCreateRequest",
    "ExternalScheduledEventPatchRequestPartial",
)
_PREFIX: Final = "#/components/schemas/"


def references(schema: Any) -> set[str]:
    """The names of all schemas that this one mentions."""
    if isinstance(schema, dict):
        own = {schema["$ref"].removeprefix(_PREFIX)} if isinstance(schema.get("$ref"), str) else set()
        return own.union(*(references(value) for value in schema.values()))
    if isinstance(schema, list):
        return set().union(*(references(value) for value in schema))
    return set()


def without_descriptions(schema: Any) -> Any:
    if isinstance(schema, dict):
        return {
            key: without_descriptions(value)
            for key, value in schema.items()
            if not (key == "description" and isinstance(value, str)) and not key.startswith("x-")
        }
    if isinstance(schema, list):
        return [without_descriptions(value) for value in schema]
    return schema


def trim(description: dict[str, Any]) -> dict[str, Any]:
    schemas: dict[str, Any] = description["components"]["schemas"]
    wanted: dict[str, Any] = {}
    waiting = list(BODIES)
    while waiting:
        name = waiting.pop()
        if name not in wanted:
            wanted[name] = without_descriptions(schemas[name])
            waiting += references(schemas[name])
    wanted["SnowflakeType"] = {"type": ["string", "integer"], "pattern": "^(0|[1-9][0-9]*)$", "minimum": 0}
    return {
        "title": description["info"]["title"],
        "license": "MIT, see discord-api.LICENSE",
        "components": {"schemas": dict(sorted(wanted.items()))},
    }


if __name__ == "__main__":
    source = Path(sys.argv[1])
    TARGET.write_text(json.dumps(trim(json.loads(source.read_text())), separators=(",", ":")) + "\n")
