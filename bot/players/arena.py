"""Matches of computer players against each other: who wins how often, how fast, and how long they think."""

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
from bot.players.ladder import Measured
from bot.players.levels import GREEDY, LEVELS, SECONDS, Level
from bot.players.luck import Luck
from bot.rules import GAMES
from bot.rules.api import Game, State

RANDOM = "random"
CONTESTANTS = (*LEVELS, GREEDY.name, RANDOM)
LONGEST = 1_500  # decisions of a match before it is given up as unfinished
POSITIONS = ("tuning", "measuring")  # two families of openings and luck that have nothing in common
DEVIATIONS = 1.96  # of a normal distribution, for an interval that holds 95 of 100 times


@dataclass
class Tally:
    """What one contestant has used: positions made, and for each decision the seconds of one core."""

    positions: int = 0
    times: list[float] = field(default_factory=list)

    @property
    def pace(self) -> float:
        """Positions in a second; 0 if it makes none."""
        return self.positions / sum(self.times) if self.positions else 0.0

    def within(self, share: float) -> float:
        """The seconds within which such a share of the decisions is taken: 0.5 gives the median, 1 the slowest."""
        ranked = sorted(self.times)
        return ranked[max(ceil(share * len(ranked)), 1) - 1] if ranked else 0.0


@dataclass
class Pairing:
    """How two contestants have fared against each other. A shared first place counts half for either.

    `decisions` are those of all matches together, the opening included.
    """

    one: str
    other: str
    won: float = 0.0
    played: int = 0
    unfinished: int = 0
    decisions: int = 0


@dataclass
class Alone:
    """What one contestant has made in matches without opponents."""

    name: str
    scores: list[int] = field(default_factory=list)

    def interval(self) -> tuple[float, float]:
        """The mean that lies behind so many scores, from .. to, 95 of 100 times."""
        mean = fmean(self.scores)
        spread = DEVIATIONS * stdev(self.scores) / sqrt(len(self.scores)) if len(self.scores) > 1 else inf
        return mean - spread, mean + spread


@dataclass
class Contest:
    """All matches of some contestants, each pair as often as the other.

    `opening` decisions of each seat are played at random, so that matches differ where no luck makes them differ;
    `positions` names the family of openings and luck: levels are tuned with one and measured with the other.
    """

    game: Game[Any]
    seats: int
    options: Mapping[str, object]
    opening: int = 0
    positions: str = POSITIONS[0]
    pairings: list[Pairing] = field(default_factory=list)
    tallies: dict[str, Tally] = field(default_factory=dict)

    def play(self, names: Sequence[str], games: int, seed: int, levels: Mapping[str, Level]) -> Iterator[Pairing]:
        """Each pair plays so many matches, the seats rotated from one to the next; a pairing comes when it is played.

        Two matches that follow each other have the same opening and the same luck, with the seats exchanged.
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
        """Whether there are opponents; if not, `play_alone`."""
        return len(self.game.sides(self.seats, self.options)) > 1

    def play_alone(self, names: Sequence[str], games: int, seed: int, levels: Mapping[str, Level]) -> Iterator[Alone]:
        """Each plays so many matches for the score, all of them the same ones; it comes when it has played them."""
        for name in names:
            alone = Alone(name)
            for number in range(games):
                source = random.Random(seed_of(self.positions, seed, number))  # noqa: S311 - to be repeatable
                state = self._match(Pairing(name, name), [name] * self.seats, source, levels)
                if state.result is not None and state.result.scores is not None:
                    alone.scores.append(state.result.scores[0])
            yield alone

    def measured(self, pairing: Pairing, seconds: float | None) -> Measured:
        """What a pairing says for the ratings, where a decision of the hard player could take so many seconds."""
        return Measured(
            pairing.one, pairing.other, pairing.won, pairing.played, len(self.game.sides(self.seats, self.options)),
            SECONDS if seconds is None else seconds,
        )  # fmt: skip

    def _match(
        self, pairing: Pairing, seated: Sequence[str], source: random.Random, levels: Mapping[str, Level]
    ) -> State[Any]:
        """Plays one match and counts it; the last position."""
        luck = Luck(source.getrandbits(48))
        deciders = [
            self._decider(name, seat, random.Random(source.getrandbits(48)), levels)  # noqa: S311 - as above
            for seat, name in enumerate(seated)
        ]
        state, decisions = self._opened(luck, source)
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

    def _opened(self, luck: Luck, source: random.Random) -> tuple[State[Any], int]:
        """The position after the opening, and the decisions it took; a match that ends in it is begun anew."""
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
        player = player_for(self.game.key, self.seats, self.options, seat, levels[name], source)

        def decide(state: State[Any]) -> tuple[Any, int]:
            choice = player.choose(state.view(seat))
            return state.parse(choice.move), choice.positions

        return decide


def seed_of(positions: str, seed: int, number: int) -> int:
    """Where opening and luck of a pair of matches come from: even for tuning, odd for measuring."""
    drawn = random.Random(f"{seed} {number}").getrandbits(48)  # noqa: S311 - an experiment that can be repeated
    return len(POSITIONS) * drawn + POSITIONS.index(positions)


def levels_within(seconds: float | None) -> dict[str, Level]:
    """The levels by name, greedy play too; `seconds` is what a decision of the hard one may take instead of its own,
    and those levels that think as it does take more or less in proportion.

    Only the core's time counts, so that nothing depends on what else the machine does.
    """
    levels = {**LEVELS, GREEDY.name: GREEDY}
    if seconds is not None:
        levels = {name: level.paced(seconds) for name, level in levels.items()}
    return {name: level.within(replace(level.budget, patience=None)) for name, level in levels.items()}


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
    unfinished = f", {pairing.unfinished} unfinished" if pairing.unfinished else ""
    return (
        f"{pairing.one:>7} - {pairing.other:<7} {pairing.won:5.1f} of "
        f"{pairing.played:<4}{_share(pairing):6.1%}  (95 %: {low:.1%} to {high:.1%}), {_length(pairing):.0f} "
        f"decisions each{unfinished}"
    )


def measured(name: str, tally: Tally) -> str:
    pace = f", {tally.pace:,.0f} positions/s" if tally.positions else ""
    half, most, all_of_them = (tally.within(share) * 1000 for share in (0.5, 0.99, 1))
    return (
        f"{name:>7}: {len(tally.times):6} decisions, half within {half:.1f} ms, 99 % within {most:.1f} ms, "
        f"slowest {all_of_them:.1f} ms{pace}"
    )


def told_alone(alone: Alone) -> str:
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


def told_in_a_row(pairing: Pairing) -> str:
    """A row of the table that `RESULTS` heads."""
    low, high = wilson(pairing.won, pairing.played)
    return (
        f"| {pairing.one} - {pairing.other} | {pairing.played} | {pairing.won:g} | {_share(pairing):.1%} | "
        f"{low:.1%} to {high:.1%} | {_length(pairing):.0f} |"
    )


def alone_in_a_row(alone: Alone) -> str:
    """A row of the table that `SCORES` heads."""
    low, high = alone.interval()
    return f"| {alone.name} | {len(alone.scores)} | {fmean(alone.scores):.1f} | {low:.1f} to {high:.1f} |"


def measured_in_a_row(name: str, tally: Tally) -> str:
    """A row of the table that `TIMES` heads."""
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
) -> Contest:
    """A contest as it is asked for on the command line; ValueError in a sentence if it can't be held."""
    if positions not in POSITIONS:
        raise ValueError(f"positions: {positions} is neither of {' and '.join(POSITIONS)}")
    if key not in JUDGES:
        raise ValueError(f"{key}: not a game that computer players know. They know {', '.join(JUDGES)}.")
    if len(set(names)) != len(names) or len(names) < 2:
        raise ValueError("At least two different players are needed, each named once.")
    for name in names:
        if name not in CONTESTANTS:
            raise ValueError(f"{name}: not a player. Choose from {', '.join(CONTESTANTS)}.")
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
    scored = number == 1 and number in game.seats(chosen)  # nobody to meet, but a score to compare
    if number not in possible and not scored:
        raise ValueError(f"seats: {number} can't play {game.title} with these options")
    return Contest(game, number, chosen, JUDGES[key].opening if opening is None else opening, positions)
