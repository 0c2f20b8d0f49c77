"""What seasons of leagues and tournaments have in common: their people, their matches, and the messages that show them.

Both are *contests*.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from sqlalchemy import ColumnElement, Table, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.queries.fetching import fetch, fetch_one, get_one, is_there
from bot.store.queries.new_rows import insert_row, put, upsert
from bot.store.tables import matches, members, users

ContestRow = TypeVar("ContestRow")
PersonRow = TypeVar("PersonRow")
OwnMatchRow = TypeVar("OwnMatchRow")
MatchNowRow = TypeVar("MatchNowRow")
Columns = TypeVar("Columns", bound=Mapping[str, Any])
PlayerColumns = TypeVar("PlayerColumns", bound=Mapping[str, Any])
OwnMatchColumns = TypeVar("OwnMatchColumns", bound=Mapping[str, Any])


@dataclass(frozen=True)
class ContestKind(Generic[ContestRow, PersonRow, OwnMatchRow, MatchNowRow, Columns, PlayerColumns, OwnMatchColumns]):
    """The contests of one kind, by the tables of that kind.

    In `players`, `tables` and `posts` the column `key` holds the number of the contest. Its matches are in `order`. The
    rows are what is read: of a contest, of its people, and of its matches, alone and with how they stand now.
    """

    contests: Table
    players: Table
    tables: Table
    posts: Table
    key: str
    order: tuple[str, ...]
    contest_row: type[ContestRow]
    person_row: type[PersonRow]
    match_row: type[OwnMatchRow]
    match_now_row: type[MatchNowRow]

    def _of(self, table: Table, number: int) -> ColumnElement[bool]:
        return table.c[self.key] == number

    def _player(self, number: int, user_row: int) -> tuple[ColumnElement[bool], ...]:
        return self._of(self.players, number), self.players.c.user_id == user_row

    async def add(self, connection: AsyncConnection, columns: Columns) -> int:
        """A new contest; returns its number. IntegrityError if the league has a season of this number."""
        return await insert_row(connection, self.contests, columns)

    async def find(self, connection: AsyncConnection, number: int) -> ContestRow | None:
        query = select(self.contests).where(self.contests.c.id == number)
        return await fetch_one(connection, self.contest_row, query)

    async def get(self, connection: AsyncConnection, number: int) -> ContestRow:
        return await get_one(connection, self.contest_row, select(self.contests).where(self.contests.c.id == number))

    async def change(self, connection: AsyncConnection, number: int, columns: Columns) -> None:
        await connection.execute(update(self.contests).where(self.contests.c.id == number).values(**columns))

    async def running_of(self, connection: AsyncConnection, here: ColumnElement[bool], user_row: int) -> list[int]:
        """The contests that go on, fit `here`, and in which somebody plays and hasn't left."""
        query = (
            select(self.contests.c.id)
            .join(self.players, self.players.c[self.key] == self.contests.c.id)
            .where(
                self.players.c.user_id == user_row,
                self.players.c.gone.is_(False),
                self.contests.c.began_at.is_not(None),
                self.contests.c.ended_at.is_(None),
                here,
            )
        )
        return list(await connection.scalars(query.order_by(self.contests.c.id)))

    # People

    async def joined_by(
        self, connection: AsyncConnection, user: int, these: ColumnElement[bool], named: ColumnElement[int]
    ) -> set[int]:
        """The contests that fit `these` and that somebody has joined, also if they have left since, as `named`."""
        query = (
            select(named)
            .select_from(self.contests)
            .join(self.players, self.players.c[self.key] == self.contests.c.id)
            .join(users, users.c.id == self.players.c.user_id)
            .where(users.c.discord_id == user, these)
        )
        return set(await connection.scalars(query))

    async def people(self, connection: AsyncConnection, number: int) -> list[PersonRow]:
        """The people of a contest with `discord_id` and `vacation_until`, in the order of joining."""
        query = (
            select(self.players, users.c.discord_id, users.c.vacation_until)
            .join(users, users.c.id == self.players.c.user_id)
            .where(self._of(self.players, number))
            .order_by(self.players.c.joined_at, self.players.c.user_id)
        )
        return await fetch(connection, self.person_row, query)

    async def add_player(self, connection: AsyncConnection, columns: PlayerColumns) -> bool:
        """Somebody joins; False if they have already."""
        query = upsert(self.players).values(**columns).on_conflict_do_nothing()
        return (await connection.execute(query)).rowcount == 1

    async def remove_player(self, connection: AsyncConnection, number: int, user_row: int) -> bool:
        """Somebody doesn't take part after all; False if they hadn't joined."""
        return (await connection.execute(delete(self.players).where(*self._player(number, user_row)))).rowcount == 1

    async def change_player(
        self, connection: AsyncConnection, number: int, user_row: int, columns: PlayerColumns
    ) -> None:
        await connection.execute(update(self.players).where(*self._player(number, user_row)).values(**columns))

    async def forget(self, connection: AsyncConnection, user_row: int) -> None:
        """Somebody who is forgotten is gone from contests that go on, and from those that haven't begun."""
        theirs = self.players.c.user_id == user_row
        its_start = self.contests.c.id == self.players.c[self.key], self.contests.c.began_at.is_not(None)
        contests_begun = select(self.contests.c.id).where(*its_start)
        await connection.execute(delete(self.players).where(theirs, ~contests_begun.exists()))
        running = contests_begun.where(self.contests.c.ended_at.is_(None)).exists()
        await connection.execute(update(self.players).where(theirs, running).values(gone=True))

    # Matches

    async def add_matches(self, connection: AsyncConnection, rows: Sequence[OwnMatchColumns]) -> None:
        """Matches that are to be played. IntegrityError if they are there."""
        if rows:
            await connection.execute(insert(self.tables), [dict(row) for row in rows])

    async def matches_of(self, connection: AsyncConnection, number: int) -> list[MatchNowRow]:
        """The matches of a contest; `status`, `rules_version`, `ending`, `to_move`, the message of the table and where
        it is played are those of the ones that have begun."""
        played_in = matches.c.channel_id.label("played_in"), matches.c.thread_id.label("played_in_thread")
        query = (
            select(
                self.tables,
                matches.c.status,
                matches.c.rules_version,
                matches.c.ending,
                matches.c.to_move,
                matches.c.table_message_id,
                *played_in,
            )
            .outerjoin(matches, matches.c.id == self.tables.c.match_id)
            .where(self._of(self.tables, number))
            .order_by(*(self.tables.c[name] for name in self.order))
        )
        return await fetch(connection, self.match_now_row, query)

    async def match(self, connection: AsyncConnection, number: int) -> OwnMatchRow:
        """A match of a contest, by its own row."""
        return await get_one(connection, self.match_row, select(self.tables).where(self.tables.c.id == number))

    async def has_match(self, connection: AsyncConnection, match_id: int) -> bool:
        """Whether a match belongs to one of these contests."""
        return await is_there(connection, self.tables.c.match_id == match_id)

    async def has_rival(self, connection: AsyncConnection, match_id: int, user: int) -> bool:
        """Whether somebody plays in the contest of this match: as one of its people, or in another running match."""
        this = select(self.tables.c[self.key]).where(self.tables.c.match_id == match_id)
        row = select(users.c.id).where(users.c.discord_id == user)
        players = select(self.players.c.user_id).where(
            self.players.c[self.key].in_(this), self.players.c.user_id.in_(row), self.players.c.gone.is_(False)
        )
        others = (
            select(members.c.user_id)
            .join(self.tables, self.tables.c.match_id == members.c.match_id)
            .join(matches, matches.c.id == members.c.match_id)
            .where(
                self.tables.c[self.key].in_(this),
                members.c.match_id != match_id,
                members.c.user_id.in_(row),
                members.c.seat.is_not(None),
                matches.c.ended_at.is_(None),
            )
        )
        return await connection.scalar(players.union(others).limit(1)) is not None

    async def change_match(self, connection: AsyncConnection, number: int, columns: OwnMatchColumns) -> None:
        await connection.execute(update(self.tables).where(self.tables.c.id == number).values(**columns))

    # Messages

    async def messages(self, connection: AsyncConnection, number: int) -> dict[int, tuple[int, str]]:
        """The messages that show a contest: by part, the message's id and the digest of what it shows."""
        query = select(self.posts).where(self._of(self.posts, number), self.posts.c.left_in.is_(None))
        return {row.part: (row.message_id, row.shown) for row in await connection.execute(query)}

    async def left_messages(self, connection: AsyncConnection, number: int) -> dict[int, tuple[int, int]]:
        """The messages that stay behind until their part is shown anew: by part, the channel and the message's id."""
        query = select(self.posts).where(self._of(self.posts, number), self.posts.c.left_in.is_not(None))
        return {row.part: (row.left_in, row.message_id) for row in await connection.execute(query)}

    async def leave_messages(
        self, connection: AsyncConnection, which: ColumnElement[bool], least: int, channel_id: int
    ) -> None:
        """The messages of `which` contests are shown anew, from this part on; those that show them now stay behind.

        They are in this channel, unless they have stayed behind already.
        """
        these = which, self.posts.c.part >= least, self.posts.c.left_in.is_(None)
        await connection.execute(update(self.posts).where(*these).values(left_in=channel_id))

    async def note_message(
        self,
        connection: AsyncConnection,
        number: int,
        part: int,
        message_id: int,
        shown: str,
        *,
        left_in: int | None = None,
    ) -> None:
        """A part of a contest is shown in this message, like this; or the message stays behind in a channel."""
        message = {"message_id": message_id, "shown": shown, "left_in": left_in}
        await put(connection, self.posts, {self.key: number, "part": part}, message)
