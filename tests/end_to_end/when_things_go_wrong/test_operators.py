"""What keeps the bot from starting."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.playground.server import Playground
from tests.databases import put_database
from tests.end_to_end.house import House
from tests.end_to_end.nursery import NURSERY
from tests.end_to_end.situations import Says
from tests.store.files import make_read_only
from tests.waiting import in_time

pytestmark = pytest.mark.thorough

CANNOT_START, CANNOT_REACH = 78, 75


async def run(
    folder: Path, *words: str, env: str | None = None, code: int = CANNOT_START, first: str = "", **settings: str
) -> str:
    """What `python -m bot` says before it stops with this exit code. `first` is Python that it runs before."""
    if env is not None:
        (folder / ".env").write_text(env, encoding="utf-8")
    house = House(folder)
    environment = {**house.environment, "DATABASE_URL": "", **settings}
    process = await NURSERY.bear(*words, folder=folder, environment=environment, first=first)
    text = (await in_time(process.stdout.read())).decode()
    assert await process.wait() == code, text
    assert "Traceback" not in text
    return "\n".join(line for line in text.splitlines() if "INFO" not in line)


async def test_env_file_broken(tmp_path: Path, says: Says) -> None:
    assert says(await run(tmp_path, env="LOG_LEVEL=INFO\nthis is no setting\n")) == {"number": "2"}


@pytest.mark.slow
async def test_env_file_with_an_unknown_setting(tmp_path: Path, says: Says) -> None:
    assert says(await run(tmp_path, env="COLOUR_OF_THE_SKY=black\n")) == {"name": "COLOUR_OF_THE_SKY"}


@pytest.mark.slow
async def test_setting_with_a_wrong_value(tmp_path: Path, says: Says) -> None:
    assert says(await run(tmp_path, PLAYGROUND_PORT="far away"))["name"] == "PLAYGROUND_PORT"


async def test_wrong_token(tmp_path: Path, says: Says) -> None:
    async with Playground(token="the right one") as playground:  # noqa: S106 - no secret: this playground's own
        says(await run(tmp_path, "join", playground.url))


@pytest.mark.slow
async def test_database_unreadable(tmp_path: Path, says: Says) -> None:
    (tmp_path / "crux.db").write_text("This is a shopping list. " * 500)
    address = f"sqlite+aiosqlite:///{tmp_path / 'crux.db'}"
    says(await run(tmp_path, "join", "http://127.0.0.1:9", DATABASE_URL=address))


async def test_database_read_only(tmp_path: Path, says: Says) -> None:
    put_database(tmp_path / "crux.db")
    make_read_only(tmp_path / "crux.db")
    address = f"sqlite+aiosqlite:///{tmp_path / 'crux.db'}"
    logged, said = (await run(tmp_path, "join", "http://127.0.0.1:9", DATABASE_URL=address)).splitlines()
    says(said)
    assert "attempt to write a readonly database" in logged


@pytest.mark.slow
async def test_database_of_another_kind(tmp_path: Path, says: Says) -> None:
    says(await run(tmp_path, "join", "http://127.0.0.1:9", DATABASE_URL="mysql://localhost/crux"))


@pytest.mark.slow
async def test_sentry_without_its_package(tmp_path: Path, says: Says) -> None:
    (tmp_path / "sentry_sdk.py").write_text("raise ImportError", encoding="utf-8")  # in the folder it starts in
    says(await run(tmp_path, "join", "http://127.0.0.1:9", SENTRY_DSN="https://key@localhost/1"))


NO_PATIENCE = "from bot.store import migrate; migrate.WAIT_SECONDS, migrate.SAID_EVERY = 2.0, 0.2"


async def test_database_locked(tmp_path: Path, says: Says) -> None:
    file = tmp_path / "crux.db"
    put_database(file)
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        address = f"sqlite+aiosqlite:///{file}"
        code, nowhere = CANNOT_REACH, "http://127.0.0.1:9"
        text = await run(tmp_path, "join", nowhere, code=code, first=NO_PATIENCE, DATABASE_URL=address)
    *logged, said = text.splitlines()
    says(said)
    assert "is locked by another program. Trying again for another" in logged[0]


@pytest.mark.slow
async def test_disk_full(tmp_path: Path, says: Says) -> None:
    put_database(tmp_path / "crux.db")
    full = "import errno; from pathlib import Path\ndef full(*_, **__): raise OSError(errno.ENOSPC, 'No space')\n"
    first = f"{full}Path.touch = full"
    address = f"sqlite+aiosqlite:///{tmp_path / 'other.db'}"
    text = await run(tmp_path, "join", "http://127.0.0.1:9", first=first, DATABASE_URL=address)
    says(text.splitlines()[-1])


async def discord_answers(tmp_path: Path, status: int, code: int) -> str:
    async with Playground() as playground:
        playground.web.controls.use({"fail": {"match": "/commands", "status": status, "times": 99}})
        text = await run(tmp_path, "join", playground.url, code=code)
    return text.splitlines()[-1]


@pytest.mark.slow
async def test_discord_refuses_the_start(tmp_path: Path, says: Says) -> None:
    said = says(await discord_answers(tmp_path, 403, CANNOT_START))["said"]
    assert said == "403 Forbidden (error code: 0): 403: Forbidden"


@pytest.mark.slow
async def test_discord_is_down_at_the_start(tmp_path: Path, says: Says) -> None:
    assert "503 Service Unavailable" in says(await discord_answers(tmp_path, 503, CANNOT_REACH))["said"]


async def test_proxy_unreadable(tmp_path: Path, says: Says) -> None:
    says(await run(tmp_path, DISCORD_TOKEN="none", HTTPS_PROXY="socks5://127.0.0.1:9"))  # noqa: S106 - no secret


async def test_playground_runs_already(tmp_path: Path, house: House, says: Says) -> None:
    said = says(await run(tmp_path, PLAYGROUND_PORT=str(house.port)))
    assert int(said["process"]) == house.playground_process


async def test_playground_folder_unwritable(tmp_path: Path, says: Says) -> None:
    (tmp_path / "data").touch()
    says(await run(tmp_path, "playground", "--port", "0", "--data", str(tmp_path / "data" / "discord.db")))
