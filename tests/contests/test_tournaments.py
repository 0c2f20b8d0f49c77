"""Tournaments in a database: they begin, go on and end by themselves (docs/tournaments.md)."""

import asyncio
import hashlib
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot.contests.contests import Contests
from bot.contests.parts.tournament_rounds import NEWS_OPEN, NEWS_OVER, ROUND, SIGN_UP
from bot.contests.tournaments.meetings import Kind
from bot.contests.tournaments.rounds import current, draw_order
from bot.contests.tournaments.standings import table as table_of
from bot.contests.values.contest import ELSEWHERE, AlreadyIn, TeamsInLeague, Viewer
from bot.contests.values.tournament import (
    CheckInNotOpen,
    HasBegun,
    NoCheckIn,
    NoLuckToShare,
    NoSuchTournament,
    NotInTheTournament,
    NoTournamentNow,
    NotYetInTheTournament,
    RoundsForTournament,
    RoundTooShort,
    SeatsForTournament,
    TooFewForTournament,
    TooLateToJoin,
    TooManyTournaments,
    Tournament,
    TournamentExists,
    TournamentFull,
    TournamentIsOver,
    TournamentMatch,
    TournamentTerms,
    WhichTournament,
)
from bot.match import BadOption, Matches, NotOver, Place, Status
from bot.match.decisions import moderation, relocating, turns
from bot.match.decisions.decision import Decision
from bot.match.parts import clocks
from bot.match.values import ComputerLevel
from bot.match.values.errors import Busy, OthersStillPlay, StaysApart
from bot.store import Store
from bot.store.queries import tournaments
from bot.store.queries.contest_kind import ContestKind
from bot.text.own_words import OwnWords
from tests.contests.league_life import (
    CHANNEL,
    DAY,
    FIRST,
    GUILD,
    HOUR,
    Killed,
    deadly,
    open_store,
    play_instead,
    viewer,
)
from tests.contests.tournament_life import TERMS, TournamentLife
from tests.match.conftest import Clock

KNOCKOUT = replace(TERMS, kind=Kind.KNOCKOUT)
GROUPS = replace(TERMS, kind=Kind.GROUPS, seats=4, rounds=2)
DUPLICATE = replace(TERMS, duplicate=True)


@pytest.fixture(autouse=True)
def seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot looks at the time once in half an hour."""
    monkeypatch.setattr(clocks, "ASLEEP", timedelta(days=99))


@pytest.fixture
def life(matches: Matches, clock: Clock) -> TournamentLife:
    return TournamentLife(matches, clock)


def first_seat_resigns(tournament: Tournament, match: TournamentMatch) -> str:
    return "0"


def everybody_draws(tournament: Tournament, match: TournamentMatch) -> str:
    return "draw"


def busy(why: str) -> Decision:
    raise Busy


def running(tournament: Tournament) -> list[TournamentMatch]:
    return [match for match in tournament.matches if match.status is Status.RUNNING]


def test_each_message_elsewhere_is_a_part_of_its_own() -> None:
    """A part is told once: with the same number, the channel for announcements would never hear who has won."""
    assert NEWS_OVER < NEWS_OPEN < ELSEWHERE


class TestCreating:
    """A tournament is a game with options that fit."""

    async def test_names_are_unique_among_those_that_are_not_over(self, contests: Contests) -> None:
        first = await contests.tournaments.create("Cup", TERMS, guild_id=GUILD, channel_id=CHANNEL)
        with pytest.raises(TournamentExists):
            await contests.tournaments.create(" cup ", TERMS, guild_id=GUILD, channel_id=CHANNEL)
        await contests.tournaments.create("Cup", TERMS, guild_id=2, channel_id=CHANNEL)
        await contests.tournaments.close(first.id)
        second = await contests.tournaments.create("Cup", TERMS, guild_id=GUILD, channel_id=CHANNEL)
        assert (await contests.tournaments.find(GUILD, "CUP", viewer=None)).id == second.id
        assert (await contests.tournaments.find(GUILD, None, viewer=None)).id == second.id
        assert (await contests.tournaments.find(GUILD, str(first.id), viewer=None)).cancelled
        with pytest.raises(NoSuchTournament):
            await contests.tournaments.find(3, str(first.id), viewer=None)

    async def test_without_a_name_it_is_the_only_one_or_one_has_to_be_chosen(
        self, contests: Contests, clock: Clock
    ) -> None:
        """To look at, also the one that ended last if none goes on."""

        async def create(name: str) -> int:
            return (await contests.tournaments.create(name, TERMS, guild_id=GUILD, channel_id=CHANNEL)).id

        for also_over in (False, True):
            with pytest.raises(NoTournamentNow):
                await contests.tournaments.find(GUILD, None, also_over=also_over, viewer=None)
        first, second = [await create(name) for name in ("Cup", "Plate")]
        for name, also_over in ((None, False), (None, True), (" ", False)):
            with pytest.raises(WhichTournament):
                await contests.tournaments.find(GUILD, name, also_over=also_over, viewer=None)
        for number in (second, first):
            clock.forward(HOUR)
            await contests.tournaments.close(number)
        assert (await contests.tournaments.find(GUILD, None, also_over=True, viewer=None)).id == first
        with pytest.raises(NoTournamentNow):
            await contests.tournaments.find(GUILD, None, viewer=None)

    async def test_it_is_there_for_those_who_see_its_channel_and_those_who_have_joined(
        self, life: TournamentLife, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Also once they have left, and when it is over."""

        async def found(one: Viewer) -> bool:
            there = await life.contests.tournaments.of_guild(GUILD, viewer=one)
            for name in (None, "Cup", str(life.number)):
                if there:
                    tournament = await life.contests.tournaments.find(GUILD, name, also_over=True, viewer=one)
                    assert there == [(tournament.id, OwnWords("Cup"))]
                else:
                    with pytest.raises(NoTournamentNow if name is None else NoSuchTournament):
                        await life.contests.tournaments.find(GUILD, name, also_over=True, viewer=one)
            return bool(there)

        await life.start(4)
        await life.contests.tournaments.leave(life.number, FIRST)
        for over in (False, True):
            assert [await found(viewer(user)) for user in (FIRST, FIRST + 1, FIRST + 9)] == [True, True, False]
            assert await found(viewer(FIRST + 9, CHANNEL))
            running = life.contests.tournaments.running_of
            told = [len(await running(GUILD, FIRST + 1, viewer=viewer(user))) for user in (FIRST + 1, FIRST, FIRST + 9)]
            assert told == ([0, 0, 0] if over else [1, 1, 0])
            if not over:
                await life.contests.tournaments.close(life.number)
        monkeypatch.setattr(tournaments, "joined_by", None)  # it isn't asked
        assert await found(viewer(FIRST + 9, CHANNEL))

    @pytest.mark.parametrize(
        ("changes", "refused"),
        [
            ({"options": {"goal": 0}}, BadOption),
            ({"options": {"speed": 1}}, BadOption),
            ({"seats": 3}, SeatsForTournament),
            ({"kind": Kind.GROUPS}, SeatsForTournament),
            ({"kind": Kind.GROUPS, "seats": 5}, BadOption),
            ({"kind": Kind.GROUPS, "seats": 4, "options": {"teams": True}}, TeamsInLeague),
            ({"round_time": timedelta(minutes=30)}, RoundTooShort),
            ({"kind": Kind.KNOCKOUT, "rounds": 3}, RoundsForTournament),
            ({"kind": Kind.ROUND_ROBIN, "rounds": 3}, RoundsForTournament),
        ],
    )
    async def test_the_game_and_its_options_have_to_fit(
        self, contests: Contests, changes: dict[str, Any], refused: type[Exception]
    ) -> None:
        with pytest.raises(refused):
            await contests.tournaments.create("Cup", replace(TERMS, **changes), guild_id=GUILD, channel_id=CHANNEL)
        assert await contests.tournaments.of_guild(GUILD, viewer=None) == []

    async def test_a_server_has_ten_that_go_on_and_sees_the_newest_25_others(
        self, contests: Contests, clock: Clock
    ) -> None:
        async def create(name: str, guild: int = GUILD) -> int:
            return (await contests.tournaments.create(name, TERMS, guild_id=guild, channel_id=CHANNEL)).id

        ended = []
        for number in range(26):
            ended.append(await create(f"Old {number}"))
            await contests.tournaments.close(ended[-1])
            clock.forward(HOUR)
        going_on = [await create(f"Cup {number}") for number in range(10)]
        with pytest.raises(TooManyTournaments) as refusal:
            await create("One more")
        assert refusal.value.values == {"limit": 10}
        elsewhere = await create("One more", 2)
        listed = [number for number, _ in await contests.tournaments.of_guild(GUILD, viewer=None)]
        assert listed == [*going_on, *ended[:0:-1]]
        assert await contests.tournaments.of_guild(2, viewer=None) == [(elsewhere, OwnWords("One more"))]
        assert (await contests.tournaments.find(GUILD, "old 1", viewer=None)).id == ended[1]
        for unknown in ("Old 0", None):
            with pytest.raises(NoSuchTournament):
                await contests.tournaments.find(GUILD, unknown, viewer=None)

    async def test_a_name_has_40_letters_and_single_spaces(self, contests: Contests) -> None:
        name = " The   cup of  " + "x" * 50
        tournament = await contests.tournaments.create(name, TERMS, guild_id=GUILD, channel_id=CHANNEL)
        assert tournament.name.plain == "The cup of " + "x" * 29

    async def test_a_round_may_take_as_long_as_a_turn(self, contests: Contests) -> None:
        terms = replace(TERMS, move_time=2 * DAY)
        tournament = await contests.tournaments.create("Cup", terms, guild_id=GUILD, channel_id=CHANNEL)
        assert replace(tournament.terms, options=terms.options) == terms

    @pytest.mark.parametrize(
        ("changes", "sizes"),
        [
            ({}, (2,)),
            ({"kind": Kind.GROUPS, "seats": 4}, (4, 3)),
            ({"kind": Kind.GROUPS, "seats": 3}, (3,)),
        ],
    )
    async def test_a_group_may_be_one_smaller_if_three_are_left(
        self, contests: Contests, changes: dict[str, Any], sizes: tuple[int, ...]
    ) -> None:
        terms = replace(TERMS, **changes)
        tournament = await contests.tournaments.create("Cup", terms, guild_id=GUILD, channel_id=CHANNEL)
        assert tournament.sizes == sizes

    async def test_luck_can_only_be_shared_where_there_is_luck(self, store: Store) -> None:
        terms = TournamentTerms(Kind.SWISS, "cirondo", duplicate=True)
        with pytest.raises(NoLuckToShare):
            await Contests(Matches(store)).tournaments.create("Cup", terms, guild_id=GUILD, channel_id=CHANNEL)


class TestSigningUp:
    """People join until the tournament begins, and late until its second round."""

    async def test_two_clicks_at_the_deadline_enter_once(self, life: TournamentLife) -> None:
        await life.create(4)
        life.clock.forward(TERMS.sign_up)
        late = FIRST + 50
        joins = [life.contests.tournaments.join(life.number, late) for _ in range(2)]
        outcomes = await asyncio.gather(joins[0], life.look(), joins[1], return_exceptions=True)
        assert sum(isinstance(one, AlreadyIn) for one in outcomes) == 1
        tournament = await life.live(first_seat_resigns)
        assert [player.user for player in tournament.players].count(late) == 1
        assert len({player.drawn for player in tournament.players}) == 5

    async def test_too_few_wait_as_long_again(self, life: TournamentLife) -> None:
        tournament = await life.start(3)
        assert tournament.began_at is None
        assert tournament.begins_at == life.clock.now + TERMS.sign_up
        with pytest.raises(TooFewForTournament) as refusal:
            await life.contests.tournaments.start(life.number)
        assert refusal.value.values == {"needed": 4, "number": 3}
        await life.contests.tournaments.join(life.number, FIRST + 3)
        await life.contests.tournaments.start(life.number)
        await life.look()
        assert (await life.now()).running
        with pytest.raises(HasBegun):
            await life.contests.tournaments.start(life.number)
        with pytest.raises(HasBegun):
            await life.contests.tournaments.check_in(life.number, FIRST)

    async def test_nobody_checks_in_where_there_is_no_check_in(self, life: TournamentLife) -> None:
        await life.create(4)
        with pytest.raises(NoCheckIn):
            await life.contests.tournaments.check_in(life.number, FIRST)

    async def test_only_those_who_check_in_play(self, life: TournamentLife) -> None:
        terms = replace(TERMS, check_in=6 * HOUR)
        await life.create(6, terms)
        with pytest.raises(CheckInNotOpen):
            await life.contests.tournaments.check_in(life.number, FIRST)
        life.clock.forward(terms.sign_up - terms.check_in)
        for number in range(3):
            await life.contests.tournaments.check_in(life.number, FIRST + number)
        with pytest.raises(NotYetInTheTournament):
            await life.contests.tournaments.check_in(life.number, FIRST + 70)
        await life.contests.tournaments.join(life.number, FIRST + 9)  # which is as good
        life.clock.forward(terms.check_in)
        await life.look()
        tournament = await life.now()
        assert tournament.running
        assert {player.user for player in tournament.players} == {FIRST, FIRST + 1, FIRST + 2, FIRST + 9}

    async def test_if_too_few_check_in_everybody_does_it_again(self, life: TournamentLife) -> None:
        terms = replace(TERMS, check_in=6 * HOUR)
        await life.create(6, terms)
        life.clock.forward(terms.sign_up - HOUR)
        await life.contests.tournaments.check_in(life.number, FIRST)
        life.clock.forward(HOUR)
        await life.look()
        tournament = await life.now()
        assert tournament.began_at is None
        assert len(tournament.players) == 6
        assert not any(player.checked_in for player in tournament.players)

    async def test_people_come_late_until_the_second_round(self, life: TournamentLife) -> None:
        await life.start(5)
        late = await life.contests.tournaments.join(life.number, FIRST + 20)
        assert late.late == [late.players[-1].number]
        await life.play(first_seat_resigns)
        await life.look()
        tournament = await life.now()
        assert tournament.player(FIRST + 20) == replace(late.players[-1], drawn=6)
        playing = [player for match in tournament.of_round(2) for player in match.players]
        assert late.players[-1].number in playing
        with pytest.raises(TooLateToJoin):
            await life.contests.tournaments.join(life.number, FIRST + 21)

    @pytest.mark.parametrize("terms", [KNOCKOUT, replace(TERMS, kind=Kind.ROUND_ROBIN)])
    async def test_nobody_comes_late_where_the_schedule_is_fixed(
        self, life: TournamentLife, terms: TournamentTerms
    ) -> None:
        await life.start(5, terms)
        with pytest.raises(TooLateToJoin):
            await life.contests.tournaments.join(life.number, FIRST + 20)

    async def test_the_check_in_opens_that_long_before_the_beginning(self, life: TournamentLife) -> None:
        terms = replace(TERMS, check_in=6 * HOUR)
        tournament = await life.create(4, terms)
        life.clock.now = tournament.begins_at - 6 * HOUR - timedelta(milliseconds=1)
        assert not (await life.now()).checking_in
        life.clock.forward(timedelta(milliseconds=1))
        assert (await life.now()).checking_in
        await life.contests.tournaments.check_in(life.number, FIRST)
        assert [player.checked_in for player in (await life.now()).players] == [True, False, False, False]
        await life.contests.tournaments.start(life.number)  # without waiting for the others
        await life.look()
        tournament = await life.now()
        assert (tournament.running, tournament.checking_in, len(tournament.players)) == (True, False, 4)

    async def test_without_a_check_in_nobody_checks_in(self, life: TournamentLife) -> None:
        tournament = await life.create(4)
        life.clock.now = tournament.begins_at
        assert not (await life.now()).checking_in

    async def test_it_can_be_full(self, life: TournamentLife) -> None:
        await life.create(16, replace(TERMS, kind=Kind.ROUND_ROBIN))
        with pytest.raises(TournamentFull) as refusal:
            await life.contests.tournaments.join(life.number, FIRST + 16)
        assert refusal.value.values == {"limit": 16}

    async def test_leaving_before_it_begins_leaves_nothing(self, life: TournamentLife) -> None:
        await life.create(4)
        await life.contests.tournaments.leave(life.number, FIRST)
        assert (await life.now()).player(FIRST) is None
        with pytest.raises(NotInTheTournament):
            await life.contests.tournaments.leave(life.number, FIRST)


class TestRounds:
    """Rounds follow each other as their tables are decided."""

    @pytest.mark.thorough
    @pytest.mark.sample(2)
    @pytest.mark.parametrize(
        ("terms", "people"),
        [(TERMS, 7), (KNOCKOUT, 7), (replace(TERMS, kind=Kind.ROUND_ROBIN), 5), (GROUPS, 9)],
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


class TestLeaving:
    """Who leaves loses what runs, and isn't paired any more."""

    async def test_in_a_swiss_the_results_stand(self, life: TournamentLife) -> None:
        await life.start(6)
        await life.play(lambda tournament, match: "1")
        await life.look()
        winner = (await life.now()).of_round(1)[0].players[0]
        user = next(player.user for player in (await life.now()).players if player.number == winner)
        left = await life.contests.tournaments.leave(life.number, user)
        assert left.gone == {winner}
        with pytest.raises(TooLateToJoin):
            await life.contests.tournaments.join(life.number, user)
        at_the_end = await life.live(first_seat_resigns)
        assert [player.number for player in at_the_end.players if player.place == 6] == [winner]
        assert not any(winner in match.players for match in at_the_end.of_round(3))
        assert next(match for match in at_the_end.of_round(2) if winner in match.players).meeting.places is not None

    async def test_a_table_that_has_not_begun_is_decided(self, life: TournamentLife) -> None:
        await life.create(4)
        life.clock.forward(TERMS.sign_up)
        (tournament,) = await life.contests.tournament_rounds.list_unfinished()
        tournament = await life.contests.tournament_rounds.look_after(tournament, lambda _: True)
        await life.contests.tournaments.leave(life.number, FIRST)
        await life.look()
        table = next(one for one in (await life.now()).matches if not one.meeting.players[1:] or one.match_id is None)
        gone = [player.number for player in tournament.players if player.user == FIRST]
        assert table.meeting.places == tuple(2 if player in gone else 1 for player in table.players)

    async def test_a_computer_plays_on_in_groups(self, life: TournamentLife) -> None:
        tournament = await life.start(4, GROUPS)
        await life.contests.tournaments.leave(life.number, FIRST)
        await life.look()
        (table,) = running(await life.now())
        assert table.match_id is not None
        seats = (await life.matches.get(table.match_id)).seats
        assert [seat.computer for seat in seats if seat.resigned] == [ComputerLevel.NORMAL]
        assert len(tournament.players) == 4

    @pytest.mark.parametrize("kind", [Kind.SWISS, Kind.KNOCKOUT, Kind.ROUND_ROBIN])
    async def test_a_match_that_a_substitute_plays_is_lost_but_changes_no_rating(
        self, life: TournamentLife, kind: Kind
    ) -> None:
        """The other goes on, whatever the substitute would have played. In a round robin it counts for nobody."""
        tournament = await life.start(4, replace(TERMS, kind=kind))
        table = tournament.matches[0]
        assert table.match_id is not None
        await play_instead(life.matches, table.match_id, 0)
        gone, other = table.players
        user = next(player.user for player in tournament.players if player.number == gone)
        await life.contests.tournaments.leave(life.number, user)
        assert (await life.now()).matches[0].meeting.places == (2, 1)
        await life.look()
        match = await life.matches.get(table.match_id)
        assert (match.status, match.ending and match.ending.kind, match.gains) == (Status.OVER, "ended", {})
        await life.play(lambda tournament, match: "1")
        await life.look()
        following = await life.now()
        assert following.matches[0].meeting.places == (2, 1)
        assert [other in one.players for one in following.of_round(2)].count(True) == 1
        if kind is not Kind.KNOCKOUT:
            points = {line.player: line.half_points for line in table_of(following.field)}
            assert points[other] == (2 if kind is Kind.SWISS else 0)

    async def test_who_has_left_just_before_it_is_closed_resigns_as_well(self, life: TournamentLife) -> None:
        table = (await life.start(4)).matches[0]
        (user, _) = [seat.people[0] for seat in (await life.matches.get(table.match_id or 0)).seats]
        await life.contests.tournaments.leave(life.number, user)
        await life.contests.tournaments.close(life.number)
        await life.look()
        ended, other = [await life.matches.get(one.match_id or 0) for one in (await life.now()).matches]
        assert (ended.ending and ended.ending.places, other.status) == ((2, 1), Status.RUNNING)

    async def test_a_substitute_plays_on_in_groups(self, life: TournamentLife) -> None:
        tournament = await life.start(4, GROUPS)
        (table,) = running(tournament)
        assert table.match_id is not None
        substitute = await play_instead(life.matches, table.match_id, 0)
        user = next(player.user for player in tournament.players if player.number == table.players[0])
        await life.contests.tournaments.leave(life.number, user)
        await life.look()
        seat = (await life.matches.get(table.match_id)).seats[0]
        assert (seat.people, seat.resigned, seat.computer) == ((substitute,), False, None)

    async def test_who_has_left_comes_last_when_a_rounds_time_is_over(self, life: TournamentLife) -> None:
        tournament = await life.start(4, replace(GROUPS, move_time=2 * DAY))
        (table,) = running(tournament)
        assert table.match_id is not None
        await play_instead(life.matches, table.match_id, 2)
        user = next(player.user for player in tournament.players if player.number == table.players[2])
        await life.contests.tournaments.leave(life.number, user)
        life.clock.forward(2 * DAY)
        rounds = life.contests.tournament_rounds
        await rounds.look_after(await life.now(), lambda _: True)
        assert (await life.now()).matches[0].meeting.places == (3, 1, 4, 1)

    async def test_the_match_of_someone_who_is_forgotten_is_over(self, life: TournamentLife) -> None:
        table = (await life.start(4, KNOCKOUT)).matches[0]
        (user, _) = [seat.people[0] for seat in (await life.matches.get(table.match_id or 0)).seats]
        await life.matches.people.forget(user)
        await life.look()
        assert (await life.now()).matches[0].meeting.places == (2, 1)
        assert (await life.matches.get(table.match_id or 0)).status is Status.OVER

    async def test_who_is_forgotten_has_left_and_has_no_name(self, life: TournamentLife) -> None:
        await life.start(4)
        await life.matches.people.forget(FIRST)
        tournament = await life.now()
        assert tournament.player(FIRST) is None
        assert len(tournament.gone) == 1

    async def test_who_is_forgotten_before_it_begins_has_not_joined(self, life: TournamentLife) -> None:
        await life.create(4)
        await life.matches.people.forget(FIRST)
        assert len((await life.now()).players) == 3

    async def test_nobody_is_left(self, life: TournamentLife) -> None:
        await life.start(4)
        for number in range(4):
            await life.contests.tournaments.leave(life.number, FIRST + number)
        for _ in range(3):
            await life.look()
        assert (await life.now()).ended_at is not None

    async def test_a_closed_tournament_opens_nothing_more(self, life: TournamentLife) -> None:
        before = await life.start(4)
        await life.contests.tournaments.close(life.number)
        await life.play(first_seat_resigns)
        await life.look()
        after = await life.now()
        assert after.cancelled
        assert [match.id for match in after.matches] == [match.id for match in before.matches]
        assert all(player.place is None for player in after.players)
        for refused in (life.contests.tournaments.join, life.contests.tournaments.leave):
            with pytest.raises(TournamentIsOver):
                await refused(life.number, FIRST)


class TestDuplicate:
    """All tables of a round have the same luck, and nobody learns what comes from another table."""

    @pytest.mark.thorough
    async def test_all_tables_of_a_round_have_the_same_luck_and_each_round_another(self, life: TournamentLife) -> None:
        tournament = await life.start(6, replace(DUPLICATE, options={"goal": 20}))
        ids = [match.match_id for match in tournament.of_round(1)]
        seen = set()
        for number in ids:
            assert number is not None
            match = await life.matches.get(number)
            while match.state is not None and match.to_move is not None:
                match = await life.matches.act(number, turns.play(match.to_move_people()[0], "roll"))
            rolls = [event.chance for event in await life.matches.records.log(number) if event.chance]
            seen.add((match.commitment, match.salt, str(rolls)))
        assert len(seen) == 1
        assert tournament.round is not None
        assert (tournament.round.commitment, tournament.round.salt) == next(iter(seen))[:2]
        await life.look()
        following = await life.now()
        assert following.round is not None
        assert following.round.commitment != tournament.round.commitment

    async def test_the_luck_stays_sealed_until_all_tables_are_over(self, life: TournamentLife) -> None:
        tournament = await life.start(4, DUPLICATE)
        first, second = tournament.matches
        assert first.match_id is not None
        assert second.match_id is not None
        await life.play(lambda tournament, match: "0" if match == first else "")
        await life.look()
        over = await life.matches.get(first.match_id)
        assert (over.status, over.seed, over.apart) == (Status.OVER, None, True)
        with pytest.raises(NotOver):
            await life.matches.records.record(first.match_id)
        with pytest.raises(OthersStillPlay):
            await life.matches.records.replay(first.match_id)
        await life.play(first_seat_resigns)
        await life.look()
        over = await life.matches.get(first.match_id)
        assert over.seed is not None
        assert hashlib.sha256(bytes.fromhex(over.seed)).hexdigest() == over.commitment
        assert not over.apart
        assert over.gains
        assert await life.matches.ledger.check() == []

    @pytest.mark.parametrize("rounds", [1, 3])
    async def test_a_match_that_outlives_its_round_keeps_the_seed_sealed(
        self, life: TournamentLife, monkeypatch: pytest.MonkeyPatch, rounds: int
    ) -> None:
        """Its table is settled by time, but it can't be ended then: the database is busy, for example."""
        tournament = await life.start(4, replace(DUPLICATE, rounds=rounds))
        first, second = [match.match_id or 0 for match in tournament.matches]
        await life.play(lambda tournament, match: "0" if match.match_id == first else "")
        life.clock.forward(DUPLICATE.round_time)
        with monkeypatch.context() as patch:
            patch.setattr(moderation, "end_by_itself", busy)
            for _ in range(3):
                await life.look()
        tournament = await life.now()
        assert tournament.running is (rounds > 1)
        assert tournament.rounds[0].sealed
        assert (await life.matches.get(first)).seed is None
        for _ in range(2):
            await life.look()
        assert not (await life.now()).rounds[0].sealed
        assert [(await life.matches.get(one)).status for one in (first, second)] == [Status.OVER] * 2
        assert (await life.matches.get(first)).seed is not None

    async def test_a_table_stays_in_its_thread(self, life: TournamentLife) -> None:
        tournament = await life.start(4, DUPLICATE)
        (table, _) = tournament.matches
        assert table.match_id is not None
        match = await life.matches.get(table.match_id)
        assert match.place == Place(GUILD, CHANNEL, table.thread_id)
        (user,) = match.seats[0].people
        for decision in (relocating.move_to, relocating.relocate):
            with pytest.raises(StaysApart):
                await life.matches.act(table.match_id, decision(user, Place(GUILD, CHANNEL)))

    async def test_a_table_never_begins_outside_a_thread_of_its_own(self, life: TournamentLife) -> None:
        await life.create(4, DUPLICATE)
        rounds = life.contests.tournament_rounds
        await rounds.note_message(life.number, SIGN_UP, next(life.messages), "shown")
        await life.contests.tournaments.start(life.number)
        await rounds.look_after(await life.now(), lambda _: True)
        await rounds.note_message(life.number, ROUND + 1, next(life.messages), "shown")
        (announced, _) = rounds.announcements(await life.now())
        await rounds.note_thread(announced.match.id, 90)
        await rounds.forget_thread(announced.match.id)
        assert await rounds.begin(announced.match.id, next(life.messages)) is None

    async def test_a_match_that_is_played_again_has_its_own_luck(self, life: TournamentLife) -> None:
        await life.start(4, replace(DUPLICATE, kind=Kind.KNOCKOUT))
        await life.play(everybody_draws)
        await life.look()
        tournament = await life.now()
        assert tournament.round is not None
        again = running(tournament)
        assert [table.meeting.again for table in again] == [True] * 2
        seals = {(await life.matches.get(table.match_id or 0)).commitment for table in again}
        assert len(seals - {tournament.round.commitment}) == 2

    async def test_the_seed_is_published_when_a_closed_tournament_has_no_table_left(self, life: TournamentLife) -> None:
        tournament = await life.start(4, DUPLICATE)
        await life.contests.tournaments.close(life.number)
        await life.look()
        assert [one.sealed for one in (await life.now()).rounds] == [True]
        await life.play(first_seat_resigns)
        await life.look()
        assert [one.sealed for one in (await life.now()).rounds] == [False]
        assert (await life.matches.get(tournament.matches[0].match_id or 0)).seed is not None


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
            other.matches = Matches(store, games=life.matches.records._reader.games, clock=life.clock)
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
