"""Texts that are kept: what a test has found is compared with the file that it was the last time.

To accept what is found now: `pytest --renew-texts` with the tests' files, and read what changed.
"""

from collections.abc import Callable
from pathlib import Path

Keep = Callable[[str, Path], None]


def compare(found: str, file: Path, *, renew: bool) -> None:
    """Fails if the file has another text, unless it is to `renew`: then it is written anew."""
    if renew:
        file.parent.mkdir(exist_ok=True)
        file.write_text(found, encoding="utf-8")
        return
    assert file.exists(), f"{file.name} isn't kept yet: --renew-texts makes it"
    assert found == file.read_text(encoding="utf-8")
