"""People who do on the playground what isn't a turn at a table: the daily, puzzles, lessons, replays, reviews, lists.

Each visit begins with a command and goes on with clicks at random, as people do who look around. What a visitor can't
do just now (a message has changed, a match isn't over yet) ends the visit and nothing else.
"""

import asyncio
import json
import random
from collections import Counter
from collections.abc import Awaitable, Callable

from bot.rules import GAMES
from tests.end_to_end.house import ColdHouse as House
from tests.messages import Answer, CannotDo, Message
from tests.person import Person

CLICKS = 4  # of a visit, at most
PATIENCE = 60.0  # seconds for one answer on a busy machine
STOPS = {"Leave", "Close", "Delete everything", "Share"}  # what nobody clicks by chance


class Visitor:
    """Makes visits one after another, each as another person, until it's cancelled. `visits` counts them by kind."""

    def __init__(self, house: House, names: list[str], seed: int, visits: Counter[str]) -> None:
        self._house, self._names, self._luck, self.visits = house, names, random.Random(seed), visits
        self._kinds: dict[str, Callable[[Person], Awaitable[None]]] = {
            "daily": self._daily,
            "puzzle": self._puzzle,
            "lesson": self._lesson,
            "replay": self._replay,
            "review": self._review,
            "look": self._look,
        }

    async def visit(self, pause: float) -> None:
        """Visits again and again, with this many seconds between."""
        while True:
            kind = self._luck.choice(list(self._kinds))
            try:
                async with Person(self._house.url, self._luck.choice(self._names), timeout=PATIENCE) as person:
                    await self._kinds[kind](person)
                self.visits[kind] += 1
            except (CannotDo, TimeoutError):
                self.visits[f"{kind} left"] += 1
            await asyncio.sleep(pause)

    async def _wander(self, person: Person, answer: Answer, clicks: int = CLICKS) -> None:
        for _ in range(clicks):
            message = answer.message
            if message is None:
                return
            buttons = [one.custom_id for one in message.buttons if self._is_tempting(message, one.custom_id)]
            if not buttons:
                return
            answer = await person.click(message, self._luck.choice(buttons) or "")

    @staticmethod
    def _is_tempting(message: Message, custom_id: str | None) -> bool:
        found = next(one for one in message.buttons if one.custom_id == custom_id)
        return custom_id is not None and not found.disabled and found.label not in STOPS

    def _group(self) -> str:
        return self._luck.choice(list(GAMES)).replace("_", "-")

    async def _puzzle(self, person: Person) -> None:
        answer = await person.slash("puzzle", game=self._luck.choice(list(GAMES)))
        await self._wander(person, answer)
        if answer.message is not None and answer.message.has_button("Give up and see the answer"):
            await self._wander(person, await person.click(answer.message, "Give up and see the answer"), 1)

    async def _lesson(self, person: Person) -> None:
        await self._wander(person, await person.slash(f"{self._group()} learn"))

    async def _replay(self, person: Person) -> None:
        await self._wander(person, await person.slash("match replay", match=str(self._over())))

    async def _review(self, person: Person) -> None:
        await self._wander(person, await person.slash("match review", match=str(self._over())), 2)

    async def _look(self, person: Person) -> None:
        command = self._luck.choice(("crux", "profile", "match list", "leaderboard", f"{self._group()} rules"))
        await self._wander(person, await person.slash(command), 2)

    async def _daily(self, person: Person) -> None:
        answer = await person.slash("daily play")
        for label in ("Play today's", "Play on", "Practise"):
            if answer.message is not None and answer.message.has_button(label):
                await person.click(answer.message, label)
                break
        for match, game, document in self._house.rows(
            "SELECT m.id, m.game, s.document FROM matches m JOIN snapshots s ON s.match_id = m.id "
            "JOIN members p ON p.match_id = m.id JOIN users u ON u.id = p.user_id "
            "WHERE u.discord_id = ? AND m.status = 'running' AND m.private ORDER BY m.id DESC LIMIT 1",
            person.id,
        ):
            for _ in range(60):
                state = GAMES[game].load(json.loads(document))
                if state.to_move is None:
                    break
                move = state.notate(self._luck.choice(list(state.legal())))
                await person.slash(f"{game.replace('_', '-')} move", move=move, match=str(match))
                found = self._house.rows("SELECT document FROM snapshots WHERE match_id = ?", match)
                if not found or found[0][0] == document:
                    break
                document = found[0][0]

    def _over(self) -> int:
        """A finished match that everyone can see; 0 if there is none."""
        over = self._house.rows(
            "SELECT id FROM matches WHERE status = 'over' AND NOT private ORDER BY id DESC LIMIT 50"
        )
        return int(self._luck.choice(over)[0]) if over else 0
