"""The command line: `python -m bot` runs the bot, `python -m bot playground` a small local Discord."""

import asyncio
import contextlib
import importlib.util
import json
import logging
import os
import platform
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from dataclasses import fields
from datetime import datetime
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any, NoReturn, TypeVar

import aiohttp
import discord
import typer
from pythonjsonlogger.json import JsonFormatter

from bot import playground as small_discord
from bot.client import connect_to, run_bot
from bot.computers.computers import Computers
from bot.config import PLAYGROUND_TOKEN, Settings, SettingsUnusable, read_settings
from bot.match import KeptBack, Limits, Matches, NotARecord, Refusal, read_file, verify
from bot.monitoring import PortUnusable
from bot.players import arena as ring
from bot.players import ladder as ladders
from bot.players.levels import LEVELS
from bot.players.puzzling import making
from bot.ratings.computers import on_openskills_scale, write_fixed
from bot.ratings.rating import Rating
from bot.reporting import ReportingUnusable, reporting
from bot.rules import GAMES
from bot.shards.leases import LeasesUnusable
from bot.store import Store, StoreUnusable
from bot.store.moving import back_up, copy, open_existing, restore
from bot.store.shards import Shards

T = TypeVar("T")

app = typer.Typer(
    add_completion=False, pretty_exceptions_enable=False, help="Crux: board and card games by message, on Discord."
)

ratings_app = typer.Typer(help="Check, rebuild or export the ratings (docs/ratings.md). The bot may be running.")
app.add_typer(ratings_app, name="ratings")
daily_app = typer.Typer(help="The dailies.")
app.add_typer(daily_app, name="daily")
puzzles_app = typer.Typer(help="The puzzles (docs/puzzles.md).")
app.add_typer(puzzles_app, name="puzzles")

JSON_FIELDS = ["levelname", "name", "message"]
CANNOT_START = 78  # what BSD's sysexits.h calls a configuration error
CANNOT_REACH = 75  # a temporary failure: trying again later may help
PAGE_DEADLINE = 30  # seconds the playground has to open its page


def _settings() -> Settings:
    try:
        return read_settings()
    except SettingsUnusable as error:
        _stop(str(error))


def _stop(sentence: str) -> NoReturn:
    typer.echo(sentence, err=True)
    raise typer.Exit(CANNOT_START)


def _log_to_stderr(settings: Settings) -> None:
    level = logging.getLevelNamesMapping()[settings.log_level]
    if settings.log_format == "json":
        discord.utils.setup_logging(level=level, formatter=JsonFormatter(JSON_FIELDS, timestamp=True))
    else:
        discord.utils.setup_logging(level=level)
    # At DEBUG discord.py writes down whole messages, and with them what only one player may see.
    chosen = logging.getLogger().level
    logging.getLogger("discord").setLevel(max(logging.INFO, chosen))
    for name in ("aiosqlite", "alembic", "sqlalchemy", "PIL", "aiohttp.access"):
        logging.getLogger(name).setLevel(max(logging.WARNING, chosen))


@app.callback(invoke_without_command=True)
def main(
    context: typer.Context,
    replace: Annotated[
        bool, typer.Option("--replace", help="Take over from the process that runs on this database, without a gap.")
    ] = False,
) -> None:
    """Run the bot. Without DISCORD_TOKEN it runs on the playground."""
    context.obj = replace
    if context.invoked_subcommand is None:
        settings = _settings()
        _log_to_stderr(settings)
        if settings.discord_token is not None:
            _run(settings.discord_token.get_secret_value(), settings.database_url, settings, replace=replace)
        else:
            _run_on_the_playground(settings)


@app.command()
def playground(
    port: Annotated[int | None, typer.Option(help="The page's port on 127.0.0.1; 0 picks a free one.")] = None,
    data: Annotated[Path | None, typer.Option(help="The file the channel is stored in.")] = None,
) -> None:
    "Run only the playground, a small Discord with a web page, for `python -m bot join` to connect to."
    settings = _settings()
    _log_to_stderr(settings)
    chosen = settings.playground_port if port is None else port
    database = data or settings.playground_folder / "discord.db"
    try:
        with contextlib.suppress(KeyboardInterrupt):
            _loop(small_discord.serve(host="127.0.0.1", port=chosen, database=database))
    except OSError as error:
        _stop(f"The playground can't use port {chosen}: {error.strerror or error}. Choose another PLAYGROUND_PORT.")


@app.command()
def join(
    context: typer.Context, url: Annotated[str, typer.Argument(help="The address of a running playground.")]
) -> None:
    "Run the bot against a running playground."
    settings = _settings()
    _log_to_stderr(settings)
    _join(url, settings, replace=context.obj)


@app.command()
def forget(user: Annotated[int, typer.Argument(help="The Discord ID of the person to forget.")]) -> None:
    "Delete everything Crux knows about a person. The bot may be running."
    _with_matches(lambda matches: matches.people.forget(user))
    typer.echo("Forgotten.")


@app.command()
def check(match: Annotated[int, typer.Argument(help="The match's number.")]) -> None:
    "Replay a match's log and compare it with the stored position. The bot may be running."
    problems = _with_matches(lambda matches: matches.records.check(match))
    for problem in problems:
        typer.echo(problem)
    if problems:
        raise typer.Exit(1)
    typer.echo(f"Match {match} is intact.")


@app.command()
def rebuild(match: Annotated[int, typer.Argument(help="The match's number.")]) -> None:
    "Rebuild a match's stored position from its log. The bot may be running."
    _with_matches(lambda matches: matches.records.rebuild(match))
    typer.echo(f"Rebuilt the position of match {match} from its log.")


@app.command()
def status() -> None:
    "Print how many matches there are, which are frozen, and how many boards wait. The bot may be running."
    now = _with_matches(lambda matches: matches.overviews.overview())
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
    settings = _settings()
    _log_to_stderr(settings)
    try:
        return asyncio.run(copies(settings.database_url))
    except StoreUnusable as error:
        _stop(str(error))


@ratings_app.command(name="check")
def check_ratings() -> None:
    "Compute all ratings anew from the results and compare them with the stored ones, bit by bit."
    problems = _with_matches(lambda matches: matches.ledger.check())
    for problem in problems:
        typer.echo(problem)
    if problems:
        raise typer.Exit(1)
    typer.echo("All ratings follow from the results.")


@ratings_app.command(name="rebuild")
def rebuild_ratings() -> None:
    "Compute all ratings anew from the results and store them."
    count = _with_matches(lambda matches: matches.ledger.rebuild())
    typer.echo(f"Computed the ratings from {count} results.")


@ratings_app.command(name="export")
def export_ratings() -> None:
    "Print each result that counts with the ratings before and after it, one JSON object a line."

    async def export(matches: Matches) -> None:
        async for line in matches.ledger.export():
            typer.echo(line)

    _with_matches(export)


@ratings_app.command(name="computers")
def rate_computers() -> None:
    "Rate the computer players of each game by its ladder, and write that into bot/ratings/fixed."
    for key, game in GAMES.items():
        ratings = computers_ratings(key)
        if ratings:
            write_fixed(key, ratings)
            levels = ", ".join(f"{level} {rating.shown}" for level, rating in ratings.items())
            typer.echo(f"{game.title}: {levels}")


def computers_ratings(game: str) -> dict[str, Rating]:
    """The ratings of a game's levels from its measurements; {} if there are none."""
    pairings = ladders.measured(game)
    if not pairings:
        return {}
    sides = max(one.sides for one in pairings)
    return on_openskills_scale(
        ladders.rated(pairings), LEVELS, anchor=ladders.ANCHOR, points=ladders.POINTS, sides=sides
    )


@app.command(name="verify")
def verify_file(
    file: Annotated[Path, typer.Argument(help="A file with one match, or several, one per line.", exists=True)],
) -> None:
    "Check recorded matches: their luck, moves, seals and results."
    try:
        records = read_file(file.read_bytes())
    except (NotARecord, OSError) as error:
        typer.echo(str(error))
        raise typer.Exit(1) from None
    good = [_verified(record, number if len(records) > 1 else None) for number, record in enumerate(records, 1)]
    if not all(good):
        raise typer.Exit(1)


def _verified(record: Mapping[str, Any], number: int | None) -> bool:
    """Prints the findings about a record; returns whether nothing is wrong with it."""
    of_several = "" if number is None else f"Match {number}: "
    try:
        report = verify(record)
    except Refusal as refusal:
        typer.echo(f"{of_several}{refusal}")
        return isinstance(refusal, KeptBack)  # nothing is wrong with it, it only says too little
    verdict = "something is wrong" if report.wrong else "everything checks out"
    typer.echo(f"{of_several}{GAMES[report.game].title}, {report.moves} moves: {verdict}.")
    for heading, findings in (("Wrong", report.wrong), ("Right", report.right), ("Not checked", report.unchecked)):
        for finding in findings:
            typer.echo(f"  {heading}: {finding}")
    return not report.wrong


@daily_app.command(name="export")
def export_daily(
    day: Annotated[datetime, typer.Argument(formats=["%Y-%m-%d"], help="The day, in UTC.")],
) -> None:
    "Print the deal of a day as JSON, for checking its luck. Until the day is over, seed and luck are null."

    async def export(matches: Matches) -> dict[str, Any]:
        await matches.dailies.seeds.prepare()
        return await matches.dailies.export(day.date())

    typer.echo(json.dumps(_with_matches(export)))


@puzzles_app.command(name="make")
def make_puzzles(
    game: Annotated[str, typer.Argument(help="The game's key, such as cirondo.")],
    records: Annotated[
        list[Path] | None, typer.Argument(help="Files of recorded matches that are looked at first.", exists=True)
    ] = None,
    number: Annotated[int, typer.Option(min=1, help="Number of puzzles.")] = 62,
    seed: Annotated[int, typer.Option(help="Seed for the matches that are played for puzzles.")] = 1,
) -> None:
    "Make the puzzles of a game anew and write them into bot/puzzles. This takes some minutes."
    try:
        recorded = [record for file in records or () for record in read_file(file.read_bytes())]
        making.write(game, recorded, number, seed)
    except (NotARecord, OSError) as error:
        raise typer.BadParameter(str(error)) from None
    except KeyError:
        raise typer.BadParameter(f"{game}: no puzzles of it can be made.") from None
    typer.echo(f"Wrote {number} puzzles.")


@app.command()
def arena(
    game: Annotated[str, typer.Argument(help="The game's key, such as cirondo.")],
    players: Annotated[list[str], typer.Argument(help=f"Two or more of: {', '.join(ring.CONTESTANTS)}.")],
    games: Annotated[int, typer.Option(min=1, help="Number of matches for each pair of players.")] = 10,
    seats: Annotated[
        int | None,
        typer.Option(help="Number of seats. Default: the fewest that make two sides. 1 plays for the score."),
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed for all luck in the matches.")] = 1,
    seconds: Annotated[
        float | None,
        typer.Option(help="Seconds the hard player may take for a decision. Normal and expert change in proportion."),
    ] = None,
    option: Annotated[
        list[str] | None, typer.Option(help="A game option as name=value, with the value in JSON.")
    ] = None,
    opening: Annotated[
        int | None, typer.Option(min=0, help="Random decisions per seat at the start. Default: depends on the game.")
    ] = None,
    positions: Annotated[
        str, typer.Option(help="Which openings and luck to use: tuning or measuring.")
    ] = ring.POSITIONS[0],
    markdown: Annotated[bool, typer.Option("--markdown", help="Print tables in Markdown.")] = False,
    save: Annotated[
        bool, typer.Option("--save", help="Write what is won into bot/players/measured, which `ladder` rates.")
    ] = False,
) -> None:
    "Let computer players play each other, every pair with rotated seats, and print wins and thinking times."
    try:
        contest = ring.contest_of(game, players, seats, option or (), opening=opening, positions=positions)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    levels = ring.levels_within(seconds)
    if markdown:
        typer.echo("\n".join(ring.RESULTS if contest.opposed else ring.SCORES))
    if contest.opposed:
        for pairing in contest.play(players, games, seed, levels):
            typer.echo(ring.told_in_a_row(pairing) if markdown else ring.told(pairing))
            if save:
                ladders.save(game, [contest.measured(pairing, seconds)])
    else:
        for alone in contest.play_alone(players, games, seed, levels):
            typer.echo(ring.alone_in_a_row(alone) if markdown else ring.told_alone(alone))
    if markdown:
        typer.echo("\n".join(("", *ring.TIMES)))
    for name in players:
        tally = contest.tallies.get(name, ring.Tally())
        typer.echo(ring.measured_in_a_row(name, tally) if markdown else ring.measured(name, tally))


@app.command()
def ladder(
    game: Annotated[str, typer.Argument(help="The game's key, such as cirondo.")],
) -> None:
    "Print the ratings of the computer players as a table in Markdown, from what `arena --save` has measured."
    pairings = ladders.measured(game)
    if not pairings:
        raise typer.BadParameter(f"{game}: nothing was measured of it.")
    typer.echo("\n".join(ladders.table(pairings)))


def _with_matches(do: Callable[[Matches], Awaitable[T]]) -> T:
    """Runs `do` with the matches of the bot's own database."""
    settings = _settings()
    _log_to_stderr(settings)

    async def run() -> T:
        store = await Store.open(settings.database_url)
        try:
            return await do(Matches(store))
        finally:
            await store.close()

    try:
        return asyncio.run(run())
    except (StoreUnusable, Refusal, ValueError) as error:
        _stop(str(error))


def _join(url: str, settings: Settings, *, replace: bool = False) -> None:
    at = small_discord.endpoints(url)
    connect_to(at.api, at.gateway, at.cdn)
    database = os.environ.get("DATABASE_URL") or f"sqlite+aiosqlite:///{settings.playground_folder / 'crux.db'}"
    _run(PLAYGROUND_TOKEN, database, settings, replace=replace)


def _loop(main: Coroutine[Any, Any, None]) -> None:
    """Like `asyncio.run`, but faster if uvloop is installed, which it isn't on Windows and PyPy."""
    spec = importlib.util.find_spec("uvloop")
    importlib.import_module("asyncio" if spec is None else "uvloop").run(main)


def _run(token: str, database_url: str, settings: Settings, *, replace: bool) -> None:
    limits = Limits(**{limit.name: getattr(settings, limit.name) for limit in fields(Limits)})
    matches_of = partial(Matches, limits=limits)
    computers = partial(
        Computers,
        seconds=settings.computer_seconds,
        processes=settings.computer_processes,
        pause=settings.computer_pause,
    )
    dsn = "" if settings.sentry_dsn is None else settings.sentry_dsn.get_secret_value()
    metrics_at = None if settings.metrics_port is None else (settings.metrics_host, settings.metrics_port)
    try:
        with reporting(dsn):
            _loop(
                run_bot(
                    token,
                    database_url,
                    matches_of=matches_of,
                    computers=computers,
                    source_url=settings.source_url,
                    metrics_at=metrics_at,
                    shards=None if settings.served is None else Shards(*settings.served),
                    replace=replace,
                    requests_per_second=settings.pace,
                )
            )
    except discord.LoginFailure:
        _stop("Discord rejected this token. Get a new one from the developer portal (Bot > Reset Token).")
    except (StoreUnusable, PortUnusable, ReportingUnusable, LeasesUnusable) as error:
        _stop(str(error))
    except discord.ConnectionClosed as error:
        if error.code not in (4010, 4011):  # shards that don't exist, and too few of them
            raise
        _stop("Discord refuses these shards. Choose a larger SHARD_COUNT for all processes, or leave it empty.")
    except (aiohttp.ClientError, OSError, discord.HTTPException) as error:
        typer.echo(f"Discord can't be reached: {error}. Is this machine connected to the internet?", err=True)
        raise typer.Exit(CANNOT_REACH) from None


def _run_on_the_playground(settings: Settings) -> None:
    """Runs the playground as a separate process, so that either can be restarted without the other."""
    url = f"http://127.0.0.1:{settings.playground_port}"
    if settings.playground_port == 0:
        _stop("PLAYGROUND_PORT=0 works only with `python -m bot playground`. Choose a port for the playground.")
    if _answers(url):
        _stop(f"Something answers at {url} already. Stop it, or choose another PLAYGROUND_PORT.")
    command = [sys.executable, "-m", "bot", "playground", "--port", str(settings.playground_port)]
    page = subprocess.Popen(command, start_new_session=True)  # noqa: S603 - our own module, our own interpreter
    try:
        deadline = time.monotonic() + PAGE_DEADLINE
        while not _answers(url):
            if page.poll() is not None or time.monotonic() > deadline:
                _stop(f"The playground could not open {url}.")
            time.sleep(0.1)
        typer.echo(f"\n  Crux plays at {url}\n  Open it in a browser, in two tabs for two players. Ctrl+C stops it.\n")
        _join(url, settings)
    finally:
        page.terminate()
        page.wait()


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(f"{url}/web/health", timeout=2):  # noqa: S310 - loopback only
            return True
    except (urllib.error.URLError, OSError):
        return False


if __name__ == "__main__":
    app()
