"""A match can have an address at which everybody may see it, once one of its players has shared it."""

from alembic import op
from sqlalchemy import BigInteger, Column, ForeignKey, Integer, String

revision = "0032"
down_revision = "0031"

ROW_ID = BigInteger().with_variant(Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "match_addresses",
        Column("match_id", ROW_ID, ForeignKey("matches.id"), primary_key=True),
        Column("address", String(32), nullable=False, unique=True),
        Column("made_at", BigInteger, nullable=False),
    )
