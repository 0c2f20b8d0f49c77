"""What 10,000 servers need: measured costs of a turn times assumptions about how much is played.

Prints the tables of docs/scale.md, which says where each figure comes from. Nothing is measured here: `COSTS` are
figures of the other benchmarks, `PLAYS` and `PRICES` are assumptions. `python -m benchmarks scale` takes half a minute,
because it simulates the busiest hours (`benchmarks.queueing`).
"""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil

from benchmarks.queueing import BUSIEST, Day, Setup, arrivals, lateness, share

SERVERS = 10_000
DAY = 24 * 3600
MONTH, YEAR = 30, 365  # days
MB_PER_GB = 1000
LIMIT = 50.0  # requests a second that Discord takes from a bot, in all its processes
PER_SHARD, MOST_PER_SHARD = 1_000, 2_500  # servers: about as many as Discord recommends, and the most it allows
BUSY = 0.6
"""How busy the cores may be in the busiest hour. Above that, waiting grows faster than the work."""

HOURS = (BUSIEST - 2, BUSIEST + 1)  # what is simulated of the day
LATE = 5.0  # seconds


@dataclass(frozen=True)
class Costs:
    """What was measured. docs/scale.md names the commands."""

    turn_ms: float = 57.0  # of a core of the bot, with its board
    picture_ms: float = 32.0  # of these, in the drawing thread
    hurried_ms: float = 8.0  # the same for a board that is late already
    most_turns: float = 25.0  # a second of one process on two cores
    requests: float = 2.0  # of a turn, of those that Discord limits
    process_mb: float = 480.0
    server_kb: float = 45.0  # of one that discord.py knows: 40 channels, 30 roles, 50 emojis
    worker_mb: float = 50.0  # of a process of computer players
    turn_bytes: float = 289.0  # in the database, with its board
    match_bytes: float = 2_650.0  # in the database, besides its turns
    board_kb: float = 100.0  # of a board's picture
    connections: int = 10  # of a process to the database
    match_turns: float = 60.0


@dataclass(frozen=True)
class Play:
    """How much is played: assumptions, not measurements."""

    name: str
    active: float  # the part of the servers where people play
    players: float  # who play on one of these on a day
    turns: float  # of each of them on a day
    by_computers: float  # the part of all turns that computers play
    thinking: float  # seconds of a core for a computer's decision, over all levels
    peak: float  # the busiest moment compared with the day's mean

    def turns_a_day(self, servers: int = SERVERS) -> float:
        """All turns, of people and of computers."""
        return servers * self.active * self.players * self.turns / (1 - self.by_computers)

    def rate(self, servers: int = SERVERS) -> float:
        """Turns a second, over the whole day."""
        return self.turns_a_day(servers) / DAY


PLAYS = (
    Play("low", active=0.05, players=3, turns=5, by_computers=0.2, thinking=0.3, peak=2.0),
    Play("middle", active=0.15, players=6, turns=15, by_computers=0.3, thinking=0.6, peak=2.25),
    Play("high", active=0.30, players=12, turns=40, by_computers=0.4, thinking=0.9, peak=2.5),
)


@dataclass(frozen=True)
class Prices:
    """Dollars a month: an ordinary virtual server at a price between those of small and of large providers."""

    core: float = 8.0
    gigabyte: float = 3.0  # of memory
    disk: float = 0.10  # a gigabyte


@dataclass(frozen=True)
class Needs:
    """What servers that play so much need."""

    turns_a_day: float
    rate: float  # turns a second, over the day
    peak: float  # turns a second in the busiest moment
    requests: float  # a second then
    shards: int
    fewest_shards: int
    processes: int
    cores: float  # of the bot, in the busiest moment
    thinking: float  # cores of the computers then
    memory: float  # gigabytes
    database: float  # gigabytes after a year
    upload: float  # terabytes a month
    connections: int
    dollars: float  # a month, after a year


def needs(play: Play, costs: Costs = Costs(), prices: Prices = Prices(), servers: int = SERVERS) -> Needs:
    """What so many servers need that play so much.

    Of money there are whole cores, of which two for each process, and room for the database and a copy of it.
    """
    peak = play.rate(servers) * play.peak
    processes = max(1, ceil(peak / costs.most_turns))
    cores = peak * costs.turn_ms / 1000
    thinking = peak * play.by_computers * play.thinking
    workers = ceil(thinking)
    memory = (processes * costs.process_mb + servers * costs.server_kb / 1000 + workers * costs.worker_mb) / MB_PER_GB
    turns_a_year = play.turns_a_day(servers) * YEAR
    database = turns_a_year * (costs.turn_bytes + costs.match_bytes / costs.match_turns) / 1e9
    bought = max(2 * processes, ceil(cores / BUSY)) + workers
    return Needs(
        turns_a_day=play.turns_a_day(servers),
        rate=play.rate(servers),
        peak=peak,
        requests=peak * costs.requests,
        shards=ceil(servers / PER_SHARD),
        fewest_shards=ceil(servers / MOST_PER_SHARD),
        processes=processes,
        cores=cores,
        thinking=thinking,
        memory=memory,
        database=database,
        upload=play.turns_a_day(servers) * MONTH * costs.board_kb / 1e9,
        connections=processes * costs.connections,
        dollars=bought * prices.core + ceil(memory) * prices.gigabyte + 2 * database * prices.disk,
    )


def servers_at_the_limit(play: Play, costs: Costs = Costs()) -> int:
    """How many servers that play so much fill Discord's limit in the busiest moment, in whole hundreds."""
    return int(SERVERS * LIMIT / needs(play, costs).requests) // 100 * 100


def table(rows: Sequence[Sequence[str]]) -> str:
    """Markdown; the first row is the heading."""
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([lines[0], "|" + " --- |" * len(rows[0]), *lines[1:]])


def assumptions(plays: Sequence[Play] = PLAYS) -> str:
    """What is assumed about how much is played."""
    return table(
        [
            ["", *(play.name for play in plays)],
            ["servers where people play", *(f"{play.active:.0%}" for play in plays)],
            ["players of one of these on a day", *(f"{play.players:.0f}" for play in plays)],
            ["turns of each on a day", *(f"{play.turns:.0f}" for play in plays)],
            ["turns that computers play, of all", *(f"{play.by_computers:.0%}" for play in plays)],
            ["core seconds for a computer's decision", *(f"{play.thinking:.1f}" for play in plays)],
            ["busiest moment, in means of the day", *(f"{play.peak:.2f}" for play in plays)],
        ]
    )


def results(plays: Sequence[Play] = PLAYS) -> str:
    """What the servers need."""
    found = [needs(play) for play in plays]
    return table(
        [
            ["", *(play.name for play in plays)],
            ["turns a day", *(f"{one.turns_a_day:,.0f}" for one in found)],
            ["turns a second: mean, busiest", *(f"{one.rate:.2f}, {one.peak:.1f}" for one in found)],
            [f"requests a second then, of {LIMIT:.0f}", *(f"{one.requests:.1f}" for one in found)],
            ["servers that would fill that limit", *(f"{servers_at_the_limit(play):,}" for play in plays)],
            ["shards: as recommended (fewest)", *(f"{one.shards} ({one.fewest_shards})" for one in found)],
            ["processes", *(f"{one.processes}" for one in found)],
            ["cores of the bot then", *(f"{one.cores:.2f}" for one in found)],
            ["cores of computer players then", *(f"{one.thinking:.1f}" for one in found)],
            ["memory", *(f"{one.memory:.1f} GB" for one in found)],
            ["database after a year", *(f"{one.database:.1f} GB" for one in found)],
            ["pictures sent to Discord in a month", *(f"{one.upload:.2f} TB" for one in found)],
            ["connections to the database", *(f"{one.connections}" for one in found)],
            ["dollars a month", *(f"{one.dollars:.0f}" for one in found)],
        ]
    )


@dataclass(frozen=True)
class Peak:
    """A peak to simulate."""

    play: Play
    processes: int
    limit: float = LIMIT
    servers: int = SERVERS


PEAKS = (
    Peak(PLAYS[0], 1),
    Peak(PLAYS[1], 1),
    Peak(PLAYS[1], 2),
    Peak(PLAYS[2], 1, servers=3_000),
    Peak(PLAYS[2], 1, servers=3_600),
    Peak(PLAYS[2], 3),
    Peak(PLAYS[2], 3, limit=150),
    Peak(PLAYS[2], 4, limit=200),
)


def simulated(peak: Peak, costs: Costs = Costs(), seed: int = 1) -> list[float]:
    """How many seconds each board of the busiest hours is late."""
    luck = random.Random(seed)
    setup = Setup(
        processes=peak.processes,
        limit=peak.limit,
        loop_seconds=(costs.turn_ms - costs.picture_ms) / 1000,
        picture_seconds=costs.picture_ms / 1000,
        hurried_seconds=costs.hurried_ms / 1000,
        requests=round(costs.requests),
    )
    return lateness(arrivals(peak.play.rate(peak.servers), Day(peak.play.peak), HOURS, luck), setup, luck)


def simulations(peaks: Iterable[Peak] = PEAKS) -> str:
    """How late boards are."""
    rows = [
        ["play", "servers", "processes", "requests a second", "boards", "half within", "99% within", "last", "over 5 s"]
    ]
    for peak in peaks:
        late = simulated(peak)
        times = [seconds(share(late, part)) for part in (0.5, 0.99, 1.0)]
        over = sum(one > LATE for one in late) / len(late)
        rows.append(
            [
                peak.play.name,
                f"{peak.servers:,}",
                str(peak.processes),
                f"{peak.limit:.0f}",
                f"{len(late):,}",
                *times,
                f"{over:.1%}",
            ]
        )
    return table(rows)


def seconds(value: float) -> str:
    """A time to be read."""
    return f"{value * 1000:.0f} ms" if value < 1 else f"{value:.1f} s" if value < 120 else f"{value / 60:.0f} min"


def main() -> None:
    print(f"what {SERVERS:,} servers need\n")
    print("\n\n".join((assumptions(), results(), simulations())))


if __name__ == "__main__":
    main()
