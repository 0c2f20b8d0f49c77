"""Southern Cross cards: the engine and the same rules written plainly agree everywhere."""

import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.rules.chance import Recorded, Sealed
from bot.rules.southern_cards import Position, game
from tests.rules.southern_cards import plain
from tests.rules.southern_cards.positions import CELLS, GROWING, PACK, document
from tests.rules.trying import NO_LUCK, Document, written


def dense_position(luck: random.Random) -> Position:
    """A position made up at random in which much fits together: few ranks, stacks, gaps and jokers."""
    layout = luck.choice(list(CELLS))
    wild, seats = luck.random() < 0.4, luck.randint(1, 2)
    pack = [*PACK, "JK", "JK"] * (2 if layout == "gogo" else 1) + ["JK", "JK"] * seats * wild
    middle, spread = luck.randrange(13), luck.choice([0.5, 1.5, 3.0])

    def apart(card: str) -> float:
        if card == "JK":
            return luck.uniform(0, 5)
        way = (plain.RANKS.index(card[:-1]) - middle) % 13
        return luck.gauss(min(way, 13 - way), spread)

    pack.sort(key=apart)
    cells = list(CELLS[layout])
    if layout in GROWING:
        for _ in range(luck.randint(1, 8)):
            cells.append(luck.choice([c for c in plain.places(growing(layout, cells)) if c not in cells]))
    gaps, depth = luck.choice([0.0, 0.1, 0.5]), luck.choice([0.0, 0.5])
    field: list[list[Any]] = [[cell, []] for cell in cells]
    for _, pile in field:
        if luck.random() >= gaps:
            pile.append(pack.pop(0))
            while luck.random() < depth and len(pack) > 20:
                pile.append(pack.pop(0))
    most = 5 + 2 * wild
    hands: list[list[str]] = []
    for _ in range(seats):
        held = [pack.pop(0) for _ in range(min(len(pack), luck.randint(1, most)))]
        hands.append(held)
    doc = growing(layout, cells)
    doc |= {"field": field, "hands": hands, "seats": seats, "order": [None] * seats, "scores": [0] * seats}
    doc |= {"taken": [pack, *([] for _ in range(seats - 1))], "to_move": 0 if hands[0] else None}
    doc["options"]["wild"] = wild
    doc["eclipse"] = layout != "ultra" and luck.random() < 0.2
    return game.load(doc)


def growing(layout: str, cells: list[str]) -> Document:
    """A document of which only the cells matter yet."""
    doc = document(layout, " ".join("." for _ in CELLS[layout]))
    return {**doc, "field": [[cell, []] for cell in cells]}


def compare(state: Position, luck: random.Random, turns: int, listings: float = 1.0) -> None:
    """Plays on at random and holds both sets of rules against each other."""
    doc = state.dump()
    for _ in range(turns):
        if state.to_move is None:
            break
        legal = written(state)
        jokers = doc["hands"][state.to_move].count("JK")
        if luck.random() < listings and (jokers < 3 or len(state.places) < 10):
            assert legal == plain.legal(doc)
        best = sorted(legal, key=lambda text: (state.outcome(state.parse(text)).points, text))[-3:]
        text = luck.choice([luck.choice(best), luck.choice(legal)])
        move = state.parse(text)
        outcome = state.outcome(move)
        state = state.play(move, NO_LUCK)
        doc = plain.play(doc, text)
        assert state.dump() == doc
        told = doc["last"]
        assert (outcome.points, outcome.trick, list(outcome.reach)) == (told["points"], told["trick"], told["reach"])


class TestAgainstTheSlowRules:
    @settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(seed=st.integers(0, 2**64))
    def test_positions_in_which_much_fits_together(self, seed: int) -> None:
        luck = random.Random(seed)
        compare(dense_position(luck), luck, 3)

    @pytest.mark.thorough
    @settings(max_examples=3, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(seed=st.integers(0, 2**64))
    def test_whole_matches(self, seed: int) -> None:
        whole_match(random.Random(seed))

    @pytest.mark.slow
    @pytest.mark.timeout(1200)
    @pytest.mark.parametrize("start", range(4))
    def test_many_positions_and_matches(self, start: int) -> None:
        for number in range(1500):
            luck = random.Random(f"{start} {number}")
            compare(dense_position(luck), luck, 4)
        for number in range(100):
            whole_match(random.Random(f"{start} {number}"))


def whole_match(luck: random.Random) -> None:
    options = {"layout": luck.choice(list(CELLS)), "hand": luck.randint(1, 5), "wild": luck.random() < 0.4}
    seats, secret = luck.randint(1, 5), Recorded(Sealed(luck.randbytes(32), "table"))
    state = game.start(seats, options, secret)
    shuffles = [order for order in secret.outcomes if isinstance(order, list)]
    assert state.dump() == plain.start(seats, options, shuffles)
    compare(state, luck, 200, listings=0.1)
    assert state.same_turn(state) is False
