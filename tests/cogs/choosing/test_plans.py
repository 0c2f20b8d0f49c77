"""Turns that are planned: their decisions are chosen one after the other and confirmed together."""

from random import Random
from typing import Any

import pytest

from bot.players.luck import Luck
from bot.rules import GAMES
from cogs.shared.choosing.plans import (
    START,
    Numbers,
    back,
    closes,
    closing_move,
    confirms,
    decode_plan,
    encode_plan,
    follow,
    plan_of,
)
from cogs.shared.presentation.paths import compose, numbers_to
from tests.cogs.choosing.positions import SCREEN, numbers_of
from tests.cogs.games import screen_of

EMPTY = GAMES["southern_cross"].start(4, {}, None)  # type: ignore[arg-type]  # its start draws no luck


def test_a_decision_that_is_chosen_to_its_end_leads_to_the_next_one() -> None:
    plan = follow(SCREEN, EMPTY, numbers_of(EMPTY, "base-c6", "basexc5"), plans=True)
    assert plan.moves == ["base-c6", "basexc5"]
    assert (plan.state.to_move, plan.composition.chosen, plan.composition.move) == (0, (), None)
    assert {step.at for step in plan.composition.choices} >= {"base", "c6", "c5"}
    assert SCREEN.describe_turn(plan.decisions()) == "🔵 Blue enters on c6 and jumps from the base to c5."


def test_with_the_last_action_nothing_is_left_to_choose_but_the_end_of_the_turn() -> None:
    plan = follow(SCREEN, EMPTY, numbers_of(EMPTY, "base-c6", "basexc5", "base-d6"), plans=True)
    assert plan.composition.choices == ()
    assert [one.notation for one in SCREEN.direct_moves(plan.state)] == ["end"]
    assert SCREEN.direct_moves(plan.state)[0].question == ""


def test_only_a_choice_that_says_so_ends_the_turn() -> None:
    two = numbers_of(EMPTY, "base-c6", "c6-b6")
    plan = follow(SCREEN, EMPTY, two, plans=True)
    (base,) = [number for number, step in enumerate(plan.composition.choices) if step.at == "base"]
    assert not closes(SCREEN, plan)
    assert closing_move(SCREEN, EMPTY, (*two, (base,))) is None
    assert closes(SCREEN, follow(SCREEN, EMPTY, (*two, (base,)), plans=True))
    end = closing_move(SCREEN, EMPTY, (*two, (base, 0)))
    assert end is not None
    assert end.notation == "end"
    assert not closes(SCREEN, follow(SCREEN, EMPTY, (*two[:1], (base,)), plans=True))


def test_a_choice_without_alternatives_after_it_ends_no_turn_unasked() -> None:
    two = numbers_of(EMPTY, "base-c6", "basexc5")
    plan = follow(SCREEN, EMPTY, (*two, (0,)), plans=True)
    assert (plan.moves, plan.composition.choices) == (["base-c6", "basexc5", "base-d6"], ())
    assert closing_move(SCREEN, EMPTY, (*two, (0,))) is None


def test_moves_of_one_turn_become_the_choices_that_lead_to_them() -> None:
    moves = ["base-c6", "basexc5", "base-d6"]
    numbers = plan_of(SCREEN, EMPTY, [*moves, "end"])
    plan = follow(SCREEN, EMPTY, numbers, plans=True)
    assert plan.moves == moves
    assert [one.notation if one else "" for one in confirms(SCREEN, EMPTY, plan)] == ["", "end"]
    assert plan_of(SCREEN, EMPTY, ["end"]) == START


def test_of_a_turn_that_is_not_planned_only_the_first_move_is_chosen() -> None:
    screen = screen_of("parcheesi")
    luck = Luck(1)
    state = GAMES["parcheesi"].start(2, {}, luck)
    while len(state.legal()) < 2:
        state = state.play(state.legal()[0], luck)
    move = state.legal()[0]
    assert plan_of(screen, state, [state.notate(move), "never read"]) == (numbers_to(screen.paths(state), move),)


def test_back_goes_choice_by_choice_to_the_beginning() -> None:
    numbers = numbers_of(EMPTY, "base-c6", "base-d6")
    seen = []
    while (plan := follow(SCREEN, EMPTY, numbers, plans=True)).all_numbers != follow(
        SCREEN, EMPTY, START, plans=True
    ).all_numbers:
        seen.append((plan.moves, [step.label for step in plan.composition.chosen]))
        numbers = back(SCREEN, EMPTY, plan.all_numbers, plans=True)
    assert seen == [
        (["base-c6", "base-d6"], []),
        (["base-c6"], ["Base"]),
        (["base-c6"], []),
        ([], ["Base"]),
    ]


@pytest.mark.parametrize("text", ["9", "0.9", "0_0", "0.0_0.9", "0.0_0.0_0.0_0", "0.0.0"])
def test_numbers_of_another_position_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"choice|planned"):
        follow(SCREEN, EMPTY, decode_plan(text), plans=True)


@pytest.mark.parametrize("key", GAMES)
def test_a_plan_holds_what_one_seat_may_still_take_back(key: str) -> None:
    screen, picks = screen_of(key), Random(5)
    luck: Any = _Luck(picks)
    state = GAMES[key].start(GAMES[key].seats({})[0], {}, luck)
    numbers: Numbers = START
    for _ in range(40):
        if state.to_move is None:
            break
        plan = follow(screen, state, numbers, plans=screen.plans_turns)
        assert decode_plan(encode_plan(plan.all_numbers)) == plan.all_numbers
        if plan.planned:
            assert screen.plans_turns
            assert plan.state.may_take_back(plan.planned[-1][0])
        if plan.paths and len(numbers) < 5:
            path, move = picks.choice(list(plan.paths))
            chosen = numbers_to(plan.paths, move)
            assert compose(plan.paths, chosen, asks=screen.plans_turns).move == move, path
            numbers = (*plan.numbers, chosen)
            if follow(screen, state, numbers, plans=screen.plans_turns).planned:
                continue
        moves = follow(screen, state, numbers, plans=screen.plans_turns).moves or [
            plan.state.notate(picks.choice(plan.state.legal()))
        ]
        for text in moves:
            state = state.play(state.parse(text), luck)
        numbers = START


class _Luck:
    def __init__(self, source: Random) -> None:
        self._source = source

    def roll(self, sides: int = 6) -> int:
        return self._source.randint(1, sides)

    def shuffle(self, items: list[str]) -> list[str]:
        return self._source.sample(items, len(items))
