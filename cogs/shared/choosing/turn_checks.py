"""Who decides in a match now, and in which position."""

from typing import Any

from bot.match import Host, Match, MatchOver, NotInThisMatch, NotRunning, NotYourTurn, PlaysApart, Status
from bot.match.decisions import presence
from bot.match.values.errors import YouHaveResigned
from bot.rules import State
from cogs.shared.client.client import Client


def check_position(match: Match) -> State[Any]:
    """The position to show. Raises Frozen, PlaysApart, NotRunning, MatchOver if there is none."""
    if match.state is not None:
        return match.state
    if match.frozen_because:
        raise match.frozen_because
    if isinstance(match, Host) and match.status is Status.RUNNING:
        raise PlaysApart
    if match.status is Status.OPEN:
        raise NotRunning
    raise MatchOver


def check_player(match: Match, user_id: int) -> list[int]:
    """The seats this person plays. Raises NotInThisMatch, YouHaveResigned."""
    seats = match.seat_of(user_id)
    if not seats:
        raise YouHaveResigned if any(user_id in seat.people for seat in match.seats) else NotInThisMatch
    return seats


def check_turn(match: Match, user_id: int) -> State[Any]:
    """The position in which this person decides.

    Raises Frozen, MatchOver, NotRunning, NotInThisMatch, YouHaveResigned, NotYourTurn.
    """
    state = check_position(match)
    if match.status is not Status.RUNNING or state.to_move is None:
        raise MatchOver
    seats = check_player(match, user_id)
    if state.to_move not in seats:
        raise NotYourTurn(colour=match.seats[state.to_move].colour)
    return state


async def end_absence(bot: Client, match: Match, user_id: int) -> Match:
    """The match after this person has taken their seat back from a computer, if one played it while they were away."""
    waiting = any(match.seats[seat].computer is not None for seat in match.seat_of(user_id))
    return await bot.matches.act(match.id, presence.absent(user_id, gone=False)) if waiting else match
