"""Settings from the environment or a file `.env` in the folder the bot is started in. `.env.example` explains each."""

from pathlib import Path
from typing import Literal

from dotenv.parser import parse_stream
from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

ENV_FILE = Path(".env")
PLAYGROUND_TOKEN = "playground"  # noqa: S105 - no secret: the playground takes any token


class SettingsUnusable(Exception):
    """The settings can't be used; the message says which line or name is wrong and what is allowed, never a value."""


class Settings(BaseSettings):
    """The host's settings. Secrets are `SecretStr` and never shown."""

    model_config = SettingsConfigDict(
        env_file=ENV_FILE, env_file_encoding="utf-8", extra="forbid", env_ignore_empty=True, hide_input_in_errors=True
    )

    discord_token: SecretStr | None = None
    database_url: str = Field(default="sqlite+aiosqlite:///data/crux.db", repr=False)  # may hold a password
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    log_format: Literal["text", "json"] = "text"
    metrics_port: int | None = Field(default=None, ge=0, le=65535)
    metrics_host: str = "127.0.0.1"
    playground_port: int = Field(default=8765, ge=0, le=65535)
    playground_folder: Path = Path("data/playground")
    source_url: str = ""
    sentry_dsn: SecretStr | None = None
    tables_per_person: int = Field(default=20, ge=1)
    matches_per_person: int = Field(default=50, ge=1)
    hints_per_hour: int = Field(default=100, ge=1)
    animations_per_hour: int = Field(default=20, ge=1)
    files_per_hour: int = Field(default=60, ge=1)
    actions_per_minute: int = Field(default=120, ge=10)
    computer_seconds: float = Field(default=2.0, ge=0.05, le=60)
    computer_processes: int | None = Field(default=None, ge=1)
    computer_pause: float = Field(default=1.5, ge=0, le=60)


def read_settings() -> Settings:
    """The current settings. Raises SettingsUnusable with a sentence for the host."""
    _check_env_file()
    try:
        return Settings()
    except ValidationError as error:
        problems = []
        for problem in error.errors(include_input=False, include_url=False):
            name = "_".join(str(part) for part in problem["loc"]).upper() or "The settings"
            reason = "isn't a Crux setting" if problem["type"] == "extra_forbidden" else f"is wrong: {problem['msg']}"
            problems.append(f"{name} {reason}.")
        raise SettingsUnusable(" ".join(problems) + " .env.example explains every setting.") from None


def _check_env_file() -> None:
    if not ENV_FILE.is_file():
        return
    try:
        text = ENV_FILE.open(encoding="utf-8")
        with text:
            broken = [binding.original.line for binding in parse_stream(text) if binding.error]
    except UnicodeDecodeError:
        raise SettingsUnusable("The file .env isn't UTF-8 text. Copy .env.example to .env and fill it in.") from None
    except OSError as error:
        raise SettingsUnusable(f"The file .env can't be read: {error.strerror}.") from None
    if broken:
        raise SettingsUnusable(
            f"Line {broken[0]} of .env can't be read: each line is NAME=value. .env.example explains every setting."
        )
