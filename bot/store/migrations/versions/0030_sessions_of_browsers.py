"""The board can be opened in a browser, by a private link that becomes a session."""

from alembic import op
from sqlalchemy import BigInteger, Column, ForeignKey, Integer, String

revision = "0030"
down_revision = "0029"

ROW_ID = BigInteger().with_variant(Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "web_sessions",
        Column("id", ROW_ID, primary_key=True),
        Column("user_id", ROW_ID, ForeignKey("users.id"), nullable=False),
        Column("window", String(16), nullable=False, unique=True),
        Column("digest", String(64), nullable=False),
        Column("match_id", BigInteger),
        Column("made_at", BigInteger, nullable=False),
        Column("opened_at", BigInteger),
        Column("used_at", BigInteger),
        Column("until", BigInteger, nullable=False),
    )
    op.create_index("ix_web_sessions_user_id", "web_sessions", ["user_id"])
    op.create_index("ix_web_sessions_until", "web_sessions", ["until"])
