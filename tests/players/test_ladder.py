"""Ratings of the levels: what the fit makes of wins, how they are stored, and that the docs show them."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bot.command_line.app import app
from bot.players import ladder
from bot.players.ladder import ANCHOR, ANCHOR_RATING, FOLDER, Measurement, fit_ratings, measurements, save, table

STRENGTH = Path(__file__).parents[2] / "docs" / "strength.md"


def pairing(first: str, second: str, won: float, matches: int = 100) -> Measurement:
    return Measurement(first, second, won, matches, sides=2, seconds=0.1)


def points(*pairings: Measurement) -> dict[str, float]:
    return {one.name: one.rating for one in fit_ratings(pairings)}


def test_ten_times_as_many_wins_are_four_hundred_points() -> None:
    found = points(pairing("hard", "normal", 909.5, 1000))  # and half a match more for each
    assert found["normal"] == ANCHOR_RATING
    assert found["hard"] == pytest.approx(ANCHOR_RATING + 400, abs=0.1)


def test_who_never_met_is_compared_by_way_of_a_third() -> None:
    found = points(pairing("hard", "normal", 75), pairing("normal", "easy", 75))
    assert found["hard"] - found["normal"] == pytest.approx(found["normal"] - found["easy"], abs=0.01)


def test_who_wins_everything_gets_a_rating_all_the_same() -> None:
    [best, other] = fit_ratings([pairing("hard", "random", 20, 20)])
    assert (best.name, other.name) == ("hard", "random")
    assert 400 < best.rating - other.rating < 900


def test_more_matches_make_the_interval_smaller() -> None:
    few, many = (fit_ratings([pairing("hard", ANCHOR, 0.75 * number, number)])[0] for number in (20, 320))
    assert few.low < few.rating < few.high
    assert 3 < (few.high - few.low) / (many.high - many.low) < 5


def test_a_pairing_takes_the_place_of_the_one_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder, "FOLDER", tmp_path)
    assert measurements("cirondo") == []
    old, kept, new = pairing("hard", "easy", 9, 10), pairing("easy", "random", 8, 10), pairing("hard", "easy", 15.5, 20)
    save("cirondo", [old, kept])
    save("cirondo", [new])
    assert measurements("cirondo") == [new, kept]


def test_the_arena_saves_what_it_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder, "FOLDER", tmp_path)
    command = ["arena", "parcheesi", "beginner", "random", "--games", "2", "--option", "max_rolls=10", "--save"]
    answer = CliRunner().invoke(app, command)
    assert answer.exit_code == 0, answer.output
    [one] = measurements("parcheesi")
    assert (one.first, one.second, one.matches, one.sides) == ("beginner", "random", 2, 2)
    shown = CliRunner().invoke(app, ["ladder", "parcheesi"])
    assert shown.output.splitlines() == table([one])
    assert CliRunner().invoke(app, ["ladder", "cirondo"]).exit_code != 0


@pytest.mark.parametrize("key", [file.stem for file in FOLDER.glob("*.json")])
def test_the_docs_show_the_ratings_of_a_game(key: str) -> None:
    assert "\n".join(table(measurements(key))) in STRENGTH.read_text("utf-8")


def test_the_stored_pairings_are_one_a_line() -> None:
    for file in FOLDER.glob("*.json"):
        lines = file.read_text("utf-8").splitlines()[1:-1]
        assert [json.loads(line.rstrip(",")) for line in lines] == json.loads(file.read_text("utf-8"))
