"""What five people, computers, time and new releases do to one match at a time, in whatever order."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any
from unittest import mock

from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
)

from bot.match import ComputerLevel, Expiry, Match, Matches, Place, Refusal, Status, TableTerms
from bot.match.decisions import expiry, lobby, moderation, presence, proposals, relocating, turns
from bot.match.decisions.agreements import lapse
from bot.match.decisions.decision import Decision
from bot.match.parts import clocks
from bot.rules import Game, IllegalMove
from tests.databases import open_new
from tests.match.conftest import HERE, Clock, Dump, dump
from tests.match.toy import PLAYERS, HikeGame, RaceGame, TrioGame, games

people = st.sampled_from([*PLAYERS, 105])
FIRST = 10**6  # interaction ids begin above every other number in the database
moves = st.sampled_from(["walk", "roll", "deal", "fly", "step", "jump", "ask"])
kinds_of_games = st.sampled_from(["race", "trio", "hike", "hike"])
seats_or_none = st.none() | st.integers(-1, 4)
levels = st.sampled_from(ComputerLevel)


def all_games(rules_version: int) -> dict[str, Game[Any]]:
    return games(RaceGame(rules_version), TrioGame(rules_version), HikeGame(rules_version))


class Clicks(RuleBasedStateMachine):
    """One match at a time, with five people who try everything."""

    new_address: Callable[[], str]

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.clock = Clock()
        self.interaction = FIRST
        self.number = 0
        self.match: Match
        self.rules_version = 1
        self.store = open_new(self.new_address())
        self.restart()

    def restart(self) -> None:
        """Another process with the rules of the day."""
        # Secrets that are the same in each run: hypothesis has to find the same luck when it tries again.
        self.matches = Matches(
            self.store,
            games=all_games(self.rules_version),
            clock=self.clock,
            secret=lambda size: bytes([self.number]) * size,
        )

    def teardown(self) -> None:
        self.runner.run(self.store.close())
        self.runner.close()

    def tried(self, act: Awaitable[Match]) -> None:
        """The act is done, or refused and nothing has changed."""

        async def trying() -> tuple[Dump, Match | None, Dump]:
            before = await dump(self.store)
            try:
                result = await act
            except (Refusal, IllegalMove):
                result = None
            return before, result, await dump(self.store)

        before, result, after = self.runner.run(trying())
        if result is None:
            assert after == before
        else:
            self.match = result

    def fresh(self) -> int:
        self.interaction += 1
        return self.interaction

    @initialize(
        game=kinds_of_games,
        seats=st.integers(2, 4),
        odd=st.booleans(),
        shared=st.booleans(),
        guests=st.sets(people, max_size=2),
        computers=st.none() | levels,
        expiry=st.none() | st.sampled_from(Expiry),
    )
    def open(
        self,
        game: str,
        seats: int,
        odd: bool,
        shared: bool,
        guests: set[int],
        computers: ComputerLevel | None,
        expiry: Expiry | None,
    ) -> None:
        """A table; an odd race has teams, and at an odd hike nothing is played by itself."""
        options = {"goal": 8, "teams": odd and seats == 4} if game == "race" else {"goal": 8 if game == "trio" else 20}
        seats = 4 if game == "trio" else seats
        self.match = self.runner.run(
            self.matches.tables.open(
                TableTerms(
                    game=game,
                    options=options,
                    seats=seats,
                    shared=shared,
                    automatic=not odd,
                    move_time=None if expiry is None else timedelta(hours=20),
                    on_expiry=expiry or Expiry.COMPUTER,
                ),
                opener=PLAYERS[0],
                place=HERE,
                computers=computers,
                invited=sorted(guests)[: seats - 1],
            )
        )
        self.number = self.match.id

    @precondition(lambda self: self.match.status in (Status.OVER, Status.CANCELLED))
    @rule(
        game=kinds_of_games,
        seats=st.integers(2, 4),
        odd=st.booleans(),
        computers=st.none() | levels,
        expiry=st.none() | st.sampled_from(Expiry),
    )
    def next_table(
        self, game: str, seats: int, odd: bool, computers: ComputerLevel | None, expiry: Expiry | None
    ) -> None:
        self.open(game, seats, odd, False, set(), computers, expiry)

    @rule(user=people, seat=seats_or_none, level=st.none() | levels)
    def add_or_remove_a_computer(self, user: int, seat: int | None, level: ComputerLevel | None) -> None:
        if level is None:
            self.tried(self.matches.act(self.number, lobby.remove_computer(user, seat=seat), interaction=self.fresh()))
        else:
            self.tried(
                self.matches.act(self.number, lobby.add_computer(user, level, seat=seat), interaction=self.fresh())
            )

    @rule(user=people, seat=seats_or_none, table=st.none() | st.integers(500, 502))
    def join(self, user: int, seat: int | None, table: int | None) -> None:
        self.tried(
            self.matches.act(self.number, lobby.join(user, seat=seat, message_id=table), interaction=self.fresh())
        )

    @precondition(lambda self: self.match.status is Status.OPEN)
    @rule()
    def everybody_sits_down_and_it_begins(self) -> None:
        for user in PLAYERS:
            self.tried(self.matches.act(self.number, lobby.join(user)))
        for user in PLAYERS:
            self.tried(self.matches.act(self.number, lobby.begin(user, message_id=503)))

    @rule(user=people)
    def leave(self, user: int) -> None:
        self.tried(self.matches.act(self.number, lobby.leave(user)))

    @rule(user=people)
    def cancel(self, user: int) -> None:
        self.tried(self.matches.act(self.number, lobby.cancel(user)))

    @rule(user=people, move=moves, behind=st.none() | st.integers(0, 3))
    def play(self, user: int, move: str, behind: int | None) -> None:
        seen = None if behind is None else self.match.version - behind
        self.tried(self.matches.act(self.number, turns.play(user, move, seen_version=seen), interaction=self.fresh()))

    @precondition(lambda self: self.match.to_move_people() != ())
    @rule(data=st.data())
    def play_in_turn(self, data: st.DataObject) -> None:
        assert self.match.state is not None
        self.play(self.match.to_move_people()[0], data.draw(st.sampled_from(self.match.state.legal())), 0)

    @rule(user=people, several=st.lists(moves, min_size=2, max_size=4))
    def play_what_was_planned(self, user: int, several: list[str]) -> None:
        before = self.match.version
        self.tried(self.matches.act(self.number, turns.play(user, *several), interaction=self.fresh()))
        assert self.match.version == before or self.match.version >= before + len(several)

    @rule(move=moves, behind=st.integers(0, 3), hopeless=st.none() | st.booleans())
    def play_for_a_computer(self, move: str, behind: int, hopeless: bool | None) -> None:
        played = turns.play_computer(move, seen_version=self.match.version - behind, hopeless=hopeless)
        self.tried(self.matches.act(self.number, played))

    @rule(seat=st.integers(0, 3), agrees=st.booleans(), behind=st.integers(0, 3))
    def answer_for_a_computer(self, seat: int, agrees: bool, behind: int) -> None:
        seen = self.match.version - behind
        self.tried(self.matches.act(self.number, proposals.answer(seat, agrees=agrees, seen_version=seen)))

    @precondition(lambda self: self.match.proposal is not None and self.match.proposal.computers)
    @rule(agrees=st.booleans())
    def computers_answer(self, agrees: bool) -> None:
        assert self.match.proposal is not None
        before = self.match.version
        self.answer_for_a_computer(self.match.proposal.computers[0], agrees, 0)
        assert self.match.version == before + 1

    @precondition(lambda self: self.waits_for_a_computer())
    @rule(data=st.data(), at_most=st.integers(1, 8))
    def computers_play_in_turn(self, data: st.DataObject, at_most: int) -> None:
        seats = self.match.seats
        for _ in range(at_most):
            if not self.waits_for_a_computer():
                break
            assert self.match.state is not None
            self.play_for_a_computer(data.draw(st.sampled_from(self.match.state.legal())), 0, True)
        assert self.match.seats == seats

    def waits_for_a_computer(self) -> bool:
        return self.match.mover is not None

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

        self.runner.run(go_by())
        self.match = self.runner.run(self.matches.get(self.number))

    @rule(user=people)
    def claim(self, user: int) -> None:
        self.tried(self.matches.act(self.number, expiry.claim(user), interaction=self.fresh()))

    @rule(user=people, days=st.integers(0, 4))
    def vacation(self, user: int, days: int) -> None:
        async def go() -> None:
            if days:
                with contextlib.suppress(Refusal):
                    await self.matches.vacations.begin(user, days)
            else:
                await self.matches.vacations.end(user)

        self.runner.run(go())
        self.match = self.runner.run(self.matches.get(self.number))

    @rule(user=people, seat=st.integers(-1, 4), level=levels)
    def take_over(self, user: int, seat: int, level: ComputerLevel) -> None:
        self.tried(self.matches.act(self.number, presence.take_over(user, seat, level), interaction=self.fresh()))

    @precondition(lambda self: self.match.status is Status.RUNNING)
    @rule(data=st.data(), level=levels)
    def somebody_leaves_and_is_played_for(self, data: st.DataObject, level: ComputerLevel) -> None:
        user = data.draw(st.sampled_from(PLAYERS))
        self.absent(user, True)
        for seat in (seat.number for seat in self.match.seats if seat.absent):
            for other in PLAYERS:
                self.take_over(other, seat, level)

    @precondition(lambda self: self.match.status is Status.RUNNING)
    @rule(data=st.data())
    def a_side_gives_up(self, data: st.DataObject) -> None:
        user = data.draw(st.sampled_from(PLAYERS))
        gone = [seat.resigned for seat in self.match.seats]
        self.propose(user, proposals.resign)
        for other in PLAYERS:
            if self.match.proposal is not None and self.match.proposal.kind == "resign":
                self.propose(other, proposals.agree)
        assert all(seat.resigned for seat, was in zip(self.match.seats, gone, strict=True) if was)

    @rule(user=people, behind=st.none() | st.integers(0, 3))
    def take_back(self, user: int, behind: int | None) -> None:
        before, seat = self.match, self.match.seat_of(user)
        seen = None if behind is None else before.version - behind
        self.tried(self.matches.act(self.number, turns.take_back(user, seen_version=seen), interaction=self.fresh()))
        if self.match.version != before.version:
            gone = before.trail.decisions[-before.trail.retractable :]
            assert (gone[0].seat, gone[0].automatic) == (before.to_move, False)
            assert not any(decision.computer for decision in gone)
            assert seat == [before.to_move]
            assert not any(decision.lucky for decision in gone)
            offered = before.proposal if before.proposal is None or before.proposal.kind != "undo" else None
            assert (self.match.state, self.match.proposal) == (gone[0].before, offered)

    @precondition(lambda self: self.match.to_move_people() != () and self.match.trail.retractable)
    @rule()
    def take_back_in_turn(self) -> None:
        before = self.match.version
        self.take_back(self.match.to_move_people()[0], 0)
        assert self.match.version == before + 1

    @precondition(lambda self: self.match.status is Status.RUNNING)
    @rule(data=st.data())
    def all_agree_to_an_undo(self, data: st.DataObject) -> None:
        before, user = self.match, data.draw(st.sampled_from(PLAYERS))
        own = before.seat_of(user)
        self.propose(user, proposals.undo)
        if self.match.proposal != before.proposal and self.match.proposal is not None:
            assert self.match.state == before.state
            for other in PLAYERS:
                self.propose(other, proposals.agree)
        if self.match.state != before.state:
            assert self.match.proposal is None
            assert [self.match.to_move] == own

    @rule(user=people, really=st.integers(0, 9))
    def somebody_who_keeps_order_ends_it(self, user: int, really: int) -> None:
        if not really:
            self.tried(self.matches.act(self.number, moderation.end(user), interaction=self.fresh()))
            assert self.match.status in (Status.OVER, Status.CANCELLED)

    @precondition(lambda self: self.match.status is Status.OVER)
    @rule(data=st.data())
    def it_is_played_again(self, data: st.DataObject) -> None:
        before = self.match
        self.tried(self.matches.tables.rematch(self.number, data.draw(people), interaction=self.fresh()))
        self.number = self.match.id
        if self.match != before:
            assert self.match.status is Status.OPEN

    @precondition(lambda self: any(seat.absent for seat in self.match.seats))
    @rule(user=people, candidate=st.integers(105, 107), sure=st.booleans())
    def somebody_new_is_asked_to_play(self, user: int, candidate: int, sure: bool) -> None:
        for seat in [seat.number for seat in self.match.seats if seat.absent]:
            act = self.matches.act(
                self.number, proposals.replace_player(user, seat, candidate), interaction=self.fresh()
            )
            self.tried(act)
        self.tried(self.matches.act(self.number, proposals.take_seat(candidate), interaction=self.fresh()))
        for other in PLAYERS if sure else ():
            if self.match.proposal is not None and self.match.proposal.kind == "replace":
                self.propose(other, proposals.agree)

    @rule(hours=st.integers(1, 100))
    def a_proposal_may_lapse(self, hours: int) -> None:
        self.clock.forward(timedelta(hours=hours))
        proposal, now = self.match.proposal, self.clock.now
        self.tried(self.matches.act(self.number, Decision("lapse", lapse)))
        if proposal is not None and proposal.until is not None and proposal.until <= now:
            assert self.match.proposal is None

    @rule(
        user=people,
        decision=st.sampled_from(
            [proposals.resign, proposals.offer_draw, proposals.undo, proposals.agree, proposals.decline]
        ),
    )
    def propose(self, user: int, decision: Callable[[int], Decision]) -> None:
        self.tried(self.matches.act(self.number, decision(user), interaction=self.fresh()))

    @rule(user=people, gone=st.booleans())
    def absent(self, user: int, gone: bool) -> None:
        self.tried(self.matches.act(self.number, presence.absent(user, gone)))

    @rule(user=people, channel=st.integers(20, 22), thread=st.none() | st.integers(30, 31))
    def move_to(self, user: int, channel: int, thread: int | None) -> None:
        self.tried(self.matches.act(self.number, relocating.move_to(user, Place(1, channel, thread))))

    @rule(user=people, channel=st.integers(20, 22), thread=st.none() | st.integers(30, 31), others=st.booleans())
    def relocate(self, user: int, channel: int, thread: int | None, others: bool) -> None:
        place = Place(1, channel, thread)
        self.tried(self.matches.act(self.number, relocating.relocate(user, place, other_people=others)))

    @rule(user=people)
    def wait(self, user: int) -> None:
        self.tried(self.matches.act(self.number, lobby.wait(user)))

    @precondition(lambda self: self.match.begins_at is not None)
    @rule(seconds=st.integers(9, 11))
    def a_full_table_begins(self, seconds: int) -> None:
        assert self.match.begins_at is not None
        self.clock.forward(timedelta(seconds=seconds))
        is_time = self.match.begins_at <= self.clock.now
        started_matches = self.runner.run(self.matches.tables.begin_full())
        self.match = self.runner.run(self.matches.get(self.number))
        assert ([one.id for one in started_matches] == [self.number]) is is_time
        assert (self.match.begins_at is None) is is_time

    @rule()
    def leave_thread(self) -> None:
        self.tried(self.matches.act(self.number, relocating.leave_thread()))
        assert self.match.status in (Status.OPEN, Status.CANCELLED) or self.match.place.thread_id is None

    @rule()
    def a_release_with_older_rules_comes_by(self) -> None:
        older = Matches(self.store, games=all_games(0), clock=self.clock)

        async def looking() -> tuple[Dump, Match, Dump]:
            before = await dump(self.store)
            return before, await older.get(self.number), await dump(self.store)

        before, seen, after = self.runner.run(looking())
        assert after == before
        assert (seen.status is Status.FROZEN) == (self.match.status is Status.RUNNING)

    @rule()
    def repost(self) -> None:
        self.tried(self.matches.outbox.repost(self.number))

    @precondition(lambda self: self.interaction > FIRST)
    @rule(user=people, data=st.data())
    def an_interaction_comes_again(self, user: int, data: st.DataObject) -> None:
        old = data.draw(st.integers(FIRST + 1, self.interaction))
        log = self.runner.run(dump(self.store))
        if any(old in row for row in log["events"]):
            self.tried(self.matches.act(self.number, turns.play(user, "walk"), interaction=old))
            assert self.runner.run(dump(self.store)) == log

    @rule(delivered=st.booleans(), late=st.booleans())
    def the_worker_comes_by(self, delivered: bool, late: bool) -> None:
        async def work() -> None:
            for post in await self.matches.outbox.due():
                if delivered:
                    message = await self.matches.outbox.message_to_edit(post) or 900 + post.id
                    await self.matches.outbox.note_posted(post.id, message, words={"version": post.version})
                    for old in await self.matches.outbox.boards_to_strip(post.match_id):
                        await self.matches.outbox.note_stripped(old.id)
                else:
                    await self.matches.outbox.note_failed(
                        post.id, "503", retry_in=timedelta(minutes=1) if late else None
                    )

        self.runner.run(work())
        self.clock.forward(timedelta(minutes=2))

    @rule()
    def a_release_changes_the_rules(self) -> None:
        self.rules_version += 1
        self.restart()
        self.match = self.runner.run(self.matches.get(self.number))

    @rule(user=people)
    def forget(self, user: int) -> None:
        self.runner.run(self.matches.people.forget(user))
        self.match = self.runner.run(self.matches.get(self.number))
