"""Swiss pairings by the FIDE Dutch system, for two at a table.

caissify-pairings does it by the rules that have been valid since February 2026; see docs/tournaments.md for why.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from caissify_pairings.engines.dutch import dutch_pairings

from bot.contests.leagues.standings import WIN
from bot.contests.tournaments.meetings import Field, NoPairing
from bot.contests.tournaments.standings import worth

FIRST, SECOND = "white", "black"  # the seats, as the library calls them
DOWN, UP, SAME = "down", "up", "none"  # whom somebody met: somebody with fewer points, with more, or with as many


def pairings(field: Field) -> list[tuple[int, ...]]:
    """The tables of the next round, the first of each pair on the first seat; somebody alone has a bye.

    Nobody meets anybody twice and nobody has a second bye. NoPairing if that isn't possible any more.
    """
    number = {player: index for index, player in enumerate(field.order, start=1)}
    points = _points_before(field)
    met = {tuple(sorted(number[one] for one in meeting.players)) for meeting in field.meetings}
    paired = dutch_pairings(
        players=[_describe_player(field, points, player, number[player]) for player in field.present],
        previous_pairings={pair for pair in met if len(pair) == 2},
        round_number=max((one.round for one in field.meetings), default=0) + 1,
        total_rounds=field.rounds,
    )
    tables = [
        tuple(seat for seat in (one["white_id"], one["black_id"]) if seat is not None)
        for one in sorted(paired, key=lambda one: int(one["table"]))
    ]
    # Where nothing is allowed the library still makes tables.
    if any(tuple(sorted(table)) in met for table in tables) or sum(len(table) == 1 for table in tables) > 1:
        raise NoPairing
    return [tuple(field.order[seat - 1] for seat in table) for table in tables]


def _describe_player(field: Field, points: Sequence[Mapping[int, int]], player: int, number: int) -> dict[str, Any]:
    """What the library wants to know of somebody. Nobody has a rating: the order of the draw counts."""
    seats, floats, byes = list[str](), list[str](), 0
    for round_, before in enumerate(points[:-1], start=1):
        meeting = next((one for one in field.meetings if one.round == round_ and player in one.players), None)
        if meeting is None:
            floats.append(SAME)
        elif len(meeting.players) == 1:
            floats.append(DOWN)
            byes += 1
        else:
            seat = meeting.players.index(player)
            seats.append((FIRST, SECOND)[seat])
            mine, theirs = before[player], before[meeting.players[1 - seat]]
            floats.append(DOWN if mine > theirs else UP if mine < theirs else SAME)
    return {
        "id": number,
        "pairing_number": number,
        "starting_number": number,
        "name": "",
        "rating": 0,
        "score": points[-1][player] / WIN,
        "color_hist": seats,
        "float_history": floats,
        "bye_count": byes,
    }


def _points_before(field: Field) -> list[Counter[int]]:
    """Everybody's half points before each round, and before the next one."""
    totals = [Counter[int]()]
    for round_ in range(1, max((one.round for one in field.meetings), default=0) + 1):
        after = totals[-1].copy()
        for meeting in field.meetings:
            if meeting.round == round_:
                after.update(worth(field, meeting))
        totals.append(after)
    return totals
