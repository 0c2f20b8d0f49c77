"""Down Under: every ruling of its rules page about where a tile may lie."""

from typing import Any

import pytest

from bot.rules import NotLegalHere
from bot.rules.chance import Sealed
from bot.rules.down_under import Box, Changed, Move, game
from tests.rules.down_under.positions import ALL_CURVES, CASE_1, PASSED_THROUGH, at, happened, lengths, open_ends, start
from tests.rules.trying import NO_LUCK, Document, after, changed, written


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
        assert state.count_left(0, "curve") == 0
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
