"""Files that people bring: odd ones are refused before anything is done with them, and reading is never slow."""

import hashlib
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import thread_time
from typing import Any

import pytest

from bot.match import NotARecord, read_file
from bot.match.records.files import BYTES, DEPTH, KEYS, check_file, fingerprint, look, look_through, read_record
from bot.match.records.replay import MOVES
from bot.rules.record import played
from bot.text import say, say_error, speaking
from images.motion.animation import choose_frames
from tests.languages import MADE_UP, english_in
from tests.records.lines import records_of

GOOD: Any = played("cirondo", 2, {}, ["B5-C5", "B21-C21"], ending="agreed", places=[1, 1])
SEAL = {"recipe": 1, "commitment": hashlib.sha256(bytes(32)).hexdigest(), "salt": "77", "seed": bytes(32).hex()}
READERS = pytest.mark.parametrize("read", [read_record, read_file])

Read = Callable[[bytes], Any]


USES: tuple[Read, ...] = (check_file, partial(look, step=0, gains={}))


def written(**changes: Any) -> bytes:
    """A good record but for these keys."""
    return json.dumps({**GOOD, **changes}).encode()


def filled(piece: str, *, start: str = "", end: str = "") -> bytes:
    """A file of the largest size, the most of which is one piece again and again."""
    return (start + piece * ((BYTES - len(start) - len(end)) // len(piece.encode())) + end).encode()


def problem_of(read: Read, data: bytes) -> str:
    """What is wrong with a file: why it is refused, or what verifying it finds out."""
    try:
        done = read(data)
    except NotARecord as refusal:
        return str(refusal)
    return str(done.report.wrong[0])


def test_one_record_is_read_however_it_is_laid_out() -> None:
    line = json.dumps(GOOD)
    for text in (line, f"\ufeff{line}", f"\n{line}\n\n", json.dumps(GOOD, indent=1)):
        assert read_record(text.encode()) == GOOD
        assert read_file(text.encode()) == [GOOD]


def test_several_records_are_read_only_where_they_are_asked_for() -> None:
    lines = f"{json.dumps(GOOD)}\n\n{json.dumps(GOOD)}\n".encode()
    assert read_file(lines) == [GOOD, GOOD]
    with pytest.raises(NotARecord, match="it has several matches, but only one is allowed"):
        read_record(lines)


def test_a_file_of_any_size_is_read_for_who_runs_the_bot() -> None:
    data = filled(" ", start=json.dumps(GOOD)) + b" "
    assert read_file(data) == [GOOD]
    with pytest.raises(NotARecord, match="larger than 1,000,000 bytes"):
        read_record(data)
    assert read_record(data[:BYTES]) == GOOD


@READERS
@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "it's empty"),
        (b" \n ", "it's empty"),
        (b"\xff\xfe{", "isn't UTF-8 text"),
        (b'{"a": "\xed\xa0\x80"}', "isn't UTF-8 text"),
        (b"[1]", "an object"),
        (b"7", "an object"),
        (b'{"a": 1} 2', "isn't JSON (line 1, column 10)"),
        (b'{"a": 1, "a": 2}', "a: this key appears twice"),
        (b'{"\\ud800": 1, "\\ud800": 2}', "this key appears twice"),
        (b'{"a": NaN}', "NaN isn't a JSON number"),
        (b'{"a": -Infinity}', "-Infinity isn't a JSON number"),
        (b'{"a": 1e999}', "1e999 is too large for a number"),
        (b'{"a": ' + b"9" * 19 + b"}", "a number of more than 18 digits"),
        (b'{"a": -' + b"9" * 5000 + b"}", "a number of more than 18 digits"),
        (b'{"a": ' + b"[" * 100_000, "nested too deeply"),
        (b'{"a": ' * 100_000, "nested too deeply"),
        (b'{"a": "\\ud800"}', "characters that can't be displayed"),
        (b'{"a": ["\\u0000"]}', "characters that can't be displayed"),
        (b'{"\\u202e": 1}', "characters that can't be displayed"),
        (b'{"a": "\x00"}', "isn't JSON (line 1, column 8)"),
        (b'{"a": "\\', "isn't JSON (line 1, column 7)"),
    ],
)
def test_a_file_that_is_none_is_refused(read: Read, data: bytes, problem: str) -> None:
    with pytest.raises(NotARecord) as refusal:
        read(data)
    assert problem in str(refusal.value)
    assert str(refusal.value).isprintable()
    assert len(str(refusal.value)) < 400


@pytest.mark.parametrize(
    "data",
    [
        *(b"", b"{", b"[]", b"\xff\xfe{", b'{"a": 1, "a": 2}', b'{"game": "chess"}'),
        written(moves=["B5-C9"]),
        written(moves=["?"]),
        written(moves=["B5-C5"] * (MOVES + 1)),
        written(chance=[7]),
        written(options={"teams": 1, "draw_rule": True}),
        written(seats=3),
        written(rules=0),
        written(result=None, moves=7),
        written(start={"position": {"game": "cirondo"}, "seat": 0}),
        written(seal=SEAL | {"salt": "é"}),
    ],
    ids=range(16),
)
def test_a_refusal_is_in_the_readers_language(data: bytes, made_up: Path) -> None:
    def said() -> str:
        try:
            return say(str(check_file(data).report.wrong[0].sentence), **check_file(data).report.wrong[0].values)
        except NotARecord as refusal:
            return say_error(refusal)

    english = said()
    with speaking(MADE_UP):
        assert said() != english
        assert english_in([said()], MADE_UP, made_up, [f"`{json.dumps(GOOD)}`"]) == []


def test_the_line_that_is_wrong_is_named() -> None:
    with pytest.raises(NotARecord, match="line 2, column 7"):
        read_file(b'{"a": 1}\n{"b": }')
    with pytest.raises(NotARecord, match="line 3: NaN"):
        read_file(b'{"a": 1}\n\n{"b": NaN}')
    with pytest.raises(NotARecord, match="used: NaN"):  # there is only one
        read_file(b'{"b": NaN}')


@READERS
def test_brackets_and_keys_count_up_to_their_limits_and_not_in_texts(read: Read) -> None:
    inner = "[" * (DEPTH - 1) + "]" * (DEPTH - 1)
    keys = ", ".join(f'"{number}": "{{[:\\"[{{:"' for number in range(KEYS - 1))
    assert read(f'{{{keys}, "a": {inner}}}'.encode())
    with pytest.raises(NotARecord, match="nested too deeply"):
        read(f'{{{keys}, "a": [{inner}]}}'.encode())
    with pytest.raises(NotARecord, match=f"more than {KEYS} keys"):
        read(f'{{{keys}, "a": 1, "b": 2}}'.encode())


YARDSTICK = json.dumps([[number] for number in range(100_000)])


def many_keys() -> str:
    return ", ".join(f'"{number:06}":0' for number in range(75_000)) + ', "074999":0}'


@pytest.mark.thorough
@pytest.mark.sample(5)
@pytest.mark.parametrize(
    "data",
    [
        pytest.param(("{" + many_keys()).encode(), id="keys"),
        pytest.param(filled("{}\n"), id="lines"),
        pytest.param(filled("["), id="brackets"),
        pytest.param(filled("[],", start='{"a":[', end="0]}"), id="empty lists"),
        pytest.param(filled('"'), id="quotes"),
        pytest.param(filled('\\"', start='"'), id="quoted quotes"),
        pytest.param(filled("9", start='{"a":', end="}"), id="digits"),
        pytest.param(filled("9,", start='{"a":[', end="9]}"), id="numbers"),
        pytest.param(filled('"x",', start='{"a":[', end='"x"]}'), id="texts"),
        pytest.param(filled("ä"), id="letters"),
        pytest.param(filled(" ", end="}"), id="spaces"),
        pytest.param(written(moves=["x" * 900_000]), id="a long move"),
        pytest.param(written(moves=["B5-C5"] * 100_000), id="many moves"),
        pytest.param(written(moves=[*"x" * 190_000]), id="many letters"),
        pytest.param(written(chance=[*range(130_000)]), id="much luck"),
        pytest.param(written(chance=[["AH"] * 100_000]), id="a large shuffle"),
        pytest.param(written(options={"x" * 900_000: 1}), id="a long option"),
        pytest.param(written(result={**GOOD["result"], "resigned": [0] * 300_000}), id="many who resign"),
        pytest.param(written(seal={**SEAL, "salt": "7" * 900_000}), id="a long salt"),
        pytest.param(written(game="x" * 900_000), id="a long name"),
    ],
)
def test_no_file_takes_longer_than_parsing_ones_of_its_size_does(data: bytes) -> None:
    """Compared with a yardstick of this machine and moment: quadratic work would take hundreds of times as long."""
    assert len(data) <= BYTES
    began_at = thread_time()
    json.loads(YARDSTICK)
    yardstick = thread_time() - began_at
    began_at = thread_time()
    for read in USES:
        assert len(problem_of(read, data)) < 400
    assert thread_time() - began_at < 60 * yardstick


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"moves": ["B5-C5"] * (MOVES + 1)}, "moves: there are 5,001"),
        ({"moves": ["x" * 301]}, "moves[0]: a text of at most 300 letters"),
        ({"seats": 10**17}, "seats: "),
        ({"seats": 2.0}, "seats: "),
        ({"options": {"teams": 10**17}}, "options.teams: "),
        ({"rules": True}, "rules: "),
        ({"seal": {**SEAL, "salt": "7\n"}}, "characters that can't be displayed"),
        ({"seal": {**SEAL, "salt": "\u00e4"}}, "seal.salt: "),
        ({"seal": {**SEAL, "salt": "7" * 101}}, "seal.salt: "),
    ],
)
def test_what_is_shown_and_what_is_verified_has_the_same_limits(changes: dict[str, Any], problem: str) -> None:
    for read in USES:
        assert problem in problem_of(read, written(**changes))


def test_a_look_at_a_file_is_one_step_of_it() -> None:
    for step, nearest in ((-5, 0), (0, 0), (1, 1), (2, 2), (10**9, 2)):
        excerpt = look(written(), step, {})
        assert (excerpt.steps, excerpt.last) == ([nearest], 2)
        assert len(excerpt.turn(nearest)) == min(nearest, 1)
    through = look_through(written(), choose_frames, {})
    assert through.steps == [0, 1, 2]
    assert through.position(2) == look(written(), 2, {}).position(2)


def test_a_checked_file_tells_what_else_it_is_compared_by() -> None:
    checked = check_file(written(seal=SEAL))
    assert checked.report.wrong == ()
    assert checked.seal == SEAL
    assert checked.fingerprint == fingerprint({"seal": SEAL, **GOOD})
    assert check_file(written()).seal is None
    changed = {**GOOD, "moves": [*GOOD["moves"], "A4-C6"]}
    assert check_file(json.dumps(changed).encode()).fingerprint != fingerprint(GOOD)


@pytest.mark.parametrize("words", ["[free](https://example.org)", "<@1>", "||hidden||", "**loud**"])
@pytest.mark.parametrize("game", ["parcheesi", "southern_cards"])
def test_nothing_that_stands_in_a_file_is_read_as_markdown(game: str, words: str) -> None:
    record = records_of(game)[0] | {"seal": SEAL}
    first = record["chance"][0]
    for changes in (
        {"chance": [words, *record["chance"][1:]]},
        {"chance": [[words, *first[1:]] if isinstance(first, list) else [words], *record["chance"][1:]]},
        {"moves": [words, *record["moves"][1:]]},
        {"seal": SEAL | {"salt": words}},
        {"result": record["result"] | {"ending": words}},
        {"options": record["options"] | {words: words}},
        {"game": words},
    ):
        data = json.dumps(record | changes).encode()
        try:
            report = check_file(data).report
            said = [say(one.sentence, **one.values) for one in (*report.wrong, *report.right, *report.unchecked)]
        except NotARecord as refusal:
            said = [say_error(refusal)]
        assert not [line for line in said if words in line]


@pytest.mark.parametrize("places", [[[1], [2]], [{}, 1], "12", None, [1.0, 2], [1, 10**17], [True, 2]])
def test_places_of_any_kind_are_compared(places: object) -> None:
    """Those of a match that somebody resigned, which follow from who that was."""
    result = {"places": places, "scores": None, "ending": "resigned", "resigned": [1]}
    (wrong,) = check_file(written(moves=GOOD["moves"][:1], result=result)).report.wrong
    assert say(wrong.sentence, **wrong.values).startswith("result.places: ")


def test_matches_of_every_game_are_read() -> None:
    for path in sorted((Path(__file__).parents[2] / "records").glob("*.jsonl")):
        with path.open(encoding="utf-8") as lines:
            line = max(lines, key=len)
        assert check_file(line.encode()).report.wrong == (), path.name
        assert look(line.encode(), 1, {}).last > 1


def test_a_file_of_too_many_lists_is_refused_for_them() -> None:
    with pytest.raises(NotARecord, match="more than 10,000 lists"):
        check_file(b'{"a": [' + b"[]," * 10_000 + b"0]}")
