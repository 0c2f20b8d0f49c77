"""Every sentence a player reads stands in the catalogue, and each can be filled in."""

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.text import N_, say, speaking
from bot.text.extract import ROOT, TEMPLATE, template
from bot.text.terms import amount
from tests.text.checking import sentences


def test_the_template_is_that_of_the_code() -> None:
    assert TEMPLATE.read_text(encoding="utf-8") == template(), "make text"


def test_the_rules_the_matches_and_the_screens_are_all_in_it() -> None:
    folders = {"/".join(file.split("/")[:2]) for _, file in sentences()}
    assert {"bot/rules", "bot/match", "cogs/shared"} <= folders


SAYING = ("bot/words", "bot/lessons", "bot/players", "bot/rules", "bot/match", "cogs", "images")
"""Where sentences stand that people read."""


def _literals(tree: ast.AST) -> Iterator[str]:
    """The texts of a module, without docstrings and what stands inside of f-strings."""
    if isinstance(tree, ast.JoinedStr) or (isinstance(tree, ast.Expr) and isinstance(tree.value, ast.Constant)):
        return
    if isinstance(tree, ast.Constant) and isinstance(tree.value, str):
        yield tree.value
    for node in ast.iter_child_nodes(tree):
        yield from _literals(node)


def _modules() -> Iterator[Path]:
    for folder in SAYING:
        yield from (ROOT / folder).rglob("*.py")


def test_no_sentence_with_a_value_is_left_out() -> None:
    """What isn't marked stays English in every language."""
    known = {sentence for sentence, _ in sentences()}
    looks_so = re.compile(r"(?s)(?=.*\{[a-z_]+\})(?=.*[a-z]{2,} [a-z]{2,})[^<]")
    texts = {text for module in _modules() for text in _literals(ast.parse(module.read_text(encoding="utf-8")))}
    assert len(known & texts) > 1000
    assert {text for text in texts - known if looks_so.match(text)} == set()


def test_a_sentence_has_only_named_places() -> None:
    places = {sentence: [name for _, name, _, _ in string.Formatter().parse(sentence)] for sentence, _ in sentences()}
    assert [
        one for one, names in places.items() if not all(name is None or name.isidentifier() for name in names)
    ] == []


def test_no_line_begins_with_a_number_that_markdown_would_count_on_from() -> None:
    numbered = re.compile(r"^\W*(\{(place|number|points)\}|\d+)[.)] ", re.MULTILINE)
    assert [sentence for sentence, _ in sentences() if numbered.search(sentence)] == []


def test_english_needs_no_catalogue() -> None:
    with speaking("en-GB"):
        assert say(N_("{colour} to move"), colour="gold") == "gold to move"


def test_an_unknown_language_falls_back_to_english() -> None:
    with speaking("xx-YY"):
        assert say(N_("{colour} to move"), colour="gold") == "gold to move"


@pytest.mark.parametrize(("number", "said"), [(0, "0 servers"), (1, "1 server"), (2, "2 servers")])
def test_one_of_something_is_no_plural_in_the_log(number: int, said: str) -> None:
    assert amount(number, "server") == said
