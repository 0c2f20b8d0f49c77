"""The texts that are kept, all together."""

from itertools import chain
from pathlib import Path

MOST = 1_000_000  # bytes


def test_kept_texts_are_few_enough_to_be_read() -> None:
    here = Path(__file__).parent
    kept = chain.from_iterable(here.rglob(pattern) for pattern in ("*.txt", "*-words.json"))
    assert sum(file.stat().st_size for file in kept) <= MOST
