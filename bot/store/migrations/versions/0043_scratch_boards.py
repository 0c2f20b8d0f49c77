"""People try out lines of a match on scratch boards of their own."""

from alembic import op
from sqlalchemy import JSON, BigInteger, Boolean, Column, ForeignKey, Integer, Text

revision = "0043"
down_revision = "0042"

ROW_ID = BigInteger().with_variant(Integer, "sqlite")
DOCUMENT = JSON(none_as_null=True)


def upgrade() -> None:
    op.create_table(
        "scratch_positions",
        Column("id", ROW_ID, primary_key=True),
        Column("user_id", ROW_ID, ForeignKey("users.id"), nullable=False),
        Column("match_id", ROW_ID, ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
        Column("parent", BigInteger),
        Column("tried", Text, nullable=False),
        Column("supposed", Boolean, nullable=False),
        Column("luck", DOCUMENT, nullable=False),
        Column("seat", Integer, nullable=False),
        Column("rules_version", Integer, nullable=False),
        Column("position", DOCUMENT, nullable=False),
        Column("name", Text),
        Column("at", BigInteger, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_scratch_positions_user_id_match_id", "scratch_positions", ["user_id", "match_id"])
    op.create_index("ix_scratch_positions_match_id", "scratch_positions", ["match_id"])
