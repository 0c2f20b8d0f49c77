"""Down Under: the engine and the same rules written plainly agree everywhere."""

import random
from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.rules.chance import Sealed
from bot.rules.down_under import Position, game
from tests.rules.down_under import plain, plain_notation, plain_paths
from tests.rules.down_under.positions import CASE_1, ENDLESS, LOCKED, SQUARE, at
from tests.rules.down_under.random_matches import TABLES, random_match
from tests.rules.trying import NO_LUCK, Document, written

SETTINGS = settings(max_examples=3, deadline=None, suppress_health_check=[HealthCheck.too_slow])


class TestAgainstThePlainRules:
    """The engine and `plain`, which follows every path for every tile it tries, agree everywhere."""

    def follow(self, state: Position, luck: random.Random, capping: float = 0.15) -> int:
        """Plays on from a position in both; how many decisions were compared."""
        decisions = 0
        while True:
            doc = state.dump()
            moves = {plain_notation.written(doc, move): move for move in plain.moves(doc)}
            assert sorted(moves) == sorted(written(state))
            counted = plain.counted(doc)
            view = state.view(None)
            assert {key: view[key] for key in counted} == counted
            if state.result is not None:
                assert list(state.result.places) == plain.places(doc)
                return decisions
            texts = written(state)
            going_on = [text for text in texts if "terminal" not in text]
            text = luck.choice(texts if luck.random() < capping else going_on or texts)
            state = state.play(state.parse(text), NO_LUCK)
            assert state.dump() == plain.play(doc, moves[text])
            assert game.load(state.dump()) == state
            decisions += 1

    @pytest.mark.thorough
    @pytest.mark.sample(6)
    @pytest.mark.parametrize(("seats", "options"), TABLES)
    def test_whole_matches(self, seats: int, options: Document) -> None:
        luck = random.Random(str(options))
        self.follow(game.start(seats, options, Sealed(luck.randbytes(32), "table")), luck)

    @pytest.mark.thorough
    @pytest.mark.sample(3)
    @pytest.mark.parametrize(
        "state",
        [
            at(ENDLESS),
            at(CASE_1, seats=3, turn=2),
            at(CASE_1, "G s -1,-1 NS", seats=4, turn=3),
            at("Y c 0,-1 NE, Y c 1,-1 NW, B c 0,1 SE, B c 1,1 SW, R s -2,0 EW", seats=3, turn=2),
            at(*LOCKED, size="9x9"),
            at(*LOCKED, "R s 3,0 EW", seats=3, turn=2, size="9x9"),
            at(SQUARE, routes=2),
        ],
        ids=["route is a ring", "case 1", "a stranger", "two billabongs", "case 3", "a third party", "two routes"],
    )
    def test_from_the_worked_examples(self, state: Position) -> None:
        for number, move in enumerate(state.legal()[:1]):
            self.follow(state.play(move, NO_LUCK), random.Random(number))

    @pytest.mark.slow
    @pytest.mark.timeout(600)
    @pytest.mark.parametrize(("seats", "options"), TABLES)
    def test_many_matches(self, seats: int, options: Document) -> None:
        luck = random.Random(f"many {options}")
        for _ in range(25):
            start = game.start(seats, options, Sealed(luck.randbytes(32), "table"))
            self.follow(start, luck, luck.choice((0.0, 0.1, 0.5)))


@pytest.mark.sample(7)
@pytest.mark.parametrize(("seats", "options"), TABLES)
@SETTINGS
@given(seed=st.integers(0, 2**32))
def test_colours_never_join_and_tiles_are_neither_made_nor_lost(seats: int, options: Document, seed: int) -> None:
    before: Position | None = None
    for state in random_match(random.Random(seed), seats, options):
        table, tiles = state.table, state.tiles
        paths = plain_paths.paths_of(plain.things_of(state.dump()))
        assert plain_paths.one_colour_each(paths)  # two colours never join
        for colour in range(table.colours):
            own: Counter[str] = Counter(tile.kind for tile in tiles.values() if tile.colour == colour)
            for kind, number in (("straight", 7), ("curve", 9), ("terminal", 2)):
                assert own[kind] + state.count_left(colour, kind) == number
            assert sum(piece.kind == "coloured" for piece in state.routes[colour].pieces) == own.total()
            assert len(state.routes[colour].open) == len(state.board.ends[colour]) <= 2
        assert len(state.dump()["ponds"]) + state.billabongs == 4
        assert state.board.meetings <= set(state.board.fronts)
        if table.area == "floating" and state.board.box is not None:
            size = sorted((state.board.box.columns, state.board.box.rows))
            assert all(one <= most for one, most in zip(size, sorted(table.extent), strict=True))
        if before is not None:
            assert before.border is None or state.border == before.border
            assert before.columns in (None, state.columns)
            assert before.rows in (None, state.rows)
            assert len(tiles) >= len(before.tiles)
        before = state
