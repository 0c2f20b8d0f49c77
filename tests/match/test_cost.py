"""A turn costs the same however many matches and events there are: no statement reads through a table."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import event

from bot.match import ComputerLevel, Habits, Matches, Place, Reminding, SeriesKind, timekeeping
from bot.store import Store
from tests.match.conftest import HERE, Begun, Clock
from tests.match.toy import PLAYERS

ANNE, BERT, CLEO = PLAYERS[:3]
FOUND = "SCAN (subquery-2)"  # puts in order what an index has found


async def test_every_question_is_answered_by_an_index(
    matches: Matches,
    store: Store,
    begun: Begun,
    table: Begun,
    against: Begun,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[tuple[str, Any]] = []

    def note(_connection: Any, _cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
        asked.append((statement, parameters))

    event.listen(store._engine.sync_engine, "before_cursor_execute", note)
    match = await begun()
    await matches.play(match.id, ANNE, "walk", interaction=2)
    await matches.undo(match.id, ANNE)
    await matches.agree(match.id, BERT)
    await matches.play(match.id, ANNE, "walk")
    hike = await begun(game="hike")
    await matches.play(hike.id, ANNE, "jump", interaction=3)
    await matches.take_back(hike.id, ANNE, interaction=4)
    await matches.offer_draw(match.id, ANNE)
    post, edited = await matches.due_posts()
    await matches.message_to_edit(edited)
    await matches.failed(post.id, "503", retry_in=None)
    await matches.repost(match.id)
    await matches.still_due(post.id)
    await matches.posted(post.id, 5, words={"line": "<@101> is to move"})
    await matches.board_message(match.id)
    await matches.boards_to_strip(match.id)
    await matches.given_up("no_server")
    await matches.stripped(post.id)
    await matches.next_post_at()
    await matches.of_user(ANNE, channel_id=HERE.channel_id)
    await matches.in_channel(HERE.channel_id, with_positions=False)
    await matches.fold(match.id)
    await matches.move_to(match.id, ANNE, Place(1, 20, 30))
    await matches.leave_thread(match.id)
    await matches.resign(match.id, BERT)
    await matches.rematch(match.id, ANNE)
    await matches.rematch(match.id, BERT)
    points = await table(1, series=SeriesKind.POINTS, rounds=1)
    await matches.play(points.id, ANNE, "pick")
    host = await table(2, series=SeriesKind.PARALLEL, rounds=1)
    parts = host.series.parts if host.series is not None else ()
    child = await matches.play(parts[0].match_id, ANNE, "pick")
    await matches.compare(host.id, ANNE)
    await matches.best(ANNE, "harvest", {"rounds": 1})
    await matches.rank_of(child.id)
    await matches.resign(host.id, BERT)
    computers = await against(2, 4)
    await matches.play(computers.id, ANNE, "walk")
    await matches.absent(computers.id, ANNE)
    await matches.take_over(computers.id, BERT, 0, ComputerLevel.EASY)
    await matches.resign(computers.id, BERT)
    await matches.computer_turns()
    await matches.play_computer(computers.id, "walk", seen_version=(await matches.get(computers.id)).version)
    timed = await matches.open(game="race", options={}, seats=2, opener=ANNE, place=HERE, move_time=timedelta(days=1))
    await matches.join(timed.id, BERT, message_id=9)
    await matches.tick(starting=True)
    await matches.begin(timed.id, ANNE)
    await matches.set_habits(ANNE, Habits(Reminding.DM))
    await matches.go_on_vacation(ANNE, 3)
    await matches.end_vacation(ANNE)
    await matches.vacation(ANNE)
    clock.forward(timedelta(hours=12))
    monkeypatch.setattr(timekeeping, "ASLEEP", timedelta(days=1))
    await matches.tick()
    (first,) = await matches.due_reminders()
    await matches.reminder_failed(first.id, "503", retry_in=timedelta())
    (first,) = await matches.due_reminders()
    await matches.reminded(first.id)
    clock.forward(timedelta(hours=11))
    await matches.tick()
    await matches.glance(guild_id=HERE.guild_id)
    await matches.glance(ANNE, guild_id=HERE.guild_id, game="race")
    await matches.outlines([match.id, host.id])
    await matches.inviting(CLEO, guild_id=HERE.guild_id)
    await matches.end(computers.id, CLEO)
    await matches.bring_up_to_date()
    await matches.tidy()
    await matches.forget(ANNE)
    event.remove(store._engine.sync_engine, "before_cursor_execute", note)

    def explain(connection: Any, statement: str, parameters: Any) -> list[str]:
        rows = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters).all()
        return [row[3] for row in rows]

    statements = {statement: parameters for statement, parameters in asked if statement[:6] in ("SELECT", "UPDATE")}
    assert len(statements) > 25
    async with store.read() as connection:
        for statement, parameters in statements.items():
            plan = await connection.run_sync(explain, statement, parameters)
            scans = [line for line in plan if line.startswith("SCAN") and line not in ("SCAN CONSTANT ROW", FOUND)]
            assert scans == [], statement
