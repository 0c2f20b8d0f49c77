"""Tournaments: their people, rounds and matches, and the messages that show them."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """There are none."""
    row_id = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    document = sa.JSON(none_as_null=True)
    op.create_table(
        "tournaments",
        sa.Column("id", row_id, primary_key=True),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("options", document, nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("rounds", sa.Integer()),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("duplicate", sa.Boolean(), nullable=False),
        sa.Column("move_time", sa.Integer(), nullable=False),
        sa.Column("on_expiry", sa.String(16), nullable=False),
        sa.Column("round_time", sa.Integer(), nullable=False),
        sa.Column("check_in", sa.Integer(), nullable=False),
        sa.Column("sign_up", sa.Integer(), nullable=False),
        sa.Column("seed", sa.LargeBinary(32), nullable=False),
        sa.Column("salt", sa.String(32)),
        sa.Column("begins_at", sa.BigInteger(), nullable=False),
        sa.Column("began_at", sa.BigInteger()),
        sa.Column("ended_at", sa.BigInteger()),
        sa.Column("cancelled", sa.Boolean(), nullable=False),
        sa.Column("finished", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("ix_tournaments_guild_id_ended_at", "tournaments", ["guild_id", "ended_at"])
    op.create_index("ix_tournaments_finished", "tournaments", ["finished"])
    op.create_table(
        "tournament_players",
        sa.Column("tournament_id", row_id, sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("user_id", row_id, sa.ForeignKey("users.id"), primary_key=True),
        sa.Column("joined_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("checked_in", sa.Boolean(), nullable=False),
        sa.Column("drawn", sa.Integer()),
        sa.Column("gone", sa.Boolean(), nullable=False),
        sa.Column("place", sa.Integer()),
    )
    op.create_index("ix_tournament_players_user_id", "tournament_players", ["user_id"])
    op.create_table(
        "tournament_rounds",
        sa.Column("tournament_id", row_id, sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("ends_at", sa.BigInteger(), nullable=False),
        sa.Column("seed", sa.LargeBinary(32)),
        sa.Column("salt", sa.String(32)),
        sa.Column("series_id", row_id, sa.ForeignKey("series.id")),
    )
    op.create_table(
        "tournament_matches",
        sa.Column("id", row_id, primary_key=True),
        sa.Column("tournament_id", row_id, sa.ForeignKey("tournaments.id"), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("bracket", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("again", sa.Boolean(), nullable=False),
        sa.Column("players", document, nullable=False),
        sa.Column("places", document),
        sa.Column("seed", sa.LargeBinary(32), nullable=False),
        sa.Column("thread_id", sa.BigInteger()),
        sa.Column("match_id", row_id, sa.ForeignKey("matches.id"), unique=True),
        sa.UniqueConstraint(
            "tournament_id",
            "round",
            "bracket",
            "number",
            "again",
            name="uq_tournament_matches_tournament_id_round_bracket_number_again",
        ),
    )
    op.create_table(
        "tournament_messages",
        sa.Column("tournament_id", row_id, sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("part", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("message_id", sa.BigInteger(), nullable=False),
        sa.Column("shown", sa.String(64), nullable=False),
    )


def downgrade() -> None:
    """The matches stay and go on."""
    names = ("messages", "matches", "rounds", "players")
    for table in (*(f"tournament_{name}" for name in names), "tournaments"):
        op.drop_table(table)
