"""The servers that were told of a day's deal."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """None so far."""
    op.create_table(
        "daily_announcements",
        sa.Column("guild_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("day", sa.Date(), primary_key=True),
    )


def downgrade() -> None:
    """Some servers may be told twice."""
    op.drop_table("daily_announcements")
