"""A position that uses the states of the rules: for every game without a faster one of its own."""

from collections.abc import Hashable, Sequence
from typing import Any

from bot.players.budget import Meter
from bot.players.judging import AnyJudge
from bot.players.luck import Luck
from bot.players.positions import SearchPosition, lead_of
from bot.rules.api import Chance, State


class _Visit:
    """A visited state, the moves already tried there, and cached results about it."""

    __slots__ = ("children", "drew", "goes_on", "leads", "state")

    def __init__(self, state: State[Any], drew: bool, goes_on: bool) -> None:
        self.state = state
        self.drew = drew
        self.goes_on = goes_on
        self.leads: dict[int, float] = {}
        self.children: dict[Any, _Visit] = {}


class StatePosition(SearchPosition):
    """See `SearchPosition`. Repeating a move before leaving its position is free: the state is cached.

    Luck comes from `seed`: at the same distance from the root, all moves get the same luck.
    """

    def __init__(
        self,
        judge: AnyJudge,
        state: State[Any],
        sides: Sequence[Sequence[int]],
        meter: Meter,
        seed: int,
        *,
        plain: bool = False,
    ) -> None:
        self._judge = judge
        self._worths = judge.evaluate_plainly if plain else judge.evaluate
        self._sides = sides
        self._meter = meter
        self._seed = seed
        self._path = [_Visit(state, drew=False, goes_on=False)]
        self.to_move = state.to_move

    @property
    def state(self) -> State[Any]:
        return self._path[-1].state

    @property
    def turn_goes_on(self) -> bool:  # type: ignore[override]  # an attribute elsewhere
        return self._path[-1].goes_on

    def make(self, move: Any, sample: int = 0) -> bool:
        if sample:
            return self._enter(self._push(move, sample))
        visit = self._path[-1]
        child = visit.children.get(move)
        if child is None:
            child = visit.children[move] = self._push(move, 0)
        return self._enter(child)

    def make_with(self, move: Any, luck: Chance) -> None:
        self._meter.spend()
        self._enter(_Visit(self.state.play(move, luck), drew=True, goes_on=False))

    def lucks(self, move: Any) -> Sequence[tuple[Chance, float]]:
        return self._judge.lucks(self.state, move)

    def _push(self, move: Any, sample: int) -> _Visit:
        state = self.state
        self._meter.spend()
        luck = Luck(self._seed + 1009 * (len(self._path) - 1) + sample)
        after = state.play(move, luck)
        return _Visit(after, luck.drawn, after.same_turn(state))

    def _enter(self, child: _Visit) -> bool:
        self._path.append(child)
        self.to_move = child.state.to_move
        return child.drew

    def unmake(self) -> None:
        self._path.pop().children.clear()
        self.to_move = self.state.to_move

    def make_pass(self) -> bool:
        passed = self._judge.null_move(self.state)
        if passed is None:
            return False
        self._meter.spend()
        self._enter(_Visit(passed, drew=False, goes_on=False))
        return True

    def moves(self) -> Sequence[Any]:
        return self._judge.candidates(self.state, self.state.legal())

    def noisy(self) -> Sequence[Any]:
        return self._by_urgency(self._judge.noisy(self.state))

    def quiet(self) -> list[Any]:
        noisy = set(self._judge.noisy(self.state))
        return self._by_urgency([move for move in self.moves() if move not in noisy])

    def _by_urgency(self, moves: Sequence[Any]) -> list[Any]:
        return sorted(moves, key=lambda move: -self._judge.urgency(self.state, move))

    def gain(self, move: Any) -> float:
        return self._judge.gain(self.state, move) + self._judge.margin(self.state)

    def margin(self) -> float:
        return self._judge.margin(self.state)

    def key(self) -> Hashable:
        return self._judge.key(self.state)

    def lead(self, side: int) -> float:
        leads = self._path[-1].leads
        if side not in leads:
            leads[side] = lead_of(self._worths(self.state), self._sides, side)
        return leads[side]

    def places(self) -> Sequence[int] | None:
        result = self.state.result
        return None if result is None else result.places


def walk_from(
    judge: AnyJudge, state: State[Any], sides: Sequence[Sequence[int]], meter: Meter, seed: int, *, plain: bool = False
) -> SearchPosition:
    """The position on which a search starts from a state: the judge's own if it has one."""
    return judge.position(state, meter, plain=plain) or StatePosition(judge, state, sides, meter, seed, plain=plain)
