"""Matches whose players are asked whether they go on elsewhere."""

from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Nothing so far was asked."""


def downgrade() -> None:
    """A proposal that an older release doesn't know it would take for a draw."""
    op.execute("UPDATE matches SET proposal = NULL WHERE json_extract(proposal, '$.kind') = 'relocate'")
