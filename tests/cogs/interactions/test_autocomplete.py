"""Suggestions while someone types: the newest keystroke counts, for a moment, and others find the database free."""

import asyncio
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import event

from bot.contests.tournaments.meetings import Format
from bot.contests.values.league import LeagueTerms
from bot.contests.values.tournament import TournamentTerms
from bot.match import Match, Place, SeriesKind, Status, TableTerms
from bot.match.decisions import lobby, presence, proposals, turns
from bot.slots import lane
from cogs.cirondo import Cirondo
from cogs.shared.choosing import typed_moves
from cogs.shared.choosing.match_lookup import find_match, match_choices
from cogs.shared.choosing.typed_moves import normalise, suggested_moves
from cogs.shared.interactions import autocomplete
from cogs.shared.interactions.autocomplete import Choice, ChoiceLists, Suggestions
from cogs.shared.leagues.commands import LEAGUES
from cogs.shared.management.agreements import seat_choices
from cogs.shared.management.moderation import end_command
from cogs.shared.tournaments.commands import TOURNAMENTS
from cogs.shared.wording.labels import NAMES
from tests.cogs.asking_discord import Server
from tests.cogs.clicking import typing
from tests.cogs.conftest import ANNE, BERT, CLEO, HERE, Bot, part_of, played_out, together

SUGGESTED = autocomplete.MAX_CHOICES


def choices(*texts: str) -> list[Choice]:
    return [Choice(name=text, value=text) for text in texts]


async def cirondo(bot: Bot, *people: int, place: Place = HERE) -> Match:
    """A running match of these people."""
    match = await bot.matches.tables.open(TableTerms(game="cirondo", seats=2), opener=people[0], place=place)
    await bot.matches.tables.note_posted(match.id, 7000 + match.id)
    await bot.matches.act(match.id, lobby.join(people[1]))
    return await bot.matches.act(match.id, lobby.begin(people[0]))


def screen(bot: Bot) -> Any:
    cog: Any = Cirondo.__new__(Cirondo)
    cog.bot = bot
    return cog


def legal(bot: Any, match: Match, *texts: str) -> None:
    """Let these be the legal moves of a match; `end` needs no choosing."""
    moves = tuple(typed_moves.TypedMove(text, "", text == "end", normalise(text)) for text in texts)
    typed_moves.cache_of(bot)[match.id, match.version, "en"] = moves


class Work:
    """Answers that come when they are let, and note how far they got."""

    def __init__(self) -> None:
        self.begun, self.let, self.steps = asyncio.Event(), asyncio.Event(), 0

    async def answers(self) -> AsyncIterator[list[Choice]]:
        for step in ("one", "two", "three"):
            self.steps += 1
            yield choices(step)
            self.begun.set()
            await self.let.wait()


class TestKeystrokes:
    async def test_an_older_one_is_answered_with_nothing_and_stops_at_its_next_step(self, bot: Bot) -> None:
        suggestions, older = Suggestions(), Work()
        first = asyncio.create_task(suggestions.offer(typing(bot, ANNE), "move", older.answers()))
        await older.begun.wait()
        newer = Work()
        newer.let.set()
        assert await suggestions.offer(typing(bot, ANNE), "move", newer.answers()) == choices("three")
        assert await first == []
        older.let.set()
        await asyncio.gather(*suggestions.working)
        assert (older.steps, newer.steps) == (2, 3)
        assert not suggestions._newest

    async def test_of_others_and_of_other_options_take_nothing_away(self, bot: Bot) -> None:
        suggestions, work = Suggestions(), Work()
        mine = asyncio.create_task(suggestions.offer(typing(bot, ANNE), "move", work.answers()))
        await work.begun.wait()
        for user, option in ((BERT, "move"), (ANNE, "match")):
            other = Work()
            other.let.set()
            await suggestions.offer(typing(bot, user), option, other.answers())
        work.let.set()
        assert await mine == choices("three")

    async def test_are_answered_with_what_is_there_once_time_is_up(
        self, bot: Bot, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(autocomplete, "REPLY_DEADLINE", 0.01)
        suggestions, work = Suggestions(), Work()
        assert await suggestions.offer(typing(bot, ANNE), "move", work.answers()) == choices("one")
        work.let.set()
        await asyncio.gather(*suggestions.working)
        assert work.steps == 2

    async def test_that_fail_say_so_and_later_ones_do_not_care(self, bot: Bot) -> None:
        async def fails() -> ChoiceLists:
            raise ConnectionError
            yield []

        suggestions, work = Suggestions(), Work()
        work.let.set()
        with pytest.raises(ConnectionError):
            await suggestions.offer(typing(bot, ANNE), "move", fails())
        assert await suggestions.offer(typing(bot, ANNE), "move", work.answers()) == choices("three")

    async def test_failures_are_ignored_once_nobody_waits(self, bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
        let = asyncio.Event()

        async def fails() -> ChoiceLists:
            await let.wait()
            raise ConnectionError
            yield []

        monkeypatch.setattr(autocomplete, "REPLY_DEADLINE", 0.01)
        suggestions = Suggestions()
        assert await suggestions.offer(typing(bot, ANNE), "move", fails()) == []
        failing = asyncio.gather(*suggestions.working, return_exceptions=True)
        let.set()
        assert [type(error) for error in await failing] == [ConnectionError]
        assert not suggestions.working

    async def test_their_queries_wait_for_no_other_work(self) -> None:
        async def asked() -> str:
            return lane()

        assert await Suggestions().query(asked()) == "suggestions"
        assert lane() == ""

    async def test_leave_connections_to_the_database_for_others(self, bot: Bot) -> None:
        suggestions, asked, let = Suggestions(), [0, 0], asyncio.Event()

        async def question() -> None:
            asked[0] += 1
            asked[1] = max(asked)
            await let.wait()
            asked[0] -= 1

        asking = [asyncio.create_task(suggestions.query(question())) for _ in range(20)]
        await asyncio.sleep(0)
        let.set()
        await asyncio.gather(*asking)
        assert asked == [0, autocomplete.CONCURRENT_QUERIES]
        async with bot.store.read() as connection:
            pool: Any = connection.sync_engine.pool
        assert pool.size() >= 2 * autocomplete.CONCURRENT_QUERIES

    @pytest.mark.parametrize("commands", [LEAGUES, TOURNAMENTS])
    async def test_of_leagues_and_tournaments_do_so_too(self, bot: Bot, commands: Any) -> None:
        await bot.contests.leagues.create("Cup", LeagueTerms("cirondo"), guild_id=1, channel_id=20)
        terms = TournamentTerms(Format.SWISS, "cirondo")
        await bot.contests.tournaments.create("Cup", terms, guild_id=1, channel_id=20)
        suggestions: Any = Suggestions.of(bot)
        for _ in range(autocomplete.CONCURRENT_QUERIES):
            await suggestions.query_slots.acquire()
        older = asyncio.create_task(commands.suggest(typing(bot, ANNE), "c"))
        await asyncio.sleep(0)
        newer = asyncio.create_task(commands.suggest(typing(bot, ANNE), "cu"))
        assert await older == []
        suggestions.query_slots.release()
        assert await newer == [Choice(name="Cup", value="1")]


class TestMatches:
    @pytest.mark.slow
    async def test_are_found_by_number_however_many_there_are(self, bot: Bot) -> None:
        numbers = [(await cirondo(bot, 2**41 + number, ANNE)).id for number in range(SUGGESTED + 5)]
        assert [choice.value for choice in await match_choices(typing(bot, ANNE), None, "")] == [
            str(number) for number in reversed(numbers[5:])
        ]
        for typed in (str(numbers[0]), f"#{numbers[0]}", f"#{numbers[0]} · Cirondo"):
            assert (await match_choices(typing(bot, ANNE), None, typed))[0].value == str(numbers[0]), typed
        assert len(await match_choices(typing(bot, ANNE), None, "cirondo")) == SUGGESTED
        assert await match_choices(typing(bot, ANNE), "southern_cards", "") == []
        assert await match_choices(typing(bot, ANNE), None, "99999") == []

    @pytest.mark.slow
    async def test_are_found_by_the_name_of_someone_in_an_old_one(self, bot: Bot) -> None:
        old = await cirondo(bot, CLEO, ANNE)
        for number in range(SUGGESTED):
            await cirondo(bot, 2**41 + number, ANNE)
        cleo: Any = SimpleNamespace(id=CLEO, display_name="Cl\u202eeo\n99")
        NAMES.learn(1, cleo)
        assert [choice.value for choice in await match_choices(typing(bot, ANNE), None, "cleo 99")] == [str(old.id)]

    @pytest.mark.thorough
    @pytest.mark.parametrize("to_move", [False, True])
    async def test_of_match_play_there_is_one(self, bot: Bot, to_move: bool) -> None:
        """Where someone moves it's their own game, everywhere else the table."""
        host = await together(bot, ANNE, BERT, series=SeriesKind.PARALLEL)
        (choice,) = await match_choices(typing(bot, ANNE), None, "", to_move=to_move)
        assert choice.name == (
            f"#{part_of(host, 0)} · Southern Cross cards · your game in match {host.id} · your turn"
            if to_move
            else f"#{host.id} · Southern Cross cards · against someone · match play"
        )
        await played_out(bot, part_of(host, 0))
        (choice,) = await match_choices(typing(bot, ANNE), None, "", to_move=to_move)
        assert choice.value == str(host.id)

    async def test_that_have_ended_are_suggested_without_their_seeds(self, bot: Bot) -> None:
        match = await bot.matches.act((await cirondo(bot, BERT, ANNE)).id, proposals.resign(ANNE))
        queries: list[str] = []
        async with bot.store.write() as connection:
            engine = connection.sync_engine
        event.listen(engine, "before_cursor_execute", lambda *given: queries.append(given[2]))
        (choice,) = await match_choices(typing(bot, ANNE), None, "", statuses=(Status.OVER,))
        assert choice.value == str(match.id)
        assert not any("FROM seeds" in one or "snapshots" in one or "FROM events" in one for one in queries)

    @pytest.mark.thorough
    async def test_of_a_server_are_found_by_number_to_be_ended(self, bot: Bot) -> None:
        numbers = [(await cirondo(bot, 2**41 + number, BERT)).id for number in range(SUGGESTED + 1)]
        command: Any = end_command()
        choices = await command._params["match"].autocomplete(typing(bot, CLEO), str(numbers[0]))
        assert choices[0].value == str(numbers[0])


class TestMoves:
    async def test_of_many_matches_read_only_as_many_as_are_shown(self, bot: Bot, monkeypatch: Any) -> None:
        numbers = [(await cirondo(bot, ANNE, 2**41 + number)).id for number in range(5)]
        elsewhere = await cirondo(bot, ANNE, BERT, place=Place(1, 21))
        read: list[int] = []
        get = bot.matches.get

        async def noted(number: int) -> Match:
            read.append(number)
            return await get(number)

        monkeypatch.setattr(bot.matches, "get", noted)
        choices = await suggested_moves(screen(bot), typing(bot, ANNE), "")
        assert len(choices) == SUGGESTED
        assert read == [numbers[-1], numbers[-2]]  # here, and with the newest events
        assert {int(choice.value.partition("#")[2]) for choice in choices} == set(read)
        assert await suggested_moves(screen(bot), typing(bot, ANNE), "") == choices
        assert len(read) == 2
        (move,) = await suggested_moves(screen(bot), typing(bot, ANNE, str(elsewhere.id)), choices[0].value.split()[0])
        assert move.value in choices[0].value

    async def test_are_those_of_the_position_as_it_is_now(self, bot: Bot) -> None:
        match = await cirondo(bot, ANNE, BERT)
        choices = await suggested_moves(screen(bot), typing(bot, ANNE), "b5")
        assert choices[0].value.startswith("B5-")
        assert await suggested_moves(screen(bot), typing(bot, BERT), "") == []
        await bot.matches.act(match.id, turns.play(ANNE, choices[0].value))
        assert await suggested_moves(screen(bot), typing(bot, ANNE), "") == []
        assert await suggested_moves(screen(bot), typing(bot, BERT), "") != []

    @pytest.mark.parametrize(
        ("typed", "expected"),
        [
            ("basexd5", ["basexd5", "basexd5xb5", "basexd5xd3", "c2-basexd5"]),
            ("BASE x d5", ["basexd5", "basexd5xb5", "basexd5xd3", "c2-basexd5"]),
            ("basexd5x", ["basexd5xb5", "basexd5xd3"]),
            ("e", ["e2-e3", "c2-basexd5", "basexd5xb5", "basexd5", "basexd5xd3", "end"]),
            ("end", ["end"]),
        ],
    )
    async def test_that_were_typed_exactly_come_first(self, bot: Bot, typed: str, expected: list[str]) -> None:
        match = await cirondo(bot, ANNE, BERT)
        texts = ("c2-basexd5", "basexd5xb5", "basexd5", "basexd5xd3", "e2-e3", "end")
        legal(bot, match, *texts)
        assert [one.value for one in await suggested_moves(screen(bot), typing(bot, ANNE), typed)] == expected

    async def test_that_need_no_choosing_come_first_if_typed_exactly(self, bot: Bot) -> None:
        """In a second match as well."""
        numbers = []
        for _ in range(2):
            match = await cirondo(bot, ANNE, BERT)
            numbers.append(match.id)
            legal(bot, match, *(("end", "end-e2") if match.id == numbers[0] else ("end-e2", "end-e3")))
        choices = [one.value for one in await suggested_moves(screen(bot), typing(bot, ANNE), "end")]
        first, second = numbers
        assert choices == [f"end #{first}", f"end-e2 #{second}", f"end-e3 #{second}", f"end-e2 #{first}"]


class TestSeats:
    @pytest.mark.thorough
    async def test_of_old_matches_are_suggested_as_well(self, bot: Bot) -> None:
        bot.http = Server()
        old = await cirondo(bot, BERT, ANNE)
        await bot.matches.act(old.id, presence.absent(BERT))
        for number in range(SUGGESTED):
            await cirondo(bot, 2**41 + number, ANNE)
        assert [one.value for one in await seat_choices(typing(bot, ANNE), "")] == [f"{old.id}.0"]


@pytest.mark.slow
async def test_a_command_finds_a_persons_only_match_here_among_very_many(bot: Bot) -> None:
    here = await cirondo(bot, ANNE, BERT, place=Place(1, 30))
    for number in range(101):
        match = await bot.matches.tables.open(
            TableTerms(game="cirondo", seats=1 + 1), opener=2**41 + number, place=HERE
        )
        await bot.matches.act(match.id, lobby.join(ANNE))
    asking = typing(bot, ANNE)
    asking.channel_id = 30
    wanted = await find_match(asking, "cirondo", None, statuses=(Status.OPEN, Status.RUNNING))
    assert wanted.id == here.id
    assert wanted.state is not None


async def test_moves_are_suggested_only_to_whose_turn_it_is(bot: Bot) -> None:
    """Even if the match went on while its moves were looked for."""
    match = await cirondo(bot, ANNE, BERT)
    assert typed_moves.moves_of(screen(bot), match, BERT) == ()
    assert "B5-C5" in {move.text for move in typed_moves.moves_of(screen(bot), match, ANNE)}
