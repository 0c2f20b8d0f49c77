"""Which seeds of dailies are public, whatever the clock says later, and traces of people who were forgotten."""

from datetime import date, timedelta

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"

CLOSED = """
    UPDATE daily_tries SET late = TRUE
    WHERE day IN (SELECT dailies.day FROM dailies JOIN series ON series.id = dailies.series_id
                  WHERE series.ended_at IS NOT NULL)
    AND match_id NOT IN (SELECT id FROM matches WHERE status = 'over')
"""


def upgrade() -> None:
    """Nobody has left a trace. Seeds were published by ending the series of a day that somebody had begun."""
    op.create_table(
        "traces",
        sa.Column("rule", sa.String(16), primary_key=True),
        sa.Column("about", sa.String(64), primary_key=True),
        sa.Column("digest", sa.LargeBinary(32), primary_key=True),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("until", sa.BigInteger()),
    )
    op.create_index("ix_traces_digest", "traces", ["digest"])
    op.create_index("ix_traces_until", "traces", ["until"])
    op.create_table(
        "trace_keys",
        sa.Column("id", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("key", sa.LargeBinary(32), nullable=False),
    )
    op.add_column("results", sa.Column("barred", sa.Boolean(), nullable=False, server_default=sa.false()))
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
    """The time decides again, and being forgotten is a way round rules."""
    op.drop_column("daily_chains", "published")
    op.drop_column("daily_tries", "late")
    op.drop_column("results", "barred")
    op.drop_table("trace_keys")
    op.drop_table("traces")
