"""Lessons as people click through them, without pictures: right and wrong moves, leaving and coming back."""

import re
from collections.abc import Iterator
from typing import Any

import discord
import pytest

from bot.lessons import LESSONS
from bot.rules import GAMES
from bot.text import say
from cogs.shared.choosing.plans import encode_steps
from cogs.shared.interactions import clicks
from cogs.shared.interactions.clicks import Click, OutdatedButton
from cogs.shared.lessons.lessons import resume_lesson
from cogs.shared.presentation.paths import compose, numbers_to
from cogs.shared.presentation.presentation import Presentation
from tests.cogs.conftest import ANNE, BERT, Asking, Bot
from tests.cogs.games import screen_of

LONGEST = 4000  # characters that Discord takes in one message


pytestmark = pytest.mark.usefixtures("every_game")


class Learner(Asking):
    """Someone with the lesson of one game before them."""

    def __init__(self, bot: Bot, user: int, key: str) -> None:
        super().__init__(bot, user)
        self.key = key
        self.items: list[Any] = []

    async def edit_original_response(self, view: Any, **named: Any) -> Any:
        self.items = list(view.walk_children())
        return await super().edit_original_response(view)

    async def learn(self) -> str:
        """What `/GAME learn` shows."""
        await self.defer()
        await resume_lesson(screen_for(self), self)
        return self.heard[-1]

    async def press(self, custom_id: str, *values: str) -> str:
        _, match, version, name, payload = custom_id.split(":", 4)
        handler = clicks.ACTIONS[name].handle
        await handler(Click(self, int(match), int(version), payload, values))
        assert len(self.heard[-1]) <= LONGEST
        return self.heard[-1]

    async def press_label(self, label: str) -> str:
        return await self.press(next(item.custom_id for item in self.buttons() if item.label == label))

    def buttons(self) -> Iterator[Any]:
        return (item for item in self.items if isinstance(item, clicks.Button))

    async def play(self, number: int, move: str) -> str:
        """Choose this move at a step by clicks, and confirm it; what is said then."""
        screen, state = screen_for(self), LESSONS[self.key].scenes[number].state
        if move in {one.notation for one in screen.direct_moves(state)}:
            return await self.press(f"b:0:{number}:lesson_now:{self.key}:{move}")
        wanted = numbers_to(screen.paths(state), state.parse(move))
        for length in range(1, len(wanted) + 1):
            if compose(screen.paths(state), wanted[: length - 1]).numbers[:length] != wanted[:length]:
                await self._choose(number, wanted[:length])
        return await self.press_label("Confirm")

    async def _choose(self, number: int, wanted: tuple[int, ...]) -> None:
        chosen = f"b:0:{number}:lesson_step:{self.key}:{encode_steps(wanted)}"
        if chosen in [item.custom_id for item in self.buttons()]:
            await self.press(chosen)
            return
        so_far = re.escape(encode_steps(wanted[:-1]))
        (values,) = [
            item
            for item in self.items
            if isinstance(item, discord.ui.Select)
            and re.fullmatch(rf"s:0:{number}:lesson_choose:{self.key}:{so_far}/\d+", item.custom_id)
            and str(wanted[-1]) in [option.value for option in item.options]
        ]
        await self.press(values.custom_id, str(wanted[-1]))


def screen_for(learner: Learner) -> Presentation:
    screen = screen_of(learner.key)
    screen.bot = learner.client
    return screen


@pytest.mark.sample(2)
@pytest.mark.parametrize("key", LESSONS)
async def test_every_lesson_is_played_to_its_end_with_a_wrong_try_at_every_step(bot: Bot, key: str) -> None:
    learner, lesson = Learner(bot, ANNE, key), LESSONS[key]
    answer = await learner.learn()
    for number, (step, scene) in enumerate(zip(lesson.steps, lesson.scenes, strict=True)):
        if number == lesson.basic:
            assert f"You know how to play {GAMES[key].title}" in answer
            assert await learner.learn() == answer.split("\n", 1)[1]
            answer = await learner.press_label("Learn the variants")
        part = lesson.part(number)
        is_new = "*A new position.* " if number and step.begin is not None else ""
        heading = f"step {number - part.start + 1} of {len(part)}\n{is_new}{say(step.task)}"
        assert heading in answer
        legal_move = scene.state.parse
        legal = [scene.state.notate(move) for move in scene.state.legal()]
        by_reason = {step.mistake(move): move for move in legal}  # one move for each
        for wrong in (move for reason, move in by_reason.items() if reason):
            answer = await learner.play(number, wrong)
            said = answer.splitlines()[0]
            own = step.own_reason(wrong)
            tried = "" if own else screen_for(learner).describe_move(scene.state, legal_move(wrong))
            assert said == f"🤔 {tried}{' ' * bool(tried)}{say(own or step.wrong)}"
            assert heading in answer
        answer = await learner.play(number, step.answers[0])
        assert answer.startswith(f"✅ {say(step.praise)}\n")
    assert f"You know how to play {GAMES[key].title}" in answer
    assert learner.labels == ["Play the beginner computer", "Back", "Start over", "Rules"]


async def test_a_lesson_ends_with_an_invitation_where_the_server_has_no_computers(bot: Bot) -> None:
    learner = Learner(bot, ANNE, KEY)
    await bot.matches.servers.change(learner.guild_id or 0, computers=False)
    await bot.matches.lessons.reach(ANNE, KEY, len(LESSONS[KEY].steps))
    assert (await learner.learn()).endswith("\nNow play a match.")
    assert learner.labels == ["Invite", "Back", "Start over", "Rules"]


async def test_a_lesson_in_a_direct_message_ends_without_a_match_that_can_not_be_played_there(bot: Bot) -> None:
    learner = Learner(bot, ANNE, KEY)
    learner.guild_id = None
    await bot.matches.lessons.reach(ANNE, KEY, len(LESSONS[KEY].steps))
    await learner.learn()
    assert learner.labels == ["Back", "Start over", "Rules"]


@pytest.mark.parametrize("key", LESSONS)
def test_each_page_of_the_rules_is_taught_by_a_step_and_no_step_teaches_another(key: str) -> None:
    taught = {title for step in LESSONS[key].steps for title in step.teaches}
    assert taught == {page.title for page in screen_of(key).rule_pages}


KEY = next(iter(LESSONS))


class TestProgress:
    async def test_a_lesson_goes_on_where_it_was_left_for_its_person_alone(self, bot: Bot) -> None:
        learner = Learner(bot, ANNE, KEY)
        await learner.learn()
        await learner.play(0, LESSONS[KEY].steps[0].answers[0])
        left = await learner.press_label("Leave")
        assert left.startswith("Your place is saved: step 2 of ")
        assert learner.labels == ["Continue"]
        assert "step 2 of " in await Learner(bot, ANNE, KEY).learn()
        assert "step 1 of " in await Learner(bot, BERT, KEY).learn()
        assert "step 2 of " in await learner.press_label("Continue")

    async def test_back_leads_to_the_step_before_and_over_restarts(self, bot: Bot) -> None:
        learner = Learner(bot, ANNE, KEY)
        await learner.learn()
        assert "Back" not in learner.labels
        await learner.play(0, LESSONS[KEY].steps[0].answers[0])
        assert "step 1 of " in await learner.press_label("Back")
        assert "step 1 of " in await Learner(bot, ANNE, KEY).learn()

    async def test_a_finished_lesson_can_be_taken_again(self, bot: Bot) -> None:
        learner, steps = Learner(bot, ANNE, KEY), len(LESSONS[KEY].steps)
        await bot.matches.lessons.reach(ANNE, KEY, steps)
        assert "You know how to play" in await learner.learn()
        assert f"step {steps} of " in await learner.press_label("Back")
        await bot.matches.lessons.reach(ANNE, KEY, steps + 5)  # of a longer lesson
        await learner.learn()
        assert "step 1 of " in await learner.press_label("Start over")

    async def test_a_forgotten_person_begins_anew(self, bot: Bot) -> None:
        await bot.matches.lessons.reach(ANNE, KEY, 3)
        await bot.matches.lessons.reach(BERT, KEY, 2)
        await bot.matches.people.forget(ANNE)
        assert await bot.matches.lessons.reached_step(ANNE, KEY) == 0
        assert await bot.matches.lessons.reached_step(BERT, KEY) == 2


@pytest.mark.parametrize(
    "custom_id",
    [
        f"b:0:99:lesson:{KEY}",
        f"b:0:0:lesson_step:{KEY}:99",
        f"b:0:0:lesson_step:{KEY}:x",
        f"b:0:0:lesson_back:{KEY}:99",
        f"b:0:99:lesson_confirm:{KEY}:x",
        f"b:0:0:lesson_choose:{KEY}:/0",
    ],
)
async def test_a_button_of_another_release_says_so(bot: Bot, custom_id: str) -> None:
    with pytest.raises(OutdatedButton):
        await Learner(bot, ANNE, KEY).press(custom_id)


async def test_what_the_rules_forbid_is_refused_in_their_words(bot: Bot) -> None:
    answer = await Learner(bot, ANNE, "parcheesi").press("b:0:1:lesson_confirm:parcheesi:t9+4>t13")
    assert answer.startswith("🤔 ")
    assert "step 2 of " in answer


async def test_back_in_the_composer_leads_to_the_choice_before(bot: Bot) -> None:
    learner = Learner(bot, ANNE, "parcheesi")
    await learner.press("b:0:1:lesson_step:parcheesi:0")
    assert "Confirm" in learner.labels
    assert "Leave" not in learner.labels
    await learner.press_label("Back")
    assert "Leave" in learner.labels
    assert "Confirm" not in learner.labels
