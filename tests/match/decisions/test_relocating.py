"""A match moves: immediately within its channel, otherwise once the others agree."""

from datetime import timedelta

import pytest

from bot.match import (
    AlreadyProposed,
    ComputerLevel,
    Match,
    Matches,
    MatchOver,
    NotInThisMatch,
    NotRunning,
    Place,
    SeriesKind,
    Status,
    TableTerms,
)
from bot.match.decisions import lobby, presence, proposals, relocating, turns
from bot.match.decisions.agreements import WAITS
from bot.match.parts import clocks
from bot.store import Store
from tests.match.conftest import HERE, Clock, StartMatch
from tests.match.refusing import refuse
from tests.match.toy import PLAYERS

ANNE, BERT, CLEO, _ = PLAYERS
STRANGER = 999
THERE = Place(HERE.guild_id, 30)
BELOW = Place(HERE.guild_id, HERE.channel_id, 31)


async def propose(matches: Matches, match: Match) -> Match:
    return await matches.act(match.id, relocating.relocate(ANNE, THERE))


@pytest.mark.parametrize(("start", "goal"), [(HERE, BELOW), (BELOW, HERE), (BELOW, Place(1, HERE.channel_id, 32))])
async def test_within_a_channel_nobody_is_asked(
    matches: Matches, start_match: StartMatch, start: Place, goal: Place
) -> None:
    match = await matches.act((await start_match(2)).id, relocating.move_to(ANNE, start))
    match = await matches.act(match.id, relocating.relocate(ANNE, goal))
    assert (match.place, match.proposal) == (goal, None)


async def test_within_a_channel_they_are_asked_where_other_people_see_it(
    matches: Matches, start_match: StartMatch
) -> None:
    match = await matches.act((await start_match(2)).id, relocating.move_to(ANNE, BELOW))
    match = await matches.act(match.id, relocating.relocate(ANNE, HERE, other_people=True))
    assert match.proposal is not None
    assert match.place == BELOW
    assert (await matches.act(match.id, proposals.agree(BERT))).place == HERE


async def test_into_another_channel_it_goes_once_all_others_agree(matches: Matches, start_match: StartMatch) -> None:
    match = await propose(matches, await start_match(3))
    proposal = match.proposal
    assert proposal is not None
    assert (proposal.kind, proposal.by, proposal.needed, proposal.place) == ("relocate", ANNE, (1, 2), THERE)
    assert match.place == HERE
    match = await matches.act(match.id, proposals.agree(CLEO))
    assert match.place == HERE
    match = await matches.act(match.id, proposals.agree(BERT))
    assert (match.place, match.proposal) == (THERE, None)
    assert (match.recent[-1].kind, match.recent[-1].note) == ("agree", "relocated")
    post = (await matches.outbox.due())[-1]
    assert (post.place, post.new_message) == (THERE, True)
    assert await matches.records.check(match.id) == []


async def test_one_who_declines_keeps_it_where_it_is(matches: Matches, start_match: StartMatch) -> None:
    match = await propose(matches, await start_match(3))
    match = await matches.act(match.id, proposals.decline(BERT))
    assert (match.place, match.proposal) == (HERE, None)


async def test_playing_on_answers_nothing(matches: Matches, start_match: StartMatch) -> None:
    match = await propose(matches, await start_match(2))
    for player in (ANNE, BERT):
        match = await matches.act(match.id, turns.play(player, "walk"))
        assert match.proposal is not None
    assert (await matches.act(match.id, proposals.agree(BERT))).place == THERE


async def test_nobody_is_asked_who_is_not_there(matches: Matches, start_match: StartMatch, against: StartMatch) -> None:
    """Computers and seats that everyone has left: the last answer may be that someone leaves."""
    match = await against(1, 2, level=ComputerLevel.EASY)
    assert (await propose(matches, match)).place == THERE
    match = await propose(matches, await start_match(2))
    match = await matches.act(match.id, presence.absent(BERT))
    assert (match.place, match.proposal) == (THERE, None)


@pytest.mark.parametrize("bot_was_away", [False, True])
async def test_the_question_lapses_but_not_while_the_bot_is_away(
    matches: Matches, start_match: StartMatch, clock: Clock, monkeypatch: pytest.MonkeyPatch, bot_was_away: bool
) -> None:
    monkeypatch.setattr(clocks, "ASLEEP", timedelta() if bot_was_away else 2 * WAITS["relocate"])
    match = await start_match(2)
    await matches.clocks.tick(starting=True)
    await propose(matches, match)
    clock.forward(WAITS["relocate"])
    await matches.clocks.tick()
    match = await matches.get(match.id)
    assert (match.proposal is not None) is bot_was_away
    assert match.place == HERE


async def test_a_match_that_is_over_can_be_shown_elsewhere_without_a_question(
    matches: Matches, start_match: StartMatch
) -> None:
    match = await matches.act((await start_match(2)).id, proposals.resign(ANNE))
    assert match.status is Status.OVER
    assert (await propose(matches, match)).place == THERE


async def test_a_match_play_asks_at_its_table(matches: Matches, table: StartMatch) -> None:
    host = await propose(matches, await table(2, series=SeriesKind.PARALLEL))
    assert host.proposal is not None
    assert (await matches.act(host.id, proposals.agree(BERT))).place == THERE


async def test_what_is_refused_changes_nothing(matches: Matches, start_match: StartMatch, store: Store) -> None:
    match = await start_match(2)
    await refuse(store, NotInThisMatch, lambda: matches.act(match.id, relocating.relocate(STRANGER, THERE)))
    await matches.act(match.id, proposals.offer_draw(BERT))
    await refuse(store, AlreadyProposed, lambda: propose(matches, match))
    assert (await matches.act(match.id, relocating.relocate(ANNE, HERE))).version == match.version + 1
    table = await matches.tables.open(TableTerms(game="race", seats=2), opener=ANNE, place=HERE)
    await refuse(store, NotRunning, lambda: propose(matches, table))
    await matches.act(table.id, lobby.cancel(ANNE))
    await refuse(store, MatchOver, lambda: propose(matches, table))
