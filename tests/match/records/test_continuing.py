"""Matches that begin from a position of a finished one: what stays, what is dealt again, and that all of it follows
from their own log."""

import random
from typing import Any

import pytest

from bot.match import ComputerLevel, Limits, Match, Matches, Status, TableTerms, TooManyMatches, verify
from bot.match.decisions import lobby, proposals, turns
from bot.match.records.replay import of_record
from bot.rules import GAMES
from bot.rules.record import replay
from bot.rules.starting import Start
from bot.store import Store
from tests.match.conftest import HERE, Clock
from tests.match.toy import PLAYERS

ANNE, BERT, CLEO, DORA = PLAYERS
SEVERAL = [key for key, game in GAMES.items() if game.seats({})[-1] > 1]


@pytest.fixture
def real(store: Store, clock: Clock) -> Matches:
    return Matches(store, clock=clock)


async def end_match(matches: Matches, key: str, decisions: int) -> Match:
    """A match of people that was resigned after some random moves."""
    seats, luck = GAMES[key].seats({})[0], random.Random(5)
    seats = max(seats, 2)
    match = await matches.tables.open(TableTerms(key, seats), opener=ANNE, place=HERE)
    await matches.tables.note_posted(match.id, 900 + match.id)
    for person in PLAYERS[1:seats]:
        await matches.act(match.id, lobby.join(person))
    match = await matches.act(match.id, lobby.begin(ANNE))
    for _ in range(decisions):
        match = await play_moves(matches, match, luck)
    for seat in range(1, seats):
        if match.status is Status.RUNNING:
            match = await matches.act(match.id, proposals.resign(PLAYERS[seat]))
    return match


async def play_moves(matches: Matches, match: Match, luck: random.Random) -> Match:
    """The match after a random move of whoever is to move."""
    assert match.state is not None
    text = match.state.notate(luck.choice(match.state.legal()))
    if match.mover is not None:
        return await matches.act(match.id, turns.play_computer(text, seen_version=match.version))
    return await matches.act(match.id, turns.play(match.to_move_people()[0], text))


async def continued(matches: Matches, old: Match, step: int) -> tuple[Match, Start]:
    position = (await matches.records.replay(old.id)).position(step)
    assert position.to_move is not None
    start = Start(position=position.dump(), seat=position.to_move)
    terms = TableTerms(old.game, len(old.seats), old.options, private=True)
    level = ComputerLevel.BEGINNER
    match = await matches.tables.open(terms, opener=BERT, place=HERE, computers=level, seat=position.to_move)
    await matches.tables.note_posted(match.id, 900 + match.id)
    return await matches.act(match.id, lobby.begin_from(BERT, start)), start


@pytest.mark.sample(2)
@pytest.mark.parametrize("key", SEVERAL)
async def test_a_match_goes_on_from_a_position_and_all_of_it_follows_from_its_own_log(
    real: Matches, store: Store, clock: Clock, key: str
) -> None:
    match, start = await continued(real, await end_match(real, key, 6), 2)
    seat, game = start["seat"], GAMES[key]
    before = game.load(start["position"])
    assert match.state is not None
    assert match.state.view(seat) == before.view(seat)
    assert [one.people for one in match.seats].count((BERT,)) == 1
    assert match.seat_of(BERT) == [seat] == [match.to_move]
    luck = random.Random(7)
    for _ in range(8):
        if match.status is Status.RUNNING:
            match = await play_moves(real, match, luck)
    assert match.id not in {post.match_id for post in await real.outbox.due()}
    again = Matches(store, clock=clock)  # as after a restart
    assert await again.records.check(match.id) == []
    running = await again.records.export(match.id)
    assert running["start"] == start
    assert running["seal"]["seed"] is None
    match = await again.act(match.id, proposals.resign(BERT))
    record = await again.records.export(match.id)
    assert replay(record).dump() == (match.state.dump() if match.state is not None else None)
    assert verify(record).wrong == ()
    shown, told = of_record(record), await again.records.replay(match.id)
    assert (shown.start, shown.opening, shown.last) == (told.start, (), told.last)


async def test_what_the_seat_did_not_see_is_dealt_again_with_the_luck_of_the_new_match(real: Matches) -> None:
    old = await end_match(real, "southern_cards", 4)
    (match, start), (other, _) = await continued(real, old, 2), await continued(real, old, 2)
    positions: list[dict[str, Any]] = [one.state.dump() for one in (match, other) if one.state is not None]
    hidden = [document["deck"] for document in (start["position"], *positions)]
    assert all(one != another for index, one in enumerate(hidden) for another in hidden[:index])
    assert (match.seed, match.salt, match.commitment) != (old.seed, old.salt, old.commitment)
    assert match.seed is None


async def test_a_move_is_undone_back_to_the_position(real: Matches) -> None:
    match, start = await continued(real, await end_match(real, "cirondo", 4), 2)
    for _ in range(2):
        match = await play_moves(real, match, random.Random(1))
    match = await real.act(match.id, proposals.undo(BERT))
    assert match.state is not None
    assert match.state.dump() == start["position"]
    assert await real.records.check(match.id) == []


async def test_nobody_continues_more_matches_than_they_may_play(store: Store, clock: Clock) -> None:
    old = await end_match(Matches(store, clock=clock), "cirondo", 4)
    few = Matches(store, clock=clock, limits=Limits(matches_per_person=1))
    await continued(few, old, 2)
    with pytest.raises(TooManyMatches):
        await continued(few, old, 2)


@pytest.mark.parametrize(
    ("key", "value", "why"),
    [
        ("position", {"game": "cirondo"}, "start.position: "),
        ("position", None, "start.position: "),
        ("seat", 2, "start.seat: a number from 0 to 1"),
        ("seat", True, "start.seat: "),
    ],
)
async def test_a_record_whose_start_is_damaged_is_refused(real: Matches, key: str, value: Any, why: str) -> None:
    match, _ = await continued(real, await end_match(real, "cirondo", 4), 2)
    await real.act(match.id, proposals.resign(BERT))
    record = await real.records.export(match.id)
    record["start"] = {**record["start"], key: value}
    with pytest.raises(ValueError, match=f"^{why}"):
        replay(record)


async def test_a_record_whose_start_is_of_another_table_is_refused(real: Matches) -> None:
    match, _ = await continued(real, await end_match(real, "cirondo", 4), 2)
    await real.act(match.id, proposals.resign(BERT))
    record = await real.records.export(match.id)
    other = {option: not value for option, value in record["options"].items() if option == "draw_rule"}
    with pytest.raises(ValueError, match=r"^start\.position: it is of a match with other seats or options"):
        replay({**record, "options": {**record["options"], **other}})
