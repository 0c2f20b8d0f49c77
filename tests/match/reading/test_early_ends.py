"""Rated matches that end when they have hardly begun: nobody's rating changes, except in leagues and tournaments."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import text

from bot.match import Expiry, Match, Matches, SeriesKind, Status, TableTerms
from bot.match.decisions import expiry, lobby, presence, proposals, turns
from bot.match.decisions.decision import Decision
from bot.match.engine import results as settling
from bot.match.parts import clocks
from bot.match.reading import reader as reading
from bot.match.reading.rated import count_moves
from bot.store import Store
from bot.store.tables import EventRow
from tests.contests.league_life import LeagueLife
from tests.contests.tournament_life import TournamentLife
from tests.match.conftest import HERE, Clock
from tests.match.timed import HOUR, ClockBot
from tests.match.toy import PLAYERS, HarvestGame, RaceGame

ANNE, BERT, CLEO, _ = PLAYERS


@pytest.fixture(autouse=True)
def seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot may look at the time as seldom as it likes."""
    monkeypatch.setattr(clocks, "ASLEEP", timedelta(days=99))


async def begin(matches: Matches, seats: int = 2, game: str = "race", **terms: Any) -> Match:
    """A rated match that has begun."""
    agreed = TableTerms(game, seats, terms.pop("options", {}), rated=True, **terms)
    table = await matches.tables.open(agreed, opener=ANNE, place=HERE)
    await matches.tables.note_posted(table.id, 7000 + table.id)
    for person in PLAYERS[1:seats]:
        await matches.act(table.id, lobby.join(person))
    return await matches.act(table.id, lobby.begin(ANNE))


async def play(matches: Matches, match: Match, *moves: str) -> Match:
    """The match after its players have played these moves."""
    for move in moves:
        match = await matches.act(match.id, turns.play(match.to_move_people()[0], move))
    return match


def is_rated(match: Match) -> bool:
    """Whether the match that is over changed ratings; if not, it must say why."""
    assert match.ending is not None
    assert (match.counts, match.early, bool(match.gains)) in ((True, False, True), (None, True, False))
    return not match.early


@pytest.mark.parametrize(
    ("seats", "moves", "rated"), [(2, 0, False), (2, 1, False), (2, 2, True), (3, 2, False), (3, 3, True)]
)
@pytest.mark.parametrize("decide", [proposals.resign, proposals.offer_draw])
async def test_who_resigns_or_agrees_to_a_draw_before_everyone_has_moved_changes_no_ratings(
    matches: Matches, decide: Callable[[int], Decision], seats: int, moves: int, rated: bool
) -> None:
    match = await play(matches, await begin(matches, seats), *["walk"] * moves)
    assert not match.early
    for person in PLAYERS[:seats]:
        if match.ending is None:
            match = await matches.act(match.id, decide(person))
    assert is_rated(match) is rated
    assert is_rated(await matches.get(match.id)) is rated
    assert len([line async for line in matches.ledger.export()]) == rated
    assert await matches.ledger.check() == []


@pytest.mark.parametrize(("moves", "rated"), [(1, False), (2, True)])
@pytest.mark.parametrize("then", [Expiry.RESIGN, Expiry.CLAIM])
async def test_nor_does_a_seat_whose_first_turn_runs_out_of_time(
    matches: Matches, clock: Clock, then: Expiry, moves: int, rated: bool
) -> None:
    match = await play(matches, await begin(matches, move_time=HOUR, on_expiry=then), *["walk"] * moves)
    await ClockBot(matches, clock).go_by(2 * HOUR)
    if then is Expiry.CLAIM:
        await matches.act(match.id, expiry.claim([ANNE, BERT][1 - moves % 2]))
    assert is_rated(await matches.get(match.id)) is rated


async def test_nor_does_a_proposal_that_waited_only_for_someone_who_leaves(matches: Matches) -> None:
    match = await begin(matches)
    await matches.act(match.id, proposals.offer_draw(ANNE))
    assert not is_rated(await matches.act(match.id, presence.absent(BERT)))


async def test_a_move_that_was_undone_is_none(matches: Matches) -> None:
    match = await play(matches, await begin(matches, game="hike"), "rest", "step")
    await matches.act(match.id, proposals.undo(BERT))
    assert not is_rated(await matches.act(match.id, proposals.resign(BERT)))


@pytest.mark.parametrize(("usual", "least"), [(1, 1), (10, 1), (11, 2), (20, 2), (40, 4)])
async def test_each_side_must_have_made_a_tenth_of_the_games_usual_moves(
    matches: Matches, monkeypatch: pytest.MonkeyPatch, usual: int, least: int
) -> None:
    monkeypatch.setattr(RaceGame, "usual_moves", usual)
    for missing in (1, 0):
        match = await play(matches, await begin(matches, options={"goal": 99}), *["walk"] * (2 * least - missing))
        assert is_rated(await matches.act(match.id, proposals.resign(BERT))) is not missing


async def test_the_seats_of_a_side_make_them_together(matches: Matches, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RaceGame, "usual_moves", 20)
    for moves in (3, 4):
        match = await begin(matches, 4, options={"teams": True, "goal": 99})
        match = await play(matches, match, *["walk"] * moves)
        for person in PLAYERS:
            if match.ending is None:
                match = await matches.act(match.id, proposals.offer_draw(person))
        assert is_rated(match) is (moves == 4)


async def test_nor_do_parallel_matches_that_all_but_one_have_given_up_so_early(
    matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(HarvestGame, "usual_moves", 20)
    for moves in (1, 2):
        host = await begin(matches, game="harvest", series=SeriesKind.PARALLEL, options={"rounds": 3})
        for person in (ANNE, BERT):
            part = (await matches.get(host.id)).own_part(person)
            assert part is not None
            for _ in range(3 if person == ANNE else moves):
                await matches.act(part.match_id, turns.play(person, "pick"))
        await matches.act(host.id, proposals.resign(BERT))
        assert is_rated(await matches.get(host.id)) is (moves == 2)


@pytest.mark.parametrize(
    ("moves", "made"),
    [
        (["0", "0"], {0: 2}),
        (["0", "1"], {0: 1, 1: 1}),
        (["0", "1 computer"], {0: 1, 1: 1}),
        (["0", "1 automatic"], {0: 1}),  # the first player's turn ended, and dice were rolled for the second
        (["0", "1 automatic", "0 automatic"], {0: 1}),
        (["0", "1 automatic", "1"], {0: 1, 1: 2}),
        (["0", "1 automatic", "0"], {0: 2, 1: 1}),  # a turn without a choice
    ],
)
def test_what_is_played_automatically_counts_once_someone_has_decided_after_it(
    moves: list[str], made: dict[int, int]
) -> None:
    log = [
        EventRow(
            match_id=1,
            number=number,
            kind="move",
            member_id=7 if move.isdigit() else None,
            seat=int(move[0]),
            move="walk",
            chance=None,
            interaction_id=None,
            data={"computer": "hard"} if "computer" in move else None,
            at=datetime(2026, 1, 2, tzinfo=UTC),
        )
        for number, move in enumerate(moves, 1)
    ]
    assert count_moves(log) == made


@pytest.mark.parametrize("moves", [1, 2])
async def test_a_series_that_ends_in_its_first_game_is_no_exception(matches: Matches, moves: int) -> None:
    match = await begin(matches, game="harvest", series=SeriesKind.POINTS, options={"rounds": 9})
    match = await play(matches, match, *["pick"] * moves)
    match = await matches.act(match.id, proposals.resign(ANNE))
    assert match.series is not None
    assert match.series.over
    assert is_rated(match) is (moves == 2)


async def test_but_matches_of_leagues_count(matches: Matches, clock: Clock) -> None:
    season = await LeagueLife(matches, clock).start(4)
    table = next(one for one in season.matches if one.match_id is not None)
    users = {player.number: player.user for player in season.players}
    assert table.match_id is not None
    assert is_rated(await matches.act(table.match_id, proposals.resign(users[table.players[0]])))


async def test_and_those_of_tournaments(matches: Matches, clock: Clock) -> None:
    tournament = await TournamentLife(matches, clock).start(4)
    table = tournament.matches[0]
    users = {player.number: player.user for player in tournament.players}
    assert table.match_id is not None
    assert is_rated(await matches.act(table.match_id, proposals.resign(users[table.players[0]])))


async def test_a_series_has_the_moves_of_all_its_matches(matches: Matches, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HarvestGame, "usual_moves", 30)
    for moves in (1, 2):
        match = await begin(matches, game="harvest", series=SeriesKind.POINTS, target=400, options={"rounds": 1})
        match = await play(matches, match, "pick", "pick")
        assert match.series is not None
        match = await matches.get(match.series.parts[-1].match_id)
        while match.status is Status.RUNNING and moves == 2:
            match = await play(matches, match, "pick")
        assert match.series is not None
        match = await matches.act(match.series.parts[-1].match_id, proposals.resign(ANNE))
        assert match.series is not None
        assert (match.series.over, match.series.part) == (True, moves + 1)
        assert not is_rated(match)


async def test_what_an_earlier_release_has_rated_counts_no_longer(
    matches: Matches, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(*_: Any) -> bool:
        return False

    match = await begin(matches)
    for module in (settling, reading):
        monkeypatch.setattr(module, "ended_early", never)
    assert is_rated(await matches.act(match.id, proposals.resign(ANNE)))
    monkeypatch.undo()
    assert any("doesn't count (early)" in problem for problem in await matches.ledger.check())
    async with store.write() as connection:
        await connection.execute(text("INSERT INTO ratings_due VALUES ('0023')"))
    assert await matches.ledger.bring_up_to_date() == 1
    assert not is_rated(await matches.get(match.id))
    assert await matches.ledger.check() == []
    assert [line async for line in matches.ledger.export()] == []
