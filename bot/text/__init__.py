"""Every sentence for players, in gettext catalogues whose key is the English sentence.

Catalogues are in this folder as `LOCALE/LC_MESSAGES/crux.po` (Discord's locale names, with `_` for `-`); English needs
none. They are read once, from gettext's compiled form, which is kept beside them. `say` is called when a sentence is
shown, inside `speaking`, which sets whose language it is. Until then, errors and tables carry the English template and
its values, so that the same event can be shown in several languages.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date
from functools import cache, lru_cache
from gettext import NullTranslations
from pathlib import Path
from typing import Protocol, runtime_checkable

from babel import Locale, UnknownLocaleError
from babel.dates import format_date
from babel.numbers import format_decimal

from bot.text.compiled import read_catalogue
from bot.text.own_words import in_markdown

CATALOGUES = Path(__file__).parent
DOMAIN = "crux"
ENGLISH = "en"


def is_complete(path: Path) -> bool:
    """Whether all messages of a catalogue are translated, and none only by a guess."""
    text = path.read_text(encoding="utf-8")
    nothing = [
        text.count(start) - text.count(f'{start}"') for start in ('\nmsgstr ""\n', '] ""\n')
    ]  # quicker than patterns
    return not any(nothing) and "\n#, fuzzy" not in text


def _own_name(locale: str) -> str:
    """What a language is called by those who speak it: "Português (Brasil)"."""
    name = Locale.parse(locale.replace("-", "_")).get_display_name() or locale
    return name[:1].upper() + name[1:]


def _in_catalogues(*, begun: bool) -> dict[str, str]:
    """The languages with a catalogue, those whose catalogue is only `begun` or the complete ones."""
    paths = sorted(CATALOGUES.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))
    locales = (path.parent.parent.name.replace("_", "-") for path in paths if is_complete(path) != begun)
    return {locale: _own_name(locale) for locale in locales}


LANGUAGES = {ENGLISH: _own_name(ENGLISH), **_in_catalogues(begun=False)}
"""The languages that are offered, those with a complete catalogue, under their own names, by Discord locale."""


def begun_languages() -> dict[str, str]:
    """The languages whose catalogue isn't complete, as in `LANGUAGES`."""
    return _in_catalogues(begun=True)


def offer_begun_languages() -> None:
    """Offers those with an incomplete catalogue as well, so that their translators can try them."""
    LANGUAGES.update(begun_languages())


NAMES = "name of a command or an option"
TYPED = "words to type"
"""The contexts of messages that aren't sentences."""

TERMS = frozenset(
    {"game", "colour", "owner", "leader", "kind", "victim", "animal", "stellar", "origin", "target", "targets", "stop"}
)
"""Placeholders whose values are words of the catalogues, as the rules name games, colours, pieces and places."""

COMMAND = "command"
"""The placeholder whose value is the English name of a command."""

_APART = "\x04"  # gettext's own sign between a context and its message

_NAME = re.compile(r"[-\w']{1,32}")
_COMMAND = re.compile(r"`/[^`]*`")
_OPTION = re.compile(r"`([a-z][a-z0-9-]*)(:[^`]*`|`)")

_language: ContextVar[str] = ContextVar("language", default=ENGLISH)


@runtime_checkable
class Sayable(Protocol):
    """An error, or some words, with a sentence and the values for its placeholders."""

    @property
    def sentence(self) -> str: ...

    @property
    def values(self) -> Mapping[str, object]: ...


def N_(sentence: str) -> str:  # noqa: N802 - gettext's own name for marking a sentence that is translated later
    """Marks a sentence for the catalogues without translating it yet."""
    return sentence


def NC_(context: str, sentence: str) -> str:  # noqa: N802 - like N_
    """Marks a sentence that means something else elsewhere; `say` translates what this returns.

    `context` tells translators what it means here: `NC_("role of cards", "straight")`. A sentence without a context and
    the same one with it are two messages.
    """
    return f"{context}{_APART}{sentence}"


def NP_(one: str, other: str) -> tuple[str, str]:  # noqa: N802 - like N_
    """Marks the singular and the plural of a sentence for `say_plural`."""
    return one, other


def T_(word: str) -> str:  # noqa: N802 - like N_
    """Marks a word of a game's notation for which other words can be typed in other languages."""
    return word


def language_for(locale: str) -> str:
    """The language of `LANGUAGES` for a Discord locale such as "pt-BR"; English if there is no catalogue for it."""
    return next((one for one in (locale, locale.split("-")[0]) if one in LANGUAGES), ENGLISH)


def language() -> str:
    """The language that is spoken now, one of `LANGUAGES`."""
    return _language.get()


def speak(locale: str) -> None:
    """Speaks this Discord locale from now on, in this task and what it starts."""
    _language.set(language_for(locale))


@contextmanager
def speaking(locale: str) -> Iterator[None]:
    """Speaks this Discord locale inside the block, also in tasks that it starts."""
    before = _language.set(language_for(locale))
    try:
        yield
    finally:
        _language.reset(before)


@cache
def babel_locale(locale: str) -> Locale:
    """Babel's name for a language of `LANGUAGES`, for lists, dates and numbers."""
    try:
        return Locale.parse(locale.replace("-", "_"))
    except (ValueError, UnknownLocaleError):
        return Locale.parse(ENGLISH)


def forms() -> Locale:
    """Babel's name for the language that is spoken; British for English, which has no comma before "and"."""
    return babel_locale("en-GB" if language() == ENGLISH else language())


def group_digits(number: int) -> str:
    """A number with its digits in groups: "1,000"."""
    return format_decimal(number, locale=forms())


@cache
def _catalogue(locale: str) -> NullTranslations:
    path = CATALOGUES / locale.replace("-", "_") / "LC_MESSAGES" / f"{DOMAIN}.po"
    return read_catalogue(path, babel_locale(locale))


def load_catalogues() -> None:
    """Reads all catalogues, so that nobody's first answer waits for them."""
    for locale in LANGUAGES:
        _catalogue(locale)


def _translate(locale: str, word: str, context: str) -> str:
    """What a word is in a catalogue under this context; the word itself if it isn't there."""
    return _translate_message(locale, _APART.join((context, word)))


def _translate_message(locale: str, message: str) -> str:
    """A message, with its context and gettext's sign before it if it has one; the message alone if it isn't there."""
    return _catalogue(locale).gettext(message).rpartition(_APART)[2]


def is_name(words: str) -> bool:
    """Whether Discord takes these words as the name of a command or an option."""
    return _NAME.fullmatch(words) is not None and words == words.lower()


@cache
def name_in(locale: str, name: str) -> str:
    """The name of a command or an option in this language; in English if the catalogue has none that Discord takes."""
    translation = _translate(locale, name, NAMES)
    return translation if is_name(translation) else name


@cache
def typed_words(locale: str, word: str) -> tuple[str, ...]:
    """What can be typed in this language for a word of the notation, without the word itself."""
    translation = _translate(locale, word, TYPED)
    return () if translation == word else tuple(filter(None, (one.strip().lower() for one in translation.split(","))))


def _with_names(locale: str, sentence: str) -> str:
    """The sentence with the commands and options in it as they are called in this language: "`/match list`"."""
    if locale == ENGLISH or "`" not in sentence:
        return sentence

    def command(match: re.Match[str]) -> str:
        return re.sub(r"\{\w+\}|[a-z][a-z0-9-]*", lambda word: name_in(locale, word[0]), match[0])

    return _COMMAND.sub(command, _OPTION.sub(lambda match: f"`{name_in(locale, match[1])}{match[2]}", sentence))


@cache
def _sentence(locale: str, sentence: str) -> str:
    return _with_names(locale, _translate_message(locale, sentence))


@lru_cache(maxsize=2048)
def _plural(locale: str, one: str, other: str, number: int) -> str:
    return _with_names(locale, _catalogue(locale).ngettext(one, other, number))


def term(word: str) -> str:
    """A single word, such as the name of a colour, in the language that is spoken; unknown ones stay as they are.

    `word` is in the catalogues in small letters, and the result begins like it.
    """
    locale = _language.get()
    translation = _translate_message(locale, word)
    if translation != word or not word[:1].isupper():
        return translation
    small = _translate_message(locale, word.lower())
    return word if small == word.lower() else small[:1].upper() + small[1:]


class _Number(int):
    """A number in a sentence; `{number:,}` has its digits in groups as the language that is spoken has them."""

    def __format__(self, form: str) -> str:
        return group_digits(self) if form == "," else super().__format__(form)


def _say_value(name: str, value: object) -> object:
    plain = getattr(value, "plain", None)  # of `OwnWords`, and of what the rules quote
    if isinstance(plain, str):
        return in_markdown(plain)
    if isinstance(value, str):
        return name_in(_language.get(), value) if name == COMMAND else term(value) if name in TERMS else value
    if type(value) is int:
        return _Number(value)
    if isinstance(value, date):
        return format_date(value, "long", forms())
    if isinstance(value, tuple):
        return say(", ").join(str(_say_value(name, one)) for one in value)  # as `bot.text.terms.commas`
    if isinstance(value, Sayable):  # takes long to find out, so it's asked last
        return say(value.sentence, **value.values)
    return value


def _say_values(values: Mapping[str, object]) -> dict[str, object]:
    return {name: _say_value(name, value) for name, value in values.items()}


def say(sentence: str, /, **values: object) -> str:
    """The sentence in the language that is spoken, with its placeholders filled.

    Values of `TERMS`, names of commands and what has a sentence of its own are translated; a tuple becomes a list with
    commas.
    What others have written is shown as they wrote it.
    """
    return _sentence(_language.get(), sentence).format(**_say_values(values))


def can_say(sentence: str) -> bool:
    """Whether a sentence that was stored can be said in the language that is spoken, or has been worded anew since."""
    locale = _language.get()
    return locale == ENGLISH or _translate_message(locale, sentence) != sentence


def say_plural(one: str, other: str, number: int, /, **values: object) -> str:
    """The sentence for this number of things in the language that is spoken; `{number}` is one of its placeholders.

    A value called `number` is what stands there, such as "15,000". `one` and `other` are the English singular and
    plural; other languages may have more forms.
    """
    return _plural(_language.get(), one, other, number).format(**_say_values({"number": number, **values}))


def say_error(error: Sayable) -> str:
    """The error's sentence in the language that is spoken."""
    return say(error.sentence, **error.values)
