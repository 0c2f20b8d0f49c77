"""What somebody wants to do with a match, as a value: `Matches.act` carries it out."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import wraps
from typing import Concatenate, ParamSpec

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match.new_event import NewEvent
from bot.match.stored import StoredMatch

Arguments = ParamSpec("Arguments")

Check = Callable[[AsyncConnection, StoredMatch, int | None, int], Awaitable[None]]
"""Raises a refusal for what the match itself can't know, in the transaction that writes the event.

It is given the match as it was read, who decides if anybody does, and how many matches one person may play.
"""


def _never(_match: StoredMatch) -> bool:
    return False


def always(_match: StoredMatch) -> bool:
    """For a decision that needs the log of every match."""
    return True


@dataclass(frozen=True, repr=False)
class Decision:
    """What somebody wants to do with a match.

    `decide` returns the event that follows for the match as it was read, or None if nothing changes; it raises a
    refusal or `IllegalMove`. It is asked again, with the match read again, if another process was faster.

    Only with `needs_seed` is `StoredMatch.seed` there, and `StoredMatch.log` where `needs_log` says so. `check` may
    refuse while the event is written. `about` returns the number of the match that is really meant, where
    that may be another one.
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
) -> Callable[
    [Callable[Concatenate[StoredMatch, Arguments], NewEvent | None]],
    Callable[Arguments, Decision],
]:
    """Turn a function of a match and some arguments into one that makes a `Decision` of the arguments.

    So `resign(match, user)` is called as `resign(user)`, and `resign(user).decide(match)` calls the function itself.
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
