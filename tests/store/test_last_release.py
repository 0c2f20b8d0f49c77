"""A database that the last release left, with running matches of all games, goes on under this one."""

import json
import lzma
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest

from bot.contests.contests import Contests
from bot.match import Expiry, Matches, Status
from bot.match.decisions import proposals
from bot.match.parts import clocks
from bot.rules import GAMES
from bot.store import Store
from bot.store.transfer import address_of, copy
from tests.store.last_release import KNOWN, NOW, known_of, play

LAST = json.loads(lzma.decompress(KNOWN.read_bytes()))
"""What each match was like under the last release, by its number."""

RUNNING = [int(number) for number, known in LAST.items() if known["status"] == Status.RUNNING]
PLAYED = [number for number in RUNNING if LAST[str(number)]["position"] is not None]


def proposing(kind: str) -> list[int]:
    """The matches in which something of this kind is proposed."""
    return [number for number in RUNNING if LAST[str(number)]["proposal"] == kind]


async def moves_in(matches: Matches, number: int) -> int:
    """How many moves of a match stand in its log."""
    log = await matches.records.log(number)
    assert not any(event.kind == "undo" for event in log)
    return sum(event.kind == "move" for event in log)


@pytest.fixture
async def store(last_release: Path, address: str) -> AsyncIterator[Store]:
    """The last release's database, copied where it isn't a file."""
    if address.startswith("sqlite"):
        async with await Store.open(address_of(last_release)) as store:
            yield store
    else:
        async with await Store.open(address_of(last_release)) as source, await Store.open(address) as store:
            await copy(source, store)
            yield store


@pytest.fixture
def matches(store: Store) -> Matches:
    """Its matches, a second after the last move."""
    return Matches(store, clock=lambda: NOW + timedelta(seconds=1))


def test_it_holds_fifty_running_matches_of_all_games_with_series_and_proposals() -> None:
    assert len(RUNNING) >= 50
    assert {known["game"] for known in LAST.values()} == {
        *("southern_cross", "parcheesi", "southern_cards", "down_under", "cirondo")
    }
    assert {known["proposal"] for known in LAST.values()} == {None, "draw", "resign", "replace", "undo"}
    assert len(RUNNING) - len(PLAYED) == 2  # the tables of parallel matches


async def test_every_match_is_as_it_was(matches: Matches) -> None:
    """Apart from the event that says that it goes on under newer rules."""
    for number, known in LAST.items():
        match = await matches.get(int(number))
        newer = bool(match.recent) and match.recent[-1].kind == "rebase"
        assert known_of(match) == known | {"version": known["version"] + newer}


async def test_every_match_can_be_shown_from_its_beginning(matches: Matches) -> None:
    """And its board shows the newest moves as today's rules write them."""
    for number in PLAYED:
        if not GAMES[LAST[str(number)]["game"]].hidden:
            replay = await matches.records.replay(number)
            match = await matches.get(number)
            assert replay.opening is not None
            assert len(replay.decisions) == await moves_in(matches, number)
            assert [one.move for one in match.trail.decisions] == [
                one.move for _, one in replay.decisions[len(replay.decisions) - len(match.trail.decisions) :]
            ]
            assert (match.trail.decisions == ()) == (replay.decisions == ())
            assert all(one.before.notate(one.before.parse(one.move)) == one.move for _, one in replay.decisions)


async def test_nothing_is_wrong_with_any_match(matches: Matches) -> None:
    assert {number: await matches.records.check(int(number)) for number in LAST} == {number: [] for number in LAST}


async def test_every_running_match_goes_on(matches: Matches) -> None:
    for number in PLAYED:
        before = LAST[str(number)]
        await play(matches, number, 2, Random(number))
        after = await matches.get(number)
        assert after.version > before["version"]
        assert after.state is None or after.state.dump() != before["position"]
        assert await matches.records.check(number) == []


@pytest.mark.parametrize("kind", ["draw", "resign", "undo", "replace"])
async def test_what_is_proposed_can_be_agreed_to(matches: Matches, kind: str) -> None:
    for number in proposing(kind):
        match = await matches.get(number)
        assert match.proposal is not None
        if match.proposal.candidate is not None:
            await matches.act(number, proposals.take_seat(match.proposal.candidate))
        for seat in match.proposal.needed:
            if seat not in match.proposal.agreed:
                await matches.act(number, proposals.agree(match.seats[seat].people[0]))
        after = await matches.get(number)
        assert after.proposal is None
        assert after.version > match.version
        assert await matches.records.check(number) == []


async def test_a_league_and_a_tournament_that_have_begun_go_on(matches: Matches) -> None:
    """Whoever is to move gives up in each match; then the league's next matches and the next round begin."""
    contests = Contests(matches)
    (season,) = await contests.seasons.list_unfinished()
    (tournament,) = await contests.tournament_rounds.list_unfinished()
    began = [one.match_id for one in season.matches if one.match_id is not None]
    tables = [one.match_id for one in tournament.matches if one.match_id is not None]
    assert (len(began), len(tables)) == (4, 2)
    for number in (*began, *tables):
        match = await matches.get(number)
        assert (await matches.act(match.id, proposals.resign(match.to_move_people()[0]))).status is Status.OVER
    (season,) = await contests.seasons.list_unfinished()
    season = await contests.seasons.look_after(season, lambda _: True)
    (tournament,) = await contests.tournament_rounds.list_unfinished()
    tournament = await contests.tournament_rounds.look_after(tournament, lambda _: True)
    assert len(await contests.seasons.announcements(season)) == 2
    assert sum(one.places is not None for one in season.matches) == 4
    assert [one.meeting.round for one in tournament.matches] == [1, 1, 2, 2]


@pytest.mark.slow
async def test_a_series_comes_to_its_end(matches: Matches) -> None:
    tables = [number for number in RUNNING if number not in PLAYED]
    for table in tables:
        host = await matches.get(table)
        assert host.series is not None
        for part in host.series.parts:
            await play(matches, part.match_id, 500, Random(part.match_id))
        ended = await matches.get(table)
        assert ended.status is Status.OVER
        assert ended.series is not None
        assert ended.series.places is not None


async def test_clocks_go_on(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    looks = timedelta(hours=2)
    monkeypatch.setattr(clocks, "ASLEEP", 2 * looks)
    time = NOW
    matches = Matches(store, clock=lambda: time)
    while time < NOW + timedelta(days=4):
        time += looks
        await matches.clocks.tick()
        for reminder in await matches.reminders.due():
            await matches.reminders.note_delivered(reminder.id)
    after = [await matches.get(number) for number in PLAYED]
    timed = [match for match in after if match.terms.move_time is not None]
    expired = [match for match in timed if match.clock is not None and match.clock.expired]
    waiting = {match.terms.on_expiry for match in timed if match.clock is not None and not match.clock.expired}
    assert {match.terms.on_expiry for match in timed if match.mover is not None} == {Expiry.COMPUTER}
    assert Expiry.CLAIM in {match.terms.on_expiry for match in expired}
    assert {match.terms.on_expiry for match in timed if match.ending is not None} == {Expiry.RESIGN}
    assert Expiry.CLAIM not in waiting
