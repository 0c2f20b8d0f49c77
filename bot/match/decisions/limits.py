"""How much one person may do: at the same time, and within an hour or a minute.

Without limits, a single person could make computers think and boards be drawn for hundreds of matches.
"""

from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match.reading import traces
from bot.match.reading.stored import StoredMatch
from bot.match.reading.traces import Rule
from bot.match.values import Place, Status
from bot.match.values.errors import HasPlayed, NotInThisChannel, PlaysTooMany, TooManyMatches, TooManyTables
from bot.match.values.server_settings import OPEN_TABLES, ServerSettings
from bot.store.queries import matches, people


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one person may do, the settings of the same names. A server may allow fewer open tables.

    The engine and the parts hold those of tables and matches, the screens all others.
    """

    tables_per_person: int = OPEN_TABLES
    matches_per_person: int = 50
    hints_per_hour: int = 100
    animations_per_hour: int = 20
    files_per_hour: int = 60
    actions_per_minute: int = 120


DEFAULT_LIMITS = Limits()


async def may_open(
    connection: AsyncConnection,
    user: int,
    user_row: int,
    limits: Limits,
    settings: ServerSettings,
    place: Place,
    *,
    private: bool,
) -> None:
    """Checks that the user may open another table here. Raises NotInThisChannel, TooManyTables, TooManyMatches."""
    if place.guild_id is not None and not private:  # nobody sees private tables
        require_channel(settings, place)
        if await matches.count_opened(connection, user_row, Status.OPEN, place.guild_id) >= settings.open_tables:
            raise TooManyTables(limit=settings.open_tables)
    if await matches.count_opened(connection, user_row, Status.OPEN) >= limits.tables_per_person:
        raise TooManyTables(limit=limits.tables_per_person)
    await may_play_another(connection, user, limits.matches_per_person)


def require_channel(settings: ServerSettings, place: Place) -> None:
    """Checks that tables are opened in this channel. Raises NotInThisChannel."""
    if settings.channels and place.channel_id not in settings.channels:
        raise NotInThisChannel(channels=tuple(f"<#{channel}>" for channel in settings.channels))


async def may_take_seat(connection: AsyncConnection, match: StoredMatch, user: int | None, limit: int) -> None:
    """Checks that the user may play here, as `may_play`, and had no other seat in this match before being forgotten.

    Raises HasPlayed.
    """
    had = None if user is None else await traces.number_of(connection, Rule.MATCH, match.id, [user], match.now)
    if had is not None and match.proposal is not None and had - 1 != match.proposal.seat:
        raise HasPlayed
    await may_play(connection, match, user, limit)


async def may_play(connection: AsyncConnection, _match: StoredMatch, user: int | None, limit: int) -> None:
    """See `may_play_another`."""
    if user is not None:
        await may_play_another(connection, user, limit)


async def may_play_another(connection: AsyncConnection, user: int, limit: int) -> None:
    """Checks that the user may play another match. Raises TooManyMatches."""
    if await people.count_played(connection, user, Status.RUNNING) >= limit:
        raise TooManyMatches(limit=limit)


async def may_begin(connection: AsyncConnection, table: StoredMatch, user: int | None, limit: int) -> None:
    """Checks that everyone may start the match.

    Raises TooManyMatches for the user, PlaysTooMany for someone else at the table.
    """
    await may_play(connection, table, user, limit)
    for member in table.members:
        if member.seat is None or member.discord_id is None:
            continue
        if await people.count_played(connection, member.discord_id, Status.RUNNING) >= limit:
            raise PlaysTooMany(colour=table.colour(member.seat), limit=limit)
