"""Makes `last_release.db.xz`, a database with running matches of all games: `python -m tests.store.last_release`.

Make it anew with each release, before the first change after it, so that `test_last_release.py` goes on with matches
that the release's own code began.
"""

import asyncio
import json
import lzma
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import func, select

from bot.contests.contests import Contests
from bot.contests.tournaments.meetings import Format
from bot.contests.values.league import LeagueTerms
from bot.contests.values.tournament import TournamentTerms
from bot.match import (
    ComputerLevel,
    Expiry,
    Host,
    Match,
    Matches,
    Place,
    RemindBy,
    ReminderSettings,
    SeriesKind,
    Status,
    TableTerms,
)
from bot.match.decisions import lobby, moderation, presence, proposals, turns
from bot.store import Store
from bot.store import tables as tables_of_store
from bot.store.migrate import bring_up_to_date

DATABASE = Path(__file__).with_name("last_release.db.xz")
KNOWN = Path(__file__).with_name("last_release.json.xz")

NOW = datetime(2026, 11, 28, 12, tzinfo=UTC)
"""When the last move of it was played."""

PEOPLE = tuple(range(101, 200))
"""The Discord ids of its players: each table has the next ones, so that nobody plays too many matches."""

IN_CONTESTS = (301, 302, 303, 304)
"""Who plays in the league and in the tournament."""

SEATS = {
    "southern_cross": (4,),
    "parcheesi": (2, 3, 4),
    "southern_cards": (1, 2, 3, 4, 5),
    "down_under": (2, 3, 4),
    "cirondo": (2, 4),
}


@dataclass(frozen=True)
class Table:
    """A table of the database: what is agreed on, how many moves are played, and what its players do then."""

    game: str
    seats: int
    moves: int
    agreed: dict[str, Any] = field(default_factory=dict)
    options: dict[str, Any] = field(default_factory=dict)
    then: str = ""


def tables() -> Iterator[Table]:
    """All tables, in the order in which they are opened."""
    for game, numbers in SEATS.items():
        for seats in numbers:
            yield Table(game, seats, moves=8, agreed={"move_time": timedelta(days=3)})
            yield Table(game, seats, moves=25, agreed={"automatic": False, "hints": False})
        yield Table(game, numbers[-1], moves=6, agreed={"computers": ComputerLevel.EASY})
        yield Table(game, numbers[-1], moves=0, agreed={"move_time": timedelta(hours=1), "on_expiry": Expiry.CLAIM})
        yield Table(game, 2 if 2 in numbers else 4, moves=5, then="draw")
        yield Table(game, numbers[-1], moves=7, then="replace")
        yield Table(game, numbers[-1], moves=3, then="leave")
    yield Table("southern_cross", 4, moves=9, options={"challenge": "throw", "order": "RBYG"}, then="vacation")
    yield Table("parcheesi", 4, moves=40, options={"finish": "all", "first": "high_roll"}, then="resign")
    yield Table("parcheesi", 2, moves=20, agreed={"move_time": timedelta(days=1), "on_expiry": Expiry.RESIGN})
    yield Table("down_under", 2, moves=6, options={"size": "easy", "animals": True, "routes": 2})
    yield Table("cirondo", 2, moves=12, then="undo")
    yield Table("cirondo", 4, moves=10, options={"teams": True}, then="resign")
    yield Table("cirondo", 2, moves=10, agreed={"shared": True})
    yield Table("southern_cards", 1, moves=6, agreed={"private": True})
    for layout in ("ultra", "zodiac"):
        yield Table("southern_cards", 3, moves=7, options={"layout": layout, "wild": True})
    for seats in (2, 3):
        yield Table("southern_cards", seats, moves=9, agreed={"series": SeriesKind.POINTS, "target": 500})
        yield Table("southern_cards", seats, moves=5, agreed={"series": SeriesKind.PARALLEL})
    yield Table("down_under", 3, moves=0, then="wait")
    yield Table("cirondo", 2, moves=3, then="end")


async def play(matches: Matches, match_id: int, moves: int, luck: Random) -> None:
    """Play legal moves until there are enough, or a computer is to decide, or the match is over."""
    for _ in range(moves):
        match = await matches.get(match_id)
        if match.status is not Status.RUNNING or match.state is None or match.to_move is None:
            return
        text = match.state.notate(luck.choice(match.state.legal()))
        if match.mover is not None:
            await matches.act(match_id, turns.play_computer(text, seen_version=match.version))
        else:
            await matches.act(match_id, turns.play(match.seats[match.to_move].people[0], text))


async def sit_down(matches: Matches, table: Table, people: list[int]) -> Match:
    """The table with these people at it; one seat more is a computer's where it has computers."""
    agreed = dict(table.agreed)
    computers = agreed.pop("computers", None)
    terms = TableTerms(table.game, table.seats, table.options, **agreed)
    match = await matches.tables.open(
        terms, opener=people[0], place=Place(guild_id=1, channel_id=20), computers=computers
    )
    await matches.tables.note_posted(match.id, 7000 + match.id)
    others = 1 if "computers" in table.agreed else table.seats * (2 if table.agreed.get("shared") else 1)
    for person in people[1:others]:
        await matches.act(match.id, lobby.join(person))
    return await matches.get(match.id)


async def go_on(matches: Matches, match_id: int, then: str, people: list[int]) -> None:
    """What a table's players do after its moves."""
    match = await matches.get(match_id)
    waiting = next((one for one in people if match.to_move is not None and one in match.seats[match.to_move].people), 0)
    if then == "draw":
        await matches.act(match_id, proposals.offer_draw(people[0]))
    elif then == "resign":
        await matches.act(match_id, proposals.resign(people[0]))
    elif then == "replace":
        await matches.act(match_id, presence.absent(people[1]))
        await matches.act(match_id, proposals.replace_player(people[0], 1, PEOPLE[-1]))
    elif then == "leave":
        await matches.act(match_id, presence.absent(people[1]))
    elif then == "undo":
        await matches.act(match_id, proposals.undo(next(one for one in people[:2] if one != waiting)))
    elif then == "vacation":
        await matches.vacations.begin(waiting, 5)
    elif then == "end":
        await matches.act(match_id, moderation.end(people[0]))


async def make(file: Path) -> dict[str, Any]:
    """Fill a new database; returns what each match is like in it, by its number."""
    luck = Random(16)
    bytes_of_luck = Random(17).randbytes
    now = NOW - timedelta(hours=6)

    def clock() -> datetime:
        nonlocal now
        now += timedelta(milliseconds=500)
        return now

    bring_up_to_date(file)
    async with await Store.open(f"sqlite+aiosqlite:///{file}") as store:
        matches = Matches(store, clock=clock, secret=bytes_of_luck)
        await matches.clocks.tick()
        await matches.reminders.change_settings(
            PEOPLE[0], ReminderSettings(RemindBy.DM, "Europe/Rome", (time(22), time(7)))
        )
        for number, table in enumerate(tables()):
            people = [PEOPLE[(5 * number + place) % 95] for place in range(5)]
            match = await sit_down(matches, table, people)
            if table.then == "wait":
                continue
            match = await matches.act(match.id, lobby.begin(people[0]))
            played = [match.id]
            if isinstance(match, Host) and match.series is not None:
                played = [part.match_id for part in match.series.parts]
            for one in played:
                await play(matches, one, table.moves, luck)
            await go_on(matches, match.id, table.then, people)
        await begin_league(Contests(matches))
        await begin_tournament(Contests(matches))
        numbers = range(1, await how_many(store) + 1)
        return {str(number): known_of(await matches.get(number)) for number in numbers}


async def begin_league(contests: Contests) -> None:
    """A league of four in its first season: those matches have begun that are to be played first."""
    terms = LeagueTerms("cirondo", sign_up=timedelta())
    league = (await contests.leagues.create("Winter", terms, guild_id=1, channel_id=20)).league.id
    for person in IN_CONTESTS:
        await contests.leagues.join(league, person)
    season = await contests.seasons.look_after((await contests.seasons.list_unfinished())[0], lambda _: True)
    for thread, announced in enumerate(await contests.seasons.announcements(season), start=50):
        await contests.seasons.begin(announced.match.id, thread)


async def begin_tournament(contests: Contests) -> None:
    """A Swiss tournament of four in its first round."""
    terms = TournamentTerms(Format.SWISS, "parcheesi")
    number = (await contests.tournaments.create("Cup", terms, guild_id=1, channel_id=20)).id
    rounds = contests.tournament_rounds
    await rounds.note_message(number, 0, 40, "shown")
    for person in IN_CONTESTS:
        await contests.tournaments.join(number, person)
    await contests.tournaments.start(number)
    await rounds.look_after(await contests.tournaments.get(number), lambda _: True)
    await rounds.note_message(number, 101, 41, "shown")
    for thread, announced in enumerate(rounds.announcements(await contests.tournaments.get(number)), start=70):
        await rounds.begin(announced.match.id, thread)


async def how_many(store: Store) -> int:
    """How many matches there are."""
    async with store.read() as connection:
        return (await connection.execute(select(func.count()).select_from(tables_of_store.matches))).scalar_one()


def known_of(match: Match) -> dict[str, Any]:
    """What a later release must still say of the match."""
    return {
        "game": match.game,
        "status": match.status,
        "version": match.version,
        "to_move": match.to_move,
        "proposal": None if match.proposal is None else match.proposal.kind,
        "seats": [list(seat.people) for seat in match.seats],
        "position": None if match.state is None else match.state.dump(),
    }


def main() -> None:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "crux.db"
        known = asyncio.run(make(file))
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("VACUUM")
            connection.execute("PRAGMA journal_mode = DELETE")
        DATABASE.write_bytes(lzma.compress(file.read_bytes(), preset=9))
    KNOWN.write_bytes(lzma.compress(json.dumps(known).encode(), preset=9))
    running = sum(one["status"] == Status.RUNNING for one in known.values())
    sys.stdout.write(f"{len(known)} matches, {running} of them running\n")


if __name__ == "__main__":
    main()
