"""Brings catalogues up to date with the code: `python -m bot.text.merge`, or `make text`.

New sentences come without a translation, those that have gone are dropped, and nothing is guessed, so no entry is ever
marked as fuzzy. `python -m bot.text.merge LOCALE` begins a new catalogue.
"""

import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from bot.text import CATALOGUES, DOMAIN, babel_locale
from bot.text.extract import catalogue

WIDTH = 120


def merge(path: Path, locale: str) -> None:
    """Writes the catalogue of a language at `path`, with what it has translated so far."""
    before = Catalog(locale=babel_locale(locale))
    if path.exists():
        with path.open("rb") as file:
            before = read_po(file, locale=babel_locale(locale), domain=DOMAIN)
    creation_date = before.creation_date  # stays, so that a catalogue changes only where its messages do
    before.update(catalogue(), no_fuzzy_matching=True)
    before.creation_date = creation_date
    before.fuzzy = False
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, before, width=WIDTH, ignore_obsolete=True)


def main(locales: list[str]) -> None:
    """Merges the catalogues of these languages; of all that there are, without any."""
    for locale in locales or [path.parent.parent.name for path in CATALOGUES.glob(f"*/*/{DOMAIN}.po")]:
        merge(CATALOGUES / locale.replace("-", "_") / "LC_MESSAGES" / f"{DOMAIN}.po", locale)


if __name__ == "__main__":
    main(sys.argv[1:])
