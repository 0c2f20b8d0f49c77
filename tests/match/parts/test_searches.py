"""Looking for an opponent on any server: who is brought together, how, and what is left of it."""

from datetime import timedelta

import pytest

from bot.match import LASTS, NOWHERE, Expiry, Limits, Matches, NoRematch, Status, TooManyMatches
from bot.match.decisions import proposals
from bot.match.values.errors import NoSearchesHere, UnknownGame
from bot.ratings.rating import Rating
from bot.store import Store
from bot.store.queries import people, ratings
from bot.store.rating_tables import RatingRow
from bot.store.shards import Shards
from tests.match.conftest import Clock, StartMatch
from tests.match.toy import GAMES, PLAYERS

ANNE, BERT, CLEO = PLAYERS[:3]
GAME = "race"
HOUR = timedelta(hours=1)


async def look(matches: Matches, *users: int, game: str = GAME) -> None:
    for user in users:
        await matches.searches.begin(user, game, guild_id=None, interaction=user * 10)


async def give_rating(matches: Matches, store: Store, user: int, shown: int, sigma: float = 3.0) -> None:
    mu = 25 + (shown - 1500) / 40
    assert Rating(mu, sigma).shown == shown
    async with store.write() as connection:
        row = await people.user_row_for(connection, user, matches.dependencies.reader.clock())
        await ratings.write_standings(connection, [RatingRow(row, GAME, mu, sigma, 20, 10, 0, 0, None)])


async def test_two_who_look_play_a_rated_match_in_no_channel(matches: Matches) -> None:
    await look(matches, ANNE)
    assert await matches.searches.bring_together() == []
    await look(matches, BERT)
    (number,) = await matches.searches.bring_together()
    match = await matches.get(number)
    assert match.status is Status.RUNNING
    assert match.place == NOWHERE
    assert sorted(person for seat in match.seats for person in seat.people) == sorted((ANNE, BERT))
    assert (match.terms.rated, match.terms.hints, match.terms.on_expiry) == (True, False, Expiry.RESIGN)
    assert await matches.searches.bring_together() == []
    assert [search.user for search in await matches.searches.over()] == [ANNE, BERT]


async def test_the_luck_follows_from_the_seal_that_the_first_was_told_and_from_the_last_click(matches: Matches) -> None:
    await look(matches, ANNE)
    (search,) = await matches.searches.of_person(ANNE)
    await look(matches, BERT)
    (number,) = await matches.searches.bring_together()
    match = await matches.get(number)
    assert match.commitment == search.seal
    assert match.salt == str(BERT * 10)


async def test_everybody_is_told_once_and_can_look_again_then(matches: Matches) -> None:
    await look(matches, ANNE, BERT)
    await matches.searches.bring_together()
    for search in await matches.searches.over():
        assert search.match_id is not None
        await matches.searches.note_told(search)
    assert await matches.searches.over() == []
    await look(matches, ANNE)
    assert [search.game for search in await matches.searches.of_person(ANNE)] == [GAME]


async def test_a_second_search_for_the_same_game_changes_nothing(matches: Matches, clock: Clock) -> None:
    await look(matches, ANNE)
    before = await matches.searches.of_person(ANNE)
    clock.forward(HOUR)
    await look(matches, ANNE)
    assert await matches.searches.of_person(ANNE) == before
    assert await matches.searches.bring_together() == []


async def test_who_stops_looking_is_not_found(matches: Matches) -> None:
    await look(matches, ANNE)
    assert await matches.searches.end(ANNE, GAME)
    assert not await matches.searches.end(ANNE, GAME)
    await look(matches, BERT)
    assert await matches.searches.bring_together() == []


async def test_after_two_weeks_they_are_told_that_nobody_was_found(matches: Matches, clock: Clock) -> None:
    await look(matches, ANNE)
    clock.forward(LASTS)
    assert await matches.searches.over() == []
    clock.forward(timedelta(seconds=1))
    (search,) = await matches.searches.over()
    assert (search.user, search.match_id) == (ANNE, None)
    await matches.searches.note_told(search)
    assert await matches.searches.of_person(ANNE) == []


@pytest.mark.parametrize(("blocker", "blocked"), [(ANNE, BERT), (BERT, ANNE)])
async def test_nobody_meets_whom_they_have_blocked_or_who_has_blocked_them(
    matches: Matches, blocker: int, blocked: int
) -> None:
    await matches.personal_blocks.add(blocker, blocked)
    await look(matches, ANNE, BERT)
    assert await matches.searches.bring_together() == []
    await look(matches, CLEO)
    (number,) = await matches.searches.bring_together()
    match = await matches.get(number)
    assert [person for person in (ANNE, BERT, CLEO) if match.seat_of(person)] in ([ANNE, CLEO], [BERT, CLEO])


async def test_two_play_one_match_of_a_game_at_a_time(matches: Matches) -> None:
    for begins in (1, 0):
        await look(matches, ANNE, BERT)
        assert len(await matches.searches.bring_together()) == begins
        for search in await matches.searches.over():
            await matches.searches.note_told(search)


@pytest.mark.parametrize(
    ("apart", "hours", "meet"), [(200, 0, True), (201, 0, False), (201, 1, True), (301, 1, False), (700, 5, True)]
)
async def test_ratings_may_be_further_apart_the_longer_one_of_them_has_waited(
    matches: Matches, store: Store, clock: Clock, apart: int, hours: int, meet: bool
) -> None:
    await give_rating(matches, store, ANNE, 1500)
    await give_rating(matches, store, BERT, 1500 + apart)
    await look(matches, ANNE)
    clock.forward(hours * HOUR)
    await look(matches, BERT)
    assert bool(await matches.searches.bring_together()) is meet


async def test_an_uncertain_rating_keeps_nobody_apart(matches: Matches, store: Store) -> None:
    await give_rating(matches, store, ANNE, 1500)
    await give_rating(matches, store, BERT, 2500, sigma=7.0)
    await look(matches, ANNE, BERT)
    assert await matches.searches.bring_together()


async def test_whom_the_operator_has_blocked_isnt_found(matches: Matches) -> None:
    await look(matches, ANNE, BERT)
    await matches.service.block_person(ANNE)
    assert await matches.searches.bring_together() == []


async def test_a_server_takes_part_only_if_it_wants_to(matches: Matches) -> None:
    with pytest.raises(NoSearchesHere):
        await matches.searches.begin(ANNE, GAME, guild_id=1, interaction=1)
    await matches.servers.change(1, finding=True)
    await matches.searches.check(ANNE, 1)
    await matches.searches.begin(ANNE, GAME, guild_id=1, interaction=1)
    assert await matches.searches.of_person(ANNE)


async def test_who_plays_too_many_matches_cant_look_and_isnt_found(
    matches: Matches, store: Store, clock: Clock, start_match: StartMatch
) -> None:
    limited = Matches(store, games=GAMES, clock=clock, limits=Limits(matches_per_person=1))
    await look(limited, ANNE, CLEO)
    await start_match(seats=2)  # Anne's and Bert's
    assert await limited.searches.bring_together() == []
    with pytest.raises(TooManyMatches):
        await limited.searches.begin(BERT, GAME, guild_id=None, interaction=1)
    assert await matches.searches.bring_together(), "by itself, that would be no match too many"


async def test_a_game_that_isnt_there_has_no_searches(matches: Matches) -> None:
    with pytest.raises(UnknownGame):
        await matches.searches.begin(ANNE, "chess", guild_id=None, interaction=1)


async def test_nothing_is_left_of_somebody_who_is_forgotten(matches: Matches) -> None:
    await look(matches, ANNE, BERT)
    await matches.people.forget(ANNE)
    assert await matches.searches.bring_together() == []
    assert await matches.searches.of_person(ANNE) == []


async def test_only_the_process_of_the_first_shard_brings_people_together(matches: Matches) -> None:
    await look(matches, ANNE, BERT)
    matches.duty.shards = Shards(2, frozenset({1}))
    assert await matches.searches.bring_together() == []
    assert await matches.searches.over() == []


async def test_there_is_no_rematch_where_nothing_can_be_posted(matches: Matches) -> None:
    await look(matches, ANNE, BERT)
    (number,) = await matches.searches.bring_together()
    await matches.act(number, proposals.resign(ANNE))
    with pytest.raises(NoRematch):
        await matches.tables.rematch(number, ANNE)
