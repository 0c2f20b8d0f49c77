"""A decision: what someone wants to do with a match, as a value that `Matches.act` carries out."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import wraps
from typing import Concatenate, ParamSpec

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match.reading.stored import StoredMatch
from bot.match.values.new_event import NewEvent

Arguments = ParamSpec("Arguments")

Check = Callable[[AsyncConnection, StoredMatch, int | None, int], Awaitable[None]]
"""Raises refusals that need the database, in the transaction that writes the event.

Its arguments are the connection, the match as it was read, the user who decides (None if nobody does), and how many
matches one person may play.
"""


def _never(_match: StoredMatch) -> bool:
    return False


def always(_match: StoredMatch) -> bool:
    """For decisions that always need the log."""
    return True


@dataclass(frozen=True, repr=False)
class Decision:
    """What someone wants to do with a match.

    `decide` returns the event that follows for the match as it was read, or None if nothing changes. It raises a
    refusal or `IllegalMove`. The engine calls it again with the match read anew if another process was faster.

    `StoredMatch.seed` is set only with `needs_seed`, and `StoredMatch.log` only if `needs_log` returns true. `check`
    may refuse while the event is written. `about` returns the number of the match that is really meant, if it is
    another one.
    """

    name: str
    decide: Callable[[StoredMatch], NewEvent | None]
    needs_seed: bool = False
    needs_log: Callable[[StoredMatch], bool] = _never
    check: Check | None = None
    about: Callable[[StoredMatch], int] | None = None

    def __repr__(self) -> str:
        return f"<Decision {self.name}>"  # its arguments may be secret


def decision(
    *,
    needs_seed: bool = False,
    needs_log: Callable[[StoredMatch], bool] = _never,
    check: Check | None = None,
    about: Callable[[StoredMatch], int] | None = None,
) -> Callable[[Callable[Concatenate[StoredMatch, Arguments], NewEvent | None]], Callable[Arguments, Decision]]:
    """Turns a function of a match and further arguments into one that makes a `Decision` of those arguments.

    `resign(match, user)` is then called as `resign(user)`; `resign(user).decide(match)` calls the function itself.
    """

    def decorate(
        decide: Callable[Concatenate[StoredMatch, Arguments], NewEvent | None],
    ) -> Callable[Arguments, Decision]:
        @wraps(decide)
        def make(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Decision:
            def decide_on(match: StoredMatch) -> NewEvent | None:
                return decide(match, *args, **kwargs)

            return Decision(decide.__name__, decide_on, needs_seed, needs_log, check, about)

        return make

    return decorate
