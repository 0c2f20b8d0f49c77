"""The daily: chains of seeds, the days' deals, people's tries, and the bot's outages."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Nobody has played one before."""
    row_id = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "outages",
        sa.Column("id", row_id, primary_key=True),
        sa.Column("began_at", sa.BigInteger(), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "daily_chains",
        sa.Column("id", row_id, primary_key=True),
        sa.Column("first_day", sa.Date(), nullable=False),
        sa.Column("links", sa.Integer(), nullable=False),
        sa.Column("last_link", sa.LargeBinary(32), nullable=False),
        sa.UniqueConstraint("first_day", name="uq_daily_chains_first_day"),
    )
    op.create_table(
        "dailies",
        sa.Column("day", sa.Date(), primary_key=True),
        sa.Column("series_id", row_id, sa.ForeignKey("series.id"), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("options", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("closes_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("benchmark", sa.Integer()),
    )
    op.create_table(
        "daily_tries",
        sa.Column("match_id", row_id, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("day", sa.Date(), sa.ForeignKey("dailies.day"), nullable=False),
        sa.Column("user_id", row_id, sa.ForeignKey("users.id"), nullable=False),
    )
    op.create_index("ix_daily_tries_day_user_id", "daily_tries", ["day", "user_id"], unique=True)
    op.create_index("ix_daily_tries_user_id", "daily_tries", ["user_id"])


def downgrade() -> None:
    """The matches stay. Their seeds stay secret until their series are over."""
    for table in ("daily_tries", "dailies", "daily_chains", "outages"):
        op.drop_table(table)
