"""What goes wrong on purpose, and that discord.py gets over it."""

from __future__ import annotations

import asyncio

import aiohttp
import discord
import pytest

from bot.playground import Playground
from tests.messages import CannotDo
from tests.person import Person
from tests.playground.conftest import Api
from tests.playground.small_bot import SmallBot
from tests.waiting import until


@pytest.fixture
def _short_sleeps(monkeypatch: pytest.MonkeyPatch) -> None:
    """discord.py waits one second and more before it tries again; the tests needn't."""
    sleep = asyncio.sleep

    async def nap(seconds: float, result: object = None) -> object:
        return await sleep(min(seconds, 0.05), result)

    monkeypatch.setattr(asyncio, "sleep", nap)


@pytest.mark.usefixtures("_short_sleeps")
class TestFailingAnswers:
    @pytest.mark.parametrize("status", [500, 502])
    async def test_a_failure_is_tried_again(self, bot: SmallBot, ada: Person, status: int) -> None:
        await ada.control(fail={"times": 2, "status": status, "match": "POST /channels/"})
        await bot.channel("games").send("at last")
        log = await ada.log()
        posts = [request["status"] for request in log["requests"] if request["method"] == "POST"]
        assert posts == [status, status, 200]
        assert [message.text for message in await ada.messages()] == ["at last"]

    async def test_a_lost_answer_makes_no_double(self, bot: SmallBot, ada: Person) -> None:
        await ada.control(fail={"times": 1, "after": True, "match": "POST /channels/"})
        await bot.channel("games").send("once")  # discord.py sends a nonce along unasked
        assert [message.text for message in await ada.messages()] == ["once"]

    @pytest.mark.parametrize(("nonce", "messages"), [({}, 2), ({"nonce": "1", "enforce_nonce": True}, 1)])
    async def test_only_the_nonce_saves_from_doubles(
        self, api: Api, ada: Person, nonce: dict[str, object], messages: int
    ) -> None:
        await ada.control(fail={"times": 1, "after": True, "match": "POST /channels/"})
        statuses = [(await api("POST", "/channels/{games}/messages", {"content": "x"} | nonce))[0] for _ in range(2)]
        assert statuses == [500, 200]
        assert len(await ada.messages()) == messages

    async def test_too_many_requests_wait(self, bot: SmallBot, ada: Person) -> None:
        await ada.control(fail={"times": 1, "status": 429, "retry_after": 0.01})
        await bot.channel("games").send("patience")
        log = await ada.log()
        assert [request["status"] for request in log["requests"][-2:]] == [429, 200]
        assert log["statuses"]["429"] == 1

    @pytest.mark.parametrize(("after", "messages"), [(False, 0), (True, 1)])
    async def test_a_connection_breaks(self, bot: SmallBot, ada: Person, after: bool, messages: int) -> None:
        await ada.control(fail={"times": 1, "status": 0, "after": after, "match": "POST /channels/"})
        with pytest.raises(aiohttp.ClientError):
            await bot.channel("games").send("hello")
        assert len(await ada.messages()) == messages

    async def test_a_delayed_answer_arrives(self, bot: SmallBot, ada: Person) -> None:
        await ada.control(delay={"seconds": 0.02, "match": "callback"})
        assert (await ada.slash("game move", move="x")).text == "Moved x."

    async def test_faults_can_be_called_off(self, bot: SmallBot, ada: Person) -> None:
        await ada.control(fail={"times": 99})
        await ada.control(clear_faults=True)
        await bot.channel("games").send("fine")
        assert "500" not in (await ada.log())["statuses"]

    async def test_unknown_switches_are_named(self, ada: Person) -> None:
        with pytest.raises(CannotDo, match="no switch explode"):
            await ada.control(explode=True)


class TestLimits:
    async def test_five_messages_in_five_seconds(self, api: Api, ada: Person) -> None:
        await ada.control(limits={"messages": 5, "seconds": 3600})
        answers = [await api("POST", "/channels/{games}/messages", {"content": "x"}) for _ in range(6)]
        assert [status for status, _ in answers] == [200] * 5 + [429]
        assert 0 < answers[-1][1]["retry_after"] <= 3600
        assert (await api("GET", "/channels/{games}"))[0] == 200, "other routes have their own limits"

    async def test_the_client_obeys_the_headers(self, bot: SmallBot, ada: Person) -> None:
        await ada.control(limits={"messages": 2, "seconds": 0.3})
        for number in range(5):
            await bot.channel("games").send(str(number))
        assert [message.text for message in await ada.messages()] == ["0", "1", "2", "3", "4"]


class TestThingsThatVanish:
    async def test_nothing_is_posted_in_a_deleted_channel(self, bot: SmallBot, ada: Person) -> None:
        channel = bot.channel("games")
        await channel.send("x")
        await ada.control(delete_channel="games")
        with pytest.raises(discord.NotFound) as refusal:
            await channel.send("y")
        assert refusal.value.code == 10003
        await until(lambda: len(bot.guilds[0].text_channels) == 1)

    async def test_a_deleted_message_is_not_edited(self, bot: SmallBot, ada: Person) -> None:
        message = await bot.channel("games").send("x")
        await ada.control(delete_message=str(message.id))
        with pytest.raises(discord.NotFound) as refusal:
            await message.edit(content="y")
        assert refusal.value.code == 10008

    async def test_without_a_permission_nothing_is_posted(self, bot: SmallBot, ada: Person) -> None:
        channel = bot.channel("games")
        await ada.control(permissions={"channel": "games", "deny": ["send_messages"]})
        await until(lambda: not channel.permissions_for(channel.guild.me).send_messages)
        with pytest.raises(discord.Forbidden) as refusal:
            await channel.send("x")
        assert refusal.value.code == 50013
        with pytest.raises(CannotDo, match="KeyError"):
            await ada.control(permissions={"channel": "games", "deny": ["fly"]})

    async def test_direct_messages(self, bot: SmallBot, ada: Person) -> None:
        await ada.control(close_dms="Ada")
        user = await bot.fetch_user(ada.id)
        with pytest.raises(discord.Forbidden) as refusal:
            await user.send("psst")
        assert refusal.value.code == 50007

    async def test_an_expired_token_edits_nothing(self, bot: SmallBot, ada: Person, playground: Playground) -> None:
        answer = await ada.slash("game move", move="x")
        interaction = playground.interactions.get(answer.interaction)
        await ada.control(expire={"interaction": str(answer.interaction), "token": True})
        webhook = discord.Webhook.partial(bot.application_id or 0, interaction.token, client=bot)
        with pytest.raises(discord.HTTPException) as refusal:
            await webhook.edit_message(interaction.original_id or 0, content="late")
        assert refusal.value.code == 50027


class TestTheLog:
    async def test_it_tells_what_the_bot_asked_for(self, bot: SmallBot, ada: Person) -> None:
        await ada.control(clear_log=True)
        await bot.channel("games").send("hello", nonce="5")
        with pytest.raises(discord.NotFound):
            await bot.fetch_user(1)
        log = await ada.log()
        posted, refused = log["requests"]
        assert (posted["method"], posted["status"], posted["body"]["nonce"]) == ("POST", 200, "5")
        assert (refused["path"], refused["code"]) == ("/users/1", 10013)
        assert log["refused"] == {"10013": 1}

    async def test_it_keeps_no_tokens(self, bot: SmallBot, ada: Person, playground: Playground) -> None:
        answer = await ada.slash("game move", move="x")
        token = playground.interactions.get(answer.interaction).token
        written = str(await ada.log())
        assert f"/interactions/{answer.interaction}/{{token}}/callback" in written
        assert token not in written
        assert str(playground.gateway.token) not in written
