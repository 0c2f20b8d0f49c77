"""`/end-match`: what moderators are asked, which matches they may end, and what becomes of them."""

from typing import Any

import discord
import pytest

from bot.match import Match, MatchOver, NoSuchMatch, Place, Refusal, SeriesKind, Status, TableTerms
from bot.match.decisions import proposals
from cogs.shared.management.moderation import end_match
from tests.cogs.conftest import ANNE, BERT, HERE, Bot, solo, together
from tests.cogs.discord_answers import Discord, put
from tests.cogs.moderators import MANAGES, MODERATOR, VIEW, Moderator
from tests.cogs.servers import Member, Server


async def table(bot: Bot) -> Match:
    opened = await bot.matches.tables.open(TableTerms("southern_cards", 2), opener=ANNE, place=HERE)
    return await bot.matches.tables.note_posted(opened.id, 7000)


async def of_kind(bot: Bot, kind: str) -> Match:
    match kind:
        case "table":
            return await table(bot)
        case "match":
            return await together(bot, ANNE, BERT)
        case _:
            return await together(bot, ANNE, BERT, series=SeriesKind(kind))


@pytest.mark.parametrize(
    ("kind", "question", "answer", "status"),
    [
        (
            "table",
            ["### Cancel table {id} ({game})?", "Its players can open another."],
            "Table {id} is cancelled.",
            "CANCELLED",
        ),
        (
            "match",
            ["### End match {id} ({game})?", "It ends now for everyone, without a winner. This can't be undone."],
            "Match {id} has ended. The new board will follow as soon as Discord accepts it.",
            "OVER",
        ),
        (
            SeriesKind.POINTS.value,
            [
                "### End match {id} ({game})?",
                "Its whole series ends now for everyone, without a winner. This can't be undone.",
            ],
            "Match {id} has ended. The new board will follow as soon as Discord accepts it.",
            "OVER",
        ),
    ],
)
async def test_a_moderator_is_asked_and_then_it_ends(
    bot: Bot, kind: str, question: list[str], answer: str, status: str
) -> None:
    put(bot, Discord())
    match = await of_kind(bot, kind)
    moderator = Moderator(bot)
    words = {"id": match.id, "game": "Southern Cross cards"}
    assert await moderator.asked(f" #{match.id} ") == [line.format(**words) for line in question]
    assert moderator.labels == ["Cancel the table" if kind == "table" else "End the match"]
    assert (await bot.matches.get(match.id)).status is match.status
    assert await Moderator(bot).click(end_match, match.id) == answer.format(**words)
    assert (await bot.matches.get(match.id)).status is Status[status]
    with pytest.raises(MatchOver):
        await Moderator(bot).asked(str(match.id))


@pytest.mark.parametrize("typed", ["", "x", "1.5", "-1", "٣", "1" * 16])
async def test_only_a_number_names_a_match_to_end(bot: Bot, typed: str) -> None:
    with pytest.raises(Refusal, match="takes a match's number"):
        await Moderator(bot).asked(typed)


async def test_a_number_of_no_match_is_said_to_be_that(bot: Bot) -> None:
    with pytest.raises(NoSuchMatch):
        await Moderator(bot).asked("9" * 15)


async def test_nobody_else_ends_a_match(bot: Bot) -> None:
    match = await together(bot, ANNE, BERT)
    player = Moderator(bot, permissions=discord.Permissions.none())
    with pytest.raises(Refusal, match=r"need the permission \*Manage Messages\*"):
        await player.asked(str(match.id))
    with pytest.raises(Refusal, match=r"need the permission \*Manage Messages\*"):
        await player.click(end_match, match.id)
    assert (await bot.matches.get(match.id)).status is Status.RUNNING


async def test_private_matches_and_those_of_other_servers_are_not_theirs(bot: Bot) -> None:
    private = await solo(bot, ANNE)
    elsewhere = await bot.matches.tables.open(
        TableTerms("southern_cards", 2), opener=ANNE, place=Place(guild_id=2, channel_id=20)
    )
    for match in (private, elsewhere):
        with pytest.raises(NoSuchMatch):
            await Moderator(bot).asked(str(match.id))


@pytest.mark.parametrize(
    ("server", "held", "everywhere", "may_end"),
    [
        (Server(), VIEW, MANAGES, False),  # moderates here, but not there
        (Server(), MANAGES, MANAGES, False),  # can't see that channel
        (Server(), VIEW | MANAGES, MANAGES, True),
        (Server(channel=False), VIEW | MANAGES, MANAGES, False),
        (Server(channel=False), VIEW, discord.Permissions(manage_channels=True), True),  # whose channel is gone
    ],
)
async def test_a_match_of_another_channel_is_for_its_moderators(
    bot: Bot, server: Server, held: discord.Permissions, everywhere: discord.Permissions, may_end: bool
) -> None:
    match = await table(bot)
    far: Any = Moderator(bot, channel=21)
    far.guild, far.user = server, Member(MODERATOR, held, everywhere)
    if may_end:
        assert (await far.asked(str(match.id)))[0].startswith("### Cancel table ")
        return
    with pytest.raises(NoSuchMatch):
        await far.asked(str(match.id))


async def test_an_ended_match_can_not_be_ended_by_an_old_click(bot: Bot) -> None:
    match = await together(bot, ANNE, BERT)
    await bot.matches.act(match.id, proposals.resign(BERT))
    with pytest.raises(MatchOver):
        await Moderator(bot).click(end_match, match.id)
