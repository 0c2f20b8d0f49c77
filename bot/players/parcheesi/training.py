"""Trains a net further: `python -m bot.players.parcheesi.training --seats 3 --matches 1000`.

It plays matches against itself with the best use of each throw, and learns backwards from each match: a position's
outcome is between that of the next one and what the net thinks of that (TD(λ), as TD-Gammon learned). A thousand
matches take half an hour or so.
"""

import random
from collections.abc import Iterator, Mapping, Sequence

import typer

from bot.players.luck import Luck
from bot.players.parcheesi.learned import LearnedJudge
from bot.players.parcheesi.net import Net, file_of
from bot.rules.api import Chance
from bot.rules.chance import Scripted
from bot.rules.parcheesi import Position, game
from bot.rules.parcheesi.board import ROLL

FORESIGHT = 0.7  # λ: how much the further course of a match counts, compared with what the net thinks
RATES = 0.015, 0.0005  # of learning, at the beginning and at the end
LONGEST = 4_000  # throws; a match that goes on is left out
LIMITS = (0, 0, 0, 1, 1, 2, 2, 3, 5, 10, 20)  # of blockades, each as likely as another
CAPS = (0, 0, 0, 60, 120, 200, 400)  # of rolls
NO_LUCK = Scripted(())


def match(net: Net, state: Position, luck: Chance) -> tuple[list[Position], Sequence[float] | None]:
    """The positions before the throws of a match that goes on from here, the net against itself, and each seat's share
    of winning it.
    """
    judge = LearnedJudge(net)
    throws = list[Position]()
    while (seat := state.to_move) is not None and len(throws) < LONGEST:
        if state.phase == "roll":
            throws.append(state)
            state = state.play(ROLL, luck)
        else:
            ends = [state.play(move, NO_LUCK) for move in state.legal()]
            worths = [judge.evaluate(end)[seat] for end in ends]
            state = ends[worths.index(max(worths))]
    return throws, judge.chances_in(state) if state.to_move is None else None


def learn(net: Net, throws: Sequence[Position], shares: Sequence[float], rate: float) -> None:
    """Learns from a match, its last position first."""
    outcome = shares
    for state in reversed(throws):
        before = net.chances(state)
        net.learn(state, outcome, rate)
        outcome = [
            FORESIGHT * later + (1 - FORESIGHT) * earlier for later, earlier in zip(outcome, before, strict=True)
        ]


def options(net: Net, source: random.Random) -> Mapping[str, object]:
    """The options of the next match: for a net that knows them, some that change how it goes."""
    if not net.told.varied:
        return {}
    return {
        "blockade_limit": source.choice(LIMITS),
        "max_rolls": source.choice(CAPS),
        "triple_doubles": source.random() < 1 / 3,
    }


def train(net: Net, matches: int, seed: int) -> Iterator[int]:
    """Learns from this many matches; yields the number of throws of each."""
    source = random.Random(seed)  # noqa: S311 - to be repeatable
    first, last = RATES
    for number in range(matches):
        start = game.start(net.told.seats, options(net, source), NO_LUCK)
        throws, shares = match(net, start, Luck(source.getrandbits(48)))
        if shares is not None:
            learn(net, throws, shares, first * (last / first) ** (number / matches))
        yield len(throws)


def main(seats: int = 2, varied: bool = False, matches: int = 1000, seed: int = 1) -> None:
    """Train a net further. Another seed brings other matches."""
    net = Net.read(seats, varied=varied)
    for number, throws in enumerate(train(net, matches, seed), start=1):
        typer.echo(f"match {number}: {throws} throws")
    net.write(file_of(net.told))


if __name__ == "__main__":
    typer.run(main)
