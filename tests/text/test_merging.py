"""Bringing catalogues up to date: what is translated stays, and nothing else is written than what has changed."""

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from bot import text
from bot.text import CATALOGUES, DOMAIN, LANGUAGES, is_complete, language_for, offer_begun_languages
from bot.text import merge as merging
from bot.text.extract import catalogue
from bot.text.merge import main, merge, untranslated
from tests.languages import CATALOGUED, RELEASED
from tests.text.checking import wrong_placeholders

HEAD = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'


def file_in(folder: Path, locale: str) -> Path:
    return folder / locale.replace("-", "_") / "LC_MESSAGES" / f"{DOMAIN}.po"


def read(path: Path) -> list[tuple[object, ...]]:
    """The messages of a catalogue, with all that is said of each; how an editor breaks its lines means nothing."""
    with path.open("rb") as file:
        return [
            (one.context, one.id, one.string, one.locations, one.flags, one.auto_comments)
            for one in read_po(file)
            if one.id
        ]


@pytest.mark.sample(1)
@pytest.mark.parametrize("locale", CATALOGUED)
def test_a_catalogue_that_is_up_to_date_stays_as_it_is(locale: str, tmp_path: Path) -> None:
    path = tmp_path / "crux.po"
    path.write_bytes(file_in(CATALOGUES, locale).read_bytes())
    merge(path, locale)
    assert read(path) == read(file_in(CATALOGUES, locale))


def test_a_name_that_discord_does_not_take_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(merging, "CATALOGUES", tmp_path)
    path = file_in(tmp_path, "de")
    path.parent.mkdir(parents=True)
    entry = 'msgctxt "name of a command or an option"\nmsgid "{}"\nmsgstr "{}"\n'
    path.write_text(HEAD + "\n".join(map(entry.format, ("start", "leave"), ("Start spiel", "verlassen"))), "utf-8")
    with pytest.raises(SystemExit, match=r'de: "Start spiel" for "start"$'):
        main(["de"])


def test_a_message_is_untranslated_if_one_of_its_forms_is(tmp_path: Path) -> None:
    days = 'msgid "{{number}} day"\nmsgid_plural "{{number}} days"\nmsgstr[0] "{}"\nmsgstr[1] "{}"\n'
    for number, (one, other) in enumerate((("{number} Tag", "{number} Tage"), ("{number} Tag", ""), ("", ""))):
        path = tmp_path / f"{number}.po"
        path.write_text(HEAD + 'msgid "Join"\nmsgstr "Mitspielen"\n\n' + days.format(one, other), encoding="utf-8")
        with path.open("rb") as file:
            assert untranslated(read_po(file)) == (number > 0)


BEGUN = """
msgid "Join"
msgstr "Mitspielen"

msgid "{colour} to move"
msgstr "{person} spielt"

msgid "Leave"
msgstr ""
"""


class TestCompleteness:
    """A language is offered once its catalogue is complete, and until then only on the playground."""

    @pytest.mark.parametrize(
        ("messages", "complete"),
        [
            ('msgid "Join"\nmsgstr "Mitspielen"\n', True),
            ('msgid "Join"\nmsgstr ""\n"Mitspielen"\n', True),
            ('msgid "Join"\nmsgstr ""\n', False),
            ('msgid "Join"\nmsgstr ""\n\nmsgid "Leave"\nmsgstr "Verlassen"\n', False),
            ('#: cogs/x.py\n#, fuzzy, python-brace-format\nmsgid "Join"\nmsgstr "Mitspielen"\n', False),
            ('msgid "{number} day"\nmsgid_plural "{number} days"\nmsgstr[0] "{number} Tag"\nmsgstr[1] ""\n', False),
        ],
    )
    def test_all_messages_are_translated_and_none_by_a_guess(
        self, tmp_path: Path, messages: str, complete: bool
    ) -> None:
        path = tmp_path / "crux.po"
        path.write_text(HEAD + messages, encoding="utf-8")
        assert is_complete(path) is complete

    def test_the_released_languages_are_offered(self) -> None:
        assert set(RELEASED) <= LANGUAGES.keys()

    def test_one_that_is_begun_can_be_tried_on_the_playground(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(text, "CATALOGUES", tmp_path)
        monkeypatch.setattr(text, "LANGUAGES", {"en": "English"})
        path = file_in(tmp_path, "es-ES")
        path.parent.mkdir(parents=True)
        path.write_text(HEAD + BEGUN, encoding="utf-8")
        assert language_for("es-ES") == "en"
        offer_begun_languages()
        assert text.LANGUAGES == {"en": "English", "es-ES": "Español (España)"}
        assert language_for("es-ES") == "es-ES"

    def test_a_wrong_placeholder_is_found_among_untranslated_messages(self, tmp_path: Path) -> None:
        path = tmp_path / "crux.po"
        path.write_text(HEAD + BEGUN, encoding="utf-8")
        assert wrong_placeholders(path) == [("{colour} to move", "{person} spielt")]


def test_a_new_catalogue_has_every_message_and_no_translation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(merging, "CATALOGUES", tmp_path / "text")
    main(["sr-Latn"])
    assert [one for one in tmp_path.rglob("*") if one.is_file()] == [file_in(tmp_path / "text", "sr-Latn")]
    with file_in(tmp_path / "text", "sr-Latn").open("rb") as file:
        written = read_po(file)
    assert str(written.locale) == "sr_Latn"
    assert not written.fuzzy
    assert written.header_comment == "# The Serbian (Latin) catalogue of Crux. docs/glossary-sr-Latn.md has its words."
    header = dict(written.mime_headers)
    assert (header["Project-Id-Version"], header["Language-Team"]) == ("Crux 1", "srpski (latinica)")
    assert header["Report-Msgid-Bugs-To"] == ""
    messages = [one for one in written if one.id]
    assert capsys.readouterr().out == f"sr-Latn: 0 of {len(messages)} messages are translated\n"
    assert {(one.id, one.context) for one in messages} == {(one.id, one.context) for one in catalogue() if one.id}
    assert [one.id for one in messages if one.string not in ("", ("", ""), ("", "", ""))] == []


def test_all_catalogues_are_brought_up_to_date_unless_some_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    merged: list[tuple[Path, str]] = []
    for locale in ("fi", "pt-BR"):
        file_in(tmp_path, locale).parent.mkdir(parents=True)
        file_in(tmp_path, locale).touch()
    monkeypatch.setattr(merging, "CATALOGUES", tmp_path)

    def note(path: Path, locale: str) -> Catalog:
        merged.append((path, locale.replace("_", "-")))
        return Catalog()

    monkeypatch.setattr(merging, "merge", note)
    main([])
    assert sorted(merged) == [(file_in(tmp_path, locale), locale) for locale in ("fi", "pt-BR")]
    merged.clear()
    main(["pt-BR"])
    assert merged == [(file_in(tmp_path, "pt-BR"), "pt-BR")]
