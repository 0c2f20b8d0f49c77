"""Automatic rolls of dice."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """In existing matches, players roll."""
    op.add_column("matches", sa.Column("rolls", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    """Players roll again."""
    op.drop_column("matches", "rolls")
