"""Proposals to move a match, and computers that offer to resign."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """No computer considers itself lost yet. Computers with an open draw offer are asked from now on."""
    op.add_column("seats", sa.Column("hopeless", sa.Integer(), nullable=False, server_default="0"))
    op.execute(
        "UPDATE matches SET computer_since = updated_at WHERE computer_since IS NULL AND status = 'running' "
        "AND (part IS NULL OR part > 0) AND json_extract(proposal, '$.kind') = 'draw' AND EXISTS ("
        "SELECT 1 FROM seats WHERE seats.match_id = matches.id AND seats.computer IS NOT NULL AND NOT EXISTS ("
        "SELECT 1 FROM members WHERE members.match_id = matches.id AND members.seat = seats.number))"
    )


def downgrade() -> None:
    """Drops proposals that an older release doesn't know, since it would treat them as draws."""
    op.execute("UPDATE matches SET proposal = NULL WHERE json_extract(proposal, '$.kind') IN ('relocate', 'concede')")
    op.drop_column("seats", "hopeless")
