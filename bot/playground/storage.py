"""The playground's own database file, for restarts.

Documents are stored as JSON beside the few columns that are queried. It's plain SQLite: one process, one connection,
small rows. Ephemeral messages and interactions are never stored (Discord forgets them too).
"""

from __future__ import annotations

import json
import secrets
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

Json = dict[str, Any]

DISCORD_EPOCH_MS: Final = 1_420_070_400_000  # the first millisecond of 2015: where snowflake ids begin

_TABLES = """
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS things (kind TEXT NOT NULL, id INTEGER NOT NULL, json TEXT NOT NULL, PRIMARY KEY (kind, id));
CREATE TABLE IF NOT EXISTS messages (
    id INTEGER PRIMARY KEY, channel_id INTEGER NOT NULL, author_id INTEGER NOT NULL, nonce TEXT,
    created_at REAL NOT NULL, json TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS messages_by_channel ON messages (channel_id, id);
CREATE INDEX IF NOT EXISTS messages_by_nonce ON messages (author_id, nonce) WHERE nonce IS NOT NULL;
CREATE TABLE IF NOT EXISTS files (id INTEGER PRIMARY KEY, message_id INTEGER, data BLOB NOT NULL);
"""


def copy_of(value: Any) -> Any:
    """A copy of a JSON value, to be changed. `copy.deepcopy`, which can do more, takes three times as long."""
    if isinstance(value, dict):
        return {key: copy_of(part) for key, part in value.items()}
    return [copy_of(part) for part in value] if isinstance(value, list) else value


class PlaygroundUnusable(Exception):
    """The playground can't start: `str()` says in one or two sentences what is wrong and what to do."""


class Storage:
    """Things (guild, users, channels, commands, settings), messages and files. `path` may be ``:memory:``."""

    def __init__(self, path: Path | str) -> None:
        """Raises PlaygroundUnusable."""
        try:
            if isinstance(path, Path):
                path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(str(path), isolation_level=None, check_same_thread=False)
            self._connection.execute("PRAGMA journal_mode = WAL")
            self._connection.execute("PRAGMA synchronous = NORMAL")
            self._connection.executescript(_TABLES)
            self._connection.execute(
                "DELETE FROM files WHERE message_id NOT IN (SELECT id FROM messages)"
            )  # of ephemeral ones
            self.set_setting("opened", str(time.time()))  # a file that can only be read would be noticed too late
        except (OSError, sqlite3.Error) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise PlaygroundUnusable(
                f"The playground can't use its file {path} ({reason}). Let it write there, free some space, "
                "or choose another PLAYGROUND_FOLDER."
            ) from None
        self._worker = secrets.randbelow(1 << 10) << 12
        self._newest_snowflake: int = max(
            int(self.setting("newest_snowflake", "0")),
            *(
                self._connection.execute(f"SELECT COALESCE(MAX(id), 0) FROM {table}").fetchone()[0]  # noqa: S608 - the three names below
                for table in ("things", "messages", "files")
            ),
        )

    def close(self) -> None:
        self.set_setting("newest_snowflake", str(self._newest_snowflake))
        self._connection.close()

    def snowflake(self) -> int:
        """A fresh id: its upper bits are the milliseconds since 2015; always greater than all earlier ones.

        The ten bits below say who gave it out, so that two playgrounds hardly ever give out the same.
        """
        now = (int(time.time() * 1000) - DISCORD_EPOCH_MS) << 22 | self._worker
        self._newest_snowflake = max(now, self._newest_snowflake + 1)
        return self._newest_snowflake

    def setting(self, key: str, default: str) -> str:
        row = self._connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return default if row is None else str(row[0])

    def set_setting(self, key: str, value: str) -> None:
        self._connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))

    def things(self, kind: str) -> Iterator[Json]:
        for (text,) in self._connection.execute("SELECT json FROM things WHERE kind = ? ORDER BY id", (kind,)):
            yield json.loads(text)

    def keep_thing(self, kind: str, thing: Json) -> None:
        self._connection.execute(
            "INSERT OR REPLACE INTO things VALUES (?, ?, ?)", (kind, int(thing["id"]), json.dumps(thing))
        )

    def drop_thing(self, kind: str, thing_id: int) -> None:
        self._connection.execute("DELETE FROM things WHERE kind = ? AND id = ?", (kind, thing_id))

    def keep_message(self, message: Json, created_at: float) -> None:
        """`created_at`, in seconds since 1970, decides whether the message counts as older than an hour."""
        self._connection.execute(
            "INSERT INTO messages VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET json = excluded.json",
            (
                int(message["id"]),
                int(message["channel_id"]),
                int(message["author"]["id"]),
                message.get("nonce"),
                created_at,
                json.dumps(message),
            ),
        )

    def message(self, message_id: int) -> Json | None:
        row = self._connection.execute("SELECT json FROM messages WHERE id = ?", (message_id,)).fetchone()
        return None if row is None else dict(json.loads(row[0]))

    def created_at(self, message_id: int) -> float:
        row = self._connection.execute("SELECT created_at FROM messages WHERE id = ?", (message_id,)).fetchone()
        return time.time() if row is None else float(row[0])

    def age_message(self, message_id: int, seconds: float) -> None:
        self._connection.execute("UPDATE messages SET created_at = created_at - ? WHERE id = ?", (seconds, message_id))

    def message_with_nonce(self, author_id: int, nonce: str, not_before: float) -> Json | None:
        row = self._connection.execute(
            "SELECT json FROM messages WHERE author_id = ? AND nonce = ? AND created_at >= ? ORDER BY id LIMIT 1",
            (author_id, nonce, not_before),
        ).fetchone()
        return None if row is None else dict(json.loads(row[0]))

    def messages(
        self, channel_id: int, *, limit: int, before: int | None = None, after: int | None = None
    ) -> list[Json]:
        """The newest `limit` messages between `after` and `before` (ids, both exclusive), newest first."""
        rows = self._connection.execute(
            "SELECT json FROM messages WHERE channel_id = ? AND id < ? AND id > ? ORDER BY id DESC LIMIT ?",
            (channel_id, before if before is not None else (1 << 62), after or 0, limit),
        )
        return [json.loads(text) for (text,) in rows]

    def drop_message(self, message_id: int) -> None:
        self._connection.execute("DELETE FROM messages WHERE id = ?", (message_id,))
        self._connection.execute("DELETE FROM files WHERE message_id = ?", (message_id,))

    def drop_messages_of(self, channel_id: int) -> None:
        self._connection.execute(
            "DELETE FROM files WHERE message_id IN (SELECT id FROM messages WHERE channel_id = ?)", (channel_id,)
        )
        self._connection.execute("DELETE FROM messages WHERE channel_id = ?", (channel_id,))

    def keep_file(self, file_id: int, message_id: int | None, data: bytes) -> None:
        self._connection.execute("INSERT OR REPLACE INTO files VALUES (?, ?, ?)", (file_id, message_id, data))

    def file(self, file_id: int) -> bytes | None:
        row = self._connection.execute("SELECT data FROM files WHERE id = ?", (file_id,)).fetchone()
        return None if row is None else bytes(row[0])

    def drop_file(self, file_id: int) -> None:
        self._connection.execute("DELETE FROM files WHERE id = ?", (file_id,))
