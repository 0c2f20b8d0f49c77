"""What comes next in a tournament: its draw, its rounds, and its end."""

from collections.abc import Sequence

from bot.contests.leagues.schedules import round_robin
from bot.contests.tournaments import groups, knockout, swiss
from bot.contests.tournaments.meetings import GROUP_ROUNDS, MAIN, PLATE, Field, Format, Meeting, NoPairing
from bot.contests.tournaments.standings import points, table
from bot.rules.chance import Sealed


def draw_order(seed: bytes, salt: str, starters: Sequence[int], late: Sequence[int] = ()) -> list[int]:
    """Everybody in the order of the draw: the first shuffle of those who start, and the second of those who come late.

    The people of each shuffle are put in by their numbers, the smallest first (docs/record-format.md has the recipe).
    """
    luck = Sealed(seed, salt)
    shuffles = [luck.shuffle([str(player) for player in sorted(people)]) for people in (starters, late)]
    return [int(player) for shuffle in shuffles for player in shuffle]


def rounds_for(kind: Format, people: int, wanted: int | None) -> int:
    """How many rounds a tournament has. In a Swiss nobody can meet more people than there are."""
    if kind is Format.KNOCKOUT:
        return knockout.rounds_of(people)
    everybody = people - 1 + people % 2
    if kind is Format.ROUND_ROBIN:
        return everybody
    if kind is Format.GROUPS:
        return wanted or GROUP_ROUNDS
    return min(wanted or max(3, knockout.rounds_of(people)), everybody)


def current(field: Field) -> int:
    """The number of the round that is being played, or was last; 0 before the first."""
    return max((one.round for one in field.meetings), default=0)


def is_open(field: Field) -> bool:
    """Whether a table is still being played, or to be played again."""
    return bool(to_be_played_again(field)) or any(one.places is None for one in field.meetings)


def to_be_played_again(field: Field) -> list[Meeting]:
    """The second matches of drawn ones in a knock-out, with the seats exchanged. Some are decided without playing."""
    if field.kind is not Format.KNOCKOUT:
        return []
    return [
        _again(field, first)
        for bracket in (MAIN, PLATE)
        for first, *second in knockout.slots(field, bracket).values()
        if first.round == current(field) and knockout.is_drawn(first) and not second
    ]


def _again(field: Field, drawn: Meeting) -> Meeting:
    """The second match. If somebody has left meanwhile the other goes through, and if both have the lot decides."""
    players = tuple(player for player in reversed(drawn.players) if player not in field.gone)
    places = {0: (1, 1), 1: (1,), 2: None}[len(players)]
    return Meeting(drawn.round, drawn.number, players or drawn.players, places, drawn.bracket, again=True)


def next_round(field: Field) -> list[Meeting]:
    """The tables of the next round, byes with their place; empty if the tournament is over.

    It is over after its rounds, and before if fewer than two are left or nobody is left to be met.
    """
    round_ = current(field) + 1
    if round_ > field.rounds or len(field.present) < 2:
        return []
    try:
        match field.kind:
            case Format.KNOCKOUT:
                return knockout.next_round(field)
            case Format.ROUND_ROBIN:
                tables = _of_everybody(field, round_)
            case Format.SWISS:
                tables = swiss.pairings(field)
            case Format.GROUPS:
                tables = groups.tables(field, points(field))
    except NoPairing:
        return []
    return [
        Meeting(round_, number, players, (1,) if len(players) == 1 else None)
        for number, players in enumerate(tables, start=1)
    ]


def _of_everybody(field: Field, round_: int) -> list[tuple[int, ...]]:
    """A round of everybody against everybody; those whose opponent has left sit out."""
    pairs = [tuple(field.order[index] for index in pair) for pair in round_robin(len(field.order))[round_ - 1]]
    present = [tuple(player for player in pair if player not in field.gone) for pair in pairs]
    playing = {player for pair in present for player in pair}
    return [pair for pair in present if pair] + [(player,) for player in field.present if player not in playing]


def ranking(field: Field) -> list[int]:
    """Everybody, best first."""
    if field.kind is Format.KNOCKOUT:
        return knockout.ranking(field, MAIN)
    return [line.player for line in table(field)]
