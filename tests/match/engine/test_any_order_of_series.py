"""Whatever people click in the matches of a series, in whatever order: they always fit together."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any
from unittest import mock

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test
from sqlalchemy import select

from bot.match import (
    LIVE,
    ComputerLevel,
    Expiry,
    Host,
    Match,
    Matches,
    Place,
    Refusal,
    SeriesKind,
    Status,
    TableTerms,
)
from bot.match.decisions import expiry, lobby, moderation, presence, proposals, relocating, turns
from bot.match.decisions.decision import Decision
from bot.match.parts import clocks
from bot.rules import IllegalMove
from bot.store.tables import matches as matches_table
from bot.store.tables import posts
from tests.databases import open_new
from tests.match.conftest import HERE, Clock, Dump, dump
from tests.match.toy import PLAYERS, HarvestGame, games

people = st.sampled_from(PLAYERS)
TARGET = 150


class Clicks(RuleBasedStateMachine):
    """One series with up to three seats; someone who sits nowhere tries everything as well."""

    new_address: Callable[[], str]

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.clock = Clock()
        self.interaction = 10**6
        self.rules_version = 1
        self.store = open_new(self.new_address())
        self.restart()

    def restart(self) -> None:
        """Another process with the rules of the day."""
        self.matches = Matches(
            self.store, games=games(HarvestGame(self.rules_version)), clock=self.clock, secret=lambda size: b"s" * size
        )

    def teardown(self) -> None:
        self.runner.run(self.store.close())
        self.runner.close()

    @initialize(
        kind=st.sampled_from(SeriesKind),
        seats=st.integers(2, 3),
        shared=st.booleans(),
        computers=st.integers(0, 2),
        expiry=st.none() | st.sampled_from(Expiry),
    )
    def begin(self, kind: SeriesKind, seats: int, shared: bool, computers: int, expiry: Expiry | None) -> None:
        if kind is SeriesKind.PARALLEL and expiry is Expiry.CLAIM:
            expiry = Expiry.RESIGN

        async def begin() -> Match:
            table = await self.matches.tables.open(
                TableTerms(
                    game="harvest",
                    seats=seats,
                    shared=shared,
                    series=kind,
                    target=TARGET,
                    move_time=None if expiry is None else timedelta(hours=20),
                    on_expiry=expiry or Expiry.COMPUTER,
                ),
                opener=PLAYERS[0],
                place=HERE,
                computers=ComputerLevel.EASY if computers else None,
            )
            for person in PLAYERS[1 : seats + shared - min(computers, seats - 1)]:
                await self.matches.act(table.id, lobby.join(person, message_id=5))
            return await self.matches.act(table.id, lobby.begin(PLAYERS[0], message_id=5))

        self.table = self.runner.run(begin())
        self.look()

    def look(self) -> None:
        """Read all matches of the series again."""

        async def looking() -> list[Match]:
            await self.matches.records.bring_up_to_date()
            async with self.store.read() as connection:
                numbers = (
                    (await connection.execute(select(matches_table.c.id).order_by(matches_table.c.id))).scalars().all()
                )
            return [await self.matches.get(number) for number in numbers]

        self.all = self.runner.run(looking())

    def tried(self, act: Awaitable[Match]) -> None:
        """The act is done, or refused and nothing has changed."""

        async def trying() -> tuple[Dump, bool, Dump]:
            before = await dump(self.store)
            try:
                await act
            except (Refusal, IllegalMove):
                return before, True, await dump(self.store)
            return before, False, before

        before, refused, after = self.runner.run(trying())
        assert not refused or after == before
        self.look()

    def which(self, data: st.DataObject) -> int:
        return data.draw(st.sampled_from([match.id for match in self.all]))

    def fresh(self) -> int:
        self.interaction += 1
        return self.interaction

    @rule(data=st.data(), user=people, move=st.sampled_from(["pick", "skip", "roll", "fly"]))
    def play(self, data: st.DataObject, user: int, move: str) -> None:
        self.tried(self.matches.act(self.which(data), turns.play(user, move), interaction=self.fresh()))

    @rule(data=st.data(), moves=st.lists(st.sampled_from(["pick", "skip", "roll"]), min_size=1, max_size=4))
    def play_in_turn(self, data: st.DataObject, moves: list[str]) -> None:
        for move in moves:
            waiting = [match for match in self.all if match.to_move_people()]
            if not waiting:
                return
            match = data.draw(st.sampled_from(waiting))
            self.tried(
                self.matches.act(match.id, turns.play(match.to_move_people()[0], move), interaction=self.fresh())
            )

    @rule(data=st.data(), moves=st.lists(st.sampled_from(["pick", "skip", "roll"]), min_size=1, max_size=4))
    def computers_play(self, data: st.DataObject, moves: list[str]) -> None:
        for move in moves:
            waiting = [match for match in self.all if match.mover is not None]
            if not waiting:
                return
            before = data.draw(st.sampled_from(waiting))
            self.tried(self.matches.act(before.id, turns.play_computer(move, seen_version=before.version)))
            assert all(match.version > before.version for match in self.all if match.id == before.id)

    @rule(agrees=st.booleans())
    def computers_answer(self, agrees: bool) -> None:
        for match in self.all:
            for seat in match.proposal.computers[:1] if match.proposal is not None else ():
                answer = proposals.answer(seat, agrees=agrees, seen_version=match.version)
                self.tried(self.matches.act(match.id, answer))
                assert all(one.version > match.version for one in self.all if one.id == match.id)

    @rule(hours=st.sampled_from([1, 5, 11, 30]), delivered=st.booleans(), awake=st.booleans())
    def time_goes_by(self, hours: int, delivered: bool, awake: bool) -> None:
        async def go_by() -> None:
            for _ in range(hours):
                self.clock.forward(timedelta(hours=1))
                with mock.patch.object(clocks, "ASLEEP", timedelta(hours=2 if awake else 0)):
                    await self.matches.clocks.tick()
                for reminder in await self.matches.reminders.due():
                    if delivered:
                        await self.matches.reminders.note_delivered(reminder.id)

        with mock.patch.object(clocks.log, "error", side_effect=AssertionError):  # nothing goes wrong in there
            self.runner.run(go_by())
        self.look()

    @rule(user=people, days=st.integers(0, 4))
    def vacation(self, user: int, days: int) -> None:
        async def go() -> None:
            if days:
                with contextlib.suppress(Refusal):
                    await self.matches.vacations.begin(user, days)
            else:
                await self.matches.vacations.end(user)

        self.runner.run(go())
        self.look()

    @rule(data=st.data(), user=people, seat=st.integers(0, 2), away=st.booleans())
    def take_over(self, data: st.DataObject, user: int, seat: int, away: bool) -> None:
        match = data.draw(st.sampled_from(self.all))
        if away and seat < len(match.seats):
            for person in match.seats[seat].people:
                self.tried(self.matches.act(match.id, presence.absent(person)))
        level = data.draw(st.sampled_from(ComputerLevel))
        self.tried(self.matches.act(match.id, presence.take_over(user, seat, level), interaction=self.fresh()))

    @rule(data=st.data(), user=people, seat=st.integers(0, 2), candidate=st.sampled_from([PLAYERS[3], 105, 106]))
    def somebody_new_plays(self, data: st.DataObject, user: int, seat: int, candidate: int) -> None:
        match = data.draw(st.sampled_from(self.all))
        self.tried(
            self.matches.act(match.id, proposals.replace_player(user, seat, candidate), interaction=self.fresh())
        )
        self.tried(self.matches.act(match.id, proposals.take_seat(candidate), interaction=self.fresh()))
        for other in PLAYERS:
            self.tried(self.matches.act(match.id, proposals.agree(other), interaction=self.fresh()))

    @rule(data=st.data(), user=people, really=st.integers(0, 9))
    def somebody_who_keeps_order_ends_it(self, data: st.DataObject, user: int, really: int) -> None:
        if not really:
            self.tried(self.matches.act(self.which(data), moderation.end(user), interaction=self.fresh()))

    @rule(
        data=st.data(),
        user=people,
        decision=st.sampled_from(
            [
                *(proposals.resign, proposals.offer_draw, proposals.agree, proposals.decline),
                *(turns.take_back, proposals.undo, expiry.claim),
            ]
        ),
    )
    def propose(self, data: st.DataObject, user: int, decision: Callable[[int], Decision]) -> None:
        self.tried(self.matches.act(self.which(data), decision(user), interaction=self.fresh()))

    @rule(data=st.data(), user=people)
    def an_interaction_comes_again(self, data: st.DataObject, user: int) -> None:
        used = data.draw(st.integers(10**6, self.interaction))
        before = self.runner.run(dump(self.store))
        if any(used in row for row in before["events"]):
            self.tried(self.matches.act(self.which(data), proposals.resign(user), interaction=used))
            assert self.runner.run(dump(self.store)) == before

    @rule(data=st.data(), user=people, gone=st.booleans())
    def absent(self, data: st.DataObject, user: int, gone: bool) -> None:
        self.tried(self.matches.act(self.which(data), presence.absent(user, gone)))

    @rule(user=people)
    def forget(self, user: int) -> None:
        self.runner.run(self.matches.people.forget(user))
        self.look()

    @rule(data=st.data(), user=people, thread=st.none() | st.integers(30, 31))
    def move_to(self, data: st.DataObject, user: int, thread: int | None) -> None:
        self.tried(self.matches.act(self.which(data), relocating.move_to(user, Place(1, 20, thread))))

    @rule(data=st.data())
    def repost(self, data: st.DataObject) -> None:
        self.tried(self.matches.outbox.repost(self.which(data)))

    @rule(data=st.data())
    def rebuild(self, data: st.DataObject) -> None:
        self.tried(self.matches.records.rebuild(self.which(data)))

    @rule()
    def the_worker_comes_by(self) -> None:
        for post in self.runner.run(self.matches.outbox.due()):
            self.runner.run(self.matches.outbox.note_posted(post.id, 900 + post.id))

    @rule(missing=st.booleans())
    def a_release_comes_by(self, missing: bool) -> None:
        if missing:
            self.runner.run(Matches(self.store, games={}, clock=self.clock).records.bring_up_to_date())
        else:
            self.rules_version += 1
            self.restart()
        self.look()

    @invariant()
    def every_match_is_sound(self) -> None:
        for match in self.all:  # what ended under older rules can't be played again
            if isinstance(match, Host) or match.rules_version == self.rules_version:
                assert self.runner.run(self.matches.records.check(match.id)) == []

    @invariant()
    def they_all_know_the_same_of_each_other(self) -> None:
        for match in self.all:
            assert match.series is not None
            assert self.all[0].series is not None
            assert (match.series.parts, match.series.over) == (self.all[0].series.parts, self.all[0].series.over)
            assert match.series.places == self.all[0].series.places
        ended = {match.id: match.status for match in self.all}
        for part in self.all[0].series.parts if self.all[0].series is not None else ():
            assert part.status == ended[part.match_id]
            assert (part.ending is None) == (part.status is not Status.OVER)

    @invariant()
    def the_series_is_over_with_its_last_match(self) -> None:
        live = [match for match in self.all if match.status in LIVE]
        series = self.all[0].series
        assert series is not None
        assert series.over == (not live)
        if series.kind is SeriesKind.POINTS:
            assert len(live) <= 1
            for match in live:
                assert match.series is not None
                assert match.series.part == len(self.all)
                assert max(match.series.totals) < TARGET
        elif live:  # the table waits for those who still play
            assert self.all[0] in live
            assert len(live) > 1

    @invariant()
    def the_seed_is_sealed_until_then(self) -> None:
        series = self.all[0].series
        assert series is not None
        assert {match.seed is not None for match in self.all} == {series.over}
        if series.kind is SeriesKind.PARALLEL and not series.over:
            assert all(part.ending is None or part.ending.scores is None for part in series.parts)

    @invariant()
    def the_table_knows_who_is_here(self) -> None:
        host = self.all[0]
        if isinstance(host, Host) and host.status is Status.RUNNING:
            for match in self.all[1:]:
                if match.status in (Status.RUNNING, Status.FROZEN):
                    assert match.series is not None
                    seat = host.seats[match.series.part - 1]
                    own = match.seats[0]
                    assert (seat.people, seat.away, seat.computer) == (own.people, own.away, own.computer)
                    assert seat.missed == own.missed

    @invariant()
    def a_computer_is_waited_for_exactly_where_one_is_to_move(self) -> None:
        due = [number for number, _ in self.runner.run(self.matches.lists.computer_turns())]
        asked = [match.id for match in self.all if match.proposal is not None and match.proposal.computers]
        assert sorted(due) == sorted({*asked, *(match.id for match in self.all if match.mover is not None)})
        for match in self.all:
            assert match.clock is None or match.clock.seat == match.to_move
            if match.mover is not None and match.seats[match.to_move or 0].computer is None:
                assert match.clock is not None
                assert (match.clock.expired, match.terms.on_expiry) == (True, Expiry.COMPUTER)

    @invariant()
    def nothing_private_is_posted(self) -> None:
        async def posted() -> Any:
            async with self.store.read() as connection:
                return (await connection.execute(select(posts.c.match_id))).scalars().all()

        private = {match.id for match in self.all if match.terms.private}
        assert private.isdisjoint(self.runner.run(posted()))
        assert (len(private) > 0) == isinstance(self.all[0], Host)


def run(new_address: Callable[[], str], examples: int, steps: int) -> None:
    run_state_machine_as_test(
        type("Clicks", (Clicks,), {"new_address": staticmethod(new_address)}),
        settings=settings(
            max_examples=examples, stateful_step_count=steps, deadline=None, suppress_health_check=list(HealthCheck)
        ),
    )


@pytest.mark.slow
def test_any_order_of_clicks_in_a_series(new_address: Callable[[], str]) -> None:
    run(new_address, examples=3, steps=14)


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_any_order_of_very_many_clicks_in_a_series(new_address: Callable[[], str]) -> None:
    run(new_address, examples=200, steps=50)
