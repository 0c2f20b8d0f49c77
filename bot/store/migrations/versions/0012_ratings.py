"""Rated matches, people's ratings, and who may see them."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"

ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """No match was rated before."""
    op.add_column("users", sa.Column("privacy", sa.JSON(), nullable=True))
    op.add_column("matches", sa.Column("rated", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_table(
        "results",
        sa.Column("id", ROW_ID, primary_key=True),
        sa.Column("match_id", ROW_ID, sa.ForeignKey("matches.id"), nullable=False, unique=True),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=False),
        sa.Column("sides", sa.JSON(), nullable=False),
        sa.Column("places", sa.JSON(), nullable=False),
        sa.Column("computers", sa.JSON(), nullable=True),
        sa.Column("people", sa.Text(), nullable=False),
        sa.Column("counts", sa.Boolean(), nullable=False),
    )
    op.create_index("ix_results_people_ended_at", "results", ["people", "ended_at"])
    op.create_table(
        "ratings",
        sa.Column("user_id", ROW_ID, sa.ForeignKey("users.id"), primary_key=True),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.Column("longest_streak", sa.Integer(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "rating_changes",
        sa.Column("user_id", ROW_ID, sa.ForeignKey("users.id"), primary_key=True),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("result_id", ROW_ID, sa.ForeignKey("results.id"), primary_key=True),
        sa.Column("mu_before", sa.Float(), nullable=False),
        sa.Column("sigma_before", sa.Float(), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_rating_changes_result_id", "rating_changes", ["result_id"])
    op.create_table(
        "leaderboards",
        sa.Column("user_id", ROW_ID, sa.ForeignKey("users.id"), primary_key=True),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("guild_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("points", sa.Float(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_leaderboards_guild_id_game_points", "leaderboards", ["guild_id", "game", "points"])


def downgrade() -> None:
    """Drops ratings; matches go on unrated."""
    for table in ("leaderboards", "rating_changes", "ratings", "results"):
        op.drop_table(table)
    op.drop_column("matches", "rated")
    op.drop_column("users", "privacy")
