"""Files that people upload: reading them, and what a worker process finds out about one.

Nothing here trusts a file. Its size, its depth and the number of its keys are limited before it is parsed. Reading it
takes time in proportion to its size, and every refusal says what is wrong with it.
"""

import hashlib
import json
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.match.records.replay import SECONDS, Excerpt, Gain, check_size, of_record
from bot.match.records.verifying import Report, verify
from bot.match.values.errors import NotARecord, explain
from bot.rules.api import BadDocument, Words
from bot.rules.record import SEAL, renew
from bot.rules.typed import quote

BYTES = 1_000_000
"""The largest size of a record's file. The longest match in the tests has 17,000."""

DEPTH = 8
"""How deeply brackets may be nested. A record from a position has seven levels."""

KEYS = 1_000
"""How many keys a record may have, including those of nested objects. One from the first position has about thirty."""

LISTS = 10_000
"""How many lists and objects a record may have. Only shuffles are nested lists, each a list of cards."""

DIGITS = 18
"""How many digits a number may have."""

# A string, even an unfinished one, or a sign that counts. No character is looked at twice.
_SIGN = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[\]{}:]', re.DOTALL)


def read_record(data: bytes) -> dict[str, Any]:
    """The one object in a file of at most `BYTES`. It may not be a record yet. Raises NotARecord."""
    if len(data) > BYTES:
        raise too_large()
    return _read(_text(data), 0, 1)


def too_large() -> NotARecord:
    """The error for a file of more than `BYTES`."""
    return NotARecord(problem=Words("it's larger than {bytes:,} bytes", {"bytes": BYTES}))


def read_file(data: bytes) -> list[dict[str, Any]]:
    """The objects in a file of any size: one, or one on each line. Raises NotARecord as `read_record` does."""
    text = _text(data)
    lines = [text] if not text.lstrip().startswith("{") or _is_one(text) else text.split("\n")
    several = len(lines) > 1
    return [_read(line, number if several else 0, number) for number, line in enumerate(lines, 1) if line.strip()]


def _text(data: bytes) -> str:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise NotARecord(problem=Words("it isn't UTF-8 text")) from None
    if not text or text.isspace():
        raise NotARecord(problem=Words("it's empty"))
    return text


def _is_one(text: str) -> bool:
    """Whether the first line isn't a whole object, so that the file must be read as one."""
    first = text.lstrip().split("\n", 1)[0].strip()
    return not (first.startswith("{") and first.endswith("}"))


def _read(text: str, shown: int, line: int) -> dict[str, Any]:
    """Reads an object. `shown` is the number of its line if errors should name it, otherwise 0."""
    try:
        _check_shape(text)
        read = json.loads(
            text,
            object_pairs_hook=_unique,
            parse_constant=_no_number,
            parse_int=_whole_number,
            parse_float=_finite_number,
        )
        if any(not one.isprintable() for one in _texts(read)):
            raise BadDocument("it contains characters that can't be displayed")
    except json.JSONDecodeError as error:
        values = {"line": line if shown else error.lineno, "column": error.colno}
        raise NotARecord(problem=Words("it isn't JSON (line {line}, column {column})", values)) from None
    except ValueError as error:
        raise NotARecord(problem=_on_line(shown, explain(error))) from None
    if not isinstance(read, dict):
        raise NotARecord(problem=_on_line(shown, Words("a match record must be an object")))
    return read


def _on_line(number: int, problem: object) -> object:
    return Words("line {line}: {problem}", {"line": number, "problem": problem}) if number else problem


def _check_shape(text: str) -> None:
    """Refuses what can't be a record before parsing it: deeply nested brackets, many keys, several documents."""
    depth = keys = lists = documents = 0
    for match in _SIGN.finditer(text):
        sign = text[match.start()]
        if sign == ":":
            keys += 1
        elif sign in "[{":
            documents += depth == 0
            lists += 1
            depth += 1
        elif sign in "]}":
            depth -= 1
        if depth > DEPTH:
            raise BadDocument("it's nested too deeply")
        if keys > KEYS:
            raise BadDocument("it has more than {most} keys", most=KEYS)
        if lists > LISTS:
            raise BadDocument("it has more than {most:,} lists", most=LISTS)
        if documents > 1:
            raise BadDocument("it has several matches, but only one is allowed")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    read: dict[str, Any] = {}
    for key, value in pairs:
        if key in read:
            raise BadDocument("{key}: this key appears twice", key=quote(key))
        read[key] = value
    return read


def _no_number(text: str) -> None:
    raise BadDocument("{number} isn't a JSON number", number=text)


def _whole_number(text: str) -> int:
    if len(text) > DIGITS:
        raise BadDocument("{number} is a number of more than {most} digits", number=quote(text), most=DIGITS)
    return int(text)


def _finite_number(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise BadDocument("{number} is too large for a number", number=quote(text))
    return number


def _texts(value: Any) -> Iterator[str]:
    """All strings in a document, including keys."""
    pending = [value]
    while pending:
        one = pending.pop()
        if isinstance(one, str):
            yield one
        elif isinstance(one, dict):
            pending.extend(one)
            pending.extend(one.values())
        elif isinstance(one, list):
            pending.extend(one)


# What worker processes are asked


@dataclass(frozen=True, slots=True)
class Checked:
    """The result of verifying a file: the report, the record's seal if it has one, and its `fingerprint`."""

    report: Report
    seal: Mapping[str, Any] | None
    fingerprint: str


def look(data: bytes, step: int, gains: Mapping[str, Gain]) -> Excerpt:
    """One step of the match in a file, or the nearest one it has; `gains` by game. Raises NotARecord, KeptBack."""
    replay = of_record(read_record(data))
    return replay.excerpt_at(step, gains.get(replay.match.game))


def look_through(data: bytes, choose: Callable[[int], Sequence[int]], gains: Mapping[str, Gain]) -> Excerpt:
    """The steps of the match in a file that `choose` picks, given their number; otherwise as `look`."""
    replay = of_record(read_record(data))
    return replay.excerpt(choose(replay.last + 1), gains.get(replay.match.game))


def check_file(data: bytes) -> Checked:
    """Verifies the record in a file. Raises NotARecord, KeptBack."""
    record = read_record(data)
    check_size(record)
    report = verify(record, seconds=SECONDS)
    return Checked(report, record.get(SEAL), fingerprint(record if report.wrong else renew(record)))


def fingerprint(record: Mapping[str, Any]) -> str:
    """A text that is the same for two records only if everything in them is the same."""
    return hashlib.sha256(json.dumps(record, sort_keys=True).encode()).hexdigest()
