"""What a computer player must know about one game: how good a position is, what to look at first, and why.

Each game's judge is an object named `judge` in the module of this package with the game's name.
"""

import random
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from bot.players.budget import Meter
from bot.players.positions import SearchPosition
from bot.rules.api import Chance

M = TypeVar("M", bound=Hashable)
S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Reason:
    """One effect of a move, as a sentence for a player: English with named placeholders, as in `IllegalMove`.

    `places` are the places on the board that it's about, in the game's notation, for a picture to mark.
    """

    sentence: str
    values: Mapping[str, object] = field(default_factory=dict)
    places: tuple[str, ...] = ()

    @property
    def against(self) -> bool:
        """Whether it speaks against the move; such a sentence begins with "but"."""
        return self.sentence.startswith("but ")

    def __str__(self) -> str:
        return self.sentence.format(**self.values)


class Judge(Generic[S, M]):
    """The knowledge of one game. The search calls it; nothing here looks ahead."""

    grain: float = 1.0
    """A difference in worth that a good player would call clear."""
    blindness: Mapping[str, float] = MappingProxyType({"beginner": 0.3, "easy": 0.3, "normal": 0.15})
    """The share of its moves, 0 to 1, that a level doesn't notice, by the level's name; other levels notice all. Of
    later moves, which are harder to see, it overlooks more."""
    steps: Mapping[str, int] = MappingProxyType({})
    """How many steps ahead a level looks in this game, by the level's name, where that isn't as in others."""
    paces: Mapping[str, float] = MappingProxyType({})
    """How many times as long as in other games a level thinks, by the level's name."""
    careful: Mapping[str, float] = MappingProxyType({})
    """As in `Level`, by the level's name, where that isn't as in others."""
    keeps_pieces: frozenset[str] = frozenset()
    """The levels that give no piece away for nothing (`SearchPosition.gives_away`) where another move doesn't; few
    steps ahead, a threat that comes later often seems to be worth it."""
    depths: Sequence[int] = range(1, 100)
    """How many steps the search looks ahead, one depth after the other while it has time. A step ends where a turn ends
    (`State.same_turn`) or luck was drawn, so the first depth sees a seat's own turn to its end."""
    steps_in_a_world: int = 2
    """The maximum number of steps it looks ahead if hidden information is dealt again: many worlds seen a little way
    tell more than one seen to its end."""
    widths: Sequence[int] = ()
    """How many moves are followed from the first decision on, from the second .. (the last number is for all later
    ones); empty for all of them."""
    playout: int = 0
    """How many moves by `quick` follow in a playout, in games where each move is a turn; 0 for no playouts."""
    followed: int = 8
    """The maximum number of moves with playouts."""
    trust: float = 1.0
    """How many rounds of playouts the judgement of a move before them counts for."""
    prize: float = 100.0
    """What winning a match counts in a playout, in addition to the winner's lead."""
    tries: int = 0
    """For exploration, the number of random moves of which a playout plays the best; 0 for no exploration. Games with
    luck during play, hidden information or repeated positions can't be explored."""
    scale: float = 1.0
    """For exploration, the lead with which about three of four matches are won."""
    lost: float = inf
    """How far behind a side is that has no hope left, in points of this game; infinite if nobody can tell."""
    passes: frozenset[str] = frozenset()
    """The texts of moves that aren't worth planning: they only end a turn, or leave the rest to luck."""
    yardsticks: Mapping[str, Callable[[Any, random.Random], Any]] = MappingProxyType({})
    """Published players of this game, by the names under which they play in the arena."""
    orders_by_evaluation: bool = True
    """Whether moves are tried in the order of the positions they lead to, not by `urgency`."""
    replies: int = 0
    """With more than two sides, how many moves of another side are considered, those that serve it best; 0 for all of
    them, as if all others were one."""
    late_moves_from: int = 0
    """The number of the first late move, which is first searched one step less deep; 0 for none."""
    opening: int = 0
    """How many random decisions each seat makes first in the arena, so that matches without luck differ."""

    def evaluate(self, state: S) -> Sequence[float]:
        """Each seat's standing, in points of this game; only differences between seats matter."""
        raise NotImplementedError

    def at_table(self, level: str, seats: int, options: Mapping[str, object]) -> "Judge[S, M]":
        """The judge that a level goes by at such a table."""
        return self

    def chance(self, lead: float) -> float | None:
        """The chance to win against a single opponent with this lead, 0 to 1; None if the points don't tell."""
        return None

    def evaluate_plainly(self, state: S) -> Sequence[float]:
        """Each seat's standing as a beginner sees it, in the same points; greedy play uses it too."""
        raise NotImplementedError

    def candidates(self, state: S, moves: Sequence[M]) -> Sequence[M]:
        """The moves worth considering; never empty."""
        return moves

    def urgency(self, state: S, move: M) -> float:
        """How early a move should be tried: higher is earlier."""
        return 0.0

    def noisy(self, state: S) -> Sequence[M]:
        """The legal moves that change so much that a position isn't judged before they have been tried."""
        return ()

    def quick(self, state: S, source: random.Random) -> M:
        """A sensible legal move, found fast: what everyone plays in a playout."""
        raise NotImplementedError

    def gain(self, state: S, move: M) -> float:
        """The most that a noisy move by itself can add to its mover's lead."""
        return inf

    def margin(self, state: S) -> float:
        """The most that a quiet move adds to the mover's lead, with rare exceptions."""
        return inf

    def explores(self, state: S) -> bool:
        """Whether the moves of a position are explored instead of searched (`tries`)."""
        return self.tries > 0

    def plays_on(self, state: S) -> bool:
        """Whether moves in a position are judged by playouts."""
        return self.playout > 0

    def null_move(self, state: S) -> S | None:
        """The position if the mover passed; None if passing may be better than any move, or makes no sense."""
        return None

    def lucks(self, state: S, move: M) -> Sequence[tuple[Chance, float]]:
        """All possible outcomes of a move's luck with their probabilities; empty if there are too many."""
        return ()

    def slip(self, state: S, move: M, unsteady: float, source: random.Random) -> M:
        """The legal move that an unsteady hand plays instead; `unsteady` is 0 for not at all, 1 for a beginner."""
        return move

    def position(self, state: S, meter: Meter, *, plain: bool) -> SearchPosition | None:
        """The game's own position to search on, judging as `evaluate_plainly` or as `evaluate`; None if it has none.

        It spends from `meter`. Without one, `StatePosition` is used.
        """
        return None

    def key(self, state: S) -> Hashable:
        """A key that equal positions share, so that they are searched only once."""
        return state

    def chances(self, before: S, move: M) -> list[Reason]:
        """The reasons for a move that are known before its luck is drawn."""
        return []

    def reasons(self, before: S, move: M, after: S) -> list[Reason]:
        """What a move does, most important first."""
        return []


AnyJudge = Judge[Any, Any]
