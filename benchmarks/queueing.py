"""How late boards are under a day's peak: turns arrive in bursts, and wait for a process, its pictures and Discord.

Each process works through its turns in order, as the bot does: the event loop reads, decides and writes, a thread draws
and encodes the picture (fast if its board is late already), and what goes to Discord waits for the process's part of
the limit (`bot.pacing`). A board is late by the time from its move until its request is sent. The network and Discord's
own time come on top.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import cos, exp, pi

from bot.pacing import BURST
from cogs.shared.boards.delivery import HURRIED_AFTER

HOUR = 3600.0
BUSIEST = 20.0  # o'clock
SPREAD = 4.0
"""The shape of the distribution of service times: half of a normal one's spread around the mean."""


@dataclass(frozen=True)
class Setup:
    """What carries the turns: processes with two cores each, and what Discord takes from all of them together."""

    processes: int
    limit: float  # requests a second
    loop_seconds: float  # of the event loop for a turn
    picture_seconds: float  # of the drawing thread for its board
    hurried_seconds: float  # the same for a board that is late already
    requests: int = 2  # of a turn: the board, and the one before, which loses its buttons

    def __post_init__(self) -> None:
        if self.processes < 1 or self.limit <= 0 or self.requests < 1:
            raise ValueError("There must be a process, a limit and a request.")


@dataclass(frozen=True)
class Bursts:
    """How people come: a few turns in a row between people who are both there."""

    turns: float = 4.0  # of a burst, on average
    pause: float = 20.0  # seconds from one to the next, on average


class Day:
    """How busy each time of a day is, compared with the day's mean; `peak` is that of the busiest moment."""

    def __init__(self, peak: float) -> None:
        if peak < 1:
            raise ValueError("The peak can't be below the mean.")
        low, high = 0.0, 50.0
        for _ in range(60):  # the sharper the curve, the higher its peak
            middle = (low + high) / 2
            low, high = (middle, high) if exp(middle) / _mean(middle) < peak else (low, middle)
        self._sharpness = low
        self._mean = _mean(low)

    def at(self, hour: float) -> float:
        """The turns at this time, in means of the day."""
        return exp(self._sharpness * cos(2 * pi * (hour - BUSIEST) / 24)) / self._mean


def _mean(sharpness: float) -> float:
    steps = 240
    return sum(exp(sharpness * cos(2 * pi * step / steps)) for step in range(steps)) / steps


def arrivals(
    mean: float, day: Day, hours: tuple[float, float], luck: random.Random, bursts: Bursts = Bursts()
) -> Iterator[float]:
    """The seconds of the day at which turns come between two hours, in order; `mean` is a second's over the whole day.

    Bursts begin as a Poisson process that is thinned by the day's curve. One that began before may reach into the
    hours; what reaches beyond them is cut off.
    """
    begin, end = (hour * HOUR for hour in hours)
    most = mean / bursts.turns * day.at(BUSIEST)
    return (second for second in _waves(begin, end, most, day, luck, bursts) if begin <= second < end)


def _waves(begin: float, end: float, most: float, day: Day, luck: random.Random, bursts: Bursts) -> list[float]:
    """All turns of all bursts, in order."""
    turns: list[float] = []
    reach = 20 * bursts.turns * bursts.pause  # seconds before the hours from which hardly anything reaches into them
    now = begin - reach
    while (now := now + luck.expovariate(most)) < end:
        if luck.random() * day.at(BUSIEST) > day.at(now / HOUR):
            continue
        turn = now
        turns.append(turn)
        while luck.random() > 1 / bursts.turns:
            turn += luck.expovariate(1 / bursts.pause)
            turns.append(turn)
    return sorted(turns)


def lateness(turns: Iterator[float], setup: Setup, luck: random.Random) -> list[float]:
    """How many seconds each board is late, in the order of the turns. Each server belongs to one of the processes."""
    workers = [_Process(setup, luck) for _ in range(setup.processes)]
    return [luck.choice(workers).post(turn) for turn in turns]


class _Process:
    """One process: when its event loop, its drawing thread and its part of the limit are free again."""

    def __init__(self, setup: Setup, luck: random.Random) -> None:
        self._setup = setup
        self._luck = luck
        self._loop_free = self._thread_free = float("-inf")
        self._interval = setup.processes / setup.limit
        self._tokens = max(1.0, setup.limit / setup.processes * BURST)
        self._drained = float("-inf")  # when the bucket of requests would be full again

    def post(self, turn: float) -> float:
        """The seconds until a turn's board is sent."""
        self._loop_free = max(turn, self._loop_free) + self._about(self._setup.loop_seconds)
        begun = max(self._loop_free, self._thread_free)
        hurried = begun - turn > HURRIED_AFTER.total_seconds()
        self._thread_free = begun + self._about(self._setup.hurried_seconds if hurried else self._setup.picture_seconds)
        sent = self._request(self._thread_free)
        for _ in range(self._setup.requests - 1):
            self._request(sent)
        return sent - turn

    def _about(self, seconds: float) -> float:
        return self._luck.gammavariate(SPREAD, seconds / SPREAD) if seconds else 0.0

    def _request(self, ready: float) -> float:
        """When a request is sent that is ready now: the bucket fills with time, and each request takes one from it."""
        self._drained = max(self._drained, ready) + self._interval
        return max(ready, self._drained - self._tokens * self._interval)


def share(values: Sequence[float], part: float) -> float:
    """The value below which this part of them lies; 0 of nothing."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else 0.0
