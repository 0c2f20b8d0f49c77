"""Matches between computer players: how often each wins, how fast, and how long they think."""

import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from math import ceil, inf, sqrt
from statistics import fmean, stdev
from time import thread_time
from typing import Any

from bot.players import JUDGES, player_for
from bot.players.ladder import Measurement
from bot.players.levels import GREEDY, LEVELS, SECONDS, Level
from bot.players.luck import Luck
from bot.rules import GAMES
from bot.rules.api import Game, State

RANDOM = "random"
CONTESTANTS = (*LEVELS, GREEDY.name, RANDOM)
LONGEST = 1_500  # a match with more decisions is given up as unfinished
POSITIONS = ("tuning", "measuring")  # two disjoint families of openings and luck
DEVIATIONS = 1.96  # standard deviations of a 95 % interval


@dataclass
class Tally:
    """What a contestant has used: positions made, and the CPU time of each decision in seconds."""

    positions: int = 0
    times: list[float] = field(default_factory=list)

    @property
    def pace(self) -> float:
        """Positions per second; 0 if it makes none."""
        return self.positions / sum(self.times) if self.positions else 0.0

    def within(self, share: float) -> float:
        """The time within which this share of the decisions is made: 0.5 is the median, 1 the slowest."""
        ranked = sorted(self.times)
        return ranked[max(ceil(share * len(ranked)), 1) - 1] if ranked else 0.0


@dataclass
class Pairing:
    """The results between two contestants. A shared first place counts half for each.

    `decisions` are those of all matches, including the opening.
    """

    one: str
    other: str
    won: float = 0.0
    played: int = 0
    unfinished: int = 0
    decisions: int = 0


@dataclass
class Alone:
    """The scores of one contestant in matches without opponents."""

    name: str
    scores: list[int] = field(default_factory=list)

    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the true mean."""
        mean = fmean(self.scores)
        spread = DEVIATIONS * stdev(self.scores) / sqrt(len(self.scores)) if len(self.scores) > 1 else inf
        return mean - spread, mean + spread


@dataclass
class RoundRobin:
    """All matches between some contestants, each pair equally often.

    `opening` decisions of each seat are random, so that matches differ in games without luck; `positions` names the
    family of openings and luck: levels are tuned with one and measured with the other.
    """

    game: Game[Any]
    seats: int
    options: Mapping[str, object]
    opening: int = 0
    positions: str = POSITIONS[0]
    pairings: list[Pairing] = field(default_factory=list)
    tallies: dict[str, Tally] = field(default_factory=dict)

    def play(self, names: Sequence[str], games: int, seed: int, levels: Mapping[str, Level]) -> Iterator[Pairing]:
        """Plays this many matches for each pair, with rotating seats; yields each pairing when it is finished.

        Two consecutive matches have the same opening and the same luck, with the seats exchanged.
        """
        for one, other in combinations(names, 2):
            pairing = Pairing(one, other)
            self.pairings.append(pairing)
            for number in range(games):
                source = random.Random(seed_of(self.positions, seed, number // 2))  # noqa: S311 - to be repeatable
                sides = self.game.sides(self.seats, self.options)
                seated = [""] * self.seats
                for side, of_side in enumerate(sides):
                    for seat in of_side:
                        seated[seat] = (one, other)[(side + number) % 2]
                self._match(pairing, seated, source, levels)
            yield pairing

    @property
    def opposed(self) -> bool:
        """Whether there are opponents; otherwise use `play_alone`."""
        return len(self.game.sides(self.seats, self.options)) > 1

    def play_alone(self, names: Sequence[str], games: int, seed: int, levels: Mapping[str, Level]) -> Iterator[Alone]:
        """Plays this many matches for the score, the same ones for each contestant; yields each when it is finished."""
        for name in names:
            alone = Alone(name)
            for number in range(games):
                source = random.Random(seed_of(self.positions, seed, number))  # noqa: S311 - to be repeatable
                state = self._match(Pairing(name, name), [name] * self.seats, source, levels)
                if state.result is not None and state.result.scores is not None:
                    alone.scores.append(state.result.scores[0])
            yield alone

    def measurement(self, pairing: Pairing, seconds: float | None) -> Measurement:
        """The pairing as a measurement for the ratings; `seconds` is the CPU time for a hard player's decision."""
        return Measurement(
            pairing.one, pairing.other, pairing.won, pairing.played, len(self.game.sides(self.seats, self.options)),
            SECONDS if seconds is None else seconds,
        )  # fmt: skip

    def _match(
        self, pairing: Pairing, seated: Sequence[str], source: random.Random, levels: Mapping[str, Level]
    ) -> State[Any]:
        """Plays one match and counts it; returns the last position."""
        luck = Luck(source.getrandbits(48))
        deciders = [
            self._decider(name, seat, random.Random(source.getrandbits(48)), levels)  # noqa: S311 - as above
            for seat, name in enumerate(seated)
        ]
        state, decisions = self._open(luck, source)
        for _ in range(decisions, LONGEST):
            seat = state.to_move
            if seat is None:
                break
            pairing.decisions += 1
            legal = state.legal()
            if len(legal) == 1:
                state = state.play(legal[0], luck)
                continue
            tally = self.tallies.setdefault(seated[seat], Tally())
            began = thread_time()
            move, positions = deciders[seat](state)
            tally.times.append(thread_time() - began)
            tally.positions += positions
            state = state.play(move, luck)
        pairing.played += 1
        pairing.decisions += decisions
        if state.result is None:
            pairing.unfinished += 1
            pairing.won += 0.5
            return state
        winners = {seated[seat] for seat, place in enumerate(state.result.places) if place == 1}
        pairing.won += (pairing.one in winners) / len(winners)
        return state

    def _open(self, luck: Luck, source: random.Random) -> tuple[State[Any], int]:
        """The position after the opening, and its number of decisions; retries if the match ends during it."""
        while True:
            state = self.game.start(self.seats, self.options, luck)
            for _ in range(self.opening * self.seats):
                state = state.play(source.choice(state.legal()), luck)
                if state.to_move is None:
                    break
            else:
                return state, self.opening * self.seats

    def _decider(
        self, name: str, seat: int, source: random.Random, levels: Mapping[str, Level]
    ) -> Callable[[State[Any]], tuple[Any, int]]:
        if name == RANDOM:
            return lambda state: (source.choice(state.legal()), 0)
        yardstick = JUDGES[self.game.key].yardsticks.get(name)
        if yardstick is not None:
            return lambda state: (yardstick(state, source), 0)
        player = player_for(self.game.key, self.seats, self.options, seat, levels[name], source)

        def decide(state: State[Any]) -> tuple[Any, int]:
            choice = player.choose(state.view(seat))
            return state.parse(choice.move), choice.positions

        return decide


def seed_of(positions: str, seed: int, number: int) -> int:
    """The seed for the opening and luck of a pair of matches: even for tuning, odd for measuring."""
    drawn = random.Random(f"{seed} {number}").getrandbits(48)  # noqa: S311 - an experiment that can be repeated
    return len(POSITIONS) * drawn + POSITIONS.index(positions)


def levels_within(seconds: float | None) -> dict[str, Level]:
    """The levels by name, including greedy play; `seconds` replaces the hard level's time for a decision.

    Levels that think as it does take more or less in proportion. Only CPU time counts, so that results don't depend on
    the machine's load.
    """
    levels = {**LEVELS, GREEDY.name: GREEDY}
    if seconds is not None:
        levels = {name: level.with_pace(seconds) for name, level in levels.items()}
    return {name: level.within(replace(level.budget, patience=None)) for name, level in levels.items()}


def wilson(won: float, played: int) -> tuple[float, float]:
    """The 95 % interval for the true share of wins, 0 to 1 (Wilson score interval)."""
    if not played:
        return 0.0, 1.0
    share, z = won / played, DEVIATIONS
    middle = share + z * z / (2 * played)
    spread = z * sqrt(share * (1 - share) / played + z * z / (4 * played * played))
    whole = 1 + z * z / played
    return (middle - spread) / whole, (middle + spread) / whole


def pairing_line(pairing: Pairing) -> str:
    low, high = wilson(pairing.won, pairing.played)
    unfinished = f", {pairing.unfinished} unfinished" if pairing.unfinished else ""
    return (
        f"{pairing.one:>7} - {pairing.other:<7} {pairing.won:5.1f} of "
        f"{pairing.played:<4}{_share(pairing):6.1%}  (95 %: {low:.1%} to {high:.1%}), {_length(pairing):.0f} "
        f"decisions each{unfinished}"
    )


def times_line(name: str, tally: Tally) -> str:
    pace = f", {tally.pace:,.0f} positions/s" if tally.positions else ""
    half, most, all_of_them = (tally.within(share) * 1000 for share in (0.5, 0.99, 1))
    return (
        f"{name:>7}: {len(tally.times):6} decisions, half within {half:.1f} ms, 99 % within {most:.1f} ms, "
        f"slowest {all_of_them:.1f} ms{pace}"
    )


def score_line(alone: Alone) -> str:
    low, high = alone.interval()
    return (
        f"{alone.name:>7}: {fmean(alone.scores):.1f} points on average  (95 %: {low:.1f} to {high:.1f}) in "
        f"{len(alone.scores)} matches"
    )


RESULTS = (
    "| Pairing | Matches | Won | Share | 95 % interval | Decisions in a match |",
    "|---|---:|---:|---:|---:|---:|",
)
SCORES = ("| Player | Matches | Points on average | 95 % interval |", "|---|---:|---:|---:|")
TIMES = ("| Player | Decisions | Half within | 99 % within | Slowest | Positions/s |", "|---|---:|---:|---:|---:|---:|")


def pairing_row(pairing: Pairing) -> str:
    """A row of the table headed by `RESULTS`."""
    low, high = wilson(pairing.won, pairing.played)
    return (
        f"| {pairing.one} - {pairing.other} | {pairing.played} | {pairing.won:g} | {_share(pairing):.1%} | "
        f"{low:.1%} to {high:.1%} | {_length(pairing):.0f} |"
    )


def score_row(alone: Alone) -> str:
    """A row of the table headed by `SCORES`."""
    low, high = alone.interval()
    return f"| {alone.name} | {len(alone.scores)} | {fmean(alone.scores):.1f} | {low:.1f} to {high:.1f} |"


def times_row(name: str, tally: Tally) -> str:
    """A row of the table headed by `TIMES`."""
    times = " | ".join(f"{tally.within(share) * 1000:.1f} ms" for share in (0.5, 0.99, 1))
    return f"| {name} | {len(tally.times)} | {times} | {f'{tally.pace:,.0f}' if tally.positions else '-'} |"


def _share(pairing: Pairing) -> float:
    return pairing.won / pairing.played if pairing.played else 0.0


def _length(pairing: Pairing) -> float:
    return pairing.decisions / pairing.played if pairing.played else 0.0


def contest_of(
    key: str,
    names: Sequence[str],
    seats: int | None,
    options: Sequence[str],
    *,
    opening: int | None = None,
    positions: str = POSITIONS[0],
) -> RoundRobin:
    """A contest from command-line arguments. Raises ValueError with a sentence if it isn't possible."""
    if positions not in POSITIONS:
        raise ValueError(f"positions: {positions} is neither of {' and '.join(POSITIONS)}")
    if key not in JUDGES:
        raise ValueError(f"{key}: not a game that computer players know. They know {', '.join(JUDGES)}.")
    if len(set(names)) != len(names) or len(names) < 2:
        raise ValueError("At least two different players are needed, each named once.")
    known = (*CONTESTANTS, *JUDGES[key].yardsticks)
    for name in names:
        if name not in known:
            raise ValueError(f"{name}: not a player. Choose from {', '.join(known)}.")
    game = GAMES[key]
    chosen: dict[str, object] = {}
    for text in options:
        name, _, value = text.partition("=")
        try:
            chosen[name] = json.loads(value)
        except ValueError:
            chosen[name] = value  # a string without quotation marks
    possible = [number for number in game.seats(chosen) if len(game.sides(number, chosen)) > 1]
    number = seats if seats is not None else min(possible, default=0)
    scored = number == 1 and number in game.seats(chosen)  # no opponents, but scores to compare
    if number not in possible and not scored:
        raise ValueError(f"seats: {number} can't play {game.title} with these options")
    return RoundRobin(game, number, chosen, JUDGES[key].opening if opening is None else opening, positions)
