"""Which matches are rated, and between whom. See docs/ratings.md."""

from collections.abc import Sequence

from sqlalchemy import RowMapping
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match.history import is_automatic, standing_events
from bot.match.hosting import StoredHost
from bot.match.standings import ending_of
from bot.match.stored import StoredMatch
from bot.match.values import EventKind, SeriesKind
from bot.ratings.computers import fixed_ratings
from bot.ratings.ledger import Player
from bot.store.queries import leagues, matches, tournaments


def players_of(match: StoredMatch) -> list[list[Player]] | None:
    """Who plays on each side, as in `Result.sides`; None if the match can't be rated.

    It can if people play on at least two sides, one person on each seat, and all other seats are computers with a
    rating. Someone a computer stands in for still plays.
    """
    levels, sides = fixed_ratings(match.row["game"]), list[list[Player]]()
    if match.game is None:
        return None
    alone = isinstance(match, StoredHost)
    seats = tuple((seat,) for seat in range(len(match.rows.seats))) if alone else match.sides()
    for side in seats:
        sides.append([])
        for seat in side:
            people, level = match.on_seat(seat), match.computers.get(seat)
            if len(people) > 1 or (not people and level not in levels):
                return None
            sides[-1].append(people[0].user_row if people else str(level))
    with_people = sum(any(isinstance(player, int) for player in side) for side in sides)
    return sides if with_people > 1 else None


def can_be_rated(match: StoredMatch) -> bool:
    """Whether the people and computers at a table that is about to start can play a rated match."""
    return players_of(match) is not None


def places_of(match: StoredMatch) -> list[int] | None:
    """The place of each side, for a series its places at the end; None if it was called off."""
    if match.series is not None and match.series.kind is SeriesKind.POINTS:
        places = match.series.places
    else:
        ending = ending_of(match.row["ending"])
        places = None if ending is None else ending.places
    if places is None:
        return None
    if isinstance(match, StoredHost):
        return list(places)
    return [places[side[0]] for side in match.sides()]


async def ended_early(connection: AsyncConnection, match: StoredMatch) -> bool:
    """Whether the match is over but had hardly begun, so that it changes no ratings: see `everyone_has_moved`.

    That is so only if its players ended it (resigned, ran out of time, left or agreed on a draw), and in a series only
    if they did so in its first match. Matches of leagues and tournaments always count, because people came to play.
    """
    ending, series = ending_of(match.row["ending"]), match.series
    if ending is None or ending.kind not in ("resigned", "agreed"):
        return False
    if series is not None and (series.kind is not SeriesKind.POINTS or len(series.parts) > 1):
        return False
    for contests in (leagues, tournaments):
        if await contests.contest_of(connection, match.id) is not None:
            return False
    return not everyone_has_moved(await matches.log(connection, match.id), len(match.rows.seats))


def everyone_has_moved(events: Sequence[RowMapping], seats: int) -> bool:
    """Whether each seat has moved, by a person or a computer. `events` are the match's log.

    Moves that were played automatically count once someone has decided after them: where dice are rolled
    automatically, a player who hasn't touched them hasn't moved.
    """
    moves = [event for event in standing_events(events) if event["kind"] == EventKind.MOVE]
    while moves and is_automatic(moves[-1]):
        moves.pop()
    return len({event["seat"] for event in moves}) == seats
