"""What holds for every computer player of every game."""

import random
from collections.abc import Mapping
from typing import Any

import pytest

from bot.players import JUDGES, LEVELS, player_for
from bot.players.levels import GREEDY
from bot.players.luck import Luck
from bot.rules import GAMES, Game
from tests.players.tables import PLAYED, at, chosen, within

MOVES = 16  # of a position that are asked about one by one


def test_every_game_has_its_judge() -> None:
    assert JUDGES.keys() == GAMES.keys()


@pytest.mark.sample(20)
@pytest.mark.parametrize(("game", "seats", "options"), PLAYED)
@pytest.mark.parametrize("level", [*LEVELS, GREEDY.name])
def test_what_is_chosen_is_legal_and_the_choice_of_the_same_seed(
    game: Game[Any], seats: int, options: Mapping[str, object], level: str
) -> None:
    for decisions in (0, 22):
        state = at(game, seats, options, decisions, seed=decisions)
        choice = chosen(game, seats, options, state, within(level))
        assert choice.move in {state.notate(move) for move in state.legal()}
        assert chosen(game, seats, options, state, within(level)) == choice


@pytest.mark.sample(12)
@pytest.mark.parametrize(("game", "seats", "options"), PLAYED)
@pytest.mark.parametrize("positions", [1, 40, 300])
def test_no_more_positions_are_made_than_the_budget_allows(
    game: Game[Any], seats: int, options: Mapping[str, object], positions: int
) -> None:
    state = at(game, seats, options, 12, seed=4)
    for level in LEVELS:
        choice = chosen(game, seats, options, state, within(level, positions))
        assert choice.positions <= positions
        assert choice.move in {state.notate(move) for move in state.legal()}


@pytest.mark.parametrize(("game", "seats", "options"), PLAYED)
def test_a_position_can_be_made_of_every_view(game: Game[Any], seats: int, options: Mapping[str, object]) -> None:
    for decisions in (0, 15):
        state = at(game, seats, options, decisions, seed=9)
        for seat in range(seats):
            view = state.view(seat)
            fitting = game.state_of_view(view, seat)
            assert fitting.view(seat) == view
            if not game.hidden:
                assert fitting == state


@pytest.mark.sample(5)
@pytest.mark.parametrize(("game", "seats", "options"), [played for played in PLAYED if played.values[0].hidden])  # type: ignore[union-attr]  # the first value is a game
@pytest.mark.parametrize("level", LEVELS)
def test_shuffling_what_is_hidden_changes_no_choice(
    game: Game[Any], seats: int, options: Mapping[str, object], level: str
) -> None:
    for decisions in (0, 11):
        state = at(game, seats, options, decisions, seed=20 + decisions)
        seat = state.to_move
        assert seat is not None
        others = [state.determinise(seat, Luck(seed)) for seed in range(2)]
        assert any(other != state for other in others)
        choices = {chosen(game, seats, options, other, within(level)) for other in (state, *others)}
        assert len(choices) == 1


@pytest.mark.sample(5)
@pytest.mark.parametrize(("game", "seats", "options"), PLAYED)
def test_every_move_has_reasons(game: Game[Any], seats: int, options: Mapping[str, object]) -> None:
    told = 0
    for decisions in (3, 14, 30):
        state = at(game, seats, options, decisions, seed=decisions)
        seat = state.to_move
        assert seat is not None
        player = player_for(game.key, seats, options, seat, GREEDY, random.Random(1))
        view, legal = state.view(seat), state.legal()
        for move in legal[:: -(-len(legal) // MOVES)]:
            reasons = player.reasons(view, state.notate(move), steps=2)
            assert any(not reason.against for reason in reasons)  # whatever is chosen, a hint has a sentence for it
            told += sum("{n} turns ahead" not in reason.sentence for reason in reasons if str(reason))
    assert told


@pytest.mark.parametrize("key", GAMES)
def test_a_player_refuses_to_choose_for_another_seat(key: str) -> None:
    game = GAMES[key]
    seats = max(game.seats({}))
    state = game.start(seats, {}, Luck(1))
    waiting = next(seat for seat in range(seats) if seat != state.to_move)
    player = player_for(key, seats, {}, waiting, LEVELS["easy"], random.Random(1))
    with pytest.raises(ValueError, match="not to move"):
        player.choose(state.view(waiting))
