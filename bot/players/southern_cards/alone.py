"""What a position is worth to a player without opponents: points now, or a cross that can be built."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from bot.players.judging import Reason
from bot.players.southern_cards.crosses import NO_RANK, STARS, CrossPlan, Star, average_wait
from bot.players.southern_cards.takings import cells_of, known_tops, open_cells, takings, tops_of
from bot.rules.southern_cards import Move, Position
from bot.rules.southern_cards.cards import CARD_NUMBERS, JOKER, RANKS, rank
from bot.rules.southern_cards.roles import completing
from bot.text import N_

TURN_POINTS = {"classic": 20.0, "shishi": 20.0, "gogo": 120.0, "zodiac": 20.0, "free": 15.0, "ultra": 15.0}
"""The value of a turn not needed for the next cross, by layout: about the average of a whole game."""

JOKER_POINTS = 40.0  # what a joker in the hand eventually earns
JOKER_TURNS = 6  # turns that must be left for that
PLACING = 1.5  # turns between drawing the last missing card and completing the cross


class Prospect(NamedTuple):
    """A cross that can be built: the points to come with it, the star, the rank of the key, and the plan."""

    worth: float
    star: Star
    key: int
    plan: CrossPlan

    def needed_ranks(self) -> dict[int, int]:
        """The rank that each cell of the cross must show."""
        return {self.star.cells[at]: (self.key + step) % len(RANKS) for at, step in self.plan.steps.items()}


def prospect(state: Position) -> float:
    """The points that the position promises."""
    tops, hand = known_tops(state), state.hand
    turns, each = len(state.deck) + len(hand), TURN_POINTS[state.layout.name]
    most, _ = takings(state, tops, open_cells(state))
    now = max(most[card] - (JOKER_POINTS if card == JOKER else 0.0) for card in hand)
    worth = max(each * turns, now + each * (turns - 1))
    cross = best_prospect(state, tops)
    if cross is not None:
        worth = max(worth, cross.worth)
    return worth + JOKER_POINTS * hand.count(JOKER) * min(1.0, turns / JOKER_TURNS)


def best_prospect(state: Position, tops: Mapping[int, int]) -> Prospect | None:
    """The most promising cross, or None if there are no longer enough cards or turns for any."""
    for stars in _by_preference(state.layout.name):
        best = max(_prospects(state, tops, stars), key=lambda each: each.worth, default=None)
        if best is not None:
            return best
    return None


def sensible(state: Position, moves: Sequence[Move]) -> Sequence[Move]:
    """The moves without those that cover a fitting card of the best cross, and with one place to drop each card."""
    tops = tops_of(state)
    cross = best_prospect(state, tops)
    if cross is None:
        return moves
    fitting = {cell for cell, wanted in cross.needed_ranks().items() if rank_at(tops, cell) == wanted}
    star = {cross.star.centre, *cross.star.cells}
    dropped = set()
    plan_moves = []
    for move in moves:
        if len(move.cells) == 1:
            (cell,) = cells_of(state.layout, move.cells)
            if cell in fitting:
                continue
            if cell not in star:
                completes = completing(state.layout, tops, cell, [CARD_NUMBERS[move.card]])
                if move.card in dropped and not completes:
                    continue
                if not completes:
                    dropped.add(move.card)
        plan_moves.append(move)
    return plan_moves or moves


def cross_reasons(before: Position, move: Move) -> list[Reason]:
    """What a move does for or against the best cross, once half of it is built; ignores the drawn card."""
    tops = tops_of(before)
    cross = best_prospect(before, tops)
    if cross is None or 2 * cross.plan.missing > len(cross.plan.steps):
        return []
    layout, centre = before.layout, cross.star.centre
    placed_cells = cells_of(layout, move.cells)
    taken_cells = cells_of(layout, [name for role in before.outcome(move).roles for name in role.cells])
    wanted = cross.needed_ranks()
    fitting = {cell for cell, each in wanted.items() if rank_at(tops, cell) == each}
    values = {"cell": layout.cell_name(centre), "rank": RANKS[cross.key]}
    places = (values["cell"],)
    if centre in placed_cells and taken_cells:
        return []
    if not fitting.isdisjoint([*placed_cells, *taken_cells]):
        return [Reason(N_("but breaks the cross on {cell}"), values, places)]
    card = CARD_NUMBERS[move.card]
    if card != JOKER and wanted.get(placed_cells[0]) == rank(card) and not taken_cells:
        return [Reason(N_("builds the cross on {cell} for rank {rank}"), values, places)]
    return [Reason(N_("keeps the cross on {cell} for rank {rank}"), values, places)]


def rank_at(tops: Mapping[int, int], cell: int) -> int:
    """The rank on top of a cell; NO_RANK for a joker or an empty cell."""
    return rank(top) if (top := tops[cell]) < JOKER else NO_RANK


def _by_preference(layout: str) -> tuple[tuple[Star, ...], ...]:
    """The stars, by far the most valuable first."""
    return tuple((star,) for star in STARS[layout]) if layout == "gogo" else (STARS[layout],)


def _prospects(state: Position, tops: Mapping[int, int], stars: tuple[Star, ...]) -> Iterator[Prospect]:
    deck, hand, each = state.deck, state.hand, TURN_POINTS[state.layout.name]
    turns = len(deck) + len(hand)
    to_come, held = _by_rank(deck), _by_rank(hand)
    best = 0.0
    for star in stars:
        ranks = tuple([rank_at(tops, cell) for cell in star.cells])
        for key, plans in enumerate(star.plans(ranks)):
            for plan in plans:
                if plan.points + each * (turns - plan.missing - 1) <= best:
                    continue
                needed = _turns_for(plan, to_come, held, len(deck))
                worth = plan.points + each * (turns - needed)
                if needed <= turns and worth > best:
                    best = worth
                    yield Prospect(worth, star, key, plan)


def _by_rank(cards: tuple[int, ...]) -> list[int]:
    numbers = [0] * len(RANKS)
    for card in cards:
        if card != JOKER:
            numbers[rank(card)] += 1
    return numbers


def _turns_for(plan: CrossPlan, to_come: list[int], held: list[int], deck: int) -> float:
    """In about how many turns the cross is completed; more than there can be if cards are lacking."""
    waits = []
    for each, number in plan.needs:
        drawn = number - held[each]
        if drawn > to_come[each]:
            return float("inf")
        if drawn > 0:
            waits.append((drawn, to_come[each]))
    turns = float(plan.missing + 1)
    if waits:
        turns = max(turns, (deck + 1) * average_wait(tuple(sorted(waits))) + PLACING)
    return turns
