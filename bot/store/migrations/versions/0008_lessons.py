"""How far people have come in the lessons."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """No lesson was begun before."""
    row_id = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "lessons",
        sa.Column("user_id", row_id, sa.ForeignKey("users.id"), primary_key=True),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("step", sa.Integer(), nullable=False),
    )


def downgrade() -> None:
    """Everyone starts their lessons again."""
    op.drop_table("lessons")
