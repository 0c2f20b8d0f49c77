"""Settings: every one explained, wrong ones named, secrets never shown."""

import re
from dataclasses import asdict, fields
from pathlib import Path

import pytest

from bot import config
from bot.config import Settings, SettingsUnusable, read_settings
from bot.match import Limits

EXAMPLE = Path(__file__).parents[1] / ".env.example"


@pytest.fixture(autouse=True)
def bare_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    return tmp_path


def test_without_settings_the_defaults_hold() -> None:
    settings = read_settings()
    assert settings.discord_token is None
    assert settings.database_url == "sqlite+aiosqlite:///data/crux.db"
    assert (settings.playground_port, settings.matches_per_person) == (8765, 50)


@pytest.mark.parametrize(
    ("name", "allowed", "refused"),
    [
        ("PLAYGROUND_PORT", ("0", "65535"), ("-1", "65536")),
        ("METRICS_PORT", ("0", "65535"), ("-1", "65536")),
        *((f"{what}_PER_PERSON", ("1",), ("0",)) for what in ("TABLES", "MATCHES")),
        *((f"{what}_PER_HOUR", ("1",), ("0",)) for what in ("HINTS", "ANIMATIONS", "FILES")),
        ("ACTIONS_PER_MINUTE", ("10",), ("9",)),
        ("COMPUTER_SECONDS", ("0.05", "60"), ("0.04", "60.5")),
        ("COMPUTER_PROCESSES", ("1",), ("0",)),
        ("COMPUTER_PAUSE", ("0", "60"), ("-0.5", "60.5")),
        ("SHARD_COUNT", ("1", "10000"), ("0", "10001")),
        ("REQUESTS_PER_SECOND", ("0.5", "50"), ("0", "50.5")),
    ],
)
def test_the_limits_of_a_setting_are_allowed_and_nothing_beyond(
    name: str, allowed: tuple[str, ...], refused: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    for value in allowed:
        monkeypatch.setenv(name, value)
        assert getattr(read_settings(), name.lower()) == float(value)
    for value in refused:
        monkeypatch.setenv(name, value)
        with pytest.raises(SettingsUnusable, match=f"{name} is wrong"):
            read_settings()


def test_limits_that_are_not_set_are_those_of_matches_that_nobody_has_limited() -> None:
    settings = read_settings()
    assert {one.name: getattr(settings, one.name) for one in fields(Limits)} == asdict(Limits())


def test_the_example_explains_every_setting_and_gives_its_default(bare_folder: Path) -> None:
    defaults = read_settings()
    (bare_folder / ".env").write_text(EXAMPLE.read_text(encoding="utf-8"), encoding="utf-8")
    assert read_settings() == defaults
    named = set(re.findall(r"^([A-Z_]+)=", EXAMPLE.read_text(encoding="utf-8"), re.MULTILINE))
    assert named == {name.upper() for name in Settings.model_fields}


def test_the_environment_wins_over_the_file(bare_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (bare_folder / ".env").write_text("LOG_LEVEL=ERROR\n", encoding="utf-8")
    monkeypatch.setenv("LOG_LEVEL", "DEBUG")
    assert read_settings().log_level == "DEBUG"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"LOG_LEVEL=LOUD\n", "LOG_LEVEL is wrong"),
        (b"PLAYGROUND_PORT=seven\n", "PLAYGROUND_PORT is wrong"),
        (b"DISCORD_TOKN=abc\n", "DISCORD_TOKN isn't a Crux setting"),
        (b"LOG_LEVEL=INFO\n'what is this\n", "Line 2 of .env can't be read"),
        (b"LOG_LEVEL=INFO\nthe-token-alone\n", "Line 2 of .env can't be read"),
        (b"\xff\xfe\x00", "isn't UTF-8 text"),
    ],
)
def test_a_broken_file_is_explained(bare_folder: Path, content: bytes, said: str) -> None:
    (bare_folder / ".env").write_bytes(content)
    with pytest.raises(SettingsUnusable, match=re.escape(said)):
        read_settings()


def test_a_folder_in_place_of_the_file_is_explained(bare_folder: Path) -> None:
    (bare_folder / ".env").mkdir()
    with pytest.raises(SettingsUnusable, match=r"There is a folder \.env in place of the file"):
        read_settings()


def test_a_file_that_may_not_be_read_is_explained(bare_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    (bare_folder / ".env").touch()
    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(SettingsUnusable, match=r"The file \.env can't be read: Permission denied\."):
        read_settings()


def test_a_secret_is_neither_shown_nor_repeated_in_an_error(bare_folder: Path) -> None:
    (bare_folder / ".env").write_text(
        "DISCORD_TOKEN=very-secret\nSENTRY_DSN=very-secret\nDATABASE_URL=postgresql+asyncpg://me:very-secret@host/crux\n",
        encoding="utf-8",
    )
    assert "very-secret" not in repr(read_settings())
    (bare_folder / ".env").write_text("DISCORD_TOKEN=very-secret\nLOG_LEVEL=very-secret\n", encoding="utf-8")
    with pytest.raises(SettingsUnusable) as refused:
        read_settings()
    assert "very-secret" not in str(refused.value)
    assert refused.value.__suppress_context__


def test_the_file_is_read_from_the_folder_the_bot_is_started_in() -> None:
    assert str(config.ENV_FILE) == ".env"


@pytest.mark.parametrize(
    ("written", "numbers"),
    [
        ("auto", {0, 1, 2, 3}),
        ("00003", {3}),
        ("2-2", {2}),
        ("0-3", {0, 1, 2, 3}),
        ("0,2", {0, 2}),
        ("3", {3}),
        ("0-1,3", {0, 1, 3}),
    ],
)
def test_shards_are_numbers_and_ranges(written: str, numbers: set[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHARD_COUNT", "4")
    monkeypatch.setenv("SHARDS", written)
    assert read_settings().served == (4, frozenset(numbers))


@pytest.mark.parametrize(
    ("count", "written", "said"),
    [
        ("4", "4", "there are only shards from 0"),
        ("4", "0-4", "there are only shards from 0"),
        ("4", "2-1", "there are only shards from 0"),
        ("4", "0;1", "write it like 0-3"),
        ("4", "-1", "write it like 0-3"),
        ("4", "some", "write it like 0-3"),
        ("4", "000001", "write it like 0-3"),
        ("4", "0,4", "there are only shards from 0"),
        ("", "0", "it needs SHARD_COUNT"),
    ],
)
def test_shards_that_do_not_exist_are_refused(
    count: str, written: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHARD_COUNT", count)
    monkeypatch.setenv("SHARDS", written)
    with pytest.raises(SettingsUnusable, match=f"SHARDS is wrong: .*{said}"):
        read_settings()


@pytest.mark.parametrize(
    "written", ["example.org/crux", "https://", "https://example.org/our copy", "ftp://example.org"]
)
def test_a_link_that_discord_would_refuse_is_refused(written: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_URL", written)
    with pytest.raises(SettingsUnusable, match="SOURCE_URL is wrong: write a whole web address"):
        read_settings()


def test_a_whole_web_address_can_be_linked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_URL", "https://example.org/crux")
    assert read_settings().source_url == "https://example.org/crux"


@pytest.mark.parametrize(
    ("settings", "pace"),
    [
        ({}, None),
        ({"REQUESTS_PER_SECOND": "20"}, 20),
        ({"SHARD_COUNT": "4"}, 50),
        ({"SHARD_COUNT": "4", "SHARDS": "1"}, 12.5),
        ({"SHARD_COUNT": "4", "SHARDS": "1", "REQUESTS_PER_SECOND": "20"}, 20),
    ],
    ids=str,
)
def test_a_process_takes_its_part_of_the_requests_that_discord_allows(
    settings: dict[str, str], pace: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    assert read_settings().pace == pace


def test_a_setting_that_is_left_empty_has_its_default(bare_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (bare_folder / ".env").write_text("METRICS_PORT=\n", encoding="utf-8")
    monkeypatch.setenv("PLAYGROUND_PORT", "")
    settings = read_settings()
    assert (settings.metrics_port, settings.playground_port) == (None, 8765)


def test_all_that_is_wrong_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOG_LEVEL", "LOUD")
    monkeypatch.setenv("SHARDS", "0")
    with pytest.raises(SettingsUnusable) as refused:
        read_settings()
    assert str(refused.value) == (
        "LOG_LEVEL is wrong: Input should be 'DEBUG', 'INFO', 'WARNING' or 'ERROR'. "
        "SHARDS is wrong: it needs SHARD_COUNT, the number of shards of all processes together. "
        ".env.example explains every setting."
    )
