"""Links to files, signed and short-lived like those of Discord's file server."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from typing import Final

from bot.playground.storage import Json, Storage

ATTACHMENT_LINK_SECONDS: Final = 24 * 3600
SAME_LINK_SECONDS: Final = 3600


class Links:
    def __init__(self, storage: Storage) -> None:
        self.base_url = ""  # set when the server knows its port
        self._storage = storage
        self._key = storage.setting("link_key", "") or secrets.token_hex(16)
        storage.set_setting("link_key", self._key)

    def to_file(self, channel_id: str, attachment: Json) -> str:
        """A link that works for a day, signed like the ones of Discord's file server.

        It expires on a full hour, so that a file keeps its link for that long and a browser needn't load it again.
        """
        path = f"attachments/{channel_id}/{attachment['id']}/{attachment['filename']}"
        hours = int(time.time() + ATTACHMENT_LINK_SECONDS) // SAME_LINK_SECONDS + 1
        expires = f"{hours * SAME_LINK_SECONDS:x}"
        return f"{self.base_url}/cdn/{path}?ex={expires}&hm={self._signature(path, expires)}"

    def is_good(self, path: str, expires: str, signature: str) -> bool:
        try:
            is_late = int(expires, 16) < time.time()
        except ValueError:
            return False
        return not is_late and hmac.compare_digest(signature, self._signature(path, expires))

    def expire(self) -> None:
        """Invalidates all links handed out so far."""
        self._key = secrets.token_hex(16)
        self._storage.set_setting("link_key", self._key)

    def _signature(self, path: str, expires: str) -> str:
        return hmac.new(self._key.encode(), f"{path}?{expires}".encode(), hashlib.sha256).hexdigest()
