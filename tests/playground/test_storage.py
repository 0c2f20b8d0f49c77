"""What is there again after a restart."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from bot.playground import Playground
from bot.playground.storage import DISCORD_EPOCH_MS, Storage
from tests.playground.bodies import command, gallery, posted
from tests.playground.components import v2
from tests.playground.conftest import TOKEN, Api
from tests.playground.small_bot import picture


class TestSnowflakes:
    def test_they_rise_and_tell_the_time(self) -> None:
        storage = Storage(":memory:")
        before = int(time.time() * 1000)
        ids = [storage.snowflake() for _ in range(1000)]
        assert ids == sorted(set(ids))
        assert before <= (ids[0] >> 22) + DISCORD_EPOCH_MS <= time.time() * 1000
        storage.close()

    def test_they_rise_over_restarts_even_if_the_clock_goes_back(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        storage = Storage(tmp_path / "a.db")
        newest = storage.snowflake()
        storage.close()
        monkeypatch.setattr(time, "time", lambda: 1_500_000_000.0)
        again = Storage(tmp_path / "a.db")
        assert again.snowflake() > newest
        again.close()


class TestRestart:
    async def test_everything_posted_is_kept(self, playground: Playground, api: Api, tmp_path: Path) -> None:
        await api("PUT", "/applications/{bot}/commands", [command()])
        await posted(
            api,
            v2(gallery("attachment://board.png"), nonce="7", enforce_nonce=True),
            ("board.png", picture().getvalue()),
        )
        await api("POST", "/channels/{games}/threads", {"name": "thread", "type": 11})
        playground.world.set_member(playground.world.people.id_of("Ben"), present=False)
        ada = playground.world.people.id_of("Ada")
        hidden = playground.messages.post(int(api.games), ada, {"content": "psst"}, seen_by=ada)
        await playground.stop()

        async with Playground(tmp_path / "playground.db", token=TOKEN) as again:
            here = Api(again, api.session)
            assert here.games == api.games
            _, (started, board) = await here("GET", "/channels/{games}/messages")
            assert (started["type"], started["content"]) == (18, "thread")
            async with api.session.get(board["attachments"][0]["url"]) as response:
                assert await response.read() == picture().getvalue()
            same = await posted(
                here, v2(gallery("attachment://board.png"), nonce="7", enforce_nonce=True), ("board.png", b"")
            )
            assert same[1]["id"] == board["id"], "the nonce is remembered"
            assert [entry["name"] for entry in (await here("GET", "/applications/{bot}/commands"))[1]] == ["game"]
            assert "thread" in {channel.get("name") for channel in again.world.channels.values()}
            assert not again.world.people.is_member(again.world.people.id_of("Ben"))
            assert again.storage.message(int(hidden["id"])) is None, "ephemeral messages are forgotten"

        playground.storage = Storage(":memory:")  # the fixture stops it once more

    async def test_a_second_playground_has_a_world_of_its_own(self, playground: Playground) -> None:
        async with Playground() as other:
            assert other.world.guild_id != playground.world.guild_id
            assert other.port != playground.port
