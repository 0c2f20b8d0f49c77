"""Southern Cross cards: points now, what the cards in hand may still bring, and what is left lying for the next."""

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import exp
from typing import NamedTuple

from bot.players.judging import Judge, Reason
from bot.rules.southern_cards import LAYOUTS, Layout, Move, Position
from bot.rules.southern_cards.cards import CARD_NUMBERS, CARDS, EMPTY, JOKER, SYMBOLS
from bot.rules.southern_cards.fields import KEPT, Line
from bot.rules.southern_cards.scoring import KIND_OF_THREE, POINTS, REACH_POINTS
from bot.text import N_

NEXT = 1.0  # how much of what the seat to move can take at once counts
LATER = 0.1  # how much of it is still there, for every seat that comes in between
JOKER_POINTS = 50.0  # what a joker in the hand brings beyond what it could take now, while there are many turns to come
CARD_POINTS = 3.0  # what any other card does
SOON = 5.0  # turns of a seat: with so many to come a joker has about two thirds of its worth
REFILLED_POINTS = 4.0  # what can be taken more on average for every cell that is filled anew

DRAWN_IN_A_TURN = 2.3  # cards that leave the deck in a turn, about
LEFT_WEIGHS = 0.2  # what is left for the next one, against reaches
QUIET_CELLS = 10  # at most so many cells are looked at for a card that takes nothing

NOTHING_LEFT = 2.0  # points that the next one may expect where next to nothing is left
CLEARLY_LESS = 4.0  # points by which it may expect less or more than before
WORTH_A_JOKER = 40  # points for which a joker is not given away

FOUR_ROLES = 9  # the multiplier of four roles without a joker on the small fields
MOST_FITS = 5  # cards that fit with two others neither of which is a joker

# ------------------------------------------------------------------------------------------- what a card can take

Fits = tuple[tuple[int, float], ...]
"""Cards with the points of the role of three that they complete."""


def _fitting(at_end: bool) -> tuple[tuple[Fits, ...], ...]:
    """For two tops the cards that fit beyond the first of them, or between them."""

    def fits(one: int, other: int) -> Fits:
        if EMPTY in (one, other):
            return ()
        kinds = (
            (card, KIND_OF_THREE[card][one][other] if at_end else KIND_OF_THREE[one][card][other])
            for card in range(EMPTY)
        )
        return tuple((card, float(POINTS[kind])) for card, kind in kinds if kind is not None)

    return tuple(tuple(fits(one, other) for other in range(SYMBOLS)) for one in range(SYMBOLS))


BEYOND, BETWEEN = _fitting(at_end=True), _fitting(at_end=False)


HEAT_SHARE = 3 / 50  # how likely the next one holds a given card


def _heat(fitting: tuple[tuple[Fits, ...], ...]) -> tuple[tuple[float, ...], ...]:
    return tuple(
        tuple(HEAT_SHARE * sum(points for card, points in fits if card != JOKER) for fits in row) for row in fitting
    )


HEAT = {1: _heat(BEYOND), 2: _heat(BETWEEN)}
"""What two cards so far apart leave to be taken by the next card."""


class Way(NamedTuple):
    """Two cells that make three in a row with another: the table that says what fits there, and their line."""

    fitting: tuple[tuple[Fits, ...], ...]
    one: int
    other: int
    line: Line


def _ways_to(layout: Layout, cell: int) -> tuple[Way, ...]:
    """All the ways in which a card on this cell can become part of three in a row."""
    ways = []
    for line, (first, middle, last) in layout.triples(cell):
        if cell == middle:
            ways.append(Way(BETWEEN, first, last, line))
        else:
            ways.append(Way(BEYOND, middle, last if cell == first else first, line))
    return tuple(ways)


_WAYS = {
    name: tuple(_ways_to(layout, cell) for cell in layout.start) for name, layout in LAYOUTS.items() if not layout.grows
}
_GROWING = LAYOUTS["free"]


@lru_cache(KEPT)
def _growing_ways(cell: int) -> tuple[Way, ...]:
    return _ways_to(_GROWING, cell)


class Tops(dict[int, int]):
    """The top card of each cell; EMPTY where there is none."""

    def __missing__(self, cell: int) -> int:
        return EMPTY


def tops_of(state: Position) -> Tops:
    return Tops({cell: pile[-1] for cell, pile in state.piles.items() if pile})


def takings(state: Position, tops: Mapping[int, int], cells: Iterable[int]) -> tuple[list[float], list[int]]:
    """For each card about what it would take on the best of these cells, and that cell.

    Roles of four and five cards count as the roles of three that they consist of.
    """
    most = [0.0] * EMPTY
    where = [-1] * EMPTY
    layout = state.layout
    small = layout.name in ("classic", "shishi")
    ways = None if layout.grows else _WAYS[layout.name]
    for cell in cells:
        found = [
            (line, fits)
            for fitting, one, other, line in (ways[cell] if ways else _growing_ways(cell))
            if (fits := fitting[tops[one]][tops[other]])
        ]
        if not found:
            continue
        if len(found) == 1:
            for card, points in found[0][1]:
                if points > most[card]:
                    most[card], where[card] = points, cell
            continue
        sums: dict[int, float] = {}
        lines: dict[int, set[Line]] = {}
        joker = False  # where one lies many more cards fit, and nothing is multiplied
        for line, fits in found:
            joker |= len(fits) > MOST_FITS
            for card, points in fits:
                sums[card] = sums.get(card, 0.0) + points
                lines.setdefault(card, set()).add(line)
        for card, points in sums.items():
            number = len(lines[card])
            if number > 1 and card != JOKER and not joker:
                points *= FOUR_ROLES if small and number == 4 else number
            if points > most[card]:
                most[card], where[card] = points, cell
    return most, where


# ------------------------------------------------------------------------------------------------------- the judge


class SouthernCardsJudge(Judge[Position, Move]):
    grain = 12.0
    widths = (12, 6, 4)
    playout = 2
    followed = 10
    trust = 50.0
    prize = 30.0

    def worths(self, state: Position) -> Sequence[float]:
        scores, hands = state.scores, state.hands
        following = state.to_move
        if following is None:
            return [float(score) for score in scores]
        seats = len(scores)
        worth_of_joker = self._worth_of_joker(state)
        worths = [score + worth_of_joker * hand.count(JOKER) for score, hand in zip(scores, hands, strict=True)]
        tops = tops_of(state)
        luck = 0.0  # what was refilled might as well be other cards
        if state.last is not None and state.last.refilled:
            luck = REFILLED_POINTS * len(state.last.refilled)
            for name in state.last.refilled:
                tops[_cell_number(state.layout, name)] = EMPTY
        most, _ = takings(state, tops, _open_cells(state))
        most[JOKER] = max(0.0, most[JOKER] - worth_of_joker)
        watcher = following if state.last is None else state.last.seat  # who has just placed knows its own hand
        unseen = Counter(state.deck)
        for seat in range(seats):
            if seat != watcher:
                unseen.update(hands[seat])
        share = NEXT
        expected: dict[int, float] = {}
        for turn in range(seats):
            seat = (following + turn) % seats
            hand, due = hands[seat], state.order[seat]
            if due is not None:
                worths[seat] += share * (luck + most[due])
            elif seat == watcher:
                worths[seat] += share * (luck + max([most[card] for card in hand], default=0.0))
            else:
                number = len(hand)
                if number not in expected:
                    expected[number] = _expected(most, unseen, number)
                worths[seat] += share * (luck + expected[number])
            share *= LATER
        return worths

    def _worth_of_joker(self, state: Position) -> float:
        hands = state.hands
        turns = (len(state.deck) / DRAWN_IN_A_TURN + sum([len(hand) for hand in hands])) / len(hands)
        return JOKER_POINTS * (1.0 - exp(-max(0.0, turns - 1.0) / SOON))

    def plain(self, state: Position) -> Sequence[float]:
        """The points made."""
        return [float(score) for score in state.scores]

    def quick(self, state: Position, source: random.Random) -> Move:
        """What takes most, a joker only for what it is worth; or else a card where it leaves little to take."""
        hand, layout, due = state.hand, state.layout, state.due
        cards = [due] if due is not None else sorted(set(hand))
        tops = tops_of(state)
        cells = _open_cells(state)
        most, where = takings(state, tops, cells)
        keep = self._worth_of_joker(state)
        best, card = max([(most[card] - (keep if card == JOKER else 0.0), card) for card in cards])
        cell = where[card]
        if best <= 0.0 or cell < 0:
            card, cell = _quiet(state, tops, cards, cells)
        move = Move(CARDS[card], (layout.cell_name(cell),))
        if layout.name == "ultra" and not state.is_legal(move):
            return state.legal()[0]
        return move

    def reasons(self, before: Position, move: Move, after: Position) -> list[Reason]:
        outcome = before.outcome(move)
        reasons = []
        if outcome.roles:
            reasons.append(
                Reason(
                    N_("completes {n} roles for {points} points")
                    if len(outcome.roles) > 1
                    else N_("completes a role for {points} points"),
                    {"n": len(outcome.roles), "points": outcome.points},
                )
            )
        if outcome.combo:
            reasons.append(Reason(N_("what lies beneath makes a combo")))
        if outcome.eclipse:
            reasons.append(Reason(N_("clears the whole field")))
        if outcome.reach:
            sentence = N_("makes {n} reaches") if len(outcome.reach) > 1 else N_("makes a reach")
            reasons.append(Reason(sentence, {"n": len(outcome.reach)}))
        known = tops_of(after)
        for name in after.last.refilled if after.last is not None else ():
            known[_cell_number(after.layout, name)] = EMPTY  # nobody has seen these yet
        most, _ = takings(after, known, _open_cells(after))
        most_before, _ = takings(before, tops_of(before), _open_cells(before))
        seat = before.to_move or 0
        if before.table.seats > 1:
            unseen = Counter(before.deck)
            for other, hand in enumerate(before.hands):
                if other != seat:
                    unseen.update(hand)
            number = before.table.hand
            left, was = _expected(most, unseen, number), _expected(most_before, unseen, number)
            if left < NOTHING_LEFT:
                reasons.append(Reason(N_("leaves next to nothing to be completed")))
            elif was - left > CLEARLY_LESS:
                reasons.append(Reason(N_("leaves less to be completed")))
        rest = list(before.hand)
        for _ in move.cells:
            rest.remove(CARD_NUMBERS[move.card])
        ready = max(rest, key=lambda card: most[card], default=EMPTY)
        if ready not in (EMPTY, JOKER) and most[ready] > most_before[ready]:
            values = {"card": CARDS[ready], "points": int(most[ready])}
            reasons.append(Reason(N_("prepares {points} points for {card}"), values))
        elif before.table.seats == 1 and ready not in (EMPTY, JOKER) and most[ready]:
            reasons.append(Reason(N_("keeps {card} ready"), {"card": CARDS[ready]}))
        if move.card == "JK" and outcome.points < WORTH_A_JOKER:
            reasons.append(Reason(N_("but gives a joker away")))
        elif move.card != "JK" and most_before[JOKER] and JOKER in rest:
            reasons.append(Reason(N_("keeps the joker")))
        if before.table.seats > 1 and left - was > CLEARLY_LESS:
            reasons.append(Reason(N_("but leaves more to be completed")))
        return reasons


def _cell_number(layout: Layout, name: str) -> int:
    cell = layout.cell_number(name)
    if cell is None:
        raise ValueError(f"{name} is no cell of {layout.name}")
    return cell


def _open_cells(state: Position) -> tuple[int, ...]:
    """Where the next card may be put."""
    places = state.places
    if not state.eclipse:
        return places
    return tuple([cell for cell in places if cell in state.layout.centre])


def _expected(most: Sequence[float], unseen: Counter[int], number: int) -> float:
    """What the best of so many unknown cards takes on average."""
    total = sum(unseen.values())
    if not total or not number:
        return 0.0
    ranked = sorted([(points, card) for card, points in enumerate(most) if points > 0.0 and unseen[card]], reverse=True)
    expected, above, none_above = 0.0, 0, 1.0
    for points, card in ranked:
        above += unseen[card]
        none = max(0.0, 1.0 - above / total) ** number
        expected += points * (none_above - none)
        none_above = none
    return expected


def _quiet(state: Position, tops: Mapping[int, int], cards: Sequence[int], cells: Sequence[int]) -> tuple[int, int]:
    """A card and a cell on which it takes nothing, but makes reaches and leaves little for whoever comes next."""
    layout = state.layout
    reach = REACH_POINTS if state.table.seats > 1 else 0.0
    weight = LEFT_WEIGHS if state.table.seats > 1 else -1.0  # alone, what is left lying is one's own
    some = cells if len(cells) <= QUIET_CELLS else cells[state.scores[0] % 5 :: max(1, len(cells) // QUIET_CELLS)]
    chosen = cards[0], some[0]
    best = -1e9
    for cell in some:
        neighbours = layout.neighbours(cell)
        here = tops[cell]
        left = 0.0
        shown = [(tops[other], distance, len(reached)) for other, distance, reached in neighbours]
        if here != EMPTY:
            for top, distance, number in shown:
                left += HEAT[distance][here][top] * number
        for card in cards:
            if card == JOKER and len(cards) > 1:
                continue
            made, reaches = 0.0, 0
            for top, distance, number in shown:
                heat = HEAT[distance][card][top]
                if heat:
                    made += heat * number
                    reaches += number
            value = (reach * min(reaches, 8) if card != JOKER else 0.0) - weight * (made - left)
            if value > best:
                best, chosen = value, (card, cell)
    return chosen


judge = SouthernCardsJudge()
