"""A tournament's tournament_table and brackets: nothing overlaps or leaves them, and their words say what they show."""

import pytest

from images.canvas.palette import NIGHT
from images.people import tournament
from images.people.plates import Standings
from images.people.tournament import TournamentRow
from tests.images.people.leagues import require_apart
from tests.images.people.tournaments import bracket, tournament_table


@pytest.mark.parametrize(("people", "rounds"), [(4, 3), (9, 11), (33, 6)])
def test_everything_is_on_the_table_and_nothing_overlaps(
    people: int, rounds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = min(people, tournament.MOST_ROWS)
    canvas = tournament._ground(shown, rounds, 250 if rounds < 5 else 0, NIGHT)
    monkeypatch.setattr(tournament, "_ground", lambda *_: canvas)
    tournament.draw_table(tournament_table(people, rounds))
    assert sum(box.name == "emblem" for box in canvas.boxes) == shown
    require_apart(canvas)


@pytest.mark.parametrize("people", [4, 32])
def test_everything_is_in_the_brackets_and_nothing_overlaps(people: int, monkeypatch: pytest.MonkeyPatch) -> None:
    brackets = [bracket(people), bracket(people // 2)]
    canvas = tournament._empty(tournament._shapes(brackets), NIGHT)
    monkeypatch.setattr(tournament, "_empty", lambda *_: canvas)
    tournament.draw_brackets("Cirondo: knock-out", "Round 2 of 5", brackets)
    sides = [side for one in brackets for column in one.rounds for pair in column for side in pair.sides if side]
    assert sum(box.name == "emblem" for box in canvas.boxes) == len(sides)
    winners = [pair for one in brackets for column in one.rounds for pair in column if pair.winner is not None]
    assert sum(box.name == "arrow" for box in canvas.boxes) == len(winners)
    require_apart(canvas)


def test_the_words_say_who_has_what_and_who_goes_on() -> None:
    rows = [TournamentRow(1, 7, 5, 4, [(2, (2,))]), TournamentRow(2, 8, 1, 3, [None], gone=True)]
    words = tournament.alt(Standings("A game: groups", "Round 1 of 2", rows))
    assert words == "A game: groups, Round 1 of 2. 1: 2½ points, opponents 2; 2: ½ point, opponents 1½, left."
    words = tournament.brackets_alt("A game: knock-out", "Round 2 of 2", [bracket(4)])
    assert words == (
        "A game: knock-out, Round 2 of 2. Main bracket, column 1: 1 has a bye, 3 against 4, 3 goes on; "
        "Main bracket, column 2: 1 against 3."
    )
