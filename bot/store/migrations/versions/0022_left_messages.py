"""Messages of leagues and tournaments that stay behind when these move, so that they lose their buttons then."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"

TABLES = ("league_messages", "tournament_messages")


def upgrade() -> None:
    """None stays behind that is known."""
    for table in TABLES:
        op.add_column(table, sa.Column("left_in", sa.BigInteger()))


def downgrade() -> None:
    """What stays behind is forgotten."""
    for table in TABLES:
        op.execute(sa.text(f"DELETE FROM {table} WHERE left_in IS NOT NULL"))  # noqa: S608 - our own names
        op.drop_column(table, "left_in")
