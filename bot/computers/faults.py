"""Telling the log where something went wrong without telling what was on the table."""

import secrets
from pathlib import Path
from traceback import extract_tb

FRAMES = 12  # the innermost calls that are logged


def where(error: BaseException) -> str:
    """The kind of an error and the calls that led to it, outermost first.

    Not its text: it may name cards that only one player knows.
    """
    frames = extract_tb(error.__traceback__)[-FRAMES:]
    calls = (f"{Path(frame.filename).parent.name}/{Path(frame.filename).name}:{frame.lineno}" for frame in frames)
    return " > ".join((*calls, type(error).__name__))


def reference() -> str:
    """Something to find one line of the log by."""
    return secrets.token_hex(3).upper()
