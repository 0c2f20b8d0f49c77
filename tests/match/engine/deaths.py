"""Processes that die while they play, and what must be whole after it."""

import json
import random
from collections import Counter
from dataclasses import dataclass, field

from sqlalchemy import select

from bot.match import ComputerLevel, Matches, SeriesKind, TableTerms
from bot.match.decisions import lobby
from bot.store import Store
from bot.store import tables as in_the_database
from bot.store.queries import matches as queries
from tests.match.conftest import HERE
from tests.match.mortal import GAMES, Ask
from tests.match.toy import PLAYERS

ANNE, BERT = PLAYERS[:2]
RATED = 8  # short matches, which end and are rated


@dataclass
class Lives:
    """What was heard from a process through all its lives."""

    confirmed: list[Ask] = field(default_factory=list)
    unheard: list[Ask] = field(default_factory=list)  # begun, and then came death
    refused: list[Ask] = field(default_factory=list)  # of people
    last: Ask | None = None  # of those, what nothing has followed yet
    asked_again: int = 0

    def next(self, seed: int, choices: random.Random) -> dict[str, object]:
        """How the next life begins: for every second time, with what a person was not answered."""
        again = self.last if self.last and self.last["by"] and choices.random() < 0.5 else None
        self.asked_again += again is not None
        return {"seed": seed, "number": 1 + 1000 * seed, "again": again}

    def heard(self, lines: list[bytes]) -> None:
        for line in lines:
            told = json.loads(line)
            assert "fault" not in told, told["fault"]
            if "ask" in told:
                if self.last is not None and self.last != told["ask"]:
                    self.unheard.append(self.last)
                self.last = told["ask"]
                continue
            assert self.last in told.values()
            if "done" in told:
                self.confirmed.append(told["done"])
                self.last = None
            elif "refused" in told and told["refused"]["by"] is not None:
                self.refused.append(told["refused"])
                self.last = None


async def tables(matches: Matches) -> None:
    """Games with and without luck and moves that follow by themselves, computers, and one match after another."""
    for game, seats, computers, series, options in (
        ("cirondo", 2, None, None, {}),
        ("parcheesi", 3, ComputerLevel.EASY, None, {}),
        ("race", 3, ComputerLevel.EASY, None, {"goal": 1000}),
        ("hike", 2, None, None, {}),
        ("harvest", 2, None, SeriesKind.POINTS, {"rounds": 3}),
        *[("race", 2, None, None, {"goal": 5})] * RATED,
    ):
        terms = TableTerms(game, seats, options, series=series, target=10_000_000, rated=True)
        match = await matches.tables.open(terms, opener=ANNE, place=HERE, computers=computers)
        await matches.tables.note_posted(match.id, 7000 + match.id)
        await matches.act(match.id, lobby.join(BERT))
        await matches.act(match.id, lobby.begin(ANNE))


async def assert_everything_is_whole(address: str, lives: Lives) -> int:
    """How many moves are on the log that nobody was told of."""
    async with await Store.open(address) as store:
        matches = Matches(store, games=GAMES)
        async with store.read() as connection:
            numbers = list(await connection.scalars(select(in_the_database.matches.c.id)))
        found = [await matches.get(number) for number in numbers]
        assert await matches.ledger.check() == []
        rated = [match for match in found if match.terms.rated and match.ending is not None and match.series is None]
        assert all(match.counts is not None or match.early for match in rated)
        due = {post.match_id: post.version for post in await matches.outbox.due(limit=len(found) + 1)}
        log: list[Ask] = []
        for match in found:
            assert await matches.records.check(match.id) == []
            async with store.read() as connection:
                rows = await queries.log(connection, match.id)
            assert [row.number for row in rows] == list(range(1, match.version + 1))
            assert due[match.id] == match.version, "a move without its board"
            log += [
                {"match": match.id, "move": row.move, "interaction": row.interaction_id, "number": row.number}
                for row in rows
                if row.kind == "move"
            ]
    by_interaction = Counter(row["interaction"] for row in log if row["interaction"] is not None)
    assert not by_interaction or max(by_interaction.values()) == 1
    kept = {row["interaction"]: (row["match"], row["move"]) for row in log if row["interaction"] is not None}
    places = {(row["match"], row["number"]): row["move"] for row in log}
    unheard = [*lives.unheard, *([lives.last] if lives.last else [])]
    assert not kept.keys() & {ask["interaction"] for ask in lives.refused}
    for done in lives.confirmed:
        if done["interaction"] is not None:
            number, move = kept[done["interaction"]]
            # Another process may have moved since this one looked, so that what was a capture isn't one any more.
            assert (number, move.replace("x", "-")) == (done["match"], done["move"].replace("x", "-"))
        else:  # a computer's move has no interaction, but it knows what it decided on
            assert places[done["match"], done["seen"] + 1] == done["move"]
    asked = {done["interaction"] for done in (*lives.confirmed, *unheard)}
    assert kept.keys() <= asked
    return len(kept.keys() - {done["interaction"] for done in lives.confirmed})
