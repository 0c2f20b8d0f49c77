"""Southern Cross cards: points now, what the hand may still bring, and what is left for the next player."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from math import exp
from types import MappingProxyType

from bot.players.judging import Judge, Reason
from bot.players.southern_cards.alone import cross_reasons, prospect, sensible
from bot.players.southern_cards.takings import HEAT, known_tops, open_cells, takings, tops_of
from bot.rules.southern_cards import Move, Position
from bot.rules.southern_cards.cards import CARD_NUMBERS, CARDS, EMPTY, JOKER, with_sign
from bot.rules.southern_cards.scoring import REACH_POINTS
from bot.text import N_

NEXT = 1.0  # the weight of what the seat to move can take immediately
LATER = 0.1  # how much of it is still there for each later seat
JOKER_POINTS = 50.0  # what a joker in the hand brings beyond what it could take now, with many turns to come
SOON = 5.0  # turns of a seat: with this many to come, a joker has about two thirds of its value
REFILLED_POINTS = 4.0  # average extra points to take for every refilled cell

DRAWN_IN_A_TURN = 2.3  # the approximate number of cards drawn from the deck in a turn
LEFT_WEIGHS = 0.2  # the weight of what is left for the next player, against reaches
QUIET_CELLS = 10  # the maximum number of cells considered for a card that takes nothing

NOTHING_LEFT = 2.0  # points that the next player may expect if almost nothing is left
CLEARLY_LESS = 4.0  # points by which they may expect less or more than before
WORTH_A_JOKER = 40  # points that justify spending a joker


class SouthernCardsJudge(Judge[Position, Move]):
    grain = 12.0
    blindness = MappingProxyType({"beginner": 0.9, "easy": 0.82, "normal": 0.7})
    lost = 80.0
    widths = (12, 6, 4)
    playout = 2
    steps_in_a_world = 1
    followed = 10
    trust = 150.0
    prize = 30.0

    def evaluate(self, state: Position) -> Sequence[float]:
        scores, hands = state.scores, state.hands
        following = state.to_move
        if following is None:
            return [float(score) for score in scores]
        seats = len(scores)
        if seats == 1:
            return [scores[0] + prospect(state)]
        worth_of_joker = self._worth_of_joker(state)
        worths = [score + worth_of_joker * hand.count(JOKER) for score, hand in zip(scores, hands, strict=True)]
        luck = REFILLED_POINTS * len(state.last.refilled) if state.last is not None else 0.0
        most, _ = takings(state, known_tops(state), open_cells(state))
        most[JOKER] = max(0.0, most[JOKER] - worth_of_joker)
        watcher = following if state.last is None else state.last.seat  # they know their own hand
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
                    expected[number] = _expectation(most, unseen, number)
                worths[seat] += share * (luck + expected[number])
            share *= LATER
        return worths

    def _worth_of_joker(self, state: Position) -> float:
        hands = state.hands
        turns = (len(state.deck) / DRAWN_IN_A_TURN + sum([len(hand) for hand in hands])) / len(hands)
        return JOKER_POINTS * (1.0 - exp(-max(0.0, turns - 1.0) / SOON))

    def candidates(self, state: Position, moves: Sequence[Move]) -> Sequence[Move]:
        return moves if state.table.seats > 1 else sensible(state, moves)

    def plays_on(self, state: Position) -> bool:
        return state.table.seats > 1

    def evaluate_plainly(self, state: Position) -> Sequence[float]:
        """The points so far."""
        return [float(score) for score in state.scores]

    def quick(self, state: Position, source: random.Random) -> Move:
        """The move that takes most, with a joker only if it's worth it; otherwise a card that leaves little to take."""
        hand, layout, due = state.hand, state.layout, state.due
        cards = [due] if due is not None else sorted(set(hand))
        tops = tops_of(state)
        cells = open_cells(state)
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
                    tuple(dict.fromkeys(cell for role in outcome.roles for cell in role.cells)),
                )
            )
        if outcome.combo:
            reasons.append(Reason(N_("uncovers a combo")))
        if outcome.eclipse:
            reasons.append(Reason(N_("clears the whole field")))
        if outcome.reach:
            sentence = N_("makes {n} reaches") if len(outcome.reach) > 1 else N_("makes a reach")
            reasons.append(Reason(sentence, {"n": len(outcome.reach)}, outcome.reach))
        of_cross = cross_reasons(before, move) if before.table.seats == 1 else []
        reasons += [reason for reason in of_cross if not reason.against]
        most, where = takings(after, known_tops(after), open_cells(after))
        most_before, _ = takings(before, tops_of(before), open_cells(before))
        seat = before.to_move or 0
        if before.table.seats > 1:
            unseen = Counter(before.deck)
            for other, hand in enumerate(before.hands):
                if other != seat:
                    unseen.update(hand)
            number = before.table.hand
            left, was = _expectation(most, unseen, number), _expectation(most_before, unseen, number)
            if left < NOTHING_LEFT:
                reasons.append(Reason(N_("leaves the next player almost nothing to complete")))
            elif was - left > CLEARLY_LESS:
                reasons.append(Reason(N_("leaves the next player less to complete")))
        rest = list(before.hand)
        for _ in move.cells:
            rest.remove(CARD_NUMBERS[move.card])
        ready = max(rest, key=lambda card: most[card], default=EMPTY)
        if ready not in (EMPTY, JOKER) and most[ready] > most_before[ready]:
            values = {"card": with_sign(CARDS[ready]), "points": int(most[ready])}
            cell = before.layout.cell_name(where[ready])
            reasons.append(Reason(N_("sets up {points} points for {card}"), values, (cell,)))
        elif before.table.seats == 1 and ready not in (EMPTY, JOKER) and most[ready]:
            cell = before.layout.cell_name(where[ready])
            reasons.append(Reason(N_("keeps {card} ready"), {"card": with_sign(CARDS[ready])}, (cell,)))
        if move.card != "JK" and most_before[JOKER] and JOKER in rest:
            reasons.append(Reason(N_("keeps the joker")))
        if before.table.seats > 1 and left - was > CLEARLY_LESS:
            reasons.append(Reason(N_("but leaves the next player more to complete")))
        if move.card == "JK" and outcome.points < WORTH_A_JOKER:
            reasons.append(Reason(N_("but gives a joker away")))
        reasons += [reason for reason in of_cross if reason.against]
        return reasons


def _expectation(most: Sequence[float], unseen: Counter[int], number: int) -> float:
    """What the best of `number` unknown cards takes on average."""
    total = sum(unseen.values())
    ranked = sorted([(points, card) for card, points in enumerate(most) if points > 0.0 and unseen[card]], reverse=True)
    expected, above, none_above = 0.0, 0, 1.0
    for points, card in ranked:
        above += unseen[card]
        none = max(0.0, 1.0 - above / total) ** number
        expected += points * (none_above - none)
        none_above = none
    return expected


def _quiet(state: Position, tops: Mapping[int, int], cards: Sequence[int], cells: Sequence[int]) -> tuple[int, int]:
    """A card and a cell on which it takes nothing, but makes reaches and leaves little for the next seat."""
    layout = state.layout
    reach = REACH_POINTS if state.table.seats > 1 else 0.0
    weight = LEFT_WEIGHS if state.table.seats > 1 else -1.0  # alone, what is left is one's own
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
            gain, reaches = 0.0, 0
            for top, distance, number in shown:
                heat = HEAT[distance][card][top]
                if heat:
                    gain += heat * number
                    reaches += number
            value = (reach * min(reaches, 8) if card != JOKER else 0.0) - weight * (gain - left)
            if value > best:
                best, chosen = value, (card, cell)
    return chosen
