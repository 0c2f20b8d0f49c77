"""Puzzles on the page."""

from collections.abc import Sequence

from bot.match.values.puzzle_errors import NoSuchPuzzle
from bot.puzzles import QUESTIONS, Puzzle
from bot.text import N_, say
from cogs.shared.choosing.exercises import state_of
from cogs.shared.client.client import Client
from cogs.shared.presentation.presentation import Sheet
from cogs.shared.presentation.registry import cog_for
from cogs.shared.puzzles.puzzles import answer_sheets, describe_answer, describe_puzzle, try_puzzle
from cogs.shared.web.exercise import Exercise, answered, asking
from cogs.shared.web.visitors import BadRequest, Json, Visitor

PUZZLE = "puzzle"


class PuzzleExercises:
    """The puzzles, by their games and ids."""

    def __init__(self, bot: Client) -> None:
        self._bot = bot

    async def find(self, visitor: Visitor, of: str, number: int | None) -> Exercise:
        if of not in QUESTIONS:
            raise NoSuchPuzzle
        puzzles, cog = self._bot.matches.puzzles, cog_for(self._bot, of)
        puzzle = await puzzles.next(visitor.user, of) if number is None else puzzles.get(of, number)
        return Exercise(PUZZLE, of, puzzle.id, cog, state_of(cog, puzzle), puzzle)

    async def show(self, visitor: Visitor, one: Exercise) -> Json:
        puzzle: Puzzle = one.subject
        is_tried = await self._bot.matches.puzzles.is_tried(visitor.user, puzzle)
        label = N_("Show the answer") if is_tried else N_("Give up and see the answer")
        actions = [{"do": "answer", "label": say(label), "question": ""}]
        return await asking(visitor, one, describe_puzzle(one.cog, puzzle), actions)

    async def attempt(self, visitor: Visitor, one: Exercise, move: str) -> Json:
        attempt, comment = await try_puzzle(one.cog, visitor.user, one.subject, move)
        if comment:
            return {"says": comment, "match": await self.show(visitor, one)}
        words = await describe_answer(one.cog, visitor.user, one.subject, attempt, is_solved=True)
        return {"says": "", "match": _answered(one, words)}

    async def act(self, visitor: Visitor, one: Exercise, wish: Json) -> Json:
        if wish["do"] != "answer":
            raise BadRequest
        attempt = await self._bot.matches.puzzles.attempt(visitor.user, one.subject, is_right=False)
        words = await describe_answer(one.cog, visitor.user, one.subject, attempt, is_solved=False)
        return {"says": "", "match": _answered(one, words)}

    async def sheets(self, visitor: Visitor, one: Exercise, *, answer: bool) -> Sequence[Sheet]:
        """The answer's, for who has tried it. Raises NoSuchPuzzle for others, AskedInRun."""
        puzzles = self._bot.matches.puzzles
        if not answer or not await puzzles.is_tried(visitor.user, one.subject):
            raise NoSuchPuzzle
        await puzzles.check_answerable(visitor.user, one.subject)
        return answer_sheets(one.cog, one.subject)


def _answered(one: Exercise, words: str) -> Json:
    more = [(f"{PUZZLE}/{one.of}", say(N_("Next puzzle")))]
    return answered(one, words, answer_sheets(one.cog, one.subject), [], more)
