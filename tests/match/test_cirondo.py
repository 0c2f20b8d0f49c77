"""Whole matches of a real game, from the table to the record."""

import json

import pytest

from bot.match import Ending, Matches, NotYourTurn, Status, TableTerms
from bot.match.decisions import lobby, proposals, turns
from bot.rules import GAMES, IllegalMove
from bot.rules.chance import Scripted
from bot.rules.record import replay
from bot.store import Store
from tests.match.conftest import HERE, Clock
from tests.match.toy import PLAYERS

ANNE, BERT = PLAYERS[:2]


@pytest.fixture
def cirondo(store: Store, clock: Clock) -> Matches:
    return Matches(store, clock=clock)


async def start_match(matches: Matches, seats: int = 2, **options: bool) -> int:
    match = await matches.tables.open(TableTerms(game="cirondo", options=options, seats=seats), opener=ANNE, place=HERE)
    for player in PLAYERS[1:seats]:
        await matches.act(match.id, lobby.join(player))
    await matches.act(match.id, lobby.begin(ANNE, message_id=1234567890123456789))
    return match.id


async def test_a_match_is_written_down_and_can_be_played_again(cirondo: Matches) -> None:
    number = await start_match(cirondo)
    for turn, typed in enumerate(["b8c8", "B24 - C24", "a9c7", "A23-E27"]):
        match = await cirondo.act(number, turns.play(PLAYERS[turn % 2], typed))
    assert [event.move for event in match.recent if event.kind == "move"] == ["B8-C8", "B24-C24", "A9-C7", "A23-E27"]
    match = await cirondo.act(number, proposals.resign(BERT))
    record = json.loads(json.dumps(await cirondo.records.record(number)))
    assert record["moves"] == ["B8-C8", "B24-C24", "A9-C7", "A23-E27"]
    assert record["result"] == {"ending": "resigned", "places": [1, 2], "scores": None, "resigned": [1]}
    assert replay(record) == match.state
    assert await cirondo.records.check(number) == []


async def test_teams_and_draws_are_written_down(cirondo: Matches) -> None:
    number = await start_match(cirondo, seats=4, teams=True)
    await cirondo.act(number, turns.play(ANNE, "B8-C8"))
    await cirondo.act(number, proposals.offer_draw(ANNE))
    for player in PLAYERS[1:]:
        match = await cirondo.act(number, proposals.agree(player))
    assert (match.status, match.ending) == (Status.OVER, Ending("agreed", (1, 1, 1, 1), None, ()))
    assert replay(await cirondo.records.record(number)) == match.state


async def test_a_match_that_its_rules_end(cirondo: Matches) -> None:
    number = await start_match(cirondo)
    opening = ["B8-C8", "B24-C24"]
    there_and_back = ["A9-B8", "A25-B24", "B8-A9", "B24-A25"]
    for turn, move in enumerate([*opening, *there_and_back, *there_and_back]):
        match = await cirondo.act(number, turns.play(PLAYERS[turn % 2], move), interaction=turn)
    assert (match.status, match.ending) == (Status.OVER, Ending("played", (1, 1), None, ()))
    assert replay(await cirondo.records.record(number)) == match.state


async def test_the_rules_own_refusals_pass_through(cirondo: Matches) -> None:
    number = await start_match(cirondo)
    with pytest.raises(NotYourTurn, match="gold"):
        await cirondo.act(number, turns.play(BERT, "B24-C24"))
    with pytest.raises(IllegalMove) as refusal:
        await cirondo.act(number, turns.play(ANNE, "A1-B2"))
    assert refusal.value.sentence
    assert (await cirondo.get(number)).state == GAMES["cirondo"].start(2, {}, Scripted([]))
