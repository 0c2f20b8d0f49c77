"""Brings catalogues up to date with the code: `python -m bot.text.merge`, or `make text`.

New sentences come without a translation, those that have gone are dropped, and nothing is guessed, so no entry is ever
marked as fuzzy. A name that Discord wouldn't take is refused. `python -m bot.text.merge LOCALE` begins a catalogue.
"""

import sys
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from bot.text import CATALOGUES, DOMAIN, NAMES, babel_locale, is_name
from bot.text.extract import catalogue

WIDTH = 120
HEADER = "# The {language} catalogue of Crux. docs/glossary-{locale}.md has its words."


def merge(path: Path, locale: str) -> Catalog:
    """Writes the catalogue of a language at `path`, with what it has translated so far, and returns it."""
    before = _new_catalogue(locale)
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
    return before


def _new_catalogue(locale: str) -> Catalog:
    """A new catalogue, whose header names the project and the language."""
    babel = babel_locale(locale)
    new = Catalog(
        locale=babel,
        header_comment=HEADER.format(language=babel.get_display_name("en"), locale=locale),
        project="Crux",
        version="1",
        last_translator="Crux",
        language_team=babel.get_display_name(),
        revision_date=datetime.now(UTC),
    )
    new.msgid_bugs_address = ""  # an empty argument would be Babel's "EMAIL@ADDRESS"
    return new


def unusable_names(catalogue: Catalog) -> list[str]:
    """The names of commands and options in a catalogue that Discord wouldn't take, each with the English one."""
    names = [message for message in catalogue if message.context == NAMES and message.string]
    return [f'"{one.string}" for "{one.id}"' for one in names if not is_name(str(one.string))]


def untranslated(catalogue: Catalog) -> int:
    """How many messages of a catalogue have no translation, or not all the forms of one."""
    said = [one.string if isinstance(one.string, list | tuple) else (one.string,) for one in catalogue if one.id]
    return sum(not all(forms) for forms in said)


def main(locales: list[str]) -> None:
    """Merges the catalogues of these languages; of all that there are, without any."""
    wrong = []
    for locale in locales or [path.parent.parent.name for path in CATALOGUES.glob(f"*/*/{DOMAIN}.po")]:
        merged = merge(CATALOGUES / locale.replace("-", "_") / "LC_MESSAGES" / f"{DOMAIN}.po", locale)
        print(f"{locale}: {len(merged) - untranslated(merged)} of {len(merged)} messages are translated")  # noqa: T201 - the command's output
        wrong += [f"{locale}: {one}" for one in unusable_names(merged)]
    if wrong:
        sys.exit("\n".join(["These can't be names of commands or options, which have no spaces or capitals:", *wrong]))


if __name__ == "__main__":
    main(sys.argv[1:])
