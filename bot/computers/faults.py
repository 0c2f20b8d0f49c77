"""Logging where an error happened without revealing hidden information."""

import secrets
from pathlib import Path
from traceback import extract_tb

FRAMES = 12  # the number of innermost calls that are logged


def where(error: BaseException) -> str:
    """The kind of an error and the calls that led to it, outermost first.

    Leaves out its text, which may name cards that only one player knows.
    """
    frames = extract_tb(error.__traceback__)[-FRAMES:]
    calls = (f"{Path(frame.filename).parent.name}/{Path(frame.filename).name}:{frame.lineno}" for frame in frames)
    return " > ".join((*calls, type(error).__name__))


def reference() -> str:
    """A reference for finding one line of the log."""
    return secrets.token_hex(3).upper()
