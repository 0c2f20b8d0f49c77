"""The gateway: one websocket per shard of the bot, with sessions that survive a dropped connection.

Supports what discord.py asks for: ``encoding=json`` with ``compress=zlib-stream``, ``zstd-stream`` (if Python or a
package has Zstandard) or none.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
import time
import zlib
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from importlib import import_module
from typing import Any, Final

from aiohttp import WSMsgType, web

from bot.playground.guild import guild_create
from bot.playground.messages import for_the_bot
from bot.playground.storage import Json
from bot.playground.world import GUILD_MEMBERS, GUILDS, MESSAGE_CONTENT, World

_log = logging.getLogger(__name__)


class Op(IntEnum):
    """The kinds of gateway messages."""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    PRESENCE = 3
    VOICE_STATE = 4
    RESUME = 6
    RECONNECT = 7
    REQUEST_MEMBERS = 8
    INVALID_SESSION = 9
    HELLO = 10
    HEARTBEAT_ACK = 11


HEARTBEAT_MS: Final = 41_250
# An answer takes as long as over a network. discord.py notes when a heartbeat left only after the thread that sends it
# has woken up again; an answer that is there before is counted from the heartbeat before it: "41.3s behind".
ACK_SECONDS: Final = 0.1
RESUMABLE_SECONDS: Final = 120
REPLAYED_EVENTS: Final = 2000
_PRIVILEGED: Final = GUILD_MEMBERS | 1 << 8 | MESSAGE_CONTENT

Compress = Callable[[str], bytes]


def compressor(name: str | None) -> Compress | None:
    """Encodes one gateway message as a frame; None for plain text. Raises ValueError for unknown names."""
    if name is None:
        return None
    if name == "zlib-stream":
        stream = zlib.compressobj()
        return lambda text: stream.compress(text.encode()) + stream.flush(zlib.Z_SYNC_FLUSH)
    if name == "zstd-stream":
        with contextlib.suppress(ImportError):
            package: Any = import_module("zstandard")
            frames: Any = package.ZstdCompressor().compressobj()
            return lambda text: bytes(frames.compress(text.encode()) + frames.flush(package.COMPRESSOBJ_FLUSH_BLOCK))
        with contextlib.suppress(ImportError):
            module: Any = import_module("compression.zstd")
            zstd: Any = module.ZstdCompressor()
            return lambda text: bytes(zstd.compress(text.encode(), module.ZstdCompressor.FLUSH_BLOCK))
    raise ValueError(f"no way to compress as {name}")


@dataclass(slots=True)
class Session:
    """What a bot's shard has been sent. `connection` is None while it is away but may still resume."""

    id: str
    token: str
    intents: int
    shard: tuple[int, int]
    connection: GatewayConnection | None
    sequence: int = 0
    events: deque[Json] = field(default_factory=lambda: deque(maxlen=REPLAYED_EVENTS))
    away_since: float = 0.0


class GatewayConnection:
    """One websocket."""

    def __init__(self, socket: web.WebSocketResponse, request: web.Request) -> None:
        self.socket = socket
        self.request = request
        self.compress = compressor(request.query.get("compress"))
        self.session: Session | None = None
        self._queue: asyncio.Queue[Json | None] = asyncio.Queue()
        self._writer = asyncio.create_task(self._write())

    def send(self, op: Op, data: Any = None, **more: Any) -> None:
        self._queue.put_nowait({"op": op, "d": data} | {"s": None, "t": None} | more)

    async def _write(self) -> None:
        while (message := await self._queue.get()) is not None:
            text = json.dumps(message)
            with contextlib.suppress(ConnectionError, RuntimeError):  # the reader notices the end of the connection
                if self.compress is None:
                    await self.socket.send_str(text)
                else:
                    await self.socket.send_bytes(self.compress(text))

    async def finish(self) -> None:
        """Sends what is waiting, then stops writing."""
        self._queue.put_nowait(None)
        with contextlib.suppress(ConnectionError, RuntimeError):
            await self._writer

    async def close(self, code: int, reason: str = "") -> None:
        await self.finish()
        await self.socket.close(code=code, message=reason.encode())

    def drop(self) -> None:
        """Drops the connection without closing it, as a failing network does."""
        self._queue.put_nowait(None)
        if self.request.transport is not None:
            self.request.transport.abort()


class Gateway:
    """All sessions of the bot. `application` is its application object, `token` the only accepted one (None: any)."""

    def __init__(self, world: World, token: str | None = None) -> None:
        self.world = world
        self.token = token
        self.heartbeat_ms = HEARTBEAT_MS
        self.privileged_intents = False  # whether the bot was granted the intents that must be applied for
        self.sessions: dict[str, Session] = {}
        self._connections: set[GatewayConnection] = set()

    @property
    def connected(self) -> bool:
        return any(session.connection is not None for session in self.sessions.values())

    def dispatch(self, name: str, data: Json, intent: int, guild_id: int | None) -> None:
        """Sends an event to every session that asked for it; sessions that are away get it when they resume."""
        for session in list(self.sessions.values()):
            if session.connection is None and time.monotonic() - session.away_since > RESUMABLE_SECONDS:
                del self.sessions[session.id]
                continue
            index, count = session.shard
            if ((guild_id or 0) >> 22) % count != index or (intent and not session.intents & intent):
                continue
            shown = data
            if name in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
                shown = for_the_bot(data, bot_id=self.world.bot_id, intents=session.intents)
            self._dispatch_to(session, name, shown)

    def _dispatch_to(self, session: Session, name: str, data: Json) -> None:
        session.sequence += 1
        event = {"t": name, "s": session.sequence, "d": data}
        session.events.append(event)
        if session.connection is not None:
            session.connection.send(Op.DISPATCH, data, t=name, s=session.sequence)

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=4096 * 16, autoping=True)
        await socket.prepare(request)
        try:
            connection = GatewayConnection(socket, request)
        except ValueError as problem:
            await socket.close(code=4012, message=str(problem).encode())
            return socket
        self._connections.add(connection)
        connection.send(Op.HELLO, {"heartbeat_interval": self.heartbeat_ms, "_trace": ["playground"]})
        try:
            async for message in socket:
                if message.type is not WSMsgType.TEXT:
                    continue
                if not await self._handle(connection, message.data):
                    break
        finally:
            self._drop(connection)
            await connection.finish()
        return socket

    def _drop(self, connection: GatewayConnection) -> None:
        self._connections.discard(connection)
        session = connection.session
        if session is None or session.connection is not connection:
            return
        session.connection = None
        session.away_since = time.monotonic()
        if connection.socket.close_code in (1000, 1001):  # the bot said good-bye: its session ends
            self.sessions.pop(session.id, None)
        self.world.tell_page({"type": "bot", "connected": self.connected}, None)

    async def _handle(self, connection: GatewayConnection, text: str) -> bool:
        """Handles one message from the bot; False ends the connection."""
        try:
            message = json.loads(text)
            op, data = message["op"], message.get("d")
        except (ValueError, KeyError, TypeError):
            await connection.close(4002, "Decode error.")
            return False
        match op:
            case Op.HEARTBEAT:
                asyncio.get_running_loop().call_later(ACK_SECONDS, connection.send, Op.HEARTBEAT_ACK)
            case Op.IDENTIFY:
                return await self._identify(connection, data)
            case Op.RESUME:
                await self._resume(connection, data)
            case Op.PRESENCE | Op.VOICE_STATE:
                pass  # presence and voice state do nothing here
            case Op.REQUEST_MEMBERS:
                self._members(connection, data)
            case _:
                await connection.close(4001, "Unknown opcode.")
                return False
        return True

    async def _identify(self, connection: GatewayConnection, data: Json) -> bool:
        if connection.session is not None:
            await connection.close(4005, "Already authenticated.")
            return False
        if not data.get("token") or (self.token is not None and data["token"] != self.token):
            await connection.close(4004, "Authentication failed.")
            return False
        index, count = data.get("shard") or (0, 1)
        if not 0 <= index < count:
            await connection.close(4010, "Invalid shard.")
            return False
        if data["intents"] & _PRIVILEGED and not self.privileged_intents:
            await connection.close(4014, "Disallowed intent(s).")
            return False
        session = Session(secrets.token_hex(16), data["token"], data["intents"], (index, count), connection)
        connection.session = session
        self.sessions[session.id] = session
        has_guild = (self.world.guild_id >> 22) % count == index
        bot = self.world.people.user(self.world.bot_id) | {
            "verified": True,
            "mfa_enabled": False,
            "email": None,
            "flags": 0,
        }
        self._dispatch_to(
            session,
            "READY",
            {
                "v": 10,
                "user": bot,
                "guilds": [{"id": str(self.world.guild_id), "unavailable": True}] if has_guild else [],
                "session_id": session.id,
                "session_type": "normal",
                "resume_gateway_url": self.world.links.base_url.replace("http", "ws", 1) + "/gateway",
                "shard": [index, count],
                "application": {"id": str(self.world.bot_id), "flags": 0},
                "private_channels": [],
                "relationships": [],
                "presences": [],
                "user_settings": {},
                "_trace": ["playground"],
            },
        )
        if has_guild and session.intents & GUILDS:
            with_members = bool(session.intents & GUILD_MEMBERS)
            self._dispatch_to(session, "GUILD_CREATE", guild_create(self.world, with_members=with_members))
        self.world.tell_page({"type": "bot", "connected": True}, None)
        return True

    async def _resume(self, connection: GatewayConnection, data: Json) -> None:
        session = self.sessions.get(data.get("session_id") or "")
        last_sequence = data.get("seq") or 0
        oldest = session.events[0]["s"] if session and session.events else 1
        if session is None or session.token != data.get("token") or not oldest - 1 <= last_sequence <= session.sequence:
            connection.send(Op.INVALID_SESSION, False)
            return
        if session.connection is not None and session.connection is not connection:
            session.connection.session = None
            session.connection.drop()
        session.connection, connection.session = connection, session
        for event in session.events:
            if event["s"] > last_sequence:
                connection.send(Op.DISPATCH, event["d"], t=event["t"], s=event["s"])
        self._dispatch_to(session, "RESUMED", {"_trace": ["playground"]})
        self.world.tell_page({"type": "bot", "connected": True}, None)

    def _members(self, connection: GatewayConnection, data: Json) -> None:
        """The response to a request for guild members: by ids or by the beginning of a name."""
        if connection.session is None:
            return
        user_ids = {int(user_id) for user_id in data.get("user_ids") or ()}
        query = (data.get("query") or "").casefold()
        members = [
            self.world.people.member(user_id)
            for user_id in self.world.people.users
            if self.world.people.is_member(user_id)
            and (user_id in user_ids if user_ids else self.world.people.name_of(user_id).casefold().startswith(query))
        ]
        chunk = {
            "guild_id": str(self.world.guild_id),
            "members": members,
            "chunk_index": 0,
            "chunk_count": 1,
            "not_found": [str(user_id) for user_id in user_ids if not self.world.people.is_member(user_id)],
        } | ({"nonce": data["nonce"]} if data.get("nonce") else {})
        self._dispatch_to(connection.session, "GUILD_MEMBERS_CHUNK", chunk)

    # Faults

    def drop(self) -> None:
        """Drops every connection; the sessions stay resumable."""
        for connection in list(self._connections):
            connection.drop()

    def ask_to_reconnect(self) -> None:
        for connection in list(self._connections):
            connection.send(Op.RECONNECT)

    def invalidate(self, *, resumable: bool = False) -> None:
        """Tells the bot that its session is invalid; `resumable` keeps the session, as Discord sometimes does."""
        for connection in list(self._connections):
            if connection.session is not None and not resumable:
                self.sessions.pop(connection.session.id, None)
            connection.send(Op.INVALID_SESSION, resumable)

    def forget_sessions(self) -> None:
        """Drops every connection and forgets all sessions."""
        self.sessions.clear()
        self.drop()

    async def close(self) -> None:
        for connection in list(self._connections):
            await connection.close(1001, "The playground stops.")
