"""Crosses: one card that completes many lines at the same time, and how to prepare them.

A line completed through the centre of the field four ways counts nine times on `classic`, 25 times on `gogo` with whole
lines of five: far more than anything else. So a player alone builds lines around a centre that all wait for one rank.

A rank is 0 (ace) to 12 (king); a step is how far a card's rank lies above that of the key, the card in the centre.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import islice
from math import comb
from typing import NamedTuple

from bot.rules.southern_cards import LAYOUTS, Layout
from bot.rules.southern_cards.cards import DECKS, RANKS, SUITS
from bot.rules.southern_cards.fields import Line, Run
from bot.rules.southern_cards.roles import POINTS

NO_RANK = 99  # of a joker, an empty cell, and an unknown card
FAR = 2  # how many steps and cells a cross extends from its centre
BITS = 5  # for a number of cards in `needs`
MASK = (1 << BITS) - 1
UNITS = [1 << (BITS * (step + FAR)) for step in range(-FAR, FAR + 1)]
KEY = UNITS[FAR]

REMEMBERED = 256  # fields whose plans are cached
MOST_PLANS = 8  # for the same rank of the key
WIDTH = 3  # patterns of a line that are followed
MISSING = 45  # the approximate points that a missing card costs a partial plan
KEYS = 5  # ranks of the key that are considered, those lacking least
KEYS_OF_ARMS = 3  # the same if lines are split, which makes many more plans

SEQUENCE = {3: "sequence", 4: "hyper_sequence", 5: "straight"}
SET = {3: "set", 4: "four_cards", 5: "five_cards"}


class Pattern(NamedTuple):
    """One way to prepare a line: `cells` are places in `Star.cells`, each with its step."""

    cells: tuple[tuple[int, int], ...]
    points: int


class PatternWay(NamedTuple):
    """A pattern on a line as it is: the number of missing cards, and which, as sums of `UNITS`."""

    missing: int
    needs: int
    pattern: Pattern


class CrossPlan(NamedTuple):
    """A cross to build.

    `points` are its points, `missing` counts cards other than the key, `needs` counts the cards needed of each rank,
    including the key; the rest are the patterns of its lines.
    """

    points: int
    missing: int
    needs: tuple[tuple[int, int], ...]
    patterns: tuple[Pattern, ...]

    @property
    def steps(self) -> dict[int, int]:
        """The step of each filled place in `Star.cells`; places of lines that are left out don't matter."""
        return dict(pair for pattern in self.patterns for pair in pattern.cells)


class Star:
    """The lines through one centre, and all plans for crosses there.

    `lengths` are those of the roles to build; with `arms` a line counts as two, one on either side of the centre.
    `least` is how many roles make a cross.
    """

    def __init__(
        self,
        layout: Layout,
        centre: int,
        lengths: Sequence[int],
        least: int,
        *,
        width: int = 3,
        beam: int = 200,
        arms: bool = False,
    ) -> None:
        self.centre = centre
        self._name = layout.name
        self._least = least
        self._beam = beam
        self._keys_followed = KEYS_OF_ARMS if arms else KEYS
        self._keys = len(SUITS) * DECKS.get(layout.name, 1) - 1  # cards of the key's rank besides the key
        runs = [
            (line, run)
            for line in dict(layout.triples(centre))
            for run in layout.runs(line, centre)
            if len(run) in lengths and max(run.index(centre), len(run) - 1 - run.index(centre)) <= FAR
        ]
        if arms:
            runs = [(line, run) for line, run in runs if centre in (run[0], run[-1])]
        self.cells = tuple(dict.fromkeys(cell for _, run in runs for cell in run if cell != centre))
        lines: dict[tuple[Line, bool], list[Run]] = {}
        for line, run in runs:
            lines.setdefault((line, arms and run[0] == centre), []).append(run)
        self._lines = tuple(
            tuple(pattern for run in on_line for pattern in self._patterns(run)) for on_line in lines.values()
        )
        self._between = self._runs_between(layout)
        self.plans = lru_cache(REMEMBERED)(self._plans)
        self._best = lru_cache(4 * REMEMBERED)(self._best_on)
        self._possible = lru_cache(16 * REMEMBERED)(self._can_be_built)

    def _patterns(self, run: Run) -> list[Pattern]:
        place = run.index(self.centre)
        return [
            Pattern(
                tuple((self.cells.index(cell), sign * (at - place)) for at, cell in enumerate(run) if at != place),
                POINTS[(SEQUENCE if sign else SET)[len(run)]],
            )
            for sign in (1, -1, 0)
        ]

    def _runs_between(self, layout: Layout) -> tuple[tuple[int, int, int], ...]:
        """The runs of three among `cells`, by their places; none of them leads through the centre."""
        place = {cell: at for at, cell in enumerate(self.cells)}
        runs = {run for cell in self.cells for _, run in layout.triples(cell) if all(each in place for each in run)}
        return tuple(sorted((place[one], place[two], place[three]) for one, two, three in runs))

    def _best_on(self, number: int, ranks: tuple[int, ...]) -> tuple[tuple[PatternWay, ...], ...]:
        """For each rank of the key, the patterns of a line that lack least, best first."""
        on_line = sorted({at for pattern in self._lines[number] for at, _ in pattern.cells})
        rank_at = dict(zip(on_line, ranks, strict=True))
        best = []
        for key in range(len(RANKS)):
            ways = []
            for pattern in self._lines[number]:
                missing = needs = 0
                for at, step in pattern.cells:
                    if rank_at[at] != (key + step) % len(RANKS):
                        missing += 1
                        needs += UNITS[step + FAR]
                ways.append(PatternWay(missing, needs, pattern))
            ways.sort(key=lambda way: MISSING * way.missing - way.pattern.points)
            best.append(tuple(ways[:WIDTH]))
        return tuple(best)

    def _plans(self, ranks: tuple[int, ...]) -> tuple[tuple[CrossPlan, ...], ...]:
        """For each rank of the key, what can be built on these tops, given by rank in the order of `cells`."""
        lines = []
        for number, patterns in enumerate(self._lines):
            on_line = sorted({at for pattern in patterns for at, _ in pattern.cells})
            lines.append(self._best(number, tuple([ranks[at] for at in on_line])))
        lacking = [sum(sorted([line[key][0].missing for line in lines])[: self._least]) for key in range(len(RANKS))]
        keys = sorted(range(len(RANKS)), key=lambda key: lacking[key])[: self._keys_followed]
        return tuple(
            self._plans_for(key, [line[key] for line in lines]) if key in keys else () for key in range(len(RANKS))
        )

    def _plans_for(self, key: int, lines: Sequence[Sequence[PatternWay]]) -> tuple[CrossPlan, ...]:
        partial: list[tuple[int, int, int, int, tuple[Pattern, ...]]] = [(0, 0, 0, 0, ())]
        for number, ways in enumerate(lines):
            must = number + 1 - len(lines) + self._least  # roles needed by now
            longer = [plan for plan in partial if plan[1] >= must]
            longer += [
                (missing + more, roles + 1, points + pattern.points, needs + needed, (*chosen, pattern))
                for missing, roles, points, needs, chosen in partial
                if roles + 1 >= must
                for more, needed, pattern in ways
            ]
            if len(longer) > self._beam:
                longer.sort(key=lambda plan: MISSING * plan[0] - plan[2] * (plan[1] + 2))
                longer = list(islice((plan for plan in longer if self._possible(plan[4])), self._beam))
            partial = longer
        weighed = [
            (points * self._multiplier(roles, points), missing, needs, chosen)
            for missing, roles, points, needs, chosen in partial
        ]
        weighed.sort(key=lambda plan: MISSING * plan[1] - plan[0])
        plans: dict[int, CrossPlan] = {}
        for points, missing, needs, chosen in weighed:
            if needs not in plans and self._possible(chosen):
                plans[needs] = CrossPlan(points, missing, _needed_ranks(needs + KEY, key), chosen)
                if len(plans) == MOST_PLANS:
                    break
        return tuple(plans.values())

    def _can_be_built(self, patterns: tuple[Pattern, ...]) -> bool:
        """Whether nothing is completed before the key is placed, and there are enough cards of the key's rank."""
        steps = dict(pair for pattern in patterns for pair in pattern.cells)
        if list(steps.values()).count(0) > self._keys:
            return False
        return not any(_is_role(*map(steps.get, run)) for run in self._between)

    def _multiplier(self, roles: int, points: int) -> int:
        """Section 6.3 of the rules page, without a joker."""
        if roles == 4 and self._name in ("classic", "shishi"):
            return 9
        if roles == 4 and self._name == "gogo" and points >= 4 * POINTS["straight"]:
            return 25
        return 10 if roles >= 5 and self._name == "zodiac" else roles


def _is_role(one: int | None, two: int | None, three: int | None) -> bool:
    if one is None or two is None or three is None:
        return False
    return two - one == three - two and abs(two - one) <= 1


def _needed_ranks(needs: int, key: int) -> tuple[tuple[int, int], ...]:
    numbers = [(needs >> (BITS * place)) & MASK for place in range(2 * FAR + 1)]
    return tuple(((key + place - FAR) % len(RANKS), number) for place, number in enumerate(numbers) if number)


@lru_cache(4096)
def share_with(number: int, cards: int, share: float) -> float:
    """The probability that at least `number` of these cards are in this share of the deck."""
    return sum(comb(cards, each) * share**each * (1 - share) ** (cards - each) for each in range(number, cards + 1))


SLICES = 40


@lru_cache(4096)
def average_wait(waits: tuple[tuple[int, int], ...]) -> float:
    """The average share of the deck that is drawn before enough of each of these cards have come."""
    total = 0.0
    for each in range(SLICES):
        there = 1.0
        for number, cards in waits:
            there *= share_with(number, cards, (each + 0.5) / SLICES)
        total += 1 - there
    return total / SLICES


def _stars(name: str) -> tuple[Star, ...]:
    layout = LAYOUTS[name]
    centres = sorted(layout.centre)
    if name == "shishi":
        return tuple(Star(layout, centre, (3, 4), 3, beam=30) for centre in centres)
    (centre,) = centres
    if name == "gogo":
        return Star(layout, centre, (5,), 4, beam=200), Star(layout, centre, (3,), 4, beam=40, arms=True)
    if layout.grows:
        return (Star(layout, centre, (3,), 4, beam=40, arms=True),)
    return (Star(layout, centre, (3,), 3, beam=200 if name == "classic" else 40),)


STARS = {name: _stars(name) for name in LAYOUTS}
"""The stars of each layout in which crosses are built."""
