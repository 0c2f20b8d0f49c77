"""Down Under in words and choices: descriptions of moves, warnings, choosing tiles, the rules."""

from types import SimpleNamespace
from typing import Any

import pytest

from bot.match import PlayedMove
from bot.rules.api import State
from bot.rules.chance import Scripted
from bot.rules.down_under import Position
from cogs.down_under import DownUnder
from cogs.rule_pages.down_under import RULE_PAGES
from cogs.shared.presentation.paths import compose, marks
from tests.rules.down_under.positions import ALL_CURVES, BORDER, CASE_1, ENDLESS, LOCKED, SQUARE, at, start
from tests.rules.trying import after

COLOURS = ["yellow", "blue", "red", "green"]
SCREEN = DownUnder.__new__(DownUnder)
RING_TO_BE = "Y c 0,0 NE, Y c 1,0 NW, Y c 1,1 SW, B s 3,0 NS"
LAST_END = ("Y s 0,0 NS, Y t 0,-1 N, B s 3,0 NS",)
OFFERED = after(at(*LOCKED, size="9x9"), "curve k10 NW")


def describe(state: State[Any], text: str, *, automatic: bool = False) -> str:
    """What everyone reads of this move."""
    move = state.parse(text)
    then = state.play(move, Scripted([]))
    number, seat = 1, state.to_move or 0
    return SCREEN.describe_turn([PlayedMove(number, seat, text, (), False, True, automatic, state, then)])


def cells_of(state: Position) -> set[str]:
    """The labels of the cells of all legal moves."""
    return {state.label(move.cell) for move in state.legal() if move.cell}


class TestTelling:
    @pytest.mark.parametrize(
        ("state", "text", "sentence"),
        [
            (start(), "curve h8 NE", "🟡 Yellow lays a curve NE on **h8**."),
            (start(animals=True), "curve:dingo h8 NE", "🟡 Yellow lays a curve NE with a dingo on **h8**."),
            (at(ENDLESS), "rotate h8 SE", "🟡 Yellow turns the curve on **h8** to SE."),
            (at(SQUARE, routes=2), "red straight k11 NS", "🟡 Yellow lays a straight NS in red on **k11**."),
            (OFFERED, "billabong j10", "🟡 Yellow lays a billabong on **j10**."),
            (OFFERED, "decline", "🟡 Yellow declines the billabong on j10."),
        ],
        ids=["tile", "animal", "rotation", "two routes", "accepted", "declined"],
    )
    def test_a_move_is_one_plain_sentence(self, state: Position, text: str, sentence: str) -> None:
        assert SCREEN.describe_move(state, state.parse(text)) == sentence

    @pytest.mark.parametrize(
        ("state", "text", "aftermath"),
        [
            (start(), "curve h8 NE", "lays a curve NE on **h8**."),
            (at(ALL_CURVES, "B s 4,6 NS", area="open"), "terminal r19 S", ": route 9 → 10, blue's route 1 → 2."),
            (at(*LAST_END), "terminal h9 S", ": route 2 → 3. **Yellow's route has no open end left.**"),
            (at(RING_TO_BE), "curve h9 SE", ": route 3 → 4. **Yellow's route is a ring now.**"),
            (at(ENDLESS), "rotate h8 SE", ": route 4 → 5. Yellow's ring is open again."),
            (at(*BORDER, size="7x9"), "curve j17 SE", ": route 7 → 8. Two sides of the border are fixed."),
            (
                at(CASE_1, seats=3, turn=2),
                "straight h9 EW",
                ": route 1 → 3, yellow's route 1 → 2, blue's route 1 → 2. A billabong is on i9, red runs through it, "
                "yellow and blue end in it.",
            ),
            (
                OFFERED,
                "billabong j10",
                ": yellow's route 3 → 4, blue's route 13 → 14. **Yellow's route is a ring now.** **Blue's route "
                "is a ring now.** A billabong is on j10, yellow and blue run through it.",
            ),
            (OFFERED, "decline", "Blue can't move now."),
        ],
        ids=["first", "two routes grow", "end", "ring", "turned", "border", "case 1", "case 3", "declined"],
    )
    def test_a_moves_effects_follow_it(self, state: Position, text: str, aftermath: str) -> None:
        assert describe(state, text).endswith(aftermath)

    def test_a_cell_has_the_same_name_before_and_after_a_move(self) -> None:
        state = at("Y s 0,0 NS, B s 1,0 NS")
        assert describe(state, "curve h7 NW") == "🟡 Yellow lays a curve NW on **h7**: route 1 → 2."
        assert after(state, "curve h7 NW").tiles[0, -1].kind == "curve"
        assert after(state, "curve h7 NW").label((0, -1)) == "h7"

    def test_the_whole_border_is_reported_when_it_is_drawn(self) -> None:
        state = after(at(*BORDER, size="7x9"), "curve j17 SE", "terminal q10 W")
        assert describe(state, "curve j9 NE").endswith(": route 8 → 9. **The border is fixed.**")

    def test_an_automatic_move_is_described_as_the_only_move(self) -> None:
        state = after(start(4, growth="one_end"), "terminal n14 N")
        assert state.forced() == state.parse("terminal n13 S")
        assert describe(state, "terminal n13 S", automatic=True) == (
            "🔵 Blue lays a terminal S on **n13**. (The only move.)"
        )

    def test_points_are_given_only_if_they_differ_from_the_length(self) -> None:
        assert SCREEN.standing(at(SQUARE, routes=2), 0) == "routes yellow 1 and red 1, 34 tiles left"
        assert SCREEN.standing(at("Y s:rabbit 0,0 NS, Y s:emu 0,1 NS, B s:emu 1,0 EW", animals=True), 1) == (
            "0 points, route 2, 17 tiles left"
        )

    @pytest.mark.parametrize(
        ("dingo", "ending"),
        [("c:dingo", " Yellow ranks last for not laying a dingo."), ("c:emu", "")],
        ids=["one of two has laid it", "nobody has"],
    )
    def test_a_place_lost_for_want_of_a_dingo_is_explained_at_the_end(self, dingo: str, ending: str) -> None:
        state = at(
            "Y t -1,0 E, Y s:emu 0,0 EW, Y s:emu 2,-1 NS, Y t 2,-2 N, B s:rabbit 1,0 NS",
            f"B {dingo} 2,0 NE, B c:platypus 1,1 SE, B c:emu 2,1 SW, B t 1,-1 N, B t 3,0 W",
            animals=True,
            turn=None,
        )
        seats = [SimpleNamespace(number=number, colour=COLOURS[number]) for number in range(2)]
        match: Any = SimpleNamespace(state=state, ending=SimpleNamespace(kind="played"), seats=seats)
        assert SCREEN.reason(match) == f"Nobody can lay another tile.{ending}"

    def test_all_turns_that_one_board_tells_name_cells_as_in_their_moves(self) -> None:
        decisions = []
        state = at(SQUARE, routes=2)
        for number, text in enumerate(("yellow straight j11 NS", "green straight i9 EW", "blue straight l9 EW"), 1):
            then = after(state, text)
            decisions.append(PlayedMove(number, state.to_move or 0, text, (), False, True, False, state, then))
            state = then
        assert [
            line.partition(":")[0] for line in SCREEN.describe_turns([decisions[:1], decisions[1:]]).split("\n")
        ] == [
            "🟡 Yellow lays a straight NS in yellow on **j11**",
            "🔵 Blue lays a straight EW in green on **i9**",
            "🔵 Blue lays a straight EW in blue on **l9**",
        ]


class TestWarning:
    @pytest.mark.parametrize(
        ("state", "text", "warning"),
        [
            (at(*LAST_END), "terminal h9 S", "it can't grow any more"),
            (at(RING_TO_BE), "curve h9 SE", "you'll have to turn a tile on your next turn"),
        ],
        ids=["last open end", "ring"],
    )
    def test_a_move_after_which_the_route_is_stuck_is_warned_of_once(
        self, state: Position, text: str, warning: str
    ) -> None:
        preview = SCREEN.preview(state, state.parse(text))
        assert warning in preview
        assert preview.count("⚠️") == 1
        assert "Yellow's route" not in preview

    @pytest.mark.parametrize(
        ("state", "text"),
        [
            (at(*LAST_END), "straight h9 NS"),
            (at("Y s 0,0 NS, B s 3,0 NS"), "terminal h9 S"),
            (at(ENDLESS), "rotate h8 SE"),
        ],
        ids=["goes on", "one end of two", "opens a ring"],
    )
    def test_no_warning_while_an_end_is_open(self, state: Position, text: str) -> None:
        assert "⚠️" not in SCREEN.preview(state, state.parse(text))

    def test_the_end_of_another_players_route_is_announced_before_the_move(self) -> None:
        state = at("Y s 0,0 NS, B s 0,2 NS, B t 0,3 S")
        assert SCREEN.preview(state, state.parse("terminal h9 S")) == (
            "Route 1 → 2, blue's route 2 → 3. **Blue's route has no open end left.**"
        )

    def test_a_coming_billabong_is_announced(self) -> None:
        state = at(CASE_1, seats=3, turn=2)
        preview = SCREEN.preview(state, state.parse("straight h9 EW"))
        assert "A billabong is on i9, red runs through it, yellow and blue end in it." in preview


class TestToDo:
    @pytest.mark.parametrize(
        ("state", "to_do"),
        [
            (start(), "Lay your first tile."),
            (at("Y s 0,0 NS, B s 1,0 NS"), ""),
            (at(ENDLESS), "Your route is a ring: turn one of its tiles."),
            (
                OFFERED,
                "You can lay a billabong on **j10**, where both routes are stuck. It would make each of them a ring.",
            ),
            (after(at(CASE_1, seats=3, turn=2), "straight h9 EW"), "Continue out of the billabong on **j9**."),
            (after(at(SQUARE, routes=2), "yellow straight j11 NS", "green terminal i9 E"), "Now lay a tile in blue."),
            (start(routes=2), "Lay the yellow terminal. The four make a square, fronts facing outwards."),
            (at(SQUARE, routes=2), "Open with a straight or a curve in yellow or red."),
            (
                after(at(SQUARE, routes=2), "yellow straight j11 NS"),
                "Lay one tile in blue and one in green, in any order.",
            ),
            (after(at(SQUARE, routes=2, tiles_per_turn=1), "red straight k11 NS"), "Lay a tile in blue or green."),
        ],
        ids=[
            "first tile",
            "any tile",
            "endless",
            "offer",
            "extension",
            "second tile",
            "square",
            "opening",
            "both",
            "one of two",
        ],
    )
    def test_what_is_not_just_a_tile_is_described(self, state: Position, to_do: str) -> None:
        assert SCREEN.to_do(state, COLOURS) == to_do

    def test_the_cell_of_an_extension_is_where_its_moves_are(self) -> None:
        state = after(at(CASE_1, seats=3, turn=2), "straight h9 EW")
        assert cells_of(state) == {"j9"}
        assert "**j9**" in SCREEN.to_do(state, COLOURS)


class TestChoosing:
    def test_an_offer_is_answered_with_two_buttons(self) -> None:
        assert [(one.label, one.notation) for one in SCREEN.direct_moves(OFFERED)] == [
            ("Billabong on j10", "billabong j10"),
            ("No billabong", "decline"),
        ]
        assert SCREEN.paths(OFFERED) == []
        assert SCREEN.direct_moves(start()) == []

    def test_the_cell_is_chosen_then_the_tile_as_it_lies_with_what_it_makes_of_the_route(self) -> None:
        paths = SCREEN.paths(at("Y s 0,0 NS, Y c 0,1 SE, B s 1,-1 EW"))
        cells = compose(paths, ()).choices
        assert [(step.group, step.label) for step in cells] == [("Where?", "i9"), ("Where?", "h7")]
        tiles = compose(paths, (1,)).choices
        assert [(step.label, step.detail) for step in tiles] == [
            ("straight │ NS", "route 3"),
            ("curve ┘ NW", "route 3"),
            ("terminal ╵ N", "route 3"),
        ]
        assert [step.at for step in tiles] == ["straight h7 NS", "curve h7 NW", "terminal h7 N"]

    @pytest.mark.parametrize(
        ("state", "label", "detail"),
        [
            (at(*LAST_END), "terminal ╷ S", "⚠️ route 3, no open end"),
            (at(RING_TO_BE), "curve ┌ SE", "⚠️ route 4, a ring"),
        ],
        ids=["last open end", "ring"],
    )
    def test_a_tile_that_gets_the_route_stuck_is_offered_with_a_warning(
        self, state: Position, label: str, detail: str
    ) -> None:
        tiles = {path[-1].label: path[-1].detail for path, _ in SCREEN.paths(state)}
        assert tiles[label] == detail
        assert [text for text in tiles.values() if "⚠️" in text] == [detail]

    def test_with_animals_a_tile_is_chosen_with_its_animal_as_it_lies(self) -> None:
        paths = SCREEN.paths(at("Y s:emu 0,0 NS, B s:emu 1,-2 EW", animals=True))
        tiles = compose(paths, (1,)).choices
        assert [(step.group, step.label) for step in tiles] == [
            *(("Straights", f"{animal} straight │ NS") for animal in ("kangaroo", "emu", "platypus", "rabbit")),
            *(
                ("Curves", f"{animal} curve {way}")
                for way in ("└ NE", "┘ NW")
                for animal in ("kangaroo", "emu", "platypus", "rabbit", "dingo")
            ),
            ("Terminals", "terminal ╵ N"),
        ]
        assert {step.detail for step in tiles if step.label.startswith("dingo")} == {"route 2, 2 points"}
        assert marks(compose(paths, (1, 8))).chosen == ("h7", "yellow curve:dingo", "curve:dingo h7 NE")

    def test_the_cells_of_a_first_tile_are_buttons_as_they_lie_on_the_board(self) -> None:
        cells = compose(SCREEN.paths(at("Y s 0,0 NS", turn=1)), ()).choices
        assert [step.label for step in cells] == ["g9", "h9", "i9", "g8", "i8", "g7", "h7", "i7"]
        assert {row: [step.label for step in cells if step.row == row] for row in (-1, 0, 1)} == {
            -1: ["g9", "h9", "i9"],
            0: ["g8", "i8"],
            1: ["g7", "h7", "i7"],
        }

    def test_what_leaves_no_choice_is_not_asked_for(self) -> None:
        composition = compose(SCREEN.paths(at("Y s 0,0 NS, Y c 0,1 SE, B s 1,-1 EW")), (1, 1))
        assert composition.move is not None
        assert composition.move.facing == "NW"

    def test_of_two_routes_the_colour_is_chosen_with_the_cell(self) -> None:
        state = after(at(SQUARE, routes=2), "yellow straight j11 NS")
        assert [step.label for step in compose(SCREEN.paths(state), ()).choices] == ["Blue to l9", "Green to i9"]
        state = after(state, "green terminal i9 E")
        tiles = compose(SCREEN.paths(state), ())
        assert [step.label for step in tiles.chosen] == ["l9"]
        assert tiles.choices[0].at == "blue straight l9 EW"

    def test_of_an_endless_route_the_tile_to_turn_is_chosen(self) -> None:
        choices = compose(SCREEN.paths(at(ENDLESS)), ()).choices
        assert [(step.group, step.label, step.detail) for step in choices] == [
            ("Which tile to turn?", "h9", "a curve"),
            ("Which tile to turn?", "h8", "a curve"),
            ("Which tile to turn?", "i8", "a curve"),
        ]


class TestRules:
    def page(self, title: str) -> tuple[Position, list[str | None]]:
        """The position of a page, and what is marked in it."""
        picture = next(page for page in RULE_PAGES if page.title == title).picture
        assert picture is not None
        shown, marks = picture()
        return shown, [choice.at for choice in marks.choices]

    def test_three_tiles_fit_and_a_curve_to_the_east_does_not(self) -> None:
        _, marked = self.page("Aim and turn")
        assert marked == ["straight h7 NS", "curve h7 NW", "terminal h7 N"]

    def test_columns_are_drawn_and_rows_are_free(self) -> None:
        state, _ = self.page("The border")
        assert (state.columns, state.rows, state.to_move) == ((0, 6), None, 1)
        assert {state.notate(move) for move in state.legal()} == {"terminal i10 E", "terminal q10 W"}

    def test_three_tiles_of_the_ring_can_be_turned(self) -> None:
        state, marked = self.page("Ends and rings")
        assert state.routes[0].endless
        assert marked == ["h8", "i8", "h9"]

    def test_red_goes_on_out_of_the_billabong(self) -> None:
        state, _ = self.page("Billabongs")
        assert [state.label(cell) for cell, tile in state.tiles.items() if tile.kind == "billabong"] == ["i9"]
        assert cells_of(state) == {"j9"}
        assert state.to_move == 2

    def test_blue_wins_for_its_dingo(self) -> None:
        state, _ = self.page("Points and animals")
        assert (state.scores, state.places) == ((6, 6), (2, 1))
        assert state.routes[0].animals == {"rabbit": 1, "dingo": 1}

    def test_the_square_lies_and_two_cells_can_be_opened_on(self) -> None:
        state, marked = self.page("More ways to play")
        assert state.opening
        assert marked == ["j11", "k11"]

    def test_every_page_fits_into_a_message_with_its_picture_in_words(self) -> None:
        for page in RULE_PAGES:
            assert len(page.words) <= 1300
            assert page.picture is not None
            assert 0 < len(SCREEN.pictures.alt(*page.picture())) <= 1024


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"routes": 2, "area": "line"}, "two routes each don't work with a neutral line or frame"),
        ({"routes": 2, "area": "frame", "size": "9x9"}, "two routes each don't work with a neutral line or frame"),
        (
            {"size": "recommended2", "routes": 2},
            "the size recommended2 is for three or four players, and the other options are for two",
        ),
        (
            {"size": "9x7", "area": "frame"},
            "the frame's tiles are enough for 15 columns and rows in total, and 9x7 has more",
        ),
        (
            {"size": "4x4", "area": "line"},
            "one set of tiles isn't enough for a line across 4x4 (6x8 works, for example)",
        ),
    ],
)
def test_why_nobody_can_play_with_options(options: dict[str, Any], words: str) -> None:
    assert SCREEN.option_conflict(options) == words
