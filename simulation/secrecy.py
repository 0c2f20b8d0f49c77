"""Whether anything hidden is in what the bot sends, to whomever: every request is searched."""

import json
import re
from collections import Counter
from contextlib import suppress
from typing import Any

from bot.playground.storage import Json
from simulation.people import Eyes
from simulation.town import Town

NAMED = re.compile(r"(?<![A-Za-z0-9])(10|[A2-9JQK])([SHDC♠♥♦♣])(?![A-Za-z0-9])")
MATCHES = re.compile(r'"[bs]:([1-9]\d*):')
SUPPOSED = ":scratch_"
"""What is on scratch boards: cards dealt anew by chance, which may be those of a hand. `Planning` looks at them."""

LETTERS = str.maketrans("♠♥♦♣", "SHDC")
CALLBACK = re.compile(r"/interactions/(\d+)/")
SEED_IS_PUBLIC = (
    "SELECT 1 FROM matches m LEFT JOIN dailies d ON d.series_id = m.series_id "
    "LEFT JOIN daily_chains c ON c.published >= d.day "
    "WHERE m.id = ? AND (m.status NOT IN ('open', 'running') OR c.id IS NOT NULL)"
)
"""The match is over, will never begin, or was dealt for a day that is over."""


def cards_in(text: str) -> set[str]:
    """The cards that a text names, with suits as letters."""
    return {rank + suit.translate(LETTERS) for rank, suit in NAMED.findall(text)}


class Secrecy:
    """Searches what is sent for seeds, and what anybody sees for hands and for the stock."""

    def __init__(self, town: Town, eyes: Eyes, checked: Counter[str]) -> None:
        self._town = town
        self._checked = checked
        self._seeds: dict[int, bytes] = {}
        town.watchers.append(self._request)
        eyes.watchers.append(self._see)

    def _request(self, method: str, path: str, _status: int, body: Any, _: list[str]) -> None:
        if method not in ("POST", "PATCH", "PUT"):
            return
        text = json.dumps(body, ensure_ascii=False)
        self._checked["payloads searched"] += 1
        for match, seed in self._known_seeds().items():
            if seed.hex() in text and not self._town.rows(SEED_IS_PUBLIC, match):
                self._town.breaks(f"The seed of match {match} was sent in {method} {path}.")
        if found := CALLBACK.match(path):  # forms are seen nowhere else
            with suppress(KeyError):  # it is long over
                asked = self._town.playground.interactions.get(int(found[1]))
                if asked.modal is not None:
                    self._cards(text, asked.user_id)

    def _known_seeds(self) -> dict[int, bytes]:
        newest = max(self._seeds, default=0)
        self._seeds.update(self._town.rows("SELECT match_id, seed FROM seeds WHERE match_id > ?", newest))
        return self._seeds

    def _see(self, kind: str, event: Json, only: int | None) -> None:
        if kind in ("message", "edited"):
            message = event["message"]
            self._cards(json.dumps([message["content"], message["components"]], ensure_ascii=False), only)

    def _cards(self, text: str, reader: int | None) -> None:
        """What somebody, or everybody, reads about a running match names no card that they may not see."""
        matches = {int(number) for number in MATCHES.findall(text)}
        if len(matches) != 1 or SUPPOSED in text:
            return
        (match,) = matches
        rows = self._town.rows(
            "SELECT document FROM snapshots JOIN matches ON id = match_id WHERE id = ? AND game = 'southern_cards' "
            "AND status = 'running'",
            match,
        )
        if not rows:
            return
        position = json.loads(rows[0][0])  # as it was written: the rules' own views may be wrong
        hands = position.pop("hands")
        hidden = cards_in(json.dumps([hands, position.pop("deck")]))
        seats = self._town.rows(
            "SELECT seat FROM members JOIN users ON users.id = user_id WHERE match_id = ? AND discord_id = ?",
            match,
            reader,
        )
        seen = cards_in(json.dumps([position, [hands[seat] for (seat,) in seats if seat is not None]]))
        self._checked["messages searched for hands"] += 1
        if told := cards_in(text) & hidden - seen:
            whom = "everybody" if reader is None else "somebody"
            self._town.breaks(f"A message to {whom} about match {match} names hidden cards: {sorted(told)}.")
