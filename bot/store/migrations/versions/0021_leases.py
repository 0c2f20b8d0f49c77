"""Leases: which process works for which shard, and which one takes over from it."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """No process has one."""
    op.create_table(
        "leases",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("shard_count", sa.Integer(), nullable=False),
        sa.Column("owner", sa.String(32), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.Column("successor", sa.String(32)),
        sa.Column("successor_until", sa.BigInteger()),
        sa.Column("ready", sa.Boolean(), nullable=False),
        sa.Column("after", sa.BigInteger()),
    )


def downgrade() -> None:
    """Only one process runs at a time."""
    op.drop_table("leases")
