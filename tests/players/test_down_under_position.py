"""The position on which Down Under is explored agrees with the rules after every move made and unmade."""

import random
from collections.abc import Iterator, Mapping
from functools import partial
from statistics import fmean
from typing import Any

import pytest

from bot.players import JUDGES
from bot.players.budget import Budget, Meter, OutOfBudget
from bot.players.down_under.position import DownUnderPosition, position_of
from bot.players.down_under.tables import ROTATION, TILE_BITS
from bot.players.luck import Luck
from bot.players.positions import SearchPosition
from bot.rules import GAMES
from bot.rules.down_under import Move, Position

GAME = GAMES["down_under"]
TABLES: tuple[tuple[int, Mapping[str, object]], ...] = (
    (2, {}),
    (3, {}),
    (4, {"size": "4x4"}),
    (2, {"routes": 2}),
    (2, {"routes": 2, "tiles_per_turn": 1}),
    (3, {"growth": "one_end"}),
    (4, {"growth": "one_end", "size": "4x4"}),
    (3, {"animals": True}),
    (2, {"area": "frame", "size": "6x6", "animals": True}),
    (2, {"area": "line", "growth": "one_end"}),
    (2, {"area": "open", "routes": 2, "animals": True}),
)
RARE = ("rotate", "billabong", "decline", "terminal")


def read(state: Any) -> DownUnderPosition:
    position = position_of(state, Meter(Budget()))
    assert position is not None
    return position


def content(position: DownUnderPosition) -> tuple[Any, ...]:
    """Everything that a move may change."""
    return (
        position._grid[:-1],
        list(position._tiles),
        list(position._cells),
        list(position._left),
        list(position.hands),
        list(position._numbers),
        position._billabongs,
        position._box,
        position._zone,
        position._meetings,
        list(position.sizes),
        list(position.ends),
        position.rings,
        list(position.moves()),
        position.turn_goes_on,
        position.key(),
        len(position._log),
    )


def check(position: DownUnderPosition, state: Position) -> None:
    """Both say the same."""
    assert position.to_move == state.to_move
    assert list(position.moves()) == [position.encode(move) for move in state.legal()]
    assert position.turn_goes_on == bool(state.used)
    assert len(position.offer) == len(state.offer)
    assert len(position.pending) == len(state.pending)
    assert [position.score(colour) for colour in range(state.table.colours)] == [
        state.score(colour) for colour in range(state.table.colours)
    ]
    assert position.evaluate() == pytest.approx(JUDGES["down_under"].evaluate(state))
    assert position.places() == (None if state.result is None else list(state.result.places))


def matches(seats: int, options: Mapping[str, object], seeds: range) -> Iterator[tuple[Any, Any, Move | None]]:
    """Matches nearly at random: (state, position, move) before every move, and (state, position, None) at the end."""
    for seed in seeds:
        source = random.Random(seed)
        state: Any = GAME.start(seats, options, Luck(seed))
        position = read(state)
        while state.to_move is not None:
            legal = state.legal()
            growing = [move for move in legal if move.kind not in RARE]
            move = source.choice(growing if growing and source.random() < 0.95 else legal)
            yield state, position, move
            position.make(position.encode(move))
            state = state.play(move, Luck(0))
        yield state, position, None


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_it_goes_on_as_the_rules_do(seats: int, options: Mapping[str, object]) -> None:
    for state, position, _ in matches(seats, options, range(2)):
        check(position, state)


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_it_goes_on_as_the_rules_do_for_long(seats: int, options: Mapping[str, object]) -> None:
    for state, position, _ in matches(seats, options, range(100, 150)):
        check(position, state)


@pytest.mark.sample(4)
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_taking_moves_back_leaves_nothing_changed(seats: int, options: Mapping[str, object]) -> None:
    before: list[tuple[Any, ...]] = []
    for number, (state, position, move) in enumerate(matches(seats, options, range(5, 6))):
        found = content(position)
        if number % 5 == 0:
            for tried in position.moves():
                position.make(tried)
                position.unmake()
            assert content(position) == found
        if move is not None:
            before.append(found)
            continue
        assert state.to_move is None
        while before:
            position.unmake()
            assert content(position) == before.pop()


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_taking_several_moves_back_at_once_leaves_nothing_changed(seats: int, options: Mapping[str, object]) -> None:
    before: list[tuple[Any, ...]] = []
    for _, position, move in matches(seats, options, range(9, 10)):
        before.append(content(position))
        if move is None:
            position.rewind(0)
            for number in (1, 7, len(before) - 9):
                position.rewind(number)
                del before[-number:]
                assert content(position) == before[-1]


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_a_playout_follows_the_rules_to_the_end_and_leaves_nothing_changed(
    seats: int, options: Mapping[str, object]
) -> None:
    luck, source = Luck(11), random.Random(11)
    state: Any = GAME.start(seats, options, luck)
    for _ in range(2):
        state = state.play(source.choice(state.legal()), luck)
    position = read(state)
    found, mover = content(position), position.to_move
    side_of: dict[int | None, int] = {seat: seat for seat in range(seats)}
    for _ in range(12):
        (scores, places), line = position.play_out(
            source.random, 2, side_of, lambda: (position.evaluate(), position.places())
        )
        assert (content(position), position.to_move) == (found, mover)
        end = state
        for side, coded in line:
            assert end.to_move == side
            own = read(end)
            end = end.play(
                next(move for move in end.legal() if own.encode(move) == shifted(coded, position, own)), luck
            )
        assert end.to_move is None
        assert scores == pytest.approx(JUDGES["down_under"].evaluate(end))
        assert places == list(end.result.places)


def shifted(move: int, position: DownUnderPosition, other: DownUnderPosition) -> int:
    """A move of one position as another one of the same match has it, whose grid may begin elsewhere."""
    return (
        move if move < 0 else other._number(position._at(move >> TILE_BITS)) << TILE_BITS | move & (1 << TILE_BITS) - 1
    )


@pytest.mark.parametrize("positions", [0, 1, 9])
def test_a_playout_that_runs_out_of_budget_leaves_nothing_changed(positions: int) -> None:
    state: Any = GAME.start(2, {}, Luck(3))
    position = position_of(state, Meter(Budget(positions=positions)))
    assert position is not None
    found = content(position)
    with pytest.raises(OutOfBudget):
        position.play_out(random.Random(1).random, 2, {0: 0, 1: 1}, position.places)
    assert content(position) == found


def test_a_glance_at_a_rotation_is_comparable_to_one_at_a_placement() -> None:
    """It says what is added to the lead, as for a placement."""
    rotations = 0
    for state, position, _ in matches(3, {}, range(12)):
        side = state.to_move
        if side is None:
            continue
        before = position.lead(side)
        for move in position.moves():
            if move >= 0 and move & ROTATION:
                rotations += 1
                glance = position.glance(move, side)
                position.make(move)
                assert glance == pytest.approx(position.lead(side) - before)
                position.unmake()
    assert rotations > 2


def test_a_drawn_rank_is_that_of_the_best_of_some_random_moves() -> None:
    """Drawing it gives each gain as often as judging random moves one by one, also with two ends to choose from."""
    source = random.Random(1)
    compared = 0
    for state, position, _ in matches(2, {}, range(1)):
        side = state.to_move
        if side is None or len(position.moves()) < 8 or any(move < 0 or move & ROTATION for move in position.moves()):
            continue
        means = [
            fmean(position.glance(choose(source.random, 3, side), side) for _ in range(1500))
            for choose in (position.best_of, partial(SearchPosition.best_of, position))
        ]
        assert means[0] == pytest.approx(means[1], abs=0.2)
        compared += 1
    assert compared > 5


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_it_is_the_same_whichever_moves_led_there(seats: int, options: Mapping[str, object]) -> None:
    for number, (state, position, _) in enumerate(matches(seats, options, range(7, 8))):
        if number % 5 == 4:
            other = read(GAME.load(state.dump()))
            check(other, state)
            assert (other.sizes, other.rings, other.hands) == (position.sizes, position.rings, position.hands)


def at(doc: Mapping[str, object], *tiles: tuple[int, int, str, str, int], **changes: object) -> Any:
    """A position with these tiles: x, y, kind, facing, colour."""
    listed = [
        {"x": x, "y": y, "kind": kind, "dir": facing, "colour": colour, "animal": None}
        for x, y, kind, facing, colour in tiles
    ]
    return GAME.load({**doc, "tiles": listed, **changes})


def start(seats: int, **options: object) -> dict[str, object]:
    return dict(GAME.start(seats, options, Luck(1)).dump())


ENDLESS = (
    (0, 0, "curve", "NE", 0),
    (1, 0, "curve", "NW", 0),
    (1, 1, "curve", "SW", 0),
    (0, 1, "curve", "SE", 0),
    (2, 1, "curve", "SW", 1),
    (2, 0, "straight", "NS", 1),
)
BILLABONGS = (
    (0, -1, "curve", "NE", 0),
    (1, -1, "curve", "NW", 0),
    (0, 1, "curve", "SE", 1),
    (1, 1, "curve", "SW", 1),
    (-2, 0, "straight", "EW", 2),
)
DEADLOCK = (
    *((0, 1, "curve", "SE", 0), (1, 1, "curve", "SW", 0), (0, -1, "curve", "NE", 1), (1, -1, "straight", "EW", 1)),
    *((2, -1, "curve", "NW", 1), (2, 0, "straight", "NS", 1), (2, 1, "straight", "NS", 1), (2, 2, "curve", "SW", 1)),
    *((1, 2, "curve", "NE", 1), (1, 3, "curve", "SW", 1), (0, 3, "curve", "SE", 1), (0, 2, "curve", "NW", 1)),
    *((-1, 2, "curve", "SE", 1), (-1, 1, "straight", "NS", 1), (-1, 0, "curve", "NE", 1)),
)
RARITIES = [
    pytest.param(at(start(2), *ENDLESS), {"rotate"}, id="an endless route is turned open"),
    pytest.param(at(start(3), *BILLABONGS, turn=2), {"extension"}, id="two billabongs and an extension"),
    pytest.param(at(start(2, size="9x9"), *DEADLOCK), {"billabong", "decline"}, id="a deadlock is offered"),
]


@pytest.mark.parametrize(("state", "rare"), RARITIES)
def test_what_is_rare_is_played_as_the_rules_do(state: Any, rare: set[str]) -> None:
    met: set[str] = set()

    def walk(state: Any, depth: int) -> None:
        check(position, state)
        met.update("extension" if state.extension else move.kind for move in state.legal())
        before = content(position)
        if depth:
            for move in state.legal():
                position.make(position.encode(move))
                walk(state.play(move, Luck(0)), depth - 1)
                position.unmake()
                assert content(position) == before

    position = read(state)
    walk(state, 2)
    assert met >= rare


def test_one_key_is_one_position() -> None:
    """The same tiles laid in another order are the same position; whose turn it is makes another of it."""
    known: dict[Any, Any] = {}
    for seed in range(12):
        for state, position, move in matches(2, {"size": "4x4"}, range(seed, seed + 1)):
            if move is not None:
                what = frozenset(state.tiles.items()), state.to_move
                assert known.setdefault(position.key(), what) == what
    assert len(known) == len(set(known.values())) > 100


def perft(position: DownUnderPosition, depth: int) -> int:
    """How many sequences of so many moves there are."""
    if depth == 1:
        return len(position.moves())
    total = 0
    for move in position.moves():
        position.make(move)
        total += perft(position, depth - 1)
        position.unmake()
    return total


def counted(state: Any, depth: int) -> int:
    """The same by the rules."""
    legal = state.legal()
    return len(legal) if depth == 1 else sum(counted(state.play(move, Luck(0)), depth - 1) for move in legal)


@pytest.mark.parametrize(
    ("seats", "options", "depth", "ways"),
    [(2, {}, 2, 252), (2, {"routes": 2}, 3, 192), (4, {"growth": "one_end"}, 3, 128)],
)
def test_there_are_as_many_ways_to_begin_as_by_the_rules(
    seats: int, options: Mapping[str, object], depth: int, ways: int
) -> None:
    state = GAME.start(seats, options, Luck(1))
    assert perft(read(state), depth) == counted(state, depth) == ways


@pytest.mark.parametrize(
    ("seats", "options", "share"), [(2, {}, 0.95), (2, {"routes": 2}, 0.95), (3, {"animals": True}, 0.6)]
)
def test_a_glance_sees_what_a_placement_adds_to_the_lead(
    seats: int, options: Mapping[str, object], share: float
) -> None:
    """It leaves out how the area changes, and weighs several opponents alike."""
    glanced, right = 0, 0
    for state, position, _ in matches(seats, options, range(2)):
        side = state.to_move
        if side is None or any(move < 0 or move & ROTATION for move in position.moves()):
            continue
        before, found = position.lead(side), content(position)
        for move in position.moves():
            glance = position.glance(move, side)
            position.make(move)
            glanced += 1
            right += glance == pytest.approx(position.lead(side) - before)
            position.unmake()
        assert content(position) == found
    assert right > share * glanced > 100


@pytest.mark.thorough
@pytest.mark.sample(4)
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_what_a_route_could_gain_next_is_what_the_rules_allow(seats: int, options: Mapping[str, object]) -> None:
    luck, source = Luck(2), random.Random(2)
    state: Any = GAME.start(seats, options, luck)
    for number in range(24):
        if state.to_move is None:
            break
        if number % 3 == 0:
            position, moves = read(state), state.legal()
            before = content(position)
            for colour in state.table.colours_of(state.to_move):
                whole = not (state.used or state.offer or state.pending)
                scores = [state.play(move, luck).score(colour) for move in moves if whole and move.colour == colour]
                gained = max(scores, default=0) - state.score(colour)
                assert position.largest_gain(colour) == (max(0, gained) if scores else 0)
            assert content(position) == before
        state = state.play(source.choice(state.legal()), luck)


def test_room_is_the_free_cells_within_some_steps() -> None:
    luck, source = Luck(4), random.Random(4)
    state: Any = GAME.start(2, {"size": "6x6"}, luck)
    while state.to_move is not None:
        position = read(state)
        for colour in range(2):
            near = {cell for cell, _ in state.board.ends[colour] if state.is_inside(cell)}
            for _ in range(3):
                near |= {(x + dx, y + dy) for x, y in near for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))}
                near = {cell for cell in near if cell not in state.board.tiles and state.is_inside(cell)}
            assert position.room([port >> 2 for port in position.ends[colour] if port >= 0], 3) == len(near)
        state = state.play(source.choice(state.legal()), luck)


def test_nothing_changes_when_the_budget_ends() -> None:
    position = position_of(GAME.start(2, {}, Luck(1)), Meter(Budget(positions=1)))  # type: ignore[arg-type]
    assert position is not None
    first, second = position.moves()[:2]
    position.make(first)
    position.unmake()
    before = content(position)
    with pytest.raises(OutOfBudget):
        position.make(second)
    assert content(position) == before


def test_where_tiles_lie_far_apart_the_states_of_the_rules_have_to_do() -> None:
    far = at(
        start(2, area="open"),
        (0, 0, "straight", "NS", 0),
        (900, 0, "straight", "NS", 1),
    )
    assert position_of(far, Meter(Budget())) is None
    near = at(start(2, area="open"), (0, 0, "straight", "NS", 0), (9, 0, "straight", "NS", 1))
    assert position_of(near, Meter(Budget())) is not None
