"""What pictures know of positions and of what was played, and how they put it in few words."""

from dataclasses import replace

import pytest

from bot.rules.cirondo.board import MOON, SPACE_NUMBERS, Board, stellar, table_for
from bot.rules.parcheesi.board import ROLL
from bot.rules.southern_cross import End, Jump, Spin, Step, Throw
from bot.words.cirondo import ranges
from bot.words.parcheesi import move_in_short
from bot.words.southern_cross import Landing, action_text, describe_move, landing_of
from images.cirondo.drawing import plan_of as cirondo_plan_of
from images.down_under.table_marks import kind_at
from images.marks.marks import Marks, Played
from images.parcheesi.steps import plan_of, values
from images.southern_cross.plates import stands, task
from tests.images.parcheesi_positions import decision as pawn_move
from tests.images.parcheesi_positions import position as pawns
from tests.images.positions import crowded, fen, without
from tests.images.southern_cross_positions import FOUR, LANE, THIRD, after, decision, position

OUT, IN_NEST = "t2 t10 t14 home", "nest t10 t14 home"


@pytest.mark.parametrize(
    ("own", "dice", "left", "faces"),
    [
        (OUT, [2, 5], [5], (2, 5)),
        (OUT, [2, 2], [5], (2, 2, 5, 5)),
        (OUT, [2, 2], [2], (2, 2, 5, 5)),  # nobody is in the nest
        (IN_NEST, [2, 2], [2], (2, 2)),
        (IN_NEST, [2, 2], [2, 5], (2, 2, 5, 5)),
        (OUT, [5, 5], [5], (5, 5)),  # the last one may have left by the first five
        (OUT, [5, 5], [5, 2, 2], (5, 5, 2, 2)),
    ],
)
def test_the_faces_beneath_a_double_count_once_all_pawns_are_out(
    own: str, dice: list[int], left: list[int], faces: tuple[int, ...]
) -> None:
    assert values(pawns(own, OUT, phase="move", dice=tuple(dice), left=tuple(left))) == faces


@pytest.mark.parametrize(("before", "faces"), [(OUT, (5, 5, 2, 2)), (IN_NEST, (5, 5))])
def test_the_position_before_a_roll_tells_whether_the_faces_beneath_count(before: str, faces: tuple[int, ...]) -> None:
    view = pawns(OUT, OUT, phase="move", dice=(5, 5), left=(5,))
    decisions = Played.of(pawns(before, OUT), ROLL, (5, 5)), Played.of(view, pawn_move("enter 5"))
    assert values(view, Marks(last=decisions)) == faces
    others = Marks(last=(Played.of(pawns(before, OUT, to_move=1), ROLL, (5, 5)),))
    assert values(view, others) == (5, 5)


@pytest.mark.parametrize(("limit", "turns", "due"), [(0, 0, False), (2, 0, False), (2, 1, False), (2, 2, True)])
def test_a_blockade_is_due_when_it_has_stood_as_long_as_it_may(limit: int, turns: int, due: bool) -> None:
    ages = [{"t10": turns} if turns else {}, {}]
    shown = pawns("t10 t10 t14 home", OUT, options={"blockade_limit": limit}, blockades=ages)
    assert ("t10" in shown.due_of(0)) == due


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("enter 5", "out to t5"),
        ("enter 2+3", "out to t5"),
        ("t2+4>t6", "t2 to t6"),
        ("t2+4>t22", "t2 takes t22"),
        ("h3+5>home", "h3 to home"),
        ("skip", "free move skipped"),
    ],
)
def test_moves_of_pawns_are_told_in_few_words(move: str, words: str) -> None:
    assert move_in_short(pawn_move(move), takes="takes" in words) == words


@pytest.mark.parametrize(
    ("chosen", "ends"),
    [
        (("t2",), ("nest", "t2", None)),
        (("t2", "t6"), ("t2", "t6", None)),
        (("t2", "t22"), ("t2", "t22", "yellow")),
        (("t2", "t14"), ("t2", "t14", None)),
        (("t2", "home"), ("t2", "home", None)),
        (("nest",), None),
        (("t2", "nest"), None),
        (("home", "t2"), None),
        ((), None),
    ],
)
def test_a_chosen_move_of_a_pawn_has_two_ends(
    chosen: tuple[str, ...], ends: tuple[str, str, str | None] | None
) -> None:
    view = pawns("t2 nest h3 t14", "t22 nest nest nest", phase="move", dice=(2, 3), left=(2,))
    plan = plan_of(view, Marks(chosen=chosen))
    assert (plan and (plan.start[1], plan.stop[1], plan.capture)) == ends
    assert plan_of(replace(view, phase="over", to_move=None), Marks(chosen=chosen)) is None


def test_a_side_with_a_single_stellar_makes_its_last_move() -> None:
    crowd = crowded(4, 1)
    assert crowd.last_ones == ()
    one = without(crowd, 1, 3)
    cells = bytearray(one.board.cells)
    cells[SPACE_NUMBERS["B3"]] = stellar(1, MOON)
    alone = replace(one, board=Board.of(one.table, bytes(cells)))
    assert alone.last_ones == (1,)
    assert [alone.count(seat) for seat in range(4)] == [16, 1, 16, 0]
    teams = replace(alone, board=Board.of(table_for(4, True), bytes(cells)))
    assert [teams.count(seat) for seat in range(4)] == [32, 1, 32, 1]
    assert teams.last_ones == (1,)
    assert replace(alone, defeated=(1, 3)).last_ones == ()
    assert [alone.board.supply(seat) for seat in (0, 1)] == [0, 4]


def test_a_chosen_move_of_a_stellar_is_known_only_if_it_is_legal() -> None:
    position = fen("11.sP7.gP12./32./32./32./8.sM23./32./32./4.gS14.sP12. g 2d - - - -")
    told = [cirondo_plan_of(position, Marks(chosen=chosen)) for chosen in (("H5", "A12"), ("H5", "A5"), ("H5", "B6"))]
    assert told == [("H5", "A12"), ("H5", "A5"), None]
    assert cirondo_plan_of(replace(position, to_move=None, over="quiet"), Marks(chosen=("H5", "A5"))) is None
    assert cirondo_plan_of(position, Marks(chosen=("H5",))) is None


@pytest.mark.parametrize(
    ("notation", "short", "told"),
    [
        ("c3-c4", "c3 to c4", "moves from c3 to c4"),
        ("base-d6", "base to d6", "enters on d6"),
        ("c3xc5", "c3 to c5", "jumps from c3 to c5"),
        ("basexd5", "base to d5", "jumps from the base to d5"),
        ("c3xc5xe5", "c3 to e5 via c5", "jumps from c3 to e5 via c5"),
        ("c3xc5xe5xe3xc3", "c3 to c3 via c5, e5, e3", "jumps from c3 to c3 via c5, e5 and e3"),
        ("c3xc5xe5xe3xe1xc1", "c3 to c1 via c5, …, e1", "jumps from c3 to c1 via c5, e5, e3 and e1"),
        ("spin C 270", "C turned 270°", "turns C by 270°"),
        ("throw 40", "", "throws with power 40"),
        ("roll", "", "rolls"),
        ("end", "", "ends the turn"),
    ],
)
def test_actions_are_told_in_few_words(notation: str, short: str, told: str) -> None:
    action = decision(notation)
    assert describe_move(position(THIRD, 2, 0), action) == f"Red {told}."
    if isinstance(action, Step | Jump | Spin):
        assert action_text(action) == short


@pytest.mark.parametrize(
    ("at", "off", "hit"), [(44, -6, False), (45, -5, True), (50, 0, True), (55, 5, True), (56, 6, False)]
)
def test_a_throw_hits_within_its_tolerance_on_either_side(at: int, off: int, hit: bool) -> None:
    one = Landing(seat=0, power=40, target=50, wind=3, tolerance=5, at=at)
    assert (one.off, one.hit) == (off, hit)


def test_where_a_throw_lands_is_known_from_its_power_wind_and_luck() -> None:
    view, _ = after(position(LANE, 5, challenge="throw"), "end", luck=(20, 19, 55, 3))
    found, more = (landing_of(Played.of(view, Throw(power), (roll,))) for power, roll in ((40, 1), (43, 3)))
    assert found is not None
    assert more is not None
    assert (found.target, found.wind, more.at - found.at) == (39, 8, 5)
    for unknown in (Played.of(view, Throw(40)), Played.of(view, End(), (1,))):
        assert landing_of(unknown) is None


@pytest.mark.parametrize(
    ("rows", "moves", "luck", "words"),
    [
        (FOUR, ("end",), (), "1 die"),
        (THIRD, ("end",), (), "2 dice"),
        (THIRD, ("end", "roll"), (3, 4), "2 dice"),
    ],
)
def test_the_task_of_a_seat_is_told_in_few_words(
    rows: str, moves: tuple[str, ...], luck: tuple[int, ...], words: str
) -> None:
    view, _ = after(position(rows, 2, 0), *moves, luck=luck)
    assert task(view) == words


def test_without_a_part_in_the_special_round_nothing_is_told_of_it() -> None:
    view, _ = after(position(THIRD, 2, 0), "end", "roll", "roll", luck=(3, 4, 1, 5))
    assert stands(view, None) == ""
    assert task(view) == "send 1 of 2 home"


@pytest.mark.parametrize(
    ("spaces", "words"),
    [
        ([], ""),
        (["A1"], "A1"),
        (["A2", "A1"], "A1, A2"),
        (["A3", "A1", "A2"], "A1-A3"),
        (["A1", "A2", "A3", "A5", "A6", "B1", "B2", "B3", "B4"], "A1-A3, A5, A6, B1-B4"),
        (["A31", "A32", "B1"], "A31, A32, B1"),
        (["A32", "A1", "A2"], "A1, A2, A32"),
    ],
)
def test_three_spaces_in_a_row_are_told_as_a_range(spaces: list[str], words: str) -> None:
    assert ranges(spaces) == words


@pytest.mark.parametrize(
    ("at", "kind"),
    [
        ("curve", (None, "curve", None)),
        ("red curve", (2, "curve", None)),
        ("straight:emu", (None, "straight", "emu")),
        ("blue straight:dingo", (1, "straight", "dingo")),
        ("b2", None),
        ("pink curve", None),
        ("curve b2 NE", None),
        ("curve:cat", None),
    ],
)
def test_kinds_of_tiles_are_read_from_marks(at: str, kind: tuple[int | None, str, str | None] | None) -> None:
    assert kind_at(at) == kind
