"""Matches that belong together in a series, and matches that are played in private."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """No match so far was private or part of a series, unless this database was taken back before.

    Then the order of their ids says which part each match of a series was: the table of parallel ones is the first.
    """
    op.add_column("matches", sa.Column("private", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("matches", sa.Column("part", sa.Integer(), nullable=True))
    connection = op.get_bind()
    found = connection.execute(
        sa.text("SELECT m.id, s.id, s.kind FROM matches m JOIN series s ON s.id = m.series_id ORDER BY m.id")
    ).all()
    counted: dict[int, int] = {}
    for match_id, series_id, kind in found:
        part = counted[series_id] = counted.get(series_id, -1 if kind == "parallel" else 0) + 1
        connection.execute(
            sa.text("UPDATE matches SET part = :part, private = :private WHERE id = :id"),
            {"part": part, "private": kind == "parallel" and part > 0, "id": match_id},
        )
    # A release that knows no series freezes a table where nothing is played.
    op.execute("UPDATE matches SET status = 'running', frozen = NULL WHERE part = 0 AND status = 'frozen'")


def downgrade() -> None:
    """The series themselves stay: as long as one isn't over, an older release keeps its seed to itself, too."""
    op.drop_column("matches", "part")
    op.drop_column("matches", "private")
