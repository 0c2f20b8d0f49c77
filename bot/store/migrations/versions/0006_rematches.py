"""Rematches, seats reserved for their players, and an index for lists of a server's matches."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """No match was a rematch before. Each match has at most one that is open or running."""
    op.add_column("matches", sa.Column("rematch_of", sa.BigInteger(), nullable=True))
    op.create_index(
        "ix_matches_rematch_of",
        "matches",
        ["rematch_of"],
        unique=True,
        sqlite_where=sa.text("status IN ('open', 'running', 'frozen')"),
    )
    op.create_index("ix_matches_guild_id_status", "matches", ["guild_id", "status"])
    op.add_column("members", sa.Column("kept_seat", sa.Integer(), nullable=True))


def downgrade() -> None:
    """People invited to a rematch can take any free seat.

    Drops proposals that an older release doesn't know, since it would treat them as draws.
    """
    op.execute("UPDATE matches SET proposal = NULL WHERE json_extract(proposal, '$.kind') IN ('undo', 'replace')")
    op.drop_column("members", "kept_seat")
    op.drop_index("ix_matches_guild_id_status", "matches")
    op.drop_index("ix_matches_rematch_of", "matches")
    op.drop_column("matches", "rematch_of")
