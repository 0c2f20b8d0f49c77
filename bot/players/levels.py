"""How strong a computer player is."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from bot.players.budget import Budget
from bot.players.tree import Limits


@dataclass(frozen=True, slots=True)
class Level:
    """A computer player's sight and its mistakes.

    - `budget`: what a decision may cost.
    - `limits`: how far it looks; None looks no further than the position right after the move.
    - `worlds`: how many times hidden things are dealt anew, at most.
    - `rounds`: in how many rounds at most its moves are played on or explored, in games that can be (`Judge.playout`,
      `Judge.tries`); then it searches no steps. 0: it searches.
    - `plain`: whether it judges as a beginner does (`Judge.plain`).
    - `overlooks`: the share of its moves, 0 to 1, that it doesn't notice, as people don't.
    - `careful`: the share of its decisions, 0 to 1, in which it asks what can be taken from it next, where it doesn't
      look further anyway.
    - `blur`: how far off its judgement of a position is, in `Judge.grain`s (a standard deviation).
    - `casual`: whether its judgement is off by as much as the game says (`Judge.casual`), after all its looking.
    - `unsteady`: how unsteady its hand is where moves ask for one (`Judge.slip`), 0 to 1.
    """

    name: str
    budget: Budget
    limits: Limits | None = None
    worlds: int = 1
    rounds: int = 0
    plain: bool = False
    overlooks: float = 0.0
    careful: float = 0.0
    blur: float = 0.0
    casual: bool = False
    unsteady: float = 0.0

    def within(self, budget: Budget) -> "Level":
        """The same level with another budget."""
        return replace(self, budget=budget)


_ALL = (
    # Counts what a beginner counts, right after its move; misses every fourth move and small differences, and forgets
    # every other time what can be taken from it.
    Level(
        "easy", Budget(positions=6_000, seconds=1.0), plain=True, overlooks=0.25, careful=0.5, blur=0.5, unsteady=1.0
    ),
    # Knows what a position is worth and plans its own turn to the end, but waits to see what comes back.
    Level(
        "normal",
        Budget(positions=6_000, seconds=1.0),
        Limits(steps=1, loud=1, samples=3, width=0.5),
        worlds=4,
        casual=True,
        unsteady=0.3,
    ),
    Level("hard", Budget(seconds=2.0), Limits(steps=99, loud=6, samples=12, width=1.0), worlds=400, rounds=4_000),
)

LEVELS: Mapping[str, Level] = MappingProxyType({level.name: level for level in _ALL})

# A measure for the arena, not offered at a table: takes what counts most at once, and overlooks nothing.
GREEDY = Level("greedy", Budget(), plain=True)
