"""However a match ends, its record has the places that the rules of docs/record-format.md give, and no others."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from itertools import permutations
from typing import Any

import pytest

from bot.match import ComputerLevel, Expiry, Match, Matches, Status, TableTerms, verify
from bot.match.decisions import expiry, lobby, moderation, presence, proposals, turns
from bot.match.parts.clocks import ASLEEP, LOOK_EVERY
from bot.rules.record import places_after_resigning
from bot.store import Store
from tests.match.conftest import HERE, Clock
from tests.match.toy import PLAYERS

ANNE, BERT, CLEO, DORA = PLAYERS
DAY = timedelta(days=1)
SELDOM = ASLEEP - LOOK_EVERY  # a bot that looks less often was asleep

Play = Callable[[Matches, Clock, int], Awaitable[object]]


@pytest.fixture
def matches(store: Store, clock: Clock) -> Matches:
    return Matches(store, clock=clock)


async def begin(matches: Matches, *people: int, **terms: Any) -> Match:
    """A match of Cirondo in which everybody has moved once."""
    options = {"teams": terms.pop("teams", False)}
    seats = terms.pop("seats", len(people))
    table = await matches.tables.open(
        TableTerms("cirondo", seats, options, **terms),
        opener=people[0],
        place=HERE,
        computers=ComputerLevel.BEGINNER if seats > len(people) else None,
    )
    await matches.tables.note_posted(table.id, 900)
    for person in people[1:]:
        await matches.act(table.id, lobby.join(person))
    match = await matches.act(table.id, lobby.begin(people[0]))
    return await move(matches, match, seats)


async def move(matches: Matches, match: Match, times: int) -> Match:
    for _ in range(times):
        if match.state is None or match.to_move is None:
            break
        text, people = match.state.notate(match.state.legal()[0]), match.to_move_people()
        decision = turns.play(people[0], text) if people else turns.play_computer(text, seen_version=match.version)
        match = await matches.act(match.id, decision)
    return match


async def resign(matches: Matches, number: int, *people: int) -> None:
    for person in people:
        await matches.act(number, proposals.resign(person))


async def agree(matches: Matches, number: int, *people: int) -> None:
    match = await matches.act(number, proposals.offer_draw(people[0]))
    for person in people[1:]:
        match = await matches.act(number, proposals.agree(person))
    while match.status is Status.RUNNING and match.proposal is not None and match.proposal.computers:
        seat = match.proposal.computers[0]
        match = await matches.act(number, proposals.answer(seat, agrees=True, seen_version=match.version))


async def time_out(matches: Matches, clock: Clock, number: int) -> None:
    for _ in range(int(2 * DAY / SELDOM)):
        match = await matches.get(number)
        if match.status is not Status.RUNNING or (match.clock is not None and match.clock.expired):
            break
        await matches.clocks.tick()
        for reminder in await matches.reminders.due():
            await matches.reminders.note_delivered(reminder.id)
        clock.forward(SELDOM)


async def verified(matches: Matches, number: int, places: list[int] | None) -> None:
    """The record of a match verifies with these places, and with no others."""
    match = await matches.get(number)
    assert match.status is Status.OVER
    record: dict[str, Any] = await matches.records.export(number)
    assert record["result"]["places"] == places
    assert verify(record).wrong == ()
    assert not any("resigned" in str(one) for one in verify(record).unchecked)
    for wrong in set(permutations(places or range(1, len(match.seats) + 1))) - {tuple(places or ())}:
        changed = {**record, "result": {**record["result"], "places": list(wrong)}}
        assert verify(changed).wrong, wrong


@pytest.mark.parametrize("loser", [0, 1])
async def test_one_of_two_resigns(matches: Matches, loser: int) -> None:
    match = await begin(matches, ANNE, BERT)
    await resign(matches, match.id, (ANNE, BERT)[loser])
    await verified(matches, match.id, [1 + (seat == loser) for seat in range(2)])


async def test_sides_resign_one_after_the_other(matches: Matches) -> None:
    match = await begin(matches, ANNE, BERT, CLEO, DORA)
    await resign(matches, match.id, CLEO, ANNE, DORA)
    await verified(matches, match.id, [3, 1, 4, 2])


async def test_only_computers_are_left(matches: Matches) -> None:
    match = await begin(matches, ANNE, BERT, seats=4)
    await resign(matches, match.id, BERT, ANNE)
    await verified(matches, match.id, [3, 4, 1, 1])


async def test_a_team_resigns(matches: Matches) -> None:
    match = await begin(matches, ANNE, BERT, CLEO, DORA, teams=True)
    await matches.act(match.id, proposals.resign(BERT))
    await matches.act(match.id, proposals.agree(DORA))
    await verified(matches, match.id, [1, 2, 1, 2])


@pytest.mark.parametrize(("before", "places"), [((), [1, 1, 1, 1]), ((DORA, ANNE), [3, 1, 1, 4])])
async def test_a_draw_is_agreed(matches: Matches, before: tuple[int, ...], places: list[int]) -> None:
    match = await begin(matches, ANNE, BERT, CLEO, DORA)
    await resign(matches, match.id, *before)
    await agree(matches, match.id, *(person for person in PLAYERS if person not in before))
    await verified(matches, match.id, places)


async def test_a_moderator_ends_it(matches: Matches) -> None:
    match = await begin(matches, ANNE, BERT, CLEO, DORA)
    await resign(matches, match.id, CLEO)
    await matches.act(match.id, moderation.end(999))
    await verified(matches, match.id, None)


async def test_the_time_of_a_turn_is_over(matches: Matches, clock: Clock) -> None:
    match = await begin(matches, ANNE, BERT, move_time=timedelta(hours=1), on_expiry=Expiry.RESIGN)
    await time_out(matches, clock, match.id)
    await verified(matches, match.id, [2, 1])


async def test_a_seat_is_claimed(matches: Matches, clock: Clock) -> None:
    match = await begin(matches, ANNE, BERT, move_time=timedelta(hours=1), on_expiry=Expiry.CLAIM)
    await time_out(matches, clock, match.id)
    await matches.act(match.id, expiry.claim(BERT))
    await verified(matches, match.id, [2, 1])


async def test_someone_who_has_left_is_waited_for_no_longer(matches: Matches) -> None:
    """Their agreement to a resignation of their side isn't needed any more."""
    match = await begin(matches, ANNE, BERT, CLEO, DORA, teams=True)
    await matches.act(match.id, proposals.resign(BERT))
    await matches.act(match.id, presence.absent(DORA))
    await verified(matches, match.id, [1, 2, 1, 2])


@pytest.mark.parametrize(
    ("resigned", "places"),
    [
        ([], [1, 1, 1, 1, 1]),
        ([[2]], [1, 1, 5, 1, 1]),
        ([[2], [0]], [4, 1, 5, 1, 1]),
        ([[0], [2], [1], [4]], [5, 3, 4, 1, 2]),
    ],
)
def test_the_later_a_side_resigned_the_better_its_place(resigned: list[list[int]], places: list[int]) -> None:
    assert places_after_resigning([[seat] for seat in range(5)], resigned) == places
