"""The command line for operators: checking, repairing and forgetting in the bot's own database."""

import asyncio
import gc
import json
import logging
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import update

from bot.command_line import data, setup
from bot.command_line.ratings import computers_ratings
from bot.command_line.setup import CANNOT_START
from bot.config import Settings
from bot.match import Matches, Place, TableTerms
from bot.match.decisions import lobby, proposals, turns
from bot.match.reading.rated import least_moves
from bot.players import arena, ladder
from bot.players.puzzling import making
from bot.ratings import computers
from bot.rules import GAMES
from bot.rules.record import played
from bot.store import Store, copies, transfer
from bot.store.tables import snapshots
from tests.command_line.conftest import said

ADA, BEN = 11, 12


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A database with one running match, number 1, in which a move was played."""
    file = tmp_path / "crux.db"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(setup, "log_to_stderr", lambda settings: None)  # each call here has a stderr of its own
    monkeypatch.setenv("DATABASE_URL", f"sqlite+aiosqlite:///{file}")

    async def prepare() -> None:
        store = await Store.open(f"sqlite+aiosqlite:///{file}")
        matches = Matches(store)
        await matches.tables.open(TableTerms(game="cirondo", seats=2), opener=ADA, place=Place(1, 2))
        await matches.act(1, lobby.join(BEN))
        await matches.act(1, lobby.begin(ADA, message_id=77))
        await matches.act(1, turns.play(ADA, "B5-C5"))
        await store.close()

    asyncio.run(prepare())
    return file


def damage(file: Path) -> None:
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE snapshots SET document = json_set(document, '$.to_move', 0)")


def test_a_whole_match_is_called_whole(file: Path) -> None:
    answer = said("check", "1")
    assert (answer.exit_code, answer.stdout) == (0, "Match 1 is intact.\n")


@pytest.mark.parametrize("match", ["1", "9"])
def test_a_command_closes_the_database_whether_it_works_or_not(
    file: Path, match: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed: list[Store] = []
    close = Store.close

    async def note(store: Store) -> None:
        closed.append(store)
        await close(store)

    monkeypatch.setattr(Store, "close", note)
    said("check", match)
    assert len(closed) == 1


def test_a_damaged_position_is_found_and_made_again_from_the_log(file: Path) -> None:
    damage(file)
    damaged = said("check", "1")
    assert damaged.exit_code == 1
    assert damaged.stdout == "The stored position differs from the log's.\n"
    assert said("rebuild", "1").stdout == "Rebuilt the position of match 1 from its log.\n"
    assert said("check", "1").exit_code == 0


@pytest.mark.parametrize("command", ["check", "rebuild"])
def test_an_unknown_match_is_said_in_a_sentence(file: Path, command: str) -> None:
    answer = said(command, "9")
    assert answer.exit_code == CANNOT_START
    assert "There's no match 9." in answer.output


def test_a_person_is_forgotten(file: Path) -> None:
    assert said("forget", str(BEN)).stdout == "Forgotten.\n"
    with sqlite3.connect(file) as connection:
        assert connection.execute("SELECT count(*) FROM users WHERE discord_id = ?", (BEN,)).fetchone() == (0,)


def test_a_database_that_is_none_is_said_in_a_sentence(file: Path) -> None:
    file.write_text("no database at all, but long enough to look at" * 40, encoding="utf-8")
    answer = said("check", "1")
    assert answer.exit_code == CANNOT_START
    assert "Traceback" not in answer.output


def test_the_deal_of_a_day_is_exported_without_its_seed_until_the_day_is_over(file: Path) -> None:
    today = datetime.now(UTC).date()
    answer = said("daily", "export", f"{today}")
    assert answer.exit_code == 0, answer.output
    deal = json.loads(answer.stdout)
    assert (deal["day"], deal["seed"], deal["luck"]) == (f"{today}", None, None)
    assert deal["previous"]
    assert said("daily", "export", "2100-01-01").exit_code == CANNOT_START


def test_a_game_of_which_nothing_was_measured_has_no_ladder() -> None:
    answer = said("ladder", "chess")
    assert answer.exit_code == 2
    assert computers_ratings("chess") == {}
    assert "nothing was measured of it" in answer.output


def test_unless_more_is_said_ten_matches_are_played_and_400_puzzles_made(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[object, ...]] = []

    def play(_: arena.RoundRobin, *words: object) -> tuple[()]:
        asked.append(words)
        return ()

    monkeypatch.setattr(making, "write", lambda *words, **switches: asked.append((*words[:-1], switches)))
    monkeypatch.setattr(arena.RoundRobin, "play", play)
    monkeypatch.setattr(gc, "freeze", lambda: asked.append(("frozen",)))
    for words in (("puzzles", "make", "parcheesi"), ("arena", "parcheesi", "greedy", "random")):
        assert said(*words).exit_code == 0
    levels = arena.levels_within(None)
    everything = {"append": False, "only_solved": False}
    assert asked == [("parcheesi", [], 400, 1, everything), ("frozen",), (["greedy", "random"], 10, 1, levels)]


def test_puzzles_of_an_unknown_game_can_not_be_made() -> None:
    answer = said("puzzles", "make", "chess")
    assert answer.exit_code == 2
    assert "chess: no puzzles of it can be made" in answer.output


@pytest.mark.parametrize(
    "words",
    [
        ("arena", "parcheesi", "greedy", "random", "--games", "0"),
        ("arena", "parcheesi", "greedy", "random", "--opening", "-1"),
        ("puzzles", "make", "cirondo", "--number", "0"),
    ],
    ids=" ".join,
)
def test_a_number_that_is_too_small_is_refused(words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "write", lambda *_, **__: None)
    answer = said(*words)
    assert answer.exit_code == 2
    assert f"'{words[-2]}'" in answer.output


def test_what_the_arena_plays_is_not_saved_unless_that_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder, "FOLDER", tmp_path)
    words = ("arena", "parcheesi", "greedy", "random", "--games", "1", "--opening", "0", "--option", "max_rolls=2")
    answer = said(*words)
    assert answer.exit_code == 0
    assert "|" not in answer.output
    assert [*tmp_path.iterdir()] == []
    assert said(*words, "--save").exit_code == 0
    assert [one.name for one in tmp_path.iterdir()] == ["parcheesi.json"]


def test_puzzles_are_made_from_the_matches_that_are_named_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[tuple[object, ...]] = []

    def write(*asked: object, **switches: bool) -> int:
        made.append((*asked[:-1], switches))
        return 1

    monkeypatch.setattr(making, "write", write)
    for name, text in (("one", json.dumps(TestVerify.RECORD)), ("other", "{")):
        (tmp_path / name).write_text(text, encoding="utf-8")
    words = (str(tmp_path / "one"), "--number", "1", "--seed", "7", "--append", "--only-solved")
    answer = said("puzzles", "make", "parcheesi", *words)
    assert (answer.exit_code, answer.output) == (0, "Wrote 1 puzzles.\n")
    assert made == [("parcheesi", [TestVerify.RECORD], 1, 7, {"append": True, "only_solved": True})]
    refused = said("puzzles", "make", "parcheesi", str(tmp_path / "other"))
    assert refused.exit_code == 2
    assert "isn't JSON" in refused.output
    assert len(made) == 1


class TestRatings:
    """`ratings` checks, rebuilds and exports what follows from rated matches."""

    @pytest.fixture
    def rated(self, file: Path) -> Path:
        """The database after a rated match, number 2, that its second player has won."""

        async def play() -> None:
            async with await Store.open(f"sqlite+aiosqlite:///{file}") as store:
                matches = Matches(store)
                await matches.tables.open(TableTerms("cirondo", 2, rated=True), opener=ADA, place=Place(1, 2))
                await matches.act(2, lobby.join(BEN))
                await matches.act(2, lobby.begin(ADA, message_id=78))
                for person in (ADA, BEN) * least_moves(GAMES["cirondo"]):
                    match = await matches.get(2)
                    assert match.state is not None
                    await matches.act(2, turns.play(person, match.state.notate(match.state.legal()[0])))
                await matches.act(2, proposals.resign(ADA))

        asyncio.run(play())
        return file

    def test_an_export_has_a_line_for_each_result_that_counts(self, rated: Path) -> None:
        answer = said("ratings", "export")
        assert answer.exit_code == 0
        line = json.loads(answer.stdout)
        assert (line["match"], line["sides"], line["places"]) == (2, [[1], [2]], [2, 1])
        assert json.loads(said("ratings", "export", "--all").stdout) == line | {"uncounted": None}

    def test_damage_is_found_and_repaired(self, rated: Path) -> None:
        assert said("ratings", "check").stdout == "All ratings follow from the results.\n"
        with sqlite3.connect(rated) as connection:
            connection.execute("UPDATE ratings SET mu = 99")
        answer = said("ratings", "check")
        assert answer.exit_code == 1
        assert "Person 1 is stored" in answer.stdout
        assert "from 1 result." in said("ratings", "rebuild").stdout
        assert said("ratings", "check").exit_code == 0

    def test_what_an_earlier_release_has_rated_is_rated_anew_by_whatever_command_comes_first(self, rated: Path) -> None:
        with sqlite3.connect(rated) as connection:
            connection.execute("UPDATE ratings SET mu = 99, played_at = NULL")
            connection.execute("INSERT INTO ratings_due VALUES ('0023')")
        assert said("ratings", "check").stdout == "All ratings follow from the results.\n"

    def test_what_computers_are_rated_follows_from_what_was_measured(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        won = {"second": "normal", "won": 15, "matches": 20, "sides": 2, "seconds": 1}
        (tmp_path / "cirondo.json").write_text(json.dumps([{"first": "hard", **won}]), encoding="utf-8")
        monkeypatch.setattr(ladder, "FOLDER", tmp_path)
        rows = [line.split("|")[1].strip() for line in said("ladder", "cirondo").stdout.splitlines()]
        assert [row for row in rows if row in ("hard", "normal")] == ["hard", "normal"]
        monkeypatch.setattr(computers, "FOLDER", tmp_path / "fixed")
        (tmp_path / "fixed").mkdir()
        try:
            answer = said("ratings", "computers")
            assert answer.exit_code == 0
            assert re.fullmatch(r"Cirondo: normal \d+, hard \d+\n", answer.stdout)
            rated = computers.fixed_ratings("cirondo")
            assert rated["hard"].mu > rated["normal"].mu == 25
            assert computers.fixed_ratings("parcheesi") == {}
        finally:
            computers.fixed_ratings.cache_clear()  # what is read later is the original


class TestVerify:
    """`verify` needs no database."""

    RECORD = played("parcheesi", 2, {"max_rolls": 1}, ["roll"], [1, 2])

    @pytest.mark.parametrize(
        ("text", "code", "words"),
        [
            (json.dumps(RECORD), 0, "Parcheesi, 1 moves: everything checks out.\n  Right: Every move is legal"),
            (json.dumps(RECORD), 0, "  Not checked: The luck: this file has no seed."),
            (json.dumps({**RECORD, "chance": None, "result": None}), 0, "its luck is missing"),
            (json.dumps({**RECORD, "chance": [1, 7]}), 1, "  Wrong: chance: at moves[0]: "),
            (
                json.dumps(RECORD) + "\n" + json.dumps({**RECORD, "moves": ["rol"]}),
                1,
                "Match 2: Parcheesi, 1 moves: so",
            ),
            ("{", 1, "This file can't be used: it isn't JSON (line 1, column 2)"),
        ],
    )
    def test_it_says_what_is_wrong(self, tmp_path: Path, text: str, code: int, words: str) -> None:
        (tmp_path / "record.json").write_text(text, encoding="utf-8")
        answer = said("verify", str(tmp_path / "record.json"))
        assert answer.exit_code == code
        assert isinstance(answer.exception, SystemExit | None)  # typer would make 1 of any error
        assert words in answer.output
        assert ("Match 1: " in answer.output) is ("\n" in text)  # one match alone has no number


def test_the_status_counts_matches_and_names_the_frozen_ones(file: Path) -> None:
    with sqlite3.connect(file) as connection:
        connection.execute(
            """UPDATE matches SET status = 'frozen', frozen = '{"reference": "ab12cd34", "why": "older rules"}'"""
        )
    answer = said("status")
    assert answer.exit_code == 0
    assert "cirondo: 1 frozen\nMatch 1 (cirondo) is frozen, reference ab12cd34: older rules\n" in answer.stdout
    assert "Boards waiting: 1, overdue by" in answer.stdout
    assert re.match(r"Crux \d\S*, discord\.py 2\S*, Python 3\.\S+\n", answer.stdout)


def clear(file: Path) -> None:
    for part in file.parent.glob(f"{file.name}*"):
        part.unlink()


def test_a_copy_is_not_mixed_with_the_log_of_an_earlier_database(file: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    assert said("backup", str(copy)).exit_code == 0
    clear(file)
    file.with_name(f"{file.name}-wal").write_bytes(b"a move that was never written into the file")
    answer = said("restore", str(copy))
    assert answer.exit_code == CANNOT_START
    assert "-wal exists already" in answer.output.replace("\n", "")
    assert not file.exists()


def events(file: Path) -> list[object]:
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute("SELECT * FROM events ORDER BY 1, 2").fetchall()


def test_a_copy_made_while_the_bot_plays_has_every_acknowledged_move(file: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copies" / "monday.db"

    async def play_and_copy() -> None:
        async with await Store.open(f"sqlite+aiosqlite:///{file}") as store:
            matches = Matches(store)
            await matches.act(1, turns.play(BEN, "B20-C20"))
            await asyncio.to_thread(copies.back_up, file, copy)
            acknowledged.extend(events(file))
            await matches.act(1, turns.play(ADA, "C5-D5"))

    acknowledged: list[object] = []
    asyncio.run(play_and_copy())
    assert copy.stat().st_mode & 0o077 == 0
    clear(file)
    assert said("restore", str(copy)).stdout == f"Restored the database from {copy}.\n"
    assert said("check", "1").stdout == "Match 1 is intact.\n"
    assert events(file) == acknowledged


def test_backup_copies_the_database_of_the_settings(file: Path, tmp_path: Path) -> None:
    copy = tmp_path / "monday.db"
    assert said("backup", str(copy)).stdout == f"Copied the database to {copy}.\n"
    with sqlite3.connect(copy) as connection:
        assert connection.execute("SELECT count(*) FROM matches").fetchone() == (1,)


def test_copy_says_how_much_it_copied_and_replays_every_match(file: Path, tmp_path: Path) -> None:
    there = tmp_path / "there.db"
    answer = said("copy", f"sqlite+aiosqlite:///{file}", f"sqlite+aiosqlite:///{there}")
    assert answer.exit_code == 0
    assert {"users: 2", "matches: 1", "reminders: 0", "Matches replayed: 1"} <= set(answer.stdout.splitlines())
    assert events(there) == events(file)
    again = said("copy", f"sqlite+aiosqlite:///{file}", f"sqlite+aiosqlite:///{there}")
    assert again.exit_code == CANNOT_START
    assert "isn't empty" in again.output.replace("\n", " ")


def test_copy_says_what_was_damaged_before(file: Path, tmp_path: Path) -> None:
    damage(file)
    answer = said("copy", f"sqlite+aiosqlite:///{file}", f"sqlite+aiosqlite:///{tmp_path / 'there.db'}")
    assert answer.exit_code == 0
    assert "Match 1 was damaged before: " in answer.stdout


def test_copy_fails_if_a_match_is_no_longer_whole(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def damaging(source: Store, target: Store) -> dict[str, int]:
        counts = await transfer.copy(source, target)
        async with target.write() as connection:
            await connection.execute(update(snapshots).values(document={}))
        return dict(counts)

    monkeypatch.setattr(data, "copy", damaging)
    answer = said("copy", f"sqlite+aiosqlite:///{file}", f"sqlite+aiosqlite:///{tmp_path / 'there.db'}")
    assert answer.exit_code == 1
    assert "Match 1: " in answer.stdout


def test_copy_makes_no_source(file: Path, tmp_path: Path) -> None:
    answer = said("copy", f"sqlite+aiosqlite:///{tmp_path / 'crux.bd'}", f"sqlite+aiosqlite:///{tmp_path / 'there.db'}")
    assert answer.exit_code == CANNOT_START
    assert not (tmp_path / "crux.bd").exists()


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_no_copy_replaces_a_file(file: Path, tmp_path: Path, command: str) -> None:
    other = tmp_path / "other.db"
    assert said("backup", str(other)).exit_code == 0
    before = file.read_bytes(), other.read_bytes()
    answer = said(command, str(other))
    assert answer.exit_code == CANNOT_START
    assert "exists already" in answer.output
    assert (file.read_bytes(), other.read_bytes()) == before


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, "There is no copy"),
        (b"", "holds no database"),
        (b"no database at all, but long enough to look at" * 40, "can't be restored"),
    ],
)
def test_what_is_no_copy_is_not_restored(file: Path, tmp_path: Path, content: bytes | None, words: str) -> None:
    clear(file)
    copy = tmp_path / "copy"
    if content is not None:
        copy.write_bytes(content)
    answer = said("restore", str(copy))
    assert answer.exit_code == CANNOT_START
    assert words in answer.output.replace("\n", " ")
    assert not file.exists()


def test_log_lines_are_json_for_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    formatters: list[logging.Formatter] = []
    monkeypatch.setattr("discord.utils.setup_logging", lambda *, level, formatter: formatters.append(formatter))
    setup.log_to_stderr(Settings(log_format="json"))
    record = logging.LogRecord("bot.store", logging.WARNING, "", 1, "Copied %d files", (3,), None)
    line = json.loads(formatters[0].format(record))
    assert datetime.fromisoformat(line.pop("timestamp")).tzinfo is not None
    assert line == {"levelname": "WARNING", "name": "bot.store", "message": "Copied 3 files"}


@pytest.mark.sample(1, rest="thorough")
@pytest.mark.parametrize(
    ("start", "name"), [(("-m", "bot"), "python -m bot"), (("-c", "from bot.command import main; main()"), "crux")]
)
def test_the_help_names_the_command_that_was_given(start: tuple[str, str], name: str) -> None:
    said = subprocess.run([sys.executable, *start, "--help"], capture_output=True, text=True, check=True)
    assert f"Usage: {name} [OPTIONS]" in said.stdout
