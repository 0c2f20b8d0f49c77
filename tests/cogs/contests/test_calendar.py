"""The server's calendar and the calendar file: what is due in leagues and tournaments."""

from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any

import discord
import icalendar
import pytest

from bot.contests.tournaments.meetings import Format
from bot.contests.values.league import LeagueTerms
from bot.contests.values.tournament import CHECK_INS, TournamentTerms
from bot.match import Refusal
from bot.text import LANGUAGES, speak
from cogs.shared.contests.calendar import PAUSE, ServerCalendar
from cogs.shared.contests.calendar_file import calendar_file
from cogs.shared.contests.occasions import NAME, occasions_of
from cogs.shared.leagues.keeping import LeagueKeeper
from tests.cogs.channel import CHANNEL, GUILD, beside, refused
from tests.cogs.conftest import Bot
from tests.cogs.contests.commanding import asking, told
from tests.cogs.tournaments.life import PEOPLE, TERMS, Life

CRUX = 99  # the bot's own id


class Events:
    """Discord's calendar of the server: `events` by id. `loses` is how often an answer is lost on its way."""

    def __init__(self, bot: Bot, channel: Any) -> None:
        self.events: dict[int, dict[str, Any]] = {}
        self.asked: list[str] = []
        self.loses = 0
        self.fails: list[discord.HTTPException] = []
        bot.user = SimpleNamespace(id=CRUX)
        self.server = channel
        channel.me.guild_permissions.create_events = True
        channel.create_guild_scheduled_event = self.create
        channel.edit_scheduled_event = self.edit
        channel.delete_scheduled_event = self.delete
        channel.get_scheduled_events = self.list_all

    def _ask(self, what: str) -> None:
        self.asked.append(what)
        if self.fails:
            raise self.fails.pop()

    async def create(self, guild: int, **body: Any) -> dict[str, str]:
        self._ask("create")
        assert guild == GUILD
        self.events[1000 + len(self.asked)] = body
        if self.loses:
            self.loses -= 1
            raise OSError
        return {"id": str(1000 + len(self.asked))}

    async def edit(self, _guild: int, event: int, **body: Any) -> None:
        self._ask("edit")
        if event not in self.events:
            raise refused(discord.NotFound, 10070)
        self.events[event] = body

    async def delete(self, _guild: int, event: int) -> None:
        self._ask("delete")
        if self.events.pop(event, None) is None:
            raise refused(discord.NotFound, 10070)

    async def list_all(self, _guild: int, *, with_user_count: bool) -> list[dict[str, Any]]:
        self._ask("list")
        return [{"id": str(number), "creator_id": str(CRUX), **body} for number, body in self.events.items()]

    @property
    def shown(self) -> list[tuple[str, datetime]]:
        return [(one["name"], datetime.fromisoformat(one["scheduled_start_time"])) for one in self.events.values()]


@pytest.fixture
def life(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> Life:
    return Life(bot, monkeypatch)


@pytest.fixture
def events(life: Life) -> Events:
    return Events(life.bot, life.channel)


async def test_the_start_of_a_tournament_is_an_event_until_it_begins(life: Life, events: Events) -> None:
    await life.create()
    assert events.shown == [("Cup begins", (await life.tournament()).begins_at)]
    (event,) = events.events.values()
    assert f"<#{CHANNEL}>" in event["description"]
    assert (event["privacy_level"], event["entity_type"]) == (2, 3)
    asked = len(events.asked)
    await life.keeper.look()
    assert len(events.asked) == asked
    life.now += TERMS.sign_up
    await life.keeper.look()
    assert events.shown == [("Cup: the last round begins", (await life.tournament()).rounds[0].ends_at)]
    await life.first_seats_win()
    await life.keeper.look()
    assert events.shown == []


async def test_it_follows_when_the_time_moves(life: Life, events: Events) -> None:
    await life.create()
    before = events.shown
    tournament = await life.tournament()
    moved = discord.utils.utcnow() + timedelta(days=30)
    calendar = ServerCalendar(life.bot, "tournament")
    noted: list[tuple[int, str]] = []

    async def note(event: int, shown: str) -> None:
        noted.append((event, shown))

    object.__setattr__(tournament, "begins_at", moved)
    assert await calendar.follow(tournament, note)
    assert events.shown == [(before[0][0], moved)]
    assert len(noted) == 1


async def test_it_is_deleted_when_the_tournament_is_called_off(life: Life, events: Events) -> None:
    await life.create()
    await life.bot.contests.tournaments.close(life.number)
    await life.keeper.look()
    assert events.shown == []
    assert await life.bot.contests.tournament_rounds.list_unfinished() == []


async def test_without_the_permission_nothing_is_asked(life: Life, events: Events) -> None:
    events.server.me.guild_permissions.create_events = False
    await life.begin()
    assert events.asked == []


@pytest.mark.parametrize("is_private_from", ["the beginning", "later"])
async def test_what_is_played_where_not_everybody_sees_it_is_in_no_calendar(
    life: Life, events: Events, is_private_from: str
) -> None:
    if is_private_from == "later":
        await life.create()
        assert len(events.events) == 1
    life.channel.unseen.add((GUILD, CHANNEL))  # the role of all has the id of the server
    if is_private_from == "the beginning":
        await life.create()
    await life.keeper.look()
    assert events.events == {}


async def test_a_lost_answer_makes_no_second_event(life: Life, events: Events) -> None:
    events.loses = 1
    await life.create()
    await life.keeper.look()
    assert len(events.events) == 1
    assert events.asked.count("create") == 1


async def test_what_was_made_twice_is_one_again(life: Life, events: Events) -> None:
    """discord.py sends a request again to which Discord has answered with an error of its own."""
    made = events.create

    async def twice(guild: int, **body: Any) -> dict[str, str]:
        await made(guild, **body)
        return await made(guild, **body)

    events.server.create_guild_scheduled_event = twice
    await life.create()
    assert len(events.events) == 1


async def test_what_somebody_deletes_is_not_made_again(life: Life, events: Events) -> None:
    await life.create()
    events.events.clear()
    tournament = await life.tournament()
    shown = tournament.messages[-10]
    await life.keeper.note(tournament, -10, shown[0], "begins:another")
    for _ in range(3):
        await life.keeper.look()
    assert events.events == {}
    assert events.asked.count("create") == 1


async def test_discords_refusals_keep_nobody_from_playing(life: Life, events: Events) -> None:
    events.fails = [refused(discord.Forbidden, 50013)]
    await life.begin()
    assert "Cup: round 1 of 2" in "".join(life.channel.messages.values())
    asked = len(events.asked)
    await life.keeper.look()
    assert len(events.asked) == asked, f"not before {PAUSE} seconds have gone by"


async def test_where_deleting_fails_for_a_moment_it_is_done_later(life: Life, events: Events) -> None:
    await life.create()
    failure = refused(discord.HTTPException, 0)
    failure.status = 503
    events.fails = [failure]
    await life.bot.contests.tournaments.close(life.number)
    await life.keeper.look()
    assert len(events.events) == 1
    await life.keeper.look()
    assert events.events == {}
    assert await life.bot.contests.tournament_rounds.list_unfinished() == []


async def test_the_start_of_a_season_is_an_event(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    channel, _ = beside(bot, monkeypatch)
    events, keeper = Events(bot, channel), LeagueKeeper(bot)
    created = await bot.contests.leagues.create(
        "Winter", LeagueTerms("southern_cards"), guild_id=GUILD, channel_id=CHANNEL
    )
    await keeper.look()
    assert [name for name, _ in events.shown] == ["Winter: season 1 begins"]
    for person in PEOPLE:
        await bot.contests.leagues.join(created.league.id, person)
    await bot.contests.leagues.start(created.league.id)
    await keeper.look()
    assert events.shown == []


# The file


def dates(data: bytes) -> dict[str, tuple[datetime, datetime]]:
    calendar: Any = icalendar.Calendar.from_ical(data)
    return {str(one["summary"]): (one.start, one.end) for one in calendar.walk("VEVENT")}


async def test_the_file_has_check_in_and_start_and_then_the_ends_of_rounds(life: Life) -> None:
    terms = TournamentTerms(Format.KNOCKOUT, "southern_cards", check_in=CHECK_INS[3])
    await life.create(terms)
    tournament = await life.tournament()
    begins = tournament.begins_at.replace(microsecond=0)
    assert {name: when[0] for name, when in dates(calendar_file(tournament, life.now)).items()} == {
        "Cup: check-in": begins - CHECK_INS[3],
        "Cup begins": begins,
    }
    life.now += terms.sign_up - timedelta(minutes=1)
    for person in PEOPLE:
        await life.bot.contests.tournaments.check_in(life.number, person)
    life.now += timedelta(minutes=1)
    await life.keeper.look()
    tournament = await life.tournament()
    ends = tournament.rounds[0].ends_at.replace(microsecond=0)
    names = dates(calendar_file(tournament, life.now))
    assert names["Cup: round 1 ends"][1] == ends
    assert names["Cup: the last round begins"][0] == ends


async def test_an_occasion_keeps_its_uid_when_it_moves(life: Life) -> None:
    await life.create()
    tournament = await life.tournament()

    def uid() -> str:
        calendar: Any = icalendar.Calendar.from_ical(calendar_file(tournament, life.now))
        return str(next(iter(calendar.walk("VEVENT")))["uid"])

    before = uid()
    object.__setattr__(tournament, "begins_at", tournament.begins_at + timedelta(days=1))
    assert uid() == before


async def test_the_command_sends_it_or_says_that_there_is_no_date(life: Life) -> None:
    await life.create()
    words = await told(asking(life.bot), "tournament", "calendar", tournament=str(life.number))
    assert words == "The dates of **Cup** for your calendar. If they move, get the file again."
    league = await life.bot.contests.leagues.create(
        "Winter", LeagueTerms("southern_cards"), guild_id=GUILD, channel_id=CHANNEL
    )
    assert "The dates of **Winter**" in await told(asking(life.bot), "league", "calendar", league=str(league.league.id))
    for person in PEOPLE:
        await life.bot.contests.leagues.join(league.league.id, person)
    await life.bot.contests.leagues.start(league.league.id)
    await LeagueKeeper(life.bot).look()
    with pytest.raises(Refusal, match="Nothing has a date in"):
        await told(asking(life.bot), "league", "calendar", league=str(league.league.id))


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_longest_name_fits(life: Life, language: str) -> None:
    created = await life.bot.contests.tournaments.create("W" * 40, TERMS, guild_id=GUILD, channel_id=CHANNEL)
    speak(language)
    assert all(len(one.name) <= NAME for one in occasions_of(created))
