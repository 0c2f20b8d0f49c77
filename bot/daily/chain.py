"""The chain of the daily seeds: nobody can choose a day's luck, and everyone can check it afterwards.

The last link is drawn at random, and each link before it is the SHA-256 of the one after it. The first one is published
before the chain is used. Day number i uses link i, so each published seed proves the next one genuine: `SHA-256(s(i)) =
s(i - 1)`. See docs/daily.md.
"""

import hashlib
from datetime import date

LINKS = 400
"""How many days a chain lasts."""


def link(last: bytes, number: int, links: int = LINKS) -> bytes:
    """Link `number`, 0 to `links`, of the chain ending with the 32 bytes `last`. Raises ValueError for others."""
    if not 0 <= number <= links:
        raise ValueError(f"number: the chain has the links 0 to {links}, not {number}")
    for _ in range(links - number):
        last = hashlib.sha256(last).digest()
    return last


def salt_of(game: str, day: date) -> str:
    """The salt of the day's luck."""
    return f"daily:{game}:{day.isoformat()}"


def day_in(salt: str) -> date:
    """The day whose luck has this salt. Raises ValueError if none has."""
    return date.fromisoformat(salt.rpartition(":")[2])
