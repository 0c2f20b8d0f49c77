"""Which tests execute which lines, and how long each test takes: collected once, by coverage.py.

It stays in `.mutation/` as long as the code stays as it is; then only the changed files of tests, and those in the
folder of a changed helper, are run anew.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from hashlib import sha256
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest
from coverage import CoverageData

from tests.mutation.mutants import AREAS, Mutant

MINUTE = 60.0
FEW = 10  # tests: what fewer execute is probably kept from one test to the next
CODE = ("bot", "cogs", "images")
BOTS = "tests/end_to_end/"  # what they test runs in other processes, of which nothing is known
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
        self._files = data.measured_files()

    def _read(self, file: str) -> dict[int, set[str]]:
        lines = self._data.contexts_by_lineno(file)
        return {
            line: {test.partition("|")[0] for test in tests} & self._seconds.keys() for line, tests in lines.items()
        }

    def _tests_of(self, file: str) -> set[str]:
        return set().union(*self._tests_by_line(file).values())

    def rounds_for(self, mutant: Mutant) -> list[list[str]]:
        """The tests that may notice it, each round beginning with the fastest.

        First those of its area that execute its lines. Then those that execute its file, or any file of its folder if
        those are few: what is cached is executed by the first test alone, and what is imported by the first one that
        imports it. Then those of other areas that execute its lines, as many as take a minute. What is executed with an
        import, or by other processes, is tried by all.
        """
        known = self._tests_by_line(mutant.file)
        of_lines = {test for line in range(mutant.lines[0], mutant.lines[1] + 1) for test in known.get(line, ())}
        of_lines = of_lines or known.get(mutant.statement[0], set())
        of_file = self._tests_of(mutant.file)
        if 0 < len(of_file) < FEW:
            folder = Path(mutant.file).parent
            of_file = of_file.union(*(self._tests_of(file) for file in self._files if Path(file).parent == folder))
        everything = self._seconds.keys()
        ours = {test for test in everything if test.startswith(AREAS[mutant.area])}
        rounds = [
            self._fastest_first(of_lines & ours),
            self._fastest_first(of_file & ours - of_lines),
            self._fastest_first(ours - of_file) if mutant.at_import or not of_lines else [],
            self._within_a_minute(self._fastest_first((of_lines or of_file or everything) - ours)),
        ]
        return [tests for tests in rounds if tests]

    def _fastest_first(self, tests: Iterable[str]) -> list[str]:
        return sorted(tests, key=self._seconds.__getitem__)

    def _within_a_minute(self, tests: Sequence[str]) -> list[str]:
        ends = accumulate(self._seconds[test] for test in tests)
        return [test for test, end in zip(tests, ends, strict=True) if end <= MINUTE]

    def time_of(self, tests: Sequence[str]) -> float:
        return sum(self._seconds[test] for test in tests)


def collected(folder: Path, copy: Path, run: Callable[[list[str], object], None]) -> Executed:
    """What tests execute in the project's `copy`; `folder` has what was collected before.

    `run` runs pytest in the copy with arguments and a plug-in. What one folder of tests executes is written down before
    the next one runs, so that a run which was interrupted goes on there.
    """
    folder.mkdir(exist_ok=True)
    notes, database = folder / "notes.json", folder / "coverage"
    (copy / ".coveragerc").write_text(CONFIG)
    files = {path.relative_to(copy).as_posix(): path for path in sorted(copy.rglob("*.py"))}
    code = {name: _digest(path) for name, path in files.items() if name.startswith(CODE)}
    tests = {
        name: _digest_with_helpers(path)
        for name, path in files.items()
        if name.startswith("tests/") and not name.startswith(BOTS) and path.name.startswith("test_")
    }

    known: dict[str, Any] = json.loads(notes.read_text()) if notes.exists() else {}
    if known.get("code") != code:
        known = {"code": code, "tests": {}, "seconds": {}}
        database.unlink(missing_ok=True)
    data = CoverageData(str(database))
    data.read()
    known["seconds"] = {test: time for test, time in known["seconds"].items() if test.partition("::")[0] in tests}
    batches: dict[Path, list[str]] = defaultdict(list)
    for name in tests:
        if known["tests"].get(name) != tests[name]:
            batches[Path(name).parent].append(name)
    coverage = [*(f"--cov={part}" for part in CODE), "--cov-config=.coveragerc", "--cov-context=test", "--cov-report="]
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
