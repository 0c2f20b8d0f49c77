"""Which matches are rated, and between whom. See docs/ratings.md."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.match.reading.history import is_automatic, standing_events
from bot.match.reading.series_state import ending_of
from bot.match.reading.shared_luck import StoredHost
from bot.match.reading.stored import StoredMatch
from bot.match.values import EventKind, SeriesKind
from bot.ratings.computers import fixed_ratings
from bot.ratings.ledger import RatedPlayer
from bot.rules import Game
from bot.store.queries import contests, matches
from bot.store.tables import EventRow

PART_OF_A_MATCH = 10
"""Which part of its usual moves each side must have made before a resignation or an agreed draw is rated: a tenth."""


def players_of(match: StoredMatch) -> list[list[RatedPlayer]] | None:
    """Who plays on each side, as in `RatedResult.sides`; None if the match can't be rated.

    It can if people play on at least two sides, one person on each seat, and all other seats are computers with a
    rating. Someone a computer stands in for still plays.
    """
    levels, sides = fixed_ratings(match.row.game), list[list[RatedPlayer]]()
    if match.game is None:
        return None
    for side in _sides(match):
        sides.append([])
        for seat in side:
            people, level = match.on_seat(seat), match.computers.get(seat)
            if len(people) > 1 or (not people and level not in levels):
                return None
            sides[-1].append(people[0].user_row if people else str(level))
    with_people = sum(any(isinstance(player, int) for player in side) for side in sides)
    return sides if with_people > 1 else None


def _sides(match: StoredMatch) -> Sequence[tuple[int, ...]]:
    """The seats of each side: in parallel matches, each plays alone."""
    return [(seat,) for seat in range(len(match.rows.seats))] if isinstance(match, StoredHost) else match.sides()


def can_be_rated(match: StoredMatch) -> bool:
    """Whether the people and computers at a table that is about to start can play a rated match."""
    return players_of(match) is not None


def places_of(match: StoredMatch) -> list[int] | None:
    """The place of each side, for a series its places at the end; None if it was called off."""
    if match.series is not None and match.series.kind is SeriesKind.POINTS:
        places = match.series.places
    else:
        ending = ending_of(match.row.ending)
        places = None if ending is None else ending.places
    if places is None:
        return None
    if isinstance(match, StoredHost):
        return list(places)
    return [places[side[0]] for side in match.sides()]


async def ended_early(connection: AsyncConnection, match: StoredMatch) -> bool:
    """Whether the match is over but had hardly begun, so that it changes no ratings.

    That is so if its players ended it (resigned, ran out of time, left or agreed on a draw) before each side had made a
    tenth of the game's usual moves (`Game.usual_moves`), in a series in all its matches together. Matches of leagues
    and tournaments always count, because people came to play.
    """
    if match.game is None or not _was_ended_by_players(match):
        return False
    made = await _count_all_moves(connection, match)
    least = least_moves(match.game)
    if all(sum(made[seat] for seat in side) >= least for side in _sides(match)):
        return False
    return not await contests.has_match(connection, match.id)


def least_moves(game: Game[Any]) -> int:
    """How many moves each side must have made before a resignation or an agreed draw is rated."""
    return -(-game.usual_moves // PART_OF_A_MATCH)


def _was_ended_by_players(match: StoredMatch) -> bool:
    """Whether the match didn't end by its rules: of parallel matches, all but one have been given up."""
    ending = ending_of(match.row.ending)
    if ending is None:
        return False
    gave_up = isinstance(match, StoredHost) and len(ending.seats) >= len(match.rows.seats) - 1
    return gave_up or ending.kind in ("resigned", "agreed")


async def _count_all_moves(connection: AsyncConnection, match: StoredMatch) -> Counter[int]:
    """How many moves each seat has made, in all matches of a series."""
    if match.series is None:
        return count_moves(await matches.log(connection, match.id))
    made = Counter[int]()
    for part in match.series.parts:
        moves = count_moves(await matches.log(connection, part.match_id))
        made += Counter({part.number - 1: moves.total()}) if isinstance(match, StoredHost) else moves
    return made


def count_moves(events: Sequence[EventRow]) -> Counter[int]:
    """How many moves each seat has made, by a person or a computer. `events` are a match's log.

    Moves that were played automatically count once someone has decided after them: where dice are rolled
    automatically, a player who hasn't touched them hasn't moved.
    """
    moves = [event for event in standing_events(events) if event.kind == EventKind.MOVE]
    while moves and is_automatic(moves[-1]):
        moves.pop()
    return Counter(event.seat for event in moves if event.seat is not None)
