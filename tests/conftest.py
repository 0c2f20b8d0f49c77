"""What makes all tests quick, and what is said of those that were left out."""

import gc
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from bot import text
from tests.chromium import INSTALL
from tests.databases import quick_databases
from tests.languages import MADE_UP, write_made_up

# How long an example takes says something about the machine alone. The quick tests try the same examples every time, so
# that a change is judged by itself; `make test-slow` tries others.
settings.register_profile("random", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("repeated", settings.get_profile("random"), derandomize=True)
settings.load_profile("repeated")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


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


@pytest.fixture(scope="session")
def made_up_catalogues(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of all catalogues, with that of the made-up language."""
    return write_made_up(tmp_path_factory.mktemp("catalogues"))


@pytest.fixture
def made_up(made_up_catalogues: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Makes the made-up language one of those that are spoken; returns the folder of the catalogues."""
    monkeypatch.setattr(text, "CATALOGUES", made_up_catalogues)
    monkeypatch.setitem(text.LANGUAGES, MADE_UP, "Suomi")
    return made_up_catalogues
