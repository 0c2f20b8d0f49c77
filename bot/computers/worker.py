"""How a worker process behaves, whatever it is asked."""

import os
from multiprocessing import parent_process
from multiprocessing.connection import wait
from threading import Thread

LOWEST = 19  # of the priorities that processes of a Unix system have


def settle_in(priority: int = LOWEST) -> None:
    """Leave the core to others, at the lowest priority to all of them, and end when the bot does, however it ends."""
    os.nice(priority)
    Thread(target=_end_with_the_bot, name="ends with the bot", daemon=True).start()


def _end_with_the_bot() -> None:
    bot = parent_process()
    if bot is not None:
        wait([bot.sentinel])
        os._exit(1)
