"""Series of matches, and private matches."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """No match was private or part of a series before, unless this database was downgraded in between.

    Then the order of their ids tells each match's part in its series: the table of parallel matches is the first.
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
    # A release without series freezes a table where nothing is played.
    op.execute("UPDATE matches SET status = 'running', frozen = NULL WHERE part = 0 AND status = 'frozen'")


def downgrade() -> None:
    """Keeps the series, so that an older release doesn't publish the seed of one that isn't over."""
    op.drop_column("matches", "part")
    op.drop_column("matches", "private")
