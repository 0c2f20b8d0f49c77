"""What leagues and tournaments, both *contests*, are for those who look at them or want to play there."""

from collections.abc import Awaitable, Callable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from bot.contests.tournaments.meetings import Format
from bot.match.values.errors import Refusal
from bot.text import N_
from bot.text.own_words import OwnWords

LONGEST_NAME = 40  # characters

ELSEWHERE = -1
"""Parts of a contest below this number are shown outside its channel, so they stay when it moves."""


@dataclass(frozen=True, slots=True)
class Contest:
    """The league or tournament that a match belongs to.

    `kind` is None in a league. `counts` says whether it still goes on, `again` whether the match is the second one of a
    drawn match in a knock-out, and `decided` whether its result there stands already, as people left or time is up.
    """

    name: OwnWords
    kind: Format | None
    counts: bool
    again: bool = False
    decided: bool = False


@dataclass(frozen=True, slots=True)
class Viewer:
    """Somebody who looks for leagues and tournaments. There are only those whose channel they see or who play there.

    `sees` returns which of these channels they see.
    """

    user: int
    sees: Callable[[AbstractSet[int]], Awaitable[AbstractSet[int]]]


class AlreadyIn(Refusal):
    SENTENCE = N_("You're already in.")


class TeamsInLeague(Refusal):
    SENTENCE = N_("In leagues and tournaments everyone plays alone. Choose options without teams.")
