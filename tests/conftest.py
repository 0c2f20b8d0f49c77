"""How tests are shared out among processes that run side by side, what makes all of them quick, and what is said of
those that were left out."""

import gc
from collections.abc import Generator, Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from xdist.scheduler import LoadScopeScheduling

from tests.chromium import INSTALL
from tests.databases import quick_databases

# Each of these files goes to one process as a whole, and before all others: what its first test makes does for the
# rest of them. Those are the layers and pieces that pictures are put together from, the imports of all modules, and a
# browser.
TOGETHER = (
    "tests/images/",
    "tests/test_architecture.py",
    "tests/playground/test_page.py",
    "tests/end_to_end/test_browser.py",
)


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


def pytest_collection_finish() -> None:
    """Thousands of tests and all modules stay until the end: nobody need look among them for garbage."""
    gc.freeze()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> Generator[None, None, None]:
    """The last lines say what was left out for want of a browser, and which command installs one."""
    yield
    left_out = [report for report in terminalreporter.stats.get("skipped", ()) if INSTALL in str(report.longrepr)]
    if left_out:
        words = f"{len(left_out)} tests of pages were skipped, because no Chromium is installed. To run them: {INSTALL}"
        terminalreporter.line(words, yellow=True)


@pytest.fixture(scope="session", autouse=True)
def databases_are_quick() -> Iterator[None]:
    with quick_databases():
        yield
