"""Whose language is spoken: the reader's, the server's, or that of the person written to."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import pytest

from bot.match import Matches
from bot.text import ENGLISH, N_, language, say
from bot.text.own_words import OwnWords
from bot.words import with_disc
from cogs.shared.client.direct_messages import send_directly
from cogs.shared.client.languages import Languages, draw_for, in_public, to_person
from cogs.shared.wording.labels import NAMES
from images.canvas.palette import CONTRAST, NIGHT, chosen_theme
from tests.cogs.conftest import ANNE, BERT, Bot
from tests.languages import MADE_UP, in_other_letters

GUILD = 1
OF_SERVER, OF_PERSON = Languages.of_server, Languages.of_person
THEME_OF, THEME_FOR = Languages.theme_of, Languages.theme_for


@pytest.fixture
def speaking_bot(bot: Bot, made_up: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A bot on a server that is set to the made-up language on Discord."""
    monkeypatch.setattr(Languages, "of_server", OF_SERVER)
    monkeypatch.setattr(Languages, "of_person", OF_PERSON)
    monkeypatch.setattr(Languages, "theme_of", THEME_OF)
    monkeypatch.setattr(Languages, "theme_for", THEME_FOR)
    monkeypatch.setattr(bot, "get_guild", lambda _: SimpleNamespace(preferred_locale=MADE_UP))
    return bot


def used_by(user: int, locale: str) -> Any:
    return SimpleNamespace(user=SimpleNamespace(id=user), locale=locale)


async def test_public_messages_are_in_the_language_that_discord_says_of_the_server(speaking_bot: Any) -> None:
    async with in_public(speaking_bot, GUILD):
        assert say(N_("Join")) == in_other_letters("Join")
        assert with_disc("gold") == f"🟡 {in_other_letters('Gold')}"
    assert language() == ENGLISH


async def test_what_is_set_for_the_server_goes_first(speaking_bot: Any) -> None:
    languages = Languages.of(speaking_bot)
    assert await languages.of_server(GUILD) == MADE_UP
    await speaking_bot.matches.servers.change(GUILD, language="en")
    assert await languages.of_server(GUILD) == MADE_UP  # as it was read
    languages.forget_server(GUILD)
    assert await languages.of_server(GUILD) == ENGLISH


async def test_without_a_server_and_without_a_catalogue_it_is_english(speaking_bot: Any) -> None:
    speaking_bot.get_guild = lambda _: SimpleNamespace(preferred_locale="ko")
    assert await Languages.of(speaking_bot).of_server(None) == ENGLISH
    assert await Languages.of(speaking_bot).of_server(GUILD) == ENGLISH


async def test_a_person_is_written_to_in_the_language_of_their_discord(speaking_bot: Any) -> None:
    languages = Languages.of(speaking_bot)
    languages.note(used_by(ANNE, "en-GB"))
    async with to_person(speaking_bot, ANNE, GUILD):
        assert language() == ENGLISH
    async with to_person(speaking_bot, BERT, GUILD):  # never seen: as the server
        assert language() == MADE_UP


async def test_the_language_of_a_person_outlives_the_process(speaking_bot: Any) -> None:
    await speaking_bot.matches.reminders.change_settings(ANNE, await speaking_bot.matches.reminders.settings(ANNE))
    languages = Languages.of(speaking_bot)
    languages.note(used_by(ANNE, MADE_UP))
    languages.note(used_by(BERT, MADE_UP))  # who has no row, and gets none by this
    await languages.save()
    await languages.save()  # there is nothing left to do
    matches: Matches = speaking_bot.matches
    assert (await matches.people.locale(ANNE), await matches.people.locale(BERT)) == (MADE_UP, None)
    assert await Languages(speaking_bot).of_person(ANNE, None) == MADE_UP
    assert (await matches.people.stored_data(ANNE))["person"][0]["locale"] == MADE_UP
    assert await matches.people.stored_data(BERT) == {}


async def test_whoever_gets_a_direct_message_has_their_language_stored_before(
    speaking_bot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that a process which sends it again finds it."""
    await speaking_bot.matches.reminders.change_settings(ANNE, await speaking_bot.matches.reminders.settings(ANNE))
    monkeypatch.setattr(speaking_bot, "create_dm", AsyncMock())
    Languages.of(speaking_bot).note(used_by(ANNE, MADE_UP))
    stored = []

    async def send(_channel: object) -> None:
        stored.append(await speaking_bot.matches.people.locale(ANNE))

    assert await send_directly(speaking_bot, ANNE, send)
    assert stored == [MADE_UP]


async def test_a_forgotten_person_has_no_language(speaking_bot: Any) -> None:
    await speaking_bot.matches.reminders.change_settings(ANNE, await speaking_bot.matches.reminders.settings(ANNE))
    languages = Languages.of(speaking_bot)
    languages.note(used_by(ANNE, MADE_UP))
    await languages.save()
    await speaking_bot.matches.people.forget(ANNE)
    languages.forget_person(ANNE)
    assert await languages.of_person(ANNE, None) == ENGLISH
    await languages.save()
    assert await speaking_bot.matches.people.locale(ANNE) is None


async def test_names_that_are_not_known_are_said_in_the_language_that_is_spoken(speaking_bot: Any) -> None:
    NAMES.learn(GUILD, SimpleNamespace(id=BERT, display_name="\u200b"))
    async with in_public(speaking_bot, GUILD):
        assert await NAMES.lookup(speaking_bot, GUILD, [BERT]) == {BERT: OwnWords(in_other_letters("someone"))}


async def test_pictures_are_in_the_theme_that_is_set_for_the_server(speaking_bot: Any) -> None:
    async with in_public(speaking_bot, GUILD):
        assert chosen_theme() is NIGHT
    await speaking_bot.matches.servers.change(GUILD, contrast=True)
    Languages.of(speaking_bot).forget_server(GUILD)
    async with in_public(speaking_bot, GUILD):
        assert chosen_theme() is CONTRAST
    async with in_public(speaking_bot, None):
        assert chosen_theme() is NIGHT
    await draw_for(speaking_bot, ANNE, GUILD)
    assert chosen_theme() is CONTRAST


async def test_what_only_one_person_sees_is_in_their_theme_and_what_all_see_is_not(speaking_bot: Any) -> None:
    reminders, languages = speaking_bot.matches.reminders, Languages.of(speaking_bot)
    async with to_person(speaking_bot, ANNE, GUILD):
        assert chosen_theme() is NIGHT
    await reminders.change_settings(ANNE, replace(await reminders.settings(ANNE), contrast=True))
    languages.forget_theme(ANNE)
    async with to_person(speaking_bot, ANNE, GUILD):
        assert chosen_theme() is CONTRAST
        async with in_public(speaking_bot, GUILD):
            assert chosen_theme() is NIGHT
    async with to_person(speaking_bot, BERT, GUILD):
        assert chosen_theme() is NIGHT
    await draw_for(speaking_bot, ANNE, GUILD)
    assert chosen_theme() is CONTRAST
    await speaking_bot.matches.people.forget(ANNE)
    languages.forget_person(ANNE)
    assert await languages.theme_for(ANNE, GUILD) is NIGHT
