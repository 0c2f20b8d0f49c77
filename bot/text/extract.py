"""Collects every sentence of the code into `crux.pot`, the empty catalogue that translators start from.

`make text` writes it; a test holds it against the code.
"""

from collections.abc import Iterator
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


def sentences() -> Iterator[tuple[str, str]]:
    """Every sentence with the file it stands in, in a stable order."""
    for folder in FOLDERS:
        found = extract_from_dir(
            ROOT / folder, method_map=[("**.py", "python")], keywords=dict.fromkeys(KEYWORDS), comment_tags=()
        )
        for file, _, sentence, _, _ in sorted(found, key=lambda entry: (entry[0], entry[1])):
            if isinstance(sentence, str):
                yield sentence, f"{folder}/{file}"


def template() -> str:
    """The catalogue's text."""
    catalogue = Catalog(project="Crux", charset="utf-8", fuzzy=False)
    for sentence, file in sentences():
        catalogue.add(sentence, locations=[(file, 0)], flags=["python-brace-format"] if "{" in sentence else [])
    written = BytesIO()
    write_po(written, catalogue, omit_header=True, include_lineno=False, width=120)
    return written.getvalue().decode()


if __name__ == "__main__":
    TEMPLATE.write_text(template(), encoding="utf-8")
