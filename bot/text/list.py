"""Lists every sentence that people read, with the place where they read it: `make sentences`.

The code is parsed, never run. A literal counts as a sentence if it has several words, or if it is marked for the
catalogues or passed to Discord as a name or a label. `UNREAD` leaves out what no person reads, so a new sentence is
missed only if it looks like one of those; tests/text/test_list.py compares the list with what Discord gets. The
playground's own page (bot/playground/page) isn't Python and isn't listed.

A place is a command, a button, a kind of picture, the log or the command line. For functions that several screens
share, it is derived from their callers.
"""

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatch
from functools import cache
from itertools import groupby
from pathlib import Path

from bot.text.extract import CONTEXT, KEYWORDS, PLURAL, PLURALS, REFUSING, ROOT

FOLDERS = ("bot", "cogs", "images")
SKIPPED = ("bot/store/migrations/*", "bot/store/queries/*", "bot/text/[!t]*")

UNREAD = frozenset({
    "TypeError", "RuntimeError", "NotImplementedError", "AssertionError",  # programming errors
    "compile", "fullmatch", "partition", "replace", "startswith",  # patterns
    "execute", "exec_driver_sql",  # SQL
    "paste", "plate", "stroke", "_edge", "Box", "_ring_base", "get",  # names of layers and boxes, for tests of pictures
    "Thread", "create_task", "Random", "Sealed",  # names of tasks, seeds
    "_position", "_example", "_laid", "_situation", "from_fen", "moved", "played", "joins_through",  # example positions
})  # fmt: skip
"""Calls whose literals no person reads."""

UNREAD_NAMES = frozenset({
    "pawns", "JOINS", "DUE", "IN_TROUBLE", "LIVE", "WITH_BUTTONS", "_TABLES", "_SECURITY_HEADERS", "__repr__",
})  # fmt: skip
"""Names and arguments whose literals no person reads: example positions, SQL and headers."""

REFUSED_FILES = frozenset({"ValueError", "BadDocument", "fault", "ScriptError", "Words", "NotARecord", "lookup"})
"""Calls whose literals say what is wrong with a file."""

LABELS = frozenset({"label", "placeholder", "description", "help", "name", "title", "group_description"})
"""Arguments that Discord or the command line shows even if they are a single word."""

MAKING = {"slash": 2, "match_command": 2, "any_match": 2, "command_with": -1}
"""Functions that make a command of a name and a callback, and where they take the callback."""

MANY = 4
"""A sentence with more entry points than this is listed as shown in many places."""

_WORDS = re.compile(r"[\w.,:;!?’'’)}*`]+ [\w{(*`“]")


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence: its text, an f-string's with the code in braces; where it is read; where it is in the code."""

    text: str
    place: str
    file: str
    line: int


@dataclass(slots=True)
class _Module:
    """The contents of one file: its literals with their surroundings, and what each of its names uses."""

    file: str
    literals: list[tuple[str, int, tuple[str, ...], tuple[str, str]]] = field(default_factory=list)
    uses: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    entries: dict[str, str] = field(default_factory=dict)


def _key(file: str, name: str) -> str:
    """A name of the graph of uses: private names belong to their file."""
    return f"{file}:{name}" if name.startswith("_") else name


def _callee(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _constant(node: ast.expr | None) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _placeholder(part: ast.expr) -> str:
    """The expression of an f-string's placeholder, without its format."""
    return f"{{{ast.unparse(part.value)}}}" if isinstance(part, ast.FormattedValue) else ""


class _Reader(ast.NodeVisitor):
    """Collects literals, uses and entry points of one file."""

    def __init__(self, file: str) -> None:
        self.module = _Module(file)
        self._scope: tuple[str, ...] = ()
        self._slot = ("", "")  # the innermost call or the name that is assigned to, and the argument
        self._group = ""
        self._names_a_fact = True  # in a module or class, where a name that is assigned to counts as a definition

    def _inside(self, slot: tuple[str, str], *nodes: ast.AST | None) -> None:
        before, self._slot = self._slot, slot
        for node in nodes:
            if node is not None:
                self.visit(node)
        self._slot = before

    def _define(self, node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        before = self._scope, self._slot, self._group, self._names_a_fact
        self._use(node.name)
        self._scope, self._slot = (*self._scope, node.name), ("", "")
        self._names_a_fact = isinstance(node, ast.ClassDef)
        has_docstring = ast.get_docstring(node, clean=False) is not None
        if isinstance(node, ast.ClassDef):
            self._group = next((_constant(one.value) for one in node.keywords if one.arg == "group_name"), self._group)
            for keyword in node.keywords:
                self._inside((node.name, keyword.arg or ""), keyword.value)
        elif self._note_entry(node) and not self._group:
            has_docstring = False  # the command line shows it as help
        for child in ast.iter_child_nodes(node):
            if not (has_docstring and child is node.body[0]):
                self.visit(child)
        self._scope, self._slot, self._group, self._names_a_fact = before

    visit_ClassDef = visit_FunctionDef = visit_AsyncFunctionDef = _define  # noqa: N815 - ast's own names

    def _note_entry(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
        """Records a function that handles a command or a button; returns whether it handles a command."""
        for decorator in node.decorator_list:
            if not isinstance(decorator, ast.Call):
                continue
            if _callee(decorator.func) == "action":
                self.module.entries[node.name] = f"button {_constant(decorator.args[0])}"
            elif _callee(decorator.func) in ("command", "callback"):
                name = next((_constant(one.value) for one in decorator.keywords if one.arg == "name"), "")
                self.module.entries[node.name] = (
                    f"/{self._group} {name}" if self._group else f"python -m bot {name or node.name}"
                )
                return True
        return False

    def _use(self, name: str) -> None:
        for owner in self._scope or ("",):
            for key in {_key(self.module.file, owner), f"{self.module.file}:{owner}"}:
                self.module.uses[key].add(_key(self.module.file, name))

    def visit_Module(self, node: ast.Module) -> None:
        for child in node.body:
            if not (isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)):
                self.visit(child)

    def visit_Expr(self, node: ast.Expr) -> None:
        entry = self.module.entries.get(self._scope[-1], "") if self._scope else ""
        if not isinstance(node.value, ast.Constant) or entry.startswith("python"):  # others explain the name above
            self.visit(node.value)

    def visit_Name(self, node: ast.Name) -> None:
        self._use(node.id)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        self._use(node.attr)
        self.visit(node.value)

    def visit_Call(self, node: ast.Call) -> None:
        callee = _callee(node.func)
        self._note_command(node, callee)
        self.visit(node.func)
        for number, argument in enumerate(node.args):
            self._inside((callee, str(number)), argument)
        for keyword in node.keywords:
            self._inside((callee, keyword.arg or ""), keyword.value)

    def _note_command(self, node: ast.Call, callee: str) -> None:
        """Records commands that are made by a call: their callback is the entry point."""
        keywords = {one.arg: one.value for one in node.keywords}
        if callee == "Command" and isinstance(keywords.get("callback"), ast.Name):
            name, answers = _constant(keywords.get("name")), keywords["callback"]
        elif callee in MAKING and isinstance(answers := node.args[MAKING[callee]], ast.Name):
            name = _constant(node.args[0])
        else:
            return
        if name:
            factory = self._scope[0] if self._scope else ""
            self.module.entries[_callee(answers)] = f"{factory}|{name}"

    def _assign(self, node: ast.Assign | ast.AnnAssign | ast.AugAssign) -> None:
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target
        name = _callee(target)
        if name and self._names_a_fact:
            scope, self._scope, self._names_a_fact = self._scope, (*self._scope, name), False
            self._inside((name, "="), node.value)
            self._scope, self._names_a_fact = scope, True
        else:
            self._inside((name or self._slot[0], "="), node.value)

    visit_Assign = visit_AnnAssign = visit_AugAssign = _assign  # noqa: N815 - ast's own names

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        self._note("".join(_constant(part) or _placeholder(part) for part in node.values), node.lineno)
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                self.visit(part.value)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str):
            self._note(node.value, node.lineno)

    def _note(self, text: str, line: int) -> None:
        self.module.literals.append((text, line, self._scope, self._slot))


def _is_read(text: str, file: str, scope: tuple[str, ...], slot: tuple[str, str]) -> bool:
    """Whether people read this literal, judging by where it is."""
    call, argument = slot
    if file.startswith("images") and call == "ValueError":
        return False
    if call in UNREAD or argument in UNREAD_NAMES or UNREAD_NAMES & {call, *scope}:
        return False
    if (call in KEYWORDS and argument == "0") or (call in (PLURAL, PLURALS) and argument in ("0", "1")):
        return True
    if call in (CONTEXT, *REFUSING):
        return argument == "1"
    if argument in LABELS and call[:1].isupper() and re.search("[A-Za-z]", text):
        return True
    return _WORDS.search(text) is not None


@cache
def _modules() -> tuple[_Module, ...]:
    modules = []
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            file = path.relative_to(ROOT).as_posix()
            if not any(fnmatch(file, pattern) for pattern in SKIPPED):
                reader = _Reader(file)
                reader.visit(ast.parse(path.read_text(encoding="utf-8")))
                modules.append(reader.module)
    return tuple(modules)


@cache
def _entries() -> dict[str, str]:
    """The functions that handle a command or a button, and what people type or click."""
    of_match = {
        used
        for module in _modules()
        for name in module.uses
        if name in {key for key, entry in module.entries.items() if entry.startswith("/match")} or name == "match_group"
        for used in module.uses[name]
    }
    entries: dict[str, str] = {}
    for module in _modules():
        for name, entry in module.entries.items():
            factory, bar, command = entry.partition("|")
            group = "/match" if factory in {"match_group", *of_match} else "/GAME"
            entries[f"{module.file}:{name}"] = f"{group} {command}" if bar else entry
    return entries


@cache
def _factories() -> dict[str, list[str]]:
    """Functions that create commands, and the commands."""
    commands: dict[str, list[str]] = defaultdict(list)
    entries = _entries()
    for module in _modules():
        for name, entry in module.entries.items():
            factory, bar, _ = entry.partition("|")
            if bar:
                commands[_key(module.file, factory)].append(entries[f"{module.file}:{name}"])
    return commands


@cache
def _reaching() -> dict[str, frozenset[str]]:
    """The commands and buttons that may use each name in the code."""
    uses: dict[str, set[str]] = defaultdict(set)
    for module in _modules():
        if module.file.startswith(("cogs", "bot/match", "bot/computers")):
            for name, used in module.uses.items():
                uses[name] |= used
    reaching: dict[str, set[str]] = defaultdict(set)
    for start, entry in _entries().items():
        seen, ahead = {start}, [start]
        while ahead:
            name = ahead.pop()
            reaching[name].add(entry)
            ahead += (new := uses.get(name, set()) - seen)
            seen |= new
    return {name: frozenset(entry) for name, entry in reaching.items()}


@cache
def _titles() -> dict[str, str]:
    """The title of each game, by its key."""
    keys = (path.stem for path in (ROOT / "cogs").glob("*.py"))
    return {key: key.replace("_", " ").title() for key in keys if list((ROOT / "bot/rules").glob(f"{key}*"))}


def _title(file: str) -> str:
    """The title of the game that a file belongs to, or an empty string."""
    return next((_titles()[part] for part in Path(file).with_suffix("").parts if part in _titles()), "")


def _place(file: str, scope: tuple[str, ...], slot: tuple[str, str]) -> str:
    """Where people read the literals at this place."""
    call, title = slot[0], _title(file)
    inner = scope[-1] if scope else "module"
    if call in ("debug", "info", "warning", "error", "exception") or slot == ("msg", "="):
        return "the log"
    if call in ("SettingsUnusable", "StoreUnusable", "stop", "_sentence", "_damaged") and not file.startswith("cogs"):
        return "the command line, when Crux can't start"
    if file.startswith(("bot/__main__", "bot/command", "bot/config")) or "arena" in file:
        return "the command line"
    if file.startswith("bot/playground"):
        return "the playground, which mostly speaks as Discord does"
    if call == "Option":
        return f"option of {title}"
    if file.startswith(("bot/rules", "bot/match")) and call in REFUSED_FILES:
        return f"/match import and /match verify, a file refused{f' ({title})' if title else ''}"
    if file.startswith("bot/rules"):
        return f"/GAME move and Move, a move refused ({title or 'all games'})"
    if file.startswith("bot/players"):
        return f"hint, its reasons ({title or 'all games'})"
    if file.startswith("images"):
        kind = "alt text and position in words" if Path(file).stem == "words" else "picture"
        return f"{kind} ({title or 'all games'}): {inner}"
    if title:
        return f"{title}: {inner}"
    return _shared_place(file, scope)


def _shared_place(file: str, scope: tuple[str, ...]) -> str:
    """The commands and buttons that lead to it, or the screen that it is part of."""
    entries = _entries()
    for name in reversed(scope):
        if entry := entries.get(f"{file}:{name}"):
            return entry
    if scope and (commands := _factories().get(_key(file, scope[0]))):
        return ", ".join(commands)
    what = f"{Path(file).stem}: {scope[-1]}" if scope else Path(file).stem
    if Path(file).stem == "errors" and scope and "SENTENCE" in scope:
        what = f"refusal {scope[0]}"
    names = scope[:1] if scope[1:] == ("SENTENCE",) else scope[::-1]
    leading = next((uses for name in names if (uses := _reaching().get(_key(file, name)))), None)
    if not leading:
        return what
    return f"{what} (many places)" if len(leading) > MANY else f"{what} ({', '.join(sorted(leading))})"


def list_sentences() -> Iterator[Sentence]:
    """Every sentence, in the order of the files."""
    for module in _modules():
        for text, line, scope, slot in module.literals:
            if _is_read(text, module.file, scope, slot):
                yield Sentence(text, _place(module.file, scope, slot), module.file, line)


if __name__ == "__main__":
    for place, sentences in groupby(
        sorted(list_sentences(), key=lambda one: (one.place, one.file, one.line)), lambda one: one.place
    ):
        sys.stdout.write(f"\n{place}\n")
        for one in sentences:
            sys.stdout.write(f"  {one.file}:{one.line}\t{one.text!r}\n")
