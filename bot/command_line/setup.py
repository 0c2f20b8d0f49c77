"""What all commands do first: read the settings, write a log, and stop with a sentence if that can't work."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import NoReturn, TypeVar

import discord
import typer
from pythonjsonlogger.json import JsonFormatter

from bot.config import Settings, SettingsUnusable, read_settings
from bot.match import Matches, Refusal
from bot.store import Store, StoreUnusable

T = TypeVar("T")

JSON_FIELDS = ["levelname", "name", "message"]
CANNOT_START = 78  # what BSD's sysexits.h calls a configuration error


def read_settings_and_log() -> Settings:
    """The settings, after the log has begun. Stops with a sentence if a setting can't be right."""
    try:
        settings = read_settings()
    except SettingsUnusable as error:
        stop(str(error))
    log_to_stderr(settings)
    return settings


def stop(sentence: str) -> NoReturn:
    """Ends the program with this sentence and `CANNOT_START`."""
    typer.echo(sentence, err=True)
    raise typer.Exit(CANNOT_START)


def log_to_stderr(settings: Settings) -> None:
    """Logs as the settings want it, but never what only one player may see."""
    level = logging.getLevelNamesMapping()[settings.log_level]
    if settings.log_format == "json":
        discord.utils.setup_logging(level=level, formatter=JsonFormatter(JSON_FIELDS, timestamp=True))
    else:
        discord.utils.setup_logging(level=level)
    # At DEBUG discord.py writes down whole messages, and with them what only one player may see.
    root = logging.getLogger().level
    logging.getLogger("discord").setLevel(max(logging.INFO, root))
    for name in ("aiosqlite", "alembic", "sqlalchemy", "PIL", "aiohttp.access"):
        logging.getLogger(name).setLevel(max(logging.WARNING, root))


def with_matches(do: Callable[[Matches], Awaitable[T]]) -> T:
    """Runs `do` with the matches of the bot's own database."""
    settings = read_settings_and_log()

    async def run() -> T:
        store = await Store.open(settings.database_url)
        try:
            matches = Matches(store)
            await matches.ledger.bring_up_to_date()
            return await do(matches)
        finally:
            await store.close()

    try:
        return asyncio.run(run())
    except (StoreUnusable, Refusal, ValueError) as error:
        stop(str(error))
