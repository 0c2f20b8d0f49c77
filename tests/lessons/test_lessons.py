"""What holds for the lesson of every game."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from bot.lessons import LESSONS, Lesson
from bot.rules import GAMES
from bot.rules.chance import ScriptError
from docs.lessons import PAGE, page
from tests.kept import Keep

SCENES = Path(__file__).parent / "scenes"

STEPS = [(key, number) for key, lesson in LESSONS.items() for number in range(len(lesson.steps))]


def test_every_game_has_a_lesson_of_a_few_steps() -> None:
    assert LESSONS.keys() == GAMES.keys()
    assert all(6 <= lesson.ends[0] <= 10 for lesson in LESSONS.values())


@pytest.mark.parametrize("key", LESSONS)
def test_variants_are_taught_in_a_second_lesson_that_begins_with_a_position_of_its_own(key: str) -> None:
    lesson = LESSONS[key]
    assert [number for part in _parts(lesson) for number in part] == list(range(len(lesson.steps)))
    assert all(lesson.steps[part.start].begin is not None for part in _parts(lesson))
    with pytest.raises(IndexError):
        lesson.part(len(lesson.steps))


def _parts(lesson: Lesson) -> list[range]:
    return [lesson.part(end - 1) for end in lesson.ends]


@pytest.mark.parametrize(("key", "number"), STEPS)
def test_what_a_step_speaks_of_is_legal_and_one_tries_something_wrong_wherever_there_is_a_choice(
    key: str, number: int
) -> None:
    step, scene = LESSONS[key].steps[number], LESSONS[key].scenes[number]
    legal = [scene.state.notate(move) for move in scene.state.legal()]
    assert set(step.answers) <= set(legal)
    wrong = [move for move in legal if move not in step.answers]
    for reason in step.mistakes.values():
        assert reason in map(step.mistake, wrong), "no move is answered with it"
    assert len(legal) == 1 or set(legal) - set(step.answers)
    assert [step.mistake(move) is None for move in legal] == [move in step.answers for move in legal]


@pytest.mark.parametrize("key", LESSONS)
def test_one_seat_learns_and_its_colour_is_named(key: str) -> None:
    lesson = LESSONS[key]
    (seat,) = {scene.state.to_move for scene in lesson.scenes}
    assert seat is not None
    assert f"**{lesson.colours[seat]}**" in lesson.steps[0].task


@pytest.mark.parametrize(("key", "number"), STEPS)
def test_a_step_with_several_answers_is_followed_by_a_new_beginning(key: str, number: int) -> None:
    """Other answers lead to the same position, unless the next step begins anew."""
    step, scene = LESSONS[key].steps[number], LESSONS[key].scenes[number]
    following = LESSONS[key].steps[number + 1 : number + 2]
    if following and following[0].begin is None:
        assert len(step.answers) == 1
    else:
        assert not step.luck, "nothing goes on from there"
    assert scene.state.result is None


@pytest.mark.parametrize("key", LESSONS)
def test_steps_have_the_positions_that_they_had(key: str, keep: Keep) -> None:
    """Each line has a step's moves on the way, its position, and its answers."""
    lesson = LESSONS[key]
    lines = [
        [[line.move for line in scene.played], scene.state.dump(), list(step.answers)]
        for scene, step in zip(lesson.scenes, lesson.steps, strict=True)
    ]
    keep("".join(json.dumps(line) + "\n" for line in lines), SCENES / f"{key}.jsonl")


@pytest.mark.parametrize("luck", [(3,), (3, 2, 1)])
def test_a_line_of_a_lesson_has_as_much_luck_as_it_needs(luck: tuple[int, ...]) -> None:
    """The first step of Parcheesi's lesson throws two dice, and the second goes on from there."""
    lesson = LESSONS["parcheesi"]
    first, second = lesson.steps[:2]
    assert replace(lesson, steps=(first, second)).scenes == lesson.scenes[:2]
    with pytest.raises((ScriptError, ValueError)):
        _ = replace(lesson, steps=(replace(first, luck=luck), second)).scenes


@pytest.mark.parametrize("key", GAMES)
def test_each_step_is_summed_up_in_a_sentence(key: str) -> None:
    summaries = [step.summary for step in LESSONS[key].steps]
    assert [one for one in summaries if not (one[:1].isupper() and one.endswith(".") and "*" not in one)] == []
    assert len(set(summaries)) == len(summaries)


def test_the_page_of_lessons_is_written_from_them() -> None:
    """`python -m docs.lessons` writes it."""
    assert PAGE.read_text(encoding="utf-8") == page()
