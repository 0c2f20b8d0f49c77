"""Bringing catalogues up to date: what is translated stays, and nothing else is written than what has changed."""

from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from bot.text import CATALOGUES, DOMAIN, LANGUAGES
from bot.text import merge as merging
from bot.text.extract import catalogue
from bot.text.merge import main, merge

WRITTEN = [one for one in LANGUAGES if (CATALOGUES / one.replace("-", "_")).is_dir()]


def file_in(folder: Path, locale: str) -> Path:
    return folder / locale.replace("-", "_") / "LC_MESSAGES" / f"{DOMAIN}.po"


@pytest.mark.sample(1)
@pytest.mark.parametrize("locale", WRITTEN)
def test_a_catalogue_that_is_up_to_date_stays_as_it_is(locale: str, tmp_path: Path) -> None:
    path = tmp_path / "crux.po"
    path.write_bytes(file_in(CATALOGUES, locale).read_bytes())
    merge(path, locale)
    assert path.read_text(encoding="utf-8") == file_in(CATALOGUES, locale).read_text(encoding="utf-8")


def test_a_new_catalogue_has_every_message_and_no_translation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(merging, "CATALOGUES", tmp_path / "text")
    main(["sr-Latn"])
    assert [one for one in tmp_path.rglob("*") if one.is_file()] == [file_in(tmp_path / "text", "sr-Latn")]
    with file_in(tmp_path / "text", "sr-Latn").open("rb") as file:
        written = read_po(file)
    assert str(written.locale) == "sr_Latn"
    assert not written.fuzzy
    messages = [one for one in written if one.id]
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
    monkeypatch.setattr(merging, "merge", lambda path, locale: merged.append((path, locale.replace("_", "-"))))
    main([])
    assert sorted(merged) == [(file_in(tmp_path, locale), locale) for locale in ("fi", "pt-BR")]
    merged.clear()
    main(["pt-BR"])
    assert merged == [(file_in(tmp_path, "pt-BR"), "pt-BR")]
