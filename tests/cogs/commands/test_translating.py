"""The commands' words in other languages: what Discord is given, and where it shows the English ones."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Where

from bot.text import ENGLISH, LANGUAGES
from cogs.commands import menus
from cogs.shared.commands.translating import (
    DESCRIPTION,
    MENU_NAME,
    CommandTranslator,
    translate_menu,
    translate_text,
)
from tests.languages import MADE_UP, in_other_letters

DESCRIBED = "Show your best solo games, only to you"
FINNISH, SWEDISH, BRITISH = discord.Locale(MADE_UP), discord.Locale.swedish, discord.Locale.british_english


async def given(words: str, locale: discord.Locale, where: Where) -> str | None:
    context: Any = SimpleNamespace(location=where, data=None)  # all of it that is used
    return await CommandTranslator().translate(app_commands.locale_str(words), locale, context)


@pytest.mark.parametrize("where", [Where.command_description, Where.group_description, Where.parameter_description])
async def test_descriptions_are_said_in_the_language(made_up: Path, where: Where) -> None:
    assert await given(DESCRIBED, FINNISH, where) == in_other_letters(DESCRIBED)


@pytest.mark.parametrize("where", [Where.command_name, Where.group_name, Where.parameter_name])
async def test_names_are_those_that_discord_takes(made_up: Path, where: Where) -> None:
    assert await given("solo", FINNISH, where) == in_other_letters("solo")
    assert await given("cirondo", FINNISH, where) is None  # a game has one name everywhere
    assert await given(DESCRIBED, FINNISH, where) is None


@pytest.mark.parametrize("where", [Where.command_name, Where.command_description])
@pytest.mark.parametrize("locale", [BRITISH, discord.Locale.american_english, SWEDISH])
async def test_english_and_languages_without_a_catalogue_stay_as_they_are(
    made_up: Path, locale: discord.Locale, where: Where
) -> None:
    assert await given(DESCRIBED, locale, where) is None


@pytest.mark.parametrize("locale", [discord.Locale.spain_spanish, discord.Locale.latin_american_spanish])
async def test_one_catalogue_serves_all_locales_of_its_language(locale: discord.Locale) -> None:
    assert await given("match", locale, Where.group_name) == "partida"
    assert await given("My hand", locale, Where.command_description) == "Mi mano"
    context: Any = SimpleNamespace(location=Where.command_name, data=menus()[0])
    name = app_commands.locale_str(menus()[0].name)
    assert await CommandTranslator().translate(name, locale, context) == translate_menu(name.message, "es")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("Gold", in_other_letters("Gold")),
        ("gold, silver", f"{in_other_letters('gold')}, {in_other_letters('silver')}"),
        ("3 days", f"3 {in_other_letters('days')}"),
        ("1 hour", f"1 {in_other_letters('hour')}"),
        ("20", None),
        ("A♣, 10♦", None),
    ],
)
def test_a_choice_of_several_terms_is_translated_term_by_term(made_up: Path, words: str, said: str | None) -> None:
    assert translate_text(words, MADE_UP, is_name=False) == said


@pytest.mark.parametrize(("length", "fits"), [(DESCRIPTION, True), (DESCRIPTION + 1, False)])
def test_what_is_too_long_for_discord_stays_english(
    monkeypatch: pytest.MonkeyPatch, made_up: Path, length: int, fits: bool
) -> None:
    word = in_other_letters("gold")
    many = ", ".join(["gold"] * 16)  # 94 characters
    given = f"{many}, {'x' * (length - len(many) - 2)}"
    assert len(given) == length
    assert (translate_text(given, MADE_UP, is_name=False) or "").startswith(word) is fits


@pytest.mark.parametrize("locale", LANGUAGES)
def test_names_in_menus_are_short_enough_and_differ_in_each_language(locale: str) -> None:
    for kind in discord.AppCommandType.user, discord.AppCommandType.message:
        names = [menu.name for menu in menus() if menu.type is kind]
        translated = [translate_menu(name, locale) or name for name in names]
        assert len(set(translated)) == len(names)
        assert max(map(len, translated)) <= MENU_NAME
        assert locale == ENGLISH or not set(names) & set(translated) - {"Profile"}


async def test_a_command_in_a_menu_has_the_words_of_a_sentence(made_up: Path) -> None:
    context: Any = SimpleNamespace(location=Where.command_name, data=menus()[0])
    name = app_commands.locale_str(menus()[0].name)
    assert await CommandTranslator().translate(name, FINNISH, context) == in_other_letters(name.message)
