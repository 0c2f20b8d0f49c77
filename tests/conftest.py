"""How tests are shared out among processes that run side by side, what is made once for all tests of a process, and
what is said of those that were left out."""

from collections.abc import Generator, Iterator
from typing import Any

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from hypothesis import HealthCheck, settings
from sqlalchemy.dialects.sqlite.aiosqlite import SQLiteDialect_aiosqlite
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from xdist.scheduler import LoadScopeScheduling

from bot.store import migrate
from tests.chromium import INSTALL

# Each of these files goes to one process as a whole, and before all others: what its first test makes does for the
# rest of them. Those are the layers and pieces that pictures are put together from, and a browser.
TOGETHER = ("tests/images/", "tests/playground/test_page.py", "tests/end_to_end/test_browser.py")


# How long an example takes says something about the machine alone.
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")


class ByTest(LoadScopeScheduling):  # type: ignore[misc]  # xdist carries no types
    """One test after the other goes to whichever process is free."""

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        return file if file.startswith(TOGETHER) else nodeid


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> ByTest | None:
    return ByTest(config, log) if config.getvalue("dist") == "loadgroup" else None


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> Generator[None, None, None]:
    """The last lines say what was left out for want of a browser, and which command installs one."""
    yield
    left_out = [report for report in terminalreporter.stats.get("skipped", ()) if INSTALL in str(report.longrepr)]
    if left_out:
        words = f"{len(left_out)} tests of pages were skipped, because no Chromium is installed. To run them: {INSTALL}"
        terminalreporter.line(words, yellow=True)


@pytest.fixture(scope="session", autouse=True)
def one_engine_for_all() -> Iterator[None]:
    """Each test has a database of its own, and an engine for it. The first engine puts a statement together, which
    takes longer than asking it; all others have it from there. The migrations are read once as well."""
    read = ScriptDirectory.from_config
    statements: dict[str, Any] = {}
    scripts: dict[str | None, ScriptDirectory] = {}
    ours = str(migrate.script_directory()).replace("%", "%%")

    def made(*given: Any, **named: Any) -> AsyncEngine:
        engine = create_async_engine(*given, **named)
        statements.setdefault("kept", engine.sync_engine._compiled_cache)
        engine.sync_engine._compiled_cache = statements["kept"]
        return engine

    def known(config: Config) -> ScriptDirectory:
        place = config.get_main_option("script_location")
        if place != ours:
            return read(config)
        if place not in scripts:
            scripts[place] = read(config)
        return scripts[place]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bot.store.store.create_async_engine", made)
        patch.setattr(ScriptDirectory, "from_config", known)
        # Statements are kept for a dialect: one that is set up like another has the same.
        patch.setattr(SQLiteDialect_aiosqlite, "__eq__", lambda self, other: type(self) is type(other))
        patch.setattr(SQLiteDialect_aiosqlite, "__hash__", lambda self: hash(type(self)))
        yield
