"""The random lives of leagues and tournaments notice it if something is broken."""

import logging
from collections.abc import Callable
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from bot.contests.leagues.divisions import LastSeason
from bot.contests.parts import seasons, tournament_rounds
from bot.contests.tournaments import rounds
from bot.match.decisions import agreements, clocks, due, replacing
from bot.match.parts import clocks as parts_clocks
from bot.match.parts.clocks import Clocks
from bot.match.reading.stored import StoredMatch
from bot.store import Store
from bot.store.queries import contests, deadlines, service
from tests.contests.contest_lives import KINDS, World
from tests.match.conftest import Clock

Plant = Callable[[pytest.MonkeyPatch], None]

LIVES = 30
"""So many rounds of all kinds are tried at most for each fault. Most need one or two, the rarest fifteen."""


def third_without_a_clock(patch: pytest.MonkeyPatch) -> None:
    """A clock runs for people at the table only, not for a contest that waits."""
    patch.setattr(StoredMatch, "others_wait", False)


def endless_requests(patch: pytest.MonkeyPatch) -> None:
    """A substitute who doesn't answer is asked for ever."""
    patch.setattr(agreements, "WAITS", {})


def endless_vacation(patch: pytest.MonkeyPatch) -> None:
    """A clock that has stopped for a vacation doesn't start again."""
    news: Callable[..., bool] = due._is_news
    patch.setattr(due, "_is_news", lambda match, clock, until: until is not None and news(match, clock, until))


def overlapping_vacations(patch: pytest.MonkeyPatch) -> None:
    """While somebody else is on vacation, a clock that has stopped isn't looked at."""
    look: Callable[..., Any] = clocks.next_look

    def next_look(match: StoredMatch, clock: Any, deadline: Any) -> Any:
        resting = any(one.vacation_until is not None and one.vacation_until > match.now for one in match.members)
        return None if deadline is None and resting else look(match, clock, deadline)

    patch.setattr(clocks, "next_look", next_look)


def nobody_rises(patch: pytest.MonkeyPatch) -> None:
    """The winner of a lower division stays there."""
    patch.setattr(LastSeason, "target", property(lambda self: self.division))


def settled_while_frozen(patch: pytest.MonkeyPatch) -> None:
    """At the end of a round, whoever was to move comes last, also where nobody could move."""
    places_now = tournament_rounds._places_now

    async def plant(reader: Any, connection: Any, tournament: Any, table: Any) -> tuple[int, ...]:
        if table.to_move is None:
            return await places_now(reader, connection, tournament, table)
        return tuple(2 if seat == table.to_move else 1 for seat in range(len(table.players)))

    patch.setattr(tournament_rounds, "_places_now", plant)


def round_never_closed(patch: pytest.MonkeyPatch) -> None:
    """A round whose tables are all over waits for its time."""
    patch.setattr(rounds, "is_open", lambda field: bool(field.meetings))


def the_removed_play_on(patch: pytest.MonkeyPatch) -> None:
    """The matches of those who have left stay as they are."""

    async def nothing(*_: object) -> None:
        pass

    patch.setattr(seasons, "resign_for_the_gone", nothing)
    patch.setattr(tournament_rounds, "resign_for_the_gone", nothing)


def end_not_announced(patch: pytest.MonkeyPatch) -> None:
    """A season that ends counts as shown."""
    end = seasons.Seasons._end

    async def plant(self: seasons.Seasons, season_id: int) -> Any:
        season = await end(self, season_id)
        await self.finish(season_id)
        return season

    patch.setattr(seasons.Seasons, "_end", plant)


def clocks_run_without_the_bot(patch: pytest.MonkeyPatch) -> None:
    """What is due on servers that the bot has left is done."""
    patch.setattr(deadlines, "on_served_servers", lambda shards: shards.have)


def absences_cost_time(patch: pytest.MonkeyPatch) -> None:
    """The time in which the bot wasn't on a server isn't given back."""

    async def plant(self: Clocks, connection: Any, guild_id: int) -> None:
        await service.end_absence(connection, guild_id)

    patch.setattr(Clocks, "_return", plant)


def rounds_run_while_blocked(patch: pytest.MonkeyPatch) -> None:
    """A round's time runs out while people can't play."""

    async def nothing(*_: object) -> None:
        pass

    patch.setattr(contests, "postpone", nothing)


def stuck_for_ever(patch: pytest.MonkeyPatch) -> None:
    """A match that the installed rules can't continue isn't called off."""
    patch.setattr(seasons, "LONGEST_STUCK", timedelta(days=10_000))


def rivals_choose_substitutes(patch: pytest.MonkeyPatch) -> None:
    """Those at a table decide who plays for an opponent, also in contests."""

    async def no(*_: object) -> bool:
        return False

    patch.setattr(replacing, "contests", SimpleNamespace(has_match=no, has_rival=no))


def busy_for_ever(patch: pytest.MonkeyPatch) -> None:
    """A match whose time has come is found due again and again."""
    patch.setattr(Clocks, "_look_after", lambda self, match_id: self._engine.get(match_id))


FAULTS = (
    third_without_a_clock, endless_requests, endless_vacation, overlapping_vacations, nobody_rises,
    settled_while_frozen, round_never_closed, the_removed_play_on, end_not_announced,
    clocks_run_without_the_bot, absences_cost_time, rounds_run_while_blocked, stuck_for_ever,
    rivals_choose_substitutes, busy_for_ever,
)  # fmt: skip


@pytest.fixture(autouse=True)
def never_asleep(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in the lives themselves."""
    monkeypatch.setattr(parts_clocks, "ASLEEP", timedelta(days=10_000))


async def live(world: World) -> None:
    """Lives of all kinds. AssertionError once something doesn't hold."""
    for kind in LIVES * KINDS:
        await world.live(kind)


@pytest.mark.slow
@pytest.mark.sqlite
@pytest.mark.parametrize("plant", FAULTS)
async def test_a_planted_fault_is_noticed(store: Store, plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logging.root.manager, "disable", logging.CRITICAL)
    plant(monkeypatch)
    with pytest.raises(AssertionError):
        await live(World(store, Clock(), 0))
