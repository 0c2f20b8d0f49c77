"""The interface of every game.

A game is a `Game`; a position in it is a `State`; a state and the moves of a game are frozen values.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType
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
        """These texts in a random order."""
        ...


def fill(sentence: str, values: Mapping[str, object]) -> str:
    """An English sentence with its placeholders filled; a tuple becomes a list with commas."""
    lists = {name: ", ".join(map(str, value)) for name, value in values.items() if isinstance(value, tuple)}
    return sentence.format(**{**values, **lists})


class Quoted(str):
    """A text of a document or an option, as it's quoted in a sentence. Nobody knows what is in it."""

    __slots__ = ()

    @property
    def plain(self) -> str:
        """The text, for those who must show it so that it means nothing else there."""
        return str(self)


@dataclass(frozen=True, slots=True)
class Words:
    """Part of a sentence that is a sentence with named placeholders itself, and its values; `str()` is the English."""

    sentence: str
    values: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return fill(self.sentence, self.values)


class Explained(ValueError):
    """An error explained in one sentence.

    `sentence` is English with named placeholders and `values` fills them in, so that it can be translated; `str()`
    returns the whole English sentence. A value may be a tuple, which is a list, or have a sentence of its own.
    """

    def __init__(self, sentence: str, /, **values: object) -> None:
        super().__init__(fill(sentence, values))
        self.sentence = sentence
        self.values = values

    def __reduce__(self) -> tuple[partial[Self], tuple[()]]:
        """Pickles and copies from sentence and values, since the whole text may contain braces."""
        return partial(type(self), self.sentence, **self.values), ()


class BadDocument(Explained):
    """A record, a position or options that the rules refuse. The sentence begins with the key of what is wrong."""


def fault(key: str | Words, problem: str | ValueError, /, **values: object) -> BadDocument:
    """What is wrong with a key of a document: a sentence without the key and its values, or an error."""
    return BadDocument(
        "{key}: {problem}", key=key, problem=Words(problem, values) if isinstance(problem, str) else problem
    )


class IllegalMove(Explained):
    """A move that can't be played, explained to the player."""


class Unreadable(IllegalMove):
    """The text isn't a move of this game at all."""


class Ambiguous(IllegalMove):
    """The text matches several legal moves."""


class NotLegalHere(IllegalMove):
    """A move of this game that the rules don't allow in this position."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option that the people at a table choose before a match.

    `type` is bool, int or str; `choices` are the allowed texts of a str; `min` and `max` limit an int, inclusive.
    `help` is one short sentence of at most 100 characters.
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
    """How a match ended: each seat's place (1 = winner, equal places are shared), and its score or None."""

    places: tuple[int, ...]
    scores: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Concealed:
    """What a seat doesn't see, as a position supposes it.

    `places` names each place where something is hidden, with whose it is (None: nobody's) and what is supposed there;
    what nobody has comes in the order in which it's drawn. `items` is everything that may be in one of them, each once.
    """

    places: Mapping[str, tuple[int | None, str]]
    items: tuple[str, ...]


class State(ABC, Generic[M]):
    """A position: immutable and comparable."""

    @property
    @abstractmethod
    def to_move(self) -> int | None:
        """The seat that decides next, 0.., or None when the match is over."""

    @property
    @abstractmethod
    def result(self) -> Result | None:
        """The result; None while the match runs."""

    @abstractmethod
    def legal(self) -> list[M]:
        """Every legal move, in a stable order; empty when the match is over."""

    @abstractmethod
    def notate(self, move: M) -> str:
        """The canonical text of a legal move."""

    @abstractmethod
    def parse(self, text: str) -> M:
        """The legal move that this text means. Raises IllegalMove, which says why there is none."""

    @abstractmethod
    def play(self, move: M, chance: Chance) -> Self:
        """The position after this decision and everything that follows automatically. Raises IllegalMove."""

    def sight(self, seat: int | None) -> Hashable:
        """What this seat may see, as a frozen value of the game's own; None is a spectator.

        Pictures and screens are made of it. Without hidden information it is the position itself.
        """
        return self

    def view(self, seat: int | None) -> Document:
        """What this seat may see as a document, for files and other processes; None is a spectator.

        Without hidden information, the whole position.
        """
        return self.dump()

    @abstractmethod
    def dump(self) -> Document:
        """The whole position as a document."""

    def same_turn(self, before: Self) -> bool:
        """Whether the decision that led here from `before` left its turn unfinished.

        A turn is what the game calls one, and may include decisions of several seats. Always False if each decision is
        a turn.
        """
        return False

    def may_take_back(self, before: Self) -> bool:
        """Whether the player may undo the decision that led here from `before`, if no luck was drawn.

        A game with hidden information must refuse if the decision showed someone what they didn't know, such as a card
        from a pile that was shuffled long before.
        """
        return self.same_turn(before) and self.to_move == before.to_move

    def forced(self) -> M | None:
        """The only legal move, if it may be played automatically; None if someone must decide. See `Game.forces`."""
        return None

    def only_roll(self) -> M | None:
        """The roll of the dice, if it is all that the seat to move can do; otherwise None. See `Game.rolls`."""
        return None

    def ordered(self) -> Mapping[str, M]:
        """The moves that people can order here beforehand, knowing nothing of it, by the orders' names (`Game.orders`).

        A game adds those of its own.
        """
        moves = self.legal()
        return {"single": moves[0]} if len(moves) == 1 else {}

    def determinise(self, seat: int, chance: Chance) -> Self:
        """A random position that fits `view(seat)`, with everything hidden dealt again; itself if nothing is hidden."""
        return self

    def concealed(self, seat: int) -> Concealed:
        """What this seat doesn't see, as this position supposes it."""
        return Concealed({}, ())

    def suppose(self, seat: int, place: str, item: str) -> Self:
        """The position in which one of the places hidden from this seat holds the item, which changes places with what
        was supposed there. `view(seat)` stays as it is. Raises ValueError if that can't be.
        """
        raise fault("place", "{place} isn't hidden", place=Quoted(place))


class Game(ABC, Generic[M]):
    """The rules of one game."""

    key: str
    title: str
    options: tuple[Option, ...]
    hidden: bool = False
    forces: bool = False
    """Whether some decisions have a single legal move that may be played automatically (`State.forced`)."""
    rolls: bool = False
    """Whether dice are rolled before a choice, which a table may leave to the players (`State.only_roll`)."""
    rules_version: int = 1
    """Must grow by one whenever running matches would continue differently."""
    usual_moves: int = 10
    """How many moves a side makes in half of all matches, rolls and forced moves included: a resignation or an agreed
    draw before a tenth of them changes no ratings. `python -m tests.records.make` prints it."""
    orders: tuple[str, ...] = ("single",)
    """The names of what people can order for all their turns, whatever they bring (`State.ordered`)."""
    renotated: Mapping[int, Callable[[State[M], str], str]] = MappingProxyType({})
    """The earlier versions from which this one differs only in how moves are written: what writes a move of theirs, in
    the position in which it was played, as this version does."""

    def rewritten(self, text: str, before: State[M], version: int | None) -> str:
        """A move as this version of the rules writes it. Another version wrote the text, in the position `before`."""
        rewrite = None if version is None else self.renotated.get(version)
        return text if rewrite is None else rewrite(before, text)

    @abstractmethod
    def start(self, seats: int, options: Mapping[str, object], chance: Chance) -> State[M]:
        """The first position. Raises ValueError naming a bad option, or for a number of seats that can't play."""

    @abstractmethod
    def load(self, doc: Mapping[str, object]) -> State[M]:
        """The position that `dump` wrote. Raises ValueError naming the key that is wrong."""

    @abstractmethod
    def seats(self, options: Mapping[str, object]) -> tuple[int, ...]:
        """The numbers of seats that may play with these options."""

    @abstractmethod
    def colours(self, seats: int, options: Mapping[str, object]) -> tuple[str, ...]:
        """One colour name for each seat, as shown to players."""

    def uses_chance(self, options: Mapping[str, object]) -> bool:
        """Whether a match with these options, others at their defaults, can ever draw luck."""
        return True

    def sides(self, seats: int, options: Mapping[str, object]) -> tuple[tuple[int, ...], ...]:
        """The seats that win and lose together; each seat alone unless the game has teams."""
        return tuple((seat,) for seat in range(seats))

    def state_of_view(self, view: Mapping[str, object], seat: int) -> State[M]:
        """A position that fits what `seat` sees; the same view always gives the same position.

        Without hidden information it is the position itself; a game whose view contains more than its document drops
        the rest. A game with hidden information arranges it in an order of its own, which says nothing about the real
        one: call `determinise` before searching such a position. Raises ValueError naming the key of a view that is
        wrong.
        """
        if self.hidden:
            raise NotImplementedError(f"{self.key} hides things and has to say how a position is made of a view")
        return self.load(view)
