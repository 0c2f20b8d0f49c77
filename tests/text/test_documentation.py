"""The pages name commands and options as Discord shows them in that language, and rules pages name all of the game."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.rules import GAMES
from bot.text import CATALOGUES, ENGLISH, LANGUAGES, NAMES, name_in
from bot.text.extract import ROOT, in_context
from tests.text.checking import CODE, commands, shown_in, what_is_wrong

FOLDERS = {path.name: path.name.replace("_", "-") for path in CATALOGUES.iterdir() if (path / "LC_MESSAGES").is_dir()}
"""The languages with a catalogue, by their folder in docs."""

PAGES = [
    page for page in sorted((ROOT / "docs").glob("*/**/*.md")) if page.relative_to(ROOT / "docs").parts[0] in FOLDERS
]
RULES_PAGES = [
    *sorted((ROOT / "docs" / "games").glob("*.md")),
    *(page for page in PAGES if page.parent.name == "games"),
]


def name_of(page: Path) -> str:
    return page.relative_to(ROOT / "docs").as_posix()


def language_of(page: Path) -> str:
    folders = page.relative_to(ROOT).parts[1:-1]  # below docs
    return FOLDERS.get(folders[0], ENGLISH) if folders else ENGLISH


def codes(page: Path) -> Iterator[str]:
    """What stands as code in the text of a page, outside of blocks."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    yield from CODE.findall(text)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_commands_are_named_as_discord_shows_them(page: Path) -> None:
    locale = language_of(page)
    named = [code for code in codes(page) if re.match(r"/\w", code)]
    assert [(code, wrong) for code in named if (wrong := what_is_wrong(locale, code))] == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_no_option_has_its_english_name(page: Path) -> None:
    """Those of one word may be keys of a record or moves as well."""
    locale = language_of(page)
    english = {name for context, name, _ in in_context() if context == NAMES and "-" in name}
    named = {code.partition(":")[0] for code in codes(page)}
    assert sorted(one for one in named & english if name_in(locale, one) != one) == []


LISTS = [ROOT / "docs" / "commands.md", *(page for page in PAGES if page.name == "README.md")]


def _listed(page: Path) -> Iterator[str]:
    """The commands of a page's tables; a row begins with one, and its other codes may be commands of the same group."""
    for row in re.findall(r"^\|.*`/.*$", page.read_text(encoding="utf-8"), re.MULTILINE):
        named = CODE.findall(row)
        group, _, _ = next(code for code in named if code.startswith("/")).partition(" ")
        yield from (code if code.startswith("/") else f"{group} {code}" for code in named)


@pytest.mark.parametrize("page", LISTS, ids=language_of)
def test_every_command_is_listed(page: Path) -> None:
    """Those of games are listed once for all of them, and the operator's are for the host alone."""
    locale = language_of(page)
    others = {f"/{name_in(locale, name)}" for name in (*(key.replace("_", "-") for key in GAMES), "operator")}
    shown = [path for path in shown_in(locale) if path.split(" ")[0] not in others]
    alone = {path for path in shown if not any(other.startswith(f"{path} ") for other in shown)}
    assert sorted(alone - set(_listed(page))) == []


def on_discord(page: Path) -> str:
    """The page's section on playing on Discord."""
    found = re.search(r"^## [^\n]*Discord.*?(?=^## )", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    return found[0] if found else ""


@pytest.mark.parametrize("page", RULES_PAGES, ids=name_of)
def test_a_rules_page_lists_every_command_of_its_game_and_every_option_of_start(page: Path) -> None:
    locale = language_of(page)
    group, shown = f"/{page.stem.replace('_', '-')}", shown_in(locale)
    cells = re.findall(r"^\| (`.*?) \|", on_discord(page), re.MULTILINE)
    wanted = [f"{group} {command}" for command in shown[group]]
    wanted += shown[f"{group} {name_in(locale, 'start')}"]
    assert sorted(code for cell in cells for code in CODE.findall(cell)) == sorted(wanted)


@pytest.mark.parametrize("page", RULES_PAGES, ids=name_of)
def test_a_rules_page_names_every_option_that_may_be_left_out(page: Path) -> None:
    locale = language_of(page)
    game = next(one for one in commands() if one["name"] == page.stem.replace("_", "-"))
    parts = (part for command in game["options"] for part in command["options"])
    named = {code.partition(":")[0] for code in CODE.findall(on_discord(page))}
    assert {name_in(locale, part["name"]) for part in parts if not part["required"]} - named == set()


def test_each_language_has_pages() -> None:
    assert set(map(language_of, PAGES)) == set(LANGUAGES) - {ENGLISH}
