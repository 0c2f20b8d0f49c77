"""The arena: who meets whom in which seat, what is counted, and how sure it is."""

from collections.abc import Mapping

import pytest
from typer.testing import CliRunner

from bot.__main__ import app
from bot.players.arena import Contest, Pairing, contest_of, levels_within, told, wilson
from bot.rules import GAMES


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
    assert all(contest.tallies[name].decisions for name in ("easy", "greedy", "random"))


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
    monkeypatch.setattr(Contest, "_match", lambda contest, pairing, names, source, levels: noted.append(names))
    list(Contest(GAMES[key], seats, options).play(["easy", "random"], 2, 3, levels_within(None)))
    assert noted == seated


def test_the_same_seed_gives_the_same_contest() -> None:
    def won(seed: int) -> float:
        contest = contest_of("southern_cards", ["greedy", "random"], 2, [])
        return sum(pairing.won for pairing in contest.play(["greedy", "random"], 6, seed, levels_within(None)))

    assert won(5) == won(5)


@pytest.mark.parametrize(
    ("key", "names", "seats", "options", "refusal"),
    [
        ("chess", ["easy", "random"], None, [], "chess"),
        ("cirondo", ["easy"], None, [], "Two different players"),
        ("cirondo", ["easy", "easy"], None, [], "Two different players"),
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


def test_a_pairing_is_told_with_its_interval() -> None:
    words = " ".join(told(Pairing("hard", "easy", 8, 10, 1)).split())
    assert words == "hard - easy 8.0 of 10 80% (95 %: 49% to 94%), 1 unfinished"


class TestTheCommand:
    def test_it_prints_what_was_won_and_measured(self) -> None:
        answer = CliRunner().invoke(
            app, ["arena", "parcheesi", "greedy", "random", "--games", "2", "--option", "max_rolls=20"]
        )
        assert answer.exit_code == 0, answer.output
        assert "greedy - random" in answer.output
        assert "positions/s" in answer.output

    def test_an_unknown_game_is_said(self) -> None:
        answer = CliRunner().invoke(app, ["arena", "chess", "easy", "random"])
        assert answer.exit_code != 0
        assert "chess" in answer.output
