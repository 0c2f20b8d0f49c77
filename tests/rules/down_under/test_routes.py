"""Down Under: every ruling of its rules page about routes that join, endless ones, billabongs and the end."""

import random
from collections import Counter

import pytest

from bot.rules import NotLegalHere, Result
from bot.rules.down_under import Move, Pond, game
from bot.rules.down_under.board import doubled_colours
from tests.rules.down_under.positions import (
    ENDLESS,
    LOCKED,
    PASSED_THROUGH,
    SQUARE,
    at,
    happened,
    lengths,
    open_ends,
    start,
)
from tests.rules.down_under.random_matches import TABLES, random_match
from tests.rules.trying import NO_LUCK, Document, after, written


class TestEndless:
    """Endless route, and Rulings 8, 9."""

    def test_both_senses_of_rotation_are_moves(self) -> None:
        """Rulings 8: they connect alike, and differ as positions."""
        state = at(ENDLESS)
        one, other = after(state, "rotate h8 SE"), after(state, "rotate h8 NW")
        assert one.view(None)["routes"] == other.view(None)["routes"]
        assert one != other

    def test_a_tile_of_a_ring_is_never_turned_by_half_a_turn(self) -> None:
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
        """The ring runs through the grey of neutral tiles around an empty cell."""
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
        """Rulings 10: the turned curve carries yellow's route around to where two others lead in."""
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

    def test_with_two_routes_the_terminals_of_the_start_form_a_square(self) -> None:
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
