"""Choosing a move in steps: every legal move can be reached, and nothing else."""

import pytest

from cogs.shared.choosing.composer import FEW, FEW_GROUPS, SELECT_SIZE, rows
from cogs.shared.choosing.plans import decode_plan, encode_plan
from cogs.shared.interactions.clicks import Target
from cogs.shared.presentation.paths import Path, PathStep, compose, marks, step_back
from cogs.shared.presentation.presentation import last_lines


def way(*labels: str, group: str = "Pieces") -> Path:
    return tuple(PathStep(label, group, label) for label in labels)


PATHS = [(way("A", "1"), "a1"), (way("A", "2"), "a2"), (way("B", "3"), "b3")]


def test_the_first_step_offers_each_piece_once() -> None:
    assert [step.label for step in compose(PATHS, ()).choices] == ["A", "B"]


def test_a_step_with_one_choice_is_automatic() -> None:
    composed = compose(PATHS, (1,))
    assert composed.move == "b3"
    assert composed.numbers == (1, 0)


def test_a_single_legal_move_is_ready_immediately() -> None:
    assert compose(PATHS[:1], ()).move == "a1"


def test_back_returns_to_the_last_real_choice() -> None:
    assert step_back(PATHS, (0, 1)) == (0,)
    assert step_back(PATHS, (1,)) == ()
    assert step_back(PATHS, (0,)) == ()


def test_the_first_choice_of_a_turn_that_is_planned_is_asked_for_even_if_it_is_the_only_one() -> None:
    assert [step.label for step in compose(PATHS[:1], (), asks=True).choices] == ["A"]
    assert compose(PATHS[:1], (0,), asks=True).move == "a1"
    assert step_back(PATHS[:1], (0, 0), asks=True) == ()


@pytest.mark.parametrize("numbers", [(2,), (-1,), (0, 2), (0, 0, 0)])
def test_numbers_that_lead_nowhere_are_refused(numbers: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="no choice"):
        compose(PATHS, numbers)


def test_groups_stay_together_in_the_order_they_appear() -> None:
    mixed = [(way("A"), 0), (way("x", group="Others"), 1), (way("B"), 2)]
    assert [step.label for step in compose(mixed, ()).choices] == ["A", "B", "x"]


def test_the_picture_numbers_the_choices_as_the_list_does() -> None:
    picture_marks = marks(compose(PATHS, (0,)))
    assert [(choice.label, choice.at) for choice in picture_marks.choices] == [("1", "1"), ("2", "2")]
    assert picture_marks.chosen == ("A",)


def test_numbers_survive_a_custom_id() -> None:
    for numbers in (((3, 0, 12),), ((1, 2), (0,), ()), ((),)):
        assert decode_plan(encode_plan(numbers)) == numbers


async def test_a_few_choices_are_buttons_and_many_are_lists() -> None:
    few = rows(Target(1, 2), compose(PATHS, ()))
    assert [item.type.name for item in few[0].children] == ["button", "button"]
    many = [(way(str(number)), number) for number in range(60)]
    lists = rows(Target(1, 2), compose(many, ()))
    sizes = [len(row.children[0].options) for row in lists]
    assert sum(sizes) == 60
    assert max(sizes) <= SELECT_SIZE
    assert FEW < SELECT_SIZE


def headed(heading: str, count: int) -> list[tuple[Path, str]]:
    return [(way(f"{heading}{number}", group=heading), f"{heading}{number}") for number in range(count)]


async def test_a_few_choices_in_each_of_a_few_groups_are_buttons_below_their_headings() -> None:
    first, buttons, second, more = rows(Target(1, 2), compose(headed("x", FEW) + headed("y", 1), ()))
    assert (first.content, second.content) == ("**x**", "**y**")
    assert [item.label for item in (*buttons.children, *more.children)] == [
        "1 · x0", "2 · x1", "3 · x2", "4 · x3", "5 · x4", "6 · y0",
    ]  # fmt: skip


@pytest.mark.parametrize("sizes", [(FEW + 1, 1), (1,) * (FEW_GROUPS + 1)])
async def test_many_choices_or_groups_are_lists_that_say_which_numbers_they_hold(sizes: tuple[int, ...]) -> None:
    paths = [entry for number, size in enumerate(sizes) for entry in headed(str(number), size)]
    lists = [row.children[0] for row in rows(Target(1, 2), compose(paths, ()))]
    assert [len(chooser.options) for chooser in lists] == list(sizes)
    assert lists[-1].placeholder == f"{len(sizes) - 1} ({sum(sizes)})"


async def test_a_choice_that_is_not_in_the_picture_is_a_button_of_its_own_below_the_others() -> None:
    none: tuple[Path, str] = ((PathStep("Skip", "Nothing"),), "none")
    for count in (2, FEW + 1):
        *_, last = rows(Target(1, 2), compose([*headed("x", count), none], ()))
        assert [item.label for item in last.children] == ["Skip"]
    few, last = rows(Target(1, 2), compose([*headed("x", 2), none], ()))
    assert [item.label for item in few.children] == ["1 · x0", "2 · x1"]


async def test_no_two_components_of_one_message_share_a_custom_id() -> None:
    many = [(way(str(number), str(end)), (number, end)) for number in range(60) for end in range(2)]
    for numbers in ((), (3,), (3, 1)):
        ids = [item.custom_id for row in rows(Target(99, 1000), compose(many, numbers)) for item in row.children]
        assert len(ids) == len(set(ids))
        assert all(len(custom_id) <= 100 for custom_id in ids)


def test_of_a_long_turn_the_newest_lines_are_shown() -> None:
    assert last_lines("one\ntwo\nthree", limit=13) == "one\ntwo\nthree"
    assert last_lines("one\ntwo\nthree", limit=12) == "…\ntwo\nthree"
    assert last_lines("one\ntwo\nthree", limit=1) == "…\nthree"


def cells(rows_: int, columns: int) -> list[tuple[Path, str]]:
    names = [(f"{'abcdef'[column]}{row}", -row) for row in range(rows_, 0, -1) for column in range(columns)]
    return [((PathStep(name, "Where to", name, row=row),), name) for name, row in names]


async def test_places_that_say_their_rows_are_buttons_that_lie_like_the_board() -> None:
    items = rows(Target(1, 2), compose(cells(3, 3), ()))
    assert [[item.label for item in row.children] for row in items] == [
        ["1 · a3", "2 · b3", "3 · c3"],
        ["4 · a2", "5 · b2", "6 · c2"],
        ["7 · a1", "8 · b1", "9 · c1"],
    ]


async def test_in_wide_rows_buttons_say_their_numbers_only() -> None:
    *_, last = rows(Target(1, 2), compose(cells(5, 5), ()))
    assert [item.label for item in last.children] == ["21", "22", "23", "24", "25"]


@pytest.mark.parametrize("size", [(6, 5), (5, 6)])
async def test_more_rows_or_wider_ones_are_lists(size: tuple[int, int]) -> None:
    items = rows(Target(1, 2), compose(cells(*size), ()))
    assert [row.children[0].type.name for row in items] == ["select", "select"]
