"""Reviews say how many of somebody's choices were good, and what they missed, so that progress can be seen."""

from alembic import op
from sqlalchemy import JSON, BigInteger, Column, ForeignKey, Integer, String

revision = "0038"
down_revision = "0037"

ROW_ID = BigInteger().with_variant(Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "progress",
        Column("user_id", ROW_ID, ForeignKey("users.id"), primary_key=True),
        Column("match_id", BigInteger, primary_key=True, autoincrement=False),
        Column("game", String(32), nullable=False),
        Column("ended_at", BigInteger, nullable=False),
        Column("good", Integer, nullable=False),
        Column("choices", Integer, nullable=False),
        Column("missed", JSON(none_as_null=True), nullable=False),
    )
    op.create_index("ix_progress_match_id", "progress", ["match_id"])
