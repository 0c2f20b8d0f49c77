"""What a process does by itself: for the servers of its own shards, while others do the rest."""

from datetime import timedelta

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.contests.contests import Contests
from bot.contests.tournaments.meetings import Format
from bot.contests.values.league import LeagueTerms
from bot.contests.values.tournament import TournamentTerms
from bot.match import Match, Matches, Place, Post, TableTerms
from bot.match.decisions import lobby, turns
from bot.store import Store
from bot.store.shards import EVERYTHING, NOTHING, Shards
from tests.match.conftest import Clock, StartMatch
from tests.match.timed import DAY, HOUR
from tests.match.toy import PLAYERS

OWN, OTHER = Shards(2, frozenset({1})), Shards(2, frozenset({0}))
ANNE, BERT = PLAYERS[:2]
HERE = Place(guild_id=1 << 22, channel_id=20)  # on shard 1


@pytest.fixture
async def match(matches: Matches) -> Match:
    """A running match with a clock, whose first board waits."""
    terms = TableTerms(game="race", seats=2, move_time=DAY)
    table = await matches.tables.open(terms, opener=ANNE, place=HERE)
    await matches.act(table.id, lobby.join(BERT, message_id=7000))
    return await matches.act(table.id, lobby.begin(ANNE, message_id=7000))


async def test_boards_are_posted_by_the_process_of_their_server(matches: Matches, match: Match) -> None:
    for shards, expected in ((OTHER, []), (NOTHING, []), (OWN, [match.id])):
        matches.duty.shards = shards
        assert [post.match_id for post in await matches.outbox.due()] == expected
        assert len(await matches.outbox.waiting()) == len(expected)
        assert (await matches.overviews.overview()).boards_waiting == len(expected)


async def test_another_process_is_woken_for_a_board_of_its_server(
    matches: Matches, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    woken: list[Shards] = []

    async def wake_others(_store: Store, _connection: AsyncConnection) -> None:
        woken.append(matches.duty.shards)

    monkeypatch.setattr(Store, "wake_others", wake_others)
    for shards, move in ((OWN, turns.play(ANNE, "walk")), (OTHER, turns.play(BERT, "walk"))):
        matches.duty.shards = shards
        await matches.act(match.id, move)
    assert woken == [OTHER]
    (post,) = await _due_anywhere(matches)
    await matches.outbox.note_posted(post.id, 7001)
    matches.duty.shards = OTHER
    await matches.outbox.repost(match.id)
    assert woken == [OTHER, OTHER]


async def _due_anywhere(matches: Matches) -> list[Post]:
    matches.duty.shards = EVERYTHING
    return await matches.outbox.due()


async def test_clocks_are_looked_after_by_the_process_of_their_server(
    matches: Matches, match: Match, clock: Clock
) -> None:
    await matches.clocks.tick(starting=True)
    for shards, reminded in ((OTHER, []), (NOTHING, []), (OWN, [ANNE])):
        matches.duty.shards = shards
        clock.forward(13 * HOUR if shards is OTHER else timedelta())
        await matches.clocks.note_time(starting=False)
        await matches.clocks.tick()
        assert [reminder.user for reminder in await matches.reminders.due()] == reminded, shards


async def test_the_time_of_a_shard_that_nobody_served_is_put_off_and_that_of_others_is_not(
    matches: Matches, match: Match, clock: Clock
) -> None:
    for shards in (OTHER, OWN):
        matches.duty.shards = shards
        await matches.clocks.tick(starting=True)
    began = clock.now
    for _ in range(3):
        clock.forward(timedelta(seconds=50))
        matches.duty.shards = OTHER
        await matches.clocks.tick()
    assert (await matches.get(match.id)).clock.deadline == began + DAY  # type: ignore[union-attr]  # one runs
    matches.duty.shards = OWN
    await matches.clocks.tick()
    assert (await matches.get(match.id)).clock.deadline == clock.now + DAY  # type: ignore[union-attr]


async def test_computers_play_for_the_process_of_their_server(matches: Matches, against: StartMatch) -> None:
    match = await against(1, 2)  # on a server of shard 0
    await matches.act(match.id, turns.play(ANNE, "walk"))
    for shards, expected in ((OWN, []), (NOTHING, []), (OTHER, [match.id])):
        matches.duty.shards = shards
        assert [number for number, _ in await matches.lists.computer_turns()] == expected


async def test_tables_are_begun_and_tidied_by_the_process_of_their_server(matches: Matches, clock: Clock) -> None:
    terms = TableTerms(game="race", seats=2)
    full = await matches.tables.open(terms, opener=ANNE, place=HERE)
    await matches.act(full.id, lobby.join(BERT, message_id=7000))
    unused = await matches.tables.open(terms, opener=ANNE, place=HERE)
    clock.forward(timedelta(minutes=1))
    for shards, expected in ((OTHER, []), (OWN, [full.id])):
        matches.duty.shards = shards
        assert [match.id for match in await matches.tables.begin_full()] == expected
    clock.forward(2 * DAY)
    for shards, tidied in ((OTHER, []), (OWN, [unused.id])):
        matches.duty.shards = shards
        assert [match.id for match in await matches.tables.tidy()] == tidied


async def test_the_daily_is_announced_by_the_process_of_a_server(matches: Matches, clock: Clock) -> None:
    await matches.servers.change(HERE.guild_id or 0, announcements=20, daily_hour=0)
    for shards, told in ((OTHER, []), (OWN, [(HERE.guild_id, 20)])):
        matches.duty.shards = shards
        assert await matches.dailies.to_announce() == told


async def test_leagues_and_tournaments_are_looked_after_by_the_process_of_their_server(
    matches: Matches, contests: Contests
) -> None:
    guild = HERE.guild_id or 0
    await contests.leagues.create("Winter", LeagueTerms("race", size=4), guild_id=guild, channel_id=20)
    await contests.tournaments.create("Cup", TournamentTerms(Format.KNOCKOUT, "race"), guild_id=guild, channel_id=20)
    for shards, number in ((OTHER, 0), (OWN, 1)):
        matches.duty.shards = shards
        assert len(await contests.seasons.list_unfinished()) == number
        assert len(await contests.tournament_rounds.list_unfinished()) == number


async def test_only_one_process_does_what_concerns_no_server(matches: Matches) -> None:
    general = []
    for shards in (OWN, OTHER, NOTHING):
        matches.duty.shards = shards
        general.append((matches.duty.is_general, matches.duty.has_begun))
    assert general == [(False, True), (True, True), (False, False)]
