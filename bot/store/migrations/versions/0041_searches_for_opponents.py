"""People can look for an opponent on any server."""

from alembic import op
from sqlalchemy import BigInteger, Column, ForeignKey, Integer, LargeBinary, String

revision = "0041"
down_revision = "0040"

ROW_ID = BigInteger().with_variant(Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "searches",
        Column("user_id", ROW_ID, ForeignKey("users.id"), primary_key=True),
        Column("game", String, primary_key=True),
        Column("interaction_id", BigInteger, nullable=False),
        Column("seed", LargeBinary, nullable=False),
        Column("began_at", BigInteger, nullable=False),
        Column("match_id", ROW_ID, ForeignKey("matches.id")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_searches_game_began_at", "searches", ["game", "began_at"])
