"""Leagues: their seasons, the people and matches of these, and the messages that show them."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """There are none."""
    row_id = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    document = sa.JSON(none_as_null=True)
    op.create_table(
        "leagues",
        sa.Column("id", row_id, primary_key=True),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("options", document, nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("move_time", sa.Integer(), nullable=False),
        sa.Column("on_expiry", sa.String(16), nullable=False),
        sa.Column("bank", sa.Integer(), nullable=False),
        sa.Column("at_once", sa.Integer(), nullable=False),
        sa.Column("sign_up", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("closed_at", sa.DateTime(timezone=True)),
    )
    op.create_index("ix_leagues_guild_id", "leagues", ["guild_id"])
    op.create_table(
        "league_seasons",
        sa.Column("id", row_id, primary_key=True),
        sa.Column("league_id", row_id, sa.ForeignKey("leagues.id"), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seed", sa.LargeBinary(32), nullable=False),
        sa.Column("begins_at", sa.BigInteger()),
        sa.Column("began_at", sa.BigInteger()),
        sa.Column("ended_at", sa.BigInteger()),
        sa.Column("finished", sa.Boolean(), nullable=False),
        sa.UniqueConstraint("league_id", "number", name="uq_league_seasons_league_id_number"),
    )
    op.create_index("ix_league_seasons_finished", "league_seasons", ["finished"])
    op.create_table(
        "league_players",
        sa.Column("season_id", row_id, sa.ForeignKey("league_seasons.id"), primary_key=True),
        sa.Column("user_id", row_id, sa.ForeignKey("users.id"), primary_key=True),
        sa.Column("joined_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("division", sa.Integer()),
        sa.Column("bank", sa.Integer(), nullable=False),
        sa.Column("gone", sa.Boolean(), nullable=False),
        sa.Column("place", sa.Integer()),
    )
    op.create_index("ix_league_players_user_id", "league_players", ["user_id"])
    op.create_table(
        "league_matches",
        sa.Column("id", row_id, primary_key=True),
        sa.Column("season_id", row_id, sa.ForeignKey("league_seasons.id"), nullable=False),
        sa.Column("division", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("players", document, nullable=False),
        sa.Column("seed", sa.LargeBinary(32)),
        sa.Column("match_id", row_id, sa.ForeignKey("matches.id"), unique=True),
        sa.UniqueConstraint("season_id", "division", "number", name="uq_league_matches_season_id_division_number"),
    )
    op.create_table(
        "league_messages",
        sa.Column("season_id", row_id, sa.ForeignKey("league_seasons.id"), primary_key=True),
        sa.Column("part", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("message_id", sa.BigInteger(), nullable=False),
        sa.Column("shown", sa.String(64), nullable=False),
    )


def downgrade() -> None:
    """The matches stay and go on."""
    for table in ("league_messages", "league_matches", "league_players", "league_seasons", "leagues"):
        op.drop_table(table)
