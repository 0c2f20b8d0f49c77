"""The arena: who meets whom in which seat, what is counted, and how sure it is."""

import random
from collections.abc import Mapping
from itertools import combinations
from math import inf
from typing import Any

import pytest
from typer.testing import CliRunner

from bot.command_line.app import app
from bot.players import LEVELS
from bot.players.arena import (
    LONGEST,
    POSITIONS,
    RESULTS,
    SCORES,
    TIMES,
    Alone,
    Pairing,
    RoundRobin,
    Tally,
    contest_of,
    levels_within,
    pairing_line,
    pairing_row,
    score_line,
    score_row,
    seed_of,
    times_line,
    times_row,
    wilson,
)
from bot.players.luck import Luck
from bot.rules import GAMES
from bot.rules.api import Result, State
from tests.players.toy_games import Toy


@pytest.mark.parametrize(
    ("won", "played", "low", "high"),
    [(8, 10, 0.490, 0.943), (0, 10, 0.0, 0.278), (10, 10, 0.722, 1.0), (50, 100, 0.404, 0.596)],
)
def test_wilsons_interval(won: float, played: int, low: float, high: float) -> None:
    assert wilson(won, played) == pytest.approx((low, high), abs=0.001)


def test_nothing_is_known_without_a_match() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


def test_every_pair_meets_as_often_and_every_match_is_counted_once() -> None:
    contest = contest_of("parcheesi", ["easy", "greedy", "random"], None, ["max_rolls=20"])
    pairings = list(contest.play(["easy", "greedy", "random"], 2, 1, levels_within(None)))
    assert [(pairing.one, pairing.other, pairing.played) for pairing in pairings] == [
        ("easy", "greedy", 2),
        ("easy", "random", 2),
        ("greedy", "random", 2),
    ]
    assert all(0 <= pairing.won <= 2 for pairing in pairings)
    assert all(contest.tallies[name].times for name in ("easy", "greedy", "random"))


@pytest.mark.parametrize(
    ("key", "seats", "options", "seated"),
    [
        ("cirondo", 2, {}, [["easy", "random"], ["random", "easy"]]),
        ("cirondo", 4, {}, [["easy", "random"] * 2, ["random", "easy"] * 2]),
        ("parcheesi", 3, {}, [["easy", "random", "easy"], ["random", "easy", "random"]]),
    ],
)
def test_the_seats_are_exchanged_from_match_to_match(
    key: str, seats: int, options: Mapping[str, object], seated: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    noted: list[list[str]] = []
    monkeypatch.setattr(RoundRobin, "_match", lambda contest, pairing, names, source, levels: noted.append(names))
    list(RoundRobin(GAMES[key], seats, options).play(["easy", "random"], 2, 3, levels_within(None)))
    assert noted == seated


def test_the_same_seed_gives_the_same_contest() -> None:
    def won(seed: int) -> float:
        contest = contest_of("southern_cards", ["greedy", "random"], 2, [])
        return sum(pairing.won for pairing in contest.play(["greedy", "random"], 6, seed, levels_within(None)))

    assert won(5) == won(5)


class ToyGame:
    """Two seats that decide in turn, this many times together."""

    def __init__(self, decisions: int) -> None:
        self.decisions = decisions

    def start(self, seats: int, options: Mapping[str, object], luck: Luck) -> State[Any]:
        return Toy(4, last=self.decisions)

    def sides(self, seats: int, options: Mapping[str, object]) -> tuple[tuple[int, ...], ...]:
        return ((0,), (1,))


class TestWhatIsCounted:
    def contest(self, decisions: int, opening: int = 0) -> RoundRobin:
        game: Any = ToyGame(decisions)
        return RoundRobin(game, 2, {}, opening)

    def test_every_decision_is_the_openings_included(self) -> None:
        contest = self.contest(6, opening=1)
        [pairing] = contest.play(["random", "random"], 5, 1, {})
        assert (pairing.played, pairing.decisions, pairing.unfinished) == (5, 30, 0)
        assert len(contest.tallies["random"].times) == 20  # two of each match were the opening

    def test_what_plays_at_random_makes_no_positions(self) -> None:
        contest = self.contest(6)
        list(contest.play(["random", "random"], 2, 1, {}))
        assert contest.tallies["random"].positions == 0
        assert contest.tallies["random"].pace == 0.0

    def test_a_match_without_end_is_given_up_and_counts_half(self) -> None:
        [pairing] = self.contest(9_999).play(["random", "random"], 1, 1, {})
        assert (pairing.played, pairing.unfinished, pairing.won, pairing.decisions) == (1, 1, 0.5, LONGEST)

    def test_a_win_counts_one_and_a_shared_first_place_half(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The second of two matches is played with the seats exchanged."""
        for places, won in (((1, 2), 1.0), ((2, 1), 1.0), ((1, 1), 1.0)):
            monkeypatch.setattr(Toy, "result", Result(places))
            contest = self.contest(4)
            monkeypatch.setattr(RoundRobin, "_decider", lambda *_: lambda state: (state.legal()[0], 7))
            [pairing] = contest.play(["easy", "hard"], 2, 1, {})
            assert pairing.won == won
            assert contest.tallies["easy"].positions == contest.tallies["hard"].positions == 4 * 7
        monkeypatch.setattr(Toy, "result", Result((1, 2)))
        [pairing] = self.contest(4).play(["easy", "hard"], 1, 1, {})
        assert pairing.won == 1.0

    def test_scores_are_printed_with_the_interval_of_their_mean(self) -> None:
        alone = Alone("easy", [10, 20, 30])
        assert alone.interval() == pytest.approx((20 - 11.316, 20 + 11.316), abs=0.001)
        assert " ".join(score_line(alone).split()) == ("easy: 20.0 points on average (95 %: 8.7 to 31.3) in 3 matches")
        assert score_row(alone) == "| easy | 3 | 20.0 | 8.7 to 31.3 |"
        assert Alone("easy", [10]).interval() == (-inf, inf)

    def test_a_share_of_nothing_is_nothing(self) -> None:
        assert pairing_row(Pairing("easy", "hard")) == "| easy - hard | 0 | 0 | 0.0% | 0.0% to 100.0% | 0 |"

    def test_only_the_time_of_the_core_counts(self) -> None:
        levels = levels_within(0.25)
        assert {level.budget.patience for level in levels.values()} == {None}
        assert levels["hard"].budget.seconds == 0.25
        assert levels["normal"].budget.seconds == 0.03125
        assert levels["easy"].budget.seconds == LEVELS["easy"].budget.seconds
        assert levels_within(None)["hard"].budget.seconds == LEVELS["hard"].budget.seconds


@pytest.mark.parametrize(
    ("key", "names", "seats", "options", "refusal"),
    [
        ("chess", ["easy", "random"], None, [], "chess"),
        ("cirondo", ["easy"], None, [], "two different players"),
        ("cirondo", ["easy", "easy"], None, [], "two different players"),
        ("cirondo", ["easy", "brilliant"], None, [], "brilliant"),
        ("cirondo", ["easy", "random"], 3, [], "seats: 3"),
        ("cirondo", ["easy", "random"], None, ["colour=red"], "colour"),
    ],
)
def test_what_cannot_be_held_is_refused_with_the_reason(
    key: str, names: list[str], seats: int | None, options: list[str], refusal: str
) -> None:
    with pytest.raises(ValueError, match=refusal):
        contest_of(key, names, seats, options)


def test_a_pairing_is_printed_with_its_interval() -> None:
    words = " ".join(pairing_line(Pairing("hard", "easy", 8, 10, 1, 320)).split())
    assert words == "hard - easy 8.0 of 10 80.0% (95 %: 49.0% to 94.3%), 32 decisions each, 1 unfinished"


def test_times_are_printed_by_their_shares() -> None:
    tally = Tally(positions=900, times=[0.3, 0.1, 0.2])
    assert [tally.within(share) for share in (0.5, 0.99, 1)] == [0.2, 0.3, 0.3]
    words = " ".join(times_line("hard", tally).split())
    assert words == (
        "hard: 3 decisions, half within 200.0 ms, 99 % within 300.0 ms, slowest 300.0 ms, 1,500 positions/s"
    )
    assert Tally().within(0.5) == 0.0


def test_a_row_has_as_many_columns_as_its_table() -> None:
    for heads, row in (
        (RESULTS, pairing_row(Pairing("hard", "easy", 8, 10, 1, 320))),
        (TIMES, times_row("random", Tally(times=[0.1]))),
    ):
        assert {line.count("|") for line in (*heads, row)} == {row.count("|")}


class TestPositions:
    def test_what_is_measured_with_is_never_tuned_with(self) -> None:
        tuning, measuring = (
            {seed_of(positions, seed, number) for seed in range(20) for number in range(50)} for positions in POSITIONS
        )
        assert len(tuning) == len(measuring) == 1000
        assert not tuning & measuring
        assert {seed % 2 for seed in tuning} == {0}

    def test_both_matches_of_a_pair_have_one_opening_and_other_pairs_have_others(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        opened = []
        real = RoundRobin._open

        def noted(contest: RoundRobin, luck: Luck, source: random.Random) -> tuple[State[Any], int]:
            state, decisions = real(contest, luck, source)
            opened.append((contest.positions, state.dump()))
            return state, decisions

        monkeypatch.setattr(RoundRobin, "_open", noted)
        for positions in POSITIONS:
            contest = contest_of("down_under", ["greedy", "random"], None, [], opening=2, positions=positions)
            list(contest.play(["greedy", "random"], 4, 1, levels_within(None)))
        assert opened[0] == opened[1]
        assert opened[2] == opened[3]
        assert all(one != other for one, other in combinations(opened[::2], 2))
        assert all(len(state["tiles"]) >= 4 for _, state in opened)

    def test_a_match_that_its_opening_ends_is_begun_anew(self) -> None:
        contest = contest_of("southern_cards", ["greedy", "random"], 2, [], opening=14)
        state, decisions = contest._open(Luck(1), random.Random(1))
        assert state.to_move is not None
        assert decisions == 28


class TestTheCommand:
    def test_it_prints_what_was_won_and_measured(self) -> None:
        answer = CliRunner().invoke(
            app, ["arena", "parcheesi", "greedy", "random", "--games", "2", "--option", "max_rolls=20"]
        )
        assert answer.exit_code == 0, answer.output
        assert "greedy - random" in answer.output
        assert "positions/s" in answer.output

    def test_it_prints_tables(self) -> None:
        command = ["arena", "parcheesi", "greedy", "random", "--games", "2", "--option", "max_rolls=20", "--markdown"]
        answer = CliRunner().invoke(app, command)
        assert answer.exit_code == 0, answer.output
        lines = answer.output.splitlines()
        assert lines[:2] == list(RESULTS)
        assert lines[4:6] == list(TIMES)
        assert lines[2].startswith("| greedy - random | 2 |")
        assert len(lines) == 8

    @pytest.mark.thorough
    def test_alone_everyone_plays_the_same_matches_for_the_score(self) -> None:
        command = ["arena", "southern_cards", "easy", "random", "--games", "2", "--seats", "1"]
        answer = CliRunner().invoke(app, command)
        assert answer.exit_code == 0, answer.output
        easy, chance = (float(line.split()[1]) for line in answer.output.splitlines()[:2])
        assert easy > chance
        rows = CliRunner().invoke(app, [*command, "--markdown"]).output.splitlines()
        assert rows[:2] == list(SCORES)
        assert rows[2].startswith("| easy | 2 |")
        assert {row.count("|") for row in rows[:4]} == {5}

    def test_unknown_positions_are_said(self) -> None:
        answer = CliRunner().invoke(app, ["arena", "cirondo", "easy", "random", "--positions", "easy"])
        assert answer.exit_code != 0
        assert "tuning" in answer.output

    def test_an_unknown_game_is_said(self) -> None:
        answer = CliRunner().invoke(app, ["arena", "chess", "easy", "random"])
        assert answer.exit_code != 0
        assert "chess" in answer.output
