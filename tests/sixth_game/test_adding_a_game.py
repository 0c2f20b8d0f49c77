"""docs/adding-a-game.md is true: it quotes the game's files, lists all of them, and its commands succeed."""

import json
import os
import re
import shlex
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path

import pytest

from tests.sixth_game.project import FILES, ROOT, copy_with_the_game, game_files

PAGE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
QUOTES = re.findall(r"^```python (\S+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
COMMANDS = [
    line.split(" ", 1)[1].split()
    for block in re.findall(r"^```sh\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    for line in block.splitlines()
]
"""What follows `.venv/bin/python` on each line that can be run."""
RENEWING = {"--renew-pictures", "--renew-texts"}
ONE_AFTER_THE_OTHER = """
import json, runpy, sys
for sys.argv in json.loads(sys.argv[1]):
    print(*sys.argv, flush=True)
    try:
        runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
    except SystemExit as end:
        if end.code:
            raise
"""


def run(folder: Path, *arguments: str) -> str:
    """What a command of Python's answers in the copy of the project. It has to succeed."""
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={
            **os.environ,
            "PYTHONPATH": str(folder),
            "PYTEST_ADDOPTS": "",
            "HYPOTHESIS_STORAGE_DIRECTORY": str(ROOT / ".hypothesis"),  # what it knows of the code, it needn't learn
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{shlex.join(arguments)}\n{done.stdout}"
    return done.stdout


@pytest.mark.parametrize(("file", "quote"), QUOTES)
def test_what_the_page_quotes_stands_in_the_file(file: str, quote: str) -> None:
    assert f"\n{quote}" in (FILES / file).read_text(encoding="utf-8")


def test_the_page_lists_all_files() -> None:
    listed = re.findall(r"^\| `(\S+)` \|", PAGE.partition("## The files")[2].partition("## 1.")[0], re.MULTILINE)
    assert listed
    unlisted = [file for file in game_files() if not any(fnmatch(file, pattern) for pattern in listed)]
    missing = [pattern for pattern in listed if not any(fnmatch(file, pattern) for file in game_files())]
    assert (unlisted, missing) == ([], [])


def test_the_page_runs_every_test_that_is_there_for_each_game() -> None:
    """Such tests are parametrised over `GAMES`. Those of languages wait for whoever translates the game."""
    run_by_the_page = {word for command in COMMANDS for word in command if word.endswith(".py")}
    of_each_game = {
        str(path.relative_to(ROOT))
        for path in (ROOT / "tests").rglob("test_*.py")
        if path.name != "test_languages.py"
        and re.search(r"parametrize\([^)]*\bGAMES\b", path.read_text(encoding="utf-8"))
    }
    assert len(of_each_game) > 3
    assert of_each_game <= run_by_the_page


def test_no_file_of_the_project_is_replaced() -> None:
    assert [file for file in game_files() if (ROOT / file).exists()] == []


@pytest.mark.slow
@pytest.mark.long
def test_the_commands_of_the_page_succeed(tmp_path: Path) -> None:
    """In one process, since most of their time goes into loading the project. What is kept is compared, not renewed."""
    copy_with_the_game(tmp_path)
    before = (tmp_path / "tests/records/morris.jsonl").read_bytes()
    files: list[str] = []
    chosen = ["morris"]
    others = []
    for module, *words in (command[1:] for command in COMMANDS):
        if module != "pytest":
            others.append([module, *words])
        elif RENEWING.isdisjoint(words):
            named = [word for word in words if word.endswith(".py")]
            files += named
            chosen += [] if "-k" in words else [Path(file).stem for file in named]
    quick = ("-p", "no:cacheprovider", "-q", "-m", "not slow and not postgres")
    tests = ["pytest", *quick, *dict.fromkeys(files), "-k", " or ".join(chosen)]
    answer = run(tmp_path, "-c", ONE_AFTER_THE_OTHER, json.dumps([*others, tests]))
    assert (tmp_path / "tests/records/morris.jsonl").read_bytes() == before
    assert " passed" in answer
    assert "failed" not in answer
