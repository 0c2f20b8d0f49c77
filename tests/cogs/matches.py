"""Matches in tests of screens: what is done to them, and what is read from them."""

from datetime import timedelta

from sqlalchemy import update

from bot.match import Match, PlayedMove, Post, SeriesKind, TableTerms
from bot.match.decisions import lobby, proposals, turns
from bot.match.matches import utc_now
from bot.rules import GAMES
from bot.rules.chance import Scripted
from bot.store.tables import snapshots
from tests.cogs.conftest import ANNE, BERT, HERE, Bot

ANY = GAMES["cirondo"].start(2, {}, Scripted([]))


async def damage(bot: Bot, match_id: int) -> None:
    """Leave this match with a position that no rules can read."""
    async with bot.store.write() as connection:
        await connection.execute(
            update(snapshots).where(snapshots.c.match_id == match_id).values(document={"game": "unknown"})
        )


async def timed(bot: Bot, series: SeriesKind | None = None) -> Match:
    """A running match of two with an hour for each turn."""
    match = await bot.matches.tables.open(
        TableTerms(game="southern_cards", seats=2, move_time=timedelta(hours=1), series=series), opener=ANNE, place=HERE
    )
    await bot.matches.act(match.id, lobby.join(BERT))
    return await bot.matches.act(match.id, lobby.begin(ANNE, message_id=900 + match.id))


async def half_over(bot: Bot) -> Match:
    """Such a match half of whose first turn is gone."""
    before = utc_now() - timedelta(minutes=31)
    bot.clock = lambda: before
    match = await timed(bot)
    bot.clock = utc_now
    return match


async def only_post(bot: Bot) -> Post:
    (post,) = await bot.matches.outbox.due()
    return post


async def ended(bot: Bot, match: Match, cards: int = 3) -> Match:
    for _ in range(cards):
        assert match.state is not None
        move = match.state.notate(match.state.legal()[0])
        match = await bot.matches.act(match.id, turns.play(match.to_move_people()[0], move))
    return await bot.matches.act(match.id, proposals.resign(ANNE))


async def newest_of(bot: Bot, user: int) -> Match:
    return max(await bot.matches.lists.of_user(user), key=lambda match: match.id)


def decision(number: int, *, automatic: bool = False, computer: bool = False) -> PlayedMove:
    flags = {"lucky": False, "opens": False, "automatic": automatic, "computer": computer}
    return PlayedMove(number, 0, "B5-C5", (), **flags, before=ANY, after=ANY)


async def moves(bot: Bot, match: Match) -> list[str]:
    """What was played, by the log."""
    return [str(one.move) for one in await bot.matches.records.log(match.id) if one.kind == "move"]


def texts(match: Match) -> list[str]:
    assert match.state is not None
    return [match.state.notate(move) for move in match.state.legal()]
