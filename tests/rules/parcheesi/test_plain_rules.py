"""Parcheesi: the engine and the same rules written plainly agree everywhere."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.rules.chance import Recorded, Scripted, Sealed
from bot.rules.parcheesi import game, what_happened
from tests.rules.parcheesi import plain
from tests.rules.parcheesi.positions import document, partners, rolled, start, unusable_values
from tests.rules.trying import NO_LUCK, Document, written


def random_position(luck: random.Random) -> Document:
    """A position such as no match may ever reach: crowded stretches, many blockades, full home rows."""
    seats, rolls = luck.choice((2, 3, 4)), luck.randint(5, 50)
    first, width = luck.randrange(68), luck.choice((6, 12, 20, 68))
    stretch = [plain.TRACK[(first + n) % 68] for n in range(width)]
    entries = [plain.ENTRY[colour] for colour in plain.COLOURS[seats]]
    owner: dict[str, int] = {}
    pawns: list[list[str]] = []
    for seat in range(seats):
        own: list[str] = []
        while len(own) < 4:
            places = [["nest"], ["home"], plain.ROW, stretch, entries, own or stretch]
            square = luck.choice(luck.choices(places, [15, 15, 15, 30, 5, 20])[0])
            if square not in ("nest", "home") and own.count(square) == 2:
                continue
            if square in plain.TRACK and owner.setdefault(square, seat) != seat:
                continue
            own.append(square)
        pawns.append(plain.in_order(["nest", *own[1:]] if own == ["home"] * 4 else own))
    limit = luck.choice((0, 0, 1, 2, 3))
    ages = [{square: luck.randint(1, limit) for square in plain.standing(own)} if limit else {} for own in pawns]
    return document(
        *[""] * seats,
        pawns=pawns,
        turn=luck.randrange(seats),
        blockades=ages,
        rolls=rolls,
        finish=luck.choice(("first", "all")),
        triple_doubles=luck.random() < 0.3,
        blockade_limit=limit,
        max_rolls=rolls + luck.randint(1, 6) if luck.random() < 0.2 else 0,
    )


class TestAgainstThePlainRules:
    """The engine and `plain`, which tries every sequence pawn by pawn, agree everywhere."""

    def follow(self, doc: Document, luck: random.Random, moves: int) -> int:
        """Plays on from a document in both; how many decisions were compared."""
        state = game.load(doc)
        for number in range(moves):
            assert state.dump() == doc
            assert written(state) == plain.legal(doc)
            assert list(state.scores) == plain.scores(doc)
            if state.result is not None:
                assert list(state.result.places) == plain.places(doc)
                return number
            text = luck.choice(written(state))
            dice = [luck.randint(1, 6)]
            dice.append(dice[0] if luck.random() < 0.4 else luck.randint(1, 6))
            doc = plain.play(doc, text, dice)
            state = state.play(state.parse(text), Scripted(dice))
        return moves

    @pytest.mark.thorough
    @pytest.mark.sample(1)
    @pytest.mark.parametrize("seed", range(2))
    def test_weird_positions(self, seed: int) -> None:
        luck = random.Random(seed)
        followed = sum(self.follow(random_position(luck), luck, luck.choice((5, 12))) for _ in range(90))
        assert followed > 500

    @pytest.mark.thorough
    @pytest.mark.sample(3)
    @pytest.mark.parametrize("seats", [2, 3, 4])
    @pytest.mark.parametrize("options", [{}, {"finish": "all", "triple_doubles": True, "blockade_limit": 2}])
    def test_whole_matches(self, seats: int, options: Document) -> None:
        luck = random.Random(seats)
        self.follow(start(seats, **options).dump(), luck, 400)

    @pytest.mark.slow
    @pytest.mark.parametrize("seed", range(100, 110))
    def test_many_weird_positions(self, seed: int) -> None:
        luck = random.Random(seed)
        for _ in range(250):
            self.follow(random_position(luck), luck, luck.choice((5, 12, 60)))


@given(data=st.data())
@settings(max_examples=20, deadline=None)
def test_no_pawn_is_lost_and_no_square_is_overfull(data: st.DataObject) -> None:
    seats = data.draw(st.sampled_from((2, 3, 4)))
    options = {
        "finish": data.draw(st.sampled_from(("first", "all"))),
        "triple_doubles": data.draw(st.booleans()),
        "blockade_limit": data.draw(st.sampled_from((0, 1, 2))),
        "max_rolls": data.draw(st.sampled_from((0, 100))),
    }
    picks = random.Random(data.draw(st.integers(0, 2**32)))
    luck = Recorded(Sealed(data.draw(st.binary(min_size=32, max_size=32)), "table"))
    state = game.start(seats, options, luck)
    for _ in range(data.draw(st.integers(0, 400))):
        if state.to_move is None:
            break
        move = picks.choice(state.legal())
        drawn = len(luck.outcomes)
        before, state = state, state.play(move, luck)
        assert len(luck.outcomes) - drawn == (2 if move.kind == "roll" else 0)
        standing = [(seat, square) for seat in range(seats) for square in state.squares(seat)]
        assert len(standing) == 4 * seats
        for seat, square in standing:
            if square.startswith("t"):
                assert {other for other, taken in standing if taken == square} == {seat}
            assert square in ("nest", "home") or standing.count((seat, square)) <= 2
        assert all(0 <= score <= 288 for score in state.scores)
        assert sum(len(pair) for pair in partners(state)) <= 4
        note = what_happened(before, move, state, luck.outcomes[drawn:])
        assert (note.captured is not None) == any(
            state.squares(seat).count("nest") > before.squares(seat).count("nest")
            for seat in range(seats)
            if seat != before.to_move
        )


@given(data=st.data())
@settings(max_examples=30, deadline=None)
def test_every_legal_move_begins_a_best_sequence(data: st.DataObject) -> None:
    """However a roll is played, the same number of values and the same total are used."""
    luck = random.Random(data.draw(st.integers(0, 2**32)))
    die = luck.randint(1, 6)
    state = rolled(game.load(random_position(luck)), die, die if luck.random() < 0.6 else luck.randint(1, 6))
    if state.phase != "move":
        return
    unusable = unusable_values(state)
    while state.phase == "move":
        assert unusable_values(state) == unusable
        assert all(state.wasted_values(move) == unusable for move in state.legal())
        before, move = state, luck.choice(state.legal())
        state = state.play(move, NO_LUCK)
    assert what_happened(before, move, state).lost == unusable
