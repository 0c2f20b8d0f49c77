"""The command line: `python -m bot` runs the bot, `python -m bot playground` a small local Discord."""

import typer

from bot.command_line import computers, data, ratings, records, running

app = typer.Typer(
    callback=running.main,
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Crux: board and card games by message, on Discord.",
)
for commands in (running, data, records, computers):
    app.add_typer(commands.app)
app.add_typer(ratings.app, name="ratings")
