"""Nothing is said while modules are imported: it would stay in the language that happened to be spoken then."""

import ast
from collections.abc import Iterator
from pathlib import Path

import bot.text
from bot.text import terms
from cogs.shared.wording import labels

ROOT = Path(__file__).parents[2]
SPEAKING = [
    *(bot.text.say, bot.text.say_plural, bot.text.say_error, bot.text.term, bot.text.language),
    *(terms.commas, terms.semicolons, terms.join_sentences, labels.join_list, labels.choice_in_words),
]
"""Functions whose result depends on the language that is spoken."""
NAMES = frozenset(function.__name__ for function in SPEAKING)


def called_at_once(node: ast.AST) -> Iterator[str]:
    """The functions that are called when a module is imported: outside of other functions, or in their defaults."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            for default in filter(None, (*child.args.defaults, *child.args.kw_defaults)):
                yield from called_at_once(ast.Expr(default))
        else:
            if isinstance(child, ast.Call) and isinstance(child.func, ast.Name):
                yield child.func.id
            yield from called_at_once(child)


def test_nothing_is_said_while_modules_are_imported() -> None:
    said = {
        (str(path.relative_to(ROOT)), name)
        for top in ("bot", "cogs", "images")
        for path in (ROOT / top).rglob("*.py")
        for name in called_at_once(ast.parse(path.read_text(encoding="utf-8")))
        if name in NAMES
    }
    assert said == set()


def test_it_is_seen_in_a_class_and_in_a_default() -> None:
    in_class = "class One:\n    words = {1: [commas(one) for one in two]}\n"
    in_default = "def f(a=term('red')):\n    say('later')\n"
    assert set(called_at_once(ast.parse(in_class + in_default))) == {"commas", "term"}
