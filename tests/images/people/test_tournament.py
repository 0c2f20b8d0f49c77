"""A tournament's table and brackets: nothing overlaps or leaves them, and their words say what they show."""

import pytest

from images.people import tournament
from images.people.plates import Standings
from images.people.tournament import TournamentTableRow
from tests.images.people.conftest import CanvasOf
from tests.images.people.leagues import require_apart
from tests.images.people.tournaments import bracket, tournament_table


@pytest.mark.parametrize(("people", "rounds"), [(4, 3), (9, 11), (33, 6)])
def test_everything_is_on_the_table_and_nothing_overlaps(people: int, rounds: int, canvas_of: CanvasOf) -> None:
    canvas = canvas_of(tournament.draw_table(tournament_table(people, rounds)))
    assert sum(box.name == "emblem" for box in canvas.boxes) == min(people, tournament.MOST_ROWS)
    require_apart(canvas)


@pytest.mark.parametrize("people", [4, 32])
def test_everything_is_in_the_brackets_and_nothing_overlaps(people: int, canvas_of: CanvasOf) -> None:
    brackets = [bracket(people), bracket(people // 2)]
    canvas = canvas_of(tournament.draw_brackets("Cirondo: knock-out", "Round 2 of 5", brackets))
    sides = [side for one in brackets for column in one.rounds for pair in column for side in pair.sides if side]
    assert sum(box.name == "emblem" for box in canvas.boxes) == len(sides)
    winners = [pair for one in brackets for column in one.rounds for pair in column if pair.winner is not None]
    assert sum(box.name == "bye" for box in canvas.boxes) == sum(None in pair.sides for pair in winners) > 0
    assert sum(box.name in ("arrow", "crown") for box in canvas.boxes) == len(winners)
    assert sum(box.name == "crown" for box in canvas.boxes) == sum(
        one.rounds[-1][0].winner is not None for one in brackets
    )
    require_apart(canvas)


def test_the_words_say_who_has_what_and_who_goes_on() -> None:
    rows = [TournamentTableRow(1, 7, 5, 4, [(2, (2,))]), TournamentTableRow(2, 8, 1, 3, [None], gone=True)]
    words = tournament.alt(Standings("A game: groups", "Round 1 of 2", rows))
    assert words == "A game: groups, Round 1 of 2. 1: 2½ points, opponents 2; 2: ½ point, opponents 1½, left."
    words = tournament.brackets_alt("A game: knock-out", "Round 2 of 2", [bracket(4)])
    assert words == (
        "A game: knock-out, Round 2 of 2. Main bracket, column 1: 1 has a bye, 3 against 4, 3 goes on; "
        "Main bracket, column 2: 1 against 3."
    )


@pytest.mark.parametrize("people", [16, 32])
def test_names_are_shown_in_all_rounds_of_large_brackets(people: int, canvas_of: CanvasOf) -> None:
    canvas = canvas_of(tournament.draw_brackets("Cirondo: knock-out", "Round 2 of 5", [bracket(people)]))
    numbers = {box.left for box in canvas.boxes if box.kind == "text" and box.name.isdigit()}
    assert len({round(left) // 30 for left in numbers}) == people.bit_length() - 1
    names = [box for box in canvas.boxes if box.kind == "text" and box.name.startswith("Zo")]
    assert len({round(box.left) // 40 for box in names}) > 2


def test_many_rounds_leave_more_room_for_names(canvas_of: CanvasOf) -> None:
    def points(rounds: int) -> float:
        canvas = canvas_of(tournament.draw_table(tournament_table(9, rounds)))
        return next(box.left for box in canvas.boxes if box.name == "Points")

    assert points(11) > points(7)
