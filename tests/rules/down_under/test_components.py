"""Down Under: its tiles, its options, and how a match begins."""

from collections import Counter
from typing import Any

import pytest

from bot.rules import GAMES
from bot.rules.chance import Recorded, Sealed
from bot.rules.down_under import beyond, game
from bot.rules.down_under.setup import frame_cells, lines
from bot.rules.down_under.tiles import EDGES, SHAPES, STOP
from tests.rules.down_under import plain
from tests.rules.down_under.positions import DEFAULTS, at, document, lengths, open_ends, start
from tests.rules.down_under.random_matches import TABLES
from tests.rules.trying import Document, written


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
            assert [state.count_left(colour, kind) for kind in ("straight", "curve", "terminal")] == [7, 9, 2]
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
