"""What all commands do first: read the settings, write a log, and stop with a sentence if that can't work."""

import logging
from typing import NoReturn

import discord
import typer
from pythonjsonlogger.json import JsonFormatter

from bot.config import Settings, SettingsUnusable, read_settings

JSON_FIELDS = ["levelname", "name", "message"]

# Exit codes, those of BSD's sysexits.h (docs/hosting.md)
CANNOT_START = 78  # somebody has to change something first
CANNOT_REACH = 75  # it may pass: trying again later may help


def read_settings_and_log() -> Settings:
    """The settings, after the log has begun. Stops with a sentence if a setting can't be right."""
    try:
        settings = read_settings()
    except SettingsUnusable as error:
        stop(str(error))
    log_to_stderr(settings)
    return settings


def stop(sentence: str, code: int = CANNOT_START) -> NoReturn:
    """Ends the program with this sentence and exit code."""
    typer.echo(sentence, err=True)
    raise typer.Exit(code)


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
