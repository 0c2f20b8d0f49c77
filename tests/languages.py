"""Languages for tests: those with a catalogue, one that is made up, and what of English is left in texts."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from bot.text import CATALOGUES, DOMAIN, ENGLISH, LANGUAGES, NAMES, TYPED
from bot.text.extract import TEMPLATE

MADE_UP = "fi"
"""A language that Discord knows and nobody has translated: in tests it is English in other letters."""

_LETTERS = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "абцдефгхижклмнопярстувщэызАБЦДЕФГХИЖКЛМНОПЯРСТУВЩЭЫЗ",
)
_LEFT_ALONE = re.compile(r"\{[^}]*\}|`[^`]*`|<[^>]*>|https?://\S+|\[[^]]*\]\([^)]*\)")
RELEASED = ("de", "es", "fr", "it", "ja", "pt-BR")
"""The languages whose catalogues are always complete."""

EVERY_LANGUAGE = tuple(dict.fromkeys((*RELEASED, *(one for one in LANGUAGES if one != ENGLISH), MADE_UP)))
"""The languages that are offered, and the one that is made up."""

CATALOGUED = tuple(path.parent.parent.name.replace("_", "-") for path in sorted(CATALOGUES.glob(f"*/*/{DOMAIN}.po")))
"""The languages with a catalogue, complete or not."""


def in_other_letters(words: str) -> str:
    """A sentence of the made-up language, with the same placeholders, code and links."""
    parts, end = [], 0
    for found in _LEFT_ALONE.finditer(words):
        parts += [words[end : found.start()].translate(_LETTERS), found[0]]
        end = found.end()
    return "".join([*parts, words[end:].translate(_LETTERS)])


def write_made_up(folder: Path) -> Path:
    """Writes the catalogue of the made-up language below a folder, and links to the real ones; returns the folder."""
    made = Catalog(locale=MADE_UP)
    for message in messages_in(TEMPLATE):  # the sentences of the code: a test holds it to that
        said = tuple(in_other_letters(one) for one in texts_of(message.id))
        if message.context == TYPED:
            said = (f"{said[0]}, {said[0]}{said[0]}",)
        made.add(message.id, said if len(said) > 1 else said[0], context=message.context, flags=message.flags)
    path = folder / MADE_UP / "LC_MESSAGES" / f"{DOMAIN}.po"
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        write_po(file, made)
    for real in CATALOGUES.glob(f"*/LC_MESSAGES/{DOMAIN}.po"):
        (folder / real.parent.parent.name).symlink_to(real.parent.parent)
    return folder


def messages_in(path: Path) -> list[Message]:
    """The translated messages of a catalogue, without its header."""
    with path.open("rb") as file:
        return [message for message in read_po(file) if message.id]


def texts_of(part: object) -> Iterator[str]:
    """A message, or its singular and plurals."""
    yield from (part,) if isinstance(part, str) else part if isinstance(part, list | tuple) else ()


_WORD = re.compile(r"[A-Za-z][A-Za-z'’]+")


def _pairs(text: str) -> set[tuple[str, str]]:
    """Words that follow each other, outside of code, mentions and links."""
    plain = _LEFT_ALONE.sub("|", text)
    words = [(found[0].lower(), found.start(), found.end()) for found in _WORD.finditer(plain)]
    return {(one, other) for (one, _, end), (other, start, _) in pairwise(words) if plain[end:start] == " "}


@cache
def _english_pairs(folder: Path, locale: str) -> frozenset[tuple[str, str]]:
    """Words that follow each other in English sentences and in none of a language."""
    found = messages_in(folder / locale.replace("-", "_") / "LC_MESSAGES" / f"{DOMAIN}.po")
    sentences = [message for message in found if message.context not in (NAMES, TYPED)]
    english = {pair for one in sentences for text in texts_of(one.id) for pair in _pairs(text)}
    return frozenset(english - {pair for one in sentences for text in texts_of(one.string) for pair in _pairs(text)})


def english_in(texts: Iterable[str], locale: str, folder: Path, names: Iterable[str] = ()) -> list[str]:
    """Those of these texts that have two words in a row which only English sentences have; `names` are left out."""
    known = {pair for name in names for pair in _pairs(name)}
    left = _english_pairs(folder, locale) - known
    return [text for text in texts if not left.isdisjoint(_pairs(text))]


_LATIN = re.compile(r"(?<![A-Za-zÀ-ɏ0-9])[A-Za-zÀ-ɏ'’]{2,}(?![0-9])")
_CUT = re.compile(r"\S+…")


def _words(text: str) -> set[str]:
    """The words of a text outside of code, mentions and links, without those that are cut or all capitals."""
    plain = _CUT.sub(" ", _LEFT_ALONE.sub(" ", text))
    return {word.lower() for word in _LATIN.findall(plain) if not word.isupper()}


@cache
def _english_words(locale: str) -> frozenset[str]:
    """Words of English sentences that no sentence of a language has."""
    found = messages_in(CATALOGUES / locale.replace("-", "_") / "LC_MESSAGES" / f"{DOMAIN}.po")
    sentences = [message for message in found if message.context != NAMES]
    english = {word for one in sentences for text in texts_of(one.id) for word in _words(text)}
    return frozenset(english - {word for one in sentences for text in texts_of(one.string) for word in _words(text)})


def english_words_in(texts: Iterable[str], locale: str, names: Iterable[str] = ()) -> dict[str, str]:
    """Each word in these texts that only English sentences have, with a text where it stands; `names` are left out.

    That finds single words too, but not those that the language has itself, as "base" is in Italian.
    """
    only = _english_words(locale) - {word for name in names for word in _words(name)}
    return {word: text for text in texts for word in sorted(_words(text) & only)}
