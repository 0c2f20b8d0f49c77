"""Small nets that know from matches against themselves who wins from a position before a throw.

One layer of hidden units lies between `features` and the chances, and each input also counts directly. The weights are
in `nets`; docs/strength.md says how they came about, and `training` is how they get better.
"""

import json
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from math import exp
from operator import add
from pathlib import Path

from bot.players.parcheesi.features import Feature, Inputs, Pawns
from bot.rules.parcheesi import Position
from bot.rules.parcheesi.board import HOME, PAWNS

FOLDER = Path(str(files(__package__))) / "nets"
REMEMBERED = 1_000  # pawns of one seat, or of two
DIGITS = 4  # of a weight that count
ALL_HOME = (HOME,) * PAWNS


class Net:
    """A net with its weights.

    Its outcomes are how much likelier each side is to win than the last one, as logarithms of the odds; a side that has
    finished is left out. `inputs`: for each input one weight for each hidden unit, then the direct ones for each
    outcome. `hidden`: for each outcome the weight of each hidden unit.
    """

    def __init__(self, told: Inputs, inputs: Sequence[Sequence[float]], hidden: Sequence[Sequence[float]]) -> None:
        self.told = told
        self.inputs = [list(weights) for weights in inputs]
        self.hidden = [list(weights) for weights in hidden]
        self._sums: dict[tuple[object, ...], list[float]] = {}

    @classmethod
    @cache
    def read(cls, seats: int, *, varied: bool = False) -> "Net":
        """The net for so many seats, with options that change how a match goes or without them."""
        told = Inputs(seats, varied)
        return cls.read_from(file_of(told), told)

    @classmethod
    def read_from(cls, file: Path, told: Inputs) -> "Net":
        return cls(told, **json.loads(file.read_text("utf-8")))

    def write(self, file: Path) -> None:
        """Writes the weights, those of one input a line."""

        def as_json(weights: Sequence[float]) -> str:
            return json.dumps([float(f"{weight:.{DIGITS}g}") for weight in weights], separators=(",", ":"))

        hidden, inputs = (",\n".join(map(as_json, rows)) for rows in (self.hidden, self.inputs))
        file.write_text(f'{{\n"hidden": [\n{hidden}\n],\n"inputs": [\n{inputs}\n]\n}}\n', "utf-8")

    def chances(self, state: Position) -> list[float]:
        """For each seat the probability, 0 to 1, that it wins a match before this throw; 0 if it has finished."""
        seats, pawns, first = self.told.seats, state.pawns, self._first(state)
        playing = [side for side in range(seats) if pawns[(first + side) % seats] != ALL_HOME]
        parts = [self._sum(self.told.of_table(state))]
        for side in playing:
            seat = (first + side) % seats
            parts.append(self._alone(side, seat, pawns[seat]))
            parts += [
                self._pair(side, other, seat, (first + other) % seats, pawns) for other in playing if other != side
            ]
        return self._by_seat(first, playing, [sum(column) for column in zip(*parts, strict=True)])

    def learn(self, state: Position, outcome: Sequence[float], rate: float) -> None:
        """Takes a step towards this outcome, each seat's chance: down the gradient of cross-entropy, as long as `rate`
        says.
        """
        seats, pawns, first = self.told.seats, state.pawns, self._first(state)
        playing = [side for side in range(seats) if pawns[(first + side) % seats] != ALL_HOME]
        features = list(self.told.of_table(state))
        for side in playing:
            seat = (first + side) % seats
            features += self.told.of_one(side, seat, pawns[seat])
            for other in playing:
                if other != side:
                    features += self._features_of_pair(side, other, seat, (first + other) % seats, pawns)
        sums = self._sum(features)
        chances = self._by_seat(first, playing, sums)
        units = len(self.hidden[0])
        steps = [
            rate * (outcome[(first + side) % seats] - chances[(first + side) % seats]) if side in playing else 0.0
            for side in range(seats - 1)
        ]
        changes = [
            sum(step * weights[unit] for step, weights in zip(steps, self.hidden, strict=True)) / (1 + abs(total)) ** 2
            for unit, total in enumerate(sums[:units])
        ] + steps
        self.hidden = [
            [weight + step * _squash(total) for weight, total in zip(weights, sums[:units], strict=True)]
            for step, weights in zip(steps, self.hidden, strict=True)
        ]
        for number, value in features:
            self.inputs[number] = [
                weight + value * change for weight, change in zip(self.inputs[number], changes, strict=True)
            ]
        self._sums.clear()

    def _first(self, state: Position) -> int:
        if state.phase != "roll" or state.to_move is None:
            raise ValueError("The net knows positions before a throw.")
        return state.to_move

    def _alone(self, side: int, seat: int, pawns: Pawns) -> list[float]:
        """What one seat's pawns add to the hidden units and to the outcomes."""
        key = side, seat, pawns
        if key not in self._sums:
            self._remember(key, self._sum(self.told.of_one(side, seat, pawns)))
        return self._sums[key]

    def _pair(self, side: int, other: int, seat: int, other_seat: int, pawns: Sequence[Pawns]) -> list[float]:
        """What two seats' pawns add by how they stand to each other."""
        key = side, other, seat, pawns[seat], pawns[other_seat]
        if key not in self._sums:
            self._remember(key, self._sum(self._features_of_pair(side, other, seat, other_seat, pawns)))
        return self._sums[key]

    def _features_of_pair(
        self, side: int, other: int, seat: int, other_seat: int, pawns: Sequence[Pawns]
    ) -> Iterable[Feature]:
        later = (other - side) % self.told.seats
        return self.told.of_both(side, later, (seat, other_seat), pawns[seat], pawns[other_seat])

    def _remember(self, key: tuple[object, ...], sums: list[float]) -> None:
        if len(self._sums) >= REMEMBERED:
            self._sums.clear()
        self._sums[key] = sums

    def _sum(self, features: Iterable[Feature]) -> list[float]:
        sums = [0.0] * len(self.inputs[0])
        for number, value in features:
            if value == 1:
                sums = list(map(add, sums, self.inputs[number]))
            elif value:
                sums = [total + value * weight for total, weight in zip(sums, self.inputs[number], strict=True)]
        return sums

    def _by_seat(self, first: int, playing: Sequence[int], sums: Sequence[float]) -> list[float]:
        """The chances of all seats from the sums of the hidden units and of the direct weights."""
        seats, units = self.told.seats, len(self.hidden[0])
        squashed = [_squash(total) for total in sums[:units]]
        logs = [
            direct + sum(weight * value for weight, value in zip(weights, squashed, strict=True))
            for direct, weights in zip(sums[units:], self.hidden, strict=True)
        ] + [0.0]
        most = max(logs[side] for side in playing)
        odds = {side: exp(logs[side] - most) for side in playing}
        total = sum(odds.values())
        return [odds.get((seat - first) % seats, 0.0) / total for seat in range(seats)]


def file_of(told: Inputs) -> Path:
    """Where the weights of a net are."""
    return FOLDER / f"{told.seats}-seats{'-options' if told.varied else ''}.json"


def _squash(total: float) -> float:
    return total / (1 + abs(total))
