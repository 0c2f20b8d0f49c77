"""Matches that begin without a table: of contests, and of people who looked for an opponent."""

from collections.abc import Collection, Sequence

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match.decisions import lobby
from bot.match.decisions.agreements import columns_of_place
from bot.match.engine.opening import open_match
from bot.match.engine.writing import write_event
from bot.match.reading.reader import Reader
from bot.match.values import ComputerLevel, Place
from bot.match.values.terms import TableTerms
from bot.rules.chance import Sealed
from bot.store.columns import MatchColumns, MemberColumns


async def begin_match(
    connection: AsyncConnection,
    reader: Reader,
    terms: TableTerms,
    seed: bytes,
    salt: str,
    *,
    players: Sequence[int],
    gone: Collection[int] = (),
    place: Place,
    message_id: int | None = None,
    columns: MatchColumns | None = None,
) -> int:
    """Begins a match of these people on the seats in order; returns its number.

    A computer plays for people who have left. `message_id` announced it in this place; `columns` are further ones.
    Raises UnknownGame, BadOption.
    """
    checked, now = terms.check(reader.games, Sealed(seed, salt)), reader.clock()
    present = [(seat, player) for seat, player in enumerate(players) if player not in gone]
    computers = {seat: ComputerLevel.NORMAL for seat, player in enumerate(players) if player in gone}
    members: list[MemberColumns] = [{"user_id": player, "seat": seat, "seated_by": 1} for seat, player in present]
    all_columns: MatchColumns = {**columns_of_place(place.columns()), "table_message_id": message_id}
    all_columns |= {**(columns or {}), "opener_id": present[0][1], "salt": salt}
    match_id = await open_match(connection, checked, seed, computers, members, all_columns, now)
    table = await reader.read_in(connection, match_id)
    await write_event(connection, table, lobby.public_start(table, seed, salt), interaction=None, now=now)
    return match_id
