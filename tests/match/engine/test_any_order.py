"""Whatever people click, in whatever order: what must always hold, holds; and a refusal changes nothing."""

from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import (
    invariant,
    run_state_machine_as_test,
)
from sqlalchemy import func, select

from bot.match import Matches, Status
from bot.store.tables import board_words, events, matches, members, posts, snapshots
from tests.match.engine.clicks import Clicks, all_games

pytestmark = pytest.mark.thorough


class AnyOrder(Clicks):
    """What must always hold."""

    @invariant()
    def the_match_at_hand_is_that_of_the_database(self) -> None:
        assert self.runner.run(self.matches.get(self.number)) == self.match

    @invariant()
    def the_log_is_whole(self) -> None:
        async def found() -> tuple[Any, ...]:
            async with self.store.read() as connection:
                counted = select(events.c.match_id, func.count(), func.min(events.c.number), func.max(events.c.number))
                versions = (await connection.execute(select(matches.c.id, matches.c.version))).all()
                return (await connection.execute(counted.group_by(events.c.match_id))).all(), versions

        counted, versions = self.runner.run(found())
        assert sorted((match, count, 1, count) for match, count in versions) == sorted(map(tuple, counted))

    @invariant()
    def the_log_gives_the_position(self) -> None:
        async def kept() -> Any:
            async with self.store.read() as connection:
                return await connection.scalar(select(snapshots.c.document).where(snapshots.c.match_id == self.number))

        if self.match.rules_version == self.rules_version:
            assert self.runner.run(self.matches.records.check(self.number)) == []
            assert self.runner.run(self.matches.records.fold(self.number)) == self.runner.run(kept())

    @invariant()
    def a_seat_is_taken_once(self) -> None:
        async def sitting() -> Any:
            async with self.store.read() as connection:
                query = select(members.c.user_id, members.c.seat).where(
                    members.c.match_id == self.number, members.c.seat.is_not(None)
                )
                return (await connection.execute(query)).all()

        found = self.runner.run(sitting())
        assert all(count == 1 for count in Counter(user for user, _ in found).values())
        if not self.match.terms.shared:
            assert all(count == 1 for count in Counter(seat for _, seat in found).values())
        assert all(0 <= seat < len(self.match.seats) for _, seat in found)

    @invariant()
    def one_board_is_due_at_most(self) -> None:
        async def due() -> Any:
            async with self.store.read() as connection:
                query = select(posts.c.match_id, posts.c.version).where(posts.c.due_at.is_not(None))
                return (await connection.execute(query)).all()

        found = self.runner.run(due())
        assert len({match for match, _ in found}) == len(found)
        assert all(version <= self.match.version for match, version in found if match == self.number)

    @invariant()
    def each_message_is_one_board_and_the_newest_has_its_buttons(self) -> None:
        async def shown() -> Any:
            async with self.store.read() as connection:
                query = select(posts.c.message_id, posts.c.stripped_at, board_words.c.words).outerjoin(board_words)
                query = query.where(posts.c.match_id == self.number, posts.c.posted_at.is_not(None))
                return (await connection.execute(query.order_by(posts.c.id))).all()

        found = self.runner.run(shown())
        with_buttons = [message for message, stripped_at, _ in found if stripped_at is None]
        assert with_buttons == [message for message, _, _ in found][-1:]
        assert all((words is None) == (stripped_at is not None) for _, stripped_at, words in found)

    @invariant()
    def the_newest_turns_lead_to_the_position(self) -> None:
        trail = self.match.trail
        for one, next_one in pairwise(trail.decisions):
            assert (one.after, one.number < next_one.number) == (next_one.before, True)
        if trail.decisions:
            assert trail.decisions[-1].after == self.match.state
        by_people = [any(not one.automatic and not one.computer for one in turn) for turn in trail.turns]
        assert sum(by_people) <= max(2, len(self.match.seats))  # the current turn, and a round without it
        since = by_people[::-1].index(True) + 1 if any(by_people) else 0
        assert trail.newest(1) == trail.turns[-since:]
        assert trail.retractable <= len(trail.turns[-1] if trail.turns else ())

    @invariant()
    def a_computer_is_waited_for_exactly_where_one_is_to_move(self) -> None:
        due = [number for number, _ in self.runner.run(self.matches.lists.computer_turns(limit=1000))]
        asked = self.match.proposal is not None and bool(self.match.proposal.computers)
        assert due.count(self.number) == (self.waits_for_a_computer() or asked)
        if self.waits_for_a_computer():
            expired = self.match.clock is not None and self.match.clock.expired
            assert self.match.to_move_people() == () or expired

    @invariant()
    def a_clock_runs_exactly_while_people_wait_for_people(self) -> None:
        match, clock = self.match, self.match.clock
        if match.status is not Status.RUNNING or match.to_move is None or match.terms.move_time is None:
            assert clock is None
            return
        mover = match.seats[match.to_move]
        others = [seat for seat in match.seats if seat is not mover and not seat.absent and seat.people]
        waiting = mover.computer is None and any(seat.computer is None for seat in others)
        assert (clock is not None) == waiting
        if clock is not None:
            assert clock.seat == match.to_move
            assert (clock.deadline is None) == (clock.paused_until is not None)
            if clock.deadline is not None:
                assert clock.deadline <= self.clock.now + match.terms.move_time + timedelta(hours=1)

    @invariant()
    def a_seat_is_played_by_people_or_by_a_computer(self) -> None:
        for seat in self.match.seats:
            if seat.computer is not None:
                assert seat.people == () or seat.absent or seat.resigned or seat.missed
            if seat.resigned:
                assert seat.computer is not None
                assert all(self.match.seat_of(person) == [] for person in seat.people)
        gone = [seat.number for seat in self.match.seats if seat.resigned]
        ending = self.match.ending
        if ending is not None and ending.places is not None and gone:
            assert set(gone) <= set(ending.seats)
            staying = [place for seat, place in enumerate(ending.places) if seat not in ending.seats]
            assert max(staying, default=0) < min(ending.places[seat] for seat in ending.seats)

    @invariant()
    def a_restart_finds_the_same(self) -> None:
        other = Matches(self.store, games=all_games(self.rules_version), clock=self.clock)
        assert self.runner.run(other.get(self.number)) == self.match
        assert self.runner.run(other.lists.computer_turns()) == self.runner.run(self.matches.lists.computer_turns())

    @invariant()
    def the_secret_is_kept_until_the_end(self) -> None:
        assert (self.match.seed is not None) == (self.match.status in (Status.OVER, Status.CANCELLED))
        assert (self.match.ending is not None) == (self.match.status is Status.OVER)
        assert self.match.proposal is None or self.match.status is Status.RUNNING


def run(new_address: Callable[[], str], examples: int, steps: int) -> None:
    run_state_machine_as_test(
        type("AnyOrder", (AnyOrder,), {"new_address": staticmethod(new_address)}),
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


def test_any_order_of_clicks(new_address: Callable[[], str]) -> None:
    run(new_address, examples=5, steps=20)


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_any_order_of_very_many_clicks(new_address: Callable[[], str]) -> None:
    run(new_address, examples=300, steps=60)
