"""Puzzles: people's first tries, and what people and puzzles are rated."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Nobody has tried one."""
    row_id = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "puzzle_tries",
        sa.Column("user_id", row_id, sa.ForeignKey("users.id"), primary_key=True),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("puzzle", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("is_right", sa.Boolean(), nullable=False),
        sa.Column("day", sa.Date()),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("ix_puzzle_tries_day", "puzzle_tries", ["day"])
    op.create_table(
        "puzzle_standings",
        sa.Column("user_id", row_id, sa.ForeignKey("users.id"), primary_key=True),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
    )
    op.create_table(
        "puzzle_ratings",
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("puzzle", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
    )


def downgrade() -> None:
    """Everybody begins anew."""
    for table in ("puzzle_tries", "puzzle_standings", "puzzle_ratings"):
        op.drop_table(table)
