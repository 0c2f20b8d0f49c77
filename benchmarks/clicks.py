"""Clicks and messages: what a turn costs a person who uses the screens, over matches of every game.

Moves are random, which spreads a field without limits wider than people do. Its table is counted a second time with the
moves of easy computers.

Every decision uses the screens' own steps: the first choice on the board, or the button there that opens the composer,
each choice in it that isn't automatic, and **Confirm**, which several decisions share where turns are planned. A move
with a button of its own is one click, two if it asks a question, and a forced one none, as is the end of a planned
turn when nothing else is left. While the same seat keeps
deciding, its composer stays open. Matches are the same in every run.

Taps on the page are counted beside them: a step with several places is one tap for each, a target that one piece alone
reaches is one tap, what has no place is a button, and what the choices lead to is confirmed once.
"""

import random
import statistics
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from benchmarks.rules import QuickLuck
from bot.players import player_for
from bot.players.arena import levels_within
from bot.rules import GAMES, State
from cogs.shared.choosing.picks import picks
from cogs.shared.choosing.plans import closing_move, follow
from cogs.shared.commands.game_cog import GameCog
from cogs.shared.presentation.paths import PathStep, compose, numbers_along, numbers_to
from tests.cogs.games import screen_of

MATCHES = 12  # of each table
DECISIONS = 200  # of one match, at most

TABLES: Mapping[str, tuple[tuple[int, Mapping[str, object]], ...]] = {
    "southern_cross": ((4, {}), (4, {"challenge": "throw"})),
    "parcheesi": ((4, {}),),
    "southern_cards": ((2, {}), (2, {"layout": "free"})),
    "down_under": ((2, {}), (2, {"animals": True})),
}
"""Seats and options that are measured of each game; games that aren't named play with their fewest seats."""

PLAYED_BY_COMPUTERS = (("southern_cards", 2, {"layout": "free"}),)
SECONDS = 0.02  # of CPU time for a decision of a hard player; lower levels take less

Choose = Callable[[State[Any]], Any]


@dataclass
class Count:
    """What people clicked, by decision and by turn, and how many messages the bot posted."""

    decisions: list[int] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    taps: list[int] = field(default_factory=list)  # on the page, by turn
    messages: int = 0


def choices(screen: GameCog, state: State[Any], move: Any, *, is_open: bool) -> tuple[int, bool, bool]:
    """How many clicks choose a move, whether it's planned, which means it isn't confirmed yet, and whether the choice
    plays the turn.

    If no composer `is_open`, the first choice is on the board, or a click there opens the composer.
    """
    paths = screen.paths(state)
    asks, numbers = screen.plans_turns, numbers_to(paths, move)
    planned = bool(follow(screen, state, (numbers,), plans=asks).planned)
    closed = asks and closing_move(screen, state, (numbers,)) is not None

    def asked(numbers: Sequence[int], since: int) -> int:
        return sum(
            compose(paths, numbers[:taken], asks=asks).numbers == numbers[:taken]
            for taken in range(since, len(numbers))
        )

    if is_open:
        return asked(numbers, 0), planned, closed
    ways = [1 + asked(numbers, 0)]
    for pick in picks(screen, state):
        taken = len(pick.numbers)
        reached = compose(paths, pick.numbers, asks=asks).chosen
        for path, found in paths:
            if found == move and path[:taken] == reached[:taken]:
                ways.append(1 + asked(numbers_along(paths, path), taken))
    return min(ways), planned, closed


def places(step: PathStep) -> list[str]:
    """The places of a step that is touched, where it comes from first."""
    return list(dict.fromkeys((*step.via, *filter(None, [step.at]))))


def taps_to(screen: GameCog, state: State[Any], move: Any) -> int:
    """How many taps on the page choose a move, without Confirm."""
    paths = screen.paths(state)
    ways = [path for path, found in paths if found == move]
    reached = Counter(path[1].at for path, _ in paths if len(path) > 1)

    ends = Counter(tuple(places(path[0])[-1:]) for path, _ in paths)

    def taps(path: Sequence[PathStep]) -> int:
        if len(path) > 1 and path[1].at is not None and reached[path[1].at] == 1:
            return len(path) - 1
        first = places(path[0])
        is_alone = ends[tuple(first[-1:])] == 1
        return (1 if is_alone else max(1, len(first))) + len(path) - 1

    return min(map(taps, ways))


def at_random(luck: random.Random) -> Choose:
    """Any legal move."""
    return lambda state: luck.choice(state.legal())


def as_computers(key: str, seats: int, options: Mapping[str, object], luck: random.Random) -> Choose:
    """What an easy computer plays for each seat."""
    level = levels_within(SECONDS)["easy"]
    players = [player_for(key, seats, options, seat, level, random.Random(luck.random())) for seat in range(seats)]

    def choose(state: State[Any]) -> Any:
        if state.to_move is None:
            raise ValueError("nobody is to move")
        return state.parse(players[state.to_move].choose(state.view(state.to_move)).move)

    return choose


def play(
    screen: GameCog, seats: int, options: Mapping[str, object], choose: Choose, luck: random.Random, count: Count
) -> None:
    """Plays a match and counts."""
    chance = QuickLuck(luck)
    state = screen.game.start(seats, options, chance)
    is_open, has_plan, closed, turn, taps = False, False, False, 0, 0
    for _ in range(DECISIONS):
        if state.to_move is None:
            break
        move = choose(state)
        direct = {one.notation: one for one in screen.direct_moves(state)}.get(state.notate(move))
        if direct is not None:
            clicks = 2 if direct.question and not has_plan else int(not closed)
            taps += 1 + bool(direct.question and not has_plan)  # a plan's end confirms it
            has_plan = closed = False
        else:
            chosen, has_plan, closed = choices(screen, state, move, is_open=is_open)
            clicks = chosen + (not has_plan)
            taps += taps_to(screen, state, move) + (not has_plan)
        count.decisions.append(clicks)
        turn += clicks
        is_open = True
        while True:
            before, state = state, state.play(move, chance)
            if not state.same_turn(before):
                count.turns.append(turn)
                count.taps.append(taps)
                turn = taps = 0
            if not state.same_turn(before) or state.to_move != before.to_move:
                is_open = False
            move = state.forced() or state.only_roll()
            if move is None:
                break
        count.messages += not is_open


def figures(values: Sequence[int]) -> str:
    """Median, mean and 95th percentile."""
    last = statistics.quantiles(values, n=20)[-1]
    return f"{statistics.median(values):6.0f}{statistics.mean(values):8.2f}{last:6.0f}"


def counted() -> Iterator[tuple[str, Count]]:
    """Every table in words, with what was counted there."""
    for key, game in GAMES.items():
        for seats, options in TABLES.get(key, ((game.seats({})[0], {}),)):
            chosen = "".join(f", {name if value is True else value}" for name, value in options.items())
            luck, count = random.Random(1972), Count()
            for _ in range(MATCHES):
                play(screen_of(key), seats, options, at_random(luck), luck, count)
            yield f"{game.title}, {seats} seats{chosen}", count
    for key, seats, options in PLAYED_BY_COMPUTERS:
        luck, count = random.Random(1972), Count()
        for _ in range(MATCHES):
            play(screen_of(key), seats, options, as_computers(key, seats, options, luck), luck, count)
        yield f"{GAMES[key].title}, the last one by computers", count


def main() -> None:
    print(f"{MATCHES} matches of each table, at most {DECISIONS} decisions each")
    print(f"{'':<36}clicks per decision   clicks per turn       messages   taps per turn")
    print(f"{'':<36}median    mean   p95  median    mean   p95  per turn  median    mean   p95")
    for name, count in counted():
        each, turns = figures(count.decisions), figures(count.turns)
        print(f"{name:<36}{each}  {turns}  {count.messages / len(count.turns):8.2f}  {figures(count.taps)}")
