"""Whether standing orders play what their people planned, and whether plans, lines and found matches stay private."""

import json
import re
import sqlite3
from collections import Counter
from typing import Any

from bot.playground.storage import Json
from simulation.disk import Disk
from simulation.faults import Faults
from simulation.people import Eyes, text_of
from simulation.town import Town

ARROW = " → "
MARKS = str.maketrans("", "", "*`\\_")
"""What Discord's Markdown adds to a move."""

OF_A_MATCH = re.compile(r"[bs]:([1-9]\d*):(\d+):(\w+)")
LEAST = 19.0  # seconds from the move that an order answers until it's played
DEALT = 8
"""Hidden cards so many of which nobody supposes in the right order by chance."""


class Planning:
    """Watches each commit for new plans and for moves that orders have played, and each message for what it tells."""

    def __init__(self, town: Town, disk: Disk, eyes: Eyes, faults: Faults, checked: Counter[str]) -> None:
        self._town = town
        self._faults = faults
        self._checked = checked
        self._lines: dict[tuple[int, int], set[tuple[str, ...]]] = {}  # those in the rows now, by match and user's row
        self._versions: dict[int, int] = {}  # of matches, after the last commit
        self._saved: dict[tuple[int, int], list[tuple[int, tuple[str, ...]]]] = {}
        """The lines that people have saved, and the version of the match at which they did."""
        self._played: set[tuple[int, int, int]] = set()
        self._found: set[int] = set()
        """Matches of people who looked for opponents."""
        self._people: dict[int, int] = {}  # Discord's ids by row
        disk.on_commit.append(self._look)
        eyes.watchers.append(self._see)

    # After each commit

    def _look(self) -> None:
        try:
            rows = self._town.rows(
                "SELECT o.match_id, o.user_id, o.lines, o.news, o.automatic, m.version "
                "FROM orders o JOIN matches m ON m.id = o.match_id"
            )
            self._found |= {
                number for (number,) in self._town.rows("SELECT match_id FROM searches WHERE match_id IS NOT NULL")
            }
        except sqlite3.OperationalError as error:  # the tables aren't there yet
            if "no such table" not in str(error):
                raise
            return
        for match, user, lines, news, automatic, version in rows:
            key = match, user
            now = {tuple(line) for line in json.loads(lines or "null") or ()}
            if self._versions.get(match, version) == version:  # no event has changed them
                for line in now - self._lines.get(key, set()):
                    self._saved.setdefault(key, []).append((version, line))
                    self._checked["lines planned"] += 1
            self._lines[key] = now
            for entry in json.loads(news or "null") or ():
                place = (match, user, entry["number"])
                if entry["what"] == "played" and place not in self._played:
                    self._played.add(place)
                    self._has_played(match, user, entry, json.loads(automatic or "null"))
        self._versions.update((match, version) for match, *_, version in rows)

    def _has_played(self, match: int, user: int, entry: dict[str, Any], automatic: list[str] | None) -> None:
        """An order has played something: what its person planned, in that position, with no luck in between."""
        number = entry["number"]
        name = f"The order of user {user} in match {match} that was played at event {number}"
        if entry["order"] != "line":
            self._checked["automatic orders played"] += 1
            if entry["order"] not in (self._everywhere(user) if automatic is None else automatic):
                self._town.breaks(f"{name} wasn't given: {entry['order']}.")
            return
        self._checked["planned moves played"] += 1
        if not any(self._follows(match, since, number, line) for since, line in self._saved.get((match, user), ())):
            self._town.breaks(f"{name} isn't what was planned: {entry['moves']}.")
        moves = self._town.rows(
            "SELECT at FROM events WHERE match_id = ? AND number <= ? AND kind = 'move' ORDER BY number DESC LIMIT ?",
            match, number, len(entry["moves"]) + 1,
        )  # fmt: skip
        if len(moves) > len(entry["moves"]) and "jump" not in self._faults.begun:
            ((waited,),) = self._town.rows("SELECT (julianday(?) - julianday(?)) * 86400", moves[0][0], moves[-1][0])
            if waited < LEAST:
                self._town.breaks(f"{name} was played after {waited:.0f} s.")

    def _follows(self, match: int, since: int, number: int, line: tuple[str, ...]) -> bool:
        """Whether all that was played since then is the beginning of this line, and luck came at most after it."""
        rows = self._town.rows(
            "SELECT move, chance, member_id FROM events WHERE match_id = ? AND number > ? AND number <= ? "
            "AND kind = 'move' ORDER BY number",
            match, since, number,
        )  # fmt: skip
        left, has_luck = list(line), False
        for move, chance, member in rows:
            if has_luck or (not left and member is not None):
                return False
            if left and left[0] == move:
                left.pop(0)
            elif member is not None:  # what nobody has decided is in no plan
                return False
            has_luck = bool(json.loads(chance or "null"))
        return len(left) < len(line)

    def _everywhere(self, user: int) -> list[str]:
        """What this person has ordered for all matches."""
        ((habits,),) = self._town.rows("SELECT habits FROM users WHERE id = ?", user)
        return list((json.loads(habits or "null") or {}).get("orders") or ())

    # Each message

    def _see(self, kind: str, event: Json, only: int | None) -> None:
        if kind not in ("message", "edited"):
            return
        message = event["message"]
        document = json.dumps(message["components"], ensure_ascii=False)
        addresses = [(int(match), int(number), what) for match, number, what in OF_A_MATCH.findall(document)]
        scratch = [(number, match) for match, number, what in addresses if what.startswith("scratch_")]
        self._boards_are_ones_own(scratch, only)
        # What people try out or choose may be what somebody else has planned.
        is_choosing = any(what.startswith(("plan_step", "plan_now")) for _, _, what in addresses)
        if not scratch and not is_choosing:
            self._plans_are_ones_own(f"{text_of(message)}\n{document}", only)
        self._matches_are_ones_own({match for match, *_ in addresses} & self._found, only)

    def _plans_are_ones_own(self, text: str, reader: int | None) -> None:
        if ARROW not in text:
            return
        plain = text.translate(MARKS)
        own = {line for key, lines in self._saved.items() if self._person(key[1]) == reader for _, line in lines}
        for (match, user), lines in self._saved.items():
            if self._person(user) == reader:
                continue
            for _, line in lines:
                self._checked["messages searched for plans"] += 1
                if len(line) > 1 and ARROW.join(line).translate(MARKS) in plain and line not in own:
                    self._town.breaks(f"{_whom(reader)} is told a plan of user {user} in match {match}: {line}.")

    def _boards_are_ones_own(self, positions: list[tuple[int, int]], reader: int | None) -> None:
        """Whoever sees a scratch board is the one whose lines are on it, and it supposes nothing it can't know."""
        for number, match in set(positions):
            rows = self._town.rows(
                "SELECT user_id, position FROM scratch_positions WHERE id = ? AND match_id = ?", number, match
            )
            for user, position in rows:
                self._checked["scratch boards seen"] += 1
                if self._person(user) != reader:
                    self._town.breaks(f"{_whom(reader)} sees the scratch board of user {user} in match {match}.")
                self._supposes(match, json.loads(position))

    def _supposes(self, match: int, position: dict[str, Any]) -> None:
        rows = self._town.rows(
            "SELECT document FROM snapshots JOIN matches ON id = match_id WHERE id = ? AND status = 'running' "
            "AND game = 'southern_cards'",
            match,
        )
        for (document,) in rows:
            real, supposed = json.loads(document).get("deck") or (), position.get("deck") or ()
            if len(supposed) >= DEALT and list(real)[-len(supposed) :] == list(supposed):
                self._town.breaks(f"A scratch board of match {match} has the stock as it really is.")

    def _matches_are_ones_own(self, matches: set[int], reader: int | None) -> None:
        """Nobody but its players is told of a match that came of searches, wherever they are."""
        for match in matches:
            self._checked["messages about found matches"] += 1
            members = self._town.rows(
                "SELECT 1 FROM members JOIN users ON users.id = user_id WHERE match_id = ? AND discord_id = ?",
                match, reader,
            )  # fmt: skip
            if not members:
                self._town.breaks(f"{_whom(reader)} is told of match {match}, which others have found.")

    def _person(self, user: int) -> int | None:
        if user not in self._people:
            self._people |= dict(self._town.rows("SELECT id, discord_id FROM users WHERE id = ?", user))
        return self._people.get(user)


def _whom(reader: int | None) -> str:
    return "Everybody" if reader is None else f"Person {reader}"
