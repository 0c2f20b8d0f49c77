"""The positions of Southern Cross on its contact sheets."""

from collections.abc import Iterator

from bot.rules.chance import Outcome, Scripted
from bot.rules.southern_cross import Jump, Position, Step
from images.marks.marks import Choice, Marks
from tests.images.contact_sheets.examples import Example, Reached, numbered, played
from tests.images.southern_cross_positions import position


def after(state: Position, *moves: str, luck: tuple[Outcome, ...] = ()) -> Reached:
    """The position after some decisions, with these as marks."""
    return played(state, moves, Scripted(luck))


def examples() -> Iterator[Example]:
    """The positions to review, each with a name and marks."""

    def example(name: str, reached: Reached) -> Example:
        return name, reached[0], reached[1]

    yield example("start", (position("....../....../....../....../....../......"), Marks()))
    entering = position("..B.../....../..G.../...G../....B./......")
    yield example("entering", after(entering, "base-d6", "basexc5xc3xe3xe1"))
    middle = position("..BR../.GY..B/RRG.BB/..RBY./G.YYR./G...Y.", 9)
    yield example("three-actions", after(middle, "spin S 90", "f5-f6", "e4-d4"))
    crowded = position(".GBB../G..BYR/GY.YRY/..BGG./RRBRBY/R.G.Y.", 38, max_turns=40)
    yield example("crowded", after(crowded, "f5xf3xf1xd1xb1xb3xb5", "spin C 270", "d2-d1"))
    four = position("..RY../..BG../....../....../....../......")
    yield example("special-round", after(four, "end", "roll", "roll", luck=(1, 5)))
    third = position(".GG.YY/GGGRR./.GBR../..BR../Y..RRY/B....B", 2, 0)
    yield example("sending-home", after(third, "end", "roll", "roll", luck=(3, 4, 1, 5)))
    yield example("win", after(third, "end", "roll", "roll", "c4", luck=(3, 4, 1, 5)))
    lane = position("....../....../..RG../..BB../....Y./......", 5, 3, challenge="throw")
    aims = (20, 19, 55, 3)
    yield example("throw", after(lane, "end", luck=aims))
    yield example("throw-missed", after(lane, "end", "throw 40", luck=(*aims, 27)))
    yield example("throw-next", after(lane, "end", "throw 40", "throw 79", luck=(*aims, 16, 16, 51, 17)))
    pieces = ("base", "c6", "f5", "e4", "f4", "d3", "N", "E", "S", "W", "C")
    yield "composer-piece", middle, Marks(choices=numbered(pieces, "piece"))
    moves = [move for move in middle.legal() if isinstance(move, Step | Jump) and move.start == "e4"]
    targets = tuple(Choice(str(number), move.target) for number, move in enumerate(moves, 1))
    yield "composer-target", middle, Marks(choices=targets, chosen=("e4",))
    yield "composer-result", middle, Marks(chosen=("C", "C 90"))
    yield "composer-spin", middle, Marks(choices=numbered(("C 90", "C 180", "C 270")), chosen=("C",))
