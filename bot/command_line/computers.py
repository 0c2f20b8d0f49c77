"""Commands for those who work on the computer players: the arena, the ladder, and making puzzles."""

import gc
from pathlib import Path
from typing import Annotated

import typer

from bot.match import NotARecord, read_file
from bot.players import arena as ring
from bot.players import ladder as ladders
from bot.players.puzzling import making

app = typer.Typer()
puzzles_app = typer.Typer(help="The puzzles (docs/puzzles.md).")
app.add_typer(puzzles_app, name="puzzles")


@puzzles_app.command(name="make")
def make_puzzles(
    game: Annotated[str, typer.Argument(help="The game's key, such as cirondo.")],
    records: Annotated[
        list[Path] | None, typer.Argument(help="Files of recorded matches that are looked at first.", exists=True)
    ] = None,
    number: Annotated[int, typer.Option(min=1, help="Number of puzzles; all that are right are kept.")] = 400,
    seed: Annotated[int, typer.Option(help="Seed for the matches that are played for puzzles.")] = 1,
    append: Annotated[
        bool, typer.Option("--append", help="Keep the puzzles that are there without checking them again.")
    ] = False,
    only_solved: Annotated[
        bool, typer.Option("--only-solved", help="Make new puzzles only of positions that can be solved.")
    ] = False,
) -> None:
    "Check the puzzles of a game in bot/puzzles, drop those that aren't right, and make others in their place."
    try:
        recorded_matches = [record for file in records or () for record in read_file(file.read_bytes())]
        made = making.write(game, recorded_matches, number, seed, typer.echo, append=append, only_solved=only_solved)
    except (NotARecord, OSError) as error:
        raise typer.BadParameter(str(error)) from None
    except KeyError:
        raise typer.BadParameter(f"{game}: no puzzles of it can be made.") from None
    typer.echo(f"Wrote {made} puzzles.")


@app.command()
def arena(
    game: Annotated[str, typer.Argument(help="The game's key, such as cirondo.")],
    players: Annotated[
        list[str],
        typer.Argument(
            help=f"Two or more of: {', '.join(ring.CONTESTANTS)}, or a game's published player (parcheesi: mix)."
        ),
    ],
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
    gc.freeze()  # as in the processes that think at a table
    if markdown:
        typer.echo("\n".join(ring.RESULTS if contest.opposed else ring.SCORES))
    if contest.opposed:
        for pairing in contest.play(players, games, seed, levels):
            typer.echo(ring.pairing_row(pairing) if markdown else ring.pairing_line(pairing))
            if save:
                ladders.save(game, [contest.measurement(pairing, seconds)])
    else:
        for alone in contest.play_alone(players, games, seed, levels):
            typer.echo(ring.score_row(alone) if markdown else ring.score_line(alone))
    if markdown:
        typer.echo("\n".join(("", *ring.TIMES)))
    for name in players:
        tally = contest.tallies.get(name, ring.Tally())
        typer.echo(ring.times_row(name, tally) if markdown else ring.times_line(name, tally))


@app.command()
def ladder(
    game: Annotated[str, typer.Argument(help="The game's key, such as cirondo.")],
) -> None:
    "Print the ratings of the computer players as a table in Markdown, from what `arena --save` has measured."
    pairings = ladders.measurements(game)
    if not pairings:
        raise typer.BadParameter(f"{game}: nothing was measured of it.")
    typer.echo("\n".join(ladders.table(pairings)))
