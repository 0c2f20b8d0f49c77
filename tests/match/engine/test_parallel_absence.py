"""Parallel matches whose people are away or let turns pass, under other rules, and what they learn of each other."""

import re

import pytest

from bot.match import (
    ComputerLevel,
    Ending,
    Match,
    Matches,
    NotAbsent,
    NotInThisMatch,
    NotOver,
    Place,
    PlaysApart,
    SeriesKind,
    Status,
)
from bot.match.decisions import presence, proposals, relocating, turns
from bot.match.values.errors import NotFinished
from bot.store import Store
from tests.match.conftest import StartMatch, dump
from tests.match.parallel import own, parts, places, without_power_at
from tests.match.timed import DAY, HOUR, LOOKS, ClockBot
from tests.match.toy import PLAYERS, HarvestGame, RaceGame, games

ANNE, BERT, CLEO, DORA = PLAYERS


PARALLEL = SeriesKind.PARALLEL


MANY, FEW, NONE = ["pick", "pick"], ["pick", "skip"], ["skip", "skip"]


class TestAbsence:
    async def test_at_the_table_is_noted_in_ones_match(self, matches: Matches, table: StartMatch) -> None:
        host = await table(series=PARALLEL)
        await matches.act(host.id, presence.absent(BERT))
        first, second = [await matches.get(number) for number in parts(host)]
        assert (first.seats[0].away, second.seats[0].away) == ((), (BERT,))
        await matches.act(host.id, presence.absent(BERT, gone=False))
        assert (await matches.get(second.id)).seats[0].away == ()

    async def test_in_ones_match_is_noted_at_the_table(self, matches: Matches, table: StartMatch) -> None:
        host = await table(series=PARALLEL)
        await matches.act(parts(host)[1], presence.absent(BERT))
        assert (await matches.get(host.id)).seats[1].away == (BERT,)

    async def test_in_ones_match_shows_on_the_tables_board_that_is_on_its_way(
        self, matches: Matches, table: StartMatch
    ) -> None:
        host = await table(3, series=PARALLEL)
        await matches.act(host.id, proposals.offer_draw(ANNE))
        await matches.act(parts(host)[1], presence.absent(BERT))
        (board,) = await matches.outbox.due()
        assert await matches.outbox.match_to_show(board) == await matches.get(host.id)

    @pytest.mark.parametrize("moves", [["pick"], MANY])
    async def test_ends_for_both_with_a_move(self, matches: Matches, table: StartMatch, moves: list[str]) -> None:
        host = await table(series=PARALLEL)
        await matches.act(host.id, presence.absent(BERT))
        host = await own(matches, host, [], moves)
        assert host.seats[1].away == ()
        assert (await matches.get(parts(host)[1])).seats[0].away == ()

    async def test_of_the_last_one_asked_calls_off(self, matches: Matches, table: StartMatch) -> None:
        host = await table(series=PARALLEL)
        await matches.act(host.id, proposals.offer_draw(ANNE))
        await matches.act(parts(host)[1], presence.absent(BERT))
        host = await matches.get(host.id)
        assert (host.status, host.series and host.series.over) == (Status.OVER, True)
        assert {(await matches.get(number)).status for number in parts(host)} == {Status.OVER}

    async def test_of_a_forgotten_person_is_in_both_and_the_others_learn_of_it(
        self, matches: Matches, table: StartMatch, store: Store
    ) -> None:
        host = await own(matches, await table(3, series=PARALLEL), MANY)
        (due,) = await matches.outbox.due()
        await matches.outbox.note_posted(due.id, 60)
        await matches.people.forget(ANNE)
        assert await matches.outbox.due() == []  # had finished: nobody waits for this person
        await matches.people.forget(BERT)
        assert [post.match_id for post in await matches.outbox.due()] == [host.id]
        assert (await matches.get(host.id)).seats[1].absent
        assert (await matches.get(parts(host)[1])).seats[0].absent
        # Not in the middle of something else, such as a digest.
        assert re.search(rf"(?<![0-9a-f]){BERT}(?![0-9a-f])", repr(await dump(store))) is None
        host = await own(matches, await matches.get(host.id), [], [], NONE)
        assert (await matches.act(host.id, proposals.offer_draw(CLEO))).status is Status.OVER


class TestTurnsLetPass:
    """What the others at the table know of someone who lets turns of their own match pass."""

    async def missed(self, bot: ClockBot, host: Match, times: int) -> Match:
        """The table after Bert has let this many turns pass, each of which a computer has played."""
        for _ in range(times):
            await bot.go_by(DAY + HOUR)
            for number, _ in await bot.matches.lists.computer_turns():
                child = await bot.matches.get(number)
                await bot.matches.act(number, turns.play_computer("pick", seen_version=child.version))
        return await bot.of(host)

    async def start_match(self, bot: ClockBot, people: int = 2) -> Match:
        """A table at which everyone but Bert is through."""
        host = await bot.start_match(people, game="harvest", series=PARALLEL, rounds=6)
        for seat in (0, 2)[: people - 1]:
            for _ in range(6):
                await bot.matches.act(parts(host)[seat], turns.play(PLAYERS[seat], "pick"))
        for post in await bot.matches.outbox.due():
            await bot.matches.outbox.note_posted(post.id, 60 + post.id)
        return host

    @pytest.mark.thorough
    async def test_are_counted_at_the_table(self, bot: ClockBot, store: Store) -> None:
        host = await self.start_match(bot)
        for missed, posts in ((1, [host.id]), (2, [host.id]), (3, [])):  # then the table says it all
            host = await self.missed(bot, host, 1)
            assert [seat.missed for seat in host.seats] == [0, missed]
            assert (host.recent[-1].kind, host.recent[-1].seat) == ("expire", 1)
            due = await bot.matches.outbox.due()
            assert [post.match_id for post in due] == posts
            for post in due:
                await bot.matches.outbox.note_posted(post.id, 60 + post.id)
        for number in (host.id, *parts(host)):
            assert await bot.matches.records.check(number) == []

    async def test_end_with_ones_next_move(self, bot: ClockBot) -> None:
        host = await self.missed(bot, await self.start_match(bot), 2)
        for post in await bot.matches.outbox.due():
            await bot.matches.outbox.note_posted(post.id, 60 + post.id)
        await bot.matches.act(parts(host)[1], turns.play(BERT, "pick"))
        host = await bot.of(host)
        assert (host.seats[1].missed, host.recent[-1].kind) == (0, "back")
        assert [post.match_id for post in await bot.matches.outbox.due()] == [host.id]  # nobody can take over
        with pytest.raises(NotAbsent):
            await bot.matches.act(host.id, presence.take_over(ANNE, 1, ComputerLevel.EASY))

    async def test_end_with_what_one_does_at_the_table(self, bot: ClockBot) -> None:
        host = await self.missed(bot, await self.start_match(bot), 2)
        await bot.matches.act(host.id, proposals.offer_draw(ANNE))
        host = await bot.matches.act(host.id, proposals.decline(BERT))
        child = await bot.matches.get(parts(host)[1])
        assert (host.seats[1].missed, child.seats[0].missed) == (0, 0)

    @pytest.mark.thorough
    async def test_end_with_the_last_move(self, bot: ClockBot) -> None:
        host = await self.missed(bot, await self.start_match(bot), 5)
        await bot.matches.act(parts(host)[1], turns.play(BERT, "pick"))
        host = await bot.of(host)
        assert (host.status, host.seats[1].missed) == (Status.OVER, 0)
        assert [event.kind for event in host.recent][-2:] == ["expire", "finish"]

    @pytest.mark.thorough
    @pytest.mark.parametrize("where", ["table", "own match"])
    async def test_let_the_others_have_a_computer_take_over_until_one_plays_again(
        self, bot: ClockBot, where: str
    ) -> None:
        host = await self.missed(bot, await self.start_match(bot), 1)
        with pytest.raises(NotAbsent):
            await bot.matches.act(host.id, presence.take_over(ANNE, 1, ComputerLevel.EASY))
        host = await self.missed(bot, host, 1)
        host = await bot.matches.act(host.id, presence.take_over(ANNE, 1, ComputerLevel.EASY))
        child = await bot.matches.get(parts(host)[1])
        assert (child.mover, child.clock) == (ComputerLevel.EASY, None)
        assert (child.recent[-1].kind, child.recent[-1].seat) == ("seat", 0)
        if where == "table":
            await bot.matches.act(host.id, presence.absent(BERT, gone=False))
        else:
            await bot.matches.act(child.id, turns.play(BERT, "pick"))
        host, child = await bot.of(host), await bot.of(child)
        assert (host.seats[1].computer, host.seats[1].missed) == (None, 0)
        assert (child.seats[0].computer, child.seats[0].missed, child.mover) == (None, 0, None)
        assert child.clock is not None
        assert child.clock.deadline == bot.clock.now + DAY
        for number in (host.id, child.id):
            assert await bot.matches.records.check(number) == []

    async def test_let_the_others_ask_someone_else(self, bot: ClockBot) -> None:
        host = await self.missed(bot, await self.start_match(bot, 3), 1)
        await bot.matches.act(host.id, proposals.replace_player(ANNE, 1, DORA))
        await bot.matches.act(host.id, proposals.take_seat(DORA))
        host = await bot.matches.act(host.id, proposals.agree(CLEO))
        child = await bot.matches.act(parts(host)[1], turns.play(DORA, "pick"))
        assert (host.seats[1].people, host.seats[1].missed, child.seats[0].missed) == ((DORA,), 0, 0)

    async def test_take_what_was_asked_off_the_table_when_one_plays_again(self, bot: ClockBot) -> None:
        host = await self.missed(bot, await self.start_match(bot, 3), 1)
        await bot.matches.act(host.id, proposals.replace_player(ANNE, 1, DORA))
        await bot.matches.act(parts(host)[1], turns.play(BERT, "pick"))
        assert (await bot.of(host)).proposal is None

    async def test_are_written_with_the_turn_or_not_at_all(
        self, bot: ClockBot, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        host = await self.start_match(bot)
        with without_power_at(host, monkeypatch):
            await bot.go_by(DAY + HOUR)
        child = await bot.matches.get(parts(host)[1])
        assert (child.seats[0].missed, child.recent[-1].kind) == (0, "begin")
        await bot.go_by(LOOKS)
        host, child = await bot.of(host), await bot.of(child)
        assert (host.seats[1].missed, child.seats[0].missed) == (1, 1)


class TestSecrets:
    async def test_no_points_of_others_are_known_while_the_series_runs(
        self, matches: Matches, table: StartMatch
    ) -> None:
        host = await own(matches, await table(3, series=PARALLEL), MANY)
        for number in (host.id, *parts(host)):
            series = (await matches.get(number)).series
            assert series is not None
            assert series.parts[0].ending == Ending("played", None, None)
            assert (series.places, series.totals) == (None, ())
        assert "21" not in repr(host.series) + repr(host.recent)

    async def test_those_who_have_finished_or_given_up_may_compare(self, matches: Matches, table: StartMatch) -> None:
        host = await own(matches, await table(3, series=PARALLEL), MANY)
        annes = (0, Ending("played", (1,), (21,)))
        assert await matches.solos.compare(host.id, ANNE) == (annes,)
        with pytest.raises(NotFinished):
            await matches.solos.compare(host.id, BERT)
        with pytest.raises(NotInThisMatch):
            await matches.solos.compare(host.id, DORA)
        await matches.act(host.id, proposals.resign(CLEO))
        cleos = (2, Ending("resigned", (1,), None, (0,)))
        assert await matches.solos.compare(host.id, CLEO) == (annes, cleos)
        await own(matches, host, [], NONE)
        everything = (annes, (1, Ending("played", (1,), (0,))), cleos)
        assert await matches.solos.compare(host.id, DORA) == await matches.solos.compare(host.id, BERT) == everything

    async def test_only_a_table_can_be_compared(self, matches: Matches, table: StartMatch) -> None:
        host = await table(series=PARALLEL)
        for number in (parts(host)[0], (await table()).id):
            with pytest.raises(ValueError, match="no table of parallel matches"):
                await matches.solos.compare(number, ANNE)

    async def test_the_seed_and_the_luck_are_sealed_until_all_have_ended(
        self, matches: Matches, table: StartMatch
    ) -> None:
        host = await own(matches, await table(series=PARALLEL, rounds=3), ["roll", "pick", "pick"])
        number = parts(host)[0]

        async def lucky() -> tuple[bool, bool]:
            logged = any(event.chance for event in await matches.records.log(number))
            child = await matches.get(number)
            recent = any(event.chance for event in child.recent)
            assert recent == logged
            return logged, any(decision.chance for decision in child.trail.decisions)

        assert (await matches.get(number)).seed is None
        assert await lucky() == (False, False)
        with pytest.raises(NotOver):
            await matches.records.record(number)
        host = await own(matches, host, [], ["pick", "pick", "roll"])
        assert (await lucky())[0]
        seeds = {(await matches.get(one)).seed for one in (host.id, *parts(host))}
        assert len(seeds) == 1
        assert None not in seeds
        child = await matches.get(parts(host)[1])
        assert any(decision.chance for decision in child.trail.decisions)
        with pytest.raises(PlaysApart):
            await matches.records.record(host.id)

    async def test_nothing_of_a_match_is_ever_posted(self, matches: Matches, table: StartMatch) -> None:
        host = await table(series=PARALLEL)
        number = parts(host)[0]
        await matches.act(number, turns.play(ANNE, "pick"))
        await matches.outbox.repost(number)
        await matches.act(number, relocating.move_to(ANNE, Place(1, 22)))
        await matches.act(number, relocating.leave_thread())
        await matches.act(number, presence.absent(ANNE))
        await matches.act(number, proposals.resign(ANNE))
        assert {post.match_id for post in await matches.outbox.due()} == {host.id}
        assert await matches.outbox.newest(number) == 0

    async def test_a_channel_lists_the_table_and_people_their_own_matches(
        self, matches: Matches, table: StartMatch
    ) -> None:
        host = await table(series=PARALLEL)
        assert [one.id for one in await matches.lists.in_channel(20)] == [host.id]
        assert {one.id for one in await matches.lists.of_user(ANNE)} == {host.id, parts(host)[0]}
        assert [one.terms.private for one in await matches.lists.of_user(ANNE) if one.id != host.id] == [True]


class TestOtherRules:
    async def test_the_table_goes_on_under_all_of_them(self, matches: Matches, table: StartMatch, store: Store) -> None:
        host = await table(series=PARALLEL)
        for installed in (games(HarvestGame(2)), games(HarvestGame(0)), games(RaceGame())):
            others = Matches(store, games=installed)
            await others.records.bring_up_to_date()
            assert (await others.get(host.id)).status is Status.RUNNING
            assert (await others.get(host.id)).version == host.version
            assert await others.records.check(host.id) == []
        assert (await matches.outbox.repost(host.id)).version == host.version

    async def test_a_table_can_be_called_off_without_the_game(
        self, matches: Matches, table: StartMatch, store: Store
    ) -> None:
        host = await table(series=PARALLEL)
        without = Matches(store, games=games(RaceGame()))
        assert {match.id for match in await without.records.bring_up_to_date()} == set(parts(host))
        assert {(await without.get(number)).status for number in parts(host)} == {Status.FROZEN}
        offered = await without.act(host.id, proposals.offer_draw(ANNE))
        assert offered.proposal is not None
        assert offered.proposal.needed == (1,)
        assert (await without.act(host.id, proposals.agree(BERT))).status is Status.OVER
        assert {(await matches.get(number)).status for number in parts(host)} == {Status.OVER}

    async def test_a_match_is_brought_up_to_date_and_finishes(
        self, matches: Matches, table: StartMatch, store: Store
    ) -> None:
        host = await own(matches, await table(series=PARALLEL), ["pick"], NONE)
        newer = Matches(store, games=games(HarvestGame(2)))
        assert [match.id for match in await newer.records.bring_up_to_date()] == parts(host)[:1]
        await newer.act(parts(host)[0], turns.play(ANNE, "pick"))
        assert await places(newer, host) == (1, 2)
        assert await newer.records.check(parts(host)[0]) == []

    async def test_a_match_can_be_made_anew_from_its_log(self, matches: Matches, table: StartMatch) -> None:
        host = await own(matches, await table(series=PARALLEL), ["pick"])
        number = parts(host)[0]
        again = await matches.records.rebuild(number)
        assert (again.state, again.terms.private) == ((await matches.get(number)).state, True)
        assert {post.match_id for post in await matches.outbox.due()} == {host.id}
