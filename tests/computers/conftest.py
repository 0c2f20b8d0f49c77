"""Matches with computers at the table, and thinkers that answer immediately."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

import pytest

from bot.computers.driver import Driver
from bot.computers.pool import TURNS, Thinkers
from bot.computers.thinking import Question
from bot.match import ComputerLevel, Match, Matches, Place, Replay, TableTerms
from bot.match.decisions import lobby, turns
from bot.match.records.replay import of_record
from bot.store import Store
from tests.databases import open_new, put_database
from tests.records.lines import lines_of
from tests.waiting import until

T = TypeVar("T")

ADA, BEN = 900_000_011, 900_000_012
PAUSE = 1000.0
POSITIONS = 20  # of a thought in these tests
HERE = Place(guild_id=1, channel_id=20)

Begin = Callable[..., Awaitable[Match]]
Playing = Callable[..., Driver]


class QuickThinkers(Thinkers):
    """Thinks in this process. Questions are kept; a thought can be held up, or come to nothing."""

    def __init__(self) -> None:
        super().__init__(1)
        self.questions: list[Question] = []
        self.since: list[datetime] = []
        self.people: list[object] = []
        self.limits: list[float] = []
        self.ranks: list[int] = []
        self.given_up = 0
        self.go_on = asyncio.Event()
        self.go_on.set()
        self.trouble: Exception | None = None
        self.answer: object = None

    async def think(
        self,
        function: Callable[[Any], T],
        question: Any,
        *,
        since: datetime,
        limit: float,
        person: object = None,
        rank: int = TURNS,
        tries: int = 1,
    ) -> T:
        self.questions.append(question)
        self.people.append(person)
        self.limits.append(limit)
        self.ranks.append(rank)
        self.since.append(since)
        try:
            await self.go_on.wait()
        except asyncio.CancelledError:
            self.given_up += 1
            raise
        if self.trouble is not None:
            raise self.trouble
        if self.answer is not None:
            return self.answer  # type: ignore[return-value]  # what the test has laid down
        return function(replace(question, positions=POSITIONS))


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite+aiosqlite:///{tmp_path / 'crux.db'}"


@pytest.fixture
async def store(tmp_path: Path, url: str) -> AsyncIterator[Store]:
    put_database(tmp_path / "crux.db")
    async with open_new(url) as database:
        yield database


@pytest.fixture
def matches(store: Store) -> Matches:
    return Matches(store)


@pytest.fixture
def thinkers() -> QuickThinkers:
    return QuickThinkers()


@pytest.fixture
def begin(matches: Matches) -> Begin:
    """A match of Ada on the first seat against computers on all others."""

    async def open_and_begin(
        game: str = "cirondo", seats: int = 2, level: str = "easy", options: Mapping[str, object] | None = None
    ) -> Match:
        match = await matches.tables.open(
            TableTerms(game=game, options=options or {}, seats=seats),
            opener=ADA,
            place=HERE,
            computers=ComputerLevel(level),
        )
        return await matches.act(match.id, lobby.begin(ADA, message_id=7000 + match.id))

    return open_and_begin


@pytest.fixture
async def playing(matches: Matches, thinkers: QuickThinkers) -> AsyncIterator[Playing]:
    """Drivers that have begun to play."""
    drivers: list[Driver] = []

    def play(**more: Any) -> Driver:
        driver = Driver(**{"matches": matches, "thinkers": thinkers, "seconds": 0.05, "pause": 0.0, **more})
        driver.start()
        drivers.append(driver)
        return driver

    yield play
    for driver in drivers:
        await driver.close()


async def after_adas_moves(matches: Matches, match: Match) -> Match:
    """Ada plays the first legal move until it isn't her turn; the match then, which may have moved on already."""
    while match.to_move == 0:
        assert match.state is not None
        match = await matches.act(match.id, turns.play(ADA, match.state.notate(match.state.legal()[0])))
    return match


async def adas_turn(matches: Matches, match_id: int) -> Match:
    """The match as soon as no computer is to move."""

    async def match_if_ready() -> Match | None:
        match = await matches.get(match_id)
        return match if match.to_move in (0, None) else None

    match = await until(match_if_ready, "a person's turn")
    assert isinstance(match, Match)
    return match


def shortest(game: str) -> Replay:
    """The shortest recorded match of a game."""
    return of_record(json.loads(min(lines_of(game), key=len)))


async def ignore(_done: int, _decisions: int) -> None:
    """What nobody wants to know of a review's progress."""


async def decisions(matches: Matches, match_id: int) -> list[tuple[int | None, str | None]]:
    """Who moved what, oldest first."""
    return [(event.seat, event.move) for event in await matches.records.log(match_id) if event.kind == "move"]
