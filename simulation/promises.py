"""What Crux promises, looked at while people play and when all is over. A broken promise ends the simulation."""

import json
import re
import sqlite3
from collections import Counter
from contextlib import closing
from typing import Any

from bot.command_line.endings import _ending
from bot.match import Matches
from bot.playground.answers import Interaction, Kind
from bot.playground.messages import NONCE_SECONDS
from bot.playground.storage import Json
from bot.rules import GAMES
from bot.store import Store
from simulation.faults import Faults
from simulation.people import Eyes, components, text_of
from simulation.town import Town

PATIENCE = 4.0  # seconds around an interaction in which a fault explains that it went unanswered
NAMED = re.compile(r"(?<![A-Za-z0-9])(10|[A2-9JQK])([SHDC♠♥♦♣])(?![A-Za-z0-9])")
OF_A_MATCH = re.compile(r'"[bs]:([1-9]\d*):')
SEED_IS_PUBLIC = (
    "SELECT 1 FROM matches m LEFT JOIN dailies d ON d.series_id = m.series_id "
    "LEFT JOIN daily_chains c ON c.published >= d.day WHERE m.id = ? AND (m.status = 'over' OR c.id IS NOT NULL)"
)
"""The match is over, or it was dealt for a day that is over."""

PLAYED = "Played: "
CALLBACK = re.compile(r"/interactions/(\d+)/")
SOON = 900.0
"""Seconds within which a message is sent again whose reply was lost."""

LATE = 15.0  # seconds that what is due by time may be late, where the bot looks as often as it does

EXPECTED = re.compile(
    r"database is locked|database or disk is full|can't be (read|written|reached)|StoreBusy|StoreUnsure|NotWritable|"
    r"Couldn't (look|store|finish|leave)|takes over|silent|Another process|HTTPException|DiscordServerError|"
    r"ServerDisconnected|ClientOSError|ClientConnector|ConnectionReset|Forbidden|NotFound|Attempting a reconnect|"
    r"We are being rate limited|clock (is|agrees)|Cannot connect"
)
"""Errors in the log that faults explain."""


class Broken(Exception):
    """A promise was broken: which one, and how."""


class Promises:
    """Watches a town."""

    def __init__(self, town: Town, eyes: Eyes, faults: Faults) -> None:
        self.town = town
        self.faults = faults
        self.checked: Counter[str] = Counter()
        self.acknowledged: set[int] = set()
        self.asked: set[int] = set()
        self.unanswered: dict[int, tuple[Interaction, float]] = {}
        self.errors = 0
        self._eyes = eyes
        self._seeds: dict[int, bytes] = {}
        self._connection: sqlite3.Connection | None = None
        self._boards_of: dict[int, int] = {}  # the match of each board that was ever seen
        self._sent: dict[tuple[str, str], float] = {}  # when a public message was last sent, by its channel and words
        self._responded: set[str] = set()  # interactions
        eyes.watchers.append(self._see)
        town.watchers.append(self._request)
        town.on_interaction.append(self._interaction)

    def rows(self, query: str, *given: Any) -> list[Any]:
        """What the bots' database says."""
        if self._connection is None:
            if not self.town.database.exists():
                return []
            self._connection = sqlite3.connect(f"file:{self.town.database}?mode=ro", uri=True, isolation_level=None)
        return list(self._connection.execute(query, given))

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()

    # While people play

    def _break(self, words: str) -> None:
        """Ends the simulation, also where the playground would answer an exception."""
        self.town.loop.call_exception_handler({"message": words, "exception": Broken(words)})

    def _interaction(self, asked: Interaction, locale: str) -> None:
        self.asked.add(asked.id)
        if asked.kind is Kind.AUTOCOMPLETE:
            return
        self.checked["interactions"] += 1
        self.unanswered[asked.id] = asked, self.town.loop.time()
        self.town.loop.call_later(PATIENCE, self._answered, asked, self.town.loop.time(), self.town.is_up)

    def _answered(self, asked: Interaction, since: float, was_up: bool) -> None:
        """An interaction was answered in time, unless something went wrong meanwhile."""
        self.unanswered.pop(asked.id, None)
        if asked.answer is not None:
            return
        if was_up and self.town.is_up and self.faults.is_calm(self.town.loop.time() - since + 120):
            self._break(f"Interaction {asked.id} ({asked.name or asked.data.get('custom_id')}) got no answer.")

    def _see(self, kind: str, event: Json, only: int | None) -> None:
        """A move that someone is told of is on the log, once."""
        if kind == "message" and only is None:
            self._see_board(event["message"])
            self._see_twins(event["message"])
        if kind != "interaction" or not event["message"] or only is None:
            return
        number = int(event["message"])
        hidden = self.town.playground.messages.ephemeral.get(number)
        owner = self._eyes.seen.owner.get(number)
        if hidden is None or owner is None or PLAYED not in text_of(hidden.message):
            return
        self.acknowledged.add(owner)
        self.checked["acknowledged moves"] += 1
        ((count,),) = self.rows("SELECT count(*) FROM events WHERE interaction_id = ?", owner)
        if count != 1:
            self._break(f"Somebody was told that interaction {owner} played; the log has it {count} times.")

    def _see_board(self, message: Json) -> None:
        """A board appears: that of a match whose buttons it has."""
        if any(file["filename"].startswith("board.") for file in message["attachments"]):
            found = OF_A_MATCH.search(json.dumps(message["components"]))
            if found is not None:
                self._boards_of[int(message["id"])] = int(found[1])

    def _see_twins(self, message: Json) -> None:
        """A message comes once, also if its reply was lost or whoever sent it died then."""
        if not message["components"] or int(message["author"]["id"]) != self.town.playground.world.bot_id:
            return
        channel, now = message["channel_id"], self.town.loop.time()
        key = channel, text_of(message) + "".join(c["custom_id"] for c in components(message))
        lost = self.faults.troubled.get(f"/channels/{channel}/messages", float("-inf")), self.faults.died_at
        before = self._sent.get(key, float("-inf"))
        self._sent[key] = now
        self.checked["public messages"] += 1
        if now - before < SOON and any(abs(moment - before) < PATIENCE for moment in lost):
            self._break(f"Channel {channel} has a message twice: {key[1][:80]!r}.")

    def _request(self, method: str, path: str, status: int, body: Any, _: list[str]) -> None:
        """Nobody answers a second time, and no seed and nobody's hand is in what is sent."""
        if method not in ("POST", "PATCH", "PUT"):
            return
        if found := CALLBACK.match(path):
            if found[1] in self._responded and not any(found[1] in troubled for troubled in self.faults.troubled):
                self._break(f"Interaction {found[1]} was answered twice, though nothing was lost.")
            if status < 300:
                self._responded.add(found[1])
        text = json.dumps(body, ensure_ascii=False)
        self.checked["payloads searched"] += 1
        for match, seed in self._known_seeds().items():
            if seed.hex() in text and not self.rows(SEED_IS_PUBLIC, match):
                self._break(f"The seed of match {match} was sent in {method} {path}.")
        if "/messages" in path and "/webhooks" not in path and isinstance(body, dict):
            self._cards(body, text)

    def _known_seeds(self) -> dict[int, bytes]:
        newest = max(self._seeds, default=0)
        self._seeds.update(self.rows("SELECT match_id, seed FROM seeds WHERE match_id > ?", newest))
        return self._seeds

    def _cards(self, body: Json, text: str) -> None:
        """A public message names no card of a hand or of the stock."""
        found = OF_A_MATCH.search(text)
        if found is None:
            return
        rows = self.rows(
            "SELECT document FROM snapshots JOIN matches ON id = match_id WHERE id = ? AND game = 'southern_cards' "
            "AND status = 'running'",
            int(found[1]),
        )
        if not rows:
            return
        position = json.loads(rows[0][0])
        if not {"hands", "deck", "field", "taken", "order"} <= position.keys():
            return
        self.checked["boards searched for hands"] += 1
        hidden = {card for hand in position["hands"] for card in hand} | set(position["deck"])
        open_ = {card for _, pile in position["field"] for card in pile} | {
            c for pile in position["taken"] for c in pile
        }
        letters = str.maketrans("♠♥♦♣", "SHDC")
        named = {rank + suit.translate(letters) for rank, suit in NAMED.findall(text)}
        told = (named & hidden) - open_ - {card for card in position["order"] if card}
        if told:
            self._break(f"A public message of match {found[1]} names hidden cards: {sorted(told)}.")

    # When all is over

    async def look(self, stretch: float) -> None:
        """What holds at any moment in which nothing goes wrong. Called a while after the last fault."""
        self._ended()
        self._no_doubles()
        self._boards()
        self._strays()
        self._calls()
        self._in_time(stretch)

    def _no_doubles(self) -> None:
        """Each message was sent once: Discord has no two of the same nonce."""
        storage: Any = self.town.playground.storage
        doubles = storage._connection.execute(
            "SELECT nonce, count(*), group_concat(id) FROM messages WHERE nonce IS NOT NULL AND nonce <> '' "
            "GROUP BY nonce, author_id HAVING count(*) > 1 "
            "AND NOT (nonce LIKE 'r%' AND max(created_at) - min(created_at) > ?)",  # see docs/promises.md
            (NONCE_SECONDS,),
        ).fetchall()
        self.checked["nonces"] += 1
        if doubles:
            raise Broken(f"Messages were sent twice: {doubles[:3]}.")

    def _boards(self) -> None:
        """Every match shows its newest version, and nothing is due any more."""
        now = round(self.town.loop.clock.wall() * 1000)
        rows = self.rows(
            "SELECT m.id, m.version, m.status, p.version, p.due_at, p.problem FROM matches m JOIN posts p ON p.id = "
            "(SELECT max(id) FROM posts WHERE match_id = m.id) WHERE NOT m.private"
        )
        for match, version, status, shown, due, problem in rows:
            self.checked["boards"] += 1
            if problem is None and due is not None:
                raise Broken(f"Match {match} ({status}, version {version}) waits for its board {shown} at {now}.")

    def _strays(self) -> None:
        """Each board on Discord is the one that was noted for its version, so none is there twice."""
        noted = {number for (number,) in self.rows("SELECT message_id FROM posts WHERE message_id IS NOT NULL")}
        there = [number for number in self._boards_of if self.town.playground.storage.message(number) is not None]
        self.checked["boards on Discord"] += len(there)
        if strays := [number for number in there if number not in noted]:
            matches = sorted({self._boards_of[number] for number in strays})
            raise Broken(f"{len(strays)} boards are on Discord that nobody has noted, of matches {matches[:5]}.")

    def _in_time(self, stretch: float) -> None:
        """What was due by time alone has been done: turns, tables, tournaments and their rounds."""
        now = round((self.town.loop.clock.wall() - LATE * stretch) * 1000)
        for what, query in (
            ("turns and tables", "SELECT id FROM matches WHERE status IN ('open', 'running') AND due_at < ?"),
            ("tournaments", "SELECT id FROM tournaments WHERE began_at IS NULL AND ended_at IS NULL AND begins_at < ?"),
            ("rounds", "SELECT t.id FROM tournaments t WHERE ended_at IS NULL AND began_at IS NOT NULL AND "
             "(SELECT max(ends_at) FROM tournament_rounds WHERE tournament_id = t.id) < ?"),
        ):  # fmt: skip
            self.checked[f"times of {what}"] += 1
            if rows := self.rows(query, now):
                raise Broken(f"Some {what} are overdue: {rows[:3]}.")

    def _calls(self) -> None:
        """Of each match at most one board has buttons."""
        rows = self.rows(
            "SELECT match_id, count(*), group_concat(id) FROM posts WHERE message_id IS NOT NULL "
            "AND stripped_at IS NULL AND problem IS NULL AND NOT superseded GROUP BY match_id HAVING count(*) > 1"
        )
        if rows:
            raise Broken(f"Several boards of a match have buttons: {rows[:3]}.")

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
            self.checked["ratings recomputed"] += self.rows("SELECT count(*) FROM results")[0][0]
            if problems:
                raise Broken(f"Ratings: {problems[0]}")
        finally:
            await store.close()
        kept = [number for (number,) in self.rows("SELECT interaction_id FROM events WHERE interaction_id IS NOT NULL")]
        if stray := set(kept) - self.asked:
            raise Broken(f"Events of interactions that nobody made: {sorted(stray)[:3]}.")
        if lost := self.acknowledged - set(kept):
            raise Broken(f"Moves were acknowledged and are gone: {sorted(lost)[:3]}.")
        self._can_go_on()
        self._log()

    def _can_go_on(self) -> None:
        """Every match is over, or someone can move, or its time runs out."""
        for match, game, document, to_move in self.rows(
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

    def _log(self) -> None:
        """The log has no errors but those that faults explain."""
        wrong = [line for line in self.town.overheard.errors if not EXPECTED.search(line)]
        self.checked["errors in the log"] += len(self.town.overheard.errors)
        if wrong:
            raise Broken(f"The log has an error: {wrong[0]}")


def all_rows(town: Town) -> list[str]:
    """All rows of the bots' database, in order."""
    with closing(sqlite3.connect(town.database)) as connection:
        return sorted(line for line in connection.iterdump() if line.startswith("INSERT"))
