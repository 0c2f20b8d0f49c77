"""Which seeds of dailies are public, whatever the clock says later."""

from datetime import date, timedelta

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0022"

CLOSED = """
    UPDATE daily_tries SET late = TRUE
    WHERE day IN (SELECT dailies.day FROM dailies JOIN series ON series.id = dailies.series_id
                  WHERE series.ended_at IS NOT NULL)
    AND match_id NOT IN (SELECT id FROM matches WHERE status = 'over')
"""


def upgrade() -> None:
    """Seeds were published by ending the series of a day that somebody had begun."""
    op.add_column("daily_tries", sa.Column("late", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("daily_chains", sa.Column("published", sa.Date()))
    op.execute(sa.text(CLOSED))
    connection = op.get_bind()
    chains = sa.table("daily_chains", sa.column("id"), sa.column("first_day", sa.Date()), sa.column("links"))
    published = sa.table("daily_chains", sa.column("id"), sa.column("published", sa.Date()))
    for number, first, links in connection.execute(sa.select(chains)).all():
        newest = _newest_closed(connection, first, first + timedelta(days=links - 1))
        connection.execute(sa.update(published).where(published.c.id == number).values(published=newest))


def _newest_closed(connection: sa.Connection, first: date, last: date) -> date | None:
    dailies = sa.table("dailies", sa.column("day", sa.Date()), sa.column("series_id"))
    series = sa.table("series", sa.column("id"), sa.column("ended_at"))
    closed = sa.select(sa.func.max(dailies.c.day)).join(series, series.c.id == dailies.c.series_id)
    day: date | None = connection.scalar(
        closed.where(series.c.ended_at.is_not(None), dailies.c.day.between(first, last))
    )
    return day


def downgrade() -> None:
    """The time decides again."""
    op.drop_column("daily_chains", "published")
    op.drop_column("daily_tries", "late")
