"""Whatever is ordered, and whatever happens: nothing tells of it, and only what was planned is played.

Two worlds live side by side. In one of them people order what they like; in the other they play by hand, at the moment
at which an order is carried out, what it plays. All that is stored must be the same in both, apart from the orders
themselves: then there is nothing from which a board, a list, a call, a page or a file could tell anybody else of them.

This is where others went wrong: the API of online-go.com has shown the opponent's conditional moves, and Lichess' app
has played premoves on other positions than those for which they were made.
"""

import asyncio
import random
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any
from unittest import mock

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test
from sqlalchemy import select

from bot.match import Match, Matches, Refusal, Status, TableTerms
from bot.match.decisions import expiry, lobby, presence, proposals, turns
from bot.match.decisions.decision import Decision
from bot.match.decisions.orders import FIRST_WAIT, LAST_WAIT
from bot.match.engine import orders as engine_orders
from bot.match.parts import clocks
from bot.match.reading.foresight import foresee
from bot.match.values.orders import LINE, MOST_NEWS, What
from bot.rules import IllegalMove
from bot.rules.chance import ScriptError
from bot.store.order_tables import orders as orders_table
from bot.store.schema import metadata
from bot.store.tables import events, members, users
from tests.databases import open_new
from tests.match.conftest import HERE, Clock
from tests.match.engine.clicks import all_games
from tests.match.toy import PLAYERS

pytestmark = [pytest.mark.thorough, pytest.mark.sqlite]  # on PostgreSQL there is one database at a time

SECOND = timedelta(seconds=1)
ORDERED = ["walk", "step", "rest", "yes", "no", "jump", "land", "roll", "ask", "camp"]
people = st.sampled_from(PLAYERS[:3])
moves = st.sampled_from(["walk", "roll", "step", "step", "rest", "rest", "jump", "ask", "yes", "land", "camp"])
lines = st.lists(st.sampled_from(ORDERED), min_size=1, max_size=8)

NOT_COMPARED = {
    "orders": None,  # what this is about
    "users": "habits",  # has what somebody has ordered everywhere, and is shown to nobody else
    "posts": "nonce",  # is drawn at random
    "events": "interaction_id",  # in the person's own file alone
    "reminders": "nonce",
}
"""What may differ, by table: all of it, or a column."""

COMPARED = {
    table.name: str(select(*(column for column in table.columns if column.name != NOT_COMPARED.get(table.name))))
    for table in metadata.sorted_tables
    if NOT_COMPARED.get(table.name, "") is not None
}
"""What must be the same, as SQL."""


class World:
    """A bot and its database."""

    def __init__(self, address: str, clock: Clock) -> None:
        self.store, self.clock = open_new(address), clock
        self.matches: Matches
        # It's looked at after each step, which through the store takes longer than all that people do.
        self.file = sqlite3.connect(address.partition("///")[2])

    async def close(self) -> None:
        self.file.close()
        await self.store.close()

    def restart(self, rules_version: int) -> None:
        self.matches = Matches(
            self.store, games=all_games(rules_version), clock=self.clock, secret=lambda size: bytes([7]) * size
        )

    async def begin(self, game: str, seats: int, *, automatic: bool, time: timedelta | None) -> int:
        terms = TableTerms(game, seats, {"goal": 60}, move_time=time, automatic=automatic)
        table = await self.matches.tables.open(terms, opener=PLAYERS[0], place=HERE)
        for person in PLAYERS[1:seats]:
            await self.matches.act(table.id, lobby.join(person, message_id=7))
        return (await self.matches.act(table.id, lobby.begin(PLAYERS[0]))).id

    def stored(self) -> dict[str, list[str]]:
        return {name: sorted(map(repr, self.file.execute(query))) for name, query in COMPARED.items()}

    async def log(self, match_id: int, since: int = 0) -> list[Any]:
        async with self.store.read() as connection:
            query = select(events).where(events.c.match_id == match_id, events.c.number > since)
            return list((await connection.execute(query.order_by(events.c.number))).all())


class TwoWorlds(RuleBasedStateMachine):
    """People who play, order, ask, leave and come back; time, kills, and new rules."""

    new_address: Callable[[], str]

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.clock = Clock()
        self.rules_version = 1
        self.ordering, self.plain = (World(self.new_address(), self.clock) for _ in range(2))
        self.number = 0
        self.planned: dict[int, list[tuple[int, tuple[str, ...]]]] = {}  # by person: since which event, and the line
        self.position = (0, self.clock.now)  # the event that made it, and when
        # The same waits in each run: hypothesis has to find the same when it tries again.
        self.waits = mock.patch.object(engine_orders, "randbelow", random.Random(7).randrange)
        self.waits.start()
        self.up_since = self.clock.now
        for world in (self.ordering, self.plain):
            world.restart(self.rules_version)

    def teardown(self) -> None:
        self.waits.stop()
        for world in (self.ordering, self.plain):
            self.runner.run(world.close())
        self.runner.close()

    @initialize(
        table=st.sampled_from([("hike", False), ("hike", True), ("race", True)]),
        seats=st.integers(2, 3),
        time=st.sampled_from([None, timedelta(hours=1)]),
    )
    def begin(self, table: tuple[str, bool], seats: int, time: timedelta | None) -> None:
        """A match of this game, with or without moves that the table makes automatically."""
        game, automatic = table
        for world in (self.ordering, self.plain):
            self.number = self.runner.run(world.begin(game, seats, automatic=automatic, time=time))
            self.runner.run(world.matches.clocks.tick(starting=True))
        self.note_position()

    def match(self) -> Match:
        return self.runner.run(self.ordering.matches.get(self.number))

    def both(self, decision: Decision) -> None:
        """Somebody does the same in both worlds, with the same success."""
        outcomes: list[type[Exception] | None] = []
        for world in (self.ordering, self.plain):
            try:
                self.runner.run(world.matches.act(self.number, decision))
                outcomes.append(None)
            except (Refusal, IllegalMove) as refusal:
                outcomes.append(type(refusal))
        assert outcomes[0] == outcomes[1]
        self.note_position()

    def note_position(self) -> None:
        version = self.match().position_version or 0
        if version != self.position[0]:
            self.position = version, self.clock.now

    # What people do

    @rule(move=moves)
    def play(self, move: str) -> None:
        people_to_move = self.match().to_move_people()
        if people_to_move:
            self.both(turns.play(people_to_move[0], move))

    @rule(user=people)
    def take_back(self, user: int) -> None:
        self.both(turns.take_back(user))

    @rule(user=people, what=st.sampled_from([proposals.undo, proposals.offer_draw, proposals.agree, proposals.decline]))
    def propose(self, user: int, what: Callable[[int], Decision]) -> None:
        self.both(what(user))

    @rule(user=people, gone=st.booleans())
    def leave(self, user: int, gone: bool) -> None:
        self.both(presence.absent(user, gone=gone))

    @rule(user=people)
    def claim(self, user: int) -> None:
        self.both(expiry.claim(user))

    # What they order

    def plan(self, user: int, line: list[str]) -> None:
        match = self.match()
        with suppress(Refusal, IllegalMove):
            orders = self.ordering.matches.orders
            own = self.runner.run(orders.plan(self.number, user, line, seen_version=match.version))
            done = [one for one in self.planned.get(user, []) if one[0] == match.version]
            self.planned[user] = [*done, *((match.version, one) for one in own.lines)]

    @rule(user=people, line=lines)
    def plan_anything(self, user: int, line: list[str]) -> None:
        self.plan(user, line)

    @rule(steps=st.lists(st.integers(0, 3), min_size=3, max_size=8), met=st.integers(0, 8), waits=st.booleans())
    def plan_something_possible(self, steps: list[int], met: int, waits: bool) -> None:
        """A line of somebody who isn't to move; the others play so much of it, and perhaps there's time for answers."""
        match = self.match()
        others = [one for seat in match.seats for one in seat.people if one not in match.to_move_people()]
        if match.state is None or not others:
            return
        line = self.possible(match, steps)
        for end in range(len(line), 0, -1):
            self.plan(others[0], line[:end])
        for text in line[:met]:
            now = self.match()
            if others[0] in now.to_move_people() and waits:
                self.an_order_has_time_to_be_carried_out()
            elif now.to_move_people():
                self.both(turns.play(now.to_move_people()[0], text))

    @rule(steps=st.lists(st.integers(0, 3), min_size=3, max_size=8))
    def plan_what_comes_true(self, steps: list[int]) -> None:
        self.everybody_is_here()
        self.plan_something_possible(steps, 8, waits=True)

    @rule(waits=st.booleans())
    def leave_a_landing_to_an_order(self, waits: bool) -> None:
        self.everybody_is_here()
        for person in self.match().to_move_people():
            self.switch(person, on=True, everywhere=waits)
            self.both(turns.play(person, "jump"))
        if waits:
            self.an_order_has_time_to_be_carried_out()

    @rule(
        steps=st.lists(st.integers(0, 3), min_size=4, max_size=8),
        met=st.integers(1, 4),
        user=people,
        undo=st.booleans(),
    )
    def something_is_asked_while_an_order_waits(self, steps: list[int], met: int, user: int, undo: bool) -> None:
        self.everybody_is_here()
        self.plan_something_possible(steps, met, waits=False)
        self.both(proposals.undo(user) if undo else proposals.offer_draw(user))
        self.an_order_has_time_to_be_carried_out()

    def everybody_is_here(self) -> None:
        for person in PLAYERS[:3]:
            self.both(presence.absent(person, gone=False))
            self.both(proposals.decline(person))

    @staticmethod
    def possible(match: Match, steps: list[int]) -> list[str]:
        """Decisions from the position on, until luck decides."""
        state, line = match.state, list[str]()
        for step in steps:
            if state is None or state.to_move is None:
                break
            safe = [one for one in state.legal() if one not in ("roll", "deal")]
            line.append(safe[step % len(safe)])
            try:
                state = foresee(match.terms, state, line[-1])
            except ScriptError:
                state = None
        return line

    @rule(user=people, on=st.booleans(), everywhere=st.booleans())
    def switch(self, user: int, on: bool, everywhere: bool) -> None:
        orders = self.ordering.matches.orders
        with suppress(Refusal):
            self.runner.run(orders.switch(self.number, user, "single", on=on))
            if everywhere:
                self.runner.run(orders.use_everywhere(self.number, user))

    @rule(user=people)
    def drop(self, user: int) -> None:
        with suppress(Refusal):
            self.runner.run(self.ordering.matches.orders.drop(self.number, user))
            self.planned.pop(user, None)

    @rule(user=people)
    def read(self, user: int) -> None:
        with suppress(Refusal):
            self.runner.run(self.ordering.matches.orders.of(self.number, user))
            self.runner.run(self.ordering.matches.orders.take_news(self.number, user))

    # What happens to them

    @rule(seconds=st.sampled_from([1, 5, 19, 30, 60]))
    def time_goes_by(self, seconds: int) -> None:
        self.clock.forward(seconds * SECOND)
        self.look()

    @rule()
    def an_order_has_time_to_be_carried_out(self) -> None:
        self.look()
        self.clock.forward(LAST_WAIT)
        self.look()

    @rule(hours=st.integers(1, 3))
    def much_time_goes_by(self, hours: int) -> None:
        """The bot looks at the clocks; turns may run out."""
        self.clock.forward(hours * timedelta(hours=1))
        with mock.patch.object(clocks, "ASLEEP", timedelta(days=1)):
            for world in (self.ordering, self.plain):
                self.runner.run(world.matches.clocks.tick())
        self.note_position()
        self.look()

    @rule(minutes=st.integers(0, 60))
    def kill(self, minutes: int) -> None:
        """Nothing of a process is left but its database."""
        self.clock.forward(timedelta(minutes=minutes))
        for world in (self.ordering, self.plain):
            world.restart(self.rules_version)
            self.runner.run(world.matches.clocks.tick(starting=True))
        self.up_since = self.clock.now
        self.look()

    @rule()
    def new_rules(self) -> None:
        self.rules_version += 1
        for world in (self.ordering, self.plain):
            world.restart(self.rules_version)
            self.runner.run(world.matches.records.bring_up_to_date())
        self.up_since = self.clock.now
        self.note_position()

    def look(self) -> None:
        """The bot looks for what is due; what it plays is played by hand in the other world."""
        before = self.match()
        self.runner.run(self.ordering.matches.orders.look(reachable=True))
        fresh = self.runner.run(self.ordering.log(self.number, before.version))
        if not fresh:
            return
        assert {one.kind for one in fresh} == {"move"}
        assert before.proposal is None
        assert before.to_move_people()
        assert self.clock.now - self.position[1] >= FIRST_WAIT, "too early"
        assert self.clock.now - self.up_since >= FIRST_WAIT, "nobody could have clicked"
        own = [one.move for one in fresh if one.member_id is not None]
        (member,) = {one.member_id for one in fresh if one.member_id is not None}
        (person,) = [one for one in before.to_move_people() if self.member_of(one) == member]
        self.check(before, person, own)
        self.runner.run(self.plain.matches.act(self.number, turns.play(person, *own)))
        self.note_position()

    def member_of(self, person: int) -> int:
        async def found() -> Any:
            async with self.ordering.store.read() as connection:
                query = select(members.c.id).join(users, users.c.id == members.c.user_id)
                return await connection.scalar(
                    query.where(users.c.discord_id == person, members.c.match_id == self.number)
                )

        return int(self.runner.run(found()))

    def check(self, before: Match, person: int, own: list[str]) -> None:
        """What was played is what somebody had ordered, in the position for which they had."""
        news = self.runner.run(self.ordering.matches.orders.of(self.number, person)).news[-2:]
        (played,) = [one for one in news if one.what is What.PLAYED][-1:]
        assert list(played.moves) == own
        state = before.state
        assert state is not None
        if played.order != LINE:
            assert [state.notate(move) for move in state.legal()] == own
            return
        assert any(
            self.decisions(since, before.version) + own
            == list(line[: len(self.decisions(since, before.version)) + len(own)])
            for since, line in self.planned[person]
        )

    def decisions(self, since: int, until: int | None = None) -> list[str]:
        """What people have decided since an event, nothing of which was undone."""
        log = self.runner.run(self.ordering.log(self.number, since))
        log = [one for one in log if until is None or one.number <= until]
        if any(one.kind in ("undo", "rebase", "expire") for one in log):
            return ["nothing that anybody has planned"]
        return [one.move for one in log if one.kind == "move" and one.member_id is not None]

    # What must hold

    @invariant()
    def nothing_tells_of_an_order(self) -> None:
        if self.number:
            assert self.ordering.stored() == self.plain.stored()

    @invariant()
    def what_is_decided_is_due_within_its_time(self) -> None:
        async def rows() -> Any:
            async with self.ordering.store.read() as connection:
                return (await connection.execute(select(orders_table))).all()

        for row in self.runner.run(rows()):
            assert (row.decided is None) == (row.due_at is None)
            assert row.due_at is None or row.due_at <= self.clock.now + LAST_WAIT
            assert (row.lines is None) == (row.position is None)
            assert len(row.news or ()) <= MOST_NEWS
            if self.match().status in (Status.OVER, Status.CANCELLED):
                assert row.decided is None
                assert row.lines is None

    @invariant()
    def the_log_gives_the_position(self) -> None:
        if self.number and self.match().rules_version == self.rules_version:
            assert self.runner.run(self.ordering.matches.records.check(self.number)) == []


def run(new_address: Callable[[], str], examples: int, steps: int) -> None:
    run_state_machine_as_test(
        type("TwoWorlds", (TwoWorlds,), {"new_address": staticmethod(new_address)}),
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


def test_nothing_tells_of_orders_whatever_happens(new_address: Callable[[], str]) -> None:
    run(new_address, examples=10, steps=20)


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_nothing_tells_of_orders_whatever_happens_in_very_many_ways(new_address: Callable[[], str]) -> None:
    run(new_address, examples=150, steps=50)
