"""Reviews, so that a restart makes nobody wait for one again, and where results of dailies were shared, each once."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """Nothing is reviewed or shared."""
    row_id = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "reviews",
        sa.Column("match_id", row_id, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("document", sa.JSON(), nullable=False),
        sa.Column("reviewed_at", sa.BigInteger(), nullable=False),
    )
    op.create_index("ix_reviews_reviewed_at", "reviews", ["reviewed_at"])
    op.create_table(
        "daily_shares",
        sa.Column("match_id", row_id, sa.ForeignKey("daily_tries.match_id"), primary_key=True),
        sa.Column("guild_id", sa.BigInteger()),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger()),
        sa.Column("shared_at", sa.BigInteger(), nullable=False),
    )


def downgrade() -> None:
    """Reviews are made again when somebody asks, and results can be shared again."""
    op.drop_table("daily_shares")
    op.drop_table("reviews")
