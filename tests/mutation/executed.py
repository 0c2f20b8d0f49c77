"""Which tests of an area execute which of its lines, and how long each test takes: collected once, by coverage.py.

It stays in `.mutation/`, a database for each area, as long as the area's code stays as it is; then only the changed
files of tests, and those in the folder of a changed helper, are run anew.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from coverage import CoverageData

from tests.mutation.mutants import AREAS, area_of

CONFIG = "[run]\nconcurrency = thread, greenlet\nrelative_files = true\n"


class Stopwatch:
    """A plug-in of pytest that measures each test, and names those that didn't pass."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0.0) + report.duration
        if not report.passed:
            self.failed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        passed = {test: time for test, time in self.seconds.items() if test not in self.failed}
        Path("seconds.json").write_text(json.dumps(passed))


class Executed:
    """What tests execute. `seconds` says how long each of them takes that passes."""

    def __init__(self, data: CoverageData, seconds: dict[str, float]) -> None:
        self._data = data
        self._seconds = seconds
        self._tests_by_line = cache(self._read)

    def _read(self, file: str) -> dict[int, set[str]]:
        lines = self._data.contexts_by_lineno(file)
        return {
            line: {test.partition("|")[0] for test in tests} & self._seconds.keys() for line, tests in lines.items()
        }

    def tests_for(self, file: str, lines: tuple[int, int], statement: tuple[int, int]) -> list[str]:
        """The tests that execute these lines: those that mirror its area come first, and of these the fastest.

        A line that is executed with the import, or by other processes, is tried by all tests of its area, beginning
        with those that execute its file.
        """
        known = self._tests_by_line(file)
        tests = {test for line in range(lines[0], lines[1] + 1) for test in known.get(line, ())}
        tests = tests or known.get(statement[0], set())
        first: set[str] = set() if tests else set().union(*known.values())

        mirror, *_ = AREAS[area_of(file)]

        def rank(test: str) -> tuple[bool, bool, float]:
            return test not in first, not test.startswith(mirror), self._seconds[test]

        return sorted(tests or self._seconds, key=rank)

    def time_of(self, tests: Sequence[str]) -> float:
        return sum(self._seconds[test] for test in tests)


def collected(
    folder: Path, copy: Path, areas: Iterable[str], run: Callable[[list[str], object], None]
) -> dict[str, Executed]:
    """For each of these areas what its tests execute in the project's `copy`; `folder` has what was collected before.

    `run` runs pytest in the copy with arguments and a plug-in. What one folder of tests executes is written down before
    the next one runs, so that a run which was interrupted goes on there.
    """
    folder.mkdir(exist_ok=True)
    (copy / ".coveragerc").write_text(CONFIG)
    files = {path.relative_to(copy).as_posix(): path for path in sorted(copy.rglob("*.py"))}
    return {area: _collected(area, folder / area.replace("/", "-"), copy, files, run) for area in areas}


def _collected(
    area: str, place: Path, copy: Path, files: dict[str, Path], run: Callable[[list[str], object], None]
) -> Executed:
    notes, database = place.with_suffix(".json"), place.with_suffix(".coverage")
    ours = {name for name in files if name.startswith(("bot/", "cogs/", "images/")) and area_of(name) == area}
    code = {name: _digest(files[name]) for name in ours}
    tests = {
        name: _digest_with_helpers(path)
        for name, path in files.items()
        if name.startswith(AREAS[area]) and path.name.startswith("test_")
    }

    known: dict[str, Any] = json.loads(notes.read_text()) if notes.exists() else {}
    if known.get("code") != code:
        known = {"code": code, "tests": {}, "seconds": {}}
        database.unlink(missing_ok=True)
    data = CoverageData(str(database))
    data.read()
    known["seconds"] = {test: time for test, time in known["seconds"].items() if test.partition("::")[0] in tests}
    batches: dict[str, list[str]] = defaultdict(list)
    for name in tests:
        if known["tests"].get(name) != tests[name]:
            batches[Path(name).parent.name].append(name)
    coverage = [f"--cov={area}", "--cov-config=.coveragerc", "--cov-context=test", "--cov-report="]
    for batch in batches.values():
        run(["-m", "not slow and not postgres", *coverage, *batch], Stopwatch())
        fresh = CoverageData(str(copy / ".coverage"))
        fresh.read()
        data.update(fresh)
        data.write()
        others = {test: time for test, time in known["seconds"].items() if test.partition("::")[0] not in batch}
        known["seconds"] = others | json.loads((copy / "seconds.json").read_text())
        known["tests"] |= {name: tests[name] for name in batch}
        notes.write_text(json.dumps(known))
    return Executed(data, known["seconds"])


def _digest(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()


def _digest_with_helpers(path: Path) -> str:
    """Of a file of tests and of what stands in its folder and isn't one."""
    helpers = sorted(other for other in path.parent.glob("*.py") if not other.name.startswith("test_"))
    return "".join(_digest(one) for one in (path, *helpers))
