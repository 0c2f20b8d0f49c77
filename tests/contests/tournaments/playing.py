"""Tournaments played through without a database: results, drop-outs and late entries follow from a seed."""

import random
from collections.abc import Callable
from dataclasses import replace

from bot.contests.leagues.lots import lot
from bot.contests.tournaments.meetings import LATE_UNTIL, TAKES_LATE, Field, Format, Meeting
from bot.contests.tournaments.rounds import draw_order, is_open, next_round, rounds_for, to_be_played_again

SEED = bytes(range(32))

Result = Callable[[Meeting], tuple[int, ...]]


def began(kind: Format, people: int, *, sizes: tuple[int, ...] = (2,), rounds: int | None = None) -> Field:
    """The tournament of people 1 to `people` before its first round."""
    order = draw_order(SEED, "salt", range(1, people + 1))
    lots = {player: lot(SEED, player) for player in range(1, 2 * people + 1)}
    return Field(kind, sizes, rounds_for(kind, people, rounds), order, frozenset(), [], lots)


def lottery(seed: int, *, draws: float = 0.2) -> Result:
    """Results by luck."""
    luck = random.Random(seed)

    def result(meeting: Meeting) -> tuple[int, ...]:
        if luck.random() < draws:
            return (1,) * len(meeting.players)
        places = [*range(1, len(meeting.players) + 1)]
        luck.shuffle(places)
        return tuple(places)

    return result


def played(
    field: Field, result: Result, *, late: int = 0, leave: Callable[[Field], frozenset[int]] | None = None
) -> Field:
    """The tournament to its end; `leave` says who has left after each round."""
    while formed := next_round(field):
        field = replace(field, meetings=[*field.meetings, *formed])
        while is_open(field):
            open_ = [replace(one, places=result(one)) if one.places is None else one for one in field.meetings]
            field = replace(field, meetings=open_)
            again = to_be_played_again(field)
            field = replace(field, meetings=[*field.meetings, *again])
        if leave is not None:
            field = replace(field, gone=field.gone | leave(field))
        if late and formed[0].round == LATE_UNTIL - 1 and field.kind in TAKES_LATE:
            starters, comers = len(field.order), range(1000, 1000 + late)
            order = draw_order(SEED, "salt", range(1, starters + 1), comers)
            lots = dict(field.lots) | {player: lot(SEED, player) for player in comers}
            field = replace(field, order=order, lots=lots)
    return field
