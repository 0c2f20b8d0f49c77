"""Power cuts: what the bot's database has after one, by what SQLite promises for `PRAGMA synchronous`.

In its log of pages yet to be put into the file (WAL), each commit is synced with FULL, so a cut leaves out only what no
commit has followed, or leaves rubbish there. With less, any number of the newest commits may be gone as well.
See https://www.sqlite.org/wal.html and https://www.sqlite.org/fileformat2.html#the_write_ahead_log.
"""

import random
import struct
from dataclasses import dataclass
from pathlib import Path

HEADER, FRAME = 32, 24
"""Bytes before all frames, and before the page of each one."""

SAFE = ("FULL", "EXTRA")
"""The settings with which a commit that has returned stays."""


@dataclass(frozen=True)
class Cut:
    """What is on the disk when the power is cut: the bytes of the file and of its log."""

    database: bytes
    log: bytes

    def restore(self, path: Path) -> None:
        """Puts it in place of what is there. Nobody may have the database open."""
        path.write_bytes(self.database)
        beside(path, "-wal").write_bytes(self.log)
        beside(path, "-shm").unlink(missing_ok=True)


def beside(path: Path, ending: str) -> Path:
    """The file that SQLite has beside a database."""
    return path.with_name(path.name + ending)


def cut(path: Path, chance: random.Random, synchronous: str) -> Cut:
    """What a power cut leaves of a database now, with this setting."""
    log_file = beside(path, "-wal")
    log = log_file.read_bytes() if log_file.exists() else b""
    commits = ends_of_commits(log)
    kept = commits[-1] if synchronous in SAFE or not chance.randrange(2) else chance.choice(commits)
    lost = len(log) - kept
    return Cut(path.read_bytes(), log[:kept] + chance.randbytes(chance.randint(0, lost) if lost else 0))


def ends_of_commits(log: bytes) -> list[int]:
    """Where commits end in a log, in order, beginning with what is there without any."""
    ends = [min(HEADER, len(log))]
    if len(log) < HEADER:
        return ends
    page, salts = struct.unpack(">I", log[8:12])[0], log[16:24]
    for start in range(HEADER, len(log) - FRAME - page + 1, FRAME + page):
        frame = log[start : start + FRAME]
        if frame[8:16] != salts:  # it was written before the log began anew
            break
        if any(frame[4:8]):  # the size of the database after a commit
            ends.append(start + FRAME + page)
    return ends
