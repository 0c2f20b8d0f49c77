"""How a worker process behaves, whatever it runs."""

import gc
import os
from multiprocessing import parent_process
from multiprocessing.connection import wait
from threading import Thread

LOWEST = 19  # the lowest priority of a Unix process


def settle_in(priority: int = LOWEST) -> None:
    """Runs at the lowest priority, and ends when the bot does, however it ends."""
    os.nice(priority)
    gc.freeze()  # a search for garbage among all that has been imported would take 20 ms of a decision
    Thread(target=_end_with_the_bot, name="ends with the bot", daemon=True).start()


def _end_with_the_bot() -> None:
    bot = parent_process()
    if bot is not None:
        wait([bot.sentinel])
        os._exit(1)
