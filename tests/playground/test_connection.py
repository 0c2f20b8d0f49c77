"""The gateway, as discord.py uses it."""

from __future__ import annotations

import asyncio
import json
import os
import time
import zlib
from pathlib import Path
from typing import Any

import discord
import pytest
from aiohttp import ClientSession, WSMsgType

from bot.playground import Playground, endpoints, serve
from bot.playground.gateway import ACK_SECONDS, compressor
from tests.person import Person
from tests.playground.conftest import Api, Start, let_the_time_run_out
from tests.playground.small_bot import SmallBot
from tests.waiting import in_time, until


class TestWhoMayConnect:
    @pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.5", "example.org", "::"])  # noqa: S104 - refused, that is the point
    def test_only_this_machine(self, host: str) -> None:
        with pytest.raises(ValueError, match="this machine only"):
            Playground(host=host)

    async def test_serving_elsewhere_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(ValueError, match="this machine only"):
            await serve("0.0.0.0", 0, tmp_path / "data.db")  # noqa: S104 - refused, that is the point

    async def test_no_other_website_can_use_it(self, playground: Playground) -> None:
        async with ClientSession() as session:
            foreign = await session.get(f"{playground.url}/web/health", headers={"Origin": "https://example.org"})
            rebound = await session.get(f"{playground.url}/web/health", headers={"Host": "example.org"})
            own = await session.get(f"{playground.url}/web/health", headers={"Origin": playground.url})
        assert (foreign.status, rebound.status, own.status) == (403, 403, 200)

    async def test_a_wrong_token_is_refused(self, api: Api) -> None:
        wrong = await api("GET", "/users/@me", token="wrong")  # noqa: S106 - not a secret
        assert wrong == (401, {"message": "401: Unauthorized", "code": 0})
        assert (await api("GET", "/users/@me", token=""))[0] == 401

    async def test_intents_that_must_be_applied_for(self, start_bot: Start, playground: Playground) -> None:
        with pytest.raises(discord.PrivilegedIntentsRequired):
            await start_bot(intents=discord.Intents(guilds=True, members=True))
        playground.gateway.privileged_intents = True
        bot = await start_bot(intents=discord.Intents(guilds=True, members=True))
        assert len(bot.guilds[0].members) == 5


class TestFirstContact:
    async def test_the_bot_sees_the_guild(self, bot: SmallBot) -> None:
        (guild,) = bot.guilds
        assert [channel.name for channel in guild.text_channels] == ["general", "games"]
        assert guild.me.guild_permissions.send_messages
        assert guild.member_count == 5
        assert list(guild.members) == [guild.me], "without the members intent nobody else is shown"

    async def test_commands_are_registered(self, bot: SmallBot, ada: Person) -> None:
        commands = await ada.commands()
        assert commands["game start"] == "Open a table"
        assert [command.name for command in await bot.tree.fetch_commands()] == ["game"]

    async def test_unchanged_commands_keep_their_version(self, bot: SmallBot, playground: Playground) -> None:
        before = dict(playground.world.commands)
        await bot.tree.sync()
        assert playground.world.commands == before

    async def test_health_tells_whether_the_bot_is_there(self, playground: Playground, start_bot: Start) -> None:
        async with ClientSession() as session:
            health = f"{playground.url}/web/health"
            nobody = {"page": True, "bot": False, "commands": 0, "process": os.getpid()}
            assert await (await session.get(health)).json() == nobody
            bot = await start_bot()
            assert await (await session.get(health)).json() == nobody | {"bot": True, "commands": 1}
            await bot.close()
            await until(lambda: not playground.gateway.connected)
            assert not (await (await session.get(health)).json())["bot"]

    async def test_messages_come_only_with_the_intent(self, start_bot: Start, ada: Person) -> None:
        deaf = await start_bot()
        hearing = await start_bot(intents=discord.Intents(guilds=True, guild_messages=True), sync=False)
        await ada.say(f"secret <@{deaf.application_id}>")
        await ada.say("secret")
        await until(lambda: len(hearing.told) == 2)
        assert deaf.told == []
        assert [message.content for message in hearing.told] == [f"secret <@{deaf.application_id}>", ""]


class TestLostConnections:
    async def test_what_was_missed_comes_after_resuming(self, bot: SmallBot, ada: Person) -> None:
        await ada.control(gateway="drop")
        answer = await ada.slash("game move", move="B5-C5")
        assert answer.text == "Moved B5-C5."
        assert bot.resumed.is_set()
        assert bot.sessions == 1

    async def test_a_request_to_reconnect_is_followed(self, bot: SmallBot, ada: Person) -> None:
        await ada.control(gateway="reconnect")
        await in_time(bot.resumed.wait())
        assert (await ada.slash("game move", move="x")).text == "Moved x."

    async def test_a_void_session_is_begun_anew(self, bot: SmallBot, ada: Person) -> None:
        await ada.control(gateway="invalid")
        await until(lambda: bot.sessions == 2)
        assert (await ada.slash("game move", move="x")).text == "Moved x."

    async def test_a_forgotten_session_cannot_be_resumed(self, bot: SmallBot, ada: Person) -> None:
        await ada.control(gateway="forget")
        await until(lambda: bot.sessions == 2)
        assert not bot.resumed.is_set()

    async def test_without_a_bot_commands_fail(self, bot: SmallBot, ada: Person, playground: Playground) -> None:
        await bot.close()
        asked = asyncio.create_task(ada.slash("game move", move="x"))
        await let_the_time_run_out(playground)
        assert (await asked).failed


class TestHeartbeats:
    async def test_no_answer_is_counted_from_the_heartbeat_before(
        self, playground: Playground, start_bot: Start, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """discord.py's thread notes a heartbeat once it has woken up after sending it, here a little late. An answer
        that is quicker looks a whole interval late: "Can't keep up, shard ID 0 websocket is 41.3s behind". So each
        answer comes some time after its heartbeat; the first heartbeat answers HELLO and isn't the thread's."""
        sent: list[float] = []
        answered: list[float] = []

        class Watched(discord.gateway.KeepAliveHandler):
            def get_payload(self) -> dict[str, Any]:
                sent.append(time.monotonic())
                return super().get_payload()

            def ack(self) -> None:
                super().ack()
                answered.append(time.monotonic())

        monkeypatch.setattr(discord.gateway, "KeepAliveHandler", Watched)
        playground.gateway.heartbeat_ms = 150
        await start_bot()
        await until(lambda: len(answered) >= 4, "four answers to heartbeats")
        waited = [answer - heartbeat for heartbeat, answer in zip(sent, answered, strict=False)]
        assert min(waited) >= ACK_SECONDS
        assert ACK_SECONDS >= 10 * 0.01  # what the thread may need


class TestSharding:
    async def test_a_guild_belongs_to_one_shard(self, playground: Playground) -> None:
        mine = (playground.world.guild_id >> 22) % 2
        names = [await self._events(playground, [shard, 2]) for shard in (mine, 1 - mine)]
        assert names == [["READY", "GUILD_CREATE"], ["READY"]]

    @staticmethod
    async def _events(playground: Playground, shard: list[int]) -> list[str]:
        """What a shard is sent first, read without compression."""
        async with ClientSession() as session, session.ws_connect(endpoints(playground.url).gateway) as socket:
            assert (await socket.receive_json())["op"] == 10
            token = playground.gateway.token
            await socket.send_json({"op": 2, "d": {"token": token, "intents": 1, "shard": shard, "properties": {}}})
            await socket.send_json({"op": 1, "d": None})
            names = []
            while (event := await socket.receive_json())["op"] != 11:
                names.append(event["t"])
            return names


class TestCompression:
    def test_each_message_ends_with_a_flush_of_one_stream(self) -> None:
        compress = compressor("zlib-stream")
        assert compress is not None
        stream = zlib.decompressobj()
        for message in ("first", "second " * 100):
            frame = compress(message)
            assert frame.endswith(b"\x00\x00\xff\xff")
            assert stream.decompress(frame).decode() == message

    def test_nothing_is_compressed_unasked(self) -> None:
        assert compressor(None) is None

    async def test_unknown_ways_are_refused(self, playground: Playground) -> None:
        address = endpoints(playground.url).gateway + "?compress=pied-piper"
        async with ClientSession() as session, session.ws_connect(address) as socket:
            assert (await socket.receive()).type is WSMsgType.CLOSE

    async def test_nonsense_ends_the_connection(self, playground: Playground) -> None:
        async with ClientSession() as session, session.ws_connect(endpoints(playground.url).gateway) as socket:
            await socket.receive()
            await socket.send_str("not json")
            assert (await socket.receive()).data == 4002
            assert json.dumps(socket.close_code) == "4002"
