"""Servers that the bot isn't on, and matches of leagues that the rules can't continue, so that no time runs for them.

Also lets the clocks begin that stand still in matches which a league or tournament waits for: they did so when only
computers were left at the table.
"""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"

AWAITED = (
    "SELECT league_matches.match_id FROM league_matches JOIN league_seasons "
    "ON league_seasons.id = league_matches.season_id WHERE league_seasons.ended_at IS NULL "
    "AND league_matches.match_id IS NOT NULL",
    "SELECT tournament_matches.match_id FROM tournament_matches JOIN tournaments "
    "ON tournaments.id = tournament_matches.tournament_id WHERE tournaments.ended_at IS NULL "
    "AND tournament_matches.match_id IS NOT NULL",
)


def upgrade() -> None:
    """The bot is everywhere, no match is stuck, and matches without a clock are looked at."""
    op.create_table(
        "absences",
        sa.Column("guild_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
    )
    op.add_column("league_matches", sa.Column("stuck_since", sa.BigInteger()))
    op.add_column("league_matches", sa.Column("called_off", sa.Boolean(), nullable=False, server_default=sa.false()))
    for awaited in AWAITED:
        still = "status = 'running' AND move_time IS NOT NULL AND clock IS NULL"
        which = f"{still} AND id IN ({awaited})"
        op.execute(sa.text(f"UPDATE matches SET due_at = 0 WHERE {which}"))  # noqa: S608 - our own words


def downgrade() -> None:
    """Nothing of this is known."""
    op.drop_column("league_matches", "called_off")
    op.drop_column("league_matches", "stuck_since")
    op.drop_table("absences")
