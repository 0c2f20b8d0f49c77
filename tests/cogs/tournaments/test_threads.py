"""Tournaments with shared luck, each of whose tables has a private thread."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.match.values import Status
from cogs.shared.tournaments.keeping import TournamentKeeper
from tests.cogs.channel import NEWS, refused
from tests.cogs.conftest import ANNE
from tests.cogs.tournaments.life import PEOPLE, TERMS, Life, breaks


class TestTheSameLuck:
    """Each table has a private thread."""

    async def test_a_table_has_a_thread_with_its_people_alone(self, life: Life) -> None:
        await life.begin(replace(TERMS, duplicate=True))
        await life.keeper.look()
        tournament = await life.tournament()
        users = {player.number: player.user for player in tournament.players}
        assert [thread.name for thread in life.channel.threads] == ["Cup 1.1", "Cup 1.2"]
        assert life.channel.in_threads == {
            (match.thread_id, users[player]) for match in tournament.matches for player in match.players
        }
        assert len(life.channel.having("Others play with the same luck.")) == 0  # the tables are shown there by now
        assert len(life.channel.having("All tables have the same luck")) == 1

    async def test_a_thread_that_only_bears_a_tables_name_is_never_played_in(self, life: Life) -> None:
        """Whoever is in it would read the table's board, and know the luck of all others."""
        for number, owner in enumerate((ANNE, 99)):  # somebody's, and an older one of the bot's own
            life.channel.threads.append(SimpleNamespace(id=90 + number, name="Cup 1.1", owner_id=owner))
        await life.begin(replace(TERMS, duplicate=True))
        assert {match.thread_id for match in (await life.tournament()).matches} == {602, 603}
        assert {thread for thread, _ in life.channel.in_threads} == {602, 603}

    async def test_a_second_cup_of_the_same_name_has_threads_of_its_own(self, life: Life) -> None:
        await life.begin(replace(TERMS, duplicate=True))
        await life.bot.contests.tournaments.close(life.number)
        before = set(life.channel.in_threads)
        await life.begin(replace(TERMS, duplicate=True), people=[person + 50 for person in PEOPLE])
        assert [thread.name for thread in life.channel.threads] == ["Cup 1.1", "Cup 1.2"] * 2
        assert {thread for thread, _ in life.channel.in_threads - before} == {602, 603}

    async def test_a_thread_that_could_not_be_noted_is_noted_later(
        self, life: Life, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(life.bot.contests.tournament_rounds, "note_thread", breaks)
            await life.begin(replace(TERMS, duplicate=True))
            await life.keeper.look()
        assert len(life.channel.threads) == 1
        await life.keeper.look()
        assert len(life.channel.threads) == 2
        assert all(match.status is Status.RUNNING for match in (await life.tournament()).matches)

    async def test_a_kill_before_a_thread_is_noted_leaves_it_empty_and_begins_each_match_once(
        self, life: Life, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(life.bot.contests.tournament_rounds, "note_thread", breaks)
            await life.begin(replace(TERMS, duplicate=True))
        life.keeper = TournamentKeeper(life.bot)
        await life.keeper.look()
        await life.keeper.look()
        matches = (await life.tournament()).matches
        assert {match.thread_id for match in matches} == {601, 602}
        assert {thread for thread, _ in life.channel.in_threads} == {601, 602}
        assert len({match.match_id for match in matches}) == 2

    async def test_the_first_thread_that_was_noted_for_a_table_stays(self, life: Life) -> None:
        """Two processes may have made one while one took over from the other."""
        await life.create(replace(TERMS, duplicate=True))
        life.now += TERMS.sign_up
        rounds = life.bot.contests.tournament_rounds
        await rounds.look_after(await life.tournament(), lambda _: True)
        (table, _) = (await life.tournament()).matches
        assert [await rounds.note_thread(table.id, thread) for thread in (90, 91)] == [90, 90]

    async def test_a_thread_that_somebody_deletes_before_the_match_is_made_anew(
        self, life: Life, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with monkeypatch.context() as patch:

            async def gone(*_: Any, **__: Any) -> None:
                raise refused(discord.NotFound, 10003)

            patch.setattr(life.keeper, "announce", gone)
            await life.begin(replace(TERMS, duplicate=True))
        assert all(match.thread_id is None for match in (await life.tournament()).matches)

    @pytest.mark.parametrize("code", [50083, 160005], ids=["archived", "locked"])
    async def test_matches_begin_although_their_threads_were_put_away_before(
        self, life: Life, monkeypatch: pytest.MonkeyPatch, code: int
    ) -> None:
        """Nobody can write there. An archived thread is opened again, for a locked one another is made."""
        threads = await self.with_threads_alone(life, monkeypatch)
        closed = set(threads)

        async def add(thread: int, _: int) -> None:
            if thread in closed:
                raise refused(discord.HTTPException, code)

        async def reopen(thread: int, *, archived: bool) -> None:
            assert not archived
            closed.discard(thread)

        async def tell(*_: Any) -> None:
            """People who play and those who run it."""

        monkeypatch.setattr(life.channel, "add_user_to_thread", add)
        monkeypatch.setattr(life.channel, "edit_channel", reopen, raising=False)
        monkeypatch.setattr(life.keeper, "tell_trouble", tell)
        for _ in range(3):
            life.keeper.refused.clear()
            await life.keeper.look()
        matches = (await life.tournament()).matches
        assert all(match.status is Status.RUNNING for match in matches)
        assert ({match.thread_id for match in matches} == threads) is (code == 50083)

    async def test_matches_begin_elsewhere_in_threads_of_that_channel(
        self, life: Life, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        threads = await self.with_threads_alone(life, monkeypatch)
        await life.bot.contests.tournaments.move(life.number, NEWS)
        await life.keeper.look()
        matches = (await life.tournament()).matches
        assert all(match.status is Status.RUNNING for match in matches)
        assert {match.thread_id for match in matches}.isdisjoint(threads)

    async def with_threads_alone(self, life: Life, monkeypatch: pytest.MonkeyPatch) -> set[int]:
        """Both matches of a round have threads, in which the bot may not write; returns these."""
        with monkeypatch.context() as patch:

            async def may_not(*_: Any, **__: Any) -> None:
                raise refused(discord.Forbidden, 50013)

            patch.setattr(life.keeper, "announce", may_not)
            await life.begin(replace(TERMS, duplicate=True))
        life.keeper.refused.clear()
        tables = (await life.tournament()).matches
        assert all(table.match_id is None for table in tables)
        note = life.bot.contests.tournament_rounds.note_thread
        return {await note(table.id, 590 + table.meeting.number) for table in tables}

    async def test_somebody_who_has_left_the_server_holds_up_nothing(
        self, life: Life, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def gone(*_: Any) -> None:
            raise refused(discord.NotFound, 10013)

        monkeypatch.setattr(life.channel, "add_user_to_thread", gone)
        await life.begin(replace(TERMS, duplicate=True))
        assert all(match.status is Status.RUNNING for match in (await life.tournament()).matches)
