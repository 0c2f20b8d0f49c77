"""docs/scale.md says what benchmarks/scale.py works out, and that is right."""

import random
from dataclasses import fields, replace
from math import isclose
from pathlib import Path
from statistics import mean

import pytest

from benchmarks import scale
from benchmarks.queueing import Bursts, Day, Setup, arrivals, lateness, share
from benchmarks.scale import PEAKS, PLAYS, Costs, Play, Prices, needs

DOC = (Path(__file__).parents[1] / "docs/scale.md").read_text(encoding="utf-8")

PLAY = Play("some", active=0.5, players=4, turns=10, by_computers=0.2, thinking=1.5, peak=2.0)


class TestTheDocument:
    def test_it_has_the_tables_as_the_code_prints_them(self) -> None:
        assert scale.assumptions() in DOC
        assert scale.results() in DOC

    @pytest.mark.slow
    def test_it_has_the_simulation_as_the_code_prints_it(self) -> None:
        assert scale.simulations() in DOC

    def test_it_names_every_measured_figure_and_every_price(self) -> None:
        for given in (Costs(), Prices()):
            for one in fields(given):
                assert f"`{one.name}`" in DOC, one.name
                (line,) = (line for line in DOC.splitlines() if line.startswith(f"| `{one.name}`"))
                assert f"| {getattr(given, one.name):,g} |" in line, line


class TestNeeds:
    """10,000 servers, half of which have 4 players with 10 turns a day: 200,000, and a quarter more by computers."""

    def test_turns(self) -> None:
        found = needs(PLAY)
        assert isclose(found.turns_a_day, 250_000)
        assert isclose(found.rate, 250_000 / 86_400)
        assert isclose(found.peak, 2 * found.rate)

    def test_each_turn_costs_what_was_measured(self) -> None:
        found = needs(PLAY, replace(Costs(), turn_ms=20, requests=3))
        assert isclose(found.cores, found.peak * 0.02)
        assert isclose(found.requests, found.peak * 3)
        assert isclose(found.thinking, found.peak * 0.2 * 1.5)

    @pytest.mark.parametrize(("servers", "shards", "fewest"), [(1, 1, 1), (1000, 1, 1), (1001, 2, 1), (2501, 3, 2)])
    def test_shards(self, servers: int, shards: int, fewest: int) -> None:
        found = needs(PLAY, servers=servers)
        assert (found.shards, found.fewest_shards) == (shards, fewest)

    def test_there_is_a_process_for_what_one_can_do_and_its_connections(self) -> None:
        peak = needs(PLAY).peak
        for most, processes in ((peak, 1), (peak * 0.99, 2), (peak / 3.5, 4)):
            found = needs(PLAY, replace(Costs(), most_turns=most, connections=7))
            assert (found.processes, found.connections) == (processes, processes * 7)
        assert needs(replace(PLAY, turns=0)).processes == 1

    def test_memory_is_that_of_processes_servers_and_workers(self) -> None:
        costs = replace(Costs(), process_mb=300, server_kb=20, worker_mb=50)
        found = needs(PLAY, costs)  # 1.74 cores of computers
        assert isclose(found.memory, (300 + 200 + 2 * 50) / 1000)

    def test_the_database_grows_by_turns_and_by_matches(self) -> None:
        costs = replace(Costs(), turn_bytes=300, match_bytes=6000, match_turns=60)
        assert isclose(needs(PLAY, costs).database, 250_000 * 365 * 400 / 1e9)

    def test_a_turn_sends_a_picture(self) -> None:
        assert isclose(needs(PLAY, replace(Costs(), board_kb=80)).upload, 250_000 * 30 * 80 / 1e9)

    def test_money_is_for_whole_cores_and_gigabytes_and_a_copy_of_the_database(self) -> None:
        found = needs(PLAY, prices=Prices(core=10, gigabyte=0, disk=0))
        assert isclose(found.dollars, (2 + 2) * 10)  # two of the process, two of computers
        assert isclose(needs(PLAY, prices=Prices(core=0, gigabyte=3, disk=0)).dollars, 2 * 3)  # for 1.03 gigabytes
        assert isclose(needs(PLAY, prices=Prices(core=0, gigabyte=0, disk=1)).dollars, 2 * found.database)

    def test_so_many_servers_fill_discords_limit(self) -> None:
        servers = scale.servers_at_the_limit(PLAY)
        assert needs(PLAY, servers=servers).requests <= scale.LIMIT < needs(PLAY, servers=servers + 100).requests


class TestTheDay:
    @pytest.mark.thorough
    @pytest.mark.sample(2)
    @pytest.mark.parametrize("peak", [1.0, 1.5, 2.5, 4.0])
    def test_its_mean_is_1_and_its_peak_as_given(self, peak: float) -> None:
        hours = [Day(peak).at(number / 10) for number in range(240)]
        assert isclose(mean(hours), 1, rel_tol=1e-3)
        assert isclose(max(hours), peak, rel_tol=1e-3)

    def test_a_peak_below_the_mean_is_none(self) -> None:
        with pytest.raises(ValueError, match="below the mean"):
            Day(0.9)

    def test_so_many_turns_come_as_the_curve_says(self) -> None:
        turns = list(arrivals(0.5, Day(2.0), (0, 24), random.Random(1)))
        assert isclose(len(turns), 0.5 * 86_400, rel_tol=0.05)
        assert turns == sorted(turns)
        evening = sum(19.5 * 3600 <= turn < 20.5 * 3600 for turn in turns)
        assert isclose(evening, 2 * 0.5 * 3600, rel_tol=0.15)


SINGLE = Bursts(turns=1)


class TestWaiting:
    def late(self, rate: float, setup: Setup, *, bursts: Bursts = SINGLE) -> list[float]:
        luck = random.Random(3)
        return lateness(arrivals(rate, Day(1.0), (0, 0.7), luck, bursts), setup, luck)

    def test_a_board_alone_waits_for_nothing(self) -> None:
        setup = Setup(1, limit=50, loop_seconds=0.01, picture_seconds=0.02, hurried_seconds=0.01)
        (late,) = lateness(
            iter([100.0]), replace(setup, loop_seconds=0, picture_seconds=0, hurried_seconds=0), random.Random(1)
        )
        assert late == 0
        times = [lateness(iter([100.0]), setup, random.Random(seed))[0] for seed in range(500)]
        assert isclose(mean(times), 0.03, rel_tol=0.05)

    def test_the_mean_wait_is_that_of_a_queue_with_one_server(self) -> None:
        """Pollaczek and Khinchine: load times mean service time times (1 + spread of service) / 2 (1 - load)."""
        service, rate = 0.1, 7.0
        late = self.late(rate, Setup(1, limit=1e9, loop_seconds=0, picture_seconds=service, hurried_seconds=service))
        load, squared_spread = rate * service, 1 / 4
        wait = load * service * (1 + squared_spread) / (2 * (1 - load))
        assert isclose(mean(late), service + wait, rel_tol=0.1)

    def test_the_limit_lets_so_many_through_as_it_says(self) -> None:
        setup = Setup(1, limit=50, loop_seconds=0, picture_seconds=0, hurried_seconds=0)
        late = lateness(iter([0.0] * 505), setup, random.Random(1))  # two requests each, 10 of them without a wait
        assert late[0] == late[4] == 0
        assert isclose(late[-1], 1000 / 50, rel_tol=0.01)

    def test_two_processes_share_the_limit(self) -> None:
        late = self.late(20, Setup(2, limit=50, loop_seconds=0, picture_seconds=0, hurried_seconds=0))
        assert share(late, 0.99) < 5
        assert share(self.late(30, Setup(2, limit=50, loop_seconds=0, picture_seconds=0, hurried_seconds=0)), 0.99) > 60

    def test_boards_that_are_late_are_drawn_fast(self) -> None:
        steady = Setup(1, limit=1e9, loop_seconds=0, picture_seconds=0.2, hurried_seconds=0.2)
        assert share(self.late(8, steady), 0.99) > 60
        assert share(self.late(8, replace(steady, hurried_seconds=0.02)), 0.99) < 1

    def test_bursts_wait_longer(self) -> None:
        setup = Setup(1, limit=1e9, loop_seconds=0, picture_seconds=0.1, hurried_seconds=0.1)
        together = self.late(7, setup, bursts=Bursts(turns=10, pause=0.05))
        assert mean(together) > mean(self.late(7, setup))

    def test_what_can_not_be_is_refused(self) -> None:
        with pytest.raises(ValueError, match="must be a process"):
            Setup(0, limit=50, loop_seconds=0, picture_seconds=0, hurried_seconds=0)

    def test_every_simulated_peak_is_of_an_assumed_play(self) -> None:
        assert {peak.play for peak in PEAKS} <= set(PLAYS)

    def test_shares_are_those_of_the_sorted_values(self) -> None:
        assert (share([3, 1, 2, 4], 0.5), share([5.0], 1.0), share([], 0.99)) == (3, 5.0, 0)
