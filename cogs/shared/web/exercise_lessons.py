"""Lessons on the page."""

from collections.abc import Sequence

from bot.lessons import LESSONS
from bot.match.values.puzzle_errors import NoSuchPuzzle
from bot.text import N_, say
from cogs.shared.client.client import Client
from cogs.shared.lessons.lessons import comment_on, describe_step, played_before
from cogs.shared.presentation.presentation import Presentation, Sheet
from cogs.shared.presentation.registry import cog_for
from cogs.shared.web.documents import pictures_document
from cogs.shared.web.exercise import Exercise, asking, back_action, shown
from cogs.shared.web.visitors import BadRequest, Json, Visitor
from images.marks.marks import Marks

LESSON = "lesson"


class LessonExercises:
    """The steps of the lessons, by their games and numbers; the last one has no position."""

    def __init__(self, bot: Client) -> None:
        self._bot = bot

    async def find(self, visitor: Visitor, of: str, number: int | None) -> Exercise:
        if of not in LESSONS:
            raise NoSuchPuzzle
        reached = await self._bot.matches.lessons.reached_step(visitor.user, of) if number is None else number
        return _step(cog_for(self._bot, of), min(reached, len(LESSONS[of].steps)))

    async def show(self, visitor: Visitor, one: Exercise) -> Json:
        await self._bot.matches.lessons.reach(visitor.user, one.of, one.number)
        if one.state is not None:
            return await asking(visitor, one, describe_step(one.cog, one.number), [back_action()] if one.number else [])
        lesson = LESSONS[one.of]
        words = N_("### 🎓 You know how to play {game}\n{after}\nNow play a match.")
        title, _, told = say(words, game=one.cog.game.title, after=say(lesson.after)).partition("\n")
        pictures = pictures_document(one.address, one.number, [_last_board(one.cog)], "")
        return shown(one, title, told, pictures, [back_action()])

    async def attempt(self, visitor: Visitor, one: Exercise, move: str) -> Json:
        is_right, comment = comment_on(one.cog, one.number, move)
        return {"says": comment, "match": await self.show(visitor, _step(one.cog, one.number + is_right))}

    async def act(self, visitor: Visitor, one: Exercise, wish: Json) -> Json:
        if wish["do"] != "back" or not one.number:
            raise BadRequest
        return {"says": "", "match": await self.show(visitor, _step(one.cog, one.number - 1))}

    async def sheets(self, _visitor: Visitor, one: Exercise, *, answer: bool) -> Sequence[Sheet]:
        if answer:
            raise NoSuchPuzzle
        return [_last_board(one.cog)]


def _step(cog: Presentation, number: int) -> Exercise:
    game = cog.game.key
    lesson = LESSONS[game]
    if number == len(lesson.steps):
        return Exercise(LESSON, game, number, cog, None, lesson)
    scene = lesson.scenes[number]
    return Exercise(LESSON, game, number, cog, scene.state, lesson, Marks(last=played_before(scene)))


def _last_board(cog: Presentation) -> Sheet:
    """The board of a lesson's last step."""
    scene = LESSONS[cog.game.key].scenes[-1]
    return cog.board_sheet(scene.state.sight(scene.state.to_move), Marks(last=played_before(scene)))
