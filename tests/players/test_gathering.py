"""Southern Cross: whether a colour can bring all its counters together within its turn, and how likely it wins then."""

import random
from collections.abc import Iterable
from dataclasses import replace

import pytest

from bot.players import JUDGES, LEVELS, Budget, player_for
from bot.players.southern_cross.gathering import FAR, chance_to_win, out_of_place
from bot.players.southern_cross.judge import WINS
from bot.rules.chance import Scripted, Sealed
from bot.rules.southern_cross import Position, game
from bot.rules.southern_cross.actions import END, Jump, Spin, Step, after, destinations, entries, reach
from bot.rules.southern_cross.board import (
    BIT,
    COLOURS,
    SIDE,
    SQUARE_NUMBERS,
    SQUARES,
    full_tile_names,
    has_winning_cluster,
    in_tile,
    occupied_squares,
    squares_of,
    with_neighbours,
)

NOBODY = "......"
BLUE, RED = ord("B"), ord("R")
STAY = {
    0: 1.0,
    1: 5 / 6,
    2: (4 / 6) ** 2,
    3: (3 / 6) ** 3,
    4: (2 / 6) ** 4,
}  # each die must be higher than their number


def acting(*rows: str, left: int = 3) -> Position:
    """Blue's turn on a grid, row 6 first."""
    cells = bytes(ord(rows[SIDE - 1 - square % SIDE][square // SIDE]) for square in range(len(SQUARES)))
    return replace(game.start(4, {}), cells=cells, actions_left=left)


def chance(state: Position, colour: int = BLUE, actions: int | None = None) -> float:
    left = state.actions_left if actions is None else actions
    return chance_to_win(squares_of(state.cells, colour), occupied_squares(state.cells), colour, left)


def chance_by_trying(state: Position) -> float:
    """The same for blue, with one action left: of all that the rules allow."""
    actions = [move for move in state.legal() if isinstance(move, Step | Jump | Spin)]
    chances = [0.0]
    for cells in (state.cells, *(after(state.cells, action, BLUE) for action in actions)):
        full = full_tile_names(cells)
        if has_winning_cluster(cells, BLUE) and len(full) <= 1:
            chances.append(STAY[len(in_tile(cells, full[0], BLUE)) if full else 0])
    return max(chances)


def nearly_gathered(seed: int) -> Position:
    """Blue's counters in a random group, others around it; then a step or a spin of any colour has disturbed it."""
    source = random.Random(seed)
    group = 0
    while group.bit_count() < 6:
        edge = [bit for bit in BIT if with_neighbours(group) & bit & ~group] if group else list(BIT)
        group |= source.choice(edge)
    cells = bytearray(b"." * len(SQUARES))
    for square, bit in enumerate(BIT):
        if group & bit:
            cells[square] = BLUE
        elif source.random() < 0.35:
            cells[square] = source.choice(b"RYG")
    for _ in range(2):
        state = acting(*rows_of(bytes(cells)), left=3)
        moves = [move for move in state.legal() if isinstance(move, Step | Spin)]
        if moves:
            cells = bytearray(after(bytes(cells), source.choice(moves), BLUE))
    return acting(*rows_of(bytes(cells)), left=1)


def rows_of(cells: bytes) -> list[str]:
    return [cells[row::SIDE].decode() for row in reversed(range(SIDE))]


class TestWithinATurn:
    @pytest.mark.parametrize(
        ("actions", "rows"),
        [
            (0, (NOBODY, NOBODY, NOBODY, NOBODY, NOBODY, "BBBBBB")),
            (1, (NOBODY, NOBODY, NOBODY, NOBODY, "B.....", ".BBBBB")),  # a step
            (1, (NOBODY, NOBODY, NOBODY, "B.....", "R.....", ".BBBBB")),  # a jump
            (1, (NOBODY, NOBODY, NOBODY, NOBODY, "..BB..", "BB..BB")),  # a spin by 180
            (1, ("..R...", NOBODY, "..R...", NOBODY, "BBBB..", "B.....")),  # two hops from the base
            (2, (NOBODY, NOBODY, "B.....", NOBODY, NOBODY, ".BBBBB")),
            (2, (NOBODY, NOBODY, NOBODY, NOBODY, "B....B", ".BBBB.")),
            (3, (NOBODY, "..B...", NOBODY, NOBODY, "BB....", "BBB...")),
        ],
    )
    def test_it_wins_with_so_many_actions_and_no_fewer(self, actions: int, rows: tuple[str, ...]) -> None:
        state = acting(*rows)
        assert [chance(state, actions=number) for number in range(4)] == [
            float(number >= actions) for number in range(4)
        ]

    @pytest.mark.parametrize("seed", range(60))
    def test_with_one_action_left_it_is_what_the_rules_allow(self, seed: int) -> None:
        state = nearly_gathered(seed)
        assert chance(state) == pytest.approx(chance_by_trying(state))

    @pytest.mark.parametrize(
        ("rows", "expected"),
        [
            (("RR....", "RR....", NOBODY, NOBODY, NOBODY, "BBBBBB"), STAY[0]),  # others are challenged
            ((NOBODY, NOBODY, NOBODY, NOBODY, "RR....", "RBBBBB"), 0.0),  # one of blue's is in its base
            ((NOBODY, NOBODY, NOBODY, "B.....", "BRR...", "RBBBB."), 0.0),
            ((NOBODY, NOBODY, "BBBBB.", "B.....", NOBODY, NOBODY), STAY[0]),
            ((NOBODY, NOBODY, "RBBBBB", "RB....", NOBODY, NOBODY), STAY[2]),
            ((NOBODY, NOBODY, "BBBBB.", "BR....", NOBODY, NOBODY), STAY[3]),
            ((NOBODY, NOBODY, "BBBB..", "BB....", NOBODY, NOBODY), STAY[4]),
            ((NOBODY, NOBODY, "RRBBBB", "RBB...", NOBODY, NOBODY), STAY[1]),
            (("RR....", "RR....", "RRBBBB", "RBB...", NOBODY, NOBODY), 0.0),  # the turn can't end with two full tiles
        ],
    )
    def test_counters_in_a_full_tile_have_to_pass_their_challenge(self, rows: tuple[str, ...], expected: float) -> None:
        assert chance(acting(*rows), actions=0) == pytest.approx(expected)

    def test_counters_on_their_own_home_tile_win_nothing(self) -> None:
        state = acting("BBBBBB", NOBODY, NOBODY, NOBODY, NOBODY, NOBODY)
        assert chance(state, actions=0) == 0.0
        red = [row.replace("B", "R") for row in rows_of(state.cells)]
        assert chance(acting(*red), ord("R"), actions=0) == 1.0


class TestOutOfPlace:
    @pytest.mark.parametrize(
        ("row", "number"),
        [
            ("a1 a2 a3 a4 a5 a6", 0),
            ("a1 a2 a3 a4 a5", 1),  # the sixth is in the base
            ("a1 a2 a3 a4 a5 f6", 1),
            ("a1 a2 a3 b4 b5 b6", 1),
            ("a1 a2 a3 a4 f5 f6", 2),
            ("a1 a2 c1 d1 f1 f3", 2),
            ("a1 a2 a3 a4", 2),
            ("a1 a2 a3", FAR),
            ("a1 a3 c1 c3 e1 e3", FAR),
            ("", FAR),
        ],
    )
    def test_so_many_have_to_move_wherever_they_can(self, row: str, number: int) -> None:
        assert out_of_place(sum(BIT[SQUARE_NUMBERS[square]] for square in row.split())) == number


class TestWhereCountersReach:
    @pytest.mark.parametrize("seed", range(20))
    def test_they_are_the_targets_of_moves_and_jumps(self, seed: int) -> None:
        cells = nearly_gathered(seed).cells
        taken = occupied_squares(cells)
        for colour in COLOURS:
            assert entries(colour, taken) == squares(reach(cells, colour, "base"))
        for square, name in enumerate(SQUARES):
            if cells[square] in COLOURS:
                assert destinations(square, taken) == squares(reach(cells, cells[square], name))


def squares(names: Iterable[str]) -> int:
    return sum(BIT[SQUARE_NUMBERS[name]] for name in names)


class TestAPlayer:
    def test_leaves_the_next_seat_no_win_that_it_can_prevent(self) -> None:
        """Red needs three moves along column a; blue, whose turn it is, can break up the row below."""
        state = acting(NOBODY, "R..G..", "..GG..", "B.B..Y", ".B..Y.", "RRRRRY")
        assert chance(state, RED, actions=3) == 1.0
        luck = Sealed(bytes(32), "a match")
        while state.to_move == 0:
            level = LEVELS["expert"].within(Budget())
            player = player_for("southern_cross", 4, {}, 0, level, random.Random(3))
            state = state.play(state.parse(player.choose(state.view(0)).move), luck)
        assert chance(state, RED, actions=3) == 0.0

    def test_counts_what_the_next_seat_can_win_after_a_challenge_as_well(self) -> None:
        """Otherwise filling a tile would look like a way out."""
        state = acting("GY....", "YG....", NOBODY, "R.....", NOBODY, ".RRRRR", left=0)
        challenged = state.play(END, Scripted([]))
        before, then = (JUDGES["southern_cross"].evaluate(one) for one in (state, challenged))
        assert challenged.phase == "roll"
        assert [worth - was for was, worth in zip(before, then, strict=True)] == pytest.approx([0, WINS, 0, 0])

    def test_counts_its_own_win_until_its_counters_have_passed(self) -> None:
        state = acting(NOBODY, NOBODY, "RBBBBB", "RB....", NOBODY, NOBODY, left=0)
        challenged = state.play(END, Scripted([]))
        before, then = (JUDGES["southern_cross"].evaluate(one) for one in (state, challenged))
        assert then[0] == pytest.approx(before[0])
