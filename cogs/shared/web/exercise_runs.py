"""Runs of puzzles on the page. Their time stops while a puzzle is looked for and drawn, as it does on Discord.

It goes on when the answer with the next puzzle is sent, whose picture is drawn by then, and it's counted until a move
arrives. So nobody sees a puzzle while its time stands still.
"""

from collections.abc import Awaitable, Callable, Sequence

from discord.utils import utcnow

from bot.match import PuzzleRun
from bot.match.values.puzzle_errors import NoSuchPuzzle, NoSuchRun
from bot.puzzles import QUESTIONS
from bot.puzzles.runs import RunKind
from bot.rules import GAMES
from bot.text import N_, say, term
from cogs.shared.choosing.exercises import state_of
from cogs.shared.client.client import Client
from cogs.shared.presentation.presentation import Sheet
from cogs.shared.presentation.registry import cog_for
from cogs.shared.puzzles.runs import (
    NAMES_OF_KINDS,
    WHAT_RUNS_ARE,
    answer_in_run,
    chart_of,
    describe_end,
    describe_run,
    missed_in,
)
from cogs.shared.web.actions import action_document
from cogs.shared.web.documents import pictures_document
from cogs.shared.web.exercise import Exercise, asking, shown
from cogs.shared.web.visitors import BadRequest, Json, Visitor

RUN, ALL, ENDED = "run", "all", "ended"


class RunExercises:
    """The puzzle that this person's run asks for, by its game and id; what runs there are; and those that are over."""

    def __init__(self, bot: Client, draw: Callable[[Exercise], Awaitable[object]]) -> None:
        """`draw` draws the picture of an exercise, which is kept until the page asks for it."""
        self._bot, self._draw = bot, draw

    async def find(self, visitor: Visitor, of: str, number: int | None) -> Exercise:
        runs = self._bot.matches.puzzle_runs
        if of == ENDED:
            return self._exercise(await runs.get(visitor.user, number or 0))
        if of != ALL and of not in QUESTIONS:
            raise NoSuchPuzzle
        run = await runs.current(visitor.user)
        return self._cover() if run is None else self._exercise(run)

    def _cover(self) -> Exercise:
        return Exercise(RUN, ALL, 0, cog_for(self._bot, next(iter(GAMES))), None, None)

    def _exercise(self, run: PuzzleRun) -> Exercise:
        cog = cog_for(self._bot, run.game)
        if run.puzzle is None:
            return Exercise(RUN, ENDED, run.id, cog, None, run)
        return Exercise(RUN, run.game, run.puzzle.id, cog, state_of(cog, run.puzzle), run)

    async def show(self, visitor: Visitor, one: Exercise) -> Json:
        run: PuzzleRun | None = one.subject
        if run is not None and run.puzzle is not None:
            run = await self._bot.matches.puzzle_runs.spend(visitor.user, run.puzzle.id, utcnow())
        return self._offer(one) if run is None else await self._shown(visitor, run)

    async def attempt(self, visitor: Visitor, one: Exercise, move: str) -> Json:
        at = utcnow()
        if one.state is None:
            raise NoSuchRun
        run, comment = await answer_in_run(one.cog, visitor.user, one.subject.puzzle, move, at)
        return {"says": comment, "match": await self._shown(visitor, run)}

    async def act(self, visitor: Visitor, one: Exercise, wish: Json) -> Json:
        at, runs = utcnow(), self._bot.matches.puzzle_runs
        if wish["do"] == "end" and one.state is not None:
            return {"says": "", "match": await self._shown(visitor, await runs.end(visitor.user, at))}
        kind, _, game = wish["do"].partition("_")
        if one.state is not None or kind not in set(RunKind) or game not in QUESTIONS:
            raise BadRequest
        run = await runs.start(visitor.user, game, RunKind(kind), at, guild_id=None)
        return {"says": "", "match": await self._shown(visitor, run)}

    async def sheets(self, _visitor: Visitor, one: Exercise, *, answer: bool) -> Sequence[Sheet]:
        return [] if answer or one.subject is None else [chart_of(one.cog, one.subject)]

    async def _shown(self, visitor: Visitor, run: PuzzleRun) -> Json:
        """The puzzle that is asked, or how the run ended."""
        one = self._exercise(run)
        if run.puzzle is None:
            return self._end(one, run)
        await self._draw(one)
        document = await asking(
            visitor, one, describe_run(one.cog, run, utcnow()), [action_document("end", say(N_("End the run")))]
        )
        if run.left is not None:
            await self._bot.matches.puzzle_runs.resume(visitor.user, run.id, utcnow())
        return document

    def _end(self, one: Exercise, run: PuzzleRun) -> Json:
        title, _, told = describe_end(run).partition("\n")
        more = [(f"{RUN}/{ALL}", say(N_("Another run")))]
        more += [(f"puzzle/{run.game}/{puzzle}", label) for puzzle, label in missed_in(run)]
        return shown(one, title, told, pictures_document(one.address, run.id, [chart_of(one.cog, run)], ""), [], more)

    def _offer(self, one: Exercise) -> Json:
        """What runs there are, with a button for each kind and game."""
        title, _, told = say(WHAT_RUNS_ARE).partition("\n")
        names = [(kind, say(name)) for kind, name in NAMES_OF_KINDS.items()]
        actions = [
            action_document(f"{kind}_{game}", f"{name} · {term(GAMES[game].title)}")
            for kind, name in names
            for game in self._bot.matches.puzzles.games
        ]
        return shown(one, title, told, [], actions) | {"game_title": ""}
