"""Standing orders: what they play, when, and what cancels them."""

import asyncio
from datetime import timedelta

from bot.match import Match, Matches
from bot.match.decisions import presence, proposals, turns
from bot.match.decisions.orders import FIRST_WAIT, LAST_WAIT
from bot.match.values.orders import What
from tests.match.conftest import Clock, StartMatch
from tests.match.toy import PLAYERS

ANNE, BERT, CLEO = PLAYERS[:3]
SECOND = timedelta(seconds=1)


async def later(matches: Matches, clock: Clock, wait: timedelta = LAST_WAIT, *, reachable: bool = True) -> None:
    """Look as the bot does, second by second, for this long."""
    await matches.orders.look(reachable=reachable)
    for _ in range(wait // SECOND + 1):
        clock.forward(SECOND)
        await matches.orders.look(reachable=reachable)


async def moves(matches: Matches, match: Match) -> list[str]:
    return [str(one.move) for one in (await matches.get(match.id)).recent if one.kind == "move"]


async def plan(matches: Matches, match: Match, user: int, *texts: str) -> None:
    match = await matches.get(match.id)
    await matches.orders.plan(match.id, user, texts, seen_version=match.version)


async def what(matches: Matches, match: Match, user: int) -> list[What]:
    return [one.what for one in (await matches.orders.of(match.id, user)).news]


async def test_a_line_answers_what_it_foresaw_and_nothing_else(
    matches: Matches, start_match: StartMatch, clock: Clock
) -> None:
    match = await start_match(goal=100)
    await plan(matches, match, BERT, "walk", "walk", "walk", "walk")
    await matches.act(match.id, turns.play(ANNE, "walk"))
    await later(matches, clock)
    assert await moves(matches, match) == ["walk", "walk"]
    assert (await matches.get(match.id)).to_move == 0
    (news,) = (await matches.orders.of(match.id, BERT)).news
    assert (news.what, news.moves, news.after) == (What.PLAYED, ("walk",), ("walk",))
    await matches.act(match.id, turns.play(ANNE, "roll"))
    await later(matches, clock)
    assert (await matches.get(match.id)).to_move == 1, "that isn't what was planned"
    assert (await what(matches, match, BERT))[-1] is What.OTHERWISE
    assert (await matches.orders.of(match.id, BERT)).lines == ()


async def test_it_waits_as_if_its_person_had_seen_the_board(
    matches: Matches, start_match: StartMatch, clock: Clock
) -> None:
    waits = set[timedelta]()
    for _ in range(12):
        match = await start_match(goal=100)
        await plan(matches, match, BERT, "walk", "walk")
        await matches.act(match.id, turns.play(ANNE, "walk"))
        began = clock.now
        while (await matches.get(match.id)).to_move == 1:
            assert clock.now - began <= LAST_WAIT + SECOND
            clock.forward(SECOND)
            await matches.orders.look(reachable=True)
            await matches.orders.look(reachable=True)
        waits.add(clock.now - began)
    assert min(waits) >= FIRST_WAIT
    assert len(waits) > 1, "never at the same time"


async def test_a_kill_in_between_loses_nothing_and_tells_nothing(
    matches: Matches, another: Matches, start_match: StartMatch, clock: Clock
) -> None:
    """A move at the moment of a start would tell that nobody has made it."""
    match = await start_match(goal=100)
    await plan(matches, match, BERT, "walk", "walk")
    await matches.act(match.id, turns.play(ANNE, "walk"))
    clock.forward(timedelta(hours=1))
    for _ in range(FIRST_WAIT // SECOND):
        await another.orders.look(reachable=True)
        assert (await another.get(match.id)).to_move == 1
        clock.forward(SECOND)
    await later(another, clock)
    assert await moves(another, match) == ["walk", "walk"]


async def test_nothing_is_played_while_people_cant_click(
    matches: Matches, start_match: StartMatch, clock: Clock
) -> None:
    match = await start_match(goal=100)
    await plan(matches, match, BERT, "walk", "walk")
    await matches.act(match.id, turns.play(ANNE, "walk"))
    await later(matches, clock, timedelta(minutes=5), reachable=False)
    await matches.orders.look(reachable=True)
    assert (await matches.get(match.id)).to_move == 1
    await later(matches, clock)
    assert (await matches.get(match.id)).to_move == 0


async def test_two_processes_play_it_once(
    matches: Matches, another: Matches, start_match: StartMatch, clock: Clock
) -> None:
    match = await start_match(goal=100)
    await plan(matches, match, BERT, "walk", "walk", "walk", "walk")
    await matches.act(match.id, turns.play(ANNE, "walk"))
    for _ in range(LAST_WAIT // SECOND + 1):
        clock.forward(SECOND)
        await asyncio.gather(matches.orders.look(reachable=True), another.orders.look(reachable=True))
    assert await moves(matches, match) == ["walk", "walk"]


async def test_the_log_says_what_it_says_of_a_move_by_hand(
    matches: Matches, start_match: StartMatch, clock: Clock
) -> None:
    by_hand, ordered = await start_match(goal=100), await start_match(goal=100)
    await plan(matches, ordered, BERT, "walk", "walk")
    for match in (by_hand, ordered):
        await matches.act(match.id, turns.play(ANNE, "walk"))
    await later(matches, clock)
    await matches.act(by_hand.id, turns.play(BERT, "walk"))
    first, second = await matches.get(by_hand.id), await matches.get(ordered.id)
    assert [(one.kind, one.seat, one.move, one.note) for one in first.recent] == [
        (one.kind, one.seat, one.move, one.note) for one in second.recent
    ]
    assert await matches.records.check(ordered.id) == []


async def test_a_move_by_hand_cancels_it(matches: Matches, start_match: StartMatch, clock: Clock) -> None:
    match = await start_match(goal=100)
    await plan(matches, match, BERT, "walk", "walk", "walk", "walk")
    await matches.act(match.id, turns.play(ANNE, "walk"))
    await matches.act(match.id, turns.play(BERT, "walk"))
    await later(matches, clock)
    assert await moves(matches, match) == ["walk", "walk"]
    assert await what(matches, match, BERT) == [What.HAND]
    assert (await matches.orders.of(match.id, BERT)).lines == ()
    assert await matches.orders.to_tell() == [], "they have done it themselves, and are told with their move"
    assert [one.what for one in await matches.orders.take_news(match.id, BERT)] == [What.HAND]
    assert await matches.orders.take_news(match.id, BERT) == []


async def test_an_undo_cancels_it_with_a_word(matches: Matches, start_match: StartMatch, clock: Clock) -> None:
    match = await start_match(goal=100)
    await plan(matches, match, BERT, "walk", "walk")
    await matches.act(match.id, turns.play(ANNE, "walk"))
    await matches.act(match.id, proposals.undo(ANNE))
    await later(matches, clock)
    assert await moves(matches, match) == ["walk"], "nothing is played as long as something is asked"
    await matches.act(match.id, proposals.agree(BERT))
    await later(matches, clock)
    assert (await matches.get(match.id)).to_move == 0
    assert await what(matches, match, BERT) == [What.UNDONE]
    (told,) = await matches.orders.to_tell()
    assert (told.match_id, told.discord_id) == (match.id, BERT)


async def test_an_answer_that_is_declined_lets_it_go_on(
    matches: Matches, start_match: StartMatch, clock: Clock
) -> None:
    """It never declines an offer that its person hasn't seen."""
    match = await start_match(goal=100)
    await plan(matches, match, BERT, "walk", "walk")
    await matches.act(match.id, turns.play(ANNE, "walk"))
    await matches.act(match.id, proposals.offer_draw(ANNE))
    await later(matches, clock, timedelta(minutes=5))
    assert (await matches.get(match.id)).proposal is not None
    await matches.act(match.id, proposals.decline(ANNE))
    await later(matches, clock)
    assert (await matches.get(match.id)).to_move == 0


async def test_who_is_gone_orders_nothing(matches: Matches, start_match: StartMatch, clock: Clock) -> None:
    match = await start_match(goal=100)
    await plan(matches, match, BERT, "walk", "walk")
    await matches.act(match.id, presence.absent(BERT))
    await matches.act(match.id, turns.play(ANNE, "walk"))
    await later(matches, clock)
    assert await moves(matches, match) == ["walk"]
    assert await what(matches, match, BERT) == [What.AWAY]
    assert (await matches.get(match.id)).seats[1].away == (BERT,), "an order doesn't bring anybody back"
