"""Names that the code puts into messages by itself, of games, commands and options, are those of the language."""

import ast
from functools import cache
from pathlib import Path

import pytest

from bot.rules import GAMES
from bot.text import name_in, say, speaking
from bot.text.terms import join_list
from cogs.shared.wording.labels import command_mention, start_commands, title_of
from tests.languages import EVERY_LANGUAGE, MADE_UP, RELEASED, in_other_letters

ROOT = Path(__file__).parents[2]
SAYING = {"term", "title_of"}
"""What says a title in the language that is spoken; sentences do so with their `{game}`."""


@cache
def _parts() -> list[tuple[str, ast.AST, ast.AST]]:
    """Every part of the screens' code with what it is a part of, and where it is."""
    paths = [path for folder in ("cogs", "images", "bot/words") for path in (ROOT / folder).rglob("*.py")]
    return [
        (f"{path.relative_to(ROOT)}:{getattr(part, 'lineno', 0)}", part, parent)
        for path in paths
        for parent in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        for part in ast.iter_child_nodes(parent)
    ]


def _is_title_of_game(node: ast.AST) -> bool:
    """Whether this is the English title: `cog.game.title`, `GAMES[key].title`."""
    if not (isinstance(node, ast.Attribute) and node.attr == "title"):
        return False
    of = node.value
    return (isinstance(of, ast.Attribute) and of.attr == "game") or (
        isinstance(of, ast.Subscript) and isinstance(of.value, ast.Name) and of.value.id == "GAMES"
    )


def _says_it(parent: ast.AST) -> bool:
    if isinstance(parent, ast.keyword):
        return parent.arg == "game" or parent.arg == "name"  # of a choice, which Discord gets in every language
    return isinstance(parent, ast.Call) and isinstance(parent.func, ast.Name) and parent.func.id in SAYING


@pytest.mark.thorough
def test_a_game_is_called_as_the_language_calls_it_wherever_it_is_named() -> None:
    assert [at for at, part, parent in _parts() if _is_title_of_game(part) and not _says_it(parent)] == []


def test_no_command_is_written_out_but_by_what_knows_its_name_in_the_language() -> None:
    written = [
        at
        for at, part, parent in _parts()
        if isinstance(parent, ast.JoinedStr) and isinstance(part, ast.Constant) and "`/" in str(part.value)
    ]
    assert len(written) == 1, written  # `command_mention`


def test_no_date_is_put_into_a_sentence_as_a_computer_writes_it() -> None:
    written = [
        at
        for at, part, parent in _parts()
        if isinstance(parent, ast.keyword) and isinstance(part, ast.Call)
        if isinstance(part.func, ast.Attribute) and part.func.attr == "isoformat" and not part.args
    ]
    assert written == []


@pytest.mark.parametrize("locale", EVERY_LANGUAGE)
def test_commands_that_open_a_table_are_called_as_in_the_language(locale: str, made_up: Path) -> None:
    with speaking(locale):
        assert start_commands() == join_list(
            [f"`/{key.replace('_', '-')} {name_in(locale, 'start')}`" for key in GAMES], "or"
        )


def test_each_word_of_a_command_is_translated(made_up: Path) -> None:
    with speaking(MADE_UP):
        assert command_mention("match", "list") == f"`/{in_other_letters('match')} {in_other_letters('list')}`"


def test_a_game_that_this_release_does_not_know_is_called_by_its_key(made_up: Path) -> None:
    with speaking(MADE_UP):
        assert (title_of("chess"), title_of("cirondo")) == ("chess", in_other_letters("Cirondo"))


@pytest.mark.parametrize("locale", RELEASED)
def test_a_command_that_a_sentence_is_given_is_called_as_the_language_calls_it(locale: str) -> None:
    with speaking(locale):
        said = say("To begin earlier, use `/{command} start`.", command="league")
    assert f"`/{name_in(locale, 'league')} {name_in(locale, 'start')}`" in said
