"""Trying out moves: with the luck that somebody chooses, in positions that tell nothing of what is hidden."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from bot.match.reading.trying import LuckDoesNotFit, LuckNeeded, supposed_position, try_move
from bot.rules import GAMES, IllegalMove, State
from bot.rules.chance import Sealed

LUCK = Sealed(bytes(32), "of nobody")


def walked(game: str, seats: int, *, positions: int = 12, step: int = 3) -> Iterator[State[Any]]:
    """Positions of a match in which everybody plays some move or other."""
    luck = Sealed(bytes([seats]) * 32, game)
    state = GAMES[game].start(seats, {}, luck)
    for number in range(positions * step):
        if number % step == 0:
            yield state
        legal = state.legal()
        if not legal:
            return
        state = state.play(legal[number * 7 % len(legal)], luck)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_supposed_follows_from_what_the_seat_sees_alone(game: str) -> None:
    """For every seat, in every game: the same for each deal of what is hidden, and as the seat sees it."""
    rules = GAMES[game]
    for seats in rules.seats({}):
        for state in walked(game, seats):
            for seat in range(seats):
                supposed = supposed_position(rules, state, seat)
                assert supposed.view(seat) == state.view(seat)
                for deal in range(3):
                    elsewhere = state.determinise(seat, Sealed(bytes([deal]) * 32, "elsewhere"))
                    assert supposed_position(rules, elsewhere, seat) == supposed


@pytest.mark.parametrize("game", [key for key, one in GAMES.items() if one.hidden])
def test_what_is_hidden_is_dealt_without_the_luck_of_the_match(game: str) -> None:
    """Over many matches what is supposed is as it is no more often than by accident."""
    rules, hits, all_ = GAMES[game], 0, 0
    for number in range(60):
        state = rules.start(2, {}, Sealed(bytes([number]) * 32, "a match"))
        supposed = supposed_position(rules, state, 0)
        real, here = state.concealed(0), supposed.concealed(0)
        assert real.places.keys() == here.places.keys()
        hits += sum(real.places[place] == here.places[place] for place in real.places)
        all_ += len(real.places)
    assert hits < all_ / 20


def at_dice() -> State[Any]:
    state = GAMES["parcheesi"].start(2, {}, LUCK)
    assert state.only_roll() is not None
    return state


def roll(*chosen: int, goes_on: bool = False) -> tuple[int, ...]:
    state = at_dice()
    (text,) = (state.notate(move) for move in state.legal())
    return try_move(state, text, chosen, LUCK, goes_on=goes_on, automatic=False)[0].luck


def test_a_move_asks_for_each_number_that_it_draws() -> None:
    for chosen in ((), (3,)):
        with pytest.raises(LuckNeeded) as needed:
            roll(*chosen)
        assert needed.value.sides == 6
    assert roll(3, 5) == (3, 5)


def test_the_rest_of_the_luck_can_be_drawn() -> None:
    assert len(roll(goes_on=True)) == 2
    assert roll(4, goes_on=True)[0] == 4


@pytest.mark.parametrize("chosen", [(0, 1), (7, 1), (1, 2, 3), (1, 99)])
def test_luck_that_cannot_be_is_refused(chosen: tuple[int, ...]) -> None:
    with pytest.raises(LuckDoesNotFit):
        roll(*chosen)


def test_a_move_that_is_not_legal_is_refused() -> None:
    with pytest.raises(IllegalMove):
        try_move(at_dice(), "nonsense", (), LUCK, goes_on=False, automatic=False)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("automatic", [False, True])
def test_what_leaves_no_choice_follows_if_it_does_at_the_table(game: str, automatic: bool) -> None:
    rules = GAMES[game]
    for seats in rules.seats({})[:2]:
        for state in walked(game, seats):
            if not (legal := state.legal()):
                continue
            tried = try_move(state, state.notate(legal[0]), (), LUCK, goes_on=True, automatic=automatic)
            assert tried[0].before == state
            for one, following in pairwise(tried):
                assert one.after.forced() is not None
                assert following.before == one.after
            assert automatic or len(tried) == 1
            played = tried[0].as_played()
            assert (played.move, played.chance, played.after) == (tried[0].move, tried[0].luck, tried[0].after)
