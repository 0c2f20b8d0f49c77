"""Which division everybody plays in."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.contests.leagues.lots import lot
from bot.contests.leagues.schedules import LEAST

SIZES = range(4, 9)
"""How many people a league may want in a division."""


@dataclass(frozen=True, slots=True)
class LastSeason:
    """Where somebody came in last season: the division and the place there, both from 1, and how many it had."""

    division: int
    place: int
    people: int

    @property
    def target(self) -> int:
        """The division that they have deserved: the top quarter goes up, the bottom quarter down."""
        moving = quarter(self.people)
        if self.place <= moving:
            return max(1, self.division - 1)
        return self.division + (self.place > self.people - moving)


def quarter(people: int) -> int:
    """How many of a division go up, and how many down: one of 4 to 7 people, two of 8 or 9."""
    return people // 4


def least(seats: int) -> int:
    """How many people a season needs."""
    return max(LEAST, seats)


def sizes(people: int, wanted: int, seats: int) -> list[int]:
    """How many people each division gets, from the top: as equal as can be, and as few divisions as possible.

    None gets more than `wanted`, unless one would get too few to play: then there is one division less.
    ValueError for fewer people than a season needs.
    """
    if people < least(seats):
        raise ValueError(f"{people} people are too few")
    count = -(-people // wanted)
    while people // count < least(seats):
        count -= 1
    return [people // count + (number < people % count) for number in range(count)]


def assign_divisions(
    players: Sequence[int],
    *,
    wanted: int,
    seats: int,
    seed: bytes,
    last: Mapping[int, LastSeason],
    ratings: Mapping[int, float],
) -> list[list[int]]:
    """The people of each division, from the top, in an order by which the schedule is dealt.

    Everyone who has gone up has a place in the division they deserve, however small that is now. The others take the
    places left: first those who played last season, by the division they deserve and then by how they did, so whoever a
    smaller division has no room for goes down and whoever came next goes up. New people follow by `ratings`, those
    without one last. Where both are equal the lot decides. ValueError as for `sizes`.
    """

    def order(player: int) -> tuple[bool, tuple[int, ...], float, str]:
        before, drawn = last.get(player), lot(seed, player)
        if before is None:
            return True, (), -ratings.get(player, float("-inf")), drawn
        return False, (before.target, before.division), before.place, drawn

    waiting, divisions = sorted(players, key=order), list[list[int]]()
    for number, size in enumerate(sizes(len(players), wanted, seats), start=1):
        risen = [one for one in waiting if one in last and last[one].target == number < last[one].division]
        others = [one for one in waiting if one not in risen]
        people = [*risen, *others[: size - len(risen)]]  # at most two of the division below have risen
        waiting = others[size - len(risen) :]
        divisions.append(sorted(people, key=lambda player: lot(seed, player)))
    return divisions
