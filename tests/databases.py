"""New databases without making all their tables one by one for each test."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.store.migrate import bring_up_to_date


@cache
def _new() -> bytes:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "crux.db"
        bring_up_to_date(file)
        return file.read_bytes()


def put_database(file: Path) -> None:
    """A database of this release in which nothing has happened yet."""
    file.write_bytes(_new())
