"""Tables of what people have decided for themselves."""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, LargeBinary, String

from bot.store.definition import Instant, table

# Whom a person doesn't want to meet, by Discord's id: a row of `users` would tell that person that Crux knows of them.
personal_blocks = table(
    "personal_blocks",
    Column("user_id", ForeignKey("users.id"), primary_key=True),
    Column("person_id", BigInteger, primary_key=True, autoincrement=False),
    Column("added_at", Instant, nullable=False),
    Index(None, "person_id"),
    sqlite_with_rowid=False,
)

# The next digest of each person who is told of all their turns together.
digests = table(
    "digests",
    Column("user_id", ForeignKey("users.id"), primary_key=True, autoincrement=False),
    Column("slot", Instant, nullable=False),  # the time of the person's choice that it's for
    Column("due_at", Instant, nullable=False),  # when to try (again)
    Column("attempts", Integer, nullable=False),
    Index(None, "due_at"),
)

# Who looks for an opponent on any server, and the match that was found until they have been told.
searches = table(
    "searches",
    Column("user_id", ForeignKey("users.id"), primary_key=True),
    Column("game", String, primary_key=True),
    Column("interaction_id", BigInteger, nullable=False),  # asked for it; salts the luck if this person comes last
    Column("seed", LargeBinary, nullable=False),  # of the match, if this person comes first
    Column("began_at", Instant, nullable=False),
    Column("match_id", ForeignKey("matches.id")),
    Index(None, "game", "began_at"),
    sqlite_with_rowid=False,
)
