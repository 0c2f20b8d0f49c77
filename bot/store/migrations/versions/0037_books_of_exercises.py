"""People's mistakes become exercises in a book of their own."""

from alembic import op
from sqlalchemy import JSON, BigInteger, Column, ForeignKey, Integer, String, Text, UniqueConstraint

revision = "0037"
down_revision = "0036"

ROW_ID = BigInteger().with_variant(Integer, "sqlite")
DOCUMENT = JSON(none_as_null=True)


def upgrade() -> None:
    op.create_table(
        "exercises",
        Column("id", ROW_ID, primary_key=True),
        Column("user_id", ROW_ID, ForeignKey("users.id"), nullable=False),
        Column("match_id", BigInteger, nullable=False),
        Column("number", Integer, nullable=False),
        Column("game", String(32), nullable=False),
        Column("rules_version", Integer, nullable=False),
        Column("seats", Integer, nullable=False),
        Column("options", DOCUMENT, nullable=False),
        Column("seat", Integer, nullable=False),
        Column("view", DOCUMENT, nullable=False),
        Column("played", Text, nullable=False),
        Column("better", Text, nullable=False),
        Column("reasons", DOCUMENT, nullable=False),
        Column("added_at", BigInteger, nullable=False),
        Column("stage", Integer, nullable=False),
        Column("due_at", BigInteger),
        UniqueConstraint("user_id", "match_id", "number", name="uq_exercises_user_id_match_id_number"),
    )
    op.create_index("ix_exercises_due_at", "exercises", ["user_id", "due_at"])
