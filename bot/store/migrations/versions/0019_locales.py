"""The languages of people's Discord, for direct messages."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """None is known so far."""
    op.add_column("users", sa.Column("locale", sa.String()))


def downgrade() -> None:
    """Direct messages are in the languages of the servers."""
    op.drop_column("users", "locale")
