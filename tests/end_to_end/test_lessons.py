"""A lesson as people meet it: from the home screen through its steps to a first match."""

from pathlib import Path
from typing import Any

import discord
import pytest
from playwright.async_api import Browser, Locator, expect

from bot.lessons import LESSONS
from bot.text import say
from cogs.shared.choosing.composer import rows
from cogs.shared.choosing.plans import encode_steps
from cogs.shared.interactions.clicks import Button, Target
from cogs.shared.presentation.paths import compose, numbers_to
from tests.chromium import needs_chromium, open_page
from tests.cogs.games import screen_of
from tests.end_to_end.room import Player, Room, match_of
from tests.messages import Answer, Message

pytestmark = pytest.mark.thorough

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
    lesson = (await ada.click((await ada.click(home, "Learn")).message, f"b:0:0:learn_here:{KEY}")).message
    assert lesson is not None
    assert lesson.ephemeral
    for number, (step, scene) in enumerate(zip(LESSONS[KEY].steps, LESSONS[KEY].scenes, strict=True)):
        is_new = "*A new position.* " if number and step.begin is not None else ""
        assert f"step {number + 1} of {len(LESSONS[KEY].steps)}\n{is_new}{say(step.task)}" in lesson.text
        assert len(lesson.files) == 1
        wrong = [move for move in map(scene.state.notate, scene.state.legal()) if move not in step.answers]
        if wrong:
            tried = await played(ada, lesson, number, wrong[-1])
            assert tried.edited
            assert say(step.mistake(wrong[-1]) or "") in tried.text
        lesson = (await played(ada, lesson, number, step.answers[0])).message
        assert lesson is not None
        assert say(step.praise) in lesson.text
    assert not await room.boards()
    await ada.click(lesson, "Play the beginner computer")
    board = await room.board(ada)
    assert "coaching" in (await ada.slash("match show")).text
    room.house.foresee(match_of(board), 5, 5)
    await ada.click(board, "Roll the dice")
    await ada.wait_for(lambda message: message.ephemeral and "🎓 Look for a move that " in message.text)


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


async def press(lesson: Locator, key: str, number: int, move: str) -> None:
    """Choose this move at a step on the page, and confirm it."""
    screen, state = screen_of(key), LESSONS[key].scenes[number].state
    for direct in screen.direct_moves(state):
        if direct.notation == move:
            await lesson.get_by_role("button", name=direct.label, exact=True).click()
            return
    paths, taken = screen.paths(state), 0
    wanted = numbers_to(paths, state.parse(move))
    while (composed := compose(paths, wanted[:taken])).move is None:
        taken = len(composed.numbers) + 1
        await choose(lesson, rows(Target(0, number, key), composed), key, wanted[:taken])
    await lesson.get_by_role("button", name="Confirm", exact=True).click()


async def choose(lesson: Locator, shown: list[Any], key: str, wanted: tuple[int, ...]) -> None:
    """Press the button or open the list that has this choice, as `rows` has laid them out."""
    items = [item for one in shown for item in getattr(one, "children", ())]
    for item in items:
        if isinstance(item, Button) and str(item.custom_id).endswith(f":lesson_step:{key}:{encode_steps(wanted)}"):
            await lesson.get_by_role("button", name=item.label, exact=True).first.click()
            return
        if isinstance(item, discord.ui.Select):
            for option in item.options:
                if option.value == str(wanted[-1]):
                    await lesson.get_by_role("button", name=item.placeholder, exact=True).click()
                    await lesson.page.locator(f'[role="option"][data-value="{option.value}"]:visible').click()
                    return
    raise AssertionError(f"no choice {wanted} among {items}")


@needs_chromium
@pytest.mark.slow
@pytest.mark.parametrize("key", LESSONS)
async def test_every_lesson_is_played_to_its_end_in_a_browser(
    room: Room, ada: Player, browser: Browser, key: str, tmp_path: Path
) -> None:
    """With a wrong move at every step; a picture of the middle is left, as wide as a desktop and as a phone."""
    lesson, steps = LESSONS[key], len(LESSONS[key].steps)
    page = await open_page(browser, viewport={"width": 1280, "height": 1000})
    await ada.slash(f"{key.replace('_', '-')} learn")
    await page.goto(f"{room.house.url}/?as={ada.name}#{room.channel}")
    message = page.locator(".message").last
    for number, (step, scene) in enumerate(zip(lesson.steps, lesson.scenes, strict=True)):
        await expect(message).to_contain_text(f"step {number + 1} of {steps}")
        await expect(message.get_by_role("img").first).to_have_js_property("complete", value=True)
        if number == steps // 2:
            for width, name in ((1280, "desktop"), (400, "phone")):
                await page.set_viewport_size({"width": width, "height": 1000})
                await message.screenshot(path=tmp_path / f"{key}-{name}.png")
            await page.set_viewport_size({"width": 1280, "height": 1000})
        wrong = [move for move in map(scene.state.notate, scene.state.legal()) if move not in step.answers]
        if wrong:
            await press(message, key, number, wrong[0])
            await expect(message).to_contain_text("🤔")
        await press(message, key, number, step.answers[0])
        await expect(message).to_contain_text("✅")
    await expect(message).to_contain_text("You know how to play")
