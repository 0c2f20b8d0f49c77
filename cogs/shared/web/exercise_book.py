"""Everybody's own book on the page: what they missed in their matches, one after the other."""

from collections.abc import Sequence

from bot.match import BookExercise
from bot.match.values.puzzle_errors import NoSuchExercise
from bot.rules import GAMES
from bot.text import N_, say
from cogs.shared.choosing.exercises import state_of
from cogs.shared.client.client import Client
from cogs.shared.presentation.presentation import Sheet
from cogs.shared.presentation.registry import cog_for
from cogs.shared.puzzles.book import (
    better_sheets,
    book_in_words,
    describe_better,
    describe_exercise,
    try_exercise,
)
from cogs.shared.web.exercise import Exercise, answered, asking, shown
from cogs.shared.web.visitors import BadRequest, Json, Visitor

BOOK, MINE = "book", "mine"


class BookExercises:
    """What is in this person's book, by its id; 0 is its cover, which is shown while nothing is due."""

    def __init__(self, bot: Client) -> None:
        self._bot = bot

    async def find(self, visitor: Visitor, of: str, number: int | None) -> Exercise:
        if of != MINE:
            raise NoSuchExercise
        book = self._bot.matches.book
        exercise = await book.next_due(visitor.user) if number is None else None
        if number:
            exercise = await book.get(visitor.user, number)
        if exercise is None:
            return Exercise(BOOK, MINE, 0, cog_for(self._bot, next(iter(GAMES))), None, None)
        cog = cog_for(self._bot, exercise.game)
        return Exercise(BOOK, MINE, exercise.id, cog, state_of(cog, exercise), exercise)

    async def show(self, visitor: Visitor, one: Exercise) -> Json:
        if one.subject is None:
            return await self._cover(visitor, one)
        actions = [{"do": "answer", "label": say(N_("Show the answer")), "question": ""}, _take_out()]
        return await asking(visitor, one, describe_exercise(one.cog, one.subject), actions)

    async def attempt(self, visitor: Visitor, one: Exercise, move: str) -> Json:
        exercise, comment = await try_exercise(one.cog, visitor.user, one.subject, move)
        if comment:
            return {"says": comment, "match": await self.show(visitor, one)}
        return {"says": "", "match": _answered(one, exercise, solution=move)}

    async def act(self, visitor: Visitor, one: Exercise, wish: Json) -> Json:
        book = self._bot.matches.book
        if one.subject is None or wish["do"] not in ("answer", "take_out"):
            raise BadRequest
        if wish["do"] == "answer":
            exercise = await book.answer(visitor.user, one.number, is_right=False)
            return {"says": "", "match": _answered(one, exercise)}
        await book.take_out(visitor.user, one.number)
        following = await self.find(visitor, MINE, None)
        return {"says": say(N_("Taken out.")), "match": await self.show(visitor, following)}

    async def sheets(self, _visitor: Visitor, one: Exercise, *, answer: bool) -> Sequence[Sheet]:
        return better_sheets(one.cog, one.subject) if answer and one.subject is not None else []

    async def _cover(self, visitor: Visitor, one: Exercise) -> Json:
        words = book_in_words(await self._bot.matches.book.page(visitor.user, 0, 1))
        return shown(one, say(N_("### Your book")), words, [], []) | {"game_title": ""}


def _take_out() -> Json:
    return {"do": "take_out", "label": say(N_("Take it out")), "question": ""}


def _answered(one: Exercise, exercise: BookExercise, *, solution: str = "") -> Json:
    words = describe_better(one.cog, exercise, solution=solution)
    more = [(f"{BOOK}/{MINE}", say(N_("Next exercise")))]
    return answered(one, words, better_sheets(one.cog, exercise), [_take_out()], more)
