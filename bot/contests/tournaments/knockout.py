"""Knock-outs: who loses is out, and whoever loses in the first round plays for the plate."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from bot.contests.tournaments.meetings import MAIN, PLATE, Field, Meeting

T = TypeVar("T")

Slot = tuple[int, ...]
"""The people of a match of a bracket: two, one who goes through without playing, or nobody."""


def rounds_of(people: int) -> int:
    """How many rounds a bracket of so many people has."""
    return (people - 1).bit_length()


def first_round(order: Sequence[int]) -> list[Slot]:
    """The first matches of a bracket. Those drawn first have the byes, which are as far from each other as can be."""
    places = [0]
    while len(places) < len(order):
        places = [one for place in places for one in (place, 2 * len(places) - 1 - place)]
    return [tuple(order[place] for place in pair if place < len(order)) for pair in _in_twos(places)]


def _in_twos(these: Sequence[T]) -> list[Sequence[T]]:
    return [these[index : index + 2] for index in range(0, len(these), 2)]


def winner(meetings: Sequence[Meeting], lots: Mapping[int, str]) -> int | None:
    """Who goes through from a match of a bracket, given the one or two that were played; None while that is open.

    If the second is drawn as well, the smaller lot goes through.
    """
    last = max(meetings, key=lambda one: one.again)
    if last.places is None:
        return None
    match [player for player, place in last.placed if place == 1]:
        case [first]:
            return first
        case _:
            return min(last.players, key=lambda player: lots[player]) if last.again else None


def is_drawn(meeting: Meeting) -> bool:
    """Whether two have played a match of a bracket, and nobody has won it."""
    return [place for _, place in meeting.placed] == [1, 1]


def slots(field: Field, bracket: int) -> dict[tuple[int, int], list[Meeting]]:
    """The matches of a bracket by round and number, each as one or two meetings."""
    by_slot: dict[tuple[int, int], list[Meeting]] = {}
    for meeting in field.meetings:
        if meeting.bracket == bracket:
            by_slot.setdefault((meeting.round, meeting.number), []).append(meeting)
    return by_slot


def next_slots(field: Field, bracket: int, round_: int) -> dict[int, Slot]:
    """The matches of a bracket in this round, by their number; empty if it has none then.

    Who has left doesn't go on; whoever would have met them goes through without playing.
    """
    beginning = 1 if bracket == MAIN else 2
    starters = starters_of(field, bracket)
    if round_ < beginning or round_ >= beginning + rounds_of(len(starters)):
        return {}
    if round_ == beginning:
        pairs = first_round(starters)
    else:
        before = slots(field, bracket)
        count = 2 ** (rounds_of(len(starters)) - (round_ - beginning))
        through = [
            None if (round_ - 1, number) not in before else winner(before[round_ - 1, number], field.lots)
            for number in range(1, count + 1)
        ]
        pairs = [tuple(one for one in pair if one is not None) for pair in _in_twos(through)]
    present = [tuple(player for player in pair if player not in field.gone) for pair in pairs]
    return {number: pair for number, pair in enumerate(present, start=1) if pair}


def starters_of(field: Field, bracket: int) -> list[int]:
    """Who a bracket begins with: everybody, or those who have lost a match of the first round."""
    if bracket == MAIN:
        return list(field.order)
    first = {number: meetings for (round_, number), meetings in slots(field, MAIN).items() if round_ == 1}
    return [
        player
        for number in sorted(first)
        for player in first[number][0].players
        if len(first[number][0].players) == 2 and winner(first[number], field.lots) not in (player, None)
    ]


def next_round(field: Field) -> list[Meeting]:
    """The matches of the next round in both brackets; empty at the end."""
    round_ = 1 + max((one.round for one in field.meetings), default=0)
    return [
        Meeting(round_, number, pair, (1,) if len(pair) == 1 else None, bracket)
        for bracket in (MAIN, PLATE)
        for number, pair in next_slots(field, bracket, round_).items()
    ]


def ranking(field: Field, bracket: int = MAIN) -> list[int]:
    """Everybody in a bracket, best first: by the round they reached and whether they won there; then by lot."""
    reached: dict[int, tuple[int, ...]] = {}
    for (round_, _), meetings in slots(field, bracket).items():
        through = winner(meetings, field.lots)
        for player in meetings[0].players:
            reached[player] = max(reached.get(player, ()), (round_, player == through))
    return sorted(
        reached, key=lambda one: (one in field.gone, tuple(-value for value in reached[one]), field.lots[one])
    )


def best(field: Field, bracket: int = MAIN) -> int | None:
    """Who has won a bracket; None while it isn't over, or where nobody is left."""
    before = slots(field, bracket)
    starters = starters_of(field, bracket)
    if not before:
        return None
    last = (rounds_of(len(starters)) + (bracket == PLATE), 1)
    return winner(before[last], field.lots) if last in before else None
