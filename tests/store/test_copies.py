"""Copies of a database's file: what they hold, who may read them, and what they never replace."""

import os
import sqlite3
import stat
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import StoreUnusable
from bot.store.copies import back_up, restore


def beats(file: Path) -> list[int]:
    with closing(sqlite3.connect(file)) as connection:
        return [number for (number,) in connection.execute("SELECT id FROM beats ORDER BY id")]


def add_beat(connection: sqlite3.Connection, number: int) -> None:
    connection.execute("INSERT INTO beats (id, at) VALUES (?, 0)", (number,))
    connection.commit()


def refusal_of(function: object, *paths: Path) -> str:
    assert callable(function)
    with pytest.raises(StoreUnusable) as refusal:
        function(*paths)
    assert refusal.value.__cause__ is None
    return str(refusal.value)


def test_a_copy_has_what_is_in_the_log_and_comes_back_without_what_was_written_since(
    file: Path, tmp_path: Path
) -> None:
    copy, again = tmp_path / "new folder" / "monday.db", tmp_path / "another" / "crux.db"
    with closing(sqlite3.connect(file)) as connection:
        add_beat(connection, 1)
        back_up(file, copy)
        add_beat(connection, 2)
    before = copy.read_bytes()
    restore(copy, again)
    assert (beats(file), beats(copy), beats(again)) == ([1, 2], [1], [1])
    assert copy.read_bytes() == before
    assert [one.name for one in copy.parent.iterdir()] == ["monday.db"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
def test_nobody_else_may_read_a_copy(file: Path, tmp_path: Path) -> None:
    usual = os.umask(0)
    try:
        back_up(file, tmp_path / "monday.db")
        restore(tmp_path / "monday.db", tmp_path / "again.db")
    finally:
        os.umask(usual)
    assert [stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("monday.db", "again.db")] == [0o600] * 2


def test_half_a_copy_that_was_cut_off_is_in_nobodys_way(file: Path, tmp_path: Path) -> None:
    half = tmp_path / "monday.db.unfinished"
    half.write_bytes(b"half of it")
    back_up(file, tmp_path / "monday.db")
    assert beats(tmp_path / "monday.db") == []
    assert not half.exists()


@pytest.mark.parametrize("there", ["target.db", "target.db-wal", "target.db-shm"])
def test_nothing_is_written_over_a_database_or_beside_its_log(file: Path, tmp_path: Path, there: str) -> None:
    back_up(file, tmp_path / "copy.db")
    (tmp_path / there).write_bytes(b"old")
    sentence = f"{tmp_path / there} exists already. Move it away, or choose another name."
    assert refusal_of(back_up, file, tmp_path / "target.db") == sentence
    assert refusal_of(restore, tmp_path / "copy.db", tmp_path / "target.db") == sentence
    assert (tmp_path / there).read_bytes() == b"old"


def test_what_can_not_be_copied_is_named(file: Path, tmp_path: Path) -> None:
    nowhere, target, empty = tmp_path / "nowhere.db", tmp_path / "target.db", tmp_path / "empty.db"
    empty.touch()
    assert refusal_of(back_up, nowhere, target) == f"There is no database {nowhere} to copy."
    assert refusal_of(restore, nowhere, target) == f"There is no copy {nowhere}."
    assert refusal_of(restore, empty, target) == f"{empty} holds no database."
    below = file / "folder" / "target.db"
    assert refusal_of(back_up, file, below) == f"The folder {below.parent} can't be created (Not a directory)."
    empty.write_bytes(b"This is no database. " * 100)
    for function, source in ((back_up, empty), (restore, empty)):
        said = refusal_of(function, source, target)
        assert str(source) in said
        assert "file is not a database" in said
    assert not target.exists()
