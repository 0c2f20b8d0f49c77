"""Standing orders: what they play, when, and what cancels them."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import insert, select

from bot.contests.contests import Contests
from bot.contests.values.league import LeagueTerms
from bot.match import ComputerLevel, Match, Matches, ReminderSettings, TableTerms
from bot.match.decisions import lobby, presence, proposals, turns
from bot.match.decisions.orders import FIRST_WAIT, LAST_WAIT
from bot.match.parts import clocks
from bot.match.values.errors import BoardHasMoved, NotInThisMatch
from bot.match.values.order_errors import (
    HiddenOrLucky,
    LineTooLong,
    NoOrdersHere,
    NoReply,
    NoSuchOrder,
    OrdersForbidden,
    TooManyLines,
    YourTurnNow,
)
from bot.match.values.orders import DEEPEST, MOST_LINES, What
from bot.rules import GAMES as REAL_GAMES
from bot.rules import Unreadable
from bot.store import Store
from bot.store.contest_tables import league_matches, league_seasons
from bot.store.order_tables import orders as orders_table
from tests.match.conftest import HERE, Clock, StartMatch
from tests.match.timed import HOUR, ClockBot
from tests.match.toy import PLAYERS, RaceGame, games

ANNE, BERT, CLEO, DORA = PLAYERS
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
    for _ in range(5):
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


async def test_a_turn_that_is_over_cancels_it(bot: ClockBot, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """The order waits for less than a minute and a half, but nothing is played while the bot is down."""
    matches, match = bot.matches, await bot.start_match(time=HOUR, goal=100)
    await plan(matches, match, BERT, "walk", "walk")
    await matches.act(match.id, turns.play(ANNE, "walk"))
    monkeypatch.setattr(clocks, "ASLEEP", timedelta(days=1))
    for _ in range(5):
        clock.forward(HOUR / 2)
        await bot.look()
    assert (await bot.kinds(match))[-1] == "expire"
    await later(matches, clock)
    assert await moves(matches, match) == ["walk"]
    assert await what(matches, match, BERT) == [What.EXPIRED]


async def test_new_rules_cancel_it(store: Store, matches: Matches, start_match: StartMatch, clock: Clock) -> None:
    match = await start_match(goal=100)
    await plan(matches, match, BERT, "walk", "walk")
    await matches.act(match.id, turns.play(ANNE, "walk"))
    newer = Matches(store, games=games(RaceGame(2)), clock=clock)
    await newer.records.bring_up_to_date()
    await later(newer, clock)
    assert (await newer.get(match.id)).to_move == 1
    assert await what(newer, match, BERT) == [What.RULES]


async def test_older_rules_carry_nothing_out(store: Store, start_match: StartMatch, clock: Clock) -> None:
    """While two releases take turns, only the one that can read the match plays in it."""
    newer = Matches(store, games=games(RaceGame(2)), clock=clock)
    match = await start_match(using=newer, goal=100)
    await plan(newer, match, BERT, "walk", "walk")
    await newer.act(match.id, turns.play(ANNE, "walk"))
    older = Matches(store, games=games(RaceGame(1)), clock=clock)
    await later(older, clock)
    assert (await newer.get(match.id)).to_move == 1
    await later(newer, clock)
    assert (await newer.get(match.id)).to_move == 0


async def test_somebody_else_on_the_seat_cancels_it(matches: Matches, clock: Clock) -> None:
    table = await matches.tables.open(TableTerms("race", 2, {"goal": 100}, shared=True), opener=ANNE, place=HERE)
    await matches.act(table.id, lobby.join(BERT, message_id=7))
    await matches.act(table.id, lobby.join(CLEO, seat=1))
    match = await matches.act(table.id, lobby.begin(ANNE))
    await plan(matches, match, BERT, "walk", "walk")
    await plan(matches, match, CLEO, "walk", "deal")
    await matches.act(match.id, turns.play(ANNE, "walk"))
    await later(matches, clock)
    assert len(await moves(matches, match)) == 2, "only one of them is played"
    assert sorted([*await what(matches, match, BERT), *await what(matches, match, CLEO)]) == [
        What.PARTNER,
        What.PLAYED,
    ]


async def test_whose_seat_is_given_away_orders_nothing_there(matches: Matches, start_match: StartMatch) -> None:
    match = await start_match(3, goal=100)
    await plan(matches, match, BERT, "walk", "walk")
    await matches.act(match.id, presence.absent(BERT))
    await matches.act(match.id, proposals.replace_player(ANNE, 1, DORA))
    await matches.act(match.id, proposals.agree(CLEO))
    await matches.act(match.id, proposals.take_seat(DORA))
    assert (await matches.get(match.id)).seats[1].people == (DORA,)
    assert (await matches.orders.of(match.id, BERT)).lines == ()
    with pytest.raises(NotInThisMatch):
        await plan(matches, match, BERT, "walk", "walk")


async def test_what_is_switched_off_just_before_it_is_due_is_not_played(
    matches: Matches, start_match: StartMatch, clock: Clock
) -> None:
    match = await start_match(goal=100)
    await plan(matches, match, BERT, "walk", "walk")
    await matches.act(match.id, turns.play(ANNE, "walk"))
    await matches.orders.drop(match.id, BERT)
    await later(matches, clock)
    assert await moves(matches, match) == ["walk"]


async def test_the_only_move_is_played_where_the_table_leaves_it_to_people(
    matches: Matches, start_match: StartMatch, clock: Clock
) -> None:
    match = await start_match(game="hike", automatic=False, goal=100)
    await matches.reminders.change_settings(ANNE, ReminderSettings(orders=("single",)))
    await matches.act(match.id, turns.play(ANNE, "jump"))
    assert await moves(matches, match) == ["jump"]
    await later(matches, clock)
    assert await moves(matches, match) == ["jump", "land"]
    (news,) = (await matches.orders.of(match.id, ANNE)).news
    assert (news.order, news.moves) == ("single", ("land",))


async def test_it_is_not_played_again_after_it_was_undone(
    matches: Matches, start_match: StartMatch, clock: Clock
) -> None:
    """Otherwise it would be played again and again."""
    match = await start_match(game="hike", automatic=False, goal=100)
    await matches.orders.switch(match.id, ANNE, "single", on=True)
    await matches.act(match.id, turns.play(ANNE, "jump"))
    await later(matches, clock)
    await matches.act(match.id, turns.take_back(ANNE))
    await later(matches, clock, timedelta(minutes=5))
    assert await moves(matches, match) == ["jump", "land"]
    assert (await matches.get(match.id)).state.legal() == ["land"]  # type: ignore[union-attr]  # a running match
    await matches.act(match.id, turns.take_back(ANNE))
    await matches.act(match.id, turns.play(ANNE, "jump"))
    await later(matches, clock)
    assert (await moves(matches, match))[-2:] == ["jump", "land"]


async def test_a_match_has_its_own_orders_or_those_of_all(matches: Matches, start_match: StartMatch) -> None:
    first, second = await start_match(game="hike"), await start_match(game="hike")
    assert not (await matches.orders.switch(first.id, ANNE, "single", on=True)).everywhere
    shown = await matches.orders.use_everywhere(first.id, ANNE)
    assert (shown.automatic, shown.everywhere) == (("single",), ("single",))
    assert (await matches.orders.of(second.id, ANNE)).automatic == ("single",)
    shown = await matches.orders.switch(second.id, ANNE, "single", on=False)
    assert (shown.automatic, shown.everywhere) == ((), ("single",))
    assert (await matches.orders.of(first.id, ANNE)).automatic == ("single",)
    assert (await matches.orders.of(first.id, BERT)).automatic == ()


async def test_what_cannot_be_ordered(matches: Matches, start_match: StartMatch, against: StartMatch) -> None:
    match = await start_match(goal=100)
    hidden = await start_match(game="poker", goal=100)
    refused: list[tuple[type[Exception], Match, int, list[str]]] = [
        (YourTurnNow, match, ANNE, ["walk", "walk"]),
        (NotInThisMatch, match, CLEO, ["walk", "walk"]),
        (NoReply, match, BERT, ["walk"]),
        (NoReply, match, BERT, ["walk", "walk", "walk"]),
        (HiddenOrLucky, match, BERT, ["roll", "walk"]),
        (HiddenOrLucky, match, BERT, ["walk", "walk", "deal", "walk"]),
        (HiddenOrLucky, hidden, BERT, ["walk", "walk"]),
        (Unreadable, match, BERT, ["walk", "fly"]),
        (LineTooLong, match, BERT, ["walk"] * 2 * (DEEPEST + 1)),
    ]
    for error, where, user, texts in refused:
        with pytest.raises(error):
            await plan(matches, where, user, *texts)
    await plan(matches, match, BERT, *["walk"] * 2 * DEEPEST)
    with pytest.raises(NoSuchOrder):
        await matches.orders.switch(match.id, BERT, "roll", on=True)
    await matches.act(match.id, turns.play(ANNE, "roll"))
    with pytest.raises(BoardHasMoved):
        await matches.orders.plan(match.id, BERT, ["walk", "walk"], seen_version=match.version)


async def test_the_last_of_its_moves_may_draw_luck_and_nothing_is_planned_beyond(
    matches: Matches, start_match: StartMatch, clock: Clock
) -> None:
    match = await start_match(goal=1000)
    await plan(matches, match, BERT, "walk", "roll")
    await matches.act(match.id, turns.play(ANNE, "walk"))
    await later(matches, clock)
    assert await moves(matches, match) == ["walk", "roll"]
    assert (await matches.orders.of(match.id, BERT)).lines == ()


async def test_nobody_orders_where_nobody_waits(matches: Matches) -> None:
    alone = await matches.tables.open(
        TableTerms("race", 2, private=True), opener=ANNE, place=HERE, computers=ComputerLevel.EASY
    )
    alone = await matches.act(alone.id, lobby.begin(ANNE, message_id=7))
    with pytest.raises(NoOrdersHere):
        await matches.orders.switch(alone.id, ANNE, "single", on=True)


LINES = [
    ([["walk", "walk"]], ["walk", "walk", "walk", "walk"], [["walk", "walk", "walk", "walk"]]),
    ([["walk", "walk", "walk", "walk"]], ["walk", "walk"], [["walk", "walk", "walk", "walk"]]),
    ([["walk", "walk"]], ["walk", "roll"], [["walk", "roll"]]),
    ([["walk", "walk", "walk", "walk"]], ["walk", "walk", "walk", "roll"], [["walk", "walk", "walk", "roll"]]),
]


@pytest.mark.parametrize(("before", "line", "after"), LINES)
async def test_one_position_has_one_answer(
    matches: Matches, start_match: StartMatch, before: list[list[str]], line: list[str], after: list[list[str]]
) -> None:
    match = await start_match(goal=100)
    for one in (*before, line):
        await plan(matches, match, BERT, *one)
    assert [list(one) for one in (await matches.orders.of(match.id, BERT)).lines] == after


async def test_different_moves_have_different_answers(matches: Matches, start_match: StartMatch, clock: Clock) -> None:
    match = await start_match(game="hike", automatic=True, goal=100)
    await plan(matches, match, BERT, "rest", "step", "rest")
    await plan(matches, match, BERT, "step", "rest", "rest")
    await matches.act(match.id, turns.play(ANNE, "step"))
    await matches.act(match.id, turns.play(ANNE, "rest"))
    await later(matches, clock)
    assert await moves(matches, match) == ["step", "rest", "rest"]


async def test_decisions_of_one_turn_are_played_together(
    matches: Matches, start_match: StartMatch, clock: Clock
) -> None:
    match = await start_match(game="hike", goal=100)
    await plan(matches, match, BERT, "rest", "step", "jump")
    await matches.act(match.id, turns.play(ANNE, "rest"))
    await later(matches, clock)
    assert (await moves(matches, match))[:3] == ["rest", "step", "jump"]


async def test_so_many_lines_and_no_more(matches: Matches) -> None:
    real = Matches(matches.dependencies.store, games=REAL_GAMES, clock=matches.dependencies.reader.clock)
    table = await real.tables.open(TableTerms("cirondo", 2), opener=ANNE, place=HERE)
    await real.act(table.id, lobby.join(BERT, message_id=7))
    match = await real.act(table.id, lobby.begin(ANNE))
    assert match.state is not None
    firsts = [match.state.notate(move) for move in match.state.legal()]
    for first in firsts[:MOST_LINES]:
        await plan(real, match, BERT, first, "B21-C21")
    with pytest.raises(TooManyLines):
        await plan(real, match, BERT, firsts[MOST_LINES], "B21-C21")


async def test_who_is_forgotten_has_ordered_nothing(
    matches: Matches, store: Store, start_match: StartMatch, clock: Clock
) -> None:
    match = await start_match(goal=100)
    await plan(matches, match, BERT, "walk", "walk")
    await matches.act(match.id, turns.play(ANNE, "walk"))
    await matches.people.forget(BERT)
    async with store.read() as connection:
        assert (await connection.execute(select(orders_table))).all() == []
    await later(matches, clock)
    assert await moves(matches, match) == ["walk"]


async def test_only_the_own_export_says_it(matches: Matches, start_match: StartMatch) -> None:
    match = await start_match(goal=100)
    await plan(matches, match, BERT, "walk", "walk")
    assert [row["lines"] for row in (await matches.people.stored_data(BERT))["orders"]] == [[["walk", "walk"]]]
    assert (await matches.people.stored_data(ANNE))["orders"] == []


@pytest.mark.parametrize("rated", [True, False])
async def test_a_league_can_forbid_it_in_rated_matches(
    matches: Matches, contests: Contests, clock: Clock, rated: bool
) -> None:
    league = await contests.leagues.create(
        "Winter", LeagueTerms("race", {"goal": 100}, size=4, orders=False), guild_id=1, channel_id=20
    )
    match = await match_of_league(matches, league.league.id, rated=rated)
    await matches.reminders.change_settings(BERT, ReminderSettings(orders=("single",)))
    if rated:
        with pytest.raises(OrdersForbidden):
            await plan(matches, match, BERT, "walk", "walk")
        with pytest.raises(OrdersForbidden):
            await matches.orders.switch(match.id, BERT, "single", on=True)
    else:
        await plan(matches, match, BERT, "walk", "walk")
    assert (await matches.orders.of(match.id, BERT)).forbidden is rated
    await matches.act(match.id, turns.play(ANNE, "walk"))
    await later(matches, clock)
    assert len(await moves(matches, match)) == (1 if rated else 2)


async def match_of_league(matches: Matches, league: int, *, rated: bool) -> Match:
    """A match of the league's season, put there by hand."""
    table = await matches.tables.open(TableTerms("race", 2, {"goal": 100}, rated=rated), opener=ANNE, place=HERE)
    await matches.act(table.id, lobby.join(BERT, message_id=7))
    match = await matches.act(table.id, lobby.begin(ANNE))
    async with matches.dependencies.store.write() as connection:
        season = await connection.scalar(select(league_seasons.c.id).where(league_seasons.c.league_id == league))
        row: dict[str, Any] = {"season_id": season, "division": 1, "number": 1, "players": [], "match_id": match.id}
        await connection.execute(insert(league_matches).values(**row))
    return match
