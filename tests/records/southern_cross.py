"""Recorded matches of Southern Cross: every option and every ending."""

from collections.abc import Iterator
from typing import Any

from bot.rules import State
from bot.rules.chance import Sealed
from bot.rules.record import MatchRecord, played
from tests.records.playing import Player, anything, match, pick

HOMES = {"B": {"c6", "d6", "d5", "c5"}, "R": {"e4", "f4", "f3", "e3"}}
HOMES |= {"Y": {"c2", "d2", "d1", "c1"}, "G": {"a4", "b4", "b3", "a3"}}


def counters(state: State[Any]) -> dict[str, str]:
    """The occupied squares and the letters of their counters."""
    return {
        f"{column}{row}": letter
        for row, letters in zip("654321", state.dump()["board"], strict=True)
        for column, letter in zip("abcdef", letters, strict=True)
        if letter != "."
    }


def distance(one: str, other: str) -> int:
    return abs(ord(one[0]) - ord(other[0])) + abs(int(one[1]) - int(other[1]))


def scattered(state: State[Any], letter: str) -> int:
    """How far a colour is from standing together off home: the steps its counters still have to go, roughly."""
    own = [square for square, other in counters(state).items() if other == letter]
    off_home = [square for square in own if square not in HOMES[letter]]
    if not own:
        return 100
    hearts = off_home or own
    apart = min(sum(distance(square, heart) for square in own) for heart in hearts)
    group = {hearts[0]}
    while grown := {square for square in off_home if any(distance(square, each) == 1 for each in group)} - group:
        group |= grown
    return 2 * apart + 12 * (6 - len(own)) + 4 * (len(own) - len(off_home)) - 3 * len(group)


def builder(state: State[Any], moves: list[str], luck: Sealed) -> str:
    """Brings its counters in and together; ends its turn when no action helps."""
    document = state.dump()
    texts = [state.notate(move) for move in state.legal()]
    if document["phase"] == "throw":
        aim = document["special"]["throws"][0]
        return f"throw {min(100, max(0, aim['target'] - aim['wind']))}"
    if document["phase"] != "act":
        return pick(texts, luck)
    letter = document["options"]["order"][document["to_move"]]
    actions = [text for text in texts if text != "end"]
    values = {text: scattered(state.play(state.parse(text), luck), letter) for text in actions}
    best = min(values.values(), default=0)
    if "end" in texts and (not actions or best >= scattered(state, letter)):
        return "end"
    return pick([text for text in actions if values[text] == best], luck)


def careless(state: State[Any], moves: list[str], luck: Sealed) -> str:
    """A builder that plays anything every third time; sometimes it completes someone else's cluster."""
    return anything(state, moves, luck) if luck.roll(3) == 1 else builder(state, moves, luck)


def pact(last: int) -> Iterator[str]:
    """Blue and red agree to complete both clusters with one spin of the middle tile, made by seat `last`.

    Blue's column b and red's bottom right corner lack one counter each, and each of the two waits across the dial.
    """
    blue = [
        *("base-c6 c6-b6 b6-b5 b5-b4 b4-b3 b3-b2", "base-c6 c6-b6 b6-b5 b5-b4 b4-b3", "base-c6 c6-b6 b6-b5 b5-b4"),
        *("base-c6 c6-b6 b6-b5", "base-c6 c6-b6", "base-d6 d6-d5 d5-d4 d4-d3"),
    ]
    red = [
        *("base-f3 f3-f2 f2-e2 e2-d2 d2-d1", "base-f3 f3-f2 f2-e2 e2-d2", "base-f3 f3-f2 f2-e2 e2-e1", "base-f3 f3-f2"),
        *("f2-e2", "base-f3 f3-f2 f2-f1", "base-f4 f4-e4 e4-d4 d4-c4"),
    ]
    plans = [" ".join(walks).split() for walks in (blue, red)]
    while any(plans):
        for plan in plans:
            yield from plan[:3]
            yield "end"
            del plan[:3]
        yield from ("end", "end")
    yield from ["end"] * last
    yield from ("spin C 180", "end")


TABLES: list[tuple[dict[str, Any], Player, range | list[int]]] = [
    ({}, builder, range(1, 13)),
    ({"order": "GYRB"}, builder, range(1, 5)),
    ({"order": "RBGY"}, careless, range(1, 9)),
    ({"challenge": "throw"}, builder, range(1, 9)),
    ({"challenge": "throw", "order": "YBRG"}, careless, range(1, 5)),
    ({"max_turns": 1}, anything, range(1, 3)),
    ({"max_turns": 24}, builder, range(1, 9)),
    ({"max_turns": 60}, anything, range(1, 5)),
    ({"challenge": "throw", "order": "BGYR", "max_turns": 40}, anything, range(1, 5)),
    ({"challenge": "throw", "order": "GBYR", "max_turns": 200}, careless, range(1, 5)),
]
"""Options, players and seeds of the matches."""


def records() -> Iterator[MatchRecord]:
    for options, player, seeds in TABLES:
        for seed in seeds:
            moves, luck, _ = match("southern_cross", 4, options, player, seed, most=4000)
            yield played("southern_cross", 4, options, moves, luck)
    for last in range(4):
        yield played("southern_cross", 4, {}, list(pact(last)))
    for options, most in (({}, 30), ({"challenge": "throw"}, 90), ({"order": "YGBR", "max_turns": 500}, 200)):
        moves, luck, _ = match("southern_cross", 4, options, builder, 100, most=most)
        yield played("southern_cross", 4, options, moves, luck, ending="agreed", places=[1, 1, 3, 3])
        yield played("southern_cross", 4, options, moves, luck, ending="agreed")
