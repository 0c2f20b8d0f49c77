"""Parcheesi in words: what a move is called, what a player has to do, and what the pages of the rules show."""

from typing import Any

from bot.rules import GAMES
from bot.rules.chance import Scripted
from cogs.parcheesi import Parcheesi

GAME = GAMES["parcheesi"]
COLOURS = ["red", "yellow"]
SCREEN = Parcheesi.__new__(Parcheesi)


def position(red: str, yellow: str, *dice: int, **changes: Any) -> Any:
    """A position of two seats after red's roll; pawns that aren't named are in the nest."""
    options = {"first": "seat0", "finish": "first", "triple_doubles": False, "blockade_limit": 0, "max_rolls": 0}
    pawns = [[*["nest"] * (4 - len(own.split())), *own.split()] for own in (red, yellow)]
    document: dict[str, Any] = {"game": "parcheesi", "seats": 2, "options": options | changes.pop("options", {})}
    document |= {"phase": "roll", "turn": 0, "pawns": pawns, "dice": None, "left": [], "bonuses": [], "doubles": 0}
    document |= {"pairs": [], "blockades": [{}, {}], "finished": [], "rolls": 9} | changes
    state = GAME.load(document)
    return state.play(state.parse("roll"), Scripted(dice)) if dice else state


def test_a_single_move_is_a_whole_sentence() -> None:
    state = position("t7 t20", "t40", 1, 3)
    assert SCREEN.describe_move(state, state.parse("t7+3")) == "Red moves from t7 to t10."


def test_the_last_pawn_home_earns_nothing_more() -> None:
    state = position("h5 home home home", "t40", 3, 6)
    assert SCREEN.describe_move(state, state.parse("h5+3")) == "Red moves from h5 to home, so all four pawns are home."


def test_a_due_blockade_is_mentioned_while_it_binds_and_not_with_free_moves() -> None:
    limited = {"options": {"blockade_limit": 2}, "blockades": [{"t26": 2}, {}]}
    state = position("t26 t26 t43", "t45", **limited)
    assert "break it" in SCREEN.to_do(state, COLOURS)
    state = position("t26 t26 t43", "t45", 2, 1, **limited)
    assert "break it" in SCREEN.to_do(state, COLOURS)
    free = {"phase": "bonus", "dice": [2, 1], "bonuses": [20]}
    assert "break it" not in SCREEN.to_do(position("t26 t26 t43", "t46", **limited, **free), COLOURS)


def test_the_rules_show_what_their_words_say() -> None:
    pages = {page.title: page for page in SCREEN.rule_pages}

    def marked(title: str) -> list[str | None]:
        picture = pages[title].picture
        assert picture is not None
        return [choice.at for choice in picture()[1].choices]

    assert marked("Coming out")[0] == "t5"
    assert marked("Captures")[0] == "t9"
    assert marked("Blockades") == ["t25"]
    assert marked("Using the dice") == ["t5", "t6"]
