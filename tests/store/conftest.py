"""The database that the last release left, for tests that go on with it, and a later release."""

import lzma
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.store import migrate
from bot.store.migrate import bring_up_to_date
from tests.databases import put_database
from tests.store.last_release import DATABASE


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A database that is in use: its newest row is still in its log."""
    put_database(tmp_path / "crux.db")
    return tmp_path / "crux.db"


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


@pytest.fixture
def release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str | None], None]:
    """`release("...")` is a later release whose newest migration does this; `release(None)` is that of today."""
    today = migrate.script_directory()
    folder = tmp_path / "migrations"
    shutil.copytree(today, folder, ignore=shutil.ignore_patterns("__pycache__"))
    newest = max(script.name[:4] for script in (folder / "versions").glob("0*.py"))
    second = folder / "versions" / "9999_more.py"
    monkeypatch.setattr(migrate, "script_directory", lambda: folder)

    def released(step: str | None) -> None:
        if step is None:
            second.unlink(missing_ok=True)
        else:
            head = f"from alembic import op\nrevision, down_revision = '9999', '{newest}'\ndef upgrade():\n"
            second.write_text(head + "".join(f"    op.execute({line!r})\n" for line in step.splitlines()))

    return released
