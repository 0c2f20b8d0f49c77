"""A reminder notes when it was first tried: whoever tries again looks whether it was sent then."""

from alembic import op
from sqlalchemy import BigInteger, Column

revision = "0040"
down_revision = "0039"


def upgrade() -> None:
    op.add_column("reminders", Column("tried_at", BigInteger))
