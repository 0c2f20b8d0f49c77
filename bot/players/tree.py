"""The tree below a decision: alpha-beta over positions that make and unmake moves. See `bot.players.searching`."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from bot.players.budget import Meter
from bot.players.judging import AnyJudge
from bot.players.positions import SearchPosition, lead_of
from bot.players.state_position import walk_from
from bot.rules.api import State

Value = float

WON = 1e6  # far more than the worth of any position
SOONER = 1.0  # how much more a win is worth for each decision it comes sooner
TRANSPOSITIONS = 200_000  # the maximum size of the transposition table
NULL_WINDOW = 1e-3  # the width of a null window, smaller than any difference in worth
NULL_MOVE_REDUCTION = 1  # how many steps less deep a null move is searched

LOWER, EXACT, UPPER = range(3)


class Transposition(NamedTuple):
    """An entry of the transposition table: the depth of its search, the value, and the best move."""

    depth: int
    value: Value
    bound: int
    move: Any


@dataclass(frozen=True, slots=True)
class SearchLimits:
    """The limits of a search: steps, decisions of noisy moves after them, samples of luck, and a factor on widths."""

    steps: int
    noisy: int
    samples: int
    width: float


class Tree:
    """The tree below a decision of one seat. It moves on the position from `at`."""

    def __init__(
        self,
        judge: AnyJudge,
        sides: Sequence[Sequence[int]],
        seat: int,
        limits: SearchLimits,
        meter: Meter,
        seed: int,
        *,
        plain: bool = False,
        blindness: float = 0.0,
    ) -> None:
        """`blindness` is the share of first moves that aren't noticed; for later moves it's about twice that."""
        self._judge = judge
        self._worths = judge.evaluate_plainly if plain else judge.evaluate
        self._plain = plain
        self._sides = sides
        self._side_of: dict[int | None, int] = {one: side for side, seats in enumerate(sides) for one in seats}
        self._own = self._side_of[seat]
        self._limits = limits
        self.meter = meter
        self._seed = seed
        self.deepest = 0  # how many steps ahead it has looked at most: the match may end before others
        self._ahead = 0  # steps to the current position
        self._drawn = 0  # the number of draws of luck between the root and the current position
        self._table: dict[Any, Transposition] = {}
        self._history: dict[int | None, dict[Any, int]] = {
            one: {} for one in self._side_of
        }  # moves that caused a cut, by seat
        self._signs: dict[int | None, int] = {
            one: 1 if side == self._own else -1 for one, side in self._side_of.items()
        }
        self._position: SearchPosition
        self.drew = False  # whether any move drew luck; if so, or if worlds are averaged, equal values are really equal
        self._blindness = 1 - (1 - blindness) ** 2
        self._attention = random.Random(seed)  # noqa: S311 - what a weak player notices
        self._notice: dict[Any, bool] = {}

    def at(self, state: State[Any]) -> SearchPosition:
        """Starts from a state; returns the position used for it."""
        self._ahead = 0
        self._position = walk_from(self._judge, state, self._sides, self.meter, self._seed, plain=self._plain)
        return self._position

    # Values are for the mover's camp: the searching side, or all the others together.

    def _negamax(self, steps: int, alpha: Value, beta: Value, ply: int, sign: int, noisy: int | None = None) -> Value:
        """The value of the position for the camp of `sign` (1 for the searching side, -1 for the others)."""
        seat = self._position.to_move
        if seat is None:
            return sign * self._worth(ply)
        same = self._signs[seat] == sign
        if not same:
            alpha, beta = -beta, -alpha
        if steps > 0:
            value = self._alpha_beta(steps, alpha, beta, ply)
        else:
            value = self._quiescence(alpha, beta, ply, self._limits.noisy if noisy is None else noisy)
        return value if same else -value

    def _alpha_beta(self, steps: int, alpha: Value, beta: Value, ply: int, may_pass: bool = True) -> Value:
        position = self._position
        seat = position.to_move
        key = position.key()
        entry = self._table.get(key)
        if entry is not None and entry.depth >= steps:
            if entry.bound == EXACT:
                return entry.value
            if entry.bound == LOWER and entry.value >= beta:
                return entry.value
            if entry.bound == UPPER and entry.value <= alpha:
                return entry.value
        if may_pass and self._null_move_cuts(steps, beta, ply):
            return beta
        low, best, best_move = alpha, -4 * WON, None
        late = self._judge.late_moves_from
        lean = steps == 1 and not self._judge.orders_by_evaluation and not position.turn_goes_on
        stand_pat = self._stand_pat()
        for number, (move, noisy) in enumerate(self._order_moves(steps, alpha, ply, entry.move if entry else None)):
            if move is None:  # no quiet move changes enough
                best = max(best, stand_pat + position.margin())
                break
            if lean and number and not noisy:
                hopeful = stand_pat + position.gain(move)
                if hopeful <= low:
                    best = max(best, hopeful)
                    continue
            less = 1 if late and number >= late and steps > 1 and not noisy else 0
            value = self._value_after(move, steps, low, beta, ply, scout=number > 0, less=less)
            if value > best:
                best, best_move = value, move
                if best > low:
                    low = best
                    if low >= beta:
                        if not noisy:
                            history = self._history[seat]
                            history[move] = history.get(move, 0) + steps * steps
                        break
        if len(self._table) < TRANSPOSITIONS or key in self._table:
            bound = UPPER if best <= alpha else LOWER if best >= beta else EXACT
            self._table[key] = Transposition(steps, best, bound, best_move)
        return best

    def _stand_pat(self) -> Value:
        """The static value of the position for its mover's camp."""
        position = self._position
        return self._signs[position.to_move] * position.lead(self._own)

    def _null_move_cuts(self, steps: int, beta: Value, ply: int) -> bool:
        """Whether the mover stands so well that even passing would be enough; then some move is enough, too."""
        if abs(beta) >= WON / 2 or self._stand_pat() < beta:
            return False
        position = self._position
        sign = self._signs[position.to_move]
        if not position.make_pass():
            return False
        left = steps - 1 - NULL_MOVE_REDUCTION
        same = self._signs[position.to_move] == sign
        alpha, beta = (beta - NULL_WINDOW, beta) if same else (-beta, NULL_WINDOW - beta)
        if left > 0:
            value = self._alpha_beta(left, alpha, beta, ply + 1, may_pass=False)
        else:
            value = self._quiescence(alpha, beta, ply + 1, self._limits.noisy)
        position.unmake()
        return value >= beta if same else value <= alpha

    def _value_after(
        self, move: Any, steps: int, alpha: Value, beta: Value, ply: int, *, scout: bool = False, less: int = 0
    ) -> Value:
        """The value of a move for its mover's camp; the average over several samples if it draws luck.

        With `scout`, a null window first asks whether it is better than `alpha`, `less` steps less deep.
        """
        position = self._position
        sign = self._signs[position.to_move]
        if position.make(move):
            position.unmake()
            self._ahead += 1
            value = self._expected_value(move, steps - 1, ply + 1, sign)
            self._ahead -= 1
            return value
        step = not position.turn_goes_on
        left = steps - step
        self._ahead += step
        is_cut_short = not step and position.to_move is None  # by the end of the match
        self.deepest = max(self.deepest, self._ahead + is_cut_short)
        if scout:
            value = self._negamax(left - less, alpha, alpha + NULL_WINDOW, ply + 1, sign)
            if less and value > alpha:
                value = self._negamax(left, alpha, alpha + NULL_WINDOW, ply + 1, sign)
            if alpha < value < beta and beta - alpha > NULL_WINDOW:
                value = self._negamax(left, alpha, beta, ply + 1, sign)
        else:
            value = self._negamax(left, alpha, beta, ply + 1, sign)
        self._ahead -= step
        position.unmake()
        return value

    def _expected_value(self, move: Any, left: int, ply: int, sign: int) -> Value:
        position = self._position
        self.drew = True
        self._drawn += 1
        self.deepest = max(self.deepest, self._ahead)
        total = 0.0
        # Deeper down there is no time for all possible luck.
        lucks = position.lucks(move) if self._drawn == 1 else ()
        for luck, share in lucks:
            position.make_with(move, luck)
            total += share * self._negamax(left, -2 * WON, 2 * WON, ply, sign)
            position.unmake()
        if not lucks:
            samples = self._limits.samples if self._drawn == 1 else max(1, self._limits.samples // 2)
            for sample in range(samples):
                position.make(move, sample)
                total += self._negamax(left, -2 * WON, 2 * WON, ply, sign)
                position.unmake()
            total /= samples
        self._drawn -= 1
        return total

    def _quiescence(self, alpha: Value, beta: Value, ply: int, noisy: int) -> Value:
        """The value of a position after all noisy moves that its mover would rather play."""
        position = self._position
        signs, own = self._signs, self._own
        sign = signs[position.to_move]
        stand_pat = best = sign * position.lead(own)
        if not noisy or stand_pat >= beta:
            return stand_pat
        for move in position.noisy():
            if best > alpha:
                alpha = best
                if alpha >= beta:
                    break
            hopeful = stand_pat + position.gain(move)
            if hopeful <= alpha:  # takes too little to matter
                if hopeful > best:
                    best = hopeful
                continue
            if position.is_losing(move):
                continue
            position.make(move)
            seat = position.to_move
            if seat is None:
                value = sign * self._worth(ply + 1)
            elif signs[seat] == sign:
                value = self._quiescence(alpha, beta, ply + 1, noisy - 1)
            else:
                value = -self._quiescence(-beta, -alpha, ply + 1, noisy - 1)
            position.unmake()
            if value > best:
                best = value
        return best

    def _order_moves(self, steps: int, alpha: Value, ply: int, first: Any) -> Iterator[tuple[Any, bool]]:
        """The moves to follow here, most promising for their mover first, and which of them are noisy.

        The quiet ones are None if they can't make up the deficit this close to the end of the search.
        """
        position = self._position
        if self._judge.orders_by_evaluation:
            moves = self._perceive(position.moves()) if self._blindness else position.moves()
            for _, move in self._evaluate_moves(moves, ply, first)[: self.width(ply, len(moves))]:
                yield move, False
            return
        # Generated only when needed, which most of them never are.
        if first is not None:
            yield first, False
        noisy = position.noisy()
        for move in noisy:
            if move != first:
                yield move, True
        if steps == 1 and self._stand_pat() + position.margin() <= alpha:
            yield None, False
            return
        history = self._history[position.to_move]
        quiet = list(self._perceive(position.quiet())) if self._blindness else position.quiet()
        effective = sorted([move for move in quiet if move in history], key=history.__getitem__, reverse=True)
        if effective:
            quiet = effective + [move for move in quiet if move not in history]
        for move in quiet[: self.width(ply, len(quiet))]:
            if move != first:
                yield move, False

    def _perceive(self, moves: Sequence[Any]) -> Sequence[Any]:
        """The moves that aren't overlooked; a move is overlooked in the whole search or nowhere."""
        notice = self._notice
        for move in moves:
            if move not in notice:
                notice[move] = self._attention.random() >= self._blindness
        return [move for move in moves if notice[move]] or moves[:1]

    def _evaluate_moves(self, moves: Sequence[Any], ply: int, first: Any = None) -> list[tuple[Value, Any]]:
        """How good each move looks, `first` first, then the best for the mover."""
        position = self._position
        mover = self._side_of[position.to_move]
        replies = self._judge.replies if len(self._sides) > 2 and mover != self._own else 0
        looks = []
        leads: dict[Any, Value] = {}
        for move in moves:
            position.make(move)
            looks.append((self._worth(ply + 1), move))
            if replies:
                leads[move] = position.lead(mover)
            position.unmake()
        sign = -1 if mover == self._own else 1
        looks.sort(key=lambda look: (look[1] != first, sign * look[0]))
        if replies:  # sorted by what helps the mover, not by what harms us
            served = set(sorted(leads, key=lambda move: -leads[move])[:replies])
            looks = [look for look in looks if look[1] in served]
        return looks

    def width(self, ply: int, moves: int) -> int:
        """How many of these moves to follow this many decisions from the root."""
        widths = self._judge.widths
        if not widths:
            return moves
        return max(1, round(widths[min(ply, len(widths) - 1)] * self._limits.width))

    # ------------------------------------------------------------------------------------------------ judging

    def worth(self, state: State[Any], ply: int, won: Value = WON) -> Value:
        """The searching side's standing; a finished match counts by its places, and more the sooner it was won.

        `won` is added to the lead of a match in which all others are beaten.
        """
        lead = lead_of(self._worths(state), self._sides, self._own)
        return (
            lead if state.result is None else _value_of_end(lead, state.result.places, self._sides, self._own, ply, won)
        )

    def _worth(self, ply: int) -> Value:
        """The searching side's standing in the current position, `ply` decisions deep, as `worth` has it."""
        position = self._position
        lead = position.lead(self._own)
        places = position.places() if position.to_move is None else None
        return lead if places is None else _value_of_end(lead, places, self._sides, self._own, ply, WON)


def _value_of_end(
    lead: Value, of_seats: Sequence[int], sides: Sequence[Sequence[int]], own: int, ply: int, won: Value
) -> Value:
    """What a finished match is worth to its own side, which leads by `lead`; see `Tree.worth`."""
    others = len(sides) - 1
    if not others:
        return lead
    places = [of_seats[seats[0]] for seats in sides]
    mine = places[own]
    beaten = sum(place > mine for place in places) - sum(place < mine for place in places)
    if not beaten:
        return 0.0
    return won * beaten / others + lead - SOONER * ply * (1 if beaten > 0 else -1)
