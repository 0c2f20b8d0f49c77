"""Pictures and words of Nine Men's Morris."""

from itertools import combinations

import pytest

from bot.rules.morris import Move, Position, game
from bot.words import Verdict
from bot.words.morris import text
from images.canvas.canvas import LIMIT, encode
from images.marks.marks import NO_MARKS, Choice, Marks, Played
from images.morris import HEIGHT, alt, draw, paint
from tests.images.conftest import Golden
from tests.rules.morris import after, at

START = game.start(2, {})
PLACING = after(START, "d6", "f4", "b4", "d2", "g4", "c3", "a4", "d3", "c4xd2")
MOVING = at("a1 d1 g1 d5 b4 e4", "b2 c5 e5 f6 a7")
TAKEN = Marks(last=(Played(Move("g4", "g1", "d6"), MOVING),))
FEW = at("a1 d1 g4", "b2 c5 e5 f6", quiet=31)
OVER = after(at("a1 d1 g4 d5", "b2 c5 e5"), "g4-g1xe5")

SCENES = {
    "start": (START, NO_MARKS),
    "placing": (PLACING, Marks(last=(Played(Move(None, "c4", "d2"), PLACING),))),
    "taken": (MOVING, TAKEN),
    "pieces": (MOVING, Marks(choices=tuple(Choice(str(n), at, "piece") for n, at in enumerate(("d1", "g1", "b4"), 1)))),
    "targets": (
        FEW,
        Marks(choices=tuple(Choice(str(n), p) for n, p in enumerate(FEW.targets("a1"), 1)), chosen=("a1",)),
    ),
    "over": (OVER, Marks(last=(Played(Move("g4", "g1", "e5"), OVER),))),
}


@pytest.mark.parametrize("name", SCENES)
def test_a_scene_looks_as_ever(name: str, golden: Golden) -> None:
    position, marks = SCENES[name]
    golden(draw(position, marks), f"morris-{name}")


@pytest.mark.parametrize("name", SCENES)
def test_texts_lie_apart_and_inside_and_the_file_is_small(name: str) -> None:
    position, marks = SCENES[name]
    canvas = paint(position, marks)
    assert canvas.image.size == (1024, HEIGHT)
    assert len(encode(canvas.image).data) <= LIMIT
    texts = [box for box in canvas.boxes if box.kind == "text"]
    assert all(box.left >= 0 and box.right <= 1024 and box.bottom <= HEIGHT for box in texts)
    assert not any(one.overlaps(other) for one, other in combinations(texts, 2))


@pytest.mark.parametrize("position", [START, at("a7 a4 a1 d1 g1", "b2 c5 e5 f6")])
def test_no_man_hides_a_text(position: Position) -> None:
    canvas = paint(position)
    men = [box for box in canvas.boxes if box.kind == "piece"]
    texts = [box for box in canvas.boxes if box.kind == "text"]
    assert not any(one.overlaps(other) for one in men for other in texts)


def test_the_alt_text_says_what_the_picture_shows() -> None:
    assert alt(MOVING, TAKEN) == (
        "Board of Nine Men's Morris. Gold to move. Just played: Gold moves from g4 to g1. "
        "A mill! It takes blue's man on d6. "
        "Gold: d5, b4, e4, a1, d1, g1. Blue: a7, f6, c5, e5, b2."
    )
    position, marks = SCENES["targets"]
    assert "Chosen: a1. Choices: 1 a7, 2 d7" in alt(position, marks)
    assert len(alt(position, marks)) <= 1024


def test_the_whole_position_is_said_in_words() -> None:
    assert text(PLACING).splitlines() == [
        "Nine Men's Morris; the last three men fly.",
        "Blue to move.",
        "Gold: d6, a4, b4, c4, g4; 4 to place.",
        "Blue: f4, c3, d3; 5 to place.",
    ]
    assert text(FEW).splitlines()[-1] == "Moves without a capture: 31 of 50."


@pytest.mark.parametrize(
    ("marks", "words"),
    [(NO_MARKS, "Gold wins (blue has two men left)."), (Marks(verdict=Verdict("Draw", "agreed")), "Draw (agreed).")],
)
def test_an_end_is_said(marks: Marks, words: str) -> None:
    assert words in alt(OVER, marks)
