"""The commands in people's languages: names, options, choices and descriptions, as far as Discord takes them."""

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Where

from bot.text import ENGLISH, language_for, name_in, say, speaking
from cogs.shared.wording.labels import choice_in_words
from cogs.shared.wording.times import translate_duration

DESCRIPTION = 100
"""The maximum length of a description or a choice in characters."""

MENU_NAME = 32
"""The maximum length of the name of a command in a menu in characters."""

_NAMES = (Where.command_name, Where.group_name, Where.parameter_name)


class CommandTranslator(app_commands.Translator):
    """Translates the commands when they are sent to Discord."""

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """The text in this language; None where it is as in English, or where Discord wouldn't take it."""
        language = language_for(locale.value)
        if language == ENGLISH:  # which Discord has two kinds of
            return None
        if isinstance(context.data, app_commands.ContextMenu):
            return translate_menu(string.message, language)
        return translate_text(string.message, language, is_name=context.location in _NAMES)


def translate_menu(name: str, locale: str) -> str | None:
    """The name of a command in a menu, in a language of `LANGUAGES`; None as `CommandTranslator.translate` says."""
    with speaking(locale):
        translation = say(name)
    return None if translation == name or len(translation) > MENU_NAME else translation


def translate_text(message: str, locale: str, *, is_name: bool) -> str | None:
    """A text of a command in a language of `LANGUAGES`, as `CommandTranslator.translate` returns it."""
    if is_name:
        translation = name_in(locale, message)
    else:
        with speaking(locale):
            translation = translate_duration(choice_in_words(message))
    return None if translation == message or len(translation) > DESCRIPTION else translation
