"""Every season of a league and every tournament ends within its longest possible time, whatever happens in it.

docs/architecture.md, Leagues and tournaments, says why.
"""

import logging
from collections.abc import Sequence
from datetime import timedelta

import pytest

from bot.match.parts import clocks
from bot.store import Store
from tests.contests.contest_lives import KINDS, World, figures
from tests.match.conftest import Clock


@pytest.fixture(autouse=True)
def never_asleep(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long the bot doesn't look at the time, it was awake, unless it says that it has started."""
    monkeypatch.setattr(clocks, "ASLEEP", timedelta(days=10_000))


async def live(store: Store, seed: int, kinds: Sequence[str], caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.ERROR, logger=clocks.__name__)
    world = World(store, Clock(), seed)
    outcomes = [await world.live(kind) for kind in kinds]
    assert [record.getMessage() for record in caplog.records if record.name.endswith("timekeeping")] == []
    logging.getLogger(__name__).warning("Seed %d:\n%s", seed, figures(outcomes))


@pytest.mark.parametrize("kind", ["league", "swiss", "groups", "duplicate knockout"])
async def test_a_season_and_a_tournament_end(store: Store, kind: str, caplog: pytest.LogCaptureFixture) -> None:
    await live(store, 0, [kind], caplog)


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(3))
async def test_every_season_and_tournament_ends(store: Store, seed: int, caplog: pytest.LogCaptureFixture) -> None:
    await live(store, seed, KINDS, caplog)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 125))
async def test_thousands_of_seasons_and_tournaments_end(
    store: Store, seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    await live(store, seed, 10 * KINDS, caplog)
