"""Lists of many matches: whose they are, and what is left out."""

from typing import Any

import pytest

from bot.match import Matches, Place, Status, TableTerms
from bot.match.decisions import lobby, proposals, turns
from tests.match.conftest import HERE, StartMatch
from tests.match.toy import PLAYERS

ANNE, BERT, CLEO, DORA = PLAYERS
ELSEWHERE = Place(guild_id=2, channel_id=30)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("person", "given", "listed"),
    [
        (ANNE, {}, ["alone", "second", "first"]),
        (BERT, {}, ["first"]),
        (CLEO, {}, ["second"]),
        (DORA, {}, []),
        (None, {}, ["second", "first"]),
        (ANNE, {"guild_id": 1}, ["alone", "first"]),
        (None, {"guild_id": 2}, ["second"]),
        (ANNE, {"game": "harvest"}, ["alone"]),
        (ANNE, {"statuses": [Status.OVER]}, []),
        (ANNE, {"statuses": [Status.OPEN]}, ["second"]),
    ],
)
async def test_everyone_has_their_own_and_private_ones_are_nobody_elses(
    matches: Matches,
    start_match: StartMatch,
    table: StartMatch,
    person: int | None,
    given: dict[str, Any],
    listed: list[str],
) -> None:
    first = await start_match()
    second = await matches.tables.open(TableTerms("race", 2), opener=ANNE, place=ELSEWHERE)
    await matches.act(second.id, lobby.join(CLEO, message_id=5))
    alone = await table(1, private=True)
    names = {first.id: "first", second.id: "second", alone.id: "alone"}
    assert [names[one.id] for one in await matches.lists.glance(person, **given)] == listed


async def test_whose_turn_it_is_is_the_persons_own(matches: Matches, start_match: StartMatch) -> None:
    match = await start_match()
    for person, is_turn in ((ANNE, True), (BERT, False), (None, False)):
        (shown,) = await matches.lists.glance(person)
        assert (shown.id, shown.place, shown.is_turn, shown.goes_on) == (match.id, HERE, is_turn, True)
    await matches.act(match.id, turns.play(ANNE, "walk"))
    assert [(await matches.lists.glance(person))[0].is_turn for person in (ANNE, BERT)] == [False, True]


async def test_those_who_resigned_are_listed_again_when_it_is_over(matches: Matches, start_match: StartMatch) -> None:
    match = await start_match(3)
    await matches.act(match.id, proposals.resign(BERT))
    assert await matches.lists.glance(BERT) == []
    assert await matches.lists.of_user(BERT) == []
    await matches.act(match.id, proposals.resign(CLEO))
    assert (await matches.get(match.id)).status is Status.OVER
    assert [one.id for one in await matches.lists.glance(BERT, statuses=[Status.OVER])] == [match.id]
