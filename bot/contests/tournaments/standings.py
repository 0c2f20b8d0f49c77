"""How a tournament stands whose people collect points: all but knock-outs."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from bot.contests.leagues.standings import DRAW, WIN, half_points, shared_places
from bot.contests.tournaments.meetings import Field, Format, Meeting


@dataclass(frozen=True, slots=True)
class TournamentLine:
    """Somebody's line of the table. Points, `buchholz` and `berger` are counted in half points.

    `results` has for each round played what it brought, and with whom they sat there.
    """

    place: int
    player: int
    half_points: int
    buchholz: int
    berger: int
    results: Mapping[int, tuple[int, tuple[int, ...]]]
    gone: bool


def worth(field: Field, meeting: Meeting) -> dict[int, int]:
    """What each person gets from a table, in half points; nothing while it is played.

    A point for each person whom you place ahead of, half a point for each you share a place with. Where a table of
    groups has fewer seats than others, or somebody has a bye, each who is missing counts as a shared place. A Swiss bye
    counts as a win, and who sits out in a round robin gets nothing.
    """
    if len(meeting.players) == 1 and field.kind is not Format.GROUPS:
        return dict.fromkeys(meeting.players, WIN if field.kind is Format.SWISS else 0)
    missing = (field.seats - len(meeting.players)) * DRAW
    return {
        player: missing - DRAW + sum(half_points(place, other) for _, other in meeting.placed)
        for player, place in meeting.placed
    }


def counting(field: Field) -> list[Meeting]:
    """The tables that count: in a round robin none of those who have left."""
    if field.kind is not Format.ROUND_ROBIN:
        return list(field.meetings)
    return [one for one in field.meetings if not field.gone & set(one.players)]


def points(field: Field) -> Counter[int]:
    """What everybody has, in half points."""
    total = Counter[int]()
    for meeting in counting(field):
        total.update(worth(field, meeting))
    return total


def table(field: Field) -> list[TournamentLine]:
    """The table, best first; who has left comes last.

    While a table of the newest round is still played, people with equal points share a place, in the order of the draw:
    whom one has met says nothing before everyone has played. Otherwise each place is held once, and ties are broken by
    Buchholz (the points of those one has met), then by Sonneborn and Berger (what each of them has, times what one got
    from them), then by the points from each other if all who are tied have met, and last by the lot. A bye counts as
    one who has as many points as oneself.
    """
    total, meetings = points(field), counting(field)
    results: dict[int, dict[int, tuple[int, tuple[int, ...]]]] = {player: {} for player in field.order}
    against: dict[int, Counter[int]] = {player: Counter() for player in field.order}
    met: dict[int, list[int]] = {player: [] for player in field.order}
    berger = Counter[int]()
    for meeting in meetings:
        for player, gained in worth(field, meeting).items():
            others = tuple(other for other in meeting.players if other != player)
            results[player][meeting.round] = gained, others
            met[player] += others or ((player,) if field.kind is not Format.ROUND_ROBIN else ())
            if not others:
                berger[player] += gained * total[player]
        for (one, place), (other, other_place) in combinations(meeting.placed, 2):
            against[one][other] += half_points(place, other_place)
            against[other][one] += half_points(other_place, place)
    for player in field.order:
        berger[player] += sum(value * total[other] for other, value in against[player].items())
    buchholz = {player: sum(total[other] for other in met[player]) for player in field.order}

    def lines(ranking: Sequence[int], places: Iterable[int]) -> list[TournamentLine]:
        return [
            TournamentLine(place, who, total[who], buchholz[who], berger[who], results[who], who in field.gone)
            for place, who in zip(places, ranking, strict=True)
        ]

    def key(player: int) -> tuple[bool, int, int, int]:
        return player in field.gone, -total[player], -buchholz[player], -berger[player]

    if any(not meeting.placed for meeting in meetings):
        ranking = sorted(field.order, key=lambda player: key(player)[:2])
        return lines(ranking, shared_places([key(player)[:2] for player in ranking]))
    tied: dict[tuple[bool, int, int, int], list[int]] = {}
    for player in field.order:
        tied.setdefault(key(player), []).append(player)
    ranking = [player for one in sorted(tied) for player in _break_ties(tied[one], against, field.lots)]
    return lines(ranking, range(1, len(ranking) + 1))


def _break_ties(tied: Sequence[int], against: Mapping[int, Counter[int]], lots: Mapping[int, str]) -> list[int]:
    all_met = all(other in against[one] for one, other in combinations(tied, 2))
    by_lot = sorted(tied, key=lambda one: lots[one])
    return sorted(by_lot, key=lambda one: -sum(against[one][other] for other in tied)) if all_met else by_lot
