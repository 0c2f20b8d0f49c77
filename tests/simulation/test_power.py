"""What a power cut leaves of a database."""

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from simulation.power import cut

COMMITS = 20


def left_by_cuts(path: Path, synchronous: str) -> set[int]:
    """How many of the commits are there after power cuts, while a transaction is open."""
    counts = set()
    chance = random.Random(1)
    for number in range(30):
        file = path / f"{synchronous}{number}.db"
        with closing(sqlite3.connect(file, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA cache_size = 1")  # pages of open transactions are written too
            connection.execute("CREATE TABLE rows (text TEXT)")
            for _ in range(COMMITS):
                connection.execute("INSERT INTO rows VALUES (?)", ("x" * 3000,))
            connection.execute("BEGIN")
            connection.executemany("INSERT INTO rows VALUES (?)", [("y" * 3000,)] * 50)
            found = cut(file, chance, synchronous)
        found.restore(file)
        with closing(sqlite3.connect(file)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            counts.add(connection.execute("SELECT count(*) FROM rows").fetchone()[0])
    return counts


def test_a_commit_that_has_returned_stays_where_each_is_synced(tmp_path: Path) -> None:
    assert left_by_cuts(tmp_path, "FULL") == {COMMITS}


@pytest.mark.parametrize("synchronous", ["NORMAL", "OFF"])
def test_the_newest_commits_may_be_gone_where_they_are_not(tmp_path: Path, synchronous: str) -> None:
    counts = left_by_cuts(tmp_path, synchronous)
    assert max(counts) == COMMITS
    assert len(counts) > 3
