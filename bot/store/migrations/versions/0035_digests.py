"""People can be told of all their turns once or twice a day, instead of each turn."""

from alembic import op
from sqlalchemy import BigInteger, Column, ForeignKey, Integer

revision = "0035"
down_revision = "0034"

ROW_ID = BigInteger().with_variant(Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "digests",
        Column("user_id", ROW_ID, ForeignKey("users.id"), primary_key=True),
        Column("slot", BigInteger, nullable=False),
        Column("due_at", BigInteger, nullable=False),
        Column("attempts", Integer, nullable=False),
    )
    op.create_index("ix_digests_due_at", "digests", ["due_at"])
