"""Blocks of people and servers, and the operator's announcement, so that they outlive a restart."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    """Nobody is blocked, and nothing is announced."""
    op.create_table(
        "blocks",
        sa.Column("kind", sa.String(8), primary_key=True),
        sa.Column("discord_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("blocked_at", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "notices",
        sa.Column("id", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
    )


def downgrade() -> None:
    """Everyone may play again."""
    op.drop_table("notices")
    op.drop_table("blocks")
