"""Databases of older releases: each running match in them goes on."""

import hashlib
import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import URL, NullPool, create_engine

from bot.contests.contests import Contests
from bot.contests.tournaments.meetings import Kind
from bot.contests.values.league import LeagueTerms
from bot.contests.values.tournament import TournamentTerms
from bot.match import ComputerLevel, DailyIsOver, Host, Match, Matches, Place, SeriesKind, Status, TableTerms
from bot.match.decisions import lobby, presence, proposals, relocating, turns
from bot.match.reading.rated import least_moves
from bot.match.values.errors import NothingToTakeBack
from bot.rules import GAMES
from bot.rules.chance import Scripted
from bot.store import Store, migrate

ANNE, BERT, CLEO = 101, 102, 103
NOW = "2026-01-02 03:04:05.000000"
SEED = bytes(range(32))
MOVES = ("B8-C8", "B24-C24")


def url(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path}"


def to_revision(file: Path, revision: str) -> None:
    """Bring the file to this revision, up or down, as the bot itself does."""
    config = Config()
    config.set_main_option("script_location", str(migrate.script_directory()).replace("%", "%%"))
    engine = create_engine(URL.create("sqlite", database=str(file)), poolclass=NullPool)
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        (command.downgrade if revision < current(file) else command.upgrade)(config, revision)


def current(file: Path) -> str:
    """The revision of the file, "" for a new one."""
    known = rows(file, "SELECT name FROM sqlite_master WHERE name = 'alembic_version'")
    return str(rows(file, "SELECT version_num FROM alembic_version")[0][0]) if known else ""


def rows(file: Path, query: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(query).fetchall()


def columns(file: Path, table: str) -> set[str]:
    return {row[1] for row in rows(file, f"PRAGMA table_info({table})")}


def insert(connection: sqlite3.Connection, table: str, **values: Any) -> None:
    places = ", ".join("?" for _ in values)
    connection.execute(f"INSERT INTO {table} ({', '.join(values)}) VALUES ({places})", tuple(values.values()))  # noqa: S608 - the test's own names


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "crux.db"


def first_release(file: Path, *moves: str, offered: bool = False) -> None:
    """A database of the first release with a match of Cirondo that has these moves, as that release wrote it."""
    to_revision(file, "0001")
    game = GAMES["cirondo"]
    options = {"teams": False, "draw_rule": True}
    states = [game.start(2, options, Scripted([]))]
    for move in moves:
        states.append(states[-1].play(states[-1].parse(move), Scripted([])))
    made_by = 3 + len(moves)
    proposal = {"kind": "draw", "by": 1, "agreed": [0], "number": made_by + 1}
    with closing(sqlite3.connect(file)) as connection, connection:
        for row, person in ((1, ANNE), (2, BERT)):
            insert(connection, "users", id=row, discord_id=person, created_at=NOW)
        insert(
            connection,
            "matches",
            id=1,
            game="cirondo",
            rules_version=game.rules_version,
            options=json.dumps(options),
            status="running",
            version=made_by + offered,
            guild_id=1,
            channel_id=20,
            opener_id=1,
            shared=False,
            own_thread=False,
            commitment=hashlib.sha256(SEED).hexdigest(),
            salt="77",
            table_message_id=77,
            recipe=1,
            drawn=0,
            to_move=len(moves) % 2,
            proposal=json.dumps(proposal) if offered else None,
            opened_at=NOW,
            started_at=NOW,
            updated_at=NOW,
        )
        insert(connection, "seeds", match_id=1, seed=SEED)
        for seat, colour in enumerate(game.colours(2, options)):
            insert(connection, "seats", match_id=1, number=seat, colour=colour)
            standing = {"invited": False, "absent": False, "seated_by": seat + 1}
            insert(connection, "members", id=seat + 1, match_id=1, user_id=seat + 1, seat=seat, **standing)
        events: list[dict[str, Any]] = [
            {"kind": "open", "member_id": 1, "seat": 0},
            {"kind": "join", "member_id": 2, "seat": 1},
            {"kind": "begin", "member_id": 1, "seat": 0, "chance": "[]", "data": '{"rules_version": 1}'},
        ]
        events += [
            {"kind": "move", "member_id": index % 2 + 1, "seat": index % 2, "move": move, "chance": "[]"}
            for index, move in enumerate(moves)
        ]
        if offered:
            events.append({"kind": "draw", "member_id": 1, "seat": 0})
        for number, event in enumerate(events, 1):
            insert(connection, "events", match_id=1, number=number, at=NOW, **event)
        before = json.dumps(states[-2].dump()) if moves else None
        document = json.dumps(states[-1].dump())
        insert(connection, "snapshots", match_id=1, version=made_by, document=document, before=before)
        post = {"kind": "board", "nonce": "1.3.aa", "guild_id": 1, "channel_id": 20, "created_at": NOW}
        post |= {"attempts": 1, "superseded": False, "message_id": 600, "posted_at": NOW, "words": "{}"}
        insert(connection, "posts", id=1, match_id=1, version=made_by, **post)


class TestTrails:
    """0002: whole turns beside the position, boards that share a message, decisions that are played by themselves."""

    @pytest.mark.parametrize(("count", "offered"), [(1, False), (2, False), (1, True)])
    async def test_a_running_match_shows_its_newest_move_and_goes_on(
        self, file: Path, count: int, offered: bool
    ) -> None:
        first_release(file, *MOVES[:count], offered=offered)
        async with await Store.open(url(file)) as store:
            matches = Matches(store)
            match = await matches.get(1)
            (decision,) = match.trail.decisions
            assert (decision.number, decision.seat, decision.move) == (3 + count, count - 1, MOVES[count - 1])
            assert (decision.opens, decision.automatic, decision.lucky) == (True, False, False)
            assert (decision.before, decision.after) == (match.before, match.state)
            assert match.before is not None
            assert (match.terms.automatic, match.trail.going_on, match.trail.run) == (True, False, 3 + count)
            assert (match.proposal is not None) == offered
            assert await matches.records.check(1) == []
            with pytest.raises(NothingToTakeBack):
                await matches.act(1, turns.take_back((ANNE, BERT)[count % 2]))
            await self.goes_on(matches, count)

    async def test_a_match_that_has_just_begun_goes_on(self, file: Path) -> None:
        first_release(file)
        async with await Store.open(url(file)) as store:
            matches = Matches(store)
            match = await matches.get(1)
            assert (match.status, match.before, match.trail.turns, match.trail.run) == (Status.RUNNING, None, (), 3)
            assert await matches.records.check(1) == []
            await self.goes_on(matches, 0)

    async def test_the_older_database_is_kept_as_a_copy(self, file: Path) -> None:
        first_release(file, MOVES[0])
        await (await Store.open(url(file))).close()
        (copy,) = file.parent.glob("crux.db.0001.*.backup")
        assert "trail" not in columns(copy, "snapshots")
        assert rows(copy, "SELECT count(*) FROM events") == [(4,)]

    async def test_it_can_be_taken_back_to_the_first_release(self, file: Path) -> None:
        first_release(file, MOVES[0])
        tables = ("matches", "posts", "snapshots")
        older = {table: columns(file, table) for table in tables}
        async with await Store.open(url(file)) as store:
            match = await Matches(store).act(1, turns.play(BERT, MOVES[1]))
        events = rows(file, "SELECT * FROM events")
        to_revision(file, "0001")
        assert {table: columns(file, table) for table in tables} == older
        assert rows(file, "SELECT * FROM events") == events
        assert rows(file, "SELECT version, before FROM snapshots") == [(5, None)]
        async with await Store.open(url(file)) as store:
            matches = Matches(store)
            again = await matches.get(1)
            assert (again.version, again.state, again.trail.turns) == (match.version, match.state, ())
            assert await matches.records.check(1) == []
            assert len((await matches.act(1, turns.play(ANNE, "A9-C7"))).trail.decisions) == 1

    async def goes_on(self, matches: Matches, count: int) -> None:
        """The next move is shown in a message of its own, and the board of the first release loses its buttons."""
        match = await matches.act(1, turns.play((ANNE, BERT)[count % 2], (*MOVES, "A9-C7")[count]))
        assert [decision.seat for decision in match.trail.decisions] == [count % 2]
        (post,) = await matches.outbox.due()
        assert await matches.outbox.message_to_edit(post) is None
        await matches.outbox.posted(post.id, 601)
        assert [old.message_id for old in await matches.outbox.boards_to_strip(1)] == [600]
        assert await matches.records.check(1) == []


class TestSeries:
    """0003: matches that belong together in a series, and matches that are played in private."""

    async def test_older_matches_are_in_no_series_and_not_private(self, file: Path) -> None:
        first_release(file, MOVES[0])
        to_revision(file, "0002")
        async with await Store.open(url(file)) as store:
            matches = Matches(store)
            match = await matches.get(1)
            assert (match.series, match.terms.private, match.status) == (None, False, Status.RUNNING)
            assert [one.id for one in await matches.lists.in_channel(20)] == [1]
            assert (await matches.act(1, turns.play(BERT, MOVES[1]))).version == 5
            assert await matches.records.check(1) == []

    @pytest.mark.thorough
    async def test_it_can_be_taken_back_and_brought_up_again(self, file: Path) -> None:
        async with await Store.open(url(file)) as store:
            numbers = await self.all_kinds(Matches(store))
            before = [await Matches(store).get(number) for number in numbers]
        before = [replace(match, terms=replace(match.terms, rolls=False)) for match in before]  # 0011 takes that back
        events = rows(file, "SELECT * FROM events")
        to_revision(file, "0002")
        assert columns(file, "matches") & {"part", "private"} == set()
        # What a release that knows no series does to the table of parallel matches.
        frozen = json.dumps({"reference": "aa", "why": "the position can't be read (missing)", "tried": 1})
        (host,) = [match.id for match in before if isinstance(match, Host)]
        with closing(sqlite3.connect(file)) as connection, connection:
            connection.execute("UPDATE matches SET status = 'frozen', frozen = ? WHERE id = ?", (frozen, host))
        to_revision(file, "0003")
        assert rows(file, "SELECT * FROM events") == events
        async with await Store.open(url(file)) as store:
            matches = Matches(store)
            assert [await matches.get(number) for number in numbers] == before
            assert [await matches.records.check(number) for number in numbers] == [[] for _ in numbers]
            assert before[0].series is not None
            assert before[0].series.parts[0].ending is not None
            assert before[0].seed is None
            await matches.act(host, proposals.resign(ANNE))
            assert (await matches.act(host, proposals.resign(BERT))).status is Status.OVER

    async def all_kinds(self, matches: Matches) -> list[int]:
        """A series of two matches and parallel ones; gives the numbers of all of them."""
        started: list[Match] = []
        for kind in SeriesKind:
            table = await matches.tables.open(
                TableTerms(game="southern_cards", options={"hand": 1}, seats=2, series=kind, target=10**6),
                opener=ANNE,
                place=Place(1, 20),
            )
            await matches.act(table.id, lobby.join(BERT, message_id=77))
            started.append(await matches.act(table.id, lobby.begin(ANNE)))
        match, host = started
        while match.to_move is not None:
            assert match.state is not None
            move = match.state.notate(match.state.legal()[0])
            match = await matches.act(match.id, turns.play(match.to_move_people()[0], move))
        assert match.series is not None
        assert host.series is not None
        assert len(match.series.parts) == 2
        return [*(part.match_id for part in match.series.parts), host.id, *(one.match_id for one in host.series.parts)]


class TestComputers:
    """0004: seats that a computer plays, seats that have resigned, and tables without hints."""

    @pytest.mark.thorough
    @pytest.mark.parametrize("revision", ["0001", "0002", "0003"])
    async def test_in_older_matches_people_play_and_hints_may_be_asked_for(self, file: Path, revision: str) -> None:
        first_release(file, MOVES[0])
        to_revision(file, revision)
        async with await Store.open(url(file)) as store:
            matches = Matches(store)
            match = await matches.get(1)
            assert (match.terms.hints, match.status) == (True, Status.RUNNING)
            assert [(seat.computer, seat.resigned) for seat in match.seats] == [(None, False)] * 2
            assert await matches.lists.computer_turns() == []
            assert [decision.computer for decision in match.trail.decisions] == [False]
            assert match.to_move_people() == (BERT,)
            await matches.act(1, presence.absent(BERT))
            match = await matches.act(1, presence.take_over(ANNE, 1, ComputerLevel.EASY))
            assert [number for number, _ in await matches.lists.computer_turns()] == [1]
            await matches.act(1, turns.play_computer(MOVES[1], seen_version=match.version))
            assert await matches.records.check(1) == []

    @pytest.mark.thorough
    async def test_it_can_be_taken_back_and_brought_up_again(self, file: Path) -> None:
        async with await Store.open(url(file)) as store:
            numbers = await self.all_kinds(Matches(store))
            before = [await Matches(store).get(number) for number in numbers]
            due = {number for number, _ in await Matches(store).lists.computer_turns()}
        events = rows(file, "SELECT * FROM events")
        older = {"seats": {"computer", "resigned"}, "matches": {"hints", "computer_since"}}
        to_revision(file, "0003")
        assert all(columns(file, table) & new == set() for table, new in older.items())
        assert rows(file, "SELECT count(*) FROM snapshots WHERE trail LIKE '%true, true]%'") == [(0,)]
        to_revision(file, "0004")
        assert rows(file, "SELECT * FROM events") == events
        async with await Store.open(url(file)) as store:
            matches = Matches(store)
            after = [await matches.get(number) for number in numbers]
            assert [(one.seats, one.state, one.version) for one in after] == [
                (one.seats, one.state, one.version) for one in before
            ]
            assert {number for number, _ in await matches.lists.computer_turns()} == due != set()
            assert [await matches.records.check(number) for number in numbers] == [[] for _ in numbers]

    async def all_kinds(self, matches: Matches) -> list[int]:
        """A table, and matches with computers, some of them for people who are away, were away or have resigned."""

        async def table(seats: int = 4) -> Match:
            return await matches.tables.open(
                TableTerms(game="cirondo", seats=seats),
                opener=ANNE,
                place=Place(1, 20),
                computers=ComputerLevel.HARD,
            )

        async def start_match() -> Match:
            match = await table()
            await matches.act(match.id, lobby.join(BERT, message_id=77))
            await matches.act(match.id, lobby.join(CLEO, seat=3))
            return await matches.act(match.id, lobby.begin(ANNE))

        opened, plain, away, back, resigned = (
            await table(2),
            await start_match(),
            await start_match(),
            await start_match(),
            await start_match(),
        )
        await matches.act(opened.id, lobby.remove_computer(ANNE))
        await matches.act(opened.id, lobby.add_computer(ANNE, ComputerLevel.EASY))
        for match in (away, back):
            await matches.act(match.id, presence.absent(ANNE))
            await matches.act(match.id, presence.take_over(BERT, 0, ComputerLevel.NORMAL))
        await matches.act(back.id, presence.absent(ANNE, gone=False))
        await matches.act(resigned.id, proposals.resign(ANNE))
        for match in (plain, away, back, resigned):
            for _ in range(3):
                now = await matches.get(match.id)
                assert now.state is not None
                move = now.state.notate(now.state.legal()[0])
                if now.to_move_people():
                    await matches.act(now.id, turns.play(now.to_move_people()[0], move))
                else:
                    await matches.act(now.id, turns.play_computer(move, seen_version=now.version))
        await matches.act(plain.id, proposals.resign(CLEO))
        return [match.id for match in (opened, plain, away, back, resigned)]


class TestClocks:
    """0005: time for each turn, reminders, vacations."""

    @pytest.mark.parametrize("revision", ["0001", "0004"])
    async def test_in_older_matches_everyone_has_as_long_as_they_like(self, file: Path, revision: str) -> None:
        first_release(file, MOVES[0])
        to_revision(file, revision)
        async with await Store.open(url(file)) as store:
            matches = Matches(store)
            await matches.clocks.tick(starting=True)
            match = await matches.get(1)
            assert (match.terms.move_time, match.clock, match.seats[0].missed) == (None, None, 0)
            match = await matches.act(1, turns.play(BERT, MOVES[1]))
            assert match.clock is None
            assert await matches.records.check(1) == []

    @pytest.mark.thorough
    async def test_it_can_be_taken_back_and_brought_up_again(self, file: Path) -> None:
        async with await Store.open(url(file)) as store:
            matches = Matches(store)
            table = await matches.tables.open(
                TableTerms(game="cirondo", seats=2, move_time=timedelta(days=1)), opener=ANNE, place=Place(1, 20)
            )
            await matches.act(table.id, lobby.join(BERT, message_id=77))
            match = await matches.act(table.id, lobby.begin(ANNE))
            await matches.vacations.begin(ANNE, 3)
        events = rows(file, "SELECT * FROM events")
        to_revision(file, "0004")
        assert {"move_time", "on_expiry", "deadline", "clock", "due_at"} & columns(file, "matches") == set()
        async with await Store.open(url(file)) as store:
            matches = Matches(store)
            assert rows(file, "SELECT * FROM events") == events
            again = await matches.get(match.id)
            assert (again.state, again.clock, again.status) == (match.state, None, Status.RUNNING)
            assert await matches.records.check(match.id) == []


class TestRematches:
    """0006: matches that are played again, and seats that are kept for those who played."""

    async def test_older_matches_can_be_undone_and_played_again(self, file: Path) -> None:
        first_release(file, *MOVES)
        to_revision(file, "0004")
        async with await Store.open(url(file)) as store:
            matches = Matches(store)
            await matches.act(1, proposals.undo(BERT))
            back = await matches.act(1, proposals.agree(ANNE))
            assert ([decision.move for decision in back.trail.decisions], back.to_move) == ([MOVES[0]], 1)
            await matches.act(1, proposals.resign(BERT))
            table = await matches.tables.rematch(1, ANNE)
            assert (table.seat_of(ANNE), dict(table.reserved_seats)) == ([1], {0: (BERT,)})

    async def test_it_can_be_taken_back_and_brought_up_again(self, file: Path) -> None:
        first_release(file, *MOVES)
        to_revision(file, "0004")
        async with await Store.open(url(file)) as store:
            assert (await Matches(store).act(1, proposals.undo(BERT))).proposal is not None
        to_revision(file, "0004")
        assert not {"rematch_of"} & columns(file, "matches")
        assert not {"kept_seat"} & columns(file, "members")
        assert rows(file, "SELECT proposal FROM matches") == [(None,)]  # it would be taken for a draw
        async with await Store.open(url(file)) as store:
            matches = Matches(store)
            assert (await matches.get(1)).proposal is None
            assert await matches.records.check(1) == []
            await matches.act(1, proposals.undo(BERT))
            assert (await matches.act(1, proposals.agree(ANNE))).to_move == 1


class TestWordsOfBoards:
    """0007: what boards say in a table of its own, and boards that someone waits for first."""

    async def older(self, file: Path) -> None:
        """A database of the release before: a board with its buttons, one without, and one that waits."""
        first_release(file, *MOVES)
        to_revision(file, "0006")
        posts = {"match_id": 1, "version": 3, "kind": "board", "created_at": NOW, "anew": True}
        posts |= {"guild_id": 1, "channel_id": 20, "attempts": 1, "superseded": False}
        with closing(sqlite3.connect(file)) as connection, connection:
            connection.execute("UPDATE posts SET words = ?, version = 4 WHERE id = 1", ('{"line": "the second"}',))
            stripped = {"message_id": 599, "posted_at": NOW, "stripped_at": NOW}
            insert(connection, "posts", **posts | {"id": 2, "nonce": "1.3.bb"} | stripped)
            insert(connection, "posts", **posts | {"id": 3, "nonce": "1.5.cc", "version": 5, "due_at": NOW})

    async def test_a_running_match_goes_on_and_its_boards_lose_their_buttons(self, file: Path) -> None:
        await self.older(file)
        async with await Store.open(url(file)) as store:
            matches = Matches(store)
            assert rows(file, "SELECT * FROM board_words") == [(1, '{"line": "the second"}')]
            (waits,) = await matches.outbox.due()
            assert (waits.id, waits.version) == (3, 5)
            await matches.outbox.posted(waits.id, 601, words={"line": "the third"})
            (old,) = await matches.outbox.boards_to_strip(1)
            assert (old.message_id, old.words) == (600, {"line": "the second"})
            await matches.outbox.stripped(old.id)
            assert await matches.outbox.board_message(1) == (Place(1, 20), 601)
            await matches.act(1, turns.play(ANNE, "A9-C7"))
            assert await matches.records.check(1) == []

    async def test_it_can_be_taken_back_and_brought_up_again(self, file: Path) -> None:
        await self.older(file)
        query = f"SELECT {', '.join(sorted(columns(file, 'posts')))} FROM posts"  # noqa: S608 - the test's own names
        before = rows(file, query)
        await (await Store.open(url(file))).close()
        to_revision(file, "0006")
        assert rows(file, query) == before
        assert "calls" not in columns(file, "posts")
        async with await Store.open(url(file)) as store:
            matches = Matches(store)
            assert [post.id for post in await matches.outbox.due()] == [3]
            await matches.act(1, turns.play(ANNE, "A9-C7"))
            assert await matches.records.check(1) == []


class TestAnswers:
    """0009: matches whose players are asked whether they go on elsewhere, and computers that answer."""

    async def test_computers_are_asked_about_a_draw_that_was_offered_before(self, file: Path) -> None:
        first_release(file, *MOVES)
        to_revision(file, "0008")
        offered = '{"kind": "draw", "by": 1, "agreed": [0], "number": 2}'
        with closing(sqlite3.connect(file)) as connection, connection:
            connection.execute("UPDATE matches SET proposal = ?", (offered,))
            connection.execute("UPDATE seats SET computer = 'easy' WHERE number = 1")
            connection.execute("UPDATE members SET seat = NULL WHERE seat = 1")
        async with await Store.open(url(file)) as store:
            matches = Matches(store)
            assert [number for number, _ in await matches.lists.computer_turns()] == [1]
            match = await matches.get(1)
            match = await matches.act(1, proposals.answer(1, agrees=True, seen_version=match.version))
            assert match.ending is not None
            assert match.ending.kind == "agreed"

    async def test_an_older_release_is_asked_nothing_that_it_does_not_know(self, file: Path) -> None:
        first_release(file, *MOVES)
        elsewhere = Place(1, 30)
        async with await Store.open(url(file)) as store:
            matches = Matches(store)
            with_proposal = await matches.act(1, relocating.relocate(ANNE, elsewhere))
            assert with_proposal.proposal is not None
        to_revision(file, "0008")
        assert rows(file, "SELECT proposal FROM matches") == [(None,)]  # it would be taken for a draw
        async with await Store.open(url(file)) as store:
            matches = Matches(store)
            await matches.act(1, relocating.relocate(ANNE, elsewhere))
            assert (await matches.act(1, proposals.agree(BERT))).place == elsewhere
            assert await matches.records.check(1) == []


class TestLessons:
    """0008: how far people have come in lessons. 0010: matches in which people are coached. 0011: automatic rolls."""

    async def test_lessons_begin_anew_after_an_older_release(self, file: Path) -> None:
        first_release(file, *MOVES)
        async with await Store.open(url(file)) as store:
            matches = Matches(store)
            assert await matches.lessons.reached(ANNE, "cirondo") == 0
            await matches.lessons.reach(ANNE, "cirondo", 3)
            assert await matches.lessons.reached(ANNE, "cirondo") == 3
        to_revision(file, "0007")
        async with await Store.open(url(file)) as store:
            assert await Matches(store).lessons.reached(ANNE, "cirondo") == 0

    async def test_in_matches_of_an_older_release_players_go_on_rolling(self, file: Path) -> None:
        first_release(file, *MOVES)
        async with await Store.open(url(file)) as store:
            assert not (await Matches(store).get(1)).terms.rolls
        to_revision(file, "0010")
        assert "rolls" not in columns(file, "matches")

    async def test_nobody_was_coached_before(self, file: Path) -> None:
        first_release(file, *MOVES)
        async with await Store.open(url(file)) as store:
            assert not (await Matches(store).get(1)).terms.coached
        to_revision(file, "0009")
        assert "coached" not in columns(file, "matches")
        async with await Store.open(url(file)) as store:
            assert await Matches(store).records.check(1) == []


class TestRatings:
    """0012: rated matches, and who may see profiles."""

    RATED = ("results", "ratings", "rating_changes", "leaderboards", "ratings_due")

    async def test_no_match_was_rated_before_and_the_next_one_is(self, file: Path) -> None:
        first_release(file, *MOVES)
        async with await Store.open(url(file)) as store:
            matches = Matches(store)
            assert not (await matches.get(1)).terms.rated
            ended_match = await matches.act(1, proposals.resign(BERT))
            assert (ended_match.counts, await matches.ledger.check()) == (None, [])
            await matches.tables.open(TableTerms("cirondo", 2, rated=True), opener=ANNE, place=Place(1, 20))
            await matches.act(2, lobby.join(BERT))
            await matches.act(2, lobby.begin(ANNE, message_id=5))
            for person in (ANNE, BERT) * least_moves(GAMES["cirondo"]):
                state = (await matches.get(2)).state
                assert state is not None
                await matches.act(2, turns.play(person, state.notate(state.legal()[0])))
            assert (await matches.act(2, proposals.resign(BERT))).gains.keys() == {0, 1}

    async def test_it_can_be_taken_back_and_brought_up_again(self, file: Path) -> None:
        await self.test_no_match_was_rated_before_and_the_next_one_is(file)
        to_revision(file, "0010")
        assert "rated" not in columns(file, "matches")
        assert rows(file, "SELECT name FROM sqlite_master WHERE name LIKE 'rating%'") == []
        async with await Store.open(url(file)) as store:
            matches = Matches(store)
            assert [await matches.records.check(number) for number in (1, 2)] == [[], []]
            assert await matches.ledger.check() == []

    async def test_what_was_rated_before_is_rated_anew(self, file: Path) -> None:
        """0023: newer rules of ratings, by which a leaderboard has places."""
        await self.test_no_match_was_rated_before_and_the_next_one_is(file)
        with closing(sqlite3.connect(file)) as connection:
            right = [connection.execute(f"SELECT * FROM {table}").fetchall() for table in self.RATED]  # noqa: S608
        to_revision(file, "0022")
        assert "played_at" not in columns(file, "ratings")
        with closing(sqlite3.connect(file)) as connection, connection:
            connection.execute("UPDATE ratings SET mu = 29, sigma = 7")
            connection.execute("UPDATE rating_changes SET mu = 29, sigma = 7")
        async with await Store.open(url(file)) as store:
            assert await Matches(store).ledger.bring_up_to_date() == 1
            assert await Matches(store).ledger.bring_up_to_date() is None
            assert await Matches(store).ledger.check() == []
        with closing(sqlite3.connect(file)) as connection:
            assert [connection.execute(f"SELECT * FROM {table}").fetchall() for table in self.RATED] == right  # noqa: S608

    async def test_nothing_is_rated_anew_where_nothing_was(self, file: Path) -> None:
        first_release(file, *MOVES)
        async with await Store.open(url(file)) as store:
            assert await Matches(store).ledger.bring_up_to_date() is None


class TestDailies:
    """0013: the daily."""

    async def test_a_try_goes_on_and_its_seed_stays_sealed_when_dailies_are_taken_back(self, file: Path) -> None:
        first_release(file, *MOVES)
        async with await Store.open(url(file)) as store:
            matches = Matches(store)
            await matches.dailies.seeds.prepare()
            own_try = await matches.dailies.begin(ANNE, matches.dailies.today, place=Place(1, 20))
        to_revision(file, "0012")
        assert rows(file, "SELECT name FROM sqlite_master WHERE name LIKE 'dail%'") == []
        async with await Store.open(url(file)) as store:
            matches = Matches(store)
            assert await matches.records.check(own_try.id) == []
            ended_match = await matches.act(own_try.id, proposals.resign(ANNE))
            assert (ended_match.status, ended_match.seed) == (Status.OVER, None)


class TestLeagues:
    """0015: leagues."""

    async def test_a_match_of_a_league_goes_on_when_leagues_are_taken_back(self, file: Path) -> None:
        first_release(file, *MOVES)
        async with await Store.open(url(file)) as store:
            matches = Matches(store)
            contests = Contests(matches)
            terms = LeagueTerms("cirondo", sign_up=timedelta())
            season = await contests.leagues.create("Winter", terms, guild_id=1, channel_id=20)
            for person in (ANNE, BERT, 3, 4):
                await contests.leagues.join(season.league.id, person)
            season = await contests.seasons.look_after((await contests.seasons.unfinished())[0], lambda league: True)
            first, *_ = await contests.seasons.announcements(season)
            match_id = await contests.seasons.begin(first.match.id, 50)
            assert match_id is not None
        to_revision(file, "0014")
        assert rows(file, "SELECT name FROM sqlite_master WHERE name LIKE 'league%'") == []
        async with await Store.open(url(file)) as store:
            matches = Matches(store)
            contests = Contests(matches)
            assert await matches.records.check(match_id) == []
            assert (await contests.leagues.of_guild(1, viewer=None)) == []
            match = await matches.get(match_id)
            assert (await matches.act(match_id, proposals.resign(match.to_move_people()[0]))).status is Status.OVER


class TestTournaments:
    """0017: tournaments."""

    @pytest.mark.thorough
    @pytest.mark.parametrize("duplicate", [False, True])
    async def test_a_match_of_a_tournament_goes_on_when_tournaments_are_taken_back(
        self, file: Path, duplicate: bool
    ) -> None:
        first_release(file, *MOVES)
        async with await Store.open(url(file)) as store:
            matches = Matches(store)
            contests = Contests(matches)
            terms = TournamentTerms(Kind.SWISS, "parcheesi", duplicate=duplicate)
            number = (await contests.tournaments.create("Cup", terms, guild_id=1, channel_id=20)).id
            await contests.tournament_rounds.note_message(number, 0, 40, "shown")
            for person in (ANNE, BERT, 3, 4):
                await contests.tournaments.join(number, person)
            await contests.tournaments.start(number)
            await contests.tournament_rounds.look_after(await contests.tournaments.get(number), lambda _: True)
            await contests.tournament_rounds.note_message(number, 101, 41, "shown")
            first, *_ = contests.tournament_rounds.announcements(await contests.tournaments.get(number))
            if duplicate:
                await contests.tournament_rounds.note_thread(first.match.id, 42)
            match_id = await contests.tournament_rounds.begin(first.match.id, 50)
            assert match_id is not None
        to_revision(file, "0016")
        assert rows(file, "SELECT name FROM sqlite_master WHERE name LIKE 'tournament%'") == []
        async with await Store.open(url(file)) as store:
            matches = Matches(store)
            contests = Contests(matches)
            assert await matches.records.check(match_id) == []
            assert (await contests.tournaments.of_guild(1, viewer=None)) == []
            match = await matches.get(match_id)
            ended_match = await matches.act(match_id, proposals.resign(match.to_move_people()[0]))
            assert (ended_match.status, ended_match.seed is None) == (Status.OVER, duplicate)


class TestPuzzles:
    """0016: puzzles."""

    async def test_everybody_begins_anew_when_puzzles_are_taken_back(self, file: Path) -> None:
        first_release(file, *MOVES)
        for _ in range(2):
            async with await Store.open(url(file)) as store:
                puzzles = Matches(store).puzzles
                game = puzzles.games[0]
                assert (await puzzles.record(ANNE, game)).tried == 0
                assert await puzzles.attempt(ANNE, await puzzles.next(ANNE, game), is_right=True)
                assert (await puzzles.record(ANNE, game)).solved == 1
            to_revision(file, "0015")
            assert rows(file, "SELECT name FROM sqlite_master WHERE name LIKE 'puzzle%'") == []


class TestReviews:
    """0018: reviews and shared results."""

    async def test_reviews_are_made_again_when_reviews_are_taken_back(self, file: Path) -> None:
        first_release(file, *MOVES)
        for _ in range(2):
            async with await Store.open(url(file)) as store:
                matches = Matches(store)
                match = await matches.get(1)
                assert await matches.reviews.get(match) is None
                await matches.reviews.keep(match, {"moves": []})
                assert await matches.reviews.get(match) == {"moves": []}
            to_revision(file, "0017")
            left = "SELECT name FROM sqlite_master WHERE name LIKE '%reviews%' OR name = 'daily_shares'"
            assert rows(file, left) == []


class TestLanguages:
    """0019: the languages of people's Discord."""

    async def test_a_language_is_noted_anew_when_languages_are_taken_back(self, file: Path) -> None:
        first_release(file, *MOVES)
        for _ in range(2):
            async with await Store.open(url(file)) as store:
                people = Matches(store).people
                assert await people.locale(ANNE) is None
                await people.note_locales({ANNE: "it"})
                assert await people.locale(ANNE) == "it"
            to_revision(file, "0018")
            assert "locale" not in [column[1] for column in rows(file, "PRAGMA table_info(users)")]


class TestPublishedSeeds:
    """0024: which seeds of dailies are public is stored."""

    async def test_days_that_were_closed_stay_closed(self, file: Path) -> None:
        now = datetime(2026, 1, 2, 12, tzinfo=UTC)
        async with await Store.open(url(file)) as store:
            matches = Matches(store, clock=lambda: now)
            await matches.dailies.seeds.prepare()
            day = matches.dailies.today
            await matches.dailies.begin(ANNE, day, place=Place(1, 20))
            now += timedelta(days=2)
            await matches.dailies.begin(BERT, day + timedelta(days=2), place=Place(1, 20))
            assert await matches.dailies.close_past() == [day]
        to_revision(file, "0022")
        to_revision(file, "0024")
        assert rows(file, "SELECT published FROM daily_chains") == [(day.isoformat(),)]
        assert rows(file, "SELECT late FROM daily_tries ORDER BY day") == [(1,), (0,)]
        now -= timedelta(days=2)
        async with await Store.open(url(file)) as store:
            with pytest.raises(DailyIsOver):
                await Matches(store, clock=lambda: now).dailies.begin(BERT, day, place=Place(1, 20))


class TestOwnThreads:
    """0026: tables are played in threads that the bot made for them."""

    async def test_a_table_that_has_not_begun_gets_a_new_thread(self, file: Path) -> None:
        """An older release may have noted one that somebody else had made."""
        first_release(file, *MOVES)
        async with await Store.open(url(file)) as store:
            matches = Matches(store)
            contests = Contests(matches)
            terms = TournamentTerms(Kind.SWISS, "parcheesi", duplicate=True)
            number = (await contests.tournaments.create("Cup", terms, guild_id=1, channel_id=20)).id
            rounds = contests.tournament_rounds
            await rounds.note_message(number, 0, 40, "shown")
            for person in (ANNE, BERT, 3, 4):
                await contests.tournaments.join(number, person)
            await contests.tournaments.start(number)
            await rounds.look_after(await contests.tournaments.get(number), lambda _: True)
            await rounds.note_message(number, 101, 41, "shown")
            for thread, announced in enumerate(rounds.announcements(await contests.tournaments.get(number)), start=42):
                await rounds.note_thread(announced.match.id, thread)
                if thread == 42:
                    await rounds.begin(announced.match.id, 50)
        to_revision(file, "0022")
        async with await Store.open(url(file)) as store:
            tables = (await Contests(Matches(store)).tournaments.get(number)).matches
            assert [table.thread_id for table in tables] == [42, None]


class TestWhatNobodyCanPlay:
    """0025: the clocks of leagues and tournaments begin that stood still against computers alone."""

    @pytest.mark.parametrize("closed", [False, True])
    async def test_a_match_that_a_league_waits_for_has_a_clock_after_the_update(self, file: Path, closed: bool) -> None:
        first_release(file, *MOVES)
        async with await Store.open(url(file)) as store:
            matches = Matches(store)
            contests = Contests(matches)
            terms = LeagueTerms("cirondo", sign_up=timedelta())
            league = (await contests.leagues.create("Winter", terms, guild_id=1, channel_id=20)).league.id
            for person in (ANNE, BERT, 3, 4):
                await contests.leagues.join(league, person)
            season = await contests.seasons.look_after((await contests.seasons.unfinished())[0], lambda league: True)
            first, *_ = await contests.seasons.announcements(season)
            match_id = await contests.seasons.begin(first.match.id, 50)
            assert match_id is not None
            if closed:
                await contests.leagues.close(league)
        to_revision(file, "0024")
        with closing(sqlite3.connect(file)) as connection, connection:
            connection.execute("UPDATE matches SET clock = NULL, deadline = NULL, due_at = NULL")
        async with await Store.open(url(file)) as store:
            matches = Matches(store)
            contests = Contests(matches)
            await matches.clocks.tick()
            clock = (await matches.get(match_id)).clock
            assert (clock is None) is closed
