"""Cirondo: the engine and the same rules written plainly agree everywhere."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.rules.cirondo import game
from tests.rules.cirondo import plain
from tests.rules.cirondo.positions import ALMOST_BLOCKED, at, start
from tests.rules.trying import NO_LUCK, Document


def random_position(luck: random.Random) -> Document | None:
    """A position such as no match may ever reach: crowded corners, few stellar, odd counts; None if it is over."""
    seats = luck.choice((2, 4))
    home = 32 // seats
    first, width, outermost = luck.randrange(32), luck.choice((2, 3, 5, 8, 32)), luck.randrange(6)
    free = [(ring, (first + n) % 32 + 1) for ring in range(outermost, 8) for n in range(width)]
    luck.shuffle(free)
    doc = start(seats, teams=seats == 4 and luck.random() < 0.4, draw_rule=luck.random() < 0.8).dump() | {"owed": []}
    most = luck.choice((1, 2, 4, home))
    for kinds in doc["pieces"].values():
        solars = luck.choice((0, 0, 1, min(4, most)))
        numbers = {"planets": luck.randint(0, most), "solars": solars, "moons": luck.randint(0, max(0, most - solars))}
        for kind, number in numbers.items():
            spaces = [free.pop() for _ in range(min(number, len(free)))]
            kinds[kind] = [plain.write(s) for s in sorted(spaces) if kind != "moons" or 0 < s[0] < 7]
    doc["defeated"] = [seat for seat in range(seats) if plain.count(doc, plain.side(doc, seat)) == 0]
    able = [seat for seat in range(seats) if plain.seat_moves(doc, seat)]
    if not able or plain.end_test(doc):
        return None
    doc["to_move"] = luck.choice(able)
    return doc


class TestAgainstThePlainRules:
    """The engine and `plain`, which was written from the same page without tables, agree everywhere."""

    def follow(self, doc: Document, luck: random.Random, moves: int) -> str | None:
        """Plays on from a document in both; how the match ended, None if it did not."""
        state = game.load(doc)
        history = [f"{doc['to_move']} {sorted(plain.pieces(doc).items())}"]
        for _ in range(moves):
            assert state.dump() == doc
            assert [tuple(move) for move in state.legal()] == plain.legal(doc)
            if state.result is not None:
                assert list(state.result.places) == plain.places(doc)
                break
            captures = [move for move in state.legal() if "x" in state.notate(move)]
            move = luck.choice(captures if captures and luck.random() < 0.5 else state.legal())
            doc = plain.play(doc, (move.origin, move.target), history)
            state = state.play(move, NO_LUCK)
        return state.over

    @pytest.mark.thorough
    @pytest.mark.sample(1)
    @pytest.mark.parametrize("seed", range(3))
    def test_weird_positions(self, seed: int) -> None:
        luck = random.Random(seed)
        docs = [doc for doc in (random_position(luck) for _ in range(90)) if doc is not None]
        endings = [self.follow(doc, luck, luck.choice((2, 10, 30))) for doc in docs]
        assert len(docs) > 30
        assert "conquest" in endings

    @pytest.mark.parametrize(("seats", "teams"), [(2, False), (4, False), (4, True)])
    def test_from_the_start(self, seats: int, teams: bool) -> None:
        doc = start(seats, teams=teams).dump()
        self.follow(doc, random.Random(seats + teams), 150)

    def test_a_position_in_which_everyone_gets_stuck(self) -> None:
        doc = plain.play(at(ALMOST_BLOCKED).dump(), ("F5", "G5"), [])
        assert self.follow(doc, random.Random(0), 1) == "blocked"

    @pytest.mark.slow
    @pytest.mark.parametrize("seed", range(100, 110))
    def test_many_weird_positions_to_the_end(self, seed: int) -> None:
        luck = random.Random(seed)
        for _ in range(200):
            doc = random_position(luck)
            if doc is not None:
                self.follow(doc, luck, 400)


@pytest.mark.thorough
@given(data=st.data())
@settings(max_examples=15, deadline=None)
def test_stellar_are_neither_made_nor_lost_but_by_capture_change_and_defeat(data: st.DataObject) -> None:
    seats = data.draw(st.sampled_from((2, 4)))
    state = start(seats, teams=seats == 4 and data.draw(st.booleans()))
    luck = random.Random(data.draw(st.integers(0, 2**32)))
    for _ in range(data.draw(st.integers(0, 400))):
        if state.to_move is None:
            break
        move = luck.choice(state.legal())
        text, seat, before = state.notate(move), state.to_move, state
        state = state.play(move, NO_LUCK)
        for index, colour in enumerate(state.table.colours):
            old, new = before.dump()["pieces"][colour], state.dump()["pieces"][colour]
            if index in state.defeated:
                assert not any(new.values())
                continue
            assert len(new["solars"]) - len(old["solars"]) in ((1,) if "=S" in text and index == seat else (0, -1))
            lost = sum(map(len, old.values())) - sum(map(len, new.values()))
            assert lost == (index != seat and "x" in text and any(move.target in spaces for spaces in old.values()))
