"""The daily: one try a person, the same luck for all, and nothing revealed before its time (docs/daily.md)."""

import asyncio
import hashlib
import json
from datetime import UTC, date, datetime, timedelta

import pytest

from bot import daily
from bot.daily.values import DailyResult
from bot.daily.week import Week
from bot.match import Audience, DailyIsOver, DailyMatch, Match, Matches, NotOver, Place, Privacy, Status
from bot.match.decisions import proposals, turns
from bot.match.parts import dailies
from bot.match.parts.daily_shares import UNDER_WAY, Shared
from bot.match.values.errors import DailyNotFinished, NoSuchDaily, OthersStillPlay
from bot.rules.chance import Sealed
from bot.store import Store
from tests.match.conftest import HERE, Clock
from tests.match.toy import GAMES, PLAYERS

ANNE, BERT, CARL = PLAYERS[:3]
DAY = date(2026, 1, 2)
NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)
AFTER = datetime(2026, 1, 3, 1, tzinfo=UTC)
"""When the day's deal is closed."""
ELSEWHERE = Place(guild_id=2, channel_id=30)


@pytest.fixture(autouse=True)
def harvests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each day a harvest is dealt, longer from day to day."""
    week = Week(tuple({"rounds": 1 + number} for number in range(7)), score=lambda view: int(view["baskets"][0]))
    for module in (daily, dailies):
        monkeypatch.setattr(module, "WEEKS", {"harvest": week})


@pytest.fixture
async def matches(store: Store, clock: Clock) -> Matches:
    clock.now = NOON
    matches = Matches(store, games=GAMES, clock=clock)
    await matches.dailies.seeds.prepare()
    return matches


async def play_moves(matches: Matches, user: int, *, day: date = DAY, place: Place = HERE, move: int = 0) -> Match:
    """This person's try, played to its end with the same choice again and again."""
    match = await matches.dailies.begin(user, day, place=place)
    while match.state is not None and match.to_move is not None:
        legal = match.state.legal()
        match = await matches.act(match.id, turns.play(user, match.state.notate(legal[min(move, len(legal) - 1)])))
    return match


async def test_everyone_has_the_same_luck(matches: Matches) -> None:
    first, second = [await matches.dailies.begin(one, DAY, place=HERE) for one in (ANNE, BERT)]
    assert first.id != second.id
    assert first.state == second.state
    assert isinstance(first, DailyMatch)
    assert first.day == DAY
    assert first.terms.private
    assert not first.terms.hints


async def test_each_person_has_one_try_on_however_many_devices(matches: Matches) -> None:
    tries = await asyncio.gather(*(matches.dailies.begin(ANNE, DAY, place=HERE) for _ in range(5)))
    assert len({match.id for match in tries}) == 1
    ended = await play_moves(matches, ANNE)
    assert (await matches.dailies.begin(ANNE, DAY, place=ELSEWHERE)).id == ended.id


async def test_a_try_that_was_given_up_is_one_and_has_no_place(matches: Matches) -> None:
    match = await matches.dailies.begin(ANNE, DAY, place=HERE)
    await matches.act(match.id, proposals.resign(ANNE))
    assert (await matches.dailies.begin(ANNE, DAY, place=HERE)).status is Status.OVER
    assert await matches.dailies.result(match.id) is None


class TestSecrecy:
    """Nobody learns anything of the deal before the day is over."""

    async def test_the_seed_and_what_it_is_announced_by_stay_secret_until_an_hour_after_midnight(
        self, matches: Matches, clock: Clock
    ) -> None:
        match = await play_moves(matches, ANNE)
        for moment in (NOON, datetime(2026, 1, 3, 0, 59, 59, tzinfo=UTC)):
            clock.now = moment
            await matches.dailies.close_past()
            match = await matches.get(match.id)
            assert match.seed is None
            assert match.commitment == ""  # it is the seed of the day before
            for telling in (matches.records.replay, matches.records.export):
                with pytest.raises(OthersStillPlay):
                    await telling(match.id)
            with pytest.raises(NotOver):
                await matches.records.record(match.id)
        clock.now = datetime(2026, 1, 3, 1, tzinfo=UTC)
        assert await matches.dailies.close_past() == [DAY]
        match = await matches.get(match.id)
        assert match.seed is not None
        assert hashlib.sha256(bytes.fromhex(match.seed)).hexdigest() == match.commitment
        await matches.records.replay(match.id)
        assert await matches.dailies.close_past() == []

    async def test_luck_is_revealed_to_nobody_before(self, matches: Matches, clock: Clock) -> None:
        match = await play_moves(matches, ANNE)
        assert [event.chance for event in match.recent if event.kind == "begin"] == [()]
        clock.now += timedelta(days=1)
        await matches.dailies.close_past()
        (beginning,) = [event for event in (await matches.get(match.id)).recent if event.kind == "begin"]
        assert beginning.chance


class TestTheDay:
    """Days are UTC's, and what was begun before midnight may be finished for an hour."""

    @pytest.mark.parametrize("day", [DAY - timedelta(days=1), DAY + timedelta(days=1), date.min, date.max])
    async def test_only_todays_deal_can_be_begun(self, matches: Matches, day: date) -> None:
        with pytest.raises((DailyIsOver, NoSuchDaily)):
            await matches.dailies.begin(ANNE, day, place=HERE)

    @pytest.mark.parametrize(("late", "counts"), [(timedelta(0), True), (timedelta(hours=1), False)])
    async def test_an_end_counts_until_an_hour_after_midnight(
        self, matches: Matches, clock: Clock, late: timedelta, counts: bool
    ) -> None:
        match = await matches.dailies.begin(ANNE, DAY, place=HERE)
        clock.now = datetime(2026, 1, 3, tzinfo=UTC) + late
        await played_on(matches, match, ANNE)
        result = await matches.dailies.result(match.id)
        assert (result is not None) is counts

    async def test_a_deal_that_was_closed_stays_closed_when_the_clock_is_set_back(
        self, matches: Matches, clock: Clock
    ) -> None:
        await play_moves(matches, ANNE)
        clock.now = datetime(2026, 1, 3, 2, tzinfo=UTC)
        await matches.dailies.close_past()
        clock.now = NOON
        with pytest.raises(DailyIsOver):
            await matches.dailies.begin(BERT, DAY, place=HERE)
        assert (await matches.dailies.get(DAY)).over

    @pytest.mark.parametrize("publishes", ["close_past", "export", "published"])
    async def test_a_try_that_is_finished_after_its_seed_was_public_never_counts(
        self, matches: Matches, clock: Clock, publishes: str
    ) -> None:
        """The clock is set back meanwhile, or it's the clock of another machine."""
        in_time, late = [await matches.dailies.begin(one, DAY, place=HERE) for one in (ANNE, BERT)]
        await played_on(matches, in_time, ANNE)
        clock.now = AFTER
        await publish(matches, publishes)
        clock.now = NOON
        await played_on(matches, late, BERT)
        assert await matches.dailies.result(late.id) is None
        assert (await matches.dailies.streak(BERT)).days == 0
        result = await matches.dailies.result(in_time.id)
        assert result is not None
        assert len(result.scores) == 1
        assert [one.user for one in await matches.dailies.points(1, DAY, DAY)] == [ANNE]

    @pytest.mark.parametrize("publishes", ["close_past", "export", "published"])
    async def test_a_deal_that_nobody_had_begun_is_closed_for_ever_as_well(
        self, matches: Matches, clock: Clock, publishes: str
    ) -> None:
        clock.now = AFTER
        await publish(matches, publishes)
        clock.now = NOON
        assert (await matches.dailies.get(DAY)).over
        with pytest.raises(DailyIsOver):
            await matches.dailies.begin(BERT, DAY, place=HERE)

    async def test_the_days_of_two_chains_follow_each_other(self, matches: Matches, clock: Clock) -> None:
        (chain,) = await matches.dailies.seeds.list_published()
        assert (chain.first_day, chain.last_day) == (DAY, DAY + timedelta(days=399))
        clock.now += timedelta(days=369)
        await matches.dailies.seeds.prepare()
        assert len(await matches.dailies.seeds.list_published()) == 1
        clock.now += timedelta(days=1)
        await matches.dailies.seeds.prepare()
        await matches.dailies.seeds.prepare()
        old, new = await matches.dailies.seeds.list_published()
        assert old.anchor == chain.anchor
        assert new.first_day == old.last_day + timedelta(days=1)
        clock.now += timedelta(days=30)
        assert [one.anchor for one in await matches.dailies.seeds.list_published()] == [new.anchor]


async def publish(matches: Matches, by: str) -> None:
    """Publishes the seeds of days that are over, by whatever shows them."""
    match by:
        case "close_past":
            await matches.dailies.close_past()
        case "export":
            await matches.dailies.export(DAY)
        case _:
            await matches.dailies.seeds.list_published()


async def played_on(matches: Matches, match: Match, user: int) -> Match:
    while match.state is not None and match.to_move is not None:
        match = await matches.act(match.id, turns.play(user, match.state.notate(match.state.legal()[0])))
    return match


class TestPractice:
    """The same deal again; it doesn't count."""

    async def test_it_is_for_those_whose_own_try_is_over(self, matches: Matches) -> None:
        with pytest.raises(DailyNotFinished):
            await matches.dailies.practise(ANNE, DAY, place=HERE)
        await matches.dailies.begin(ANNE, DAY, place=HERE)
        with pytest.raises(DailyNotFinished):
            await matches.dailies.practise(ANNE, DAY, place=HERE)

    async def test_practice_that_is_running_goes_on(self, matches: Matches) -> None:
        own = await play_moves(matches, ANNE)
        practice = await matches.dailies.practise(ANNE, DAY, place=HERE, interaction=1)
        assert (await matches.dailies.practise(ANNE, DAY, place=ELSEWHERE, interaction=2)).id == practice.id
        await matches.act(practice.id, proposals.resign(ANNE))
        another = await matches.dailies.practise(ANNE, DAY, place=HERE, interaction=3)
        assert another.id not in (own.id, practice.id)
        assert isinstance(own, DailyMatch)
        assert isinstance(another, DailyMatch)
        assert await matches.dailies.is_try(ANNE, own)
        assert not await matches.dailies.is_try(ANNE, another)

    async def test_it_has_the_same_luck_and_no_place(self, matches: Matches) -> None:
        own = await play_moves(matches, ANNE)
        practice = await matches.dailies.practise(ANNE, DAY, place=HERE)
        assert practice.id != own.id
        assert isinstance(practice, DailyMatch)
        practice = await played_on(matches, practice, ANNE)
        assert await matches.dailies.result(practice.id) is None
        result = await matches.dailies.result(own.id)
        assert result is not None
        assert len(result.scores) == 1
        assert [one.match_id for one in await matches.solos.best(ANNE, "harvest", own.options)] == [own.id]


class TestResults:
    """Places, here and everywhere."""

    async def test_places_are_shared_and_counted_here_and_everywhere(self, matches: Matches) -> None:
        own = await play_moves(matches, ANNE)
        await play_moves(matches, BERT)
        await play_moves(matches, CARL, place=ELSEWHERE)
        result = await matches.dailies.result(own.id, guild_id=HERE.guild_id)
        assert result is not None
        assert (result.place, len(result.scores), result.here) == (1, 3, (1, 2))
        elsewhere = await matches.dailies.result(own.id, guild_id=ELSEWHERE.guild_id)
        assert elsewhere is not None
        assert elsewhere.here is None

    async def test_what_each_decision_has_earned_adds_up(self, matches: Matches) -> None:
        match = await play_moves(matches, ANNE)
        assert match.ending is not None
        assert match.ending.scores is not None
        assert sum(await matches.dailies.gains(match.id)) == match.ending.scores[0]

    @pytest.mark.slow
    async def test_a_hundred_people_who_finish_at_the_same_time_all_have_their_places(self, matches: Matches) -> None:
        people = range(9000, 9020)
        await asyncio.gather(*(play_moves(matches, person) for person in people))
        points = await matches.dailies.points(1, DAY, DAY)
        assert sorted(one.user for one in points) == list(people)
        assert {(one.points, one.days) for one in points} == {(100, 1)}

    async def test_points_are_shares_of_all_players_added_up_over_days(self, matches: Matches, clock: Clock) -> None:
        await play_moves(matches, ANNE)
        await play_moves(matches, CARL, place=ELSEWHERE)
        clock.now += timedelta(days=1)
        await play_moves(matches, ANNE, day=DAY + timedelta(days=1))
        (anne,) = await matches.dailies.points(1, DAY, DAY + timedelta(days=1))
        assert (anne.user, anne.points, anne.days) == (ANNE, 200, 2)
        (anne,) = await matches.dailies.points(1, DAY, DAY)
        assert anne.days == 1

    async def test_who_shows_nobody_a_profile_is_in_no_table_and_still_among_the_scores(self, matches: Matches) -> None:
        await play_moves(matches, ANNE)
        own = await play_moves(matches, BERT)
        await matches.ratings.set_privacy(ANNE, Privacy(Audience.NOBODY))
        (bert,) = await matches.dailies.points(1, DAY, DAY)
        assert (bert.user, bert.points) == (BERT, 100)
        result = await matches.dailies.result(own.id)
        assert result is not None
        assert len(result.scores) == 2
        await matches.ratings.set_privacy(ANNE, Privacy(Audience.OPPONENTS))
        assert len(await matches.dailies.points(1, DAY, DAY)) == 2

    async def test_who_was_forgotten_is_in_no_table_and_still_among_the_scores(self, matches: Matches) -> None:
        await play_moves(matches, ANNE)
        own = await play_moves(matches, BERT)
        await matches.people.forget(ANNE)
        assert [one.user for one in await matches.dailies.points(1, DAY, DAY)] == [BERT]
        result = await matches.dailies.result(own.id)
        assert result is not None
        assert len(result.scores) == 2


@pytest.mark.parametrize(
    ("scores", "score", "place", "percentile"),
    [((5,), 5, 1, 0), ((1, 2, 3), 3, 1, 100), ((1, 3, 3), 3, 1, 50), ((1, 3, 3), 1, 3, 0), ((0, 2, 2, 9), 2, 2, 33)],
)
def test_places_and_percentiles(scores: tuple[int, ...], score: int, place: int, percentile: int) -> None:
    result = DailyResult(score, scores, None)
    assert (result.place, result.percentile) == (place, percentile)


class TestStreaks:
    @pytest.mark.parametrize(
        ("short", "days", "forgiven"),
        [(timedelta(), 2, None), (timedelta(milliseconds=1), 2, date(2026, 1, 5))],
    )
    async def test_a_day_on_which_the_bot_was_away_for_six_hours_breaks_none(
        self, matches: Matches, clock: Clock, short: timedelta, days: int, forgiven: date | None
    ) -> None:
        await matches.clocks.tick()
        await play_moves(matches, ANNE)
        # away on the 3rd, the 4th, and six hours of the 5th
        clock.now = datetime(2026, 1, 5, 6, tzinfo=UTC) - short
        await matches.clocks.tick(starting=True)
        while clock.now < datetime(2026, 1, 6, 12, tzinfo=UTC):
            clock.forward(timedelta(hours=1))  # no more than a pause
            await matches.clocks.tick()
        await play_moves(matches, ANNE, day=date(2026, 1, 6))
        streak = await matches.dailies.streak(ANNE)
        assert (streak.days, streak.forgiven) == (days, forgiven)


class TestAnnouncements:
    """Servers are told at their hour, once a day."""

    async def test_a_server_is_told_from_its_hour_on_once_a_day(self, matches: Matches, clock: Clock) -> None:
        await matches.servers.change(1, announcements=20, daily_hour=13)
        await matches.servers.change(2, announcements=30)
        await matches.servers.change(3, daily_hour=0)
        assert await matches.dailies.to_announce() == []
        clock.now = NOON + timedelta(hours=3)
        assert await matches.dailies.to_announce() == [(1, 20)]
        await asyncio.gather(*(matches.dailies.note_announced(1, DAY) for _ in range(3)))
        assert await matches.dailies.to_announce() == []
        clock.now += timedelta(hours=22)
        assert await matches.dailies.to_announce() == [(1, 20)]

    async def test_an_announcement_that_nobody_has_noted_is_due_again(self, matches: Matches) -> None:
        await matches.servers.change(1, announcements=20, daily_hour=0)
        assert [await matches.dailies.to_announce() for _ in range(2)] == [[(1, 20)]] * 2


async def anchor(matches: Matches) -> str:
    (chain,) = await matches.dailies.seeds.list_published()
    return chain.anchor


class TestExport:
    """`python -m bot daily export`: what anyone needs for checking a day."""

    async def test_a_day_that_is_over_can_be_checked(self, matches: Matches, clock: Clock) -> None:
        match = await play_moves(matches, ANNE)
        clock.now += timedelta(days=1)
        document = json.loads(json.dumps(await matches.dailies.export(DAY)))
        assert list(document) == [
            "day", "game", "seats", "options", "recipe", "salt", "seed", "previous", "luck",
        ]  # fmt: skip
        seed = bytes.fromhex(document["seed"])
        assert hashlib.sha256(seed).hexdigest() == document["previous"]
        assert document["salt"] == "daily:harvest:2026-01-02"
        assert (document["day"], document["seats"], document["recipe"]) == ("2026-01-02", 1, 1)
        start = GAMES["harvest"].start(1, document["options"], Sealed(seed, document["salt"]))
        replay = await matches.dailies.deal(DAY)
        assert start == replay[0]
        (chain,) = await matches.dailies.seeds.list_published()
        assert document["previous"] == chain.anchor
        assert chain.newest == (DAY, document["seed"])
        assert match.options == document["options"]

    async def test_a_day_that_goes_on_tells_neither_seed_nor_luck(self, matches: Matches) -> None:
        document = await matches.dailies.export(DAY)
        assert document["seed"] is None
        assert document["luck"] is None

    async def test_a_new_day_tells_nothing_of_the_day_before_until_that_is_over(
        self, matches: Matches, clock: Clock
    ) -> None:
        """The link before a day's seed is the seed of the day before, whose deal is open until 01:00."""
        assert (await matches.dailies.export(DAY))["previous"] == await anchor(matches)  # of the first day
        clock.now = AFTER - timedelta(minutes=1)
        tomorrow = DAY + timedelta(days=1)
        assert (await matches.dailies.export(tomorrow))["previous"] is None
        clock.now = AFTER
        seed = (await matches.dailies.export(DAY))["seed"]
        assert (await matches.dailies.export(tomorrow))["previous"] == seed
        clock.now = NOON + timedelta(hours=12)
        assert (await matches.dailies.export(tomorrow))["previous"] == seed  # it's public all the same

    @pytest.mark.parametrize("days", [-1, 1])
    async def test_other_days_have_none(self, matches: Matches, days: int) -> None:
        with pytest.raises(NoSuchDaily):
            await matches.dailies.export(DAY + timedelta(days=days))

    async def test_the_newest_seed_is_published_an_hour_after_midnight(self, matches: Matches, clock: Clock) -> None:
        clock.now = datetime(2026, 1, 3, 0, 59, tzinfo=UTC)
        (chain,) = await matches.dailies.seeds.list_published()
        assert chain.newest is None
        clock.now = datetime(2026, 1, 3, 1, tzinfo=UTC)
        (chain,) = await matches.dailies.seeds.list_published()
        assert chain.newest == (DAY, (await matches.dailies.export(DAY))["seed"])


class TestSharing:
    """A result is shared once."""

    async def test_of_several_presses_at_once_one_shares(self, matches: Matches) -> None:
        match = await play_moves(matches, ANNE)
        shares = matches.dailies.shares
        earlier_shares = await asyncio.gather(*(shares.begin(match.id, HERE) for _ in range(5)))
        assert earlier_shares.count(None) == 1
        await shares.note_posted(match.id, 77)
        assert await shares.begin(match.id, ELSEWHERE) == Shared(HERE.guild_id, HERE.channel_id, 77)

    async def test_what_failed_or_was_cut_off_is_shared_again(self, matches: Matches, clock: Clock) -> None:
        match = await play_moves(matches, ANNE)
        shares = matches.dailies.shares
        assert await shares.begin(match.id, HERE) is None
        await shares.note_failed(match.id)
        assert await shares.begin(match.id, HERE) is None
        assert await shares.begin(match.id, ELSEWHERE) == Shared(HERE.guild_id, HERE.channel_id, None)
        clock.forward(UNDER_WAY - timedelta(milliseconds=1))
        assert await shares.begin(match.id, ELSEWHERE) == Shared(HERE.guild_id, HERE.channel_id, None)
        clock.forward(timedelta(milliseconds=1))
        assert await shares.begin(match.id, ELSEWHERE) is None
        await shares.note_posted(match.id, 78)
        assert await shares.begin(match.id, HERE) == Shared(ELSEWHERE.guild_id, ELSEWHERE.channel_id, 78)

    async def test_what_was_shared_is_in_ones_data(self, matches: Matches) -> None:
        match = await play_moves(matches, ANNE)
        await matches.dailies.shares.begin(match.id, HERE)
        (shared,) = (await matches.people.stored_data(ANNE))["daily_shares"]
        assert (shared["match_id"], shared["channel_id"]) == (match.id, HERE.channel_id)
        await play_moves(matches, BERT)
        assert (await matches.people.stored_data(BERT))["daily_shares"] == []
