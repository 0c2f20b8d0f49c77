"""Which errors in the log which faults explain. Any other error is a broken promise."""

import re
from dataclasses import dataclass

from simulation.faults import Faults

REFUSED = r"HTTPException|DiscordServerError|RateLimited|Forbidden|NotFound|ServerDisconnectedError|ClientOSError"
"""What discord.py and aiohttp call a request that Discord didn't carry out."""


@dataclass(frozen=True)
class Excuse:
    """An error of a logger, the faults that cause it, and for how many seconds after them it may still come."""

    logger: str
    words: re.Pattern[str]
    faults: tuple[str, ...]
    seconds: float = 5.0

    def explains(self, logger: str, words: str, faults: Faults) -> bool:
        """Whether one of its faults has caused this error."""
        if logger != self.logger or not self.words.fullmatch(words):
            return False
        return any(faults.is_felt(kind, self.seconds) for kind in self.faults)


EXCUSES = (
    Excuse(
        "bot.store.outages",
        re.compile(
            r"Can't write to the database .+ \(database or disk is full\)\. Nothing can be played until that's fixed\."
        ),
        ("full",),
    ),
    Excuse("bot.store.migrate", re.compile(r"Can't use the database \S+: database or disk is full"), ("full",)),
    Excuse("bot.store.migrate", re.compile(r"Can't use the database \S+: database is locked"), ("locked",), 70),
    Excuse(
        "bot.shards.leases",
        re.compile(r"Another process works for these shards now"),
        ("locked", "full", "slow", "jump"),  # it couldn't say that it lives
        30,
    ),
    Excuse(
        "discord.shard",
        re.compile(r"Attempting a reconnect for shard ID 0 in .*"),
        ("gateway", "trouble", "died", "second", "replace"),
        60,
    ),
    Excuse(
        "cogs.shared.commands.errors",
        re.compile(rf"Reference \w+: interaction .* > (?:{REFUSED})\b.*", re.DOTALL),
        ("trouble", "permissions", "channel", "thread", "message"),
        60,
    ),
)


def is_explained(logger: str, words: str, faults: Faults) -> bool:
    """Whether faults explain this error in the log."""
    return any(excuse.explains(logger, words, faults) for excuse in EXCUSES)
