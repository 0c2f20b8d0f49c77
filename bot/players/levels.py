"""How strong a computer player is."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from bot.players.budget import Budget
from bot.players.judging import AnyJudge
from bot.players.tree import SearchLimits

SECONDS = 2.0  # of CPU time for a hard player's decision


@dataclass(frozen=True, slots=True)
class Level:
    """A level of play. How many moves it overlooks is up to each game (`Judge.blindness`), which may also change how
    far and how long it looks ahead."""

    name: str
    budget: Budget
    """The cost limit of a decision."""
    limits: SearchLimits | None = None
    """How far it looks ahead; None to judge only the position right after the move."""
    worlds: int = 1
    """How often hidden information is dealt again, at most."""
    rounds: int = 0
    """The maximum number of rounds of playouts or exploration, in games that allow them (`Judge.playout`,
    `Judge.tries`); then it doesn't search. 0: it searches."""
    plain: bool = False
    """Whether it judges as a beginner does (`Judge.evaluate_plainly`)."""
    careful: float = 0.0
    """The share of its decisions, 0 to 1, in which a plain player considers what can be captured from it next, or looks
    ahead if it does so in this game."""
    unsteady: float = 0.0
    """How unsteady its hand is for moves that need a steady one (`Judge.slip`), 0 to 1."""

    def within(self, budget: Budget) -> "Level":
        """This level with another budget."""
        return replace(self, budget=budget)

    def playing(self, judge: AnyJudge) -> "Level":
        """The level as it plays the judge's game (`Judge.steps`, `Judge.paces`, `Judge.careful`)."""
        limits, seconds = self.limits, self.budget.seconds
        if self.name in judge.steps:
            limits = replace(limits or BRIEF, steps=judge.steps[self.name])
        if seconds is not None:
            seconds *= judge.paces.get(self.name, 1.0)
        careful = judge.careful.get(self.name, self.careful)
        return replace(self, limits=limits, budget=replace(self.budget, seconds=seconds), careful=careful)

    def with_pace(self, seconds: float) -> "Level":
        """This level, for a hard player that has this many seconds. Levels that count positions stay as they are."""
        budget = self.budget
        if budget.positions is not None or budget.seconds is None:
            return self
        return self.within(replace(budget, seconds=budget.seconds * seconds / SECONDS))


FULL = SearchLimits(steps=99, noisy=6, samples=12, width=1.0)
BRIEF = SearchLimits(steps=1, noisy=6, samples=3, width=0.5)

_ALL = (
    # Counts what a beginner counts, right after its move, and sometimes forgets what can be captured from it.
    Level("beginner", Budget(positions=6_000, seconds=1.0), plain=True, careful=0.85, unsteady=1.0),
    # Knows what a position is worth and plans its own turn to the end, but doesn't consider the reply.
    Level("easy", Budget(positions=6_000, seconds=1.0), BRIEF, worlds=4, unsteady=0.6),
    # Thinks as a hard player does, in an eighth of the time (`Judge.paces`), and overlooks moves.
    Level("normal", Budget(seconds=SECONDS / 8), FULL, worlds=400, rounds=4_000, unsteady=0.3),
    Level("hard", Budget(seconds=SECONDS), FULL, worlds=400, rounds=4_000),
    Level("expert", Budget(seconds=4 * SECONDS), FULL, worlds=1_600, rounds=16_000),
)

LEVELS: Mapping[str, Level] = MappingProxyType({level.name: level for level in _ALL})

ADVISER = replace(LEVELS["hard"], name="adviser")
"""Gives hints, reviews matches and makes puzzles: thinks as long as a hard player does, and never overlooks a move."""

# A reference for the arena, not offered at tables: takes what counts most immediately, and overlooks nothing.
GREEDY = Level("greedy", Budget(), plain=True)
