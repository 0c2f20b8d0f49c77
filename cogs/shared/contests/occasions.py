"""What is due in a league or a tournament, and when: for the server's calendar, and for anyone's own."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from bot.contests.values.league import Season
from bot.contests.values.tournament import Tournament
from bot.text import N_, say
from cogs.shared.client.clipping import clip

BEGINS, LAST_ROUND, CHECK_IN, ROUND = "begins", "last", "check-in", "round"
"""The kinds of occasions. The first two are for the server's calendar."""

LASTS: Final = timedelta(hours=1)
"""How long a beginning is shown in calendars."""

NAME: Final = 100  # characters of an event's name on Discord


@dataclass(frozen=True, slots=True)
class Occasion:
    """Something that happens at a certain time, under a name in the language that is spoken."""

    kind: str
    name: str
    begins: datetime
    ends: datetime


def occasions_of(contest: Season | Tournament) -> Sequence[Occasion]:
    """What is known to happen there, in the order of time; nothing once it's over."""
    if contest.ended_at is not None:
        return []
    return _of_season(contest) if isinstance(contest, Season) else _of_tournament(contest)


def _of_season(season: Season) -> list[Occasion]:
    if season.began_at is not None or season.begins_at is None or season.league.closed:
        return []
    name = say(N_("{league}: season {number} begins"), league=season.league.name.plain, number=season.number)
    return [_occasion(BEGINS, name, season.begins_at, LASTS)]


def _of_tournament(tournament: Tournament) -> list[Occasion]:
    terms, name, going_on = tournament.terms, tournament.name.plain, tournament.round
    if tournament.began_at is None:
        begins, found = tournament.begins_at, []
        if terms.check_in:
            found.append(
                _occasion(
                    CHECK_IN,
                    say(N_("{tournament}: check-in"), tournament=name),
                    begins - terms.check_in,
                    terms.check_in,
                )
            )
        return [*found, _occasion(BEGINS, say(N_("{tournament} begins"), tournament=name), begins, LASTS)]
    if going_on is None:
        return []
    words = say(N_("{tournament}: round {number} ends"), tournament=name, number=going_on.number)
    found = [_occasion(ROUND, words, going_on.ends_at - LASTS, LASTS)]
    if going_on.number == tournament.planned - 1:
        words = say(N_("{tournament}: the last round begins"), tournament=name)
        found.append(_occasion(LAST_ROUND, words, going_on.ends_at, terms.round_time))
    return found


def _occasion(kind: str, name: str, begins: datetime, lasts: timedelta) -> Occasion:
    return Occasion(kind, clip(name, NAME), begins, begins + lasts)
