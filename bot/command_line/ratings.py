"""`python -m bot ratings`: checking, rebuilding and exporting ratings."""

from typing import Annotated

import typer

from bot.command_line.endings import with_matches
from bot.match import Matches
from bot.players import ladder as ladders
from bot.players.levels import LEVELS
from bot.ratings.computers import on_openskills_scale, write_fixed_ratings
from bot.ratings.rating import Rating
from bot.rules import GAMES
from bot.text.terms import amount

app = typer.Typer(help="Check, rebuild or export the ratings (docs/ratings.md). The bot may be running.")


@app.command(name="check")
def check_ratings() -> None:
    "Compute all ratings anew from the results and compare them with the stored ones, bit by bit."
    problems = with_matches(lambda matches: matches.ledger.check())
    for problem in problems:
        typer.echo(problem)
    if problems:
        raise typer.Exit(1)
    typer.echo("All ratings follow from the results.")


@app.command(name="rebuild")
def rebuild_ratings() -> None:
    "Compute all ratings anew from the results and store them."
    count = with_matches(lambda matches: matches.ledger.rebuild())
    typer.echo(f"Computed the ratings from {amount(count, 'result')}.")


@app.command(name="export")
def export_ratings(
    every: Annotated[bool, typer.Option("--all", help="Also print the results that don't count, and why.")] = False,
) -> None:
    "Print each result that counts with the ratings before and after it, one JSON object a line."

    async def export(matches: Matches) -> None:
        async for line in matches.ledger.export(every=every):
            typer.echo(line)

    with_matches(export)


@app.command(name="computers")
def rate_computers() -> None:
    "Rate the computer players of each game by its ladder, and write that into bot/ratings/fixed."
    for key, game in GAMES.items():
        ratings = computers_ratings(key)
        if ratings:
            write_fixed_ratings(key, ratings)
            levels = ", ".join(f"{level} {rating.shown}" for level, rating in ratings.items())
            typer.echo(f"{game.title}: {levels}")


def computers_ratings(game: str) -> dict[str, Rating]:
    """The ratings of a game's levels from its measurements; {} if there are none."""
    pairings = ladders.measurements(game)
    if not pairings:
        return {}
    sides = max(one.sides for one in pairings)
    return on_openskills_scale(
        ladders.fit_ratings(pairings), LEVELS, anchor=ladders.ANCHOR, points=ladders.POINTS, sides=sides
    )
