"""What a computer player has to know about one game: how good a position is, what to look at first, and why.

Each game's judge stands in the module of this package that bears the game's name, as an object named `judge`.
"""

import random
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from bot.players.budget import Meter
from bot.players.positions import Position
from bot.rules.api import Chance

M = TypeVar("M", bound=Hashable)
S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing that a move does, said to a player: an English sentence with named places, as in `IllegalMove`."""

    sentence: str
    values: Mapping[str, object] = field(default_factory=dict)

    @property
    def against(self) -> bool:
        """Whether it speaks against the move; such a sentence begins with "but"."""
        return self.sentence.startswith("but ")

    def __str__(self) -> str:
        return self.sentence.format(**self.values)


class Judge(Generic[S, M]):
    """The knowledge of one game. The search asks; nothing here looks ahead.

    - `grain`: a difference in worth that a good player would call clear.
    - `overlooks`: the share of its moves, 0 to 1, that a level doesn't notice, by the level's name; the others notice
      all. Of later moves, which are harder to see, it overlooks more.
    - `depths`: how many steps the search looks ahead, one after the other as long as it has time. A step ends where
      a turn ends (`State.same_turn`) or luck has been drawn, so the first sees a seat's own turn to its end.
    - `steps_in_a_world`: how many steps at most it looks ahead where the hidden is dealt anew: many worlds seen a
      little way tell more than one seen to its end.
    - `widths`: how many moves are followed from the first decision on, from the second .. (the last one holds for all
      that come later); empty for all of them.
    - `replies`: with more than two sides, how many moves of another side are reckoned with, those that serve it best;
      0 for all of them, as if all others were one.
    - `late_moves_from`: the number of the first late move, which is searched a step less deep at first; 0 for none.
    - `opening`: how many decisions of each seat the arena plays at random, where no luck makes matches differ.
    - `playout`: how many turns matches are played on by `quick` to see how a move fares; 0 if they never are.
    - `followed`: how many moves are played on at most.
    - `trust`: how many rounds of playouts the look at a move before them counts for.
    - `prize`: what winning a match counts in a playout, beside how far ahead its winner is.
    - `tries`: where decisions are explored, the best of how many random moves is played when a match is played on; 0
      where they never are. Games can't be explored that draw luck in play or hide things, or in which a position may
      come up twice.
    - `scale`: where decisions are explored, the lead by which about three of four matches are won.
    - `lost`: how far behind a side is that has no hope left, in points of this game; infinite where nobody can tell.
    - `looks`: whether moves are tried in the order of the positions they lead to; otherwise in that of `urgency`.
    """

    grain: float = 1.0
    overlooks: Mapping[str, float] = MappingProxyType({"beginner": 0.3, "easy": 0.3, "normal": 0.15})
    depths: Sequence[int] = range(1, 100)
    steps_in_a_world: int = 2
    widths: Sequence[int] = ()
    playout: int = 0
    followed: int = 8
    trust: float = 1.0
    prize: float = 100.0
    tries: int = 0
    scale: float = 1.0
    lost: float = inf
    looks: bool = True
    replies: int = 0
    late_moves_from: int = 0
    opening: int = 0

    def worths(self, state: S) -> Sequence[float]:
        """How well each seat stands, in points of this game; only differences between seats matter."""
        raise NotImplementedError

    def plain(self, state: S) -> Sequence[float]:
        """How well each seat stands by what a beginner counts, in the same points; and how greedy play does."""
        raise NotImplementedError

    def candidates(self, state: S, moves: Sequence[M]) -> Sequence[M]:
        """The moves worth thinking about; never none of them."""
        return moves

    def urgency(self, state: S, move: M) -> float:
        """How early a move should be tried: higher is earlier."""
        return 0.0

    def loud(self, state: S) -> Sequence[M]:
        """The legal moves that change so much that a position is not judged before they have been tried."""
        return ()

    def quick(self, state: S, source: random.Random) -> M:
        """A sensible legal move, found at once: what everybody is taken to play in a playout."""
        raise NotImplementedError

    def gain(self, state: S, move: M) -> float:
        """What a loud move itself adds to its mover's lead at most."""
        return inf

    def margin(self, state: S) -> float:
        """What a move that isn't loud can add to the mover's lead at most, or hardly ever more than that."""
        return inf

    def explores(self, state: S) -> bool:
        """Whether the moves of a position are explored rather than searched (`tries`)."""
        return self.tries > 0

    def plays_on(self, state: S) -> bool:
        """Whether matches are played on from a position to see how a move fares."""
        return self.playout > 0

    def passed(self, state: S) -> S | None:
        """The position if the mover could pass; None where passing may be better than any move, or makes no sense."""
        return None

    def lucks(self, state: S, move: M) -> Sequence[tuple[Chance, float]]:
        """All that the luck of a move can bring, with how likely each is; empty where that is too much to name."""
        return ()

    def slip(self, state: S, move: M, unsteady: float, source: random.Random) -> M:
        """The legal move that becomes of this one in a hand that is so unsteady: 0 not at all, 1 a beginner's."""
        return move

    def position(self, state: S, meter: Meter, *, plain: bool) -> Position | None:
        """A position of the game's own to search on, which judges as `plain` or as `worths` does; None for none.

        It spends from `meter`. `StatePosition` serves where a game brings none.
        """
        return None

    def key(self, state: S) -> Hashable:
        """What two positions have in common that need not be searched twice."""
        return state

    def chances(self, before: S, move: M) -> list[Reason]:
        """What can be said of a move before the luck that it draws."""
        return []

    def reasons(self, before: S, move: M, after: S) -> list[Reason]:
        """What a move does, the most telling first."""
        return []


AnyJudge = Judge[Any, Any]
