"""The database that the last release left, for tests that go on with it."""

import lzma
import shutil
from pathlib import Path

import pytest

from bot.store.migrate import bring_up_to_date
from tests.store.last_release import DATABASE


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The last release's database, migrated to this one."""
    file = tmp_path_factory.mktemp("last release") / "crux.db"
    file.write_bytes(lzma.decompress(DATABASE.read_bytes()))
    bring_up_to_date(file)
    return file


@pytest.fixture
def last_release(migrated: Path, tmp_path: Path) -> Path:
    """A copy of it for one test."""
    return Path(shutil.copy(migrated, tmp_path / "last release.db"))
