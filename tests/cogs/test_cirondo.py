"""Cirondo's moves in words: what happened, who is out and why, and who has one move left."""

from typing import Any

import pytest

from bot.rules import GAMES
from bot.rules.chance import Scripted
from bot.rules.cirondo import Move
from bot.words.cirondo import describe_turn
from cogs.cirondo import Cirondo, order
from cogs.shared.presentation.paths import compose, marks
from images.marks.marks import Played

GAME: Any = GAMES["cirondo"]
SCREEN = Cirondo.__new__(Cirondo)


def describe(fen: str, move: str) -> str:
    before = GAME.from_fen(fen)
    parsed = before.parse(move)
    return describe_turn([Played(parsed, before=before, after=before.play(parsed, Scripted([])))])


@pytest.mark.parametrize(
    ("fen", "move", "words"),
    [
        (
            "16gP16sP/16gM16sM/32./32./32./32./32./32. g 2d gs - - -",
            "B8-C8",
            "Gold's moon moves from B8 to C8.",
        ),
        (
            "11.sP7.gP12./32./32./32./32./32./4.gM27./5.sP26. g 2d - - - -",
            "G5xH6",
            "Gold's moon on G5 takes silver's planet on H6. It becomes a Solar System. "
            "**Silver is down to one stellar and has one last move.**",
        ),
        (
            "19.gP12./19.gP12./32./3.sP28./32./32./32./32. s 2d - - - -",
            "D4-E5",
            "Silver's planet moves from D4 to E5. **Silver is out:** that was its last move.",
        ),
        (
            "19.gP12./32./32./3.sP28./4.gS27./32./32./32. s 2d - - - -",
            "D4xE5",
            "Silver's planet on D4 takes gold's Solar System on E5.",
        ),
        (
            "19.2sP6.2bP3./32./32./3.gP28./4.rP27./32./32./32. g 4d - - - -",
            "D4xE5",
            "Gold's planet on D4 takes red's planet on E5. **Gold is out:** that was its last move. "
            "**Red has no stellar left and is out.**",
        ),
        (
            "19.2sP6.2bP3./32./32./3.2gP27./32./32./32./32. g 4t - - - -",
            "D4-E5",
            "Gold's planet moves from D4 to E5.",
        ),
    ],
    ids=["quiet", "promotion and last stellar", "last move", "showdown", "two defeats in one move", "a partner alone"],
)
def test_a_move_is_described_with_all_its_effects(fen: str, move: str, words: str) -> None:
    assert describe(fen, move) == words


def test_a_side_that_can_not_move_passes_in_words() -> None:
    """Rulings 16: each of silver's moons has a Solar System straight ahead and nothing to take."""
    fen = "11.gP20./32./32./32./32./32./4.sM4.sM22./4.gS4.gS22. g 2d - - - -"
    before = GAME.from_fen(fen)
    quiet = next(text for text in map(before.notate, before.legal()) if text.startswith("A12"))
    origin, target = quiet.split("-")
    assert describe(fen, quiet) == f"Gold's planet moves from {origin} to {target}. Silver can't move and passes."


@pytest.mark.parametrize(
    ("origin", "expected"),
    [
        ("A1-B2", "A1-C3"),  # along one arc the nearer target comes first
        ("H5-H6", "H5-H7"),  # around the ring clockwise
        ("D10-C10", "D10-B10"),  # outward as well
    ],
)
def test_targets_are_numbered_line_by_line_from_the_nearest(origin: str, expected: str) -> None:
    nearer, further = (Move(*text.split("-")) for text in (origin, expected))
    assert order(nearer) < order(further)


def test_a_capture_is_said_where_it_is_chosen() -> None:
    state = GAME.from_fen("9.sP9.gP12./32./32./4.gM27./3.sP.sP26./32./32./32. g 2d - - - -")
    details = {path[-1].label: path[-1].detail for path, _ in SCREEN.paths(state) if path[0].label == "D5"}
    assert details == {"E5": "", "E4": "takes silver's planet", "E6": "takes silver's planet"}


CROWDED = GAME.from_fen("32./32./32./32./8.gP23./32./4.sM27./4.gS26.sS g 2d - - - -")


def test_of_a_solar_system_captures_are_offered_first_and_then_each_line() -> None:
    paths = SCREEN.paths(CROWDED)
    steps = list(dict.fromkeys(path[1] for path, _ in paths if path[0].label == "H5"))
    groups = list(dict.fromkeys(step.group for step in steps))
    assert groups == ["Captures", "Along an arc", "Around its ring"]
    assert [step.label for step in steps if step.group == "Captures"] == ["G5", "H32"]


def test_many_choices_on_the_innermost_rings_are_enlarged() -> None:
    paths = SCREEN.paths(CROWDED)
    solar = [step.label for step in compose(paths, ()).choices].index("H5")
    board, middle = SCREEN.choice_pictures(CROWDED, marks(compose(paths, (solar,))))
    assert middle.alt.startswith("Rings G and H, enlarged. Choices: 1 ")
    assert board.draw().width == middle.draw().width
    assert len(SCREEN.choice_pictures(CROWDED, marks(compose(paths, ())))) == 1
