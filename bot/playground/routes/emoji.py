"""The emoji of the bot itself, for its lists, buttons and texts."""

from __future__ import annotations

import base64
import re
from typing import Any, Final

from bot.playground.bodies import fields
from bot.playground.refusals import Refused, invalid
from bot.playground.routes.calls import NO_CONTENT, Call, Route, number
from bot.playground.world import World

EMOJIS: Final = r"/applications/{application_id:\d+}/emojis"
MOST: Final = 2000
LARGEST: Final = 256 * 1024  # bytes
_NAME: Final = re.compile(r"\w{2,32}", re.ASCII)
_IMAGE: Final = re.compile(r"data:image/(?:png|jpeg|gif|webp|avif);base64,(.+)", re.DOTALL)


class EmojiRoutes:
    def __init__(self, world: World) -> None:
        self.world = world

    def routes(self) -> list[Route]:
        return [
            ("GET", EMOJIS, self.list),
            ("POST", EMOJIS, self.create),
            ("DELETE", EMOJIS + r"/{emoji_id:\d+}", self.delete),
        ]

    async def list(self, _call: Call) -> Any:
        return {"items": list(self.world.storage.things("emoji"))}

    async def create(self, call: Call) -> Any:
        """Raises 30008 for too many; 50035 for a bad name or picture, or a name that is taken."""
        storage, body = self.world.storage, fields(call.body)
        name, image = str(body.get("name")), _IMAGE.fullmatch(str(body.get("image")))
        taken = [emoji["name"] for emoji in storage.things("emoji")]
        if len(taken) >= MOST:
            raise Refused(30008)
        if not _NAME.fullmatch(name):
            raise invalid(("name",), "STRING_TYPE_REGEX", "String value did not match validation regex.")
        if name in taken:
            raise invalid(("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "Emoji name already taken")
        if image is None:
            raise invalid(("image",), "IMAGE_INVALID", "Invalid image data")
        try:
            data = base64.b64decode(image[1])
        except ValueError:
            raise invalid(("image",), "IMAGE_INVALID", "Invalid image data") from None
        if len(data) > LARGEST:
            raise invalid(("image",), "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
        emoji_id = storage.snowflake()
        emoji = {
            "id": str(emoji_id),
            "name": name,
            "roles": [],
            "user": self.world.people.user(self.world.bot_id),
            "require_colons": True,
            "managed": False,
            "animated": False,
            "available": True,
        }
        storage.keep_thing("emoji", emoji)
        storage.keep_file(emoji_id, None, data)
        return emoji

    async def delete(self, call: Call) -> Any:
        """Raises 10014 if there's no such emoji."""
        known = {int(emoji["id"]) for emoji in self.world.storage.things("emoji")}
        emoji_id = number(call, "emoji_id")
        if emoji_id not in known:
            raise Refused(10014)
        self.world.storage.drop_thing("emoji", emoji_id)
        self.world.storage.drop_file(emoji_id)
        return NO_CONTENT
