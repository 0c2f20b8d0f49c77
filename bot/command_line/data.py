"""Commands about what the bot stores: its state, matches, people, and copies of the database."""

import asyncio
import platform
from collections.abc import Callable, Coroutine
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any, TypeVar

import discord
import typer

from bot.command_line.endings import end_with, with_matches
from bot.command_line.setup import read_settings_and_log
from bot.match import Matches
from bot.store import Store
from bot.store.transfer import back_up, copy, open_existing, restore

T = TypeVar("T")

app = typer.Typer()


@app.command()
def forget(user: Annotated[int, typer.Argument(help="The Discord ID of the person to forget.")]) -> None:
    "Delete everything Crux knows about a person. The bot may be running."
    with_matches(lambda matches: matches.people.forget(user))
    typer.echo("Forgotten.")


@app.command()
def check(match: Annotated[int, typer.Argument(help="The match's number.")]) -> None:
    "Replay a match's log and compare it with the stored position. The bot may be running."
    problems = with_matches(lambda matches: matches.records.check(match))
    for problem in problems:
        typer.echo(problem)
    if problems:
        raise typer.Exit(1)
    typer.echo(f"Match {match} is intact.")


@app.command()
def rebuild(match: Annotated[int, typer.Argument(help="The match's number.")]) -> None:
    "Rebuild a match's stored position from its log. The bot may be running."
    with_matches(lambda matches: matches.records.rebuild(match))
    typer.echo(f"Rebuilt the position of match {match} from its log.")


@app.command()
def status() -> None:
    "Print how many matches there are, which are frozen, and how many boards wait. The bot may be running."
    now = with_matches(lambda matches: matches.overviews.overview())
    typer.echo(f"Crux {version('crux-bot')}, discord.py {discord.__version__}, Python {platform.python_version()}")
    for (game, state), number in now.matches.items():
        typer.echo(f"{game}: {number} {state}")
    for match in now.frozen:
        typer.echo(f"Match {match.id} ({match.game}) is frozen, reference {match.reference}: {match.why}")
    typer.echo(f"Boards waiting: {now.boards_waiting}, overdue by {now.overdue.total_seconds():.0f} seconds at most")


@app.command()
def backup(file: Annotated[Path, typer.Argument(help="The new file.")]) -> None:
    "Copy the database to a new SQLite file. The bot may be running."
    _copying(lambda database_url: back_up(database_url, file))
    typer.echo(f"Copied the database to {file}.")


@app.command(name="restore")
def restore_database(file: Annotated[Path, typer.Argument(help="A copy made by `backup` or by an update.")]) -> None:
    "Make the database from a copy. There must be no database yet, or an empty one on PostgreSQL."
    _copying(lambda database_url: restore(file, database_url))
    typer.echo(f"Restored the database from {file}.")


@app.command(name="copy")
def copy_database(
    source: Annotated[str, typer.Argument(help="The address of a database, as DATABASE_URL has it.")],
    target: Annotated[str, typer.Argument(help="The address of an empty one.")],
) -> None:
    "Copy a whole database into an empty one, on SQLite or PostgreSQL, and check every match. Stop the bot first."

    async def copy_and_check(_: str) -> bool:
        async with await open_existing(source) as old, await Store.open(target) as new:
            for table, number in (await copy(old, new)).items():
                typer.echo(f"{table}: {number}")
            sound, total = True, 0
            async for match, problems in Matches(new).records.check_all():
                total += 1
                if problems:
                    before = await Matches(old).records.check(match) == problems
                    sound = sound and before
                    typer.echo(f"Match {match}{' was damaged before' if before else ''}: {' '.join(problems)}")
            typer.echo(f"Matches replayed: {total}")
            return sound

    if not _copying(copy_and_check):
        raise typer.Exit(1)


def _copying(copies: Callable[[str], Coroutine[Any, Any, T]]) -> T:
    """Calls this with the address of the bot's own database."""
    settings = read_settings_and_log()
    try:
        return asyncio.run(copies(settings.database_url))
    except (Exception, KeyboardInterrupt) as error:
        end_with(error)
