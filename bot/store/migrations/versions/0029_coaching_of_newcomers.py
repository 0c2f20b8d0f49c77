"""A match may coach those alone who are new to its game. SQLite can't make a column optional, so it's made anew."""

from alembic import op
from sqlalchemy import Boolean, Column

revision = "0029"
down_revision = "0028"


def upgrade() -> None:
    op.add_column("matches", Column("coached_or_left_open", Boolean))
    op.execute("UPDATE matches SET coached_or_left_open = coached")
    op.drop_column("matches", "coached")
    op.alter_column("matches", "coached_or_left_open", new_column_name="coached")
