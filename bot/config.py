"""Settings from the environment or a file `.env` in the folder the bot is started in. `.env.example` explains each."""

import re
from pathlib import Path
from typing import Literal

from dotenv.parser import parse_stream
from pydantic import Field, SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict
from yarl import URL

ENV_FILE = Path(".env")
AUTO = "auto"
MOST_SHARDS = 10_000
REQUESTS_ALLOWED = 50.0  # a second, of all processes of a bot together
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
    web_url: str = ""
    web_host: str = "127.0.0.1"
    web_port: int = Field(default=8766, ge=0, le=65535)
    people_install: bool = False
    discord_client_secret: SecretStr | None = None
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
    shard_count: int | None = Field(default=None, ge=1, le=MOST_SHARDS)
    shards: str = AUTO
    requests_per_second: float | None = Field(default=None, gt=0, le=REQUESTS_ALLOWED)
    https_proxy: SecretStr | None = None  # may hold a password
    no_proxy: str = ""

    @field_validator("source_url")
    @classmethod
    def _can_be_linked(cls, written: str) -> str:
        if written and not re.match(r"https?://\S+$", written):
            raise ValueError("write a whole web address, such as https://example.org/crux")
        return written

    @field_validator("web_url")
    @classmethod
    def _is_an_origin(cls, written: str) -> str:
        """A page that hands out sessions is encrypted, unless it doesn't leave this machine."""
        if not written:
            return written
        try:
            url = URL(written)
            is_local = url.host in {"localhost", "127.0.0.1", "::1"}
            well_formed = url.path in {"", "/"} and not (url.query_string or url.fragment or url.user) and url.host
        except ValueError:
            well_formed = is_local = False
        if not well_formed or url.scheme not in ({"https", "http"} if is_local else {"https"}):
            raise ValueError("write the address of a whole host with https, such as https://crux.example.org")
        return str(url.origin())

    @field_validator("shards")
    @classmethod
    def _exist(cls, written: str, info: ValidationInfo) -> str:
        count = info.data.get("shard_count")
        if written == AUTO:
            return written
        if count is None:
            raise ValueError("it needs SHARD_COUNT, the number of shards of all processes together")
        if not re.fullmatch(r"\d{1,5}(-\d{1,5})?(,\d{1,5}(-\d{1,5})?)*", written):
            raise ValueError("write it like 0-3 or 0,2, or auto")
        for part in written.split(","):
            first, _, last = part.partition("-")
            if int(last or first) >= count or int(first) > int(last or first):
                raise ValueError("with this SHARD_COUNT there are only shards from 0 to SHARD_COUNT - 1")
        return written

    @property
    def served(self) -> tuple[int, frozenset[int]] | None:
        """The number of shards of all processes, and those that this one serves; None to learn them from Discord."""
        if self.shard_count is None:
            return None
        if self.shards == AUTO:
            return self.shard_count, frozenset(range(self.shard_count))
        parts = [part.partition("-") for part in self.shards.split(",")]
        return self.shard_count, frozenset(
            number for first, _, last in parts for number in range(int(first), int(last or first) + 1)
        )

    def proxy_to(self, host: str) -> str | None:
        """The address of the proxy through which this host is reached; None if it is reached directly.

        Raises SettingsUnusable for an address that is none of a proxy.
        """
        direct = {name.strip().lstrip(".").lower() for name in self.no_proxy.split(",")} - {""}
        parents = {host[at + 1 :] for at, letter in enumerate(host) if letter == "."}
        if self.https_proxy is None or direct & {"*", host, *parents}:
            return None
        written = self.https_proxy.get_secret_value()
        address = written if "://" in written else f"http://{written}"
        try:
            url = URL(address)
        except ValueError:
            url = URL()
        if url.scheme not in {"http", "https"} or not url.host:
            raise SettingsUnusable(
                "HTTPS_PROXY is wrong: write it like http://proxy.example:3128. Other kinds of proxies don't work."
            )
        return address

    @property
    def pace(self) -> float | None:
        """How many requests a second this process sends at most; None if Discord alone limits them.

        A process that serves some of the shards takes as large a part of what Discord allows.
        """
        if self.requests_per_second is not None or self.served is None:
            return self.requests_per_second
        count, numbers = self.served
        return REQUESTS_ALLOWED * len(numbers) / count


def read_settings() -> Settings:
    """The current settings. Raises SettingsUnusable with a sentence for the host."""
    _check_env_file()
    try:
        return Settings()
    except ValidationError as error:
        problems = []
        for problem in error.errors():
            name = "_".join(str(part) for part in problem["loc"]).upper() or "The settings"
            message = problem["msg"].removeprefix("Value error, ")
            reason = "isn't a Crux setting" if problem["type"] == "extra_forbidden" else f"is wrong: {message}"
            problems.append(f"{name} {reason}.")
        raise SettingsUnusable(" ".join(problems) + " .env.example explains every setting.") from None


def _check_env_file() -> None:
    if ENV_FILE.is_dir():  # Docker makes one for a file that is to be mounted and isn't there
        raise SettingsUnusable("There is a folder .env in place of the file. Remove it, and copy .env.example to .env.")
    if not ENV_FILE.is_file():
        return
    try:
        text = ENV_FILE.open(encoding="utf-8")
        with text:
            lines = list(parse_stream(text))
    except UnicodeDecodeError:
        raise SettingsUnusable("The file .env isn't UTF-8 text. Copy .env.example to .env and fill it in.") from None
    except OSError as error:
        raise SettingsUnusable(f"The file .env can't be read: {error.strerror}.") from None
    # A name alone would be ignored, and with it a token on a line of its own.
    broken_lines = [one.original.line for one in lines if one.error or (one.key is not None and one.value is None)]
    if broken_lines:
        raise SettingsUnusable(
            f"Line {broken_lines[0]} of .env can't be read: each line is NAME=value. "
            ".env.example explains every setting."
        )
