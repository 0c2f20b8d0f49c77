"""What each game's moves, pieces and endings are called, one module for each game, named by its key.

Boards, pictures and alt texts say the same in the same sentences, so that each is written and translated once. They are
written as boards show them, with Markdown and a disc before the colour whose turn it is; `plain` is for pictures.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from bot.rules.api import Result
from bot.rules.chance import Outcome
from bot.text import N_, group_digits, say, say_plural, term
from bot.text.terms import capitalise, join_sentences, ordinal

_DISCS = {
    "gold": "🟡", "yellow": "🟡", "silver": "⚪\ufe0f", "white": "⚪\ufe0f", "red": "🔴", "blue": "🔵",
    "green": "🟢", "orange": "🟠", "purple": "🟣", "violet": "🟣", "brown": "🟤", "black": "⚫\ufe0f",
}  # fmt: skip

_MARKUP = re.compile(rf"\*\*|(?:{'|'.join(sorted({*_DISCS.values()}))}) ")

_NO_LETTER_BEFORE = r"(?<![A-Za-z\u00c0-\u024f])"  # Latin ones only: Japanese writes words without spaces

M = TypeVar("M", covariant=True)
V = TypeVar("V", covariant=True)


class PastDecision(Protocol[M, V]):
    """A past decision of a game with moves M, as everyone may know it, who sees V of its positions.

    `before` and `after` are the positions before and after it, `after` None if it isn't known. `chance` is its luck,
    and `automatic` says that there was no choice.
    """

    @property
    def move(self) -> M: ...
    @property
    def seat(self) -> int | None: ...
    @property
    def chance(self) -> Sequence[Outcome]: ...
    @property
    def before(self) -> V: ...
    @property
    def after(self) -> V | None: ...
    @property
    def automatic(self) -> bool: ...


class GameWords(Protocol):
    """What a game's module provides. `position` is what everyone may see of one."""

    def describe_move(self, position: Any, move: Any) -> str:
        """A move in one sentence."""

    def describe_turn(self, turn: Sequence[PastDecision[Any, Any]]) -> str:
        """Some or all decisions of a turn, and what followed from them."""

    def ending_reason(self, position: Any) -> str:
        """Why the rules ended the match, in one line; empty if the places say enough."""

    def ending(self, sight: Any) -> "Verdict | None":
        """How the match ended by the rules; None while it runs."""

    def gain(self, before: Any, after: Any, seat: int) -> int:
        """What a turn of this seat brought it, in what the game counts: points, captures, counters together."""

    def story(self, sight: Any, winners: Sequence[int], course: "Course") -> "Sequence[str]":
        """What is told about a match that has ended, the most important first: how long, how far ahead, the best turn.

        Without punctuation, so that as many as there is room for become one line.
        """

    def text(self, sight: Any) -> str:
        """The complete position, a line for each fact, for people who can't see the picture."""

    @property
    def glossary(self) -> Sequence[str]:
        """Words of the game that nobody can know, the most important first, each a sentence or two for `meanings`.

        Each begins with its word in bold, as the game's sentences have it: "**Mill**: three men in a row."
        """


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a match ended, as a picture says it: a `title` ("Gold wins") and a short `reason`.

    `winners` are the seats in first place; `places` is None unless the rules ended it.
    """

    title: str
    reason: str = ""
    winners: tuple[int, ...] = ()
    places: tuple[int, ...] | None = None

    @property
    def sentence(self) -> str:
        if not self.reason:
            return say(N_("{title}."), title=self.title)
        return say(N_("{title} ({reason})."), title=self.title, reason=self.reason)

    def place(self, seat: int) -> str:
        """The place of a seat, such as "2nd"; empty for seats behind the winners if there are no places."""
        if self.places:
            return ordinal(self.places[seat])
        return ordinal(1) if seat in self.winners else ""


def ending_by_rules(result: Result | None, tell: Callable[[tuple[int, ...]], tuple[str, str]]) -> Verdict | None:
    """The end by the rules, which decide the places; None while the match runs.

    `tell` returns a title and a reason for the seats in first place.
    """
    if result is None:
        return None
    winners = tuple(seat for seat, place in enumerate(result.places) if place == 1)
    return Verdict(*tell(winners), winners, result.places)


def one_by_one(
    turn: Sequence[PastDecision[Any, Any]], move: Callable[[Any, Any], str], effects: Callable[[Any, Any, Any], str]
) -> str:
    """A line for each decision: its `move` in words, and its `effects` as far as the position after it is known."""
    lines = []
    for one in turn:
        followed = "" if one.after is None else effects(one.before, one.move, one.after)
        lines.append(join_sentences((move(one.before, one.move), followed)))
    return "\n".join(lines)


def colour_disc(colour: str) -> str:
    """A coloured disc for texts, followed by the selector for emoji; always shown next to the colour's name."""
    return _DISCS.get(colour, "▫️")


def with_disc(colour: str) -> str:
    """A colour with its disc: "🟡 Gold"."""
    return f"{colour_disc(colour)} {capitalise(term(colour))}"


@dataclass(frozen=True, slots=True)
class Course:
    """How a match went, as far as it's known: its `turns`, and what the winners' `best` turn brought (`gain`).

    `best_turn` are the decisions of that turn.
    """

    turns: int = 0
    best: int = 0
    best_turn: Sequence[PastDecision[Any, Any]] = ()


UNKNOWN = Course()


def duration(course: Course) -> str:
    """How long the match took: "after 31 turns"; empty if that isn't known."""
    words = say_plural("after {number} turn", "after {number} turns", course.turns, number=group_digits(course.turns))
    return words if course.turns else ""


def best_turn(course: Course) -> str:
    """The winners' best turn where points are counted: "best turn: 40 points"; empty if it isn't known."""
    return say(N_("best turn: {points}"), points=points(course.best)) if course.best > 0 else ""


def points(number: int) -> str:
    """ "1 point", "15,000 points"."""
    return say_plural("{number} point", "{number} points", number, number=group_digits(number))


def lead(scores: Sequence[int], winners: Sequence[int]) -> str:
    """By how much the winners lead: "12 points ahead"; empty if others have as much, or nobody else plays."""
    others = [score for seat, score in enumerate(scores) if seat not in winners]
    ahead = max(scores[seat] for seat in winners) - max(others) if winners and others else 0
    return say(N_("{points} ahead"), points=points(ahead)) if ahead > 0 else ""


def meanings(glossary: Sequence[str], words: str, page: str = "") -> list[str]:
    """What the words of a glossary mean that stand in these `words`, except those that the `page` beside them uses."""

    def uses(term: str, text: str) -> bool:
        return re.search(_NO_LETTER_BEFORE + re.escape(term), text, re.IGNORECASE) is not None

    entries = [(entry.split("**")[1], entry) for entry in map(say, glossary)]
    return [entry for term, entry in entries if uses(term, words) and not uses(term, page)]


def plain(words: str) -> str:
    """What boards say, in one line without Markdown and discs."""
    return join_sentences(_MARKUP.sub("", words).split("\n"))
