"""All that goes to Discord goes through the proxy that is set, the gateway too."""

import asyncio
from contextlib import suppress
from pathlib import Path

import pytest

from bot.playground import Playground, endpoints
from tests.databases import put_database
from tests.end_to_end.house import House
from tests.end_to_end.nursery import NURSERY
from tests.waiting import in_time, until

pytestmark = pytest.mark.thorough

NOWHERE = "http://127.0.0.9:9"  # nothing listens there: only the proxy leads to it


class Proxy:
    """Passes on each connection to one server, which understands requests to proxies, and notes what is asked for."""

    def __init__(self, port: int) -> None:
        self.port, self.asked = port, list[str]()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there = await asyncio.open_connection("127.0.0.1", self.port)
        with suppress(ConnectionError):
            await asyncio.gather(self.pass_on(reader, there[1], note=True), self.pass_on(there[0], writer))

    async def pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, note: bool = False) -> None:
        while data := await reader.read(65536):
            if note and data.split(b" ", 1)[0] in (b"GET", b"POST", b"PUT"):
                self.asked.append(data.split(b" ", 2)[1].decode())
            writer.write(data)
            await writer.drain()
        writer.close()


async def test_discord_and_its_gateway_are_reached_through_the_proxy(tmp_path: Path) -> None:
    put_database(tmp_path / "crux.db")
    async with Playground() as discord:
        proxy = Proxy(discord.port)
        async with await asyncio.start_server(proxy.serve, "127.0.0.1", 0) as listening:
            here = endpoints(NOWHERE)
            first = f"from bot.client import connect_to; connect_to({here.api!r}, {here.gateway!r}, {here.cdn!r})"
            discord.world.links.base_url = NOWHERE
            where = f"http://user:hidden@127.0.0.1:{listening.sockets[0].getsockname()[1]}"
            settings = {"DISCORD_TOKEN": "a-token", "HTTPS_PROXY": where, "METRICS_PORT": ""}
            address = {"DATABASE_URL": f"sqlite+aiosqlite:///{tmp_path / 'crux.db'}"}
            environment = House(tmp_path).environment | settings | address
            bot = await NURSERY.bear(folder=tmp_path, environment=environment, first=first)
            await until(lambda: discord.gateway.connected, "the bot's connection")
            bot.kill()
            said = (await in_time(bot.stdout.read())).decode()
            await in_time(bot.wait())
    assert any("/gateway" in one for one in proxy.asked), proxy.asked
    assert any(one.startswith(f"{NOWHERE}/api/v10/users/@me") for one in proxy.asked)
    assert "hidden" not in said
