"""How a worker process behaves, whatever it is asked."""

import os
from multiprocessing import parent_process
from multiprocessing.connection import wait
from threading import Thread

LOWEST = 19  # of the priorities that processes of a Unix system have


def settle_in() -> None:
    """Think only while nobody else needs the core, and end when the bot does, however that comes about."""
    os.nice(LOWEST)
    Thread(target=_end_with_the_bot, name="ends with the bot", daemon=True).start()


def _end_with_the_bot() -> None:
    bot = parent_process()
    if bot is not None:
        wait([bot.sentinel])
        os._exit(1)
