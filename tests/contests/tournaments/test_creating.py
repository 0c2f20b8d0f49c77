"""Tournaments are created: what has to fit, and who finds them (docs/tournaments.md)."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot.contests.contests import Contests
from bot.contests.tournaments.meetings import Format
from bot.contests.values.contest import TeamsInLeague, Viewer
from bot.contests.values.tournament import (
    NoLuckToShare,
    NoSuchTournament,
    NoTournamentNow,
    RoundsForTournament,
    RoundTooShort,
    SeatsForTournament,
    TooManyTournaments,
    TournamentExists,
    TournamentTerms,
    WhichTournament,
)
from bot.match import BadOption, Matches
from bot.store import Store
from bot.store.queries import tournaments
from bot.text.own_words import OwnWords
from tests.contests.league_life import CHANNEL, DAY, FIRST, GUILD, HOUR, viewer
from tests.contests.tournament_life import TERMS, TournamentLife
from tests.match.conftest import Clock


class TestCreating:
    """A tournament is a game with options that fit."""

    async def test_names_are_unique_among_those_that_are_not_over(self, contests: Contests) -> None:
        first = await contests.tournaments.create("Cup", TERMS, guild_id=GUILD, channel_id=CHANNEL)
        with pytest.raises(TournamentExists):
            await contests.tournaments.create(" cup ", TERMS, guild_id=GUILD, channel_id=CHANNEL)
        await contests.tournaments.create("Cup", TERMS, guild_id=2, channel_id=CHANNEL)
        await contests.tournaments.close(first.id)
        second = await contests.tournaments.create("Cup", TERMS, guild_id=GUILD, channel_id=CHANNEL)
        assert (await contests.tournaments.find(GUILD, "CUP", viewer=None)).id == second.id
        assert (await contests.tournaments.find(GUILD, None, viewer=None)).id == second.id
        assert (await contests.tournaments.find(GUILD, str(first.id), viewer=None)).cancelled
        with pytest.raises(NoSuchTournament):
            await contests.tournaments.find(3, str(first.id), viewer=None)

    async def test_without_a_name_it_is_the_only_one_or_one_has_to_be_chosen(
        self, contests: Contests, clock: Clock
    ) -> None:
        """To look at, also the one that ended last if none goes on."""

        async def create(name: str) -> int:
            return (await contests.tournaments.create(name, TERMS, guild_id=GUILD, channel_id=CHANNEL)).id

        for also_over in (False, True):
            with pytest.raises(NoTournamentNow):
                await contests.tournaments.find(GUILD, None, also_over=also_over, viewer=None)
        first, second = [await create(name) for name in ("Cup", "Plate")]
        for name, also_over in ((None, False), (None, True), (" ", False)):
            with pytest.raises(WhichTournament):
                await contests.tournaments.find(GUILD, name, also_over=also_over, viewer=None)
        for number in (second, first):
            clock.forward(HOUR)
            await contests.tournaments.close(number)
        assert (await contests.tournaments.find(GUILD, None, also_over=True, viewer=None)).id == first
        with pytest.raises(NoTournamentNow):
            await contests.tournaments.find(GUILD, None, viewer=None)

    async def test_it_is_there_for_those_who_see_its_channel_and_those_who_have_joined(
        self, life: TournamentLife, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Also once they have left, and when it is over."""

        async def found(one: Viewer) -> bool:
            there = await life.contests.tournaments.of_guild(GUILD, viewer=one)
            for name in (None, "Cup", str(life.number)):
                if there:
                    tournament = await life.contests.tournaments.find(GUILD, name, also_over=True, viewer=one)
                    assert there == [(tournament.id, OwnWords("Cup"))]
                else:
                    with pytest.raises(NoTournamentNow if name is None else NoSuchTournament):
                        await life.contests.tournaments.find(GUILD, name, also_over=True, viewer=one)
            return bool(there)

        await life.start(4)
        await life.contests.tournaments.leave(life.number, FIRST)
        for over in (False, True):
            assert [await found(viewer(user)) for user in (FIRST, FIRST + 1, FIRST + 9)] == [True, True, False]
            assert await found(viewer(FIRST + 9, CHANNEL))
            running = life.contests.tournaments.running_of
            told = [len(await running(GUILD, FIRST + 1, viewer=viewer(user))) for user in (FIRST + 1, FIRST, FIRST + 9)]
            assert told == ([0, 0, 0] if over else [1, 1, 0])
            if not over:
                await life.contests.tournaments.close(life.number)
        monkeypatch.setattr(tournaments, "joined_by", None)  # it isn't asked
        assert await found(viewer(FIRST + 9, CHANNEL))

    @pytest.mark.parametrize(
        ("changes", "refused"),
        [
            ({"options": {"goal": 0}}, BadOption),
            ({"options": {"speed": 1}}, BadOption),
            ({"seats": 3}, SeatsForTournament),
            ({"kind": Format.GROUPS}, SeatsForTournament),
            ({"kind": Format.GROUPS, "seats": 5}, BadOption),
            ({"kind": Format.GROUPS, "seats": 4, "options": {"teams": True}}, TeamsInLeague),
            ({"round_time": timedelta(minutes=30)}, RoundTooShort),
            ({"kind": Format.KNOCKOUT, "rounds": 3}, RoundsForTournament),
            ({"kind": Format.ROUND_ROBIN, "rounds": 3}, RoundsForTournament),
        ],
    )
    async def test_the_game_and_its_options_have_to_fit(
        self, contests: Contests, changes: dict[str, Any], refused: type[Exception]
    ) -> None:
        with pytest.raises(refused):
            await contests.tournaments.create("Cup", replace(TERMS, **changes), guild_id=GUILD, channel_id=CHANNEL)
        assert await contests.tournaments.of_guild(GUILD, viewer=None) == []

    async def test_a_server_has_ten_that_go_on_and_sees_the_newest_25_others(
        self, contests: Contests, clock: Clock
    ) -> None:
        async def create(name: str, guild: int = GUILD) -> int:
            return (await contests.tournaments.create(name, TERMS, guild_id=guild, channel_id=CHANNEL)).id

        ended = []
        for number in range(26):
            ended.append(await create(f"Old {number}"))
            await contests.tournaments.close(ended[-1])
            clock.forward(HOUR)
        going_on = [await create(f"Cup {number}") for number in range(10)]
        with pytest.raises(TooManyTournaments) as refusal:
            await create("One more")
        assert refusal.value.values == {"limit": 10}
        elsewhere = await create("One more", 2)
        listed = [number for number, _ in await contests.tournaments.of_guild(GUILD, viewer=None)]
        assert listed == [*going_on, *ended[:0:-1]]
        assert await contests.tournaments.of_guild(2, viewer=None) == [(elsewhere, OwnWords("One more"))]
        assert (await contests.tournaments.find(GUILD, "old 1", viewer=None)).id == ended[1]
        for unknown in ("Old 0", None):
            with pytest.raises(NoSuchTournament):
                await contests.tournaments.find(GUILD, unknown, viewer=None)

    async def test_a_name_has_40_letters_and_single_spaces(self, contests: Contests) -> None:
        name = " The   cup of  " + "x" * 50
        tournament = await contests.tournaments.create(name, TERMS, guild_id=GUILD, channel_id=CHANNEL)
        assert tournament.name.plain == "The cup of " + "x" * 29

    async def test_a_round_may_take_as_long_as_a_turn(self, contests: Contests) -> None:
        terms = replace(TERMS, move_time=2 * DAY)
        tournament = await contests.tournaments.create("Cup", terms, guild_id=GUILD, channel_id=CHANNEL)
        assert replace(tournament.terms, options=terms.options) == terms

    @pytest.mark.parametrize(
        ("changes", "sizes"),
        [
            ({}, (2,)),
            ({"kind": Format.GROUPS, "seats": 4}, (4, 3)),
            ({"kind": Format.GROUPS, "seats": 3}, (3,)),
        ],
    )
    async def test_a_group_may_be_one_smaller_if_three_are_left(
        self, contests: Contests, changes: dict[str, Any], sizes: tuple[int, ...]
    ) -> None:
        terms = replace(TERMS, **changes)
        tournament = await contests.tournaments.create("Cup", terms, guild_id=GUILD, channel_id=CHANNEL)
        assert tournament.sizes == sizes

    async def test_luck_can_only_be_shared_where_there_is_luck(self, store: Store) -> None:
        terms = TournamentTerms(Format.SWISS, "cirondo", duplicate=True)
        with pytest.raises(NoLuckToShare):
            await Contests(Matches(store)).tournaments.create("Cup", terms, guild_id=GUILD, channel_id=CHANNEL)
