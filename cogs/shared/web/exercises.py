"""Lessons and puzzles on the page: the positions, tasks and comments of Discord's messages, in the form of a match."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from aiohttp import web

from bot.lessons import LESSONS
from bot.match import Place
from bot.match.values.puzzle_errors import NoSuchPuzzle
from bot.puzzles import QUESTIONS
from bot.rules import State
from bot.text import N_, say, term
from cogs.shared.choosing.plans import plan_key
from cogs.shared.interactions.clicks import OutdatedButton
from cogs.shared.interactions.client import Client
from cogs.shared.lessons.lessons import comment_on, describe_step, played_before
from cogs.shared.presentation.presentation import Presentation, Sheet
from cogs.shared.presentation.registry import cog_for
from cogs.shared.puzzles.puzzles import (
    answer_sheets,
    describe_answer,
    describe_puzzle,
    state_of,
    try_puzzle,
)
from cogs.shared.web.acting import BadRequest
from cogs.shared.web.answers import document, drawn, image, plan_in
from cogs.shared.web.choices import Choosing, choice_document, follow_choices
from cogs.shared.web.documents import chosen_document, pictures_document
from cogs.shared.web.visitors import Visitor
from cogs.shared.wording.times import day_of
from images.marks.marks import NO_MARKS, Marks

Json = dict[str, Any]

LESSON, PUZZLE = "lesson", "puzzle"
NEXT = "next"
"""In place of a number: the step that somebody has reached, and the puzzle that suits them best."""


@dataclass(frozen=True, slots=True)
class _Exercise:
    """A step of a lesson, or a puzzle; `state` is None after a lesson's last step."""

    kind: str
    cog: Presentation
    number: int
    state: State[Any] | None
    marks: Marks = NO_MARKS

    @property
    def address(self) -> str:
        return f"exercises/{self.kind}/{self.cog.game.key}/{self.number}"

    def choosing(self, plan: str) -> Choosing:
        """The choices so far. Raises OutdatedButton where there is nothing to choose; BoardHasMoved."""
        if self.state is None:
            raise OutdatedButton
        followed = follow_choices(self.cog, self.state, plan, self.number, plans=False)
        return Choosing(self.cog, self.state, followed, self.number, self.marks)


class Exercises:
    """The answers of one bot's page about lessons and puzzles."""

    def __init__(self, bot: Client) -> None:
        self._bot = bot

    async def show(self, request: web.Request, visitor: Visitor) -> web.Response:
        return document(await self._document(visitor, await self._asked_for(request, visitor)))

    async def choice(self, request: web.Request, visitor: Visitor) -> web.Response:
        one = await self._asked_for(request, visitor)
        return document(chosen_document(one.choosing(plan_in(request)), one.address))

    async def words(self, request: web.Request, visitor: Visitor) -> web.Response:
        one = await self._asked_for(request, visitor)
        state = one.choosing("").state
        return document({"words": one.cog.words.text(state.sight(state.to_move))})

    async def picture(self, request: web.Request, visitor: Visitor) -> web.Response:
        one, number = await self._asked_for(request, visitor), int(request.match_info["picture"])
        sheets: Sequence[Sheet]
        if request.query.get("answer") == "1":
            sheets = await self._answer(visitor, one)
        elif one.state is None:
            sheets = [_last_board(one.cog)]
        else:
            sheets = one.choosing(plan_in(request)).sheets(moves=request.query.get("still") != "1")
        if number >= len(sheets):
            raise web.HTTPNotFound
        return image(await drawn(sheets[number]), "no-store")

    async def act(self, request: web.Request, visitor: Visitor, wish: Json) -> web.Response:
        """Tries a move, shows the answer of a puzzle, or goes to another step of a lesson."""
        one, what = await self._asked_for(request, visitor), wish.get("do")
        if what == "play":
            return document(await self._try(visitor, one, wish))
        if what == "answer" and one.kind == PUZZLE:
            puzzle = self._bot.matches.puzzles.get(one.cog.game.key, one.number)
            attempt = await self._bot.matches.puzzles.attempt(visitor.user, puzzle, is_right=False)
            words = await describe_answer(one.cog, visitor.user, puzzle, attempt, is_solved=False)
            return document({"says": "", "match": await self._answered(one, words)})
        if what == "back" and one.kind == LESSON and one.number:
            before = self._lesson(one.cog, one.number - 1)
            return document({"says": "", "match": await self._document(visitor, before)})
        raise BadRequest

    async def offers(self, _request: web.Request, visitor: Visitor) -> web.Response:
        """What can be played at any time: the daily, the lessons and the puzzles."""
        matches, user = self._bot.matches, visitor.user
        daily = await matches.dailies.get(matches.dailies.today)
        own = await matches.dailies.match_of(user, daily.day)
        lessons = []
        for game, lesson in LESSONS.items():
            reached, steps = await matches.lessons.reached_step(user, game), len(lesson.steps)
            words = say(N_("step {number} of {steps}"), number=min(reached + 1, steps), steps=steps)
            lessons.append({"game": game, "title": term(cog_for(self._bot, game).game.title), "words": words})
        puzzles = []
        for game in matches.puzzles.games:
            record = await matches.puzzles.record(user, game)
            words = N_("{solved} of {tried} solved") if record.tried else N_("not tried yet")
            words = say(words, solved=record.solved, tried=record.tried)
            puzzles.append({"game": game, "title": term(cog_for(self._bot, game).game.title), "words": words})
        title = say(
            N_("{game}: the daily of {day}"), game=cog_for(self._bot, daily.game).game.title, day=day_of(daily.day)
        )
        own_id = None if own is None else own.id
        return document({"daily": {"title": title, "match": own_id}, "lessons": lessons, "puzzles": puzzles})

    async def begin_daily(self, visitor: Visitor) -> web.Response:
        """Begins this person's one try at today's deal, or goes on with it. Raises as `Dailies.begin`."""
        dailies = self._bot.matches.dailies
        match = await dailies.begin(visitor.user, dailies.today, place=Place(None, 0))
        return document({"match": match.id})

    async def _asked_for(self, request: web.Request, visitor: Visitor) -> _Exercise:
        kind, game, number = (request.match_info[name] for name in ("kind", "game", "number"))
        cog, matches = cog_for(self._bot, game), self._bot.matches
        if kind == LESSON and game in LESSONS:
            reached = await matches.lessons.reached_step(visitor.user, game) if number == NEXT else int(number)
            return self._lesson(cog, min(reached, len(LESSONS[game].steps)))
        if kind == PUZZLE and game in QUESTIONS:
            if number == NEXT:
                puzzle = await matches.puzzles.next(visitor.user, game)
            else:
                puzzle = matches.puzzles.get(game, int(number))
            return _Exercise(PUZZLE, cog, puzzle.id, state_of(cog, puzzle))
        raise NoSuchPuzzle

    @staticmethod
    def _lesson(cog: Presentation, number: int) -> _Exercise:
        lesson = LESSONS[cog.game.key]
        if number == len(lesson.steps):
            return _Exercise(LESSON, cog, number, None)
        scene = lesson.scenes[number]
        return _Exercise(LESSON, cog, number, scene.state, Marks(last=played_before(scene)))

    async def _try(self, visitor: Visitor, one: _Exercise, wish: Json) -> Json:
        """What comes of a move that was chosen: the next step, the answer, or the same with what is wrong."""
        plan, direct = wish.get("plan", ""), wish.get("direct", "")
        if not (isinstance(plan, str) and isinstance(direct, str) and isinstance(wish.get("check"), str)):
            raise BadRequest
        chosen = one.choosing(plan)
        moves = [*chosen.plan.moves, *filter(None, [direct])]
        if not moves or plan_key(chosen.plan.moves) != wish["check"]:
            raise BadRequest
        if one.kind == LESSON:
            is_right, comment = comment_on(one.cog, one.number, moves[0])
            after = self._lesson(one.cog, one.number + is_right)
            return {"says": comment, "match": await self._document(visitor, after)}
        puzzle = self._bot.matches.puzzles.get(one.cog.game.key, one.number)
        attempt, comment = await try_puzzle(one.cog, visitor.user, puzzle, moves[0])
        if comment:
            return {"says": comment, "match": await self._document(visitor, one)}
        words = await describe_answer(one.cog, visitor.user, puzzle, attempt, is_solved=True)
        return {"says": "", "match": await self._answered(one, words)}

    async def _answer(self, visitor: Visitor, one: _Exercise) -> Sequence[Sheet]:
        """The pictures of a puzzle's answer, for who has tried it. Raises NoSuchPuzzle for others, AskedInRun."""
        puzzle = self._bot.matches.puzzles.get(one.cog.game.key, one.number) if one.kind == PUZZLE else None
        if puzzle is None or not await self._bot.matches.puzzles.is_tried(visitor.user, puzzle):
            raise NoSuchPuzzle
        await self._bot.matches.puzzles.check_answerable(visitor.user, puzzle)
        return answer_sheets(one.cog, puzzle)

    async def _document(self, visitor: Visitor, one: _Exercise) -> Json:
        """An exercise as the page shows a match."""
        if one.kind == LESSON:
            await self._bot.matches.lessons.reach(visitor.user, one.cog.game.key, one.number)
        if one.state is None:
            lesson = LESSONS[one.cog.game.key]
            words = N_("### 🎓 You know how to play {game}\n{after}\nNow play a match.")
            title, _, told = say(words, game=one.cog.game.title, after=say(lesson.after)).partition("\n")
            sheets = [_last_board(one.cog)]
            return _shown(one, title, told, pictures_document(one.address, one.number, sheets, ""), [_back()])
        chosen = one.choosing("")
        if one.kind == LESSON:
            said = describe_step(one.cog, one.number)
            actions = [_back()] if one.number else []
        else:
            puzzle = self._bot.matches.puzzles.get(one.cog.game.key, one.number)
            said = describe_puzzle(one.cog, puzzle)
            is_tried = await self._bot.matches.puzzles.is_tried(visitor.user, puzzle)
            label = N_("Show the answer") if is_tried else N_("Give up and see the answer")
            actions = [{"do": "answer", "label": say(label), "question": ""}]
        before, _, task = said.rpartition("### ")
        title, _, task = task.partition("\n")
        confirms = (await self._bot.matches.reminders.settings(visitor.user)).confirms
        pictures = pictures_document(one.address, one.number, chosen.sheets(moves=False), "")
        return _shown(one, title, "\n".join(filter(None, (before.strip(), task))), pictures, actions) | {
            "turn": True,
            "choice": choice_document(chosen),
            "choose": one.cog.pick_label(chosen.state),
            "confirms": confirms,
        }

    async def _answered(self, one: _Exercise, words: str) -> Json:
        """A puzzle with its answer."""
        puzzle = self._bot.matches.puzzles.get(one.cog.game.key, one.number)
        pictures = pictures_document(one.address, one.number, answer_sheets(one.cog, puzzle), "")
        for picture in pictures:
            picture["address"] += "&answer=1"
        title, _, told = words.partition("\n")
        return _shown(one, title, told, pictures, [], more=f"puzzle/{one.cog.game.key}")


def _last_board(cog: Presentation) -> Sheet:
    """The board of a lesson's last step."""
    scene = LESSONS[cog.game.key].scenes[-1]
    return cog.board_sheet(scene.state.sight(scene.state.to_move), Marks(last=played_before(scene)))


def _back() -> Json:
    return {"do": "back", "label": say(N_("Back")), "question": ""}


def _shown(one: _Exercise, title: str, told: str, pictures: list[Json], actions: list[Json], *, more: str = "") -> Json:
    """What every exercise has on the page; `more` is where the next one of its kind is."""
    game = one.cog.game
    return {
        "id": 0,
        "address": one.address,
        "version": one.number,
        "game": game.key,
        "game_title": term(game.title),
        "status": "running",
        "turn": False,
        "waits": False,
        "own": [],
        "colour": "#ffd76a",
        "title": title,
        "to_do": told,
        "happened": "",
        "seats": "",
        "foot": "",
        "deadline": None,
        "pictures": pictures,
        "choice": None,
        "confirms": True,
        "choose": "",
        "actions": actions,
        "replay": False,
        "more": more,
    }
