"""What the operator sees of all matches together."""

from datetime import timedelta

from bot.match import Matches, TableTerms
from bot.match.decisions import lobby, proposals
from bot.store import Store
from tests.match.conftest import HERE, Clock, StartMatch
from tests.match.toy import PLAYERS, HikeGame, RaceGame, games

ANNE = PLAYERS[0]
MINUTE = timedelta(minutes=1)


async def test_matches_are_counted_by_game_and_status_and_frozen_ones_say_why(
    matches: Matches, start_match: StartMatch, store: Store, clock: Clock
) -> None:
    for _ in range(2):
        await start_match()
    await start_match(game="hike")
    await matches.act((await start_match()).id, proposals.resign(ANNE))
    for _ in range(3):
        table = await matches.tables.open(TableTerms("race", 2), opener=ANNE, place=HERE)
    await matches.act(table.id, lobby.cancel(ANNE))
    overview = await matches.overviews.overview()
    assert overview.matches == {
        ("hike", "running"): 1,
        ("race", "cancelled"): 1,
        ("race", "open"): 2,
        ("race", "over"): 1,
        ("race", "running"): 2,
    }
    assert overview.frozen == ()
    newer = Matches(store, games=games(RaceGame(2, readable=False), HikeGame()), clock=clock)
    frozen = await newer.records.bring_up_to_date()
    overview = await newer.overviews.overview()
    assert (overview.matches["race", "frozen"], ("race", "running") in overview.matches) == (2, False)
    assert [(one.id, one.game, one.reference) for one in overview.frozen] == [
        (match.id, "race", match.frozen_reference) for match in frozen
    ]
    assert all(one.why.startswith("the position can't be read") for one in overview.frozen)


async def test_boards_are_overdue_from_when_the_oldest_was_due(
    matches: Matches, start_match: StartMatch, clock: Clock
) -> None:
    async def waiting() -> tuple[int, timedelta]:
        overview = await matches.overviews.overview()
        return overview.boards_waiting, overview.overdue

    assert await waiting() == (0, timedelta())
    await start_match()
    assert await waiting() == (1, timedelta())
    clock.forward(5 * MINUTE)
    await start_match()
    assert await waiting() == (2, 5 * MINUTE)
    older, newer = await matches.outbox.due()
    await matches.outbox.note_failed(older.id, "503", retry_in=2 * MINUTE)
    clock.forward(MINUTE)
    assert await waiting() == (2, MINUTE)
    await matches.outbox.note_posted(newer.id, 7)
    assert await waiting() == (1, timedelta())  # it is to be tried in a minute
    clock.forward(3 * MINUTE)
    assert await waiting() == (1, 2 * MINUTE)
