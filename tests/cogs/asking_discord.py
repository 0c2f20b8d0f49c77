"""Discord as it is asked who is on a server."""

from types import SimpleNamespace
from typing import Any

import discord


class Server:
    """Discord, which is asked who is on the server."""

    def __init__(self, *gone: int) -> None:
        self.gone = set(gone)
        self.asked: list[int] = []

    async def get_member(self, _guild: int, person: int) -> object:
        self.asked.append(person)
        if person in self.gone:
            answer: Any = SimpleNamespace(status=404, reason="Not Found")
            raise discord.NotFound(answer, {"code": 10007, "message": "Unknown Member"})
        return person
