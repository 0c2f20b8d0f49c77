"""Tables of tournaments are played in threads that the bot made for them, never in those that only bore their names."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"


def upgrade() -> None:
    """Tables that haven't begun get new threads, as it isn't known who made those that were noted."""
    op.execute(sa.text("UPDATE tournament_matches SET thread_id = NULL WHERE match_id IS NULL"))


def downgrade() -> None:
    """A thread that was noted is played in by every release."""
