"""Rows as values: they are the tables', and a column that there isn't is an error of types."""

import re
import subprocess
import sys
from dataclasses import fields
from datetime import datetime
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, get_args, get_type_hints

import pytest
from sqlalchemy import JSON, Column, select

from bot.store import columns, contest_columns, contest_rows, practice_columns, practice_rows, rows, tables
from bot.store.queries import matches, posts, ratings, reminding
from bot.store.queries.fetching import columns_of, fetch, values_of
from bot.store.schema import metadata
from tests.databases import open_new

ROOT = Path(__file__).parents[2]

TABLES = {
    rows.UserRow: "users",
    rows.MatchRow: "matches",
    rows.SeatRow: "seats",
    rows.MemberRow: "members",
    rows.EventRow: "events",
    rows.PostRow: "posts",
    rows.ReminderRow: "reminders",
    rows.ResultRow: "results",
    rows.RatingRow: "ratings",
    rows.RatingChangeRow: "rating_changes",
    rows.SeriesRow: "series",
    rows.DailyRow: "dailies",
    rows.DailyChainRow: "daily_chains",
    rows.DailyShareRow: "daily_shares",
    rows.PuzzleTryRow: "puzzle_tries",
    rows.PuzzleStandingRow: "puzzle_standings",
    rows.BlockRow: "blocks",
    rows.NoticeRow: "notices",
    rows.TraceRow: "traces",
    rows.LeaseRow: "leases",
    rows.WebSessionRow: "web_sessions",
    practice_rows.PuzzleRunRow: "puzzle_runs",
    practice_rows.ExerciseRow: "exercises",
    practice_rows.ProgressRow: "progress",
    contest_rows.LeagueRow: "leagues",
    contest_rows.LeagueSeasonRow: "league_seasons",
    contest_rows.LeaguePlayerRow: "league_players",
    contest_rows.LeagueMatchRow: "league_matches",
    contest_rows.TournamentRow: "tournaments",
    contest_rows.TournamentPlayerRow: "tournament_players",
    contest_rows.TournamentRoundRow: "tournament_rounds",
    contest_rows.TournamentMatchRow: "tournament_matches",
}
COLUMNS = {
    columns.MatchColumns: rows.MatchRow,
    columns.SeatColumns: rows.SeatRow,
    columns.MemberColumns: rows.MemberRow,
    columns.EventColumns: rows.EventRow,
    columns.UserColumns: rows.UserRow,
    columns.SeriesColumns: rows.SeriesRow,
    columns.ResultColumns: rows.ResultRow,
    columns.DailyColumns: rows.DailyRow,
    columns.DailyShareColumns: rows.DailyShareRow,
    columns.PuzzleTryColumns: rows.PuzzleTryRow,
    columns.PostColumns: rows.PostRow,
    columns.ReminderColumns: rows.ReminderRow,
    columns.TraceColumns: rows.TraceRow,
    columns.WebSessionColumns: rows.WebSessionRow,
    practice_columns.PuzzleRunColumns: practice_rows.PuzzleRunRow,
    practice_columns.ExerciseColumns: practice_rows.ExerciseRow,
    practice_columns.ProgressColumns: practice_rows.ProgressRow,
    contest_columns.LeagueColumns: contest_rows.LeagueRow,
    contest_columns.LeagueSeasonColumns: contest_rows.LeagueSeasonRow,
    contest_columns.LeaguePlayerColumns: contest_rows.LeaguePlayerRow,
    contest_columns.LeagueMatchColumns: contest_rows.LeagueMatchRow,
    contest_columns.TournamentColumns: contest_rows.TournamentRow,
    contest_columns.TournamentPlayerColumns: contest_rows.TournamentPlayerRow,
    contest_columns.TournamentRoundColumns: contest_rows.TournamentRoundRow,
    contest_columns.TournamentMatchColumns: contest_rows.TournamentMatchRow,
}


def test_every_row_of_a_table_is_known_here() -> None:
    named = {
        one
        for module in (rows, contest_rows, practice_rows)
        for name, one in vars(module).items()
        if name.endswith("Row")
    }
    assert named == set(TABLES)


@pytest.mark.parametrize(("kind", "table"), TABLES.items(), ids=lambda one: one if isinstance(one, str) else "")
def test_a_row_has_the_columns_of_its_table_in_their_order(kind: Any, table: str) -> None:
    there = metadata.tables[table].columns
    assert [field.name for field in fields(kind)] == [column.name for column in there]
    types = get_type_hints(kind)
    for column in there:
        allowed = get_args(types[column.name]) if isinstance(types[column.name], UnionType) else (types[column.name],)
        assert (NoneType in allowed) == bool(column.nullable), column.name
        if not isinstance(column.type, JSON):
            assert python_type(column) in allowed, column.name


def python_type(column: Column[Any]) -> type:
    return datetime if isinstance(column.type, tables.Moment | tables.Instant) else column.type.python_type


@pytest.mark.parametrize(("written", "kind"), COLUMNS.items())
def test_what_is_written_has_the_columns_that_are_read(written: Any, kind: Any) -> None:
    assert get_type_hints(written) == get_type_hints(kind)


async def test_a_query_must_return_the_fields_in_their_order(address: str) -> None:
    table = tables.series
    async with open_new(address) as store, store.read() as connection:
        assert await fetch(connection, rows.SeriesRow, select(table)) == []
        for other in (select(table.c.id), select(table.c.kind, table.c.id), select(table, table.c.id.label("more"))):
            with pytest.raises(RuntimeError, match="SeriesRow isn't what this query returns"):
                await fetch(connection, rows.SeriesRow, other)


def test_a_row_can_be_written_again() -> None:
    row = rows.SeatRow(1, 0, "gold", None, None, 0, 2)
    expected = {"match_id": 1, "number": 0, "colour": "gold", "computer": None, "resigned": None, "missed": 0}
    assert columns_of(row) == expected | {"hopeless": 2}
    assert values_of(row) == (1, 0, "gold", None, None, 0, 2)


def test_rows_show_nothing_in_a_log() -> None:
    """They may have seeds and hidden cards."""
    kinds = (*TABLES, matches.MatchWithPosition, matches.MemberOfMatch, posts.PostWithWords, reminding.ReminderOfMatch)
    for kind in (*kinds, ratings.EndRow, contest_rows.LeaguePerson, contest_rows.TournamentMatchNow):
        assert "__repr__" not in vars(kind), kind


MISSPELT = """
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.queries.leagues import SEASONS
from bot.match.reading.stored import StoredMatch
from bot.match.values import EventKind
from bot.match.values.new_event import NewEvent
from bot.contests.parts.leagues import league_of
from bot.store.contest_rows import LeagueRow


def read(match: StoredMatch, league: LeagueRow) -> None:
    print(match.row.status, match.row.proposal, league_of(league), league.bank)
    print(match.row.statsu)  # wrong
    print([event.mvoe for event in match.log])  # wrong
    print(match.rows.seats[0].computre)  # wrong
    print(league.bnak)  # wrong
    if match.row.clock is not None:
        print(match.row.clock["sate"])  # wrong


async def write(connection: AsyncConnection) -> None:
    NewEvent(EventKind.END, changes={"status": "over"}, seats={0: {"computer": None}}, people={7: {"seat": 1}})
    NewEvent(EventKind.END, changes={"statsu": "over"})  # wrong
    NewEvent(EventKind.END, seats={0: {"computre": None}})  # wrong
    NewEvent(EventKind.END, people={7: {"saet": 1}})  # wrong
    await SEASONS.change(connection, 1, {"finished": True})
    await SEASONS.change(connection, 1, {"fiinished": True})  # wrong
"""


@pytest.mark.thorough
def test_a_misspelt_column_is_an_error_of_types(tmp_path: Path) -> None:
    file = tmp_path / "misspelt.py"
    file.write_text(MISSPELT)
    command = [sys.executable, "-m", "mypy", "--follow-imports=silent", "--config-file", str(ROOT / "pyproject.toml")]
    run = subprocess.run([*command, str(file)], cwd=ROOT, capture_output=True, text=True, check=False)
    found = {int(line) for line in re.findall(r"misspelt\.py:(\d+): error", run.stdout)}
    assert found == {number for number, line in enumerate(MISSPELT.splitlines(), 1) if "# wrong" in line}, run.stdout
