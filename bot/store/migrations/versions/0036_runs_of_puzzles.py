"""Puzzles can be solved in runs: a streak until the first mistake, or as many as possible in three minutes."""

from alembic import op
from sqlalchemy import JSON, BigInteger, Boolean, Column, ForeignKey, Integer, String

revision = "0036"
down_revision = "0035"

ROW_ID = BigInteger().with_variant(Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "puzzle_runs",
        Column("id", ROW_ID, primary_key=True),
        Column("user_id", ROW_ID, ForeignKey("users.id"), nullable=False),
        Column("guild_id", BigInteger),
        Column("game", String(32), nullable=False),
        Column("kind", String(16), nullable=False),
        Column("began_at", BigInteger, nullable=False),
        Column("puzzle", BigInteger),
        Column("since", BigInteger, nullable=False),
        Column("used", Integer, nullable=False),
        Column("solved", Integer, nullable=False),
        Column("answers", JSON(none_as_null=True), nullable=False),
        Column("ended_at", BigInteger),
        Column("ending", String(16)),
        Column("shared", Boolean, nullable=False),
    )
    op.create_index("ix_puzzle_runs_user_id", "puzzle_runs", ["user_id"])
    op.create_index("ix_puzzle_runs_guild_id_game_kind", "puzzle_runs", ["guild_id", "game", "kind"])
