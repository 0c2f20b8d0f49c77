"""Animations from the click to the channel: who waits for whom, what is refused, and what is posted."""

import asyncio
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.match import Limits, Match
from bot.match.decisions import proposals
from cogs.shared.client.refusals import ScreenRefusal
from cogs.shared.presentation.registry import cog_for
from cogs.shared.records import animation_queue, replays
from cogs.shared.records.replays import make_film, post_animation
from tests.cogs.conftest import ANNE, BERT, Asking, Bot, together
from tests.cogs.discord_answers import read
from tests.cogs.records.slow_queue import Slow
from tests.waiting import in_time, until


class AnyGame(Slow):
    """The queue, whose work ends when it is told to."""

    async def _draw(self, lines: Any, report: Any) -> bytes:
        self.begun.append("")
        await report("drawn", 1)
        await self.done.acquire()
        return b"film"


@pytest.fixture
def queue(monkeypatch: pytest.MonkeyPatch) -> AnyGame:
    monkeypatch.setattr(animation_queue, "REPORT_EVERY", 3600.0)
    queue = AnyGame()
    monkeypatch.setattr(replays, "queue_of", lambda _: queue)
    return queue


async def test_one_that_is_refused_while_another_is_made_does_not_count(bot: Bot, queue: AnyGame) -> None:
    bot.matches.limits = Limits(animations_per_hour=2)
    match = await ended(bot)
    first, again = Asking(bot, ANNE), Asking(bot, ANNE)
    making = asyncio.create_task(first.click(make_film, match.id))
    await until(lambda: queue.begun)
    for _ in range(3):
        assert "still making" in await in_time(again.click(make_film, match.id))
    queue.done.release()
    await in_time(making)
    second = asyncio.create_task(again.click(make_film, match.id))
    await until(lambda: len(queue.begun) == 2)
    queue.done.release()
    assert "limit" not in await in_time(second)
    assert "You've reached the limit of animations" in await in_time(again.click(make_film, match.id))


async def ended(bot: Bot) -> Match:
    return await bot.matches.act((await together(bot, ANNE, BERT)).id, proposals.resign(ANNE))


async def test_whoever_waits_reads_how_many_are_ahead_and_asks_for_one_at_a_time(bot: Bot, queue: AnyGame) -> None:
    match = await ended(bot)
    first, second, again = Asking(bot, ANNE), Asking(bot, BERT), Asking(bot, ANNE)
    making = asyncio.create_task(first.click(make_film, match.id))
    await until(lambda: queue.begun)
    assert first.heard == ["Making the animation: 1 of 1 frames …"]
    waiting = asyncio.create_task(second.click(make_film, match.id))
    await until(lambda: second.heard)
    assert second.heard == ["Waiting for other animations: 1 ahead of yours …"]
    refused = await in_time(again.click(make_film, match.id))
    assert refused == "I'm still making your last animation. Wait for it to finish, then try again."
    assert again.labels == []
    for _ in range(2):
        queue.done.release()
    for film in (making, waiting):
        assert f"match {match.id}" in await in_time(film)
    assert first.labels == second.labels == ["Post it here"]


@pytest.mark.parametrize(
    ("description", "alt"), [("The last move.", "The last move."), (None, "An animation of the whole match")]
)
@pytest.mark.parametrize("of_match", [True, False])
async def test_an_animation_is_posted_with_who_shares_it_and_calls_nobody(
    bot: Bot, description: str | None, alt: str, of_match: bool
) -> None:
    match = await ended(bot)
    posted: list[dict[str, Any]] = []

    async def send(**named: Any) -> Any:
        posted.append(named)
        return SimpleNamespace(id=900)

    async def read_film() -> bytes:
        return b"film"

    film = SimpleNamespace(filename="match-1.gif", description=description, read=read_film)
    record = SimpleNamespace(filename="match.json")
    asking: Any = Asking(bot, BERT)
    asking.message = SimpleNamespace(attachments=[record, film])
    asking.followup = SimpleNamespace(send=send)
    words = await asking.click(post_animation, match.id if of_match else 0)
    assert words == "The animation is in the channel."
    assert asking.alts == [alt]
    assert asking.labels == []
    (message,) = posted
    shared = f"### Southern Cross cards · match {match.id}\n-# shared by <@{BERT}>"
    assert read(message["view"]) == (shared if of_match else f"The match, shared by <@{BERT}>")
    assert (message["file"].filename, message["file"].fp.read()) == ("match-1.gif", b"film")
    assert message["allowed_mentions"].to_dict() == discord.AllowedMentions.none().to_dict()
    (gallery,) = [item for item in message["view"].walk_children() if isinstance(item, discord.ui.MediaGallery)]
    assert [(item.media.url, item.description) for item in gallery.items] == [("attachment://match-1.gif", alt)]


async def test_a_message_without_an_animation_has_nothing_to_post(bot: Bot) -> None:
    match = await ended(bot)
    asking: Any = Asking(bot, BERT)
    asking.message = SimpleNamespace(attachments=[SimpleNamespace(filename="match.json")])
    with pytest.raises(ScreenRefusal, match="is gone"):
        await asking.click(post_animation, match.id)


async def test_a_match_whose_first_moves_followed_older_rules_says_so_where_its_replay_begins(bot: Bot) -> None:
    match = await ended(bot)
    excerpt = (await bot.matches.records.replay(match.id)).excerpt_at(0)
    cog = cog_for(bot, match.game)
    assert "The match begins." in replays.step_text(cog, excerpt, 0)
    older = replays.step_text(cog, replace(excerpt, opening=None), 0)
    assert older.startswith("Earlier moves followed older rules that this version of Crux can't replay.")
    assert "The match begins." not in older
