"""The modules that `make compiled` translates into C, and that nothing else does."""

import ast
from pathlib import Path

ROOT = Path(__file__).parents[1]


def listed() -> list[str]:
    """The files that setup.py names, read without running it."""
    tree = ast.parse((ROOT / "setup.py").read_text("utf-8"))
    [files] = [
        ast.literal_eval(line.value)
        for line in tree.body
        if isinstance(line, ast.Assign) and isinstance(line.targets[0], ast.Name) and line.targets[0].id == "COMPILED"
    ]
    return list(files)


def test_what_is_compiled_exists() -> None:
    files = listed()
    assert len(files) > 1
    assert [name for name in files if not (ROOT / name).is_file()] == []


def test_nothing_is_compiled_unless_asked() -> None:
    """Without the environment variable no installation needs a compiler."""
    build = (ROOT / "setup.py").read_text("utf-8")
    assert build.index('if os.environ.get("CRUX_COMPILED")') < build.index("from mypyc.build")
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    assert "mypy" not in project.partition("[project]")[0]
