"""People can have moves played for them, and a league can forbid that in its rated matches."""

from alembic import op
from sqlalchemy import JSON, BigInteger, Boolean, Column, ForeignKey, Integer, String, true

revision = "0042"
down_revision = "0041"

ROW_ID = BigInteger().with_variant(Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "orders",
        Column("match_id", ROW_ID, ForeignKey("matches.id"), primary_key=True),
        Column("user_id", ROW_ID, ForeignKey("users.id"), primary_key=True),
        Column("automatic", JSON),
        Column("lines", JSON),
        Column("position", String(64)),
        Column("decided", JSON),
        Column("due_at", BigInteger),
        Column("held", String(64)),
        Column("news", JSON),
        Column("tell_at", BigInteger),
    )
    for column in ("user_id", "due_at", "tell_at"):
        op.create_index(f"ix_orders_{column}", "orders", [column])
    op.add_column("leagues", Column("orders", Boolean, nullable=False, server_default=true()))
