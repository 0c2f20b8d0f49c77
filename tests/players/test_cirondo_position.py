"""The search's position of Cirondo agrees with the rules after every move made and unmade."""

import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from bot.players.budget import Budget, Meter, OutOfBudget
from bot.players.cirondo import moves
from bot.players.cirondo.judge import COUNT, PLAIN_COUNT
from bot.players.cirondo.position import CirondoPosition
from bot.rules import GAMES
from bot.rules.chance import Scripted
from bot.rules.cirondo import Position as State
from tests.players.positions import cirondo_with

GAME = GAMES["cirondo"]
TABLES: tuple[tuple[int, Mapping[str, object]], ...] = (
    (2, {}),
    (2, {"draw_rule": False}),
    (4, {}),
    (4, {"draw_rule": False}),
    (4, {"teams": True}),
    (4, {"teams": True, "draw_rule": False}),
)
LONGEST = 400  # moves of a match without the draw rule


def position_of(state: Any) -> CirondoPosition:
    return CirondoPosition(state, Meter(Budget()), COUNT)


def at(line: str) -> Any:
    return GAME.from_fen(line)  # type: ignore[attr-defined]  # only some games have a one-line form


def content(position: CirondoPosition) -> tuple[Any, ...]:
    """Everything that a move may change."""
    return (
        list(position.cells),
        [sorted(spaces) for spaces in position._pieces],
        position.to_move,
        position.over,
        position.defeated,
        position.owed,
        list(position._points_of),
        list(position.counts),
        list(position._seat_counts),
        list(position._bits),
        list(position._moons),
        [list(lines) for lines, _ in position._views],
        position._near_end,
        position.key(),
    )


def history(position: CirondoPosition) -> list[int]:
    """The keys of the positions since the last reset."""
    return position._keys[-1 - position._quiet :]


def check(position: CirondoPosition, state: State) -> None:
    """Both say the same."""
    assert bytes(position.cells) == state.board.cells
    assert (position.to_move, position.over) == (state.to_move, state.over)
    assert (position.defeated, position.owed) == (state.defeated, state.owed)
    assert position.places() == (None if state.result is None else state.result.places)
    assert sorted(position.moves()) == [position.encode(move) for move in state.legal()]
    cells = state.board.cells
    for code in position.noisy():
        origin, target = divmod(code, 256)
        assert cells[target] or (cells[origin] % 3 == 2 and target >= 224)  # a capture, or a moon into ring H
    for code in position.quiet():
        origin, target = divmod(code, 256)
        assert not cells[target]
        assert cells[origin] % 3 != 2 or target < 224


def matches(seats: int, options: Mapping[str, object], seeds: range, *, capturing: float) -> Any:
    """Random matches: (state, position, move) before every move, and (state, position, None) at the end."""
    for seed in seeds:
        source = random.Random(seed)
        state: Any = GAME.start(seats, options, Scripted([]))
        position = position_of(state)
        for _ in range(LONGEST):
            if state.to_move is None:
                break
            legal = state.legal()
            captures = [move for move in legal if state.board.cells[position.encode(move) % 256]]
            move = source.choice(captures if captures and source.random() < capturing else legal)
            yield state, position, move
            position.make(position.encode(move))
            state = state.play(move)
        yield state, position, None


@pytest.mark.parametrize("capturing", [0.1, 0.8])
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_it_goes_on_as_the_rules_do(seats: int, options: Mapping[str, object], capturing: float) -> None:
    for state, position, _ in matches(seats, options, range(1), capturing=capturing):
        check(position, state)


@pytest.mark.sample(2)
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_it_is_the_same_whichever_moves_led_there(seats: int, options: Mapping[str, object]) -> None:
    """A position that has made moves is that which is read from the document of the rules, its history included."""
    for state, position, _ in matches(seats, options, range(3, 4), capturing=0.5):
        read = position_of(GAME.load(state.dump()))
        assert content(position) == content(read)
        if state.draw_rule and state.to_move is not None:
            assert history(position) == history(read)


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_taking_moves_back_leaves_nothing_changed(seats: int, options: Mapping[str, object]) -> None:
    before: list[tuple[Any, ...]] = []
    for _, position, move in matches(seats, options, range(5, 6), capturing=0.6):
        if move is not None:
            before.append((content(position), history(position)))
            continue
        while before:
            position.unmake()
            assert (content(position), history(position)) == before.pop()


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_each_move_and_a_pass_can_be_taken_back(seats: int, options: Mapping[str, object]) -> None:
    for _, position, _ in matches(seats, options, range(8, 9), capturing=0.6):
        before = content(position), history(position)
        for move in position.moves()[::5]:
            position.make(move)
            position.unmake()
            assert (content(position), history(position)) == before
        if position.make_pass():
            assert position.to_move != before[0][2]
            assert position.key() != before[0][-1]
            position.unmake()
        assert (content(position), history(position)) == before


@pytest.mark.parametrize("remembered", [1, 5, 10_000])
def test_loud_moves_are_the_same_where_a_position_is_met_again(
    remembered: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether they are still remembered or not."""
    monkeypatch.setattr(moves, "REMEMBERED", remembered)
    for state, position, _ in matches(2, {}, range(12, 13), capturing=0.5):
        noisy = list(position.noisy())
        for move in position.moves()[::9]:
            position.make(move)
            position.noisy()
            position.unmake()
            assert position.noisy() == noisy
        assert sorted(position_of(state).noisy()) == sorted(noisy)
        assert len(position._noisy) <= remembered


def test_positions_have_one_key_each() -> None:
    """The same key for what the draw rule calls the same position, another for any other."""
    known: dict[int, tuple[bytes, int | None, bool]] = {}
    met: Counter[int] = Counter()
    for seats, options in TABLES[:1]:
        for state, position, _ in matches(seats, options, range(9, 16), capturing=0.3):
            if state.to_move is not None:
                what = state.board.cells, state.to_move, bool(state.owed)
                assert known.setdefault(position.key(), what) == what
                met[position.key()] += 1
    assert len(known) > 500
    assert len(set(known.values())) == len(known)


def test_a_pass_hands_over_and_changes_nothing_else() -> None:
    position = position_of(at("16gP16sP/16.16sM/16gM16./32./32./32./32./32. g 2d - - - -"))
    cells = list(position.cells)
    assert position.make_pass()
    assert position.to_move == 1
    assert position.cells == cells


def four(gold: list[str], red: list[str]) -> Any:
    """Gold, to move, has these planets and red these moons; silver and blue have two planets each."""
    nothing: dict[str, list[str]] = {"planets": [], "moons": [], "solars": []}
    pieces = {
        "gold": nothing | {"planets": gold},
        "red": nothing | {"moons": red},
        "silver": nothing | {"planets": ["A20", "A21"]},
        "blue": nothing | {"planets": ["A28", "A29"]},
    }
    return GAME.load(GAME.start(4, {}, Scripted([])).dump() | {"pieces": pieces, "owed": []})


def test_a_pass_leaves_out_whom_the_others_block() -> None:
    """Gold's planets stand in front of both of red's moons."""
    position = position_of(four(["A12", "A14", "C5", "C9"], ["B5", "B9"]))
    assert position.make_pass()
    assert position.to_move == 2


def test_who_could_move_before_may_be_blocked_by_a_move() -> None:
    """Red's moon on B6 may go to C6 until gold's planet stands there."""
    state = four(["A12", "A14", "C10", "D7"], ["B6", "B10"])
    position = position_of(state)
    assert position.make_pass()
    assert position.to_move == 1
    position.unmake()
    move = state.parse("D7-C6")
    position.make(position.encode(move))
    assert position.to_move == state.play(move).to_move == 2


class TestRepetition:
    """A planet and its rival go there and back: the third time, the match is drawn."""

    LINE = "gPgP30./32./32./32./32./32./sPsP30./32. g 2d - - - -"

    def test_the_third_time_is_a_draw(self) -> None:
        state = at(self.LINE)
        position = position_of(state)
        there_and_back = ["A1-B2", "G1-H2", "B2-A1", "H2-G1"]
        for round_number in range(2):
            for text in there_and_back:
                assert position.over is None, round_number
                move = state.parse(text)
                position.make(position.encode(move))
                state = state.play(move)
        assert position.over == state.over == "repetition"
        assert position.places() == (1, 1)
        position.unmake()
        assert position.over is None
        assert position.to_move == 1

    def test_what_the_match_has_seen_before_the_search_counts(self) -> None:
        state = at(self.LINE)
        for text in ["A1-B2", "G1-H2", "B2-A1", "H2-G1", "A1-B2", "G1-H2", "B2-A1"]:
            state = state.play(state.parse(text))
        position = position_of(state)
        position.make(position.encode(state.parse("H2-G1")))
        assert position.over == "repetition"

    def test_a_pass_forgets_what_was_seen(self) -> None:
        state = at(self.LINE.replace("gPgP30.", "4gP28.").replace("sPsP30.", "4sP28."))
        for text in ["A1-B32", "G1-H32", "B32-A1", "H32-G1", "A1-B32", "G1-H32", "B32-A1"]:
            state = state.play(state.parse(text))
        position = position_of(state)
        assert position.make_pass()
        assert position.make_pass()
        position.make(position.encode(state.parse("H32-G1")))
        assert position.over is None


def perft(position: CirondoPosition, depth: int) -> int:
    """How many sequences of this many moves there are."""
    moves = position.moves()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        position.make(move)
        total += perft(position, depth - 1)
        position.unmake()
    return total


@pytest.mark.parametrize(("seats", "counts"), [(2, (16, 256, 8180)), (4, (8, 64, 512, 4096))])
def test_the_counts_of_the_rules_page(seats: int, counts: tuple[int, ...]) -> None:
    position = position_of(GAME.start(seats, {}, Scripted([])))
    assert tuple(perft(position, depth) for depth in range(1, len(counts) + 1)) == counts


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    "line",
    [
        "19.2sP6.2bP3./32./32./3.gP28./4.rP27./32./32./32. g 4d - - - -",  # two defeats in one move
        "19.gP12./32./32./3.sP28./4.gS27./32./32./32. s 2d - - - -",  # a showdown
        "11.sP7.gP12./32./32./32./32./32./4.gM27./5.sP26. g 2d - - - -",  # into ring H
        "11.sP7.gP12./32./32./32./32./32./4.gM27./3gS2.sP2.gS23. g 2d - - - -",  # no supply left
        "11.sP7.gP12./32./32./32./32./32./32./4.gS14.sP12. g 2d - - - -",  # around a ring with one other stellar
        "4.gP27./5.sP26./32./32./15.rP16./15.bP16./32./32. g 4td - - - -",  # a partner in the way
    ],
)
def test_the_worked_examples_three_moves_deep(line: str) -> None:
    def walk(state: Any, depth: int) -> None:
        check(position, state)
        if depth:
            for move in state.legal():
                position.make(position.encode(move))
                walk(state.play(move), depth - 1)
                position.unmake()

    position = position_of(at(line))
    walk(at(line), 2)


@pytest.mark.parametrize("count", [COUNT, PLAIN_COUNT], ids=["worths", "plain"])
@pytest.mark.parametrize(("seats", "options"), TABLES[::2])
def test_leads_follow_the_worths_of_the_seats(seats: int, options: Mapping[str, object], count: Any) -> None:
    for state, position, move in matches(seats, options, range(20, 21), capturing=0.7):
        walked = CirondoPosition(state, Meter(Budget()), count)
        worths = count.of(state.board)
        for side, own in enumerate(state.table.sides):
            mine = sum(worths[seat] for seat in own) / len(own)
            others = [sum(worths[seat] for seat in one) / len(one) for one in state.table.sides if one is not own]
            expected = mine - (max(others) + sum(others) / len(others)) / 2
            assert walked.lead(side) == pytest.approx(expected)
        if count is COUNT and move is not None:
            assert position.lead(0) == walked.lead(0)


def test_a_move_gains_no_more_than_it_says() -> None:
    for seats, options in TABLES[::2]:
        for _, position, move in matches(seats, options, range(30, 31), capturing=0.7):
            if move is None:
                continue
            side = position._side_of[position.to_move or 0]
            before = position.lead(side)
            for code in position.moves()[::3]:
                gain = position.gain(code)
                position.make(code)
                gained = position.lead(side) - before
                position.unmake()
                assert gained <= gain + 1e-9


def test_nothing_changes_when_the_budget_ends() -> None:
    start: Any = GAME.start(2, {}, Scripted([]))
    position = CirondoPosition(start, Meter(Budget(positions=1)), COUNT)
    first, second = position.moves()[:2]
    position.make(first)
    position.unmake()
    before = content(position)
    with pytest.raises(OutOfBudget):
        position.make(second)
    assert content(position) == before


def moved(gold: dict[str, list[str]], silver: dict[str, list[str]], text: str) -> tuple[CirondoPosition, int]:
    state = cirondo_with(gold, silver)
    position = position_of(state)
    return position, position.encode(state.parse(text))


HOME = {"planets": ["A9", "A10"], "moons": ["B11"]}
RIVALS = ["A25", "A26"]


@pytest.mark.parametrize(
    ("planets", "silver", "losing"),
    [
        (["A2"], {"planets": RIVALS, "moons": ["D5"]}, False),  # nothing guards the moon
        (["A2"], {"planets": ["H1", *RIVALS], "moons": ["D5"]}, True),
        (["A2"], {"planets": ["G2", *RIVALS], "moons": ["D5", "F3"]}, False),  # the guard's own moon is in its way
        (["A2", "A8"], {"planets": ["H1", *RIVALS], "moons": ["D5"]}, False),  # the planet on A8 would take the guard
        (["A2", "H9"], {"planets": RIVALS, "moons": ["D5", "C6"]}, True),  # a moon guards: the answer takes no more
        (["A2"], {"planets": RIVALS, "moons": ["D5", "E6"]}, False),  # a moon captures inward only
        (["A2"], {"planets": RIVALS, "moons": ["D5"], "solars": ["H5"]}, True),  # along the radius
        (["A2"], {"planets": ["H5", *RIVALS], "moons": ["D5"]}, False),  # which a planet can't
        (["A2"], {"planets": ["D5", "H1", *RIVALS]}, False),  # a planet for a planet
    ],
)
def test_a_planet_for_a_guarded_moon_is_a_loss(planets: list[str], silver: dict[str, list[str]], losing: bool) -> None:
    position, move = moved(HOME | {"planets": planets + HOME["planets"]}, silver, "A2xD5")
    assert position.is_losing(move) == losing


def test_a_moon_loses_nothing_by_a_capture() -> None:
    position, move = moved(HOME | {"moons": ["C4"]}, {"planets": ["D5", "H1", *RIVALS]}, "C4xD5")
    assert not position.is_losing(move)


@pytest.mark.parametrize("seats", [0, 1, 2])
def test_losing_is_judged_at_a_table_of_four_as_well(seats: int) -> None:
    """Red's moon on D5 is guarded by nobody, by blue's planet on H1, or gold has another planet to answer."""
    rings = [
        [".gP14.2sP6.2bP6.", ".gP14.2sP6.2bP6.", ".gP5.gP8.2sP6.2bP6."][seats],
        "32.",
        "32.",
        "4.rM27.",
        "32.",
        "32.",
        "32.",
        ["32.", "bP31.", "bP31."][seats],
    ]
    position = position_of(at("/".join(rings) + " g 4d - - - -"))
    assert position.is_losing(256 * 1 + 3 * 32 + 4) == (seats == 1)
