"""People can block others for themselves."""

from alembic import op
from sqlalchemy import BigInteger, Column, ForeignKey, Integer

revision = "0033"
down_revision = "0032"

ROW_ID = BigInteger().with_variant(Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "personal_blocks",
        Column("user_id", ROW_ID, ForeignKey("users.id"), primary_key=True),
        Column("person_id", BigInteger, primary_key=True, autoincrement=False),
        Column("added_at", BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_personal_blocks_person_id", "personal_blocks", ["person_id"])
