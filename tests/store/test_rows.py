"""Rows as values: they are the tables', and a column that there isn't is an error of types."""

import re
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import pytest
from sqlalchemy import JSON, Integer, select
from sqlalchemy.sql.schema import ScalarElementColumnDefault

from bot.store import columns, contest_tables, tables
from bot.store.contest_tables import (
    LeagueMatchRow,
    LeaguePlayerRow,
    LeagueRow,
    LeagueSeasonRow,
    TournamentMatchRow,
    TournamentPlayerRow,
    TournamentRow,
)
from bot.store.daily_tables import DailyShareRow
from bot.store.definition import UNIQUE, At, ColumnOption, Id, Instant, ShortName, UserId, columns_in
from bot.store.practice_tables import ExerciseRow, PuzzleRunRow, ScratchPositionRow
from bot.store.queries import matches, posts, ratings, reminding
from bot.store.queries.fetching import columns_of, fetch, values_of
from bot.store.rating_tables import ResultRow
from bot.store.tables import MatchRow, MemberRow, PostRow, ReminderRow, SeatRow, SeriesRow, UserRow
from bot.store.web_tables import WebSessionRow
from tests.databases import open_new

ROOT = Path(__file__).parents[2]

COLUMNS = {
    columns.MatchColumns: MatchRow,
    columns.SeatColumns: SeatRow,
    columns.MemberColumns: MemberRow,
    columns.UserColumns: UserRow,
    columns.SeriesColumns: SeriesRow,
    columns.ResultColumns: ResultRow,
    columns.DailyShareColumns: DailyShareRow,
    columns.PostColumns: PostRow,
    columns.ReminderColumns: ReminderRow,
    columns.WebSessionColumns: WebSessionRow,
    columns.PuzzleRunColumns: PuzzleRunRow,
    columns.ExerciseColumns: ExerciseRow,
    columns.ScratchPositionColumns: ScratchPositionRow,
    columns.LeagueColumns: LeagueRow,
    columns.LeagueSeasonColumns: LeagueSeasonRow,
    columns.LeaguePlayerColumns: LeaguePlayerRow,
    columns.LeagueMatchColumns: LeagueMatchRow,
    columns.TournamentColumns: TournamentRow,
    columns.TournamentPlayerColumns: TournamentPlayerRow,
    columns.TournamentMatchColumns: TournamentMatchRow,
}


def test_a_table_is_what_the_dataclass_of_its_rows_describes() -> None:
    @dataclass
    class Described:
        id: Id
        user_id: UserId | None
        name: Annotated[ShortName, UNIQUE]
        at: At | None
        options: Mapping[str, Any]
        number: Annotated[int, ColumnOption("default", 7)]

    columns = list(columns_in(Described))
    assert [column.name for column in columns] == ["id", "user_id", "name", "at", "options", "number"]
    assert [column.name for column in columns if column.nullable] == ["user_id", "at"]
    key, user, name, at, options, number = columns
    assert key.primary_key
    assert [one.target_fullname for one in user.foreign_keys] == ["users.id"]
    assert (repr(name.type), name.unique) == ("String(length=32)", True)
    assert (type(at.type), type(options.type), type(number.type)) == (Instant, JSON, Integer)
    assert isinstance(number.default, ScalarElementColumnDefault)
    assert number.default.arg == 7


@pytest.mark.parametrize(("written", "kind"), COLUMNS.items())
def test_what_is_written_are_columns_that_are_read(written: Any, kind: Any) -> None:
    assert get_type_hints(written).items() <= get_type_hints(kind).items()


async def test_a_query_must_return_the_fields_in_their_order(address: str) -> None:
    table = tables.series
    async with open_new(address) as store, store.read() as connection:
        assert await fetch(connection, SeriesRow, select(table)) == []
        for other in (select(table.c.id), select(table.c.kind, table.c.id), select(table, table.c.id.label("more"))):
            with pytest.raises(RuntimeError, match="SeriesRow isn't what this query returns"):
                await fetch(connection, SeriesRow, other)


def test_a_row_can_be_written_again() -> None:
    row = SeatRow(1, 0, "gold", None, None, 0, 2)
    expected = {"match_id": 1, "number": 0, "colour": "gold", "computer": None, "resigned": None, "missed": 0}
    assert columns_of(row) == expected | {"hopeless": 2}
    assert values_of(row) == (1, 0, "gold", None, None, 0, 2)


def test_rows_show_nothing_in_a_log() -> None:
    """They may have seeds and hidden cards."""
    modules = [module for name, module in sys.modules.items() if re.fullmatch(r"bot\.store\.\w*tables", name)]
    rows = [kind for module in modules for name, kind in vars(module).items() if name.endswith("Row")]
    assert MatchRow in rows
    kinds = (*rows, matches.MatchWithPosition, matches.MemberOfMatch, posts.PostWithWords, reminding.ReminderOfMatch)
    for kind in (*kinds, ratings.EndRow, contest_tables.LeaguePerson, contest_tables.TournamentMatchNow):
        assert "__repr__" not in vars(kind), kind


MISSPELT = """
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.queries.leagues import SEASONS
from bot.match.reading.stored import StoredMatch
from bot.match.values import EventKind
from bot.match.values.new_event import NewEvent
from bot.contests.parts.leagues import league_of
from bot.store.contest_tables import LeagueRow


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
