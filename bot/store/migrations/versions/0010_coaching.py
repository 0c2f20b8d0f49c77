"""Matches with coaching."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """No match had coaching before."""
    op.add_column("matches", sa.Column("coached", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    """The matches go on without coaching."""
    op.drop_column("matches", "coached")
