"""Blocking somebody: every way in which two people come to play together, and that nobody is told."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from bot.contests.contests import Contests
from bot.contests.values.league import LeagueTerms
from bot.match import Match, Matches, NotInvited, Refusal, SeriesKind, TableTerms
from bot.match.decisions import lobby, moderation, presence, proposals
from bot.match.decisions.limits import Limits
from bot.match.parts.personal_blocks import MOST_BLOCKED
from bot.match.values.errors import BlockedTooMany, CantBeInvited, HasBlocked, ProfileHidden
from bot.store import Store
from tests.match.conftest import HERE, Clock
from tests.match.refusing import refuse
from tests.match.toy import GAMES, PLAYERS

ANNE, BERT, CLEO, DORA = PLAYERS
"""Anne has blocked Bert. Cleo and Dora have nothing to do with it."""

LIMIT = 3  # matches of one person, so that somebody can have reached it

Meeting = Callable[[Matches, int, int], Awaitable[Any]]
"""One person does what makes them meet another: the matches, who does it, and whom they would meet."""


async def opened(
    matches: Matches, opener: int, *invited: int, seats: int = 3, game: str = "race", **terms: Any
) -> Match:
    table = await matches.tables.open(TableTerms(game, seats, **terms), opener=opener, place=HERE, invited=[*invited])
    await matches.tables.note_posted(table.id, 7000 + table.id)
    return table


async def begun(matches: Matches, *people: int, **terms: Any) -> Match:
    """A running match of these people."""
    table = await opened(matches, people[0], seats=len(people), **terms)
    for person in people[1:]:
        await matches.act(table.id, lobby.join(person))
    return await matches.act(table.id, lobby.begin(people[0]))


@asynccontextmanager
async def before_the_block(matches: Matches) -> AsyncIterator[None]:
    """What is done in here was done before Anne blocked Bert."""
    has_blocked = BERT in await matches.personal_blocks.of_person(ANNE)
    await matches.personal_blocks.remove(ANNE, BERT)
    yield
    if has_blocked:
        await matches.personal_blocks.add(ANNE, BERT)


async def over(matches: Matches, *people: int) -> Match:
    match = await begun(matches, *people)
    return await matches.act(match.id, moderation.end(people[0]))


async def with_abandoned_seat(matches: Matches, *people: int) -> Match:
    """A match of these people and of one who has left the server, on the last seat."""
    match = await begun(matches, *people, 301)
    return await matches.act(match.id, presence.absent(301))


async def invites(matches: Matches, by: int, other: int) -> None:
    await opened(matches, by, 404, other)


async def invites_to_a_series(matches: Matches, by: int, other: int) -> None:
    await opened(matches, by, other, game="harvest", series=SeriesKind.PARALLEL)


async def plays_again(matches: Matches, by: int, other: int) -> None:
    """The other one was in the match, and would be asked."""
    async with before_the_block(matches):
        match = await over(matches, by, other)
    await matches.tables.rematch(match.id, by)


async def proposes_for_a_seat(matches: Matches, by: int, other: int) -> None:
    match = await with_abandoned_seat(matches, CLEO, by)
    await matches.act(match.id, proposals.replace_player(by, 2, other))


async def is_proposed_by_somebody_else(matches: Matches, by: int, other: int) -> None:
    match = await with_abandoned_seat(matches, CLEO, other)
    await matches.act(match.id, proposals.replace_player(CLEO, 2, by))


async def joins(matches: Matches, by: int, other: int) -> None:
    await matches.act((await opened(matches, other)).id, lobby.join(by))


async def joins_a_certain_seat(matches: Matches, by: int, other: int) -> None:
    await matches.act((await opened(matches, other)).id, lobby.join(by, seat=2))


async def joins_somebody_elses_table(matches: Matches, by: int, other: int) -> None:
    table = await opened(matches, CLEO)
    await matches.act(table.id, lobby.join(other))
    await matches.act(table.id, lobby.join(by))


async def accepts_an_invitation(matches: Matches, by: int, other: int) -> None:
    async with before_the_block(matches):
        table = await opened(matches, CLEO, by, other)
        await matches.act(table.id, lobby.join(other))
    await matches.act(table.id, lobby.join(by))


async def shares_a_seat(matches: Matches, by: int, other: int) -> None:
    await matches.act((await opened(matches, other, seats=2, shared=True)).id, lobby.join(by, seat=0))


async def plays_on_the_same_side(matches: Matches, by: int, other: int) -> None:
    await matches.act((await opened(matches, other, seats=4, options={"teams": True})).id, lobby.join(by, seat=2))


async def joins_parallel_matches(matches: Matches, by: int, other: int) -> None:
    await matches.act((await opened(matches, other, game="harvest", series=SeriesKind.PARALLEL)).id, lobby.join(by))


async def joins_a_rematch(matches: Matches, by: int, other: int) -> None:
    """It was opened by somebody else who was in the match with both."""
    async with before_the_block(matches):
        match = await over(matches, CLEO, by, other)
        table = await matches.tables.rematch(match.id, CLEO)
        await matches.tables.note_posted(table.id, 7000 + table.id)
        await matches.tables.rematch(match.id, other)
    await matches.tables.rematch(match.id, by)


async def takes_a_seat(matches: Matches, by: int, other: int) -> None:
    """They were asked before the block."""
    async with before_the_block(matches):
        match = await with_abandoned_seat(matches, CLEO, other)
        await matches.act(match.id, proposals.replace_player(CLEO, 2, by))
    await matches.act(match.id, proposals.take_seat(by))


INVITING = [invites, invites_to_a_series, plays_again, proposes_for_a_seat]
SITTING_DOWN = [
    joins, joins_a_certain_seat, joins_somebody_elses_table, accepts_an_invitation, shares_a_seat,
    plays_on_the_same_side, joins_parallel_matches, joins_a_rematch, takes_a_seat,
]  # fmt: skip


@pytest.fixture
def matches(store: Store, clock: Clock) -> Matches:
    return Matches(store, games=GAMES, clock=clock, limits=Limits(matches_per_person=LIMIT))


async def reads(meeting: Awaitable[Any]) -> tuple[type[Refusal], str]:
    """What somebody reads who is refused."""
    with pytest.raises(Refusal) as refusal:
        await meeting
    return type(refusal.value), str(refusal.value)


@pytest.mark.parametrize("meet", [*INVITING, is_proposed_by_somebody_else, *SITTING_DOWN])
async def test_nothing_keeps_people_apart_who_have_not_blocked_each_other(matches: Matches, meet: Meeting) -> None:
    await meet(matches, BERT, ANNE)


@pytest.mark.parametrize("meet", INVITING)
async def test_who_is_blocked_reads_what_everybody_reads_of_somebody_who_plays_too_many_matches(
    matches: Matches, meet: Meeting
) -> None:
    await matches.personal_blocks.add(ANNE, BERT)
    refused = await reads(meet(matches, BERT, ANNE))
    await matches.personal_blocks.remove(ANNE, BERT)
    for _ in range(LIMIT):
        await begun(matches, ANNE, DORA)
    assert refused == (CantBeInvited, f"<@{ANNE}> can't be invited right now.")
    assert refused == await reads(invites(matches, BERT, ANNE))


@pytest.mark.parametrize("meet", SITTING_DOWN)
async def test_who_is_blocked_finds_no_seat_as_if_the_others_were_for_invited_people(
    matches: Matches, meet: Meeting
) -> None:
    await matches.personal_blocks.add(ANNE, BERT)
    refused = await reads(meet(matches, BERT, ANNE))
    reserved = await opened(matches, CLEO, DORA, seats=2)
    assert refused == await reads(matches.act(reserved.id, lobby.join(BERT)))
    assert refused[0] is NotInvited


async def test_somebody_else_who_proposes_them_is_not_told_why_either(matches: Matches) -> None:
    await matches.personal_blocks.add(ANNE, BERT)
    refused = await reads(is_proposed_by_somebody_else(matches, BERT, ANNE))
    assert refused == (CantBeInvited, f"<@{BERT}> can't be invited right now.")


async def test_the_operators_block_reads_the_same(matches: Matches) -> None:
    await matches.service.block_person(DORA)
    assert await reads(opened(matches, BERT, DORA)) == (CantBeInvited, f"<@{DORA}> can't be invited right now.")


@pytest.mark.parametrize("meet", [*INVITING, *SITTING_DOWN])
async def test_who_has_blocked_somebody_is_told_so(matches: Matches, meet: Meeting) -> None:
    await matches.personal_blocks.add(ANNE, BERT)
    refused = await reads(meet(matches, ANNE, BERT))
    assert refused == (HasBlocked, f"You've blocked <@{BERT}>, so you can't play together.")


async def test_who_have_blocked_each_other_read_only_of_their_own_block(matches: Matches) -> None:
    await matches.personal_blocks.add(ANNE, BERT)
    await matches.personal_blocks.add(BERT, ANNE)
    table = await opened(matches, ANNE)
    assert (await reads(matches.act(table.id, lobby.join(BERT))))[0] is HasBlocked
    assert (await reads(invites(matches, ANNE, BERT)))[0] is HasBlocked


async def test_where_somebody_is_invited_whom_they_would_not_meet_they_find_no_seat(matches: Matches) -> None:
    """Otherwise the one who was invited would have to stay away."""
    await matches.personal_blocks.add(ANNE, BERT)
    table = await opened(matches, CLEO, ANNE, BERT)
    assert (await reads(matches.act(table.id, lobby.join(BERT))))[0] is NotInvited
    await matches.act(table.id, lobby.join(ANNE))
    await matches.act((await opened(matches, CLEO, ANNE, BERT)).id, lobby.decline_invitation(BERT))


async def test_a_table_where_the_one_who_was_invited_declines_is_open_to_them(matches: Matches) -> None:
    await matches.personal_blocks.add(ANNE, BERT)
    table = await opened(matches, CLEO, ANNE)
    await matches.act(table.id, lobby.decline_invitation(ANNE))
    await matches.act(table.id, lobby.join(BERT))


async def test_who_has_agreed_to_them_may_not_have_them_come_after_a_block(matches: Matches, store: Store) -> None:
    match = await with_abandoned_seat(matches, CLEO, ANNE)
    await matches.act(match.id, proposals.replace_player(CLEO, 2, BERT))
    await matches.act(match.id, proposals.take_seat(BERT))
    await matches.personal_blocks.add(ANNE, BERT)
    await refuse(store, HasBlocked, lambda: matches.act(match.id, proposals.agree(ANNE)))
    assert (await matches.act(match.id, proposals.decline(ANNE))).proposal is None


async def test_matches_that_they_share_go_on(matches: Matches) -> None:
    match = await begun(matches, ANNE, BERT)
    await matches.personal_blocks.add(ANNE, BERT)
    offered = await matches.act(match.id, proposals.offer_draw(BERT))
    assert offered.proposal is not None
    async with before_the_block(matches):
        table = await opened(matches, ANNE, seats=2)
        await matches.act(table.id, lobby.join(BERT))
    await matches.act(table.id, lobby.begin(BERT))


async def test_in_leagues_and_tournaments_all_can_meet(matches: Matches, contests: Contests) -> None:
    """Who runs one may also offer somebody's seat there to whom another one has blocked."""
    await matches.personal_blocks.add(ANNE, BERT)
    created = await contests.leagues.create("Winter", LeagueTerms("race"), guild_id=1, channel_id=20)
    for person in (ANNE, BERT):
        await contests.leagues.join(created.league.id, person)
    match = await with_abandoned_seat(matches, CLEO, ANNE)
    await matches.act(match.id, proposals.appoint(DORA, 2, BERT))
    assert (await matches.act(match.id, proposals.take_seat(BERT))).seats[2].people == (BERT,)


async def test_who_is_blocked_finds_no_profile_like_that_of_somebody_who_hides_it(matches: Matches) -> None:
    await begun(matches, ANNE, BERT)
    await matches.ratings.profile(ANNE, BERT, HERE.guild_id)
    hidden = await reads(matches.ratings.profile(ANNE, BERT, 404))
    await matches.personal_blocks.add(ANNE, BERT)
    assert await reads(matches.ratings.profile(ANNE, BERT, HERE.guild_id)) == hidden
    assert hidden[0] is ProfileHidden
    await matches.ratings.profile(BERT, ANNE, HERE.guild_id)


class TestTheList:
    async def test_it_is_whole_and_the_newest_first(self, matches: Matches, clock: Clock) -> None:
        for person in (BERT, CLEO, BERT):
            await matches.personal_blocks.add(ANNE, person)
            clock.now = clock.now.replace(minute=clock.now.minute + 1)
        assert await matches.personal_blocks.of_person(ANNE) == [CLEO, BERT]
        assert [await matches.personal_blocks.remove(ANNE, CLEO) for _ in range(2)] == [True, False]
        assert await matches.personal_blocks.of_person(ANNE) == [BERT]
        assert await matches.personal_blocks.of_person(BERT) == []
        assert not await matches.personal_blocks.remove(404, BERT)

    async def test_it_has_an_end(self, matches: Matches) -> None:
        for person in range(1000, 1000 + MOST_BLOCKED):
            await matches.personal_blocks.add(ANNE, person)
        await matches.personal_blocks.add(ANNE, 1000)
        with pytest.raises(BlockedTooMany):
            await matches.personal_blocks.add(ANNE, BERT)
        assert BERT not in await matches.personal_blocks.of_person(ANNE)

    async def test_it_tells_nobody_that_crux_knows_of_them(self, matches: Matches) -> None:
        await matches.personal_blocks.add(ANNE, 404)
        assert await matches.people.stored_data(404) == {}
        own = await matches.people.stored_data(ANNE)
        assert [row["person_id"] for row in own["personal_blocks"]] == [404]

    @pytest.mark.parametrize("forgotten", [ANNE, BERT, 404])
    async def test_it_is_forgotten_with_its_person_and_with_those_on_it(self, matches: Matches, forgotten: int) -> None:
        for blocked in (BERT, 404):
            await matches.personal_blocks.add(ANNE, blocked)
        await matches.people.forget(forgotten)
        left = {BERT, 404} - {forgotten} if forgotten != ANNE else set()
        assert set(await matches.personal_blocks.of_person(ANNE)) == left
        if forgotten == ANNE:
            await matches.personal_blocks.add(ANNE, DORA)  # as a new person
            assert await matches.personal_blocks.of_person(ANNE) == [DORA]
