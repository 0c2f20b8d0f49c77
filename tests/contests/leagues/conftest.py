"""A league in a database, for the tests of how leagues go."""

from datetime import timedelta

import pytest

from bot.match import Matches
from bot.match.parts import clocks
from tests.contests.league_life import LeagueLife
from tests.match.conftest import Clock


@pytest.fixture(autouse=True)
def seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot looks at the time once in half an hour."""
    monkeypatch.setattr(clocks, "ASLEEP", timedelta(days=2))


@pytest.fixture
def life(matches: Matches, clock: Clock) -> LeagueLife:
    return LeagueLife(matches, clock)
