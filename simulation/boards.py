"""What is on Discord of the matches' boards and calls, whatever the database says of them."""

import json
import re
from collections import Counter, deque
from typing import Any

from bot.playground.messages import NONCE_SECONDS
from bot.playground.storage import Json
from simulation.faults import Faults
from simulation.people import components, text_of
from simulation.town import Broken, Town

OF_A_MATCH = re.compile(r'"[bs]:([1-9]\d*):')
OF_A_VERSION = re.compile(r"b:([1-9]\d*):(\d+):")
CHANNEL = re.compile(r"/channels/(\d+)/messages$")
AROUND = 4.0  # seconds around a message in which a fault explains that it comes again
SOON = 900.0
"""Seconds within which a message is sent again whose reply was lost."""


MOST, MINUTE = 8, 60.0
"""How often the same request is made at most in so many seconds without trouble."""


class Boards:
    """Watches boards, and the messages that call people, from when they appear on Discord."""

    def __init__(self, town: Town, faults: Faults, checked: Counter[str]) -> None:
        self._town = town
        self._faults = faults
        self._checked = checked
        self._match_of: dict[int, int] = {}  # the match of each board that was ever seen
        self._sent: dict[tuple[str, str], float] = {}  # when a message was last sent, by its channel and words
        self._accepted: dict[tuple[str, str], tuple[float, int]] = {}  # by channel and nonce: when, and by which life
        self._repeated: dict[int, deque[float]] = {}  # when a request was last made
        town.watchers.append(self._request)

    # While people play

    def see(self, message: Json) -> None:
        """A message appears that everyone in its channel sees."""
        if int(message["author"]["id"]) != self._town.playground.world.bot_id:
            return
        if any(file["filename"].startswith("board.") for file in message["attachments"]):
            found = OF_A_MATCH.search(json.dumps(message["components"]))
            if found is not None:
                self._match_of[int(message["id"])] = int(found[1])
        self._see_twins(message)

    def _see_twins(self, message: Json) -> None:
        """A message comes once, also if its reply was lost or whoever sent it died then; a call comes once anyway."""
        channel, now = message["channel_id"], self._town.loop.time()
        key = channel, text_of(message) + "".join(c["custom_id"] for c in components(message))
        lost = self._faults.troubled.get(f"/channels/{channel}/messages", float("-inf")), self._faults.died_at
        before = self._sent.get(key, float("-inf"))
        self._sent[key] = now
        self._checked["public messages"] += 1
        was_lost = any(abs(moment - before) < AROUND for moment in lost)
        is_call = message["mentions"] and not message.get("interaction_metadata")  # answers may be asked for twice
        if now - before < SOON and (was_lost or is_call):
            self._town.breaks(f"Channel {channel} has a message twice: {key[1][:80]!r}.")

    def _request(self, method: str, path: str, status: int, body: Any, _: list[str]) -> None:
        """A process sends nothing again that Discord has told it was sent, and doesn't repeat itself without end."""
        self._repeats(method, path, body)
        found = CHANNEL.match(path)
        if method != "POST" or found is None or not isinstance(body, dict) or not body.get("nonce"):
            return
        key, now = (found[1], str(body["nonce"])), self._town.loop.time()
        before, life = self._accepted.get(key, (float("-inf"), 0))
        if life == self._town.lives and now - before < NONCE_SECONDS and before - self._faults.troubled.get(
            path, float("-inf")
        ) > AROUND:  # fmt: skip
            self._town.breaks(f"Channel {found[1]} gets a message again that was sent: {key[1]}.")
        if 0 < status < 300:
            self._accepted[key] = now, self._town.lives

    def _repeats(self, method: str, path: str, body: Any) -> None:
        if method not in ("POST", "PATCH") or not isinstance(body, dict) or "/channels/" not in path:
            return
        key, now = (method, path, json.dumps(body, sort_keys=True)), self._town.loop.time()
        times = self._repeated.setdefault(hash(key), deque(maxlen=MOST))
        times.append(now)
        if len(times) == MOST and now - times[0] < MINUTE and not self._faults.is_felt("trouble", MINUTE):
            self._town.breaks(f"The same {method} {path} is sent again and again.")

    # A while after the last fault

    def look(self) -> None:
        """Each match shows its newest version, on the only board that has buttons and is where it was noted."""
        self._due()
        self._strays()
        self._buttons()

    def _due(self) -> None:
        rows = self._town.rows(
            "SELECT m.id, m.version, m.status, p.version, p.due_at, p.problem FROM matches m JOIN posts p ON p.id = "
            "(SELECT max(id) FROM posts WHERE match_id = m.id) WHERE NOT m.private"
        )
        for match, version, status, shown, due, problem in rows:
            self._checked["boards"] += 1
            if problem is None and due is not None:
                raise Broken(f"Match {match} ({status}, version {version}) waits for its board {shown}.")
        several = self._town.rows(
            "SELECT match_id, count(*), group_concat(id) FROM posts WHERE message_id IS NOT NULL "
            "AND stripped_at IS NULL AND problem IS NULL AND NOT superseded GROUP BY match_id HAVING count(*) > 1"
        )
        if several:
            raise Broken(f"Several boards of a match are noted as the one with buttons: {several[:3]}.")

    def _strays(self) -> None:
        """Each board on Discord is the one that was noted for its version, so none is there twice."""
        noted = {n for (n,) in self._town.rows("SELECT message_id FROM posts WHERE message_id IS NOT NULL")}
        there = [number for number in self._match_of if self._town.playground.storage.message(number) is not None]
        self._checked["boards on Discord"] += len(there)
        if strays := [number for number in there if number not in noted]:
            matches = sorted({self._match_of[number] for number in strays})
            raise Broken(f"{len(strays)} boards are on Discord that nobody has noted, of matches {matches[:5]}.")

    def _buttons(self) -> None:
        """Only the newest board has buttons, and those of its version."""
        newest = {
            match: (message, version)
            for match, message, version in self._town.rows(
                "SELECT match_id, message_id, version FROM posts WHERE id IN "
                "(SELECT max(id) FROM posts WHERE message_id IS NOT NULL GROUP BY match_id)"
            )
        }
        for number, match in self._match_of.items():
            message = self._town.playground.storage.message(number)
            if message is None or int(message["channel_id"]) in self._faults.closed or match not in newest:
                continue
            versions = [
                int(found[2])
                for component in components(message)
                if (found := OF_A_VERSION.match(component["custom_id"])) and int(found[1]) == match
            ]
            self._checked["boards searched for buttons"] += 1
            if versions and number != newest[match][0]:
                raise Broken(f"An older board of match {match} has buttons on Discord: {number}.")
            if versions and max(versions) < newest[match][1]:
                raise Broken(f"The board of match {match} is of version {max(versions)}, not {newest[match][1]}.")
