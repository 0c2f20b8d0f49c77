"""The sampler: what it changes, what it leaves alone, and that it tells a test that notices from one that doesn't."""

import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from coverage import CoverageData

from tests.mutation.__main__ import KILLED, SURVIVED, TIMED_OUT, table
from tests.mutation.copies import TOO_LONG, changed
from tests.mutation.executed import Executed, collected
from tests.mutation.mutants import Mutant, mutants_of, sampled


def mutated(source: str) -> list[str]:
    """What becomes of a source, one mutant after the other."""
    return [mutant.applied(source) for mutant in mutants_of("bot/rules/toy.py", source)]


@pytest.mark.parametrize(
    ("source", "mutants"),
    [
        ("x = a < b", ["x = (a <= b)"]),
        ("x = a >= b", ["x = (a > b)"]),
        ("x = a == b", ["x = (a != b)"]),
        ("x = a not in b", ["x = (a in b)"]),
        ("x = a is None", ["x = (a is not None)"]),
        ("x = a and b and c", ["x = (a or b or c)"]),
        ("x = not a", ["x = a"]),
        ("x = True", ["x = False"]),
        ("x = 5", ["x = 6", "x = 4"]),
        ("f(x, replace=True)", ["pass", "(f(x))", "f(x, replace=False)"]),
        ("x += y", ["pass"]),
        ("x.y = z", ["pass"]),
        ("def f():\n    return x", ["def f():\n    return None"]),
        ("def f():\n    raise ValueError", ["def f():\n    pass"]),
        ("if x:\n    raise RuntimeError\nelse:\n    y()", ["if x:\n    raise RuntimeError\nelse:\n    pass"]),
        ("é = ('é', a < b)", ["é = ('é', (a <= b))"]),
    ],
)
def test_every_mutant_changes_one_thing(source: str, mutants: list[str]) -> None:
    assert mutated(source) == mutants


@pytest.mark.parametrize(
    "source",
    [
        '"""A docstring."""',
        "import a",
        "x: Literal[1] = y",
        "@cache(5)\ndef f(x: Literal[1]) -> Literal[2]:\n    return None",
        'log.info("moved %d", 5)',
        "x = 'a text'",
        "x = f'{5}'",
        "x = y",  # without it a name would be missing
        "assert x is None",
        "if x is None:\n    raise RuntimeError(f'no {x}')",
        "raise AssertionError",
    ],
)
def test_what_no_test_should_notice_is_left_alone(source: str) -> None:
    assert mutated(source) == []


def test_a_seed_draws_the_same_mutants_of_each_area_and_another_one_others() -> None:
    source = "\n".join(f"x{number} = {number}" for number in range(50))
    mutants = [one for area in ("bot/rules", "cogs") for one in mutants_of(f"{area}/toy.py", source)]
    drawn = sampled(mutants, 1, 10)
    assert Counter(one.area for one in drawn) == {"bot/rules": 10, "cogs": 10}
    assert sampled(mutants, 1, 10) == drawn != sampled(mutants, 2, 10)
    assert {one.area for one in sampled(mutants, 1, 10, "cogs")} == {"cogs"}
    assert len(sampled(mutants, 1, 10, "bot/rules/t")) == 10
    assert sampled(mutants, 1, 10, "bot") == []  # an area: what of the bot is in none of the others


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project of two functions, with a test that holds the first one to its rule, one that only calls the other, and
    one that is broken. The sampler is in it as well."""
    files = {
        "bot/rules/toy.py": "def more(x):\n    return x + 1\n\n\ndef same(x):\n    return x\n",
        "tests/rules/test_toy.py": (
            "from bot.rules.toy import more, same\n\n\n"
            "def test_more():\n    assert more(1) == 2\n\n\ndef test_same():\n    same(1)\n\n\n"
            "def test_broken():\n    assert not more(1)\n"
        ),
        "cogs/__init__.py": "",
        "pyproject.toml": '[tool.pytest.ini_options]\ntimeout = 60\nmarkers = ["slow"]\n',
        ".gitignore": ".mutation/\n__pycache__/\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    for folder in ("bot", "bot/rules", "tests", "tests/rules"):
        (tmp_path / folder / "__init__.py").touch()
    shutil.copytree(
        Path(__file__).parent, tmp_path / "tests/mutation", ignore=shutil.ignore_patterns("test_*", "__pyc*")
    )
    for command in (["init", "--quiet"], ["add", "--all"]):
        subprocess.run(["git", *command], cwd=tmp_path, check=True)
    return tmp_path


def run_in(project: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Python in a process of its own: the sampler forks, which a process with threads shouldn't."""
    return subprocess.run([sys.executable, *arguments], cwd=project, capture_output=True, text=True, check=False)


@pytest.mark.thorough
def test_a_fault_is_killed_by_a_test_that_notices_it_and_survives_others(project: Path) -> None:
    answer = run_in(project, "-m", "tests.mutation", "--processes", "1")
    assert answer.returncode == 1, answer.stderr
    *survivors, _, _, line = answer.stdout.splitlines()
    assert [text.strip() for text in survivors] == [
        "survived: bot/rules/toy.py:6 (None returned)",
        "- return x",
        "+ return None",
    ]
    assert line.split() == ["bot/rules", "4", "3", "1", "0", "75%", "too", "few"]
    # Neither the project nor what is known of its tests is touched by it.
    status = subprocess.run(["git", "diff", "--stat"], cwd=project, capture_output=True, text=True, check=True)
    assert status.stdout == ""


def test_what_tests_execute_is_collected_anew_when_something_has_changed(project: Path, tmp_path: Path) -> None:
    runs: list[list[str]] = []

    def run(arguments: list[str], _: object) -> None:
        runs.append(arguments[-1:])
        (project / "seconds.json").write_text("{}")
        CoverageData(str(project / ".coverage")).write()

    for change, expected in (
        (None, [["tests/rules/test_toy.py"]]),
        (None, []),
        ("tests/rules/test_toy.py", [["tests/rules/test_toy.py"]]),
        ("tests/rules/__init__.py", [["tests/rules/test_toy.py"]]),  # a helper of the same folder
        ("bot/rules/toy.py", [["tests/rules/test_toy.py"]]),
        ("tests/__init__.py", []),
    ):
        if change:
            changed(project, change, (project / change).read_text() + "\n")
        runs.clear()
        collected(tmp_path / "known", project, run)
        assert runs == expected


@pytest.mark.slow
def test_a_fault_without_end_is_ended(project: Path) -> None:
    (project / "bot/rules/toy.py").write_text("while True:\n    pass\n")
    script = (
        "import time; from pathlib import Path; from tests.mutation.copies import Trial\n"
        "trial = Trial(Path.cwd(), ['tests/rules/test_toy.py'], object(), 1)\n"
        "while (outcome := trial.outcome()) is None: time.sleep(0.02)\n"
        "print(outcome)"
    )
    assert run_in(project, "-c", script).stdout.split() == [str(TOO_LONG)]


def mutant(file: str, line: int, at_import: bool = False) -> Mutant:
    return Mutant(file, "one more", 0, 1, "2", (line, line), (line - 1, line + 1), at_import)


def test_what_is_executed_with_the_import_is_told_apart() -> None:
    source = "X = 1\n\n\ndef f(x=2):\n    y = 3\n    return y\n\n\nclass C:\n    z = 4\n"
    of_import = {one.lines[0] for one in mutants_of("bot/rules/toy.py", source) if one.at_import}
    of_calls = {one.lines[0] for one in mutants_of("bot/rules/toy.py", source) if not one.at_import}
    assert (of_import, of_calls) == ({1, 4, 10}, {5, 6})


def test_the_tests_of_a_line_come_before_those_of_its_file_and_then_others(tmp_path: Path) -> None:
    data = CoverageData(str(tmp_path / "coverage"))
    a, b, c = "tests/rules/test_a.py::a", "tests/rules/test_b.py::b", "tests/rules/test_b.py::c"
    far, other = "tests/cogs/test_c.py::far", "tests/rules/test_b.py::other"
    for test, lines in {a: [3, 4], b: [3, 4], c: [7], far: [3]}.items():
        data.set_context(f"{test}|run")
        data.add_lines({"bot/rules/toy.py": lines})
    executed = Executed(data, {a: 2.0, b: 30.0, c: 5.0, far: 0.1, other: 1.0})
    assert executed.rounds_for(mutant("bot/rules/toy.py", 3)) == [[a, b], [c], [far]]
    assert executed.rounds_for(mutant("bot/rules/toy.py", 3, at_import=True)) == [[a, b], [c], [other], [far]]
    assert executed.rounds_for(mutant("bot/rules/toy.py", 9)) == [[a, c, b], [other], [far]]  # in another process
    assert executed.rounds_for(mutant("bot/rules/unseen.py", 1)) == [[other, a, c, b], [far]]
    assert executed.rounds_for(mutant("cogs/unseen.py", 1)) == [[far], [other, a, c, b]]
    assert executed.time_of([a, b]) == pytest.approx(32.0)


@pytest.mark.parametrize(("few", "rounds"), [(1, [["a"]]), (2, [["a"], ["b"]])])
def test_where_few_tests_execute_a_file_those_of_its_folder_follow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, few: int, rounds: list[list[str]]
) -> None:
    data = CoverageData(str(tmp_path / "coverage"))
    for name, file in {"a": "bot/rules/toy.py", "b": "bot/rules/other.py", "c": "bot/rules/deep/other.py"}.items():
        data.set_context(f"tests/rules/{name}|run")
        data.add_lines({file: [3]})
    monkeypatch.setattr("tests.mutation.executed.FEW", few)
    executed = Executed(data, {f"tests/rules/{name}": 1.0 for name in "abc"})
    found = executed.rounds_for(mutant("bot/rules/toy.py", 3))
    assert [[test.rpartition("/")[2] for test in tests] for tests in found] == rounds


def test_the_tests_of_other_areas_take_a_minute_at_most(tmp_path: Path) -> None:
    data = CoverageData(str(tmp_path / "coverage"))
    executed = Executed(data, {f"tests/cogs/test_a.py::{place}": 20.0 for place in range(5)})
    [others] = executed.rounds_for(mutant("bot/rules/toy.py", 1))
    assert len(others) == 3


def test_an_area_below_its_bar_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    enough = {
        "bot/rules": Counter({KILLED: 8, TIMED_OUT: 1, SURVIVED: 1}),
        "bot/players": Counter({KILLED: 17, SURVIVED: 3}),
    }
    assert table(enough) == 0
    assert "too few" not in capsys.readouterr().out
    assert table(enough | {"cogs": Counter({KILLED: 17, SURVIVED: 3})}) == 1
    *_, line = capsys.readouterr().out.splitlines()
    assert line.split() == ["cogs", "20", "17", "3", "0", "85%", "too", "few"]
