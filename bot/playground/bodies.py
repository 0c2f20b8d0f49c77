"""Reading request bodies: JSON, multipart with ``payload_json`` and ``files[n]``, or a form."""

from __future__ import annotations

import io
import json
import mimetypes
import re
from dataclasses import dataclass
from typing import Any, Final

from aiohttp import BodyPartReader, web
from PIL import Image, UnidentifiedImageError

from bot.playground.checks import MAX_FILE_BYTES, MAX_REQUEST_BYTES
from bot.playground.refusals import Refused, invalid

_FILE_FIELD: Final = re.compile(r"files\[(\d+)\]")


@dataclass(frozen=True, slots=True)
class Upload:
    """One file of a request: `number` is the n of ``files[n]``, by which `attachments` entries refer to it."""

    number: int
    filename: str
    data: bytes

    def describe(self) -> dict[str, Any]:
        """What an attachment object says about the file's content."""
        content_type = mimetypes.guess_type(self.filename)[0]
        described: dict[str, Any] = {
            "filename": safe_name(self.filename),
            "size": len(self.data),
            "content_type": content_type or "application/octet-stream",
        }
        try:
            with Image.open(io.BytesIO(self.data)) as picture:
                described |= {"width": picture.width, "height": picture.height}
                described["content_type"] = Image.MIME.get(picture.format or "", described["content_type"])
        except (UnidentifiedImageError, OSError, ValueError):
            pass  # not a picture: no size in pixels
        return described


def safe_name(filename: str) -> str:
    """Discord keeps letters, digits, dot, dash and underscore of a file's name."""
    return re.sub(r"[^A-Za-z0-9._-]", "_", filename.replace("\\", "/").rsplit("/", 1)[-1]) or "unknown"


async def read_body(request: web.Request) -> tuple[Any, list[Upload]]:
    """The JSON body or the form ({} if there is none), and the files.

    Raises 50109 for broken JSON, 40005 for too many bytes.
    """
    if (request.content_length or 0) > MAX_REQUEST_BYTES:
        raise Refused(40005)
    uploads: list[Upload] = []
    if request.content_type == "application/x-www-form-urlencoded":
        return {key: value for key, value in (await request.post()).items() if isinstance(value, str)}, uploads
    if not request.content_type.startswith("multipart/"):
        sent = await request.read()
        return (_parse(sent) if sent else {}), uploads
    body: Any = {}
    total = 0
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            continue
        data = bytes(await part.read(decode=False))
        total += len(data)
        if total > MAX_REQUEST_BYTES:
            raise Refused(40005)
        field = _FILE_FIELD.fullmatch(part.name or "")
        if part.name == "payload_json":
            body = _parse(data)
        elif field:
            if len(data) > MAX_FILE_BYTES:
                raise Refused(40005)
            uploads.append(Upload(int(field[1]), part.filename or "unknown", data))
    return body, uploads


def fields(body: Any) -> dict[str, Any]:
    """A body that must be an object. Raises 50035 for any other."""
    if not isinstance(body, dict):
        raise invalid((), "BASE_TYPE_BAD_TYPE", "Could not interpret the value as object.")
    return body


def _parse(sent: bytes) -> Any:
    try:
        return json.loads(sent)
    except (ValueError, RecursionError):
        raise Refused(50109) from None
