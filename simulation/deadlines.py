"""Whether deadlines are those announced, and whether the time in which no bot ran counts against nobody."""

import json
import re
from collections import Counter
from datetime import UTC, datetime

from bot.playground.storage import Json
from simulation.faults import Faults
from simulation.people import Eyes, text_of
from simulation.town import Broken, Town

SLACK = 120.0  # seconds, of which one is for the milliseconds that are cut off and the others for what moves unnoticed
SAID = re.compile(r"<t:(\d+)(?::\w)?>")


class Deadlines:
    """Watches when bots run, and at the end the deadlines of running matches."""

    def __init__(self, town: Town, eyes: Eyes, faults: Faults, checked: Counter[str]) -> None:
        self._town = town
        self._faults = faults
        self._checked = checked
        self._down: list[tuple[float, float]] = []  # from when to when nobody ran, on the machine's clock
        eyes.watchers.append(self._see)

    def _see(self, kind: str, event: Json, _: int | None) -> None:
        if kind == "bot" and event["connected"] and self._town.gone_since is not None:
            self._down.append((self._town.gone_since, self._town.loop.clock.wall()))
            self._town.gone_since = None

    def look(self) -> None:
        """Each turn that is limited has its time and that of all outages, and the board says when it ends."""
        if "jump" in self._faults.begun:  # the bot can't know how long it was away
            return
        rows = self._town.rows(
            "SELECT m.id, m.deadline, m.move_time, e.at, p.message_id, m.clock FROM matches m "
            "JOIN events e ON e.match_id = m.id AND e.number = json_extract(m.clock, '$.run') "
            "LEFT JOIN posts p ON p.id = (SELECT max(id) FROM posts WHERE match_id = m.id AND message_id IS NOT NULL) "
            "WHERE m.status = 'running' AND m.deadline IS NOT NULL AND m.move_time IS NOT NULL AND m.frozen IS NULL"
        )
        for match, deadline, move_time, at, message, clock in rows:
            if json.loads(clock).get("left") is not None:
                continue
            began = datetime.fromisoformat(at).replace(tzinfo=UTC).timestamp()
            away = sum(max(0.0, until - max(since, began)) for since, until in self._down)
            self._checked["deadlines"] += 1
            self._checked["deadlines after outages"] += away > SLACK
            missing = began + move_time + away - deadline / 1000
            if missing > SLACK:
                raise Broken(f"The turn in match {match} ends {missing:.0f} s too soon, after {away:.0f} s of outages.")
            self._announced(match, deadline / 1000, message)

    def _announced(self, match: int, deadline: float, message: int | None) -> None:
        shown = None if message is None else self._town.playground.storage.message(message)
        if shown is None or int(shown["channel_id"]) in self._faults.closed:
            return
        said = [int(moment) for moment in SAID.findall(text_of(shown))]
        if said and min(abs(moment - deadline) for moment in said) > SLACK:
            raise Broken(f"The board of match {match} says {said}, and its turn ends at {deadline:.0f}.")
