"""A copy of the project with Nine Men's Morris in it: `python -m tests.sixth_game.project FOLDER` makes one."""

import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
FILES = Path(__file__).with_name("files")
"""The game's files, in the folders where they belong."""

COPIED = (
    *("bot", "cogs", "images", "tests", "benchmarks", "simulation", "docs"),
    *("Makefile", "pyproject.toml", "constraints.txt", "README.md", "LICENSE"),
)


def game_files() -> list[str]:
    """The game's files, as they are called in the project."""
    return sorted(str(path.relative_to(FILES)) for path in FILES.rglob("*") if path.is_file() and "__" not in str(path))


def copy_with_the_game(folder: Path) -> None:
    """Copy the project into this folder, which may exist, and add the game's files. Nothing else is changed."""
    ignored = shutil.ignore_patterns("sixth_game")
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=ignored, dirs_exist_ok=True)
        else:
            shutil.copy2(ROOT / name, folder / name)
    for file in game_files():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(FILES / file, folder / file)


if __name__ == "__main__":
    Path(sys.argv[1]).mkdir(parents=True, exist_ok=True)
    copy_with_the_game(Path(sys.argv[1]))
