"""Recorded matches as players read them, each kind of line once: what to do, what to choose from, what happened."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from bot.match import PlayedMove
from bot.match.records.replay import of_record
from cogs.shared.commands.game_cog import GameCog
from cogs.shared.presentation.paths import PathStep
from tests.records.lines import records_of

VARYING = re.compile(r"(?<![A-Za-z])[A-Ha-ht]?\d+(?:°|½)?|[\U0001F534-\U0001F7EB]")
"""A place, a number or the disc of a colour: lines that differ in nothing else are of the same kind."""

TOLD = Path(__file__).parent / "told"


def told(screen: GameCog, numbers: Iterable[int]) -> str:
    """These matches of the game's records, by the numbers of their lines."""
    records = records_of(screen.game.key)
    known: set[str] = set()
    lines = []
    for number in numbers:
        lines.append(f"# Match {number}")
        for line in told_of(screen, records[number]):
            if (kind := kind_of(screen, line)) not in known:
                known.add(kind)
                lines.append(line)
    return "\n".join([*lines, ""])


def kind_of(screen: GameCog, line: str) -> str:
    colours = "|".join({name for seats in screen.game.seats({}) for name in screen.game.colours(seats, {})})
    return re.sub(rf"(?i)\b(?:{colours})\b", "?", VARYING.sub("?", line))


def told_of(screen: GameCog, record: dict[str, Any]) -> Iterator[str]:
    """All that the screens of a game say in a match, line by line."""
    replay = of_record(record)
    match = replay.match
    colours = [seat.colour for seat in match.seats]
    yield f"terms: {screen.terms(match)}"
    yield f"opening: {screen.opening(replace(match, state=replay.start), replay.opening or ())}"
    for turn in replay.turns:
        moves = set[str]()
        for decision in turn:
            yield from _before(screen, decision, colours)
            moves.add(" ".join(_afterwards(screen, decision)).strip())
        yield from (f"told: {line}" for line in screen.describe_turn(turn).split("\n") if line not in moves)
        yield from (f"stands: {screen.standing(turn[-1].after, seat.number)}" for seat in match.seats)
    if record["result"]["ending"] == "played":
        yield f"end: {screen.ending_reason(replay.position(replay.last))}"


def _before(screen: GameCog, decision: PlayedMove, colours: Sequence[str]) -> Iterator[str]:
    """What can be chosen, and what is said of the choice before and after it is made."""
    position, move = decision.before, decision.before.parse(decision.move)
    rolls = ", nothing but rolls" if screen.only_rolls(position) else ""
    yield f"to do: {screen.choose_label(position)}, {screen.pick_label(position)}{rolls}"
    yield f"to do: {screen.to_do(position, colours)}"
    for one in screen.direct_moves(position):
        yield f"button: {one}"
    paths = screen.paths(position)
    for number, (path, other) in enumerate(paths, 1):
        if other == move:
            yield f"chosen, {number} of {len(paths)}: {' / '.join(map(_step, path))}"
    for words, nudge in screen.nudges(position, move):
        yield f"nearby: {words} is {position.notate(nudge)}"
    yield f"asked: {screen.question(position, move)} {screen.preview(position, move)}"
    played, so = _afterwards(screen, decision)
    yield f"played: {played}"
    yield f"so: {so}"


def _afterwards(screen: GameCog, decision: PlayedMove) -> tuple[str, str]:
    """What is said of a move, and of its effects."""
    position, move, after = decision.before, decision.before.parse(decision.move), decision.after
    return screen.describe_move(position, move), effects(screen, position, move, after)


def effects(screen: GameCog, position: Any, move: Any, after: Any) -> str:
    """What followed from a move beside what its own sentence says, in games that say it apart."""
    describe_effects = getattr(screen.words, "describe_effects", None)
    return describe_effects(position.sight(None), move, after.sight(None)) if describe_effects else ""


def _step(step: PathStep) -> str:
    """What a player reads of a step; kept screens show how menus order and mark it."""
    return " | ".join(filter(None, (step.group, step.label, step.detail, step.alone)))
