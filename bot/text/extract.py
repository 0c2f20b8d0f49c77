"""Collects every sentence of the code in `crux.pot`, the empty catalogue that translators start from.

`make text` writes it; a test compares it with the code.
"""

from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po

ROOT = Path(__file__).parents[2]
TEMPLATE = Path(__file__).with_name("crux.pot")
FOLDERS = ("bot", "cogs")

# Functions and errors whose first argument is a sentence for players.
KEYWORDS = (
    "N_",
    "IllegalMove",
    "Unreadable",
    "Ambiguous",
    "NotLegalHere",
    "ScreenRefusal",
    "WhichMatch",
    "MissingPermissions",
)


PLURAL = "say_plural"
"""The function whose first two arguments are a singular and a plural sentence."""


@cache
def messages() -> list[tuple[str | tuple[str, str], str]]:
    """Every sentence, or singular and plural of it, with the file it stands in, in a stable order."""
    found: list[tuple[str | tuple[str, str], str]] = []
    keywords: dict[str, tuple[int, int] | None] = {**dict.fromkeys(KEYWORDS), PLURAL: (1, 2)}
    for folder in FOLDERS:
        extracted = extract_from_dir(
            ROOT / folder, method_map=[("**.py", "python")], keywords=keywords, comment_tags=()
        )
        for file, _, message, _, _ in sorted(extracted, key=lambda entry: (entry[0], entry[1])):
            if isinstance(message, str):
                found.append((message, f"{folder}/{file}"))
            elif all(isinstance(part, str) for part in message):
                found.append(((message[0], message[1]), f"{folder}/{file}"))
    return found


def sentences() -> Iterator[tuple[str, str]]:
    """Every sentence with its file; singular and plural count as two."""
    for message, file in messages():
        for sentence in (message,) if isinstance(message, str) else message:
            yield sentence, file


def template() -> str:
    """The catalogue's text."""
    catalogue = Catalog(project="Crux", charset="utf-8", fuzzy=False)
    for message, file in messages():
        flags = ["python-brace-format"] if "{" in "".join(message) else []
        catalogue.add(message, locations=[(file, 0)], flags=flags)
    written = BytesIO()
    write_po(written, catalogue, omit_header=True, include_lineno=False, width=120)
    return written.getvalue().decode()


if __name__ == "__main__":
    TEMPLATE.write_text(template(), encoding="utf-8")
