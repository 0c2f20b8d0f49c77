"""Southern Cross: the engine and the same rules written plainly agree everywhere."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.rules.chance import Recorded, Scripted, Sealed
from bot.rules.southern_cross import game
from tests.rules.southern_cross import plain
from tests.rules.southern_cross.positions import start, weird_position
from tests.rules.trying import Document, written


class TestAgainstThePlainRules:
    """The engine and `plain`, which was written from the same page without tables, agree everywhere."""

    def follow(self, doc: Document, luck: random.Random, moves: int) -> set[str]:
        """Plays on from a document in both; the phases that came up."""
        state = game.load(doc)
        phases: set[str] = set()
        for _ in range(moves):
            phases.add(state.phase)
            assert state.dump() == doc
            texts = written(state)
            assert texts == plain.legal(doc)
            if state.result is not None:
                assert list(state.result.places) == plain.places(doc)
                break
            text = "end" if "end" in texts and luck.random() < 0.3 else luck.choice(texts)
            rolled = Recorded(Sealed(luck.randbytes(32), "table"))
            state = state.play(state.parse(text), rolled)
            script = Scripted(rolled.outcomes)
            doc = plain.play(doc, text, script.roll)
            assert script.left == ()
        return phases

    @pytest.mark.sample(1)
    @pytest.mark.parametrize("seed", range(3))
    def test_weird_positions(self, seed: int) -> None:
        luck = random.Random(seed)
        docs = [doc for doc in (weird_position(luck) for _ in range(250)) if doc is not None]
        assert sum(len(plain.full(plain.grid_of(doc))) == 2 for doc in docs) > 20
        phases = set[str]().union(*(self.follow(doc, luck, luck.choice((2, 5, 10))) for doc in docs))
        assert phases == {"act", "roll", "throw", "remove", "over"}

    @pytest.mark.parametrize("challenge", ["dice", "throw"])
    def test_from_the_start(self, challenge: str) -> None:
        self.follow(start(challenge=challenge, order="GRBY", max_turns=60).dump(), random.Random(3), 500)

    @pytest.mark.slow
    @pytest.mark.parametrize("seed", range(100, 105))
    def test_many_weird_positions(self, seed: int) -> None:
        luck = random.Random(seed)
        for _ in range(4000):
            doc = weird_position(luck)
            if doc is not None:
                self.follow(doc, luck, 40)


@given(data=st.data())
@settings(max_examples=15, deadline=None)
def test_counters_come_from_the_base_and_go_home_after_failed_challenges_only(data: st.DataObject) -> None:
    challenge = data.draw(st.sampled_from(("dice", "throw")))
    state = start(challenge=challenge, order=data.draw(st.sampled_from(game.options[0].choices)))
    luck = random.Random(data.draw(st.integers(0, 2**32)))
    chance = Sealed(luck.randbytes(32), "table")
    for _ in range(data.draw(st.integers(0, 400))):
        if state.to_move is None:
            break
        move = luck.choice(state.legal())
        text, before, letter = state.notate(move), state, state.letter(state.to_move)
        state = state.play(move, chance)
        assert len(plain.full(plain.grid_of(state.dump()))) <= (1 if state.actions_left in (0, 3) else 2)
        for colour in b"BRYG":
            old, new = before.cells.count(colour), state.cells.count(colour)
            assert 0 <= new <= 6
            if text.startswith("base"):
                assert new - old == (colour == letter)
            elif text.startswith("remove"):
                assert old - new == (colour == letter) * len(text.split()[1:])
            elif text == "roll" or text.startswith("throw"):
                assert new <= old
                assert new == old or colour == letter
            else:
                assert new == old
