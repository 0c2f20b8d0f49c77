"""Southern Cross cards in words and choices: what a placement made, how cards and cells are chosen, who sees a hand."""

from typing import Any

import pytest

from benchmarks.clicks import choices
from bot.rules.chance import Scripted, Sealed
from bot.rules.southern_cards.documents import view
from bot.text import speaking
from bot.words.southern_cards import describe_effects
from cogs.shared.boards.solo import verdict_on
from cogs.shared.choosing.composer import ROWS, rows
from cogs.shared.interactions.clicks import Target
from cogs.shared.presentation.paths import PathStep, compose, marks, numbers_to
from cogs.southern_cards import CellHeadings, SouthernCards
from tests.cogs.conftest import ANNE, Bot, played_out, solo
from tests.rules.southern_cards.positions import position

COLOURS = ["gold", "blue", "silver"]
SCREEN = SouthernCards.__new__(SouthernCards)


def after(state: Any, text: str) -> str:
    """What is told of this move."""
    move = state.parse(text)
    return describe_effects(state.sight(None), move, state.play(move, Scripted([])).sight(None))


class TestTelling:
    @pytest.mark.parametrize(
        ("layout", "field", "move", "line"),
        [
            ("classic", "3S 4H 2C ; KD 9C JS ; 2D 6C 8D", "5C@c3", "Sequence 20."),
            ("classic", "5H 6S 7C ; 9S QH 4S ; 3D AC 8S", "2C@a1", ""),
            ("classic", "2C 7S 8S ; 9D KC 4S ; 9H AC 5S", "JK@a3", "Double trick: royal sequence 40 + set 30 = 70."),
            (
                "classic",
                "2C 7S 8S ; 5D KC 4D ; 4H AC QH",
                "6S@a3",
                "Extra double trick: (royal sequence 40 + sequence 20) × 2 = 120.",
            ),
            (
                "classic",
                "5S 4D>7S 3H>8H ; 5D>6H QC 4S ; 5H>6C AC QH",
                "6S@a3",
                "Extra double trick: (sequence 20 + set 30) × 2 = 100; combo: sequence 20 + set 30 = 50. 150 "
                "points in total.",
            ),
            ("classic", ". . . ; 5S 6D . ; . . .", "7H@c2", "Sequence 20; total eclipse 50. 70 points in total."),
            (
                "classic",
                "6D>3S 7S>4H 8C ; KC . . ; QH . 2D",
                "5C@c3",
                "Sequence 20; combo: sequence 20. 40 points in total.",
            ),
        ],
    )
    def test_what_a_placement_scored_fits_one_line(self, layout: str, field: str, move: str, line: str) -> None:
        assert after(position(layout, field, move.partition("@")[0]), move) == line

    def test_a_pegasus_is_mentioned_once(self) -> None:
        state = position("classic", "JK 7S JK ; 9D KC 4S ; 2H QC JK", "JK 5S", wild=True)
        assert after(state, "JK@a1") == "Pegasus 400."

    @pytest.mark.parametrize(
        ("field", "move", "line"),
        [
            ("JS 9D 5H ; 5D 8C 3S ; 9S 5S 7D", "QH@b3", "Reach on c3: 5."),
            ("3S 4D 2S ; 7S 3H KD ; KS 9S QD", "8H@b2", "Double reach on b3 and c2: 10."),
            (
                "7S 9S 9D ; 7C 3H 7H ; 8S 9C 8D",
                "8H@b2",
                "Southern Cross reach on a3, b3, c3, a2, c2, a1, b1 and c1: 40.",
            ),
        ],
    )
    def test_reaches_are_listed_with_their_cells(self, field: str, move: str, line: str) -> None:
        assert after(position("classic", field, move.partition("@")[0], seats=2), move) == line

    def test_the_line_ends_as_sentences_do_in_a_language(self) -> None:
        state = position("classic", "3S 4H 2C ; KD 9C JS ; 2D 6C 8D", "5C", seats=2)
        with speaking("ja"):
            assert after(state, "5C@c3").endswith("20。")

    def test_the_coming_score_is_shown_before_it_is_confirmed(self) -> None:
        state = position("classic", "2C 7S 8S ; 9D KC 4S ; 9H AC 5S", "JK 2D")
        preview = SCREEN.preview(state, state.parse("JK@a3"))
        assert preview == "Double trick: royal sequence 40 + set 30 = 70."
        assert SCREEN.preview(state, state.parse("2D@b1")) == "It completes nothing."

    def test_a_due_order_card_and_a_due_centre_are_public(self) -> None:
        state = position("shishi", "3S . . . ; . . . . ; . . . . ; . . . 4S", "5C 6C", eclipse=True)
        assert SCREEN.to_do(state, COLOURS) == "After the total eclipse, place a card in the centre: b3, c3, b2 or c2."
        state = position(
            "classic", "3S . . ; . . . ; . . 4S", "5C JK", seats=2, others="6C", order=["JK", "6C"], dealer=0
        )
        assert SCREEN.to_do(state, COLOURS).startswith("Place your order card **joker** now. The highest order card")

    def test_several_jokers_are_described_by_their_cells(self) -> None:
        state = position("classic", "5H 2C 7H ; 3S KC 4S ; 9H 2D 9C", "JK JK")
        sentence = SCREEN.describe_move(state, state.parse("JK@b3+JK@b1"))
        assert sentence == "🟡 Gold places **jokers** on b3 and b1."

    def test_of_several_cells_on_a_growing_field_each_stands_in_brackets(self) -> None:
        state = position("free", "5H 2C 7H ; 3S KC 4S ; 9H 2D 9C", "JK JK 3H")
        assert SCREEN.describe_move(state, state.parse("JK@0,1+JK@0,-1")) == (
            "🟡 Gold places **jokers** on (0,1) and (0,-1)."
        )
        assert SCREEN.describe_move(state, state.parse("3H@2,-1")) == "🟡 Gold places **3♥** on 2,-1."


class TestChoosing:
    def test_a_card_and_its_cell_are_one_choice_in_a_list_for_each_card(self) -> None:
        state = position("classic", "3S 4H . ; KD 9C JS ; 2D 6C 8D", "5C 7H")
        paths = SCREEN.paths(state)
        choices = compose(paths, ()).choices
        cells = ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"]
        assert [step.label for step in choices] == [f"{card} → {cell}" for card in ("7♥", "5♣") for cell in cells]
        assert list(dict.fromkeys(step.group for step in choices)) == ["Place 7♥", "Place 5♣"]
        assert [step.detail for step in choices[:3]] == ["onto 3♠", "onto 4♥", "an empty cell"]
        assert compose(paths, (10,)).move == state.parse("5C@b3")
        lists = rows(Target(1, 2), compose(paths, ()))
        assert [item.children[0].placeholder for item in lists] == ["Place 7♥", "Place 5♣"]

    def test_a_turn_at_a_table_is_three_clicks(self) -> None:
        """The button, the card with its cell, **Confirm**."""
        state = position("classic", "3S 4H . ; KD 9C JS ; 2D 6C 8D", "5C 7H 9S")
        for move in state.legal():
            assert choices(SCREEN, state, move, is_open=False)[0] + 1 == 3

    def test_of_one_card_only_the_cell_is_chosen(self) -> None:
        state = position("classic", "3S 4H . ; KD 9C JS ; 2D 6C 8D", "5C")
        cells = compose(SCREEN.paths(state), ())
        assert [step.label for step in cells.chosen] == ["5♣"]
        assert [step.row for step in cells.choices] == [-3, -3, -3, -2, -2, -2, -1, -1, -1]

    def test_several_jokers_are_offered_where_they_may_lie_in_whatever_order_they_are_chosen(self) -> None:
        state = position("classic", "5H 2C 7H ; 3S KC 4S ; 9H 2D 9C", "JK JK")
        paths = SCREEN.paths(state)
        jokers = [step for step in compose(paths, ()).choices if step.group == "Several jokers together"]
        assert jokers == [PathStep("2 jokers", "Several jokers together", "JK", via=("JK",), icon="card_jk")]
        joint = [move for move in state.legal() if len(move.cells) == 2]
        for move in joint:
            for cells in (move.cells, move.cells[::-1]):
                numbers: tuple[int, ...] = (1,)
                for cell in cells:
                    labels = [step.label for step in compose(paths, numbers).choices]
                    numbers = (*compose(paths, numbers).numbers, labels.index(cell)) if cell in labels else numbers
                assert compose(paths, numbers).move == move

    @pytest.mark.parametrize("layout", ["classic", "zodiac", "free"])
    def test_the_cells_of_several_jokers_are_offered_in_reading_order(self, layout: str) -> None:
        cells = "5H 2C 7H ; 3S KC 4S ; 9H 2D 9C" if layout != "zodiac" else "9S QC 6D AC KC JS 5H 8S 10S QH 6C KH 7S"
        state = position(layout, cells, "JK JK AH")
        paths = SCREEN.paths(state)
        start = [step.label for step in compose(paths, ()).choices].index("2 jokers")
        named = [step.label for step in compose(paths, (start,)).choices]
        cell_number = state.layout.cell_number
        assert len(named) > 2
        assert named == sorted(named, key=lambda cell: cell_number(cell) or 0)

    async def test_a_large_hand_is_two_rows_of_buttons_above_those_of_several_jokers(self) -> None:
        options = {"layout": "classic", "hand": 5, "wild": True}
        state = position(
            "classic", "5H 2C 7H ; 3S KC 4S ; 9H 2D 9C", "AS 3D 8D 10D QC JK JK", options=options, wild=True
        )
        items = rows(Target(1, 2), compose(SCREEN.paths(state), ()))
        labels = [[button.label for button in row.children] for row in items if hasattr(row, "children")]
        assert labels == [["1 · A♠", "2 · 3♦", "3 · 8♦", "4 · 10♦"], ["5 · Q♣", "6 · Joker"], ["7 · 2 jokers"]]

    async def test_every_cell_says_the_points_that_the_card_would_make_there(self) -> None:
        state = position("classic", "3S 4H 2C ; KD 9C JS ; 2D 6C 8D", "5C AH QS")
        scored = {step.label: (step.gain, step.detail) for step in compose(SCREEN.paths(state), ()).choices}
        assert scored["5♣ → c3"] == ("+20", "+20, onto 2♣")
        assert scored["5♣ → a3"] == ("", "onto 3♠")
        alone = compose(SCREEN.paths(position("classic", "3S 4H 2C ; KD 9C JS ; 2D 6C 8D", "5C")), ())
        labels = [button.label for item in rows(Target(1, 2), alone) for button in item.children]
        assert labels[:4] == ["1 · a3", "2 · b3", "3 · c3 · +20", "4 · a2"]

    @pytest.mark.parametrize(("tall", "steps"), [(4, ["Q♠", "0,1"]), (11, ["Q♠", "Row 1", "0,1"])])
    def test_a_field_that_is_too_large_for_one_list_has_lists_of_rows_or_asks_for_the_row(
        self, tall: int, steps: list[str]
    ) -> None:
        added = "; ".join(f"0,{y} ." for y in range(2, tall)) if tall > 4 else "2,0 6C; 3,1 2H; 4,2 8S; 5,3 QD"
        state = position("free", "3S 9H 5C ; KD 9C JS ; 2D 7C 8D", "QS AH", added=added)
        paths = SCREEN.paths(state)
        composition = compose(paths, numbers_to(paths, state.parse("QS@0,1")))
        assert [step.label for step in composition.chosen] == steps
        assert composition.chosen[-1].group == "Row 1"

    def test_without_a_legal_pair_of_jokers_none_is_offered(self) -> None:
        state = position("classic", ". . . ; . 5C . ; . . .", "JK JK")
        assert not [move for move in state.legal() if len(move.cells) == 2]
        assert [step.label for step in compose(SCREEN.paths(state), ()).chosen] == ["Joker"]

    @pytest.mark.parametrize("layout", ["classic", "shishi", "gogo", "zodiac"])
    def test_the_cells_of_every_fixed_field_are_buttons_in_its_rows(self, layout: str) -> None:
        sides = {"classic": [3] * 3, "shishi": [4] * 4, "gogo": [5] * 5, "zodiac": [5, 5, 3]}[layout]
        state = position(layout, " ".join(["."] * sum(sides)), "5C")
        cells = compose(SCREEN.paths(state), ()).choices
        rows = [sum(step.row == row for step in cells) for row in sorted({step.row or 0 for step in cells})]
        assert rows == sides


class TestHands:
    STATE = position(
        "classic",
        "3S 4H QD ; KD 9C JS ; 2D 6C 8D",
        "5C 7H",
        seats=2,
        others="8C 9H",
        deck="AS 2S 10H",
        options={"layout": "classic", "hand": 2, "wild": False},
    )

    def test_field_and_hand_are_one_picture_until_everything_is_chosen(self) -> None:
        view, paths = self.STATE.sight(0), SCREEN.paths(self.STATE)
        shown = {numbers: SCREEN.choice_pictures(view, marks(compose(paths, numbers))) for numbers in ((), (2,))}
        assert [len(sheets) for sheets in shown.values()] == [1, 1]
        (before,), (complete,) = shown.values()
        assert before.alt.startswith("Gold's hand: 7H, 5C. ")
        assert "Field: " in before.alt
        assert before.draw().size == complete.draw().size
        assert "hand" not in complete.alt
        assert "Chosen: 7H@c3." in complete.alt

    def test_as_many_jokers_are_marked_in_the_hand_as_are_to_be_placed(self) -> None:
        state = position("classic", "5H 2C 7H ; 3S KC 4S ; 9H 2D 9C", "JK JK AH")
        paths = SCREEN.paths(state)
        labels = [step.label for step in compose(paths, ()).choices]
        start = labels.index("2 jokers")
        (both,) = SCREEN.choice_pictures(state.sight(0), marks(compose(paths, (start,))))
        assert "Chosen: JK JK. " in both.alt
        (both,) = SCREEN.choice_pictures(state.sight(0), marks(compose(paths, (start, 0))))
        assert "JK@a3" in both.alt

    def test_the_public_field_reveals_no_hand(self) -> None:
        public = SCREEN.pictures.alt(self.STATE.sight(None)) + SCREEN.words.text(self.STATE.sight(None))
        for card in ("5C", "7H", "8C", "9H"):
            assert card not in public.partition("taken")[0]
        assert SCREEN.hand(self.STATE.sight(1)).alt == "Blue's hand: 9H, 8C."

    def test_everything_said_about_a_move_is_the_same_whatever_is_hidden(self) -> None:
        move = self.STATE.parse("5C@c3")
        others = [self.STATE.determinise(0, _Backwards()), self.STATE]
        texts = {
            (
                SCREEN.describe_move(state, move),
                describe_effects(state.sight(None), move, state.play(move, Scripted([])).sight(None)),
            )
            for state in others
        }
        assert len(texts) == 1
        assert others[0].hands != others[1].hands


class _Backwards(Scripted):
    """Luck that turns everything around."""

    def __init__(self) -> None:
        super().__init__([])

    def shuffle(self, items: Any) -> list[str]:
        return list(items)[::-1]


@pytest.mark.parametrize(
    ("rows_of_six", "steps", "heading"),
    [(4, 1, "Where?"), (5, 1, "Row 0"), (ROWS, 1, "Row 0"), (ROWS + 1, 2, "Row 0")],
)
def test_many_cells_are_chosen_by_their_rows_and_more_rows_than_lists_before(
    rows_of_six: int, steps: int, heading: str
) -> None:
    """A list has at most 25 choices, and a message has room for so many lists."""
    cells = [f"{column},{row}" for row in range(rows_of_six) for column in range(6)]
    where = CellHeadings(SouthernCards.game.start(1, {"layout": "free"}, Sealed(bytes(32), "")).sight(None), set(cells))
    taken = list(where.steps(cells[:1], 0))
    assert len(taken) == steps
    assert taken[-1].group == heading


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("place", "number", "words"),
    [
        (1, 1, "the solo game is over"),
        (1, 2, "your best of 2 games"),
        (2, 2, "number 2 of your 2 games"),
        (2, 3, "number 2 of your 3 games"),
    ],
)
async def test_the_end_of_a_solo_game_says_how_good_it_was(bot: Bot, place: int, number: int, words: str) -> None:
    match = await played_out(bot, (await solo(bot, ANNE)).id)
    verdict = verdict_on(match, place, number)
    assert verdict is not None
    assert verdict.reason == words


def test_the_pages_of_the_rules_show_fields_that_the_rules_allow() -> None:
    for page in SCREEN.rule_pages:
        if page.picture is not None:
            seen = view(page.picture()[0])
            assert SCREEN.game.state_of_view(seen, 0).view(None) == seen
