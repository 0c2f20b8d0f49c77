"""Discord's own names with encryption, in front of a playground: what a browser does there depends on both."""

import asyncio
import contextlib
import shutil
import ssl
import subprocess
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.waiting import TEST_TIMEOUT

OPENSSL = shutil.which("openssl")
HOSTS = "discord.com", "*.discordsays.com"

needs_openssl = pytest.mark.skipif(OPENSSL is None, reason="no certificate can be made: apt-get install openssl")


def _certificate(folder: Path) -> ssl.SSLContext:
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    named = ["-subj", "/CN=discord.com", "-keyout", str(key), "-out", str(certificate)]
    command = [OPENSSL or "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", *named]
    subprocess.run(command, check=True, capture_output=True, timeout=TEST_TIMEOUT)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    return context


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError, asyncio.CancelledError):
        while data := await reader.read(2**16):
            writer.write(data)
            await writer.drain()
    writer.close()


@contextlib.asynccontextmanager
async def discord_names(folder: Path, port: int) -> AsyncIterator[list[str]]:
    """Serves the playground at `port` as Discord. Yields the arguments with which Chromium takes it for that."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        back, on = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.gather(_pump(reader, on), _pump(back, writer))

    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=_certificate(folder))
    here = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
    rules = ", ".join(f"MAP {host}:443 {here}" for host in HOSTS)
    yield [f"--host-resolver-rules={rules}", "--ignore-certificate-errors"]
    server.close()
