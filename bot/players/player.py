"""A computer player: gets a view, returns a move."""

import contextlib
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from statistics import fmean
from typing import Any

from bot.players.budget import Budget, Meter, OutOfBudget
from bot.players.exploring import Exploration, Explorer
from bot.players.judging import AnyJudge, Reason
from bot.players.levels import Level
from bot.players.luck import Luck
from bot.players.odds import Odds
from bot.players.positions import lead_of
from bot.players.rollouts import Rollouts
from bot.players.searching import Search
from bot.players.state_position import walk_from
from bot.players.tree import WON, SearchLimits
from bot.rules.api import Game, State
from bot.text import N_

WORLDS_AT_FIRST = 6  # in which moves are judged before playouts
BLUNDER = 4.0  # `Judge.grain`s by which a move must look worse so that only a beginner plays it
NOISY = 3  # decisions of noisy moves considered in a first judgement of a move
EXPECTED = 5  # the maximum number of moves expected after a move
REPLIES = 2  # the expected reply, and the own move after it
SAME = 1e-6  # smaller differences in worth are none
RIVALS = 12  # other moves that one is compared with
NO_LIMITS = SearchLimits(steps=0, noisy=0, samples=1, width=1.0)


@dataclass(frozen=True, slots=True)
class ChosenMove:
    """A computer player's decision."""

    move: str
    """In canonical notation."""
    ranked: tuple[tuple[str, float], ...] = ()
    """The moves it considered, best first, with what they seem to be worth to it."""
    steps: int = 0
    """How far it looked ahead."""
    positions: int = 0
    """How many it made for that."""
    wins: bool = False
    """Whether the move is proved to win against a single opponent."""
    loses: bool = False
    """Whether all moves are proved to lose."""
    equal: tuple[str, ...] = ()
    """The other moves known to be exactly as good."""
    plan: tuple[str, ...] = ()
    """What it means to play in the rest of its turn, as far as no luck decides."""
    line: tuple[str, ...] = ()
    """What is expected next: the reply, and this seat's next move if it comes right after."""
    hopeless: bool = False
    """Whether its side has no hope left (`Player.is_hopeless`)."""
    odds: Odds | None = None
    """Those of the move, where they are known."""
    hopes: tuple[float, ...] = ()
    """What the ranked moves may well be worth beside what they seem to be, if it knows little of some."""


class Player:
    """A computer player in one seat. It knows only what its seat sees.

    `source` is all the randomness it has; with the same source, the same views and a budget of positions alone it
    always chooses the same moves.
    """

    def __init__(
        self,
        game: Game[Any],
        judge: AnyJudge,
        seats: int,
        options: Mapping[str, object],
        seat: int,
        level: Level,
        source: random.Random,
    ) -> None:
        self._game = game
        self._judge = judge
        self._sides = game.sides(seats, options)
        self._seat = seat
        self._level = level
        self._source = source

    def choose(self, view: Mapping[str, object], *, only: str | None = None) -> ChosenMove:
        """The move for a view with this seat to move. Raises ValueError if it isn't.

        `only` is the one move to think about, if just its worth is of interest.
        """
        meter = Meter(self._level.budget)  # reading the position takes time, too
        seed = self._source.getrandbits(48)
        state = self._game.state_of_view(view, self._seat)
        if state.to_move != self._seat:
            raise ValueError(f"seat {self._seat} is not to move")
        legal = state.legal()
        moves = list(self._judge.candidates(state, legal)) if only is None else [state.parse(only)]
        if len(moves) == 1 and only is None:
            text = state.notate(self._slip(state, moves[0]))
            return ChosenMove(text, ((text, 0.0),))
        self._source.shuffle(moves)  # so that equally good moves aren't always tried in the same order
        level = self._level
        plays_on = bool(level.rounds) and self._judge.plays_on(state)
        limits = level.limits or NO_LIMITS
        search = Search(
            self._judge,
            self._sides,
            self._seat,
            replace(limits, steps=1) if plays_on else limits,
            meter,
            self._source.getrandbits(48),
            plain=level.plain,
            blindness=self._judge.blindness.get(level.name, 0.0),
        )
        moves = self._perceive(search, state, search.keep_pieces(state, moves, level.name))

        def world(number: int) -> State[Any]:
            return self._world(state, seed, number)

        steps = 0
        exploration: Exploration | None = None
        if level.rounds and self._judge.explores(state):
            exploration = self._exploration(state, moves, meter)
            ranked, steps = exploration.ranked, exploration.steps
        elif level.limits is None:
            ranked = self._at_first_sight(search, world(0), moves, noisy=int(self._is_careful()))
        elif level.plain and not self._is_careful():
            ranked = self._at_first_sight(search, world(0), moves, noisy=0)
        elif self._game.hidden:
            ranked = search.rank_over_worlds(world, moves, WORLDS_AT_FIRST if plays_on else level.worlds)
            steps = min(search.steps_in_a_world, search.deepest)
        else:
            ranked, steps = search.rank(state, moves)
        if plays_on and abs(ranked[0][0]) < WON / 2:
            rollouts = Rollouts(
                self._judge,
                lambda outcome: search.worth(outcome, 0, self._judge.prize),
                meter,
                self._source.getrandbits(48),
            )
            ranked = rollouts.rank(world, ranked, self._judge.followed, level.rounds)
            steps = rollouts.longest
        if exploration is None:
            exploration = self._conclusion(search, state, ranked, steps)
        plan, line = self._expected_line(state, ranked[0][1], exploration.line, replies=not search.drew)
        return ChosenMove(
            state.notate(self._slip(state, ranked[0][1])),
            tuple((state.notate(move), value) for value, move in ranked),
            steps,
            meter.positions,
            exploration.wins,
            exploration.loses,
            tuple(state.notate(move) for move in exploration.equal),
            plan,
            line,
            odds=exploration.odds or self._estimate_odds(state, ranked, plan),
            hopes=tuple(exploration.hopes),
        )

    def lead(self, view: Mapping[str, object]) -> float:
        """How far ahead of the best other side this seat's side is, in points of the game, judging by what the seat
        sees.

        The seat needn't be to move.
        """
        state = self._game.state_of_view(view, self._seat)
        own = next(number for number, side in enumerate(self._sides) if self._seat in side)
        worlds = WORLDS_AT_FIRST if self._game.hidden else 1
        worths = (self._judge.evaluate(self._world(state, 0, number)) for number in range(worlds))
        return fmean(lead_of(one, self._sides, own) for one in worths)

    def is_hopeless(self, view: Mapping[str, object]) -> bool:
        """Whether this seat's side has no hope left (`Judge.lost`)."""
        return self._judge.lost < inf and self.lead(view) <= -self._judge.lost

    def _slip(self, state: State[Any], move: Any) -> Any:
        unsteady = self._level.unsteady
        return self._judge.slip(state, move, unsteady, self._source) if unsteady else move

    def reasons(
        self,
        view: Mapping[str, object],
        text: str,
        steps: int | None = None,
        *,
        wins: bool = False,
        odds: Odds | None = None,
    ) -> list[Reason]:
        """Why a move may be good, most important first. Leaves out what depends on luck or hidden information.

        With `steps`, `wins` and `odds` from the choice of this move, it always finds something to say for it, and
        nothing that holds for most other moves as well.
        """
        state = self._game.state_of_view(view, self._seat)
        move, luck = state.parse(text), Luck(0)
        after = self._world(state, 0, 0).play(move, luck)
        reasons = self._judge.chances(state, move) if luck.drawn else self._judge.reasons(state, move, after)
        if steps is not None and not luck.drawn:
            reasons = self._distinctive(state, move, reasons, (1 / 2, 3 / 4))
        if wins and after.to_move is not None:
            opponents = sum(len(side) for side in self._sides if self._seat not in side)
            one, more = N_("wins, whatever the other player does"), N_("wins, whatever the others do")
            reasons = [Reason(one if opponents == 1 else more)]
        if after.to_move is None and not luck.drawn:
            steps = steps and 1  # there is nothing ahead
        if steps is not None and all(reason.against for reason in reasons):
            if len(state.legal()) == 1:
                reasons.insert(0, Reason(N_("is the only move")))
            elif odds:
                reasons.insert(0, odds.reason())
            elif steps > 1:
                reasons.insert(0, Reason(N_("looks best {n} turns ahead"), {"n": steps}))
            else:
                reasons.insert(0, Reason(N_("looks best for now")))
        elif odds and len(reasons) == 1 and odds.are_clear:
            reasons.append(odds.reason())
        return reasons

    def telling_reasons(self, view: Mapping[str, object], text: str) -> list[Reason]:
        """The reasons for a move (see `reasons`) that hold for less than half of the other moves; there may be none."""
        state = self._game.state_of_view(view, self._seat)
        return self._distinctive(state, state.parse(text), self.reasons(view, text), (1 / 2,))

    def _distinctive(
        self, state: State[Any], move: Any, reasons: list[Reason], shares: Sequence[float]
    ) -> list[Reason]:
        """The reasons that hold for less than the first of these shares of the other moves to leave any for it."""
        others = [other for other in state.legal() if other != move]
        others = others[:: max(1, len(others) // RIVALS)]
        shared: Counter[str] = Counter()
        for other in others:
            luck = Luck(0)
            after = self._world(state, 0, 0).play(other, luck)
            if not luck.drawn:
                shared.update({str(reason) for reason in self._judge.reasons(state, other, after)})
        for most in shares:
            telling = [reason for reason in reasons if shared[str(reason)] < most * len(others)]
            if any(not reason.against for reason in telling):
                break
        return telling

    def glances(self, view: Mapping[str, object]) -> dict[str, float]:
        """What each move seems to be worth after the best capture right after it; empty if something is hidden.

        A search compares moves only with the best one, so its values don't say how much worse a move is.
        """
        if self._game.hidden:
            return {}
        state = self._game.state_of_view(view, self._seat)
        search = Search(self._judge, self._sides, self._seat, NO_LIMITS, Meter(self._level.budget), 0)
        search.at(state)
        glances: dict[str, float] = {}
        with contextlib.suppress(OutOfBudget):
            for move in state.legal():
                glances[state.notate(move)] = search.glance(move, NOISY)
        return glances

    def _world(self, state: State[Any], seed: int, number: int) -> State[Any]:
        return state.determinise(self._seat, Luck(seed + number)) if self._game.hidden else state

    def _exploration(self, state: State[Any], moves: Sequence[Any], meter: Meter) -> Exploration:
        """The result of `Explorer.explore` for the moves."""
        position = walk_from(self._judge, state, self._sides, meter, self._source.getrandbits(48))
        named = {position.encode(move): move for move in moves}
        explorer = Explorer(self._judge, position, self._sides, meter, self._source.getrandbits(48))
        result = explorer.explore(list(named), self._level.rounds)
        return replace(
            result,
            ranked=[(value, named[code]) for value, code in result.ranked],
            equal=[named[code] for code in result.equal],
        )

    def _conclusion(
        self, search: Search, state: State[Any], ranked: list[tuple[float, Any]], steps: int
    ) -> Exploration:
        """What a search found out about the moves besides their values."""
        best, move = ranked[0]
        two = len(self._sides) == 2
        exact = steps and (search.drew or self._game.hidden)  # otherwise values only say that moves aren't better
        return Exploration(
            ranked,
            steps,
            wins=two and search.proved and best > 0,
            loses=two and search.proved and best < 0,
            equal=[other for value, other in ranked[1:] if exact and abs(value - best) < SAME],
            line=() if not steps or self._game.hidden else search.line(state, move, EXPECTED),
        )

    def _estimate_odds(
        self, state: State[Any], ranked: Sequence[tuple[float, Any]], plan: Sequence[str]
    ) -> Odds | None:
        """The odds of the first move, if the judge knows chances and nothing is decided.

        What is planned after it isn't another move.
        """
        others = (value for value, move in ranked[1:] if state.notate(move) not in plan)
        worth, second = ranked[0][0], next(others, None)
        if len(self._sides) != 2 or second is None or abs(worth) >= WON / 2:
            return None
        own, other = self._judge.chance(worth), self._judge.chance(second)
        return None if own is None or other is None else Odds.estimate(own, other)

    def _expected_line(
        self, state: State[Any], move: Any, coded: Sequence[Any], *, replies: bool
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """What follows a move in an expected line: the rest of the turn, and with `replies` what comes right after it.

        That is the reply, and then this seat's next move if nobody else's comes between.
        """
        plan, line = list[str](), list[str]()
        for code in coded:
            luck, before = Luck(0), state
            state = state.play(move, luck)
            own = state.to_move == self._seat
            in_turn = own and not line and state.same_turn(before)
            follows = replies and state.to_move is not None and own == bool(line) and len(line) < REPLIES
            if luck.drawn or not (in_turn or follows):
                break
            position = walk_from(self._judge, state, self._sides, Meter(Budget()), 0)
            same_move = next((each for each in state.legal() if position.encode(each) == code), None)
            if same_move is None or state.notate(same_move) in self._judge.passes:
                break
            move = same_move
            (plan if in_turn else line).append(state.notate(move))
        return tuple(plan), tuple(line)

    def _perceive(self, search: Search, state: State[Any], moves: list[Any]) -> list[Any]:
        """The moves that aren't overlooked, the best at a glance first where nothing is hidden.

        A player above beginner overlooks no blunder: it takes the best move it sees rather than one that obviously
        gives away far more, such as its best piece for nothing.
        """
        blindness = self._judge.blindness.get(self._level.name, 0.0)
        if not blindness:
            return moves
        noticed = [move for move in moves if self._source.random() >= blindness] or moves[:1]
        if self._level.plain or self._game.hidden:
            return noticed
        search.at(state)
        try:
            glances = {move: search.glance(move, NOISY) for move in moves}
        except OutOfBudget:
            return noticed
        best = max(moves, key=glances.__getitem__)
        least = glances[best] - BLUNDER * self._judge.grain
        noticed = [move for move in noticed if glances[move] >= least] or [best]
        return sorted(noticed, key=glances.__getitem__, reverse=True)

    def _is_careful(self) -> bool:
        """Whether this decision considers what can be captured next (`Level.careful`)."""
        return self._source.random() < self._level.careful

    def _at_first_sight(
        self, search: Search, state: State[Any], moves: Sequence[Any], noisy: int
    ) -> list[tuple[float, Any]]:
        """What the moves seem to be worth right after they are played and at most `noisy` captures."""
        glances: list[tuple[float, Any]] = []
        search.at(state)
        with contextlib.suppress(OutOfBudget):
            glances.extend((search.glance(move, noisy), move) for move in moves)
        return sorted(glances, key=lambda pair: -pair[0]) or [(0.0, moves[0])]
