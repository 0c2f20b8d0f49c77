"""A release with other rules: running matches go on under them, or wait frozen until a release can go on."""

import pytest
from sqlalchemy import update

from bot.match import EventKind, Frozen, Match, Matches, NotOver, Status, UnknownGame
from bot.store import Store
from bot.store.tables import events, snapshots
from tests.match.conftest import HERE, Begun, Clock, dump
from tests.match.toy import PLAYERS, RaceGame, games

ANNE, BERT = PLAYERS[:2]


def under(store: Store, clock: Clock, *installed: RaceGame) -> Matches:
    """The same matches after a restart with these games."""
    return Matches(store, games=games(*installed), clock=clock)


async def kinds(matches: Matches, match: Match) -> list[str]:
    return [done.kind for done in await matches.log(match.id)]


@pytest.fixture
def newer(store: Store, clock: Clock) -> Matches:
    return under(store, clock, RaceGame(2))


@pytest.fixture
def unreadable(store: Store, clock: Clock) -> Matches:
    return under(store, clock, RaceGame(2, readable=False))


class TestRebase:
    async def test_a_match_goes_on_under_newer_rules(self, matches: Matches, newer: Matches, begun: Begun) -> None:
        old = await begun(goal=50)
        old = await matches.play(old.id, ANNE, "roll")
        match = await newer.get(old.id)
        assert (match.rules_version, match.version, match.status) == (2, old.version + 1, Status.RUNNING)
        assert (match.state, match.before) == (old.state, old.before)
        assert (await kinds(newer, match))[-1] == "rebase"
        assert await newer.get(old.id) == match

    async def test_the_log_plays_from_the_newest_segment(self, matches: Matches, newer: Matches, begun: Begun) -> None:
        match = await begun(goal=50)
        await matches.play(match.id, ANNE, "roll")
        await newer.play(match.id, BERT, "deal")
        match = await newer.play(match.id, ANNE, "roll")
        assert match.state is not None
        assert await newer.fold(match.id) == match.state.dump()
        assert await newer.check(match.id) == []

    async def test_a_board_from_before_still_works(self, newer: Matches, begun: Begun) -> None:
        match = await begun()
        after = await newer.play(match.id, ANNE, "walk", seen_version=match.version)
        assert after.version == match.version + 2

    async def test_no_board_is_posted_for_it(self, matches: Matches, newer: Matches, begun: Begun) -> None:
        match = await begun()
        await matches.posted((await matches.due_posts())[0].id, 1)
        assert [one.id for one in await newer.bring_up_to_date()] == [match.id]
        assert await newer.due_posts() == []
        assert await newer.bring_up_to_date() == []

    async def test_a_table_begins_under_the_rules_of_that_day(self, matches: Matches, newer: Matches) -> None:
        match = await matches.open(game="race", options={}, seats=2, opener=ANNE, place=HERE)
        await matches.join(match.id, BERT)
        match = await newer.begin(match.id, ANNE, message_id=3)
        assert match.rules_version == 2
        assert await newer.check(match.id) == []

    async def test_finished_matches_stay_as_they_were(self, matches: Matches, newer: Matches, begun: Begun) -> None:
        match = await begun()
        match = await matches.resign(match.id, ANNE)
        assert await newer.get(match.id) == match


class TestFreezing:
    async def test_a_position_that_can_not_be_read_waits(
        self, unreadable: Matches, store: Store, begun: Begun, caplog: pytest.LogCaptureFixture
    ) -> None:
        old = await begun()
        match = await unreadable.get(old.id)
        assert (match.status, match.state, match.version) == (Status.FROZEN, None, old.version + 1)
        before = await dump(store)
        with pytest.raises(Frozen) as refusal:
            await unreadable.play(old.id, ANNE, "walk")
        for act in (unreadable.resign, unreadable.offer_draw, unreadable.agree, unreadable.decline):
            with pytest.raises(Frozen):
                await act(old.id, ANNE)
        with pytest.raises(Frozen):
            await unreadable.repost(old.id)
        assert await dump(store) == before
        reference = refusal.value.values["reference"]
        assert isinstance(reference, str)
        assert match.frozen_because == str(refusal.value)
        assert reference in str(refusal.value)
        assert reference in caplog.text

    async def test_it_goes_on_when_a_release_can_read_it(
        self, matches: Matches, unreadable: Matches, store: Store, clock: Clock, begun: Begun
    ) -> None:
        old = await begun(goal=50)
        old = await matches.play(old.id, ANNE, "roll")
        await unreadable.get(old.id)
        newest = under(store, clock, RaceGame(3))
        assert [match.id for match in await newest.bring_up_to_date()] == [old.id]
        match = await newest.get(old.id)
        assert (match.status, match.state, match.frozen_because) == (Status.RUNNING, old.state, None)
        assert [post.version for post in await newest.due_posts()] == [match.version]
        assert (await newest.play(old.id, BERT, "walk")).status is Status.RUNNING
        assert await newest.check(old.id) == []

    async def test_it_stays_frozen_while_nothing_changes(self, unreadable: Matches, begun: Begun) -> None:
        old = await begun()
        first = await unreadable.get(old.id)
        assert await unreadable.get(old.id) == first
        assert await unreadable.bring_up_to_date() == []

    async def test_a_game_that_is_not_installed(
        self, matches: Matches, store: Store, clock: Clock, begun: Begun
    ) -> None:
        old = await begun()
        table = await matches.open(game="race", options={}, seats=2, opener=ANNE, place=HERE)
        without = under(store, clock)
        match = await without.get(old.id)
        assert (match.status, match.state) == (Status.FROZEN, None)
        await without.join(table.id, BERT, message_id=4)
        with pytest.raises(UnknownGame):
            await without.begin(table.id, ANNE)
        with pytest.raises(UnknownGame):
            await without.open(game="race", options={}, seats=2, opener=ANNE, place=HERE)
        assert (await without.absent(old.id, BERT)).seats[1].absent
        match = await matches.get(old.id)
        assert (match.status, match.state) == (Status.RUNNING, old.state)

    async def test_rules_older_than_the_match_are_not_used(
        self, matches: Matches, newer: Matches, begun: Begun
    ) -> None:
        old = await begun()
        await newer.play(old.id, ANNE, "walk")
        assert (await matches.get(old.id)).status is Status.FROZEN
        assert (await newer.get(old.id)).status is Status.RUNNING

    async def test_a_damaged_position_is_made_again_from_the_log(
        self, matches: Matches, store: Store, begun: Begun
    ) -> None:
        match = await begun(goal=50)
        match = await matches.play(match.id, ANNE, "roll")
        async with store.write() as connection:
            await connection.execute(update(snapshots).values(document={"game": "race"}))
        assert (await matches.get(match.id)).status is Status.FROZEN
        assert await matches.check(match.id) != []
        again = await matches.rebuild(match.id)
        assert (again.status, again.state) == (Status.RUNNING, match.state)
        assert await matches.check(match.id) == []


class TestChecking:
    async def test_a_changed_position_is_found(self, matches: Matches, store: Store, begun: Begun) -> None:
        match = await begun(goal=50)
        assert match.state is not None
        async with store.write() as connection:
            await connection.execute(update(snapshots).values(document=match.state.dump() | {"spaces": [9, 0]}))
        assert len(await matches.check(match.id)) == 1

    async def test_changed_luck_is_found(self, matches: Matches, store: Store, begun: Begun) -> None:
        match = await begun(goal=50)
        rolled = await matches.play(match.id, ANNE, "roll")
        (outcome,) = rolled.recent[-1].chance
        assert isinstance(outcome, int)
        async with store.write() as connection:
            lie = f"UPDATE events SET chance = '[{outcome % 6 + 1}]' WHERE number = {rolled.version}"  # noqa: S608 - numbers
            await connection.exec_driver_sql(lie)
        assert any(f"event {rolled.version}" in problem for problem in await matches.check(match.id))

    async def test_another_seed_is_found(self, matches: Matches, store: Store, begun: Begun) -> None:
        match = await begun(goal=50)
        async with store.write() as connection:
            await connection.exec_driver_sql("UPDATE seeds SET seed = zeroblob(32)")
        assert any("seed" in problem for problem in await matches.check(match.id))

    async def test_an_event_that_nobody_knows_is_not_passed_over(
        self, matches: Matches, store: Store, begun: Begun
    ) -> None:
        match = await begun(goal=50)
        match = await matches.play(match.id, ANNE, "walk")
        async with store.write() as connection:
            await connection.execute(update(events).where(events.c.kind == "move").values(kind="takeback"))
        with pytest.raises(ValueError, match=f"event {match.version}: 'takeback'"):
            await matches.fold(match.id)
        assert f"The log can't be played: event {match.version}" in (await matches.check(match.id))[0]
        assert (await matches.get(match.id)).recent[-1].kind == "takeback"

    @pytest.mark.parametrize("kind", sorted(set(EventKind) - {EventKind.BEGIN, EventKind.REBASE, EventKind.MOVE}))
    async def test_what_moves_nothing_leaves_the_position(
        self, matches: Matches, store: Store, begun: Begun, kind: EventKind
    ) -> None:
        match = await begun(goal=50)
        match = await matches.offer_draw(match.id, ANNE)
        assert match.state is not None
        async with store.write() as connection:
            await connection.execute(update(events).where(events.c.number == match.version).values(kind=kind))
        assert await matches.fold(match.id) == match.state.dump()

    @pytest.mark.parametrize("damage", [{}, None, {"document": {"game": "race"}}, {"document": 7}])
    async def test_an_event_that_is_damaged_is_named(
        self, matches: Matches, newer: Matches, store: Store, begun: Begun, damage: object
    ) -> None:
        match = await newer.get((await begun()).id)
        async with store.write() as connection:
            await connection.execute(update(events).where(events.c.kind == "rebase").values(data=damage))
        with pytest.raises(ValueError, match=f"event {match.version}: (KeyError|TypeError)"):
            await newer.fold(match.id)
        assert f"event {match.version}" in (await newer.check(match.id))[0]

    async def test_a_record_is_for_matches_that_are_over(self, matches: Matches, begun: Begun) -> None:
        match = await begun()
        with pytest.raises(NotOver):
            await matches.record(match.id)
