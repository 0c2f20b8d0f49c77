"""Down Under: every worked example and every ruling of its rules page, and every document and text it refuses."""

import copy
import json
import pickle
import random
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.rules import GAMES, Ambiguous, IllegalMove, NotLegalHere, Result, Unreadable
from bot.rules.chance import Recorded, Scripted, Sealed
from bot.rules.down_under import Box, Changed, Happened, Move, Owed, Pond, Position, beyond, game, what_happened
from bot.rules.down_under.board import doubled_colours
from bot.rules.down_under.notation import cell_of, column_name, column_number
from bot.rules.down_under.setup import frame_cells, lines
from bot.rules.down_under.tiles import EDGES, SHAPES, STOP
from tests.rules.down_under import plain

NO_LUCK = Scripted([])
Document = dict[str, Any]
DEFAULTS: Document = {
    "size": "recommended",
    "area": "floating",
    "growth": "both",
    "routes": 1,
    "tiles_per_turn": 2,
    "animals": False,
}
LETTERS = {"Y": 0, "B": 1, "R": 2, "G": 3, "N": None}
KINDS = {"s": "straight", "c": "curve", "t": "terminal"}
SETTINGS = settings(max_examples=3, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def entry(text: str) -> Document:
    """A tile as the rules page writes it for short: Y s 0,0 NS, with an animal Y s:emu 0,0 NS; N is neutral."""
    colour, kind, cell, facing = text.split()
    x, y = cell.split(",")
    kind, _, animal = kind.partition(":")
    return {
        "x": int(x),
        "y": int(y),
        "kind": KINDS[kind],
        "dir": facing,
        "colour": LETTERS[colour],
        "animal": animal or None,
    }


def document(*laid: str, **changes: Any) -> Document:
    """A document: tiles one by one or several in a text, separated by commas and a blank; options by their names."""
    options = DEFAULTS | {name: changes.pop(name) for name in DEFAULTS if name in changes}
    return {
        "game": "down_under",
        "seats": 2,
        "options": options,
        "turn": 0,
        "used": [],
        "offer": [],
        "pending": [],
        "tiles": plain.by_row([entry(text) for line in laid for text in line.split(", ")]),
        "ponds": [],
    } | changes


def at(*laid: str, **changes: Any) -> Position:
    return game.load(document(*laid, **changes))


def start(seats: int = 2, *luck: Any, **options: Any) -> Position:
    return game.start(seats, options, Scripted(luck))


def after(state: Position, *texts: str) -> Position:
    for text in texts:
        state = state.play(state.parse(text), NO_LUCK)
    return state


def written(state: Position) -> list[str]:
    return [state.notate(move) for move in state.legal()]


def lengths(state: Position) -> list[int]:
    return [route["length"] for route in state.view(None)["routes"]]


def open_ends(state: Position, colour: int) -> list[list[Any]]:
    ends: list[list[Any]] = state.view(None)["routes"][colour]["open"]
    return ends


def happened(state: Position, text: str) -> Happened:
    move = state.parse(text)
    return what_happened(state, move, state.play(move, NO_LUCK))


def answered(state: Position, text: str) -> str | IllegalMove:
    """The canonical text of what was typed, or why it is refused."""
    try:
        return state.notate(state.parse(text))
    except IllegalMove as refusal:
        return refusal


def changed(doc: Document, **changes: Any) -> Document:
    """The document with some keys replaced; a name such as options__size means a key of an inner object."""
    doc = copy.deepcopy(doc)
    for name, value in changes.items():
        outer, _, inner = name.partition("__")
        (doc[outer] if inner else doc)[inner or outer] = value
    return doc


def random_match(luck: random.Random, seats: int, options: Document, capping: float = 0.2) -> Iterator[Position]:
    """The positions of a random match, in which terminals are avoided but for a part of the choices."""
    state = game.start(seats, options, Sealed(luck.randbytes(32), "table"))
    yield state
    while state.to_move is not None:
        moves = state.legal()
        going_on = [move for move in moves if move.kind != "terminal"]
        state = state.play(luck.choice(moves if luck.random() < capping else going_on or moves), NO_LUCK)
        yield state


TABLES: list[tuple[int, Document]] = [
    *((seats, {}) for seats in (2, 3, 4)),
    *((seats, {"growth": "one_end"}) for seats in (2, 3, 4)),
    *((seats, {"animals": True, "size": "difficult"}) for seats in (2, 3, 4)),
    *((seats, {"area": "open"}) for seats in (2, 4)),
    *((seats, {"area": "line", "animals": seats == 3}) for seats in (2, 3)),
    (2, {"area": "line", "growth": "one_end", "size": "9x9"}),
    (2, {"area": "frame", "animals": True}),
    (2, {"area": "frame", "growth": "one_end", "size": "8x7"}),
    (2, {"routes": 2}),
    (2, {"routes": 2, "tiles_per_turn": 1, "animals": True}),
    (2, {"routes": 2, "area": "open"}),
    (4, {"size": "4x4"}),
    (3, {"size": "recommended2"}),
]
"""Seats and options that between them show every variant."""


def test_the_registry_knows_down_under_by_its_name() -> None:
    assert GAMES["down_under"] is game
    assert (game.key, game.title, game.hidden) == ("down_under", "Down Under", False)
    assert (game.forces, game.rules_version) == (True, 2)


@pytest.mark.parametrize(
    ("options", "drawn"), [({}, False), ({"area": "open"}, False), ({"area": "line"}, True), ({"area": "frame"}, True)]
)
def test_only_neutral_tiles_are_laid_by_luck(options: dict[str, Any], drawn: bool) -> None:
    luck = Recorded(Sealed(bytes(32), "table"))
    game.start(2, options, luck)
    assert bool(luck.outcomes) == game.uses_chance(options) == drawn


class TestComponents:
    """Components and geometry."""

    def test_each_edge_of_each_tile_carries_exactly_one_end(self) -> None:
        for shapes in SHAPES.values():
            ends = [edge for one, other, _ in shapes for edge in (one, other) if edge != STOP]
            assert sorted(ends) == [0, 1, 2, 3]

    @pytest.mark.parametrize(
        ("kind", "facing", "pieces"),
        [
            ("straight", "NS", {"NS": "coloured", "EW": "grey"}),
            ("straight", "EW", {"EW": "coloured", "NS": "grey"}),
            ("curve", "NE", {"NE": "coloured", "SW": "grey"}),
            ("curve", "SE", {"ES": "coloured", "NW": "grey"}),
            ("curve", "SW", {"SW": "coloured", "NE": "grey"}),
            ("curve", "NW", {"NW": "coloured", "ES": "grey"}),
            ("terminal", "N", {"N": "coloured", "S": "half_grey", "EW": "grey"}),
            ("terminal", "E", {"E": "coloured", "W": "half_grey", "NS": "grey"}),
            ("terminal", "S", {"S": "coloured", "N": "half_grey", "EW": "grey"}),
            ("terminal", "W", {"W": "coloured", "E": "half_grey", "NS": "grey"}),
            ("billabong", "", {"N": "stub", "E": "stub", "S": "stub", "W": "stub"}),
            ("billabong", "EW", {"EW": "billabong", "N": "stub", "S": "stub"}),
            ("billabong", "NW SE", {"NW": "billabong", "ES": "billabong"}),
        ],
    )
    def test_the_pieces_of_a_tile(self, kind: str, facing: str, pieces: dict[str, str]) -> None:
        found = {
            "".join(EDGES[edge] for edge in sorted((one, other)) if edge != STOP): name
            for one, other, name in SHAPES[kind, facing]
        }
        assert found == pieces

    def test_a_set_of_tiles(self) -> None:
        state = start(4)
        for colour in range(4):
            assert [state.left(colour, kind) for kind in ("straight", "curve", "terminal")] == [7, 9, 2]
        assert state.billabongs == 4

    def test_a_set_of_animals(self) -> None:
        """Rulings 1."""
        hand = start(2, animals=True).view(None)["hands"][1]
        assert hand == {
            "straight": 7,
            "curve": 9,
            "terminal": 2,
            "animals": {
                "straight": {"kangaroo": 2, "emu": 2, "platypus": 1, "rabbit": 2},
                "curve": {"kangaroo": 2, "emu": 2, "platypus": 2, "rabbit": 2, "dingo": 1},
            },
        }
        assert list(hand["animals"]["curve"]) == ["kangaroo", "emu", "platypus", "rabbit", "dingo"]

    def test_tiles_that_touch_at_a_corner_are_not_connected(self) -> None:
        state = at("Y s 0,0 NS, B s 1,1 EW")
        assert lengths(state) == [1, 1]
        assert open_ends(state, 0) == [[0, 0, "N"], [0, 0, "S"]]

    def test_grey_and_foreign_pieces_belong_to_the_route_they_lie_on(self) -> None:
        state = at("Y s 0,0 EW, B s 1,0 NS, B s 1,1 NS")
        assert lengths(state) == [2, 2]
        route = state.routes[0]
        assert [(piece.cell, piece.kind, piece.colour) for piece in route.pieces] == [
            ((0, 0), "coloured", 0),
            ((1, 0), "grey", 1),
        ]
        assert route.open == (((0, 0), 3), ((1, 0), 1))

    @pytest.mark.parametrize(
        ("seats", "options", "colours", "owned"),
        [
            (2, {}, ("yellow", "blue"), [(0,), (1,)]),
            (3, {}, ("yellow", "blue", "red"), [(0,), (1,), (2,)]),
            (4, {}, ("yellow", "blue", "red", "green"), [(0,), (1,), (2,), (3,)]),
            (2, {"routes": 2}, ("yellow", "blue"), [(0, 2), (1, 3)]),
        ],
    )
    def test_colours(
        self, seats: int, options: Document, colours: tuple[str, ...], owned: list[tuple[int, ...]]
    ) -> None:
        assert game.colours(seats, options) == colours
        table = start(seats, **options).table
        assert [table.colours_of(seat) for seat in range(seats)] == owned
        assert all(table.seat_of(colour) == seat for seat in range(seats) for colour in owned[seat])


class TestOptions:
    def test_names_types_and_defaults(self) -> None:
        assert {option.name: option.default for option in game.options} == DEFAULTS
        assert [option.type for option in game.options] == [str, str, str, int, int, bool]

    @pytest.mark.parametrize(
        ("size", "extents"),
        [
            ("easy", [(6, 6), (7, 7), (8, 8)]),
            ("recommended", [(5, 7), (6, 8), (7, 9)]),
            ("recommended2", [None, (5, 9), (6, 10)]),
            ("difficult", [(4, 8), (4, 10), (5, 11)]),
            ("4x20", [(4, 20)] * 3),
        ],
    )
    def test_sizes(self, size: str, extents: list[tuple[int, int] | None]) -> None:
        for seats, extent in zip((2, 3, 4), extents, strict=True):
            assert (seats in game.seats({"size": size})) == (extent is not None)
            if extent is not None:
                assert start(seats, size=size).table.extent == extent

    @pytest.mark.parametrize(
        ("options", "seats"),
        [
            ({}, (2, 3, 4)),
            ({"size": "recommended2"}, (3, 4)),
            ({"size": "recommended2", "area": "open"}, (3, 4)),
            ({"area": "line"}, (2, 3)),
            ({"area": "line", "size": "recommended2"}, (3,)),
            ({"area": "line", "size": "easy"}, (2, 3)),
            ({"area": "line", "size": "4x5"}, (2, 3)),
            ({"area": "frame"}, (2,)),
            ({"area": "frame", "size": "7x8"}, (2,)),
            ({"routes": 2}, (2,)),
            ({"routes": 2, "area": "open"}, (2,)),
        ],
    )
    def test_the_seats_that_may_play(self, options: Document, seats: tuple[int, ...]) -> None:
        assert game.seats(options) == seats
        for number in (1, 2, 3, 4, 5):
            if number not in seats:
                with pytest.raises(ValueError, match=r"^seats: "):
                    game.start(number, options, Sealed(bytes(32), "table"))

    @pytest.mark.parametrize(
        "options",
        [
            {"area": "line", "size": "4x4"},
            {"area": "line", "size": "10x10"},
            {"area": "frame", "size": "8x8"},
            {"area": "frame", "size": "recommended2"},
            {"routes": 2, "size": "recommended2"},
            {"routes": 2, "area": "line"},
            {"routes": 2, "area": "frame"},
        ],
    )
    def test_options_with_which_nobody_can_play(self, options: Document) -> None:
        with pytest.raises(ValueError, match=r"^options"):
            game.seats(options)
        with pytest.raises(ValueError, match=r"^options"):
            game.start(2, options, Sealed(bytes(32), "table"))

    @pytest.mark.parametrize(
        ("name", "value"),
        [
            *(("size", value) for value in ("Easy", "3x5", "21x5", "05x7", "5X7", "5x", "x", "", "5x7 ", 5, None)),
            ("size", []),
            *(("area", value) for value in ("Floating", "", None, 1)),
            *(("growth", value) for value in ("oneend", True)),
            *(("routes", value) for value in (0, 3, True, "1", 1.0)),
            *(("tiles_per_turn", value) for value in (0, 3, False, None)),
            *(("animals", value) for value in (0, 1, "true", None)),
        ],
    )
    def test_a_bad_value_is_refused_by_name(self, name: str, value: Any) -> None:
        with pytest.raises(ValueError, match=rf"^options\.{name}: ") as refused:
            game.seats({name: value})
        assert len(str(refused.value)) < 200

    def test_options_without_effect_change_nothing(self) -> None:
        assert written(start(2, tiles_per_turn=1)) == written(start(2))
        assert written(start(2, routes=2, growth="one_end")) == written(start(2, routes=2))


class TestSetup:
    @pytest.mark.parametrize("options", [{}, {"area": "open"}, {"animals": True}, {"routes": 2}])
    def test_the_table_is_empty_and_no_luck_is_used(self, options: Document) -> None:
        state = start(2, **options)
        assert not state.tiles
        assert state.to_move == 0
        assert all(move.cell == (0, 0) for move in state.legal())

    @pytest.mark.parametrize(("width", "height"), [(4, 4), (4, 5), (5, 7), (6, 8), (7, 7), (9, 5), (13, 5)])
    def test_admissible_lines(self, width: int, height: int) -> None:
        assert list(lines(width, height)) == plain.lines(width, height)

    def test_the_numbers_of_lines_that_the_page_gives(self) -> None:
        assert len(lines(5, 7)) == 16
        assert lines(5, 7)[0] == "EEENNNNENN"
        assert lines(4, 4) == ()

    @pytest.mark.parametrize("size", ["4x16", "20x20", "7x13"])
    def test_no_line_is_longer_than_a_set(self, size: str) -> None:
        with pytest.raises(ValueError, match="size"):
            game.seats({"area": "line", "size": size})

    def test_a_line_lies_from_corner_to_corner(self) -> None:
        """EEENNNNENN, Rulings 18."""
        state = start(2, 1, area="line")
        assert (
            state.dump()["tiles"]
            == document(
                "N t 0,0 E, N s 1,0 EW, N s 2,0 EW, N c 3,0 NW, N s 3,1 NS, N s 3,2 NS, N s 3,3 NS",
                "N c 3,4 SE, N c 4,4 NW, N s 4,5 NS, N t 4,6 S",
            )["tiles"]
        )

    def test_the_only_line_is_rolled_for_as_well(self) -> None:
        state = start(2, 1, area="line", size="4x5")
        assert len(lines(4, 5)) == 1
        assert len(state.tiles) == 8

    def test_a_frame_surrounds_the_area(self) -> None:
        """Rulings 19; the blocks of each side from left to right or from bottom to top."""
        top = ["pair", "straight", "pair"]
        right = ["straight", "pair", "straight", "pair", "straight"]
        bottom = ["pair", "pair", "straight"]
        left = ["pair", "straight", "straight", "straight", "pair"]
        state = start(2, top, right, bottom, left, area="frame")
        assert (
            state.dump()["tiles"]
            == document(
                "N c 0,7 NW, N c 1,7 NE, N s 2,7 EW, N c 3,7 NW, N c 4,7 NE",
                "N s 5,0 NS, N c 5,1 SE, N c 5,2 NE, N s 5,3 NS, N c 5,4 SE, N c 5,5 NE, N s 5,6 NS",
                "N c 0,-1 SW, N c 1,-1 SE, N c 2,-1 SW, N c 3,-1 SE, N s 4,-1 EW",
                "N c -1,0 SW, N c -1,1 NW, N s -1,2 NS, N s -1,3 NS, N s -1,4 NS, N c -1,5 SW, N c -1,6 NW",
            )["tiles"]
        )
        assert set(state.tiles) == frame_cells(5, 7)

    def test_the_grey_of_a_pair_leads_back_into_the_area(self) -> None:
        sides = [["pair", *["straight"] * (length - 4), "pair"] for length in (5, 7, 5, 7)]
        state = start(2, *sides, area="frame")
        assert all(state.board.codes(cell).count(5) == 4 for cell in [(2, 3), (0, 0)])
        for cell, edge in ((0, 7), 2), ((5, 0), 3), ((0, -1), 0), ((-1, 0), 1):
            pieces = list(state.board.walk(beyond(cell, edge), edge ^ 2))
            assert len(pieces) == 2
            assert state.is_inside(beyond(pieces[-1][0], edge))

    def test_animals_of_a_line(self) -> None:
        curves = ["dingo", "emu", "rabbit", "platypus", "kangaroo", "kangaroo", "emu", "platypus", "rabbit"]
        straights = ["rabbit", "rabbit", "platypus", "emu", "emu", "kangaroo", "kangaroo"]
        state = start(2, 1, curves, straights, area="line", animals=True)
        assert [state.tiles[cell].animal for cell in ((3, 0), (3, 4), (4, 4))] == ["dingo", "emu", "rabbit"]
        along = [(1, 0), (2, 0), (3, 1), (3, 2), (3, 3), (4, 5)]
        assert [state.tiles[cell].animal for cell in along] == straights[:6]
        assert [state.tiles[cell].animal for cell in ((0, 0), (4, 6))] == [None, None]

    def test_animals_of_a_frame_come_from_two_sets(self) -> None:
        luck = Recorded(Sealed(bytes(32), "table"))
        state = game.start(2, {"area": "frame", "animals": True}, luck)
        assert [len(outcome) for outcome in luck.outcomes if isinstance(outcome, list)] == [3, 5, 3, 5, 18, 14]
        curves, straights = luck.outcomes[4:]
        assert isinstance(curves, list)
        assert isinstance(straights, list)
        assert Counter(curves) == {"kangaroo": 4, "emu": 4, "platypus": 4, "rabbit": 4, "dingo": 2}
        assert Counter(straights) == {"kangaroo": 4, "emu": 4, "platypus": 2, "rabbit": 4}
        sides = [(x, 7) for x in range(5)] + [(5, y) for y in range(7)]
        sides += [(x, -1) for x in range(5)] + [(-1, y) for y in range(7)]
        for kind, deck in (("curve", curves), ("straight", straights)):
            laid = [state.tiles[cell].animal for cell in sides if state.tiles[cell].kind == kind]
            assert laid == deck[: len(laid)]

    @pytest.mark.parametrize(("seats", "options"), TABLES)
    def test_luck_is_used_for_the_layout_only(self, seats: int, options: Document) -> None:
        luck = Recorded(Sealed(bytes(32), "table"))
        game.start(seats, options, luck)
        drawn = {"line": 1, "frame": 4}.get(options.get("area", ""), 0)
        assert len(luck.outcomes) == drawn + (2 if drawn and options.get("animals") else 0)


# --------------------------------------------------------------------------------------------------- worked examples

BORDER = (
    *(f"Y s 0,{y} NS" for y in range(7)),
    *(f"B s {x},0 EW" for x in range(1, 7)),
)
ALL_CURVES = (
    "Y c 0,0 NW, Y c 0,1 SE, Y c 1,1 NW, Y c 1,2 SE, Y c 2,2 NW, Y c 2,3 SE, Y c 3,3 NW, Y c 3,4 SE, Y c 4,4 NW"
)
ENDLESS = "Y c 0,0 NE, Y c 1,0 NW, Y c 1,1 SW, Y c 0,1 SE, B c 2,1 SW, B s 2,0 NS"
CASE_1 = "Y s 0,-1 NS, B s 0,1 NS, R s -2,0 EW"
LOCKED = (
    "Y c 0,1 SE, Y c 1,1 SW, B c 0,-1 NE, B s 1,-1 EW, B c 2,-1 NW, B s 2,0 NS, B s 2,1 NS, B c 2,2 SW, B c 1,2 NE",
    "B c 1,3 SW, B c 0,3 SE, B c 0,2 NW, B c -1,2 SE, B s -1,1 NS, B c -1,0 NE",
)
SQUARE = "Y t 0,0 N, B t 1,-1 E, R t 1,0 N, G t 0,-1 W"

PASSED_THROUGH: Document = json.loads("""
{"game":"down_under","seats":3,
 "options":{"size":"recommended","area":"floating","growth":"both","routes":1,"tiles_per_turn":2,"animals":false},
 "turn":2,"used":[2],"offer":[],"pending":[{"x":0,"y":0,"colour":2}],
 "tiles":[{"x":0,"y":-1,"kind":"straight","dir":"NS","colour":0,"animal":null},
          {"x":-2,"y":0,"kind":"straight","dir":"EW","colour":2,"animal":null},
          {"x":-1,"y":0,"kind":"straight","dir":"EW","colour":2,"animal":null},
          {"x":0,"y":1,"kind":"straight","dir":"NS","colour":1,"animal":null}],
 "ponds":[{"x":0,"y":0,"joins":["EW"]}]}
""")


class TestWorkedExamples:
    def test_1_the_border(self) -> None:
        state = at(*BORDER, size="7x9")
        assert sorted(written(state)) == sorted(
            ["curve j9 NE", "curve j9 NW", "terminal j9 N", "curve j17 SE", "curve j17 SW", "terminal j17 S"]
        )
        assert (state.columns, state.rows, state.border) == (None, None, None)
        state = after(state, "curve j17 SE")
        assert (state.columns, state.rows, state.border) == ((0, 6), None, None)
        assert sorted(written(state)) == ["terminal i10 E", "terminal q10 W"]
        state = after(state, "terminal q10 W")
        assert sorted(written(state)) == sorted(
            ["curve j9 NE", "curve j9 NW", "terminal j9 N", "curve k17 NW", "curve k17 SW", "terminal k17 W"]
        )
        decided = after(state, "curve j9 NE")
        assert decided.border == Box(0, -1, 6, 7)
        assert decided.zones == (Box(0, -1, 6, 7),)

    def test_2_a_terminal_as_the_only_way(self) -> None:
        state = at(ALL_CURVES, "B s 4,6 NS", area="open")
        assert sorted(written(state)) == ["straight m14 EW", "terminal m14 E", "terminal r19 S"]
        state = after(state, "terminal r19 S")
        assert lengths(state) == [10, 2]
        assert open_ends(state, 1) == [[4, 6, "N"]]
        assert {move.cell for move in state.legal()} == {(4, 7)}

    def test_3_two_terminals_facing_away(self) -> None:
        state = after(at("Y s 0,0 NS, B s 0,3 NS"), "terminal h9 S", "terminal h10 N")
        assert lengths(state) == [2, 2]
        assert open_ends(state, 0) == [[0, 0, "S"]]
        assert open_ends(state, 1) == [[0, 3, "N"]]

    def test_4_half_grey(self) -> None:
        state = at("Y s 0,0 EW, Y t 1,0 W, B s 3,0 EW", turn=1)
        state = after(state, "straight j8 EW")
        assert lengths(state)[1] == 3
        assert open_ends(state, 1) == [[3, 0, "E"]]

    def test_5_twice_on_one_tile(self) -> None:
        state = at("Y s 0,0 NS, Y c 0,1 SE, Y c 1,1 SW, Y c 1,0 NW, B s 3,0 NS")
        assert lengths(state)[0] == 5
        assert open_ends(state, 0) == [[0, 0, "S"], [0, 0, "W"]]
        assert [piece.cell for piece in state.routes[0].pieces].count((0, 0)) == 2
        state = after(state, "terminal h7 N", "straight k7 NS", "terminal g8 E")
        assert lengths(state)[0] == 7
        assert state.routes[0].ended
        assert state.to_move == 1
        for _ in range(2):
            state = state.play(next(move for move in state.legal() if move.kind == "straight"), NO_LUCK)
            assert state.to_move == 1

    def test_6_endless(self) -> None:
        state = at(ENDLESS)
        assert state.routes[0].endless
        assert sorted(written(state)) == sorted(
            ["rotate h8 SE", "rotate h8 NW", "rotate i8 NE", "rotate i8 SW", "rotate h9 NE", "rotate h9 SW"]
        )
        state = after(state, "rotate h8 SE")
        assert lengths(state)[0] == 5
        assert open_ends(state, 0) == [[0, 0, "S"], [0, 0, "W"]]
        assert state.to_move == 1

    def test_7_billabong_case_1(self) -> None:
        state = after(at(CASE_1, seats=3, turn=2), "straight h9 EW")
        assert state.dump() == PASSED_THROUGH
        assert sorted(written(state)) == ["curve j9 NW", "curve j9 SW", "straight j9 EW", "terminal j9 W"]
        assert lengths(state) == [2, 2, 3]
        assert state.extension == ((1, 0), 3)
        assert after(state, "terminal j9 W").to_move == 0

    def test_8_case_1_the_mover_is_a_stranger(self) -> None:
        state = after(at(CASE_1, "G s -1,-1 NS", seats=4, turn=3), "straight i10 NS")
        assert state.dump()["ponds"] == [{"x": 0, "y": 0, "joins": []}]
        assert (state.pending, state.to_move) == ((), 0)

    def test_9_case_2(self) -> None:
        laid = "Y s 1,-2 NS, G s 2,-1 EW, R c 0,-1 SW, R c -1,-1 NE, R c -1,0 SE, B c 0,1 SE, B c 1,1 SW, B c 1,0 NE"
        state = after(at(laid, seats=4), "curve k9 SW")
        assert state.dump()["ponds"] == [{"x": 0, "y": 0, "joins": []}]
        assert lengths(state) == [4, 4, 4, 4]
        assert (state.pending, state.to_move) == ((), 1)

    def test_10_two_billabongs(self) -> None:
        laid = "Y c 0,-1 NE, Y c 1,-1 NW, B c 0,1 SE, B c 1,1 SW, R s -2,0 EW"
        state = after(at(laid, seats=3, turn=2), "straight h9 EW")
        assert state.dump()["ponds"] == [{"x": 0, "y": 0, "joins": ["EW"]}, {"x": 1, "y": 0, "joins": ["EW"]}]
        assert state.pending == (Owed((1, 0), 2),)
        assert {move.cell for move in state.legal()} == {(2, 0)}

    def test_11_case_3(self) -> None:
        state = after(at(*LOCKED, size="9x9"), "curve k10 NW")
        assert state.offer == ((0, 0),)
        assert (state.to_move, state.used) == (0, (0,))
        assert written(state) == ["billabong j10", "decline"]
        assert state.forced() is None

        accepted = after(state, "billabong j10")
        assert accepted.dump()["ponds"] == [{"x": 0, "y": 0, "joins": ["NE", "SW"]}]
        assert lengths(accepted) == [4, 14]
        assert all(route.endless for route in accepted.routes)
        assert accepted.to_move == 1
        assert len(accepted.legal()) == 18
        assert all(move.kind == "rotate" for move in accepted.legal())

        declined = after(state, "decline")
        assert declined.to_move == 0
        assert written(declined) == ["curve j10 NE"]

    def test_12_one_end(self) -> None:
        state = after(start(4, growth="one_end"), "terminal n14 N")
        assert written(state) == ["terminal n13 S"]
        state = after(state, "terminal n13 S")
        assert len(state.legal()) == 32
        assert "terminal o14 W" in written(state)
        assert "terminal n15 N" not in written(state)
        assert "terminal o14 E" not in written(state)
        assert written(after(state, "terminal o14 W")) == ["terminal p14 E"]

    def test_13_two_routes(self) -> None:
        state = at(SQUARE, routes=2)
        assert state.opening
        assert len(state.legal()) == 6
        state = after(state, "yellow straight j11 NS")
        assert state.to_move == 1
        state = after(state, "green terminal i9 E")
        assert (state.to_move, state.used) == (1, (3,))
        assert after(state, "blue straight l9 EW").to_move == 0

    def test_14_a_foreign_dingo(self) -> None:
        state = at(
            "Y t -1,0 E, Y s:emu 0,0 EW, Y s:emu 2,-1 NS, Y t 2,-2 N, B s:rabbit 1,0 NS, B c:dingo 2,0 NE",
            "B c:emu 1,1 SE, B c:emu 2,1 SW, B t 1,-1 N, B t 3,0 W",
            animals=True,
            turn=None,
        )
        assert state.routes[0].animals == Counter(rabbit=1, dingo=1)
        assert state.scores == (6, 6)
        assert state.result == Result((2, 1), (6, 6))


# ----------------------------------------------------------------------------------------------------------- rulings


class TestTheArea:
    """The area, and Rulings 3, 4, 5, 15."""

    def test_terminals_do_not_count_for_the_border(self) -> None:
        """Rulings 3."""
        laid = "Y s 0,0 EW, Y s 1,0 EW, Y s 2,0 EW, B s 0,1 EW"
        assert at(laid, size="4x4").columns is None
        assert at(laid, "Y t -1,0 E, Y t 3,0 W", size="4x4", turn=1).columns is None
        assert at(laid, "Y s 3,0 EW", size="4x4").columns == (0, 3)

    def test_a_terminal_may_lie_outside_where_an_own_end_leads(self) -> None:
        """Rulings 4."""
        state = at("Y s 0,0 EW, Y s 1,0 EW, Y s 2,0 EW, Y s 3,0 EW, B s 0,1 EW", size="4x4")
        assert state.columns == (0, 3)
        assert {move.kind for move in state.legal()} == {"terminal"}
        assert sorted(written(state)) == ["terminal d5 E", "terminal i5 W"]

    def test_billabongs_count_for_the_border(self) -> None:
        """Rulings 5."""
        state = game.load(changed(PASSED_THROUGH, options__size="4x5"))
        assert state.board.box == Box(-2, -1, 0, 1)
        state = game.load(changed(PASSED_THROUGH, options__size="4x4"))
        assert state.zones == (Box(-3, -2, 1, 2),)

    def test_a_billabong_may_not_lie_outside(self) -> None:
        """Rulings 15."""
        laid = "Y t 0,-1 N, B t 0,1 S, R t -1,0 E, G s 10,0 EW, G s 11,0 EW, G s 12,0 EW"
        wide, narrow = (at(laid, seats=4, turn=3, size=size) for size in ("20x4", "4x4"))
        move = Move("straight", (13, 0), "EW", 3)
        assert [pond["x"] for pond in wide.play(move, NO_LUCK).dump()["ponds"]] == [0]
        state = narrow.play(move, NO_LUCK)
        assert state.board.meetings == {(0, 0)}
        assert not state.is_inside((0, 0))
        assert not state.dump()["ponds"]

    def test_after_the_fourth_billabong_such_a_cell_is_an_ordinary_one(self) -> None:
        """Rulings 15."""
        ponds: list[Document] = [{"x": x, "y": 3, "joins": []} for x in (-2, -1, 0, 1)]
        state = after(at(CASE_1, seats=3, turn=2, ponds=ponds, size="9x9"), "straight i10 EW")
        assert len(state.dump()["ponds"]) == 4
        assert state.board.meetings == {(0, 0)}
        assert state.to_move == 0
        assert "terminal j10 S" in written(state)

    @pytest.mark.parametrize(
        ("laid", "size", "columns", "rows", "zones"),
        [
            ("Y s 0,0 NS", "5x7", None, None, (Box(-4, -6, 4, 6), Box(-6, -4, 6, 4))),
            ("Y s 0,0 NS", "5x5", None, None, (Box(-4, -4, 4, 4),)),
            ("Y c 0,0 NE, B s 4,5 NS", "5x7", (0, 4), None, (Box(0, -1, 4, 6),)),
            ("Y c 0,0 NE, B s 6,0 NS", "5x7", (0, 6), None, (Box(0, -4, 6, 4),)),
            ("Y c 0,0 NE, B s 4,4 NS", "5x7", None, None, (Box(0, -2, 4, 6), Box(-2, 0, 6, 4))),
            ("Y c 0,0 NE, B s 4,6 NS", "5x7", (0, 4), (0, 6), (Box(0, 0, 4, 6),)),
        ],
    )
    def test_how_the_border_comes_into_being(
        self, laid: str, size: str, columns: Any, rows: Any, zones: tuple[Box, ...]
    ) -> None:
        state = at(laid, size=size)
        assert (state.columns, state.rows, state.zones) == (columns, rows, zones)
        for x in range(-9, 12):
            for y in range(-9, 12):
                assert any(zone.holds((x, y)) for zone in zones) == state.is_inside((x, y))

    @pytest.mark.parametrize("area", ["line", "frame"])
    def test_a_fixed_area_is_decided_from_the_first(self, area: str) -> None:
        state = game.start(2, {"area": area}, Sealed(bytes(32), "table"))
        assert state.border == Box(0, 0, 4, 6)
        assert (state.columns, state.rows) == ((0, 4), (0, 6))

    def test_an_open_area_has_no_border(self) -> None:
        state = at("Y s 0,0 NS, B s 40,60 NS", area="open")
        assert (state.border, state.zones) == (None, ())
        assert state.is_inside((1000, -1000))


class TestFirstTiles:
    @pytest.mark.parametrize("text", ["terminal h8 N", "straight h9 NS"])
    def test_the_first_tile_is_a_straight_or_a_curve_in_the_first_cell(self, text: str) -> None:
        """Rulings 26."""
        with pytest.raises(NotLegalHere):
            start().parse(text)

    def test_the_first_tile_of_the_others_lies_beside_or_diagonally_beside_a_laid_one(self) -> None:
        state = after(start(3), "curve i9 NE")
        assert {move.cell for move in state.legal()} == {(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)} - {(0, 0)}
        assert {move.kind for move in state.legal()} == {"straight", "curve"}
        # the one-colour rule: above yellow's end a straight across does not join it, a straight along does
        assert "straight i10 EW" in written(state)
        assert "straight i10 NS" not in written(state)

    def test_with_a_line_the_first_player_chooses_any_empty_cell_of_the_area(self) -> None:
        """Rulings 21: the others stay beside laid tiles, and neutral ones do not count."""
        state = start(2, 1, area="line")
        assert {move.cell for move in state.legal()} == {
            (x, y) for x in range(5) for y in range(7) if (x, y) not in state.tiles
        }
        state = state.play(next(move for move in state.legal() if move.cell == (0, 6)), NO_LUCK)
        assert {move.cell for move in state.legal()} == {(0, 5), (1, 5), (1, 6)}

    def test_nobody_joins_the_neutral_colour(self) -> None:
        """Rulings 20."""
        state = at("N s 1,0 EW, Y s 3,0 EW, B s 3,1 EW", area="line")
        assert {(move.kind, move.facing) for move in state.legal() if move.cell == (2, 0)} == {
            *(("curve", "NE"), ("curve", "SE"), ("terminal", "E")),
        }
        with pytest.raises(ValueError, match="two colours on one path"):
            at("N s 1,0 EW, Y s 2,0 EW, B s 3,1 EW", area="line")

    def test_a_colour_without_a_tile_places_its_first_whatever_the_round(self) -> None:
        state = at("Y s 0,0 NS, Y s 0,1 NS, Y s 0,2 NS", turn=1)
        assert {move.cell for move in state.legal()} == {(x, y) for x in (-1, 0, 1) for y in range(-1, 4)} - {
            (0, 0),
            (0, 1),
            (0, 2),
        }


class TestOneEnd:
    """`growth` one_end, and Rulings 22."""

    def test_the_partner_has_one_choice_back_to_back(self) -> None:
        for facing, cell, back in (("N", "j9", "S"), ("E", "i10", "W"), ("S", "j11", "N"), ("W", "k10", "E")):
            state = after(start(2, growth="one_end"), f"terminal j10 {facing}")
            assert written(state) == [f"terminal {cell} {back}"]
            assert state.forced() == state.legal()[0]

    def test_a_leader_without_a_partner_lies_where_he_likes(self) -> None:
        three = after(start(3, growth="one_end"), "terminal l12 N", "terminal l11 S")
        four = after(start(4, growth="one_end"), "terminal n14 N", "terminal n13 S")
        with_partner, alone = ({(move.cell, move.facing) for move in state.legal()} for state in (four, three))
        assert with_partner < alone
        assert ((1, 0), "E") in alone - with_partner

    def test_nobody_may_be_stopped_in_the_first_round(self) -> None:
        state = after(start(3, growth="one_end"), "terminal l12 N", "terminal l11 S")
        assert "terminal l13 N" not in written(state)  # its back would close the yellow route
        assert "terminal l13 E" in written(state)  # its side lets it through

    def test_a_first_terminal_causes_no_billabong(self) -> None:
        state = at("Y t 0,0 E, B t 1,1 S", seats=3, growth="one_end", turn=2, area="open")
        assert state.board.codes((1, 0)) == (1, 5, 5, 0)
        into_it = [("terminal", (2, 0), "W"), ("terminal", (1, -1), "N")]
        legal = [move[:3] for move in state.legal()]
        assert not [move for move in into_it if move in legal]
        assert ("terminal", (2, 0), "N") in legal

    def test_a_fixed_area_holds_the_partners_as_well(self) -> None:
        state = game.start(2, {"growth": "one_end", "area": "frame"}, Sealed(bytes(32), "table"))
        cells = {(move.cell, move.facing) for move in state.legal()}
        assert ((0, 3), "E") not in cells  # its partner would lie in the frame
        assert ((2, 3), "E") in cells

    def test_every_route_begins_with_a_terminal(self) -> None:
        with pytest.raises(NotLegalHere, match="begins with a terminal"):
            start(2, growth="one_end").parse("straight j10 NS")


class TestLaterTiles:
    def test_only_the_coloured_piece_continues_the_route(self) -> None:
        state = at("Y s 0,0 NS, B s 3,0 NS")
        assert {text for text in written(state) if " h9 " in text} == {
            "straight h9 NS",
            "curve h9 SE",
            "curve h9 SW",
            "terminal h9 S",
        }

    def test_grey_may_lengthen_the_own_route_immediately(self) -> None:
        """The coloured piece leads north; the grey crosses the other end of the same route."""
        state = at("Y s 0,0 NS, Y c 0,1 SE, Y c 1,1 SW, B s 3,0 NS")
        state = after(state, "straight i8 NS")
        assert lengths(state)[0] == 4
        state = at("Y s 0,0 NS, Y c 0,1 SE, Y c 1,1 SW, B s 3,0 NS")
        state = after(state, "curve i8 NW")
        assert lengths(state)[0] == 5  # through the grey of the first tile

    def test_grey_may_bend_the_route_of_an_opponent(self) -> None:
        state = at("Y s 1,0 EW, B s 2,1 NS")
        assert "curve j8 NW" not in written(state)  # it would join the two
        assert happened(state, "straight j8 EW").changed == (Changed(0, 1, 2), Changed(1, 1, 2))
        assert open_ends(after(state, "curve j8 SW"), 1) == [[2, 0, "E"], [2, 1, "N"]]

    def test_both_ends_leading_into_one_cell_give_each_move_once(self) -> None:
        state = at("Y c 0,0 NE, Y c 1,0 NW, Y c 1,1 SW, B s 3,0 NS")
        texts = [text for text in written(state) if " h9 " in text]
        assert sorted(texts) == sorted(
            [
                *("straight h9 NS", "straight h9 EW", "curve h9 NE", "curve h9 SE", "curve h9 SW"),
                *("terminal h9 E", "terminal h9 S"),
            ]
        )
        assert not [text for text in texts if "NW" in text]

    def test_a_colour_may_close_its_own_route(self) -> None:
        state = at("Y c 0,0 NE, Y c 1,0 NW, Y c 1,1 SW, B s 3,0 NS")
        note = happened(state, "curve h9 SE")
        assert note.changed == (Changed(0, 3, 4, endless=True),)

    def test_a_foreign_route_may_be_closed(self) -> None:
        state = at("Y c 0,0 NE, Y c 1,0 NW, Y c 1,1 SW, B s -1,1 EW, B s -2,1 EW", turn=1)
        assert written(after(state, "curve h9 NW"))[0].startswith("rotate")

    def test_the_hand_runs_out(self) -> None:
        state = at(ALL_CURVES, "B s 4,6 NS", area="open")
        assert state.left(0, "curve") == 0
        assert "curve" not in {move.kind for move in state.legal()}

    def test_each_animal_in_hand_is_a_move_of_its_own(self) -> None:
        state = at("Y s:platypus 0,0 NS, B s:emu 3,0 NS", animals=True)
        texts = [text for text in written(state) if text.endswith(" h9 NS")]
        assert texts == ["straight:kangaroo h9 NS", "straight:emu h9 NS", "straight:rabbit h9 NS"]
        assert [text for text in written(state) if "terminal h9" in text] == ["terminal h9 S"]

    def test_a_finished_seat_is_passed_over(self) -> None:
        """Rulings 6."""
        state = at("Y s 0,0 NS, Y t 0,1 S, Y t 0,-1 N, B s 3,0 NS", turn=1)
        assert state.routes[0].ended
        assert happened(state, "straight k9 NS").passed == (0,)
        assert after(state, "straight k9 NS").to_move == 1

    def test_a_blocked_seat_is_looked_at_again(self) -> None:
        """Rulings 7: nothing yellow fits between blue and red, until blue's grey carries yellow's end on."""
        ponds = [{"x": x, "y": 9, "joins": []} for x in range(4)]
        laid = "Y t 0,-2 N, Y s 0,-1 NS, B s -1,0 EW, R s 1,0 EW"
        state = at(laid, seats=3, turn=1, area="open", ponds=ponds)
        state = after(state, "straight l14 EW")
        assert state.to_move == 2
        assert happened(state, "straight p14 EW").passed == (0,)
        state = after(state, "straight p14 EW", "terminal n14 W")
        assert state.to_move == 2
        state = state.play(state.legal()[0], NO_LUCK)
        assert state.to_move == 0
        assert {move.cell for move in state.legal()} == {(0, 1)}


class TestEndless:
    """Endless route, and Rulings 8, 9."""

    def test_both_senses_of_rotation_are_moves(self) -> None:
        """Rulings 8: they connect alike, and differ as positions."""
        state = at(ENDLESS)
        one, other = after(state, "rotate h8 SE"), after(state, "rotate h8 NW")
        assert one.view(None)["routes"] == other.view(None)["routes"]
        assert one != other

    def test_never_by_half_a_turn(self) -> None:
        with pytest.raises(NotLegalHere, match="by a quarter"):
            at(ENDLESS).parse("rotate h8 SW")

    def test_a_grey_with_a_closed_end_gives_no_two_new_ends(self) -> None:
        """Rulings 8."""
        state = at(ENDLESS, "B s 2,-1 NS, B c 2,-2 NW, B s 1,-2 EW, B c 0,-2 NE, B t 0,-1 S")
        assert "rotate h8 SE" not in written(state)
        assert {move.cell for move in state.legal()} == {(1, 0), (0, 1)}

    def test_no_tile_is_left_behind(self) -> None:
        """Rulings 9: turning a straight of a ring would leave the ring behind."""
        ring = "Y c 0,0 NE, Y s 1,0 EW, Y c 2,0 NW, Y c 2,1 SW, Y s 1,1 EW, Y c 0,1 SE, B s 5,0 NS"
        state = at(ring)
        assert {state.tiles[move.cell].kind for move in state.legal() if move.cell} == {"curve"}

    def test_the_only_tile_of_a_colour_may_be_a_straight(self) -> None:
        """The ring runs through the grey of neutral tiles round an empty cell."""
        ring = "N c 2,2 NE, N s 1,2 NS, N c 0,2 NW, N s 0,1 EW, N c 0,0 SW, N s 1,0 NS, N c 2,0 SE"
        state = at("Y s 2,1 NS", ring, area="line")
        assert state.routes[0].endless
        assert written(state) == ["rotate d3 EW"]
        assert lengths(after(state, "rotate d3 EW")) == [1, 0]

    def test_a_rotation_is_the_turn(self) -> None:
        assert after(at(ENDLESS), "rotate i8 SW").to_move == 1

    def test_who_can_turn_nothing_is_passed_over(self) -> None:
        laid = "Y c 0,0 NW, R c -2,1 NE, B c -1,1 NE, Y c 0,1 SE, Y c 1,1 NW, R c -2,2 SE, B c -1,2 SE, B c 0,2 SW"
        state = at(laid, "R c -1,3 SW", seats=3, size="4x4")
        assert state.routes[1].endless
        assert happened(state, "curve f7 SW").passed == (1,)
        assert after(state, "curve f7 SW").to_move == 2


class TestBillabongs:
    """Billabong, cases 1 to 3, and Rulings 10 to 17."""

    def test_an_extension_may_be_a_terminal_and_does_not_count_as_the_tile_of_the_turn(self) -> None:
        """Rulings 14."""
        state = game.load(PASSED_THROUGH)
        assert after(state, "terminal j9 W").to_move == 0

    def test_a_rotation_brings_billabongs_like_a_placement(self) -> None:
        """Rulings 10: the turned curve carries yellow's route round to where two others lead in."""
        laid = (
            "R s -3,-2 EW, R s -2,-2 EW, R c -1,-2 NW, B c 0,-2 NW, G c -2,-1 NW, B c 0,-1 SE, B c 1,-1 NW, G c -2,0 SE"
        )
        state = at(laid, "G c -1,0 SW, Y c 0,0 NW, Y c -1,1 SE, Y c 0,1 SW", seats=4, size="5x5")
        note = happened(state, "rotate f6 NE")
        assert note.ponds == (Pond((-1, -1), through=(0,), stopped=(2, 3)),)
        assert [(change.colour, change.freed) for change in note.changed] == [(0, True), (2, False), (3, False)]

    def test_other_blockades_bring_none(self) -> None:
        """Rulings 10: two routes that lead into one cell, which a terminal can still close."""
        state = at("Y s 0,0 NS, B s 0,2 NS")
        assert [text for text in written(state) if " h9 " in text and "straight" in text] == []
        assert not after(state, "terminal h9 S").dump()["ponds"]

    def test_the_fourth_edge_is_uncoloured_grey(self) -> None:
        """Rulings 12: the route goes on through it, and nothing is owed."""
        laid = "Y s 0,-1 NS, Y s 0,-2 NS, Y c 0,-3 NE, Y c 1,-3 NW, Y s 1,-2 NS, Y s 1,-1 NS, Y s 1,0 NS, B s 0,1 NS"
        state = after(at(laid, "R s -2,0 EW", seats=3, turn=2, area="open"), "straight m14 EW")
        assert state.dump()["ponds"] == [{"x": 0, "y": 0, "joins": ["EW"]}]
        assert (state.pending, state.to_move) == ((), 0)
        assert lengths(state)[2] == 4
        assert open_ends(state, 2)[-1] == [1, 0, "E"]

    @pytest.mark.parametrize(
        ("seats", "area", "fourth"), [(4, "open", "G s 3,2 EW"), (3, "line", "N s 3,2 EW")], ids=["foreign", "neutral"]
    )
    def test_the_fourth_edge_is_of_another_colour(self, seats: int, area: str, fourth: str) -> None:
        """Rulings 12: everyone stops."""
        state = at("Y s 2,1 NS, B s 2,3 NS, R s 0,2 EW", fourth, seats=seats, turn=2, area=area)
        state = state.play(Move("straight", (1, 2), "EW", 2), NO_LUCK)
        assert state.dump()["ponds"] == [{"x": 2, "y": 2, "joins": []}]
        assert not state.pending
        assert lengths(state)[:3] == [2, 2, 3]

    def test_two_own_ends_are_joined_and_nothing_is_owed(self) -> None:
        laid = "Y s 0,-1 NS, B s 1,0 EW, R c 0,1 SW, R c -1,1 NE, R s -1,2 NS, R c -1,3 SW, R c -2,3 SE, R s -2,2 NS"
        state = after(at(laid, "R s -2,1 NS, R c -2,0 NE", seats=3, turn=2, area="open"), "straight m14 EW")
        assert state.dump()["ponds"] == [{"x": 0, "y": 0, "joins": ["NW"]}]
        assert state.routes[2].endless
        assert (state.pending, state.to_move) == ((), 0)

    def test_an_extension_is_dropped_when_nothing_fits(self) -> None:
        """Rulings 13: as in example 10, but it is the last billabong, so the next cell stays blocked."""
        laid = "Y c 0,-1 NE, Y c 1,-1 NW, B c 0,1 SE, B c 1,1 SW, R s -2,0 EW"
        ponds = [{"x": x, "y": 9, "joins": []} for x in range(3)]
        state = at(laid, seats=3, turn=2, area="open", ponds=ponds)
        note = happened(state, "straight m14 EW")
        assert [pond.cell for pond in note.ponds] == [(0, 0)]
        state = after(state, "straight m14 EW")
        assert (state.pending, state.to_move) == ((), 0)

    def test_billabong_pieces_count_for_the_length(self) -> None:
        """Rulings 17."""
        state = game.load(PASSED_THROUGH)
        assert [piece.kind for piece in state.routes[0].pieces] == ["coloured", "stub"]
        assert [piece.kind for piece in state.routes[2].pieces] == ["coloured", "coloured", "billabong"]

    def test_the_mover_answers_even_if_he_is_a_third_party(self) -> None:
        """Rulings 16: red's grey leads yellow's last end into the deadlock."""
        state = after(at(*LOCKED, "R s 3,0 EW", seats=3, turn=2, size="9x9"), "curve k10 SE")
        assert (state.to_move, state.used, state.offer) == (2, (2,), ((0, 0),))
        note = happened(state, "billabong j10")
        assert after(state, "billabong j10").to_move == 0
        assert note.ponds == (Pond((0, 0), through=(0, 1), stopped=()),)

    def test_a_declined_cell_is_never_offered_again(self) -> None:
        state = after(at(*LOCKED, size="9x9"), "curve k10 NW", "decline")
        assert state.board.meetings == {(0, 0)}
        assert not after(state, "curve j10 NE").offer

    def test_opposite_ends_are_no_deadlock(self) -> None:
        """Rulings 16: a straight would fit."""
        assert doubled_colours((0, 0, 1, 1)) == doubled_colours((0, 1, 1, 0)) == (0, 1)
        assert doubled_colours((0, 1, 0, 1)) == ()
        assert doubled_colours((0, 0, 4, 4)) == ()

    def test_while_both_have_curves_there_is_no_deadlock(self) -> None:
        laid = "B c 0,-1 NE, B s 1,-1 EW, B c 2,-1 NW, B s 2,0 NS, B s 2,1 NS, B c 2,2 SW, B s 1,2 EW, B s 0,2 EW"
        state = at(LOCKED[0].split(", B")[0], laid, "B c -1,2 SE, B s -1,1 NS, B c -1,0 NE", size="9x9")
        state = after(state, "curve k10 NW")
        assert state.board.meetings == {(0, 0)}
        assert (state.offer, state.to_move) == ((), 1)

    def test_no_offer_without_a_billabong(self) -> None:
        ponds = [{"x": x, "y": 5, "joins": []} for x in range(4)]
        assert not after(at(*LOCKED, size="9x9", ponds=ponds), "curve k10 NW").offer


class TestTwoRoutes:
    """Two routes per player, and Rulings 23 to 25."""

    def test_the_square(self) -> None:
        """Rulings 23: four terminals in one block of two by two cells, fronts outwards, in the order of the colours."""
        state = start(2, routes=2)
        assert written(state) == [f"yellow terminal j10 {facing}" for facing in "NESW"]
        state = after(state, "yellow terminal j10 N")
        assert state.to_move == 1
        # beside or below yellow, since its front looks upwards
        assert {move.cell for move in state.legal()} == {(x, y) for x in (-1, 0, 1) for y in (-1, 0)} - {(0, 0)}
        state = after(state, "blue terminal k9 E")
        assert {move.cell for move in state.legal()} == {(0, -1), (1, 0)}
        assert {(move.cell, move.facing) for move in state.legal()} == {
            *(((0, -1), "S"), ((0, -1), "W"), ((1, 0), "N"), ((1, 0), "E")),
        }
        state = after(state, "red terminal k10 N", "green terminal j9 W")
        assert (state.to_move, state.opening) == (0, True)

    @pytest.mark.parametrize("tiles_per_turn", [1, 2])
    def test_the_opening_is_one_straight_or_curve(self, tiles_per_turn: int) -> None:
        """Rulings 25."""
        state = at(SQUARE, routes=2, tiles_per_turn=tiles_per_turn)
        assert {(move.colour, move.kind) for move in state.legal()} == {
            (colour, kind) for colour in (0, 2) for kind in ("straight", "curve")
        }
        with pytest.raises(NotLegalHere, match="Open with"):
            state.parse("yellow terminal j11 S")
        after_it = after(state, "red curve k11 SE")
        assert (after_it.to_move, after_it.used) == (1, ())
        assert not after_it.same_turn(state)

    def test_a_turn_has_one_tile_of_each_colour_in_any_order(self) -> None:
        state = after(at(SQUARE, routes=2), "yellow straight j11 NS")
        assert {move.colour for move in state.legal()} == {1, 3}
        second = after(state, "blue straight l9 EW")
        assert second.same_turn(state)
        assert second.may_take_back(state)
        assert {move.colour for move in second.legal()} == {3}
        with pytest.raises(NotLegalHere, match="already played blue this turn"):
            second.parse("blue straight m9 EW")
        done = after(second, "green terminal i9 E")
        assert (done.to_move, done.used, done.same_turn(second)) == (0, (), False)

    def test_with_one_tile_a_turn_either_colour_is_played(self) -> None:
        state = after(at(SQUARE, routes=2, tiles_per_turn=1), "yellow straight j11 NS", "blue straight l9 EW")
        assert state.to_move == 0
        assert {move.colour for move in state.legal()} == {0, 2}

    def test_a_colour_that_has_ended_is_skipped(self) -> None:
        state = at(SQUARE, "G t -1,-1 E, Y s 0,1 NS", routes=2, turn=1)
        assert {move.colour for move in state.legal()} == {1}
        assert after(state, "blue straight l9 EW").to_move == 0

    def test_both_routes_count_and_both_dingoes_are_needed(self) -> None:
        """Rulings 24."""
        state = at(
            SQUARE, "Y c:dingo 0,1 SE, B c:dingo 2,-1 NW, R s:emu 1,1 NS, G c:dingo -1,-1 NE", routes=2, animals=True
        )
        assert state.scores == (
            state.score(0) + state.score(2),
            state.score(1) + state.score(3),
        )
        assert (state.has_laid_dingo(0), state.has_laid_dingo(2)) == (True, False)
        assert state.places == (2, 1)

    def test_each_colour_counts_as_a_player(self) -> None:
        with pytest.raises(ValueError, match="two colours on one path"):
            at(SQUARE, "Y c 0,1 SE, R c 1,1 SW", routes=2)


class TestEndAndResult:
    @pytest.mark.parametrize(("seats", "options"), TABLES)
    def test_the_match_is_over_when_nobody_can_move(self, seats: int, options: Document) -> None:
        *_, state = random_match(random.Random(seats), seats, options)
        assert state.to_move is None
        assert state.legal() == []
        assert state.result == Result(state.places, state.scores)
        for seat in range(seats):
            with pytest.raises(ValueError, match="no legal move"):
                game.load({**state.dump(), "turn": seat})
        with pytest.raises(NotLegalHere, match="over"):
            state.parse("decline")

    def test_equal_scores_share_a_place(self) -> None:
        state = at("Y s 0,0 NS, B s 3,0 NS, R s 6,0 NS, R s 6,1 NS", seats=3, area="open")
        assert (state.scores, state.places) == ((1, 1, 2), (2, 2, 1))
        assert state.result is None

    @pytest.mark.parametrize(
        ("animals", "score"),
        [
            ("kangaroo emu platypus", 4 + 5),
            ("kangaroo kangaroo emu", 4),
            ("rabbit rabbit emu", 4 - 4),
            ("rabbit kangaroo emu platypus", 5 + 5 - 2),
            ("kangaroo emu platypus kangaroo emu rabbit rabbit", 8 + 5 - 4),
        ],
    )
    def test_animals_on_a_route(self, animals: str, score: int) -> None:
        """Rulings 2: yellow runs through the grey of other tiles in a row and gets what is printed there."""
        across = ", ".join(f"N s:{animal} {x},0 NS" for x, animal in enumerate(animals.split(), 1))
        state = at("Y s:rabbit 0,0 EW", across, area="line", size="9x5", animals=True)
        assert state.score(0) == score

    def test_each_complete_set_counts(self) -> None:
        across = "N s:kangaroo 1,0 NS, N s:emu 2,0 NS, N s:platypus 3,0 NS, N s:kangaroo 4,0 NS, N s:emu 5,0 NS"
        state = at("Y s:rabbit 0,0 EW", across, "B s:platypus 6,0 NS", area="line", size="9x5", animals=True)
        assert state.score(0) == 7 + 2 * 5

    def test_an_animal_counts_only_where_its_grey_piece_is_on_the_route(self) -> None:
        """Rulings 2."""
        state = at("Y s:rabbit 0,0 EW, Y s:kangaroo 1,0 EW, B s:emu 2,0 NS", animals=True)
        assert state.routes[0].animals == Counter(emu=1)

    def test_without_animals_the_score_is_the_length(self) -> None:
        state = at(ENDLESS)
        assert state.scores == tuple(lengths(state))


# --------------------------------------------------------------------------------------------------- moves as text


class TestNotation:
    @pytest.mark.parametrize(
        ("column", "name"),
        [
            *((0, "a"), (25, "z"), (26, "aa"), (27, "ab"), (51, "az"), (52, "ba"), (701, "zz"), (702, "aaa")),
            *((-1, "-a"), (-2, "-b"), (-26, "-z"), (-27, "-aa"), (-702, "-zz"), (-703, "-aaa")),
        ],
    )
    def test_columns(self, column: int, name: str) -> None:
        assert column_name(column) == name
        assert column_number(name) == column

    @pytest.mark.parametrize(
        ("seats", "options", "first"),
        [
            *((2, {}, "h8"), (3, {}, "i9"), (4, {}, "j10"), (2, {"size": "4x20"}, "u21"), (2, {"size": "20x4"}, "u21")),
            *((2, {"growth": "one_end"}, "j10"), (4, {"growth": "one_end"}, "n14"), (2, {"routes": 2}, "j10")),
            *((2, {"routes": 2, "growth": "one_end"}, "j10"), (4, {"growth": "one_end", "size": "4x20"}, "y25")),
            *((2, {"area": "open"}, "n14"), (4, {"area": "open", "growth": "one_end", "size": "easy"}, "n14")),
            *((2, {"area": "open", "routes": 2}, "n14"), (3, {"area": "line", "size": "6x8"}, "b2")),
            *((2, {"area": "line", "growth": "one_end"}, "b2"), (2, {"area": "frame"}, "c3")),
        ],
    )
    def test_28_where_the_first_cell_is_depends_on_options_and_seats(
        self, seats: int, options: Document, first: str
    ) -> None:
        state = game.start(seats, options, Sealed(bytes(32), "table"))
        assert state.label((0, 0)) == first
        assert cell_of(state.table, first) == (0, 0)

    @pytest.mark.parametrize(("seats", "options"), TABLES)
    def test_27_a_cell_keeps_its_label_for_the_whole_match(self, seats: int, options: Document) -> None:
        cells = [(x, y) for x in range(-30, 31) for y in range(-30, 31)]
        named = None
        for state in random_match(random.Random(seats), seats, options):
            labels = [state.label(cell) for cell in cells]
            assert named in (None, labels)
            named = labels
        assert named is not None
        assert len(set(named)) == len(cells)
        assert [cell_of(state.table, label) for label in named] == cells

    @pytest.mark.sample(7)
    @pytest.mark.parametrize(("seats", "options"), [one for one in TABLES if one[1].get("area") != "open"])
    def test_28_nothing_is_laid_before_a_and_1_where_there_is_a_border(self, seats: int, options: Document) -> None:
        for salt in range(12):
            for state in random_match(random.Random(salt), seats, options):
                assert all(re.search(r" [a-z]+[1-9][0-9]*( |$)", state.notate(move)) for move in state.legal())

    @pytest.mark.parametrize(
        ("typed", "canonical"),
        [
            *(("straight -a5 ns", "straight -a5 NS"), ("Curve -A 5 es", "curve -a5 SE")),
            *(("terminal-a5s", "terminal -a5 S"), ("end - a 05 S", "terminal -a5 S")),
        ],
    )
    def test_columns_before_a_have_a_dash(self, typed: str, canonical: str) -> None:
        assert answered(at("Y s -14,-10 NS, B s 0,0 NS", area="open"), typed) == canonical

    @pytest.mark.parametrize(("y", "row"), [(-14, "0"), (-15, "-1"), (-100, "-86")])
    def test_rows_below_1(self, y: int, row: str) -> None:
        state = at(f"Y s -15,{y - 1} NS, B s 0,0 NS", area="open")
        assert answered(state, f"curve-b{row}ES") == f"curve -b{row} SE"

    @pytest.mark.parametrize(
        "typed",
        ["curve i8 NW", "curve i8 WN", "CURVE I8 nw", " cur ve i 8 n w ", "yellow curve i8 NW", "Yellowcurvei08wn"],
    )
    def test_a_placement_is_read_however_it_is_typed(self, typed: str) -> None:
        state = at("Y s 0,0 NS, Y c 0,1 SE, Y c 1,1 SW, B s 3,0 NS")
        assert answered(state, typed) == "curve i8 NW"

    @pytest.mark.parametrize(
        ("typed", "canonical"),
        [
            *(("straight h9 SN", "straight h9 NS"), ("end h9 s", "terminal h9 S"), ("END H9 S", "terminal h9 S")),
            *(("curve h9 es", "curve h9 SE"), ("curve h9 ws", "curve h9 SW"), ("yellow end h7 n", "terminal h7 N")),
        ],
    )
    def test_other_spellings(self, typed: str, canonical: str) -> None:
        assert answered(at("Y s 0,0 NS, B s 3,0 NS"), typed) == canonical

    @pytest.mark.parametrize("typed", ["rotate h8 SE", "turn h8 es", "Yellow Rotate H8 SE", "turnh8se"])
    def test_spellings_of_a_rotation(self, typed: str) -> None:
        assert answered(at(ENDLESS), typed) == "rotate h8 SE"

    @pytest.mark.parametrize(
        ("typed", "canonical"),
        [
            ("pond j10", "billabong j10"),
            ("BILLABONG J10", "billabong j10"),
            ("pass", "decline"),
            ("De cline", "decline"),
        ],
    )
    def test_spellings_of_an_answer(self, typed: str, canonical: str) -> None:
        assert answered(after(at(*LOCKED, size="9x9"), "curve k10 NW"), typed) == canonical

    def test_the_animal_may_be_left_out_when_only_one_fits(self) -> None:
        state = at("Y s:platypus 0,0 NS, B s:emu 3,0 NS", animals=True)
        assert answered(state, "curve : dingo h9 SE") == "curve:dingo h9 SE"
        assert answered(state, "curve dingo h9 SE") == "curve:dingo h9 SE"
        with pytest.raises(Ambiguous, match="curve:emu h9 SE"):
            state.parse("curve h9 SE")
        held = "Y c:kangaroo 0,0 NW, Y c:kangaroo 0,1 SE, Y c:emu 1,1 NW, Y c:emu 1,2 SE, Y c:platypus 2,2 NW"
        state = at(
            held, "Y c:platypus 2,3 SE, Y c:rabbit 3,3 NW, Y c:rabbit 3,4 SE, B s:emu 9,9 NS", animals=True, area="open"
        )
        assert answered(state, "curve r18 NW") == "curve:dingo r18 NW"

    def test_the_colour_may_be_left_out_when_only_one_fits(self) -> None:
        state = after(at(SQUARE, routes=2), "yellow straight j11 NS")
        assert answered(state, "straight i9 EW") == "green straight i9 EW"

    @pytest.mark.parametrize(
        "text",
        [
            *("", "hello", "straight", "straight i9", "i9 NS", "straight i9 NE", "curve i9 NS", "terminal i9 NS"),
            *(
                "straight 9i NS",
                "straight i-9- NS",
                "straight --a5 NS",
                "straight i9 NN",
                "rotate i9 N",
                "billabong",
                "billabong i9 NS",
                "decline i9",
            ),
            *("purple straight h9 NS", "straight:koala h9 NS", "rotate:emu h8 SE", "ſtraight h9 NS", "{x}", "h9"),
        ],
    )
    def test_what_is_no_move_at_all(self, text: str) -> None:
        with pytest.raises(Unreadable):
            at("Y s 0,0 NS, B s 3,0 NS").parse(text)

    @pytest.mark.parametrize(
        ("state", "text", "reason"),
        [
            (start(), "terminal h8 N", "begins with a straight or a curve"),
            (start(), "straight h9 NS", "first tile of the match goes to h8"),
            (at("Y s 0,0 NS", turn=1), "straight af15 NS", "next to a tile that a player has laid"),
            (
                at("N s 0,0 EW, Y s 4,6 EW", turn=1, area="line"),
                "straight b3 EW",
                "next to a tile that a player has laid",
            ),
            (at("N s 0,0 EW, Y s 4,6 EW", turn=1, area="line"), "straight a1 EW", "outside the area"),
            (at("Y s 0,0 NS", turn=1), "straight h9 NS", "two colours"),
            (at("Y s 0,0 NS, B s 3,0 NS"), "straight i8 NS", "doesn't lead into i8, but into h7, h9"),
            (at("Y s 0,0 NS, B s 3,0 NS"), "straight k8 NS", "k8 isn't empty"),
            (at("Y s 0,0 NS, B s 3,0 NS"), "straight h9 EW", "enters h9 from S"),
            (at("Y s 0,0 NS, B s 3,0 NS"), "blue straight h9 NS", "isn't your colour"),
            (at("Y s 0,0 NS, B s 0,2 NS"), "straight h9 NS", "two colours"),
            (at("Y s 0,0 NS, B s 3,0 NS"), "straight:emu h9 NS", "animal"),
            (at("Y s 0,0 NS, B s 3,0 NS"), "rotate h8 EW", "only when your route is a ring"),
            (at("Y s 0,0 NS, B s 3,0 NS"), "decline", "You can't lay a billabong now"),
            (at("Y s 0,0 NS, B s 3,0 NS"), "billabong h9", "You can't lay a billabong now"),
            (at(*BORDER, size="7x9"), "straight j17 NS", "straight left. You can play:"),
            (
                at("B s 0,0 EW, B s 1,0 EW, B s 2,0 EW, B s 3,0 EW, Y s 0,1 EW", size="4x4", turn=1),
                "straight d5 EW",
                "outside",
            ),
            (at(ENDLESS), "straight h7 NS", "route is a ring"),
            (at(ENDLESS), "rotate i9 SE", "wouldn't leave your route whole"),
            (at(ENDLESS), "rotate j8 EW", "You have no straight or curve on j8 to turn. You can play:"),
            (at(ENDLESS), "rotate h8 NS", "by a quarter"),
            (game.load(PASSED_THROUGH), "straight f9 EW", "Continue out of the billabong on i9 first, into j9"),
            (game.load(PASSED_THROUGH), "straight j9 NS", "Continue out"),
            (
                after(at(*LOCKED, size="9x9"), "curve k10 NW"),
                "curve k10 NE",
                "Decide about the billabong on j10 first:",
            ),
            (start(2, routes=2), "yellow straight j10 NS", "four terminals in a square"),
            (
                after(start(2, growth="one_end"), "terminal j10 N"),
                "terminal j11 N",
                "Your terminal goes back to back with yellow's. You can play:",
            ),
            (at("Y s 0,0 NS, Y t 0,1 S, Y t 0,-1 N, B s 3,0 NS", turn=1), "yellow straight h7 NS", "isn't your colour"),
            (after(at(SQUARE, routes=2), "yellow straight j11 NS"), "straight i10 EW", "either of your colours"),
        ],
    )
    def test_why_a_move_is_refused(self, state: Position, text: str, reason: str) -> None:
        with pytest.raises(NotLegalHere, match=reason) as refused:
            state.parse(text)
        assert len(str(refused.value)) < 700
        for move in state.legal()[:3]:
            assert state.notate(move) in str(refused.value)

    @pytest.mark.parametrize(
        "move",
        [
            Move("straight", (0, 1), "EW", 0),
            Move("straight", (0, 1), "NS", 1),
            Move("straight", (0, 1), "NS", None),
            Move("straight", (0, 1), "NS", 0, "emu"),
            Move("straight", None, "NS", 0),
            Move("rotate", (0, 0), "EW", 0),
            Move("billabong", (0, 1)),
            Move("decline"),
            Move("decline", (0, 1)),
            Move("straight", (0, 1), "XX", 0),
            ("straight", (0, 1), "NS", 0, None),
        ],
    )
    def test_a_move_that_is_not_legal_is_neither_played_nor_written(self, move: Any) -> None:
        state = at("Y s 0,0 NS, B s 3,0 NS")
        for refused in (lambda: state.play(move, NO_LUCK), lambda: state.notate(move)):
            with pytest.raises(IllegalMove):
                refused()

    def test_an_equal_move_is_played_as_it_is_listed(self) -> None:
        state = at("Y s 0,0 NS, B s 3,0 NS")
        odd = Move("straight", (False, True), "NS", False)
        assert json.dumps(state.play(odd, NO_LUCK).dump()) == json.dumps(after(state, "straight h9 NS").dump())


# ------------------------------------------------------------------------------------------------------- documents


class TestDocuments:
    def test_the_example_of_the_page_is_read_and_written(self) -> None:
        state = game.load(PASSED_THROUGH)
        assert state.dump() == PASSED_THROUGH
        assert list(state.dump()) == list(PASSED_THROUGH)

    def test_tiles_and_ponds_come_in_any_order(self) -> None:
        doc = changed(PASSED_THROUGH, tiles=PASSED_THROUGH["tiles"][::-1])
        assert game.load(doc) == game.load(PASSED_THROUGH)
        assert game.load(doc).dump() == PASSED_THROUGH

    def test_a_position_is_copied_and_pickled_by_its_document(self) -> None:
        state = game.load(PASSED_THROUGH)
        for again in (copy.deepcopy(state), pickle.loads(pickle.dumps(state))):  # noqa: S301 - our own bytes
            assert again == state
            assert hash(again) == hash(state)
        assert cast("object", state) != "a position"
        assert "down_under" in repr(state)

    def test_a_cell_with_three_colours_is_resolved_by_the_next_placement(self) -> None:
        state = at(CASE_1, "R s -1,0 EW, B s 0,2 NS", seats=3)
        assert not state.dump()["ponds"]
        state = after(state, "straight i7 NS")
        assert state.dump()["ponds"] == [{"x": 0, "y": 0, "joins": ["SE"]}]
        assert state.pending == (Owed((0, 0), 0),)

    LINE = "N t 0,0 E, N s 1,0 EW, Y s 1,2 NS, B s 3,3 NS"

    @pytest.mark.parametrize(
        ("doc", "message"),
        [
            (changed(PASSED_THROUGH, game="chess"), "game"),
            (changed(PASSED_THROUGH, game=None), "game"),
            ({key: value for key, value in PASSED_THROUGH.items() if key != "ponds"}, "ponds"),
            (PASSED_THROUGH | {"extra": 1}, "the document"),
            (changed(PASSED_THROUGH, seats=5), "seats"),
            (changed(PASSED_THROUGH, seats=True), "seats"),
            (changed(PASSED_THROUGH, options__size="Easy"), "options.size"),
            (changed(PASSED_THROUGH, options__routes=2), "seats"),
            (changed(PASSED_THROUGH, options__area="frame"), "options|seats"),
            (changed(PASSED_THROUGH, options={}), "options"),
            (changed(PASSED_THROUGH, turn=3), "turn"),
            (changed(PASSED_THROUGH, turn=2.0), "turn"),
            (changed(PASSED_THROUGH, turn=0), "used"),
            (changed(PASSED_THROUGH, used=[]), "used"),
            (changed(PASSED_THROUGH, used=[2, 2]), "used"),
            (changed(PASSED_THROUGH, used=["2"]), r"used\[0\]"),
            (changed(PASSED_THROUGH, used=None), "used"),
            (changed(PASSED_THROUGH, pending=[]), "used"),
            (changed(PASSED_THROUGH, pending=PASSED_THROUGH["pending"] * 2), r"pending\[1\]"),
            (changed(PASSED_THROUGH, pending=[{"x": 1, "y": 0, "colour": 2}]), r"pending\[0\]"),
            (changed(PASSED_THROUGH, pending=[{"x": 0, "y": 0, "colour": 1}]), r"pending\[0\].colour"),
            (changed(PASSED_THROUGH, pending=[{"x": 0, "y": 0}]), r"pending\[0\].colour"),
            (changed(PASSED_THROUGH, pending=[[0, 0, 2]]), r"pending\[0\]"),
            (changed(PASSED_THROUGH, offer=[[0, 0]]), r"offer\[0\]"),
            (changed(PASSED_THROUGH, offer=[[0]]), r"offer\[0\]"),
            (changed(PASSED_THROUGH, ponds=[{"x": 0, "y": 0, "joins": []}]), r"pending\[0\]"),
            (changed(PASSED_THROUGH, ponds=[{"x": 0, "y": 0, "joins": ["WE"]}]), r"ponds\[0\].joins"),
            (changed(PASSED_THROUGH, ponds=[{"x": 0, "y": 0, "joins": ["SW", "NE"]}]), r"ponds\[0\].joins"),
            (changed(PASSED_THROUGH, ponds=[{"x": 0, "y": 0, "joins": ["NS", "EW"]}]), r"ponds\[0\].joins"),
            (changed(PASSED_THROUGH, ponds=[{"x": 0, "y": 1, "joins": ["EW"]}]), r"ponds\[0\]"),
            (changed(PASSED_THROUGH, ponds=[{"x": 0, "y": 0, "joins": ["NS"]}]), "tiles: two colours|pending|tiles"),
            (changed(PASSED_THROUGH, turn=None), "used"),
            (changed(PASSED_THROUGH, turn=None, used=[]), "pending"),
            (document("Y s 0,0 NS", turn=None), "turn"),
            (document("Y s 0,0 NS, Y t 0,1 S, Y t 0,-1 N, B s 3,0 NS"), "turn: seat 0"),
            (
                document("Y s 0,0 NS", ponds=[{"x": n, "y": 9, "joins": []} for n in range(5)], area="open"),
                r"ponds\[4\]",
            ),
            (document("Y s 0,0 NS, Y s 0,0 EW"), r"tiles\[1\]"),
            (document("Y s 0,0 NS, B s 0,1 NS"), "tiles: two colours"),
            (document("Y s 0,0 NS, Y s 0,1 EW"), "tiles: the pieces of yellow"),
            (document("Y s 0,0 NS, R s 3,3 EW"), r"tiles\[1\].colour"),
            (document("Y s 0,0 NE"), r"tiles\[0\].dir"),
            (document("Y c 0,0 EN"), r"tiles\[0\].dir"),
            (document("Y t 0,0 NS"), r"tiles\[0\].dir"),
            (document("N s 0,0 NS"), r"tiles\[0\].colour"),
            (document("Y s:emu 0,0 NS"), r"tiles\[0\].animal"),
            (document("Y s 0,0 NS", animals=True), r"tiles\[0\].animal"),
            (document("Y s:dingo 0,0 NS", animals=True), r"tiles\[0\].animal"),
            (document("Y t:emu 0,0 N", animals=True), r"tiles\[0\].animal"),
            (document("Y s:platypus 0,0 NS, Y s:platypus 0,1 NS", animals=True), r"tiles\[1\]"),
            (document(*(f"Y s 0,{y} NS" for y in range(8)), area="open"), r"tiles\[7\]"),
            (document("Y t 0,0 N, Y t 0,2 S, Y t 5,5 N", area="open"), r"tiles\[2\]"),
            (document("Y s 0,0 NS, B s 5,5 NS"), r"tiles\[1\]"),
            (document("Y s 0,0 NS, B s 7,0 NS"), r"tiles\[1\]"),
            (document("Y s 0,0 NS", ponds=[{"x": 7, "y": 0, "joins": []}]), r"ponds\[0\]"),
            (document(LINE, "B s 5,0 NS", area="line"), r"tiles\[2\]"),
            (document(LINE.replace("N t 0,0 E", "N t -1,0 E"), area="line"), r"tiles\[0\]"),
            (document("N t 0,0 E, N t 4,6 S, N t 0,3 E", area="line"), r"tiles\[2\]|tiles\[1\]"),
            (document(LINE, area="line", ponds=[{"x": -1, "y": 0, "joins": []}]), r"ponds\[0\]"),
            (document("N s 0,0 NS", area="frame"), r"tiles\[0\]"),
            (document("N s -1,-1 NS", area="frame"), r"tiles\[0\]"),
            (document("N t -1,0 E", area="frame"), r"tiles\[0\].kind"),
            (document("Y t 0,0 N, Y s 0,1 NS", routes=2), "tiles"),
            (document("B t 0,0 N", routes=2), "tiles"),
            (document("Y t 0,0 N", routes=2), "turn"),
            (document("Y t 0,0 N", routes=2, turn=1, used=[1]), "used"),
            (document("Y t 0,0 N, B t 3,3 N", routes=2), "turn: seat 0"),
            (document("Y t 0,0 N", routes=2, turn=1, ponds=[{"x": 1, "y": 0, "joins": []}]), "tiles"),
            (document(SQUARE, routes=2, turn=1), "turn"),
            (document(SQUARE, routes=2, used=[0]), "used"),
            (document(SQUARE, "Y s 0,1 NS", routes=2, turn=1, used=[1, 3]), "used"),
            (document(SQUARE, "Y s 0,1 NS", routes=2, turn=1, used=[1], tiles_per_turn=1), "used"),
            (document(SQUARE, "Y s 0,1 NS", routes=2, turn=1, used=[0]), r"used\[0\]"),
            (document(*LOCKED, offer=[[0, 0]], used=[0], size="9x9"), r"offer\[0\]"),
        ],
    )
    def test_a_bad_document_is_refused_by_its_key(self, doc: Document, message: str) -> None:
        with pytest.raises(ValueError, match=f"^({message})"):
            game.load(doc)

    @pytest.mark.parametrize(
        ("change", "keys"),
        [
            ({"turn": None}, ("used", "turn")),
            ({"turn": None, "used": []}, ("pending", "turn")),
            ({"turn": 0}, ("used", "turn")),
            ({"pending": [{"x": 0, "y": 0, "colour": 0}]}, ("pending", "turn")),
        ],
    )
    def test_what_does_not_go_with_turn_is_refused_by_both_keys(self, change: Document, keys: tuple[str, ...]) -> None:
        for key in keys:
            with pytest.raises(ValueError, match=rf"\b{key}\b"):
                game.load(PASSED_THROUGH | change)

    @pytest.mark.parametrize("key", ["x", "y", "kind", "dir", "colour", "animal"])
    def test_a_tile_has_exactly_its_keys(self, key: str) -> None:
        doc = copy.deepcopy(PASSED_THROUGH)
        del doc["tiles"][2][key]
        with pytest.raises(ValueError, match=rf"^tiles\[2\]\.{key}: "):
            game.load(doc)
        doc = copy.deepcopy(PASSED_THROUGH)
        doc["tiles"][2][key] = [1.5]
        with pytest.raises(ValueError, match=rf"^tiles\[2\]\.{key}: "):
            game.load(doc)

    def test_an_offer_is_listed_by_rows(self) -> None:
        doc = after(at(*LOCKED, size="9x9"), "curve k10 NW").dump()
        assert game.load(doc).offer == ((0, 0),)
        for offer in ([[0, 0], [0, 0]], [[0, 0], [1, 1]]):
            with pytest.raises(ValueError, match=r"^offer\[1\]"):
                game.load({**doc, "offer": offer})
        ponds = [{"x": n, "y": 5, "joins": []} for n in range(4)]
        with pytest.raises(ValueError, match=r"^offer: no billabong is left"):
            game.load({**doc, "ponds": ponds})

    def test_cells_may_be_anywhere(self) -> None:
        far = 10**30
        state = at(f"Y s {far},{-far} NS, B s 0,0 NS", area="open")
        assert game.load(state.dump()) == state
        assert state.play(state.legal()[0], NO_LUCK).to_move == 1

    @pytest.mark.parametrize("far", [10**8, 10**12, 10**30])
    def test_every_legal_move_is_read_again_however_far_its_cell_lies(self, far: int) -> None:
        state = at(f"Y s {far},{far} NS, B s 0,0 NS", area="open")
        assert len(state.legal()) == 8
        assert [state.parse(state.notate(move)) for move in state.legal()] == state.legal()


class TestView:
    def test_the_document_and_four_more_keys_for_everyone(self) -> None:
        state = at("Y s 0,0 EW, B s 1,0 NS")
        view = state.view(None)
        assert view == state.view(0) == state.view(1)
        assert {key: view[key] for key in state.dump()} == state.dump()
        assert {key: value for key, value in view.items() if key not in state.dump()} == {
            "hands": [{"straight": 6, "curve": 9, "terminal": 2}] * 2,
            "routes": [
                {"length": 2, "score": 2, "open": [[0, 0, "W"], [1, 0, "E"]], "endless": False},
                {"length": 1, "score": 1, "open": [[1, 0, "N"], [1, 0, "S"]], "endless": False},
            ],
            "billabongs": 4,
            "scores": [2, 1],
        }

    def test_a_colour_without_a_tile(self) -> None:
        assert start().view(None)["routes"] == [{"length": 0, "score": 0, "open": [], "endless": False}] * 2


class TestTelling:
    def test_a_tile_that_lengthens_a_route(self) -> None:
        state = at("Y s 0,0 NS, B s 3,0 NS")
        assert happened(state, "straight h9 NS") == Happened(0, changed=(Changed(0, 1, 2),))

    def test_a_route_that_ends(self) -> None:
        note = happened(at("Y s 0,0 NS, Y t 0,1 S, B s 3,0 NS"), "terminal h7 N")
        assert note.changed == (Changed(0, 2, 3, ended=True),)

    def test_the_border(self) -> None:
        state = at("B s 0,0 EW, B s 1,0 EW, B s 2,0 EW, Y s 0,1 EW", size="4x4", turn=1)
        note = happened(state, "straight h5 EW")
        assert (note.columns, note.rows) == ((0, 3), None)

    def test_a_billabong_with_its_extension(self) -> None:
        note = happened(at(CASE_1, seats=3, turn=2), "straight h9 EW")
        assert note.ponds == (Pond((0, 0), through=(2,), stopped=(0, 1)),)
        assert after(at(CASE_1, seats=3, turn=2), "straight h9 EW").pending == (Owed((0, 0), 2),)
        assert [change.ended for change in note.changed] == [False, False, False]

    def test_an_offer(self) -> None:
        state = after(at(*LOCKED, size="9x9"), "curve k10 NW")
        assert (state.offer, state.to_move) == (((0, 0),), 0)

    def test_nobody_is_passed_over_while_a_turn_goes_on(self) -> None:
        assert happened(at(*LOCKED, size="9x9"), "curve k10 NW").passed == ()

    def test_the_end(self) -> None:
        state = at("Y s 0,0 NS, Y t 0,1 S, B s 3,0 NS, B t 3,1 S, B t 3,-1 N")
        note = happened(state, "terminal h7 N")
        assert note.over
        with pytest.raises(ValueError, match="over"):
            what_happened(after(state, "terminal h7 N"), state.legal()[0], state)


# ------------------------------------------------------------------------------------------- against the plain rules


class TestAgainstThePlainRules:
    """The engine and `plain`, which follows every path for every tile it tries, agree everywhere."""

    def follow(self, state: Position, luck: random.Random, capping: float = 0.15) -> int:
        """Plays on from a position in both; how many decisions were compared."""
        decisions = 0
        while True:
            doc = state.dump()
            moves = {plain.written(doc, move): move for move in plain.moves(doc)}
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
def test_what_always_holds(seats: int, options: Document, seed: int) -> None:
    before: Position | None = None
    for state in random_match(random.Random(seed), seats, options):
        table, tiles = state.table, state.tiles
        paths = plain.paths_of(plain.things_of(state.dump()))
        assert plain.one_colour_each(paths)  # two colours never join
        for colour in range(table.colours):
            own: Counter[str] = Counter(tile.kind for tile in tiles.values() if tile.colour == colour)
            for kind, number in (("straight", 7), ("curve", 9), ("terminal", 2)):
                assert own[kind] + state.left(colour, kind) == number
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
