"""A lesson as people meet it: from the home screen through its steps to a first match."""

from bot.lessons import LESSONS
from bot.text import say
from cogs.shared.presentation.paths import numbers_to
from tests.cogs.test_composer import screen_of
from tests.end_to_end.conftest import Player, Room
from tests.person import Answer, Message

KEY = "parcheesi"


async def played(player: Player, lesson: Message, number: int, move: str) -> Answer:
    """The answer to this move, chosen and confirmed at a step. All of the game's moves are one choice."""
    screen, state = screen_of(KEY), LESSONS[KEY].scenes[number].state
    if screen.direct_moves(state):
        return await player.click(lesson, f"b:0:{number}:lesson_now:{KEY}:{move}")
    (choice,) = numbers_to(screen.paths(state), state.parse(move))
    chosen = await player.click(lesson, f"b:0:{number}:lesson_step:{KEY}:{choice}")
    return await player.click(chosen.message, "Confirm")


async def test_from_home_through_the_lesson_to_a_match_against_the_easy_computer(room: Room, ada: Player) -> None:
    home = (await ada.slash("crux")).message
    lesson = (await ada.click(home, f"b:0:0:learn:{KEY}")).message
    assert lesson is not None
    assert lesson.ephemeral
    for number, (step, scene) in enumerate(zip(LESSONS[KEY].steps, LESSONS[KEY].scenes, strict=True)):
        assert f"step {number + 1} of {len(LESSONS[KEY].steps)}\n{say(step.task)}" in lesson.text
        assert len(lesson.files) == 1
        wrong = [move for move in map(scene.state.notate, scene.state.legal()) if move not in step.answers]
        if wrong:
            tried = await played(ada, lesson, number, wrong[-1])
            assert tried.edited
            assert say(step.mistakes.get(wrong[-1], step.wrong)) in tried.text
        lesson = (await played(ada, lesson, number, step.answers[0])).message
        assert lesson is not None
        assert say(step.praise) in lesson.text
    assert not await room.boards()
    await ada.click(lesson, "Play the easy computer")
    await room.board(ada)


async def test_a_lesson_is_left_and_continued_with_the_command(room: Room, ada: Player, ben: Player) -> None:
    lesson = (await ada.slash("parcheesi learn")).message
    assert lesson is not None
    lesson = (await played(ada, lesson, 0, "roll")).message
    left = await ada.click(lesson, "Leave")
    assert left.edited
    assert "step 2 of" in left.text
    again = await ada.slash("parcheesi learn")
    assert "step 2 of" in again.text
    rules = await ada.click(again.message, "Rules")
    assert "### Parcheesi · Aim" in rules.text
    assert "step 1 of" in (await ben.slash("parcheesi learn")).text
