"""A catalogue is compiled once, and what is read is always what it says now."""

from pathlib import Path

import pytest
from babel import Locale

from bot.text.compiled import read_catalogue

HEAD = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
SWEDISH = Locale("sv")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "crux.po"


def write(path: Path, word: str) -> None:
    path.write_text(f'{HEAD}msgid "two"\nmsgstr "{word}"\n', encoding="utf-8")


def kept(path: Path) -> list[tuple[str, int]]:
    """The files beside the catalogue, each with a number that another file of this name wouldn't have."""
    return [(one.name, one.stat().st_ino) for one in path.parent.iterdir() if one != path]


def test_it_is_compiled_once_and_again_when_it_changes(path: Path) -> None:
    said, files = [], []
    for word in ("två", "två", "tu"):
        write(path, word)
        said.append(read_catalogue(path, SWEDISH).gettext("two"))
        files.append(kept(path))
    assert said == ["två", "två", "tu"]
    assert files[0] == files[1] != files[2]
    assert [len(beside) for beside in files] == [1, 1, 1]


def test_it_is_read_where_nothing_can_be_written(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path, data: bytes) -> int:
        raise PermissionError(path)

    write(path, "två")
    monkeypatch.setattr(Path, "write_bytes", refuse)
    assert read_catalogue(path, SWEDISH).gettext("two") == "två"
    assert kept(path) == []


def test_without_a_catalogue_everything_is_said_as_it_is(path: Path) -> None:
    nothing = read_catalogue(path, SWEDISH)
    assert nothing.gettext("two") == "two"
    assert [nothing.ngettext("point", "points", number) for number in (1, 2)] == ["point", "points"]
