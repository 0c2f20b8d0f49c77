"""What matches have to do with the contests that they are played in, of whichever kind."""

from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.contest_tables import league_matches, league_players, league_seasons, tournament_players
from bot.store.contest_tables import leagues as leagues_table
from bot.store.contest_tables import tournaments as tournaments_table
from bot.store.queries import leagues, tournaments
from bot.store.queries.fetching import fetch_one, is_there
from bot.store.queries.leagues import SEASONS
from bot.store.queries.service import Which
from bot.store.queries.tournaments import TOURNAMENTS


@dataclass(frozen=True, slots=True, repr=False)
class BankRow:
    """The time that somebody has left in a season."""

    season_id: int
    bank: timedelta


KINDS = SEASONS, TOURNAMENTS


async def has_match(connection: AsyncConnection, match_id: int) -> bool:
    """Whether a match belongs to a contest."""
    for kind in KINDS:
        if await kind.has_match(connection, match_id):
            return True
    return False


async def has_rival(connection: AsyncConnection, match_id: int, user: int) -> bool:
    """Whether somebody plays in the contest of this match: as one of its people, or in another running match."""
    for kind in KINDS:
        if await kind.has_rival(connection, match_id, user):
            return True
    return False


async def forget(connection: AsyncConnection, user_row: int) -> None:
    """Somebody who is forgotten is gone from contests that go on, and from those that haven't begun."""
    for kind in KINDS:
        await kind.forget(connection, user_row)


async def postpone(connection: AsyncConnection, by: timedelta, servers: Which) -> None:
    """All sign-ups and rounds of these servers have this time more, or less if it is negative."""
    await leagues.postpone(connection, by, servers)
    await tournaments.postpone(connection, by, servers)


async def bank_of(connection: AsyncConnection, match_id: int, user_row: int) -> BankRow | None:
    """The `season_id` and time `bank` of somebody who plays this match in a league; None elsewhere."""
    query = (
        select(league_players.c.season_id, league_players.c.bank)
        .join(league_matches, league_matches.c.season_id == league_players.c.season_id)
        .where(league_matches.c.match_id == match_id, league_players.c.user_id == user_row)
    )
    return await fetch_one(connection, BankRow, query)


async def forbids_orders(connection: AsyncConnection, match_id: int) -> bool:
    """Whether a match is played in a league that wants no standing orders in rated matches."""
    return await is_there(
        connection,
        league_matches.c.match_id == match_id,
        league_seasons.c.id == league_matches.c.season_id,
        leagues_table.c.id == league_seasons.c.league_id,
        leagues_table.c.orders.is_(False),
    )


async def set_bank(connection: AsyncConnection, season_id: int, user_row: int, left: timedelta) -> None:
    """Somebody has this time left in a season."""
    await SEASONS.change_player(connection, season_id, user_row, {"bank": left})


async def running_tournaments_of(connection: AsyncConnection, user_row: int) -> list[int]:
    """The tournaments that go on in which somebody has taken part, also if they have left since."""
    going_on = tournaments_table.c.began_at.is_not(None), tournaments_table.c.ended_at.is_(None)
    query = select(tournaments_table.c.id).join(
        tournament_players, tournament_players.c.tournament_id == tournaments_table.c.id
    )
    return list(await connection.scalars(query.where(tournament_players.c.user_id == user_row, *going_on)))
