"""A turn costs the same however many matches and events there are: no statement reads through a table."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import Engine, event

from bot.contests.contests import Contests
from bot.contests.tournaments.meetings import Format
from bot.contests.values.league import LeagueTerms
from bot.contests.values.tournament import TournamentTerms
from bot.match import ComputerLevel, Matches, Place, RemindBy, ReminderSettings, SeriesKind, TableTerms
from bot.match.decisions import lobby, moderation, presence, proposals, relocating, turns
from bot.match.parts import clocks
from bot.store import Store
from tests.contests.league_life import viewer
from tests.match.conftest import HERE, Clock, StartMatch
from tests.match.toy import PLAYERS

ANNE, BERT, CLEO = PLAYERS[:3]
CUP = TournamentTerms(Format.SWISS, "race", duplicate=True, move_time=timedelta(hours=1), check_in=timedelta(hours=1))
FOUND = "SCAN (subquery-2)"  # puts in order what an index has found


@pytest.mark.sqlite  # asks for its plans
async def test_every_question_is_answered_by_an_index(
    matches: Matches,
    contests: Contests,
    store: Store,
    start_match: StartMatch,
    table: StartMatch,
    against: StartMatch,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[tuple[str, Any]] = []

    def note(_connection: Any, _cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
        asked.append((statement, parameters))

    event.listen(Engine, "before_cursor_execute", note)
    match = await start_match()
    await matches.act(match.id, turns.play(ANNE, "walk"), interaction=2)
    await matches.act(match.id, proposals.undo(ANNE))
    await matches.act(match.id, proposals.agree(BERT))
    await matches.act(match.id, turns.play(ANNE, "walk"))
    hike = await start_match(game="hike")
    await matches.act(hike.id, turns.play(ANNE, "jump"), interaction=3)
    await matches.act(hike.id, turns.take_back(ANNE), interaction=4)
    await matches.act(match.id, proposals.offer_draw(ANNE))
    post, edited = await matches.outbox.due()
    await matches.outbox.message_to_edit(edited)
    await matches.outbox.note_failed(post.id, "503", retry_in=None)
    await matches.outbox.repost(match.id)
    await matches.outbox.still_due(post.id)
    await matches.outbox.note_posted(post.id, 5, words={"line": "<@101> is to move"})
    await matches.outbox.board_message(match.id)
    await matches.outbox.shown_in(5)
    await matches.personal_blocks.add(CLEO, 404)
    await matches.personal_blocks.of_person(CLEO)
    await matches.ratings.profile(ANNE, BERT, 1)
    ordered = await start_match()
    await matches.orders.plan(ordered.id, BERT, ["walk", "walk"], seen_version=ordered.version)
    await matches.act(ordered.id, turns.play(ANNE, "walk"))
    await matches.orders.look(reachable=True)
    clock.forward(timedelta(minutes=2))
    await matches.orders.look(reachable=True)
    await matches.act(ordered.id, proposals.resign(BERT))
    await matches.orders.take_news(ordered.id, BERT)
    await matches.orders.to_tell()
    await matches.orders.note_told(ordered.id, BERT)
    await matches.outbox.boards_to_strip(match.id)
    await matches.outbox.list_given_up("no_server")
    await matches.outbox.note_stripped(post.id)
    await matches.outbox.next_due_at()
    await matches.lists.of_user(ANNE)
    await matches.lists.in_channel(HERE.channel_id, with_positions=False)
    await matches.records.fold(match.id)
    await matches.act(match.id, relocating.move_to(ANNE, Place(1, 20, 30)))
    await matches.act(match.id, relocating.leave_thread())
    await matches.act(match.id, proposals.resign(BERT))
    await matches.tables.rematch(match.id, ANNE)
    await matches.tables.rematch(match.id, BERT)
    points = await table(1, series=SeriesKind.POINTS, rounds=1)
    await matches.act(points.id, turns.play(ANNE, "pick"))
    host = await table(2, series=SeriesKind.PARALLEL, rounds=1)
    parts = host.series.parts if host.series is not None else ()
    child = await matches.act(parts[0].match_id, turns.play(ANNE, "pick"))
    await matches.solos.compare(host.id, ANNE)
    await matches.solos.best(ANNE, "harvest", {"rounds": 1})
    await matches.solos.rank_of(child.id)
    await matches.act(host.id, proposals.resign(BERT))
    computers = await against(2, 4)
    await matches.act(computers.id, turns.play(ANNE, "walk"))
    await matches.act(computers.id, presence.absent(ANNE))
    await matches.act(computers.id, presence.take_over(BERT, 0, ComputerLevel.EASY))
    await matches.act(computers.id, proposals.resign(BERT))
    await matches.lists.computer_turns()
    await matches.act(computers.id, turns.play_computer("walk", seen_version=(await matches.get(computers.id)).version))
    with_clock = await matches.tables.open(
        TableTerms(game="race", seats=2, move_time=timedelta(days=1)), opener=ANNE, place=HERE
    )
    await matches.act(with_clock.id, lobby.join(BERT, message_id=9))
    await matches.clocks.tick(starting=True)
    await matches.act(with_clock.id, lobby.begin(ANNE))
    await matches.reminders.change_settings(ANNE, ReminderSettings(RemindBy.DM))
    await matches.vacations.begin(ANNE, 3)
    await matches.vacations.end(ANNE)
    await matches.vacations.of(ANNE)
    clock.forward(timedelta(hours=12))
    monkeypatch.setattr(clocks, "ASLEEP", timedelta(days=1))
    await matches.clocks.tick()
    (first,) = await matches.reminders.due()
    await matches.reminders.note_failed(first.id, "503", retry_in=timedelta())
    (first,) = await matches.reminders.due()
    await matches.reminders.note_delivered(first.id)
    clock.forward(timedelta(hours=11))
    await matches.clocks.tick()
    await matches.lists.glance(guild_id=HERE.guild_id)
    await matches.lists.glance(ANNE, guild_id=HERE.guild_id, game="race")
    await matches.lists.outlines([match.id, host.id])
    await matches.lists.inviting(CLEO, guild_id=HERE.guild_id)
    await matches.act(computers.id, moderation.end(CLEO))
    await matches.records.bring_up_to_date()
    await matches.tables.tidy()
    league = await contests.leagues.create("Winter", LeagueTerms("race", size=4), guild_id=1, channel_id=20)
    for person in (ANNE, BERT, CLEO, 2**40):
        await contests.leagues.join(league.league.id, person)
    await matches.vacations.begin(CLEO, 3)
    clock.forward(LeagueTerms("race").sign_up)
    for _ in range(3):
        for season in await contests.seasons.list_unfinished():
            begun_season = await contests.seasons.look_after(season, lambda league: True)
            for announced in await contests.seasons.announcements(begun_season):
                await contests.seasons.begin(announced.match.id, 80 + announced.match.id)
            await contests.seasons.note_message(season.id, 1, 70, "shown")
    await contests.leagues.seasons(league.league.id)
    await contests.leagues.leave(league.league.id, BERT)
    await contests.leagues.move(league.league.id, 21)
    cup = (await contests.tournaments.create("Cup", CUP, guild_id=1, channel_id=20)).id
    for person in (ANNE, BERT, CLEO, 2**40):
        await contests.tournaments.join(cup, person)
    await contests.tournaments.leave(cup, 2**40)
    await contests.tournaments.join(cup, 2**40)
    clock.forward(CUP.sign_up - timedelta(minutes=1))
    await contests.tournaments.check_in(cup, ANNE)
    await contests.tournaments.start(cup)
    for step in range(3):
        for tournament in await contests.tournament_rounds.list_unfinished():
            now = await contests.tournament_rounds.look_after(tournament, lambda _: True)
            for part in (0, *(100 + one.number for one in now.rounds)):
                await contests.tournament_rounds.note_message(cup, part, 90 + step, "shown")
            for to_begin in contests.tournament_rounds.announcements(now):
                await contests.tournament_rounds.note_thread(to_begin.match.id, 70)
                await contests.tournament_rounds.begin(to_begin.match.id, 180 + to_begin.match.id)
        clock.forward(CUP.round_time)
    await contests.tournaments.leave(cup, BERT)
    await contests.tournaments.move(cup, 21)
    await contests.tournaments.find(1, "Cup", viewer=viewer(CLEO))
    await contests.leagues.find(1, None, viewer=viewer(CLEO))
    await matches.people.forget(ANNE)
    await contests.leagues.close(league.league.id)
    await contests.tournaments.close(cup)
    await contests.tournament_rounds.finish(cup)
    event.remove(Engine, "before_cursor_execute", note)

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
