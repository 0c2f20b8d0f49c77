"""What is true of a position by the rules alone, tried out move by move: without judgement, order or bounds."""

import json
from collections.abc import Sequence
from typing import Any

from bot.rules import State
from bot.rules.chance import Scripted, ScriptError


class TooLarge(Exception):
    """There are more positions than were to be looked at."""


def outcomes(state: State[Any], sides: Sequence[Sequence[int]], seat: int, most: int) -> dict[Any, int]:
    """What each move comes to for a seat if everybody else plays against it: 1 if it wins, 0 if it shares the win or
    luck decides, -1 if others are ahead. Raises TooLarge after `most` positions.
    """
    own = next(seats for seats in sides if seat in seats)
    known: dict[str, int] = {}

    def after(now: State[Any], move: Any) -> int:
        try:
            return outcome(now.play(move, Scripted([])))
        except ScriptError:
            return 0

    def outcome(now: State[Any]) -> int:
        if now.result is not None:
            places = now.result.places
            others = min(place for one, place in enumerate(places) if one not in own)
            return (places[seat] < others) - (places[seat] > others)
        key = json.dumps(now.dump())
        if key not in known:
            if len(known) >= most:
                raise TooLarge
            ours = now.to_move in own
            worst, best = (-1, 1) if ours else (1, -1)
            known[key] = worst
            for move in now.legal():
                known[key] = (max if ours else min)(known[key], after(now, move))
                if known[key] == best:
                    break
        return known[key]

    return {move: after(state, move) for move in state.legal()}


def counters_together(state: State[Any], seat: int, known: dict[str, int] | None = None) -> int:
    """The most counters of a seat of Southern Cross that can stand together when its turn ends; 0 if it can't end."""
    known = {} if known is None else known
    document = state.dump()
    if document["to_move"] != seat or document["phase"] != "act":
        return 0
    key = json.dumps(document)
    if key not in known:
        most = 0
        for move in state.legal():
            if state.notate(move) == "end":
                most = max(most, _largest_group(document, seat))
            else:
                most = max(most, counters_together(state.play(move, Scripted([])), seat, known))
        known[key] = most
    return known[key]


HOMES = {"B": "c6 d6 d5 c5", "R": "e4 f4 f3 e3", "Y": "c2 d2 d1 c1", "G": "a4 b4 b3 a3"}


def _largest_group(document: dict[str, Any], seat: int) -> int:
    """The most counters that touch each other, off their own home tile."""
    letter = document["options"]["order"][seat]
    left = {
        (column, 6 - row)
        for row, line in enumerate(document["board"])
        for column, one in enumerate(line)
        if one == letter and f"{'abcdef'[column]}{6 - row}" not in HOMES[letter].split()
    }
    largest = 0
    while left:
        group, edge = 0, [left.pop()]
        while edge:
            column, row = edge.pop()
            group += 1
            near = {(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)} & left
            left -= near
            edge += near
        largest = max(largest, group)
    return largest
