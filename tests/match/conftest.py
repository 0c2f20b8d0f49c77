"""A database of its own, a clock that stands still, and tables to play at, also with computers."""

from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import select

from bot.contests.contests import Contests
from bot.match import ComputerLevel, Match, Matches, Place, TableTerms
from bot.match.decisions import lobby, proposals
from bot.match.parts import clocks
from bot.store import Store
from bot.store.schema import metadata
from tests.databases import open_new
from tests.match.toy import GAMES, PLAYERS

if TYPE_CHECKING:
    from tests.match.timed import ClockBot

HERE = Place(guild_id=1, channel_id=20)
NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)

Dump = dict[str, list[tuple[Any, ...]]]
StartMatch = Callable[..., Awaitable[Match]]


class Clock:
    """The time, which goes on only when it is told to."""

    def __init__(self) -> None:
        self.now = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def forward(self, step: timedelta) -> None:
        self.now += step


async def dump(store: Store) -> Dump:
    """Everything that is in the database."""
    async with store.read() as connection:
        return {
            table.name: sorted((tuple(row) for row in (await connection.execute(select(table))).all()), key=repr)
            for table in metadata.sorted_tables
        }


async def computers_agree(matches: Matches, match: Match) -> Match:
    """The match once all its computers have taken the draw that is offered."""
    while match.proposal is not None and match.proposal.computers:
        seat = match.proposal.computers[0]
        match = await matches.act(match.id, proposals.answer(seat, agrees=True, seen_version=match.version))
    return match


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def store(address: str) -> AsyncIterator[Store]:
    async with open_new(address) as opened:
        yield opened


@pytest.fixture
def matches(store: Store, clock: Clock) -> Matches:
    return Matches(store, games=GAMES, clock=clock)


@pytest.fixture
def contests(matches: Matches) -> Contests:
    return Contests(matches)


@pytest.fixture
async def real(store: Store, clock: Clock) -> Matches:
    """With the games that have dailies and puzzles, at `NOON`."""
    clock.now = NOON
    matches = Matches(store, clock=clock)
    await matches.dailies.seeds.prepare()
    return matches


@pytest.fixture
async def another(address: str, store: Store, clock: Clock) -> AsyncIterator[Matches]:
    """A second process's view of the same file."""
    async with await Store.open(address) as second:
        yield Matches(second, games=GAMES, clock=clock)


@pytest.fixture
def start_match(matches: Matches) -> StartMatch:
    """A running race: `await start_match(seats=2, goal=12, ...)`. Those of `PLAYERS` sit on the seats in order."""

    async def begin(
        seats: int = 2, *, using: Matches = matches, game: str = "race", automatic: bool = True, **options: Any
    ) -> Match:
        match = await using.tables.open(
            TableTerms(game=game, options=options, seats=seats, automatic=automatic), opener=PLAYERS[0], place=HERE
        )
        await using.tables.note_posted(match.id, 7000 + match.id)
        for player in PLAYERS[1:seats]:
            await using.act(match.id, lobby.join(player))
        return await using.act(match.id, lobby.begin(PLAYERS[0]))

    return begin


@pytest.fixture
def table(matches: Matches) -> StartMatch:
    """A running harvest: `await table(2, series=..., rounds=2, ...)`; seated as for `start_match`."""

    async def begin(
        seats: int = 2, *, using: Matches = matches, game: str = "harvest", place: Place = HERE, **kwargs: Any
    ) -> Match:
        set_up = {name: kwargs.pop(name) for name in ("series", "target", "private", "own_thread") if name in kwargs}
        match = await using.tables.open(
            TableTerms(game=game, options=kwargs, seats=seats, **set_up), opener=PLAYERS[0], place=place
        )
        await using.tables.note_posted(match.id, 7000 + match.id)
        for player in PLAYERS[1:seats]:
            await using.act(match.id, lobby.join(player))
        return await using.act(match.id, lobby.begin(PLAYERS[0]))

    return begin


@pytest.fixture
def against(matches: Matches) -> StartMatch:
    """A running race with computers: `await against(people, seats, level=..., goal=12, ...)`, otherwise the same."""

    async def begin(
        people: int = 1, seats: int = 3, *, level: ComputerLevel = ComputerLevel.EASY, game: str = "race", **kwargs: Any
    ) -> Match:
        set_up = {name: kwargs.pop(name) for name in ("series", "target", "private", "automatic") if name in kwargs}
        match = await matches.tables.open(
            TableTerms(game=game, options=kwargs, seats=seats, **set_up), opener=PLAYERS[0], place=HERE, computers=level
        )
        await matches.tables.note_posted(match.id, 7000 + match.id)
        for player in PLAYERS[1:people]:
            await matches.act(match.id, lobby.join(player))
        return await matches.act(match.id, lobby.begin(PLAYERS[0]))

    return begin


@pytest.fixture
def bot(matches: Matches, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> "ClockBot":
    """Tables with clocks, and a bot that may look at the time as seldom as the tests like."""
    from tests.match.timed import LOOKS, ClockBot

    monkeypatch.setattr(clocks, "ASLEEP", 11 * LOOKS)
    return ClockBot(matches, clock)
