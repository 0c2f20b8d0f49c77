"""Special rounds: their state, and the numbers of both challenges (5.3 to 5.5)."""

from typing import NamedTuple

from bot.rules.api import Chance

# `roll` returns 1 or more, so each range is a roll plus an offset.
TARGETS, TARGET_OFFSET = 62, 19  # targets from 20 to 81
WINDS, WIND_OFFSET = 21, -11  # winds from -10 to 10
SCATTERS, SCATTER_OFFSET = 31, -16  # from 15 short to 15 too far

TOLERANCES = {1: 12, 2: 9, 3: 6, 4: 4}
"""How far off a throw may land, by the number of the thrower's counters in the constellation."""


class ThrowConditions(NamedTuple):
    """The conditions of one throw."""

    target: int  # 20 to 81
    wind: int  # -10 to 10


class Special(NamedTuple):
    """A special round; section 8 of the rules page says what each key means in which phase."""

    tile: str
    waiting: tuple[int, ...]
    failed: int = 0
    throws: tuple[ThrowConditions, ...] = ()


def targets(number: int, chance: Chance) -> tuple[ThrowConditions, ...]:
    """The luck of a challenge by throws: target and wind for each throw in turn (Rulings 28)."""
    return tuple(
        ThrowConditions(TARGET_OFFSET + chance.roll(TARGETS), WIND_OFFSET + chance.roll(WINDS)) for _ in range(number)
    )


def landing(power: int, throw: ThrowConditions, scatter: int) -> int:
    """Where a throw lands, given what was rolled for its scatter."""
    return power + throw.wind + SCATTER_OFFSET + scatter


def misses(power: int, throw: ThrowConditions, number: int, chance: Chance) -> bool:
    """Whether a throw with this power lands too far from its target, for a seat with that many counters (1 to 4)."""
    return abs(landing(power, throw, chance.roll(SCATTERS)) - throw.target) > TOLERANCES[number]


def count_failed_dice(number: int, chance: Chance) -> int:
    """How many dice, one for each counter, aren't higher than their number."""
    return sum(chance.roll(6) <= number for _ in range(number))
