"""Small faults that could be in the code: each mutant is one of its files with one expression or statement changed.

Left alone is what no test could or should notice: annotations, docstrings, decorators, texts, lines of the log, and
assertions, which are also written as `if ...: raise AssertionError` or `RuntimeError`: they never fail unless our own
code is wrong.
"""

import ast
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

AREAS: Mapping[str, tuple[str, ...]] = {
    "bot/rules": ("tests/rules/", "tests/records/"),
    "bot/match": ("tests/match/",),
    "bot/contests": ("tests/contests/",),
    "bot/store": ("tests/store/", "tests/match/", "tests/shards/"),
    "bot/players": ("tests/players/",),
    "bot/computers": ("tests/computers/",),
    "cogs": ("tests/cogs/",),
    "images": ("tests/images/",),
    "bot": (
        *("tests/test_", "tests/client/", "tests/command_line/", "tests/text/", "tests/shards/", "tests/ratings/"),
        *("tests/daily/", "tests/puzzles/", "tests/lessons/"),
        *("tests/players/test_arena", "tests/players/test_ladder"),
        *("tests/match/parts/test_ratings", "tests/match/parts/test_dailies", "tests/match/parts/test_puzzles"),
    ),
}
"""Each area, and how the paths of its own tests begin, which are tried before all others.

A file belongs to the first area that its path begins with.
"""
LEFT_ALONE = ("bot/playground/", "bot/store/migrations/versions/", "bot/text/extract.py")
"""What no player meets: the small Discord, what is written once, and the list of sentences for translators."""

FLIPPED: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
CHANGED_BY_ACTION = (ast.Expr, ast.AugAssign, ast.Raise, ast.Break, ast.Continue, ast.Delete)


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change in one file: the bytes from `start` to `end` become `text`.

    `lines` are the first and the last line of what is changed, `statement` those of the statement it is part of.
    `at_import` says that the statement is executed when the file is imported, not by a call.
    """

    file: str
    operator: str
    start: int
    end: int
    text: str
    lines: tuple[int, int]
    statement: tuple[int, int]
    at_import: bool

    @property
    def area(self) -> str:
        return area_of(self.file)

    def applied(self, source: str) -> str:
        code = source.encode()
        return (code[: self.start] + self.text.encode() + code[self.end :]).decode()

    def diff(self, source: str) -> str:
        """The changed line before and after, with its place."""
        before = source.splitlines()[self.lines[0] - 1].strip()
        after = self.applied(source).splitlines()[self.lines[0] - 1].strip()
        return f"{self.file}:{self.lines[0]} ({self.operator})\n  - {before}\n  + {after}"


def area_of(file: str) -> str:
    return next(area for area in AREAS if file.startswith(f"{area}/"))


def sources(root: Path) -> Iterator[str]:
    """The files that are mutated, relative to the project's root."""
    for folder in ("bot", "cogs", "images"):
        for file in sorted((root / folder).rglob("*.py")):
            name = file.relative_to(root).as_posix()
            if not name.startswith(LEFT_ALONE):
                yield name


def sampled(mutants: Iterable[Mutant], seed: int, each: int, only: str = "") -> list[Mutant]:
    """Up to `each` mutants of each area; the same seed draws the same ones.

    `only` is one of the areas, or how the paths of the files begin.
    """
    areas: dict[str, list[Mutant]] = defaultdict(list)
    for mutant in mutants:
        if mutant.area == only if only in AREAS else mutant.file.startswith(only):
            areas[mutant.area].append(mutant)
    return [
        mutant
        for area in AREAS
        for mutant in random.Random(f"{seed} {area}").sample(areas[area], min(each, len(areas[area])))
    ]


def mutants_of(file: str, source: str) -> Iterator[Mutant]:
    """All mutants of a file's source."""
    starts = [0]
    for line in source.encode().splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    module = ast.parse(source)
    called = {
        id(inner)
        for function in ast.walk(module)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for one in function.body
        for inner in ast.walk(one)
    }
    for statement, node, operator, changed in _changes(module):
        yield Mutant(
            file,
            operator,
            starts[node.lineno - 1] + node.col_offset,
            starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0),
            _written(changed),
            (node.lineno, node.end_lineno or 0),
            (statement.lineno, statement.end_lineno or 0),
            id(statement) not in called,
        )


Change = tuple[ast.stmt, ast.stmt | ast.expr, str, ast.AST]


def _written(changed: ast.AST) -> str:
    text = ast.unparse(changed)
    return text if isinstance(changed, ast.stmt) or text.isalnum() else f"({text})"


def _changes(module: ast.Module) -> Iterator[Change]:
    for statement in module.body:
        yield from _of_statement(statement)


def _of_statement(statement: ast.stmt) -> Iterator[Change]:
    if _is_left_alone(statement):
        return
    if _can_be_dropped(statement):
        yield statement, statement, "dropped statement", ast.Pass()
    if isinstance(statement, ast.Return) and statement.value is not None and not _is_none(statement.value):
        yield statement, statement.value, "None returned", ast.Constant(None)
    for child in _children(statement):
        yield from _of_statement(child) if isinstance(child, ast.stmt) else _of_expression(statement, child)


def _of_expression(statement: ast.stmt, node: ast.AST) -> Iterator[Change]:
    match node:
        case ast.JoinedStr():  # its parts have no places of their own in Python 3.11
            return
        case ast.Compare(left=left, ops=[one], comparators=right):
            yield statement, node, "flipped comparison", ast.Compare(left, [FLIPPED[type(one)]()], right)
        case ast.BoolOp(op=op, values=values):
            yield statement, node, "and/or", ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield statement, node, "not", operand
        case ast.Constant(value=bool(value)):
            yield statement, node, "True/False", ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield statement, node, "one more", ast.Constant(value + 1)
            yield statement, node, "one less", ast.Constant(value - 1)
        case ast.Call(func=func, args=arguments, keywords=keywords):
            for keyword in keywords:
                if keyword.arg and isinstance(keyword.value, ast.Constant) and not isinstance(keyword.value.value, str):
                    left_over = [other for other in keywords if other is not keyword]
                    yield statement, node, "dropped keyword", ast.Call(func, arguments, left_over)
        case _:
            pass
    for child in _children(node):
        yield from _of_statement(child) if isinstance(child, ast.stmt) else _of_expression(statement, child)


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """What a node consists of, without annotations, decorators and patterns."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "pattern"):
            continue
        yield from (one for one in (value if isinstance(value, list) else [value]) if isinstance(one, ast.AST))


def _is_none(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value is None


def _is_left_alone(statement: ast.stmt) -> bool:
    match statement:
        case ast.If(test=ast.Name(id="TYPE_CHECKING")) | ast.Import() | ast.ImportFrom() | ast.Assert():
            return True
        case ast.If(body=[only], orelse=[]):
            return _is_assertion(only)
        case ast.Raise():
            return _is_assertion(statement)
        case ast.Assign(targets=[ast.Name(id="__all__")]) | ast.Expr(value=ast.Constant()):
            return True
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id="log")))):
            return True
        case _:
            return False


def _is_assertion(statement: ast.stmt) -> bool:
    """Whether this says that our own code is wrong."""
    match statement:
        case ast.Raise(exc=ast.Call(func=ast.Name(id=name)) | ast.Name(id=name)):
            return name in ("AssertionError", "RuntimeError")
        case _:
            return False


def _can_be_dropped(statement: ast.stmt) -> bool:
    """Without it names are still bound, so that nothing but its effect is missing."""
    if isinstance(statement, ast.Assign):
        return all(isinstance(target, ast.Attribute | ast.Subscript) for target in statement.targets)
    return isinstance(statement, CHANGED_BY_ACTION)
