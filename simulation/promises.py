"""What Crux promises, looked at while people play and when all is over. A broken promise ends the simulation."""

import json
import re
import sqlite3
from collections import Counter
from contextlib import closing
from functools import cache
from resource import RUSAGE_SELF, getrusage
from typing import Any

from bot.command_line.endings import _ending
from bot.match import Matches
from bot.playground.answers import Interaction, InteractionType
from bot.playground.storage import Json
from bot.rules import GAMES
from bot.store import Store
from bot.text import say, speaking
from simulation.boards import Boards
from simulation.contests import ContestWatch
from simulation.deadlines import Deadlines
from simulation.excuses import is_explained
from simulation.faults import Faults
from simulation.people import LOCALES, Eyes, text_of
from simulation.planning import Planning
from simulation.secrecy import Secrecy
from simulation.town import Broken, Town

PATIENCE = 4.0  # seconds after which an interaction must have been answered
DEAFENING = (
    "died", "stop", "second", "replace", "gateway", "locked", "full", "slow", "jump", "global", "restart", "server",
)  # fmt: skip
"""Faults that may keep the bot from answering anything."""

MOST_TASKS = 40
MOST_MEMORY = 400 * 1024
"""Tasks of a bot while nobody does anything, and kilobytes by which a simulation may grow. It holds Discord's side as
well, and what the dead leave until it's collected."""

RECOVERING = 20.0  # seconds after one of these in which answers may still be missing
CALLBACK = re.compile(r"/interactions/(\d+)/")


@cache
def played_words() -> tuple[str, ...]:
    """What somebody is told whose move counts begins with, in all languages."""
    words = set()
    for locale in LOCALES:
        with speaking(locale):
            words.add(say("Played: {move}", move="").strip())
    return tuple(sorted(words))


class Promises:
    """Watches a town."""

    def __init__(self, town: Town, eyes: Eyes, faults: Faults) -> None:
        self.town = town
        self.faults = faults
        self.checked: Counter[str] = Counter()
        self.acknowledged: set[int] = set()
        self.asked: set[int] = set()
        self.unanswered: dict[int, tuple[Interaction, float]] = {}
        self._eyes = eyes
        self._boards = Boards(town, faults, self.checked)
        self._secrecy = Secrecy(town, eyes, self.checked)
        self._contests = ContestWatch(town, self.checked)
        self._planning = Planning(town, faults.disk, eyes, faults, self.checked)
        self._deadlines = Deadlines(town, eyes, faults, self.checked)
        self._responded: set[str] = set()  # interactions
        self._memory = getrusage(RUSAGE_SELF).ru_maxrss
        eyes.watchers.append(self._see)
        town.watchers.append(self._request)
        town.on_interaction.append(self._interaction)
        town.overheard.on_error = self._error

    # While people play

    def _interaction(self, asked: Interaction, locale: str) -> None:
        self.asked.add(asked.id)
        if asked.kind is InteractionType.AUTOCOMPLETE:
            return
        self.checked["interactions"] += 1
        self.unanswered[asked.id] = asked, self.town.loop.time()
        self.town.loop.call_later(PATIENCE, self._answered, asked, self.town.loop.time(), self.town.is_up)

    def _answered(self, asked: Interaction, since: float, was_up: bool) -> None:
        """An interaction was answered in time, unless something has kept the bot or Discord from that."""
        self.unanswered.pop(asked.id, None)
        if asked.answer is not None:
            return
        is_lost = any(str(asked.id) in path for path in self.faults.troubled)
        if was_up and self.town.is_up and not is_lost and not self.faults.is_any_felt(DEAFENING, RECOVERING):
            self.town.breaks(f"Interaction {asked.id} ({asked.name or asked.data.get('custom_id')}) got no answer.")

    def _see(self, kind: str, event: Json, only: int | None) -> None:
        """A move that someone is told of is on the log, once."""
        if kind == "message" and only is None:
            self._boards.see(event["message"])
        if kind != "interaction" or not event["message"] or only is None:
            return
        number = int(event["message"])
        hidden = self.town.playground.messages.ephemeral.get(number)
        owner = self._eyes.seen.owner.get(number)
        if hidden is None or owner is None or not text_of(hidden.message).lstrip().startswith(played_words()):
            return
        self.checked["acknowledged moves"] += 1
        asked = {owner, int(event["id"])}  # whoever clicks twice changes one message by two interactions
        rows = self.town.rows(
            "SELECT interaction_id FROM events WHERE interaction_id IN (?, ?)", min(asked), max(asked)
        )
        self.acknowledged.update(number for (number,) in rows)
        if len(rows) != 1:
            self.town.breaks(f"Somebody was told that interaction {owner} played; the log has it {len(rows)} times.")

    def _request(self, method: str, path: str, status: int, _: Any, __: list[str]) -> None:
        """Nobody answers a second time."""
        if method != "POST":
            return
        if found := CALLBACK.match(path):
            is_lost = any(found[1] in troubled for troubled in self.faults.troubled)
            if found[1] in self._responded and not is_lost and not self.faults.is_felt("died", RECOVERING):
                self.town.breaks(f"Interaction {found[1]} was answered twice, though nothing was lost.")
            if status < 300:
                self._responded.add(found[1])

    def _error(self, logger: str, words: str) -> None:
        """The log has no errors but those that faults explain."""
        if not is_explained(logger, words, self.faults):
            self.town.breaks(f"The log has an error that nothing explains, of {logger}: {words}")

    # When all is over

    async def look(self, stretch: float) -> None:
        """What holds at any moment in which nothing goes wrong. Called a while after the last fault."""
        self._ended()
        self._is_small()
        self._no_doubles()
        self._boards.look()
        self._contests.look(stretch)
        self._deadlines.look()

    def _is_small(self) -> None:
        """While nobody does anything, few tasks are left of what people did, and memory is bounded all the while."""
        for process in self.town.bots:
            tasks = sorted(task.get_name() for task in process.tasks if not task.done())
            self.checked["tasks of idle bots"] += len(tasks)
            if len(tasks) > MOST_TASKS:
                raise Broken(f"{process} has {len(tasks)} tasks while nobody does anything: {tasks[:20]}")
        grown = getrusage(RUSAGE_SELF).ru_maxrss - self._memory
        self.checked["megabytes"] += grown // 1024
        if grown > MOST_MEMORY:
            raise Broken(f"The memory has grown by {grown // 1024} MB.")

    def _no_doubles(self) -> None:
        """Each message was sent once: Discord has no two of the same nonce."""
        storage: Any = self.town.playground.storage
        doubles = storage._connection.execute(
            "SELECT nonce, count(*), group_concat(id) FROM messages WHERE nonce IS NOT NULL AND nonce <> '' "
            "GROUP BY nonce, author_id HAVING count(*) > 1"
        ).fetchall()
        self.checked["nonces"] += 1
        if doubles:
            raise Broken(f"Messages were sent twice: {doubles[:3]}.")

    def _ended(self) -> None:
        """Where a process has ended by itself, its host was told why."""
        for error in self.town.ended_by:
            if _ending(error) is None:
                raise Broken(f"A process of the bot has ended: {error!r}")
        if self.town.left:
            raise Broken(f"Tasks go on when their bot has ended: {self.town.left}")

    async def finish(self) -> None:
        """What holds when no bot runs any more: logs lead to positions, ratings follow from results."""
        store = await Store.open(f"sqlite+aiosqlite:///{self.town.database}")
        try:
            matches = Matches(store)
            async for number, problems in matches.records.check_all():
                self.checked["logs replayed"] += 1
                if problems:
                    raise Broken(f"Match {number}: {problems[0]}")
            problems = await matches.ledger.check()
            self.checked["ratings recomputed"] += self.town.rows("SELECT count(*) FROM results")[0][0]
            if problems:
                raise Broken(f"Ratings: {problems[0]}")
        finally:
            await store.close()
        kept = [
            number for (number,) in self.town.rows("SELECT interaction_id FROM events WHERE interaction_id IS NOT NULL")
        ]
        if stray := set(kept) - self.asked:
            raise Broken(f"Events of interactions that nobody made: {sorted(stray)[:3]}.")
        if lost := self.acknowledged - set(kept):
            raise Broken(f"Moves were acknowledged and are gone: {sorted(lost)[:3]}.")
        self._can_go_on()
        self.checked["errors in the log"] += self.town.overheard.errors

    def _can_go_on(self) -> None:
        """Every match is over, or someone can move, or its time runs out."""
        for match, game, document, to_move in self.town.rows(
            "SELECT m.id, game, document, to_move FROM matches m JOIN snapshots s ON "
            "s.match_id = m.id WHERE status = 'running' AND document IS NOT NULL"
        ):
            self.checked["running matches"] += 1
            state = GAMES[game].load(json.loads(document))
            if state.to_move != to_move:
                raise Broken(f"Match {match}: seat {state.to_move} is to move, the row says {to_move}.")
            if state.to_move is not None and not state.legal():
                raise Broken(f"Match {match} has no legal move and isn't over.")
            if state.to_move is None:
                raise Broken(f"Match {match} runs though its position is over.")


def all_rows(town: Town) -> list[str]:
    """All rows of the bots' database, in order."""
    with closing(sqlite3.connect(town.database)) as connection:
        return sorted(line for line in connection.iterdump() if line.startswith("INSERT"))
