"""Time limits for turns, reminders, vacations."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

NEW = {
    "users": ("habits", "vacation_until"),
    "matches": ("move_time", "on_expiry", "deadline", "clock", "due_at"),
    "seats": ("missed",),
}


def upgrade() -> None:
    """Matches that are already running have no clocks."""
    op.add_column("users", sa.Column("habits", sa.JSON(), nullable=True))
    op.add_column("users", sa.Column("vacation_until", sa.BigInteger(), nullable=True))
    op.add_column("matches", sa.Column("move_time", sa.Integer(), nullable=True))
    op.add_column("matches", sa.Column("on_expiry", sa.String(16), nullable=False, server_default="computer"))
    op.add_column("matches", sa.Column("deadline", sa.BigInteger(), nullable=True))
    op.add_column("matches", sa.Column("clock", sa.JSON(), nullable=True))
    op.add_column("matches", sa.Column("due_at", sa.BigInteger(), nullable=True))
    op.create_index("ix_matches_due_at", "matches", ["due_at"])
    op.add_column("seats", sa.Column("missed", sa.Integer(), nullable=False, server_default="0"))
    row_id = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "vacations",
        sa.Column("id", row_id, primary_key=True),
        sa.Column("user_id", row_id, sa.ForeignKey("users.id"), nullable=False),
        sa.Column("began_at", sa.BigInteger(), nullable=False),
        sa.Column("ends_at", sa.BigInteger(), nullable=False),
    )
    op.create_index("ix_vacations_user_id", "vacations", ["user_id"])
    op.create_table(
        "reminders",
        sa.Column("id", row_id, primary_key=True),
        sa.Column("match_id", row_id, sa.ForeignKey("matches.id"), nullable=False),
        sa.Column("user_id", row_id, sa.ForeignKey("users.id"), nullable=False),
        sa.Column("run", sa.Integer(), nullable=False),
        sa.Column("half", sa.Boolean(), nullable=False),
        sa.Column("nonce", sa.String(25), nullable=False, unique=True),
        sa.Column("due_at", sa.BigInteger(), nullable=True),
        sa.Column("done_at", sa.BigInteger(), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("problem", sa.Text(), nullable=True),
    )
    for column in ("match_id", "user_id", "due_at"):
        op.create_index(f"ix_reminders_{column}", "reminders", [column])
    op.create_table(
        "beats",
        sa.Column("id", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
    )


def downgrade() -> None:
    """The logs keep what they say. An older release gives everyone unlimited time."""
    op.execute("UPDATE matches SET computer_since = NULL WHERE clock IS NOT NULL")
    for table in ("beats", "reminders", "vacations"):
        op.drop_table(table)
    op.drop_index("ix_matches_due_at", "matches")
    for table, columns in NEW.items():
        for column in columns:
            op.drop_column(table, column)
