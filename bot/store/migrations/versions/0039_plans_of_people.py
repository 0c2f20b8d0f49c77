"""The home screen offers one thing to do next, unless somebody has switched that off."""

from alembic import op
from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Integer

revision = "0039"
down_revision = "0038"

ROW_ID = BigInteger().with_variant(Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "plans",
        Column("user_id", ROW_ID, ForeignKey("users.id"), primary_key=True),
        Column("wanted", Boolean, nullable=False),
    )
