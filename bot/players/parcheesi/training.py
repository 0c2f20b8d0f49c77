"""Trains the net of `net.json` further: `python -m bot.players.parcheesi.training --matches 1000`.

It plays matches against itself with the best use of each throw, and learns backwards from each match: a position's
outcome is between that of the next one and what the net thinks of that (TD(λ), as TD-Gammon learned). A thousand
matches take half an hour or so.
"""

import random
from collections.abc import Iterator

import typer

from bot.players.luck import Luck
from bot.players.parcheesi.learned import LearnedJudge
from bot.players.parcheesi.net import Net
from bot.rules.api import Chance
from bot.rules.chance import Scripted
from bot.rules.parcheesi import Position, game
from bot.rules.parcheesi.board import ROLL

FORESIGHT = 0.7  # λ: how much the further course of a match counts, compared with what the net thinks
RATES = 0.015, 0.0005  # of learning, at the beginning and at the end
LONGEST = 4_000  # throws; a match that goes on is left out
NO_LUCK = Scripted(())


def match(net: Net, state: Position, luck: Chance) -> tuple[list[Position], int | None]:
    """The positions before the throws of a match that goes on from here, the net against itself, and who has won."""
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
    return throws, state.finished[0] if state.finished else None


def learn(net: Net, throws: list[Position], winner: int, rate: float) -> None:
    """Learns from a match, its last position first."""
    outcome = float(winner == 0)
    for state in reversed(throws):
        seat = state.to_move
        assert seat is not None  # noqa: S101 - for the type checker: somebody throws
        before = net.chance(seat, state.pawns)
        net.learn(seat, state.pawns, outcome if seat == 0 else 1 - outcome, rate)
        outcome = FORESIGHT * outcome + (1 - FORESIGHT) * (before if seat == 0 else 1 - before)


def train(net: Net, matches: int, seed: int) -> Iterator[int]:
    """Learns from this many matches; yields the number of throws of each."""
    source = random.Random(seed)  # noqa: S311 - to be repeatable
    first, last = RATES
    for number in range(matches):
        throws, winner = match(net, game.start(2, {}, NO_LUCK), Luck(source.getrandbits(48)))
        if winner is not None:
            learn(net, throws, winner, first * (last / first) ** (number / matches))
        yield len(throws)


def main(matches: int = 1000, seed: int = 1) -> None:
    """Train the net further. Another seed brings other matches."""
    net = Net.read()
    for number, throws in enumerate(train(net, matches, seed), start=1):
        typer.echo(f"match {number}: {throws} throws")
    net.write()


if __name__ == "__main__":
    typer.run(main)
