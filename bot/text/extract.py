"""Collects every sentence of the code in `crux.pot`, the empty catalogue that translators start from.

`make text` writes it; a test compares it with the code. Besides sentences it has the names of commands and options,
which are read off the calls that make them.
"""

import ast
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po

from bot.text import NAMES, TYPED

ROOT = Path(__file__).parents[2]
TEMPLATE = Path(__file__).with_name("crux.pot")
FOLDERS = ("bot", "cogs", "images")

# Functions and errors whose first argument is a sentence for players.
KEYWORDS = (
    "N_",
    "Words",
    "BadDocument",
    "ScriptError",
    "IllegalMove",
    "Unreadable",
    "Ambiguous",
    "NotLegalHere",
    "ScreenRefusal",
    "WhichMatch",
    "MissingPermissions",
)


REFUSING = ("fault", "lookup", "_not_legal")
"""Functions whose second argument is a sentence of refusal."""

PLURAL = "say_plural"
"""The function whose first two arguments are a singular and a plural sentence."""

CONTEXT = "NC_"
"""The function whose first argument is a context and whose second a sentence."""

PLURALS = "NP_"
"""The function that marks a singular and a plural for later."""

WORDS = "T_"
"""The function whose argument is a word that can be typed."""

NAMING = (
    "slash",
    "match_command",
    "any_match",
    "command_with",
    "group_of",
    "contest_command",
    "delete_command",
    "Parameter",
)
"""The functions whose first argument, or second of a parameter, is the name of a command or an option."""

HELP = {
    NAMES: "The name of a command or an option: small letters, digits and hyphens, at most 32, no spaces.",
    TYPED: "What can be typed as well: words in small letters, separated by commas.",
}
"""What a translator must know about messages with a context, beside the message."""


@cache
def messages() -> list[tuple[str | tuple[str, str], str, str | None]]:
    """Every sentence, or singular and plural of it, with the file it stands in and its context, in a stable order."""
    entries: list[tuple[str | tuple[str, str], str, str | None]] = []
    keywords: dict[str, Any] = {
        **dict.fromkeys(KEYWORDS),
        **dict.fromkeys((PLURAL, PLURALS), (1, 2)),
        **dict.fromkeys(REFUSING, (2,)),
        "refuse": (3,),
        CONTEXT: ((1, "c"), 2),
    }
    for folder in FOLDERS:
        messages_in_folder = extract_from_dir(
            ROOT / folder, method_map=[("**.py", "python")], keywords=keywords, comment_tags=()
        )
        for file, _, message, _, context in sorted(messages_in_folder, key=lambda entry: (entry[0], entry[1])):
            if isinstance(message, str):
                entries.append((message, f"{folder}/{file}", context))
            elif all(isinstance(part, str) for part in message):
                entries.append(((message[0], message[1]), f"{folder}/{file}", context))
    return entries


def sentences() -> Iterator[tuple[str, str]]:
    """Every sentence with its file; singular and plural count as two."""
    for message, file, _ in messages():
        for sentence in (message,) if isinstance(message, str) else message:
            yield sentence, file


# --- names of commands and options, and words that can be typed -------------------------------------------------------


def _callee(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _literals(*nodes: ast.expr | None) -> Iterator[str]:
    yield from (node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str))


def _of_call(node: ast.Call) -> Iterator[str]:
    """The name that a call gives to a command or an option."""
    callee, keywords = _callee(node.func), {one.arg: one.value for one in node.keywords}
    if callee in ("Command", "command", "Group"):
        yield from _literals(keywords.get("name"))
    elif callee in NAMING:
        yield from _literals(*node.args[callee == "Parameter" :][:1])


def _of_options(node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    """The names of a command's options, from its decorators, but for those that are passed to them."""
    names: dict[str, str] = {}
    for decorator in node.decorator_list:
        if isinstance(decorator, ast.Call) and _callee(decorator.func) in ("describe", "rename"):
            renames = _callee(decorator.func) == "rename"
            for keyword in decorator.keywords:
                name = keyword.arg or ""
                names[name] = next(_literals(keyword.value), "") if renames else names.get(name, name)
    yield from filter(None, names.values())


def _names_in(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Call():
                yield from _of_call(node)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                yield from _of_options(node)
            case ast.ClassDef():
                yield from _literals(*(one.value for one in node.keywords if one.arg == "group_name"))
            case ast.Assign(targets=[ast.Name(id="GUESTS")], value=ast.Tuple(elts=names)):
                yield from _literals(*names)
            case (
                ast.Assign(targets=[ast.Name(id="SWITCHES")], value=ast.Dict(values=names))
                | ast.AnnAssign(target=ast.Name(id="option_names"), value=ast.Dict(values=names))
            ):
                yield from _literals(*(one.elts[0] for one in names if isinstance(one, ast.Tuple)))


def _words_in(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _callee(node.func) == WORDS:
            yield from _literals(*node.args)


@cache
def in_context() -> list[tuple[str, str, str]]:
    """Names of commands and options, and words that can be typed: context, word and file."""
    entries = []
    for path in sorted((ROOT / "cogs").rglob("*.py")):
        tree, file = ast.parse(path.read_text(encoding="utf-8")), path.relative_to(ROOT).as_posix()
        entries += [(NAMES, name, file) for name in _names_in(tree)]
        entries += [(TYPED, word, file) for word in _words_in(tree)]
    return entries


@cache
def titles() -> list[tuple[str, str]]:
    """The titles of the games, with their files."""
    entries = []
    for path in sorted((ROOT / "bot" / "rules").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Assign) and [_callee(one) for one in node.targets] == ["title"]:
                entries += [(title, path.relative_to(ROOT).as_posix()) for title in _literals(node.value)]
    return entries


# --- the template -----------------------------------------------------------------------------------------------------


def catalogue() -> Catalog:
    """The catalogue without translations."""
    catalogue = Catalog(project="Crux", charset="utf-8", fuzzy=False)
    for title, file in titles():
        catalogue.add(title, locations=[(file, 0)])
    for message, file, context in messages():
        flags = ["python-brace-format"] if "{" in "".join(message) else []
        catalogue.add(message, locations=[(file, 0)], flags=flags, context=context)
    for context, word, file in in_context():
        comments = () if catalogue.get(word, context) else (HELP[context],)
        catalogue.add(word, locations=[(file, 0)], context=context, auto_comments=comments)
    return catalogue


def template() -> str:
    """The catalogue's text."""
    text = BytesIO()
    write_po(text, catalogue(), omit_header=True, include_lineno=False, width=120)
    return text.getvalue().decode()


if __name__ == "__main__":
    TEMPLATE.write_text(template(), encoding="utf-8")
