"""Automatic rolls: when, for whom, how they are logged, and what can no longer be undone."""

from random import Random
from typing import Any

import pytest

from bot.match import LuckHasSpoken, Match, Matches, TableTerms, verify
from bot.match.decisions import lobby, proposals, turns
from bot.match.values.trail import LONGEST
from bot.rules.record import replay
from bot.store import Store
from tests.match.conftest import HERE, Clock
from tests.match.toy import PLAYERS

ANNE, BERT, *_ = PLAYERS


@pytest.fixture
def real(store: Store, clock: Clock) -> Matches:
    """Matches of the games there are."""
    return Matches(store, clock=clock)


async def start_match(real: Matches, seats: int = 2, options: dict[str, Any] | None = None, **terms: Any) -> Match:
    """A match of dice."""
    agreed = TableTerms("parcheesi", seats, options or {}, **terms)
    match = await real.tables.open(agreed, opener=ANNE, place=HERE)
    await real.tables.note_posted(match.id, 70)
    for person in PLAYERS[1:seats]:
        await real.act(match.id, lobby.join(person))
    return await real.act(match.id, lobby.begin(ANNE))


async def play(real: Matches, match: Match, move: str) -> Match:
    return await real.act(match.id, turns.play(match.to_move_people()[0], move, seen_version=match.version))


def can_only_roll(match: Match) -> bool:
    return match.state is not None and match.state.only_roll() is not None


@pytest.mark.thorough
async def test_after_the_first_one_nobody_waits_for_a_roll(real: Matches) -> None:
    match, choices = await start_match(real, 3, {"max_rolls": 60}), Random(3)
    assert can_only_roll(match)
    match = await play(real, match, "roll")
    rolled_for_others = 0
    while match.state is not None and match.state.to_move is not None:
        assert not can_only_roll(match) or len(match.trail.decisions) >= LONGEST
        seat, before = match.state.to_move, match.version
        match = await play(real, match, match.state.notate(choices.choice(match.state.legal())))
        new = [one for one in match.trail.decisions if one.number > before]
        rolls = [one for one in new if one.move == "roll"]
        assert all(one.automatic for one in rolls)
        rolled_for_others += any(one.seat != seat for one in rolls)
    assert rolled_for_others
    assert await real.records.check(match.id) == []
    record = await real.records.export(match.id)
    assert replay(record) == match.state
    assert verify(record).wrong == ()


async def test_at_a_table_that_rolls_itself_each_roll_is_waited_for(real: Matches) -> None:
    match, choices, waits = await start_match(real, rolls=False), Random(3), 0
    for _ in range(30):
        assert match.state is not None
        waits += can_only_roll(match)
        match = await play(real, match, match.state.notate(choices.choice(match.state.legal())))
        assert all(not one.automatic for one in match.trail.decisions if one.move == "roll")
    assert waits > 5


async def test_what_was_played_before_a_roll_stands(real: Matches) -> None:
    match = await play(real, await start_match(real), "roll")
    player = match.trail.decisions[-1]
    while match.state is not None and not (player.move == "roll" and player.automatic):
        match = await play(real, match, match.state.notate(match.state.legal()[0]))
        player = match.trail.decisions[-1]
    assert match.trail.retractable == 0
    mine = next(one for one in reversed(match.trail.decisions) if not one.automatic)
    with pytest.raises(LuckHasSpoken):
        await real.act(match.id, proposals.undo((ANNE, BERT)[mine.seat]))
