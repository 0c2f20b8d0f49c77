"""`/match relocate`: which match is meant, and whether the others are asked first."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord.app_commands import NoPrivateMessage

from bot.match import Match, NotInThisMatch, Place
from cogs.shared.boards.delivery import PostingProblem
from cogs.shared.client.refusals import MissingPermissions, ScreenRefusal, WhichMatch
from cogs.shared.management.relocating import relocate_command
from tests.cogs.conftest import ANNE, BERT, CLEO, HERE, Asking, Bot, solo, together
from tests.cogs.discord_answers import NOT_THERE, refusal

ELSEWHERE = 30


class Channels:
    """Discord's channels; those in `gone` were deleted."""

    def __init__(self, bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
        self.gone: set[int] = set()
        monkeypatch.setattr(bot, "fetch_channel", self.fetch_channel, raising=False)

    async def fetch_channel(self, number: int) -> Any:
        if number in self.gone:
            raise refusal(NOT_THERE)
        return discord.TextChannel.__new__(discord.TextChannel)


@pytest.fixture
def channels(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> Channels:
    return Channels(bot, monkeypatch)


async def relocated(
    bot: Bot, user: int, match: Match | None = None, *, channel: int = ELSEWHERE, private: bool = False, **changes: Any
) -> str:
    """What the command answers in this channel, or in a thread that only some see."""
    asking: Any = Asking(bot, user)
    asking.channel_id, asking.app_permissions = channel, discord.Permissions.all()
    asking.guild = SimpleNamespace(id=HERE.guild_id)
    if private:
        asking.channel = discord.Thread.__new__(discord.Thread)
        asking.channel.id, asking.channel.parent_id = channel, HERE.channel_id
        asking.channel._type = discord.ChannelType.private_thread
    for name, value in changes.items():
        setattr(asking, name, value)
    command: Any = relocate_command()
    await command.callback(asking, None if match is None else str(match.id))
    return str(asking.heard[-1])


async def place(bot: Bot, match: Match) -> Place:
    return (await bot.matches.get(match.id)).place


async def test_a_match_that_stays_among_the_same_people_asks_the_others(bot: Bot, channels: Channels) -> None:
    match = await together(bot, ANNE, BERT)
    assert f"I've asked the others whether match {match.id} may continue here." in await relocated(bot, ANNE)
    assert await place(bot, match) == HERE
    proposal = (await bot.matches.get(match.id)).proposal
    assert proposal is not None
    assert proposal.kind == "relocate"


async def test_it_moves_at_once_where_nobody_would_see_the_question(bot: Bot, channels: Channels) -> None:
    match = await together(bot, ANNE, BERT)
    channels.gone = {HERE.posted_in}
    assert (await relocated(bot, ANNE)).startswith(f"Match {match.id} continues here.")
    assert await place(bot, match) == Place(HERE.guild_id, ELSEWHERE)
    stuck = await together(bot, ANNE, BERT)
    channels.gone = set()
    (post,) = [one for one in await bot.matches.outbox.due() if one.match_id == stuck.id]
    await bot.matches.outbox.note_failed(post.id, PostingProblem.NO_PERMISSION, retry_in=None)
    assert (await relocated(bot, BERT, stuck)).startswith(f"Match {stuck.id} continues here.")
    assert await place(bot, stuck) == Place(HERE.guild_id, ELSEWHERE)


async def test_into_a_private_thread_of_its_channel_it_moves_only_if_the_others_agree(
    bot: Bot, channels: Channels
) -> None:
    match = await together(bot, ANNE, BERT)
    assert "I've asked the others" in await relocated(bot, ANNE, private=True)
    assert await place(bot, match) == HERE


async def test_which_match_is_meant(bot: Bot, channels: Channels) -> None:
    with pytest.raises(WhichMatch, match="You have no running match elsewhere"):
        await relocated(bot, ANNE)
    await solo(bot, ANNE)
    with pytest.raises(WhichMatch, match="You have no running match elsewhere"):  # a private one has no board
        await relocated(bot, ANNE)
    one = await together(bot, ANNE, BERT)
    with pytest.raises(WhichMatch, match="You have no running match elsewhere"):
        await relocated(bot, ANNE, channel=HERE.channel_id)
    other = await together(bot, ANNE, BERT)
    with pytest.raises(WhichMatch) as several:
        await relocated(bot, ANNE)
    assert several.value.values == {"number": 2}
    await relocated(bot, ANNE, other)
    assert [(await bot.matches.get(match.id)).proposal is None for match in (one, other)] == [True, False]


async def test_what_is_refused(bot: Bot, channels: Channels) -> None:
    match, private = await together(bot, ANNE, BERT), await solo(bot, ANNE)
    with pytest.raises(NoPrivateMessage):
        await relocated(bot, ANNE, match, guild_id=None)
    with pytest.raises(NotInThisMatch):
        await relocated(bot, CLEO, match, channel=HERE.channel_id)
    with pytest.raises(ScreenRefusal, match="no board to move"):
        await relocated(bot, ANNE, private)
    with pytest.raises(ScreenRefusal, match="already here"):
        await relocated(bot, ANNE, match, channel=HERE.channel_id)
    with pytest.raises(MissingPermissions):
        await relocated(bot, ANNE, match, app_permissions=discord.Permissions.none())
    assert (await bot.matches.get(match.id)).proposal is None
