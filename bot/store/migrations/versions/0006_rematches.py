"""Matches that are played again, seats that are kept for those who played, and lists of a server's matches."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Nothing so far was a rematch. Of each match there is one at most that is open or running."""
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
    """Whoever was invited to a rematch takes any seat that is left.

    Proposals that an older release doesn't know it would take for a draw.
    """
    op.execute("UPDATE matches SET proposal = NULL WHERE json_extract(proposal, '$.kind') IN ('undo', 'replace')")
    op.drop_column("members", "kept_seat")
    op.drop_index("ix_matches_guild_id_status", "matches")
    op.drop_index("ix_matches_rematch_of", "matches")
    op.drop_column("matches", "rematch_of")
