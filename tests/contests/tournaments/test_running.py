"""Tournaments in a database: rounds begin, go on and end by themselves (docs/tournaments.md)."""

import asyncio
import hashlib
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot.contests.parts.tournament_rounds import NEWS_OPEN, NEWS_OVER
from bot.contests.tournaments.meetings import Format
from bot.contests.tournaments.rounds import current, draw_order
from bot.contests.values.contest import ELSEWHERE
from bot.contests.values.tournament import TournamentTerms
from bot.match import Matches, Place, Status
from bot.match.decisions import moderation, turns
from bot.match.parts import clocks
from bot.store import Store
from bot.store.queries import tournaments
from bot.store.queries.contest_kind import ContestKind
from tests.contests.league_life import CHANNEL, DAY, FIRST, GUILD, HOUR, Killed, deadly, open_store
from tests.contests.tournament_life import (
    GROUPS,
    KNOCKOUT,
    TERMS,
    TournamentLife,
    everybody_draws,
    first_seat_resigns,
    running,
)
from tests.match.conftest import Clock


def test_each_message_elsewhere_is_a_part_of_its_own() -> None:
    """A part is told once: with the same number, the channel for announcements would never hear who has won."""
    assert NEWS_OVER < NEWS_OPEN < ELSEWHERE


class TestRounds:
    """Rounds follow each other as their tables are decided."""

    @pytest.mark.thorough
    @pytest.mark.sample(2)
    @pytest.mark.parametrize(
        ("terms", "people"),
        [(TERMS, 7), (KNOCKOUT, 7), (replace(TERMS, kind=Format.ROUND_ROBIN), 5), (GROUPS, 9)],
        ids=lambda value: value.kind if isinstance(value, TournamentTerms) else None,
    )
    async def test_each_kind_is_played_to_its_end(
        self, life: TournamentLife, terms: TournamentTerms, people: int
    ) -> None:
        await life.start(people, terms)
        tournament = await life.live(lambda tournament, match: str(len(match.players) - 1), looks=900)
        assert current(tournament.field) == tournament.planned
        assert sorted(player.place or 0 for player in tournament.players) == list(range(1, people + 1))
        assert not any(match.is_open for match in tournament.matches)

    async def test_the_draw_was_sealed_before_and_can_be_checked_after(self, life: TournamentLife) -> None:
        before = await life.create(5)
        assert before.seed is None
        life.clock.forward(TERMS.sign_up)
        at_the_end = await life.live(everybody_draws)
        assert at_the_end.seed is not None
        assert at_the_end.salt is not None
        seed = bytes.fromhex(at_the_end.seed)
        assert hashlib.sha256(seed).hexdigest() == before.commitment
        assert at_the_end.salt == str(before.messages[0][0])
        assert list(at_the_end.field.order) == draw_order(
            seed, at_the_end.salt, [player.number for player in at_the_end.players]
        )

    async def test_a_table_begins_in_a_thread_below_its_announcement_with_sealed_luck(
        self, life: TournamentLife
    ) -> None:
        tournament = await life.start(4)
        for table in tournament.matches:
            assert table.match_id is not None
            match = await life.matches.get(table.match_id)
            assert (match.status, match.commitment) == (Status.RUNNING, table.commitment)
            assert match.salt == str(match.table_message_id)
            assert match.place == Place(GUILD, CHANNEL, match.table_message_id)
            assert match.terms.rated
            assert await life.matches.records.check(table.match_id) == []
        assert len({table.commitment for table in tournament.matches}) == 2

    async def test_a_match_that_a_moderator_ends_counts_as_drawn(self, life: TournamentLife) -> None:
        tournament = await life.start(4)
        for table in running(tournament):
            assert table.match_id is not None
            await life.matches.act(table.match_id, moderation.end(1))
        assert [match.meeting.places for match in (await life.now()).matches] == [(1, 1)] * 2

    async def test_whoever_a_match_waits_for_at_the_end_of_a_round_loses_it(self, life: TournamentLife) -> None:
        tournament = await life.start(4, replace(TERMS, move_time=2 * DAY))
        first, second = tournament.matches
        assert second.match_id is not None
        (mover,) = (await life.matches.get(second.match_id)).to_move_people()
        await life.matches.act(second.match_id, turns.play(mover, "walk"))
        life.clock.forward(2 * DAY)
        await life.look()
        tournament = await life.now()
        assert [match.meeting.places for match in tournament.of_round(1)] == [(2, 1), (1, 2)]
        assert tournament.of_round(2)
        for table in (first, second):
            assert table.match_id is not None
            match = await life.matches.get(table.match_id)
            assert (match.status, match.ending and match.ending.places) == (Status.OVER, None)
            assert not match.gains

    async def test_in_groups_all_others_then_share_the_first_place(self, life: TournamentLife) -> None:
        await life.start(4, replace(GROUPS, move_time=2 * DAY))
        life.clock.forward(2 * DAY)
        await life.look()
        (table, *_) = (await life.now()).matches
        assert table.meeting.places == (4, 1, 1, 1)

    async def test_the_time_of_a_round_is_over_when_it_has_gone_by(self, life: TournamentLife) -> None:
        tournament = await life.start(4, replace(TERMS, move_time=2 * DAY))
        assert tournament.round is not None
        assert tournament.round.ends_at == life.clock.now + 2 * DAY
        life.clock.forward(2 * DAY - timedelta(milliseconds=1))
        await life.look()
        assert len(running(await life.now())) == 2
        life.clock.forward(timedelta(milliseconds=1))
        await life.look()
        assert not any(match.is_open for match in (await life.now()).of_round(1))

    async def test_in_groups_the_others_then_share_the_places_before_whoever_has_resigned(
        self, life: TournamentLife
    ) -> None:
        tournament = await life.start(4, replace(GROUPS, move_time=2 * DAY))
        users = {player.number: player.user for player in tournament.players}
        (table,) = tournament.matches
        await life.play(lambda tournament, match: "2")
        life.clock.forward(2 * DAY)
        await life.look()
        (table, *_) = (await life.now()).matches
        assert table.meeting.places == (3, 1, 4, 1)
        assert set(users) == set(table.players)

    async def test_a_drawn_match_of_a_knockout_is_played_again_and_then_the_lot_decides(
        self, life: TournamentLife
    ) -> None:
        tournament = await life.start(4, KNOCKOUT)
        await life.play(everybody_draws)
        await life.look()
        tournament = await life.now()
        assert len(running(tournament)) == 2
        for table in running(tournament):
            first = next(one for one in tournament.matches if one.meeting.number == table.meeting.number)
            assert table.meeting.again
            assert table.players == first.players[::-1]
        at_the_end = await life.live(everybody_draws)
        lots = at_the_end.lots
        assert at_the_end.field.present
        best = min(at_the_end.players, key=lambda player: player.place or 99)
        assert lots[best.number] == min(lots.values())

    async def test_a_drawn_match_is_not_played_again_once_the_round_is_over(self, life: TournamentLife) -> None:
        await life.start(4, KNOCKOUT)
        life.clock.forward(2 * DAY - HOUR)
        await life.play(everybody_draws)
        life.clock.forward(HOUR)
        await life.look()
        again = [match for match in (await life.now()).matches if match.meeting.again]
        assert [(match.match_id, match.meeting.places) for match in again] == [(None, (1, 1))] * 2


class TestAway:
    """A channel that is deleted, and a server that removes the bot and takes it back."""

    async def test_nothing_begins_or_ends_by_time_while_the_channel_is_gone(self, life: TournamentLife) -> None:
        await life.create(4, replace(TERMS, move_time=2 * DAY))
        life.reachable = False
        life.clock.forward(TERMS.sign_up)
        await life.look()
        assert (await life.now()).began_at is None
        life.reachable = True
        await life.look()
        life.reachable = False
        life.clock.forward(3 * DAY)
        await life.contests.tournament_rounds.look_after(await life.now(), lambda _: False)
        assert all(match.is_open for match in (await life.now()).matches)

    async def test_a_round_that_could_not_begin_gets_its_time_again(self, life: TournamentLife) -> None:
        await life.create(4)
        life.clock.forward(TERMS.sign_up)
        (tournament,) = await life.contests.tournament_rounds.list_unfinished()
        await life.contests.tournament_rounds.look_after(tournament, lambda _: True)
        life.clock.forward(TERMS.round_time)
        await life.look()
        tournament = await life.now()
        assert len(running(tournament)) == 2
        assert tournament.round is not None
        assert tournament.round.ends_at == life.clock.now + TERMS.round_time

    async def test_it_goes_on_in_another_channel(self, life: TournamentLife) -> None:
        before = await life.start(4)
        await life.contests.tournaments.move(life.number, 33)
        assert (await life.now()).messages == {}
        await life.play(first_seat_resigns)
        await life.look()
        tournament = await life.now()
        assert tournament.salt == before.salt
        (match, *_) = running(tournament)
        assert (await life.matches.get(match.match_id or 0)).place.channel_id == 33

    async def test_the_time_in_which_the_bot_was_down_does_not_count(
        self, life: TournamentLife, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        running = await life.start(4, replace(TERMS, move_time=2 * DAY))
        waiting = await life.contests.tournaments.create("Other", TERMS, guild_id=GUILD, channel_id=CHANNEL)
        assert running.round is not None
        monkeypatch.setattr(clocks, "ASLEEP", timedelta(minutes=1))
        life.clock.forward(3 * DAY)
        await life.look()
        after = (await life.now()).round
        assert after is not None
        assert (after.number, after.ends_at) == (1, running.round.ends_at + 3 * DAY)
        assert (await life.contests.tournaments.get(waiting.id)).begins_at == waiting.begins_at + 3 * DAY


class TestProcesses:
    """Killed in between, or two at the same time: nothing is lost or doubled."""

    @pytest.mark.slow
    async def test_several_processes_look_after_the_same_tournament(self, life: TournamentLife, store: Store) -> None:
        await life.create(6)
        life.clock.forward(TERMS.sign_up)
        others = [TournamentLife(life.matches, life.clock) for _ in range(2)]
        for number, other in enumerate(others, start=1):
            other.messages = iter(range(number * 10**6, 2 * number * 10**6))  # type: ignore[assignment]
            other.matches = Matches(store, games=life.matches.dependencies.reader.games, clock=life.clock)
        for _ in range(30):
            await asyncio.gather(life.look(), *(other.look() for other in others))
            await life.play(first_seat_resigns)
            if (tournament := await life.now()).ended_at is not None:
                break
        assert tournament.ended_at is not None
        assert [len(tournament.of_round(number)) for number in (1, 2, 3)] == [3, 3, 3]
        assert len({match.match_id for match in tournament.matches}) == 9

    @pytest.mark.slow
    async def test_the_same_seed_gives_the_same_tournament_with_or_without_kills(
        self, new_address: Callable[[], str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        kept, killed = [await whole_tournament(new_address(), kills, monkeypatch) for kills in (None, 6)]
        assert kept == killed


WRITES: list[tuple[object, str]] = [
    *((ContestKind, name) for name in ("change", "change_player", "change_match", "add_matches", "note_message")),
    *((tournaments, name) for name in ("add_round", "salt")),
]


async def whole_tournament(address: str, kills: int | None, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """How a Swiss of nine is played with a drop-out and a late entry, with one kill in so many writes."""
    clock = Clock()
    store, matches = await open_store(address, clock, 1)
    life = TournamentLife(matches, clock)
    await life.create(9)
    clock.forward(TERMS.sign_up)
    with monkeypatch.context() as patch:
        deaths = iter(()) if kills is None else deadly(kills, patch, WRITES)
        next(deaths, 0)
        for step in range(200):
            try:
                await life.look()
                tournament = await life.now()
                if tournament.player(FIRST + 50) is None and tournament.running:
                    await life.contests.tournaments.join(life.number, FIRST + 50)
                if len(tournament.rounds) == 2 and not tournament.gone:
                    await life.contests.tournaments.leave(life.number, FIRST + 2)
            except Killed:
                await store.close()
                store, matches = await open_store(address, clock, step + 2)
                life.matches = matches
                continue
            if tournament.ended_at is not None:
                break
            if all(match.match_id or not match.is_open for match in tournament.matches):
                await life.play(lambda tournament, match: str((match.meeting.round + match.meeting.number) % 2))
        assert tournament.ended_at is not None
        assert kills is None or next(deaths) > 3
    await store.close()
    return [(match.meeting, match.decided) for match in tournament.matches]
