"""The layers' arrows: cogs -> images -> bot.words -> bot.rules, cogs -> bot.contests -> bot.match -> bot.rules and
bot.store, and no way back. Beside them bot.computers -> bot.match and bot.players -> bot.rules."""

import ast
import re
import subprocess
import sys
from collections.abc import Container, Iterable, Iterator
from functools import cache
from graphlib import TopologicalSorter
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import pytest

from bot.rules import GAMES

ROOT = Path(__file__).parents[1]

# For each layer what it may import of ours; the longest name that fits decides. Everything may import itself.
MAY_IMPORT = {
    "bot": {"bot"},
    "bot.rules": set(),
    "bot.text": set(),
    "bot.words": {"bot.rules", "bot.text"},
    "bot.config": set(),
    "bot.metrics": set(),
    "bot.slots": set(),
    "bot.pacing": set(),
    "bot.installs": set(),
    "bot.listening": set(),
    "bot.shards": {"bot.slots", "bot.store"},
    "bot.store": {"bot.metrics", "bot.slots"},
    "bot.lessons": {"bot.rules", "bot.text"},
    "bot.daily": set(),
    "bot.puzzles": {"bot.rules", "bot.text"},
    "bot.ratings": set(),
    "bot.match": {
        "bot.daily",
        "bot.puzzles",
        "bot.ratings",
        "bot.rules",
        "bot.store",
        "bot.text",
    },
    "bot.contests": {"bot.match", "bot.ratings", "bot.rules", "bot.store", "bot.text"},
    "bot.contests.leagues": set(),
    "bot.contests.tournaments": {"bot.contests.leagues", "bot.rules"},
    "bot.players": {"bot.puzzles", "bot.rules", "bot.text"},
    "bot.computers": {"bot.match", "bot.slots", "bot.players", "bot.rules", "bot.store", "bot.text"},
    # What runs in worker processes has nothing that could tell it more than it is asked.
    "bot.computers.thinking": {"bot.computers.faults", "bot.players"},
    "bot.computers.worker": set(),
    "bot.computers.faults": set(),
    "bot.playground": set(),
    "images": {"bot.rules", "bot.text", "bot.words"},
    "simulation": {"bot", "cogs", "images"},
    "cogs": {
        "bot.daily",
        "bot.client",
        "bot.computers",
        "bot.contests",
        "bot.installs",
        "bot.lessons",
        "bot.listening",
        "bot.match",
        "bot.metrics",
        "bot.slots",
        "bot.puzzles",
        "bot.ratings",
        "bot.rules",
        "bot.text",
        "bot.words",
        "images",
    },
}
# The floors of a package, its folders, from the lowest to the highest: a folder imports from those before it here. What
# lies beside them in the package, as the games do in `images`, is above them all.
FLOORS = {
    "bot.match": ("values", "reading", "decisions", "records", "engine", "parts"),
    "bot.contests": ("leagues", "tournaments", "values", "parts"),
    "images": ("canvas", "people", "marks", "motion"),
    "cogs.shared": (
        "client",
        "access",
        "interactions",
        "wording",
        "presentation",
        "tables",
        "choosing",
        "boards",
        "turns",
        "records",
        "people",
        "management",
        "contests",
        "leagues",
        "tournaments",
        "lessons",
        "puzzles",
        "scratch",
        "commands",
        "web",
        "home",
    ),
}
KNOW_NO_DISCORD = (
    "bot.rules",
    "bot.text",
    "bot.words",
    "bot.config",
    "bot.store",
    "bot.shards",
    "bot.lessons",
    "bot.daily",
    "bot.contests",
    "bot.match",
    "bot.players",
    "bot.puzzles",
    "bot.ratings",
    "bot.computers",
    "images",
)


IMPORT = re.compile(r"(?:from|import) ((?:bot|cogs|images)\b[\w.]*)(?: import (\w+(?:, ?\w+)*))?")

OURS = ("bot", "cogs", "images", "simulation")

LONGEST_FILE = 500  # lines
LONGEST_CLASS = 300


def modules() -> Iterator[tuple[str, Path]]:
    for folder in OURS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
            yield name, path


class Module(NamedTuple):
    """What is asked about a module, which is parsed only once."""

    lines: int
    classes: list[tuple[str, int]]  # the lines of each
    imports: list[tuple[str, list[str]]]  # from where: a module and the names taken from it, if only some are


@cache
def parsed(name: str, path: Path) -> Module:
    code = path.read_text(encoding="utf-8")
    nodes = list(ast.walk(ast.parse(code)))
    classes = [(one.name, (one.end_lineno or 0) - one.lineno + 1) for one in nodes if isinstance(one, ast.ClassDef)]
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    return Module(len(code.splitlines()), classes, list(_imports(package, nodes)))


def _imports(package: str, nodes: Iterable[ast.AST]) -> Iterator[tuple[str, list[str]]]:
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from ((alias.name, []) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package.rsplit(".", node.level - 1)[0] if node.level > 1 else package
            origin = f"{base}.{node.module or ''}".rstrip(".") if node.level else node.module or ""
            yield origin, [alias.name for alias in node.names]


def imported(name: str, path: Path) -> Iterator[str]:
    for origin, taken in parsed(name, path).imports:
        yield origin
        yield from (f"{origin}.{each}" for each in taken)


def modules_imported(name: str, path: Path, ours: Container[str]) -> set[str]:
    """The modules of ours that one needs. A package that only modules are taken from isn't one of them."""
    needed: set[str] = set()
    for origin, taken in parsed(name, path).imports:
        full = {f"{origin}.{each}" for each in taken}
        needed |= {each if each in ours else origin for each in full or {origin}}
    return {each for each in needed if each in ours}


def within(name: str, layer: str) -> bool:
    return name == layer or name.startswith(layer + ".")


def layer_of(name: str) -> str:
    return max((layer for layer in MAY_IMPORT if within(name, layer)), key=len)


def test_imports_follow_the_arrows() -> None:
    wrong = []
    for name, path in modules():
        layer = layer_of(name)
        for target in imported(name, path):
            ours = target.split(".")[0] in OURS
            allowed = {layer, *MAY_IMPORT[layer]}
            if ours and target not in OURS and not any(within(target, other) for other in allowed):
                wrong.append(f"{name} imports {target}")
    assert wrong == []


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Neither on one floor nor inside a folder, and neither in functions nor for the type checker alone."""
    ours = dict(modules())
    TopologicalSorter({name: modules_imported(name, path, ours) for name, path in ours.items()}).prepare()


def floor_of(name: str, package: str) -> int | None:
    """The height of the folder of a package that a module is in; None if it is in none of them."""
    folder = name.removeprefix(f"{package}.").split(".")[0] if name.startswith(f"{package}.") else ""
    return FLOORS[package].index(folder) if folder in FLOORS[package] else None


@pytest.mark.parametrize("package", FLOORS)
def test_no_floor_of_a_package_imports_from_a_higher_one(package: str) -> None:
    top = package.split(".")[0]
    wrong = [
        f"{name} imports {target}"
        for name, path in modules()
        if (floor := floor_of(name, package)) is not None
        for target in imported(name, path)
        if (within(target, package) if top == "bot" else within(target, top))
        and not ((other := floor_of(target, package)) is not None and other <= floor)
        and target != package
    ]
    assert wrong == []


@pytest.mark.parametrize("package", FLOORS)
def test_every_folder_of_a_package_is_one_of_its_floors(package: str) -> None:
    folders = {path.parent.name for path in (ROOT / package.replace(".", "/")).glob("*/__init__.py")}
    assert folders - GAMES.keys() == set(FLOORS[package])


def test_matches_do_not_ask_which_kind_of_contest_they_belong_to() -> None:
    """What they need of contests is in `bot.store.queries.contests`, for all kinds alike."""
    kinds = ("bot.store.contest_tables", "bot.store.queries.leagues", "bot.store.queries.tournaments")
    wrong = [
        f"{name} imports {target}"
        for name, path in modules()
        if within(name, "bot.match")
        for target in imported(name, path)
        if any(within(target, kind) for kind in kinds)
    ]
    assert wrong == []


def test_pictures_and_screens_are_made_of_sights_and_not_of_documents() -> None:
    """Documents of positions are for files and other processes. (A screen's own `view` is Discord's.)"""
    document = re.compile(r"(?<!screen)(?<!\))\.view\(|\bview\[|\.load\(")
    wrong = [
        f"{name}: {line.strip()}"
        for name, path in modules()
        if within(name, "images") or within(name, "cogs")
        for line in path.read_text(encoding="utf-8").splitlines()
        if document.search(line)
    ]
    assert wrong == []


def lengths() -> Iterator[tuple[str, int, int]]:
    """For every file and every class its lines and how many it may have; of tests the files alone are held to it."""
    for name, path in modules():
        module = parsed(name, path)
        yield name, module.lines, LONGEST_FILE
        yield from ((f"{name}.{own}", lines, LONGEST_CLASS) for own, lines in module.classes)
    for path in sorted((ROOT / "tests").rglob("*.py")):
        yield path.relative_to(ROOT).as_posix(), len(path.read_text(encoding="utf-8").splitlines()), LONGEST_FILE


def test_no_file_is_longer_than_500_lines_and_no_class_than_300() -> None:
    assert [f"{name} has {lines} lines" for name, lines, limit in lengths() if lines > limit] == []


MIRRORED = {"tests/cogs": "cogs/shared", "tests/match": "bot/match", "tests/contests": "bot/contests"}


@pytest.mark.parametrize("tests", MIRRORED)
def test_tests_lie_in_the_folders_of_what_they_test(tests: str) -> None:
    """What is about several folders lies beside them; `engine/histories` and the like have no tests in them."""
    folders = {path.parent.name for path in (ROOT / tests).glob("*/test_*.py")}
    assert folders
    assert folders <= {path.parent.name for path in (ROOT / MIRRORED[tests]).glob("*/__init__.py")}


def given_to_other_processes(file: Path) -> Iterator[str]:
    """The texts of a file that are Python which imports something of ours."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and IMPORT.search(node.value):
            yield node.value


def missing(text: str) -> Iterator[str]:
    """What a text imports that isn't there."""
    for name, taken in IMPORT.findall(text):
        if find_spec(name) is None:
            yield name
        else:
            module = import_module(name)
            for each in filter(None, taken.replace(" ", "").split(",")):
                if not hasattr(module, each) and find_spec(f"{name}.{each}") is None:
                    yield f"{name}.{each}"


@pytest.mark.parametrize("folder", ["tests/end_to_end", "tests/store"])
def test_what_tests_give_other_processes_to_run_imports_what_is_there(folder: str) -> None:
    """No type checker and no linter reads it, and the tests that run it are slow."""
    texts = [(file, text) for file in (ROOT / folder).rglob("*.py") for text in given_to_other_processes(file)]
    assert texts
    assert [f"{file.name}: {each}" for file, text in texts for each in missing(text)] == []


def test_only_the_screens_and_the_client_know_discord() -> None:
    wrong = [
        f"{name} imports {target}"
        for name, path in modules()
        for target in imported(name, path)
        if within(target, "discord") and any(within(name, layer) for layer in KNOW_NO_DISCORD)
    ]
    assert wrong == []


def test_the_rules_load_without_discord_pictures_or_a_database() -> None:
    probe = "import sys, bot.rules; print(sorted({'discord', 'PIL', 'sqlalchemy', 'aiohttp'} & set(sys.modules)))"
    assert subprocess.check_output([sys.executable, "-c", probe], text=True, cwd=ROOT).strip() == "[]"


def shared_by(test: Path) -> Iterator[str]:
    """What a file takes from modules of tests, other than whole tests to run them once more."""
    for origin, taken in parsed(".".join(test.relative_to(ROOT).with_suffix("").parts), test).imports:
        for each in taken or ("",):
            module, _, name = (f"{origin}.{each}" if is_test(f"{origin}.{each}") else f"{origin}:{each}").partition(":")
            if is_test(module) and not name.startswith("test_"):
                yield f"{module} {name}".rstrip()


def is_test(module: str) -> bool:
    return (ROOT / module.replace(".", "/")).with_suffix(".py").is_file() and ".test_" in module


def test_what_tests_share_is_in_files_without_test_in_their_names() -> None:
    """So nobody has to know which other tests lean on the one they change."""
    wrong = [f"{test.relative_to(ROOT)}: {one}" for test in (ROOT / "tests").rglob("*.py") for one in shared_by(test)]
    assert wrong == []


def test_the_top_package_imports_nothing() -> None:
    assert list(imported("bot", ROOT / "bot" / "__init__.py")) == []


@pytest.mark.parametrize("key", GAMES)
def test_a_game_has_one_name_everywhere(key: str) -> None:
    """A game is its rules, lesson, pictures, computer players, screens, tests and docs under one name."""
    for folder in ("bot/lessons", "bot/players", "bot/rules", "images"):
        assert (ROOT / folder / f"{key}.py").is_file() or (ROOT / folder / key).is_dir(), folder
    for file in (
        *(f"cogs/{key}.py", f"docs/games/{key}.md", f"docs/games/{key}.py", f"tests/players/{key}.jsonl"),
        *(f"tests/records/{key}.py", f"tests/records/{key}.jsonl"),
        f"tests/images/test_{key}.py",
    ):
        assert (ROOT / file).is_file(), file
    assert (ROOT / f"tests/rules/test_{key}.py").is_file() or (ROOT / "tests" / "rules" / key).is_dir()


def games_of(name: str) -> set[str]:
    """The game whose own file a module is, going by the names it consists of."""
    return GAMES.keys() & set(name.split("."))


@pytest.mark.parametrize("key", GAMES)
def test_what_belongs_to_no_game_names_none(key: str) -> None:
    """Nothing asks which game it is, and nothing lists them by hand. A game's own words are its own affair: one of them
    may well be another game's name, as a trick's of the cards is."""
    named = [name for name, path in modules() if not games_of(name) and f'"{key}"' in path.read_text(encoding="utf-8")]
    assert named == []


def test_games_know_nothing_of_each_other() -> None:
    wrong = [
        f"{name} imports {target}"
        for name, path in modules()
        for target in imported(name, path)
        if games_of(name) and games_of(target) - games_of(name)
    ]
    assert wrong == []
