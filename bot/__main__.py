"""`python -m bot`: the commands of `bot.command_line`."""

import signal


def main(name: str) -> None:
    """Runs the command line under this name. Ctrl+C while it's still being loaded ends the process quietly."""
    can_interrupt = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if can_interrupt:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from bot.command_line.app import app

    if can_interrupt:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    app(prog_name=name)


if __name__ == "__main__":
    main(globals().get("PROGRAM", "python -m bot"))
