"""A release with other rules: running matches go on under them, or wait frozen until a release can go on."""

import logging
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import delete, update

from bot.match import LIVE, EventKind, Frozen, Match, Matches, NotOver, Place, Status, TableTerms, UnknownGame
from bot.match.decisions import lobby, presence, proposals, relocating, turns
from bot.match.reading.publishing import NO_TRAIL
from bot.match.reading.reader import stored_match
from bot.match.values.new_event import NewEvent
from bot.store import Store
from bot.store.queries import matches as queries
from bot.store.tables import events, seeds, snapshots
from tests.match.conftest import HERE, Clock, StartMatch, dump
from tests.match.played import under
from tests.match.toy import GAMES, PLAYERS, Race, RaceGame

ANNE, BERT = PLAYERS[:2]
BERT_SEAT = 1


async def kinds(matches: Matches, match: Match) -> list[str]:
    return [event.kind for event in await matches.records.log(match.id)]


@pytest.fixture
def newer(store: Store, clock: Clock) -> Matches:
    return under(store, clock, RaceGame(2))


@pytest.fixture
def unreadable(store: Store, clock: Clock) -> Matches:
    return under(store, clock, RaceGame(2, readable=False))


class TestRebase:
    async def test_a_match_goes_on_under_newer_rules(
        self, matches: Matches, newer: Matches, start_match: StartMatch
    ) -> None:
        old = await start_match(goal=50)
        old = await matches.act(old.id, turns.play(ANNE, "roll"))
        match = await newer.get(old.id)
        assert (match.rules_version, match.version, match.status) == (2, old.version + 1, Status.RUNNING)
        assert (match.state, match.before) == (old.state, old.before)
        assert (await kinds(newer, match))[-1] == "rebase"
        assert await newer.get(old.id) == match

    async def test_the_log_plays_from_the_newest_segment(
        self, matches: Matches, newer: Matches, start_match: StartMatch
    ) -> None:
        match = await start_match(goal=50)
        await matches.act(match.id, turns.play(ANNE, "roll"))
        await newer.act(match.id, turns.play(BERT, "deal"))
        match = await newer.act(match.id, turns.play(ANNE, "roll"))
        assert match.state is not None
        assert await newer.records.fold(match.id) == match.state.dump()
        assert await newer.records.check(match.id) == []

    async def test_a_board_from_before_still_works(self, newer: Matches, start_match: StartMatch) -> None:
        match = await start_match()
        after = await newer.act(match.id, turns.play(ANNE, "walk", seen_version=match.version))
        assert after.version == match.version + 2

    async def test_no_board_is_posted_for_it(self, matches: Matches, newer: Matches, start_match: StartMatch) -> None:
        match = await start_match()
        await matches.outbox.note_posted((await matches.outbox.due())[0].id, 1)
        assert [one.id for one in await newer.records.bring_up_to_date()] == [match.id]
        assert await newer.outbox.due() == []
        assert await newer.records.bring_up_to_date() == []

    async def test_a_table_begins_under_the_rules_of_that_day(self, matches: Matches, newer: Matches) -> None:
        match = await matches.tables.open(TableTerms(game="race", seats=2), opener=ANNE, place=HERE)
        await matches.act(match.id, lobby.join(BERT))
        match = await newer.act(match.id, lobby.begin(ANNE, message_id=3))
        assert match.rules_version == 2
        assert await newer.records.check(match.id) == []

    async def test_finished_matches_stay_as_they_were(
        self, matches: Matches, newer: Matches, start_match: StartMatch
    ) -> None:
        match = await start_match()
        match = await matches.act(match.id, proposals.resign(ANNE))
        assert await newer.get(match.id) == match


class TestFreezing:
    async def test_a_position_that_can_not_be_read_waits(
        self, unreadable: Matches, store: Store, start_match: StartMatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        old = await start_match()
        match = await unreadable.get(old.id)
        assert (match.status, match.state, match.version) == (Status.FROZEN, None, old.version + 1)
        before = await dump(store)
        with pytest.raises(Frozen) as refusal:
            await unreadable.act(old.id, turns.play(ANNE, "walk"))
        for decision in (proposals.resign, proposals.offer_draw, proposals.agree, proposals.decline):
            with pytest.raises(Frozen):
                await unreadable.act(old.id, decision(ANNE))
        with pytest.raises(Frozen):
            await unreadable.outbox.repost(old.id)
        assert await dump(store) == before
        reference = refusal.value.values["reference"]
        assert isinstance(reference, str)
        assert str(match.frozen_because) == str(refusal.value)
        assert reference in str(refusal.value)
        assert reference in caplog.text

    async def test_it_goes_on_when_a_release_can_read_it(
        self, matches: Matches, unreadable: Matches, store: Store, clock: Clock, start_match: StartMatch
    ) -> None:
        old = await start_match(goal=50)
        old = await matches.act(old.id, turns.play(ANNE, "roll"))
        await unreadable.get(old.id)
        newest = under(store, clock, RaceGame(3))
        assert [match.id for match in await newest.records.bring_up_to_date()] == [old.id]
        match = await newest.get(old.id)
        assert (match.status, match.state, match.frozen_because) == (Status.RUNNING, old.state, None)
        assert [post.version for post in await newest.outbox.due()] == [match.version]
        assert (await newest.act(old.id, turns.play(BERT, "walk"))).status is Status.RUNNING
        assert await newest.records.check(old.id) == []

    async def test_it_stays_frozen_while_nothing_changes(self, unreadable: Matches, start_match: StartMatch) -> None:
        old = await start_match()
        first = await unreadable.get(old.id)
        assert await unreadable.get(old.id) == first
        assert await unreadable.records.bring_up_to_date() == []

    async def test_a_game_that_is_not_installed(
        self, matches: Matches, store: Store, clock: Clock, start_match: StartMatch
    ) -> None:
        old = await start_match()
        table = await matches.tables.open(TableTerms(game="race", seats=2), opener=ANNE, place=HERE)
        without = under(store, clock)
        match = await without.get(old.id)
        assert (match.status, match.state) == (Status.FROZEN, None)
        await without.act(table.id, lobby.join(BERT, message_id=4))
        with pytest.raises(UnknownGame):
            await without.act(table.id, lobby.begin(ANNE))
        with pytest.raises(UnknownGame):
            await without.tables.open(TableTerms(game="race", seats=2), opener=ANNE, place=HERE)
        assert (await without.act(old.id, presence.absent(BERT))).seats[1].absent
        match = await matches.get(old.id)
        assert (match.status, match.state) == (Status.RUNNING, old.state)

    async def test_why_it_waits_is_in_the_log_and_nothing_of_the_position_is(
        self, store: Store, clock: Clock, start_match: StartMatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        class Loose(RaceGame):
            """Rules whose complaint about a position names what is hidden in it."""

            def load(self, doc: Mapping[str, Any]) -> Race:
                raise LookupError(f"the ace of spades is in {doc['lanes']}")

        match = await under(store, clock, Loose(2)).get((await start_match()).id)
        (line,) = [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
        assert line.endswith(": the position can't be read (LookupError)")
        assert match.frozen_because is not None
        assert line.split("reference ")[1].split(":")[0] in str(match.frozen_because)
        everywhere = caplog.text + repr(match) + repr(match.recent)
        assert "spades" not in everywhere
        assert "lanes" not in everywhere

    async def test_a_damaged_position_is_made_again_from_the_log(
        self, matches: Matches, store: Store, start_match: StartMatch
    ) -> None:
        match = await start_match(goal=50)
        match = await matches.act(match.id, turns.play(ANNE, "roll"))
        async with store.write() as connection:
            await connection.execute(update(snapshots).values(document={"game": "race"}))
        assert (await matches.get(match.id)).status is Status.FROZEN
        assert await matches.records.check(match.id) != []
        again = await matches.records.rebuild(match.id)
        assert (again.status, again.state) == (Status.RUNNING, match.state)
        assert await matches.records.check(match.id) == []


class TestOlderRules:
    """A release older than the one that plays a match shows it as frozen and leaves it exactly as it is."""

    @pytest.fixture
    async def match(self, newer: Matches, start_match: StartMatch) -> Match:
        """A match that newer rules have."""
        return await newer.act((await start_match(goal=50)).id, turns.play(ANNE, "walk"))

    async def test_looking_at_it_writes_nothing(
        self, matches: Matches, newer: Matches, store: Store, match: Match
    ) -> None:
        before = await dump(store)
        seen = [
            await matches.get(match.id),
            *await matches.lists.of_user(ANNE),
            *await matches.lists.of_user(ANNE, with_positions=False),
            *await matches.lists.in_channel(HERE.channel_id),
        ]
        assert await matches.records.bring_up_to_date() == []
        assert await matches.tables.tidy() == []
        assert await dump(store) == before
        assert len(seen) == 4
        for one in seen:
            assert (one.status, one.version, one.state, one.to_move) == (Status.FROZEN, match.version, None, None)
        assert await newer.get(match.id) == match

    async def test_whatever_is_done_with_it_is_refused(
        self, matches: Matches, newer: Matches, store: Store, match: Match, caplog: pytest.LogCaptureFixture
    ) -> None:
        before = await dump(store)
        shown = await matches.get(match.id)
        acts = (
            matches.act(match.id, turns.play(BERT, "walk")),
            matches.act(match.id, proposals.resign(BERT)),
            matches.act(match.id, proposals.offer_draw(BERT)),
            matches.act(match.id, proposals.agree(BERT)),
            matches.act(match.id, proposals.decline(BERT)),
            matches.act(match.id, presence.absent(BERT)),
            matches.act(match.id, relocating.move_to(BERT, Place(1, 99))),
            matches.act(match.id, relocating.leave_thread()),
            matches.outbox.repost(match.id),
        )
        for act in acts:
            with pytest.raises(Frozen) as refusal:
                await act
            assert str(refusal.value) == str(shown.frozen_because)
            assert f"reference {refusal.value.values['reference']}: it needs newer rules" in caplog.text
        assert await dump(store) == before
        assert (await newer.act(match.id, turns.play(BERT, "walk"))).version == match.version + 1

    async def test_it_is_logged_once(self, matches: Matches, match: Match, caplog: pytest.LogCaptureFixture) -> None:
        for _ in range(3):
            await matches.get(match.id)
        assert caplog.text.count("newer rules") == 1

    async def test_a_match_that_waits_anyway_is_left_alone_as_well(
        self, matches: Matches, store: Store, clock: Clock, match: Match
    ) -> None:
        frozen = await under(store, clock, RaceGame(3, readable=False)).get(match.id)
        before = await dump(store)
        assert await matches.get(match.id) == frozen
        with pytest.raises(Frozen):
            await matches.act(match.id, presence.absent(BERT))
        assert await dump(store) == before

    async def test_a_person_in_it_can_be_forgotten(
        self, matches: Matches, newer: Matches, store: Store, match: Match
    ) -> None:
        await matches.people.forget(ANNE)
        assert (await newer.get(match.id)).seats[0].people == ()
        assert (await newer.get(match.id)).seats[0].absent


class TestListing:
    """A list of many matches needn't read every position."""

    async def test_a_list_without_positions_tells_everything_else(
        self, matches: Matches, start_match: StartMatch, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        match = await start_match(goal=50)
        match = await matches.act(match.id, turns.play(ANNE, "walk"))
        await matches.act((await start_match()).id, proposals.resign(ANNE))

        def reads(*_: object) -> Race:
            raise AssertionError("a position was read")

        statuses = [*LIVE, Status.OVER]
        full = await matches.lists.of_user(ANNE, statuses=statuses)
        monkeypatch.setattr(RaceGame, "load", reads)
        light = await matches.lists.of_user(ANNE, statuses=statuses, with_positions=False)
        assert light == [replace(one, state=None, trail=NO_TRAIL) for one in full]
        assert [one.to_move_people() for one in light] == [one.to_move_people() for one in full]
        assert light == await matches.lists.in_channel(HERE.channel_id, statuses=statuses, with_positions=False)

    async def test_a_list_without_positions_is_brought_up_to_date(
        self, matches: Matches, newer: Matches, start_match: StartMatch
    ) -> None:
        match = await start_match()
        (light,) = await newer.lists.of_user(ANNE, with_positions=False)
        assert (light.rules_version, light.version) == (2, match.version + 1)


# PostgreSQL stores no document that can't be read.
NO_JSON = [pytest.param(damage, marks=pytest.mark.sqlite) for damage in ("'{'", "''", "x'00ff'")]


class TestChecking:
    @pytest.mark.sample(5)
    @pytest.mark.parametrize("damage", [*NO_JSON, "'null'", "'[1, 2]'", "'7'", '\'{"game": "race"}\''])
    @pytest.mark.parametrize("column", ["document", "before"])
    async def test_a_damaged_position_is_found_and_made_again(
        self, matches: Matches, store: Store, start_match: StartMatch, damage: str, column: str
    ) -> None:
        match = await start_match(goal=50)
        match = await matches.act(match.id, turns.play(ANNE, "roll"))
        async with store.write() as connection:
            await connection.exec_driver_sql(f"UPDATE snapshots SET {column} = {damage}")  # noqa: S608 - the test's own
        if column == "document":
            assert len(await matches.records.check(match.id)) == 1
            assert (await matches.get(match.id)).status is Status.FROZEN
        elif damage in ("'{'", "''", "x'00ff'"):
            assert len(await matches.records.check(match.id)) == 1
        again = await matches.records.rebuild(match.id)
        assert (again.status, again.state, again.to_move) == (Status.RUNNING, match.state, BERT_SEAT)
        assert await matches.records.check(match.id) == []
        assert (
            await matches.act(match.id, turns.play(BERT, "walk", seen_version=match.version))
        ).status is Status.RUNNING

    async def test_a_position_that_is_gone_is_found_and_made_again(
        self, matches: Matches, store: Store, start_match: StartMatch
    ) -> None:
        match = await start_match(goal=50)
        match = await matches.act(match.id, turns.play(ANNE, "roll"))
        async with store.write() as connection:
            await connection.execute(delete(snapshots))
        assert await matches.records.check(match.id) == ["There's no stored position."]
        assert (await matches.get(match.id)).status is Status.FROZEN
        again = await matches.records.rebuild(match.id)
        assert (again.status, again.state, again.position_version) == (Status.RUNNING, match.state, again.version)
        assert await matches.records.check(match.id) == []
        assert (await matches.act(match.id, turns.play(BERT, "walk"))).status is Status.RUNNING

    async def test_nothing_that_is_hidden_is_in_a_repr(
        self, matches: Matches, store: Store, start_match: StartMatch
    ) -> None:
        match = await start_match(goal=50)
        async with store.read() as connection:
            (rows,) = await queries.read(connection, [match.id])
        loaded = stored_match(rows, GAMES, match.opened_at)
        for value in (match, rows, rows.snapshot, loaded, NewEvent(EventKind.MOVE, position={"lanes": ["red"]})):
            assert "lanes" not in repr(value)
            assert "red" not in repr(value)

    async def test_a_changed_position_is_found(self, matches: Matches, store: Store, start_match: StartMatch) -> None:
        match = await start_match(goal=50)
        assert match.state is not None
        async with store.write() as connection:
            await connection.execute(update(snapshots).values(document=match.state.dump() | {"spaces": [9, 0]}))
        assert len(await matches.records.check(match.id)) == 1

    async def test_changed_luck_is_found(self, matches: Matches, store: Store, start_match: StartMatch) -> None:
        match = await start_match(goal=50)
        rolled = await matches.act(match.id, turns.play(ANNE, "roll"))
        (outcome,) = rolled.recent[-1].chance
        assert isinstance(outcome, int)
        async with store.write() as connection:
            lie = f"UPDATE events SET chance = '[{outcome % 6 + 1}]' WHERE number = {rolled.version}"  # noqa: S608 - numbers
            await connection.exec_driver_sql(lie)
        assert any(f"event {rolled.version}" in problem for problem in await matches.records.check(match.id))

    async def test_another_seed_is_found(self, matches: Matches, store: Store, start_match: StartMatch) -> None:
        match = await start_match(goal=50)
        async with store.write() as connection:
            await connection.execute(update(seeds).values(seed=bytes(32)))
        assert any("seed" in problem for problem in await matches.records.check(match.id))

    async def test_an_event_that_nobody_knows_is_not_passed_over(
        self, matches: Matches, store: Store, start_match: StartMatch
    ) -> None:
        match = await start_match(goal=50)
        match = await matches.act(match.id, turns.play(ANNE, "walk"))
        async with store.write() as connection:
            await connection.execute(update(events).where(events.c.kind == "move").values(kind="takeback"))
        with pytest.raises(ValueError, match=f"event {match.version}: 'takeback'"):
            await matches.records.fold(match.id)
        assert f"The log can't be played: event {match.version}" in (await matches.records.check(match.id))[0]
        assert (await matches.get(match.id)).recent[-1].kind == "takeback"

    @pytest.mark.sample(5)
    @pytest.mark.parametrize(
        "kind", sorted(set(EventKind) - {EventKind.BEGIN, EventKind.REBASE, EventKind.MOVE, EventKind.UNDO})
    )
    async def test_what_moves_nothing_leaves_the_position(
        self, matches: Matches, store: Store, start_match: StartMatch, kind: EventKind
    ) -> None:
        match = await start_match(goal=50)
        match = await matches.act(match.id, proposals.offer_draw(ANNE))
        assert match.state is not None
        async with store.write() as connection:
            await connection.execute(update(events).where(events.c.number == match.version).values(kind=kind))
        assert await matches.records.fold(match.id) == match.state.dump()

    @pytest.mark.parametrize("damage", [{}, None, {"document": {"game": "race"}}, {"document": 7}])
    async def test_an_event_that_is_damaged_is_named(
        self, matches: Matches, newer: Matches, store: Store, start_match: StartMatch, damage: object
    ) -> None:
        match = await newer.get((await start_match()).id)
        async with store.write() as connection:
            await connection.execute(update(events).where(events.c.kind == "rebase").values(data=damage))
        with pytest.raises(ValueError, match=f"event {match.version}: (KeyError|TypeError)"):
            await newer.records.fold(match.id)
        assert f"event {match.version}" in (await newer.records.check(match.id))[0]

    async def test_a_record_is_for_matches_that_are_over(self, matches: Matches, start_match: StartMatch) -> None:
        match = await start_match()
        with pytest.raises(NotOver):
            await matches.records.record(match.id)
