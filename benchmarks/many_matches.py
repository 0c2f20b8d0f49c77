"""Databases with many matches: one is played, and its rows are copied."""

import random
import sqlite3
from contextlib import closing
from pathlib import Path

from bot.match import Match, Matches, Place, TableTerms
from bot.match.decisions import lobby, turns
from bot.store import Store

GAME = "cirondo"
PLAYERS = (2**40 + 1, 2**40 + 2)
PLACE = Place(2**40, 2**41)


def address(file: Path) -> str:
    """The URL of the database in this file."""
    return f"sqlite+aiosqlite:///{file}"


async def begun(matches: Matches) -> Match:
    """A match of two."""
    match = await matches.tables.open(TableTerms(game=GAME, seats=2), opener=PLAYERS[0], place=PLACE)
    await matches.act(match.id, lobby.join(PLAYERS[1]))
    return await matches.act(match.id, lobby.begin(PLAYERS[0], message_id=match.id))


async def one_turn(matches: Matches, match: Match, luck: random.Random, *, interaction: int) -> Match:
    """A random move of the seat to move. Raises ValueError if the match is over."""
    if match.state is None or match.to_move is None:
        raise ValueError(f"{match!r} does not go on")
    move = match.state.notate(luck.choice(match.state.legal()))
    player = match.seats[match.to_move].people[0]
    return await matches.act(match.id, turns.play(player, move), interaction=interaction)


async def make(file: Path, copies: int, events: int) -> None:
    """A new database with this many running matches of this many events, all of whose boards are posted."""
    luck = random.Random(5)
    async with await Store.open(address(file)) as store:
        if not copies:
            return
        matches = Matches(store)
        match = await begun(matches)
        while match.version < events:
            for post in await matches.outbox.due():
                await matches.outbox.note_posted(
                    post.id, 2**42 + post.id, words={"title": "A board", "alt": "What it shows. " * 40}
                )
                for old in await matches.outbox.boards_to_strip(match.id):
                    await matches.outbox.note_stripped(old.id)
            match = await one_turn(matches, match, luck, interaction=2**42 + match.version)
        for post in await matches.outbox.due():
            await matches.outbox.note_posted(post.id, 2**42 + post.id, words={"title": "A board"})
            for old in await matches.outbox.boards_to_strip(match.id):
                await matches.outbox.note_stripped(old.id)
    with closing(sqlite3.connect(file)) as connection, connection:
        for number in range(len(SHIFTED)):
            _copy(connection, number, copies - 1)


# By table: the columns that say other things in each copy.
SHIFTED = (
    ("users", ("id", "discord_id")),
    ("matches", ("id", "channel_id", "table_message_id", "opener_id")),
    ("seeds", ("match_id",)),
    ("seats", ("match_id",)),
    ("members", ("id", "match_id", "user_id")),
    ("events", ("match_id", "member_id", "interaction_id")),
    ("snapshots", ("match_id",)),
    ("board_words", ("post_id",)),  # before the posts are more
    ("posts", ("id", "match_id", "channel_id", "message_id", "nonce")),
)
OF_MATCHES = ("match_id", "channel_id", "table_message_id")
OF_PEOPLE = ("discord_id", "opener_id", "user_id", "member_id")


def _copy(connection: sqlite3.Connection, number: int, copies: int) -> None:
    table, shifted = SHIFTED[number]
    numbered = "posts" if table == "board_words" else table
    (rows,) = connection.execute(f"SELECT count(*) FROM {numbered}").fetchone()  # noqa: S608 - one of the names above
    columns = [str(column[1]) for column in connection.execute(f"PRAGMA table_info({table})")]
    chosen = []
    for column in columns:
        if column not in shifted:
            chosen.append(column)
        elif column == "nonce":
            chosen.append("nonce || '.' || copy")
        else:
            step = 1 if column in OF_MATCHES else len(PLAYERS) if column in OF_PEOPLE else rows
            chosen.append(f"{column} + copy * {step}")
    connection.execute(
        f"WITH RECURSIVE copies (copy) AS (SELECT 1 UNION ALL SELECT copy + 1 FROM copies WHERE copy < {copies}) "  # noqa: S608 - numbers, and names of the schema
        f"INSERT INTO {table} ({', '.join(columns)}) SELECT {', '.join(chosen)} FROM copies, {table} ORDER BY copy"
    )
