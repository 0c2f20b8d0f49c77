"""What is said of the time of turns, and what can be set about it."""

from collections.abc import Sequence
from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest

from bot.match import (
    MOVE_TIMES,
    Clock,
    ComputerLevel,
    Expiry,
    Match,
    Refusal,
    RemindBy,
    SeriesKind,
    Status,
    TableTerms,
)
from bot.match.decisions import lobby, presence, proposals, turns
from bot.match.parts import clocks
from cogs.cirondo import Cirondo
from cogs.matches import claim, match_group
from cogs.shared.boards.board import BoardContent, board_content
from cogs.shared.boards.seat_status import may_be_taken_over
from cogs.shared.people.overview import send_next_match, sort_matches
from cogs.shared.people.reminders import matching_zones, time_of_day, zone_for
from cogs.shared.presentation.registry import cog_for, register
from cogs.shared.wording.labels import whose_turn
from cogs.shared.wording.times import (
    clock_line,
    day_of,
    duration,
    stand_in_line,
    time_options,
    time_parameters,
    time_terms,
)
from tests.cogs.conftest import ANNE, BERT, CLEO, HERE, Asking, Bot, part_of, played_out

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)
DAY, HOUR = timedelta(days=1), timedelta(hours=1)
LOOKS = timedelta(minutes=10)  # how often the bot looks at the time
CLAIM, COMPUTER, RESIGN = Expiry.CLAIM, Expiry.COMPUTER, Expiry.RESIGN


class Watch:
    """The time, which goes on only when it is told to; the bot's matches look at it again then."""

    def __init__(self, bot: Bot) -> None:
        self.now = NOON
        self._matches = bot.matches
        bot.clock = lambda: self.now

    async def forward(self, much: timedelta) -> None:
        """Wait this long, with a bot that's awake and delivers its reminders immediately."""
        end = self.now + much
        while self.now < end:
            self.now = min(self.now + LOOKS, end)
            await self._matches.clocks.tick()
            for reminder in await self._matches.reminders.due():
                await self._matches.reminders.note_delivered(reminder.id)


def test_a_day_is_the_date_of_its_noon_wherever_it_is_read() -> None:
    assert day_of(NOON.date()) == day_of(NOON) == f"<t:{NOON.timestamp():.0f}:D>"


@pytest.fixture
def clock(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> Watch:
    monkeypatch.setattr(clocks, "ASLEEP", 2 * LOOKS)
    screen = Cirondo.__new__(Cirondo)
    screen.bot = bot
    register(screen)
    return Watch(bot)


async def begin_match(
    bot: Bot,
    *people: int,
    time: timedelta | None = HOUR,
    then: Expiry = COMPUTER,
    seats: int = 2,
    game: str = "cirondo",
    **more: Any,
) -> Match:
    """A match that has begun, with people on its first seats and computers on the others."""
    match = await bot.matches.tables.open(
        TableTerms(game, seats, move_time=time, on_expiry=then, **more),
        opener=people[0],
        place=HERE,
        computers=ComputerLevel.EASY,
    )
    for person in people[1:]:
        await bot.matches.act(match.id, lobby.join(person))
    return await bot.matches.act(match.id, lobby.begin(people[0], message_id=900 + match.id))


def board(bot: Bot, match: Match) -> BoardContent:
    return board_content(cog_for(bot, match.game), match)


def labels(words: BoardContent) -> list[str]:
    return [label for label, *_ in words.buttons]


async def first_move(bot: Bot, match: Match, *, computer: bool = False) -> Match:
    """The match after the player to move has played the first legal move."""
    assert match.state is not None
    move = match.state.notate(match.state.legal()[0])
    if computer:
        return await bot.matches.act(match.id, turns.play_computer(move, seen_version=match.version))
    return await bot.matches.act(match.id, turns.play(match.to_move_people()[0], move))


class TestTheTable:
    @pytest.mark.parametrize(
        ("time", "words"), [(HOUR, "1 hour"), (6 * HOUR, "6 hours"), (DAY, "1 day"), (14 * DAY, "14 days")]
    )
    def test_says_the_time_in_hours_or_days(self, time: timedelta, words: str) -> None:
        assert duration(time) == words

    @pytest.mark.parametrize(
        ("clock", "words"),
        [
            (None, ""),
            (Clock(0, None), "clock paused"),
            (Clock(0, None, NOON), "on vacation until <t:1777896000:D>, clock paused"),
            (Clock(0, NOON), "time is up <t:1777896000:R>"),
            (Clock(0, NOON, expired=True), "out of time"),
        ],
    )
    def test_says_how_the_time_of_a_turn_runs(self, clock: Clock | None, words: str) -> None:
        assert clock_line(clock) == words

    def test_offers_every_time_and_no_limit(self) -> None:
        time, expiry = time_parameters()
        assert [shown for shown, _ in time.choices][:2] == ["no limit", "1 hour"]
        assert len(time.choices) == 1 + len(MOVE_TIMES)
        assert {value for _, value in expiry.choices} == set(Expiry)

    @pytest.mark.parametrize(
        ("chosen", "expected_terms"),
        [
            ({}, (3 * DAY, COMPUTER)),
            ({"time_": 0}, (None, COMPUTER)),
            ({"time_": 3600, "expiry_": "claim"}, (HOUR, CLAIM)),
        ],
    )
    def test_has_three_days_a_turn_unless_something_else_is_chosen(
        self, chosen: dict[str, Any], expected_terms: tuple[timedelta | None, Expiry]
    ) -> None:
        assert time_options(chosen, None, 3 * DAY) == expected_terms

    @pytest.mark.parametrize("usual", [HOUR, None])
    def test_has_what_the_server_has_set_unless_something_else_is_chosen(self, usual: timedelta | None) -> None:
        assert time_options({}, None, usual) == (usual, COMPUTER)
        assert time_options({"time_": 259200}, None, usual) == (3 * DAY, COMPUTER)

    def test_lets_nobody_claim_where_everyone_plays_apart(self) -> None:
        with pytest.raises(Refusal, match="nobody can claim"):
            time_options({"expiry_": "claim"}, SeriesKind.PARALLEL, HOUR)

    async def test_speaks_of_time_only_where_someone_may_have_to_wait(self, bot: Bot, clock: Watch) -> None:
        async def table(**more: Any) -> Match:
            terms = TableTerms(game="southern_cards", **{"seats": 2, "move_time": DAY, **more})
            return await bot.matches.tables.open(terms, opener=ANNE, place=HERE)

        assert time_terms(await table()) == ["1 day a turn, then a computer plays it"]
        assert time_terms(await table(on_expiry=CLAIM)) == ["1 day a turn, then the others can claim the seat"]
        assert time_terms(await table(move_time=None)) == ["no time limit"]
        assert time_terms(await table(seats=1)) == []
        assert time_terms(await begin_match(bot, ANNE)) == []  # against computers alone
        assert time_terms(await begin_match(bot, ANNE, series=SeriesKind.PARALLEL, game="southern_cards")) != []
        match = await begin_match(bot, ANNE, BERT, then=RESIGN)
        cog = cog_for(bot, match.game)
        assert "1 hour a turn, then the seat resigns" in cog.terms(match)


class TestABoard:
    async def test_says_until_when_the_seat_to_move_has_time(self, bot: Bot, clock: Watch) -> None:
        match = await begin_match(bot, ANNE, BERT)
        content = board(bot, match)
        assert content.title.endswith(f"<@{ANNE}> · time is up <t:{int((clock.now + HOUR).timestamp())}:R>")
        assert content.ping == (ANNE,)
        assert "time is up" not in board(bot, await begin_match(bot, ANNE, BERT, time=None)).title

    async def test_calls_nobody_on_vacation_and_says_that_the_clock_stands_still(self, bot: Bot, clock: Watch) -> None:
        match = await begin_match(bot, ANNE, BERT)
        vacation = await bot.matches.vacations.begin(ANNE, 3)
        assert vacation.until is not None
        day = f"<t:{int(vacation.until.timestamp())}:D>"
        match = await bot.matches.get(match.id)
        content = board(bot, match)
        assert content.title.endswith(f"· on vacation until {day}, clock paused")
        assert "Gold is on vacation, so the clock is paused." in content.happened
        assert f"<@{ANNE}> (on vacation until {day})" in content.seats
        assert content.ping == ()
        await bot.matches.act(match.id, proposals.offer_draw(BERT))
        assert board(bot, await bot.matches.get(match.id)).ping == ()
        await bot.matches.act(match.id, proposals.decline(BERT))
        await bot.matches.vacations.end(ANNE)
        content = board(bot, await bot.matches.get(match.id))
        assert "Gold's vacation is over, so the clock is running again." in content.happened
        assert "vacation" not in content.seats
        assert content.ping == (ANNE,)

    async def test_says_that_a_computer_plays_a_turn_and_then_that_it_did(self, bot: Bot, clock: Watch) -> None:
        match = await begin_match(bot, ANNE, BERT)
        await clock.forward(3 * HOUR)
        match = await bot.matches.get(match.id)
        thinking = board(bot, match)
        assert thinking.title.endswith(f"Gold is thinking · 🤖 normal computer for <@{ANNE}>")
        assert thinking.ping == ()
        assert "A computer plays this turn" in thinking.happened
        assert "a computer is playing for you" in whose_turn(match, ANNE)
        match = await first_move(bot, match, computer=True)
        content = board(bot, match)
        assert content.happened.startswith("gold ran out of time, so a computer played that turn.\n")
        assert f"<@{ANNE}> (missed the last turn)" in content.seats
        assert content.ping == (BERT,)
        match = await first_move(bot, match)
        assert "ran out of time" not in board(bot, match).happened  # it is Bert's own move that is shown
        match = await first_move(bot, match)
        assert "ran out of time" not in board(bot, match).happened
        assert "missed" not in board(bot, match).seats

    async def test_still_says_that_a_computer_played_while_the_next_turn_goes_on(self, bot: Bot, clock: Watch) -> None:
        match = await begin_match(bot, ANNE, BERT, game="southern_cross", seats=4)
        await clock.forward(3 * HOUR)
        match = await bot.matches.get(match.id)
        while match.to_move == 0:
            match = await first_move(bot, match, computer=True)
        said = "blue ran out of time, so a computer played that turn."
        assert (match.trail.going_on, stand_in_line(match)) == (False, said)
        match = await first_move(bot, match)
        assert (match.trail.going_on, stand_in_line(match)) == (True, said)
        while match.to_move == 1:
            match = await first_move(bot, match)
        assert stand_in_line(match) == ""

    async def test_offers_to_have_a_seat_played_whose_people_let_turns_pass(self, bot: Bot, clock: Watch) -> None:
        match = await begin_match(bot, ANNE, BERT)
        for missed in (1, 2):
            assert "Computer plays Gold" not in labels(board(bot, match))
            await clock.forward(3 * HOUR)
            match = await first_move(bot, await bot.matches.get(match.id), computer=True)
            assert match.seats[0].missed == missed
            if missed == 1:
                match = await first_move(bot, match)
        content = board(bot, match)
        assert "Computer plays Gold" in labels(content)
        assert "Gold has missed 2 turns in a row." in content.happened
        match = await bot.matches.act(match.id, presence.take_over(BERT, 0, ComputerLevel.NORMAL))
        assert not may_be_taken_over(match, match.seats[0])
        content = board(bot, match)
        assert "I'm back" in labels(content)
        assert "missed" not in content.seats
        match = await bot.matches.act(match.id, presence.absent(ANNE, gone=False))
        assert match.seats[0].computer is None

    @pytest.mark.thorough
    async def test_of_match_play_says_who_lets_turns_of_their_own_game_pass(self, bot: Bot, clock: Watch) -> None:
        host = await begin_match(bot, ANNE, BERT, series=SeriesKind.PARALLEL, game="southern_cards")
        assert host.series is not None
        await played_out(bot, part_of(host, 1))
        host = await bot.matches.get(host.id)
        assert [whose_turn(host, user) for user in (ANNE, BERT)] == ["your turn", "the others are still playing"]
        for missed, remark in ((1, "missed the last turn"), (2, "missed 2 turns in a row")):
            await clock.forward(3 * HOUR)
            await first_move(bot, await bot.matches.get(part_of(host, 0)), computer=True)
            host = await bot.matches.get(host.id)
            content = board(bot, host)
            assert content.happened.startswith("Gold ran out of time. A computer plays this turn.")
            assert (content.ping, f"<@{ANNE}> (still playing, {remark})" in content.seats) == ((), True)
            assert ("Computer plays Gold" in labels(content)) == (missed == 2)
            assert ("Gold has missed 2 turns in a row." in content.happened) == (missed == 2)
        await first_move(bot, await bot.matches.get(part_of(host, 0)))
        content = board(bot, await bot.matches.get(host.id))
        assert content.happened == "Gold is back."
        assert "missed" not in content.seats
        assert "Computer plays Gold" not in labels(content)

    async def test_lets_the_others_claim_and_the_late_one_move(self, bot: Bot, clock: Watch) -> None:
        match = await begin_match(bot, ANNE, BERT, then=CLAIM)
        with pytest.raises(Refusal, match="nothing to claim"):
            await Asking(bot, BERT).click(claim, match.id, version=match.version)
        await clock.forward(3 * HOUR)
        match = await bot.matches.get(match.id)
        content = board(bot, match)
        assert content.title.endswith("· out of time")
        assert {"Move", "Claim"} <= set(labels(content))
        assert "missed" not in content.seats  # as long as the late one can still move
        assert "presses **Claim**, the seat resigns." in content.happened
        assert "claimed gold's seat" in await Asking(bot, BERT).click(claim, match.id, version=match.version)
        match = await bot.matches.get(match.id)
        assert board(bot, match).happened.startswith(
            "Gold ran out of time, and another player claimed: the seat resigns."
        )

    async def test_says_what_becomes_of_a_seat_with_partners_that_is_claimed(self, bot: Bot, clock: Watch) -> None:
        match = await begin_match(bot, ANNE, BERT, CLEO, CLEO + 1, then=CLAIM, seats=4, options={"teams": True})
        await clock.forward(3 * HOUR)
        match = await bot.matches.get(match.id)
        assert (
            "Gold can still move. If another player presses **Claim**, a computer takes over, or the seat resigns if "
            "its partner is gone too."
        ) in board(bot, match).happened
        await Asking(bot, BERT).click(claim, match.id, version=match.version)
        match = await bot.matches.get(match.id)
        assert board(bot, match).happened.startswith(
            "Gold ran out of time, and another player claimed: a computer takes over until they're back."
        )

    async def test_says_that_a_seat_resigns_where_the_others_play_on(self, bot: Bot, clock: Watch) -> None:
        match = await begin_match(bot, ANNE, BERT, CLEO, then=CLAIM, seats=4)
        await clock.forward(3 * HOUR)
        match = await bot.matches.get(match.id)
        await Asking(bot, BERT).click(claim, match.id, version=match.version)
        match = await bot.matches.get(match.id)
        assert match.status is Status.RUNNING
        assert board(bot, match).happened.startswith(
            "Gold ran out of time, and another player claimed: the seat resigns, and a computer takes over."
        )

    async def test_says_that_a_computer_takes_a_late_seat_with_partners(self, bot: Bot, clock: Watch) -> None:
        match = await begin_match(bot, ANNE, BERT, CLEO, CLEO + 1, then=RESIGN, seats=4, options={"teams": True})
        await clock.forward(3 * HOUR)
        assert board(bot, await bot.matches.get(match.id)).happened.startswith(
            "Gold ran out of time. A computer takes over until they're back."
        )

    @pytest.mark.parametrize(
        ("people", "words"),
        [
            ((ANNE, BERT), "Gold ran out of time and resigns."),
            ((ANNE, BERT, CLEO), "Gold ran out of time and resigns. A computer takes over."),
        ],
    )
    async def test_says_that_a_late_seat_has_resigned(
        self, bot: Bot, clock: Watch, people: Sequence[int], words: str
    ) -> None:
        match = await begin_match(bot, *people, then=RESIGN, seats=2 if len(people) == 2 else 4)
        await clock.forward(3 * HOUR)
        assert words in board(bot, await bot.matches.get(match.id)).happened


class TestLists:
    async def test_begin_with_the_turn_that_has_the_least_time_left(self, bot: Bot, clock: Watch) -> None:
        def soonest(matches: Sequence[Match]) -> list[int]:
            return [mine.match.id for mine in sort_matches(matches, ANNE)]

        endless = await begin_match(bot, ANNE, BERT, time=None)
        clock.now += timedelta(seconds=1)
        slow = await begin_match(bot, ANNE, BERT, time=14 * DAY)
        theirs = await begin_match(bot, BERT, ANNE, time=HOUR)
        quick = await begin_match(bot, ANNE, BERT)
        apart = await begin_match(bot, ANNE, BERT, series=SeriesKind.PARALLEL, time=DAY, game="southern_cards")
        mine = await bot.matches.lists.of_user(ANNE, with_positions=False)
        assert soonest(mine) == [quick.id, apart.id, slow.id, endless.id, theirs.id]
        asking = Asking(bot, ANNE)
        await send_next_match(asking)
        assert asking.heard[-1].startswith(f"### Your turn in match {endless.id} began ")
        assert "3 more matches are waiting for you." in asking.heard[-1]
        assert "Move" in asking.labels
        for match in (endless, slow, quick):
            await bot.matches.vacations.begin(BERT, 2)
            await first_move(bot, match)
        asking = Asking(bot, ANNE)
        await send_next_match(asking)
        assert asking.heard[-1].startswith(f"### Your turn in match {apart.id} began ")
        assert asking.labels == ["Play"]
        stranger = Asking(bot, CLEO)
        await send_next_match(stranger)
        assert "You have no matches here" in stranger.heard[-1]


class TestHabits:
    @pytest.mark.parametrize(
        ("typed", "meant"),
        [
            ("22:00", time(22)),
            ("7.30", time(7, 30)),
            (" 9 ", time(9)),
            ("18h", time(18)),
            ("0:05", time(0, 5)),
            ("23:59", time(23, 59)),
        ],
    )
    def test_a_time_of_day_is_read_however_it_is_written(self, typed: str, meant: time) -> None:
        assert time_of_day(typed) == meant

    @pytest.mark.parametrize("typed", ["", "24:00", "7:60", "noon", "-1", "1:2:3", "٣", "{x}"])
    def test_what_is_no_time_of_day_is_refused(self, typed: str) -> None:
        with pytest.raises(Refusal, match="isn't a time of day"):
            time_of_day(typed)

    def test_zones_are_suggested_by_any_part_of_their_name(self) -> None:
        assert matching_zones("rom")[0] == "Europe/Rome"
        assert "America/New_York" in matching_zones("new yo")
        assert matching_zones("nowhere") == []
        assert matching_zones("")[0] == "UTC"
        assert all(len(matching_zones(typed)) <= 25 for typed in ("", "a", "e", "america"))

    @pytest.mark.parametrize(
        ("typed", "zone"),
        [("europe/rome", "Europe/Rome"), ("New York", "America/New_York"), ("utc", "UTC"), ("Atlantis", "Atlantis")],
    )
    def test_a_zone_is_understood_by_its_city(self, typed: str, zone: str) -> None:
        assert zone_for(typed) == zone

    async def test_are_kept_and_a_refusal_changes_nothing(self, bot: Bot) -> None:
        remind: Any = match_group().get_command("remind")
        asking = Asking(bot, ANNE)
        await remind.callback(asking, where="dm", quiet_from="23", zone="rome")
        settings = await bot.matches.reminders.settings(ANNE)
        assert (settings.remind, settings.quiet, settings.zone) == (RemindBy.DM, (time(23), time(8)), "Europe/Rome")
        for wrong in ({"zone": "Atlantis"}, {"quiet_from": "25"}, {"quiet_to": "23:00"}):
            with pytest.raises(Refusal):
                await remind.callback(Asking(bot, ANNE), where="none", **wrong)
        assert await bot.matches.reminders.settings(ANNE) == settings
        assert isinstance(asking.heard[-1], str)
        assert "No reminders between **23:00** and **08:00** (Europe/Rome" in asking.heard[-1]
