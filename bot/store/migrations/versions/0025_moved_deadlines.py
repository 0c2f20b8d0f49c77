"""Deadlines that move after they were announced, so that boards and reminders can be edited."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"

MOVED = sa.text("deadline_moved")
MESSAGE = ("channel_id", "message_id", "announced")


def upgrade() -> None:
    """What was announced so far stays as it is."""
    op.add_column("matches", sa.Column("deadline_moved", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_index("ix_matches_deadline_moved", "matches", ["id"], sqlite_where=MOVED, postgresql_where=MOVED)
    for name in MESSAGE:
        op.add_column("reminders", sa.Column(name, sa.BigInteger()))


def downgrade() -> None:
    """Nothing is edited any more."""
    for name in MESSAGE:
        op.drop_column("reminders", name)
    op.drop_index("ix_matches_deadline_moved", "matches")
    op.drop_column("matches", "deadline_moved")
