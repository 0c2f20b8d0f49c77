"""Commands about recorded matches and the deals of days."""

import json
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from bot.command_line.endings import with_matches
from bot.match import KeptBack, Matches, NotARecord, Refusal, read_file, verify
from bot.rules import GAMES

app = typer.Typer()
daily_app = typer.Typer(help="The dailies.")
app.add_typer(daily_app, name="daily")


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
    good = [_verify_record(record, number if len(records) > 1 else None) for number, record in enumerate(records, 1)]
    if not all(good):
        raise typer.Exit(1)


def _verify_record(record: Mapping[str, Any], number: int | None) -> bool:
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
    "Print the deal of a day as JSON, for checking its luck. What isn't published yet is null."

    async def export(matches: Matches) -> dict[str, Any]:
        await matches.dailies.seeds.prepare()
        return await matches.dailies.export(day.date())

    typer.echo(json.dumps(with_matches(export)))
