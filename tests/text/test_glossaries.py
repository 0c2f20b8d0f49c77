"""The words of a game that are explained are those of its sentences, in each language."""

from importlib import import_module

import pytest

from bot.rules import GAMES
from bot.text import CATALOGUES, DOMAIN
from bot.text.extract import TEMPLATE
from bot.words import meanings
from tests.languages import CATALOGUED, messages_in, texts_of

LONGEST = 200  # characters of a small line


@pytest.mark.sample(10, rest="thorough")
@pytest.mark.parametrize("locale", ["en", *CATALOGUED])
@pytest.mark.parametrize("key", GAMES)
def test_each_word_stands_in_other_sentences_of_its_game_in_each_language(key: str, locale: str) -> None:
    entries = import_module(f"bot.words.{key}").glossary
    path = TEMPLATE if locale == "en" else CATALOGUES / locale.replace("-", "_") / "LC_MESSAGES" / f"{DOMAIN}.po"
    messages = [one for one in messages_in(path) if any(key in file for file, _ in one.locations)]
    said = {one.id: "\n".join(texts_of(one.id if locale == "en" else one.string)) for one in messages}
    others = "\n".join(words for sentence, words in said.items() if sentence not in entries)
    assert entries
    for entry in entries:
        if words := said.get(entry):  # otherwise it isn't translated yet
            assert words.startswith("**")
            assert meanings((words,), others), entry
            assert len(words) <= LONGEST
