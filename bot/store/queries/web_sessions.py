"""Private links to the board in the browser, launches of Activities, and the sessions that both become."""

from datetime import datetime

from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.columns import WebSessionColumns
from bot.store.queries.fetching import fetch, fetch_one, is_there, value_of
from bot.store.queries.new_rows import insert_row
from bot.store.tables import users
from bot.store.web_tables import WebSessionRow, web_sessions

_IS_SESSION = web_sessions.c.opened_at.is_not(None)


async def add(connection: AsyncConnection, columns: WebSessionColumns) -> int:
    """Adds a link. Returns its row."""
    return await insert_row(connection, web_sessions, columns)


async def of_digest(connection: AsyncConnection, digest: str) -> WebSessionRow | None:
    """The link whose token has this digest; None if it has been opened."""
    return await fetch_one(
        connection, WebSessionRow, select(web_sessions).where(web_sessions.c.digest == digest, ~_IS_SESSION)
    )


async def newest_launch(connection: AsyncConnection, user_row: int, place: int, now: datetime) -> WebSessionRow | None:
    """The newest launch of an Activity there by this person that nothing has opened; None if there is none."""
    mine = (
        web_sessions.c.user_id == user_row,
        web_sessions.c.place_id == place,
        web_sessions.c.until > now,
        ~_IS_SESSION,
    )
    query = select(web_sessions).where(*mine).order_by(web_sessions.c.id.desc()).limit(1)
    return await fetch_one(connection, WebSessionRow, query)


async def end_launches(connection: AsyncConnection, user_row: int) -> None:
    """Deletes the launches of Activities by this person that nothing has opened."""
    mine = web_sessions.c.user_id == user_row, web_sessions.c.place_id.is_not(None), ~_IS_SESSION
    await connection.execute(delete(web_sessions).where(*mine))


async def of_window(connection: AsyncConnection, window: str) -> tuple[WebSessionRow, int] | None:
    """The session with this part of the address, and whose it is, by Discord's id."""
    row = await fetch_one(
        connection, WebSessionRow, select(web_sessions).where(web_sessions.c.window == window, _IS_SESSION)
    )
    if row is None:
        return None
    user = await value_of(connection, int, select(users.c.discord_id).where(users.c.id == row.user_id))
    return None if user is None else (row, user)


async def of_person(connection: AsyncConnection, user_row: int, now: datetime) -> list[WebSessionRow]:
    """The sessions of a person that aren't over, the newest first."""
    mine = web_sessions.c.user_id == user_row, _IS_SESSION, web_sessions.c.until > now
    return await fetch(connection, WebSessionRow, select(web_sessions).where(*mine).order_by(web_sessions.c.id.desc()))


async def change(connection: AsyncConnection, row_id: int, columns: WebSessionColumns) -> None:
    await connection.execute(update(web_sessions).where(web_sessions.c.id == row_id).values(**columns))


async def end(connection: AsyncConnection, user_row: int, row_id: int | None = None) -> None:
    """Deletes one session of a person, or with none named all links and sessions."""
    these = web_sessions.c.user_id == user_row
    if row_id is not None:
        these &= web_sessions.c.id == row_id
    await connection.execute(delete(web_sessions).where(these))


async def any_over(connection: AsyncConnection, now: datetime) -> bool:
    return await is_there(connection, web_sessions.c.until <= now)


async def purge(connection: AsyncConnection, now: datetime) -> None:
    """Deletes links and sessions whose time is over."""
    await connection.execute(delete(web_sessions).where(web_sessions.c.until <= now))
