"""What makes all tests quick, and what is said of those that were left out."""

import gc
import random
import signal
from collections import defaultdict
from collections.abc import Callable, Generator, Iterator
from functools import partial
from itertools import count
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import HealthCheck, settings

from bot import text
from bot.match import Matches
from images.canvas.canvas import LAYERS, SPRITES
from tests import chromium, postgresql
from tests.databases import put_database, quick_databases
from tests.kept import Keep, compare
from tests.languages import MADE_UP, write_made_up

# How long an example takes says something about the machine alone. The quick tests try the same examples every time, so
# that a change is judged by itself; `make test-slow` tries others, and more of them.
settings.register_profile("random", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("repeated", settings.get_profile("random"), derandomize=True, max_examples=40)
settings.load_profile("repeated")


QUICK_ON_POSTGRESQL = ("tests.store.test_store", "tests.store.test_transfer", "tests.match.engine.test_forgetting")
"""Modules of tests that run on PostgreSQL each time; the others do so in `make test-postgres`."""


@pytest.fixture(scope="session", autouse=True)
def no_ignored_signals() -> None:
    """Whoever runs the tests may have signals ignored, as `nohup` does: the bots that tests start would ignore them."""
    for number, handler in ((signal.SIGHUP, signal.SIG_DFL), (signal.SIGINT, signal.default_int_handler)):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, handler)


@pytest.fixture(autouse=True)
def luck_of_the_test(request: pytest.FixtureRequest) -> Iterator[None]:
    """The quick tests deal and roll the same every time, as they try the same examples; slow runs do so at random."""
    with pytest.MonkeyPatch.context() as patch:
        if settings.get_profile("repeated") == settings.default:
            luck = {"secret": random.Random(request.node.nodeid).randbytes}
            patch.setattr(Matches.__init__, "__kwdefaults__", {**(Matches.__init__.__kwdefaults__ or {}), **luck})
        yield


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--renew-texts", action="store_true", help="keep the texts that tests find now")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items[:] = [item for item in items if not (item.get_closest_marker("sqlite") and _is_on_postgresql(item))]
    _leave_to_slow_runs(items)
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


def _leave_to_slow_runs(items: list[pytest.Item]) -> None:
    """Of tests marked `sample`, all cases except so many are slow, or what `rest` says; those are spread evenly.

    Where the `rest` is thorough the name of the test says which are first, so that no game is always the one.
    """
    families: dict[tuple[str, bool], list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("sample"):
            families[item.nodeid.partition("[")[0], _is_on_postgresql(item)].append(item)
    for (name, _), cases in families.items():
        marker = next(cases[0].iter_markers("sample"))
        most, rest = marker.args[0], marker.kwargs.get("rest", "slow")
        first = 0 if rest == "slow" else crc32(name.encode())
        kept = {(first + place * len(cases) // most) % len(cases) for place in range(most)}
        for place, case in enumerate(cases):
            if place not in kept:
                case.add_marker(rest)


def _is_on_postgresql(item: pytest.Item) -> bool:
    return (
        isinstance(item, pytest.Function)
        and hasattr(item, "callspec")
        and "postgresql" in item.callspec.params.values()
    )


def pytest_collection_finish() -> None:
    """Thousands of tests and all modules stay until the end: nobody need look among them for garbage."""
    gc.freeze()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> Generator[None, None, None]:
    """The last lines say what was left out for want of a program, and which command installs it."""
    yield
    skipped = [str(report.longrepr) for report in terminalreporter.stats.get("skipped", ())]
    for what, program, install in (
        ("pages", "Chromium", chromium.INSTALL),
        ("databases", "PostgreSQL", postgresql.INSTALL),
    ):
        left_out = sum(f"no {program} is installed: {install}" in reason for reason in skipped)
        if left_out:
            words = f"{left_out} tests of {what} were skipped, because no {program} is installed."
            terminalreporter.line(f"{words} To run them: {install}", yellow=True)


@pytest.fixture
def keep(request: pytest.FixtureRequest) -> Keep:
    """`keep(found, file)` compares a text with the one that is kept."""
    return partial(compare, renew=request.config.getoption("--renew-texts"))


@pytest.fixture(scope="session", autouse=True)
def databases_are_quick() -> Iterator[None]:
    with quick_databases():
        yield


@pytest.fixture(scope="session", autouse=True)
def pictures_are_kept() -> None:
    """What the pictures of a game share is drawn once: tests play more games side by side than a server does."""
    for cache in (LAYERS, SPRITES):
        vars(cache)["_Cache__maxsize"] = 200_000_000


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Whatever opens a database by its address runs on both kinds, unless it is marked `sqlite`."""
    if "new_address" in metafunc.fixturenames:
        marks = [postgresql.needs_postgresql]
        if metafunc.module.__name__ not in QUICK_ON_POSTGRESQL:
            marks.append(pytest.mark.postgres)
        kinds = ["sqlite", pytest.param("postgresql", marks=marks)]
        metafunc.parametrize("new_address", kinds, indirect=True)


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[postgresql.Server]:
    """A server that the tests of this process share."""
    with postgresql.started() as server:
        yield server


@pytest.fixture
def new_address(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], str]:
    """`new_address()` is a database of this release in which nothing has happened yet.

    The next one may be the same, cleared, so whoever asks for one has closed the others.
    """
    if request.param == "postgresql":
        server: postgresql.Server = request.getfixturevalue("postgresql_server")
        return server.cleared
    numbers = count(1)

    def new() -> str:
        file = tmp_path / f"crux{next(numbers)}.db"
        put_database(file)
        return f"sqlite+aiosqlite:///{file}"

    return new


@pytest.fixture
def address(new_address: Callable[[], str]) -> str:
    """A database of this release in which nothing has happened yet."""
    return new_address()


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
