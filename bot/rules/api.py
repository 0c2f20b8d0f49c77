"""What every game offers and what everybody else may rely on.

A game is a `Game`; a position in it is a `State`; a state and the moves of a game are frozen values.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, Protocol, Self, TypeVar

M = TypeVar("M", bound=Hashable)

Document = dict[str, Any]
"""What `json.loads` returns for a position: only dict, list, str, int, float, bool and None."""


class Chance(Protocol):
    """The only source of luck. See `bot.rules.chance`."""

    def roll(self, sides: int = 6) -> int:
        """A whole number from 1 to `sides`."""
        ...

    def shuffle(self, items: Sequence[str]) -> list[str]:
        """The same texts in a new order."""
        ...


class IllegalMove(ValueError):
    """A move that can't be played, said to the player in one sentence.

    `sentence` is English with named places and `values` what stands in them, so that it can be translated;
    `str()` returns the whole English sentence.
    """

    def __init__(self, sentence: str, /, **values: object) -> None:
        super().__init__(sentence.format(**values))
        self.sentence = sentence
        self.values = values

    def __reduce__(self) -> tuple[partial[Self], tuple[()]]:
        """For pickle and copy: made anew from sentence and values, since the whole text may hold braces of its own."""
        return partial(type(self), self.sentence, **self.values), ()


class Unreadable(IllegalMove):
    """The text is no move of this game at all."""


class Ambiguous(IllegalMove):
    """The text fits several legal moves."""


class NotLegalHere(IllegalMove):
    """A move of this game that the rules don't allow in this position."""


@dataclass(frozen=True, slots=True)
class Option:
    """One choice that the people at a table make before a match.

    `type` is bool, int or str; `choices` are the allowed texts of a str; `min` and `max` bound an int, both included.
    `help` is one short sentence, at most 100 characters.
    """

    name: str
    type: type[bool] | type[int] | type[str]
    default: bool | int | str
    choices: tuple[str, ...] = ()
    min: int | None = None
    max: int | None = None
    help: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended: for each seat its place (1 = winner, equal places are shared) and its score or None."""

    places: tuple[int, ...]
    scores: tuple[int, ...] | None = None


class State(ABC, Generic[M]):
    """A position: immutable and comparable."""

    @property
    @abstractmethod
    def to_move(self) -> int | None:
        """The seat that decides next, 0.., or None when the match is over."""

    @property
    @abstractmethod
    def result(self) -> Result | None:
        """None while the match runs."""

    @abstractmethod
    def legal(self) -> list[M]:
        """Every legal move, in a stable order; empty when the match is over."""

    @abstractmethod
    def notate(self, move: M) -> str:
        """The canonical text of a legal move."""

    @abstractmethod
    def parse(self, text: str) -> M:
        """The legal move that a person means by this text. IllegalMove says why there is none."""

    @abstractmethod
    def play(self, move: M, chance: Chance) -> Self:
        """The position after this decision and all that follows from it without one. IllegalMove if it is not legal."""

    def view(self, seat: int | None) -> Document:
        """What this seat may see; None is a spectator. Where nothing is hidden, the whole position."""
        return self.dump()

    @abstractmethod
    def dump(self) -> Document:
        """The whole position."""

    def same_turn(self, before: Self) -> bool:
        """Whether the decision that led here from `before` left its turn unfinished.

        What a game calls one turn, of whatever seats' decisions it consists; where every decision is a turn, never.
        """
        return False

    def may_take_back(self, before: Self) -> bool:
        """Whether the decision that led here from `before` may be taken back by who took it, if no luck was drawn.

        A game that hides things must refuse where the decision has shown somebody what they didn't know, such as a card
        of a pile that was shuffled long before.
        """
        return self.same_turn(before) and self.to_move == before.to_move

    def forced(self) -> M | None:
        """The only legal move, where nobody need be asked for it; None where somebody decides. See `Game.forces`."""
        return None

    def only_roll(self) -> M | None:
        """The roll of the dice, where it is all that the seat to move can do; None elsewhere. See `Game.rolls`."""
        return None

    def determinise(self, seat: int, chance: Chance) -> Self:
        """A position that fits `view(seat)`, with everything hidden dealt anew; itself where nothing is hidden."""
        return self


class Game(ABC, Generic[M]):
    """The rules of one game. `rules_version` grows by one whenever running matches would play on differently.

    `forces` says that some decisions have a single legal move that may be played by itself (`State.forced`), `rolls`
    that dice are rolled before a choice, which a table may leave to the players (`State.only_roll`).
    """

    key: str
    title: str
    options: tuple[Option, ...]
    hidden: bool = False
    forces: bool = False
    rolls: bool = False
    rules_version: int = 1

    @abstractmethod
    def start(self, seats: int, options: Mapping[str, object], chance: Chance) -> State[M]:
        """The first position. ValueError names a bad option or a number of seats that can't play."""

    @abstractmethod
    def load(self, doc: Mapping[str, object]) -> State[M]:
        """The position that `dump` wrote. ValueError names the key that is wrong."""

    @abstractmethod
    def seats(self, options: Mapping[str, object]) -> tuple[int, ...]:
        """The numbers of seats that may play with these options."""

    @abstractmethod
    def colours(self, seats: int, options: Mapping[str, object]) -> tuple[str, ...]:
        """One colour name for each seat, as it is shown."""

    def uses_chance(self, options: Mapping[str, object]) -> bool:
        """Whether a match with these options, those left out at their defaults, can ever draw luck."""
        return True

    def sides(self, seats: int, options: Mapping[str, object]) -> tuple[tuple[int, ...], ...]:
        """The seats that win and lose together; each seat alone unless the game has teams."""
        return tuple((seat,) for seat in range(seats))

    def state_of_view(self, view: Mapping[str, object], seat: int) -> State[M]:
        """A position that fits what `seat` sees, and always the same one for the same view.

        Where nothing is hidden it is the position; a game whose view says more than its document leaves the rest out.
        A game that hides things lays them out in an order of its own, which says nothing about how they really lie:
        nobody reasons about such a position before `determinise` has dealt the hidden anew. ValueError names the key
        of a view that is wrong.
        """
        if self.hidden:
            raise NotImplementedError(f"{self.key} hides things and has to say how a position is made of a view")
        return self.load(view)
