"""How many seats a table has that somebody opens."""

import pytest

from bot.match import SeriesKind
from bot.match.values.errors import BadOption
from cogs.shared.commands.opening import allowed_seats, seats_for
from cogs.shared.presentation.game_options import numbers_of_seats
from tests.cogs.games import screen_of


@pytest.mark.parametrize(
    ("allowed", "guests", "seats"),
    [
        ((2, 3, 4), 0, 2),
        ((2, 3, 4), 1, 2),
        ((2, 3, 4), 2, 3),
        ((2, 3, 4), 3, 4),
        ((1, 2, 3), 0, 2),
        ((2, 4), 2, 4),
        ((4,), 1, 4),
        ((1,), 0, 1),
    ],
)
def test_a_table_is_the_smallest_with_room_for_everybody(allowed: tuple[int, ...], guests: int, seats: int) -> None:
    assert seats_for(allowed, guests) == seats


@pytest.mark.parametrize(
    ("key", "options", "series", "seats"),
    [
        ("cirondo", {}, None, (2, 4)),
        ("cirondo", {"teams": True}, None, (4,)),
        ("southern_cards", {}, None, (1, 2, 3, 4, 5)),
        ("southern_cards", {}, SeriesKind.PARALLEL, (2, 3, 4, 5)),
        ("southern_cards", {}, SeriesKind.POINTS, (1, 2, 3, 4, 5)),
        ("down_under", {"routes": 2}, None, (2,)),
    ],
)
def test_options_and_series_say_how_many_can_play(
    key: str, options: dict[str, object], series: SeriesKind | None, seats: tuple[int, ...]
) -> None:
    assert allowed_seats(screen_of(key), options, series) == seats


def test_options_that_do_not_go_together_are_refused_in_words() -> None:
    with pytest.raises(BadOption, match="two routes each don't work with a neutral line or frame"):
        allowed_seats(screen_of("down_under"), {"routes": 2, "area": "line"})


@pytest.mark.parametrize(
    ("key", "seats"),
    [
        ("cirondo", (2, 4)),
        ("down_under", (2, 3, 4)),
        ("parcheesi", (2, 3, 4)),
        ("southern_cards", (1, 2, 3, 4, 5)),
        ("southern_cross", (4,)),
    ],
)
def test_a_game_is_shown_with_all_numbers_of_seats_that_some_options_allow(key: str, seats: tuple[int, ...]) -> None:
    assert numbers_of_seats(screen_of(key)) == seats
