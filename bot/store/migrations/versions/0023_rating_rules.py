"""Newer rules of ratings, and what leaderboards need to give places.

The bot computes all ratings anew when it finds a row in `ratings_due` (`Ledgers.bring_up_to_date`).
"""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"

INDEX = "ix_leaderboards_guild_id_game_points_sigma_played_at_away"


def upgrade() -> None:
    """Leaderboards are empty until the ratings have been computed anew."""
    op.add_column("results", sa.Column("uncounted", sa.String(16), nullable=True))
    op.add_column("ratings", sa.Column("played_at", sa.BigInteger(), nullable=True))
    op.create_table("ratings_due", sa.Column("revision", sa.String(32), primary_key=True))
    op.execute(sa.text("INSERT INTO ratings_due SELECT '0023' WHERE EXISTS (SELECT 1 FROM results)"))
    op.execute(sa.text("DELETE FROM leaderboards"))
    op.add_column("leaderboards", sa.Column("sigma", sa.Float(), nullable=False, server_default="0"))
    op.add_column("leaderboards", sa.Column("played_at", sa.BigInteger(), nullable=True))
    op.add_column("leaderboards", sa.Column("away", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.drop_index("ix_leaderboards_guild_id_game_points", "leaderboards")
    op.create_index(INDEX, "leaderboards", ["guild_id", "game", "points", "sigma", "played_at", "away"])


def downgrade() -> None:
    """Ratings stay as they are until `python -m bot ratings rebuild`."""
    op.drop_index(INDEX, "leaderboards")
    op.create_index("ix_leaderboards_guild_id_game_points", "leaderboards", ["guild_id", "game", "points"])
    for column in ("away", "played_at", "sigma"):
        op.drop_column("leaderboards", column)
    op.drop_table("ratings_due")
    op.drop_column("ratings", "played_at")
    op.drop_column("results", "uncounted")
