"""The tables of the first release. Nothing to do: a new database gets today's tables, not those of its history."""

revision = "0028"
down_revision = None


def upgrade() -> None:
    """Older databases aren't brought up to date."""
