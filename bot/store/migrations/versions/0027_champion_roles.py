"""Who chose the roles for champions: they are given only while that person could give them as well."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"


def upgrade() -> None:
    """Of those that were chosen before, nobody knows."""
    row_id = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "champion_roles",
        sa.Column("guild_id", sa.BigInteger(), primary_key=True),
        sa.Column("role_id", sa.BigInteger(), primary_key=True),
        sa.Column("user_id", row_id, sa.ForeignKey("users.id"), nullable=False),
    )


def downgrade() -> None:
    """They are given whoever chose them."""
    op.drop_table("champion_roles")
