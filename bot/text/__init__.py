"""Every sentence a player reads, in gettext catalogues whose key is the English sentence.

Catalogues lie beside this file as `LOCALE/LC_MESSAGES/crux.po` and `.mo` (Discord's locale names, with `_` for `-`);
English needs none. `say` is called where a sentence meets its reader; until then errors and tables carry the English
template and its values, so that one event can be told in several languages.
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
"""The languages there are catalogues for, as they call themselves, by Discord's locales."""


class Sayable(Protocol):
    """An error that carries its sentence and the values for the named places in it."""

    sentence: str
    values: dict[str, object]


def N_(sentence: str) -> str:  # noqa: N802 - gettext's own name for a sentence that is translated later
    """Mark a sentence for the catalogues without translating it yet."""
    return sentence


@cache
def _catalogue(locale: str) -> NullTranslations:
    return Translations.load(CATALOGUES, [locale, locale.split("_")[0]], DOMAIN)


def say(sentence: str, locale: str | None = None, /, **values: object) -> str:
    """The sentence in the reader's language, its named places filled. `locale` is Discord's: "de", "pt-BR"."""
    return _catalogue((locale or "en").replace("-", "_")).ugettext(sentence).format(**values)


def say_plural(one: str, other: str, number: int, locale: str | None = None, /, **values: object) -> str:
    """The sentence for this number of things in the reader's language; `{number}` is among its named places.

    `one` and `other` are the English singular and plural; other languages may have more forms.
    """
    sentence = _catalogue((locale or "en").replace("-", "_")).ungettext(one, other, number)
    return sentence.format(number=number, **values)


def say_error(error: Sayable, locale: str | None = None) -> str:
    """The error's sentence in the reader's language."""
    return say(error.sentence, locale, **error.values)
