"""Documents of the web server, checked against its published description."""

import json
from typing import Any

import jsonschema

from cogs.shared.web.server import DESCRIPTION

OPENAPI = json.loads(DESCRIPTION.read_text())


def checked(document: Any, schema: str) -> Any:
    jsonschema.validate(document, {"$ref": f"#/components/schemas/{schema}", "components": OPENAPI["components"]})
    return document
