"""Every sentence for players, in gettext catalogues whose key is the English sentence.

Catalogues are in this folder as `LOCALE/LC_MESSAGES/crux.po` and `.mo` (Discord's locale names, with `_` for `-`);
English needs none. `say` is called when a sentence is shown. Until then, errors and tables carry the English template
and its values, so that the same event can be shown in several languages.
"""

from functools import cache
from pathlib import Path
from typing import Protocol

from babel import Locale
from babel.support import NullTranslations, Translations

CATALOGUES = Path(__file__).parent
DOMAIN = "crux"

LANGUAGES = {
    locale: Locale.parse(locale.replace("-", "_")).get_display_name() or locale
    for locale in ("en", *sorted(path.parent.parent.name.replace("_", "-") for path in CATALOGUES.glob("*/*/crux.po")))
}
"""The languages with a catalogue, under their own names, by Discord locale."""


class Sayable(Protocol):
    """An error with a sentence and the values for its placeholders."""

    sentence: str
    values: dict[str, object]


def N_(sentence: str) -> str:  # noqa: N802 - gettext's own name for marking a sentence that is translated later
    """Marks a sentence for the catalogues without translating it yet."""
    return sentence


@cache
def _catalogue(locale: str) -> NullTranslations:
    return Translations.load(CATALOGUES, [locale, locale.split("_")[0]], DOMAIN)


def say(sentence: str, locale: str | None = None, /, **values: object) -> str:
    """The sentence in the reader's language, with its placeholders filled. `locale` is Discord's: "de", "pt-BR"."""
    return _catalogue((locale or "en").replace("-", "_")).ugettext(sentence).format(**values)


def say_plural(one: str, other: str, number: int, locale: str | None = None, /, **values: object) -> str:
    """The sentence for this number of things in the reader's language; `{number}` is one of its placeholders.

    `one` and `other` are the English singular and plural; other languages may have more forms.
    """
    sentence = _catalogue((locale or "en").replace("-", "_")).ungettext(one, other, number)
    return sentence.format(number=number, **values)


def say_error(error: Sayable, locale: str | None = None) -> str:
    """The error's sentence in the reader's language."""
    return say(error.sentence, locale, **error.values)
