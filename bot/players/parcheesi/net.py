"""A small net that knows from matches against itself who wins from a position before a throw.

One layer of hidden units lies between `features` and the chance, and each input also counts directly. The weights are
in `net.json`; docs/strength.md says how they came about, and `training` is how they get better.
"""

import json
from collections.abc import Iterable, Sequence
from importlib.resources import files
from itertools import chain
from math import exp
from pathlib import Path

from bot.players.parcheesi.features import ALWAYS, Feature, Pawns, of_both, of_one

FILE = Path(str(files(__package__))) / "net.json"
REMEMBERED = 1_000  # pawns of one seat
DIGITS = 4  # of a weight that count


class Net:
    """A net with its weights.

    `inputs`: for each input one weight for each hidden unit, then the direct one. `hidden`: the weight of each hidden
    unit.
    """

    def __init__(self, inputs: Sequence[Sequence[float]], hidden: Sequence[float]) -> None:
        self.inputs = [list(weights) for weights in inputs]
        self.hidden = list(hidden)
        self._sums: dict[tuple[int, int, Pawns], list[float]] = {}

    @classmethod
    def read(cls, file: Path = FILE) -> "Net":
        return cls(**json.loads(file.read_text("utf-8")))

    def write(self, file: Path = FILE) -> None:
        """Writes the weights, those of one input a line."""

        def as_json(weights: Sequence[float]) -> str:
            return json.dumps([float(f"{weight:.{DIGITS}g}") for weight in weights], separators=(",", ":"))

        rows = ",\n".join(map(as_json, self.inputs))
        file.write_text(f'{{\n"hidden": {as_json(self.hidden)},\n"inputs": [\n{rows}\n]\n}}\n', "utf-8")

    def chance(self, seat: int, pawns: Sequence[Pawns]) -> float:
        """The probability, 0 to 1, that `seat` wins, which throws next, with these pawns of two seats."""
        other = 1 - seat
        mine, theirs = pawns[seat], pawns[other]
        sums = [one + two for one, two in zip(self._alone(0, seat, mine), self._alone(1, other, theirs), strict=True)]
        self._add(sums, of_both(0, seat, mine, theirs))
        self._add(sums, of_both(1, other, theirs, mine))
        return self._outcome(sums)

    def learn(self, seat: int, pawns: Sequence[Pawns], outcome: float, rate: float) -> None:
        """Takes a step towards this outcome, 0 to 1: down the gradient of cross-entropy, as long as `rate` says."""
        other = 1 - seat
        mine, theirs = pawns[seat], pawns[other]
        features = [
            one
            for one in chain(
                ((ALWAYS, 1.0),),
                of_one(0, seat, mine),
                of_one(1, other, theirs),
                of_both(0, seat, mine, theirs),
                of_both(1, other, theirs, mine),
            )
            if one[1]
        ]
        sums = [0.0] * (len(self.hidden) + 1)
        self._add(sums, features)
        step = rate * (outcome - self._outcome(sums))
        steps = [
            step * weight / (1 + abs(total)) ** 2 for weight, total in zip(self.hidden, sums[:-1], strict=True)
        ] + [step]
        self.hidden = [
            weight + step * total / (1 + abs(total)) for weight, total in zip(self.hidden, sums[:-1], strict=True)
        ]
        for number, value in features:
            self.inputs[number] = [
                weight + value * change for weight, change in zip(self.inputs[number], steps, strict=True)
            ]
        self._sums.clear()

    def _alone(self, side: int, seat: int, pawns: Pawns) -> Sequence[float]:
        """What one seat's pawns add to the hidden units and to the outcome; with side 0, what is always added too."""
        key = side, seat, pawns
        if key not in self._sums:
            if len(self._sums) >= REMEMBERED:
                self._sums.clear()
            sums = [0.0] * (len(self.hidden) + 1) if side else self.inputs[ALWAYS][:]
            self._add(sums, of_one(side, seat, pawns))
            self._sums[key] = sums
        return self._sums[key]

    def _add(self, sums: list[float], features: Iterable[Feature]) -> None:
        for number, value in features:
            if value:
                sums[:] = [total + value * weight for total, weight in zip(sums, self.inputs[number], strict=True)]

    def _outcome(self, sums: Sequence[float]) -> float:
        units = [weight * total / (1 + abs(total)) for weight, total in zip(self.hidden, sums[:-1], strict=True)]
        return 1 / (1 + exp(-sums[-1] - sum(units)))
