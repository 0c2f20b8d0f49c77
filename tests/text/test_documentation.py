"""The translated pages name commands and options as Discord shows them in that language."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bot.text import NAMES, name_in
from bot.text.extract import ROOT, in_context
from tests.text.test_translations import commands

PAGES = [
    page for page in sorted((ROOT / "docs").glob("*/**/*.md")) if len(page.relative_to(ROOT / "docs").parts[0]) == 2
]
CODE = re.compile(r"`([^`\n]+)`")


def codes(page: Path) -> Iterator[str]:
    """What stands as code in the text of a page, outside of blocks."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    yield from CODE.findall(text)


def _below(locale: str, command: Mapping[str, Any], before: str) -> Iterator[tuple[str, frozenset[str]]]:
    path = f"{before}{name_in(locale, command['name'])}"
    parts = command.get("options", ())
    yield path, frozenset(name_in(locale, one["name"]) for one in parts)
    for part in parts:
        if "options" in part:
            yield from _below(locale, part, f"{path} ")


@cache
def shown_in(locale: str) -> dict[str, frozenset[str]]:
    """Each command as it is called in this language, with its options and subcommands."""
    return {path: parts for command in commands() for path, parts in _below(locale, command, "/")}


def what_is_wrong(locale: str, code: str) -> str:
    """The first word of a command in code that isn't shown in this language; empty if there is none."""
    path, shown = "", shown_in(locale)
    for word in code.split(" "):
        option, colon, _ = word.partition(":")
        if colon and option not in shown[path]:
            return word
        if not colon and (path := f"{path} {word}" if path else word) not in shown:
            return word
    return ""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT / "docs").as_posix())
def test_commands_are_named_as_discord_shows_them(page: Path) -> None:
    locale = page.relative_to(ROOT / "docs").parts[0]
    named = [code for code in codes(page) if re.match(r"/\w", code)]
    assert [(code, wrong) for code in named if (wrong := what_is_wrong(locale, code))] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT / "docs").as_posix())
def test_no_option_has_its_english_name(page: Path) -> None:
    """Those of one word may be keys of a record or moves as well."""
    locale = page.relative_to(ROOT / "docs").parts[0]
    english = {name for context, name, _ in in_context() if context == NAMES and "-" in name}
    named = {code.partition(":")[0] for code in codes(page)}
    assert sorted(one for one in named & english if name_in(locale, one) != one) == []


def test_each_language_has_pages() -> None:
    assert {page.relative_to(ROOT / "docs").parts[0] for page in PAGES} == {"it", "ja"}
