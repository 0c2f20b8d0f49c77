"""A board is found by its message, for the commands in the menu of messages."""

from alembic import op
from sqlalchemy import text

revision = "0034"
down_revision = "0033"

SENT = text("message_id IS NOT NULL")


def upgrade() -> None:
    op.create_index("ix_posts_message_id", "posts", ["message_id"], sqlite_where=SENT, postgresql_where=SENT)
