"""Every language says everything, with the same placeholders, and within Discord's limits."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from bot import text
from bot.rules import GAMES
from bot.rules.api import Words, fault
from bot.text import (
    DOMAIN,
    N_,
    NAMES,
    NC_,
    TYPED,
    group_digits,
    language,
    name_in,
    say,
    say_error,
    say_plural,
    speak,
    speaking,
    term,
    typed_words,
)
from bot.text.extract import catalogue
from bot.text.merge import merge, unusable_names
from bot.text.terms import capitalise, commas, join_list, join_sentences, ordinal, semicolons
from cogs.shared.choosing.typed_words import in_notation
from cogs.shared.commands.translating import DESCRIPTION, translate_text
from tests.languages import CATALOGUED, EVERY_LANGUAGE, MADE_UP, english_words_in, in_other_letters, messages_in
from tests.text.checking import as_tuple, commands, wrong_placeholders

BUTTON = 80  # characters that Discord takes


@pytest.fixture(params=dict.fromkeys((*CATALOGUED, MADE_UP)))
def language_file(request: pytest.FixtureRequest, made_up: Path) -> Path:
    """A catalogue, which may have been begun only."""
    return file_in(made_up, request.param)


def file_in(folder: Path, locale: str) -> Path:
    return folder / locale.replace("-", "_") / "LC_MESSAGES" / f"{DOMAIN}.po"


@pytest.mark.parametrize("locale", EVERY_LANGUAGE)
def test_nothing_is_untranslated_fuzzy_or_unused(locale: str, made_up: Path) -> None:
    with file_in(made_up, locale).open("rb") as file:
        found = read_po(file)
    wanted = {(one.id, one.context) for one in catalogue() if one.id}
    have = {(one.id, one.context): one for one in found if one.id}
    assert sorted(map(str, wanted - have.keys())) == []
    assert sorted(map(str, have.keys() - wanted)) == []
    assert [one.id for one in have.values() if one.fuzzy or not all(as_tuple(one.string))] == []
    assert dict(found.obsolete) == {}


def test_the_placeholders_are_the_same(language_file: Path) -> None:
    assert wrong_placeholders(language_file) == []


def test_discord_takes_the_names_of_a_catalogue(language_file: Path) -> None:
    with language_file.open("rb") as file:
        assert unusable_names(read_po(file)) == []


def test_short_texts_stay_short(language_file: Path) -> None:
    """Buttons and headings of lists are short, so a long translation may be more than Discord takes."""
    shown = [one for one in messages_in(language_file) if one.context is None]
    long = [one for one in shown if len(as_tuple(one.id)[0]) <= 30 and len(max(as_tuple(one.string), key=len)) > BUTTON]
    assert [one.id for one in long] == []


def texts_of(command: Any, is_name: bool = False) -> Iterator[tuple[str, bool]]:
    """What Discord shows of a command, its options and their choices, and whether it is a name."""
    if isinstance(command, dict):
        is_choice = "value" in command
        for key in ("name", "description"):
            if isinstance(command.get(key), str):
                yield command[key], key == "name" and not is_choice
        for part in command.values():
            yield from texts_of(part)
    elif isinstance(command, list):
        for part in command:
            yield from texts_of(part)


@pytest.fixture(scope="module")
def shown() -> set[tuple[str, bool]]:
    return set(texts_of(commands()))


def test_every_text_of_the_commands_is_translated(shown: set[tuple[str, bool]], made_up: Path) -> None:
    known = {(one.id, one.context) for one in catalogue()}
    titles = {name for key, game in GAMES.items() for name in (game.title, key.replace("_", "-"))}
    parts = {term for term, context in known if context is None}
    left = {
        words
        for words, is_name in shown
        if (words, NAMES if is_name else None) not in known and words not in titles and not words.isdigit()
        if not set(words.split(", ")) <= parts and translate_text(words, MADE_UP, is_name=is_name) is None
    }
    assert sorted(left) == []


@pytest.mark.parametrize("locale", EVERY_LANGUAGE)
def test_a_command_is_called_something_that_discord_takes(
    locale: str, shown: set[tuple[str, bool]], made_up: Path
) -> None:
    """What is too long would stay English on Discord."""
    with speaking(locale):
        said = {words: name_in(locale, words) if is_name else say(words) for words, is_name in shown}
    assert {words: said[words] for words, is_name in shown if len(said[words]) > (32 if is_name else DESCRIPTION)} == {}


@pytest.mark.parametrize("locale", EVERY_LANGUAGE)
def test_no_two_options_have_one_name(locale: str, made_up: Path) -> None:
    def check(command: dict[str, Any]) -> None:
        names = [name_in(locale, one["name"]) for one in command.get("options", ())]
        assert len(set(names)) == len(names), (command["name"], names)
        for one in command.get("options", ()):
            check(one)

    for command in commands():
        check(command)


TRANSLATED = {
    "join": "gå-med",
    "leave": "Lämna",
    "list": "l" * 32,
    "match": "m" * 33,
    "game": "two words",
    "pass": "",
    "roll": "kasta , SLÅ,",
}


def test_a_name_that_discord_does_not_take_stays_english_and_typed_words_are_read_leniently(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "sv" / "LC_MESSAGES" / f"{DOMAIN}.po"
    path.parent.mkdir(parents=True)
    entries = [
        f'msgctxt "{context}"\nmsgid "{word}"\nmsgstr "{said}"\n'
        for word, said in TRANSLATED.items()
        for context in (NAMES, TYPED)
    ]
    head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n'
    path.write_text("\n".join([head, *entries]), encoding="utf-8")
    monkeypatch.setattr(text, "CATALOGUES", tmp_path)
    assert {word: name_in("sv", word) for word in (*TRANSLATED, "unknown")} == {
        "join": "gå-med",
        "leave": "leave",
        "list": "l" * 32,
        "match": "match",
        "game": "game",
        "pass": "pass",
        "roll": "roll",
        "unknown": "unknown",
    }
    assert {word: typed_words("sv", word) for word in ("roll", "pass", "leave", "unknown")} == {
        "roll": ("kasta", "slå"),
        "pass": (),
        "leave": ("lämna",),
        "unknown": (),
    }


def test_a_catalogue_is_brought_up_to_date(tmp_path: Path) -> None:
    path = tmp_path / "crux.po"
    path.write_text(
        'msgid ""\nmsgstr ""\n"Language: fi\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'
        'msgid "Join"\nmsgstr "Liity"\n\nmsgid "Not said any more"\nmsgstr "Ei"\n\n'
        'msgid "Leaves"\nmsgstr "Like a sentence that has gone"\n',
        encoding="utf-8",
    )
    merge(path, MADE_UP)
    found: dict[Any, Message] = {one.id: one for one in messages_in(path)}
    assert found["Join"].string == "Liity"
    assert found["Leave"].string == ""
    assert "Not said any more" not in path.read_text(encoding="utf-8")
    assert not any(one.fuzzy for one in found.values())
    before = path.read_text(encoding="utf-8")
    merge(path, MADE_UP)
    assert path.read_text(encoding="utf-8") == before


def test_words_that_are_left_in_english_are_found() -> None:
    texts = ["Sieg: Gold wins", "`wins`", "win… <@wins>", "Gold gewinnt", "WINS"]
    assert english_words_in(texts, "de") == {"wins": "Sieg: Gold wins"}
    assert english_words_in(texts, "de", ["Wins"]) == {}


class TestSpeaking:
    """A sentence is in the language that is spoken when it is said."""

    def test_a_language_is_spoken_inside_a_block(self, made_up: Path) -> None:
        with speaking(MADE_UP):
            assert (
                say(N_("{colour} to move"), colour="gold")
                == f"{in_other_letters('gold')} {in_other_letters('to move')}"
            )
            with speaking("en-GB"):
                assert say(N_("Join")) == "Join"
            assert say(N_("Join")) == in_other_letters("Join")
        assert say(N_("Join")) == "Join"

    def test_a_word_with_two_meanings_has_a_context_for_each(self) -> None:
        role = NC_("role of cards", "straight")
        with speaking("it"):
            assert (say(role), say("straight")) == ("scala", "dritto")
        assert say(role) == "straight"

    def test_values_are_said_too(self, made_up: Path) -> None:
        refused = fault("moves", "{value} is not a list", value=Words("an object"))
        with speaking(MADE_UP):
            assert say_error(refused) == f"moves: {in_other_letters('an object')} {in_other_letters('is not a list')}"
            assert say("{colour} to move", colour=("gold", "red")).startswith(in_other_letters("gold"))
        assert str(refused) == "moves: an object is not a list"

    def test_numbers_in_a_sentence_have_the_separators_of_the_language(self) -> None:
        sentence, number = "it's larger than {bytes:,} bytes", 1_000_000
        said = []
        for locale in ("en-US", "it", "ja"):
            with speaking(locale):
                said.append(say(sentence, bytes=number))
        assert ["1,000,000" in said[0], "1.000.000" in said[1], "1,000,000" in said[2]] == [True] * 3

    def test_a_date_is_that_of_the_language(self) -> None:
        said = []
        for locale in ("en-US", "it", "ja"):
            with speaking(locale):
                said.append(say("There's no daily for {day}.", day=date(2026, 11, 28)))
        assert ["28 November 2026" in said[0], "28 novembre 2026" in said[1], "2026年11月28日" in said[2]] == [True] * 3

    def test_other_values_are_said_as_they_are(self) -> None:
        assert say("{share:.1%} of {name}, {nothing}", share=0.255, name="gold", nothing=None) == "25.5% of gold, None"

    def test_all_catalogues_are_read_before_anybody_waits_for_one(self, monkeypatch: pytest.MonkeyPatch) -> None:
        read: list[str] = []
        monkeypatch.setattr(text, "_catalogue", read.append)
        text.load_catalogues()
        assert read == [*text.LANGUAGES]

    def test_sentences_follow_each_other_as_the_language_has_it(self) -> None:
        assert join_sentences(["A.", "", "B."]) == "A. B."
        with speaking("ja"):
            assert join_sentences(["あ。", "い。"]) == "あ。い。"

    def test_numbers_choose_the_form(self, made_up: Path) -> None:
        with speaking(MADE_UP):
            said = [say_plural("{number} point", "{number} points", number) for number in (1, 2)]
        assert said == [f"1 {in_other_letters('point')}", f"2 {in_other_letters('points')}"]

    @pytest.mark.parametrize(
        ("locale", "spoken"),
        [("it", "it"), ("it-CH", "it"), ("en-US", "en"), ("en-GB", "en"), ("zz-IT", "en"), ("", "en")],
    )
    def test_a_locale_is_spoken_in_the_language_that_it_begins_with(self, locale: str, spoken: str) -> None:
        with speaking(locale):
            assert language() == spoken

    def test_languages_have_their_own_names(self) -> None:
        assert [text.LANGUAGES[locale] for locale in ("en", "it", "ja")] == ["English", "Italiano", "日本語"]

    def test_what_babel_does_not_know_is_written_as_in_english(self) -> None:
        assert [str(text.babel_locale(one)) for one in ("pt-BR", "it", "zz", "no language")] == [
            "pt_BR",
            "it",
            "en",
            "en",
        ]

    def test_a_language_without_a_catalogue_is_english(self) -> None:
        with speaking("zz"):
            assert (language(), say(N_("Join"))) == ("en", "Join")

    def test_commands_in_a_sentence_have_their_own_names(self, made_up: Path) -> None:
        with speaking(MADE_UP):
            said = say(N_("See your matches with `/match list`."))
        assert f"`/{in_other_letters('match')} {in_other_letters('list')}`" in said

    def test_a_term_begins_as_it_is_given(self, made_up: Path) -> None:
        with speaking(MADE_UP):
            assert [term(one) for one in ("gold", "Gold", "Zoo")] == [*map(in_other_letters, ("gold", "Gold")), "Zoo"]

    def test_a_term_that_is_a_name_is_found_by_its_capital(self) -> None:
        with speaking("ja"):
            assert term("Southern Cross") == "サザンクロス"

    @pytest.mark.parametrize(("locale", "places"), [("it", "1º 2º 3º 4º 21º"), ("ja", "1位 2位 3位 4位 21位")])
    def test_places_have_the_form_of_the_language(self, locale: str, places: str) -> None:
        with speaking(locale):
            assert " ".join(map(ordinal, (1, 2, 3, 4, 21))) == places

    def test_lists_without_a_word_before_the_last_part(self) -> None:
        assert (commas(["c3", "c4", "d5"]), semicolons(["a, b", "c"])) == ("c3, c4, d5", "a, b; c")
        assert (capitalise("gold to move"), capitalise("é"), capitalise("")) == ("Gold to move", "É", "")

    def test_english_lists_places_and_numbers(self) -> None:
        assert join_list(["a"]) == "a"
        assert join_list(["a", 2, "c"]) == "a, 2 and c"
        assert join_list(["a", "b", "c"], "or") == "a, b or c"
        places = (1, 2, 3, 4, 10, 11, 12, 13, 14, 20, 21, 22, 23, 24, 101, 111, 112, 113, 1013, 1033)
        assert " ".join(map(ordinal, places)) == (
            "1st 2nd 3rd 4th 10th 11th 12th 13th 14th 20th 21st 22nd 23rd 24th 101st 111th 112th 113th 1013th 1033rd"
        )
        assert group_digits(12345) == "12,345"

    def test_it_lasts_where_it_was_set(self, made_up: Path) -> None:
        with speaking("en"):
            speak(MADE_UP)
            assert language() == MADE_UP
        assert language() == "en"


class TestTypedWords:
    """Moves can be typed in words of the reader's language."""

    WORDS = ("roll", "enter", "home")

    def test_each_of_the_words_is_understood(self, made_up: Path) -> None:
        mine = in_other_letters("roll")
        assert typed_words(MADE_UP, "roll") == (mine, mine * 2)
        with speaking(MADE_UP):
            assert [in_notation(one, self.WORDS) for one in (mine, mine.upper(), mine * 2)] == ["roll"] * 3

    def test_the_notation_stays(self, made_up: Path) -> None:
        with speaking(MADE_UP):
            assert in_notation("roll", self.WORDS) == "roll"
            assert in_notation(f"{in_other_letters('enter')} 5", self.WORDS) == "enter 5"
            assert in_notation(f"{in_other_letters('roll')}x", self.WORDS) == f"{in_other_letters('roll')}x"

    def test_in_english_nothing_is_replaced(self, made_up: Path) -> None:
        mine = in_other_letters("roll")
        assert in_notation(mine, self.WORDS) == mine

    def test_typed_words_can_be_typed(self, language_file: Path) -> None:
        for one in messages_in(language_file):
            if one.context == TYPED and one.string:
                words = [word.strip() for word in str(one.string).split(",")]
                assert all(len(word) > 1 and word == word.lower() for word in words), one.id


def test_the_catalogues_are_those_of_the_package(made_up: Path) -> None:
    assert made_up == text.CATALOGUES
