"""Connections in memory: aiohttp's clients and servers talk over them as over sockets, with delays that are drawn."""

import asyncio
import random
from collections.abc import Callable
from contextvars import Context, copy_context
from typing import Any

from aiohttp import ClientConnectorError, TCPConnector

from simulation.loop import PROCESS, VirtualLoop

LEAST, USUAL = 0.002, 0.015
"""Seconds that bytes are on their way, at least and on average beyond that."""


class Wire(asyncio.Transport):
    """One end of a connection. `end` is where the other end's bytes arrive."""

    def __init__(self, net: "Network", protocol: Any, context: Context) -> None:
        super().__init__()
        self._net = net
        self._protocol = protocol
        self._context = context
        self._other: Wire
        self._outgoing: list[bytes] = []
        self._leaving = False  # whether a delivery of what is outgoing is under way
        self._held: list[bytes] | None = None  # what has arrived while nobody reads
        self._arrives = 0.0
        self._closing = False
        self._over = False

    def join(self, other: "Wire") -> None:
        self._other, other._other = other, self

    # What protocols ask for

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return ("127.0.0.1", 1) if name == "peername" else default

    def is_closing(self) -> bool:
        return self._closing

    def set_protocol(self, protocol: Any) -> None:
        self._protocol = protocol

    def get_protocol(self) -> Any:
        return self._protocol

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """There's room for everything."""

    def get_write_buffer_size(self) -> int:
        return 0

    def pause_reading(self) -> None:
        if self._held is None:
            self._held = []

    def resume_reading(self) -> None:
        held, self._held = self._held, None
        if held:
            self._arrive(b"".join(held))

    def is_reading(self) -> bool:
        return self._held is None

    def can_write_eof(self) -> bool:
        return False

    def write(self, data: Any) -> None:
        if self._closing or self._is_dead():
            return
        self._outgoing.append(bytes(data))
        if not self._leaving:
            self._leaving = True
            self._later(self._deliver)

    def close(self) -> None:
        if not self._closing and not self._is_dead():
            self._closing = True
            self._later(self._other._end, None)
            self._net.loop.call_soon(self._end, None, context=self._context)

    def abort(self) -> None:
        """Breaks the connection; what is on its way is lost."""
        if not self._is_dead():
            self._net.loop.call_soon(self._end, None, context=self._context)
        self.cut()

    def cut(self) -> None:
        """The other end finds the connection broken."""
        self._closing = True
        self._outgoing.clear()
        self._later(self._other._end, ConnectionResetError("the connection broke"))

    # The way

    def _is_dead(self) -> bool:
        process = self._context.get(PROCESS)
        return process is not None and not process.alive

    def _later(self, call: Callable[..., None], *given: Any) -> None:
        loop, chance = self._net.loop, self._net.chance
        way = LEAST + chance.expovariate(1 / USUAL)
        self._arrives = max(self._arrives + 1e-6, loop.time() + way)
        loop.call_at(self._arrives, call, *given, context=self._other._context)

    def _deliver(self) -> None:
        data, self._leaving = b"".join(self._outgoing), False
        self._outgoing.clear()
        if data:
            self._other._arrive(data)

    def _arrive(self, data: bytes) -> None:
        if self._over or self._closing:
            return
        if self._held is not None:
            self._held.append(data)
        else:
            self._protocol.data_received(data)

    def _end(self, error: Exception | None) -> None:
        if self._over:
            return
        self._over = self._closing = True
        if error is None:
            self._protocol.eof_received()
        self._protocol.connection_lost(error)


class Listener(asyncio.AbstractServer):
    """Who listens at an address."""

    def __init__(self, net: "Network", address: tuple[str, int]) -> None:
        self._net = net
        self.address = address
        self.sockets = [self]

    def getsockname(self) -> tuple[str, int]:
        return self.address

    def close(self) -> None:
        self._net.listening.pop(self.address, None)

    async def wait_closed(self) -> None:
        """Nothing is left to wait for."""

    def is_serving(self) -> bool:
        return self.address in self._net.listening

    async def start_serving(self) -> None:
        """It does already."""

    async def serve_forever(self) -> None:
        await asyncio.Event().wait()

    def get_loop(self) -> Any:
        return self._net.loop


class Network:
    """All connections of a loop, which has no others. Python's `aiohttp` uses them from then on."""

    def __init__(self, loop: VirtualLoop, chance: random.Random) -> None:
        self.loop = loop
        self.chance = chance
        self.listening: dict[tuple[str, int], tuple[Callable[[], Any], Context]] = {}
        self.opened = 0
        net: Any = loop
        net.create_server = self._create_server
        connector: Any = TCPConnector
        connector._create_connection = self._for_aiohttp

    async def _create_server(self, factory: Callable[[], Any], host: str, port: int, **_: Any) -> Listener:
        self.listening[(host, port)] = factory, copy_context()
        return Listener(self, (host, port))

    async def _for_aiohttp(self, request: Any, _traces: Any, _timeout: Any) -> Any:
        protocol = None
        try:
            protocol = await self._connect(request.url.host, request.url.port)
        except OSError as error:
            raise ClientConnectorError(request.connection_key, error) from error
        return protocol

    async def _connect(self, host: str, port: int) -> Any:
        from aiohttp.client_proto import ResponseHandler

        await asyncio.sleep(LEAST + self.chance.expovariate(1 / USUAL))
        found = self.listening.get((host, port))
        if found is None:
            raise ConnectionRefusedError(f"nobody listens on {host}:{port}")
        factory, theirs = found
        self.opened += 1
        here = Wire(self, ResponseHandler(self.loop), copy_context())
        there = Wire(self, theirs.run(factory), theirs.copy())
        here.join(there)
        process = PROCESS.get()
        if process is not None:
            process.at_death.append(here.cut)
        there._context.run(there._protocol.connection_made, there)
        here._protocol.connection_made(here)
        return here._protocol
