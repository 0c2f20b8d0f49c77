"""A tournament in a database, for the tests of how tournaments go."""

from datetime import timedelta

import pytest

from bot.match import Matches
from bot.match.parts import clocks
from tests.contests.tournament_life import TournamentLife
from tests.match.conftest import Clock


@pytest.fixture(autouse=True)
def seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot looks at the time once in half an hour."""
    monkeypatch.setattr(clocks, "ASLEEP", timedelta(days=99))


@pytest.fixture
def life(matches: Matches, clock: Clock) -> TournamentLife:
    return TournamentLife(matches, clock)
