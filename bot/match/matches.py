"""The matches of one database and everything that can be done with them, by subject."""

import asyncio
import secrets
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from bot.match.decisions.decision import Decision
from bot.match.decisions.limits import DEFAULT_LIMITS, Limits
from bot.match.engine.engine import Engine
from bot.match.parts.addresses import Addresses
from bot.match.parts.book import Book
from bot.match.parts.browsers import Browsers
from bot.match.parts.clocks import Clocks
from bot.match.parts.dailies import Dailies
from bot.match.parts.digests import Digests
from bot.match.parts.ledger import Ledgers
from bot.match.parts.lessons import Lessons
from bot.match.parts.lists import Lists
from bot.match.parts.orders import StandingOrders
from bot.match.parts.outbox import Outbox
from bot.match.parts.overview import Overviews
from bot.match.parts.part import Dependencies
from bot.match.parts.people import People
from bot.match.parts.personal_blocks import PersonalBlocks
from bot.match.parts.plans import Plans
from bot.match.parts.progress import Progress
from bot.match.parts.puzzle_runs import PuzzleRuns
from bot.match.parts.puzzles import Puzzles
from bot.match.parts.ratings import Ratings
from bot.match.parts.records import Records
from bot.match.parts.reminders import Reminders
from bot.match.parts.reviews import Reviews
from bot.match.parts.scratch import ScratchBoards
from bot.match.parts.searches import Searches
from bot.match.parts.servers import Servers
from bot.match.parts.service import Service
from bot.match.parts.solos import Solos
from bot.match.parts.tables import Tables
from bot.match.parts.vacations import Vacations
from bot.match.reading.reader import Reader
from bot.match.values.match import Match
from bot.rules import GAMES, Game
from bot.store import Store


def utc_now() -> datetime:
    return datetime.now(UTC)


class Matches:
    """The matches of one database.

    A decision changes a match: `await matches.act(match_id, turns.play(user, "B5-C5"))`. The parts do everything else.
    Refusals (`bot.match.Refusal`) and `bot.rules.IllegalMove` change nothing.
    """

    def __init__(
        self,
        store: Store,
        *,
        games: Mapping[str, Game[Any]] = GAMES,
        clock: Callable[[], datetime] = utc_now,
        secret: Callable[[int], bytes] = secrets.token_bytes,
        limits: Limits = DEFAULT_LIMITS,
    ) -> None:
        """`clock` returns the time as an aware datetime; `secret(n)` returns n unguessable bytes."""
        self.limits = limits
        reader = Reader(store, games, clock)
        self.duty = reader.duty
        self._engine = Engine(store, reader, matches_per_person=limits.matches_per_person)
        dependencies = self.dependencies = Dependencies(store, reader, self._engine, secret, limits)
        self.servers = Servers(dependencies)
        self.tables = Tables(dependencies, self.servers)
        self.lists = Lists(dependencies)
        self.outbox = Outbox(dependencies)
        self.records = Records(dependencies)
        self.solos = Solos(dependencies)
        self.dailies = Dailies(dependencies)
        self.puzzles = Puzzles(dependencies, self.dailies.seeds)
        self.puzzle_runs = PuzzleRuns(dependencies, self.puzzles)
        self.book = Book(dependencies)
        self.progress = Progress(dependencies)
        self.reviews = Reviews(dependencies)
        self.scratch = ScratchBoards(dependencies)
        self.plans = Plans(dependencies, self.records)
        self.reminders = Reminders(dependencies)
        self.digests = Digests(dependencies)
        self.clocks = Clocks(dependencies, self.reminders)
        self.vacations = Vacations(dependencies)
        self.orders = StandingOrders(dependencies)
        self.lessons = Lessons(dependencies)
        self.ratings = Ratings(dependencies)
        self.ledger = Ledgers(dependencies)
        self.people = People(dependencies)
        self.personal_blocks = PersonalBlocks(dependencies)
        self.searches = Searches(dependencies, self.servers)
        self.service = Service(dependencies, self.people)
        self.browsers = Browsers(dependencies)
        self.addresses = Addresses(dependencies)
        self.overviews = Overviews(dependencies)

    @property
    def on_turn(self) -> asyncio.Event:
        """Set after each commit of this process that leaves a computer to move; see `Lists.computer_turns`."""
        return self._engine.on_turn

    @property
    def on_end(self) -> asyncio.Event:
        """Set after each commit of this process that leaves a match over, and after each change of a contest."""
        return self._engine.on_end

    @property
    def on_change(self) -> list[Callable[[int, frozenset[int]], None]]:
        """Called after each commit of this process, with the match's number and the Discord ids of its people."""
        return self._engine.on_change

    async def act(self, match_id: int, decision: Decision, *, interaction: int | None = None) -> Match:
        """Carries out a decision (`bot.match.decisions`) and returns the match after it.

        An `interaction` acts once: a second call with the same id changes nothing. Raises NoSuchMatch, Busy,
        NotWritable, and the decision's own refusals.
        """
        return await self._engine.act(match_id, decision, interaction=interaction)

    async def allowed(self, match_id: int, *decisions: Decision) -> list[bool]:
        """Of each decision, whether it would change something now. Calls no `check` and writes nothing.

        Raises NoSuchMatch.
        """
        return await self._engine.allowed(match_id, *decisions)

    async def get(self, match_id: int) -> Match:
        """The match as it is now. Raises NoSuchMatch."""
        return await self._engine.get(match_id)
