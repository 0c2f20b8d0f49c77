"""The board can be opened within Discord as an Activity, whose sessions know where it was launched."""

from alembic import op
from sqlalchemy import BigInteger, Column

revision = "0031"
down_revision = "0030"


def upgrade() -> None:
    op.add_column("web_sessions", Column("place_id", BigInteger))
