"""Recorded matches of Southern Cross cards: every layout, every number of seats, hands of all sizes, wild or not."""

from collections.abc import Iterator
from typing import Any

from bot.rules import State
from bot.rules.chance import Sealed
from bot.rules.record import MatchRecord, played
from bot.rules.southern_cards import LAYOUTS, Position
from tests.records.playing import Player, anything, match, pick


def scorer(state: State[Any], moves: list[str], luck: Sealed) -> str:
    """Plays what scores most, as far as that can be known before cards are drawn."""
    assert isinstance(state, Position)
    points = {state.notate(move): state.outcome(move).points for move in state.legal()}
    best = max(points.values())
    return pick([text for text, gained in points.items() if gained == best], luck)


def juggler(state: State[Any], moves: list[str], luck: Sealed) -> str:
    """Plays several jokers together whenever it can, on a growing field goes beside it every second time."""
    assert isinstance(state, Position)
    legal = state.legal()
    joint = [move for move in legal if len(move.cells) > 1]
    if joint:
        most = max(len(move.cells) for move in joint)
        return pick([state.notate(move) for move in joint if len(move.cells) == most], luck)
    field = {cell for cell, _ in state.dump()["field"]}
    beside = [move for move in legal if not field.issuperset(move.cells)]
    plain = [move for move in legal if move.card != "JK"]  # jokers are kept for each other
    if beside and luck.roll(2) == 1:
        return pick([state.notate(move) for move in beside], luck)
    return scorer(state, moves, luck) if luck.roll(2) == 1 else pick([state.notate(m) for m in plain or legal], luck)


def hoarder(state: State[Any], moves: list[str], luck: Sealed) -> str:
    """Keeps its jokers until it can place as many together as the table allows, then plays the best such move."""
    assert isinstance(state, Position)
    legal = state.legal()
    together = [move for move in legal if len(move.cells) == state.table.most_jokers]
    plain = [move for move in legal if move.card != "JK"]
    points = {state.notate(move): state.outcome(move).points for move in together or plain or legal}
    best = max(points.values())
    return pick([text for text, gained in points.items() if gained == best], luck)


PLAYERS: tuple[Player, ...] = (scorer, anything, juggler)


def tables() -> Iterator[tuple[int, dict[str, Any], Player, int]]:
    """Seats, options, player and seed of the matches: sixty and more for each layout."""
    for layout in LAYOUTS:
        for seats in range(1, 6):
            for wild in (False, True):
                for hand in range(1, 6):
                    player = PLAYERS[(hand + seats) % 3]
                    yield seats, {"layout": layout, "hand": hand, "wild": wild}, player, hand
                for seed in (6, 7):
                    yield seats, {"layout": layout, "wild": wild}, PLAYERS[2 * (seed - 6)], seed

    for layout in ("classic", "shishi", "gogo", "zodiac"):
        for seats in (1, 2):
            yield seats, {"layout": layout, "wild": True}, hoarder, 8


def records() -> Iterator[MatchRecord]:
    for seats, options, player, seed in tables():
        moves, luck, _ = match("southern_cards", seats, options, player, seed, most=500)
        yield played("southern_cards", seats, options, moves, luck)
    for seats, options, resigned in ((2, {}, [1]), (2, {"layout": "gogo"}, [0]), (1, {"layout": "zodiac"}, [0])):
        moves, luck, _ = match("southern_cards", seats, options, scorer, 100, most=15)
        places = [1 if seats == 1 or seat not in resigned else 2 for seat in range(seats)]
        yield played("southern_cards", seats, options, moves, luck, ending="resigned", places=places, resigned=resigned)
    moves, luck, _ = match("southern_cards", 3, {"layout": "free"}, scorer, 100, most=20)
    yield played("southern_cards", 3, {"layout": "free"}, moves, luck, ending="agreed", places=[1, 1, 3])
    yield played("southern_cards", 3, {"layout": "free"}, moves, luck, ending="agreed")
