"""Matches of computer players against each other: who wins how often, how fast, and how long they think."""

import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from math import sqrt
from time import perf_counter
from typing import Any

from bot.players import JUDGES, player_for
from bot.players.levels import GREEDY, LEVELS, Level
from bot.players.searching import Luck
from bot.rules import GAMES
from bot.rules.api import Game, State

RANDOM = "random"
CONTESTANTS = (*LEVELS, GREEDY.name, RANDOM)
LONGEST = 1_500  # decisions of a match before it is given up as unfinished
DEVIATIONS = 1.96  # of a normal distribution, for an interval that holds 95 of 100 times


@dataclass
class Tally:
    """What one contestant has used."""

    decisions: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    positions: int = 0


@dataclass
class Pairing:
    """How two contestants have fared against each other. A shared first place counts half for either."""

    one: str
    other: str
    won: float = 0.0
    played: int = 0
    unfinished: int = 0


@dataclass
class Contest:
    """All matches of some contestants, each pair as often as the other."""

    game: Game[Any]
    seats: int
    options: Mapping[str, object]
    pairings: list[Pairing] = field(default_factory=list)
    tallies: dict[str, Tally] = field(default_factory=dict)

    def play(self, names: Sequence[str], games: int, seed: int, levels: Mapping[str, Level]) -> Iterator[Pairing]:
        """Each pair plays so many matches, the seats rotated from one to the next; a pairing comes when it is played.

        Two matches that follow each other have the same luck, with the seats exchanged.
        """
        for one, other in combinations(names, 2):
            pairing = Pairing(one, other)
            self.pairings.append(pairing)
            for number in range(games):
                source = random.Random(f"{seed} {number // 2}")  # noqa: S311 - an experiment that can be repeated
                sides = self.game.sides(self.seats, self.options)
                seated = [""] * self.seats
                for side, of_side in enumerate(sides):
                    for seat in of_side:
                        seated[seat] = (one, other)[(side + number) % 2]
                self._match(pairing, seated, source, levels)
            yield pairing

    def _match(
        self, pairing: Pairing, seated: Sequence[str], source: random.Random, levels: Mapping[str, Level]
    ) -> None:
        luck = Luck(source.getrandbits(48))
        deciders = [
            self._decider(name, seat, random.Random(source.getrandbits(48)), levels)  # noqa: S311 - as above
            for seat, name in enumerate(seated)
        ]
        state = self.game.start(self.seats, self.options, luck)
        for _ in range(LONGEST):
            seat = state.to_move
            if seat is None:
                break
            tally = self.tallies.setdefault(seated[seat], Tally())
            legal = state.legal()
            if len(legal) == 1:
                state = state.play(legal[0], luck)
                continue
            began = perf_counter()
            move, positions = deciders[seat](state)
            took = perf_counter() - began
            tally.decisions += 1
            tally.seconds += took
            tally.slowest = max(tally.slowest, took)
            tally.positions += positions
            state = state.play(move, luck)
        pairing.played += 1
        if state.result is None:
            pairing.unfinished += 1
            pairing.won += 0.5
            return
        winners = {seated[seat] for seat, place in enumerate(state.result.places) if place == 1}
        pairing.won += (pairing.one in winners) / len(winners)

    def _decider(
        self, name: str, seat: int, source: random.Random, levels: Mapping[str, Level]
    ) -> Callable[[State[Any]], tuple[Any, int]]:
        if name == RANDOM:
            return lambda state: (source.choice(state.legal()), 0)
        player = player_for(self.game.key, self.seats, self.options, seat, levels[name], source)

        def decide(state: State[Any]) -> tuple[Any, int]:
            choice = player.choose(state.view(seat))
            return state.parse(choice.move), choice.positions

        return decide


def levels_within(seconds: float | None) -> dict[str, Level]:
    """The levels by name, greedy play too; `seconds` is what a decision of the hard one may take instead of its own."""
    levels = {**LEVELS, GREEDY.name: GREEDY}
    if seconds is not None:
        levels["hard"] = levels["hard"].within(replace(levels["hard"].budget, seconds=seconds))
    return levels


def wilson(won: float, played: int) -> tuple[float, float]:
    """The share that lies behind so many wins, from .. to, 0 to 1, 95 of 100 times (Wilson's score interval)."""
    if not played:
        return 0.0, 1.0
    share, z = won / played, DEVIATIONS
    middle = share + z * z / (2 * played)
    spread = z * sqrt(share * (1 - share) / played + z * z / (4 * played * played))
    whole = 1 + z * z / played
    return (middle - spread) / whole, (middle + spread) / whole


def told(pairing: Pairing) -> str:
    low, high = wilson(pairing.won, pairing.played)
    share = pairing.won / pairing.played if pairing.played else 0.0
    unfinished = f", {pairing.unfinished} unfinished" if pairing.unfinished else ""
    return (
        f"{pairing.one:>7} - {pairing.other:<7} {pairing.won:5.1f} of {pairing.played:<4}"
        f"{share:6.0%}  (95 %: {low:.0%} to {high:.0%}){unfinished}"
    )


def measured(name: str, tally: Tally) -> str:
    each = tally.seconds / tally.decisions if tally.decisions else 0.0
    pace = f"{tally.positions / tally.seconds:9,.0f} positions/s" if tally.positions else ""
    return (
        f"{name:>7}: {tally.decisions:6} decisions, {each * 1000:8.1f} ms each, slowest {tally.slowest:6.2f} s {pace}"
    )


def contest_of(key: str, names: Sequence[str], seats: int | None, options: Sequence[str]) -> Contest:
    """A contest as it is asked for on the command line; ValueError in a sentence if it can't be held."""
    if key not in JUDGES:
        raise ValueError(f"{key}: no game that computer players know. They know {', '.join(JUDGES)}.")
    if len(set(names)) != len(names) or len(names) < 2:
        raise ValueError("Two different players are needed at least, each named once.")
    for name in names:
        if name not in CONTESTANTS:
            raise ValueError(f"{name}: no player. There are {', '.join(CONTESTANTS)}.")
    game = GAMES[key]
    chosen: dict[str, object] = {}
    for text in options:
        name, _, value = text.partition("=")
        try:
            chosen[name] = json.loads(value)
        except ValueError:
            chosen[name] = value  # a text without quotation marks
    possible = [number for number in game.seats(chosen) if len(game.sides(number, chosen)) > 1]
    number = seats if seats is not None else min(possible, default=0)
    if number not in possible:
        raise ValueError(f"seats: {number} can't meet in {game.title} with these options")
    return Contest(game, number, chosen)
