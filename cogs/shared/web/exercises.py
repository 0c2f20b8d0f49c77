"""What is played on the page and is no match, of all kinds, and what can be played at any time."""

from collections.abc import Mapping, Sequence

from aiohttp import web
from cachetools import LRUCache

from bot.lessons import LESSONS
from bot.match import NOWHERE
from bot.match.values.puzzle_errors import NoSuchPuzzle
from bot.text import N_, language, say, term
from cogs.shared.choosing.plans import plan_key
from cogs.shared.client.client import Client
from cogs.shared.presentation.presentation import Sheet
from cogs.shared.presentation.registry import cog_for
from cogs.shared.puzzles.book import book_in_words
from cogs.shared.web.answers import document, drawn, image, plan_in
from cogs.shared.web.documents import chosen_document
from cogs.shared.web.exercise import NEXT, Exercise, ExerciseKind
from cogs.shared.web.exercise_book import BOOK, MINE, BookExercises
from cogs.shared.web.exercise_lessons import LESSON, LessonExercises
from cogs.shared.web.exercise_puzzles import PUZZLE, PuzzleExercises
from cogs.shared.web.exercise_runs import ALL, RUN, RunExercises
from cogs.shared.web.exercise_scratch import SCRATCH, ScratchExercises
from cogs.shared.web.visitors import BadRequest, Json, Visitor
from cogs.shared.wording.times import day_of
from images.canvas.canvas import Encoded
from images.canvas.palette import Theme, chosen_theme

FIRST_PICTURES = 50
"""How many pictures of puzzles that runs ask for are kept until the page asks for them."""


class Exercises:
    """The answers of one bot's page about what is no match."""

    def __init__(self, bot: Client) -> None:
        self._bot = bot
        self._first_pictures: LRUCache[tuple[str, str, Theme], Encoded] = LRUCache(FIRST_PICTURES)
        self._kinds: Mapping[str, ExerciseKind] = {
            LESSON: LessonExercises(bot),
            PUZZLE: PuzzleExercises(bot),
            BOOK: BookExercises(bot),
            SCRATCH: ScratchExercises(bot),
            RUN: RunExercises(bot, self._first_picture),
        }

    async def show(self, request: web.Request, visitor: Visitor) -> web.Response:
        kind, one = await self._asked_for(request, visitor)
        return document(await kind.show(visitor, one))

    async def choice(self, request: web.Request, visitor: Visitor) -> web.Response:
        _, one = await self._asked_for(request, visitor)
        return document(chosen_document(one.choosing(plan_in(request)), one.address))

    async def words(self, request: web.Request, visitor: Visitor) -> web.Response:
        _, one = await self._asked_for(request, visitor)
        state = one.choosing("").state
        return document({"words": one.cog.words.text(state.sight(state.to_move))})

    async def picture(self, request: web.Request, visitor: Visitor) -> web.Response:
        kind, one = await self._asked_for(request, visitor)
        if one.kind == RUN and one.state is not None and not request.query.get("plan"):
            return image(await self._first_picture(one), "no-store")
        number, answer = int(request.match_info["picture"]), request.query.get("answer") == "1"
        plan = plan_in(request)
        moves = number == 0 and not plan and not answer and request.query.get("still") != "1"
        sheets: Sequence[Sheet]
        if answer or one.state is None:
            sheets = await kind.sheets(visitor, one, answer=answer)
        else:
            sheets = one.choosing(plan).sheets(moves=moves)
        if number >= len(sheets):
            raise web.HTTPNotFound
        return image(await drawn(sheets[number], moves=moves), "no-store")

    async def _first_picture(self, one: Exercise) -> Encoded:
        """The board of an exercise in which nothing has been chosen."""
        key = one.address, language(), chosen_theme()
        if (encoded := self._first_pictures.get(key)) is None:
            board, *_ = one.choosing("").sheets(moves=False)
            encoded = self._first_pictures[key] = await drawn(board)
        return encoded

    async def act(self, request: web.Request, visitor: Visitor, wish: Json) -> web.Response:
        """Tries a move, or does what else its kind offers."""
        kind, one = await self._asked_for(request, visitor)
        if not isinstance(wish.get("do"), str):
            raise BadRequest
        if wish["do"] == "play":
            return document(await kind.attempt(visitor, one, _move_in(one, wish)))
        return document(await kind.act(visitor, one, wish))

    async def offers(self, _request: web.Request, visitor: Visitor) -> web.Response:
        """What can be played at any time: the daily, the lessons, the puzzles and the own book."""
        matches, user = self._bot.matches, visitor.user
        daily = await matches.dailies.get(matches.dailies.today)
        own = await matches.dailies.match_of(user, daily.day)
        lessons, practice = [], []
        for game, lesson in LESSONS.items():
            reached, steps = await matches.lessons.reached_step(user, game), len(lesson.steps)
            words = say(N_("step {number} of {steps}"), number=min(reached + 1, steps), steps=steps)
            lessons.append(_offer(f"{LESSON}/{game}", term(cog_for(self._bot, game).game.title), words))
        for game in matches.puzzles.games:
            record = await matches.puzzles.record(user, game)
            words = N_("{solved} of {tried} solved") if record.tried else N_("not tried yet")
            words = say(words, solved=record.solved, tried=record.tried)
            practice.append(_offer(f"{PUZZLE}/{game}", term(cog_for(self._bot, game).game.title), words))
        practice.append(_offer(f"{RUN}/{ALL}", say(N_("Runs")), ""))
        page = await matches.book.page(user, 0, 1)
        if page.due + page.later + page.known:
            practice.append(_offer(f"{BOOK}/{MINE}", say(N_("My book")), book_in_words(page)))
        title = say(
            N_("{game}: the daily of {day}"), game=cog_for(self._bot, daily.game).game.title, day=day_of(daily.day)
        )
        own_id = None if own is None else own.id
        daily_document = {"title": title, "match": own_id}
        return document({"daily": daily_document, "lessons": lessons, "puzzles": practice})

    async def begin_daily(self, visitor: Visitor) -> web.Response:
        """Begins this person's one try at today's deal, or goes on with it. Raises as `Dailies.begin`."""
        dailies = self._bot.matches.dailies
        match = await dailies.begin(visitor.user, dailies.today, place=NOWHERE)
        return document({"match": match.id})

    async def _asked_for(self, request: web.Request, visitor: Visitor) -> tuple[ExerciseKind, Exercise]:
        kind, number = self._kinds.get(request.match_info["kind"]), request.match_info["number"]
        if kind is None:
            raise NoSuchPuzzle
        one = await kind.find(visitor, request.match_info["of"], None if number == NEXT else int(number))
        return kind, one


def _offer(to: str, title: str, words: str) -> Json:
    return {"to": to, "title": title, "words": words}


def _move_in(one: Exercise, wish: Json) -> str:
    """The move that was chosen, in notation. Raises BadRequest, and as `Exercise.choosing`."""
    plan, direct = wish.get("plan", ""), wish.get("direct", "")
    if not (isinstance(plan, str) and isinstance(direct, str) and isinstance(wish.get("check"), str)):
        raise BadRequest
    chosen = one.choosing(plan)
    moves = [*chosen.plan.moves, *filter(None, [direct])]
    if not moves or plan_key(chosen.plan.moves) != wish["check"]:
        raise BadRequest
    return moves[0]
