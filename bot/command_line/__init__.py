"""The commands of `python -m bot` by subject: a module has a Typer app, which `bot.command_line.app` adds."""
